"""What a result demands of a move: what a checker would try besides the printed examples."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from rules.field.centimetres import to_in
from rules.field.ruler import shifted
from rules.skirmish.fire import sight
from rules.skirmish.moving import movement
from rules.skirmish.reactions import act, demands
from rules.skirmish.state import Play
from tests.rules.answered import run
from tests.rules.skirmish.scene import field, state
from vision.table.snapshot import Terrain

W = {"side": "white", "kind": "Clubmen", "men": ["W"]}
V = {"side": "white", "kind": "Clubmen", "men": ["V"]}


def piece(kind: str, x: float, y: float, wide: float, deep: float) -> Terrain:
    """An area whose lower left corner is at x, y; cm."""
    corners = ((x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep))
    outline = tuple((to_in(a), to_in(b)) for a, b in corners)
    return Terrain(kind, outline, 1.0, kind)


def scene(
    kind: str = "Musketeers", at: tuple[float, float] = (60.0, 60.0), *terrain: Terrain,
    enemies: dict[str, tuple[float, float]] | None = None, **group: Any,
) -> Play:  # fmt: skip
    """One man of that kind, who looks north, and enemies; by default one 40 cm ahead."""
    foes = enemies or {"W": (60.0, 102.5)}
    told = state({"A": {"side": "red", "kind": kind, "men": ["A"], **group},
                  **{name: {**W, "men": [name]} for name in foes}}, step="others")  # fmt: skip
    places = {name: (x, y, 270.0) for name, (x, y) in foes.items()}
    return field(told, {"A": (*at, 90.0), **places}, terrain)


def fault(play: Play, code: str, dx: float, dy: float, deg: float | None = None) -> str:
    """What is wrong with going so far with that result, "" for nothing."""
    group = play.unit("A")
    enemy = act.enemy_of(play, group, sight.visible_enemies(play, group))
    after = shifted(play.table, ["A"], dx, dy)
    if deg is not None:
        after = replace(after, bases=tuple(
            replace(b, pose=replace(b.pose, facing_deg=deg))
            if b.payload == "A" and b.pose else b for b in after.bases
        ))  # fmt: skip
    found = demands.demand(play, group, code, enemy).fault(play.on_table(after))
    return "" if found is None else str(found)


def test_a_group_that_was_advancing_has_to_go_on() -> None:
    """SKM-CODE-01: standing still is not what it was doing."""
    play = scene(motion="advance")
    assert "SKM-CODE-01" in fault(play, "CONTINUE", 0, 0)
    assert not fault(play, "CONTINUE", 0, 10)
    touching = scene(motion="advance", enemies={"W": (60.0, 62.5)})
    assert not fault(touching, "CONTINUE", 0, 0)


def test_a_group_that_was_falling_back_has_to_go_on() -> None:
    """SKM-CODE-01: neither standing nor turning to the enemy is falling back."""
    play = scene(motion="back")
    assert "SKM-CODE-01" in fault(play, "CONTINUE", 0, 0)
    assert "SKM-CODE-01" in fault(play, "CONTINUE", 0, 10)
    assert not fault(play, "CONTINUE", 0, -10)


def test_horse_that_halted_at_medium_range_were_standing() -> None:
    """SKM-CODE-11, -01: they trotted up, halted and shot: that is what they go on with."""
    told = state({"A": {"side": "red", "kind": "Dutch horse", "men": ["A"], "rolled": "TROT_SHOOT"},
                  "W": W}, step="others")  # fmt: skip
    play = field(told, {"A": (60, 60, 90), "W": (60, 102.5, 270)})
    there = shifted(play.table, ["A"], 0, 32.0)
    after = run(movement.move(play, play.unit("A")), there)
    assert after.unit("A").motion == "stand"


def test_away_from_all_enemies_is_away_from_each() -> None:
    """SKM-CODE-09, Q-15: W ahead and V to the left; straight back to the right, not past V."""
    play = scene("Carabins", enemies={"W": (60.0, 102.5), "V": (10.0, 60.0)})
    assert not fault(play, "TROT_AWAY", 25, -25)
    assert "V" in fault(play, "TROT_AWAY", -25, -25)
    assert "W" in fault(play, "TROT_AWAY", 25, 25)


def test_between_two_enemies_the_nearest_is_fled() -> None:
    """SKM-CODE-09: nowhere is away from both W ahead and V behind."""
    play = scene("Carabins", enemies={"W": (60.0, 92.5), "V": (60.0, 7.5)})
    assert not fault(play, "TROT_AWAY", 0, -35)


def test_running_is_from_the_nearest_enemy_alone() -> None:
    """SKM-CODE-08: past V, who is farther off, is allowed."""
    play = scene(enemies={"W": (60.0, 92.5), "V": (60.0, 7.5)})
    assert not fault(play, "RUN", 0, -25)


def test_without_cover_a_unit_that_falls_back_halts_where_it_is() -> None:
    """SKM-ACTX-03: 5 or 6 in the best row ends the falling back, cover or none."""
    play = scene(motion="back", last="WITHDRAW")
    assert not fault(play, "HALT_COVER", 0, 0)
    assert "SKM-ACTX-03" in fault(play, "HALT_COVER", 0, -10)


def test_in_its_cover_it_faces_where_the_enemy_is() -> None:
    """SKM-ACTX-03: into the wood 5 cm behind, looking back."""
    wood = piece("wood", 40, 40, 40, 14)
    play = scene("Musketeers", (60.0, 60.0), wood, motion="back", last="WITHDRAW")
    assert not fault(play, "HALT_COVER", 0, -10)
    assert "faces" in fault(play, "HALT_COVER", 0, -10, 270.0)


def test_a_withdrawal_makes_for_cover_beyond_one_move() -> None:
    """SKM-CODE-07: a copse 40 cm behind; toward it, not merely away."""
    copse = piece("wood", 100, 0, 40, 20)
    play = scene("Musketeers", (60.0, 60.0), copse)
    assert not fault(play, "WITHDRAW", 15, -15)
    assert "SKM-CODE-07" in fault(play, "WITHDRAW", -20, -5)


def test_going_for_the_nearest_is_no_compulsory_charge() -> None:
    """SKM-ACTX-01: the best row of shot and melee says toward, not into him."""
    play = scene("Pikemen", enemies={"W": (60.0, 72.5)})
    assert not fault(play, "ADV_NEAREST", 0, 3)
    assert not fault(play, "ADV_NEAREST", 0, 10)
    assert "in reach" in fault(play, "ADV_CHARGE", 0, 3)


def test_who_touches_the_enemy_has_nowhere_to_advance() -> None:
    """SKM-CODE-04: in contact it is where it was sent. Found by chance under house rules."""
    play = scene("Pikemen", enemies={"W": (60.0, 62.53)}, fortified=True)
    assert not fault(play, "ADV_CHARGE", 0, 0)


def test_horse_sent_at_the_trot_do_not_walk() -> None:
    """SKM-CODE-11: medium range of a pistol, 8 cm, is 62 cm away: 31 to 45 of it at once."""
    play = scene("Dutch horse", enemies={"W": (60.0, 132.5)})
    assert "SKM-CODE-11" in fault(play, "TROT_SHOOT", 0, 20)
    assert not fault(play, "TROT_SHOOT", 0, 33)


def test_a_man_who_went_into_cover_was_not_falling_back() -> None:
    """SKM-ACTX-03: taking cover in place is no falling back; having gone away is."""
    for motion, back in (("stand", False), ("back", True)):
        assert act.falling_back(scene(motion=motion, last="COVER").unit("A")) is back


@pytest.mark.parametrize("deg", [0.0, 90.0, 180.0, 270.0])
def test_the_best_way_off_is_found_all_round(deg: float) -> None:
    """Q-15: two enemies 60 degrees apart; the way off halves the angle, turned about."""
    a, b = math.radians(deg - 30), math.radians(deg + 30)
    spots = {"W": (100 + 50 * math.cos(a), 100 + 50 * math.sin(a)),
             "V": (100 + 50 * math.cos(b), 100 + 50 * math.sin(b))}  # fmt: skip
    play = scene("Carabins", (100.0, 100.0), enemies=spots)
    dx, dy = 35 * math.cos(math.radians(deg + 180)), 35 * math.sin(math.radians(deg + 180))
    assert not fault(play, "TROT_AWAY", dx, dy)
