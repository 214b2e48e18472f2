"""What terrain does to movement, sight and cover (PAS-TER)."""

from __future__ import annotations

import math

from msgspec import Struct
from msgspec.structs import replace

from rules.armatys.movement.going import COVERED, TOWN, Going
from rules.armatys.state import Battle, Unit
from rules.armatys.switches import (
    HALF_ORDER,
    HARD_COVER,
    HEDGE_COVER,
    TERRAIN_COUNTERS,
)
from rules.armatys.tables import COVERED_SIGHT_IN, TERRAIN
from rules.armatys.units.troops import rate_in, rate_rule, stands
from rules.kernel.prompts import Steps, is_so
from rules.kernel.protocol import Modifier
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.words import many
from vision.measure import in_terrain
from vision.table.reading import Reading, Verdict
from vision.table.snapshot import Snapshot, Terrain

NEAR_IN = 0.1
"""A unit this near to a wall or hedge touches it."""
USUAL = {"steep": "half", "cliff": "no", "impassable": "no"}
"""PAS-TER-02: what steep hills and cliffs do unless the players agree otherwise."""


class Toll(Struct, frozen=True):
    """What the ground of a move costs: ``fault`` forbids it; ``halves``: half rate, by the rule
    ``slow``; ``spends``: parts of a full move for obstacles; ``counters``, each (why, rule)."""

    fault: Refusal | None = None
    halves: bool = False
    slow: str = ""
    spends: float = 0.0
    counters: tuple[tuple[str, str], ...] = ()


LENIENT = ("road", "bridge")
"""Terrain that only ever spares a unit something: too close to call, it is on it."""


def entered(play: Battle, one: Unit, way: Going) -> Steps[Going]:
    """The move, once the players have said of ground that is too close to call, and that would
    cost or forbid something, whether the unit went there."""
    near = tuple((piece.kind, piece.tags) for piece in way.unsure if piece.kind in LENIENT)
    way = replace(way, ground=(*way.ground, *near))
    for piece in way.unsure:
        cost = piece_toll(play, one, piece.kind, piece.tags, way)
        if piece.kind in LENIENT or cost == Toll():
            continue
        what = f"{one.label} went into or over {called(piece.name, piece.kind)}"
        went = yield from is_so(piece.reading, one.side, what, *cost_rules(cost))
        if went:
            way = replace(way, ground=(*way.ground, (piece.kind, piece.tags)))
    return way


def called(name: str, *kinds: str) -> str:
    """A piece of terrain by its name; one without goes by its kind: ``the wood``."""
    return f"the {name}" if name in kinds else name


def cost_rules(cost: Toll) -> tuple[str, ...]:
    """The rules that a toll rests on."""
    forbidden = () if cost.fault is None else cost.fault.rules
    obstacle = ("PAS-TER-13",) if cost.spends else ()
    told = (*forbidden, cost.slow, *(rule for _, rule in cost.counters), *obstacle)
    return tuple(rule for rule in dict.fromkeys(told) if rule)


def toll(play: Battle, one: Unit, way: Going) -> Toll:
    """What terrain asks of a move."""
    fault: Refusal | None = None
    slow, spends = "", 0.0
    counters: list[tuple[str, str]] = []
    for kind, tags in (*way.ways, *way.ground):
        found = piece_toll(play, one, kind.split(":")[0], tags, way)
        fault = fault or found.fault
        slow = slow or found.slow
        spends += found.spends
        counters += [entry for entry in found.counters if entry not in counters]
    return Toll(fault, bool(slow), slow, spends, tuple(counters))


def piece_toll(play: Battle, one: Unit, kind: str, tags: tuple[str, ...], way: Going) -> Toll:
    """What one piece of terrain asks."""
    match TERRAIN.get(kind, "agreed"):
        case "water":
            return _water(play, one, tags, way)
        case "ford":
            return Toll(counters=(("a ford", "PAS-TER-07"),))
        case "barrier":
            return _barrier(one, kind, tags)
        case "covered":
            return _covered(play, one, kind, way)
    return _agreed(play, kind, tags)


def _at(way: Going, *kinds: str) -> bool:
    return any(kind.split(":")[0] in kinds for kind, _ in (*way.ways, *way.ground))


def _water(play: Battle, one: Unit, tags: tuple[str, ...], way: Going) -> Toll:
    """PAS-TER-03 to -05: guns by bridge or ford only, as all do where it is deep; the rest
    wade at half rate for a counter a bound (PAS_TERRAIN_COUNTERS)."""
    if _at(way, "bridge", "ford"):
        return Toll()
    if one.gun is not None and not one.broken:
        return Toll(refusal("artillery crosses a river only by a bridge or a ford", "PAS-TER-03"))
    if "deep" in tags:
        says = "this river is deep: it is crossed only at a bridge or a ford"
        return Toll(refusal(says, "PAS-TER-05"))
    counters = _once(play, one, ("wading", "PAS-TER-04"))
    return Toll(halves=True, slow="PAS-TER-04", counters=counters)


def _once(play: Battle, one: Unit, entry: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    paid = one.terrain_paid and play.on(TERRAIN_COUNTERS.per_crossing)
    return () if paid else (entry,)


def _barrier(one: Unit, kind: str, tags: tuple[str, ...]) -> Toll:
    """PAS-TER-13, PAS-TER-14: half a move to cross; guns cross walls only at gates."""
    if "gate" in tags:
        return Toll()
    if kind == "wall" and one.gun is not None and not one.broken:
        return Toll(refusal("artillery crosses a wall only at a gate", "PAS-TER-14"))
    return Toll(spends=0.5)


def _covered(play: Battle, one: Unit, kind: str, way: Going) -> Toll:
    """PAS-TER-08, PAS-TER-09: guns and cavalry on roads only; foot at half rate, a counter a
    bound."""
    if one.is_mounted or (one.gun is not None and not one.broken):
        if _at(way, "road"):
            return Toll()
        return Toll(refusal(f"artillery and cavalry enter a {kind} only by a road", "PAS-TER-08"))
    counters = _once(play, one, (f"moving in a {kind}", "PAS-TER-09"))
    return Toll(halves=True, slow="PAS-TER-09", counters=counters)


def _agreed(play: Battle, kind: str, tags: tuple[str, ...]) -> Toll:
    """PAS-TER-02, PAS-TER-16: steep hills, cliffs and other ground as agreed beforehand."""
    known = {**USUAL, **play.state.agreed}
    ways = [known.get(word, "") for word in (kind, *tags)]
    if "no" in ways:
        says = f"nobody moves over {kind} {' '.join(tags)}".rstrip()
        return Toll(refusal(says, "PAS-TER-02"))
    if "half" not in ways:
        return Toll()
    return Toll(halves=True, slow="PAS-TER-02" if "steep" in (kind, *tags) else "PAS-TER-16")


def slowing(play: Battle, one: Unit) -> int:
    """PAS-MOV-02: the counters that slow a unit: those it had when the phase began, so that
    whoever moves first does not slow the rest."""
    return next((two for two in play.state.start if two.id == one.id), one).counters


def allowance_in(
    play: Battle,
    one: Unit,
    *,
    forward: bool,
    halves: bool = False,
    spends: float = 0.0,
    ignore_counters: bool = False,
) -> float:
    """PAS-MOV-01 to -03: inches a unit may still move.

    A counter takes an inch off forward movement; half rate comes after that
    (PAS_HALF_ORDER); formation changes and obstacles take their part of a full move.
    """
    rate = rate_in(one)
    off = slowing(play, one) if forward and not ignore_counters else 0
    if not halves:
        inches = rate - off
    elif play.on(HALF_ORDER.halve_first):
        inches = rate / 2 - off
    else:
        inches = (rate - off) / 2
    return max(0.0, inches - spends * rate)


def allowance_lines(
    play: Battle, one: Unit, cost: Toll, *, forward: bool, ignore_counters: bool = False
) -> tuple[Modifier, ...]:
    """The working of a move's allowance, inches."""
    rate = rate_in(one)
    lines = [Modifier("rate", f"{rate:g} in", rate_rule(one))]
    slow = slowing(play, one)
    if slow and forward and not ignore_counters:
        lines.append(Modifier(many(slow, "counter"), f"-{slow} in", "PAS-MOV-02"))
    if ignore_counters:
        lines.append(Modifier("counters ignored in pursuit", "0 in", "PAS-PUR-07"))
    if cost.halves:
        lines.append(Modifier("half rate", "x1/2", cost.slow))
    if one.spent:
        lines.append(Modifier("part of the move used", f"-{one.spent * rate:g} in", "PAS-MOV-03"))
    if cost.spends:
        lines.append(Modifier("obstacles crossed", f"-{cost.spends * rate:g} in", "PAS-TER-13"))
    return tuple(lines)


def standing(table: Snapshot, unit_id: str, *kinds: str) -> Reading | None:
    """Q-08: does half of a unit stand in such terrain?  None when it is nowhere near.

    The margin is by how much the terrain's edge would have to shift across the bases, inches:
    a shift by their smaller side would change the share on it from nothing to all.
    """
    if not stands(table, unit_id) or not is_near(table, unit_id, frozenset(kinds)):
        return None
    found = in_terrain(table, unit_id, terrain=frozenset(kinds))
    side_in = min(
        min(base.frontage_in, base.depth_in)
        for base in table.bases
        if unit_id in (base.unit_id, base.payload)
    )
    margins = [
        Reading(
            "in_terrain",
            (piece.share - 0.5) * side_in,
            piece.depth.plus_minus,
            "in",
            unit_id,
            piece.name,
            piece.depth.evidence,
        )
        for piece in found
        if not math.isclose(piece.share, 0.0)
    ]
    return max(margins, key=lambda margin: margin.value, default=None)


def stands_in(table: Snapshot, unit_id: str, *kinds: str) -> Verdict:
    """Q-08: does a unit stand in such terrain, is it outside, or is it too close to call?"""
    margin = standing(table, unit_id, *kinds)
    return Verdict.OUT if margin is None else margin.at_least()


def is_near(table: Snapshot, unit_id: str, kinds: frozenset[str], within_in: float = 1.0) -> bool:
    """May a base of a unit be so near to such terrain?  By bounding boxes, before anything is
    measured."""
    boxes = [
        (
            min(x for x, _ in piece.outline_in),
            min(y for _, y in piece.outline_in),
            max(x for x, _ in piece.outline_in),
            max(y for _, y in piece.outline_in),
        )
        for piece in table.terrain
        if piece.kind in kinds
    ]
    for base in table.bases:
        if base.pose is None or unit_id not in (base.unit_id, base.payload):
            continue
        x, y, reach = base.pose.x_in, base.pose.y_in, base.frontage_in + base.depth_in + within_in
        if any(
            west - reach <= x <= east + reach and south - reach <= y <= north + reach
            for west, south, east, north in boxes
        ):
            return True
    return False


def is_covered_ground(table: Snapshot, unit_id: str) -> bool:
    """Is a unit in a wood or a town, beyond doubt?"""
    return stands_in(table, unit_id, *COVERED) is Verdict.IN


def sight_limit_in(table: Snapshot, firer: str, target: str) -> float | None:
    """PAS-TER-10: sight and fire in woods and towns reach 3 inches."""
    if is_covered_ground(table, firer) or is_covered_ground(table, target):
        return COVERED_SIGHT_IN
    return None


def is_in_covered_ground(play: Battle, unit_id: str, by: str) -> Steps[bool]:
    """Is a unit in a wood or a town?  *by* is asked where it is too close to call."""
    who = play.state.label(unit_id)
    margin = standing(play.table, unit_id, *COVERED)
    if margin is None:
        return False
    return (
        yield from is_so(
            margin, by, f"half of {who} in {called(margin.to, *COVERED)}", "PAS-TER-10"
        )
    )


def hides(piece: Terrain) -> bool:
    """PAS-TER-01: hills stop sight and fire, as woods and towns do."""
    return piece.kind in ("hill", *COVERED)


def cover(play: Battle, target: Unit) -> str:
    """PAS-TER-11, PAS-TER-15: what covers a unit from small arms, or may; "" when nothing does.

    A hedge only under PAS_HEDGE_COVER. Too close to call is settled by ``covered``.
    """
    if target.defending == "wall":
        return "the wall"
    if target.defending == "town" or stands_in(play.table, target.id, *TOWN) is not Verdict.OUT:
        return "the town"
    if target.defending == "wood" or stands_in(play.table, target.id, "wood") is not Verdict.OUT:
        return "the wood"
    if target.defending == "hedge" and play.on(HEDGE_COVER):
        return "the hedge"
    return ""


def covered(play: Battle, target: Unit, found: str) -> Steps[str]:
    """What ``cover`` or ``hard_cover`` found, or "": its owner is asked whether half of the
    unit is in it where that is too close to call."""
    kinds = {"the town": TOWN, "the wood": ("wood",)}.get(found, ())
    if not kinds or found == f"the {target.defending}":
        return found
    margin = standing(play.table, target.id, *kinds)
    if margin is None:
        return found
    inside = yield from is_so(
        margin, target.side, f"half of {target.label} in {found}", "PAS-TER-11"
    )
    return found if inside else ""


DEFENSIBLE = {"wall": "wall", "hedge": "hedge", "wood": "wood", **dict.fromkeys(TOWN, "town")}


def beside(table: Snapshot, unit_id: str) -> tuple[str, ...]:
    """Q-08: what a unit touches or stands in that could be defended: wall, hedge, town, wood."""
    if not stands(table, unit_id) or any(
        base.status != "seen" for base in table.bases if base.unit_id == unit_id
    ):
        return ()
    if not is_near(table, unit_id, frozenset(DEFENSIBLE)):
        return ()
    found = in_terrain(table, unit_id, terrain=frozenset(DEFENSIBLE))
    near = (
        DEFENSIBLE[piece.kind]
        for piece in found
        if piece.depth.at_least(-NEAR_IN) is not Verdict.OUT
    )
    return tuple(dict.fromkeys(near))


def hard_cover(play: Battle, target: Unit) -> str:
    """PAS-ART-42: buildings and walls; under PAS_HARD_COVER = all also woods and hedges."""
    found = cover(play, target)
    if found in ("the wall", "the town"):
        return found
    if play.on(HARD_COVER.all):
        return found or ("the hedge" if target.defending == "hedge" else "")
    return ""
