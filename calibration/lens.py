"""The lens, once per camera at home: pictures of a board to a Lens with its covariance.

Each picture is kept or discarded with a reason, and the whole is graded in a word. A lens that
the model cannot follow (a fisheye) and pictures that cannot tell the lens are refused: a bad
lens file is worse than none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from calibration.boards import BoardKind, BoardSeen, find_boards, other_size
from calibration.camera import Array, CalibrationError, Lens
from calibration.fit.halves import Halves, compare
from calibration.markers import Picture

Grade = Literal["good", "fair", "redo"]

LEAST_PICTURES = 3
GOOD_PICTURES = 8

# Errors are judged at the scale of a picture 1280 px wide; Kalibr's authors call 0.1-0.2 px
# good, phones and webcams with printed boards reach 0.2-0.5.
_GOOD_PX = 0.5
_FAIR_PX = 1.0
_REFUSED_PX = 2.0
_LEAST_SPREAD_DEG = 12.0
_CELLS = (8, 6)
_MOST_NAMED = 6
_HALVES = (
    "every second picture tells another lens than the rest: hold the board flat, switch autofocus "
    "and image stabilisation off, and take all pictures anew; until then the ± is larger"
)
# What makes the third radial number worth having: its own F test at the 0.1 % level.
_WORTH_IT = 12.0


@dataclass(frozen=True, slots=True)
class PictureReport:
    """One picture: was it used, why not, and its RMS error in pixels (0 when not used)."""

    name: str
    kept: bool
    reason: str
    error_px: float
    corners: int
    tilt_deg: float


@dataclass(frozen=True, eq=False)
class LensReport:
    """How a lens came about. ``covered``: share of an 8 x 6 grid of the picture that board
    corners reached, row by row in ``cells``; ``spread_deg``: how differently the board was
    held; ``grade`` with ``advice`` in a sentence."""

    board: BoardKind
    pictures: tuple[PictureReport, ...]
    error_px: float
    covered: float
    cells: tuple[tuple[bool, ...], ...]
    spread_deg: float
    grade: Grade
    advice: str


@dataclass(frozen=True, eq=False)
class LensFound:
    """A lens, its (9, 9) covariance of (fx, fy, cx, cy, k1, k2, p1, p2, k3), and the report."""

    lens: Lens
    covariance: Array
    report: LensReport


@dataclass(frozen=True, eq=False)
class _Fit:
    lens: Lens
    poses: tuple[tuple[Array, Array], ...]
    errors_px: Array
    covariance: Array
    error_px: float
    halves: Halves = Halves()


def calibrate_lens(
    pictures: Sequence[Picture], names: Sequence[str] = (), kind: BoardKind | None = None
) -> LensFound:
    """The lens that took these pictures of one flat board.

    *names* are for the report. *kind*: which board it is, found out when None.

    Raises:
        CalibrationError: different sizes, no board, too few pictures with it, a board always
            held the same way, or a lens that the model cannot follow.
    """
    labels = list(names) or [f"picture {k + 1}" for k in range(len(pictures))]
    size_px = _one_size(pictures, labels)
    board, seen = find_boards(pictures, kind)
    if board is None:
        raise CalibrationError(
            "no picture shows a chessboard or a ChArUco board: print the board, lay it flat "
            "and let the camera see all of it"
        )
    try:
        return lens_from_boards(board, seen, labels, size_px)
    except CalibrationError as why:
        if board.family:
            raise
        other = other_size(pictures, board) if kind is None and board.sure else None
        if other is not None:
            return calibrate_lens(pictures, labels, other)
        count = sum(each is not None for each in seen)
        raise _other_size_perhaps(board, kind is None, f"{count} of {len(seen)}", why) from None


def _other_size_perhaps(
    board: BoardKind, guessed: bool, seen_in: str, why: CalibrationError
) -> CalibrationError:
    """The same complaint, and that the board may have another size; that alone where it is
    the likelier trouble."""
    how = "guessed" if guessed else "told"
    say = (
        f"the size of the board was {how} ({board}, seen in {seen_in} pictures): if it is "
        "wrong, count its inner corners and say them, as in --board 8x6"
    )
    return CalibrationError(f"{why}; {say}" if board.sure else f"no lens fits; {say}")


def lens_from_boards(
    board: BoardKind,
    seen: Sequence[BoardSeen | None],
    names: Sequence[str],
    size_px: tuple[int, int],
) -> LensFound:
    """As ``calibrate_lens``, from boards already found in pictures of *size_px*.

    Raises:
        CalibrationError: as there.
    """
    reasons = {k: f"no {board} is seen" for k, each in enumerate(seen) if each is None}
    found = {k: each for k, each in enumerate(seen) if each is not None}
    _enough(len(found), len(seen), board)
    fit = _fit(list(found.values()), size_px)
    for k, error in zip(list(found), fit.errors_px.tolist(), strict=True):
        if error > 3 * max(float(np.median(fit.errors_px)), 0.1 * size_px[0] / 1280):
            reasons[k] = f"its error of {error:.1f} px is far above the others': blurred or bent"
            found.pop(k)
    _enough(len(found), len(seen), board)
    if len(found) < len(fit.errors_px):
        fit = _fit(list(found.values()), size_px)
    _refuse(fit, size_px)
    fit = _tested(fit, list(found.values()), size_px)
    tilts = _tilts(fit)
    rows = _rows(names, seen, dict(zip(found, range(len(found)), strict=True)), reasons, fit, tilts)
    return LensFound(
        fit.lens, fit.covariance, _report(board, rows, list(found.values()), fit, tilts)
    )


def _one_size(pictures: Sequence[Picture], names: Sequence[str]) -> tuple[int, int]:
    """The size of the pictures; those of another one are named."""
    sizes = [(picture.shape[1], picture.shape[0]) for picture in pictures]
    if not sizes:
        raise CalibrationError(
            "no picture was named: take a dozen of the board from different sides"
        )
    usual = Counter(sizes).most_common(1)[0][0]
    odd = [
        f"{name} is {size[0]}x{size[1]}"
        for name, size in zip(names, sizes, strict=True)
        if size != usual
    ]
    if odd:
        more = f" and {len(odd) - _MOST_NAMED} more" if len(odd) > _MOST_NAMED else ""
        raise CalibrationError(
            f"the pictures differ in size: most are {usual[0]}x{usual[1]}, but "
            f"{', '.join(odd[:_MOST_NAMED])}{more}: leave those out or take them anew, "
            "with one camera at one size"
        )
    return usual


def _enough(found: int, all_of: int, board: BoardKind) -> None:
    if found < LEAST_PICTURES:
        raise CalibrationError(
            f"only {found} of {all_of} pictures can be used ({board}): at least "
            f"{LEAST_PICTURES} are needed, better {GOOD_PICTURES}, with the whole board in "
            "sharp view and tilted differently each time"
        )


def _fit(seen: Sequence[BoardSeen], size_px: tuple[int, int]) -> _Fit:
    """Two radial numbers and the tangential ones; a third radial one when it is worth it."""
    simple = _solve(seen, size_px, cv2.CALIB_FIX_K3)
    rich = _solve(seen, size_px, 0)
    count = 2 * sum(len(each.pixels) for each in seen)
    gained = (simple.error_px**2 / rich.error_px**2 - 1) * (count - 9 - 6 * len(seen))
    sure = abs(rich.lens.k3) > 4 * rich.covariance[8, 8] ** 0.5 and _is_one_to_one(rich.lens)
    return rich if gained > _WORTH_IT and sure else simple


def _tested(fit: _Fit, seen: Sequence[BoardSeen], size_px: tuple[int, int]) -> _Fit:
    """The fit, as unsure as its odd and its even pictures disagree; every second one goes to
    the other half, so that both saw the board from all sides."""
    if len(seen) < 2 * LEAST_PICTURES:
        return fit
    flags = 0 if fit.lens.k3 else cv2.CALIB_FIX_K3
    try:
        odd, even = (_solve(seen[k::2], size_px, flags) for k in (0, 1))
    except CalibrationError:
        return fit
    halves = compare((odd.lens.numbers, odd.covariance), (even.lens.numbers, even.covariance))
    return replace(fit, covariance=fit.covariance * halves.grown, halves=halves)


def _solve(seen: Sequence[BoardSeen], size_px: tuple[int, int], flags: int) -> _Fit:
    boards = [_flat(each.board) for each in seen]
    pixels = [each.pixels.astype(np.float32).reshape(-1, 1, 2) for each in seen]
    start = np.array(
        [[size_px[0], 0, size_px[0] / 2], [0, size_px[0], size_px[1] / 2], [0, 0, 1.0]]
    )
    try:
        error, matrix, bent, rvecs, tvecs = cv2.calibrateCamera(
            boards, pixels, size_px, start, np.zeros(5), flags=flags | cv2.CALIB_USE_INTRINSIC_GUESS
        )
    except cv2.error:
        raise CalibrationError(
            "no lens fits these pictures: take new ones, the whole board sharp and flat"
        ) from None
    focal = [matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2]]
    lens = Lens.of(Lens(*size_px, *focal), np.array([*focal, *np.ravel(bent)[:5]]))
    poses = tuple(
        (np.array(r, float).ravel(), np.array(t, float).ravel())
        for r, t in zip(rvecs, tvecs, strict=True)
    )
    left, covariance = _spread(seen, lens, poses, has_k3=not flags & cv2.CALIB_FIX_K3)
    return _Fit(lens, poses, left, covariance, float(error))


def _flat(board: Array) -> Array:
    return np.column_stack([board, np.zeros(len(board))]).astype(np.float32)


def _spread(
    seen: Sequence[BoardSeen],
    lens: Lens,
    poses: Sequence[tuple[Array, Array]],
    *,
    has_k3: bool,
) -> tuple[Array, Array]:
    """(n,) RMS error of each picture, and the (9, 9) covariance with the poses projected out."""
    order = 9 if has_k3 else 8
    normal, squares, errors, count = np.zeros((order, order)), 0.0, [], 0
    for each, (rvec, tvec) in zip(seen, poses, strict=True):
        pixels, slopes = cv2.projectPoints(
            _flat(each.board), rvec, tvec, lens.matrix, lens.distortion
        )
        left = np.asarray(pixels, dtype=np.float64).reshape(-1, 2) - each.pixels
        by_pose, by_lens = slopes[:, :6], slopes[:, 6 : 6 + order]
        pinned = by_lens - by_pose @ np.linalg.lstsq(by_pose, by_lens, rcond=None)[0]
        normal += pinned.T @ pinned
        errors.append(float(np.sqrt((left**2).sum(axis=1).mean())))
        squares += float((left**2).sum())
        count += left.size
    variance = squares / max(count - order - 6 * len(seen), 1)
    scale = np.sqrt(np.maximum(np.diag(normal), 1e-12))
    covariance = np.zeros((9, 9))
    covariance[:order, :order] = np.linalg.pinv(normal / np.outer(scale, scale)) / np.outer(
        scale, scale
    )
    # A board is never quite flat and corners of one picture err together: twice the standard
    # deviations that independent corners would give, and no less than the type of lens drifts.
    floor = np.array([1e-4 * lens.fx, 1e-4 * lens.fy, 0.1, 0.1, 5e-4, 5e-4, 3e-5, 3e-5, 5e-4])
    return np.array(errors), 4 * variance * covariance + np.diag(floor**2)


def _is_one_to_one(lens: Lens) -> bool:
    """Whether the radial model grows out to the corner of the picture; else it is nonsense."""
    corners = np.array(
        [[x, y] for x in (0, lens.width_px) for y in (0, lens.height_px)], dtype=np.float64
    )
    out = (corners - (lens.cx, lens.cy)) / (lens.fx, lens.fy)
    radius = float(np.linalg.norm(out, axis=1).max())
    r = np.linspace(0, 1.2 * radius, 60)
    bent = r * (1 + lens.k1 * r**2 + lens.k2 * r**4 + lens.k3 * r**6)
    # The distorted radius has to reach the corner before the model turns back.
    turning = np.flatnonzero(np.diff(bent) <= 0)
    return not len(turning) or float(bent[turning[0]]) > radius


def _refuse(fit: _Fit, size_px: tuple[int, int]) -> None:
    lens, width = fit.lens, size_px[0]
    scaled = fit.error_px * 1280 / width
    if scaled > _REFUSED_PX or not _is_one_to_one(lens):
        raise CalibrationError(
            f"this lens bends more than the model can follow (error {fit.error_px:.1f} px): a "
            "fisheye or wide-angle setting cannot be calibrated with a board; choose the narrower "
            "one, or leave the lens out, for the markers tell a fisheye too"
        )
    if not 0.3 * width < lens.fx < 6 * width or abs(lens.fx / lens.fy - 1) > 0.1:
        raise CalibrationError(
            f"the pictures do not tell the lens (focal length {lens.fx:.0f} x {lens.fy:.0f} px): "
            "tilt the board differently in each, and fill the picture with it"
        )
    if fit.covariance[0, 0] ** 0.5 > 0.05 * lens.fx:
        raise CalibrationError(
            f"the pictures do not tell the focal length, though their corners fit to "
            f"{fit.error_px:.2f} px: the board was always held the same way, tilt it by 20 to 40 "
            "degrees to every side"
        )


def _tilts(fit: _Fit) -> Array:
    """(n, 3) normals of the board as the camera sees it."""
    return np.array([cv2.Rodrigues(rvec)[0][:, 2] for rvec, _ in fit.poses])


def _spread_deg(normals: Array) -> float:
    """Largest angle between two ways the board was held, degrees."""
    cosine = np.clip(normals @ normals.T, -1, 1)
    return float(np.degrees(np.arccos(cosine)).max())


def _rows(
    names: Sequence[str],
    seen: Sequence[BoardSeen | None],
    places: dict[int, int],
    reasons: dict[int, str],
    fit: _Fit,
    tilts: Array,
) -> tuple[PictureReport, ...]:
    rows = []
    for k, (name, each) in enumerate(zip(names, seen, strict=True)):
        corners = 0 if each is None else len(each.pixels)
        at = places.get(k)
        if at is None:
            rows.append(PictureReport(name, False, reasons[k], 0.0, corners, 0.0))
            continue
        tilt = float(np.degrees(np.arccos(np.clip(abs(tilts[at, 2]), 0, 1))))
        rows.append(PictureReport(name, True, "", float(fit.errors_px[at]), corners, tilt))
    return tuple(rows)


def coverage(seen: Sequence[BoardSeen], size_px: tuple[int, int]) -> tuple[tuple[bool, ...], ...]:
    """Which cells of an 8 x 6 grid over the picture hold a corner, rows from the top."""
    columns, rows = _CELLS
    hit = np.zeros((rows, columns), dtype=bool)
    for each in seen:
        across = np.clip(each.pixels[:, 0] / size_px[0] * columns, 0, columns - 1).astype(int)
        down = np.clip(each.pixels[:, 1] / size_px[1] * rows, 0, rows - 1).astype(int)
        hit[down, across] = True
    return tuple(tuple(bool(cell) for cell in row) for row in hit)


def _report(
    board: BoardKind,
    rows: tuple[PictureReport, ...],
    seen: Sequence[BoardSeen],
    fit: _Fit,
    tilts: Array,
) -> LensReport:
    cells = coverage(seen, (fit.lens.width_px, fit.lens.height_px))
    covered = float(np.mean(cells))
    spread = _spread_deg(tilts)
    grade, advice = _grade(len(seen), covered, spread, fit)
    return LensReport(board, rows, fit.error_px, covered, cells, spread, grade, advice)


def _grade(count: int, covered: float, spread: float, fit: _Fit) -> tuple[Grade, str]:
    scaled = fit.error_px * 1280 / fit.lens.width_px
    sure = fit.covariance[0, 0] ** 0.5 / fit.lens.fx
    wants = [
        (scaled > _FAIR_PX, "redo", "the corners do not fit: use a flat board and a still camera"),
        (spread < _LEAST_SPREAD_DEG, "redo", "tilt the board to every side, not always the same"),
        (sure > 0.01, "redo", "take more pictures with the board tilted by 20 to 40 degrees"),
        (fit.halves.disagree, "fair", _HALVES),
        (covered < 0.4, "redo", "move the board into the corners of the picture as well"),
        (count < GOOD_PICTURES, "fair", f"take at least {GOOD_PICTURES} pictures for a good lens"),
        (scaled > _GOOD_PX, "fair", "a flatter board or more light would make it sharper"),
        (sure > 0.003, "fair", "a few more tilted pictures would make the heights surer"),
        (covered < 0.65, "fair", "some corners of the picture were never reached by the board"),
    ]
    for wanted, grade, advice in wants:
        if wanted:
            return ("redo" if grade == "redo" else "fair"), advice
    return "good", "nothing to improve"
