"""Bases that are seen inside one another say that labels sit worse than typed."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.calibration.world_draws import Faults, Setting, draw
from tests.cameras.scenes import Watched, small_table
from vision.evidence.clashes import Clashes, Judged, Touch, chance_of, judge_clashes, touches_of
from vision.simulator.draws import draw as draw_table
from vision.simulator.world import PERFECT
from vision.table.snapshot import EXACT, Base, Pose
from vision.watch.still_scene import measure_pictures

OWN_IN = 0.02
"""Of each base and axis; a pair side by side then has 0.0283 in."""

TWO_IN = 2.0


def row(*x_in: float) -> list[Base]:
    """Bases of 2 by 2 in side by side, their middles there; they look north."""
    own = (OWN_IN**2, 0.0, 0.0, OWN_IN**2, 0.0, 0.0)
    return [Base(f"B{k}", TWO_IN, TWO_IN, Pose(x, 10.0, 90.0, own=own)) for k, x in enumerate(x_in)]


OTHER = row(11.8)[0]


def test_two_bases_far_inside_one_another_are_told() -> None:
    """0.13 in is 4.6 standard deviations: two in a million of pairs that touch."""
    (flag,) = judge_clashes(row(10.0, 11.87)).flags
    assert (flag.kind, flag.payload) == ("clash", "B0")
    assert flag.text.startswith("B0 and B1 are seen 0.13 in inside one another: put them apart")


def test_two_bases_a_little_inside_one_another_are_not() -> None:
    """0.08 in is 2.8 standard deviations: one in 400 of pairs that touch."""
    assert judge_clashes(row(10.0, 11.92)) == Judged()


def test_what_two_bases_disagree_in_is_added_to_what_is_unsure() -> None:
    """Birge's ratio: 4.6² of one pair and 1 of each of the four that were believed beforehand, so
    that labels sit √((21.1 + 4) / 5) = 2.24 times farther off than typed."""
    judged = judge_clashes(row(10.0, 11.87))
    assert judged.grown == pytest.approx(2.24, abs=0.01)
    assert judged.pose(OTHER.settled_pose()).own[0] == pytest.approx((2.24 * OWN_IN) ** 2, rel=0.01)


def test_the_part_that_is_added_is_the_labels() -> None:
    causes = (("pixels", 0.5), ("label", 0.5))
    pose = replace(OTHER.settled_pose(), own_causes=causes)
    grown = dict(Judged(grown=2.0).pose(pose).own_causes)
    assert grown == pytest.approx({"pixels": 0.125, "label": 0.875})


def test_bases_apart_say_nothing() -> None:
    assert judge_clashes(row(10.0, 12.2, 14.4)) == Judged()


def test_many_pairs_each_a_little_inside_are_told_together() -> None:
    (flag,) = judge_clashes(row(*(10.0 + 1.93 * k for k in range(8)))).flags
    assert "(and 6 more pairs are)" in flag.text


def test_the_chance_of_two_touches_is_that_of_the_chi_bar_square() -> None:
    """Squares of 9 in all: half of P(chi2 of 1 > 9) and a quarter of P(chi2 of 2 > 9)."""
    touches = [Touch("A", "B", 0.3, 0.1), Touch("B", "C", -0.1, 0.1)]
    one, two = math.erfc(3 / math.sqrt(2)), math.exp(-4.5)
    assert chance_of(touches) == pytest.approx(one / 2 + two / 4)


def test_nothing_inside_is_no_evidence() -> None:
    assert chance_of([Touch("A", "B", -0.1, 0.1)]) == 1.0


def test_a_thousand_touching_pairs_are_counted_without_an_overflow() -> None:
    assert 0.0 <= chance_of([Touch("A", "B", 0.1, 0.1)] * 2000) < 1e-9


@pytest.mark.parametrize(
    "other",
    [
        replace(OTHER, status="hidden"),
        replace(OTHER, by_hand=True),
        replace(OTHER, pose=replace(OTHER.settled_pose(), ground_in=2.0)),
    ],
    ids=["hidden", "by hand", "on a hill"],
)
def test_what_no_camera_sees_on_the_same_ground_does_not_clash(other: Base) -> None:
    assert judge_clashes([*row(10.0), replace(other, payload="other")]) == Judged()


def test_a_table_without_errors_has_no_evidence() -> None:
    exact = [replace(b, pose=replace(b.settled_pose(), own=EXACT)) for b in row(1.0, 2.8)]
    assert touches_of(exact) == ()


def test_bases_that_touch_and_are_off_as_allowed_are_seldom_told() -> None:
    """Four lines of five that truly touch, 100 tables: one in 2,000 may be told, so that two of
    them would be one in 800 times."""
    rng = np.random.default_rng(5)
    told = 0
    for _ in range(100):
        bases = []
        for line in range(4):
            for base in row(*(10.0 + TWO_IN * k for k in range(5))):
                pose = base.settled_pose()
                x, y = (pose.x_in, 6.0 + 10 * line) + rng.normal(0, OWN_IN, 2)
                seen = replace(pose, x_in=float(x), y_in=float(y))
                bases.append(replace(base, payload=f"{line}{base.payload}", pose=seen))
        told += bool(judge_clashes(bases).flags)
    assert told <= 1


def told_of(faults: Faults) -> list[bool]:
    """Of six tables with three lines of four bases: were labels spoken of?"""
    setting = Setting(bases=12, in_line=4)
    said = [draw(faults, setting, seed).said for seed in range(400, 406)]
    return [any("inside one another" in text for text in one) for one in said]


def test_labels_at_thrice_their_default_are_told_where_bases_touch() -> None:
    """Nine pairs that are off by three of their standard deviations: more than half of the
    tables at the very least."""
    assert sum(told_of(Faults(glue_mm=1.0, twist_deg=2.0))) >= 4


def test_labels_at_their_default_are_not() -> None:
    assert not any(told_of(Faults(glue_mm=0.35, twist_deg=0.8)))


def test_what_was_said_stays_while_nothing_moves() -> None:
    watched, bases = Clashes(), row(10.0, 11.87)
    said = watched.of(bases)
    shaken = [replace(b, pose=replace(b.settled_pose(), y_in=10.004)) for b in bases]
    assert watched.of(shaken) is said


def test_what_was_said_goes_when_they_are_put_apart() -> None:
    watched = Clashes()
    watched.of(row(10.0, 11.87))
    assert watched.of(row(10.0, 12.5)) == Judged()


def test_a_picture_of_bases_in_one_another_says_so() -> None:
    """Each is 1.6 in deep, their middles are 1.5 in apart."""
    table, poses = small_table()
    there = {**poses, "R02": (8.0, 10.5, 90.0)}
    drawn = draw_table(table, there, PERFECT, seed=3)
    kinds = [flag.kind for flag in measure_pictures([drawn.picture], table, drawn.lens).flags]
    assert "clash" in kinds


def test_a_watched_table_is_as_unsure_as_bases_in_one_another_show() -> None:
    table = Watched()
    table.look(8)
    before = table.base("R03").settled_pose().own
    stand = table.camera.scene.stands["R01"]
    table.camera.move("R02", stand.x_in, stand.y_in + 1.5, stand.facing_deg)
    table.look(8)
    assert table.base("R03").settled_pose().own[0] > 2 * before[0]


def test_a_watched_table_says_so_until_they_are_put_apart() -> None:
    table = Watched()
    stand = table.camera.scene.stands["R01"]
    table.camera.move("R02", stand.x_in, stand.y_in + 1.5, stand.facing_deg)
    table.look(8)
    assert [flag.kind for flag in table.watcher.snapshot().flags] == ["clash"]
    table.camera.move("R02", 14.0, 4.0, 37.0)
    table.look(8)
    assert table.watcher.snapshot().flags == ()
