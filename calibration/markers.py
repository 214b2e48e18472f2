"""Table markers in one picture: found with ArUco, then their edges fitted in linear light.

OpenCV's sub-pixel corners stand up to 0.85 px inside the true ones, because blur and the
camera's tone curve shrink black. Here the whole marker is drawn as it should look (its
cells, blurred by a Gaussian, lit by a sloping light) and moved until it agrees with the
picture's light, so no edge is favoured.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.special import erf

from calibration.camera import Array, CalibrationError

Picture = NDArray[np.uint8]
Corner = tuple[float, float]

FAMILIES = {
    "aruco_4x4_50": cv2.aruco.DICT_4X4_50,
    "aruco_4x4_100": cv2.aruco.DICT_4X4_100,
    "aruco_4x4_250": cv2.aruco.DICT_4X4_250,
    "aruco_4x4_1000": cv2.aruco.DICT_4X4_1000,
    "aruco_5x5_100": cv2.aruco.DICT_5X5_100,
    "aruco_5x5_1000": cv2.aruco.DICT_5X5_1000,
    "aruco_6x6_250": cv2.aruco.DICT_6X6_250,
    "aruco_6x6_1000": cv2.aruco.DICT_6X6_1000,
    "aruco_original": cv2.aruco.DICT_ARUCO_ORIGINAL,
    "apriltag_36h11": cv2.aruco.DICT_APRILTAG_36h11,
}

TRAY_FAMILY = "aruco_5x5_100"
TRAY_IDS = (96, 97, 98, 99)
"""Markers in the corners of a dice tray: top left, top right, bottom right, bottom left as it is
read. Of another family than the table's, and numbers that no lens board of ours reaches."""

# A quarter of a second of work at most: pictures up to this width are searched whole,
# wider ones first at half size, where ArUco's small windows see whole edges.
_WIDE_PX = 2600
_MAX_FIT_PIXELS = 3600
_MARGIN_CELLS = 0.8
_SATURATED = 250
_FOREIGN = 0.35

# Display value to linear light; cameras use this curve or one near it.
_LINEAR = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)
_GREY = np.array([0.114, 0.587, 0.299], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class MarkerSeen:
    """A marker as it lies in one picture.

    ``corners_px``: the marker's own top-left, top-right, bottom-right, bottom-left as
    printed, outer corners of the black square. ``sigma_px``: standard deviation of one corner
    coordinate as the fit believes it. ``fit``: share of the light's variance explained, 0–1.
    """

    id: int
    corners_px: tuple[Corner, Corner, Corner, Corner]
    sigma_px: float
    fit: float

    @property
    def centre_px(self) -> Corner:
        """Where the diagonals cross: the image of the marker's centre, tilt included."""
        a, b, c, d = (np.array([x, y, 1.0]) for x, y in self.corners_px)
        x, y, w = np.cross(np.cross(a, c), np.cross(b, d)).tolist()
        return x / w, y / w


def marker_cells(family: str, marker_id: int) -> Array:
    """The (n, n) cells of a marker with its border: 1.0 white, 0.0 black.

    Raises:
        CalibrationError: unknown family, or an id that the family does not have.
    """
    if family not in FAMILIES:
        raise CalibrationError(
            f"marker family {family} is not known: use one of {', '.join(FAMILIES)}"
        )
    dictionary = cv2.aruco.getPredefinedDictionary(FAMILIES[family])
    if not 0 <= marker_id < len(dictionary.bytesList):
        raise CalibrationError(
            f"{family} has ids 0 to {len(dictionary.bytesList) - 1}, not {marker_id}"
        )
    side = dictionary.markerSize + 2
    drawn = cv2.aruco.generateImageMarker(dictionary, marker_id, side)
    return np.asarray(drawn, dtype=np.float64) / 255.0


def find_markers(
    picture: Picture, family: str = "aruco_4x4_50", ids: Iterable[int] | None = None
) -> tuple[MarkerSeen, ...]:
    """Every marker of *family* in the picture, each id once, refined, in the order of ids.

    *ids* limits the search to those. A marker seen twice is left out: nobody can say which
    of the two is the table's.
    """
    wanted = None if ids is None else set(ids)
    rough = _detect(picture, family)
    found = [
        refine_marker(picture, corners, family, marker_id)
        for marker_id, corners in sorted(rough.items())
        if wanted is None or marker_id in wanted
    ]
    return tuple(seen for seen in found if seen is not None)


def refuse_mirrored(picture: Picture, family: str, ids: Iterable[int], least: int) -> None:
    """Say so when it is for a mirror that markers are missing. A mirrored marker is another.

    Raises:
        CalibrationError: *least* of the *ids* are there in the picture turned left for right.
    """
    turned_round = np.ascontiguousarray(picture[:, ::-1])
    if len(_detect(turned_round, family).keys() & set(ids)) >= least:
        raise CalibrationError(
            "the picture is mirrored: switch off the mirror or flip setting of the camera or of "
            "the program that took it"
        )


def linear_light(picture: Picture) -> NDArray[np.float32]:
    """The picture as linear grey light, 0 to 1, height x width."""
    light = _LINEAR[picture]
    return light if light.ndim == 2 else np.asarray(light @ _GREY, dtype=np.float32)


def refine_marker(
    picture: Picture, corners_px: Array, family: str, marker_id: int
) -> MarkerSeen | None:
    """The marker's corners to about 0.1 px, from corners right to a cell; None if it is not there.

    *corners_px*: (4, 2) in printed order.
    """
    start = np.asarray(corners_px, dtype=np.float64).reshape(4, 2)
    patch = _Patch.cut(picture, start, marker_cells(family, marker_id))
    if patch is None:
        return None
    corners, blur = start, 0.8
    weights = np.ones(len(patch.light))
    for turn in range(10):
        step, weights, sigma, fit = patch.step(corners, blur, weights)
        moved = np.clip(step[:8].reshape(4, 2), -2.0, 2.0)
        corners = corners + moved
        blur = float(np.clip(blur * np.exp(np.clip(step[8], -0.4, 0.4)), 0.3, 4.0))
        if turn > 1 and np.abs(moved).max() < 0.01:
            break
    side = np.linalg.norm(np.roll(start, -1, axis=0) - start, axis=1).mean()
    if fit < 0.8 or not np.abs(corners - start).max() < max(4.0, 0.35 * side):
        return None
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return MarkerSeen(marker_id, (a, b, c, d), sigma, fit)


@dataclass(frozen=True, slots=True, eq=False)
class _Patch:
    """The pixels of one marker: where they are, their light, what the marker's cells are."""

    pixels: Array  # (n, 2)
    light: Array  # (n,) linear, 0..1
    full: NDArray[np.bool_]  # (n,) the sensor was full there: the true light is more
    cells: Array

    @classmethod
    def cut(cls, picture: Picture, corners: Array, cells: Array) -> _Patch | None:
        """The pixels up to most of a cell outside the corners; None when off the picture."""
        height, width = picture.shape[:2]
        grow = 1 + 2 * (_MARGIN_CELLS + 0.6) / len(cells)
        outline = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * grow
        left, top = np.floor(outline.min(axis=0)).astype(int)
        right, bottom = np.ceil(outline.max(axis=0)).astype(int) + 1
        beyond = corners.max(axis=0) - (width - 1, height - 1)
        if corners.min() < 0 or beyond.max() > 0:
            return None
        left, top = max(left, 0), max(top, 0)
        crop = picture[top:bottom, left:right]
        block = max(1, round((crop.shape[0] * crop.shape[1] / _MAX_FIT_PIXELS) ** 0.5))
        rows, columns = crop.shape[0] // block, crop.shape[1] // block
        crop = crop[: rows * block, : columns * block]
        # Averaged in light, not thinned out: thinning would take one colour of the sensor.
        light = _mean_blocks(linear_light(crop).astype(np.float64), block)
        peak = crop if crop.ndim == 2 else crop.max(axis=2)
        full = _mean_blocks((peak >= _SATURATED).astype(np.float64), block) > 0
        ys, xs = np.mgrid[0:rows, 0:columns] * block + (block - 1) / 2
        pixels = np.column_stack([xs.ravel() + left, ys.ravel() + top])
        return cls(pixels, light.ravel(), full.ravel(), cells)

    def step(
        self, corners: Array, blur: float, weights: Array
    ) -> tuple[Array, Array, float, float]:
        """One Gauss-Newton step: (8 corner moves, log blur), new weights, corner sigma, fit.

        The light's slope and the contrast's slope across the marker are solved along with it.
        """
        side = len(self.cells)
        uv = _to_marker(self.pixels, corners, side)
        inside = (np.abs(uv - side / 2) < side / 2 + _MARGIN_CELLS).all(axis=1)
        look, by_u, by_v, by_blur = _blurred(self.cells, uv, _cells_per_px(corners, side) * blur)
        flat = uv / side - 0.5
        lit = np.column_stack([np.ones(len(uv)), flat, look, look[:, None] * flat])
        w = weights * inside
        amounts = _solve(lit * w[:, None], self.light * w)
        contrast = amounts[3] + flat @ amounts[4:6]
        moves = np.empty((len(uv), 9))
        moves[:, :8] = _corner_slopes(flat, by_u * contrast, by_v * contrast, corners, side)
        moves[:, 8] = contrast * by_blur
        left = self.light - lit @ amounts
        left[self.full & (left < 0)] = 0.0
        design = np.column_stack([moves, lit]) * w[:, None]
        answer = _solve(design, left * w)
        return self._judge(answer[:9], left, np.asarray(inside), design, float(abs(amounts[3])))

    def _judge(
        self, step: Array, left: Array, inside: NDArray[np.bool_], design: Array, contrast: float
    ) -> tuple[Array, Array, float, float]:
        seen = left[inside]
        noise = max(1.4826 * float(np.median(np.abs(seen))), 1e-4)
        # Edges are never modelled as well as flat cells and tell nearly everything: only what
        # is off by a good part of the contrast, a finger or a figure, loses weight.
        reach = max(5 * noise, _FOREIGN * contrast)
        weights = np.clip(1 - (left / reach) ** 2, 0, 1)
        covariance = np.linalg.pinv(design.T @ design) * float((seen**2).mean())
        sigma = float(np.sqrt(np.trace(covariance[:8, :8]) / 8))
        spread = float(np.var(self.light[inside]))
        kept = weights[inside] ** 2
        fit = 1 - float((kept * seen**2).sum() / max(kept.sum(), 1e-9)) / max(spread, 1e-12)
        # Light under fingers and figures is thrown away; when most of it is, it is no marker.
        fit = fit if kept.mean() > 0.5 else 0.0
        return step, weights, sigma, fit


def _mean_blocks(light: Array, block: int) -> Array:
    rows, columns = light.shape[0] // block, light.shape[1] // block
    return np.asarray(light.reshape(rows, block, columns, block).mean(axis=(1, 3)))


def _solve(design: Array, target: Array) -> Array:
    normal = design.T @ design
    normal[np.diag_indices_from(normal)] += 1e-9 * max(float(np.trace(normal)), 1e-12)
    return np.asarray(np.linalg.solve(normal, design.T @ target), dtype=np.float64)


def _corner_slopes(flat: Array, by_u: Array, by_v: Array, corners: Array, side: int) -> Array:
    """(n, 8): how the look at each pixel changes with the x and y of each corner.

    Between the corners a move is shared out bilinearly; under perspective that is an
    approximation, which only decides how fast the fit arrives.
    """
    right = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    cells_by_px = -side * np.linalg.inv(np.column_stack([right, down]))
    by_px = np.column_stack([by_u, by_v]) @ cells_by_px
    u, v = flat[:, 0] + 0.5, flat[:, 1] + 0.5
    shares = np.column_stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v])
    return np.asarray((shares[:, :, None] * by_px[:, None, :]).reshape(len(flat), 8))


def _to_marker(pixels: Array, corners: Array, side: int) -> Array:
    """(n, 2) pixels in cells of the marker, (0, 0) its top-left corner."""
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float64)
    inverse = np.linalg.inv(_homography(square, corners))
    mapped = pixels @ inverse[:, :2].T + inverse[:, 2]
    return np.asarray(mapped[:, :2] / mapped[:, 2:], dtype=np.float64)


def _homography(source: Array, target: Array) -> Array:
    rows = []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    solved = np.linalg.solve(np.array(rows), target.ravel())
    return np.append(solved, 1.0).reshape(3, 3)


def _cells_per_px(corners: Array, side: int) -> Array:
    """(2,) cells a pixel along the marker's own x and y: the blur is round in the picture."""
    top = np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])
    flank = np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])
    return np.array([2 * side / top, 2 * side / flank])


def _blurred(cells: Array, uv: Array, blur_cells: Array) -> tuple[Array, Array, Array, Array]:
    """The marker's look at (n, 2) places and its change with u, v and log blur; each (n,).

    Cells are boxes, so the blurred marker is a product of error functions in u and v.
    """
    side = len(cells)
    padded = np.pad(cells, 1, constant_values=1.0)
    u, du, su = _boxes(uv[:, 0], side, float(blur_cells[0]))
    v, dv, sv = _boxes(uv[:, 1], side, float(blur_cells[1]))
    across = u @ padded.T
    look = (v * across).sum(axis=1)
    by_u = (v * (du @ padded.T)).sum(axis=1)
    by_v = (dv * across).sum(axis=1)
    by_blur = (v * (su @ padded.T)).sum(axis=1) + (sv * across).sum(axis=1)
    return look, by_u, by_v, by_blur


def _boxes(at: Array, side: int, blur: float) -> tuple[Array, Array, Array]:
    """How much of each of side + 2 columns a blurred point sees, by place and by log blur."""
    away = (at[:, None] - np.arange(side + 1)[None, :]) / blur
    step = 0.5 * (1 + erf(away / np.sqrt(2)))
    bell = np.exp(-0.5 * away**2) / np.sqrt(2 * np.pi)
    ones, none = np.ones((len(at), 1)), np.zeros((len(at), 1))

    def between(edges: Array, first: Array) -> Array:
        return np.hstack([first, edges]) - np.hstack([edges, none])

    return between(step, ones), between(bell / blur, none), between(-bell * away, none)


def _detect(picture: Picture, family: str) -> dict[int, Array]:
    """Rough corners of each id that is seen exactly once, at whichever size shows it."""
    dictionary = cv2.aruco.getPredefinedDictionary(FAMILIES[family])
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 0.008
    settings.adaptiveThreshWinSizeMin = 5
    settings.adaptiveThreshWinSizeMax = 35
    settings.adaptiveThreshWinSizeStep = 10
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    finder = cv2.aruco.ArucoDetector(dictionary, settings)
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    found: dict[int, Array] = {}
    twice: set[int] = set()
    for scale in (0.5, 1.0) if grey.shape[1] > _WIDE_PX else (1.0, 2.0, 0.5):
        corners, ids, _ = finder.detectMarkers(_resized(np.asarray(grey, np.uint8), scale))
        here: dict[int, Array] = {}
        for k, quad in enumerate(corners):
            marker_id, rough = int(ids.ravel()[k]), np.float64(quad).reshape(4, 2)
            if marker_id in here and not _same(here[marker_id], rough):
                twice.add(marker_id)
            here[marker_id] = rough
        for marker_id, rough in here.items():
            found.setdefault(marker_id, (rough + 0.5) / scale - 0.5)
    return {i: rough for i, rough in found.items() if i not in twice}


def _resized(grey: Picture, scale: float) -> Picture:
    if scale == 1:
        return grey
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how), np.uint8)


def _same(one: Array, other: Array) -> bool:
    return bool(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)) < 5)
