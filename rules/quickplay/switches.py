"""House rules of Drumhead Quick Play."""

from __future__ import annotations

from rules.kernel.play import Flag, Number
from rules.kernel.switches import HouseRules

YES_NO, NO_YES = ("yes", "no"), ("no", "yes")
CLOSING_FIRE = Flag(
    "closing_fire", YES_NO, "Do steady shot fire as a charge comes in?", ("QP-CHG-04",)
)
PIKES_HOLD = Flag(
    "pikes_hold", YES_NO, "Does horse keep off the front of steady pikes?", ("QP-CHG-03",)
)
TURNS = Number("turns", ("8", "6", "10"), "How many turns does the battle last?", ("QP-TURN-04",))
MEASURE = Flag("measure", YES_NO, "May anybody measure before he declares?", ("QP-SET-01",))
SWITCHES = (CLOSING_FIRE, PIKES_HOLD, TURNS, MEASURE)
HOUSE = HouseRules(SWITCHES)
