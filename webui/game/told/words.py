"""Every English sentence that the Python half of the page says; the rest is static/words/.

A translation is another file with the same names.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from vision.table.reading import Verdict

_TEMPLATES = Path(__file__).parents[2] / "templates"
PAGES: dict[str, dict[str, str]] = tomllib.loads(
    (_TEMPLATES / "words.toml").read_text(encoding="utf-8")
)
"""What the templates say, by page: ``say`` in them."""

SIMULATED = "SIMULATED TABLE"
SIMULATED_SAYS = "The picture is drawn by the program: no real table is being measured."
BY_HAND = "TABLE BY HAND"
BY_HAND_SAYS = "No camera: every base stands where it was put on this page."

NO_HALL = "this table is in no hall: start it with --hall, see docs/hall.md"

READING_TITLES = {
    "shoot_range": "Distance from mid-front",
    "front_range": "Range from the front",
    "gap": "Gap, nearest points",
    "base_gap": "Gap of two bases",
    "command_distance": "Command distance",
    "in_arc": "Inside the front arc",
    "in_their_arc": "Inside their front arc",
    "sight": "Line of sight",
    "zone": "Stands in their",
    "move_distance": "Moved, straight",
    "facing_change": "Turned",
    "in_forward_arc": "Forward arc",
    "square_of": "Inside the square",
}
READING_HOW = {
    "shoot_range": "from the middle of the one's front to the nearest point of the other",
    "front_range": "from the nearest point of the shooter's front to the target's nearest",
    "gap": "between the nearest points of the two units' bases",
    "base_gap": "between the nearest points of those two bases",
    "command_distance": "from the nearest point of the one to the nearest point of the other",
    "in_arc": "45° out from each end of the front",
    "in_their_arc": "the same arc, drawn from the other unit",
    "sight": "how far the line may be shifted at the target, past bases and terrain",
    "zone": "by the lines drawn through the other unit's corners",
}

IN, OUT, CLOSE = "IN", "OUT", "TOO CLOSE TO CALL"
YES, NO = "YES", "NO"

ARC_SAYS = {
    Verdict.IN: "stayed in it",
    Verdict.OUT: "left it",
    Verdict.CLOSE: "too close to call",
}

WITHHELD = (
    "This rule set does not let you measure before you declare. Declare, and the ruling shows "
    "every measurement."
)
NO_BACKUP = "no backup of this game can be written beside it: free some space on the disk"

MOVED_ON = "somebody was faster: the game has moved on, here is how it stands"

FOR_EYES = "for {by}'s eyes only"
SECRET = "(secret)"
NOT_DRAWN = "{what}: look at the card again, it is one of {cards}, and not in another hand"
LOOKS_AT_HAND = "{by} looks at what it holds"

ODDS_TAKE_LONG = "this action takes too many steps for odds to be worked out at the table"
NO_ODDS_YET = "There are no odds before it is declared: {why}"
NO_ODDS_REFUSED = (
    "There are no odds for what the rules refuse as the models stand. {why}. Once that has "
    "changed, ask again; or let it be done by agreement, from the refused action"
)
NO_ODDS_NOW = "odds are for actions that can be declared now"

NOT_ALLOWED = {
    "player": "join the game with a side's code to do that",
    "table": "only the table screen (the computer that runs Drumhead) and the umpire may do that",
    "umpire": "only the umpire may do that: enter the PIN on the Join page",
}
NO_SUCH_READING = (
    "such a reading is from {least} to 1000, and its ± from 0 to 100: a distance is never less "
    "than 0, a margin is where it says no, as of a point outside an arc"
)
GHOST = "move {bases} here"
AS_IT_WAS = "the whole table as it was"
AS_IT_BEGAN = "the whole table as the battle begins"
STANDS_ALREADY = "it stands there already"
NOT_AT_THE_TABLE = "whoever stands at the table moves the models: show them a ghost instead"
NO_SUCH_LINK = "this link leads nowhere: it was ended, or is not whole; ask the table for another"
ONLY_AT_THE_COMPUTER = "only the computer that runs Drumhead lets its network in or shuts it out"
SEAT_FIRST = (
    "from outside only players and people with a watcher's link may look: enter a join code, or "
    "ask the table for a link"
)
CODE_BEFORE_PIN = "from outside the PIN is asked of players only: enter a side's join code first"
NOT_YOUR_UNIT = "{unit} is not {side}'s: its own side, or the table screen, has to do that"
NOT_YOUR_PROMPT = "{by} is asked, not {side}"

WRONG_HOST = "this address is not one of this computer's: open the one that Drumhead printed"
WRONG_ORIGIN = "this request came from another site and was refused"
NOT_JSON = "send JSON (Content-Type: application/json)"
TOO_LARGE = "that is too large: at most {limit} bytes are read"
TOO_MANY_STREAMS = "too many screens are connected: close one and try again"
NO_SUCH_PAGE = "there is no such page here"
CRASHED = (
    "something went wrong inside Drumhead; the game is safe in the journal. The log on the "
    "table computer says more"
)

REPLAY = {
    "first": "To the beginning", "back": "One step back", "on": "One step on", "last": "To the end",
    "play": "Play", "pause": "Pause", "plan": "Plan", "picture": "Picture", "close": "Close up",
    "whole": "Whole table", "turn": "Turn", "step": "Step", "of": "of", "lost": "lost",
    "and": "and",
    "overruled": "Overruled", "again": "By an overruling", "noted": "Correction noted",
    "needs": "needs", "begins": "The battle begins.",
    "table": "The table at this step",
}  # fmt: skip
REPORT = {
    "replay": "The battle, step by step", "losses": "Losses", "moments": "Key moments",
    "dice": "The dice of both sides", "log": "The whole log", "side": "Side", "unit": "Unit",
    "thrown": "Dice", "mean": "Mean", "hits": "Succeeded", "expected": "expected",
    "nobody": "Nobody has lost anything yet.", "lost": "lost", "left": "left", "of": "of",
    "overruled": "Overruled", "again": "By an overruling", "noted": "Correction noted",
    "because": "because", "simulated": "SIMULATED", "way_back": "Back to the rulings",
    "opening": "The battle", "table": "The table at this step",
}  # fmt: skip

WHY_NOT_READ = {
    "cocked": "cocked",
    "stacked": "on another die",
    "covered": "covered",
    "outside": "half outside",
    "glare": "in glare",
    "small": "too small",
    "odd": "not sure",
}
"""Of a die in a throw that does not count."""
