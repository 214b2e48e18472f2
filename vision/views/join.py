"""The bases that several views placed, joined to one place each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from calibration.camera import Array, Calibration
from calibration.register import Registration
from calibration.table_file import TableFile
from vision.table.snapshot import Flag, Pose
from vision.tags.found import Found
from vision.views.tie import tie
from vision.views.weigh import Agreed, agree, unpacked
from vision.watch.locate import Fitted, Task, locate_all, packed
from vision.watch.still_scene import PlacedBase, plus_minus_of

# What the shared errors left out may move a place, as a share of what all do.
_NOTHING = 0.01
# A degree of facing counts as much as this many inches: half an inch off the middle.
_DEGREE_IN = 0.01


@dataclass(frozen=True, slots=True)
class SeenBase:
    """A base. ``placed.tag`` is that of the camera that places it best, ``best``; ``seen_by``:
    all cameras that see it. ``apart_in``: the widest between two of them, None when one sees
    it; ``agrees``: whether they agree within their ±."""

    placed: PlacedBase
    best: str
    seen_by: tuple[str, ...]
    apart_in: float | None = None
    agrees: bool = True


@dataclass(frozen=True, eq=False)
class ViewRead:
    """One view read: its camera and the bases placed by it alone."""

    registration: Registration
    found: Found
    placed: tuple[PlacedBase, ...]
    flags: tuple[Flag, ...]
    told: tuple[str, ...] = ()
    """What this view says of all bases."""


def join_views(
    names: Sequence[str], reads: Sequence[ViewRead], table: TableFile
) -> tuple[tuple[SeenBase, ...], tuple[Flag, ...]]:
    """Every base that a view placed, once, and the flags of those on which views differ."""
    calibrations = tie([read.registration for read in reads]).calibrations
    doubled = {payload for read in reads for payload in read.found.duplicated}
    by_payload: dict[str, dict[int, PlacedBase]] = {}
    for k, read in enumerate(reads):
        for each in read.placed:
            if each.base.payload not in doubled:
                by_payload.setdefault(each.base.payload, {})[k] = each
    bases, flags = join_bases(Joiner(tuple(names), AsSeen(calibrations, table)), by_payload)
    return fewer_rows(bases, calibrations), flags


def join_bases(
    joiner: Joiner, by_payload: Mapping[str, dict[int, PlacedBase]]
) -> tuple[tuple[SeenBase, ...], tuple[Flag, ...]]:
    """Each of them once, in the order of their payloads, and what is told of them."""
    bases, flags = [], []
    for _, seen in sorted(by_payload.items()):
        base, flag = joiner.join(seen)
        bases += [base] if base else []
        flags += [flag] if flag else []
    return tuple(bases), tuple(flags)


class Fits(Protocol):
    """Places what one camera saw, with the errors of all cameras in one order."""

    def __call__(self, camera: int, seen: PlacedBase, ground_in: float) -> Fitted:
        """The base as that camera has it, standing on ground of that height."""
        ...


@dataclass(frozen=True, eq=False)
class AsSeen:
    """Places tags of still pictures."""

    calibrations: tuple[Calibration, ...]
    table: TableFile

    def __call__(self, camera: int, seen: PlacedBase, ground_in: float) -> Fitted:
        """Where the tag's corners lie."""
        base = next(each for each in self.table.bases if each.payload == seen.tag.payload)
        task = Task(seen.tag, base, ground_in, self.table.tolerances)
        return locate_all((task,), self.calibrations[camera])[0]


@dataclass(frozen=True, eq=False)
class Joiner:
    """Joins what cameras of those names saw of one base."""

    names: tuple[str, ...]
    fit: Fits

    def join(self, seen: dict[int, PlacedBase]) -> tuple[SeenBase | None, Flag | None]:
        """One base from the views that see it, by their numbers."""
        best = min(seen, key=lambda k: seen[k].plus_minus_in)
        # Another tag of the same base is glued otherwise: its errors are not those of this one.
        alike = {k: one for k, one in seen.items() if one.tag.payload == seen[best].tag.payload}
        payload = seen[best].base.payload
        if _two_bases(list(seen.values())):
            where = " and ".join(self.names[k] for k in seen)
            text = (
                f"{where} see {payload} at different places: the code is on two bases, take one "
                "of them away"
            )
            return None, Flag("duplicate", payload, text)
        agreed, numbers = self._agreed(alike), list(alike)
        used = [numbers[n] for n in agreed.used]
        top = min(used, key=lambda k: seen[k].plus_minus_in)
        placed = seen[top]
        pose = _with_doubt(
            agreed.pose, [(self._fits({k: seen[k]}, None)[0], seen[k]) for k in used]
        )
        placed = replace(placed, pose=pose)
        base = SeenBase(
            _sure(placed),
            self.names[top],
            tuple(self.names[k] for k in seen),
            agreed.apart_in,
            not agreed.odd,
        )
        odd = [numbers[n] for n in agreed.odd]
        return base, self._disagreement(base, seen, top, odd) if odd else None

    def _agreed(self, seen: dict[int, PlacedBase]) -> Agreed:
        """As each view has it; where they take the ground for different heights, at the height
        at which they agree."""
        tried = [agree(self._fits(seen, None))]
        grounds = sorted({each.pose.ground_in for each in seen.values()})
        if len(grounds) > 1:
            tried = [agree(self._fits(seen, ground)) for ground in grounds] + tried
        return min(tried, key=lambda one: len(one.odd))

    def _fits(self, seen: dict[int, PlacedBase], ground_in: float | None) -> list[Fitted]:
        return [
            self.fit(k, one, one.pose.ground_in if ground_in is None else ground_in)
            for k, one in seen.items()
        ]

    def _disagreement(
        self, base: SeenBase, seen: dict[int, PlacedBase], top: int, odd: list[int]
    ) -> Flag:
        payload = base.placed.base.payload
        named = " and ".join(self.names[k] for k in odd)
        apart = max(_apart_in(seen[top].pose, seen[k].pose) for k in odd)
        turned = max(
            abs((seen[top].pose.facing_deg - seen[k].pose.facing_deg + 180) % 360 - 180)
            for k in odd
        )
        text = (
            f"{named} puts {payload} {apart:.2f} in and {turned:.1f}° from where {base.best} does, "
            f"more than their ± explains: {base.best} is believed, and the ± reaches to the other; "
            f"look what {named} sees of its tag"
        )
        return Flag("disagree", payload, text)


def _two_bases(seen: Sequence[PlacedBase]) -> bool:
    """Whether two views put it farther apart than a base is large: there are two of them."""
    far = max(
        _apart_in(a.pose, b.pose) - a.plus_minus_in - b.plus_minus_in for a in seen for b in seen
    )
    base = seen[0].base
    return far > math.hypot(base.frontage_in, base.depth_in) / 2


def _apart_in(first: Pose, second: Pose) -> float:
    return math.dist((first.x_in, first.y_in), (second.x_in, second.y_in))


def _with_doubt(pose: Pose, used: Sequence[tuple[Fitted, PlacedBase]]) -> Pose:
    """The pose with the doubt about its ground, unless two cameras confirm the height."""
    if len(used) > 1:
        return pose
    fitted, placed = used[0]
    doubt = unpacked(placed.pose) - unpacked(fitted.pose)
    if float(np.trace(doubt[:2, :2])) < 1e-9:
        return pose
    own = packed(unpacked(pose) + doubt)
    return replace(pose, own=own, own_causes=placed.pose.own_causes)


def _sure(placed: PlacedBase) -> PlacedBase:
    radius_in, turn_deg = plus_minus_of(placed.pose)
    return replace(placed, plus_minus_in=radius_in, plus_minus_deg=turn_deg)


def fewer_rows(
    bases: Sequence[SeenBase], calibrations: Sequence[Calibration]
) -> tuple[SeenBase, ...]:
    """The bases with as few shared rows as say the same: turned among themselves cause by cause,
    those that move no base left out."""
    if not bases:
        return ()
    causes = np.array(calibrations[0].causes)
    moves = np.array([each.placed.pose.shared for each in bases]).transpose(1, 0, 2)
    weighed = (moves * np.array([1.0, 1.0, _DEGREE_IN])).reshape(len(moves), -1)
    least = _NOTHING * float(np.linalg.norm(weighed))
    kept: list[Array] = []
    named: list[str] = []
    for cause in dict.fromkeys(causes.tolist()):
        some = causes == cause
        turn, sizes, _ = np.linalg.svd(weighed[some], full_matrices=False)
        tail = np.sqrt(np.cumsum((sizes**2)[::-1])[::-1])
        turned = np.einsum("ks,kbp->sbp", turn, moves[some])[tail > least]
        kept += list(turned)
        named += [cause] * len(turned)
    rows = np.array(kept).reshape(len(kept), len(bases), 3)
    return tuple(
        _with_shared(each, rows[:, n].tolist(), tuple(named)) for n, each in enumerate(bases)
    )


def _with_shared(base: SeenBase, rows: list[list[float]], causes: tuple[str, ...]) -> SeenBase:
    shared = tuple((x, y, f) for x, y, f in rows)
    pose = replace(base.placed.pose, shared=shared, shared_causes=causes)
    return replace(base, placed=replace(base.placed, pose=pose))
