"""Tags of the same form that are not in play, for every reading to compete with.

Without them the margin of an impostor is large simply because nothing like it is in the
set. Half of them differ from a tag in play only in its digits and letters at the end, as the
tags of another army would; the others differ anywhere.
"""

from __future__ import annotations

import random
import string
from collections.abc import Sequence

from vision.tags.codes import ARUCO_COUNT, TABLE_MARKERS, aruco_number
from vision.tags.tag import TagSpec

_TAIL = 4
_TRIES = 40


def make_decoys(specs: Sequence[TagSpec], count: int) -> tuple[TagSpec, ...]:
    """At most *count* decoys of the form of *specs*, always the same for the same specs.

    For ArUco all other markers that a base can have, whatever *count*.
    """
    if not specs:
        return ()
    if specs[0].symbol == "aruco":
        return _other_markers(specs)
    dice = random.Random("|".join(spec.payload for spec in specs))
    taken = {spec.payload for spec in specs}
    decoys: list[TagSpec] = []
    for turn in range(count * _TRIES):
        if len(decoys) == count:
            break
        model = dice.choice(specs)
        payload = _like(model, dice, whole=turn % 2 == 1)
        if payload not in taken:
            taken.add(payload)
            decoys.append(_with_payload(model, payload, dice))
    return tuple(decoys)


def _other_markers(specs: Sequence[TagSpec]) -> tuple[TagSpec, ...]:
    """Every other marker of the dictionary: there are few, so none need be left out."""
    taken = {aruco_number(spec.payload) for spec in specs}
    numbers = [number for number in range(TABLE_MARKERS, ARUCO_COUNT) if number not in taken]
    return tuple(TagSpec(str(n), specs[0].size_in, symbol="aruco") for n in numbers)


def _like(model: TagSpec, dice: random.Random, *, whole: bool) -> str:
    start = 0 if whole else max(len(model.payload) - _TAIL, 0)
    changed = "".join(_other(letter, dice) for letter in model.payload[start:])
    return model.payload[:start] + changed


def _other(letter: str, dice: random.Random) -> str:
    for kind in (string.digits, string.ascii_uppercase, string.ascii_lowercase):
        if letter in kind:
            return dice.choice(kind)
    return letter


def _with_payload(model: TagSpec, payload: str, dice: random.Random) -> TagSpec:
    # A set printed with chosen masks meets foreign tags of any mask.
    mask = None if model.mask is None else dice.randrange(4 if model.symbol == "microqr" else 8)
    return TagSpec(payload, model.size_in, model.ecl, mask, model.symbol, model.height_in)
