"""What the page shows of a unit and of the battle."""

from __future__ import annotations

from rules.field.centimetres import to_in
from rules.kernel.protocol import Action, Band, Card, Status
from rules.kernel.telling.names import titled
from rules.kernel.telling.words import many
from rules.roses.close_combat.fighting import melee
from rules.roses.command import commanders, orders
from rules.roses.missiles.shooting import range_cm
from rules.roses.play import BOOK
from rules.roses.state import State, Unit, armour_of, pace_cm
from rules.roses.tables import INITIATIVE_CM, PENALTY_STEP_CM
from vision.table.snapshot import Snapshot


def status(state: State) -> Status:
    """Turn, phase and whose; what is missing before the battle, losses during it."""
    to_act: tuple[str, ...] = () if state.phase == "over" else (state.side,)
    if state.phase == "setup":
        to_act = state.sides
    lines = tuple(
        ("before the battle", missing.says) for missing in commanders.setup_missing(state)
    )
    for side in state.sides:
        lines += ((side, losses(state, side)),)
    for battle in state.battles:
        told = battle.objective or "no objective"
        if commanders.leader_lost(state, battle):
            told += ", leader lost: carries on"
        lines += ((f"{titled(battle.side)} {battle.name}", told),)
    return Status(state.turn, state.phase, to_act, lines)


def losses(state: State, side: str) -> str:
    """Stands and units lost, and whether the General is (the report of WOR_VICTORY)."""
    mine = [unit for unit in state.units if unit.side == side]
    stands = sum(len(unit.lost) for unit in mine)
    units = sum(not unit.alive for unit in mine)
    general = any(unit.profile.arm == "Gen" and not unit.alive for unit in mine)
    told = f"{many(stands, 'stand')} and {units} of {many(len(mine), 'unit')} lost"
    return told + (", the General is dead" if general else "")


def card(state: State, unit_id: str) -> Card:
    """One unit: its numbers, what it has left, what troubles it."""
    unit = state.unit(unit_id)
    profile = unit.profile
    lines = [
        ("Attacks", f"{profile.combat}/{profile.shooting or '-'}"),
        ("Stands", f"{len(unit.stands)} of {len(unit.stands) + len(unit.lost)}"),
        ("Hits", f"{unit.hits} of {profile.hits}"),
        ("Armour", f"{armour_of(unit)}+" if armour_of(unit) else "none"),
        ("Move", f"{pace_cm(unit):g} cm"),
    ]
    if profile.is_commander:
        lines.append(("Command", f"{orders.command_value(unit)}"))
    if unit.battle:
        lines.append(("Battle", unit.battle))
    if profile.shower:
        lines.append(("Showers", f"{unit.shower_uses} used, {many(unit.spent, 'stand')} exhausted"))
    return Card(unit.id, unit.label, unit.side, unit.kind, tuple(lines), _badges(unit),
                not unit.alive, unit.lost)  # fmt: skip


def _badges(unit: Unit) -> tuple[str, ...]:
    flags = {
        "confused": unit.confused,
        "in combat": unit.in_combat,
        "charged": unit.charged,
        "moved by initiative": unit.initiative,
        "ordered": unit.orders > 0,
        "has shot": unit.shot,
        "no more orders": unit.failed,
        "changed sides": unit.defected,
        unit.grade: bool(unit.grade),
        unit.cover: unit.cover in ("defended", "fortified"),
        f"blunder -{unit.blunders}": unit.blunders > 0,
    }
    return tuple(name for name, on in flags.items() if on)


def bands(state: State, unit_id: str) -> tuple[Band, ...]:
    """Command steps of a commander; range and initiative of a unit. Inches."""
    unit = state.unit(unit_id)
    if unit.profile.is_commander:
        return tuple(
            Band(f"command -{k}", to_in(k * PENALTY_STEP_CM), frm="command") for k in (1, 2, 3)
        )
    found = [Band("initiative", to_in(INITIATIVE_CM), frm="edge")]
    if unit.profile.shooting:
        found.append(Band("range", to_in(range_cm(unit)), frm="edge"))
    return tuple(found)


def parties(action: Action, state: State, table: Snapshot) -> tuple[str, ...]:
    """Who fights in the combat that is to be fought."""
    play = BOOK.play(state, table)
    return melee(play, play.unit(action.by)) if action.do == "fight" else ()
