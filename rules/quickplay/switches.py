"""House rules of Drumhead Quick Play."""

from rules.kernel.play import Flag, Number
from rules.kernel.switches import HouseRules, maker, written

flag, number = maker(Flag), maker(Number)
# fmt: off
CLOSING_FIRE = flag("closing_fire", "yes / no", "Do steady shot fire as a charge comes in?",
                    "QP-CHG-04")
PIKES_HOLD = flag("pikes_hold", "yes / no", "Does horse keep off the front of steady pikes?",
                  "QP-CHG-03")
TURNS = number("turns", "8 / 6 / 10", "How many turns does the battle last?", "QP-TURN-04")
MEASURE = flag("measure", "yes / no", "May anybody measure before he declares?", "QP-SET-01")
# fmt: on
SWITCHES = written(globals())
HOUSE = HouseRules(SWITCHES)
