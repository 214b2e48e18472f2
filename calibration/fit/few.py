"""Too few markers to place a camera: which one to uncover."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.camera import CalibrationError
from calibration.markers import MarkerSeen
from calibration.table_file import Marker


def refuse_few(found: Sequence[MarkerSeen], markers: Sequence[Marker], least: int) -> None:
    """Say which marker to uncover where fewer than *least* of them were found.

    Raises:
        CalibrationError: they were.
    """
    if len(found) >= least:
        return
    seen = {each.id for each in found}
    hidden = [marker for marker in markers if marker.id not in seen]
    names = ", ".join(str(i) for i in sorted(seen)) or "none"
    if len(markers) < least:
        raise CalibrationError(
            f"the table has {len(markers)} markers and at least {least} are needed: "
            "add markers at the table edge and type their places"
        )
    centre = np.mean([(m.x_in, m.y_in) for m in markers], axis=0)
    raise CalibrationError(
        f"{len(found)} of {len(markers)} table markers seen ({names}): uncover the "
        f"{where_on_table(hidden[0], (float(centre[0]), float(centre[1])))} one "
        f"(marker {hidden[0].id}), at least {least} are needed"
    )


def where_on_table(marker: Marker, centre_in: tuple[float, float]) -> str:
    """``far-left``, ``near-right``, ``far``, ``left`` … as seen from the south edge."""
    across, along = marker.x_in - centre_in[0], marker.y_in - centre_in[1]
    reach = max(abs(across), abs(along), 1e-9)
    depth = "" if abs(along) < 0.3 * reach else ("far" if along > 0 else "near")
    side = "" if abs(across) < 0.3 * reach else ("left" if across < 0 else "right")
    return "-".join(word for word in (depth, side) if word) or "middle"
