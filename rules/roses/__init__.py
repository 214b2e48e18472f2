"""Wars of the Roses: command rolls in centimetres, drive-backs, showers and treachery.

Read ``profiles.py`` (the tables), ``state.py`` (the vocabulary) and then one file a chapter:
``orders``, ``initiative``, ``moves``, ``shooting``, ``cannon``, ``fallback``, ``fighting``,
``combat``, ``commanders``, ``army``, ``turn``. Distances are centimetres throughout; inches
are converted in ``ruler.py`` and ``lines.py``. Every ruling cites its ids (WOR-…).
"""

from __future__ import annotations

from rules.kernel.house_told import citing
from rules.kernel.index import titles_of
from rules.kernel.plain import from_plain
from rules.kernel.protocol import BadState, Plain, RuleSet
from rules.roses import turn
from rules.roses.actions import resolve
from rules.roses.army import ROSTER, new_game
from rules.roses.demo import demo
from rules.roses.house import HOUSE, SWITCHES
from rules.roses.ledger import LEDGER
from rules.roses.offers import actions, reach
from rules.roses.profiles import BY_KIND
from rules.roses.reference import reference
from rules.roses.state import State
from rules.roses.views import bands, card, status


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
    state = from_plain({**plain, "units": [_filled(unit) for unit in units]}, State)
    HOUSE.checked(state.house)
    return state


def _filled(unit: Plain) -> Plain:
    if not isinstance(unit, dict) or unit.get("kind") not in BY_KIND:
        raise BadState(f"units: {unit!r} has no kind of this book")
    stands = BY_KIND[unit["kind"]].stands
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
    resolve=citing(resolve, SWITCHES),
    winner=turn.winner,
    status=status,
    card=card,
    bands=bands,
    premeasure=_may_premeasure,
    reference=reference,
    demo=demo,
    read_state=_read_state,
    reach=reach,
    ledger=LEDGER,
    titles=titles_of(__name__),
    goes_on=("begin", "end"),
    ends=frozenset({"concede"}),
)
