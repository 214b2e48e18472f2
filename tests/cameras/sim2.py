"""What two simulated cameras over a table of 12 x 6 ft are worth: ``python -m tests.cameras.sim2``.

Prints, for a world that is not quite as typed: tags read, places and gaps within their ±, gaps
across the seam apart, and how well the cameras agree (``sim2 accuracy 3``: three tables, lens known
and unknown). ``sim2 load`` prints processor time and memory of two 1080p cameras beside one.
"""

from __future__ import annotations

import gc
import math
import random
import resource
import sys
import time
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
from shapely.geometry import Polygon

from calibration.table_file import MARKER_TOLERANCE_IN, TableFile
from calibration.tolerances import HONEST
from tests.cameras.scenes import Clock
from vision.measure.range import base_gap
from vision.simulator.camera import SimulatedCamera
from vision.simulator.draws import true_base
from vision.simulator.rig import LONG_TABLE_IN, dress_for, hang_rig
from vision.simulator.scene import Spot
from vision.simulator.world import PERFECT, World, parse_world
from vision.table.snapshot import Base, Pose, Snapshot
from vision.watch.live import station
from vision.watch.stations.camera_pose import Bearings
from vision.watch.still_scene import plus_minus_of
from vision.watch.watcher import Watcher

BASES = 40
WORLD = parse_world("glue=0.3,twist=0.7,tilt=1.5,thick=0.4,markers=1,prints=1.004")
FRAMES = 10
HD_PX = (1920, 1080)


@dataclass
class Found:
    """Errors over their ± of places and of gaps, of gaps across the seam apart; how far apart
    two cameras put a base, and what was said."""

    places: list[float] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    seam: list[float] = field(default_factory=list)
    apart_in: list[float] = field(default_factory=list)
    read: int = 0
    wrong: int = 0
    disagree: int = 0
    said: set[str] = field(default_factory=set)


def battle(seed: int) -> tuple[TableFile, dict[str, Spot]]:
    """Bases all over a long table, none nearer than five inches to another, and its markers."""
    dice = random.Random(seed)
    spots: list[Spot] = []
    while len(spots) < BASES:
        spot = (dice.uniform(6, 138), dice.uniform(6, 66), dice.uniform(0, 360))
        if all(math.dist(spot[:2], other[:2]) > 5 for other in spots):
            spots.append(spot)
    bases = tuple(Base(f"R{k:02}", 3.15, 1.6, Pose(*spot)) for k, spot in enumerate(spots))
    layout, poses = dress_for(Snapshot(LONG_TABLE_IN, bases), 2)
    return replace(layout, tolerances=HONEST, marker_tolerance_in=MARKER_TOLERANCE_IN), poses


class Watched:
    """A long table under simulated cameras, stepped by hand."""

    def __init__(
        self,
        seed: int,
        *,
        lens_known: bool = True,
        world: World = WORLD,
        size_px: tuple[int, int] | None = None,
        only: int = 2,
    ) -> None:
        self.clock = Clock()
        table, poses = battle(seed)
        hung = hang_rig(
            table, poses, 2, size_px=size_px, fps=0, clock=self.clock, world=world, seed=seed
        )
        self.cameras: tuple[SimulatedCamera, ...] = hung[:only]
        names = ("camera A", "camera B") if only > 1 else ("",)
        stations = []
        for name, camera in zip(names, self.cameras, strict=True):
            lens = camera.lens if lens_known else None
            bearings = Bearings(table, lens, steady=self.clock, beside=lambda work: work())
            one = station(camera, table, name=name, steady=self.clock)
            stations.append(replace(one, bearings=bearings))
        self.watcher = Watcher(stations, table)
        self.spent_s = 0.0

    def look(self, frames: int) -> None:
        """Let frames pass; what the watcher itself takes of the processor is counted."""
        for _ in range(frames):
            self.clock.now += 0.2
            for each in self.watcher.stations:
                each.newest.step()
            began_s = time.process_time()
            self.watcher.step()
            self.spent_s += time.process_time() - began_s


def judged(watched: Watched, found: Found) -> None:
    """Hold what is seen against the truth."""
    snapshot = watched.watcher.snapshot()
    truth = {name: true_base(one) for name, one in watched.cameras[0].scene.stands.items()}
    seen = [base for base in snapshot.bases if base.status == "seen" and base.pose is not None]
    found.read += len(seen)
    for base in seen:
        assert base.pose is not None
        right = truth[base.payload]
        off = math.dist((base.pose.x_in, base.pose.y_in), (right.x_in, right.y_in))
        found.places.append(off / plus_minus_of(base.pose)[0])
        found.wrong += off > 1.0
    for first, second in combinations(seen, 2):
        reading = base_gap(snapshot, first.payload, second.payload)
        feet = [Polygon(truth[each.payload].footprint_in) for each in (first, second)]
        ratio = abs(reading.value - feet[0].distance(feet[1])) / reading.plus_minus
        found.gaps.append(ratio)
        if {first.cameras, second.cameras} == {("camera A",), ("camera B",)}:
            found.seam.append(ratio)
    for each in watched.watcher.merged().seen.values():
        if each.apart_in is not None:
            found.apart_in.append(each.apart_in)
            found.disagree += not each.agrees
    found.said |= {flag.kind for flag in snapshot.flags} | set(watched.watcher.troubles())
    found.said |= set(filter(None, [watched.watcher.blind()]))


def accuracy(tables: int) -> None:
    """Print what is seen of so many tables, lens known and unknown."""
    for known in (True, False):
        found = Found()
        for seed in range(1, tables + 1):
            watched = Watched(seed, lens_known=known)
            watched.look(FRAMES)
            judged(watched, found)
            watched.watcher.close()
        places, gaps, seam = (np.array(x) for x in (found.places, found.gaps, found.seam))
        print(
            f"lens {'known' if known else 'unknown'}: read {found.read} of {tables * BASES}, wrong "
            f"{found.wrong}; places {np.mean(places < 1):.1%}, gaps {np.mean(gaps < 1):.1%} of "
            f"{len(gaps)}, seam {np.mean(seam < 1):.1%} of {len(seam)}; both see "
            f"{len(found.apart_in)}, disagree {found.disagree}, apart "
            f"{np.median(found.apart_in):.3f} to {max(found.apart_in):.3f} in; {found.said}",
            flush=True,
        )


def load() -> None:
    """Print processor time a picture and memory of two 1080p cameras beside one."""
    times: dict[tuple[int, str], float] = {}
    for only in (1, 2):
        watched = Watched(1, world=PERFECT, size_px=HD_PX, only=only)
        # A base is averaged over up to 24 pictures; after those nothing is new.
        watched.look(3 * FRAMES)
        for what in ("still", "moving"):
            watched.spent_s = 0.0
            for k in range(20):
                if what == "moving":
                    for camera in watched.cameras:
                        camera.move("R00", 20.0 + 0.2 * k, 20.0, 90.0)
                watched.look(1)
            times[only, what] = watched.spent_s / 20
        watched.watcher.close()
        del watched
        gc.collect()
        peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{only} camera(s): peak {peak_mb:.0f} MB with the simulator", flush=True)
    for what in ("still", "moving"):
        one, two = times[1, what], times[2, what]
        print(f"{what}: {1000 * one:.1f} ms of one, {1000 * two:.1f} of two, {two / one:.2f} times")


if __name__ == "__main__":
    if sys.argv[1:2] == ["load"]:
        load()
    else:
        accuracy(int(sys.argv[2]) if len(sys.argv) > 2 else 2)
