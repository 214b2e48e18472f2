"""Wars of the Roses: command rolls in centimetres, drive-backs, showers and treachery.

Read ``tables.py``, ``state.py`` (the vocabulary), ``play.py`` (what holds for every action) and
then one chapter a folder: ``command``, ``movement``, ``missiles``, ``close_combat``; ``turn.py`` is
their order. Distances are centimetres throughout; inches are converted in ``measuring.py`` and
``lines.py``. Every ruling cites its ids (WOR-…).
"""

from __future__ import annotations

from rules.kernel.protocol import BadState, Plain, RuleSet
from rules.kernel.telling.house_told import citing
from rules.kernel.telling.index import titles_of
from rules.roses.actions import actions, reach
from rules.roses.army import ROSTER, new_game
from rules.roses.demo import demo
from rules.roses.ledger import LEDGER
from rules.roses.page import bands, card, status
from rules.roses.play import BOOK, winner
from rules.roses.reference import reference
from rules.roses.state import State
from rules.roses.switches import HOUSE, SWITCHES
from rules.roses.tables import BATTLES, BY_KIND
from vision.table.by_hand import check_words, instead, read_by_hand, understood


def _may_premeasure(state: State) -> bool:
    """The sheet does not forbid it, and initiative needs it."""
    return True


def _read_state(plain: Plain) -> State:
    """A hand-written state: units may be keyed by id, stands default to ``id/1``, ``id/2``.

    Raises:
        BadState: a field is missing, unknown or of the wrong type.
    """
    units = plain.get("units", [])
    if isinstance(units, dict):
        units = [{"id": name, **unit} for name, unit in units.items()]
    state = read_by_hand({**plain, "units": [_filled(unit) for unit in units]}, State, "state")
    HOUSE.checked(state.house)
    check_words((state.side, *(unit.side for unit in state.units)), state.sides, "state.sides")
    return state


def _filled(unit: Plain) -> Plain:
    if not isinstance(unit, dict) or unit.get("kind") not in BY_KIND:
        said = str(unit.get("kind", "")) if isinstance(unit, dict) else ""
        raise BadState(f"units: {said!r} is no kind of this book: {instead(said, BY_KIND)}")
    stands = BY_KIND[unit["kind"]].stands
    if (battle := understood(str(unit.get("battle", "")), BATTLES)) is not None:
        unit = {**unit, "battle": battle}
    check_words((str(unit.get("battle", "")),), BATTLES, f"{unit.get('id')}.battle")
    return {"stands": [f"{unit.get('id')}/{n + 1}" for n in range(stands)], **unit}


ROSES = RuleSet(
    name="roses",
    title="Wars of the Roses",
    edition="reference sheet, 1",
    length="cm",
    prefix="WOR",
    state_type=State,
    switches=SWITCHES,
    ids=tuple(titles_of(__name__)),
    roster=ROSTER,
    new_game=new_game,
    actions=actions,
    resolve=citing(BOOK.resolve, SWITCHES),
    winner=winner,
    status=status,
    card=card,
    bands=bands,
    premeasure=_may_premeasure,
    reference=reference,
    demo=demo,
    verbs=BOOK.verbs,
    read_state=_read_state,
    reach=reach,
    ledger=LEDGER,
    titles=titles_of(__name__),
    goes_on=("begin", "end"),
    ends=frozenset({"concede"}),
)
