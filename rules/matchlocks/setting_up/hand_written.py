"""A state as a person writes it by hand, its gaps filled: for cases, tests and new set-ups."""

from __future__ import annotations

from typing import Any

from rules.kernel.protocol import BadState, Plain
from rules.matchlocks.movement.passing import RATINGS
from rules.matchlocks.state import State
from rules.matchlocks.switches import HOUSE, House
from rules.matchlocks.tables import KINDS, QUALITIES
from vision.table.by_hand import check_keys, check_words, instead, read_by_hand

_USUAL_TOKENS = 10
"""Army Morale of a side that says nothing of it."""


def read_state(plain: Plain) -> State:
    """A hand-written state with its gaps filled.

    A unit needs ``side`` and ``kind``; its id is its key, its figures are those of a full
    unit, it is ready to act (two Actions) unless it says otherwise.

    Raises:
        BadState: an unknown kind, quality or house rule, or a field of the wrong type.
    """
    if not isinstance(plain, dict):
        raise BadState("a state is an object with units, leaders and sides")
    formed = House.plotton_type.formed.of(dict(plain.get("house", {})))
    units = {key: _filled(key, one, formed) for key, one in dict(plain.get("units", {})).items()}
    leaders = {key: {"id": key, **one} for key, one in dict(plain.get("leaders", {})).items()}
    sides = {key: {"name": key, **one} for key, one in dict(plain.get("sides", {})).items()}
    for index, name in enumerate(_side_names(units, leaders)):
        sides.setdefault(name, {"name": name, "edge": "south" if index == 0 else "north"})
    for side in sides.values():
        side.setdefault("tokens", side.get("start_tokens", _USUAL_TOKENS))
        side.setdefault("start_tokens", side["tokens"])
        side.setdefault("royalist", str(side["name"]).lower().startswith("royal"))
    whole = {**plain, "units": units, "leaders": leaders, "sides": sides}
    state = read_by_hand(whole, State, "state")
    HOUSE.checked(state.house)
    _check_names(state)
    for name, rating in state.obstacles.items():
        if rating.split(":")[0] not in RATINGS:
            raise BadState(f"obstacle {name}: its rating is one of {', '.join(RATINGS)}")
    return state


def _check_names(state: State) -> None:
    """Whatever is named is there.

    Raises:
        BadState: a side, unit, card or formation that is not.
    """
    units, sides = state.units, state.sides
    check_words((unit.side for unit in units.values()), sides, "state.units")
    check_words((leader.side for leader in state.leaders.values()), sides, "state.leaders")
    for unit in units.values():
        check_words((unit.formation,), ("column", "line"), f"{unit.id}.formation")
        check_words((unit.parent,), units, f"{unit.id}.parent")
    for leader in state.leaders.values():
        check_words((leader.attached,), units, f"{leader.id}.attached")
    for melee in state.melees:
        fighting = (*melee.attackers, *melee.defenders, *melee.fed, *melee.joined)
        others = (*melee.followed, *melee.gallop)
        check_keys(dict.fromkeys((*fighting, *others)), units, f"melee {melee.id}")
    check_words((state.mover, state.last_side, state.winner), (*sides, "draw"), "state")
    check_words((unit.id for unit in units.values()), units, "state.units")
    check_words((leader.id for leader in state.leaders.values()), state.leaders, "state.leaders")


def _side_names(units: dict[str, Any], leaders: dict[str, Any]) -> list[str]:
    everyone = [*units.values(), *leaders.values()]
    return list(dict.fromkeys(str(one.get("side", "")) for one in everyone))


def _filled(key: str, plain: Plain, formed: bool) -> dict[str, Any]:
    if formed and isinstance(plain, dict) and plain.get("kind") == "plotton":
        plain = {**plain, "kind": "formed_plotton"}
    if not isinstance(plain, dict) or plain.get("kind") not in KINDS:
        said = str(plain.get("kind", "")) if isinstance(plain, dict) else ""
        listed = ", ".join(KINDS)
        raise BadState(f"unit {key}: kind must be one of {listed}; {instead(said, KINDS)}")
    if plain.get("quality", "seasoned") not in QUALITIES:
        raise BadState(f"unit {key}: quality must be one of {', '.join(QUALITIES)}")
    kind = KINDS[plain["kind"]]
    start_shot = plain.get("start_shot", max(kind.shot, plain.get("shot", 0)))
    start_pikes = plain.get("start_pikes", max(kind.pikes, plain.get("pikes", 0)))
    pikes = plain.get("pikes", start_pikes)
    paid = kind.points[QUALITIES.index(plain.get("quality", "seasoned"))]
    formation = "column" if kind.key in ("cuirassiers", "harquebusiers") else ""
    ranks = 1 if plain.get("formation") == "line" else kind.ranks
    filled = {
        "id": key,
        "shot": start_shot,
        "pikes": start_pikes,
        "start_shot": start_shot,
        "start_pikes": start_pikes,
        "rear": pikes // 2 if kind.key == "pike_square" else 0,
        "ranks": ranks,
        "points": paid,
        "base_points": kind.points[1],
        "formation": formation,
        "actions_left": 2,
        "first_shot_turn": 0 if plain.get("free_volley", True) else 1,
        **plain,
    }
    gone = start_shot + start_pikes - int(filled["shot"]) - int(filled["pikes"])
    filled.setdefault("kills", gone)
    return filled
