"""The palette of the pages, in both lights: words are told from the paper under them.

WCAG 2.2, 1.4.3: a contrast of 4.5 at least, of luminances as 1.4.3 defines them. What lies on what
on a page as it stands is page/test_accessible.py.
"""

from __future__ import annotations

import re

import pytest

from tests.house.source import TOP

LEAST = 4.5
SHEET = (TOP / "webui/static/drumhead.css").read_text(encoding="utf-8")
WORDS = ("ink", "soft", "accent", "in", "out", "close", "warn")
PAIRS = [
    *((word, paper) for word in WORDS for paper in ("paper", "card")),
    *((word, f"{word}-paper") for word in ("in", "out", "close", "warn")),
    *((f"side-{side}", "card") for side in ("0", "1", "none")),
    ("accent-ink", "accent"),
    ("club-ink", "club"),
]
"""What is written in which colour on which."""


def _colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


LIGHT = _colours(SHEET[: SHEET.index(':root[data-dark="yes"]')])
CHOSEN, BY_ITSELF = (
    _colours(found)
    for found in re.findall(
        r':root(?:\[data-dark="yes"\]|:not\(\[data-dark="no"\]\)) (\{.*?\})', SHEET, re.S
    )
)


def _luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """1 for the same, 21 for black and white."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_black_on_white_is_21_and_grey_on_grey_would_be_seen() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#bbbbbb", "#cccccc") < LEAST


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_words_are_told_from_their_paper(dark: bool) -> None:
    colours = LIGHT | CHOSEN if dark else LIGHT
    found = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in PAIRS}
    assert {pair: ratio for pair, ratio in found.items() if ratio < LEAST} == {}


def test_a_dark_hall_is_the_same_chosen_or_by_the_system() -> None:
    assert len(CHOSEN) > 15
    assert CHOSEN == BY_ITSELF
