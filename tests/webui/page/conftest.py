"""One browser a file, a fresh app a test, and the three sizes of issue 7."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from rules.protocol import RuleSet
from tests.webui import toy
from tests.webui.browsing import SIZES, Watched, app_on, chromium, serving
from vision.measure.table import Snapshot
from webui import desk_of
from webui.desk import Desk
from webui.live import HandTable


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(params=SIZES)
def size(request: pytest.FixtureRequest) -> str:
    """The name of a size of screen."""
    return str(request.param)


class Hall:
    """A running app and the screens that look at it."""

    def __init__(self, desk: Desk, address: str, open_screen: Callable[[], Watched]) -> None:
        self.desk = desk
        self.address = address
        self.another = open_screen


Open = Callable[..., Hall]


@pytest.fixture
def hall(browser: Browser, tmp_path: Path, size: str) -> Iterator[Open]:
    """Starts an app on a table by hand; its screens are of this test's size."""
    with ExitStack() as stack:

        def start(rules: RuleSet = toy.TOY, table: Snapshot | None = None) -> Hall:
            app = app_on(tmp_path / "folder", HandTable(table or rules.demo().table), (rules,))
            desk = desk_of(app)
            stack.callback(desk.close)
            address = stack.enter_context(serving(app))

            def another() -> Watched:
                watched = Watched(browser, address, SIZES[size])
                stack.callback(watched.close)
                return watched

            return Hall(desk, address, another)

        yield start


@pytest.fixture
def seen(hall: Open) -> Watched:
    """A screen before the toy battle."""
    return hall().another()
