"""Table markers in one picture: found with ArUco, then fitted in linear light.

ArUco looks at a small picture first, which costs a hundredth of a second and finds nearly all;
its corners only tell where to begin the fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Array, CalibrationError
from calibration.fitting.marker import fit_marker

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

JIG_FAMILY = TRAY_FAMILY
JIG_IDS = (93, 94, 95)
"""Markers round the corner of a jig: beyond it, along its front rail, along its left rail."""

# Wider pictures are searched at half size before they are searched whole, for there ArUco's
# small windows see whole edges.
_WIDE_PX = 2600


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
    rough = _detect(picture, family, wanted)
    found = [
        refine_marker(picture, corners, family, marker_id)
        for marker_id, corners in sorted(rough.items())
        if wanted is None or marker_id in wanted
    ]
    return tuple(seen for seen in found if seen is not None)


def spot_markers(picture: Picture, family: str = "aruco_4x4_50") -> dict[int, Corner]:
    """By number, the middle of every marker that a glance at the picture shows, pixels.

    Good to a pixel or so, in a few hundredths of a second; ``find_markers`` measures.
    """
    return {i: (float(x), float(y)) for i, (x, y) in _middles(_detect(picture, family))}


def _middles(found: dict[int, Array]) -> list[tuple[int, Array]]:
    return [(number, corners.mean(axis=0)) for number, corners in sorted(found.items())]


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


def refine_marker(
    picture: Picture, corners_px: Array, family: str, marker_id: int
) -> MarkerSeen | None:
    """The marker's corners to about 0.1 px, from corners right to a cell; None if it is not there.

    *corners_px*: (4, 2) in printed order.
    """
    start = np.asarray(corners_px, dtype=np.float64).reshape(4, 2)
    fit = fit_marker(picture, start, marker_cells(family, marker_id))
    if fit is None:
        return None
    a, b, c, d = ((float(x), float(y)) for x, y in fit.corners)
    return MarkerSeen(marker_id, (a, b, c, d), fit.sigma_px, fit.explained)


@dataclass(frozen=True, slots=True)
class _Search:
    """One way to look all over a picture: at which size, and with which thresholds.

    ``width_px``: scaled to that width, ``scale``: or by that. ``windows``: ArUco's smallest and
    largest, and the step between them.
    """

    windows: tuple[int, int, int]
    width_px: int = 0
    scale: float = 1.0
    exact: bool = True

    def of(self, grey: Picture) -> float:
        """How many times larger than the picture it looks at it; 0 where others do as well."""
        if not self.width_px:
            return self.scale
        return self.width_px / grey.shape[1] if grey.shape[1] > 1.2 * self.width_px else 0.0


# Most markers are found by the first, which costs a hundredth of a second; where one that was
# asked for is missing, or nobody says which there are, the others look harder.
_CHEAP = _Search((9, 21, 12), width_px=1280, exact=False)
_THOROUGH = (5, 35, 10)
_SEARCHES = (
    _CHEAP,
    _Search(_THOROUGH),
    _Search(_THOROUGH, scale=2.0),
    _Search(_THOROUGH, scale=0.5),
)
_WIDE_SEARCHES = (_CHEAP, _Search(_THOROUGH, scale=0.5), _Search(_THOROUGH))


def _detect(picture: Picture, family: str, wanted: set[int] | None = None) -> dict[int, Array]:
    """Rough corners of each id that is seen exactly once, at whichever size shows it."""
    dictionary = cv2.aruco.getPredefinedDictionary(FAMILIES[family])
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    grey = np.asarray(grey, dtype=np.uint8)
    found: dict[int, Array] = {}
    twice: set[int] = set()
    for search in _WIDE_SEARCHES if grey.shape[1] > _WIDE_PX else _SEARCHES:
        known = found.keys() | twice
        _look(search, grey, dictionary, found, twice)
        enough = known == found.keys() | twice if wanted is None else wanted <= found.keys()
        if enough and found:
            break
    return {i: rough for i, rough in found.items() if i not in twice}


def _look(
    search: _Search,
    grey: Picture,
    dictionary: cv2.aruco.Dictionary,
    found: dict[int, Array],
    twice: set[int],
) -> None:
    """Add what one search finds to *found*, and to *twice* what it finds in two places."""
    scale = search.of(grey)
    if not scale:
        return
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 0.008 if search.exact else 0.02
    smallest, largest, step = search.windows
    settings.adaptiveThreshWinSizeMin = smallest
    settings.adaptiveThreshWinSizeMax = largest
    settings.adaptiveThreshWinSizeStep = step
    settings.cornerRefinementMethod = (
        cv2.aruco.CORNER_REFINE_SUBPIX if search.exact else cv2.aruco.CORNER_REFINE_NONE
    )
    finder = cv2.aruco.ArucoDetector(dictionary, settings)
    corners, ids, _ = finder.detectMarkers(_resized(grey, scale))
    here: dict[int, Array] = {}
    for k, quad in enumerate(corners):
        marker_id, rough = int(ids.ravel()[k]), np.float64(quad).reshape(4, 2)
        if marker_id in here and not _same(here[marker_id], rough):
            twice.add(marker_id)
        here[marker_id] = rough
    for marker_id, rough in here.items():
        corners_px = (rough + 0.5) / scale - 0.5
        found.setdefault(marker_id, corners_px if search.exact else _sharpened(grey, corners_px))


def _sharpened(grey: Picture, corners_px: Array) -> Array:
    """Corners to about a pixel from corners good to a tenth of the marker's side."""
    side = float(np.linalg.norm(np.roll(corners_px, -1, axis=0) - corners_px, axis=1).mean())
    half = max(2, int(side / 14))
    start = np.ascontiguousarray(corners_px, dtype=np.float32).reshape(-1, 1, 2)
    found = cv2.cornerSubPix(grey, start, (half, half), (-1, -1), (3, 12, 0.05))
    return np.asarray(found, dtype=np.float64).reshape(4, 2)


def _resized(grey: Picture, scale: float) -> Picture:
    if scale == 1:
        return grey
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how), np.uint8)


def _same(one: Array, other: Array) -> bool:
    return bool(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)) < 5)


class Printed(Protocol):
    """What is looked for of a marker, wherever it lies."""

    @property
    def id(self) -> int: ...
    @property
    def family(self) -> str: ...


def see_markers(picture: Picture, markers: Sequence[Printed], enough: int = 0) -> list[MarkerSeen]:
    """All of them that the picture shows, family by family.

    *enough*: where fewer of a family are seen the picture may be mirrored.

    Raises:
        CalibrationError: it is.
    """
    seen: list[MarkerSeen] = []
    for family in sorted({marker.family for marker in markers}):
        ids = [marker.id for marker in markers if marker.family == family]
        some = find_markers(picture, family, ids)
        if len(some) < enough <= len(ids):
            refuse_mirrored(picture, family, ids, enough)
        seen += some
    return seen
