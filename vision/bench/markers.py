"""Table markers: how exactly and how cheaply we find their corners, beside OpenCV and locus-tag.

The pictures are the simulated camera's, in even light and with the paper burnt out. locus-tag
takes part where it is installed; the program itself does not need it.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from calibration.camera import Array
from calibration.markers import FAMILIES, find_markers
from vision.cameras.camera import Picture
from vision.simulator.demo import demo_table
from vision.simulator.draws import Drawn, draw
from vision.simulator.world import PERFECT, World

FAMILY = "aruco_4x4_50"
_LOCUS_PROFILE = "standard"

Finder = Callable[[Picture], Mapping[int, Array]]


@dataclass(frozen=True, slots=True)
class MarkerRow:
    """One finder on some pictures.

    ``laid``, ``found``: markers on the tables, and found. ``median_px``, ``most_px``,
    ``worst_px``: distance of a corner from its true place: half, 95 % and all of them are no
    further. ``cpu_ms``: a picture.
    """

    finder: str
    laid: int
    found: int
    median_px: float | None
    most_px: float | None
    worst_px: float | None
    cpu_ms: float


def compare_markers(*, quick: bool, seed: int, say: Callable[[str], None]) -> list[MarkerRow]:
    """A row for each finder over the same pictures."""
    say(f"\n{'markers':<24}{'found':>9}{'corner px: half, 95 %, all':>30}{'cpu ms':>9}")
    tables = tuple(_tables(quick, seed))
    rows = [_row(name, finder, tables) for name, finder in finders()]
    for row in rows:
        say(_line(row))
    return rows


def finders() -> Iterator[tuple[str, Finder]]:
    """Ours, OpenCV's with its own refinement, and locus-tag where it is installed."""
    yield "drumhead", _ours
    yield "cv2.aruco subpix", _opencv()
    try:
        locus = importlib.import_module("locus")
    except ImportError:
        return
    yield "locus-tag", _locus(locus)


def _ours(picture: Picture) -> Mapping[int, Array]:
    return {seen.id: np.array(seen.corners_px) for seen in find_markers(picture, FAMILY, range(8))}


def _opencv() -> Finder:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(FAMILIES[FAMILY])
    detector = cv2.aruco.ArucoDetector(dictionary, settings)

    def find(picture: Picture) -> Mapping[int, Array]:
        quads, ids, _ = detector.detectMarkers(picture)
        names = [] if ids is None else ids.ravel().tolist()
        return {
            int(name): np.asarray(quad, dtype=np.float64).reshape(4, 2)
            for name, quad in zip(names, quads, strict=True)
        }

    return find


def _locus(locus: Any) -> Finder:
    # One thread, so that what it costs can be compared.
    detector = locus.Detector(
        profile=_LOCUS_PROFILE, threads=1, families=[locus.TagFamily.ArUco4x4_50]
    )

    def find(picture: Picture) -> Mapping[int, Array]:
        batch = detector.detect(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        # It counts from the corner of the first pixel; here (0, 0) is that pixel's middle.
        return {
            int(name): np.asarray(quad, dtype=np.float64).reshape(4, 2) - 0.5
            for name, quad in zip(batch.ids, batch.corners, strict=True)
        }

    return find


def _tables(quick: bool, seed: int) -> Iterator[Drawn]:
    table, _ = demo_table()
    sizes = ((1920, 1080),) if quick else ((1920, 1080), (3840, 2160))
    for size_px in sizes:
        for world in (PERFECT, World(overexposed=0.6)):
            yield draw(table, {}, world, size_px=size_px, seed=seed)


def _row(name: str, finder: Finder, tables: Sequence[Drawn]) -> MarkerRow:
    errors, laid, found, cpu_s = [], 0, 0, 0.0
    for drawn in tables:
        finder(drawn.picture)  # what is made once is not counted
        began_s = time.process_time()
        seen = finder(drawn.picture)
        cpu_s += time.process_time() - began_s
        laid += len(drawn.markers_px)
        for marker_id in seen.keys() & drawn.markers_px.keys():
            found += 1
            errors.append(_off_px(seen[marker_id], drawn.markers_px[marker_id]))
    off = np.concatenate(errors) if errors else np.empty(0)
    half, most, worst = (float(np.quantile(off, q)) if len(off) else None for q in (0.5, 0.95, 1))
    return MarkerRow(name, laid, found, half, most, worst, 1000 * cpu_s / len(tables))


def _off_px(seen: Array, true: Array) -> Array:
    """Of each corner; whichever corner a finder begins with."""
    turns = [np.linalg.norm(np.roll(seen, k, axis=0) - true, axis=1) for k in range(4)]
    return np.asarray(min(turns, key=lambda off: float(off.max())))


def _line(row: MarkerRow) -> str:
    shown = ["-" if v is None else f"{v:.3f}" for v in (row.median_px, row.most_px, row.worst_px)]
    corners = "".join(f"{text:>10}" for text in shown)
    return f"{row.finder:<24}{row.found:>5}/{row.laid:<3}{corners}{row.cpu_ms:>9.0f}"
