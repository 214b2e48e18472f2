"""From what each reader says about each place to one answer.

Two readers that agree make each other certain; two that disagree are both dropped and
reported. What is not in play is foreign, however well it can be read.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from vision.table.snapshot import Flag
from vision.tags.decode.decoded import Corners, Decoded, centre_of, side_of
from vision.tags.found import Found, Place
from vision.tags.known.accept import is_believed, to_tag, wrong_of
from vision.tags.known.looks import Look
from vision.tags.tag import Tag

CONFIRMED_WRONG = 1e-9
"""Two readers that work in different ways say the same."""
DECODED_WRONG = 1e-6
"""The error correction of a decoder passed, and the payload is one of those in play."""
_OPEN_SIGMA = 0.02
"""Standard deviation of a decoder's corner coordinate, in sides of the symbol."""
_PLACED_RHO = 0.35
"""A decoded tag is placed by the closed-set reader only where that sees the same tag."""

_SURE_DECOY = 1.0
_SURE_WRONG = 2e-5

_Spot = tuple[float, float, float]
"""Centre and side of a symbol in the picture."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What an open decoder read, and what the closed-set reader sees at that place."""

    decoded: Decoded
    look: Look | None = None


def in_the_picture(at_px: complex) -> str:
    """Where a place is when nothing is known of the table."""
    return f"at {at_px.real:.0f}, {at_px.imag:.0f} in the picture"


def settle_names(
    looks: Sequence[Look],
    heard: Sequence[Heard],
    in_play: frozenset[str],
    facts: tuple[str, ...],
    where: Callable[[complex], str] = in_the_picture,
) -> Found:
    """Tags and flags of one picture; *where* says in words where a place of it is."""
    answer = _Answer(in_play)
    spoken = [(one, _spot(one.decoded.corners_px)) for one in heard]
    for look in filter(is_believed, looks):
        spot = _spot(look.corners_px)
        answer.believe(look, [one.decoded for one, at in spoken if _near(at, spot)])
    for one, at in spoken:
        if not answer.has(at):
            answer.take_decoded(one)
    for look in looks:
        if look.is_tag_like and not is_believed(look) and not answer.has(_spot(look.corners_px)):
            text = _unknown_text(look, where(look.centre_px))
            answer.mark("unknown", "", text, look.corners_px)
    answer.mark_duplicates()
    return answer.found(facts)


class _Answer:
    """Tags and marks as they come together, and the spots they take up."""

    def __init__(self, in_play: frozenset[str]) -> None:
        self._in_play = in_play
        self._tags: list[Tag] = []
        self._marks: list[tuple[Flag, Place]] = []
        self._spots: list[_Spot] = []

    def has(self, spot: _Spot) -> bool:
        """Whether something was already said about that place."""
        return any(_near(spot, other) for other in self._spots)

    def found(self, facts: tuple[str, ...]) -> Found:
        """What has come together."""
        flags = tuple(dict.fromkeys(flag for flag, _ in self._marks))
        return Found(tuple(self._tags), flags, tuple(place for _, place in self._marks), facts)

    def believe(self, look: Look, said: list[Decoded]) -> None:
        """A look that is certain by itself, and what decoders said of the same place."""
        tag = to_tag(look, wrong_of(look))
        if tag.wrong < _SURE_WRONG:
            # At two pixels a module a decoder now and then passes its own error correction
            # with a text that is nowhere; nothing but the tag itself leads by this much.
            said = [one for one in said if one.text in self._in_play]
        if not said:
            self._add(tag)
        elif all(one.text == tag.payload for one in said):
            self._add(replace(tag, wrong=min(tag.wrong, CONFIRMED_WRONG)))
        else:
            text = f"one reader says {tag.payload}, another {said[0].text}: neither is believed"
            self.mark("unknown", tag.payload, text, tag.corners_px)

    def take_decoded(self, one: Heard) -> None:
        """What only a decoder read."""
        text, corners, reader = one.decoded.text, one.decoded.corners_px, one.decoded.reader
        if text not in self._in_play:
            says = f"a code that is not in play lies on the table: {text[:60]!r}"
            self.mark("foreign", text, says, corners)
        elif one.look is not None and one.look.rho > _PLACED_RHO:
            self._add(replace(to_tag(one.look, DECODED_WRONG), reader=reader))
        elif one.look is not None:
            says = f"a code reads {text} but does not look like it: is it printed at its size?"
            self.mark("unknown", text, says, corners)
        else:
            sigma = _OPEN_SIGMA * side_of(corners)
            self._add(Tag(text, corners, sigma, reader, wrong=DECODED_WRONG))

    def mark(self, kind: str, payload: str, text: str, corners_px: Corners) -> None:
        """Report a place."""
        self._marks.append((Flag(kind, payload, text), Place(kind, payload, corners_px)))
        self._spots.append(_spot(corners_px))

    def mark_duplicates(self) -> None:
        """Report every place of a payload that stands in more than one."""
        counts = Counter(tag.payload for tag in self._tags)
        for tag in self._tags:
            count = counts[tag.payload]
            if count > 1:
                text = f"{tag.payload} is seen in {count} places: leave only one of them"
                self.mark("duplicate", tag.payload, text, tag.corners_px)

    def _add(self, tag: Tag) -> None:
        self._tags.append(tag)
        self._spots.append(_spot(tag.corners_px))


def _unknown_text(look: Look, where: str) -> str:
    if look.spec is None and look.score > _SURE_DECOY:
        return f"a tag that is not in play lies {where}"
    return f"a tag that cannot be told for certain lies {where}: uncover it or light it better"


def _spot(corners_px: Corners) -> _Spot:
    x, y = centre_of(corners_px)
    return x, y, side_of(corners_px)


def _near(one: _Spot, other: _Spot) -> bool:
    """Whether two symbols lie on one another: centres within half the larger side."""
    return math.dist(one[:2], other[:2]) < max(one[2], other[2]) / 2
