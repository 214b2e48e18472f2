"""What a watched camera gives, sees and has found, as it is now: the plain values for the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from calibration.camera import Calibration
from calibration.table_file import TableFile
from vision.cameras.camera import Picture
from vision.setup.marker_places import state_of
from vision.table.quality import CameraFacts, CannotSetUp, TableFound
from vision.table.snapshot import Base
from vision.tags.codes import CodeError
from vision.tags.decode.decoded import to_grey
from vision.tags.decode.open_readers import OpenReaders
from vision.tags.read import read_tags
from vision.watch.in_play import with_bases
from vision.watch.stations.station_watch import StationWatch
from vision.watch.stations.watched_camera import simulated_of, size_of
from vision.watch.table_reader import specs_of


def camera_facts(station: StationWatch) -> CameraFacts:
    """The camera as it is now."""
    shot = station.newest.newest()
    facts = cast(dict[str, object], station.facts()["device"])
    warnings = facts.get("warnings")
    said = tuple(str(each) for each in warnings) if isinstance(warnings, list) else ()
    wide, high = (0, 0) if shot is None else size_of(shot.frame)
    return CameraFacts(
        "" if shot is None else shot.frame.camera, wide, high,
        round(station.newest.frames_per_s(), 1), simulated_of(station) is not None, said,
        station.newest.trouble(),
    )  # fmt: skip


def table_found(station: StationWatch, kept: str) -> TableFound:
    """Where the camera is, and what each marker says of it. *kept*: where that is kept."""
    bearings, table = station.bearings, station.table
    calibration, registration = bearings.calibration, bearings.registration
    states = tuple(state_of(marker, registration) for marker in table.markers)
    if calibration is None:
        trouble = bearings.blind() or station.blind()
        return TableFound(table.size_in, states, trouble, kept=kept)
    return TableFound(
        table.size_in, states, bearings.blind(), float(calibration.reprojection_px),
        calibration.held_out_in, calibration.camera_xyz_in[2], bearings.lens[0] is not None,
        bearings.by_corners, calibration.warnings, calibration.name, kept,
    )  # fmt: skip


def codes_in(picture: Picture) -> tuple[str, ...]:
    """Every code that can be read at a glance, whatever it says."""
    readers = OpenReaders()
    try:
        return tuple(sorted({code.text for code in readers.read_box(to_grey(picture), None)}))
    finally:
        readers.close()


def read_in_sight(
    picture: Picture, calibration: Calibration, bases: Sequence[Base], tags_scale: float
) -> tuple[str, ...]:
    """Which of the tags of *bases* the picture shows, by payload, in their order.

    Raises:
        CannotSetUp: no tag can carry one of the payloads.
    """
    table, _ = with_bases(TableFile((0.0, 0.0)), bases, tags_scale)
    try:
        found = read_tags(picture, specs_of(table), calibration)
    except CodeError as why:
        raise CannotSetUp(str(why)) from None
    seen = {tag.payload for tag in found.tags}
    return tuple(base.payload for base in bases if base.payload in seen)
