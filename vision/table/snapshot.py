"""The table at one moment: bases, terrain, and hand-taken readings, all frozen.

A snapshot is the only thing that seeing hands to thinking. It is plain data: it goes
into the journal as JSON and comes back equal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from vision.table.reading import HandReading, Point, Unmeasurable

Status = Literal["seen", "moving", "hidden", "never"]
"""``seen``: settled and measurable. ``hidden``: was seen, is not now; its pose is the last
one known. ``never``: no pose at all."""

Covariance = tuple[float, float, float, float, float, float]
"""Upper triangle of a 3x3 covariance of (x_in, y_in, facing_deg): xx, xy, xf, yy, yf, ff."""

EXACT: Covariance = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a base stands.

    ``x_in, y_in``: centre of the footprint. ``facing_deg``: where the front looks, counter-
    clockwise from +x. ``ground_in``: height of the ground it stands on above the table top.

    ``own`` is the covariance of what is wrong with this base alone (tag corners, tag on
    base, base cutting). ``shared`` holds what is wrong with every base at once (lens, pose
    of the camera, markers): the k-th entry is how far one standard deviation of the k-th
    shared error moves this pose, as (x_in, y_in, facing_deg). Two bases side by side share
    it, so it cancels in the gap between them. ``batched`` is what is wrong with every base of
    its ``batch`` (bases cut from one board are all a little thicker), as one such entry.

    ``own_causes``: what share of ``own`` comes from what; ``shared_causes``: what each entry of
    ``shared`` comes from. The words are those of ``vision.measure.causes``.
    """

    x_in: float
    y_in: float
    facing_deg: float
    ground_in: float = 0.0
    own: Covariance = EXACT
    shared: tuple[tuple[float, float, float], ...] = ()
    batch: str = ""
    batched: tuple[float, float, float] = (0.0, 0.0, 0.0)
    own_causes: tuple[tuple[str, float], ...] = ()
    shared_causes: tuple[str, ...] = ()

    @property
    def is_exact(self) -> bool:
        """Does it carry no error?"""
        return self.own == EXACT and not self.shared and not self.batch


@dataclass(frozen=True, slots=True)
class Base:
    """One rigid base of a unit.

    ``payload`` is unique in a snapshot. ``unit`` is the id of the unit it belongs to,
    the payload itself unless an army says otherwise. A round base has its diameter as
    ``frontage_in`` and ``depth_in``. ``seen_s`` is when it was last seen (seconds since the
    epoch, as the snapshot's ``taken_s``).
    """

    payload: str
    frontage_in: float
    depth_in: float
    pose: Pose | None = None
    status: Status = "seen"
    unit: str = ""
    side: str = ""
    kind: str = ""
    round: bool = False
    height_in: float = 0.0
    figures: int = 0
    seen_s: float = 0.0
    by_hand: bool = False
    wrong_identity: float = 0.0
    """Probability that this is not the tag it was read as."""
    cameras: tuple[str, ...] = ()
    """Of several cameras, those that see it, the one that sees it best first."""

    @property
    def unit_id(self) -> str:
        """The unit this base belongs to."""
        return self.unit or self.payload

    def settled_pose(self) -> Pose:
        """The pose, if the base may be measured.

        Raises:
            Unmeasurable: hidden, moving or never seen; the text says what to do.
        """
        if self.pose is None:
            says = "has never been seen: show its tag to the camera, or place it by hand"
            raise Unmeasurable(self.payload, says)
        if self.status == "hidden":
            raise Unmeasurable(self.payload, "is hidden: uncover its tag, or place it by hand")
        if self.status == "moving":
            raise Unmeasurable(self.payload, "is moving: let go and wait a moment")
        return self.pose


@dataclass(frozen=True, slots=True)
class Terrain:
    """One piece of scenery.

    ``outline_in``: corners of an area, or the points of a line when ``is_line`` (hedge, wall,
    stream, road). ``height_in``: how far its top, or the ground on it, stands above the
    table. ``kind``: hill, wood, building, hedge, wall, fieldwork, stream, river, road, rough,
    marsh, field, impassable. ``tags`` add what a camera cannot know ("steep", "high").
    """

    kind: str
    outline_in: tuple[Point, ...]
    height_in: float = 0.0
    name: str = ""
    is_line: bool = False
    level: int = 0
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Flag:
    """Something the reader noticed and will not decide: a duplicate, a foreign code …"""

    kind: str
    payload: str
    text: str


BY_HAND = "hand"
"""The source of a table without a camera."""

AGREED = "agreed"
"""The kind of flag that people raise: a move is let stand although a rule finds fault."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole table at one moment.

    ``taken_s``: seconds since the epoch of the newest frame in it. ``source``: ``"simulated"``,
    ``"camera"``, ``"picture"`` or ``"hand"``. ``calibration`` names the calibration it was
    measured with. ``readings`` were typed in and overrule what the poses say.
    """

    size_in: Point
    bases: tuple[Base, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    readings: tuple[HandReading, ...] = ()
    flags: tuple[Flag, ...] = ()
    taken_s: float = 0.0
    source: str = BY_HAND
    calibration: str = ""

    @property
    def by_hand(self) -> bool:
        """Does every base stand where it was put on the page, seen by nobody?"""
        return self.source == BY_HAND

    @property
    def agreed(self) -> bool:
        """Have the players agreed to let the models stand as they are, whatever the rules say?"""
        return any(flag.kind == AGREED for flag in self.flags)

    def let_stand(self) -> Snapshot:
        """The same table, agreed on as it stands."""
        told = Flag(AGREED, "", "the players let it stand as it is")
        return replace(self, flags=(*self.flags, told))

    def base(self, payload: str) -> Base:
        """The base with that payload.

        Raises:
            KeyError: there is none.
        """
        for base in self.bases:
            if base.payload == payload:
                return base
        raise KeyError(payload)

    def unit(self, unit_id: str) -> tuple[Base, ...]:
        """The bases of a unit, in the order of the snapshot; a lone base by its payload.

        Raises:
            Unmeasurable: the unit has no base on this table.
        """
        found = tuple(base for base in self.bases if base.unit_id == unit_id)
        if not found:
            says = "has no base on the table: place one by hand or type the reading"
            raise Unmeasurable(unit_id, says)
        return found

    def typed(self, what: str, frm: str, to: str) -> HandReading | None:
        """The newest hand-taken reading for that question, if there is one."""
        for reading in reversed(self.readings):
            if (reading.what, reading.frm, reading.to) == (what, frm, to):
                return reading
        return None
