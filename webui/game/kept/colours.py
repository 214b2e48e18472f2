"""Colours in words, for armies and the club, and what they are on a screen.

Law: pure. Two armies never get colours that look alike: the second then has the usual one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

COLOURS = {
    "red": "#c1272d",
    "dark red": "#7d1522",
    "orange": "#d55e00",
    "tawny": "#9a5b1c",
    "gold": "#c9971c",
    "yellow": "#e3c53a",
    "green": "#1e7d3c",
    "dark green": "#14532d",
    "sky blue": "#4aa3df",
    "blue": "#0072b2",
    "navy": "#1d3570",
    "purple": "#6a3d9a",
    "white": "#e8e8e0",
    "grey": "#7a7f83",
    "black": "#23282b",
}
USUAL = ("blue", "orange")
"""Of the first and of the second army: told apart by eyes that see no red or no green."""

LIKE = (
    {"red", "dark red"}, {"orange", "tawny", "gold", "yellow"}, {"green", "dark green"},
    {"blue", "navy", "sky blue"}, {"grey", "white"},
)  # fmt: skip
"""Families whose members are not told apart across a table."""

DARK_INK, LIGHT_INK = "#10181a", "#ffffff"


def ink(colour: str) -> str:
    """Black or white, whichever is read on that ``#rrggbb``: the larger contrast of WCAG 2.2."""
    light = _light(colour)
    return LIGHT_INK if 1.05 / (light + 0.05) >= (light + 0.05) / 0.057 else DARK_INK


def _light(colour: str) -> float:
    """Relative luminance of sRGB, WCAG 2.2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


class Coloured(Protocol):
    """What a side's colour is known by."""

    @property
    def side(self) -> str: ...
    @property
    def colour(self) -> str: ...


def side_colours(armies: Sequence[Coloured]) -> dict[str, str]:
    """Side to the ``#rrggbb`` it is drawn in: as its army says, or as its side is called."""
    words: list[str] = []
    for number, army in enumerate(armies):
        wanted = next((w for w in (army.colour, army.side.lower()) if w in COLOURS), "")
        usual = [USUAL[number % 2], USUAL[(number + 1) % 2], "white"]
        free = [w for w in (wanted, *usual) if w and not any(_alike(w, taken) for taken in words)]
        words.append(free[0])
    return {army.side: COLOURS[word] for army, word in zip(armies, words, strict=True)}


def _alike(one: str, other: str) -> bool:
    return one == other or any({one, other} <= family for family in LIKE)
