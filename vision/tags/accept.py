"""Which looks are believed, and how likely that is wrong.

The first law: no tag is ever given a name that is not its own. A look is believed when its
correlation and its lead together reach ``ACCEPT``; the figure and the odds of being wrong
beyond it were measured on rendered tags that were not in play (docs/tags.md).
"""

from __future__ import annotations

from vision.tags.looks import Look
from vision.tags.tag import Tag

ACCEPT = 0.83
LEAST_RHO = 0.50
LEAST_MARGIN = 0.12
STILL_RHO = 0.35
STILL_MARGIN = 0.10
READER = "closed-set"
_WRONG_AT_ACCEPT = 2e-3
_WRONG_TENFOLD = 0.10
_LEAST_WRONG = 1e-9


def is_believed(look: Look) -> bool:
    """Whether the look is one of the tags in play, beyond reasonable doubt."""
    if look.spec is None:
        return False
    if look.was_wrong < 1:
        # It lay there a moment ago, not a module away: it is enough that it still does.
        return look.rho >= STILL_RHO and look.margin >= STILL_MARGIN
    return look.score >= ACCEPT and look.rho >= LEAST_RHO and look.margin >= LEAST_MARGIN


def wrong_of(look: Look) -> float:
    """Probability that a believed look has the wrong name.

    At the limit it is what foreign tags of the same form showed; it falls tenfold with each
    tenth that the score is higher.
    """
    over = look.score - ACCEPT
    now = max(_WRONG_AT_ACCEPT * 10 ** (-over / _WRONG_TENFOLD), _LEAST_WRONG)
    return float(min(now, look.was_wrong))


def to_tag(look: Look, wrong: float) -> Tag:
    """The look as a tag.

    Raises:
        ValueError: it is a decoy.
    """
    if look.spec is None:
        raise ValueError("a decoy is no tag")
    visible = min(max(look.visible, 0.0), 1.0)
    return Tag(look.spec.payload, look.corners_px, look.sigma_px, READER, wrong, visible)
