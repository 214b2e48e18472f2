"""What a user can send, the log that is kept, and the start that always works."""

from __future__ import annotations

import io
import json
import logging
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.webui import toy
from tests.webui.conftest import Visitor
from vision.setup.service import SettingUp
from webui.commands import serve as serving
from webui.game.seen.live import HandTable, TopView
from webui.server.app import create_app, desk_of

JPEG = b"\xff\xd8\xffa picture of the table\xff\xd9"


class Seen(HandTable):
    """A table that has a picture."""

    def top_view(self) -> TopView:
        return TopView(JPEG, 10.0, 2.0, (72.0, 48.0), 0.0)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Visitor]:
    app = create_app(tmp_path, Seen(toy.table()), rules=(toy.TOY,))
    yield Visitor(app)
    desk_of(app).close()


def _opened(here: Visitor, path: str) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(here.get(path).data))


def test_the_zip_holds_versions_settings_camera_and_log(here: Visitor) -> None:
    logging.getLogger("webui").warning("something odd")
    archive = _opened(here, "/diagnostics.zip")
    assert sorted(archive.namelist()) == ["facts.json", "log.txt", "transcript.txt"]
    facts = json.loads(archive.read("facts.json"))
    assert {"python", "system", "packages", "camera", "house", "rules", "troubles"} <= set(facts)
    assert "something odd" in archive.read("log.txt").decode()


def test_a_picture_is_in_it_only_when_it_is_asked_for(here: Visitor) -> None:
    assert _opened(here, "/diagnostics.zip?picture=1").read("table.jpg") == JPEG
    assert "table.jpg" not in _opened(here, "/diagnostics.zip?picture=0").namelist()


def test_a_safe_start_opens_no_camera_whatever_else_is_said(tmp_path: Path) -> None:
    options = serving.serve_options(["--camera", "0", "--safe", "--data", str(tmp_path)])
    live = serving.open_live(options, SettingUp(tmp_path))
    assert isinstance(live, HandTable) and live.source == "hand"


@pytest.fixture
def loggers() -> Iterator[None]:
    """Puts the log back as it was."""
    root, names = logging.getLogger(), serving.LOGGERS
    before, levels = list(root.handlers), [logging.getLogger(name).level for name in names]
    yield
    for handler in [each for each in root.handlers if each not in before]:
        root.removeHandler(handler)
        handler.close()
    for name, level in zip(names, levels, strict=True):
        logging.getLogger(name).setLevel(level)


@pytest.mark.usefixtures("loggers")
def test_the_log_is_kept_in_the_data_folder_and_never_grows_beyond_a_megabyte(
    tmp_path: Path,
) -> None:
    serving.log_into(tmp_path / "games")
    for _ in range(3000):
        logging.getLogger("vision").info("x" * 500)
    kept = list((tmp_path / "games").glob("drumhead.log*"))
    assert 1 <= len(kept) <= 2
    assert sum(path.stat().st_size for path in kept) <= 1_000_000


@pytest.mark.usefixtures("loggers")
def test_a_folder_that_cannot_be_written_stops_no_start(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file", encoding="utf-8")
    serving.log_into(tmp_path / "taken")
    serving.log_into(tmp_path / "taken" / "below")
