"""The ± of a gap of a foot, at a glance."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.webui import toy
from tests.webui.browsing import SIZES, Watched, behind_a_door, kept_context
from tests.webui.page.conftest import CameraTable
from tests.webui.test_wizard import PaperCamera
from vision.table.abilities import Abilities
from webui.server.app import create_app, desk_of

pytestmark = pytest.mark.browser


class Seen(CameraTable):
    """A table that a camera sees."""

    @property
    def abilities(self) -> Abilities:
        """It can be looked at."""
        return replace(super().abilities, sees=True)


@pytest.fixture(params=["phone", pytest.param("screen", marks=pytest.mark.long)])
def watched(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Watched]:
    live = Seen(toy.TOY.demo().table)
    app = create_app(tmp_path / "folder", live, rules=(toy.TOY,), setter=PaperCamera())
    with closing(desk_of(app)), behind_a_door(app) as address:
        kept = kept_context(browser, request.param, 0)
        screen = Watched(browser, address, SIZES[request.param], kept)
        screen.open()
        yield screen
        screen.close()


def test_the_foot_s_plus_minus_is_seen_at_a_glance_and_nothing_waits_for_it(
    watched: Watched,
) -> None:
    """The paper camera knows it to .05 in. A real one may need seconds: the table is drawn then."""
    page = watched.page
    expect(page.locator("#age")).to_contain_text("1 ft ± 0.05″")
    held: list[Route] = []
    page.route("**/setup/foot.json", lambda route: held.append(route))
    page.reload()
    expect(page.locator(".unit-list button").first).to_be_visible()
    held[0].continue_()
    expect(page.locator("#age")).to_contain_text("1 ft ± 0.05″")
