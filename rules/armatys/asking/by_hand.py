"""A hand-written state with its gaps filled, for cases that people type.

Units and generals may be lists, or objects keyed by id. A unit's ``arms`` may be an object:
``{"musket": 16, "pike": {"figures": 8, "armour": "Partly"}}``; its files follow from its ranks, its
starting figures are those it has. A gun may be written by its name alone.
"""

from __future__ import annotations

from rules.armatys.state import State
from rules.armatys.switches import HOUSE
from rules.armatys.tables import ABILITY, ARMOUR, GUNS, MELEE, MORALE
from rules.kernel.plain import from_plain, hand_written, listed
from rules.kernel.protocol import BadState, Plain
from rules.kernel.refusal import refusal
from vision.table.by_hand import check_words, instead

KINDS = ("foot", "horse", "dragoons", "light horse", "gun")
FACES = ("front", "left", "right", "rear")
ARMS = tuple(kind for kind in MELEE if kind != "bayonet") + ("crew",)


def read_state(plain: Plain) -> State:
    """A hand-written state.

    Raises:
        BadState: not one, or an unknown kind, arm, armour, ability, class or gun.
    """
    if not isinstance(plain, dict):
        raise BadState("a state is an object with units and generals")
    units = [_unit(one) for one in listed(plain, "units")]
    filled = {**plain, "units": units, "generals": listed(plain, "generals")}
    state = hand_written(filled, State, HOUSE)
    if not 1 <= state.phase <= 8 or state.bound < 1:
        says = "A bound has phases 1 to 8, and bounds are counted from 1"
        raise BadState(str(refusal(says, "PAS-SEQ-01")))
    _check_names(state)
    for one in state.units:
        if one.ranks < 1 or one.counters < 0 or any(arm.figures < 0 for arm in one.arms):
            raise BadState(f"{one.id}: ranks are 1 or more, counters and figures 0 or more.")
        known = ((one.kind, KINDS), (one.ability, tuple(ABILITY)), (one.morale, ("", *MORALE)))
        for word, words in known:
            _check(one.id, word, words)
        for arm in one.arms:
            _check(one.id, arm.kind, ARMS)
            _check(one.id, arm.armour, tuple(ARMOUR))
        if one.gun is not None:
            _check(one.id, one.gun.name, tuple(GUNS))
    return state


def _check_names(state: State) -> None:
    """Whatever is named is there.

    Raises:
        BadState: a side or unit that is not.
    """
    units = {one.id for one in state.units}
    check_words((general.side for general in state.generals), state.sides, "state.generals")
    for touch in state.touches:
        check_words((touch.a, touch.b), units, "touches")
        check_words((touch.face, touch.back_face), FACES, "touches")
    for charge in state.charges:
        check_words((charge.charger, charge.target), units, "charges")


def _check(unit: str, word: str, words: tuple[str, ...]) -> None:
    if word not in words:
        listed = ", ".join(filter(None, words))
        raise BadState(f"{unit}: {word!r} is not one of {listed}: {instead(word, words)}")


def _unit(one: dict[str, Plain]) -> dict[str, Plain]:
    arms = one.get("arms", [])
    if isinstance(arms, dict):
        arms = [
            {"kind": kind, **(entry if isinstance(entry, dict) else {"figures": entry})}
            for kind, entry in arms.items()
        ]
    ranks = one.get("ranks", 1)
    deep = ranks if isinstance(ranks, int) and ranks > 0 else 1
    filled = {**one, "arms": [_arm(arm, deep) for arm in from_plain(arms, list[dict[str, Plain]])]}
    if isinstance(one.get("gun"), str):
        filled["gun"] = {"name": one["gun"]}
    return filled


def _arm(arm: dict[str, Plain], ranks: int) -> dict[str, Plain]:
    figures = arm.get("figures", 0)
    if not isinstance(figures, int):
        return arm
    return {"files": -(-figures // ranks), "start": figures, **arm}
