"""Matchlock & Pikes: blocks on a grid of 12 by 9 squares, with elan.

Law: as all of ``rules``: pure, frozen, and every rule function cites its ids. One file a
chapter; ``docs/rules-blocks.md`` is the map.
"""

from rules.blocks.actions import BOOK, winner
from rules.blocks.army import ROSTER, new_game
from rules.blocks.asking.by_hand import read_state
from rules.blocks.asking.lookups import LOOKUPS
from rules.blocks.demo import demo
from rules.blocks.ledger import LEDGER
from rules.blocks.page import bands, card, parties, reach, status
from rules.blocks.reference import sections
from rules.blocks.state import State
from rules.blocks.switches import SWITCHES
from rules.blocks.tables import STARTING_ELAN
from rules.kernel.acting.frame import frame
from rules.kernel.protocol import RuleSet

BLOCKS = RuleSet(
    **frame(__name__, BOOK, SWITCHES),
    name="blocks",
    title="Matchlock & Pikes",
    edition="playtest 1.2",
    length="squares",
    prefix="MAP",
    state_type=State,
    roster=ROSTER,
    new_game=new_game,
    winner=winner,
    status=status,
    card=card,
    bands=bands,
    reference=sections,
    demo=demo,
    unit_says=("commanded shot",),
    army_says={"nation": (), "motivation": tuple(STARTING_ELAN), "tercios": ("yes", "no")},
    read_state=read_state,
    squares=(12, 9),
    lookups=LOOKUPS,
    reach=reach,
    parties=parties,
    ledger=LEDGER,
    goes_on=("begin", "pass"),
    ends=frozenset({"agree"}),
)
