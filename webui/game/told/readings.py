"""Every reading between two units, with what may be said of it.

Law: no rule. The bands a reading is compared with, and whether it may be shown at all, come
from the rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.kernel.protocol import Band, Offer
from vision.measure.arc import in_arc, zone
from vision.measure.lines.sight import sight
from vision.measure.range import command_distance, gap, shoot_range
from vision.table.reading import APART, Reading, Unmeasurable, Verdict
from vision.table.snapshot import Snapshot
from webui.game.told import words
from webui.game.told.page import readings as page


class Asked(NamedTuple):
    """A reading, the answer in a word where it is a word, and whether it is a yes or no."""

    reading: Reading
    answer: str = ""
    is_margin: bool = False


Question = Callable[[Snapshot, str, str], Asked]

QUESTIONS: dict[str, Question] = {
    "shoot_range": lambda table, a, b: Asked(shoot_range(table, a, b)),
    "in_arc": lambda table, a, b: Asked(in_arc(table, a, b).reading, is_margin=True),
    "sight": lambda table, a, b: _sight(table, a, b),
    "gap": lambda table, a, b: Asked(gap(table, a, b)),
    "command_distance": lambda table, a, b: Asked(command_distance(table, a, b)),
    "in_their_arc": lambda table, a, b: Asked(in_arc(table, b, a).reading, is_margin=True),
    "zone": lambda table, a, b: _zone(table, a, b),
}

FIELDS = tuple(field.name for field in fields(Reading))


def measured_by(band: Band) -> str:
    """The length that says whether something is inside a band: from the front, or from the
    edge as command runs or as the crow flies."""
    if band.frm == "front":
        return "shoot_range"
    return "command_distance" if band.frm == "command" else "gap"


def between(
    table: Snapshot,
    frm: str,
    to: str,
    bands: Sequence[Band],
    may_measure: bool,
    told: Callable[[Unmeasurable], str] = str,
) -> list[page.Asked]:
    """Each reading from unit *frm* to unit *to*, in the order to be shown.

    A reading that cannot be had carries ``trouble``, the sentence why as *told* says it. When
    lengths may not be seen (*may_measure* False) they are left out and margins keep only their
    verdict.
    """
    found = []
    for what, question in QUESTIONS.items():
        if not may_measure and what in APART:
            continue
        try:
            asked = question(table, frm, to)
        except Unmeasurable as why:
            found.append(replace(_head(what), trouble=told(why)))
        else:
            found.append(_one(what, asked, bands, may_measure))
    return found


def _head(what: str) -> page.Asked:
    return page.Asked(what=what, title=words.READING_TITLES[what], how=words.READING_HOW[what])


def _one(what: str, asked: Asked, bands: Sequence[Band], may_measure: bool) -> page.Asked:
    verdict = _verdict(asked)
    answer = replace(_head(what), verdict=verdict, says=asked.answer or verdict)
    if not may_measure:
        return answer
    against = compared(asked.reading, [band for band in bands if measured_by(band) == what])
    fields = fields_of(asked.reading)
    return replace(answer, **{**fields, "what": what}, against=against)


def as_ruled(found: list[page.Asked], offers: Iterable[Offer]) -> list[page.Asked]:
    """The same readings, the length first that the rules of those *offers* go by; one that no other
    question asks for is added."""
    lengths = (one for offer in offers for one in offer.readings if one.what in APART)
    ruled = next(lengths, None)
    if ruled is None:
        return found
    asked = next((one for one in found if one.what == ruled.what), None)
    if asked is None:
        what = ruled.what
        head = page.Asked(
            what=what, title=words.READING_TITLES[what], how=words.READING_HOW[what]
        )  # fmt: skip
        asked = replace(head, **fields_of(ruled))
    return [asked, *(one for one in found if one is not asked)]


def fields_of(reading: Reading) -> dict[str, Any]:
    """The fields of a reading by name, with its text."""
    return {**{name: getattr(reading, name) for name in FIELDS}, "text": str(reading)}


def shown(reading: Reading) -> page.Measured:
    """A reading with its text."""
    return page.Measured(**fields_of(reading))


def compared(reading: Reading, bands: Sequence[Band]) -> list[page.Compared]:
    """The verdict against each band, nearest first."""
    return [
        page.Compared(band.title, band.radius_in, str(reading.compare(band.radius_in)))
        for band in sorted(bands, key=lambda each: each.radius_in)
    ]


def _verdict(asked: Asked) -> str:
    if not asked.is_margin:
        return ""
    said = asked.reading.at_least()
    return {Verdict.IN: words.YES, Verdict.OUT: words.NO}.get(said, words.CLOSE)


def _sight(table: Snapshot, a: str, b: str) -> Asked:
    return Asked(sight(table, a, b).reading, is_margin=True)


def _zone(table: Snapshot, unit: str, other: str) -> Asked:
    found = zone(table, unit, other)
    close = found.reading.at_least() is Verdict.CLOSE
    return Asked(found.reading, words.CLOSE if close else f"{found.flank} {found.side}".strip())
