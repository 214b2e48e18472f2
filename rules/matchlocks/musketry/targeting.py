"""Who may shoot at whom: spotting, arc, range and choice of target (SHOOT 13a and 13b).

Every condition is a ``Check``; the list of legal targets and the umpire's refusal are made
from the same ones. Cheap ones come first: measuring starts when the rest holds.
"""

from __future__ import annotations

from rules.kernel.play import Conditions, allowed, fails, lacks, must
from rules.matchlocks.measuring import (
    bases_of,
    leftward,
    line_of_sight,
    shot_arc,
    shot_range,
    wing_arc,
    wing_range,
    wing_sight,
)
from rules.matchlocks.musketry.cover import cover_of, hides
from rules.matchlocks.musketry.shot_line import line_checks
from rules.matchlocks.musketry.volley import ammo_checks, has_moved, has_perk_volley, reach_in
from rules.matchlocks.ordering.activation import acting_checks
from rules.matchlocks.play import Check, Play
from rules.matchlocks.state import Unit, inches, is_mounted, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import INSIDE_WOOD_IN, SPOT_DENSE_IN, SPOT_LIGHT_IN
from vision.table.reading import Reading, Unmeasurable
from vision.table.snapshot import Snapshot


def shoot_checks(play: Play, shooter: Unit, target: Unit) -> Conditions:
    """Everything that one unit's shot at another must satisfy."""
    yield from able_checks(play, shooter)
    yield from aim_checks(play, shooter, target)
    yield from choice_checks(play, shooter, target)


def aim_checks(play: Play, shooter: Unit, target: Unit) -> Conditions:
    """Could that unit be shot at, leaving the choice of target aside?"""
    yield from target_checks(play, shooter, target)
    yield from reach_checks(play, shooter, target)
    yield from line_checks(play, shooter, target)


def able_checks(play: Play, unit: Unit) -> Conditions:
    """May that unit take a Shoot Action, at whomever?"""
    yield from acting_checks(play, unit, "shoot")
    yield from shooter_checks(play, unit)


def shooter_checks(play: Play, unit: Unit) -> Conditions:
    """May that unit shoot at all now?"""
    kind, name = kind_of(unit), unit.label
    if not kind.reach or unit.shot < 1:
        yield lacks(f"{unit.does('carries')} no firearms", "NMM-SHOOT-32")
    if play.state.rain_until and play.state.rain_until >= play.state.turn:
        yield fails("scattered showers: nobody shoots", "NMM-EVT-08")
    if "attack" in unit.acts:
        yield fails(f"{name} attacked this turn", "NMM-ACT-11")
    if kind.arm == "gun":
        yield from _gun_checks(play, unit)
    elif kind.formed_shot:
        yield from _formed_checks(play, unit)
    elif "shoot" in unit.acts:
        why = f"{unit.does('has')} shot this turn: only stationary formed musketeers shoot twice"
        yield fails(why, "NMM-ACT-08")
    yield from ammo_checks(play, unit)
    if kind.arm == "gun" or is_mounted(unit):
        yield from _no_musket_checks(unit)


def _no_musket_checks(unit: Unit) -> Conditions:
    """Only musket-armed troops shoot from buildings and inside woods (SHOOT-08, -09)."""
    if unit.building:
        yield fails(f"{unit.does('is')} not musket-armed: no shot from a building", "NMM-SHOOT-08")
    if unit.wood == "inside":
        yield fails(f"{unit.does('is')} not musket-armed: no shot inside a wood", "NMM-SHOOT-09")


def _formed_checks(play: Play, unit: Unit) -> Conditions:
    """One rank an Action, both only when standing; one when shaken (SHOOT-33 to -35)."""
    if unit.shaken and unit.fired_ranks:
        why = f"{unit.does('is')} Disarrayed or Daunted and has fired its one rank this turn"
        yield fails(why, "NMM-SHOOT-35")
    if unit.fired_ranks and has_moved(unit):
        why = f"{unit.does('has')} moved and shot: a second volley needs a unit that stands"
        yield fails(why, "NMM-ACT-08")
    spent = unit.fired_shot >= unit.shot and not has_perk_volley(play.state, unit)
    if spent and not play.on(House.volley_rank_model.front_each):
        yield fails(f"every musketeer of {unit.does('has')} fired this turn", "NMM-SHOOT-33")


def _gun_checks(play: Play, gun: Unit) -> Conditions:
    name, needed = gun.label, kind_of(gun).crew_needed
    if gun.limbered:
        yield fails(f"{gun.does('is')} limbered: pack it up into action first", "NMM-ACT-21")
    if gun.captured_by:
        yield fails(f"{gun.does('is')} in enemy hands", "NMM-ARM-07")
    if gun.shot < needed:
        yield fails(f"{gun.does('needs')} {needed} crew to fire and has {gun.shot}", "NMM-SHOOT-39")
    if "shoot" in gun.acts:
        yield fails(f"{gun.does('has')} shot this turn: guns shoot once", "NMM-SHOOT-37")
    if gun.malfunction:
        yield fails(f"{gun.does('has')} broken down: repair it first", "NMM-SHOOT-50")
    side = play.state.sides.get(gun.side)
    if play.state.phase == "manoeuvre" and side is not None and side.last_gun == gun.id:
        why = f"{name} fired on your last go: another gun may, or anything else"
        yield fails(why, "NMM-TURN-06")


def target_checks(play: Play, shooter: Unit, target: Unit) -> Conditions:
    """May that unit be shot at, by what the state knows?"""
    if target.side == shooter.side:
        yield fails(f"{target.does('is')} of your own side", "NMM-SHOOT-13")
    if target.gone:
        yield lacks(f"{target.does('is')} off the table: {target.gone}", "NMM-SHOOT-01")
    if target.melee:
        yield fails(f"{target.does('is')} in a melee: your own men stand there", "NMM-SHOOT-12")
    if target.building and not target.revealed:
        gun = kind_of(shooter).arm == "gun"
        if not gun and not play.on(House.building_spot.six_inch):
            why = f"{target.does('has')} not been seen to shoot from the building"
            yield fails(why, "NMM-SHOOT-15")


def reach_checks(play: Play, shooter: Unit, target: Unit) -> Conditions:
    """Range, arc, spotting and sight, measured."""
    far = shot_range(play.table, shooter.id, target.id)
    limit, rule = reach_in(play.state, shooter)
    yield Check(
        lambda: f"{target.does('is')} out of range: {{reading}}, the reach is {{limit}}",
        rule, True, far, limit, "at most")  # fmt: skip
    if shooter.wood == "inside":
        limit = inches(play.state, INSIDE_WOOD_IN)
        why = f"inside a wood the reach is {{limit}}, {target.does('is')} at {{reading}}"
        yield Check(why, "NMM-SHOOT-09", True, far, limit, "at most")
    yield from _arc_checks(play, shooter, target)
    yield from spotting_checks(play, shooter, target, far)
    yield from _sight_checks(play, shooter, target)


def _arc_checks(play: Play, shooter: Unit, target: Unit) -> Conditions:
    if kind_of(shooter).loose and play.on(House.skirmisher_arc.all_round):
        return
    arc = shot_arc(play.table, shooter.id, target.id)

    def why() -> str:
        return f"{target.does('is')} outside the 45° arc of {shooter.label}"

    if play.on(House.arc_part.majority):
        share = sum(arc.shares) / len(arc.shares) if arc.shares else 1.0
        yield share >= 0.5 or fails(f"{why()}, for the most part", "NMM-SHOOT-18")
    yield must(arc.reading, why, "NMM-SHOOT-18")


def spotting_checks(play: Play, shooter: Unit, target: Unit, far: Reading) -> Conditions:
    """Targets in cover are spotted at 6 or 12 in, or once they have shot (SHOOT-05 to -07).

    Who lines a wood's edge shoots out of it as in the open (SHOOT-10).
    """
    if target.revealed:
        return
    cover = cover_of(play, target, shooter.id)
    if target.building:
        yield from _garrison_checks(play, shooter, target, far)
    elif cover.dense:
        limit = inches(play.state, SPOT_DENSE_IN)
        why = f"{target.does('is')} hidden in the {cover.what} beyond {{limit}}: {{reading}}"
        yield Check(why, "NMM-SHOOT-05", True, far, limit, "at most")
    elif cover.light and hides(play.state, cover):
        limit = inches(play.state, SPOT_LIGHT_IN)
        why = f"{target.does('is')} hidden behind the {cover.what} beyond {{limit}}: {{reading}}"
        yield Check(why, "NMM-SHOOT-06", True, far, limit, "at most")


def _garrison_checks(play: Play, shooter: Unit, target: Unit, far: Reading) -> Conditions:
    """A silent garrison, where the house lets it be shot at within 6 in only."""
    spot = House.building_spot
    gun = kind_of(shooter).arm == "gun"
    if play.state.on(spot.must_have_shot) or (play.state.on(spot.six_inch) and gun):
        return
    limit = inches(play.state, SPOT_DENSE_IN)
    why = f"{target.does('is')} silent in {target.its} building beyond {{limit}}: {{reading}}"
    yield Check(why, "NMM-SHOOT-05", True, far, limit, "at most")


def _sight_checks(play: Play, shooter: Unit, target: Unit) -> Conditions:
    seen = line_of_sight(play, shooter.id, target.id)
    rule = "NMM-SHOOT-04" if seen.blockers else "NMM-SHOOT-01"

    def why() -> str:
        units = play.state.units
        by = ", ".join(units[one].label if one in units else one for one in seen.blockers)
        return f"{shooter.label} cannot see {target.label}" + (f": {by} in the way" if by else "")

    yield must(seen.reading, why, rule)
    if play.on(House.partial_sight.all_or_none) and not seen.reading.by_hand:
        everyone = len(seen.seeing) == len(bases_of(play.table, shooter.id))
        yield everyone or fails(
            f"not every model of {shooter.label} sees {target.label}", "NMM-SHOOT-01")  # fmt: skip


def choice_checks(play: Play, shooter: Unit, target: Unit) -> Conditions:
    """The nearest must be shot, with the book's exceptions (SHOOT-19 to -23)."""
    if kind_of(shooter).arm == "gun":
        yield from _gun_choice(play, shooter, target)
        return
    if free_choice(play, shooter):
        return
    others = [one for one in play.state.enemies(shooter.side) if one.id != target.id]
    nearer = list(nearer_checks(play, shooter, target, others, "NMM-SHOOT-19"))
    if nearer and not wing_choice(play, shooter, target):
        yield from nearer


def free_choice(play: Play, unit: Unit) -> bool:
    """A Leader with the unit chooses (SHOOT-20); by house rule the one who ordered it too."""
    if play.state.leader_with(unit.id):
        return True
    return play.on(House.leader_retarget.ordering) and unit.ordered in play.state.leaders


def _gun_choice(play: Play, gun: Unit, target: Unit) -> Conditions:
    """Return fire first, else the nearest formed enemy (SHOOT-22, SHOOT-23)."""
    back = [play.state.units[one] for one in gun.shot_at_by if not play.state.units[one].gone]
    back = [one for one in back if allowed(aim_checks(play, gun, one))]
    if back:
        names = ", ".join(one.label for one in back)
        yield target.id in [one.id for one in back] or fails(
            f"{gun.does('was')} shot at and must answer {names}", "NMM-SHOOT-22")  # fmt: skip
        if play.on(House.artillery_return_fire.nearest_hittable):
            others = [one for one in back if one.id != target.id]
            yield from nearer_checks(play, gun, target, others, "NMM-SHOOT-22")
        return
    formed = [one for one in play.state.enemies(gun.side) if is_mark(one)]
    free = play.on(House.gun_no_formed_target.any_target)
    if is_mark(target) or not free:
        yield is_mark(target) or fails(
            f"{target.does('is')} not formed: guns fire at formed units", "NMM-SHOOT-23"
        )
    elif not play.state.leader_with(gun.id):
        hit = [one for one in formed if allowed(aim_checks(play, gun, one))]
        yield not hit or fails("a formed enemy can be hit", "NMM-SHOOT-23")
        formed = list(play.state.enemies(gun.side))
    if not play.state.leader_with(gun.id):
        others = [one for one in formed if one.id != target.id]
        yield from nearer_checks(play, gun, target, others, "NMM-SHOOT-23")


def is_mark(unit: Unit) -> bool:
    """What guns fire at unasked: formed units, and whoever holds a building (SHOOT-15, -23)."""
    return is_formed(unit) or bool(unit.building)


def is_formed(unit: Unit) -> bool:
    """In ranks: no Skirmishers, no guns."""
    kind = kind_of(unit)
    return not kind.loose and kind.arm != "gun"


def nearer_checks(
    play: Play, shooter: Unit, target: Unit, others: list[Unit], rule: str
) -> Conditions:
    """Is any of *others* that may be shot at nearer than the target?"""
    if not others:
        return
    chosen = shot_range(play.table, shooter.id, target.id)
    absolute = play.on(House.nearest_scope.absolute)
    for far, other in _nearest_first(play.table, shooter, others):
        lead = difference(chosen, far)
        if lead.value >= lead.plus_minus and lead.value > 0:
            continue
        if absolute or allowed(aim_checks(play, shooter, other)):
            why = f"{other.does('is')} nearer than {target.label}: {far} against {chosen}"
            yield must(lead, why, rule)


def _nearest_first(
    table: Snapshot, shooter: Unit, others: list[Unit]
) -> list[tuple[Reading, Unit]]:
    """Those whose range can be measured, so that the nearest is the one a refusal names."""
    found = []
    for other in others:
        try:
            found.append((shot_range(table, shooter.id, other.id), other))
        except Unmeasurable:
            continue
    return sorted(found, key=lambda one: one[0].value)


def difference(chosen: Reading, other: Reading) -> Reading:
    """How much nearer the chosen target is than another, inches; positive is nearer."""
    spread = (chosen.plus_minus**2 + other.plus_minus**2) ** 0.5
    return Reading("nearer", other.value - chosen.value, spread, "in", chosen.to, other.to)


def wing_choice(play: Play, shooter: Unit, target: Unit) -> bool:
    """A Battalia may choose the enemy nearest to either wing, if both wings have it in arc
    and in sight (SHOOT-21)."""
    wings = wing_parts(play.table, shooter)
    if len(wings) != 2 or not all(_wing_sees(play, shooter, target, w) for w in wings):
        return False
    return any(_nearest_to(play, shooter, target, wing) for wing in wings)


def wing_parts(table: Snapshot, shooter: Unit) -> tuple[frozenset[str], ...]:
    """The bases of musketeers left and right of the pike block, by payload."""
    if shooter.kind != "battalia":
        return ()
    bases = bases_of(table, shooter.id)
    pikes = [one for one in bases if one.kind == "pike" and one.pose]
    muskets = [one for one in bases if one.kind != "pike" and one.pose]
    if not pikes or not muskets:
        return ()
    left = frozenset(one.payload for one in muskets if leftward(one, pikes[0]) > 0)
    right = frozenset(one.payload for one in muskets if one.payload not in left)
    return tuple(wing for wing in (left, right) if wing)


def _wing_sees(play: Play, shooter: Unit, target: Unit, wing: frozenset[str]) -> bool:
    arc = wing_arc(play.table, shooter.id, target.id, wing)
    return arc.value >= 0 and wing_sight(play, shooter.id, target.id, wing).value >= 0


def _nearest_to(play: Play, shooter: Unit, target: Unit, wing: frozenset[str]) -> bool:
    chosen = wing_range(play.table, shooter.id, target.id, wing).value
    for other in play.state.enemies(shooter.side):
        if other.id == target.id or not bases_of(play.table, other.id):
            continue
        nearer = wing_range(play.table, shooter.id, other.id, wing).value < chosen
        if nearer and allowed(aim_checks(play, shooter, other)):
            return False
    return True
