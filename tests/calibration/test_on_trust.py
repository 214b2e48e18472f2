"""What no camera sees is said as such, until it is measured."""

from __future__ import annotations

from dataclasses import replace

from calibration.on_trust import on_trust
from calibration.table_file import BaseInPlay, Marker, TableFile, Tape
from calibration.tolerances import DRAWN, MM_IN

TYPED = BaseInPlay("A", 1.6, 1.6, 1.0)
JIGGED = replace(TYPED, payload="B", tolerance_in=0.1 * MM_IN, tolerance_deg=0.15)
MEASURED = replace(TYPED, payload="C", tag_height_tolerance_in=0.1 * MM_IN)
CORNERS = (Marker(0, 1.0, 1.0, 2.0, 0.0), Marker(1, 70.0, 1.0, 2.0, 0.0))


def table(*bases: BaseInPlay, tapes: tuple[Tape, ...] = ()) -> TableFile:
    return TableFile((72.0, 48.0), CORNERS, bases=bases, tapes=tapes)


def test_a_table_that_nobody_measured_trusts_in_three_things() -> None:
    """Two of the defaults' standard deviations: 0.35 mm and 0.8°, 1 mm, 0.06 %."""
    assert on_trust(table(TYPED)) == (
        "labels lie within 0.7 mm and 1.6° of where they are typed "
        "(the one base; the jig measures a label)",
        "bases are as thick as typed, to 2 mm (the one base; callipers measure them)",
        "the typed places of the markers are not all stretched by more than 0.12 % "
        "(a tape between two far markers measures it)",
    )


def test_a_label_that_lay_in_the_jig_is_not_trusted_in() -> None:
    assert "(1 of 2 bases; the jig" in on_trust(table(TYPED, JIGGED))[0]
    assert not any("labels" in said for said in on_trust(table(JIGGED)))


def test_a_base_whose_thickness_was_measured_is_not_trusted_in() -> None:
    assert not any("thick" in said for said in on_trust(table(MEASURED)))


def test_a_tape_ends_the_trust_in_the_scale() -> None:
    taped = table(TYPED, tapes=(Tape(0, 1, 69.0),))
    assert not any("stretched" in said for said in on_trust(taped))


def test_a_drawn_table_needs_no_trust() -> None:
    assert on_trust(replace(table(TYPED), tolerances=replace(DRAWN, scale=0.0))) == ()
