"""What a watcher's line carries over ten minutes of play, pressed into one or two.

``python3 -m tests.webui.watching.traffic [MINUTES] [KBIT_S] [PICTURE]``: the simulated table (its
camera noisy), a model moved every 20 s, a shot with dice every 30 s, a watcher who asks every
3 s, all by a clock of its own; counts the bytes of HTTP both ways and prints kilobits a second.
"""

from __future__ import annotations

import http.client
import json
import random
import sys
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.kernel.prompts import Roll
from rules.kernel.protocol import IllegalAction
from tests.webui.browsing import SIZES, Watched, launched, serving
from tests.webui.guide.hand import is_near, rules_of, table_of
from vision.relay.changed_tiles import ChangedTiles
from vision.simulator.table import SimulatedTable
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Pose
from webui.game.position import Who
from webui.server.app import create_app, desk_of
from webui.server.session import Desk
from webui.server.watching.past import Recorder

UNITS = 20
STEP_S = 2.0
ASKS_EVERY_S, MOVES_EVERY_S, SHOOTS_EVERY_S = 3.0, 20.0, 30.0
HEADERS = {
    # What a browser sends with each question; through HTTP/2 it is far less.
    "Host": "table.club.example", "Accept": "*/*", "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "en-GB,en;q=0.9", "User-Agent": "Mozilla/5.0 (Linux; Android 14) " * 3,
    "Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-origin", "Connection": "keep-alive",
}  # fmt: skip


class Clock:
    """The time of the play."""

    def __init__(self) -> None:
        self.at_s = time.time()

    def __call__(self) -> float:
        return self.at_s


@dataclass
class Line:
    """A watcher's connection, and what went over it."""

    port: int
    path: str
    known: str = ""
    up: int = 0
    down: int = 0
    first: int = 0
    plan: int = 0

    def ask(self) -> None:
        """Ask once what has changed."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)) as http_line:
            path = f"{self.path}/now.json{self.known}"
            http_line.request("GET", path, headers={**HEADERS, "Host": "localhost"})
            answer = http_line.getresponse()
            body = answer.read()
        self.up += len(path) + 16 + sum(len(a) + len(b) + 4 for a, b in HEADERS.items())
        size = len(body) + 17 + sum(len(a) + len(b) + 4 for a, b in answer.getheaders())
        self.down += size
        self.first = self.first or size
        if answer.status == 200:
            self._learn(body, answer.getheader("Content-Encoding") == "gzip")

    def _learn(self, body: bytes, packed: bool) -> None:
        import gzip

        told: dict[str, Any] = json.loads(gzip.decompress(body) if packed else body)
        tiles = sum(len(tile["webp"]) * 3 // 4 for tile in told["tiles"])
        self.plan += max(0, len(body) - tiles)
        self.known = f"?since={told['number']}&tiles={told['tiles_until']}&clock={told['clock']}"


def move(live: SimulatedTable, chance: random.Random) -> None:
    """One model goes some inches, and is seen there."""
    base = chance.choice([b for b in live.snapshot().bases if b.pose is not None])
    assert base.pose is not None
    put = Pose(
        min(66.0, max(6.0, base.pose.x_in + chance.uniform(-4, 4))),
        min(30.0, max(18.0, base.pose.y_in + chance.uniform(-4, 4))),  # into each other's range
        base.pose.facing_deg + chance.uniform(-30, 30),
    )
    live.place(base.payload, put.x_in, put.y_in, put.facing_deg)
    end_s = time.monotonic() + 60
    while time.monotonic() < end_s:
        now = next(b for b in live.snapshot().bases if b.payload == base.payload)
        if now.status == "seen" and now.pose is not None and is_near(now.pose, put):
            return
        time.sleep(0.05)


def play_on(desk: Desk, chance: random.Random) -> None:
    """The next step of a shot: declared, thrown for, stood up to."""
    game = desk.the_game()
    who, head = Who("table"), game.journal.head
    present = game.present()
    opened = present.opened
    if opened is None:
        legal = [o for o in game.offers() if o.legal]
        shots = [o for o in legal if o.action.do == "shoot"]
        if legal and present.over is None:
            game.declare(chance.choice(shots or legal).action, who, after=head)
    elif isinstance(opened.prompt, Roll):
        game.roll_for(who, after=head)
    else:
        game.answer("stand", who, after=head)


def played(
    live: SimulatedTable, desk: Desk, recorder: Recorder, line: Line, minutes: float, clock: Clock
) -> None:
    """Play so many minutes of the clock."""
    chance = random.Random(1)
    asked = moved = shot = 0.0
    end_s = clock.at_s + minutes * 60
    while clock.at_s < end_s:
        clock.at_s += STEP_S
        if clock.at_s - moved >= MOVES_EVERY_S:
            moved = clock.at_s
            move(live, chance)
        if clock.at_s - shot >= SHOOTS_EVERY_S / 3:
            shot = clock.at_s
            with suppress(Unmeasurable, IllegalAction):  # a model beside it is still settling
                play_on(desk, chance)
        recorder.step()
        if clock.at_s - asked >= ASKS_EVERY_S:
            asked = clock.at_s
            line.ask()


def main(argv: list[str]) -> None:
    """Print what the line carried."""
    minutes, kbit_s = float(argv[0]) if argv else 10.0, float(argv[1]) if argv[1:] else 40.0
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder, closing(SimulatedTable(table_of(UNITS))) as live:
        thinner = ChangedTiles(kbit_s)
        app = create_app(Path(folder), live, rules=(rules_of(UNITS),), now=clock, thinner=thinner)
        desk, seats = desk_of(app), app.extensions["watching"]
        while any(base.status != "seen" for base in desk.table().bases):
            time.sleep(0.1)
        with closing(desk), serving(app) as address:
            path = f"/watch/{seats.links.make('a watcher', 0)}"
            line = Line(int(address.rpartition(":")[2]), path)
            played(live, desk, seats.recorder, line, minutes, clock)
            if argv[2:]:
                shown(address + path, Path(argv[2]))
    seconds = minutes * 60
    print(
        f"{minutes:g} min at {kbit_s:g} kbit/s: {line.down * 8 / seconds / 1000:.1f} kbit/s down, "
        f"{line.up * 8 / seconds / 1000:.1f} up; first answer {line.first / 1000:.0f} kB, "
        f"the plan alone {line.plan * 8 / seconds / 1000:.1f} kbit/s"
    )


def shown(address: str, picture: Path) -> None:
    """Keep what the watcher's page shows on a phone."""
    with launched() as browser:
        seen = Watched(browser, address.partition("/watch")[0], SIZES["phone"])
        page = seen.open("/watch" + address.partition("/watch")[2])
        page.wait_for_selector(".base")
        page.wait_for_selector(".layer-photo image")
        page.screenshot(path=picture)
        seen.close()


if __name__ == "__main__":
    main(sys.argv[1:])
