"""Boards in pictures: chessboards of any size and ChArUco boards, found without being told.

A chessboard's size is what most pictures show; where they do not agree, every likely size is
looked for in all of them. A ChArUco board's markers say which dictionary
it has, and where they lie relative to each other says its columns and rows, whether it
was printed with OpenCV's layout from before 4.6 (``legacy``), or white for black (``inverted``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.camera import Array
from calibration.markers import FAMILIES, Picture

LEAST_CORNERS = 8

# So many pictures tell what board it is; the others are then only asked for that one.
_MOST_ASKED = 8

_MOST_SQUARES = 24
# How far markers may lie from a flat board's layout, in squares; a bent lens shows 0.1.
_LAYOUT_SQUARES = 0.35


@dataclass(frozen=True, slots=True)
class BoardKind:
    """What board it is. ``columns`` and ``rows`` count inner corners of a chessboard, squares
    of a ChArUco board; ``family`` is "" for a chessboard. ``marker_share``: of a square's side.
    ``sure``: told, or what most pictures show by themselves."""

    columns: int
    rows: int
    family: str = ""
    marker_share: float = 0.0
    legacy: bool = False
    inverted: bool = False
    sure: bool = True

    def __str__(self) -> str:
        if not self.family:
            return f"chessboard with {self.columns} x {self.rows} inner corners"
        legacy = ", old layout" if self.legacy else ""
        inverted = ", white for black" if self.inverted else ""
        return f"ChArUco board {self.columns} x {self.rows}, {self.family}{legacy}{inverted}"


@dataclass(frozen=True, slots=True, eq=False)
class BoardSeen:
    """The corners of a board in one picture: ``board`` (n, 2) in squares, ``pixels`` (n, 2)."""

    board: Array
    pixels: Array


def find_boards(
    pictures: Sequence[Picture], kind: BoardKind | None = None
) -> tuple[BoardKind | None, tuple[BoardSeen | None, ...]]:
    """Which board the pictures show, and its corners in each (None where it is not seen).

    *kind* saves the guessing. The kind is None when no picture shows a board.
    """
    greys = [_grey(picture) for picture in pictures]
    kind = kind or _charuco_kind(greys) or _inverted_kind(greys) or _chessboard_kind(greys)
    if kind is None:
        return None, tuple(None for _ in greys)
    return kind, tuple(find_board(grey, kind) for grey in greys)


def other_size(pictures: Sequence[Picture], than: BoardKind) -> BoardKind | None:
    """The chessboard that most pictures show when every likely size is looked for, where that
    is another one than *than*; None otherwise."""
    kind = _searched_kind([_grey(picture) for picture in pictures])
    same = kind is not None and (kind.columns, kind.rows) == (than.columns, than.rows)
    return None if same else kind


def find_board(picture: Picture, kind: BoardKind) -> BoardSeen | None:
    """The corners of a known board in one picture, to about 0.1 px; None when not seen."""
    grey = _grey(picture)
    if kind.inverted:
        grey = _negative(grey)
    seen = _charuco(grey, kind) if kind.family else _chessboard(grey, kind)
    return seen if seen is not None and len(seen.pixels) >= LEAST_CORNERS else None


def _grey(picture: Picture) -> Picture:
    if picture.ndim == 2:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _negative(grey: Picture) -> Picture:
    return np.asarray(255 - grey, dtype=np.uint8)


# Chessboards.

# Normalising the picture finds no more boards and doubles the corners' error.
_EXACT = cv2.CALIB_CB_ACCURACY


# How wide pictures are when every size is tried: a square of 15 px is still found.
_SEARCH_PX = 640
# Inner corners of boards that are printed and sold, the usual ones first.
_USUAL = ((9, 6), (8, 6), (7, 6), (8, 5), (7, 5), (10, 7), (11, 8), (9, 7), (6, 5), (6, 4), (5, 4))
_MOST_INNER = 14
# Corners so near to a flat board's, in squares, are a board's; farther off they may be a strong
# lens's or partly the floor's.
_FLAT_SQUARES = 0.03


def _chessboard_kind(greys: Sequence[Picture]) -> BoardKind | None:
    """The size that most pictures show. Where they do not agree: the one that is found in most
    of them when it is looked for; failing that the most frequent one, which is not sure."""
    sizes = _votes(greys)
    if not sizes:
        return None
    columns, rows = max(sizes, key=lambda size: (sizes[size], size[0] * size[1]))
    # Three by three corners are found in many things that are no board.
    voted = BoardKind(columns, rows) if columns * rows >= 12 else None
    if voted is not None and 2 * sizes[(columns, rows)] > sizes.total():
        return voted
    return _searched_kind(greys) or (voted and replace(voted, sure=False))


def _votes(greys: Sequence[Picture]) -> Counter[tuple[int, int]]:
    sizes: Counter[tuple[int, int]] = Counter()
    for grey in greys[:_MOST_ASKED]:
        found, _, meta = cv2.findChessboardCornersSBWithMeta(
            grey, (3, 3), _EXACT | cv2.CALIB_CB_LARGER
        )
        if found and meta is not None:
            rows, columns = sorted(int(side) for side in meta.shape[:2])
            sizes[(columns, rows)] += 1
    return sizes


def _searched_kind(greys: Sequence[Picture]) -> BoardKind | None:
    """The size that is found in most of three pictures, then in most of all those asked."""
    small = [_small(grey) for grey in greys[:: max(1, len(greys) // _MOST_ASKED)][:_MOST_ASKED]]
    few, counts = small[::3][:3], {}
    for size in _likely_sizes():
        counts[size] = sum(_is_there(grey, size) for grey in few)
        # Found in each: a part of a board, or a board with its surroundings, is not.
        if counts[size] == len(few) >= 2:
            break
    shown = [size for size, count in counts.items() if count]
    seen = {size: sum(_is_there(grey, size) for grey in small) for size in shown}
    if not seen:
        return None
    best = max(seen, key=lambda size: (seen[size], size[0] * size[1]))
    return BoardKind(*best) if 2 * seen[best] > len(small) else None


def _likely_sizes() -> Iterator[tuple[int, int]]:
    yield from _USUAL
    for columns in range(4, _MOST_INNER + 1):
        for rows in range(3, columns + 1):
            if (columns, rows) not in _USUAL and columns <= 2 * rows:
                yield columns, rows


def _small(grey: Picture) -> Picture:
    scale = _SEARCH_PX / max(grey.shape)
    if scale >= 1:
        return grey
    return np.asarray(
        cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.uint8
    )


_BY_SQUARES = cv2.CALIB_CB_ADAPTIVE_THRESH | cv2.CALIB_CB_NORMALIZE_IMAGE | cv2.CALIB_CB_FAST_CHECK


def _is_there(grey: Picture, size: tuple[int, int]) -> bool:
    return bool(cv2.findChessboardCorners(grey, size, flags=_BY_SQUARES)[0])


def _chessboard(grey: Picture, kind: BoardKind) -> BoardSeen | None:
    """By its corners; where these make no flat board (a patterned floor may join in), by its
    squares, whichever comes nearer to one."""
    size = (kind.columns, kind.rows)
    by_corners = _by_corners(grey, size)
    if by_corners is not None and _off_flat(by_corners) < _FLAT_SQUARES:
        return by_corners
    both = [seen for seen in (by_corners, _by_squares(grey, size)) if seen is not None]
    return min(both, key=_off_flat, default=None)


def _by_corners(grey: Picture, size: tuple[int, int]) -> BoardSeen | None:
    for flags in (_EXACT, _EXACT | cv2.CALIB_CB_EXHAUSTIVE):
        found, corners = cv2.findChessboardCornersSB(grey, size, flags=flags)
        if found:
            return _board_seen(size, corners)
    return None


def _by_squares(grey: Picture, size: tuple[int, int]) -> BoardSeen | None:
    found, corners = cv2.findChessboardCorners(grey, size, flags=_BY_SQUARES)
    if not found:
        return None
    rough = _board_seen(size, corners)
    reach = int(np.clip(0.4 * _square_px(rough.board, rough.pixels), 2, 12))
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 40, 1e-3)
    fine = cv2.cornerSubPix(grey, np.asarray(corners), (reach, reach), (-1, -1), stop)
    return _board_seen(size, fine)


def _board_seen(size: tuple[int, int], corners: object) -> BoardSeen:
    across, down = np.meshgrid(np.arange(size[0]), np.arange(size[1]))
    board = np.column_stack([across.ravel(), down.ravel()]).astype(np.float64)
    return BoardSeen(board, np.asarray(corners, dtype=np.float64).reshape(-1, 2))


def _off_flat(seen: BoardSeen) -> float:
    """RMS distance in squares between the corners and a flat board's without a lens."""
    back, _ = cv2.findHomography(seen.pixels, seen.board)
    if back is None:
        return float("inf")
    flat = cv2.perspectiveTransform(seen.pixels[None], back)[0]
    return float(np.sqrt(((flat - seen.board) ** 2).sum(axis=1).mean()))


# ChArUco boards.


def _charuco_kind(greys: Sequence[Picture]) -> BoardKind | None:
    family, most = "", 3
    tried = greys[:: max(1, len(greys) // 4)]
    for name in FAMILIES:
        count = max((len(_markers(grey, name)) for grey in tried), default=0)
        if count > most:
            family, most = name, count
    if not family:
        return None
    seen = [_markers(grey, family) for grey in greys]
    largest = max(max(found) for found in seen if found)
    best = max(seen, key=len)
    fitting = [
        (off, kind)
        for kind in _layouts(largest + 1, family)
        if (off := _layout_error(kind, best)) < _LAYOUT_SQUARES
    ]
    if not fitting:
        return None
    kind = min(fitting, key=lambda pair: pair[0])[1]
    return BoardKind(kind.columns, kind.rows, family, _marker_share(kind, best), kind.legacy)


def _inverted_kind(greys: Sequence[Picture]) -> BoardKind | None:
    kind = _charuco_kind([_negative(grey) for grey in greys])
    return None if kind is None else replace(kind, inverted=True)


def _markers(grey: Picture, family: str) -> dict[int, Array]:
    finder = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(FAMILIES[family]))
    corners, ids, _ = finder.detectMarkers(grey)
    if ids is None:
        return {}
    quads = [np.asarray(quad, dtype=np.float64).reshape(4, 2) for quad in corners]
    return {int(i): quad for i, quad in zip(np.ravel(ids), quads, strict=True)}


def _layouts(markers: int, family: str) -> Iterator[BoardKind]:
    """Every board with that many markers; the last ones may never have been seen."""
    for columns in range(3, _MOST_SQUARES + 1):
        for rows in range(3, _MOST_SQUARES + 1):
            if markers <= columns * rows // 2 <= markers + 2:
                yield BoardKind(columns, rows, family, 0.7)
                if rows % 2 == 0:
                    yield BoardKind(columns, rows, family, 0.7, legacy=True)


def _opencv_board(kind: BoardKind) -> cv2.aruco.CharucoBoard:
    book = cv2.aruco.getPredefinedDictionary(FAMILIES[kind.family])
    share = min(max(kind.marker_share, 0.05), 0.98)
    board = cv2.aruco.CharucoBoard((kind.columns, kind.rows), 1.0, share, book)
    board.setLegacyPattern(kind.legacy)
    return board


def _marker_places(kind: BoardKind) -> dict[int, Array]:
    """Where each marker's corners lie on the board, in squares; (4, 2) by id."""
    board = _opencv_board(kind)
    ids = np.ravel(board.getIds()).tolist()
    places = [np.asarray(quad, dtype=np.float64)[:, :2] for quad in board.getObjPoints()]
    return dict(zip(ids, places, strict=True))


def _pairs(kind: BoardKind, seen: dict[int, Array]) -> tuple[Array, Array, list[int]]:
    places = _marker_places(kind)
    ids = [i for i in sorted(seen) if i in places]
    if len(ids) < 4:
        return np.empty((0, 2)), np.empty((0, 2)), []
    return (
        np.array([places[i].mean(axis=0) for i in ids]),
        np.array([seen[i].mean(axis=0) for i in ids]),
        ids,
    )


def _layout_error(kind: BoardKind, seen: dict[int, Array]) -> float:
    """RMS distance in squares between where markers lie and where the layout has them."""
    board, pixels, ids = _pairs(kind, seen)
    if len(ids) < 4:
        return float("inf")
    back, _ = cv2.findHomography(pixels, board)
    if back is None:
        return float("inf")
    corners = cv2.perspectiveTransform(np.array([seen[i] for i in ids]), back)
    centres = corners.mean(axis=1)
    # The markers' own tops must look up the board, or the board is read turned or mirrored.
    up = corners[:, 0] - corners[:, 3]
    if float((up[:, 1] < -np.abs(up[:, 0])).mean()) < 0.9:
        return float("inf")
    return float(np.sqrt(((centres - board) ** 2).sum(axis=1).mean()))


def _marker_share(kind: BoardKind, seen: dict[int, Array]) -> float:
    board, pixels, ids = _pairs(kind, seen)
    back, _ = cv2.findHomography(pixels, board)
    corners = cv2.perspectiveTransform(np.array([seen[i] for i in ids]), back)
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
    return round(float(np.clip(np.median(sides), 0.1, 0.95)), 2)


def _charuco(grey: Picture, kind: BoardKind) -> BoardSeen | None:
    board = _opencv_board(kind)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    if corners is None or ids is None or len(corners) < LEAST_CORNERS:
        return None
    pixels = np.asarray(corners, dtype=np.float32).reshape(-1, 1, 2)
    places = np.asarray(board.getChessboardCorners(), dtype=np.float64)[np.ravel(ids), :2]
    # OpenCV's own refinement was half a pixel off until 2026: ours starts from it.
    # Up to the markers and no further: their black would pull the corner to itself.
    margin = max((1 - kind.marker_share) / 2, 0.08)
    square_px = _square_px(places, pixels.reshape(-1, 2).astype(np.float64))
    reach = int(np.clip(margin * square_px, 2, 12))
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 40, 1e-3)
    refined = cv2.cornerSubPix(grey, pixels.copy(), (reach, reach), (-1, -1), stop)
    return BoardSeen(places, np.asarray(refined, dtype=np.float64).reshape(-1, 2))


def _square_px(board: Array, pixels: Array) -> float:
    """Shortest side of a square in the picture; 10 when no two neighbours are seen."""
    apart = np.linalg.norm(board[:, None] - board[None], axis=2)
    near = np.argwhere(np.abs(apart - 1) < 0.01)
    if not len(near):
        return 10.0
    return float(np.linalg.norm(pixels[near[:, 0]] - pixels[near[:, 1]], axis=1).min())
