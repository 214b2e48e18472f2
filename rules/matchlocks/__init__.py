"""The pike-and-shot book: one file a chapter, every ruling cites its ids (NMM-…).

Start with ``tables.py`` (the charts), ``state.py`` (the vocabulary) and ``play.py`` (how a
chapter function is built); ``musketry`` is the shortest whole chapter.
"""

from __future__ import annotations

from rules.kernel.acting.frame import frame
from rules.kernel.protocol import RuleSet
from rules.matchlocks.actions import actions, resolve
from rules.matchlocks.army import ROSTER
from rules.matchlocks.demo import demo
from rules.matchlocks.ledger import LEDGER
from rules.matchlocks.movement.moving import reach
from rules.matchlocks.page import bands, card, known, newcomers, side_card, status, unseen, winner
from rules.matchlocks.play import BOOK, premeasure
from rules.matchlocks.reference import reference
from rules.matchlocks.setting_up.mustering import LOOKUPS
from rules.matchlocks.setting_up.preparation import new_game, read_state
from rules.matchlocks.state import State
from rules.matchlocks.switches import SWITCHES

SECRET = frozenset(
    {
        "bonus", "events", "hand", "tokens", "army_morale",
        "NMM-CARD-11", "NMM-CARD-12", "NMM-CARD-13",
    }
)  # fmt: skip
"""The decks that a hand comes from, the hand, whether a card of it is played (CARD-05, -14), and
the Army Morale that is left, as a place and as a line of the ledger (PREP-14)."""

MATCHLOCKS = RuleSet(
    **frame(__name__, BOOK, SWITCHES, actions, resolve),
    name="matchlocks",
    title="Matchlocks",
    edition="first edition, 502 rules",
    length="in",
    prefix="NMM",
    state_type=State,
    roster=ROSTER,
    new_game=new_game,
    winner=winner,
    status=status,
    card=card,
    bands=bands,
    premeasure=premeasure,
    reference=reference,
    demo=demo,
    unit_says=("shot", "pikes", "parent"),
    read_state=read_state,
    newcomers=newcomers,
    side_card=side_card,
    lookups=LOOKUPS,
    reach=reach,
    secret=SECRET,
    free=frozenset({"cover"}),
    ledger=LEDGER,
    goes_on=("begin", "pass", "turn card", "finish", "end turn"),
    ends=frozenset({"concede"}),
    known=known,
    unseen=unseen,
)
