"""What several cameras say of one table, joined to one status and one place for each base.

Law: frozen looks in, frozen bases out; no clock, no camera. A base is *seen* where a camera has it
settled and none sees it move. It is placed by all that have it settled, weighted by their errors;
two that disagree are a flag, never an average. One camera alone is taken at its word.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from calibration.table_file import BaseInPlay, TableFile
from vision.evidence.clashes import Clashes
from vision.table.snapshot import Base, Flag, Pose, Status
from vision.views.join import SeenBase
from vision.watch.joining.together import Eyes, Together
from vision.watch.settle import Track
from vision.watch.stations.station_watch import Look, StationWatch
from vision.watch.still_scene import PlacedBase, plus_minus_of
from vision.watch.stillness import MOST_STEP_IN, MOST_TURN_DEG, turn_deg


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """What one camera contributes now. ``blind``, ``old``: as ``StationWatch`` has them."""

    name: str
    look: Look
    blind: bool
    old: bool

    @classmethod
    def of(cls, station: StationWatch) -> Part:
        """That of a station at this moment."""
        return cls(station.station.name, station.look, bool(station.blind()), station.old)

    def track(self, payload: str) -> Track:
        """What this camera knows of a base: nothing is seen while it is blind, nothing is at
        rest in an old picture."""
        track = self.look.settled.tracks.get(payload) or Track()
        if self.blind:
            there = track.status in ("seen", "moving") and track.pose is not None
            return replace(track, status="hidden") if there else track
        return replace(track, status="moving") if self.old and track.status == "seen" else track

    @property
    def key(self) -> tuple[int, bool, bool]:
        """Another one means other bases."""
        return id(self.look), self.blind, self.old


@dataclass(frozen=True, slots=True, eq=False)
class Merged:
    """``seen``: by payload, the bases that are seen now and by which cameras; empty where there
    is one. ``eyes``: the cameras that were joined, by their numbers."""

    bases: tuple[Base, ...] = ()
    flags: tuple[Flag, ...] = ()
    taken_s: float = 0.0
    calibration: str = ""
    seen: Mapping[str, SeenBase] = field(default_factory=dict)
    eyes: Eyes = field(default_factory=lambda: Eyes({}, {}))


class Merger:
    """Joins the parts of one table; what was joined before is kept while nothing changes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._parts: tuple[Part, ...] = ()
        self._key: object = None
        self._merged = Merged()
        self._together = Together()
        self._last: dict[str, Pose] = {}
        self._clashes = Clashes()

    def forget(self) -> None:
        """The table is another one: no place from before counts."""
        with self._lock:
            self._key, self._last, self._together = None, {}, Together()

    def merged(
        self, parts: Sequence[Part], table: TableFile, bases: Sequence[BaseInPlay]
    ) -> Merged:
        """All bases of the table as the cameras see them together."""
        key = (tuple(part.key for part in parts), id(bases))
        with self._lock:
            if key != self._key:
                # The parts are kept too: an address is only that of one value while it lives.
                self._parts, self._key = tuple(parts), key
                one = len(parts) == 1
                found = _alone(parts[0], bases) if one else self._all(parts, table, bases)
                judged = self._clashes.of(found.bases)
                bases_now = tuple(judged.base(each) for each in found.bases)
                flags = (*found.flags, *judged.flags)
                self._merged = replace(found, bases=bases_now, flags=flags)
            return self._merged

    def _all(self, parts: Sequence[Part], table: TableFile, bases: Sequence[BaseInPlay]) -> Merged:
        tracks = {base.payload: [part.track(base.payload) for part in parts] for base in bases}
        settled = {payload: _settled(found) for payload, found in tracks.items()}
        placed = {
            base.payload: {
                k: _placed(base, tracks[base.payload][k], parts[k].look)
                for k in settled[base.payload]
            }
            for base in bases
            if settled[base.payload]
        }
        joined, flags, eyes = self._together.join(
            [part.name for part in parts], [part.look for part in parts], table, placed
        )
        seen = {each.placed.base.payload: each for each in joined}
        self._last |= {payload: each.placed.pose for payload, each in seen.items()}
        flags = (*flags, *_told(parts, seen))
        return Merged(
            tuple(
                self._base(base, tracks[base.payload], seen, twice=base.payload in placed)
                for base in bases
            ),
            flags,
            max(part.look.settled.taken_s for part in parts),
            " + ".join(p.look.calibration.name for p in parts if p.look.calibration is not None),
            seen,
            eyes,
        )

    def _base(
        self,
        base: BaseInPlay,
        tracks: Sequence[Track],
        seen: Mapping[str, SeenBase],
        *,
        twice: bool,
    ) -> Base:
        joined = seen.get(base.payload)
        newest = max(tracks, key=lambda track: track.seen_s)
        if joined is not None:
            others = tuple(name for name in joined.seen_by if name != joined.best)
            track = replace(newest, status="seen", pose=joined.placed.pose)
            return replace(base_of(base, track), cameras=(joined.best, *others))
        pose = self._last.get(base.payload) or _pose_of(tracks)
        return base_of(base, replace(newest, status=_unseen(tracks, twice=twice), pose=pose))


def _alone(part: Part, bases: Sequence[BaseInPlay]) -> Merged:
    look = part.look
    return Merged(
        tuple(base_of(base, part.track(base.payload)) for base in bases),
        look.flags,
        look.settled.taken_s,
        look.calibration.name if look.calibration is not None else "",
    )


def base_of(base: BaseInPlay, track: Track) -> Base:
    """A base of the table with what is known of it now."""
    return Base(
        base.payload, base.frontage_in, base.depth_in, track.pose, track.status,
        base.unit or base.payload, base.side, base.kind, base.round, base.height_in,
        base.figures, track.seen_s, False, track.wrong,
    )  # fmt: skip


def _settled(tracks: Sequence[Track]) -> list[int]:
    """The numbers of the cameras that place a base; none while one of them sees it move, or
    twice."""
    seen = [k for k, track in enumerate(tracks) if track.status == "seen"]
    doubts = [track for track in tracks if track.twins or track.status == "moving"]
    at_rest = [tracks[k] for k in seen]
    return [] if any(_contradicts(track, at_rest) for track in doubts) else seen


def _contradicts(track: Track, at_rest: Sequence[Track]) -> bool:
    """Does what a camera sees of a base that it has not settled speak against the others?

    That it lost sight of the tag says nothing where another one still sees it afterwards; nor
    does a tag that it reads badly, but at that very place.
    """
    if track.twins:
        return True
    if track.missed:
        return all(other.seen_s <= track.seen_s for other in at_rest)
    if not track.recent:
        return False
    return not any(_near(track.recent[-1], other) for other in at_rest)


def _near(pose: Pose, other: Track) -> bool:
    rest = other.pose
    if rest is None:
        return False
    far = math.dist((pose.x_in, pose.y_in), (rest.x_in, rest.y_in))
    doubt = plus_minus_of(pose)[0] + plus_minus_of(rest)[0]
    turned = abs(turn_deg(pose.facing_deg - rest.facing_deg))
    return far < MOST_STEP_IN + doubt and turned < 2 * MOST_TURN_DEG


def _placed(base: BaseInPlay, track: Track, look: Look) -> PlacedBase:
    if track.pose is None:
        raise ValueError(f"{base.payload} is seen and has no place")
    tag, of_tag = look.tags[base.payload]
    return PlacedBase(base, tag, track.pose, *plus_minus_of(track.pose), of_tag=of_tag)


def _pose_of(tracks: Sequence[Track]) -> Pose | None:
    known = [track for track in tracks if track.pose is not None]
    return max(known, key=lambda track: track.seen_s).pose if known else None


def _unseen(tracks: Sequence[Track], *, twice: bool) -> Status:
    """Of a base that no camera has settled, or that was found in two places (*twice*)."""
    there = {track.status for track in tracks}
    doubled = twice or any(track.twins for track in tracks)
    if not doubled and there & {"seen", "moving"}:
        return "moving"
    return "never" if there == {"never"} else "hidden"


def _told(parts: Sequence[Part], seen: Mapping[str, SeenBase]) -> tuple[Flag, ...]:
    """What the cameras noticed, once each; what one doubts and others know is left out."""
    sure = {payload for payload, each in seen.items() if each.agrees and len(each.seen_by) > 1}
    told: dict[tuple[str, str], Flag] = {}
    for flag in (flag for part in parts if not part.blind for flag in part.look.flags):
        known = sure if flag.kind == "edge" else set(seen) if flag.kind == "lost" else set()
        if flag.payload not in known:
            told.setdefault((flag.kind, flag.payload), flag)
    return tuple(told.values())
