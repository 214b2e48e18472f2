"""The page on the simulated table: pictures are drawn, read and measured; nothing is short-cut."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.webui import toy
from tests.webui.browsing import SIZES, Watched, box_of, chromium, serving
from vision.simulator.table import SimulatedTable
from webui.server.app import create_app, desk_of
from webui.server.session import Desk

pytestmark = pytest.mark.browser

PATIENCE_MS = 60_000
"""Reading a 4K picture takes a second or two, more on a busy machine."""


def _wait_until(true: Callable[[], bool]) -> None:
    deadline_s = time.monotonic() + PATIENCE_MS / 1000
    while not true():
        assert time.monotonic() < deadline_s
        threading.Event().wait(0.1)


def _wait_until_seen(desk: Desk) -> None:
    _wait_until(lambda: all(base.status == "seen" for base in desk.table().bases))


def _value(text: str) -> float:
    found = re.match(r"([\d.]+)", text)
    assert found is not None, text
    return float(found.group(1))


@contextmanager
def table_of(folder: Path) -> Iterator[tuple[Desk, str]]:
    """A start of the program on the simulated table: the desk and the page's address."""
    with closing(SimulatedTable(toy.table(), size_px=(1920, 1080))) as live:
        app = create_app(folder, live, rules=(toy.TOY,))
        with closing(desk_of(app)) as desk, serving(app) as address:
            _wait_until_seen(desk)
            yield desk, address


def test_a_dragged_model_is_seen_and_measured_ruled_on_and_survives_a_restart(
    tmp_path: Path,
) -> None:
    """Drag a unit 1.5 in back: the new *picture* is read, and the range grows by as much."""
    with chromium() as browser:
        with table_of(tmp_path) as (desk, address):
            watched = Watched(browser, address, SIZES["screen"])
            page = watched.open()
            expect(page.locator(".banner.simulated")).to_contain_text("SIMULATED")
            before = _gap_shown(watched, "R01", "B01")
            watched.tap("B01")
            stood_in = _y_of(desk, "B01")
            _drag_back(watched, "B01", 1.5)
            _wait_until(lambda: _y_of(desk, "B01") > stood_in + 1)
            _wait_until_seen(desk)
            page.keyboard.press("Escape")
            # Half a screen pixel of the drag is 0.03 in, and each reading has some 0.02 in of ±.
            _gap_shown(watched, "R01", "B01", about_in=before + 1.5)
            _shoot(watched)
            # Once, at the top of the page; not on every card besides.
            expect(page.locator(".ruling").first).not_to_contain_text("SIMULATED")
            expect(page.locator(".ruling h3").first).to_contain_text("scores 2")
            told = page.locator(".ruling h3").all_inner_texts()
            place = _y_of(desk, "B01")
            watched.close()
        with table_of(tmp_path) as (desk, address):
            assert _y_of(desk, "B01") == pytest.approx(place, abs=0.05)
            watched = Watched(browser, address, SIZES["screen"])
            expect(watched.open().locator(".ruling h3")).to_have_text(told[::-1])
            watched.close()


def _y_of(desk: Desk, payload: str) -> float:
    pose = desk.table().base(payload).pose
    assert pose is not None
    return pose.y_in


def _gap_shown(watched: Watched, one: str, other: str, about_in: float | None = None) -> float:
    """Tap the two and read the gap; then let go of both.

    *about_in*: what it comes to, within 0.15 in, once the page has the newest picture.
    """
    watched.tap(one)
    watched.tap(other)
    value = watched.page.locator('.reading[data-what="gap"] .value')
    expect(value).to_have_text(re.compile(r"\d"), timeout=PATIENCE_MS)
    if about_in is not None:
        _wait_until(lambda: abs(_value(value.inner_text()) - about_in) <= 0.15)
    shown = _value(value.inner_text())
    watched.page.keyboard.press("Escape")
    expect(value).to_have_count(0)
    return shown


def _shoot(watched: Watched) -> None:
    page = watched.page
    watched.tap("R01")
    page.get_by_role("button", name="Shoot at Bell").click()
    expect(page.locator(".dice[data-focus]")).to_be_focused()
    for key in ("6", "6", "Enter"):
        page.keyboard.press(key)
    page.get_by_role("button", name="Stand").click()


def _drag_back(watched: Watched, payload: str, inches: float) -> None:
    """Drag it north (up the screen) by so many inches."""
    box = box_of(watched.page.locator(f'[data-payload="{payload}"] .body'))
    base = next(
        b
        for b in watched.page.evaluate("fetch('/table.json').then((r) => r.json())")["bases"]
        if b["payload"] == payload
    )
    per_inch = box["width"] / base["frontage_in"]
    x, y = watched.middle(payload)
    watched.page.mouse.move(x, y)
    watched.page.mouse.down()
    watched.page.mouse.move(x, y - per_inch, steps=3)
    watched.page.mouse.move(x, y - inches * per_inch, steps=3)
    watched.page.mouse.up()
