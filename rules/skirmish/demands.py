"""What each result of the action tables demands of a move (SKM-CODE-01 … -16, SKM-ACTX)."""

from __future__ import annotations

import math
from collections.abc import Callable

from msgspec import Struct

from rules.centimetres import to_cm
from rules.ruler import foot_of
from rules.skirmish import groups, pace, ruler, sight
from rules.skirmish.action_tables import CODE_RULE, MEANING
from rules.skirmish.state import Group, Play
from rules.skirmish.tables import GALLOP_CM, PIKE_REACH_CM, TROT_CM
from vision.measure.polygon import nearest_on, outline_gap
from vision.measure.reading import Point, Verdict
from vision.measure.table import Terrain

TOLERANCE_CM = 1.0
CHARGES = ("CONT_FACE_CHARGE", "ADV_CHARGE", "ADV_NEAREST", "SWEDE_ATTACK")
Fault = Callable[[Play], str]


class Demand(Struct, frozen=True):
    """What a group is asked to do; ``stands``: it does so without moving, if it may stay."""

    says: str
    fault: Fault
    stands: bool = False
    rules: tuple[str, ...] = ()


def demand(play: Play, group: Group, code: str, enemy: Group | None) -> Demand:
    """The demand of a result, given the nearest visible enemy (SKM-ACT-09)."""
    if code == "FREE":
        return Demand("move as you like", lambda after: "", rules=("SKM-CMD-19", "SKM-ACT-06"))
    rules = (CODE_RULE[code],)
    fault = MAKERS[code](play, group, code, enemy)
    stands = code.startswith(("HALT", "CONT")) and group.motion == "stand"
    says = f"{code}, {MEANING[code]}{_doubt(play, group, code, enemy)}"
    return Demand(says, fault, stands or code == "HALT", rules)


def _doubt(play: Play, group: Group, code: str, enemy: Group | None) -> str:
    """What is said of a charge whose reach the ruler cannot tell: nobody is compelled to it."""
    if enemy is None or code not in CHARGES:
        return ""
    reading = ruler.group_distance(play, group, enemy)
    if reading.compare(reach_cm(play, group, code)) is not Verdict.CLOSE:
        return ""
    return f" (whether a charge reaches is too close to call, {reading}: it may charge or not)"


# -- measures of a move ---------------------------------------------------------------------


def _went(play: Play, after: Play, group: Group) -> float:
    """How far the middle of the group went, cm, straight."""
    return to_cm(math.dist(ruler.middle(play, group), ruler.middle(after, group)))


def _gap(play: Play, group: Group, enemy: Group) -> float:
    return ruler.group_distance(play, group, enemy).value


def _touches(play: Play, group: Group, enemy: Group) -> bool:
    """Base contact, or pikes at 5 cm, who alone may stop short (SKM-MEL-05, -07)."""
    return any(
        ruler.touch(play.table, mine.id, theirs.id)
        or ("pike" in mine.weapons and ruler.reaches(play.table, mine.id, theirs.id, PIKE_REACH_CM)
            is not Verdict.OUT)
        for mine in play.members(group.id)
        for theirs in play.members(enemy.id)
    )  # fmt: skip


def reach_cm(play: Play, group: Group, code: str) -> float:
    """How far it can charge (SKM-MEL-01)."""
    men = play.members(group.id)
    most = min(pace.allowance_cm(play, figure, code, charging=True) for figure in men)
    return min(most, TROT_CM[1]) if groups.kind_of(play, group) == "dutch" else most


# -- the demands ----------------------------------------------------------------------------


def _continue(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """As before: stand, go on, or go back (SKM-CODE-01)."""

    def fault(after: Play) -> str:
        went = _went(play, after, group)
        if group.motion == "stand":
            return f"{group.label} was standing and stays (SKM-CODE-01)" if went > 1 else ""
        if enemy is None:
            return ""
        closer = _gap(after, group, enemy) - _gap(play, group, enemy)
        if group.motion == "advance" and closer > TOLERANCE_CM:
            return f"{group.label} was advancing (SKM-CODE-01)"
        if group.motion == "back" and closer < -TOLERANCE_CM:
            return f"{group.label} was falling back (SKM-CODE-01)"
        return ""

    return fault


def _face(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """As before, but turned to the nearest enemy (SKM-CODE-02)."""
    before = _continue(play, group, code, enemy)

    def fault(after: Play) -> str:
        return before(after) or _facing(after, group, enemy, "SKM-CODE-02")

    return fault


def _facing(after: Play, group: Group, enemy: Group | None, rule: str) -> str:
    if enemy is None or ruler.faces(after, group, enemy):
        return ""
    if ruler.faces_among(after, group, enemy):
        return ""
    return f"{group.label} faces {enemy.label} ({rule})"


def _must_charge(play: Play, group: Group, code: str, enemy: Group | None) -> bool:
    """In reach, compulsory by default, not out of a fortified place (SKM-CODE-03, -15).

    A group in contact has done it, and stays.
    """
    if enemy is None or group.fortified or play.state.rule("SKM_CHARGE_Q") == "may":
        return False
    if _touches(play, group, enemy):
        return True
    reach = reach_cm(play, group, code)
    if _gap(play, group, enemy) > reach + 1e-6:
        return False
    return any(
        pace.can_close(play, mine, theirs, reach)
        for mine in play.members(group.id)
        for theirs in play.members(enemy.id)
    )


def _face_charge(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """Charge the nearest enemy if in reach, else as CONT_FACE (SKM-CODE-03)."""
    if not _must_charge(play, group, code, enemy):
        return _or_charge(play, group, code, enemy, _face(play, group, code, enemy))
    return _into(group, enemy)


def _or_charge(
    play: Play, group: Group, code: str, enemy: Group | None, otherwise: Fault
) -> Fault:
    """By the owner's choice a charge in reach is as good (``SKM_CHARGE_Q`` may)."""

    def fault(after: Play) -> str:
        if enemy is not None and _touches(after, group, enemy):
            return ""
        return otherwise(after)

    return fault


def _into(group: Group, enemy: Group | None) -> Fault:
    def fault(after: Play) -> str:
        if enemy is None or _touches(after, group, enemy):
            return ""
        return f"{enemy.label} is in reach: {group.label} charges into contact (SKM-CODE-03, -04)"

    return fault


def _advance_charge(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """Toward the nearest enemy, into contact if in reach (SKM-CODE-04, SKM-ACTX-01)."""
    if _must_charge(play, group, code, enemy):
        return _into(group, enemy)
    return _nearer(play, group, code, enemy, 1.0)


def _nearer(play: Play, group: Group, code: str, enemy: Group | None, least: float) -> Fault:
    if enemy is None:
        return lambda after: ""
    way = ruler.way_from(ruler.centre(play.table, ruler.closest_man(play, group, enemy)),
                         ruler.middle(play, group))  # fmt: skip
    room = pace.room_cm(play, play.members(group.id), way, code)
    gap = _gap(play, group, enemy)

    def fault(after: Play) -> str:
        if room < 1.0 or _gap(after, group, enemy) <= gap - 0.3 * min(least, room):
            return ""
        return f"{group.label} goes toward {enemy.label} ({CODE_RULE[code]})"

    return fault


def _go_for(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """Best row, die 6; horse of either training have their own way (SKM-ACTX-01, -06, -08)."""
    kind = groups.kind_of(play, group)
    if enemy is not None and kind == "dutch":
        if is_foot(play, enemy) and ruler.faces(play, enemy, group):
            return _to_medium(play, group, code, enemy)
        return _advance_charge(play, group, code, enemy)
    if enemy is not None and kind == "swedish":
        return _swedish(play, group, code, enemy)
    return _advance_charge(play, group, code, enemy)


def is_foot(play: Play, group: Group) -> bool:
    """Nobody in it is mounted."""
    return not any(figure.mounted for figure in play.members(group.id))


def medium_cm(play: Play, group: Group) -> float:
    """Outer limit of medium range of the weapon it uses: the longest (SKM-CODE-11)."""
    weapons = [weapon for figure in play.members(group.id) if (weapon := figure.shot())]
    best = max(weapons, key=lambda weapon: weapon.long_cm, default=None)
    return best.medium_cm if best else 0.0


def _to_medium(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """Trot up and stop at medium range (SKM-CODE-11)."""
    if enemy is None:
        return lambda after: ""
    limit = medium_cm(play, group)
    weapons = [w for figure in play.members(group.id) if (w := figure.shot())]
    short = max((weapon.short_cm for weapon in weapons), default=0.0)
    band = play.state.rule("SKM_HALT_MEDIUM") == "band"
    low = (short if band else limit) - TOLERANCE_CM
    gap = _gap(play, group, enemy)
    nearer = _nearer(play, group, code, enemy, min(30.0, max(gap - limit, 0.0)))

    def fault(after: Play) -> str:
        now = _gap(after, group, enemy)
        if gap <= limit + TOLERANCE_CM:
            moved = _went(play, after, group) > TOLERANCE_CM
            return f"{group.label} is at medium range and stops (SKM-CODE-11)" if moved else ""
        if now < low:
            return f"{group.label} stops at {limit:g} cm, not nearer (SKM-CODE-11)"
        return "" if now <= limit + TOLERANCE_CM else nearer(after)

    return fault


def _swedish(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """Pikes met head on are shot at, anyone else is galloped into (SKM-CODE-12)."""
    if enemy is None:
        return lambda after: ""
    men = play.members(enemy.id)
    pikes = 2 * sum("pike" in figure.weapons for figure in men) > len(men)
    if pikes and ruler.faces(play, enemy, group):
        return _to_medium(play, group, code, enemy)
    return _advance_charge(play, group, "SWEDE_ATTACK", enemy)


def _halt(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """Stop where it is, facing the nearest enemy (SKM-CODE-05)."""

    def fault(after: Play) -> str:
        if _went(play, after, group) > TOLERANCE_CM:
            return f"{group.label} halts where it is (SKM-CODE-05)"
        return _facing(after, group, enemy, "SKM-CODE-05")

    return fault


# -- going back -----------------------------------------------------------------------------


def covers(play: Play, group: Group) -> list[tuple[float, Terrain]]:
    """Pieces that give cover with the distance to the nearest man, cm, nearest first (Q-14)."""
    feet = [foot_of(play.table, figure.id) for figure in play.members(group.id)]
    found = [
        (min(to_cm(outline_gap(foot, p.outline_in, not p.is_line)) for foot in feet), p)
        for p in play.table.terrain
        if sight.cover_kind(p) != "open"
    ]
    return sorted(found, key=lambda one: one[0])


def _cover(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """To the nearest cover in one move, else away from all enemies (SKM-CODE-06, -ACTX-03)."""
    piece = cover_for(play, group, code, enemy)
    if piece is None:
        return _away(play, group, code, enemy, 1.0, _in_one_move(play, group, code))
    return _into_cover(play, group, piece, CODE_RULE[code])


def _withdraw(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """To cover that lies farther from the enemy (SKM-CODE-07)."""
    piece = cover_for(play, group, code, enemy)
    if piece is None:
        return _away(play, group, code, enemy, 1.0, _in_one_move(play, group, code))
    return _into_cover(play, group, piece, "SKM-CODE-07")


def cover_for(play: Play, group: Group, code: str, enemy: Group | None) -> Terrain | None:
    """The cover that a result sends a group to: the nearest in one move, for a withdrawal the
    nearest that lies farther from the enemy; None when the result or the table has none."""
    if code not in ("COVER", "HALT_COVER", "WITHDRAW"):
        return None
    reach = _in_one_move(play, group, code)
    for gap, piece in covers(play, group):
        if gap > reach:
            break
        if code != "WITHDRAW" or enemy is None or _is_behind(play, group, piece, enemy):
            return piece
    return None


def _in_one_move(play: Play, group: Group, code: str) -> float:
    return min(pace.allowance_cm(play, figure, code) for figure in play.members(group.id))


def _is_behind(play: Play, group: Group, piece: Terrain, enemy: Group) -> bool:
    foe = ruler.centre(play.table, ruler.closest_man(play, group, enemy))
    there = to_cm(math.dist(foe, nearest_on(piece.outline_in, foe, not piece.is_line)))
    return there > _gap(play, group, enemy)


def _into_cover(play: Play, group: Group, piece: Terrain, rule: str) -> Fault:
    target = ruler.middle(play, group)
    goal = nearest_on(piece.outline_in, target, not piece.is_line)
    room = pace.room_cm(play, play.members(group.id), ruler.way_from(goal, target), "COVER")

    def fault(after: Play) -> str:
        gaps = [gap for gap, one in covers(after, group) if one == piece]
        blocked = room < 1.0 or _went(play, after, group) >= room - TOLERANCE_CM
        if gaps[0] <= 2.0 or blocked:
            return ""
        return f"{group.label} goes to {piece.name or piece.kind} ({rule})"

    return fault


def _away(
    play: Play, group: Group, code: str, enemy: Group | None, least: float, most: float
) -> Fault:
    """At least so far away, or as far as there is room (Q-15)."""
    if enemy is None:
        return lambda after: ""
    foe = ruler.centre(play.table, ruler.closest_man(play, group, enemy))
    way: Point = ruler.way_from(ruler.middle(play, group), foe)
    men = play.members(group.id)
    need = pace.at_a_gait_cm(play, men, min(least, pace.room_cm(play, men, way, code)))
    gap = _gap(play, group, enemy)

    def fault(after: Play) -> str:
        went = _went(play, after, group)
        if went < need - TOLERANCE_CM:
            return f"{group.label} goes {need:g} cm away, not {went:.1f} ({CODE_RULE[code]})"
        if went > most + TOLERANCE_CM:
            return f"{group.label} goes {most:g} cm at most, not {went:.1f} ({CODE_RULE[code]})"
        if _gap(after, group, enemy) < gap - TOLERANCE_CM:
            return f"{group.label} goes away from {enemy.label} ({CODE_RULE[code]})"
        return ""

    return fault


def _run(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """A full move from the nearest enemy; mounted dragoons gallop (SKM-CODE-08, SKM-MOVE-10)."""
    full = min(pace.allowance_cm(play, f, "RUN") for f in play.members(group.id))
    return _away(play, group, code, enemy, GALLOP_CM[0] if full >= GALLOP_CM[0] else full, full)


def _trot_away(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """31 to 45 cm away (SKM-CODE-09)."""
    full = min(pace.allowance_cm(play, f, code) for f in play.members(group.id))
    return _away(play, group, code, enemy, min(TROT_CM[0], full), full)


def _flee(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """50 to 60 cm away (SKM-CODE-10)."""
    full = min(pace.allowance_cm(play, f, code) for f in play.members(group.id))
    return _away(play, group, code, enemy, min(GALLOP_CM[0], full), full)


MAKERS: dict[str, Callable[[Play, Group, str, Group | None], Fault]] = {
    "CONTINUE": _continue, "CONT_FACE": _face, "CONT_FACE_CHARGE": _face_charge,
    "ADV_CHARGE": _advance_charge, "ADV_NEAREST": _go_for, "HALT": _halt,
    "HALT_COVER": _cover, "COVER": _cover, "WITHDRAW": _withdraw, "RUN": _run,
    "TROT_AWAY": _trot_away, "FLEE": _flee, "TROT_SHOOT": _to_medium,
    "SWEDE_ATTACK": _swedish,
}  # fmt: skip


# -- matching -------------------------------------------------------------------------------


def matching(play: Play, group: Group) -> Play:
    """A warning when men double up while an enemy in reach is unengaged (SKM-MEL-02, -CODE-15)."""
    mine = play.members(group.id)
    foes = [f for enemy in play.state.enemies(group) for f in play.members(enemy.id)]
    count = {
        foe.id: sum(ruler.touch(play.table, foe.id, man.id) for man in mine) for foe in foes
    }
    engaged = {name for name, n in count.items() if n}
    groups_met = {play.state.figure(name).group for name in engaged}
    free = [f.id for f in foes if f.group in groups_met and not count[f.id]]
    doubled = [name for name, n in count.items() if n > 1]
    if not doubled or not free:
        return play
    return play.ruled(
        f"warning: {', '.join(doubled)} met by several while {', '.join(free)} is free",
        "SKM-MEL-02", "SKM-CODE-15",
    )  # fmt: skip
