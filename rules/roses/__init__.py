"""Wars of the Roses: command rolls in centimetres, drive-backs, showers and treachery.

Read ``tables.py``, ``state.py`` (the vocabulary), ``play.py`` (what holds for every action) and
then one chapter a folder: ``command``, ``movement``, ``missiles``, ``close_combat``; ``turn.py`` is
their order. Distances are centimetres throughout; inches are converted in ``measuring.py`` and
``lines.py``. Every ruling cites its ids (WOR-…).
"""

from __future__ import annotations

from rules.kernel.acting.frame import frame
from rules.kernel.army_check import kind_of
from rules.kernel.plain import hand_written, listed
from rules.kernel.protocol import Plain, RuleSet
from rules.roses.actions import actions, reach
from rules.roses.army import ROSTER, new_game
from rules.roses.demo import demo
from rules.roses.ledger import LEDGER
from rules.roses.page import bands, card, parties, status
from rules.roses.play import BOOK, winner
from rules.roses.reference import reference
from rules.roses.state import State
from rules.roses.switches import HOUSE, SWITCHES
from rules.roses.tables import BATTLES, BY_KIND
from vision.table.by_hand import check_words, understood


def _read_state(plain: Plain) -> State:
    """A hand-written state: units may be keyed by id, stands default to ``id/1``, ``id/2``.

    Raises:
        BadState: a field is missing, unknown or of the wrong type.
    """
    units = [_filled(unit) for unit in listed(plain, "units")]
    return hand_written({**plain, "units": units}, State, HOUSE)


def _filled(unit: dict[str, Plain]) -> dict[str, Plain]:
    name = str(unit.get("id", ""))
    stands = kind_of(name, str(unit.get("kind", "")), BY_KIND).stands
    if (battle := understood(str(unit.get("battle", "")), BATTLES)) is not None:
        unit = {**unit, "battle": battle}
    check_words((str(unit.get("battle", "")),), BATTLES, f"{name}.battle")
    return {"stands": [f"{name}/{n + 1}" for n in range(stands)], **unit}


ROSES = RuleSet(
    **frame(__name__, BOOK, SWITCHES, actions),
    name="roses",
    title="Wars of the Roses",
    edition="reference sheet",
    length="cm",
    prefix="WOR",
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
    reach=reach,
    parties=parties,
    ledger=LEDGER,
    goes_on=("begin", "end"),
    ends=frozenset({"concede"}),
)
