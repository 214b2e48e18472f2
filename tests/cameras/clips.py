"""Clips of the simulated camera, watched frame by frame: what is `seen` is held to the truth."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

from tests.cameras.scenes import SIZE_PX, Clock, small_table
from vision.measure.range import base_gap
from vision.measure.uncertain import factors
from vision.simulator.camera import SimulatedCamera
from vision.simulator.draws import true_base
from vision.simulator.world import PERFECT, World
from vision.table.snapshot import Base, Snapshot
from vision.watch.live import watch

FRAME_S = 0.1

Act = Callable[[SimulatedCamera, int], None]
"""What happens before a frame of that number is taken."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What a clip came to: frames in which any base was seen, readings of seen bases, those that
    were off by more than their ±, and every sentence that was said."""

    seen: int
    readings: int
    outside: tuple[str, ...]
    said: frozenset[str]
    statuses: tuple[dict[str, str], ...]


def play(act: Act, frames: int, world: World = PERFECT, *, every_s: float = FRAME_S) -> Watched:
    """Watch so many frames of the small table while *act* does something to it."""
    clock = Clock()
    table, poses = small_table()
    camera = SimulatedCamera(table, poses, size_px=SIZE_PX, fps=0, clock=clock, world=world)
    watcher = watch(camera, table, steady=clock)
    seen = readings = 0
    outside: list[str] = []
    said: set[str] = set()
    statuses = []
    for number in range(frames):
        clock.now += every_s
        act(camera, number)
        watcher.newest.step()
        watcher.step()
        snapshot = watcher.snapshot()
        said |= {*watcher.troubles(), *filter(None, [watcher.blind()])}
        statuses.append({base.payload: base.status for base in snapshot.bases})
        some = [base for base in snapshot.bases if base.status == "seen"]
        seen += bool(some)
        found = [(f"{number} {text}", ok) for text, ok in _held(snapshot, camera, some)]
        readings += len(found)
        outside += [text for text, ok in found if not ok]
    watcher.close()
    return Watched(seen, readings, tuple(outside), frozenset(said), tuple(statuses))


def nothing(_: SimulatedCamera, __: int) -> None:
    """Nobody touches anything."""


def _held(snapshot: Snapshot, camera: SimulatedCamera, seen: list[Base]) -> list[tuple[str, bool]]:
    """Each place and each gap of bases that are seen, and whether it is inside its ±."""
    stands = camera.scene.stands
    found = [_place(base, camera) for base in seen]
    for one, other in itertools.combinations([base.payload for base in seen], 2):
        outlines = [true_base(stands[name]).footprint_in for name in (one, other)]
        true_in = _gap_in(*outlines)
        reading = base_gap(snapshot, one, other)
        off_in = abs(reading.value - true_in)
        text = f"{one} to {other} off by {off_in:.4f} at ± {reading.plus_minus:.4f}"
        found.append((text, off_in <= reading.plus_minus))
    return found


def _place(base: Base, camera: SimulatedCamera) -> tuple[str, bool]:
    pose, stand = base.pose, camera.scene.stands[base.payload]
    assert pose is not None
    off_in = math.hypot(pose.x_in - stand.x_in, pose.y_in - stand.y_in)
    errors = (*factors(pose.own), *pose.shared, pose.batched)
    spread = sum(dx * dx + dy * dy for dx, dy, _ in errors)
    # 95 % of a round normal error lies within 2.45 sigma an axis, 1.73 of both together.
    plus_minus_in = 2.45 * math.sqrt(spread / 2)
    text = f"{base.payload} off by {off_in:.4f} at ± {plus_minus_in:.4f}"
    return text, off_in <= plus_minus_in


def _gap_in(one: tuple[tuple[float, float], ...], other: tuple[tuple[float, float], ...]) -> float:
    """Shortest distance of two outlines that do not touch."""
    return min(
        _to_leg(spot, start, end)
        for spots, legs in ((one, other), (other, one))
        for spot in spots
        for start, end in zip(legs, (*legs[1:], legs[0]), strict=True)
    )


def _to_leg(
    spot: tuple[float, float], start: tuple[float, float], end: tuple[float, float]
) -> float:
    along = (end[0] - start[0], end[1] - start[1])
    share = ((spot[0] - start[0]) * along[0] + (spot[1] - start[1]) * along[1]) / (
        along[0] ** 2 + along[1] ** 2
    )
    near = min(1.0, max(0.0, share))
    return math.dist(spot, (start[0] + near * along[0], start[1] + near * along[1]))
