"""Poses over time to statuses: what is seen, moving, hidden since, never seen.

Law: pure; no clock, no camera. Absence never deletes a base: a hand over a tag hides it, and
its last place is kept with the time it was last seen. What contradicts itself (one payload in
two places, a jump no hand can make) is flagged and not measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from vision.table.snapshot import EXACT, Covariance, Flag, Pose, Status
from vision.watch.stillness import (
    WATCHED,
    Jitter,
    drifts,
    is_same_place,
    jitter_of,
    mean_of,
    turn_deg,
)

AGREEING = 3
"""So many frames in a row must agree before a base is measured."""

REMEMBERED = 24
"""At most so many frames of a still base are averaged."""

FORGIVEN = 2
"""So many frames in a row may miss a base before it counts as hidden; meanwhile it moves."""

HAND_IN_PER_S = 120.0
"""No hand moves a base faster: four yards in a second or so."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One base in one frame. ``tag``: the tag that placed it, where a base carries several;
    ``wrong``: probability that the tag is another."""

    payload: str
    pose: Pose
    wrong: float = 0.0
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Track:
    """What is known of one base.

    ``recent``: the poses of the newest frames that agree with each other. ``newest``: those of
    the newest frames, whether they agree or not, which tell how poses scatter. ``pose``: the last
    settled one. ``seen_s``: when it was last seen. ``missed``: frames in a row without it.
    ``jumped``: it came here faster than a hand can, ``crept``: it drifted away slowly; either
    way its rest still has to be believed.
    """

    status: Status = "never"
    pose: Pose | None = None
    recent: tuple[Pose, ...] = ()
    newest: tuple[Pose, ...] = ()
    seen_s: float = 0.0
    missed: int = 0
    wrong: float = 0.0
    jumped: bool = False
    crept: bool = False
    twins: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """Every base in play after some frames. ``flags`` belong to the newest frame."""

    tracks: Mapping[str, Track] = field(default_factory=dict)
    flags: tuple[Flag, ...] = ()
    taken_s: float = 0.0

    @property
    def still(self) -> bool:
        """Nothing that is in view moves."""
        return all(track.status != "moving" for track in self.tracks.values())


def start(payloads: Iterable[str]) -> Settled:
    """Nothing seen yet."""
    return Settled({payload: Track() for payload in payloads})


def renewed(before: Settled, taken_s: float) -> Settled:
    """The same in one more picture, which is known to show the same, taken at *taken_s*."""
    tracks = {
        payload: replace(track, seen_s=taken_s) if track.seen_s == before.taken_s else track
        for payload, track in before.tracks.items()
    }
    return replace(before, tracks=tracks, taken_s=taken_s)


def settle(before: Settled, sightings: Iterable[Sighting], taken_s: float) -> Settled:
    """What is known after one more frame, taken at *taken_s* (seconds).

    Sightings of payloads that are not in play are left out; several of one base by different
    tags (``tag``) are joined, by the same tag they are twins and the base is not measured.
    """
    by_payload: dict[str, list[Sighting]] = {payload: [] for payload in before.tracks}
    for sighting in sightings:
        if sighting.payload in by_payload:
            by_payload[sighting.payload].append(sighting)
    flags: list[Flag] = []
    tracks = {
        payload: _next(payload, before.tracks[payload], found, taken_s, flags)
        for payload, found in by_payload.items()
    }
    return Settled(tracks, tuple(flags), taken_s)


def unsettled(before: Settled) -> Settled:
    """The same after the camera was placed anew: no frame from before may be averaged in."""
    tracks = {
        payload: replace(track, recent=(), newest=(), status="moving" if track.status == "seen" else
                         track.status)
        for payload, track in before.tracks.items()
    }  # fmt: skip
    return replace(before, tracks=tracks)


def _next(
    payload: str, track: Track, found: list[Sighting], taken_s: float, flags: list[Flag]
) -> Track:
    if len({sighting.tag for sighting in found}) < len(found):
        flags.append(_twins_flag(payload))
        return replace(
            track, status=_out_of_sight(track), recent=(), seen_s=taken_s, missed=0, twins=True
        )
    if not found:
        return _missed(track)
    pose = _join(payload, found, flags)
    wrong = math.prod(sighting.wrong for sighting in found)
    return _seen(payload, replace(track, wrong=wrong, twins=False), pose, taken_s, flags)


def _missed(track: Track) -> Track:
    """It may have been taken up just now: not measured from the first frame without it."""
    missed = track.missed + 1
    if missed <= FORGIVEN and track.status in ("seen", "moving"):
        return replace(track, missed=missed, status="moving")
    return replace(track, missed=missed, status=_out_of_sight(track))


def _out_of_sight(track: Track) -> Status:
    return "never" if track.pose is None else "hidden"


def _seen(payload: str, track: Track, pose: Pose, taken_s: float, flags: list[Flag]) -> Track:
    known = track.recent or ((track.pose,) if track.pose is not None else ())
    newest = (*track.newest, pose)[-WATCHED:]
    jitter = jitter_of(newest)
    if known and is_same_place(known, pose, jitter):
        jumped = track.jumped and len(track.recent) + 1 < 2 * AGREEING
        recent = (*track.recent, pose)[-REMEMBERED:]
    else:
        jumped = _is_jump(known, pose, taken_s - track.seen_s)
        recent = (pose,)
    crept = track.crept
    if drifts(recent, jitter, was_still=track.status == "seen"):
        # What it has drifted from is no part of where it is.
        recent, crept = recent[-(AGREEING - 1) :], len(recent) > AGREEING or crept
    enough = len(recent) >= (2 * AGREEING if jumped or crept else AGREEING)
    if jumped and not enough:
        flags.append(_jump_flag(payload))
    settled = enough or _is_back(track, pose)
    return replace(
        track,
        status="seen" if settled else "moving",
        pose=average(recent) if settled else track.pose,
        recent=recent,
        newest=newest,
        seen_s=taken_s,
        missed=0,
        jumped=jumped and not enough,
        crept=crept and not enough,
    )


def _is_back(track: Track, pose: Pose) -> bool:
    """A base that was missed and stands where it stood needs no new proof of stillness."""
    missed = track.missed > 0 or track.status == "hidden"
    return missed and track.pose is not None and is_same_place((track.pose,), pose, Jitter())


def average(poses: tuple[Pose, ...]) -> Pose:
    """The mean of frames of a still base, with the ± that the mean deserves.

    What differs from frame to frame averages out, and only that: the scatter S that the k
    poses really show is taken off their own covariance as (1 - 1/k) S, never more than nine
    tenths in any direction. What all frames have wrong together (the tag on its base, the
    cutting of the base, the lens) stays.
    """
    newest = poses[-1]
    if len(poses) == 1:
        return newest
    x_in, y_in, facing_deg = mean_of(poses)
    own = _without_scatter(newest.own, poses, (x_in, y_in, facing_deg))
    return replace(newest, x_in=x_in, y_in=y_in, facing_deg=facing_deg, own=own)


def _without_scatter(
    own: Covariance, poses: tuple[Pose, ...], mean: tuple[float, float, float]
) -> Covariance:
    if own == EXACT:
        return own
    off = np.array(
        [(p.x_in - mean[0], p.y_in - mean[1], turn_deg(p.facing_deg - mean[2])) for p in poses]
    )
    scatter = off.T @ off / (len(poses) - 1)
    whole = _matrix(own)
    largest = float(np.linalg.eigvals(np.linalg.pinv(whole) @ scatter).real.max())
    share = min(1 - 1 / len(poses), 0.9 / largest if largest > 0 else 1.0)
    left = whole - share * scatter
    return (
        float(left[0, 0]), float(left[0, 1]), float(left[0, 2]),
        float(left[1, 1]), float(left[1, 2]), float(left[2, 2]),
    )  # fmt: skip


def _join(payload: str, found: list[Sighting], flags: list[Flag]) -> Pose:
    """One pose from the tags of one base: the one placed best, if the others agree."""
    best = min(found, key=lambda sighting: sighting.pose.own[0] + sighting.pose.own[3])
    for other in found:
        if other is not best and not is_same_place((best.pose,), other.pose, _of(best, other)):
            flags.append(_disagree_flag(payload, best.tag, other.tag))
    return best.pose


def _of(*sightings: Sighting) -> Jitter:
    """Tags of one base differ by their whole own errors, not by a frame's scatter alone."""
    owns = [sighting.pose.own for sighting in sightings]
    place = math.sqrt(math.fsum(own[0] + own[3] for own in owns) / 2)
    return Jitter(place, math.sqrt(math.fsum(own[5] for own in owns)), known=False)


def _matrix(own: Covariance) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    xx, xy, xf, yy, yf, ff = own
    return np.array([[xx, xy, xf], [xy, yy, yf], [xf, yf, ff]])


def _is_jump(known: tuple[Pose, ...], pose: Pose, waited_s: float) -> bool:
    if not known:
        return False
    step = math.hypot(pose.x_in - known[-1].x_in, pose.y_in - known[-1].y_in)
    # A quarter of a second for the exposure and the queue of the camera.
    return step > HAND_IN_PER_S * (max(0.0, waited_s) + 0.25)


def _twins_flag(payload: str) -> Flag:
    return Flag(
        "duplicate", payload, f"{payload} lies on the table twice: take one of the two away"
    )


def _jump_flag(payload: str) -> Flag:
    return Flag(
        "jump", payload,
        f"{payload} jumped across the table: it counts again when it has lain still a moment",
    )  # fmt: skip


def _disagree_flag(payload: str, one: str, other: str) -> Flag:
    return Flag(
        "disagree", payload,
        f"tags {one} and {other} put {payload} in two places: see that both are on its base",
    )  # fmt: skip
