"""What each result of the action tables demands of a move (SKM-CODE-01 … -16, SKM-ACTX)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rules.kernel.refusal import Refusal, refusal
from rules.skirmish import measuring, switches
from rules.skirmish.moving import pace
from rules.skirmish.ordering import groups
from rules.skirmish.reactions import backward
from rules.skirmish.reactions.action_tables import CODE_RULE, MEANING
from rules.skirmish.reactions.backward import TOLERANCE_CM, Fault
from rules.skirmish.state import Figure, Group, Play
from rules.skirmish.tables import PIKE_REACH_CM, TROT_CM
from vision.table.reading import Point, Verdict

CHARGES = ("CONT_FACE_CHARGE", "ADV_CHARGE", "ADV_NEAREST", "SWEDE_ATTACK")


class Demand(Struct, frozen=True):
    """What a group is asked to do; ``stands``: it does so without moving, if it may stay."""

    says: str
    fault: Fault
    stands: bool = False
    rules: tuple[str, ...] = ()


def demand(play: Play, group: Group, code: str, enemy: Group | None) -> Demand:
    """The demand of a result, given the nearest visible enemy (SKM-ACT-09)."""
    if code == "FREE":
        return Demand("move as you like", lambda after: None, rules=("SKM-CMD-19", "SKM-ACT-06"))
    rules = (CODE_RULE[code],)
    fault = MAKERS[code](play, group, code, enemy)
    stands = code.startswith("HALT") or (code.startswith("CONT") and group.motion == "stand")
    says = f"{MEANING[code]}{_doubt(play, group, code, enemy)}"
    return Demand(says, fault, stands, rules)


def of_nearest(play: Play, group: Group, code: str, nearest: tuple[Group, ...]) -> Demand:
    """The demand for the nearest enemy; of several who may be that, for any one of them."""
    first, *others = [demand(play, group, code, enemy) for enemy in nearest or (None,)]
    faults = [first.fault, *(other.fault for other in others)]

    def fault(after: Play) -> Refusal | None:
        found = [one(after) for one in faults]
        return None if None in found else found[0]

    return Demand(first.says, fault, first.stands, first.rules)


def _doubt(play: Play, group: Group, code: str, enemy: Group | None) -> str:
    """What is said of a charge whose reach the ruler cannot tell: nobody is compelled to it."""
    if enemy is None or code not in CHARGES or not _may_be_compelled(play, group):
        return ""
    reading = measuring.group_distance(play, group, enemy)
    if reading.compare(reach_cm(play, group, code)) is not Verdict.CLOSE:
        return ""
    return f" (whether a charge reaches is too close to call, {reading}: it may charge or not)"


# -- measures of a move ---------------------------------------------------------------------


def _gap(play: Play, group: Group, enemy: Group) -> float:
    return measuring.group_distance(play, group, enemy).value


def _touches(play: Play, group: Group, enemy: Group) -> bool:
    """Base contact, or pikes at 5 cm, who alone may stop short (SKM-MEL-05, -07)."""
    return any(
        measuring.touch(play.table, mine.id, theirs.id)
        or (
            "pike" in mine.weapons
            and measuring.reaches(play.table, mine.id, theirs.id, PIKE_REACH_CM) is not Verdict.OUT
        )
        for mine in play.state.members(group.id)
        for theirs in play.state.members(enemy.id)
    )


def reach_cm(play: Play, group: Group, code: str) -> float:
    """How far it can charge (SKM-MEL-01)."""
    men = play.state.members(group.id)
    most = min(pace.allowance_cm(play, figure, code, charging=True) for figure in men)
    return min(most, TROT_CM[1]) if groups.kind_of(play, group) == "dutch" else most


# -- the demands ----------------------------------------------------------------------------


def _continue(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """As before: stand, go on, or go back (SKM-CODE-01)."""

    if group.motion == "stand":
        return lambda after: (
            refusal(f"{group.does('was')} standing and {group.form('stays')}", "SKM-CODE-01")
            if measuring.moved_cm(play, after, group) > 1 else None
        )  # fmt: skip
    if enemy is None or _touches(play, group, enemy):
        return lambda after: None
    if group.motion == "back":
        return backward.away(play, group, code, enemy, 1.0)
    return _nearer(play, group, code, enemy, 1.0)


def _face(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """As before, but turned to the nearest enemy (SKM-CODE-02)."""
    before = _continue(play, group, code, enemy)

    def fault(after: Play) -> Refusal | None:
        return before(after) or _facing(after, group, enemy, "SKM-CODE-02")

    return fault


def _facing(after: Play, group: Group, enemy: Group | None, rule: str) -> Refusal | None:
    if enemy is None or measuring.faces(after, group, enemy):
        return None
    if measuring.faces_among(after, group, enemy):
        return None
    return refusal(f"{group.does('faces')} {enemy.label}", rule)


def _may_be_compelled(play: Play, group: Group) -> bool:
    """By the default house rule, and not out of a fortified place (``SKM_CHARGE_Q``)."""
    return not group.fortified and not play.on(switches.CHARGE_Q.may)


def _must_charge(play: Play, group: Group, code: str, enemy: Group | None) -> bool:
    """Is an enemy in reach of a group that may be compelled (SKM-CODE-03, -15)?

    A group in contact has done it, and stays.
    """
    if enemy is None or not _may_be_compelled(play, group):
        return False
    if _touches(play, group, enemy):
        return True
    reach = reach_cm(play, group, code)
    if _gap(play, group, enemy) > reach + 1e-6:
        return False
    return any(
        pace.can_close(play, mine, theirs, reach)
        for mine in play.state.members(group.id)
        for theirs in play.state.members(enemy.id)
    )


def _face_charge(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """Charge the nearest enemy if in reach, else as CONT_FACE (SKM-CODE-03)."""
    if not _must_charge(play, group, code, enemy):
        return _or_charge(play, group, code, enemy, _face(play, group, code, enemy))
    return _into(group, enemy)


def _or_charge(play: Play, group: Group, code: str, enemy: Group | None, otherwise: Fault) -> Fault:
    """By the owner's choice a charge in reach is as good (``SKM_CHARGE_Q`` may)."""

    def fault(after: Play) -> Refusal | None:
        if enemy is not None and _touches(after, group, enemy):
            return None
        return otherwise(after)

    return fault


def _into(group: Group, enemy: Group | None) -> Fault:
    def fault(after: Play) -> Refusal | None:
        if enemy is None or _touches(after, group, enemy):
            return None
        return refusal(
            f"{enemy.does('is')} in reach: {group.does('charges')} into contact",
            "SKM-CODE-03",
            "SKM-CODE-04",
        )

    return fault


def _advance_charge(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """Toward the nearest enemy, into contact if in reach (SKM-CODE-04, SKM-ACTX-01)."""
    if _must_charge(play, group, code, enemy):
        return _into(group, enemy)
    return _nearer(play, group, code, enemy, 1.0)


def _way_to(play: Play, group: Group, enemy: Group) -> Point:
    spot = measuring.centre(play.table, measuring.closest_man(play, group, enemy))
    return measuring.way_from(spot, measuring.middle(play, group))


def _nearer(play: Play, group: Group, code: str, enemy: Group | None, least: float) -> Fault:
    if enemy is None or _touches(play, group, enemy):
        return lambda after: None
    way = _way_to(play, group, enemy)
    room = pace.room_cm(play, play.state.members(group.id), way, code)
    gap = _gap(play, group, enemy)

    def fault(after: Play) -> Refusal | None:
        if room < 1.0 or _gap(after, group, enemy) <= gap - 0.3 * min(least, room):
            return None
        return refusal(f"{group.does('goes')} toward {enemy.label}", CODE_RULE[code])

    return fault


def _go_for(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """Best row, die 6: toward him; horse of either training have their own way.

    SKM-ACTX-01, -06, -08.
    """
    kind = groups.kind_of(play, group)
    if enemy is not None and kind == "dutch":
        charge = _advance_charge(play, group, code, enemy)
        if not is_foot(play, enemy):
            return charge
        return _met_head_on(play, group, enemy, _to_medium(play, group, code, enemy), charge)
    if enemy is not None and kind == "swedish":
        return _swedish(play, group, code, enemy)
    return _or_charge(play, group, code, enemy, _nearer(play, group, code, enemy, 1.0))


def _met_head_on(play: Play, group: Group, enemy: Group, halt: Fault, charge: Fault) -> Fault:
    """*halt* before an enemy who faces the group, else *charge*; either if it is too close."""
    verdict = measuring.front_margin(play, enemy, group).at_least()
    if verdict is Verdict.CLOSE:
        return lambda after: charge(after) and halt(after)
    return halt if verdict is Verdict.IN else charge


def is_foot(play: Play, group: Group) -> bool:
    """Nobody in it is mounted."""
    return not any(figure.mounted for figure in play.state.members(group.id))


def medium_cm(play: Play, group: Group) -> float:
    """Outer limit of medium range of the weapon it uses: the longest (SKM-CODE-11)."""
    weapons = [weapon for figure in play.state.members(group.id) if (weapon := figure.shot())]
    best = max(weapons, key=lambda weapon: weapon.long_cm, default=None)
    return best.medium_cm if best else 0.0


def _to_medium(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """Trot up and stop at medium range (SKM-CODE-11)."""
    if enemy is None:
        return lambda after: None
    limit = medium_cm(play, group)
    weapons = [w for figure in play.state.members(group.id) if (w := figure.shot())]
    short = max((weapon.short_cm for weapon in weapons), default=0.0)
    band = play.on(switches.HALT_MEDIUM.band)
    low = (short if band else limit) - TOLERANCE_CM
    gap = _gap(play, group, enemy)
    nearer = _nearer(play, group, code, enemy, 1.0)
    need = _trot_cm(play, group, code, enemy, gap - limit)

    def fault(after: Play) -> Refusal | None:
        now = _gap(after, group, enemy)
        if gap <= limit + TOLERANCE_CM:
            moved = measuring.moved_cm(play, after, group) > TOLERANCE_CM
            return (
                refusal(
                    f"{group.does('is')} at medium range and {group.form('stops')}", "SKM-CODE-11"
                )
                if moved
                else None
            )
        if now < low:
            return refusal(f"{group.does('stops')} at {limit:g} cm, not nearer", "SKM-CODE-11")
        if now <= limit + TOLERANCE_CM:
            return None
        went = measuring.moved_cm(play, after, group)
        if went < need - TOLERANCE_CM:
            says = f"{group.does('trots')} {need:g} cm or to {limit:g} cm of him, not {went:.1f}"
            return refusal(says, CODE_RULE[code])
        return nearer(after)

    return fault


def _trot_cm(play: Play, group: Group, code: str, enemy: Group, wanted: float) -> float:
    """The least of a trot toward the enemy, or as far as is wanted or there is room."""
    men = play.state.members(group.id)
    way = _way_to(play, group, enemy)
    return max(0.0, min(TROT_CM[0], wanted, pace.room_cm(play, men, way, code)))


def _swedish(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """Pikes met head on are shot at, anyone else is galloped into (SKM-CODE-12)."""
    if enemy is None:
        return lambda after: None
    men = play.state.members(enemy.id)
    charge = _advance_charge(play, group, "SWEDE_ATTACK", enemy)
    if 2 * sum("pike" in figure.weapons for figure in men) <= len(men):
        return charge
    return _met_head_on(play, group, enemy, _to_medium(play, group, code, enemy), charge)


def _halt(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """Stop where it is, facing the nearest enemy (SKM-CODE-05)."""

    def fault(after: Play) -> Refusal | None:
        if measuring.moved_cm(play, after, group) > TOLERANCE_CM:
            return refusal(
                f"{group.does('halts')} where {group.it} {group.form('is')}", "SKM-CODE-05"
            )
        return _facing(after, group, enemy, "SKM-CODE-05")

    return fault


def _halt_cover(play: Play, group: Group, code: str, enemy: Group | None) -> Fault:
    """In the nearest cover in one move, or where it is, facing the enemy (SKM-ACTX-03)."""
    piece = backward.cover_for(play, group, code, enemy)
    into = backward.into_cover(play, group, piece, "SKM-ACTX-03") if piece else None

    def fault(after: Play) -> Refusal | None:
        if into is None and measuring.moved_cm(play, after, group) > TOLERANCE_CM:
            return refusal(
                f"{group.does('halts')} where {group.it} {group.form('is')}", "SKM-ACTX-03"
            )
        return (into(after) if into else None) or _facing(after, group, enemy, "SKM-ACTX-03")

    return fault


MAKERS: dict[str, Callable[[Play, Group, str, Group | None], Fault]] = {
    "CONTINUE": _continue, "CONT_FACE": _face, "CONT_FACE_CHARGE": _face_charge,
    "ADV_CHARGE": _advance_charge, "ADV_NEAREST": _go_for, "HALT": _halt,
    "HALT_COVER": _halt_cover, "COVER": backward.cover, "WITHDRAW": backward.withdraw,
    "RUN": backward.run, "TROT_AWAY": backward.trot_away, "FLEE": backward.flee,
    "TROT_SHOOT": _to_medium,
    "SWEDE_ATTACK": _swedish,
}  # fmt: skip


# -- matching -------------------------------------------------------------------------------


def matching(before: Play, play: Play, group: Group) -> Play:
    """A warning when men double up while an enemy in reach is unengaged (SKM-MEL-02, -CODE-15).

    In reach of one of those who double up, from where he came.
    """
    mine = play.state.members(group.id)
    foes = [f for enemy in play.state.enemies(group) for f in play.state.members(enemy.id)]
    count = {
        foe.id: sum(measuring.touch(play.table, foe.id, man.id) for man in mine) for foe in foes
    }
    engaged = {name for name, n in count.items() if n}
    groups_met = {play.state.figure(name).group for name in engaged}
    doubled = [name for name, n in count.items() if n > 1]
    many = [man for man in mine if any(measuring.touch(play.table, foe, man.id) for foe in doubled)]
    free = [f.id for f in foes if f.group in groups_met and not count[f.id]
            and _reached(before, group, many, f.id)]  # fmt: skip
    if not doubled or not free:
        return play
    met, left = (", ".join(map(play.state.called, names)) for names in (doubled, free))
    says = f"warning: several men on each of {met}, and nobody on {left}"
    return play.step(says, "SKM-MEL-02", "SKM-CODE-15")


def _reached(before: Play, group: Group, men: list[Figure], foe: str) -> bool:
    """Could one of some men have met that enemy, by the distance alone?"""
    reach = reach_cm(before, group, group.rolled or "FREE")
    return any(
        measuring.reaches(before.table, man.id, foe, reach) is not Verdict.OUT for man in men
    )
