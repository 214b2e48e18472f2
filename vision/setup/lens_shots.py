"""Pictures of a lens board, taken one by one while a person moves it before the camera.

Each is looked at as it comes: kept, or discarded with the reason. From the third kept one on
the lens is solved anew after each, so that every picture shows its error at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.boards import BoardKind, BoardSeen, find_board
from calibration.camera import Array, CalibrationError
from calibration.lens import GOOD_PICTURES, LEAST_PICTURES, LensFound, lens_from_boards
from calibration.printing.sheets import Board
from vision.cameras.camera import Picture
from vision.table.quality import LensShot, LensWork

PRINTED = BoardKind(Board().columns, Board().rows, "aruco_5x5_100", 0.75)
"""The board that ``print board`` and the page print."""

MOST_SHOTS = 60
CELLS = (8, 6)
"""Columns and rows of the coverage map."""

_STILL = 0.002
_ALIKE = 0.05
_LEAST_MOVE_PX = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    number: int
    seen: BoardSeen
    outline: Array


class LensShots:
    """The pictures so far. Not for several threads at once."""

    def __init__(self, kind: BoardKind = PRINTED) -> None:
        self._kind = kind
        self._begin((0, 0))

    def _begin(self, size_px: tuple[int, int]) -> None:
        self._size_px = size_px
        self._next = 1
        self._shots: list[LensShot] = []
        self._taken: list[_Taken] = []
        self._why = ""
        self.found: LensFound | None = None

    def consider(self, picture: Picture, before: Picture) -> BoardSeen | None:
        """Look at *picture*; *before* is the one taken just before it, which shows whether the
        board was held still. What was seen of the board."""
        size_px = (picture.shape[1], picture.shape[0])
        if size_px != self._size_px:
            self._begin(size_px)
        seen = find_board(picture, self._kind)
        why = self._why_not(seen, before)
        if seen is None or why:
            self._discard(why, 0 if seen is None else len(seen.pixels))
            return seen
        self._keep(seen)
        return seen

    def forget(self, number: int) -> None:
        """Discard a picture after all."""
        if any(taken.number == number for taken in self._taken):
            self._taken = [kept for kept in self._taken if kept.number != number]
            self._mark(number, False, "discarded by you", None)
            self._solve()

    def work(self) -> LensWork:
        """How far it is."""
        report = None if self.found is None else self.found.report
        return LensWork(
            tuple(self._shots),
            self._coverage(),
            tuple(tuple((x, y) for x, y in kept.outline.tolist()) for kept in self._kept),
            "" if report is None else report.grade,
            None if report is None else report.error_px,
            self._says(),
        )

    def _why_not(self, seen: BoardSeen | None, before: Picture) -> str:
        if seen is None:
            return "no board is seen: hold it so that most of it is in the picture"
        if len(self._shots) >= MOST_SHOTS:
            return f"{MOST_SHOTS} pictures are enough: keep this lens, or begin again"
        earlier = find_board(before, self._kind)
        still_px = max(_LEAST_MOVE_PX, _STILL * self._size_px[0])
        if earlier is None or _moved_px(earlier, seen) > still_px:
            return "it moved: hold it still for a moment"
        outline = self._outline(seen)
        for kept in self._taken:
            if float(np.linalg.norm(outline - kept.outline, axis=1).mean()) < _ALIKE:
                return f"too much like picture {kept.number}: move it, or tilt it otherwise"
        return ""

    def _outline(self, seen: BoardSeen) -> Array:
        """(4, 2) corners of the board as parts of the picture's width and height."""
        wide, high = self._kind.columns, self._kind.rows
        edge = np.array([[(0, 0), (wide, 0), (wide, high), (0, high)]], dtype=np.float64)
        there, _ = cv2.findHomography(seen.board, seen.pixels)
        if there is None:
            return np.zeros((4, 2))
        return np.asarray(cv2.perspectiveTransform(edge, there)[0] / np.array(self._size_px))

    def _discard(self, why: str, corners: int) -> None:
        last = self._shots[-1] if self._shots else None
        if last is not None and not last.kept and last.says == why:
            return
        if len(self._shots) < MOST_SHOTS:
            self._shots.append(LensShot(self._next, False, why, None, corners))
            self._next += 1

    def _keep(self, seen: BoardSeen) -> None:
        self._taken.append(_Taken(self._next, seen, self._outline(seen)))
        self._shots.append(LensShot(self._next, True, "", None, len(seen.pixels)))
        self._next += 1
        self._solve()

    def _solve(self) -> None:
        self.found, self._why = None, ""
        if len(self._taken) < LEAST_PICTURES:
            return
        names = [str(taken.number) for taken in self._taken]
        boards = [taken.seen for taken in self._taken]
        try:
            self.found = lens_from_boards(self._kind, boards, names, self._size_px)
        except CalibrationError as why:
            self._why = str(why)
            return
        for row in self.found.report.pictures:
            self._mark(int(row.name), row.kept, row.reason, row.error_px if row.kept else None)

    @property
    def _kept(self) -> list[_Taken]:
        """Those that count now; a picture far off the others' lens may count again later."""
        used = {shot.number for shot in self._shots if shot.kept}
        return [taken for taken in self._taken if taken.number in used]

    def _mark(self, number: int, kept: bool, says: str, error_px: float | None) -> None:
        self._shots = [
            replace(shot, kept=kept, says=says, error_px=error_px)
            if shot.number == number else shot
            for shot in self._shots
        ]  # fmt: skip

    def _coverage(self) -> tuple[tuple[int, ...], ...]:
        columns, rows = CELLS
        counts = np.zeros((rows, columns), dtype=int)
        for kept in self._kept:
            share = kept.seen.pixels / np.array(self._size_px)
            across = np.clip(share[:, 0] * columns, 0, columns - 1).astype(int)
            down = np.clip(share[:, 1] * rows, 0, rows - 1).astype(int)
            np.add.at(counts, (down, across), 1)
        return tuple(tuple(int(cell) for cell in row) for row in counts)

    def _says(self) -> str:
        """What to do next."""
        if self._why and len(self._kept) >= GOOD_PICTURES:
            return self._why
        if len(self._kept) < GOOD_PICTURES:
            more = GOOD_PICTURES - len(self._kept)
            return f"{more} more at least. {_where_next(self._coverage())}"
        if self.found is None or self.found.report.grade == "good":
            return "This will do: keep it." if self.found is not None else self._why
        return f"{self.found.report.advice.capitalize()}. {_where_next(self._coverage())}"


def _moved_px(before: BoardSeen, seen: BoardSeen) -> float:
    """Median move of the corners that both show; infinite when they share none."""
    pairs = zip(before.board.tolist(), before.pixels, strict=True)
    then = {tuple(place): at for place, at in pairs}
    moves = [
        float(np.linalg.norm(at - then[tuple(place)]))
        for place, at in zip(seen.board.tolist(), seen.pixels, strict=True)
        if tuple(place) in then
    ]
    return float(np.median(moves)) if moves else float("inf")


def _where_next(cells: Sequence[Sequence[int]]) -> str:
    """The part of the picture that has seen least of the board."""
    counts = np.array(cells)
    top, bottom = np.array_split(counts, 2, axis=0)
    parts = {}
    for name, half in (("upper", top), ("lower", bottom)):
        left, middle, right = np.array_split(half, 3, axis=1)
        for side, part in (("left", left), ("middle", middle), ("right", right)):
            parts[f"{name} {side}"] = float((part > 0).mean())
    least = min(parts, key=lambda name: parts[name])
    if parts[least] > 0.8:
        return "Tilt it to another side."
    return f"Bring it to the {least} of the picture, tilted."
