"""What may be wrong with a table's markers: some more unknowns and a sentence each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from calibration.camera import Array
from calibration.fit.problem import COMMON, LENS, Problem, lens_is_known
from calibration.fit.shared import PRINT, SCALE, SHEAR, STRETCH, WARP
from calibration.fit.solve import Solution

_SURELY = 10.0
"""What a suspicion has to earn of chi squared beyond the price of its unknowns: once in some ten
thousand good tables for each."""
# An edge slides more often than chance makes three markers seem to: one good table in a hundred
# is suspected of it.
_EDGE_SURELY = 3.0
_EDGE = 0.75
_SLID_TOGETHER = 2
_WAVES = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)
"""How often rows sway to and fro from the top to the bottom of the picture."""
_MM = 25.4
_WARPS = tuple((COMMON.start + k,) for k in range(WARP.start, WARP.stop))
_CROP = ((LENS.start, LENS.start + 1), (LENS.start + 2,), (LENS.start + 3,))
_BEND = ((LENS.start + 4,), (LENS.start + 5,))

Says = Callable[[Array], str]


@dataclass(frozen=True, eq=False)
class Suspicion:
    """``columns`` (8 n, k): how the markers' pixels move with each unknown; ``says``: the
    sentence, from the (k,) likeliest values of them. ``cause``: its word in a budget.
    ``surely``: what it has to earn beyond the price of its unknowns. ``marker``: the place in
    the list of the one marker that it blames. ``is_wave``: it is a shutter's.
    ``moves``: the unknowns of the solution that each of these is one with."""

    columns: Array
    says: Says
    cause: str = "markers"
    surely: float = _SURELY
    marker: int | None = None
    is_wave: bool = False
    moves: tuple[tuple[int, ...], ...] = ()


def suspicions(solution: Solution, ids: list[int]) -> Iterator[Suspicion]:
    """Everything that the markers *ids* of the solution may be suspected of."""
    rows = solution.problem.marker_rows(solution.unknowns)
    yield from _moved(rows.placing, ids, solution.problem)
    yield _turned(rows.placing)
    yield from _in_common(rows.slopes[:, COMMON], solution.problem)
    if lens_is_known(solution.problem.belief):
        yield from _of_lens(rows.slopes[:, LENS])
    yield from _wavering(solution.problem)


def _moved(placing: Array, ids: list[int], problem: Problem) -> Iterator[Suspicion]:
    """One marker, or the markers of one edge, lie elsewhere."""
    count = len(ids)
    for k in range(count):
        columns = np.zeros((count, 8, 2))
        columns[k] = placing[k, :, :2]
        says = partial(_marker_says, ids[k])
        yield Suspicion(columns.reshape(8 * count, 2), says, marker=k)
    outline = problem.common.outline
    half = np.array([outline.east - outline.west, outline.north - outline.south]) / 2
    flat = (problem.markers.xyz_in[:, :2] - outline.middle) / np.maximum(half, 1e-6)
    for name, axis, sign in (("east", 0, 1), ("west", 0, -1), ("north", 1, 1), ("south", 1, -1)):
        there = sign * flat[:, axis] > _EDGE
        if _SLID_TOGETHER <= there.sum() <= count - 2:
            columns = placing[:, :, :2] * there[:, None, None]
            says = partial(_edge_says, name)
            yield Suspicion(columns.reshape(8 * count, 2), says, surely=_EDGE_SURELY)


def _turned(placing: Array) -> Suspicion:
    count = len(placing)
    columns = np.zeros((count, 8, count))
    columns[np.arange(count), :, np.arange(count)] = placing[:, :, 2]
    return Suspicion(columns.reshape(8 * count, count), turned_says)


def _in_common(columns: Array, problem: Problem) -> Iterator[Suspicion]:
    outline = problem.common.outline
    wide_in, deep_in = outline.east - outline.west, outline.north - outline.south
    yield Suspicion(columns[:, [PRINT]], prints_say, "prints")
    if problem.common.tapes:
        says = partial(_scale_says, max(wide_in, deep_in))
        yield Suspicion(columns[:, [SCALE]], says, "scale")
    yield Suspicion(columns[:, [STRETCH]], partial(stretch_says, wide_in), "scale")
    yield Suspicion(columns[:, [SHEAR]], partial(shear_says, deep_in), "scale")
    yield Suspicion(columns[:, WARP], sag_says, "flatness", moves=_WARPS)


def _of_lens(columns: Array) -> Iterator[Suspicion]:
    focal = columns[:, [0]] + columns[:, [1]]
    yield Suspicion(np.hstack([focal, columns[:, 2:4]]), _crop_says, "lens", moves=_CROP)
    yield Suspicion(columns[:, 4:6], _bend_says, "lens", moves=_BEND)


def _wavering(problem: Problem) -> Iterator[Suspicion]:
    """Rows of the picture that sway to and fro, as a rolling shutter draws a swaying camera."""
    pixels = problem.markers.corners_px.reshape(-1, 2)
    down = pixels[:, 1] / problem.belief.lens.height_px
    surely = _SURELY + 2 * float(np.log(len(_WAVES)))
    for often in _WAVES:
        waves = np.stack([f(2 * np.pi * often * down) for f in (np.sin, np.cos)], axis=1)
        columns = np.zeros((len(pixels), 2, 4))
        columns[:, 0, :2] = columns[:, 1, 2:] = waves
        flat = columns.reshape(2 * len(pixels), 4)
        yield Suspicion(flat, _wavering_says, "shutter", surely, is_wave=True)


def _marker_says(name: int, off: Array) -> str:
    return (
        f"marker {name} lies about {_MM * np.hypot(*off):.0f} mm from where it is typed: it "
        "was left out; put it right, or type its place"
    )


_SIDE = {"east": "wide", "west": "wide", "north": "deep", "south": "deep"}


def _edge_says(name: str, off: Array) -> str:
    return (
        f"the {name} edge slid: its markers lie about {_MM * np.hypot(*off):.0f} mm from where "
        f"they are typed, or the table is not so {_SIDE[name]}; push it back, or measure the table "
        "and type their places"
    )


def turned_says(off: Array) -> str:
    most = np.degrees(np.abs(off).max())
    return (
        f"the markers lie turned by up to {most:.0f}° from what is typed: type turned_deg of each, "
        "or lay them straight"
    )


def prints_say(off: Array) -> str:
    return (
        f"the printed markers are {_percent(off[0])} than typed: measure their black side and "
        "type it as size_in, and check the size of the tags, which came from the same printer"
    )


def _scale_says(far_in: float, off: Array) -> str:
    apart = "apart" if off[0] > 0 else "together"
    return (
        f"by the tape the markers lie {_percent_of(off[0])} further {apart} than they are typed, "
        f"{_MM * abs(off[0]) * far_in:.0f} mm over the table: measure their places anew"
    )


def stretch_says(wide_in: float, off: Array) -> str:
    return (
        f"the typed places are stretched: about {_MM * 2 * abs(off[0]) * wide_in:.0f} mm from east "
        "to west against north to south; measure the markers' places anew"
    )


def shear_says(deep_in: float, off: Array) -> str:
    return (
        f"the typed places are a rectangle and the markers are not, by about "
        f"{_MM * 2 * abs(off[0]) * deep_in:.0f} mm: measure both diagonals"
    )


def sag_says(off: Array) -> str:
    return (
        f"the table top is not flat: it sags or steps by about {_MM * np.abs(off).max():.0f} mm; "
        "level its boards, or check it with a straight edge"
    )


def _crop_says(off: Array) -> str:
    return (
        "the picture is zoomed or cropped otherwise than when the lens was calibrated "
        f"({abs(off[0]):.0f} px in focal length, {np.hypot(*off[1:]):.0f} px in its centre): "
        "switch image stabilisation and digital zoom off, or calibrate the lens again"
    )


def _bend_says(off: Array) -> str:
    return (
        f"the lens bends otherwise than its file says (k1 by {off[0]:+.2f}): it is of another "
        "lens, focus or setting; calibrate it again, or leave it out"
    )


def _wavering_says(off: Array) -> str:
    most_px = np.hypot(*off.reshape(2, 2).T).max()
    return (
        f"the rows of the picture waver by about {most_px:.1f} px: the camera sways while its "
        "shutter rolls; let it come to rest"
    )


def _percent_of(share: float) -> str:
    return f"{100 * abs(share):.2f} %"


def _percent(share: float) -> str:
    return f"{100 * abs(share):.1f} % {'larger' if share > 0 else 'smaller'}"
