"""Several cameras over one table on the page: who sees what, which is set up, whose picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from tests.webui import toy
from tests.webui.conftest import Visitor
from tests.webui.test_wizard import PaperCamera
from vision.table.snapshot import Snapshot
from webui.game.seen.live import HandTable, LiveTable, TopView
from webui.server.app import create_app, desk_of


class TwoPictures:
    """A table that two cameras look at; the second is blind."""

    def __init__(self, table: Snapshot) -> None:
        self._by_hand = HandTable(table)
        self.size_in = table.size_in

    def __getattr__(self, name: str) -> object:
        return getattr(self._by_hand, name)

    def camera_names(self) -> tuple[str, ...]:
        return ("camera A", "camera B")

    def top_view_of(self, camera: str) -> TopView | None:
        return self._picture(b"of A") if camera == "camera A" else None

    def top_view(self) -> TopView:
        return self._picture(b"of all")

    def _picture(self, jpeg: bytes) -> TopView:
        return TopView(jpeg, 10.0, 2.0, self.size_in, 12.0)


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[Visitor]:
    live = cast(LiveTable, TwoPictures(toy.table()))
    app = create_app(tmp_path / "two", live, rules=(toy.TOY,), setter=PaperCamera())
    yield Visitor(app)
    desk_of(app).close()


def test_the_page_says_who_sees_what_and_how_well_they_agree(visitor: Visitor) -> None:
    shown = visitor.get("/setup/cameras").text
    for words in ("camera A", "camera B", "it was unplugged", "0.30 in"):
        assert words in shown
    assert " style=" not in shown and "<script>" not in shown


def test_its_data_are_had_as_json(visitor: Visitor) -> None:
    found = visitor.get("/setup/cameras.json").json
    assert found["best"] == [[1, 1], [1, 0]]
    assert found["overlaps"][0]["agree"] == 1 and found["cameras"][1]["trouble"] != ""


def test_the_wizard_sets_up_the_camera_that_was_chosen(visitor: Visitor) -> None:
    assert visitor.post("/setup/wizard/camera", number=1).json["chosen"] == 1
    shown = visitor.get("/setup/wizard?step=camera").text
    assert 'data-camera="1" data-umpire aria-pressed="true"' in shown


def test_a_camera_that_is_not_there_is_refused_in_words(visitor: Visitor) -> None:
    refused = visitor.post("/setup/wizard/camera", number=2)
    assert refused.status_code == 422 and "no camera 3" in refused.json["error"]


@pytest.mark.parametrize(
    ("address", "jpeg"),
    [
        ("/picture.jpg", b"of all"),
        ("/picture.jpg?camera=camera+A", b"of A"),
        ("/picture.jpg?camera=camera+B", b"of all"),
    ],
    ids=["all", "one", "one that is blind"],
)
def test_each_camera_has_a_picture_of_its_own(visitor: Visitor, address: str, jpeg: bytes) -> None:
    assert visitor.get(address).data == jpeg


def test_a_picture_of_no_camera_is_refused_in_words(visitor: Visitor) -> None:
    refused = visitor.get("/picture.jpg?camera=camera+Z")
    assert refused.status_code >= 400 and "no camera of that name" in refused.text


def test_the_table_names_its_cameras(visitor: Visitor) -> None:
    assert visitor.get("/table.json").json["cameras"] == ["camera A", "camera B"]


def test_without_a_camera_the_page_says_so(here: Visitor) -> None:
    assert "no camera" in here.get("/setup/cameras").text
