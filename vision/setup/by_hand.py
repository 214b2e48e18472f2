"""What a person measures on the table to make every ± smaller, and by how much it does.

A tape between two far markers tells the scale of all typed places; a straight edge laid from
marker to marker tells how flat the table is. The camera is placed again with what it saw last,
so that both answers are of the same picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from calibration.camera import Calibration, CalibrationError
from calibration.register import Registration, given_for, register_seen_as, typed_of
from calibration.table_file import Height, TableFile, Tape
from vision.cameras.decode import in_colour
from vision.setup.accuracy_map import gap_plus_minus
from vision.setup.jig.learned import told
from vision.setup.jig.seen import learn_from
from vision.setup.kept_table import KeptTable
from vision.setup.laying_markers import FOUND_ONLY_IN, scaled_by
from vision.table.quality import CannotSetUp, LabelLearned, Narrowed
from vision.watch.in_play import with_base
from vision.watch.stations.station_watch import StationWatch
from vision.watch.stations.watched_camera import frame_of, simulated_of
from vision.watch.watcher import Watcher

FOOT_IN = 12.0
_FAR_SHARE = 2 / 3
_SAME_PLACE_IN = 2.0
_MOST_HEIGHTS = 40
_MOST_TAPES = 20
_MOST_OFF = 0.03
_MOST_OFF_FOUND = 0.08


def with_tape(table: TableFile, tape: Tape) -> TableFile:
    """The table with one more taped distance, in place of an older one of the same markers.

    Markers whose places the program found by itself are moved to where the tape has them.

    Raises:
        CannotSetUp: one marker twice, one that the table does not have, or a distance that is
            far from the typed one.
    """
    known = {marker.id for marker in table.markers}
    ends = {tape.first, tape.second}
    if len(ends) < 2 or not ends <= known:
        names = ", ".join(str(i) for i in sorted(known)) or "none yet"
        raise CannotSetUp(f"name two different markers of this table ({names}) for the tape's ends")
    first, second = (
        next(marker for marker in table.markers if marker.id == end)
        for end in (tape.first, tape.second)
    )
    typed_in = math.dist((first.x_in, first.y_in), (second.x_in, second.y_in))
    by_program = table.marker_tolerance_in > FOUND_ONLY_IN
    most_off = _MOST_OFF_FOUND if by_program else _MOST_OFF
    if abs(tape.distance_in - typed_in) > most_off * typed_in:
        places, remedy = "typed places are", "type the markers' places anew"
        if by_program:
            by = tape.distance_in / typed_in
            side_mm = 25.4 * first.size_in * by
            places = "markers seem"
            remedy = f"look whether a marker's black side is {side_mm:.0f} mm, and say so"
        raise CannotSetUp(
            f"the tape says {tape.distance_in:g} in and the {places} {typed_in:.1f} in "
            f"apart: measure it again from middle to middle, or {remedy}"
        )
    others = [each for each in table.tapes if {each.first, each.second} != ends]
    return replace(scaled_by(table, tape), tapes=(*others[-_MOST_TAPES + 1 :], tape))


def with_heights(table: TableFile, heights: Sequence[Height]) -> TableFile:
    """The table with these heights, in place of older ones of the same places.

    Raises:
        CannotSetUp: a place is not on the table.
    """
    wide_in, deep_in = table.size_in
    for height in heights:
        if not (0 <= height.x_in <= wide_in and 0 <= height.y_in <= deep_in):
            raise CannotSetUp(
                f"{height.x_in:g}, {height.y_in:g} is not on the table of {wide_in:g} x "
                f"{deep_in:g} in: type inches east and north of its south-west corner"
            )
    others = [each for each in table.heights if not any(_near(each, one) for one in heights)]
    return replace(table, heights=(*others, *heights)[-_MOST_HEIGHTS:])


def narrowed(camera: Registration, table: TableFile, changed: TableFile) -> Narrowed:
    """The ± of the *table* as it is and as it is *changed*, by what the camera saw last.

    Raises:
        CannotSetUp: the camera cannot be placed with it.
    """
    try:
        before, after = (_placed(camera, each) for each in (table, changed))
        near = [_gap(each, table, FOOT_IN) for each in (before, after)]
        far_in = round(_FAR_SHARE * table.size_in[0])
        far = [_gap(each, table, far_in) for each in (before, after)]
    except CalibrationError as why:
        raise CannotSetUp(str(why)) from None
    says = (
        f"A gap of a foot: ±{near[0]:.3f} in before, ±{near[1]:.3f} now; of {far_in:g} in: "
        f"±{far[0]:.3f} before, ±{far[1]:.3f} now."
    )
    new = tuple(said for said in after.warnings if said not in before.warnings)
    return Narrowed(near[0], near[1], far[0], far[1], says, new)


def measured(
    station: StationWatch,
    watcher: Watcher,
    kept: KeptTable,
    change: Callable[[TableFile], TableFile],
) -> Narrowed:
    """The ± before and after that *change*, which is made to the table and, where its camera is
    real, to its file.

    Raises:
        CannotSetUp: the table is not found, or the disk refuses it.
    """
    registration = station.bearings.registration
    if registration is None:
        raise CannotSetUp(
            "the table is not found by its markers now: wait until it is, or lay them"
        )
    found = narrowed(registration, watcher.table, change(watcher.table))
    if simulated_of(station) is None:
        kept.keep(change)
    watcher.later(lambda: watcher.use_table(change(watcher.table)))
    return found


def label_in_jig(
    station: StationWatch, watcher: Watcher, kept: KeptTable, payload: str
) -> LabelLearned:
    """How the label of the base that stands in the jig is glued; the table knows it from now on,
    and its file, where its camera is real.

    Raises:
        CannotSetUp: the table, the jig or the base in it is not found, or the disk refuses it.
    """
    calibration, table = station.bearings.calibration, watcher.table
    if calibration is None:
        raise CannotSetUp("the table is not found now: wait until it is")
    learned = learn_from(in_colour(frame_of(station)), calibration, table, payload)
    if simulated_of(station) is None:
        kept.keep(lambda those: with_base(those, learned.base))
    watcher.later(lambda: watcher.use_base(learned.base))
    return told(next(each for each in table.bases if each.payload == payload), learned)


def _placed(camera: Registration, table: TableFile) -> Calibration:
    belief = camera.given.belief
    known = given_for(
        camera.given.size_px, table.markers, placement_sigma_in=table.marker_tolerance_in,
        typed=typed_of(table),
    )  # fmt: skip
    return register_seen_as(camera.seen, replace(known, belief=belief)).calibration


def _gap(calibration: Calibration, table: TableFile, gap_in: float) -> float:
    found = gap_plus_minus(calibration, table.size_in, gap_in, tolerances=table.tolerances)
    return round(found, 4)


def _near(one: Height, other: Height) -> bool:
    east_in, north_in = abs(one.x_in - other.x_in), abs(one.y_in - other.y_in)
    return max(east_in, north_in) < _SAME_PLACE_IN
