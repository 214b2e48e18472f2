"""What a ± comes from, in words, and what would make it smaller."""

from __future__ import annotations

from collections.abc import Sequence

from vision.table.reading import Reading

CAUSES = {
    "pixels": ("the tag's pixels", "hang the camera lower, use a finer picture or larger tags"),
    "label": ("label glue", "lay the base into the jig once"),
    "thickness": ("thickness of bases", "measure them with callipers and type their thickness"),
    "tilt": ("bases that lean", "put bases on flat ground, or type a smaller tilt_deg"),
    "markers": ("marker places", "lay the markers more exactly, or lay more of them"),
    "scale": ("the scale of the typed marker places", "tape one long distance between markers"),
    "prints": ("the size of prints", "measure the printed markers and type size_in"),
    "flatness": ("the table top, which may not be flat", "check it with a straight edge"),
    "lens": ("the lens", "calibrate the lens"),
    "zoom": (
        "a zoom since the lens was calibrated, which moves what stands on hills",
        "switch image stabiliser, digital zoom and autofocus off, and type a smaller zoom",
    ),
    "shutter": ("rows of the picture that waver", "let the camera come to rest"),
    "measured": ("tapes and tags that were measured along", "tape with a steel tape"),
    "views": ("cameras that disagree", "look what each camera sees of its tag"),
    "corners": ("the corners of the table as they were shown", "lay markers"),
    "ground": ("which ground the base stands on", "move it clear of the edge"),
}
"""Each with what it is called, and what a player can do about it. Of several cameras a cause may
name one: ``lens of camera B``."""

_WORTH_SAYING = 0.15


def mostly(causes: Sequence[tuple[str, float]]) -> str:
    """As ``mostly label glue (60 %), then thickness of bases``; "" when nobody knows."""
    named = [(_called(cause), share) for cause, share in causes if _kind(cause) in CAUSES]
    if not named:
        return ""
    first, share = named[0]
    said = f"mostly {first} ({100 * share:.0f} %)"
    if len(named) > 1 and named[1][1] >= _WORTH_SAYING:
        said += f", then {named[1][0]} ({100 * named[1][1]:.0f} %)"
    return said


def remedy(causes: Sequence[tuple[str, float]]) -> str:
    """What would make it smaller; "" when nobody knows."""
    return next((CAUSES[_kind(cause)][1] for cause, _ in causes if _kind(cause) in CAUSES), "")


def _kind(cause: str) -> str:
    """``lens`` of ``lens of camera B``."""
    return cause.partition(" of ")[0]


def _called(cause: str) -> str:
    kind, of, camera = cause.partition(" of ")
    return f"{CAUSES[kind][0]}{of}{camera}"


def causes_of(readings: Sequence[Reading]) -> tuple[tuple[str, float], ...]:
    """What the ± of all of them comes from: shares of the sum of their squares."""
    parts: dict[str, float] = {}
    for reading in readings:
        for cause, share in reading.causes:
            parts[cause] = parts.get(cause, 0.0) + share * reading.plus_minus**2
    whole = sum(parts.values())
    found = [(cause, part / whole) for cause, part in parts.items() if whole > 0]
    return tuple(sorted(found, key=lambda one: -one[1]))
