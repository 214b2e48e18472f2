"""Finding the printed jig and the base in it in one picture."""

from __future__ import annotations

import math

import numpy as np

from calibration.camera import Calibration, CalibrationError
from calibration.markers import JIG_FAMILY, JIG_IDS, find_markers
from calibration.printing.jig import MARKER_MM, MIDDLES_MM
from calibration.table_file import TableFile
from calibration.tolerances import MM_IN
from vision.cameras.camera import Picture
from vision.setup.jig.learned import Jig, Learned, NotInTheJig, learn
from vision.tags.read import read_tags
from vision.watch.locate import Task, locate_all
from vision.watch.table_reader import specs_of

_FEWEST = 2
# A sheet that lies flat fits to a few thousandths of an inch, and prints err by some percent.
_MOST_BENT_IN = 0.04
_MOST_SCALE = 0.08
_SQUARE_MM = MARKER_MM / 2 * np.array([-1 + 1j, 1 + 1j, 1 - 1j, -1 - 1j])


def find_jig(picture: Picture, calibration: Calibration) -> Jig:
    """The corner of the printed jig, from the markers round it, on the table of that camera.

    Raises:
        NotInTheJig: too few of its markers are seen, or the sheet does not lie flat.
    """
    seen = find_markers(picture, JIG_FAMILY, JIG_IDS)
    if len(seen) < _FEWEST:
        raise NotInTheJig(
            f"{len(seen)} of the 3 markers of the jig are seen: print the jig, lay it flat on "
            "the table, and keep hands and strips off its markers"
        )
    middles = [complex(*MIDDLES_MM[JIG_IDS.index(marker.id)]) for marker in seen]
    sheet = (np.array(middles)[:, None] + _SQUARE_MM).ravel() * MM_IN
    pixels = np.array([marker.corners_px for marker in seen]).reshape(-1, 2)
    try:
        flat = calibration.to_table(pixels, 0.0)
    except CalibrationError:
        raise NotInTheJig("the jig lies past the table: lay it on the table") from None
    sunk = calibration.heights_at(flat)[:, None] * calibration.height_slopes(pixels, 0.0)
    there = (flat + sunk) @ np.array([1, 1j])
    rows = np.column_stack([np.ones(len(sheet)), sheet])
    (corner, module), *_ = np.linalg.lstsq(rows, there, rcond=None)
    bent_in = float(np.sqrt(np.mean(np.abs(rows @ [corner, module] - there) ** 2)))
    if bent_in > _MOST_BENT_IN or abs(abs(module) - 1) > _MOST_SCALE:
        raise NotInTheJig(
            f"the jig's markers lie {bent_in / MM_IN:.1f} mm and {100 * (abs(module) - 1):.0f} % "
            "from where they are printed: lay it flat on the table itself, and print it at 100 %"
        )
    # Each corner of a marker errs by this along either axis; so much is left in the corner.
    each_in = bent_in / math.sqrt(2)
    spread = np.linalg.inv(np.real(rows.conj().T @ rows))
    return Jig(
        float(corner.real),
        float(corner.imag),
        math.degrees(float(np.angle(module))) + 90.0,
        each_in * math.sqrt(spread[0, 0]),
        math.degrees(each_in * math.sqrt(spread[1, 1])),
    )


def learn_from(
    picture: Picture, calibration: Calibration, table: TableFile, payload: str
) -> Learned:
    """Where the label of the base *payload* is glued, which stands in the jig in that picture.

    Raises:
        NotInTheJig: there is no such base on the table, the jig or the base is not seen, or the
            base does not stand in it.
    """
    base = next((each for each in table.bases if each.payload == payload), None)
    if base is None:
        raise NotInTheJig(f"there is no base {payload!r} on this table: choose one that is in play")
    jig = find_jig(picture, calibration)
    found = read_tags(picture, specs_of(table), calibration)
    if payload in found.duplicated:
        raise NotInTheJig(f"{payload} is seen twice: leave only the one in the jig on the table")
    tasks = [
        Task(tag, base, tolerances=table.tolerances) for tag in found.tags if tag.payload == payload
    ]
    return learn(base, [one.pose for one in locate_all(tasks, calibration)], jig, table.tolerances)
