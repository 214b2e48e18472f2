"""Two cameras over a 12 x 6 ft table of a less perfect world, drawn corner by corner.

No pixels are painted. One true world (glue, lean, thickness, sag, markers laid by hand …) is seen
by two independent pinholes; ``python -m tests.views.world_draws 20`` prints how many of the
places and gaps lie within their ±, and what was said though nothing was wrong.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from calibration.camera import Lens
from calibration.markers import MarkerSeen
from calibration.register import KnownTag, Registration, register_seen
from calibration.table_file import BaseInPlay, Marker, TableFile
from tests.calibration.pinhole import Pinhole, square
from tests.calibration.world_draws import (
    MIX,
    MM,
    Faults,
    as_read,
    bases_in_play,
    lens_file,
    seen_px,
    tag_corners,
)
from vision.measure.range import base_gap
from vision.measure.shapes.footprint import closest_pair, outline
from vision.table.snapshot import Base
from vision.tags.found import Found
from vision.tags.tag import Tag
from vision.views.join import ViewRead, join_views
from vision.views.moved_marker import without_moved_markers
from vision.watch.still_scene import place_bases, snapshot_of

SIZE_IN = (144.0, 72.0)
HONEST_MIX = replace(MIX, sag_mm=0.0)
"""The sag of ``world_draws`` is that of another table."""
MARKERS = tuple(
    Marker(k, x, y, 2.3622)
    for k, (x, y) in enumerate(
        [(x, y) for y in (70.25, 1.75) for x in (1.75, 50.0, 72.0, 94.0, 142.25)]
        + [(1.75, 36.0), (142.25, 36.0)]
    )
)


@dataclass(frozen=True)
class Pair:
    """One draw: (n,) errors over ± of places and of gaps, of gaps across the seam apart."""

    places: np.ndarray
    gaps: np.ndarray
    seam: np.ndarray
    median_in: float
    flags: tuple[str, ...]
    moved: tuple[int, ...]


def cameras(rng: np.random.Generator) -> tuple[Pinhole, Pinhole]:
    """Two 4K webcams, each over its half, not quite level."""
    found = []
    for x in (40.0, 104.0):
        at = (x + rng.normal(0, 2), 36 + rng.normal(0, 2))
        found.append(
            Pinhole(
                3840,
                2160,
                2371.0 + rng.normal(0, 40),
                1920 + rng.normal(0, 8),
                1080 + rng.normal(0, 8),
                rng.uniform(-0.12, 0.0),
                0.02,
                rng.normal(0, 3e-4),
                rng.normal(0, 3e-4),
                (*at, rng.uniform(82, 88)),
                (at[0] + rng.normal(0, 2), at[1] + rng.normal(0, 2), 0.0),
                rng.normal(0, 1),
            )  # fmt: skip
        )
    return found[0], found[1]


def draw(faults: Faults, seed: int, *, lens_known: bool, moved_mm: float = 0.0) -> Pair:
    """One table, two cameras; *moved_mm*: how far marker 2, in the overlap, was pushed."""
    rng = np.random.default_rng(seed)
    truly = []
    for marker in MARKERS:
        even = 1 + faults.stretch_pct / 100
        x, y = 72 + (marker.x_in - 72) * even, 36 + (marker.y_in - 36) * even
        push = moved_mm * MM if marker.id == 2 else 0.0
        laid = rng.normal(0, faults.markers_mm * MM, 2)
        truly.append(
            replace(
                marker,
                x_in=x + laid[0] + 0.8 * push,
                y_in=y + laid[1] - 0.6 * push,
                turned_deg=rng.normal(0, 1) * faults.turned_deg,
                size_in=marker.size_in * (1 + faults.prints_pct / 100),
            )  # fmt: skip
        )
    bases = bases_in_play(24, after_jig=False)
    poses = [(rng.uniform(6, 138), rng.uniform(6, 66), rng.uniform(0, 360)) for _ in bases]
    corners = [tag_corners(b, p, faults, rng) for b, p in zip(bases, poses, strict=True)]
    table = TableFile(SIZE_IN, MARKERS, (), tuple(bases))
    eyes = cameras(rng)
    first = [_registered(eye, truly, faults, rng, lens_known=lens_known) for eye in eyes]
    placed, moved = without_moved_markers(first)
    reads = [
        _read(eye, camera, table, corners, faults, rng, lens_known=lens_known)
        for eye, camera in zip(eyes, placed, strict=True)
    ]
    seen, flags = join_views(["A", "B"], reads, table)
    true = {base.payload: pose for base, pose in zip(bases, poses, strict=True)}
    found = [each.placed for each in seen]
    by = {each.placed.base.payload: each.seen_by for each in seen}
    off = [
        math.dist((p.pose.x_in, p.pose.y_in), true[p.base.payload][:2]) / p.plus_minus_in
        for p in found
    ]
    snapshot = snapshot_of(table, found, flags, "A + B")
    feet = {
        b.payload: outline(Base(b.payload, b.frontage_in, b.depth_in), *true[b.payload])
        for b in bases
    }
    ratios, across, spreads = [], [], []
    for a, b in combinations(sorted(by), 2):
        reading = base_gap(snapshot, a, b)
        right = closest_pair([feet[a]], [feet[b]])[0]
        if right < 0.2:
            continue
        ratios.append(abs(reading.value - right) / reading.plus_minus)
        spreads.append(reading.plus_minus)
        if {by[a], by[b]} == {("A",), ("B",)}:
            across.append(ratios[-1])
    return Pair(
        np.array(off), np.array(ratios), np.array(across), float(np.median(spreads)),
        tuple(flag.kind for flag in flags), tuple(each.id for each in moved),
    )  # fmt: skip


def _inside(eye: Pinhole, corners: np.ndarray) -> bool:
    pixels = eye.see(corners)
    return bool((pixels > 8).all() and (pixels < (eye.width - 8, eye.height - 8)).all())


def _registered(
    eye: Pinhole, truly: list[Marker], faults: Faults, rng: np.random.Generator, *, lens_known: bool
) -> Registration:
    seen = []
    for marker in truly:
        corners = square(marker.x_in, marker.y_in, 0.0, marker.size_in, marker.turned_deg)
        if _inside(eye, corners):
            pixels = seen_px(eye, corners, faults, 0.1, rng)
            seen.append(MarkerSeen(marker.id, tuple(map(tuple, pixels.tolist())), 0.1, 1.0))
    lens: Lens | None = lens_file(eye, faults) if lens_known else None
    return register_seen(seen, MARKERS, (eye.width, eye.height), lens)


def _read(
    eye: Pinhole,
    camera: Registration,
    table: TableFile,
    corners: list[np.ndarray],
    faults: Faults,
    rng: np.random.Generator,
    *,
    lens_known: bool,
) -> ViewRead:
    tags: list[tuple[Tag, BaseInPlay]] = []
    for base, each in zip(table.bases, corners, strict=True):
        if _inside(eye, each):
            read = as_read(camera.calibration, seen_px(eye, each, faults, 0.06, rng), base)
            tags.append((Tag(base.payload, tuple(map(tuple, read.tolist())), 0.06, "none"), base))
    if not lens_known:
        camera = camera.with_tags(
            [
                KnownTag(base.tag_size_in, base.tag_height_in, tag.corners_px, tag.sigma_px)
                for tag, base in tags
            ]
        )
    found = Found(tuple(tag for tag, _ in tags), (), ())
    placed = place_bases(found.tags, table, camera.calibration, [])
    return ViewRead(camera, found, tuple(placed), ())


def main() -> None:
    """Print shares within the ±, the median ± of a gap, false flags and moved markers."""
    draws = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    for name, faults, moved_mm in (
        ("the mix", HONEST_MIX, 0.0),
        ("the mix and a marker moved 6 mm", HONEST_MIX, 6.0),
        ("nothing", Faults(), 0.0),
    ):
        for known in (True, False):
            pairs = [
                draw(faults, 500 + k, lens_known=known, moved_mm=moved_mm) for k in range(draws)
            ]
            places, gaps, seam = (
                np.concatenate([getattr(pair, part) for pair in pairs])
                for part in ("places", "gaps", "seam")
            )
            flags = sum(len(pair.flags) for pair in pairs)
            moved = [pair.moved for pair in pairs]
            print(
                f"{name}, lens {'known' if known else 'unknown'}: places {np.mean(places < 1):.1%} "
                f"of {len(places)}, gaps {np.mean(gaps < 1):.1%} of {len(gaps)}, seam "
                f"{np.mean(seam < 1):.1%} of {len(seam)}, median ± "
                f"{np.median([p.median_in for p in pairs]):.3f} in, flags {flags}, moved {moved}",
                flush=True,
            )


if __name__ == "__main__":
    main()
