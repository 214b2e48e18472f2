"""A part of the picture from above, as it goes to people who watch from far away."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PictureTile:
    """An image (``webp``) of a part of a picture. ``box``: its left, top, right and bottom as
    shares of the picture's width and height; ``number`` names the part."""

    number: int
    box: tuple[float, float, float, float]
    webp: bytes
