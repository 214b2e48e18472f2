"""Drumhead Quick Play: a small pike-and-shot game of our own, on one page.

Law: as all of ``rules``: pure, frozen, and every rule function cites its ids. It is the example
that ``docs/add-a-rule-set.md`` is written from.
"""

from rules.kernel.protocol import RuleSet
from rules.kernel.telling.house_told import citing
from rules.kernel.telling.index import titles_of
from rules.quickplay.actions import BOOK
from rules.quickplay.army import ROSTER, new_game, read_state
from rules.quickplay.demo import demo
from rules.quickplay.page import bands, card, reach, reference, status
from rules.quickplay.state import LEDGER, State
from rules.quickplay.switches import MEASURE, SWITCHES
from rules.quickplay.turn import winner

QUICKPLAY = RuleSet(
    name="quickplay",
    title="Drumhead Quick Play",
    edition="1",
    length="in",
    prefix="QP",
    state_type=State,
    switches=SWITCHES,
    ids=tuple(titles_of(__name__)),
    roster=ROSTER,
    new_game=new_game,
    actions=BOOK.offers,
    resolve=citing(BOOK.resolve, SWITCHES),
    winner=winner,
    status=status,
    card=card,
    bands=bands,
    premeasure=lambda state: MEASURE.of(state.house),
    reference=reference,
    demo=demo,
    read_state=read_state,
    verbs=BOOK.verbs,
    reach=reach,
    ledger=LEDGER,
    titles=titles_of(__name__),
    goes_on=("begin", "end"),
    ends=frozenset({"concede"}),
)
