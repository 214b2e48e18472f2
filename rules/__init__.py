"""What the books say.

Law: pure. No clock, no random, no input or output, no cv2, no numpy, no flask; nothing is
mutated. Of the other folders only ``vision.measure`` may be imported. Rule functions ask
for dice and choices with ``yield from`` and cite the ids of the inventory. One folder a
book; what two books really share is a function in a module beside them, which knows no book
(docs/add-a-rule-set.md lists them). Nothing is inherited.
"""

from rules.armatys import ARMATYS
from rules.blocks import BLOCKS
from rules.matchlocks import MATCHLOCKS
from rules.protocol import RuleSet
from rules.roses import ROSES
from rules.skirmish import SKIRMISH

RULE_SETS: tuple[RuleSet, ...] = (MATCHLOCKS, BLOCKS, ARMATYS, ROSES, SKIRMISH)
