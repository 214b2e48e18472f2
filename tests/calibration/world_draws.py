"""Tables of a less perfect world, drawn corner by corner: is each gap within its ±?

No pixels are painted: a true world (glue, tilt, thickness, sag, slid markers …) is seen by an
independent pinhole, its corners get a reader's noise, and the product places camera and bases
from them as it does from a picture. ``python -m tests.calibration.world_draws`` prints the
table of docs/accuracy.md.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, fields, replace
from itertools import combinations

import numpy as np

from calibration.camera import Calibration, CalibrationError, Lens
from calibration.markers import MarkerSeen
from calibration.register import KnownTag, Typed, register_seen
from calibration.table_file import BaseInPlay, Marker, Tape
from calibration.tolerances import HONEST, Tolerances
from tests.calibration.pinhole import Pinhole, edge_markers, square
from vision.evidence.clashes import judge_clashes
from vision.evidence.leaning import judge_leaning
from vision.measure.range import base_gap
from vision.measure.shapes.footprint import closest_pair, outline
from vision.table.reading import Reading
from vision.table.snapshot import Base, Snapshot
from vision.tags.tag import Tag
from vision.watch.locate import Task, locate_all

MM = 1 / 25.4
SIZE_IN = (72.0, 48.0)
SIZES_MM = ((60, 40, 25, -10.0), (40, 40, 25, 0.0), (80, 40, 32, -15.0), (46, 46, 32, 0.0))
"""Frontage, depth, symbol, and how far the label sits right of the middle."""


@dataclass(frozen=True)
class Faults:
    """One standard deviation where it is drawn for each (``glue_mm``, ``twist_deg``,
    ``lean_deg``, ``thick_mm``, ``markers_mm``, ``turned_deg``), else the same for all."""

    glue_mm: float = 0.0
    twist_deg: float = 0.0
    lean_deg: float = 0.0
    thick_mm: float = 0.0
    all_thick_mm: float = 0.0
    bow_mm: float = 0.0
    sag_mm: float = 0.0
    step_mm: float = 0.0
    markers_mm: float = 0.0
    turned_deg: float = 0.0
    stretch_pct: float = 0.0
    wide_pct: float = 0.0
    slid_mm: float = 0.0
    one_moved_mm: float = 0.0
    prints_pct: float = 0.0
    rolling_px: float = 0.0
    zoom_pct: float = 0.0
    k1: float = 0.0
    pixels: float = 1.0


@dataclass(frozen=True)
class Drawn:
    """What came of one draw: (n,) errors and ± of gaps, and what was said."""

    off_in: np.ndarray
    plus_minus_in: np.ndarray
    said: tuple[str, ...]


def camera_for(rng: np.random.Generator, *, fine: bool) -> Pinhole:
    """A webcam over the middle, not quite level; *fine*: 4K."""
    x, y = SIZE_IN[0] / 2 + rng.normal(0, 2), SIZE_IN[1] / 2 + rng.normal(0, 2)
    height = rng.uniform(68, 80)
    by = 2 if fine else 1
    focal = 20.5 * height * by
    return Pinhole(
        1920 * by, 1080 * by, focal, 960 * by + rng.normal(0, 6), 540 * by + rng.normal(0, 6),
        rng.uniform(-0.12, 0.02), rng.uniform(-0.02, 0.03), rng.normal(0, 3e-4),
        rng.normal(0, 3e-4), (x, y, height),
        (x + rng.normal(0, 2), y + rng.normal(0, 2), 0.0), rng.normal(0, 1),
    )  # fmt: skip


def ground_in(faults: Faults, x: float, y: float) -> float:
    """Height of the table top at a place."""
    u, v = 2 * x / SIZE_IN[0] - 1, 2 * y / SIZE_IN[1] - 1
    sag = -faults.sag_mm * MM * max(0.0, 1 - u * u) * max(0.0, 1 - v * v)
    return sag + (faults.step_mm * MM if u > 0 else 0.0)


def true_markers(faults: Faults, rng: np.random.Generator) -> tuple[Marker, ...]:
    """Where they really lie."""
    moved = int(rng.integers(8))
    found = []
    for marker in edge_markers(SIZE_IN):
        dx, dy = marker.x_in - SIZE_IN[0] / 2, marker.y_in - SIZE_IN[1] / 2
        even = 1 + faults.stretch_pct / 100
        laid_in = faults.markers_mm * MM
        x = SIZE_IN[0] / 2 + dx * (even + faults.wide_pct / 100) + rng.normal(0, 1) * laid_in
        y = SIZE_IN[1] / 2 + dy * even + rng.normal(0, 1) * laid_in
        x += faults.slid_mm * MM if dx > 0.8 * SIZE_IN[0] / 2 else 0.0
        y += faults.one_moved_mm * MM if marker.id == moved else 0.0
        found.append(
            replace(
                marker,
                x_in=x,
                y_in=y,
                z_in=ground_in(faults, marker.x_in, marker.y_in),
                size_in=marker.size_in * (1 + faults.prints_pct / 100),
                turned_deg=rng.normal(0, 1) * faults.turned_deg,
            )  # fmt: skip
        )
    return tuple(found)


def seen_px(
    camera: Pinhole, corners: np.ndarray, faults: Faults, noise_px: float, rng: np.random.Generator
) -> np.ndarray:
    """(4, 2) pixels as a reader finds them."""
    pixels = camera.see(corners) + rng.normal(0, noise_px * faults.pixels, (4, 2))
    wave = faults.rolling_px * np.sin(4 * np.pi * pixels[:, 1] / camera.height + 0.7)
    return np.asarray(pixels + np.column_stack([wave, 0.5 * wave]))


def tag_corners(
    base: BaseInPlay,
    pose: tuple[float, float, float],
    faults: Faults,
    rng: np.random.Generator,
    up_in: float = 0.0,
) -> np.ndarray:
    """(4, 3) of the label as it is really glued, on a base that really leans, *up_in* on a hill."""
    x, y, facing = pose
    right, forward = base.tag_offset_in
    right, forward = (o + rng.normal(0, 1) * faults.glue_mm * MM for o in (right, forward))
    turn = 90.0 + rng.normal(0, 1) * faults.twist_deg
    up = base.tag_height_in + (rng.normal(0, 1) * faults.thick_mm + faults.all_thick_mm) * MM
    size = base.tag_size_in * (1 + faults.prints_pct / 100)
    # On the base: right is +x, forward +y; then lean about its middle until it stands again.
    local = square(right, forward, up + faults.bow_mm * MM * 0.5, size, turn - 90.0)
    lean = np.radians(rng.normal(0, 1) * faults.lean_deg)
    about = rng.uniform(0, 2 * np.pi)
    axis = np.array([math.cos(about), math.sin(about), 0.0])
    half = np.array([base.frontage_in, base.depth_in]) / 2
    feet = np.array([(i * half[0], j * half[1], 0.0) for i in (-1, 1) for j in (-1, 1)])
    local, feet = _leaning(local, axis, lean), _leaning(feet, axis, lean)
    local = local - (0, 0, feet[:, 2].min())
    c, s = math.cos(math.radians(facing - 90)), math.sin(math.radians(facing - 90))
    flat = np.column_stack(
        [x + c * local[:, 0] - s * local[:, 1], y + s * local[:, 0] + c * local[:, 1]]
    )
    return np.column_stack([flat, local[:, 2] + ground_in(faults, x, y) + up_in])


def _leaning(points: np.ndarray, axis: np.ndarray, angle: float) -> np.ndarray:
    """Turned about an axis through the origin (Rodrigues)."""
    c, s = math.cos(angle), math.sin(angle)
    along = points @ axis
    return np.asarray(points * c + np.cross(axis, points) * s + np.outer(along, axis) * (1 - c))


def as_read(
    camera: Calibration, pixels: np.ndarray, base: BaseInPlay, up_in: float = 0.0
) -> np.ndarray:
    """(4, 2) as the closed-set reader has them: a square on the plane of the camera it knows."""
    height_in = base.tag_height_in + up_in
    seems = camera.to_table(pixels, height_in) @ np.array([1, 1j])
    local = base.tag_size_in / 2 * np.array([-1 + 1j, 1 + 1j, 1 - 1j, -1 - 1j])
    laid = seems.mean() + local * (np.conj(local) @ seems) / (abs(local) ** 2).sum()
    flat = np.column_stack([laid.real, laid.imag, np.full(4, height_in)])
    return camera.to_pixels(flat)


def bases_in_play(count: int, *, after_jig: bool) -> list[BaseInPlay]:
    """Of four kinds; *after_jig*: their labels and their thickness were measured."""
    found = []
    for k in range(count):
        front, deep, symbol, right = SIZES_MM[k % len(SIZES_MM)]
        base = BaseInPlay(
            f"B{k}", front * MM, deep * MM, symbol * MM, tag_offset_in=(right * MM, 0.0),
            tag_height_in=3.15 * MM,
        )  # fmt: skip
        if after_jig:
            base = replace(
                base, tolerance_in=0.1 * MM, tolerance_deg=0.2, tilt_deg=0.4,
                tag_height_tolerance_in=0.15 * MM,
            )  # fmt: skip
        found.append(base)
    return found


@dataclass(frozen=True)
class Setting:
    """How a cell is measured: lens file or none, 4K or not, jig and tape or nothing."""

    lens_known: bool = True
    fine: bool = False
    measured: bool = False
    bases: int = 14
    tolerances: Tolerances = HONEST
    in_line: int = 0
    """So many bases at a time stand side by side and touch; 0: none does."""
    hill_in: float = 0.0
    """A third of the bases stand so high, as typed."""
    rest: bool = False
    """Whatever is not spoken of is as bad as it is allowed to be (``over_defaults``)."""


def draw(faults: Faults, setting: Setting, seed: int) -> Drawn:
    """One table in a world with those faults."""
    rng = np.random.default_rng(seed)
    if setting.rest:
        faults = over_defaults(faults, np.random.default_rng(seed + 1_000_000))
    camera = camera_for(rng, fine=setting.fine)
    lens = lens_file(camera, faults) if setting.lens_known else None
    size_px = (camera.width, camera.height)
    markers = true_markers(faults, rng)
    zoomed = replace(camera, focal=camera.focal * (1 + faults.zoom_pct / 100))
    seen = []
    for marker in markers:
        corners = square(marker.x_in, marker.y_in, marker.z_in, marker.size_in, marker.turned_deg)
        pixels = seen_px(zoomed, corners, faults, 0.1, rng)
        seen.append(MarkerSeen(marker.id, tuple(map(tuple, pixels.tolist())), 0.1, 1.0))
    tapes = ()
    if setting.measured:
        west, east = markers[7], markers[5]
        tapes = (
            Tape(
                7,
                5,
                math.dist((west.x_in, west.y_in), (east.x_in, east.y_in)) + rng.normal(0, 0.5 * MM),
                0.5 * MM,
            ),
        )
    typed = Typed(setting.tolerances, tapes)
    first = register_seen(seen, edge_markers(SIZE_IN), size_px, lens, typed=typed)
    bases = bases_in_play(setting.bases, after_jig=setting.measured)
    poses = lines(bases, setting.in_line, rng) if setting.in_line else places(len(bases), rng)
    tags = []
    ups_in = [0.0 if k % 3 else setting.hill_in for k in range(len(bases))]
    for base, pose, up_in in zip(bases, poses, ups_in, strict=True):
        pixels = seen_px(zoomed, tag_corners(base, pose, faults, rng, up_in), faults, 0.06, rng)
        read = as_read(first.calibration, pixels, base, up_in)
        loose = tuple(map(tuple, pixels.tolist()))
        tags.append(
            Tag(
                base.payload,
                tuple(map(tuple, read.tolist())),
                0.06,
                "none",
                loose_px=loose,
                loose_sigma_px=0.06 * faults.pixels,
            )  # fmt: skip
        )
    known = [
        KnownTag(base.tag_size_in, base.tag_height_in + up_in, tag.corners_px, tag.sigma_px)
        for base, tag, up_in in zip(bases, tags, ups_in, strict=True)
    ]
    calibration = first.with_tags(known).calibration
    leaning = judge_leaning(list(zip(tags, bases, strict=True)), calibration, setting.tolerances)
    tasks = [
        Task(tag, leaning.of(base), up_in, tolerances=setting.tolerances)
        for tag, base, up_in in zip(tags, bases, ups_in, strict=True)
    ]
    found = locate_all(tasks, calibration)
    judged = judge_clashes(_there(bases, [each.pose for each in found]))
    readings = gaps(bases, [judged.pose(each.pose) for each in found])
    clashing = [flag.text for flag in judged.flags]
    feet = {
        base.payload: outline(Base(base.payload, base.frontage_in, base.depth_in), *pose)
        for base, pose in zip(bases, poses, strict=True)
    }
    true = [max(closest_pair([feet[r.frm]], [feet[r.to]])[0], 0.0) for r in readings]
    off = np.abs(np.array([reading.value for reading in readings]) - true)
    spread = np.array([reading.plus_minus for reading in readings])
    return Drawn(off, spread, (*calibration.warnings, *leaning.told, *clashing))


def over_defaults(faults: Faults, rng: np.random.Generator) -> Faults:
    """Those faults, and all that they do not speak of drawn from the budget's own defaults."""
    shared_mm = rng.normal(0, (0.8, 1.2))
    scale_pct, wide_pct, prints_pct, zoom_pct, k1 = rng.normal(0, (0.06, 0.045, 1.5, 3.5, 0.003))
    rest = Faults(
        glue_mm=0.35, twist_deg=0.8, lean_deg=1.3, thick_mm=0.6, all_thick_mm=shared_mm[0],
        sag_mm=shared_mm[1], markers_mm=1.0, turned_deg=1.0, stretch_pct=scale_pct,
        wide_pct=wide_pct, prints_pct=prints_pct, zoom_pct=zoom_pct, k1=k1,
    )  # fmt: skip
    spoken = {name: value for name, value in vars_of(faults).items() if value != 0.0}
    return replace(rest, **spoken)


def vars_of(faults: Faults) -> dict[str, float]:
    """Every fault by its name."""
    return {each.name: getattr(faults, each.name) for each in fields(faults)}


def lens_file(camera: Pinhole, faults: Faults) -> Lens:
    """What the lens file says: the truth, but for what is wrong with it."""
    return Lens(
        camera.width, camera.height, camera.focal, camera.focal, camera.cx, camera.cy,
        camera.k1 + faults.k1, camera.k2, camera.p1, camera.p2,
    )  # fmt: skip


def places(count: int, rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """Bases all over the table, none on another."""
    found: list[tuple[float, float, float]] = []
    while len(found) < count:
        x, y = rng.uniform(5, SIZE_IN[0] - 5), rng.uniform(5, SIZE_IN[1] - 5)
        if all(math.dist((x, y), each[:2]) > 4.0 for each in found):
            found.append((float(x), float(y), float(rng.uniform(0, 360))))
    return found


def lines(
    bases: list[BaseInPlay], long: int, rng: np.random.Generator
) -> list[tuple[float, float, float]]:
    """Bases in lines of *long*, front by front, each touching the next; no line on another."""
    found: list[tuple[float, float, float]] = []
    for k in range(0, len(bases), long):
        line = bases[k : k + long]
        x, y = rng.uniform(5, SIZE_IN[0] - 15), 6.0 + (SIZE_IN[1] - 12) * k / len(bases)
        facing = float(rng.uniform(80, 100))
        along = np.array([math.sin(math.radians(facing)), -math.cos(math.radians(facing))])
        right = 0.0
        for base in line:
            back = along[::-1] * (1, -1) * base.depth_in / 2
            x_in, y_in = (x, y) + along * (right + base.frontage_in / 2) + back
            found.append((float(x_in), float(y_in), facing))
            right += base.frontage_in
    return found


def _there(bases: list[BaseInPlay], poses: list) -> tuple[Base, ...]:
    return tuple(
        Base(base.payload, base.frontage_in, base.depth_in, pose)
        for base, pose in zip(bases, poses, strict=True)
    )


def gaps(bases: list[BaseInPlay], poses: list) -> list[Reading]:
    """Every pair of bases as play measures it."""
    snapshot = Snapshot(SIZE_IN, _there(bases, poses), calibration="drawn")
    names = [base.payload for base in bases]
    return [base_gap(snapshot, a, b) for a, b in combinations(names, 2)]


MIX = Faults(
    glue_mm=0.3, twist_deg=0.7, lean_deg=1.5, thick_mm=0.5, all_thick_mm=0.7, bow_mm=0.5,
    sag_mm=1.5, markers_mm=1.0, turned_deg=1.0, stretch_pct=0.08, prints_pct=1.0, pixels=1.5,
)  # fmt: skip
CELLS = {
    "nothing": Faults(),
    "labels 0.3 mm, 0.7°": Faults(glue_mm=0.3, twist_deg=0.7),
    "labels 0.35 mm, 0.8°": Faults(glue_mm=0.35, twist_deg=0.8),
    "labels 0.5 mm, 1°": Faults(glue_mm=0.5, twist_deg=1.0),
    "labels 0.7 mm, 1.6°": Faults(glue_mm=0.7, twist_deg=1.6),
    "labels 1 mm, 2°": Faults(glue_mm=1.0, twist_deg=2.0),
    "bases lean 1.5°": Faults(lean_deg=1.5),
    "bases lean 3°": Faults(lean_deg=3.0),
    "bases lean 5°": Faults(lean_deg=5.0),
    "each base 1 mm thicker or thinner": Faults(thick_mm=1.0),
    "all bases 1 mm thicker": Faults(all_thick_mm=1.0),
    "all bases 2 mm thicker": Faults(all_thick_mm=2.0),
    "all bases 5 mm thicker": Faults(all_thick_mm=5.0),
    "labels bowed 1 mm": Faults(bow_mm=1.0),
    "table sags 1.5 mm": Faults(sag_mm=1.5),
    "table sags 5 mm": Faults(sag_mm=5.0),
    "boards step 5 mm": Faults(step_mm=5.0),
    "markers 1 mm, 1°": Faults(markers_mm=1.0, turned_deg=1.0),
    "markers 2 mm, 4°": Faults(markers_mm=2.0, turned_deg=4.0),
    "places stretched 0.08 %": Faults(stretch_pct=0.08),
    "places stretched 0.15 %": Faults(stretch_pct=0.15),
    "places stretched 0.5 %": Faults(stretch_pct=0.5),
    "places wider by 0.5 %": Faults(wide_pct=0.5),
    "three markers slid 4 mm": Faults(slid_mm=4.0),
    "three markers slid 8 mm": Faults(slid_mm=8.0),
    "one marker moved 6 mm": Faults(one_moved_mm=6.0),
    "prints 1.5 % small": Faults(prints_pct=-1.5),
    "prints 5 % small": Faults(prints_pct=-5.0),
    "shutter 0.3 px": Faults(rolling_px=0.3),
    "shutter 1 px": Faults(rolling_px=1.0),
    "zoomed 6 %": Faults(zoom_pct=6.0),
    "k1 of the lens file off by .03": Faults(k1=0.03),
    "k1 off by -.03": Faults(k1=-0.03),
    "the mix": MIX,
    "the mix, twice": Faults(
        glue_mm=0.6, twist_deg=1.4, lean_deg=3.0, thick_mm=1.0, all_thick_mm=1.4, bow_mm=1.0,
        sag_mm=3.0, markers_mm=2.0, turned_deg=2.0, stretch_pct=0.16, prints_pct=2.0, pixels=3.0,
    ),
}  # fmt: skip

ON_HILLS = {
    "nothing": Faults(),
    "zoomed 3 %": Faults(zoom_pct=3.0),
    "zoomed 6 %": Faults(zoom_pct=6.0),
    "zoomed 6 % and labels 0.3 mm, 0.7°": Faults(zoom_pct=6.0, glue_mm=0.3, twist_deg=0.7),
    "zoomed -6 %": Faults(zoom_pct=-6.0),
    "zoomed 20 %": Faults(zoom_pct=20.0),
    "the mix": MIX,
    "the mix, zoomed 3 %": replace(MIX, zoom_pct=3.0),
}
"""With a third of the bases on a hill."""
IN_LINES = (
    "nothing", "labels 0.35 mm, 0.8°", "labels 0.5 mm, 1°", "labels 0.7 mm, 1.6°",
    "labels 1 mm, 2°", "the mix",
)  # fmt: skip


def cell(faults: Faults, setting: Setting, draws: int, first: int = 1000) -> str:
    """Share inside, 95 % error, median ±, worst error over its ±, and what was said; *first*:
    seed of the first draw."""
    found, refused = [], []
    for seed in range(draws):
        try:
            found.append(draw(faults, setting, first + seed))
        except CalibrationError as why:
            refused.append(str(why))
    said = sorted({text[:60] for each in found for text in each.said} | {w[:60] for w in refused})
    told = sum(bool(each.said) for each in found) + len(refused)
    if not found:
        return f"refused {told}/{draws}: {said[:1]}"
    off = np.concatenate([each.off_in for each in found])
    spread = np.concatenate([each.plus_minus_in for each in found])
    wild = sum(bool((e.off_in > 2 * e.plus_minus_in).any()) and not e.said for e in found)
    return (
        f"in {np.mean(off <= spread):6.1%}  p95 {np.quantile(off, 0.95):.3f}  ± "
        f"{np.median(spread):.3f}  worst {np.max(off / spread):.2f}  told {told}/{draws}"
        f"  wild {wild}  {said[:2]}"
    )


def main(draws: int, only: str = "", first: int = 1000) -> None:
    """Print the table: bases apart, alone and with the rest, on hills and in lines."""
    rows = [(name, CELLS[name], Setting(bases=10)) for name in CELLS]
    spoken = [name for name in CELLS if name not in ("the mix", "the mix, twice")]
    for name in spoken:
        rows.append((f"{name}, and the rest", CELLS[name], Setting(bases=10, rest=True)))
    for up_in in (2.0, 5.0):
        there = Setting(bases=10, hill_in=up_in)
        rows += [(f"{name}, {up_in:g} in hill", ON_HILLS[name], there) for name in ON_HILLS]
    rows += [(f"{name}, in lines", CELLS[name], Setting(bases=12, in_line=4)) for name in IN_LINES]
    for name, faults, setting in rows:
        if only not in name:
            continue
        for known in (True, False):
            said = cell(faults, replace(setting, lens_known=known), draws, first)
            print(f"{name:36s} {'lens' if known else 'none'}  {said}", flush=True)


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else 10, *given[1:2], *map(int, given[2:3]))
