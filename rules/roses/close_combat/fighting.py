"""Who fights in a combat and with how many dice (WOR-CMB-01 … -08, -10, -11)."""

from __future__ import annotations

from msgspec import Struct

from rules.kernel.protocol import Modifier
from rules.roses import measuring, switches
from rules.roses.state import Play, Unit
from rules.roses.tables import CONTACT_CM, PURSUIT_STEP_CM


class Blow(Struct, frozen=True):
    """One unit against one enemy unit: its dice and how they came about."""

    unit: str
    target: str
    dice: int
    lines: tuple[Modifier, ...]


def melee(play: Play, unit: Unit) -> tuple[str, ...]:
    """Ids of every unit in the same combat as *unit*, by contact with enemies."""
    reached, edge = [unit.id], [unit]
    while edge:
        for enemy in measuring.touched_enemies(play, edge.pop()):
            if enemy.id not in reached:
                reached.append(enemy.id)
                edge.append(enemy)
    return tuple(name.id for name in play.state.units if name.id in reached)


def combats(play: Play) -> tuple[tuple[str, ...], ...]:
    """Every combat on the table, each as the ids of its units."""
    found: list[tuple[str, ...]] = []
    for unit in play.state.living():
        if any(unit.id in one for one in found):
            continue
        one = melee(play, unit)
        if len(one) > 1:
            found.append(one)
    return tuple(found)


def blows(play: Play, unit: Unit, first_round: bool) -> tuple[Blow, ...]:
    """Its dice against each enemy it fights: stand by stand, never under one die in all."""
    pairs: dict[str, list[Modifier]] = {}
    dice: dict[str, int] = {}
    for stand in fighting_stands(play, unit):
        target = _opponent(play, unit, stand)
        attacks, told = stand_attacks(play, unit, stand, target, first_round)
        dice[target.id] = dice.get(target.id, 0) + attacks
        pairs.setdefault(target.id, []).extend(told)
    _rank_for_unit(play, unit, dice, pairs)
    if dice and not sum(dice.values()):
        name = next(iter(dice))
        dice[name] = 1
        pairs[name].append(Modifier("a fighting unit rolls one die", "1 die", "WOR-CMB-07"))
    return tuple(Blow(unit.id, name, n, tuple(pairs[name])) for name, n in dice.items() if n)


def fighting_stands(play: Play, unit: Unit) -> tuple[str, ...]:
    """Stands in contact, or the whole unit by the house rule (WOR-CMB-08)."""
    touching = tuple(
        stand
        for stand in unit.stands
        if any(
            measuring.touches(play, unit, enemy, stand, theirs)
            for enemy in measuring.touched_enemies(play, unit)
            for theirs in enemy.stands
        )
    )
    if touching and play.on(switches.FIGHTING.whole_unit):
        return unit.stands
    return touching


def _opponent(play: Play, unit: Unit, stand: str) -> Unit:
    """Whom a stand strikes: whom it touches itself, at its front, and squarest."""
    options = []
    for enemy in measuring.touched_enemies(play, unit):
        for mine, theirs in measuring.touching_stands(play, unit, enemy):
            front = measuring.face_touched(play.table, theirs, mine) == "front"
            apart = measuring.centres_cm(play.table, mine, theirs)
            options.append((mine != stand, not front, round(apart, 1), enemy.id))
    return play.unit(min(options)[3])


def stand_attacks(
    play: Play, unit: Unit, stand: str, target: Unit, first_round: bool
) -> tuple[int, list[Modifier]]:
    """Attacks of one stand (a gun 1, WOR-CAN-07) and why, not under 0 (WOR-CMB-01 … -07)."""
    told = [Modifier(unit.called(stand), str(unit.profile.combat), unit.profile.rule)]
    if first_round and unit.charged and measuring.cover_of(play, target, unit) == "open":
        told.append(Modifier("charging in the open", "+1", "WOR-CMB-01"))
    if unit.pursued_cm >= 0:
        told.append(Modifier("pursuit", "+1", "WOR-CMB-02"))
        far = int((unit.pursued_cm + 1e-6) // PURSUIT_STEP_CM)
        if far:
            told.append(Modifier(f"pursued {unit.pursued_cm:g} cm", f"+{far}", "WOR-CMB-03"))
    deeper = more_ranks(play, unit, stand)
    if deeper and play.on(switches.RANK_BONUS.stand):
        told.append(Modifier("more ranks", f"+{deeper}", "WOR-CMB-04"))
    if to_side(play, unit, stand):
        told.append(Modifier("to its side or rear", "-1", "WOR-CMB-05"))
    if unit.confused:
        told.append(Modifier("confused", "-1", "WOR-CMB-06"))  # and WOR-CON-09
    return max(0, sum(int(line.value) for line in told)), told


def more_ranks(play: Play, unit: Unit, stand: str) -> int:
    """Ranks more than the enemy that this stand touches (WOR-CMB-04)."""
    facing = [
        (enemy, theirs)
        for enemy in measuring.touched_enemies(play, unit)
        for theirs in enemy.stands
        if measuring.touches(play, unit, enemy, stand, theirs)
    ]
    if not facing:
        return 0
    deepest = max(measuring.ranks(play, enemy, theirs) for enemy, theirs in facing)
    return max(0, measuring.ranks(play, unit, stand) - deepest)


def _rank_for_unit(
    play: Play, unit: Unit, dice: dict[str, int], told: dict[str, list[Modifier]]
) -> None:
    if not play.on(switches.RANK_BONUS.unit) or not dice:
        return
    deeper = max(more_ranks(play, unit, stand) for stand in fighting_stands(play, unit))
    if deeper:
        name = next(iter(dice))
        dice[name] += deeper
        told[name].append(Modifier("more ranks", f"+{deeper}", "WOR-CMB-04"))


def to_side(play: Play, unit: Unit, stand: str) -> bool:
    """Is every enemy that touches this stand at its side or rear (WOR-CMB-05)?"""
    faces = [
        measuring.face_touched(play.table, theirs, stand)
        for enemy in measuring.touched_enemies(play, unit)
        for theirs in enemy.stands
        if measuring.touches(play, unit, enemy, stand, theirs)
    ]
    return bool(faces) and "front" not in faces


def supporters(play: Play, side: str, combat: tuple[str, ...]) -> tuple[str, ...]:
    """Stands that support a fighting stand of *side* on its flank or rear (Q-10, WOR-CMB-10)."""
    fighters = [
        (unit, stand)
        for name in combat
        if (unit := play.unit(name)).side == side and unit.alive
        for stand in fighting_stands(play, unit)
    ]
    found = []
    for friend in play.state.living(side):
        if not _may_support(play, friend):
            continue
        busy = fighting_stands(play, friend)
        for stand in friend.stands:
            if stand not in busy and any(_backs(play, u, s, stand) for u, s in fighters):
                found.append(stand)
    return tuple(found)


def _may_support(play: Play, unit: Unit) -> bool:
    """Unconfused infantry (WOR-CMB-11, WOR-CON-10), or any by the house rule."""
    if play.on(switches.SUPPORT.any):
        return True
    return unit.profile.arm == "Inf" and not unit.confused


def _backs(play: Play, unit: Unit, fighter: str, stand: str) -> bool:
    near = measuring.stand_gap_cm(play, fighter, stand) <= CONTACT_CM
    return (
        near
        and measuring.same_way(play.table, fighter, stand)
        and measuring.face_touched(play.table, stand, fighter) != "front"
    )
