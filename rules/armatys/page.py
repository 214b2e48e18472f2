"""What the page shows of the game, of a unit and of a general."""

from __future__ import annotations

from rules.armatys.close_combat.melee import melee_of
from rules.armatys.movement.ground import allowance_in
from rules.armatys.movement.moving import may_move
from rules.armatys.movement.reach import move_reach
from rules.armatys.shooting.artillery import is_ready
from rules.armatys.state import General, State, Unit
from rules.armatys.tables import GUNS, PHASES, WEIGHTS
from rules.armatys.turn import report
from rules.armatys.units.counters import are_open, breaks_at
from rules.armatys.units.troops import arranged, is_lost, order_of, shooting
from rules.kernel.play import Play, first_fault
from rules.kernel.prompts import Reach
from rules.kernel.protocol import Action, Band, Card, Status
from rules.kernel.telling.words import many
from vision.table.snapshot import Snapshot

NO_TABLE = Snapshot((48.0, 36.0))
"""What a card shows is remembered, not seen."""


def status(state: State) -> Status:
    """Bound, phase, and what each side has left."""
    waiting = tuple(side for side in state.sides if side not in state.done)
    lines = [(side, many(len(state.present(side)), "unit")) for side in state.sides]
    lines.append(("losses", report(Play(state, NO_TABLE))))
    return Status(
        state.bound,
        f"{state.phase}: {PHASES[state.phase]}",
        () if state.over else waiting,
        tuple(lines),
    )


def card(state: State, unit: str) -> Card:
    """One unit or general.

    Raises:
        KeyError: there is none of that id.
    """
    one = next((two for two in state.units if two.id == unit), None)
    if one is not None:
        return _unit_card(state, one)
    leader = next((two for two in state.generals if two.id == unit), None)
    if leader is None:
        raise KeyError(unit)
    return _general_card(state, leader)


def _unit_card(state: State, one: Unit) -> Card:
    play = Play(state, NO_TABLE)
    figures = ", ".join(f"{arm.figures} {arm.kind}" for arm in one.arms if arm.figures)
    counters = (
        f"{one.counters} of {breaks_at(one)}" if are_open(play, one) else ("in the umpire's box")
    )
    lines = [
        ("figures", figures or "none"),
        ("quality", f"{one.ability}, {one.morale or 'class not rolled'}"),
        ("formation", f"{one.ranks} deep {order_of(one)}".strip()),
        ("counters", counters),
        ("forward", f"{allowance_in(play, one, forward=True):g} in"),
    ]
    if one.gun is not None:
        state_of = (
            "ready"
            if is_ready(one.gun)
            else "limbered"
            if one.gun.limbered
            else (f"unlimbering, {one.gun.progress} of {one.gun.weight.unlimber}")
        )
        named = f"{one.gun.number} {one.gun.name}, {GUNS[one.gun.name][0]}"
        lines.append(("guns", f"{named}, {state_of}"))
    away, lost = _detached(state, one)
    return Card(
        one.id,
        one.name or one.id,
        one.side,
        one.kind,
        tuple(lines),
        _badges(state, one),
        one.off,
        lost=lost,
        stays=bool(away),
    )


def _detached(state: State, one: Unit) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tags that detachments of a unit have taken along, and those that leave the table before
    all its bases do: of detachments that were lost, and its own where only detachments live."""
    subs = [other for other in state.units if other.parent == one.id]
    away = tuple(tag for other in subs if not other.off for tag in other.bases)
    lost = tuple(tag for other in subs if is_lost(other) for tag in other.bases)
    if one.off and away:
        lost = tuple(tag for tag in one.bases if tag not in away)
    return away, tuple(tag for tag in lost if tag not in away)


def _badges(state: State, one: Unit) -> tuple[str, ...]:
    told = (
        ("broken", one.broken),
        ("must retire", one.retire),
        (f"rally {one.rally}", one.rally > 0),
        (f"pursuing {state.label(one.pursuing)}", bool(one.pursuing)),
        (f"charging {state.label(one.charging)}", one.charging not in ("", one.pursuing)),
        ("fired", one.fired),
        ("moved", one.moved),
        ("fought", one.fought),
        ("pistols empty", one.pistols and not one.loaded),
        (f"defends a {one.defending}", bool(one.defending)),
        (one.lost, one.off),
    )
    return tuple(badge for badge, true in told if true)


def _general_card(state: State, leader: General) -> Card:
    told = (("on foot", leader.on_foot), ("wounded", leader.back > state.bound))
    lines = (("with", state.label(leader.with_unit)),) if leader.with_unit else ()
    return Card(
        leader.id,
        leader.name or leader.id,
        leader.side,
        "general",
        lines,
        tuple(badge for badge, true in told if true),
        leader.gone,
    )


def bands(state: State, unit: str) -> tuple[Band, ...]:
    """The ranges and the reach of a unit, inches; no reach when its move is used up."""
    one = next((two for two in state.units if two.id == unit and not two.off), None)
    if one is None:
        return ()
    play = Play(state, NO_TABLE)
    left_in = allowance_in(play, one, forward=True)
    move = (Band("move", left_in, 180.0, "edge"),) if left_in > 0 else ()
    if one.gun is not None:
        weight = WEIGHTS[GUNS[one.gun.name][0]]
        return (
            *move,
            *(
                Band(f"needs {need} or more, up to", far, 33.7)
                for far, need, _ in weight.needs
                if need
            ),
        )
    row = shooting(play, one)
    return (*move, Band("fire", row.range_in, 45.0)) if row else move


def reach(state: State, table: Snapshot, unit_id: str) -> tuple[Reach, ...]:
    """Where a move that is open to a unit now may take it; none when none is open."""
    one = next((two for two in state.units if two.id == unit_id and not two.off), None)
    play = Play(state, arranged(state, table))
    if one is None or first_fault(may_move(play, one)):
        return ()
    return move_reach(play, one)


def parties(action: Action, state: State, table: Snapshot) -> tuple[str, ...]:
    """Who fights in the melee that is to be fought."""
    return melee_of(Play(state, arranged(state, table)), action.by) if action.do == "melee" else ()
