"""A tag as read from one picture."""

from __future__ import annotations

from dataclasses import dataclass

Corner = tuple[float, float]
"""A place in the picture, pixels; (0, 0) is the centre of the top-left pixel."""


@dataclass(frozen=True, slots=True)
class TagSpec:
    """What is known of one printed tag before it is looked for.

    ``size_in``: side of the black symbol. ``ecl`` and ``mask`` fix the QR symbol; ``mask``
    None is the standard's own choice. ``symbol``: ``"qr"``, ``"microqr"`` or ``"aruco"``.
    ``height_in``: of the tag above the ground its base stands on.
    """

    payload: str
    size_in: float
    ecl: str = "H"
    mask: int | None = None
    symbol: str = "qr"
    height_in: float = 0.0


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag found in a picture.

    ``corners_px``: the tag's own top-left, top-right, bottom-right, bottom-left as printed,
    outer corners of the black symbol. ``sigma_px``: standard deviation of one corner
    coordinate. ``wrong``: probability that the identity is wrong. ``reader``: who read it.
    ``loose_px``: the same corners when the symbol need not be a square but may be any
    parallelogram, which a tag that does not lie level is seen as; None when nobody looked.
    ``loose_sigma_px``: standard deviation of one coordinate of those.
    """

    payload: str
    corners_px: tuple[Corner, Corner, Corner, Corner]
    sigma_px: float
    reader: str
    wrong: float = 0.0
    visible: float = 1.0
    loose_px: tuple[Corner, Corner, Corner, Corner] | None = None
    loose_sigma_px: float = 0.0
