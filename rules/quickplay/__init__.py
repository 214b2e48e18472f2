"""Drumhead Quick Play: a small pike-and-shot game of our own, on one page.

Law: as all of ``rules``: pure, frozen, and every rule function cites its ids. It is the example
that ``docs/add-a-rule-set.md`` is written from.
"""

from rules.kernel.acting.frame import frame
from rules.kernel.protocol import RuleSet
from rules.quickplay.actions import reach
from rules.quickplay.army import ROSTER, new_game, read_state
from rules.quickplay.demo import demo
from rules.quickplay.page import bands, card, reference, status
from rules.quickplay.state import LEDGER, State
from rules.quickplay.switches import MEASURE, SWITCHES
from rules.quickplay.turn import BOOK, winner

QUICKPLAY = RuleSet(
    **frame(__name__, BOOK, SWITCHES),
    name="quickplay", title="Drumhead Quick Play", edition="edition 1", length="in", prefix="QP",
    state_type=State, roster=ROSTER, new_game=new_game, read_state=read_state, winner=winner,
    status=status, card=card, bands=bands, reach=reach, reference=reference, demo=demo,
    premeasure=lambda state: MEASURE.of(state.house),
    ledger=LEDGER, goes_on=("begin", "end"), ends=frozenset({"concede"}),
)  # fmt: skip
