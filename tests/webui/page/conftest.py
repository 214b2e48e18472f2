"""One browser a file, a fresh app a test, and the screens that a test runs on.

What the page does is the same on every screen, so a test of it runs on a phone, where room is
scarce; ``@pytest.mark.sizes(*SIZES)`` stands on what has to do with room, scale or layout, and
``run.py test --all`` runs it on each of them, and all others too.  Else the first that it names
is taken.  That everything is in reach on every size is test_labels.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser

from rules.kernel.protocol import RuleSet
from tests.webui import toy
from tests.webui.browsing import SIZES, Watched, behind_a_door, chromium, kept_context
from vision.table.abilities import Abilities
from vision.table.snapshot import Flag, Snapshot
from webui.game.seen.live import HandTable, TopView
from webui.server.app import create_app, desk_of
from webui.server.session import Desk

PHONES = {"red": "192.168.7.20", "blue": "192.168.7.21", "": "192.168.7.22"}
"""Where the phone of each side seems to be; "" watches only."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The first size that the nearest mark names, or the phone; the others only with ``--all``."""
    if "size" in metafunc.fixturenames:
        marked = metafunc.definition.get_closest_marker("sizes")
        if metafunc.config.getoption("--all"):
            asked = marked.args if marked else tuple(SIZES)
        else:
            asked = marked.args[:1] if marked else ("phone",)
        metafunc.parametrize("size", asked, indirect=True, scope="module")


@pytest.fixture(scope="module")
def size(request: pytest.FixtureRequest) -> str:
    """The name of a size of screen."""
    return str(request.param)


class Simulated(HandTable):
    """A table by hand that says it is drawn by the program."""

    @property
    def abilities(self) -> Abilities:
        """As a table by hand, drawn."""
        return replace(super().abilities, simulated=True)


class CameraTable(HandTable):
    """A table by hand that says it is seen by a camera: a picture, and codes of strangers."""

    flags: tuple[Flag, ...] = ()

    def snapshot(self) -> Snapshot:
        """With what the camera noticed."""
        return replace(super().snapshot(), flags=self.flags)

    def top_view(self) -> TopView:
        """A plain green picture of the table, 4 px an inch, an inch of margin."""
        wide, deep = self.snapshot().size_in
        picture = np.full((int(deep + 2) * 4, int(wide + 2) * 4, 3), (60, 90, 70), np.uint8)
        done, jpeg = cv2.imencode(".jpg", picture)
        assert done
        return TopView(jpeg.tobytes(), 4.0, 1.0, (wide, deep), time.time())


class Hall:
    """A running app, the table screen and the phones that look at it."""

    def __init__(self, desk: Desk, another: Callable[[str, bool], Watched]) -> None:
        self.desk = desk
        self._another = another

    def screen(self, *, own: bool = False) -> Watched:
        """The computer that runs the program; *own*: its browser was never used before."""
        return self._another("", own)

    def phone(self, side: str, *, own: bool = False) -> Watched:
        """A phone that has joined a side by its code, and shows the table; "" watches only."""
        watched = self._another(PHONES[side.lower()], own)
        if side:
            sent = {"code": self.desk.access.code(side)}
            joined = watched.page.request.post(watched.address + "/join", data=sent)
            assert joined.ok, joined.text()
            watched.open()
        return watched


Open = Callable[..., Hall]


@contextmanager
def halls(browser: Browser, folder: Path, size: str, first: int = 0) -> Iterator[Open]:
    """Starts an app on a table by hand, or another one; its screens are of that *size*, their
    visitors those from number *first* on."""
    with ExitStack() as stack:

        def start(
            rules: RuleSet = toy.TOY,
            table: Snapshot | None = None,
            live: HandTable | None = None,
            host: str = "127.0.0.1",
        ) -> Hall:
            found = live or HandTable(rules.demo().table)
            app = create_app(folder, found, rules=(rules,), host=host)
            if table is not None:
                # The ready battle was laid out first.
                found.set_table(table)
            stack.callback(desk_of(app).close)
            addresses: dict[str, str] = {}

            screens: list[Watched] = []

            def another(seen_from: str, own: bool) -> Watched:
                if seen_from not in addresses:
                    addresses[seen_from] = stack.enter_context(behind_a_door(app, seen_from))
                kept = None if own else kept_context(browser, size, first + len(screens))
                watched = Watched(browser, addresses[seen_from], SIZES[size], kept)
                screens.append(watched)
                stack.callback(watched.close)
                return watched

            return Hall(desk_of(app), another)

        yield start


@pytest.fixture
def hall(browser: Browser, tmp_path: Path, size: str) -> Iterator[Open]:
    """Starts what one test needs."""
    with halls(browser, tmp_path / "folder", size) as start:
        yield start


LASTING = 2
"""The number of the visitor who stays for all tests of a file: no test has three of its own."""


@pytest.fixture(scope="module")
def lasting(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, size: str
) -> Iterator[Open]:
    """Starts what all tests of a file look at that change nothing of the game."""
    with halls(browser, tmp_path_factory.mktemp("lasting"), size, LASTING) as start:
        yield start


@pytest.fixture
def seen(hall: Open) -> Watched:
    """The table screen before the toy battle."""
    return hall().screen()
