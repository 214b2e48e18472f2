"""A hand at the simulated table that follows the page: it reads the screen, moves the model, errs.

The hand sees what people see: the outline and the model on the map (pixels), the turn in words. It
never reads where the program wants the model. Its errors are drawn, with a seed.
"""

from __future__ import annotations

import math
import random
import re
import threading
import time
from dataclasses import dataclass, replace

import msgspec

from rules.kernel.protocol import Army, ArmyUnit, RuleSet
from tests.webui import toy
from tests.webui.browsing import Watched
from vision.simulator.table import SimulatedTable
from vision.table.snapshot import Base, Pose, Snapshot
from webui.server.session import Desk

FIRST_IN, FIRST_DEG = 0.5, 6.0
"""One standard deviation of a model put down beside an outline on a screen, by eye."""
AGAIN, AGAIN_IN, AGAIN_DEG = 0.15, 0.08, 1.5
"""A correction is off by a share of its way, and by what fingers are."""

SURELY_IN, SURELY_DEG = 0.1, 2.0
"""A model that the simulated camera sees so near to where it was put is seen where it was put."""

PATIENCE_S = 60.0

NEXT = "() => document.querySelector('.guide-ghost.next')?.dataset.ghost ?? ''"

EYE = """async payload => {
  const body = document.querySelector(`.base[data-payload="${payload}"]`);
  await Promise.allSettled(body.getAnimations().map((slide) => slide.finished));
  const middle = (what) => {
    const box = document.querySelector(what).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  return [middle(`[data-payload="${payload}"] .body`),
    middle(`[data-ghost="${payload}"] > polygon`),
    document.querySelector(".layer-cloth .cloth").getBoundingClientRect().width,
    document.querySelector(".card.guide .guide-left").innerText];
}"""
"""What one glance sees, once the model's picture has slid to its place: the model and its ghost on
the map, how wide the table is, the words."""


def armies_of(count: int) -> tuple[Army, Army]:
    """Half of *count* units a side, a base each."""
    reds = tuple(_unit("R", number, "Red") for number in range(1, count // 2 + 1))
    blues = tuple(_unit("B", number, "Blue") for number in range(1, count // 2 + 1))
    return Army("Red", "toy", reds), Army("Blue", "toy", blues)


def _unit(letter: str, number: int, side: str) -> ArmyUnit:
    return ArmyUnit(
        f"{letter}{number}", "foot", f"{side} foot {number}", side, (f"{letter}{number:02}",)
    )


def table_of(count: int) -> Snapshot:
    """Two lines that look at each other, no two fronts alike."""
    bases = []
    for army, y_in, facing_deg in zip(armies_of(count), (12.0, 34.0), (90.0, 270.0), strict=True):
        for place, unit in enumerate(army.units):
            along_in = 8.0 + place * 6.0
            turned = facing_deg + (place % 5 - 2) * 4.0
            pose = Pose(along_in, y_in + (place % 3) * 2.0, turned)
            bases.append(Base(unit.bases[0], 4, 1.5, pose, unit=unit.id, side=army.side,
                              kind="foot", figures=6))  # fmt: skip
    return replace(toy.table(), bases=tuple(bases), terrain=())


def rules_of(count: int) -> RuleSet:
    """The toy's rules with that many units."""
    demo = toy.demo()
    more = msgspec.structs.replace(demo, armies=armies_of(count), table=table_of(count))
    return msgspec.structs.replace(toy.TOY, demo=lambda: more)


@dataclass
class Tally:
    """What it took."""

    placings: int = 0
    taps: int = 0
    waited_s: float = 0.0


class Hand:
    """Moves models of the simulated table as a page shows it."""

    def __init__(self, live: SimulatedTable, desk: Desk, seen: Watched, seed: int) -> None:
        self.live, self.desk, self.seen = live, desk, seen
        self.random = random.Random(seed)
        self.tally = Tally()

    def follow(self) -> None:
        """One unit after the other, until the page names none any more."""
        last = ""
        while unit := self._next():
            self._move(unit, first=unit != last)
            last = unit

    def _next(self) -> str:
        """The unit that the card names; "" when all stand."""
        self.seen.page.locator(".card.guide .guide-unit, .card.guide .guide-all").first.wait_for()
        return str(self.seen.page.evaluate(NEXT))

    def _move(self, payload: str, first: bool) -> None:
        dx_in, dy_in, turn_deg = self._read(payload)
        share = 0.0 if first else AGAIN
        off_in, off_deg = (FIRST_IN, FIRST_DEG) if first else (AGAIN_IN, AGAIN_DEG)
        error = self.random.gauss
        base = next(one for one in self.live.snapshot().bases if one.payload == payload)
        assert base.pose is not None
        put = Pose(
            base.pose.x_in + dx_in * (1 + error(0, share)) + error(0, off_in),
            base.pose.y_in + dy_in * (1 + error(0, share)) + error(0, off_in),
            base.pose.facing_deg + turn_deg * (1 + error(0, share)) + error(0, off_deg),
        )
        self.live.place(payload, put.x_in, put.y_in, put.facing_deg)
        self.tally.placings += 1
        began_s = time.monotonic()
        self._wait_until_seen(payload, put)
        self.tally.waited_s += time.monotonic() - began_s

    def _read(self, payload: str) -> tuple[float, float, float]:
        """From the screen: inches right and up on the map, degrees to turn to the left."""
        model, ghost, wide_px, said = self.seen.page.evaluate(EYE, payload)
        per_inch = wide_px / self.live.snapshot().size_in[0]
        turn = re.search(r"turn (\d+)° (left|right)", said)
        turn_deg = 0.0 if turn is None else float(turn[1]) * (1 if turn[2] == "left" else -1)
        right_in, up_in = (ghost[0] - model[0]) / per_inch, (model[1] - ghost[1]) / per_inch
        return right_in, up_in, turn_deg

    def _wait_until_seen(self, payload: str, put: Pose) -> None:
        """Until the camera has found the model at rest, and the page has drawn it."""
        end_s = time.monotonic() + PATIENCE_S

        def is_new() -> bool:
            base = next(b for b in self.live.snapshot().bases if b.payload == payload)
            return base.status == "seen" and base.pose is not None and is_near(base.pose, put)

        while not is_new():
            assert time.monotonic() < end_s, f"{payload} is not seen"
            threading.Event().wait(0.05)
        wait_until_drawn(self.desk, self.seen)


def wait_until_drawn(desk: Desk, seen: Watched) -> None:
    """Until the page has drawn the table as it is now."""
    desk.bell.ring()
    seen.page.wait_for_function(
        "version => Number(document.getElementById('map').dataset.version) >= version",
        arg=desk.bell.count,
        timeout=PATIENCE_S * 1000,
    )


def is_near(one: Pose, other: Pose) -> bool:
    """Is it the place that the hand knows, whatever the camera's ± makes of it?"""
    turned = abs((one.facing_deg - other.facing_deg + 180) % 360 - 180)
    far_in = math.hypot(one.x_in - other.x_in, one.y_in - other.y_in)
    return far_in < SURELY_IN and turned < SURELY_DEG
