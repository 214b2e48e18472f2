"""The rule sets that Drumhead knows, in the order in which the page offers them."""

from rules.armatys import ARMATYS
from rules.blocks import BLOCKS
from rules.kernel.protocol import RuleSet
from rules.matchlocks import MATCHLOCKS
from rules.quickplay import QUICKPLAY
from rules.roses import ROSES
from rules.skirmish import SKIRMISH

RULE_SETS: tuple[RuleSet, ...] = (
    MATCHLOCKS,
    BLOCKS,
    ARMATYS,
    ROSES,
    SKIRMISH,
    QUICKPLAY,
)
