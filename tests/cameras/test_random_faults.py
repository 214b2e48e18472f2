"""Anything may go wrong in any order: what is measured is right all the same.

A fixed seed plays moves, hands, twins, foreign codes, bumps, cables and caps on the simulated
table. After every single frame: a base that counts as seen stood where it is said to stand
when the newest good frame was taken, and that is not longer ago than the limit. At the end
everything is put right, and everything is seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from tests.cameras.scenes import TOLERANCE_DEG, TOLERANCE_IN, Watched, off
from vision.cameras.newest import LIMIT_S
from vision.simulator.scene import Scene, Scrap
from vision.table.snapshot import Base

PAYLOADS = ("R01", "R02", "R03")
SLOTS = [(x, y) for x in (3.0, 7.0, 11.0, 15.0) for y in (3.0, 7.0, 11.0, 15.0)] + [(24.0, 8.0)]
"""Four inches apart, so that bases never lie on each other; the last is on the hill."""


class Mischief:
    """Plays one random act after the other on a watched table."""

    def __init__(self, table: Watched, seed: int) -> None:
        self.table = table
        self.random = random.Random(seed)
        self.at = {"R01": (7.0, 11.0), "R02": (15.0, 7.0), "R03": (24.0, 8.0)}
        self.done: list[str] = []

    def act(self) -> None:
        """Do something, good or bad."""
        acts: tuple[Callable[[], None], ...] = (
            self.move, self.move, self.move, self.hand, self.hand_away, self.twin, self.no_twin,
            self.scrap, self.no_scrap, self.bump, self.fault, self.mend, self.lamp,
        )  # fmt: skip
        act = self.random.choice(acts)
        self.done.append(act.__name__)
        act()

    def move(self) -> None:
        payload = self.random.choice(PAYLOADS)
        free = [slot for slot in SLOTS if slot not in self.at.values()]
        self.at[payload] = self.random.choice(free)
        self.table.camera.move(payload, *self.at[payload], self.random.uniform(0, 360))

    def hand(self) -> None:
        self.table.camera.hide(self.random.choice(PAYLOADS), self.random.choice((0.3, 0.6, 1.0)))

    def hand_away(self) -> None:
        for payload in PAYLOADS:
            self.table.camera.hide(payload, 0.0)

    def twin(self) -> None:
        free = [slot for slot in SLOTS if slot not in self.at.values()]
        payload, slot = self.random.choice(PAYLOADS), self.random.choice(free)
        self.table.camera.duplicate(payload, *slot, self.random.uniform(0, 360))
        self.at[f"{payload} again"] = slot

    def no_twin(self) -> None:
        for payload in PAYLOADS:
            self.table.camera.remove_duplicate(payload)
            self.at.pop(f"{payload} again", None)

    def scrap(self) -> None:
        self.table.camera.lay_scraps([Scrap("HTTP://X.ORG/<B>", 19.0, 14.5, 30.0, 1.5)])

    def no_scrap(self) -> None:
        self.table.camera.lay_scraps([])

    def bump(self) -> None:
        small, large = (0.1, -0.2, 0.3), (3.0, -3.5)
        reach = self.random.choice((*small, *large, 0.0))
        self.table.camera.bump(dx_in=reach, dyaw_deg=self.random.choice((0.0, 0.2)))

    def fault(self) -> None:
        faults = ("unplug", "freeze", "black", "halve", "shrink", "drop")
        getattr(self.table.camera, self.random.choice(faults))()

    def mend(self) -> None:
        camera = self.table.camera
        camera.plug()
        camera.drop(0)
        for fault in (camera.freeze, camera.black, camera.halve, camera.shrink):
            fault(False)

    def lamp(self) -> None:
        self.table.camera.dim(self.random.choice((0.25, 0.92, 9.0)))

    def put_right(self) -> None:
        """Undo all of it."""
        self.mend()
        self.hand_away()
        self.no_twin()
        self.no_scrap()
        self.table.camera.bump()
        self.table.camera.dim(0.92)


class Truth:
    """The scene as it was at each frame."""

    def __init__(self, table: Watched) -> None:
        self.table = table
        self.scenes: dict[float, Scene] = {}

    def look(self) -> None:
        """Let one frame pass."""
        scene = self.table.camera.scene
        self.table.look(1)
        self.scenes[self.table.clock.now] = scene

    def check(self, done: list[str]) -> int:
        """How many bases count as seen; each of them stood where it is said to stand."""
        snapshot = self.table.watcher.snapshot()
        seen = [base for base in snapshot.bases if base.status == "seen"]
        if not seen:
            return 0
        assert self.table.watcher.blind() == ""
        assert self.table.clock.now - snapshot.taken_s <= LIMIT_S
        for base in seen:
            off_in, off_deg = self.off(base, self.scenes[snapshot.taken_s])
            assert off_in < 2 * TOLERANCE_IN, (base.payload, done)
            assert off_deg < 2 * TOLERANCE_DEG, (base.payload, done)
        return len(seen)

    def off(self, base: Base, scene: Scene) -> tuple[float, float]:
        """Inches and degrees to the base, or to its twin: a hand over one of the two leaves
        the other as the only one there is to see."""
        twins = [s for s in scene.stands.values() if s.base.payload == base.payload]
        return min(off(base, stand) for stand in twins)


@pytest.fixture
def table() -> Iterator[Watched]:
    """A table of its own."""
    watched = Watched()
    yield watched
    watched.watcher.close()


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_goes_wrong_nothing_is_measured_wrong(seed: int, table: Watched) -> None:
    """Twice the usual tolerance, for frames in poor light and of half covered tags."""
    mischief, truth = Mischief(table, seed), Truth(table)
    for _ in range(32):
        mischief.act()
        for _ in range(mischief.random.choice((1, 2, 5))):
            truth.look()
            truth.check(mischief.done)
    mischief.put_right()
    table.clock.now += 10.0
    for _ in range(14):
        truth.look()
    assert table.watcher.blind() == ""
    assert truth.check(mischief.done) == len(PAYLOADS)
