"""Printed sheets: true size, readable, nothing on top of anything else.

The PDF is read as a printer would: its filled rectangles are taken from the page and drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.markers import FAMILIES, TRAY_FAMILY, TRAY_IDS
from calibration.printing import symbols
from calibration.printing.command import print_command
from calibration.printing.paper import GAP_MM, PAPERS, Paper, SheetError, Sheets, arranged, western
from calibration.printing.sheets import (
    Board,
    Label,
    MarkerLabel,
    Plate,
    Printed,
    board_rects,
    board_sheet,
    marker_sheets,
    opencv_board,
    sabot_sheets,
    tag_sheets,
)
from calibration.printing.symbols import Symbol, SymbolError, draw_modules, proved_modules
from calibration.printing.tray import tray_corner_sheet, tray_sheet
from vision.tags.codes import module_matrix
from vision.tags.tag import TagSpec

A4, LETTER = PAPERS["a4"], PAPERS["letter"]
PX_PER_MM = 12
Rect = tuple[float, float, float, float]
near = pytest.approx

# The PDF holds points with six decimals at most: 72 a 25.4 mm. A hundredth of a millimetre is
# far beyond both that and any printer.
TRUE_MM = 0.01


_PATH = re.compile(rb"n ((?:[-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+ re\s+)+)(f\*?|S)")


def rects_of(pdf: bytes, painted: bytes = b"f") -> list[list[Rect]]:
    """The filled (or, ``b"S"``, the outlined) rectangles of each page, mm from its lower left."""
    pages = []
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        page: list[Rect] = []
        for path, how in _PATH.findall(stream):
            if how[:1] == painted:
                numbers = [float(v) * 25.4 / 72 for v in path.replace(b"re", b"").split()]
                page += [tuple(numbers[k : k + 4]) for k in range(0, len(numbers), 4)]
        pages.append(page)
    return pages


def drawn(rects: list[Rect], wide_mm: float, high_mm: float) -> np.ndarray:
    """The page as a picture, black on white."""
    page = np.full((round(high_mm * PX_PER_MM), round(wide_mm * PX_PER_MM)), 255, np.uint8)
    for x, y, wide, high in rects:
        left, right = round(x * PX_PER_MM), round((x + wide) * PX_PER_MM)
        low = len(page) - round(y * PX_PER_MM)
        top = len(page) - round((y + high) * PX_PER_MM)
        page[top:low, left:right] = 0
    return page


def page_picture(pdf: bytes, number: int = 0) -> np.ndarray:
    """What is filled on a page of an A4 sheet."""
    return drawn(rects_of(pdf)[number], 210, 297)


def labels(*payloads: str, size_mm: float = 32.0) -> list[Label]:
    return [Label(Symbol(payload), size_mm, "Red regiment") for payload in payloads]


def test_every_printed_tag_is_read_from_the_page() -> None:
    payloads = [f"PV1:R{k:02d}" for k in range(1, 13)]
    picture = page_picture(tag_sheets(labels(*payloads), A4).pdf)
    assert sorted(found.text for found in zxingcpp.read_barcodes(picture)) == payloads


@pytest.mark.parametrize("size_mm", [18.0, 32.0])
def test_a_symbol_is_as_large_as_asked(size_mm: float) -> None:
    """From the outer edge of the finder pattern on the left to that on the right."""
    page = rects_of(tag_sheets(labels("R01", size_mm=size_mm), A4).pdf)[0]
    module = size_mm / 21
    runs = [r for r in page if r[3] == near(module, abs=TRUE_MM)]
    assert max(r[0] + r[2] for r in runs) - min(r[0] for r in runs) == near(size_mm, abs=TRUE_MM)
    assert max(r[1] + r[3] for r in runs) - min(r[1] for r in runs) == near(size_mm, abs=TRUE_MM)


def test_a_tag_has_four_white_modules_all_round_inside_its_cutting_line() -> None:
    page = rects_of(tag_sheets(labels("R01"), A4).pdf)[0]
    (frame,) = rects_of(tag_sheets(labels("R01"), A4).pdf, b"S")[0]
    runs = [r for r in page if r[3] == near(32 / 21, abs=TRUE_MM)]
    assert min(r[0] for r in runs) - frame[0] == near(4 * 32 / 21, abs=TRUE_MM)
    assert frame[0] + frame[2] - max(r[0] + r[2] for r in runs) == near(4 * 32 / 21, abs=TRUE_MM)


def test_the_check_bar_is_a_hundred_millimetres() -> None:
    for sheet in (tag_sheets(labels("R01"), A4), board_sheet(Board(), LETTER)):
        bars = [r for page in rects_of(sheet.pdf) for r in page if r[3] == near(1, abs=TRUE_MM)]
        assert [bar[2] for bar in bars] == [near(100, abs=TRUE_MM)]


def test_a_printer_that_shrinks_is_corrected() -> None:
    """Its bar measured 98 mm: drawn at 100 / 98 and shrunk by 0.98 a symbol is right again."""
    page = rects_of(tag_sheets(labels("R01"), A4, 98.0).pdf)[0]
    runs = [r for r in page if r[3] == near(32 / 21 / 0.98, abs=TRUE_MM)]
    wide = max(r[0] + r[2] for r in runs) - min(r[0] for r in runs)
    assert wide * 0.98 == near(32, abs=TRUE_MM)


def test_a_bar_beyond_correcting_is_refused() -> None:
    with pytest.raises(SheetError, match="beyond correcting"):
        Sheets(A4, "tags", 70.0)


def test_many_tags_go_on_several_pages() -> None:
    """Labels of 44.2 by 52.2 mm, 2 mm apart, on 190 by 257 mm: four by four a page."""
    sheet = tag_sheets(labels(*(f"R{k:02d}" for k in range(33))), A4)
    assert (sheet.pages, sheet.count) == (3, 33)


def test_a_tag_wider_than_its_base_is_advised_against() -> None:
    """32 mm and 8 modules of white are 44.2 mm; on 40 mm a symbol of 29 fits."""
    label = Label(Symbol("R01"), 32.0, base_mm=(60.0, 40.0))
    (advice,) = tag_sheets([label], A4).advice
    assert "44 mm" in advice and "29 mm would fit" in advice
    assert tag_sheets([Label(Symbol("R01"), 28.0, base_mm=(60.0, 40.0))], A4).advice == ()


SPECS = [
    TagSpec("PV1:R01", 1.0),
    TagSpec("R07/2", 1.0, "M", 3),
    TagSpec("R01", 1.0, symbol="microqr"),
    TagSpec("A77", 1.0, symbol="aruco"),
]


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: f"{spec.symbol} {spec.payload}")
def test_what_is_printed_is_what_is_looked_for(spec: TagSpec) -> None:
    symbol = Symbol(spec.payload, spec.symbol, spec.ecl, spec.mask)
    assert (proved_modules(symbol) == module_matrix(spec)).all()


def test_a_symbol_that_reads_as_something_else_is_not_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other: Callable[..., dict[str, str]] = lambda kind, picture: {"zxing-cpp": "R02"}  # noqa: E731
    monkeypatch.setattr(symbols, "read_back", other)
    with pytest.raises(SymbolError, match="zxing-cpp reads it as 'R02'"):
        tag_sheets(labels("R01"), A4)


def test_a_damaged_symbol_is_read_as_nothing() -> None:
    """So the proof is one: half of the modules turned round."""
    cells = draw_modules(Symbol("R01")).copy()
    cells[:, 8:] = ~cells[:, 8:]
    assert symbols.read_back("qr", symbols.proof(cells, 4))["zxing-cpp"] == ""


@pytest.mark.parametrize(
    ("symbol", "says"),
    [
        (Symbol("ELEVEN CHAR"), "at most ten"),
        (Symbol("X" * 22, "microqr"), "21 capitals"),
        (Symbol("RED", "aruco"), "50 to 249"),
        (Symbol("A12", "aruco"), "50 to 249"),
    ],
)
def test_a_payload_that_does_not_fit_is_a_sentence(symbol: Symbol, says: str) -> None:
    with pytest.raises(SymbolError, match=says):
        draw_modules(symbol)


def test_table_markers_are_found_on_the_page_at_their_size() -> None:
    """Corners in a drawing of 12 px/mm: half a pixel and ArUco's own half, 0.1 mm."""
    sheet = marker_sheets([MarkerLabel(k, 60.0) for k in (0, 7, 23, 49)], A4)
    picture = page_picture(sheet.pdf)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, numbers, _ = cv2.aruco.ArucoDetector(book).detectMarkers(picture)
    assert numbers is not None and sorted(np.ravel(numbers).tolist()) == [0, 7, 23, 49]
    for quad in corners:
        sides = np.linalg.norm(quad[0] - np.roll(quad[0], 1, axis=0), axis=1) / PX_PER_MM
        assert sides == near(60, abs=0.2)


@pytest.mark.parametrize("make", [tray_sheet, tray_corner_sheet])
def test_the_markers_of_a_tray_are_found_on_the_page(make: Callable[[Paper], Printed]) -> None:
    book = cv2.aruco.getPredefinedDictionary(FAMILIES[TRAY_FAMILY])
    _, numbers, _ = cv2.aruco.ArucoDetector(book).detectMarkers(page_picture(make(A4).pdf))
    assert numbers is not None and sorted(np.ravel(numbers).tolist()) == list(TRAY_IDS)


def test_a_marker_that_is_not_in_the_family_is_refused() -> None:
    with pytest.raises(SymbolError, match="no marker 50"):
        marker_sheets([MarkerLabel(50)], A4)
    with pytest.raises(SheetError, match="no marker family"):
        marker_sheets([MarkerLabel(1, family="runes")], A4)


def test_the_board_is_laid_out_as_opencv_draws_it() -> None:
    board = Board()
    side = round(board.square_mm)
    picture = drawn(board_rects(board, 0, 0), board.columns * side, board.rows * side)
    size = (picture.shape[1], picture.shape[0])
    known = opencv_board(board).generateImage(size, marginSize=0, borderBits=1)
    # Edges may fall one pixel to either side; at 12 px/mm that is 2 % of the picture at most.
    assert np.mean((picture > 127) != (known > 127)) < 0.02


def test_every_corner_of_the_printed_board_is_found_where_it_is() -> None:
    board = Board()
    picture = page_picture(board_sheet(board, A4).pdf)
    detector = cv2.aruco.CharucoDetector(opencv_board(board))
    corners, numbers, _, _ = detector.detectBoard(picture)
    assert numbers is not None and len(numbers) == (board.columns - 1) * (board.rows - 1)
    places = np.asarray(opencv_board(board).getChessboardCorners())[np.ravel(numbers), :2]
    shift = np.asarray(corners).reshape(-1, 2) / PX_PER_MM - places
    assert np.abs(shift - shift.mean(axis=0)).max() < 0.1


def test_a_board_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(SheetError, match="smaller squares"):
        board_sheet(Board(square_mm=50.0), A4)


def test_the_usual_board_fits_both_papers_even_when_corrected() -> None:
    for paper in (A4, LETTER):
        assert board_sheet(Board(), paper, 98.0).pages == 1


def test_a_sabot_is_as_large_as_asked() -> None:
    pdf = sabot_sheets([Plate(120, 60, "Red regiment", 6, 2, 25.0)], A4).pdf
    frames = [r for r in rects_of(pdf, b"S")[0] if r[2] == near(120, abs=TRUE_MM)]
    assert [frame[3] for frame in frames] == [near(60, abs=TRUE_MM)]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.floats(5, 90), st.floats(5, 90)), min_size=1, max_size=40))
def test_nothing_lies_on_anything_else_or_beyond_the_room(
    sizes: list[tuple[float, float]],
) -> None:
    room = (10.0, 22.0, 190.0, 257.0)
    pages = arranged(sizes, room, "box")
    assert sorted(number for page in pages for number, _, _ in page) == list(range(len(sizes)))
    for page in pages:
        boxes = [(x, y, *sizes[number]) for number, x, y in page]
        for i, (x, y, wide, high) in enumerate(boxes):
            assert x >= 10 and y >= 22 and x + wide <= 200 + 1e-9 and y + high <= 279 + 1e-9
            for u, v, w, h in boxes[:i]:
                apart = x >= u + w or u >= x + wide or y >= v + h or v >= y + high
                assert apart, GAP_MM


def test_names_in_other_letters_lose_only_what_no_font_has() -> None:
    assert western("Żółty Müller €") == "Zó?ty Müller €"


ARMY = """
version = 1
side = "Royalists"
rules = "matchlocks"
[[units]]
id = "R1"
kind = "battalia"
name = "Prince Rupert"
bases = ["PV1:R01", "PV1:R02"]
"""


def test_the_command_prints_an_armys_tags(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    army, out = tmp_path / "army.toml", tmp_path / "tags.pdf"
    army.write_text(ARMY, encoding="utf-8")
    assert print_command(["tags", "--army", str(army), "--out", str(out)]) == 0
    assert "2 on 1 page of A4" in capsys.readouterr().out
    pdf = out.read_bytes()
    assert b"Prince Rupert PV1:R02" in pdf
    texts = {found.text for found in zxingcpp.read_barcodes(page_picture(pdf))}
    assert texts == {"PV1:R01", "PV1:R02"}


TABLE = """
version = 1
[table]
size_in = [72.0, 48.0]
[[markers]]
id = 5
x_in = 1.75
y_in = 46.25
size_in = 2.0
[[bases]]
payload = "B07"
frontage_in = 4.0
depth_in = 2.0
tag_size_in = 1.0
unit = "Hampden"
ecl = "M"
mask = 5
"""


def test_the_command_takes_sizes_and_masks_from_a_table_file(tmp_path: Path) -> None:
    table, out = tmp_path / "table.toml", tmp_path / "x.pdf"
    table.write_text(TABLE, encoding="utf-8")
    assert print_command(["tags", "--table", str(table), "--out", str(out)]) == 0
    page = rects_of(out.read_bytes())[0]
    assert any(r[3] == near(25.4 / 21, abs=TRUE_MM) for r in page)
    assert b"Hampden B07" in out.read_bytes()
    assert print_command(["markers", "--table", str(table), "--out", str(out)]) == 0
    assert b"marker 5, 50.8 mm" in out.read_bytes() and b"1.75 in east" in out.read_bytes()
    assert print_command(["sabots", "--table", str(table), "--out", str(out)]) == 0
    plates = rects_of(out.read_bytes(), b"S")[0]
    assert any(r[2] == near(101.6, abs=TRUE_MM) for r in plates)


@pytest.mark.parametrize(
    "kind",
    [
        ["tags", "R01"], ["markers"], ["board"], ["sabots", "--plate", "90x40"], ["tray"],
        ["tray", "--corners"], ["jig"],
    ],
)  # fmt: skip
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_kind_prints_on_both_papers(kind: list[str], paper: str, tmp_path: Path) -> None:
    out = tmp_path / "x.pdf"
    assert print_command([*kind, "--paper", paper, "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["tags"], "there is no tag to print"),
        (["tags", "LONGER THAN TEN"], "too long"),
        (["tags", "R01", "--tag-mm", "300"], "choose a smaller size"),
        (["tags", "R01", "--tag-mm", "nan"], "from 1 to 1000"),
        (["tags", "R01", "--measured-mm", "50"], "beyond correcting"),
        (["tags", "--army", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["markers", "--count", "0"], "--count is from 1 to 50"),
        (["sabots", "--plate", "wide"], "two numbers such as 120x60"),
        (["sabots", "--plate", "0x60"], "from 1 to 1000"),
        (["posters"], "invalid choice"),
        ([], "required"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_2(
    argv: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert print_command(argv) == 2
    shown = capsys.readouterr()
    assert says in shown.err and shown.err.count("\n") == 1 and shown.out == ""


def test_a_place_that_cannot_be_written_is_exit_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "no folder" / "x.pdf"
    assert print_command(["tags", "R01", "--out", str(out)]) == 1
    assert "choose another with --out" in capsys.readouterr().err
