"""Who is defended: judged once, when contact is made, for the side behind the line."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from rules.field.ruler import shifted
from rules.kernel.prompts import Choose, Look, Roll
from rules.roses import measuring
from rules.roses.close_combat import combat
from rules.roses.command import initiative
from rules.roses.missiles import shooting
from rules.roses.movement import fallback
from rules.roses.state import Play, Unit
from tests.rules.roses.scene import field, unit
from vision.table.snapshot import Pose, Terrain

HEDGE = Terrain("hedge", ((0.0, 30.0 / 2.54), (72.0, 30.0 / 2.54)), is_line=True, name="hedge")
"""A hedge from west to east, 30 cm from the south edge."""


def over_the_hedge(side: str = "red", **more: Any) -> Play:
    """A from the south against B, who stands north of the hedge with his front on it."""
    a = unit("A", "Shire Bill", "red", **more)
    b = unit("B", "Shire Bill", "white")
    return field((a, 60, 30, 90), (b, 60, 30, 270), terrain=(HEDGE,), side=side)


def told(rule: Any, faces: int = 1, standing: bool = True) -> list[str]:
    """What a combat asks; every die shows *faces*, whoever may stand does (or not), and models go
    as far as they must."""
    words: list[str] = []
    reply: Any = None
    while True:
        try:
            prompt = rule.send(reply)
        except StopIteration:
            return words
        words.append(prompt.what)
        if isinstance(prompt, Roll):
            reply = (faces,) * prompt.count
        elif isinstance(prompt, Choose):
            keys = [option.key for option in prompt.options]
            wish = "stand" if standing else "fall back"
            reply = (wish if wish in keys else "hold" if "hold" in keys else keys[0],)
        else:
            assert isinstance(prompt, Look)
            return words


@pytest.mark.parametrize("side", ["red", "white"])
def test_in_a_draw_the_defender_is_asked_whichever_side_is_active(side: str) -> None:
    """WOR-CMB-13: B is asked to stand whether A's side or its own goes first."""
    asked = told(combat.fight(over_the_hedge(side, charged=True), unit("A", "Shire Bill")))
    assert "B is defended and may stand" in asked


@pytest.mark.parametrize("side", ["red", "white"])
def test_the_charger_over_a_hedge_is_in_the_open(side: str) -> None:
    """WOR-ATT-02, -03: B strikes on 4, A on 5, and A is not asked to stand."""
    play = over_the_hedge(side, charged=True)
    needs, rule = {}, combat.fight(play, play.unit("A"))
    prompt = rule.send(None)
    for _ in range(2):
        needs[prompt.what] = prompt.need
        prompt = rule.send((1,) * prompt.count)
    assert needs == {"A strikes at B": 5, "B strikes at A": 4}
    assert "A is defended and may stand" not in told(combat.fight(play, play.unit("A")))


def test_who_may_stand_chooses_before_any_die_of_the_draw() -> None:
    """WOR-CMB-12, -13: the side that stands throws nothing."""
    asked = told(combat.fight(over_the_hedge("white", charged=True), unit("A", "Shire Bill")))
    stand, red = asked.index("B is defended and may stand"), asked.index("Red falls back")
    assert stand < red and "White falls back" not in asked


def test_a_charge_over_the_hedge_is_judged_as_it_arrives() -> None:
    """WOR-CHG-01: who stands behind the line is kept as long as they touch."""
    a, b = unit("A", "Shire Bill"), unit("B", "Shire Bill", "white")
    play = field((a, 60, 24, 90), (b, 60, 30, 270), terrain=(HEDGE,), phase="command")
    rule = initiative.charge(play, a, b)
    look = rule.send(None)
    assert isinstance(look, Look)
    with pytest.raises(StopIteration) as done:
        rule.send(shifted(play.table, a.stands, 0, 6.0))
    after = done.value.value
    covers = [measuring.cover_of(after, after.unit(x), after.unit(y)) for x, y in ("AB", "BA")]
    assert covers == ["open", "defended"]


def test_round_the_end_of_the_hedge_nobody_is_defended() -> None:
    """A comes round the end of the hedge on B's flank: the line lies between at the start only."""
    a, b = unit("A", "Mounted Currours"), unit("B", "Shire Bill", "white")
    short = Terrain("hedge", ((60 / 2.54, 30 / 2.54), (72 / 2.54, 30 / 2.54)), is_line=True)
    play = field((a, 60, 20, 90), (b, 60, 30, 270), terrain=(short,), phase="command")
    table = play.table
    rule = initiative.charge(play, a, b)
    rule.send(None)
    moved = _put(table, {"A/1": (74.0, 28.5, 180), "A/2": (74.0, 34.5, 180)})
    with pytest.raises(StopIteration) as done:
        rule.send(moved)
    after = done.value.value
    assert measuring.cover_of(after, after.unit("B"), after.unit("A")) == "open"


def _put(table: Any, places: dict[str, tuple[float, float, float]]) -> Any:
    return replace(table, bases=tuple(
        replace(base, pose=Pose(places[base.payload][0] / 2.54, places[base.payload][1] / 2.54,
                                places[base.payload][2])) if base.payload in places else base
        for base in table.bases
    ))  # fmt: skip


# -- several shooters -----------------------------------------------------------------------


def shot_at(order: tuple[str, ...], **house: str) -> int:
    """The drive back dice of W, one unsaved hit from each of A (over the hedge) and B and C (not),
    shot in that order."""
    w = unit("W", "Shire Bill", "white")
    shooters = {"A": unit("A", "Shire Bow"), "B": unit("B", "Shire Bow"),
                "C": unit("C", "Shire Bow")}  # fmt: skip
    hedge = Terrain("hedge", ((50 / 2.54, 29 / 2.54), (90 / 2.54, 29 / 2.54)), is_line=True)
    play = field(
        (shooters["A"], 60, 14, 90), (shooters["B"], 60, 50, 270), (shooters["C"], 75, 50, 270),
        (w, 60, 30, 270), terrain=(hedge,), phase="shooting", house=house,
    )  # fmt: skip
    for name in order:
        rule = shooting.shoot(play, play.unit(name), play.unit("W"))
        reply: Any = None
        while True:
            try:
                prompt = rule.send(reply)
            except StopIteration as stop:
                play = stop.value
                break
            hit = isinstance(prompt, Roll)
            reply = (6, *(1,) * (prompt.count - 1)) if hit else (prompt.options[0].key,)
    return fallback.drive_dice(play, play.unit("W"))


@pytest.mark.parametrize(
    ("house", "dice"), [({}, 2), ({"WOR_DRIVE_COVER": "all"}, 3), ({"WOR_DRIVE_COVER": "any"}, 2)]
)
def test_the_drive_back_does_not_hang_on_who_shot_first(house: dict[str, str], dice: int) -> None:
    """WOR-DRV-03: one hit over the hedge, two in the open. By default cover takes dice only off
    what came over it, 2 + 1 - 1; or only from who is defended against all, 3; or against any, 2."""
    counts = {shot_at(order, **house) for order in permutations("ABC")}
    assert counts == {dice}


def test_a_unit_of_which_nothing_is_known_but_its_hits() -> None:
    """Hits typed without a name for each: cover counts where every named shooter is across it."""
    w = unit("W", "Shire Bill", "white", driven=3, shot_by=("A",))
    a: Unit = unit("A", "Shire Bow")
    play = field((a, 60, 14, 90), (w, 60, 32, 270), terrain=(Terrain(
        "hedge", ((50 / 2.54, 31 / 2.54), (90 / 2.54, 31 / 2.54)), is_line=True),))  # fmt: skip
    assert fallback.drive_dice(play, w) == 2
