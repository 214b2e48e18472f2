"""The nearest enemy, when two are as near for all the ruler can tell: nobody is compelled."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.field.ruler import shifted
from rules.kernel.protocol import Action, IllegalAction
from rules.skirmish import SKIRMISH
from rules.skirmish.state import Play
from tests.rules.skirmish.scene import field, state
from vision.table.reading import HandReading

ENEMY = {"side": "white", "kind": "Clubmen"}


def between(pm_cm: float, **group: Any) -> Play:
    """A man with V 18.2 cm to his left front and W 17.9 cm to his right front, give or take."""
    told = state({"A": {"side": "red", "kind": "Musketeers", "men": ["A"], **group},
                  "V": {**ENEMY, "men": ["V"]}, "W": {**ENEMY, "men": ["W"]}},
                 step=group.pop("step", "others fire"))  # fmt: skip
    play = field(told, {"A": (60, 60, 90), "V": (55, 80.7, 270), "W": (65, 80.4, 270)})
    typed = tuple(
        HandReading(what, "A", name, cm, pm_cm, "cm")
        for what in ("gap", "base_gap") for name, cm in (("V", 18.2), ("W", 17.9))
    )  # fmt: skip
    return play.on_table(replace(play.table, readings=typed))


def test_exactly_measured_only_the_nearest_may_be_shot_at() -> None:
    """SKM-SHOOT-19: 17.9 before 18.2."""
    play = between(0.0)
    with pytest.raises(IllegalAction, match="SKM-SHOOT-19"):
        SKIRMISH.resolve(Action("shoot", "A", "V"), play.state, play.table).send(None)


def test_either_of_two_may_be_shot_at_when_the_ruler_cannot_tell() -> None:
    """SKM-SHOOT-19, SKM-ACT-09: 17.9 and 18.2, each give or take 0.3 cm: neither is refused."""
    for name in ("V", "W"):
        play = between(0.3, men=["A"], each={"grade": "Fair"})
        rule = SKIRMISH.resolve(Action("shoot", "A", name), play.state, play.table)
        with pytest.raises(StopIteration):  # one man is no share of four: nobody shoots
            rule.send(None)


def test_either_of_two_may_be_charged_when_the_ruler_cannot_tell() -> None:
    """SKM-CODE-04: into V as well as into W, though W measured nearer by 0.3 cm."""
    told = state({"A": {"side": "red", "kind": "Pikemen", "men": ["A"], "rolled": "ADV_CHARGE"},
                  "V": {**ENEMY, "men": ["V"]}, "W": {**ENEMY, "men": ["W"]}},
                 step="others")  # fmt: skip
    for pm, lawful in ((0.3, True), (0.0, False)):
        play = between(pm)
        rule = SKIRMISH.resolve(Action("move", "A"), told, play.table)
        look = rule.send(None)
        there = replace(shifted(play.table, ["A"], -4.0, 18.15), readings=())
        try:
            again = rule.send(look.parse(there))
        except StopIteration:
            assert lawful
        else:
            assert not lawful and "charges into contact" in again.told
