"""Which looks are believed, and how likely that is wrong.

The first law: no tag is ever given a name that is not its own. What tells is the lead over
the next template, measured by how unlike the two are: a tag seen perfectly leads by all of
that, whichever twins it has. A foreign tag of the same form shows what all tags share at full
strength and leads by little; a tag in play that is partly covered shows less of what is shared,
but still leads. So a look is trusted by its lead, less half of the common pattern it shows.
The limits and odds are what rendered tags not in play showed (docs/tags.md).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.tags.decode.forms import Form
from vision.tags.known.identity import Array, Scores
from vision.tags.known.looks import Look, best_apart, is_same_pose
from vision.tags.tag import Tag

READER = "closed-set"
STILL_RHO = 0.35
STILL_MARGIN = 0.10
LEAST_WRONG = 1e-9
_BY_COMMON = 0.5
# A tag judged in part must be clearer in it: there are 28 chances to look like one, and
# what is no tag at all may pass for an end of one. Of 3,000 strangers one showed 0.63 at a
# trust of 0.28; covered tags in play show 0.73 as far as a blur of 1.6 px.
_PART_RHO = 0.70
_PART_COMMON = 0.5
_PART_TRUST = 0.04
# In a part two tags in play may be nearly the same, and a lead of nothing is then all that sets
# them apart: a stranger led by 0.12 of 0.17 at a rho of 0.75. Tags in play lead by 0.24.
_PART_MARGIN = 0.20
# Where two tags in play are much alike, a small lead is most of what sets them apart: of 2,000
# strangers one with rho 0.68 led by 0.24 of 0.29. So a name that fits poorly must lead by more;
# tags in play that are covered at an edge and still judged as a whole lead by 0.32.
_POOR_RHO, _POOR_MARGIN = 0.72, 0.26
# Two tags more alike than this are never told apart by their lead alone.
_LEAST_APART = 0.15


@dataclass(frozen=True, slots=True)
class Rule:
    """From what on a look of a symbol is believed.

    ``trust``: least of ``trust_in``. ``rho``, ``margin``: least of each. ``size``: most by
    which its size may differ from the nominal, as a share. ``odds``: share of foreign tags
    that reach the least trust, and ``fold`` the trust by which that falls by a factor e.
    """

    trust: float
    rho: float
    margin: float
    size: float
    odds: float
    fold: float


# Of 6,000 strangers one had a trust of 0.18 with rho 0.64; whole tags in play have 0.24 and 0.76
# down to 0.8 px a module, and covered ones are judged in the part that shows.
_QR_H = Rule(0.22, 0.65, 0.10, 0.12, odds=1e-4, fold=0.05)
# Tags of a lower level are more alike: the same trust is wrong more often.
_QR = Rule(0.22, 0.65, 0.08, 0.12, odds=6e-4, fold=0.057)
_MICRO = Rule(0.95, 0.60, 0.12, 0.10, odds=1e-3, fold=0.05)
# Sixteen cells say little: a foreign marker turned by a quarter reaches 1.04 and 0.89.
_ARUCO = Rule(1.05, 0.85, 0.10, 0.04, odds=5e-3, fold=0.05)


def rule_for(look: Look) -> Rule:
    """The rule of the symbol and level of a look."""
    if look.form.symbol == "aruco":
        return _ARUCO
    if look.form.symbol == "microqr":
        return _MICRO
    return _QR_H if look.spec is not None and look.spec.ecl == "H" else _QR


def trust_in(look: Look) -> float:
    """How much speaks for the name of a look: of QR as above, else correlation and lead."""
    if look.form.symbol == "qr":
        lead = look.margin / max(look.apart, _LEAST_APART)
        return lead - _BY_COMMON * look.common
    return look.rho + look.margin


def clearness(scores: Scores) -> Array:
    """(n,) trust in judged patches of QR symbols, before they are looks."""
    lead = scores.margin / np.maximum(scores.apart, _LEAST_APART)
    return np.asarray(lead - _BY_COMMON * scores.common)


def is_believed(look: Look) -> bool:
    """Whether the look is one of the tags in play, beyond reasonable doubt."""
    rule = rule_for(look)
    if look.spec is None or abs(look.size - 1) > rule.size:
        return False
    if look.was_wrong < 1:
        # It lay there a moment ago, not a module away: it is enough that it still does.
        return look.rho >= STILL_RHO and look.margin >= STILL_MARGIN
    if look.part > 0 and not _is_clear_in_part(look):
        return False
    poor = look.form.symbol == "qr" and look.rho < _POOR_RHO
    least = max(rule.margin, _POOR_MARGIN) if poor else rule.margin
    clear = look.rho >= rule.rho and look.margin >= least
    return clear and trust_in(look) >= rule.trust + (_PART_TRUST if look.part > 0 else 0)


def is_complete(form: Form, looks: Iterable[Look]) -> bool:
    """Whether every tag in play of that form is among the looks that are believed."""
    names = {look.spec for look in looks if is_believed(look)}
    return all(spec in names for spec in form.specs)


def _is_clear_in_part(look: Look) -> bool:
    alike = look.rho >= _PART_RHO and look.common >= _PART_COMMON
    return alike and look.margin >= _PART_MARGIN


def sure_and_others(looks: Iterable[Look]) -> tuple[list[Look], list[Look]]:
    """The looks that are believed, and those that are not, each in their order."""
    sure: list[Look] = []
    others: list[Look] = []
    for look in looks:
        (sure if is_believed(look) else others).append(look)
    return sure, others


def best_told(looks: Sequence[Look]) -> list[Look]:
    """As ``best_apart``, but one that is believed stands for those at its place that say the same
    and are not: a part of a tag may correlate better than all of it and show too little."""
    sure, others = sure_and_others(looks)
    doubtful = [
        look
        for look in others
        if not any(one.row == look.row and is_same_pose(one, look) for one in sure)
    ]
    return best_apart(sure + doubtful)


def best_sure(looks: Sequence[Look]) -> list[Look]:
    """Those that are believed, best first, none twice."""
    return [look for look in best_told(looks) if is_believed(look)]


def wrong_of(look: Look) -> float:
    """Probability that a believed look has the wrong name.

    It is the share of foreign tags of the same form that are trusted as much, as if every
    look were at one of them; so it errs on the side of doubt.
    """
    rule = rule_for(look)
    now = rule.odds * math.exp(-(trust_in(look) - rule.trust) / rule.fold)
    return min(max(now, LEAST_WRONG), look.was_wrong)


def to_tag(look: Look, wrong: float) -> Tag:
    """The look as a tag.

    Raises:
        ValueError: it is a decoy.
    """
    if look.spec is None:
        raise ValueError("a decoy is no tag")
    visible = min(max(look.visible, 0.0), 1.0)
    return Tag(
        look.spec.payload, look.corners_px, look.sigma_px, READER, wrong, visible,
        look.loose_px, look.loose_sigma_px,
    )  # fmt: skip
