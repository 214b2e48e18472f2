"""Sheets for the page: tags, markers, the lens board and sabots as PDF at true size."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from calibration.printing.jig import jig_sheet
from calibration.printing.labels import DEFAULT_TAG_MM, MOST_COPIES, label_of
from calibration.printing.paper import PAPERS, SheetError
from calibration.printing.paper import Paper as Size
from calibration.printing.sheets import (
    Board,
    MarkerLabel,
    Plate,
    Printed,
    board_sheet,
    marker_sheets,
    sabot_sheets,
    tag_sheets,
)
from calibration.printing.symbols import SymbolError
from calibration.table_file import TableFile
from vision.table.quality import CannotSetUp, Paper, Sheet, TagWanted

MOST_TAGS = 500


class Press:
    """Prints for one table. *table*: asked for the sizes of the tags in play; None without."""

    def __init__(self, table: Callable[[], TableFile | None] = lambda: None) -> None:
        self._table = table

    def tags(self, wanted: Sequence[TagWanted], paper: Paper, tag_mm: float | None = None) -> Sheet:
        """Tags with names; of bases in play with their own size, mask and symbol.

        Raises:
            CannotSetUp: nothing to print, or a tag that would not be read.
        """
        if not 0 < len(wanted) <= MOST_TAGS:
            raise CannotSetUp(f"from 1 to {MOST_TAGS} tags can be printed at once")
        table = self._table()
        known = {} if table is None else {base.payload: base for base in table.bases}
        labels = [label_of(one.payload, one.name, known.get(one.payload), tag_mm) for one in wanted]
        return _made(lambda: tag_sheets(labels, _size(paper), paper.bar_mm))

    def markers(self, count: int, marker_mm: float, paper: Paper) -> Sheet:
        """The first *count* table markers.

        Raises:
            CannotSetUp: they cannot be printed.
        """
        if not 1 <= count <= MOST_COPIES:
            raise CannotSetUp(f"from 1 to {MOST_COPIES} markers can be printed")
        labels = [MarkerLabel(k, marker_mm) for k in range(count)]
        return _made(lambda: marker_sheets(labels, _size(paper), paper.bar_mm))

    def board(self, square_mm: float, paper: Paper) -> Sheet:
        """The board for the lens.

        Raises:
            CannotSetUp: it does not fit the paper.
        """
        board = Board(square_mm=square_mm, marker_mm=square_mm * 0.75)
        return _made(lambda: board_sheet(board, _size(paper), paper.bar_mm))

    def jig(self, paper: Paper) -> Sheet:
        """The corner into which bases are pushed.

        Raises:
            CannotSetUp: it does not fit the paper.
        """
        return _made(lambda: jig_sheet(_size(paper), paper.bar_mm))

    def sabots(
        self, size_mm: tuple[float, float], places: tuple[int, int], copies: int, paper: Paper
    ) -> Sheet:
        """Plates of *size_mm* (front, depth) for files x ranks of figures.

        Raises:
            CannotSetUp: they do not fit the paper.
        """
        if not 1 <= copies <= MOST_COPIES:
            raise CannotSetUp(f"from 1 to {MOST_COPIES} plates can be printed")
        tag_mm = min(DEFAULT_TAG_MM, min(size_mm) * 21 / 29)
        plate = Plate(*size_mm, "", *places, round(tag_mm, 1))
        return _made(lambda: sabot_sheets([plate] * copies, _size(paper), paper.bar_mm))


def _size(paper: Paper) -> Size:
    if paper.name not in PAPERS:
        raise CannotSetUp(f"paper is one of {', '.join(PAPERS)}")
    return PAPERS[paper.name]


def _made(make: Callable[[], Printed]) -> Sheet:
    try:
        printed = make()
    except (SheetError, SymbolError) as why:
        raise CannotSetUp(str(why)) from None
    return Sheet(printed.pdf, printed.pages, printed.count, printed.advice)
