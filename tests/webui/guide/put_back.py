"""The whole table put back, and one move shown, by a hand that follows the page; what it took.

``python3 -m tests.webui.guide.put_back [--hd] [UNITS] [SEED] [FOLDER]`` prints the figures of the
simulated table in a real browser; with a FOLDER it keeps pictures of a phone and a big screen.
``--hd``: the camera takes pictures of 1920 x 1080, a quarter of the usual.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.webui.browsing import SIZES, Watched, box_of, launched, serving
from tests.webui.guide.hand import Hand, Tally, is_near, rules_of, table_of, wait_until_drawn
from vision.simulator.table import SimulatedTable
from vision.table.snapshot import Base, Pose
from webui.server.app import create_app, desk_of
from webui.server.session import Desk

SCATTER_IN, SCATTER_DEG = 4.0, 60.0
"""How far a table that was packed into a box is from how it was: one standard deviation."""


@dataclass
class Room:
    """A table with its camera, the desk, a phone at the table and the big screen."""

    live: SimulatedTable
    desk: Desk
    phone: Watched
    screen: Watched

    def pictures(self, folder: Path | None, name: str) -> None:
        """Keep what both show, when a folder is given."""
        if folder is not None:
            self.phone.page.screenshot(path=folder / f"{name}_390.png")
            self.screen.page.screenshot(path=folder / f"{name}_1920.png")


@contextmanager
def room(
    browser: Browser, folder: Path, units: int, size_px: tuple[int, int] | None = None
) -> Iterator[Room]:
    """The simulated table of so many units, seen in pictures of that size, or of the usual 4K."""
    with closing(SimulatedTable(table_of(units), size_px=size_px)) as live:
        app = create_app(folder, live, rules=(rules_of(units),))
        with closing(desk_of(app)) as desk, serving(app) as address:
            end_s = time.monotonic() + 120
            while any(base.status != "seen" for base in desk.table().bases):
                assert time.monotonic() < end_s
                time.sleep(0.1)
            phone, screen = (Watched(browser, address, SIZES[it]) for it in ("phone", "screen"))
            with closing(phone), closing(screen):
                phone.open()
                screen.open("/show").wait_for_selector(".base")
                yield Room(live, desk, phone, screen)


def scatter(place: Room, units: int, seed: int) -> None:
    """Take every unit up and put it down somewhere near: the box was unpacked in a hurry."""
    chance = random.Random(seed)
    put = {}
    for base in table_of(units).bases:
        assert base.pose is not None
        x_in = min(66.0, max(6.0, base.pose.x_in + chance.gauss(0, 1.5)))
        y_in = min(44.0, max(4.0, base.pose.y_in + chance.gauss(0, SCATTER_IN)))
        facing_deg = base.pose.facing_deg + chance.gauss(0, SCATTER_DEG)
        put[base.payload] = Pose(x_in, y_in, facing_deg)
        place.live.place(base.payload, x_in, y_in, facing_deg)
    wait_until_settled(place, put)


def wait_until_settled(place: Room, put: dict[str, Pose]) -> None:
    """Until the camera sees every model at rest where it has been put, and the phone shows it: the
    page of before says that all stand, and whoever follows that has nothing to do."""
    end_s = time.monotonic() + 120

    def is_seen(base: Base) -> bool:
        pose = base.pose
        return base.status == "seen" and pose is not None and is_near(pose, put[base.payload])

    while not all(is_seen(base) for base in place.live.snapshot().bases):
        assert time.monotonic() < end_s
        time.sleep(0.1)
    wait_until_drawn(place.desk, place.phone)


def put_back(place: Room, units: int, seed: int, folder: Path | None = None) -> Tally:
    """Scatter the models, ask for the table as it was, and follow the page."""
    scatter(place, units, seed)
    page = place.phone.page
    page.locator('[data-key="back"] summary').click()
    page.locator('[data-keep-focus="back"]').click()
    hand = Hand(place.live, place.desk, place.phone, seed)
    hand.tally.taps = 2
    page.locator(".card.guide").wait_for()
    place.screen.page.locator(".guide-left").wait_for()
    place.pictures(folder, "put_back_begun")
    hand.follow()
    expect(page.locator(".card.guide")).to_contain_text(f"{units} of {units} stand")
    expect(place.screen.page.locator(".guide-all")).to_be_visible()
    place.pictures(folder, "put_back_done")
    page.locator('[data-keep-focus="guide-end"]').click()
    hand.tally.taps += 1
    expect(page.locator(".card.guide")).to_have_count(0)
    return hand.tally


def show_a_move(place: Room, payload: str, up_in: float, seed: int, folder: Path | None) -> Tally:
    """Drag a ghost on the phone, ask the table, and follow the page until it is green."""
    page = place.phone.page
    page.locator("#ghost").click()
    place.phone.tap(payload)
    page.locator(".unit-head").wait_for()
    x, y = place.phone.middle(payload)
    cloth = box_of(page.locator(".layer-cloth .cloth"))
    place.phone.drag((x, y), (x, y - up_in * cloth["width"] / 72))
    page.locator('[data-keep-focus="guide-ask"]').click()
    page.locator(".guide-next").wait_for()
    place.screen.page.locator(".guide-left").wait_for()
    place.pictures(folder, "move_asked")
    hand = Hand(place.live, place.desk, place.phone, seed)
    hand.tally.taps = 4
    hand.follow()
    expect(place.screen.page.locator(".guide-all")).to_be_visible()
    place.pictures(folder, "move_done")
    return hand.tally


def main(argv: list[str]) -> None:
    """Print what putting a table back took."""
    size_px = (1920, 1080) if "--hd" in argv else None
    argv = [one for one in argv if one != "--hd"]
    units, seed = int(argv[0]) if argv else 20, int(argv[1]) if argv[1:] else 1
    pictures = Path(argv[2]) if argv[2:] else None
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        with room(browser, Path(folder), units, size_px) as place:
            began_s = time.monotonic()
            tally = put_back(place, units, seed, pictures)
            took_s = time.monotonic() - began_s
            began_s = time.monotonic()
            move = show_a_move(place, "R02", 6.0, seed, pictures)
            move_s = time.monotonic() - began_s
    print(f"a shown move: {move.placings} placings, {move.taps} taps, {move_s:.0f} s")
    print(
        f"{units} units: {tally.placings} placings, {tally.taps} taps, "
        f"{tally.waited_s / tally.placings:.1f} s from the hand to the page, {took_s:.0f} s in all"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
