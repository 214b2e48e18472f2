"""Pages at true size: millimetres on paper, a check bar, and a correction for the printer.

Everything is placed in millimetres as they shall be on the paper, from the lower left. A
printer that shrinks or stretches is corrected by what its 100 mm bar measures.
"""

from __future__ import annotations

import io
import math
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from reportlab.pdfgen.canvas import Canvas

from calibration.printing.symbols import Modules

PT_PER_MM = 72 / 25.4
MM_PER_IN = 25.4
MARGIN_MM = 10.0
HEAD_MM = 8.0
FOOT_MM = 12.0
GAP_MM = 2.0
BAR_MM = 100.0
LEAST_BAR_MM, MOST_BAR_MM = 85.0, 115.0

Rect = tuple[float, float, float, float]
"""x, y of the lower left corner, width, height; millimetres."""


class SheetError(ValueError):
    """A sheet cannot be made; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A size of paper, millimetres."""

    name: str
    width_mm: float
    height_mm: float


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}


class Sheets:
    """A PDF in the making. ``measured_mm``: what the 100 mm bar measures on the real paper."""

    def __init__(self, paper: Paper, title: str, measured_mm: float = BAR_MM) -> None:
        if not LEAST_BAR_MM <= measured_mm <= MOST_BAR_MM:
            raise SheetError(
                f"a 100 mm bar that measures {measured_mm:g} mm is beyond correcting: print at "
                "100 %, without fitting to the page"
            )
        self._stretch = BAR_MM / measured_mm
        self._title = title
        self._out = io.BytesIO()
        size = (paper.width_mm * PT_PER_MM, paper.height_mm * PT_PER_MM)
        self._canvas: Any = Canvas(self._out, pagesize=size, pageCompression=0, invariant=1)
        self._canvas.setTitle(title)
        self._paper = paper
        self.pages = 0
        self.width_mm = paper.width_mm / self._stretch
        self.height_mm = paper.height_mm / self._stretch

    @property
    def room(self) -> Rect:
        """Where things may be put on a page."""
        low = MARGIN_MM + FOOT_MM
        return (
            MARGIN_MM,
            low,
            self.width_mm - 2 * MARGIN_MM,
            self.height_mm - MARGIN_MM - HEAD_MM - low,
        )

    def page(self) -> None:
        """Begin a page: its heading and its check bar."""
        if self.pages:
            self._canvas.showPage()
        self.pages += 1
        top = self.height_mm - MARGIN_MM - 4
        self.text(MARGIN_MM, top, f"Drumhead: {self._title}, page {self.pages}", 3.5)
        y = MARGIN_MM
        self.fill([(MARGIN_MM, y, BAR_MM, 1.0)])
        self.fill([(MARGIN_MM + x, y, 0.3, 3.0) for x in (0.0, BAR_MM / 2 - 0.15, BAR_MM - 0.3)])
        self.text(MARGIN_MM, y + 4.5, "This bar is 100 mm long. How long is it on your paper?", 2.8)
        self.text(
            MARGIN_MM, y - 3.5, "If not 100: print again with --measured-mm and that length.", 2.8
        )

    def finish(self) -> bytes:
        """The PDF."""
        self._canvas.save()
        return self._out.getvalue()

    def fill(self, rects: Iterable[Rect], grey: float = 0.0) -> None:
        """Black (or grey, 0 to 1) rectangles, as one path, so that none shows a seam."""
        path = self._canvas.beginPath()
        for rect in rects:
            path.rect(*(self._pt(value) for value in rect))
        self._canvas.setFillGray(grey)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def modules(self, modules: Modules, x: float, y: float, side: float) -> None:
        """A symbol with its lower left corner there, *side* mm wide."""
        self.fill(module_rects(modules, x, y, side))

    def frame(self, rect: Rect, width: float = 0.15, dashed: bool = False) -> None:
        """An outline."""
        self._pen(width, dashed)
        self._canvas.rect(*(self._pt(value) for value in rect), stroke=1, fill=0)

    def line(self, x: float, y: float, x2: float, y2: float, width: float = 0.15) -> None:
        """A straight line."""
        self._pen(width, False)
        self._canvas.line(*(self._pt(value) for value in (x, y, x2, y2)))

    def arrow(self, x: float, y: float, size: float) -> None:
        """A solid arrow head that points up, its tip there."""
        path = self._canvas.beginPath()
        path.moveTo(self._pt(x), self._pt(y))
        path.lineTo(self._pt(x - size / 2), self._pt(y - size * 0.8))
        path.lineTo(self._pt(x + size / 2), self._pt(y - size * 0.8))
        path.close()
        self._canvas.setFillGray(0)
        self._canvas.drawPath(path, stroke=0, fill=1)

    def text(self, x: float, y: float, words: str, height: float, fit: float = math.inf) -> None:
        """Words from there to the right, no wider than *fit* mm."""
        shown, size = self._fitted(words, height, fit)
        self._canvas.setFillGray(0)
        self._canvas.setFont("Helvetica", size)
        self._canvas.drawString(self._pt(x), self._pt(y), shown)

    def centred(self, x: float, y: float, words: str, height: float, fit: float = math.inf) -> None:
        """Words with their middle there, no wider than *fit* mm."""
        shown, size = self._fitted(words, height, fit)
        self._canvas.setFillGray(0)
        self._canvas.setFont("Helvetica", size)
        self._canvas.drawCentredString(self._pt(x), self._pt(y), shown)

    def _fitted(self, words: str, height: float, fit: float) -> tuple[str, float]:
        shown = western(words)
        size = self._pt(height)
        wide = self._canvas.stringWidth(shown, "Helvetica", size) / self._pt(1)
        return shown, size * min(1.0, fit / wide) if wide else size

    def _pen(self, width: float, dashed: bool) -> None:
        self._canvas.setStrokeGray(0.35)
        self._canvas.setLineWidth(self._pt(width))
        self._canvas.setDash([self._pt(1.2), self._pt(1.2)] if dashed else [])

    def _pt(self, value_mm: float) -> float:
        return value_mm * self._stretch * PT_PER_MM


def western(words: str) -> str:
    """Words in the letters that the fonts of every PDF reader have; accents go where needed."""
    return "".join(_western_letter(letter) for letter in words)


def _western_letter(letter: str) -> str:
    for tried in (letter, unicodedata.normalize("NFKD", letter)[:1]):
        try:
            return tried.encode("cp1252").decode("cp1252")
        except UnicodeEncodeError:
            continue
    return "?"


def module_rects(modules: Modules, x: float, y: float, side: float) -> list[Rect]:
    """The black modules as rectangles, those side by side in a row joined."""
    count, cell = len(modules), side / len(modules)
    rects = []
    for row, cells in enumerate(modules):
        marks = np.flatnonzero(np.diff(np.concatenate([[0], cells.astype(np.int8), [0]])))
        for start, end in zip(marks[::2].tolist(), marks[1::2].tolist(), strict=True):
            low = y + (count - 1 - row) * cell
            rects.append((x + start * cell, low, (end - start) * cell, cell))
    return rects


def arranged(
    sizes: Sequence[tuple[float, float]], room: Rect, what: str
) -> list[list[tuple[int, float, float]]]:
    """Boxes put row by row on pages: for each page (number, x, y) of its boxes.

    Raises:
        SheetError: a box is larger than a page.
    """
    left, low, width, height = room
    pages: list[list[tuple[int, float, float]]] = [[]]
    x, top, tall = left, low + height, 0.0
    for number, (wide, high) in enumerate(sizes):
        if wide > width or high > height:
            raise SheetError(
                f"{what} {number + 1} is {wide:.0f} x {high:.0f} mm and the paper has room for "
                f"{width:.0f} x {height:.0f}: choose a smaller size or larger paper"
            )
        if x + wide > left + width:
            x, top, tall = left, top - tall - GAP_MM, 0.0
        if top - high < low:
            pages.append([])
            x, top, tall = left, low + height, 0.0
        pages[-1].append((number, x, top - high))
        x, tall = x + wide + GAP_MM, max(tall, high)
    return pages
