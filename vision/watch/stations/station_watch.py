"""One station watched: every frame goes the same way.

Is it fresh, has the camera moved, which tags are in it, where are their bases, what has settled.
Nothing older than the limit is measured, nothing is measured by a camera that was knocked, and
absence deletes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from calibration.camera import Calibration
from calibration.register import Registration
from calibration.table_file import BaseInPlay, TableFile, TerrainPiece
from vision.cameras.camera import Frame
from vision.cameras.decode import in_colour
from vision.cameras.newest import NewestFrame, Shot
from vision.table.snapshot import Flag
from vision.tags.follow.changes import Changes
from vision.tags.tag import Tag
from vision.watch.settle import Settled, renewed, settle, start, unsettled
from vision.watch.stations.camera_pose import Bearings
from vision.watch.stations.station import Movable, Station
from vision.watch.table_reader import Seen, TableReader

READ_LIMIT_S = 5.0

QUIET_PICTURES = 15
"""After so many in which nothing changed all has been read that will be: a place that came to
rest is looked at after two, the mean of still pictures after eight."""

GLANCED_S = 0.45
"""The longest that pictures are only glanced at: what was looked at longer than half a second ago
never counts as seen."""

SEEN_LIMIT_S = 0.5
"""What was seen in a picture that came longer ago than this may have been moved meanwhile."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one processed frame of one camera says.

    ``registration``: how the markers led to the calibration, None where people showed the
    corners of the table. ``tags``: by the payload of its base, the tag that placed it and its entry
    of the table. ``facts``: what is wrong with the readers, in words. ``came_s``: when the frame
    came in.
    """

    settled: Settled
    frame: Frame | None = None
    calibration: Calibration | None = None
    registration: Registration | None = None
    flags: tuple[Flag, ...] = ()
    facts: tuple[str, ...] = ()
    tags: Mapping[str, tuple[Tag, BaseInPlay]] = field(default_factory=dict)
    came_s: float = 0.0


class StationWatch:
    """What one station has seen; stepped by the watcher's thread, read by any.

    Args:
        station: the camera with its calibration and readers.
        table: size, terrain and the bases in play.
        payloads: of the bases in play.
        later: has something done in the watcher's thread, before the next frame.
        read_limit_s: a frame that came longer ago is not measured.
    """

    def __init__(
        self,
        station: Station,
        table: TableFile,
        payloads: Iterable[str],
        later: Callable[[Callable[[], None]], None],
        read_limit_s: float = READ_LIMIT_S,
    ) -> None:
        self.station = station
        self.later = later
        self._table = table
        self._read_limit_s = read_limit_s
        self._settled = start(payloads)
        self._look = Look(self._settled)
        self._last_came_s = -1.0
        self._series = 0
        self._quiet = 0
        self._read_s = 0.0
        self._glance = Changes()
        self.renewed = False
        """Was the newest picture taken for the one before, without being read?"""
        self._seen: tuple[tuple[Tag, BaseInPlay], ...] = ()
        self._camera_name = ""
        self.when_camera: Callable[[Frame], None] | None = None
        """Called in the watcher's thread before a camera's first frame, and when its name
        (device, size, focus) changes."""

    # What setting up asks.

    @property
    def table(self) -> TableFile:
        """The table that is watched."""
        return self._table

    @property
    def newest(self) -> NewestFrame:
        """The camera's newest frame."""
        return self.station.newest

    @property
    def bearings(self) -> Bearings:
        """Where the camera is; change it only from ``later``."""
        return self.station.bearings

    @property
    def movable(self) -> Movable | None:
        """The simulated camera, None for a real one."""
        return self.station.movable

    def find_again(self) -> None:
        """Find the table anew in the next frame; other cameras stay as they are."""
        self.later(self.bearings.forget)

    # What the watcher asks.

    @property
    def look(self) -> Look:
        """What the newest processed frame says."""
        return self._look

    @property
    def old(self) -> bool:
        """Did the newest picture come so long ago that what it shows may have moved?

        The models of a simulated camera move only when a program moves them: a picture that is
        late for a busy computer shows them where they stand, unless it was taken before that.
        """
        look = self._look
        age_s = self.newest.since_s(look.came_s)
        if look.frame is None or age_s <= SEEN_LIMIT_S:
            return False
        hand = self.station.movable
        return hand is None or hand.untouched_s() < age_s + SEEN_LIMIT_S

    def blind(self) -> str:
        """Why this camera may not be measured with now, as a sentence; "" when it may."""
        if self.newest.newest() is None:
            return self.newest.trouble() or "the camera gives no picture"
        why = self.bearings.blind()
        if why or self._look.frame is None:
            return why or "the first picture is being read"
        age_s = self.newest.since_s(self._look.came_s)
        if age_s > self._read_limit_s:
            return "this computer is too busy to read the table"
        return ""

    def troubles(self) -> tuple[str, ...]:
        """Sentences about this camera, without its name, besides why it is blind."""
        has_frame = self.newest.newest() is not None
        other = self.newest.trouble() if has_frame else self.bearings.blind()
        said = (other, *self.bearings.troubles(), *self._look.facts)
        return tuple(dict.fromkeys(text for text in said if text))

    def facts(self) -> dict[str, object]:
        """Plain JSON for the set-up page."""
        frame = self._look.frame
        high, wide = frame.picture.shape[:2] if frame is not None else (0, 0)
        return {
            "source": self.station.source,
            "camera": frame.camera if frame is not None else "",
            "size_px": [wide, high],
            "frame_age_s": self.newest.age_s(),
            "frames_per_s": round(self.newest.frames_per_s(), 1),
            "calibration": self.bearings.facts(),
            "readers": list(self._look.facts),
            "blind": self.blind(),
            "device": self.station.camera_facts(),
        }

    # What is changed in the watcher's thread.

    def use_table(self, table: TableFile, reader: TableReader | None = None) -> None:
        """Watch that table from now on; its bases must be those of before."""
        self._table = table
        if reader is not None:
            old, self.station = self.station.reader, replace(self.station, reader=reader)
            old.close()
        self.bearings.use_table(table)

    def use_terrain(self, table: TableFile, pieces: tuple[TerrainPiece, ...]) -> None:
        """Bases stand on that terrain from the next frame on."""
        self.station.reader.use_terrain(pieces)
        self._table = table
        # Poses of the old ground are not to be mixed with those of the new.
        self._settled = unsettled(self._settled)
        self._look = replace(self._look, settled=self._settled)

    def start_anew(self, payloads: Iterable[str]) -> None:
        """These are in play, and none has been seen yet."""
        self._settled = start(payloads)
        self._look = Look(self._settled)

    def look_anew(self) -> None:
        """The next picture is read whatever it shows: what is known of the table changed."""
        self._quiet = 0

    def step(self) -> bool:
        """Process the newest frame if there is one not yet processed; was there one?"""
        shot = self.newest.newest()
        if shot is None or shot.came_s == self._last_came_s:
            return False
        self._last_came_s = shot.came_s
        if shot.frame.camera != self._camera_name:
            self._camera_name = shot.frame.camera
            if self.when_camera is not None:
                self.when_camera(shot.frame)
        self.renewed = self._renew(shot)
        if not self.renewed:
            self._process(shot)
            self._read_s = shot.came_s
            if self._quiet:
                self._glance.look(shot.frame.picture)
            self.station.calm(self._quiet >= QUIET_PICTURES)
        return True

    def close(self) -> None:
        """Give the camera and the readers back."""
        self.newest.close()
        self.station.reader.close()

    def _renew(self, shot: Shot) -> bool:
        """Is it the picture that was read last, or known to show what that did?"""
        frame, look = shot.frame, self._look
        if shot.series != self._series or self._quiet < QUIET_PICTURES:
            return False
        if look.frame is None or self.bearings.calibration is not look.calibration:
            return False
        again = frame.coded and frame.picture is look.frame.picture
        if not again and not self._looks_the_same(shot):
            return False
        self._settled = renewed(self._settled, frame.taken_s)
        self._look = replace(look, settled=self._settled, frame=frame, came_s=shot.came_s)
        return True

    def _looks_the_same(self, shot: Shot) -> bool:
        """Does a glance show what was read a moment ago? What it may miss is read soon after."""
        fresh = shot.came_s - self._read_s < GLANCED_S
        return fresh and self._glance.is_as_remembered(shot.frame.picture)

    def _process(self, shot: Shot) -> None:
        quiet, self._quiet = self._quiet, 0
        frame, bearings, reader = shot.frame, self.bearings, self.station.reader
        if shot.series != self._series:
            self._series = shot.series
            self._settled = unsettled(self._settled)
            reader.afresh()
        before = bearings.calibration
        calibration = bearings.take(frame.picture, partial(in_colour, frame))
        if calibration is None or bearings.blind():
            self._settled = unsettled(self._settled)
            return
        if calibration is not before or bearings.unsteady:
            self._settled = unsettled(self._settled)
        if bearings.unsteady:
            return
        before_seen, seen = self._seen, reader.see(frame.picture, calibration)
        self._seen = seen.tags
        sightings = bearings.steadied(seen.sightings)
        self._settled = settle(self._settled, sightings, frame.taken_s)
        if self._settled.still:
            bearings.learn(seen.known)
            # The very same readings: nothing that looked like a change is being read anew.
            same = seen.tags == before_seen and not bearings.off_place
            self._quiet = quiet + 1 if same else 0
        flags = (*self._settled.flags, *seen.flags)
        self._look = Look(
            self._settled, frame, calibration, bearings.registration, flags, seen.facts,
            _best_tags(seen), shot.came_s,
        )  # fmt: skip


def _best_tags(seen: Seen) -> dict[str, tuple[Tag, BaseInPlay]]:
    """By base, the tag that places it best in this frame."""
    found: dict[str, tuple[Tag, BaseInPlay]] = {}
    sizes: dict[str, float] = {}
    for sighting, tag in zip(seen.sightings, seen.tags, strict=True):
        size = sighting.pose.own[0] + sighting.pose.own[3]
        if size < sizes.get(sighting.payload, float("inf")):
            found[sighting.payload], sizes[sighting.payload] = tag, size
    return found
