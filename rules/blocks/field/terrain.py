"""What ground does: cover, dragoons, and the advantage of the ground in melee (MAP-TERR)."""

from __future__ import annotations

from rules.blocks.field.grid import crosses_water, rel_level
from rules.blocks.state import Contest, Going, Land, Square
from rules.blocks.switches import DRAGOON_TERRAIN
from rules.blocks.tables import GROUNDS
from rules.kernel.protocol import BadState
from rules.kernel.refusal import refusal
from rules.kernel.sides import enemy


def checked_land(one: Land) -> Land:
    """A land whose ground and level the book knows.

    Raises:
        BadState: an unknown ground, or a level outside 1 to 5 (MAP-TERR-09).
    """
    if one.ground not in GROUNDS:
        raise BadState(f"{one.ground} is no ground: it is one of {', '.join(GROUNDS)}.")
    if not 1 <= one.level <= 5:
        raise BadState(str(refusal(f"Level {one.level}: levels run from 1 to 5", "MAP-TERR-09")))
    return one


def is_cover(play: Going, square: Square) -> bool:
    """MAP-TERR-03, MAP-TERR-07, MAP-TERR-15: buildings, enclosures and woods are cover."""
    return GROUNDS[play.state.land(square).ground].cover


def is_open(play: Going, square: Square) -> bool:
    """MAP-TERR-08: nothing in the square. A slope above level 1 is terrain."""
    here = play.state.land(square)
    return here.ground == "open" and here.level == 1


def favours_dragoons(play: Going, square: Square) -> bool:
    """MAP-TERR-05, MAP-TERR-13, MAP-DRG-03: dragoons fight in terrain (MAP_DRAGOON_TERRAIN)."""
    if play.on(DRAGOON_TERRAIN.all_not_open):
        return not is_open(play, square)
    return GROUNDS[play.state.land(square).ground].dragoons


def begun(play: Going, square: Square, origins: tuple[Square, ...], owner: str) -> Contest:
    """How the fight in *owner*'s square begins. One that is under way already, though nothing is
    remembered of it, is past its opening round (MAP-TERR-12)."""
    if play.state.is_contested(square):
        return Contest(square, owner, rounds=1)
    return ways_in(play, square, origins, owner)


def ways_in(play: Going, square: Square, origins: tuple[Square, ...], owner: str) -> Contest:
    """How a charge comes into *owner*'s square: over a stream (MAP-TERR-12), or all of it
    downhill or uphill (MAP-TERR-16)."""
    here = play.state.land(square).level
    levels = [rel_level(play.state.land(frm).level, here) for frm in origins]
    return Contest(
        square,
        owner,
        over_stream=any(crosses_water(play, frm, square) for frm in origins),
        downhill=bool(levels) and all(level == "lower" for level in levels),
        uphill=bool(levels) and all(level == "higher" for level in levels),
    )


def advantage(play: Going, fight: Contest) -> tuple[str, str, str]:
    """Who has the terrain advantage in this round, why and by which rule; "" for nobody.

    MAP-TERR-16: chargers downhill have it in the round of their charge; otherwise the owner
    of the square has it where there is ground to defend, or against a charge uphill.
    MAP-TERR-12: against enemies over a stream the owner has it in the first round only.
    """
    first = fight.rounds == 0
    ground = GROUNDS[play.state.land(fight.square).ground]
    if first and fight.downhill:
        return enemy(play.state, fight.owner), "charging downhill", "MAP-TERR-16"
    if ground.melee:
        return fight.owner, f"holding {ground.title.lower()}", "MAP-TERR-16"
    if fight.uphill:
        return fight.owner, "holding the higher ground", "MAP-TERR-16"
    if first and fight.over_stream:
        return fight.owner, "holding the far bank", "MAP-TERR-12"
    return "", "", ""
