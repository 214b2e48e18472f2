"""``run.py print``: tags, table markers, a lens board, sabots, a dice tray and a jig."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, NoReturn

import msgspec
from msgspec import Meta

from calibration.printing.jig import jig_sheet
from calibration.printing.labels import DEFAULT_TAG_MM, MOST_COPIES, label_of
from calibration.printing.paper import PAPERS, SheetError
from calibration.printing.sheets import (
    Board,
    MarkerLabel,
    Plate,
    Printed,
    board_sheet,
    inches_to_mm,
    marker_sheets,
    sabot_sheets,
    tag_sheets,
)
from calibration.printing.symbols import SymbolError
from calibration.printing.tray import tray_corner_sheet, tray_sheet
from calibration.table_file import BaseInPlay, FileError, TableFile, load_table, read_toml

DEFAULT_MARKER_MM = 60.0

ABOUT = """Printable sheets at true size. Print at 100 %, without fitting to the page, and
measure the bar on the paper; if it is not 100 mm, print again with --measured-mm."""


class UsageError(ValueError):
    """The command line asks for something that is not there; a sentence."""


class _Unit(msgspec.Struct):
    id: str
    name: str = ""
    bases: Annotated[tuple[str, ...], Meta(max_length=60)] = ()


class _Army(msgspec.Struct):
    units: Annotated[tuple[_Unit, ...], Meta(max_length=200)] = ()


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; {self.prog} --help lists what there is")


def print_command(argv: Sequence[str]) -> int:
    """Write the sheets asked for; 0 when done, 2 for wrong input, 1 when they cannot be written."""
    try:
        options = _parser().parse_args(argv)
        printed: Printed = options.make(options)
    except (UsageError, SheetError, SymbolError, FileError) as why:
        print(why, file=sys.stderr)
        return 2
    out: Path = options.out
    try:
        out.write_bytes(printed.pdf)
    except OSError as why:
        print(
            f"{out} cannot be written ({why.strerror}): choose another with --out", file=sys.stderr
        )
        return 1
    for sentence in printed.advice:
        print(sentence, file=sys.stderr)
    pages = "1 page" if printed.pages == 1 else f"{printed.pages} pages"
    print(f"{out}: {printed.count} on {pages} of {PAPERS[options.paper].name}.")
    print("Print at 100 %, then measure the 100 mm bar on the paper.")
    return 0


def _parser() -> _Parser:
    parser = _Parser(prog="run.py print", description=ABOUT)
    kinds = parser.add_subparsers(required=True, metavar="tags|markers|board|sabots|tray|jig")
    tags = _kind(kinds, "tags", "tags for bases, with names and a front arrow", print_tags)
    tags.add_argument("payloads", nargs="*", metavar="PAYLOAD", help="what a tag says")
    tags.add_argument("--army", type=Path, action="append", default=[], help="army.toml")
    tags.add_argument("--table", type=Path, help="table.toml: sizes, masks and names of tags")
    tags.add_argument("--tag-mm", type=float, help=f"black symbol, else {DEFAULT_TAG_MM:g}")
    tags.add_argument("--symbol", choices=["qr", "microqr", "aruco"], default="qr")
    markers = _kind(kinds, "markers", "table markers", print_markers)
    markers.add_argument("--table", type=Path, help="table.toml: the markers it names")
    markers.add_argument("--count", type=int, default=8, help="else this many, from 0 on")
    markers.add_argument("--marker-mm", type=float, default=DEFAULT_MARKER_MM)
    board = _kind(kinds, "board", "a ChArUco board for the lens", print_board)
    board.add_argument("--square-mm", type=float, default=Board().square_mm)
    sabots = _kind(kinds, "sabots", "templates of plates for regiments", print_sabots)
    sabots.add_argument("--table", type=Path, help="table.toml: a plate for each base")
    sabots.add_argument("--plate", action="append", default=[], metavar="WxD", help="mm: 120x60")
    sabots.add_argument("--places", default="1x1", metavar="FxR", help="files x ranks of figures")
    sabots.add_argument("--tag-mm", type=float, default=0.0, help="mark the place of such a tag")
    sabots.add_argument("--count", type=int, default=1, help="copies of each plate")
    tray = _kind(
        kinds, "tray", "a mat for throwing dice on, with markers in its corners", print_tray
    )
    tray.add_argument(
        "--corners", action="store_true", help="the four markers alone, to glue into your own tray"
    )
    _kind(kinds, "jig", "a corner to push bases into, which learns how labels are glued", print_jig)
    return parser


def _kind(
    kinds: argparse._SubParsersAction[_Parser],
    name: str,
    says: str,
    make: Callable[[argparse.Namespace], Printed],
) -> _Parser:
    parser = kinds.add_parser(name, help=says, description=f"{says}. {ABOUT}")
    parser.add_argument("--out", type=Path, default=Path(f"{name}.pdf"), help="file to write")
    parser.add_argument("--paper", choices=sorted(PAPERS), default="a4")
    parser.add_argument(
        "--measured-mm", type=float, default=100.0, help="length of your 100 mm bar"
    )
    parser.set_defaults(make=make)
    return parser


def print_tags(options: argparse.Namespace) -> Printed:
    """Tags of the payloads, armies and table named; each payload once."""
    known = _bases(options.table)
    names = dict.fromkeys(options.payloads, "")
    for path in options.army:
        names |= _army_names(path)
    if not names:
        names = {payload: base.unit for payload, base in known.items()}
    if options.tag_mm is not None:
        _positive("--tag-mm", options.tag_mm)
    labels = [
        label_of(payload, name, known.get(payload), options.tag_mm, options.symbol)
        for payload, name in names.items()
    ]
    return tag_sheets(labels, PAPERS[options.paper], options.measured_mm)


def _bases(path: Path | None) -> dict[str, BaseInPlay]:
    return {} if path is None else {base.payload: base for base in load_table(path).bases}


def _army_names(path: Path) -> dict[str, str]:
    """Payload -> name of its unit, of an army file."""
    try:
        army = msgspec.convert(read_toml(path), _Army)
    except msgspec.ValidationError as why:
        raise FileError(f"{path}: {why}") from None
    names = {base: unit.name or unit.id for unit in army.units for base in unit.bases}
    if not names:
        raise FileError(f"{path} names no bases: list payloads under bases of each unit")
    return names


def print_markers(options: argparse.Namespace) -> Printed:
    """The markers of a table file, or the first few of the family."""
    if options.table is not None:
        markers = _markers_of(load_table(options.table))
    else:
        _positive("--marker-mm", options.marker_mm)
        if not 1 <= options.count <= MOST_COPIES:
            raise UsageError(f"--count is from 1 to {MOST_COPIES}")
        markers = [MarkerLabel(k, options.marker_mm) for k in range(options.count)]
    return marker_sheets(markers, PAPERS[options.paper], options.measured_mm)


def _markers_of(table: TableFile) -> list[MarkerLabel]:
    return [
        MarkerLabel(
            marker.id,
            inches_to_mm(marker.size_in),
            marker.family,
            f"centre {marker.x_in:g} in east, {marker.y_in:g} in north",
        )
        for marker in table.markers
    ]


def print_board(options: argparse.Namespace) -> Printed:
    """The lens board, with squares of that size and markers three quarters of it."""
    _positive("--square-mm", options.square_mm)
    board = Board(square_mm=options.square_mm, marker_mm=options.square_mm * 0.75)
    return board_sheet(board, PAPERS[options.paper], options.measured_mm)


def print_tray(options: argparse.Namespace) -> Printed:
    """A mat of the paper's size, or its four corners alone."""
    make = tray_corner_sheet if options.corners else tray_sheet
    return make(PAPERS[options.paper], options.measured_mm)


def print_jig(options: argparse.Namespace) -> Printed:
    """The corner for bases, with its markers."""
    return jig_sheet(PAPERS[options.paper], options.measured_mm)


def print_sabots(options: argparse.Namespace) -> Printed:
    """A plate for each base of a table file and each --plate, so many times."""
    if not 1 <= options.count <= MOST_COPIES:
        raise UsageError(f"--count is from 1 to {MOST_COPIES}")
    files, ranks = (round(side) for side in _two("--places", options.places))
    plates = [
        Plate(
            inches_to_mm(b.frontage_in),
            inches_to_mm(b.depth_in),
            b.unit or b.payload,
            files,
            ranks,
            inches_to_mm(b.tag_size_in),
        )
        for b in _bases(options.table).values()
    ]
    plates += [
        Plate(*_two("--plate", text), "", files, ranks, options.tag_mm) for text in options.plate
    ]
    copies = [plate for plate in plates for _ in range(options.count)]
    return sabot_sheets(copies, PAPERS[options.paper], options.measured_mm)


def _two(option: str, text: str) -> tuple[float, float]:
    """Two numbers as in ``120x60``."""
    first, _, second = text.lower().partition("x")
    try:
        sides = float(first), float(second)
    except ValueError:
        raise UsageError(f"{option} is two numbers such as 120x60, not {text!r}") from None
    if not all(1 <= side <= 1000 for side in sides):
        raise UsageError(f"{option} {text}: both numbers are from 1 to 1000")
    return sides


def _positive(option: str, value: float) -> None:
    if not 1 <= value <= 1000:
        raise UsageError(f"{option} is from 1 to 1000 mm, not {value:g}")
