"""What a table file says about what may be off, and what was measured by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import tomli_w

from calibration.table_file import (
    BaseInPlay,
    FileError,
    Height,
    TableFile,
    Tape,
    Thickness,
    load_table,
    table_toml,
)
from calibration.tolerances import HONEST, Tolerances
from tests.calibration.pinhole import edge_markers

BASE = BaseInPlay("R01", 2.4, 1.6, 1.0, tag_height_in=0.2)
TABLE = TableFile((72.0, 48.0), edge_markers(), bases=(BASE,))


def kept(table: TableFile, folder: Path) -> TableFile:
    path = folder / "table.toml"
    path.write_text(tomli_w.dumps(table_toml(table)), encoding="utf-8")
    return load_table(path)


def test_what_may_be_off_and_what_was_measured_are_kept(tmp_path: Path) -> None:
    table = replace(
        TABLE,
        tolerances=Tolerances(label_in=0.02, scale=0.002),
        tapes=(Tape(7, 5, 68.2),),
        heights=(Height(36.0, 24.0, -0.1),),
    )
    assert kept(table, tmp_path) == table


def test_a_table_that_says_nothing_is_an_honest_one(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text("version = 1\n[table]\nsize_in = [72.0, 48.0]\n", encoding="utf-8")
    assert load_table(path).tolerances == HONEST


def test_bases_of_a_class_are_as_thick_as_it_was_measured(tmp_path: Path) -> None:
    of_class = replace(BASE, thickness="3 mm MDF")
    table = replace(TABLE, bases=(of_class,), thicknesses=(Thickness("3 mm MDF", 0.124, 0.003),))
    (base,) = kept(table, tmp_path).bases
    assert (base.tag_height_in, base.tag_height_tolerance_in) == (0.124, 0.003)


def test_a_class_that_nobody_measured_is_refused(tmp_path: Path) -> None:
    table = replace(TABLE, bases=(replace(BASE, thickness="card"),))
    with pytest.raises(FileError, match="thickness 'card', which has no"):
        kept(table, tmp_path)


def test_a_tape_to_a_marker_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="between markers 7 and 31"):
        kept(replace(TABLE, tapes=(Tape(7, 31, 68.2),)), tmp_path)
