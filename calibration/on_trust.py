"""What a ± takes on trust, because no camera sees it: labels, thickness and a common stretch.

Everything else that may be wrong shows in the picture, and is judged there (docs/accuracy.md).
"""

from __future__ import annotations

from calibration.table_file import TableFile
from calibration.tolerances import MM_IN

_EXACT_IN = 0.15 * MM_IN
"""A spread that the jig, callipers or a machine reach; what is known so well needs no trust."""

_EXACT_SCALE = 0.0003


def on_trust(table: TableFile) -> tuple[str, ...]:
    """A sentence for each thing that is not seen, with its two standard deviations and what would
    measure it; none for what was measured."""
    said = (_labels(table), _thickness(table), _scale(table))
    return tuple(each for each in said if each)


def _labels(table: TableFile) -> str:
    loose = table.tolerances
    least, most = loose.label_in, loose.label_deg
    unmeasured = [base for base in table.bases if base.tolerance_in is None]
    if not unmeasured or least <= _EXACT_IN:
        return ""
    return (
        f"labels lie within {_mm(2 * least)} and {2 * most:.1f}° of where they are typed "
        f"({_how_many(len(unmeasured), len(table.bases))}; the jig measures a label)"
    )


def _thickness(table: TableFile) -> str:
    unmeasured = [base for base in table.bases if base.tag_height_tolerance_in is None]
    if not unmeasured or table.tolerances.thickness_in <= _EXACT_IN:
        return ""
    return (
        f"bases are as thick as typed, to {_mm(2 * table.tolerances.thickness_in)} "
        f"({_how_many(len(unmeasured), len(table.bases))}; callipers measure them)"
    )


def _scale(table: TableFile) -> str:
    if table.tapes or not table.markers or table.tolerances.scale <= _EXACT_SCALE:
        return ""
    return (
        "the typed places of the markers are not all stretched by more than "
        f"{200 * table.tolerances.scale:.2g} % (a tape between two far markers measures it)"
    )


def _mm(length_in: float) -> str:
    return f"{length_in / MM_IN:.2g} mm"


def _how_many(some: int, every: int) -> str:
    if every == 1:
        return "the one base"
    return f"all {every} bases" if some == every else f"{some} of {every} bases"
