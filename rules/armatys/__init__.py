"""Pike & Shot, English Civil War: counters and reaction tests, in eight phases a bound.

Law: as all of ``rules``: pure, frozen, and every rule function cites its ids. One file a
chapter; ``docs/rules-armatys.md`` is the map.
"""

from rules.armatys.actions import BOOK, winner
from rules.armatys.army import ROSTER, new_game
from rules.armatys.asking.by_hand import read_state
from rules.armatys.asking.lookups import LOOKUPS
from rules.armatys.demo import demo
from rules.armatys.ledger import LEDGER
from rules.armatys.page import bands, card, reach, status
from rules.armatys.reference import sections
from rules.armatys.state import State
from rules.armatys.switches import SWITCHES
from rules.kernel.protocol import RuleSet
from rules.kernel.telling.house_told import citing
from rules.kernel.telling.index import titles_of

ARMATYS = RuleSet(
    name="armatys",
    title="Pike & Shot",
    edition="March 2005",
    length="in",
    prefix="PAS",
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
    premeasure=lambda state: True,
    reference=sections,
    demo=demo,
    verbs=BOOK.verbs,
    read_state=read_state,
    lookups=LOOKUPS,
    reach=reach,
    ledger=LEDGER,
    titles=titles_of(__name__),
    goes_on=("done",),
    ends=frozenset({"agree"}),
)
