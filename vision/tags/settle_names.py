"""From what each reader says about each place to one answer.

Two readers that agree make each other certain; two that disagree are both dropped and
reported. What is not in play is foreign, however well it can be read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from vision.measure.table import Flag
from vision.tags.accept import is_believed, to_tag, wrong_of
from vision.tags.decoded import Corners, Decoded, centre_of, side_of
from vision.tags.found import Found, Place
from vision.tags.looks import Look
from vision.tags.tag import Tag

CONFIRMED_WRONG = 1e-9
"""Two readers that work in different ways say the same."""
DECODED_WRONG = 1e-6
"""The error correction of a decoder passed, and the payload is one of those in play."""
_OPEN_SIGMA = 0.02
"""Standard deviation of a decoder's corner coordinate, in sides of the symbol."""
_PLACED_RHO = 0.35
"""A decoded tag is placed by the closed-set reader only where that sees the same tag."""

Marked = tuple[Flag, Place]


@dataclass(frozen=True, slots=True)
class Heard:
    """What an open decoder read, and what the closed-set reader sees at that place."""

    decoded: Decoded
    look: Look | None = None


def settle_names(
    looks: Sequence[Look], heard: Sequence[Heard], in_play: frozenset[str], facts: tuple[str, ...]
) -> Found:
    """Tags and flags of one picture."""
    tags: list[Tag] = []
    marks: list[Marked] = []
    for look in filter(is_believed, looks):
        said = [one.decoded for one in heard if _same_place(one.decoded, look)]
        _believe(look, said, tags, marks)
    for one in heard:
        if not any(_near(one.decoded.corners_px, tag.corners_px) for tag in tags):
            _take_decoded(one, in_play, tags, marks)
    taken = [tag.corners_px for tag in tags] + [place.corners_px for _, place in marks]
    doubtful = [look for look in looks if look.is_tag_like and not is_believed(look)]
    marks += [_unknown(x) for x in doubtful if not any(_near(c, x.corners_px) for c in taken)]
    marks += _duplicates(tags)
    flags = tuple(dict.fromkeys(flag for flag, _ in marks))
    return Found(tuple(tags), flags, tuple(place for _, place in marks), facts)


def _believe(look: Look, said: list[Decoded], tags: list[Tag], marks: list[Marked]) -> None:
    tag = to_tag(look, wrong_of(look))
    if not said:
        tags.append(tag)
    elif all(one.text == tag.payload for one in said):
        tags.append(replace(tag, wrong=min(tag.wrong, CONFIRMED_WRONG)))
    else:
        text = f"one reader says {tag.payload}, another {said[0].text}: neither is believed"
        marks.append(_mark("unknown", tag.payload, text, tag.corners_px))


def _take_decoded(
    one: Heard, in_play: frozenset[str], tags: list[Tag], marks: list[Marked]
) -> None:
    text, corners = one.decoded.text, one.decoded.corners_px
    if any(_near(corners, place.corners_px) for _, place in marks):
        return
    if text not in in_play:
        marks.append(_mark("foreign", text, _foreign_text(text), corners))
    elif one.look is not None and one.look.rho > _PLACED_RHO:
        tags.append(replace(to_tag(one.look, DECODED_WRONG), reader=one.decoded.reader))
    else:
        sigma = _OPEN_SIGMA * side_of(corners)
        tags.append(Tag(text, corners, sigma, one.decoded.reader, wrong=DECODED_WRONG))


def _foreign_text(text: str) -> str:
    return f"a code that is not in play lies on the table: {text[:60]!r}"


def _unknown(look: Look) -> Marked:
    column, row = round(look.centre_px.real), round(look.centre_px.imag)
    where = f"lies at {column}, {row} in the picture"
    if look.spec is None and look.score > 1.0:
        text = f"a tag that is not in play {where}"
    else:
        text = f"a tag that cannot be told for certain {where}: uncover it or light it better"
    return _mark("unknown", "", text, look.corners_px)


def _duplicates(tags: Iterable[Tag]) -> list[Marked]:
    """One mark for every place of a payload that stands in more than one."""
    counts = Counter(tag.payload for tag in tags)
    return [
        _mark(
            "duplicate",
            tag.payload,
            f"{tag.payload} is seen in {counts[tag.payload]} places: leave only one of them",
            tag.corners_px,
        )
        for tag in tags
        if counts[tag.payload] > 1
    ]


def _mark(kind: str, payload: str, text: str, corners_px: Corners) -> Marked:
    return Flag(kind, payload, text), Place(kind, payload, corners_px)


def _same_place(one: Decoded, look: Look) -> bool:
    return _near(one.corners_px, look.corners_px)


def _near(one: Corners, other: Corners) -> bool:
    """Whether two symbols lie on one another: centres within half the larger side."""
    apart = abs(complex(*centre_of(one)) - complex(*centre_of(other)))
    return apart < max(side_of(one), side_of(other)) / 2
