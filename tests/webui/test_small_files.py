"""The small files: one bad bit loses nothing, two writers lose nothing, and clocks may lie."""

from __future__ import annotations

import io
import re
import threading
import time
import zipfile
from functools import partial
from pathlib import Path

import msgspec
import pytest

from calibration.table_file import FileError, load_table
from rules.kernel.protocol import Action
from tests.webui import toy
from tests.webui.conftest import Clock, Visitor
from webui.commands.door import is_short_of_memory
from webui.game.game import Game
from webui.game.journal.library import Shelf
from webui.game.kept.armies import Armies
from webui.game.kept.army_file import ArmyFileError, army_of, army_toml
from webui.game.kept.layouts import Layouts
from webui.game.kept.toml_text import toml_of
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.game.told.export import zipped
from webui.game.told.record import steps
from webui.game.told.report import json_lines
from webui.game.told.transcript import transcript
from webui.server.access import Access
from webui.server.app import create_app, desk_of
from webui.server.setting_up.wizard_progress import Progress, ProgressBook, RulerTest

TABLE = Who("table")


def _each_bit(path: Path) -> list[bytes]:
    raw = path.read_bytes()
    return [raw[:at] + bytes([raw[at] ^ (1 << (at % 8))]) + raw[at + 1 :] for at in range(len(raw))]


def test_no_bit_of_access_json_costs_pin_or_code(tmp_path: Path) -> None:
    access = Access(tmp_path, pin="4711")
    code, mark, path = access.code("Red"), access.pin_mark, tmp_path / "access.json"
    whole = path.read_bytes()
    for spoilt in _each_bit(path):
        path.write_bytes(spoilt)
        again = Access(tmp_path)
        assert (again.code("Red"), again.pin_mark, again.secret) == (code, mark, access.secret)
        assert "its copy was taken" in again.notice
        assert path.read_bytes() == whole


def test_when_both_are_spoilt_it_is_said_that_there_is_no_pin(tmp_path: Path) -> None:
    Access(tmp_path, pin="4711").code("Red")
    for name in ("access.json", "access.json.copy"):
        (tmp_path / name).write_bytes(b'{"check":"00')
    again = Access(tmp_path)
    assert not again.has_pin and "there is no PIN: choose one" in again.notice
    assert (tmp_path / "access.json.damaged").exists()


def test_whoever_deletes_access_json_begins_anew(tmp_path: Path) -> None:
    Access(tmp_path, pin="4711").code("Red")
    (tmp_path / "access.json").unlink()
    again = Access(tmp_path)
    assert not again.has_pin and again.notice == ""


def test_the_page_says_that_the_pin_is_gone(tmp_path: Path) -> None:
    (tmp_path / "access.json").write_bytes(b"spoilt")
    app = create_app(tmp_path, HandTable(toy.table()), rules=(toy.TOY,))
    said = Visitor(app).get("/table.json").json["troubles"]
    assert any("there is no PIN" in each for each in said)
    desk_of(app).close()


def test_no_bit_of_wizard_json_costs_a_step(tmp_path: Path) -> None:
    book = ProgressBook(tmp_path)
    kept = book.change(lambda now: msgspec.structs.replace(now.at("lens"), bar_mm=99.5))
    path = tmp_path / "wizard.json"
    for spoilt in _each_bit(path):
        path.write_bytes(spoilt)
        again = ProgressBook(tmp_path)
        assert again.now == kept and "its copy was taken" in again.notice


def test_no_bit_of_open_json_opens_another_game_unsaid(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    name, journal = shelf.create("evening")
    journal.append("note", {}, after=0, state={})
    journal.close()
    shelf.set_open(name)
    shelf.close()
    path = tmp_path / "open.json"
    for spoilt in _each_bit(path):
        path.write_bytes(spoilt)
        again = Shelf(tmp_path)
        assert again.open_name() == name and "its copy was taken" in again.notice
        again.close()


def _with_test(number: int, each: int, now: Progress) -> Progress:
    return now.measured(RulerTest(1.0, f"{number}", f"{each}", 1.0, 1.0, 0.1))


def test_what_two_people_tell_the_wizard_at_once_is_all_kept(tmp_path: Path) -> None:
    """185 of 400 were lost when each wrote over what the other had just read."""
    book = ProgressBook(tmp_path)
    start = threading.Barrier(4)

    def tell(number: int) -> None:
        start.wait()
        for each in range(5):
            book.change(partial(_with_test, number, each))

    people = [threading.Thread(target=tell, args=(number,)) for number in range(4)]
    for each in people:
        each.start()
    for each in people:
        each.join()
    told = {(test.frm, test.to) for test in book.now.rulers}
    assert told == {(str(number), str(each)) for number in range(4) for each in range(5)}
    assert ProgressBook(tmp_path).now == book.now


def test_two_who_save_the_same_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    armies, layouts = Armies(tmp_path), Layouts(tmp_path)
    army = toy.armies()[0]
    start, wrong = threading.Barrier(4), []

    def save() -> None:
        start.wait()
        try:
            for _ in range(10):
                armies.save(army)
                layouts.save("hills", toy.table().terrain)
        except Exception as why:  # noqa: BLE001 - shown below
            wrong.append(why)

    people = [threading.Thread(target=save) for _ in range(4)]
    for each in people:
        each.start()
    for each in people:
        each.join()
    assert wrong == []
    assert [listed.fault for listed in armies.listed()] == [""]
    assert len(layouts.listed()) == 1 and not list(tmp_path.rglob("*.part"))


@pytest.mark.parametrize("version", ["0x" + "f" * 5000, "9" * 4000, "-1", "2", "true", "1.0"])
def test_a_version_that_is_none_of_ours_is_a_sentence(tmp_path: Path, version: str) -> None:
    text = army_toml(toy.armies()[0]).replace("version = 1", f"version = {version}")
    with pytest.raises(ArmyFileError):
        army_of(text, "army.toml")
    armies = Armies(tmp_path)
    (tmp_path / "armies" / "odd.toml").write_text(text, encoding="utf-8")
    (listed,) = armies.listed()
    assert len(listed.fault) < 500


def test_a_layout_of_absurd_numbers_is_left_alone(tmp_path: Path) -> None:
    layouts = Layouts(tmp_path)
    layouts.save("hills", toy.table().terrain)
    path = tmp_path / "layouts" / "hills.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"\d+\.\d+", "1e300", text, count=1), encoding="utf-8")
    assert layouts.listed() == []


ENDLESS = ["a" + ".a" * 20_000 + " = 1", "[" + "a." * 20_000 + "a]", 'b = 1\n"a"' + '."x"' * 20_000]


@pytest.mark.parametrize("text", ENDLESS)
def test_a_key_of_many_dots_is_refused_before_it_is_read(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match="too many dots"):
        toml_of(text)
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match="too many dots"):
        load_table(path)


def test_dots_in_texts_and_numbers_are_no_keys() -> None:
    text = 'a.b.c = "' + "x." * 300 + '"\nd = [' + "1.5, " * 300 + "2.5]\n"
    assert toml_of(text)["a"]["b"]["c"].count(".") == 300


def test_quotes_that_are_never_closed_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each try to read them began anew at the next quote: 80 KB took a minute."""
    from webui.game.kept import toml_text

    looked = toml_text._QUOTED.sub("q", '"\\' * 40_000 + "\n")
    assert len(looked) <= 4


@pytest.mark.parametrize("year", [1969, 1979, 1980, 2026, 2107, 2108, 9999])
def test_a_zip_is_made_whatever_the_clock_says(
    game: Game, monkeypatch: pytest.MonkeyPatch, year: int
) -> None:
    said = time.struct_time((year, 1, 2, 3, 4, 5, 0, 2, 0))
    monkeypatch.setattr("webui.game.told.zip_entries.time.localtime", lambda *at: said)
    with zipfile.ZipFile(io.BytesIO(zipped(game.journal))) as archive:
        assert archive.testzip() is None
        years = {entry.date_time[0] for entry in archive.infolist()}
    assert years == {min(max(year, 1980), 2107)}


def _evening_with_a_clock_that_goes_back(game: Game, clock: Clock) -> None:
    game.declare(Action("shoot", "R1", "B1"), TABLE, after=1)
    game.answer([5, 5], TABLE, after=2)
    clock.at_s -= 3600
    game.undo(TABLE, after=3)
    game.undo(TABLE, after=2)
    clock.at_s -= 3600
    game.note("once more", "", TABLE, after=1)
    clock.at_s += 1
    game.undo(TABLE, after=4)
    clock.at_s -= 7200
    game.note("again", "", TABLE, after=1)


ORDER = ["begin", "declare", "answer", "undo", "undo", "note", "undo", "note"]


def test_the_log_is_in_the_order_in_which_it_was_written(game: Game, clock: Clock) -> None:
    _evening_with_a_clock_that_goes_back(game, clock)
    assert [step.kind for step in steps(game.journal)] == ORDER


def test_transcript_and_json_lines_are_in_that_order_too(game: Game, clock: Clock) -> None:
    _evening_with_a_clock_that_goes_back(game, clock)
    told = [line.split(" ", 4) for line in transcript(game.journal).splitlines()[5:]]
    assert len(told) >= len(ORDER)
    text = transcript(game.journal)
    assert text.index("step 3 to step 2") < text.index("once more") < text.index("again")
    kinds = [msgspec.json.decode(line)["kind"] for line in json_lines(game.journal).splitlines()]
    assert kinds == ORDER


def test_a_clock_before_1970_is_written_as_1970(game: Game, clock: Clock) -> None:
    clock.at_s = -5000.0
    game.note("long ago", "", TABLE, after=1)
    assert game.journal.line()[-1].body["at_s"] == 0.0


@pytest.mark.parametrize(
    ("why", "short"),
    [
        (MemoryError(), True),
        (ImportError("cv2.abi3.so: failed to map segment from shared object"), True),
        (RuntimeError("can't start new thread"), True),
        (ImportError("No module named 'flask'"), False),
        (RuntimeError("whatever"), False),
    ],
)
def test_want_of_memory_is_told_from_other_troubles(why: Exception, short: bool) -> None:
    assert is_short_of_memory(why) is short


def test_progress_is_a_value() -> None:
    assert Progress().at("lens").step == "lens"
