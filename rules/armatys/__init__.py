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
from rules.armatys.page import bands, card, parties, reach, status
from rules.armatys.reference import sections
from rules.armatys.state import State
from rules.armatys.switches import SWITCHES
from rules.kernel.acting.frame import frame
from rules.kernel.protocol import RuleSet

ARMATYS = RuleSet(
    **frame(__name__, BOOK, SWITCHES),
    name="armatys",
    title="Pike & Shot",
    edition="March 2005",
    length="in",
    prefix="PAS",
    state_type=State,
    roster=ROSTER,
    new_game=new_game,
    winner=winner,
    status=status,
    card=card,
    bands=bands,
    reference=sections,
    demo=demo,
    read_state=read_state,
    lookups=LOOKUPS,
    reach=reach,
    parties=parties,
    ledger=LEDGER,
    goes_on=("done",),
    ends=frozenset({"agree"}),
)
