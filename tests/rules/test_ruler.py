"""What the books in centimetres measure base by base, lines through bases, and judged moves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import Struct

from rules.field.lanes import span
from rules.field.moving import goes, until_lawful
from rules.field.ruler import foot_of, is_kind, shifted, taking_part
from rules.kernel.engine import Done, advance
from rules.kernel.play import Play
from rules.kernel.prompts import Look
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.names import Labelled
from vision.table.reading import Reading, Unmeasurable
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

STAND = Base("A1", 2.0, 1.0, Pose(10.0, 10.0, 90.0))
"""2 in wide, 1 in deep, looks north: x 9 to 11, y 9.5 to 10.5."""
DISC = Base("B1", 1.0, 1.0, Pose(10.0, 20.0, 0.0), round=True)
TOO_SHORT = refusal("too short", "X-MOV-01")
TABLE = Snapshot((72.0, 48.0), (STAND, DISC, replace(STAND, payload="DEAD")))


def test_only_those_in_play_are_on_the_table_with_unit_and_side_of_the_state() -> None:
    seen = taking_part(TABLE, (("B1", "B", "red"), ("A1", "A", "white")), "{payload} of {unit}?")
    assert [(b.payload, b.unit, b.side) for b in seen.bases] == [
        ("B1", "B", "red"), ("A1", "A", "white"),
    ]  # fmt: skip


def test_who_is_in_play_and_not_on_the_table_is_named() -> None:
    with pytest.raises(Unmeasurable, match="C has no stand C7"):
        taking_part(TABLE, (("C7", "C", "red"),), "has no stand {payload}")


def test_a_shift_in_centimetres_moves_just_those_bases() -> None:
    """5.08 cm are 2 in."""
    moved = shifted(TABLE, ["A1"], 5.08, -2.54)
    foot = foot_of(moved, "A1")
    assert (foot.x_in, foot.y_in) == pytest.approx((12.0, 9.0))
    assert moved.bases[1:] == TABLE.bases[1:]


def test_a_piece_is_of_a_kind_by_its_kind_or_by_a_tag() -> None:
    piece = Terrain("field", ((0, 0), (1, 0), (1, 1)), tags=("hedged",))
    assert is_kind(piece, ("wood", "field")) and is_kind(piece, ("hedged",))
    assert not is_kind(piece, ("wood",))


def test_a_line_enters_and_leaves_a_base_in_inches_along_it() -> None:
    """North from (10, 5): in at y 9.5, out at 10.5. From (10, 12) it lies behind: -2.5, -1.5."""
    foot = foot_of(TABLE, "A1")
    assert span((10.0, 5.0), (0.0, 1.0), foot) == pytest.approx((4.5, 5.5))
    assert span((10.0, 12.0), (0.0, 1.0), foot) == pytest.approx((-2.5, -1.5))


@pytest.mark.parametrize("x_in", [11.01, 12.5])
def test_a_line_past_a_base_misses_it(x_in: float) -> None:
    """Its right edge is at x 11: inside the circle round it, and far outside."""
    assert span((x_in, 5.0), (0.0, 1.0), foot_of(TABLE, "A1")) is None


def test_a_line_through_a_disc_is_a_chord() -> None:
    """Radius 0.5 round (10, 20); 0.3 aside the half chord is sqrt(0.25 - 0.09) = 0.4."""
    disc = foot_of(TABLE, "B1")
    assert span((10.3, 15.0), (0.0, 1.0), disc) == pytest.approx((4.6, 5.4))
    assert span((10.6, 15.0), (0.0, 1.0), disc) is None


class Game(Struct, frozen=True):
    """The smallest state of a play: nobody in it, and no house rule on."""

    units: dict[str, str] = {}
    house: dict[str, str] = {}


def ask(*tables: Snapshot) -> Look | Done[Play[Game]]:
    """A move of A1 by at least an inch, and the tables that were seen, one after the other."""

    def judge(after: Play[Game]) -> Refusal | None:
        return None if foot_of(after.table, "A1").x_in >= 11.0 else TOO_SHORT

    def again(fault: Refusal | None) -> Look:
        return Look("move A1", "red", ("A1",), ("X-MOV-01",), fault=fault)

    steps = until_lawful(
        Play(Game(), TABLE), "move A1", "red", ("A1",), judge,
        field=lambda state, table: table, rules=("X-MOV-01",),
    )  # fmt: skip
    faults = (None, TOO_SHORT)
    found = advance(steps, [(again(faults[k > 0]), seen) for k, seen in enumerate(tables)])
    assert isinstance(found, Look | Done)
    return found


class Foot(Labelled, frozen=True):
    """A unit of several men, by its name."""

    id: str = "K"
    name: str = "King musketeers"


@pytest.mark.parametrize(
    ("far_cm", "doubt_cm", "told"),
    [
        (4.0, 0.3, "King musketeers go back 4.0 ± 0.3 cm"),
        (0.2, 0.3, "King musketeers stand still"),
        (0.004, 0.0, "King musketeers stand still"),
        (0.01, 0.0, "King musketeers go back 0.01 cm"),
    ],
)
def test_who_has_moved_no_farther_than_the_ruler_doubts_stands_still(
    far_cm: float, doubt_cm: float, told: str
) -> None:
    """Seen to go back 0.00 cm."""
    far = Reading("move_distance", far_cm, doubt_cm, unit="cm")
    assert goes(Foot(), far, "goes", "back") == told


def test_a_move_that_breaks_a_rule_is_asked_for_again_with_the_reason() -> None:
    asked = ask(shifted(TABLE, ["A1"], 1.0, 0.0))
    assert isinstance(asked, Look) and (asked.what, asked.fault) == ("move A1", TOO_SHORT)
    assert asked.told == "too short (X-MOV-01). Again: move A1"


def test_the_table_of_the_lawful_move_is_the_one_that_play_goes_on_with() -> None:
    right = shifted(TABLE, ["A1"], 2.6, 0.0)
    done = ask(shifted(TABLE, ["A1"], 1.0, 0.0), right)
    assert isinstance(done, Done)
    assert (done.outcome.table, done.outcome.rulings) == (right, ())


def test_what_people_agree_to_stands_and_a_ruling_says_so() -> None:
    agreed = shifted(TABLE, ["A1"], 1.0, 0.0).let_stand()
    done = ask(agreed)
    assert isinstance(done, Done)
    (ruling,) = done.outcome.rulings
    assert ruling.says == "too short: it stands by agreement"
