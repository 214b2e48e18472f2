"""A club day in fast motion: moves, hands, knocks, lost cameras and rulings, hour after hour.

``python3 -m tests.faults.long_run 12`` plays twelve hours on the simulated camera and prints the
growth per hour. Time is injected: a minute of the day is one act of mischief, a few frames and
a ruling. Every ruling is compared with where the models really stood.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

from rules.kernel.protocol import Army, ArmyUnit
from tests.cameras.scenes import TOLERANCE_IN, Watched
from tests.cameras.test_random_faults import Mischief, Truth
from tests.faults.tally import Tally
from tests.webui import toy
from tests.webui.conftest import Visitor
from vision.table.snapshot import Snapshot
from webui.server.app import create_app, desk_of

FRAMES_A_MINUTE = 6
PUT_RIGHT_EVERY_MIN = 5
SPARE_IN = 0.1 + 4 * TOLERANCE_IN
"""The toy rules' own ± of 0.1 in, and twice the tolerance for each of the two bases."""


@dataclass(frozen=True)
class Usage:
    """What the process holds: resident memory, files on disk, threads, open files."""

    memory_kb: int
    disk_kb: int
    threads: int
    files: int


def usage(folder: Path) -> Usage:
    """Now; memory and open files are -1 where the system does not tell."""
    status, open_files = Path("/proc/self/statm"), Path("/proc/self/fd")
    page_kb = os.sysconf("SC_PAGE_SIZE") // 1024 if hasattr(os, "sysconf") else 4
    memory = int(status.read_text().split()[1]) * page_kb if status.exists() else -1
    files = len(list(open_files.iterdir())) if open_files.exists() else -1
    disk = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return Usage(memory, disk // 1024, threading.active_count(), files)


class Day:
    """The watched table, its page, its mischief, and what was ruled."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.table = Watched()
        self.truth, self.mischief = Truth(self.table), Mischief(self.table, seed)
        self.armies = (
            Army("Red", "toy", (_unit("R1", "R01", "Red"), _unit("R2", "R02", "Red"))),
            Army("Blue", "toy", (_unit("B1", "R03", "Blue"),)),
        )
        self.app = create_app(
            folder, self.table.watcher, rules=(toy.TOY,), armies=self.armies, now=self.table.clock
        )
        self.here = Visitor(self.app)
        self.tally = Tally("minutes of a club day")
        self.usages: list[Usage] = []

    def close(self) -> None:
        """Let go of everything."""
        desk_of(self.app).close()
        self.table.watcher.close()

    def run(self, minutes: int) -> None:
        """Let the day pass; usage is noted each hour and at the end."""
        for minute in range(minutes):
            if minute % 60 == 0:
                self.usages.append(usage(self.folder))
            self.one_minute(minute)
        self.usages.append(usage(self.folder))

    def one_minute(self, minute: int) -> None:
        """Something happens, frames pass, somebody shoots."""
        self.tally.tried += 1
        if minute % PUT_RIGHT_EVERY_MIN == PUT_RIGHT_EVERY_MIN - 1:
            self.mischief.put_right()
            self.frames(4)
        else:
            self.mischief.act()
        self.frames(FRAMES_A_MINUTE)
        self.shoot(("R1", "R2")[minute % 2])
        for _ in range(2):
            self.table.clock.now += 28.0
            self.frames(1)

    def frames(self, count: int) -> None:
        """So many frames; after each, what counts as seen stands where it is said to stand."""
        for _ in range(count):
            self.truth.look()
            try:
                self.tally.kinds["bases checked"] += self.truth.check(self.mischief.done[-8:])
            except AssertionError as why:
                self.tally.wrong.append(f"a base is seen where it does not stand: {why}")
        while len(self.truth.scenes) > 60:
            del self.truth.scenes[min(self.truth.scenes)]

    def shoot(self, by: str) -> None:
        """Declare a shot and answer whatever is asked."""
        blind = self.table.watcher.blind()
        answer = self.here.at_head("/act/declare", do="shoot", by=by, at="B1")
        if answer.status_code != 200:
            self.refused(by, str(answer.json["error"]), blind)
            return
        if blind:
            self.tally.wrong.append(f"ruled while blind: {blind}")
        self.right_so(by, desk_of(self.app).the_game().snapshot_of(answer.json["event"]))
        self.tally.kinds["rulings"] += 1
        self.answer_all()

    def refused(self, by: str, says: str, blind: str) -> None:
        """A refusal is a sentence, and out of range is true."""
        far = "out of range" in says
        self.tally.kinds["out of range" if far else "blind" if blind else "not seen"] += 1
        if far and self.true_gap(by, desk_of(self.app).table()) < toy.RANGE_IN - SPARE_IN:
            self.tally.wrong.append(f"refused, yet in range: {says}")
        if len(says) < 10:
            self.tally.wrong.append(f"refused without a sentence: {says!r}")

    def right_so(self, by: str, frozen: Snapshot) -> None:
        """The shot that was allowed is one."""
        if self.true_gap(by, frozen) > toy.RANGE_IN + SPARE_IN:
            self.tally.wrong.append(f"{by} was let shoot from out of range")

    def true_gap(self, by: str, frozen: Snapshot) -> float:
        """Between the centres, as the models stood when the frozen frame was taken."""
        one, two = frozen.unit(by)[0], frozen.unit("B1")[0]
        scene = self.truth.scenes[frozen.taken_s]
        stands = {
            name: [s for s in scene.stands.values() if s.base.payload == name]
            for name in (one.payload, two.payload)
        }
        # A twin that is the only one to be seen is the base, for the camera as for people.
        gaps = [
            (abs(math.hypot(a.x_in - b.x_in, a.y_in - b.y_in) - _gap(frozen, by)), a, b)
            for a in stands[one.payload]
            for b in stands[two.payload]
        ]
        _, a, b = min(gaps, key=lambda gap: gap[0])
        return math.hypot(a.x_in - b.x_in, a.y_in - b.y_in)

    def answer_all(self) -> None:
        """Roll, choose, let stand; then the next game, when this one is over."""
        for _ in range(8):
            shown = self.here.get("/table.json").json
            prompt = shown["prompt"]
            if prompt is None:
                break
            if prompt["ask"] == "roll":
                answer = self.here.at_head("/act/roll")
            elif prompt["ask"] == "choose":
                answer = self.here.at_head("/act/answer", answer=prompt["options"][0]["key"])
            else:
                answer = self.here.at_head("/act/answer", answer=None, how="agreed")
            if answer.status_code != 200:
                self.here.at_head("/act/take-back", why="it could not be answered")
        if self.here.get("/table.json").json["game"]["over"]:
            desk_of(self.app).begin("toy", self.armies, "the next one")
            self.tally.kinds["games"] += 1


def _unit(name: str, payload: str, side: str) -> ArmyUnit:
    return ArmyUnit(name, "foot", f"{name}'s foot", side, (payload,))


def _gap(frozen: Snapshot, by: str) -> float:
    one, two = frozen.unit(by)[0].pose, frozen.unit("B1")[0].pose
    assert one is not None and two is not None
    return math.hypot(one.x_in - two.x_in, one.y_in - two.y_in)


def growth(usages: list[Usage], hours: float) -> str:
    """Per hour, from after the first hour (caches fill, games begin) to the end."""
    first, last = usages[min(1, len(usages) - 2)], usages[-1]
    hours = max(hours - min(1, len(usages) - 2), 1 / 60)
    return (
        f"memory {(last.memory_kb - first.memory_kb) / hours:+.0f} kB/h (now {last.memory_kb} kB), "
        f"disk {(last.disk_kb - first.disk_kb) / hours:+.0f} kB/h, "
        f"threads {last.threads - first.threads:+d}, open files {last.files - first.files:+d}"
    )


def long_run(folder: Path, hours: float, seed: int = 1) -> tuple[Tally, str, list[Usage]]:
    """The figures of so many hours, the growth per hour in words, and the usage by the hour."""
    day = Day(folder, seed)
    try:
        day.run(round(60 * hours))
    finally:
        day.close()
    return day.tally, growth(day.usages, hours), day.usages


def main(arguments: list[str]) -> int:
    """Print the figures; 1 when anything went wrong."""
    parser = argparse.ArgumentParser(prog="python3 -m tests.faults.long_run", description=__doc__)
    parser.add_argument("hours", type=float, nargs="?", default=12.0, help="of a club day; 12")
    hours: float = parser.parse_args(arguments).hours
    with tempfile.TemporaryDirectory() as folder:
        tally, grown, usages = long_run(Path(folder), hours)
    print(tally.row())
    for wrong in tally.wrong[:5]:
        print("WRONG", wrong)
    for hour, held in enumerate(usages):
        print(f"hour {hour}: {held}")
    print(grown)
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
