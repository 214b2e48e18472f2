"""Which looks are believed, and how likely that is wrong.

The first law: no tag is ever given a name that is not its own. A look is believed when its
correlation and its lead together reach the limit of its symbol; the limits and the odds of
being wrong beyond them were measured on rendered tags not in play (docs/tags.md).
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.tags.looks import Look
from vision.tags.tag import Tag


@dataclass(frozen=True, slots=True)
class Rule:
    """From what on a look of a symbol is believed.

    ``score``: least sum of correlation and lead. ``rho``, ``margin``: least of each.
    ``size``: most by which its size may differ from the nominal, as a share.
    """

    score: float
    rho: float
    margin: float
    size: float


RULES = {
    "qr": Rule(0.83, 0.50, 0.12, 0.12),
    "microqr": Rule(0.95, 0.60, 0.12, 0.10),
    # Sixteen cells say little: a foreign marker turned by a quarter reaches 1.04 and 0.89.
    "aruco": Rule(1.05, 0.85, 0.10, 0.04),
}
STILL_RHO = 0.35
STILL_MARGIN = 0.10
READER = "closed-set"
_WRONG_AT_LIMIT = {"qr": 2e-3, "microqr": 2e-3, "aruco": 5e-3}
_WRONG_TENFOLD = 0.10
_LEAST_WRONG = {"qr": 1e-9, "microqr": 1e-7, "aruco": 1e-5}


def is_believed(look: Look) -> bool:
    """Whether the look is one of the tags in play, beyond reasonable doubt."""
    rule = RULES[look.form.symbol]
    if look.spec is None or abs(look.size - 1) > rule.size:
        return False
    if look.was_wrong < 1:
        # It lay there a moment ago, not a module away: it is enough that it still does.
        return look.rho >= STILL_RHO and look.margin >= STILL_MARGIN
    return look.score >= rule.score and look.rho >= rule.rho and look.margin >= rule.margin


def wrong_of(look: Look) -> float:
    """Probability that a believed look has the wrong name.

    At the limit it is what foreign tags of the same form showed; it falls tenfold with each
    tenth that the score is higher.
    """
    symbol = look.form.symbol
    over = look.score - RULES[symbol].score
    now = max(_WRONG_AT_LIMIT[symbol] * 10 ** (-over / _WRONG_TENFOLD), _LEAST_WRONG[symbol])
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
