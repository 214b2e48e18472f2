"""The ground that a move may cover, for the page to draw; it decides nothing (PAS-MOV-01, -02)."""

from __future__ import annotations

from rules.armatys.movement.going import STRAIGHT_DEG, Going
from rules.armatys.movement.ground import allowance_in, piece_toll
from rules.armatys.state import Battle, Unit
from rules.armatys.switches import FORWARD
from rules.field.reach import closed, facing_of, reaches
from rules.kernel.prompts import Reach
from vision.table.reading import Reading
from vision.table.snapshot import Snapshot, Terrain

STILL = Going(Reading("move_distance", 0.0, 0.0))


def move_reach(play: Battle, one: Unit) -> tuple[Reach, ...]:
    """Counters take an inch each off what is ahead, not off what is aside or behind."""
    ahead_in = allowance_in(play, one, forward=True, spends=one.spent)
    back_in = allowance_in(play, one, forward=False, spends=one.spent)
    facing = facing_of(play.table, one.id)
    if facing is None or one.no_advance:
        ahead_in = 0.0
    ground = closed(play.table, one.id, max(ahead_in, back_in), _barred(play, one))
    if ahead_in == back_in or facing is None:
        return (*free_reach(play.table, one.id, back_in, "PAS-MOV-01"), *ground)
    half_deg = 90.0 if play.on(FORWARD.any) else STRAIGHT_DEG
    rest_deg = (180.0 - half_deg) / 2
    aside = (180.0,) if half_deg == 90.0 else (half_deg + rest_deg, -half_deg - rest_deg)
    spread_deg = 90.0 if half_deg == 90.0 else rest_deg
    parts = [(f"{ahead_in:g} in ahead", ahead_in, 0.0, half_deg)]
    parts += [(f"{back_in:g} in otherwise", back_in, turn, spread_deg) for turn in aside]
    found = (
        part
        for title, far_in, turn, spread in parts
        if far_in
        for part in reaches(
            play.table,
            one.id,
            far_in,
            title,
            toward_deg=(facing + turn) % 360,
            spread_deg=spread,
            rule="PAS-MOV-02",
        )
    )
    # fmt: skip
    return (*found, *ground)


def free_reach(table: Snapshot, unit_id: str, far_in: float, rule: str) -> tuple[Reach, ...]:
    """So far any way."""
    return reaches(table, unit_id, far_in, f"{round(far_in, 1):g} in", rule=rule) if far_in else ()


def retreat_reach(play: Battle, one: Unit) -> tuple[Reach, ...]:
    """A full move back, counters left out (PAS-MOR-10)."""
    facing = facing_of(play.table, one.id)
    far_in = allowance_in(play, one, forward=False)
    if facing is None or not far_in:
        return ()
    title, back_deg = f"{far_in:g} in back", (facing + 180) % 360
    return reaches(play.table, one.id, far_in, title, toward_deg=back_deg, spread_deg=90.0,
                   rule="PAS-MOR-10")  # fmt: skip


def _barred(play: Battle, one: Unit) -> list[tuple[Terrain, str]]:
    """Areas whose toll is a refusal, with the rule in it."""
    found = []
    for piece in play.table.terrain:
        fault = piece_toll(play, one, piece.kind, piece.tags, STILL).fault
        if fault:
            found.append((piece, fault.rules[0]))
    return found
