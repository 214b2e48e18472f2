"""Straight back is told by the sides that met, not by a hair's breadth (WOR-CMB-12, -14)."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.field.centimetres import to_in
from rules.kernel.engine import Done, advance
from rules.kernel.prompts import Choose
from rules.roses import measuring
from rules.roses.army import STAND_CM
from rules.roses.close_combat import combat
from rules.roses.missiles import lines
from rules.roses.movement import fallback
from rules.roses.state import Play, State, Unit
from rules.roses.tables import BY_KIND
from tests.rules.roses.scene import unit
from vision.table.reading import HandReading
from vision.table.snapshot import Base, Pose, Snapshot

PLACING_CM = 0.05
"""Half a millimetre: how true people put stands down (one standard deviation)."""
SEEN_CM = 0.03
"""What the camera adds to that."""


def stood(placed: dict[str, tuple[float, float, float]], units: tuple[Unit, ...]) -> Play:
    """The play over stands given as (x, y, facing), centimetres."""
    bases = []
    for one in units:
        width, depth, _ = STAND_CM[BY_KIND[one.kind].arm]
        for payload in one.stands:
            x, y, facing = placed[payload]
            bases.append(
                Base(payload, to_in(width), to_in(depth), Pose(to_in(x), to_in(y), facing))
            )
    told = State(units=units, phase="combat")
    return Play(told, measuring.field(told, Snapshot((72.0, 48.0), tuple(bases))))


def deg(way: tuple[float, float]) -> float:
    return math.degrees(math.atan2(way[1], way[0]))


def test_front_to_front_is_back_along_the_fronts() -> None:
    """Two units of two stands, 60 x 30 mm, edge on edge: south and north, not corner to corner."""
    a, b = unit("A", "Pike"), unit("B", "Pike", "white")
    play = stood(
        {"A/1": (60, 40, 90), "A/2": (66, 40, 90), "B/1": (60, 43, 270), "B/2": (66, 43, 270)},
        (a, b),
    )
    assert deg(lines.away_from(play, a, (b,))) == pytest.approx(-90)
    assert deg(lines.away_from(play, b, (a,))) == pytest.approx(90)


@pytest.mark.parametrize("aside", [1.0, 3.0, 4.5])
@pytest.mark.parametrize("gap", [0.0, -0.02, 0.02])
def test_a_shift_to_the_side_turns_nothing(aside: float, gap: float) -> None:
    """Half a base to the side is still front to front, touching, overlapping or a hair apart."""
    a, b = unit("A", "Pike"), unit("B", "Pike", "white")
    play = stood(
        {"A/1": (60, 40, 90), "A/2": (66, 40, 90),
         "B/1": (60 + aside, 43 + gap, 270), "B/2": (66 + aside, 43 + gap, 270)}, (a, b),
    )  # fmt: skip
    assert deg(lines.away_from(play, a, (b,))) == pytest.approx(-90)
    assert deg(lines.away_from(play, b, (a,))) == pytest.approx(90)


def test_who_is_struck_in_the_flank_goes_back_from_that_flank() -> None:
    """The charger faces west into the right side of a unit that looks north: that one goes west."""
    a, b = unit("A", "Pike"), unit("B", "Pike", "white")
    play = stood(
        {"A/1": (70.5, 38, 180), "A/2": (70.5, 44, 180), "B/1": (60, 41, 90), "B/2": (66, 41, 90)},
        (a, b),
    )
    assert abs(deg(lines.away_from(play, b, (a,)))) == pytest.approx(180)
    assert deg(lines.away_from(play, a, (b,))) == pytest.approx(0)


# -- with real hands ------------------------------------------------------------------------

Stands = dict[str, tuple[float, float, float]]


def charge(rng: Random) -> tuple[Stands, tuple[float, float]]:
    """Where stands truly are after a charge of A on B, and the way straight back for B.

    A comes on B's front, either flank or its rear, edge to edge or at an angle with a corner, and
    they share 1 cm of that side at least: three times what counts as corner to corner.
    """
    face, half_wide, half_deep = rng.choice(((0, 6.0, 1.5), (90, 1.5, 6.0), (180, 6.0, 1.5),
                                             (270, 1.5, 6.0)))  # fmt: skip
    turn = rng.choice((0.0, 0.0, rng.uniform(-30, 30)))
    nx, ny = _unit(270 + face)
    ux, uy = _unit(270 + face + 180 + turn)
    # The corner of A that touches: its front right when it is turned left, else its front left.
    corner = -6.0 if turn > 0 else 6.0
    most = half_wide - 1.0 if turn else half_wide + 12.0 - 1.0
    low = -most if turn else -(half_wide - 1.0)
    at = rng.uniform(low, most)
    touch = (63 + nx * half_deep - ny * -at, 43 + ny * half_deep + nx * -at)
    stands = {"B/1": (60.0, 43.0, 270.0), "B/2": (66.0, 43.0, 270.0)}
    for name, side in (("A/1", 3.0), ("A/2", -3.0)):
        ahead, left = -1.5, side - corner
        stands[name] = (touch[0] + ux * ahead - uy * left, touch[1] + uy * ahead + ux * left,
                        math.degrees(math.atan2(uy, ux)))  # fmt: skip
    return stands, (-nx, -ny)


def _unit(angle_deg: float) -> tuple[float, float]:
    return math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))


def shaken(rng: Random, stands: Stands, cm: float) -> Stands:
    """The stands as hands or a camera have them: off by so much, and turned by as much over the
    6 cm of a stand."""
    turn = math.degrees(cm / 6)
    return {
        name: (x + rng.gauss(0, cm), y + rng.gauss(0, cm), f + rng.gauss(0, turn))
        for name, (x, y, f) in stands.items()
    }


def gone(stands: Stands, name: str, way: tuple[float, float], cm: float) -> Stands:
    return {
        payload: (x + way[0] * cm, y + way[1] * cm, f) if payload.startswith(name) else (x, y, f)
        for payload, (x, y, f) in stands.items()
    }


@pytest.mark.parametrize("loser", ["A", "B"])
def test_nobody_who_goes_straight_back_is_refused(loser: str) -> None:
    """Four hundred charges, put down to half a millimetre and seen to a third: the loser goes 1 to
    9 cm straight back, and every time that is what was asked for, at once."""
    refused, asked = [], 0
    for seed in range(400):
        rng = Random(seed)
        truth, back = charge(rng)
        a, b = (unit(name, "Pike", side, in_combat=True) for name, side in
                (("A", "red"), ("B", "white")))  # fmt: skip
        placed = shaken(rng, truth, PLACING_CM)
        play = stood(shaken(rng, placed, SEEN_CM), (a, b))
        cm = rng.randint(1, 9)
        way = back if loser == "B" else (-back[0], -back[1])
        after = gone(placed, loser, way, cm)
        # Only those that move are put down anew.
        after |= {n: p for n, p in shaken(rng, after, PLACING_CM).items() if n.startswith(loser)}
        seen = stood(shaken(rng, after, SEEN_CM), (a, b)).table
        sides = {"A": "red", "B": "white"}
        rule = combat._retreats(play, ("A", "B"), sides, sides[loser], cm)
        prompt: Any = rule.send(None)
        assert not isinstance(prompt, Choose)
        asked += 1
        try:
            refused.append((seed, rule.send(seen).told))
        except StopIteration:
            pass
    assert asked == 400
    assert refused == []


def test_at_a_corner_people_say_which_side_was_struck() -> None:
    """A stands at B's east side and reaches 3 mm past it to the south, as far as two stands corner
    to corner: the ruler cannot tell a blow in the flank from one in front, so B's owner does."""
    a, b = unit("A", "Pike", in_combat=True), unit("B", "Pike", "white", in_combat=True)
    play = stood(
        {"A/1": (70.5, 38.8, 0), "A/2": (70.5, 32.8, 0),
         "B/1": (60, 43, 270), "B/2": (66, 43, 270)},
        (a, b),
    )  # fmt: skip
    play = play.on_table(
        replace(play.table, readings=(HandReading("gap", "B", "A", 0.0, 0.1, "cm"),))
    )
    prompt = advance(fallback.way_back(play, b, (a,), "WOR-CMB-14"), [])
    assert isinstance(prompt, Choose)
    assert [option.key for option in prompt.options] == ["from its own front", "from its own left"]


def test_square_at_a_corner_it_is_the_front() -> None:
    """One millimetre past the corner is corner to corner: they face each other."""
    a, b = unit("A", "Pike", in_combat=True), unit("B", "Pike", "white", in_combat=True)
    play = stood(
        {"A/1": (70.5, 38.6, 0), "A/2": (70.5, 32.6, 0),
         "B/1": (60, 43, 270), "B/2": (66, 43, 270)},
        (a, b),
    )  # fmt: skip
    done = advance(fallback.way_back(play, b, (a,), "WOR-CMB-14"), [])
    assert isinstance(done, Done)
    assert deg(done.outcome) == pytest.approx(90)


def test_between_two_foes_its_owner_says_from_whom() -> None:
    """Struck in front and rear at once there is no way from both."""
    a, c = unit("A", "Pike", in_combat=True), unit("C", "Pike", in_combat=True)
    b = unit("B", "Pike", "white", in_combat=True)
    play = stood(
        {"A/1": (60, 40, 90), "A/2": (66, 40, 90), "C/1": (60, 46, 270), "C/2": (66, 46, 270),
         "B/1": (60, 43, 270), "B/2": (66, 43, 270)}, (a, b, c),
    )  # fmt: skip
    prompt = advance(fallback.way_back(play, b, (a, c), "WOR-CMB-14"), [])
    assert isinstance(prompt, Choose)
    assert [option.key for option in prompt.options] == ["from A", "from C"]
