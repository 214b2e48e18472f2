"""Pike and shot skirmish: one base a man, command points, and action tables for the rest.

Read ``tables.py`` and ``reactions/action_tables.py``, ``state.py`` (the vocabulary), ``play.py``
(what holds for every action) and then one chapter a folder: ``ordering``, ``reactions``,
``moving``, ``fire``, ``close_combat``; ``turn.py`` is their order. Distances are centimetres
throughout; inches are converted in ``measuring.py``, ``pace.py`` and ``sight.py``. Every ruling
cites its ids (SKM-…).
"""

from __future__ import annotations

from itertools import islice

from rules.kernel.acting.frame import frame
from rules.kernel.army_check import kind_of
from rules.kernel.plain import hand_written, listed
from rules.kernel.protocol import BadState, Plain, RuleSet
from rules.kernel.refusal import refusal
from rules.skirmish import ending
from rules.skirmish.actions import actions
from rules.skirmish.army import KINDS, ROSTER, new_game
from rules.skirmish.asking.lookups import LOOKUPS
from rules.skirmish.demo import demo
from rules.skirmish.ledger import LEDGER
from rules.skirmish.moving import movement
from rules.skirmish.page import bands, card, parties, status
from rules.skirmish.play import BOOK, winner
from rules.skirmish.reactions.demands import MAKERS
from rules.skirmish.reference import reference
from rules.skirmish.state import State
from rules.skirmish.switches import HOUSE, SWITCHES
from rules.skirmish.tables import ARMOUR, LARGEST_GROUP, WEAPONS
from vision.table.by_hand import check_words


def _read_state(plain: Plain) -> State:
    """A hand-written state: groups keyed by id; ``men`` of a kind make its figures.

    A group may give ``kind``, ``men`` (a number or ids) and ``each`` (fields of every figure);
    ``figures`` by id overrule them. With a ``start`` above a number of men
    the others have fallen.

    Raises:
        BadState: a field is missing, unknown or of the wrong type, or a group is of over 40.
    """
    groups: list[Plain] = []
    made: dict[str, dict[str, Plain]] = {}
    for body in listed(plain, "groups"):
        name = str(body.pop("id", None))
        is_counted = not isinstance(body.get("men"), list)
        men = _men(name, body)
        men += _fallen(name, men, body.get("start")) if is_counted else []
        made |= {one["id"]: one for one in men}
        body.pop("each", None)
        groups.append({"id": name, "start": len([m for m in men if not m.get("is_gun")]), **body})
    for figure in listed(plain, "figures"):
        name = str(figure.get("id"))
        made[name] = {**made.get(name, {}), **figure, "id": name}
    whole = {**plain, "groups": groups, "figures": list(made.values())}
    state = hand_written(whole, State, HOUSE)
    _check_names(state)
    for read in state.groups:
        count = sum(one.group == read.id and not one.is_gun for one in state.figures)
        if count > LARGEST_GROUP:
            raise BadState(str(refusal(f"{read.id} has {count} figures, 40 at most", "SKM-GRP-01")))
    return state


def _check_names(state: State) -> None:
    """Whatever is named is there.

    Raises:
        BadState: a group, weapon or result that is not.
    """
    groups = {group.id for group in state.groups}
    for figure in state.figures:
        check_words((figure.group,), groups, f"{figure.id}.group")
        check_words(figure.weapons, WEAPONS, f"{figure.id}.weapons")
        check_words(figure.armour, ARMOUR, f"{figure.id}.armour")
    for group in state.groups:
        check_words((group.rolled, group.last), ("FREE", *MAKERS), f"{group.id}.rolled")


def _fallen(name: str, men: list[dict[str, Plain]], start: Plain) -> list[dict[str, Plain]]:
    """The dead of a group that began with more men than it has now (SKM-RF-07)."""
    living = [man for man in men if not man.get("is_gun")]
    if not living or type(start) is not int or not len(living) < start <= LARGEST_GROUP:
        return []
    ids = {man["id"] for man in men}
    free = (f"{name}/{n + 1}" for n in range(start + len(ids)) if f"{name}/{n + 1}" not in ids)
    missing = start - len(living)
    return [{**living[-1], "id": one, "dead": True} for one in islice(free, missing)]


def _men(name: str, body: dict[str, Plain]) -> list[dict[str, Plain]]:
    """The figures of a hand-written group; takes ``kind`` and ``men`` out of *body*."""
    kind_name, men = body.pop("kind", None), body.pop("men", None)
    if kind_name is None:
        return []
    kind = kind_of(name, str(kind_name), KINDS)
    count = men if isinstance(men, int) else kind.men
    if not 0 <= count <= LARGEST_GROUP:
        raise BadState(
            str(refusal(f"groups: {name} has {count} men, {LARGEST_GROUP} at most", "SKM-GRP-01"))
        )
    ids = men if isinstance(men, list) else [f"{name}/{n + 1}" for n in range(count)]
    each = {
        "group": name, "role": kind.role, "weapons": list(kind.weapons),
        "armour": list(kind.armour), "mount": kind.mount, "mounted": kind.mount != "none",
        "firelock": kind.firelock, **body.get("each", {}),
    }  # fmt: skip
    body.setdefault("doctrine", kind.doctrine)
    made = [{**each, "id": one} for one in ids]
    if kind.gun:
        made.append({"id": f"{name}/gun", "group": name, "is_gun": True, "weapons": []})
    return made


SKIRMISH = RuleSet(
    **frame(__name__, BOOK, SWITCHES, actions),
    name="skirmish",
    title="Pike and shot skirmish",
    edition="14 page rules",
    length="cm",
    prefix="SKM",
    state_type=State,
    roster=ROSTER,
    new_game=new_game,
    winner=winner,
    status=status,
    card=card,
    bands=bands,
    reference=reference,
    demo=demo,
    read_state=_read_state,
    lookups=LOOKUPS,
    reach=movement.reach,
    parties=parties,
    ledger=LEDGER,
    goes_on=("end",),
    ends=frozenset({"concede", "goal"}),
    secret=frozenset({"markers", "reveal"}),
    known=ending.known,
)
