"""A charge in reach is compulsory only where it can be made (SKM-CODE-03, -04, SKM-MEL-01)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.field.centimetres import to_in
from rules.kernel.protocol import Action
from rules.robots.robot import Scene, play
from rules.skirmish import SKIRMISH
from rules.skirmish.moving import pace
from rules.skirmish.reactions import demands
from rules.skirmish.robot import ROBOT
from rules.skirmish.state import Play
from tests.rules.skirmish.scene import field, state
from vision.table.reading import HandReading
from vision.table.snapshot import Terrain

Place = tuple[float, float, float]
SIDES = {"A": "red", "B": "white", "F": "red"}


def scene(rolled: str, places: dict[str, Place], terrain: tuple[Terrain, ...] = ()) -> Play:
    """Men on foot, 25 cm a turn, each in a base of 2.5 cm; A has rolled its result."""
    men = {name: [man for man in places if man.startswith(name)] for name in SIDES}
    told = state(
        {
            name: {"side": side, "kind": "Clubmen", "men": men[name]}
            for name, side in SIDES.items()
            if men[name]
        },
        step="others",
    )
    play = field(told, places, terrain)
    return play.change(play.unit("A"), rolled=rolled)


AHEAD = {"A1": (60.0, 60.0, 90.0), "B1": (60.0, 87.0, 270.0)}


def fault(play: Play, *, after: Play) -> str:
    group = play.unit("A")
    found = demands.demand(play, group, group.rolled, play.unit("B")).fault(after)
    return "" if found is None else str(found)


SLANTED = {"A1": (60.0, 60.0, 90.0), "B1": (71.0, 86.0, 270.0)}
"""Corner to corner: 11 - 2.5 = 8.5 cm aside and 26 - 2.5 = 23.5 on, 24.99 cm; on the line of
their middles 28.23 * 23.5 / 26 = 25.5 cm are needed to touch."""


def test_the_robot_charges_a_man_who_is_in_reach_corner_to_corner() -> None:
    """SKM-CODE-04: 24.99 cm of 25, by the way between the nearest corners."""
    there = scene("ADV_CHARGE", SLANTED)
    done = play(SKIRMISH, ROBOT, Scene(there.state, there.table, lambda n: n - 1),
                Action("move", "A"))  # fmt: skip
    assert done.outcome.state.group("A").charged


@pytest.mark.parametrize(
    ("friend", "closes"), [((63.2, 69.0, 90.0), False), ((67.0, 69.0, 90.0), True)]
)
def test_a_friend_on_the_shortest_way_bars_the_charge(friend: Place, closes: bool) -> None:
    """SKM-MEL-01: 9 cm on, A1 has come 9 * 8.5 / 23.5 = 3.3 cm aside."""
    there = scene("ADV_CHARGE", {**SLANTED, "F1": friend})
    mine, theirs = (there.state.members(group)[0] for group in ("A", "B"))
    assert pace.can_close(there, mine, theirs, 25.0) is closes


def test_a_friend_beside_the_enemy_bars_the_last_part_of_a_centimetre() -> None:
    """A1 goes 20.5 cm straight up; F1's base begins 0.5 cm before the end of the way."""
    places = {"A1": (60.0, 60.0, 90.0), "B1": (58.0, 83.0, 270.0)}
    aside = scene("ADV_CHARGE", {**places, "F1": (60.6, 82.5, 90.0)})
    mine, theirs = (aside.state.members(group)[0] for group in ("A", "B"))
    assert not pace.can_close(aside, mine, theirs, 25.0)


def doubtful(play: Play, cm: float) -> Play:
    """The one gap there is, taken with a tape, as figures and as groups."""
    typed = tuple(
        HandReading(what, mine, theirs, cm, 0.3, "cm")
        for what, mine, theirs in (("base_gap", "A1", "B1"), ("gap", "A", "B"))
    )
    return play.on_table(replace(play.table, readings=typed))


@pytest.mark.parametrize(("cm", "says"), [(24.9, ""), (24.6, "charges into contact")])
def test_a_reach_too_close_to_call_compels_nobody(cm: float, says: str) -> None:
    """SKM-CODE-03: 24.9 give or take 0.3 may be 25.2; 24.6 may not."""
    there = doubtful(scene("CONT_FACE_CHARGE", AHEAD), cm)
    found = fault(there, after=there)
    assert says in found and bool(says) is bool(found)


def test_a_reach_too_close_to_call_is_told_to_whom_it_matters() -> None:
    """SKM-CODE-15: out of a fortified place nobody is compelled anyhow."""
    there = doubtful(scene("CONT_FACE_CHARGE", AHEAD), 24.9)
    told = demands.demand(there, there.unit("A"), "CONT_FACE_CHARGE", there.unit("B")).says
    assert "too close to call" in told
    walled = there.change(there.unit("A"), fortified=True)
    told = demands.demand(walled, walled.unit("A"), "CONT_FACE_CHARGE", walled.unit("B")).says
    assert "too close to call" not in told


def test_difficult_ground_on_the_shortest_way_counts_double() -> None:
    """SKM-MOVE-07: 20 cm, of them 6 through rough ground: 26 of 25."""
    rough = Terrain("rough", tuple((to_in(x), to_in(y)) for x, y in (
        (50.0, 65.0), (70.0, 65.0), (70.0, 71.0), (50.0, 71.0))))  # fmt: skip
    places = {"A1": (60.0, 60.0, 90.0), "B1": (60.0, 82.5, 270.0)}
    for terrain, closes in (((), True), ((rough,), False)):
        there = scene("ADV_CHARGE", places, terrain)
        mine, theirs = (there.state.members(group)[0] for group in ("A", "B"))
        assert pace.can_close(there, mine, theirs, 25.0) is closes


def test_a_group_in_contact_need_not_come_nearer() -> None:
    """SKM-CODE-04: A1 is past B1 and touches him; F1, 3 mm inside A1, bars any move
    toward B1 and none away from him."""
    places = {"A1": (60.0, 62.52, 90.0), "B1": (60.0, 60.0, 270.0), "F1": (62.2, 60.4, 90.0),
              "A2": (60.0, 17.5, 90.0)}  # fmt: skip
    there = scene("ADV_CHARGE", places)
    assert not fault(there, after=there)
