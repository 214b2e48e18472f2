"""Hand-written files as editors save them: marks and two-byte letters are read, others told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from calibration.table_file import FileError, load_lens, load_table
from rules.cases.table import BadCase
from vision.table.text import NotText, text_of
from webui.commands.resolve import read_book
from webui.game.kept.army_file import ArmyFileError, army_of, load_army

TABLE = """version = 1
[table]
size_in = [72.0, 48.0]
[[terrain]]
kind = "hill"
name = "Höhe"
outline_in = [[1.0, 1.0], [5.0, 1.0], [5.0, 5.0]]
"""
LENS = """version = 1  # für das Handy
width_px = 1280
height_px = 720
fx = 1000.0
fy = 1000.0
cx = 639.5
cy = 359.5
"""
ARMY = """version = 1
side = "king"
rules = "matchlocks"
name = "Fußvolk"
[[units]]
id = "A"
kind = "battalia"
"""
CASE = '{"says": "\u00fc", "rules": "blocks"}'

FILES: dict[str, tuple[str, Callable[[Path], object]]] = {
    "table.toml": (TABLE, load_table),
    "lens.toml": (LENS, load_lens),
    "army.toml": (ARMY, load_army),
    "case.json": (CASE, read_book),
}
REFUSED = (FileError, ArmyFileError, BadCase)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_with_the_mark_of_its_editor(name: str, code: str, tmp_path: Path) -> None:
    text, read = FILES[name]
    (tmp_path / name).write_bytes(text.replace("\n", "\r\n").encode(code))
    plain = tmp_path / f"plain-{name}"
    plain.write_bytes(text.encode("utf-8"))
    assert read(tmp_path / name) == read(plain)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("code", ["cp1252", "utf-16-le", "utf-16-be"])
def test_letters_of_another_code_are_told_what_to_do(name: str, code: str, tmp_path: Path) -> None:
    text, read = FILES[name]
    (tmp_path / name).write_bytes(text.encode(code))
    with pytest.raises(REFUSED, match=r"is not UTF-8.*save it as UTF-8"):
        read(tmp_path / name)


def test_the_line_of_the_first_strange_letter_is_told() -> None:
    with pytest.raises(NotText, match="line 3"):
        text_of(b"one\ntwo\nthr\xe9e\n")


@pytest.mark.parametrize("pasted", ["\ufffd", "\0"])
def test_a_pasted_army_whose_letters_were_lost_is_told_so(pasted: str) -> None:
    with pytest.raises(ArmyFileError, match="save it as UTF-8"):
        army_of(ARMY.replace("ß", pasted), "the pasted text")


MISSPELT = {
    "outlin_in": ("table.toml", "outline_in"),
    "markerz": ("table.toml", "markers"),
    "size_inn": ("table.toml", "size_in"),
    "widht_px": ("lens.toml", "width_px"),
    "unitz": ("army.toml", "units"),
    "kindd": ("army.toml", "kind"),
    "sidde": ("army.toml", "side"),
}


@pytest.mark.parametrize("wrong", MISSPELT)
def test_a_misspelt_name_is_refused_and_the_right_one_named(wrong: str, tmp_path: Path) -> None:
    name, right = MISSPELT[wrong]
    text, read = FILES[name]
    changed = text.replace(right, wrong, 1) if right in text else f"{wrong} = []\n{text}"
    (tmp_path / name).write_text(changed, encoding="utf-8")
    with pytest.raises(REFUSED, match=f"'{wrong}': did you mean '{right}'"):
        read(tmp_path / name)


@pytest.mark.parametrize("wrong", ["hil", "hills", "HILL"])
def test_misspelt_terrain_would_rule_nothing_and_is_refused(wrong: str, tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(TABLE.replace('"hill"', f'"{wrong}"'), encoding="utf-8")
    with pytest.raises(FileError, match="did you mean 'hill'"):
        load_table(tmp_path / "t.toml")


def test_terrain_of_another_kind_is_left_to_the_players(tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(TABLE.replace('"hill"', '"pavilion"'), encoding="utf-8")
    assert load_table(tmp_path / "t.toml").terrain[0].kind == "pavilion"


@pytest.mark.parametrize(
    ("old", "new", "right"),
    [
        ('kind = "battalia"', 'kind = "batalia"', "battalia"),
        ('rules = "matchlocks"', 'rules = "matchlock"', "matchlocks"),
        ("[[units]]", '[house]\nmeasure_tolerence = "0"\n[[units]]', "measure_tolerance"),
        ('kind = "battalia"', 'kind = "battalia"\nchoices = {qualty = "raw"}', "quality"),
        ('kind = "battalia"', 'kind = "battalia"\nchoices = {quality = "vetran"}', "veteran"),
    ],
)
def test_what_an_army_misspells_is_told(old: str, new: str, right: str) -> None:
    with pytest.raises(ArmyFileError, match=f"did you mean '{right}'"):
        army_of(ARMY.replace(old, new), "army.toml")
