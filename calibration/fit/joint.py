"""One least squares for all cameras over one table.

Each camera has its own pose, lens, shrinks and tags; what prints, typed places and table top have
wrong they have in common, and so has every marker: one that two cameras see lies at one place for
both. A marker whose place nobody typed has three unknowns of its own and ties the cameras that see
it. The answer's errors are split into what each independent source does to all cameras, so that
the k-th row of ``Calibration.errors`` is one and the same error for every one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Array, Calibration
from calibration.fit.problem import COMMON, MarkerRows, Noise, Problem, levenberg
from calibration.fit.shared import CAUSES, COUNT, WARP
from calibration.fit.squares import Squares
from calibration.flatness import SHAPES

_OWN = 17
"""Unknowns of one camera beside its tags: pose, lens, shrinks."""
_COLUMNS = 15 + SHAPES
_ANYWHERE_IN, _ANYHOW_RAD = 1000.0, 10.0
"""What is believed of a marker whose place nobody typed."""

Places = NDArray[np.int_]

Named = tuple[str, Array]
"""What a group of errors comes from, and its (k, m) rows over all unknowns."""


@dataclass(frozen=True, slots=True, eq=False)
class Seat:
    """One camera: its problem, the ids of its markers in the problem's order, and where its
    unknowns stood when it was solved alone."""

    problem: Problem
    ids: tuple[int, ...]
    start: Array
    name: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """All cameras. ``free``: ids of the markers whose places nobody typed, each seen by one of
    them at least."""

    seats: tuple[Seat, ...]
    free: tuple[int, ...] = ()

    @property
    def count(self) -> int:
        """How many unknowns there are."""
        return COUNT + sum(len(seat.start) - COUNT for seat in self.seats) + 3 * len(self.free)

    def places(self, number: int) -> Places:
        """Where the unknowns of one camera's problem stand among all, in its own order."""
        before = COUNT + sum(len(seat.start) - COUNT for seat in self.seats[:number])
        many = len(self.seats[number].start) - COUNT
        own = np.arange(before, before + many)
        return np.concatenate([own[:_OWN], np.arange(COUNT), own[_OWN:]])

    def free_places(self, marker: int) -> Places:
        """Where the place and turn of a free marker stand."""
        first = self.count - 3 * (len(self.free) - self.free.index(marker))
        return np.arange(first, first + 3)

    def start(self) -> Array:
        """The unknowns as the cameras have them alone; what is common is their mean."""
        at = np.zeros(self.count)
        commons = [seat.start[COMMON] for seat in self.seats]
        for k, seat in enumerate(self.seats):
            at[self.places(k)] = seat.start
        at[:COUNT] = np.mean(commons, axis=0)
        for marker in self.free:
            at[self.free_places(marker)] = np.mean(list(self._laid(marker)), axis=0)
        return at

    def _laid(self, marker: int) -> Iterator[Array]:
        for seat in self.seats:
            if marker in seat.ids:
                k, squares = seat.ids.index(marker), seat.problem.markers
                turn = np.radians(squares.turned_deg[k])
                yield np.array([*squares.xyz_in[k, :2], turn])

    def problem(self, number: int, at: Array) -> Problem:
        """One camera's problem with the free markers where *at* has them."""
        seat = self.seats[number]
        squares = seat.problem.markers
        xyz, turned = squares.xyz_in.copy(), squares.turned_deg.copy()
        for k, marker in enumerate(seat.ids):
            if marker in self.free:
                x, y, turn = at[self.free_places(marker)]
                xyz[k, :2], turned[k] = (x, y), np.degrees(turn)
        laid = Squares(xyz, turned, squares.size_in, squares.corners_px, squares.sigma_px)
        return replace(seat.problem, markers=laid)

    def blocks(self, at: Array) -> tuple[Block, ...]:
        """Every marker once, with all that all cameras see of it."""
        problems = [self.problem(k, at) for k in range(len(self.seats))]
        rows = [one.marker_rows(at[self.places(k)]) for k, one in enumerate(problems)]
        roots = [one.noise_roots(each) for one, each in zip(problems, rows, strict=True)]
        ids = sorted({marker for seat in self.seats for marker in seat.ids})
        return tuple(self._block(marker, rows, roots) for marker in ids)

    def _block(
        self, marker: int, rows: Sequence[MarkerRows], roots: Sequence[tuple[Array, Array]]
    ) -> Block:
        seen = [(k, s.ids.index(marker)) for k, s in enumerate(self.seats) if marker in s.ids]
        count = 8 * len(seen)
        left, slopes = np.empty(count), np.zeros((count, self.count))
        laid, fitted = np.zeros((count, 3)), np.zeros((count, count))
        is_free = marker in self.free
        for n, (k, index) in enumerate(seen):
            some, own = slice(8 * n, 8 * n + 8), slice(8 * index, 8 * index + 8)
            left[some] = rows[k].left[own]
            slopes[some, self.places(k)] = rows[k].slopes[own]
            placing, fit = roots[k]
            fitted[some, some] = fit[index]
            if is_free:
                slopes[some, self.free_places(marker)] = rows[k].placing[index]
            else:
                laid[some] = placing[index]
        return Block(marker, tuple(k for k, _ in seen), left, slopes, laid, fitted)

    def tried(self, at: Array) -> tuple[Array, Array, float]:
        """Residuals over their standard deviations, their slopes and the cost there."""
        if not all(self.problem(k, at).is_sane(at[self.places(k)]) for k in range(len(self.seats))):
            return np.empty(0), np.empty((0, len(at))), float("inf")
        try:
            white = [block.whitened() for block in self.blocks(at)]
        except np.linalg.LinAlgError:
            return np.empty(0), np.empty((0, len(at))), float("inf")
        parts = white + [(left, slopes) for _, _, left, slopes in self.rest(at)]
        left = np.concatenate([one for one, _ in parts])
        return left, np.vstack([one for _, one in parts]), float(left @ left)

    def rest(self, at: Array) -> list[tuple[str, int | None, Array, Array]]:
        """All but the markers: cause, camera (None: of all), residuals and slopes."""
        found: list[tuple[str, int | None, Array, Array]] = []
        for k in range(len(self.seats)):
            one, here = self.problem(k, at), at[self.places(k)]
            lens, shrinks, common = one.belief_parts(here)
            parts: list[tuple[str, int | None, tuple[Array, Array]]] = [
                ("lens", k, lens),
                ("markers", k, shrinks),
                ("measured", None, one.measured_part(here)),
                ("measured", k, one.tag_part(here)),
            ]
            if k == 0:
                left, slopes = common
                parts += [(cause, None, (left[[n]], slopes[[n]])) for n, cause in enumerate(CAUSES)]
            for cause, camera, (left, slopes) in parts:
                found.append((cause, camera, left, self._among_all(k, slopes)))
        anyhow = np.array([_ANYWHERE_IN, _ANYWHERE_IN, _ANYHOW_RAD])
        for marker in self.free:
            slopes = np.zeros((3, len(at)))
            slopes[:, self.free_places(marker)] = np.diag(1 / anyhow)
            found.append(("markers", None, at[self.free_places(marker)] / anyhow, slopes))
        return found

    def _among_all(self, number: int, slopes: Array) -> Array:
        wide = np.zeros((len(slopes), self.count))
        wide[:, self.places(number)] = slopes
        return wide

    def solved(self) -> Answer | None:
        """The likeliest cameras, None when the descent leads nowhere."""
        end = levenberg(self.tried, self.start())
        if end is None:
            return None
        at = end[0]
        slopes = self.tried(at)[1]
        scale = np.linalg.norm(slopes, axis=0)
        covariance = np.linalg.inv((slopes / scale).T @ (slopes / scale)) / np.outer(scale, scale)
        return Answer(self, at, covariance, tuple(self._sources(at, covariance)))

    def _sources(self, at: Array, spread: Array) -> Iterator[Named]:
        """Independent errors by cause, (k, m) rows of one standard deviation each."""
        corners: dict[int, list[Array]] = {}
        for block in self.blocks(at):
            noise = block.laid @ block.laid.T + block.fitted @ block.fitted.T
            reach = spread @ np.linalg.solve(noise, block.slopes).T
            yield "markers", (reach @ block.laid).T
            for n, camera in enumerate(block.cameras):
                some = slice(8 * n, 8 * n + 8)
                corners.setdefault(camera, []).append((reach @ block.fitted)[:, some].T)
        for camera, rows in corners.items():
            yield self._of("markers", camera), np.vstack(rows)
        for cause, number, _, slopes in self.rest(at):
            if len(slopes):
                yield self._of(cause, number), slopes @ spread

    def _of(self, cause: str, number: int | None) -> str:
        name = "" if number is None else self.seats[number].name
        return of_camera(cause, name)


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """One marker as all ``cameras`` see it that do: residuals (8 n,), slopes (8 n, m), and the
    roots of its noise by laying (8 n, 3) and by fit (8 n, 8 n)."""

    marker: int
    cameras: tuple[int, ...]
    left: Array
    slopes: Array
    laid: Array
    fitted: Array

    def whitened(self) -> tuple[Array, Array]:
        """Residuals over their standard deviations, and their slopes."""
        root = np.linalg.cholesky(self.laid @ self.laid.T + self.fitted @ self.fitted.T)
        white = np.linalg.solve(root, np.column_stack([self.left, self.slopes]))
        return white[:, 0], white[:, 1:]


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """``unknowns`` and their covariance; ``sources``: where the errors come from."""

    joint: Joint
    unknowns: Array
    covariance: Array
    sources: tuple[Named, ...]

    def camera(self, number: int) -> Array:
        """One camera's unknowns, as its problem has them."""
        return np.asarray(self.unknowns[self.joint.places(number)])

    def place(self, marker: int) -> tuple[Array, Array]:
        """(3,) x, y in inches and turn in radians of a free marker, and its (3, 3) covariance."""
        here = self.joint.free_places(marker)
        return self.unknowns[here], self.covariance[np.ix_(here, here)]

    def errors(self) -> tuple[tuple[Array, ...], tuple[str, ...]]:
        """Of each camera the rows of ``Calibration.errors`` in one order, and their causes."""
        rows, causes = [], []
        for cause, some in self._by_cause():
            # A root of the same covariance with no more rows than columns.
            few = np.linalg.qr(some).R if len(some) > some.shape[1] else some
            rows.append(few)
            causes += [cause] * len(few)
        whole, count = np.vstack(rows), len(self.joint.seats)
        warp = whole[:, 15 * count :]
        found = tuple(np.hstack([whole[:, 15 * k : 15 * k + 15], warp]) for k in range(count))
        return found, tuple(causes)

    def _by_cause(self) -> list[Named]:
        """Only what moves a pose, a lens or the table's shape; a row for each marker's axis."""
        columns = [self.joint.places(k)[:15] for k in range(len(self.joint.seats))]
        kept = np.concatenate([*columns, np.arange(COUNT)[WARP]])
        named: dict[str, list[Array]] = {}
        for cause, rows in self.sources:
            named.setdefault(cause, []).append(rows[:, kept])
        return [(cause, np.vstack(rows)) for cause, rows in named.items()]


def with_noise(problem: Problem, placement_in: float, turn_rad: float) -> Problem:
    """The problem with markers laid as well as all cameras together judge them to be."""
    return replace(problem, noise=Noise(placement_in, problem.noise.corner_px, turn_rad))


def side_by_side(
    tied: Sequence[Calibration], others: Sequence[Calibration], names: Sequence[str]
) -> tuple[Calibration, ...]:
    """All of them with their errors in one order: what the *others*, of those *names*, have
    wrong they have in common with no camera."""
    blocks = [*([np.zeros_like(tied[0].errors)] if tied else []), *(c.errors for c in others)]
    causes = [*(tied[0].causes if tied else ())]
    for camera, name in zip(others, names, strict=True):
        known = camera.causes or ("corners",) * len(camera.errors)
        causes += [of_camera(cause, name) for cause in known]
    first = 1 if tied else 0
    found = [_among(camera, blocks, 0, causes) for camera in tied]
    return (*found, *(_among(c, blocks, first + n, causes) for n, c in enumerate(others)))


def _among(
    camera: Calibration, blocks: Sequence[Array], own: int, causes: Sequence[str]
) -> Calibration:
    rows = [
        _wide(camera.errors if k == own else np.zeros_like(block)) for k, block in enumerate(blocks)
    ]
    return replace(camera, errors=np.vstack(rows), causes=tuple(causes))


def _wide(rows: Array) -> Array:
    """The rows with all columns; a camera whose table is flat has fewer."""
    return np.pad(rows, ((0, 0), (0, _COLUMNS - rows.shape[1])))


def of_camera(cause: str, name: str) -> str:
    """As ``lens of camera B``; the cause alone where the camera has no name."""
    return f"{cause} of {name}" if name else cause
