"""The tray that printed markers in its corners show on the picture."""

from __future__ import annotations

from calibration.markers import TRAY_FAMILY, TRAY_IDS, Picture, find_markers
from vision.dice.tray import Tray, TrayError


def tray_of_mat(picture: Picture) -> Tray | None:
    """The tray between the outer corners of the four markers, or None unless all are seen.

    *picture*: (h, w, 3) BGR. Whoever watches a tray keeps the last one: a die may lie on a
    marker, and neither camera nor tray walks.
    """
    seen = {marker.id: marker for marker in find_markers(picture, TRAY_FAMILY, TRAY_IDS)}
    if len(seen) < len(TRAY_IDS):
        return None
    first, second, third, fourth = (seen[number].corners_px[k] for k, number in enumerate(TRAY_IDS))
    try:
        return Tray((first, second, third, fourth))
    except TrayError:
        return None
