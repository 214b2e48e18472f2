"""What Quick Play measures, and what terrain means to it."""

from __future__ import annotations

from rules.kernel.play import Check, Conditions, Play, must
from rules.quickplay.state import State, Unit
from rules.quickplay.tables import ARC_DEG, BROKEN_GROUND, COVER, GENERAL_IN
from vision.measure import command_distance, cover_state, in_arc, in_terrain, sight
from vision.measure.range import shoot_range
from vision.table.reading import Verdict
from vision.table.snapshot import Snapshot

Going = Play[State]


def reach_in(table: Snapshot, unit: Unit) -> float:
    """How far it moves: half from broken ground (QP-MOVE-01, -02)."""
    broken = any(one.inside and one.kind in BROKEN_GROUND for one in in_terrain(table, unit.id))
    return unit.facts.move_in / 2 if broken else unit.facts.move_in


def aimed(play: Going, by: Unit, at: Unit, far_in: float, far_rule: str) -> Conditions:
    """Is *at* ahead, near enough and in sight?"""
    far = shoot_range(play.table, by.id, at.id)
    rest = f"{far} away, {by.does('reaches')} {far_in:g} in"
    past = f"{at.does('was')} {rest}"
    yield Check(f"{at.does('is')} {rest}", far_rule, reading=far, limit=far_in, past=past)
    arc = in_arc(play.table, by.id, at.id, ARC_DEG).reading
    yield must(arc, f"{at.does('is')} not ahead of {by.label}", "QP-SHOOT-02")
    seen = sight(play.table, by.id, at.id).reading
    yield must(seen, f"{by.does('does')} not see {at.label}", "QP-SHOOT-03")


def in_cover(table: Snapshot, by: Unit, at: Unit) -> bool:
    """Does the target stand in or behind cover from there, and surely so? (QP-SHOOT-06)"""
    return any(
        one.kind in COVER and one.how != "touching" and one.reading.at_least() is Verdict.IN
        for one in cover_state(table, at.id, by.id)
    )


def general_near(play: Going, unit: Unit) -> bool:
    """Is its general within six inches, and surely so? (QP-MOR-02)"""
    return any(
        command_distance(play.table, one.id, unit.id).compare(GENERAL_IN) is Verdict.IN
        for one in play.state.living(unit.side)
        if one.kind == "general" and one.id != unit.id
    )
