"""Moving through friends, and over obstacles (chapter X; MOVE-24 to -29, -32 to -35)."""

from __future__ import annotations

from rules.kernel.prompts import Option, Steps, choose, is_so
from rules.kernel.protocol import IllegalAction
from rules.matchlocks.measuring import OBSTACLES, bases_of
from rules.matchlocks.musketry.losses import disarray
from rules.matchlocks.play import Play, throw
from rules.matchlocks.state import Unit, kind_of, on_foot_loose
from rules.matchlocks.switches import House
from vision.measure.answers import Passage, Path
from vision.measure.path import crosses_obstacle, interpenetrates
from vision.table.reading import Verdict
from vision.table.snapshot import Snapshot

# --- friends ---------------------------------------------------------------------------------


def pass_friends(
    play: Play, unit: Unit, after: Snapshot, *, ordered: bool = True, good_going: bool = True
) -> Steps[Play]:
    """Tokens for going through friends; an ordered Move must have begun in touch (MOVE-34).

    Raises:
        IllegalAction: it did not stop at the friend first, or went into an enemy.
    """
    others = frozenset(one.id for one in play.state.units.values() if not one.gone)
    for passage in interpenetrates(play.table, after, unit.id, others=others - {unit.id}):
        other = play.state.units[passage.unit]
        if not (yield from _really(passage, unit, other)):
            continue
        if other.side != unit.side:
            raise IllegalAction(
                f"{unit.label} would run into {other.label}: declare an Attack", "NMM-ACT-10"
            )
        if ordered and passage.touching.at_least() is Verdict.OUT:
            raise IllegalAction(
                f"{unit.label} must first stop against {other.label}; a second Action goes through",
                "NMM-MOVE-34",
            )
        play = through(play, unit.id, other.id, good_going=good_going)
    return play


def _really(passage: Passage, unit: Unit, other: Unit) -> Steps[bool]:
    if passage.depth.value <= 0.01 and not passage.depth.plus_minus:
        return False
    what = f"{unit.does('goes')} through {other.label}"
    rules = ("NMM-MOVE-32",)
    return (yield from is_so(passage.depth, unit.side, what, *rules))


def through(play: Play, mover_id: str, friend_id: str, *, good_going: bool = True) -> Play:
    """One unit goes through a friend (MOVE-32, -33, -35)."""
    mover, friend = play.unit(mover_id), play.unit(friend_id)
    if waived(play, "NMM-MOVE-33", good_going=good_going):
        return play
    if disturbs_nobody(play, mover) or disturbs_nobody(play, friend):
        play = play.step(f"{mover.does('passes')} {friend.label}: loose foot", "NMM-MOVE-35")
        return _self_token(play, mover, friend)
    same = _arm(play, mover) == _arm(play, friend)
    if same and not mover.disarray and not friend.disarray:
        says = f"{mover.does('passes')} through {friend.label} in order"
        return play.step(says, "NMM-MOVE-32")
    why = "another arm" if not same else "one of them is Disarrayed"
    for one, two in ((mover, friend), (friend, mover)):
        play = disarray(play, one.id, f"a passage with {two.label}, {why}", "NMM-MOVE-33")
    return play


def _arm(play: Play, unit: Unit) -> str:
    """Foot, horse or guns: dragoons on horseback move as Cavalry (``mounted_dragoons_arm``)."""
    arm = kind_of(unit).arm
    if arm != "dragoon":
        return arm
    cavalry = unit.mounted and play.on(House.mounted_dragoons_arm.cavalry)
    return "horse" if cavalry else "foot" if not unit.mounted else arm


def is_other_arm(play: Play, one: Unit, two: Unit) -> bool:
    """Are they of different arms, as a passage sees it (MOVE-32, MOR-24)?"""
    return _arm(play, one) != _arm(play, two)


def through_passed(play: Play, unit: Unit, before: Snapshot) -> Steps[Play]:
    """The price of friends that a move went through, from *before* to the table now."""
    if not (bases_of(before, unit.id) and bases_of(play.table, unit.id)):
        return play
    friends = frozenset(one.id for one in play.state.friends(unit.side) if one.id != unit.id)
    for passage in interpenetrates(before, play.table, unit.id, others=friends):
        friend = play.unit(passage.unit)
        if (yield from _really(passage, unit, friend)):
            play = through(play, unit.id, friend.id)
    return play


def disturbed_by_rout(play: Play, unit: Unit, way: Path | None) -> Play:
    """Friends that broken troops run through pay as for any passage (MOVE-33; the runaways are
    gone anyhow; ``rout_through_friends``)."""
    spared = play.on(House.rout_through_friends.none) or disturbs_nobody(play, unit)
    for passage in way.meets if way is not None and not spared else ():
        friend = play.state.units.get(passage.unit)
        sure = passage.depth.value > passage.depth.plus_minus
        if friend is None or friend.side != unit.side or not sure or disturbs_nobody(play, friend):
            continue
        if is_other_arm(play, unit, friend) or unit.disarray or friend.disarray:
            why = f"{unit.does('routs')} through it"
            play = disarray(play, friend.id, why, "NMM-MOVE-33")
    return play


def through_friends(play: Play, unit: Unit, way: Path | None) -> Play:
    """Evades and retreats pass straight through friends, at the usual price (MOVE-32 to -35)."""
    for passage in way.meets if way is not None else ():
        friend = play.state.units.get(passage.unit)
        if friend is not None and friend.side == unit.side and passage.depth.value > 0:
            play = through(play, unit.id, friend.id)
    return play


def disturbs_nobody(play: Play, unit: Unit) -> bool:
    """Foot Skirmishers and dismounted dragoons disturb nobody (MOVE-35)."""
    if on_foot_loose(unit):
        return True
    loose = kind_of(unit).loose
    return loose and play.on(House.skirmish_passthrough_mounted)


def _self_token(play: Play, mover: Unit, friend: Unit) -> Play:
    """By house rule the loose foot pay themselves when they pass another arm."""
    if play.on(House.skirmish_passthrough_self.none):
        return play
    if not is_other_arm(play, mover, friend):
        return play
    for one in (mover, friend):
        if disturbs_nobody(play, one):
            play = disarray(play, one.id, "a passage with another arm", "NMM-MOVE-35")
    return play


def waived(play: Play, rule: str, *, good_going: bool = True) -> bool:
    """Is that penalty waived in the manoeuvre phase?  (TURN-05; ``mb_penalty_scope``)"""
    if play.state.phase != "manoeuvre" or not good_going:
        return False
    turning = rule in ("NMM-MOVE-20", "NMM-MOVE-23")
    return turning or not play.on(House.mb_penalty_scope.facing_only)


# --- obstacles -------------------------------------------------------------------------------


def cross_obstacles(play: Play, unit: Unit, after: Snapshot) -> Steps[tuple[Play, bool]]:
    """Hedges, walls, streams and works on the way; False when the unit is stopped by one.

    Raises:
        IllegalAction: it did not first end a Move against the obstacle, or cannot cross.
    """
    for crossing in crosses_obstacle(play.table, after, unit.id, terrain=OBSTACLES):
        if not crossing.over:
            continue
        if not crossing.starts:
            raise IllegalAction(
                f"{unit.label} must first end a Move against {crossing.name}; a second Action "
                "goes over",
                "NMM-MOVE-24",
            )
        play, over = yield from cross(play, unit, crossing.name)
        if not over:
            return play, False
    return play, True


def cross(play: Play, unit: Unit, obstacle: str) -> Steps[tuple[Play, bool]]:
    """One unit at one obstacle (MOVE-25 to -29).

    Raises:
        IllegalAction: guns cannot cross, or it was found impassable.
    """
    rating = play.state.obstacles.get(obstacle, "")
    if play.on(House.obstacle_details.custom):
        return (yield from _agreed(play, unit, obstacle))
    if kind_of(unit).arm == "gun":
        raise IllegalAction(f"{unit.does('is')} a gun and cannot cross {obstacle}", "NMM-MOVE-24")
    if rating == "never":
        raise IllegalAction(f"{obstacle} cannot be crossed in this battle", "NMM-MOVE-28")
    if rating == f"stopped:{play.state.turn}":
        raise IllegalAction(f"{obstacle} cannot be crossed this turn", "NMM-MOVE-27")
    no_roll = play.on(House.mb_penalty_scope.all) and play.state.phase == "manoeuvre"
    if no_roll:
        return play, True
    if rating == "" or rating.startswith("stopped:"):
        play, rating = yield from _rated(play, unit, obstacle, rating)
    return _crosses(play, unit, obstacle, rating)


def _rated(play: Play, unit: Unit, obstacle: str, before: str) -> Steps[tuple[Play, str]]:
    """Throw for an obstacle that nobody has got over yet, and write its rating down."""
    what = f"{unit.does('crosses')} {obstacle}"
    rule = "NMM-MOVE-28" if before else "NMM-MOVE-25"
    play, dice = yield from throw(play, what, 1, unit.side, need=2, rules=(rule,), apart=(6,))
    face = dice.faces[0]
    if before:
        rating = "never" if face == 1 else "two"
    else:
        first = f"stopped:{play.state.turn}"
        rating = "free" if face == 6 else first if face == 1 else "one"
    play = play.with_state(obstacles={**play.state.obstacles, obstacle: rating})
    says = f"{what}: {face}, {RATINGS[rating.split(':')[0]]}"
    return play.step(says, rule, "NMM-MOVE-29", faces=dice.faces), rating


RATINGS = {
    "free": "no difficulty",
    "one": "it costs one Disarray",
    "two": "it costs two Disarray",
    "stopped": "no way over this turn",
    "never": "no way over in this battle",
}
_RATING_RULE = {"free": "NMM-MOVE-25", "one": "NMM-MOVE-26", "two": "NMM-MOVE-28"}


def _crosses(play: Play, unit: Unit, obstacle: str, rating: str) -> tuple[Play, bool]:
    if rating == "never" or rating.startswith("stopped:"):
        rule = "NMM-MOVE-28" if rating == "never" else "NMM-MOVE-27"
        return play.step(f"{unit.does('stays')} before {obstacle}", rule), False
    tokens = {"one": 1, "two": 2}.get(rating, 0)
    rule = _RATING_RULE[rating]
    if not tokens or on_foot_loose(unit) or waived(play, rule):
        spared = ": loose foot pay nothing" if tokens and on_foot_loose(unit) else ""
        return play.step(f"{unit.does('crosses')} {obstacle} without loss{spared}", rule), True
    return disarray(play, unit.id, f"crossing {obstacle}", rule, tokens=tokens), True


def _agreed(play: Play, unit: Unit, obstacle: str) -> Steps[tuple[Play, bool]]:
    """House rule ``obstacle_details=custom``: the players say how it is crossed."""
    options = (
        Option("free", "crosses without loss"),
        Option("one", "crosses with one Disarray"),
        Option("two", "crosses with two Disarray"),
        Option("stopped", "cannot cross now"),
    )
    what = f"{unit.label} at {obstacle}"
    chosen = yield from choose(what, unit.side, options, rules=("NMM-MOVE-24",))
    play = play.step(f"{what}: {RATINGS[chosen]}", "NMM-MOVE-24")
    rating = f"stopped:{play.state.turn}" if chosen == "stopped" else chosen
    return _crosses(play, unit, obstacle, rating)
