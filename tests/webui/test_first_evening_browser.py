"""From --camera URL and an empty data folder to the first measured gap, in a real browser.

The camera is a stream on the loopback over a still table with markers and tags in plain sight; the
program is put together as ``run.py --camera URL --data EMPTY`` does. Every tap is counted, and
each is named by the page before it is made.
"""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from rules.books import RULE_SETS
from rules.quickplay import QUICKPLAY
from tests.webui.browsing import (
    SIZES,
    Watched,
    box_of,
    chromium,
    grave_faults,
    patience,
    serving,
)
from tests.webui.still_stream import drawn, streaming
from vision.setup.service import SettingUp
from vision.simulator.demo import dress
from webui.commands.serve import open_live, serve_options
from webui.server.app import create_app, desk_of

pytestmark = [pytest.mark.browser, pytest.mark.long]

PATIENCE_MS = 240_000
"""Each step is a second or two of work, twenty times that on a machine with much to do."""
BATTLE = QUICKPLAY.demo()
GUN, PIKES = "R5", "B2"
"""Long Meg and the Tall Pikes."""
MOST_TAPS = 6
EVERY_S = 0.5
"""A slow camera: what its pictures show is the same, and reading them is most of the work."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def stream() -> Iterator[str]:
    """The ready battle of Quick Play, laid out under a camera."""
    with streaming(drawn(BATTLE.table), EVERY_S) as url:
        yield url


@pytest.fixture
def address(stream: str, tmp_path: Path) -> Iterator[str]:
    """As ``run.py --camera URL --data EMPTY`` serves it."""
    options = serve_options(["--camera", stream, "--data", str(tmp_path)])
    setting_up = SettingUp(options.data, options.table)
    with closing(open_live(options, setting_up)) as live:
        app = create_app(options.data, live, rules=RULE_SETS, setter=setting_up)
        with closing(desk_of(app)), serving(app) as where:
            yield where
    # What is learnt of the lens beside everything else comes to its end before Python does.
    for thread in threading.enumerate():
        if thread.name == "lens":
            thread.join(120)


class Hand:
    """A finger that counts, and taps only what the page has named."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.typed = 0

    def tap(self, what: Locator) -> None:
        expect(what).to_be_visible()
        what.click()
        self.taps += 1

    def tap_base(self, payload: str) -> None:
        """A finger on the middle of a base on the map."""
        body = self.page.locator(f'[data-payload="{payload}"] .body')
        expect(body).to_be_visible()
        box = box_of(body)
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.taps += 1

    def type_in(self, field: Locator, text: str) -> None:
        self.tap(field)
        self.page.keyboard.type(text)
        self.typed += 1


def taped_in() -> float:
    """What a tape says between the middles of markers 0 and 2, to a sixteenth of an inch."""
    spots = {marker.id: (marker.x_in, marker.y_in) for marker in dress(BATTLE.table)[0].markers}
    return round(math.dist(spots[0], spots[2]) * 16) / 16


def true_gap_in() -> float:
    """Both fronts are level and look at one another, so the nearest points are on them: the
    distance of the fronts along the table and what is clear between their ends across it."""
    bases = {base.payload: base for base in BATTLE.table.bases}
    gun, pikes = bases[GUN], bases[PIKES]
    assert gun.pose is not None and pikes.pose is not None
    deep = pikes.pose.y_in - gun.pose.y_in - (gun.depth_in + pikes.depth_in) / 2
    wide = abs(gun.pose.x_in - pikes.pose.x_in) - (gun.frontage_in + pikes.frontage_in) / 2
    return math.hypot(deep, max(wide, 0.0))


@pytest.fixture
def patient() -> Iterator[None]:
    with patience(PATIENCE_MS):
        yield


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("size", ["phone", "screen"])
def test_from_an_empty_folder_to_the_first_gap_in_six_taps(
    browser: Browser, address: str, size: str
) -> None:
    watched = Watched(browser, address, SIZES[size])
    page, card = watched.page, watched.page.locator(".evening")
    page.set_default_timeout(PATIENCE_MS)
    hand = Hand(page)

    page.goto(address)
    expect(card).to_contain_text("I see markers 0 to 7")
    expect(card.locator(".mark-names span")).to_have_count(8)
    assert grave_faults(page) == []
    hand.tap(card.get_by_role("button", name="Find their places"))

    expect(card).to_contain_text("The table is found: 4 by 3 ft")
    expect(card).to_contain_text("from the middle of marker 0 to the middle of marker 2")
    expect(card).to_contain_text(re.compile(r"± of a foot goes from \.[1-9]\d to \.0\d\sin"))
    expect(page.locator("#map")).to_contain_text(re.compile(r"1 ft ± \.[1-9]\d″"))
    hand.type_in(card.get_by_label("Marker 0 to marker 2"), str(taped_in()))
    hand.tap(card.get_by_role("button", name="Use the tape"))

    expect(card).to_contain_text(re.compile(r"good to ± \.0\d\sin; it was ± \.[1-9]\d"))
    expect(page.locator("#map")).to_contain_text(re.compile(r"1 ft ± \.0\d″ \(was \.[1-9]\d\)"))
    expect(card).to_contain_text(re.compile(r"I see 1\d of the 14 tags of A morning's skirmish"))
    expect(card).to_contain_text("Long Meg")
    assert grave_faults(page) == []
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert over <= 0
    hand.tap(card.get_by_role("button", name="Begin A morning's skirmish"))

    hand.tap_base(GUN)
    expect(page.locator("#panel")).to_contain_text("Long Meg")
    hand.tap_base(PIKES)
    gap = page.locator(".reading", has_text="Gap, nearest points")
    expect(gap.locator(".how")).to_contain_text("±")

    # Both at once: with the next picture they are others.
    value, around = (float(text) for text in re.findall(r"\d+\.\d+", gap.inner_text())[:2])
    # Both numbers are rounded to the last digit shown, half of .01 each where that is .01.
    assert abs(value - true_gap_in()) <= around + 0.01
    assert hand.taps <= MOST_TAPS and hand.typed == 1
    # Between two tables, and while a busy machine reads no picture, there is none to be had: the
    # page asks again, as the lines above have seen.
    passing = ("/picture.jpg", "/setup/evening")
    watched.wrong = [t for t in watched.wrong if not any(part in t for part in passing)]
    watched.close()
