"""Why so many dice, and why at that number, told before they fall."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.kernel.engine import advance
from rules.kernel.known_before import known_before
from rules.kernel.prompts import Prompt, Roll, Steps, roll
from rules.kernel.protocol import Modifier, Outcome, Ruling

RANGE = Modifier("long range", "-1", "T-01")
ARMOUR = Modifier("armour", "+1", "T-02")


def _ruled(story: Outcome, *lines: Modifier) -> Outcome:
    return replace(story, rulings=(*story.rulings, Ruling("so it is", ("T-01",), lines)))


def _one_throw() -> Steps[Outcome]:
    faces = yield from roll("shots", 3, "Red", need=4)
    sixes = Modifier(f"{faces.count(6)} sixes", "+1", "T-02")
    return _ruled(Outcome(None), RANGE, sixes)


def _two_throws() -> Steps[Outcome]:
    story = _ruled(Outcome(None), RANGE)
    yield from roll("saves", 2, "Red", need=4)
    return _ruled(story, ARMOUR)


def _asks_again() -> Steps[Outcome]:
    yield from roll("first", 1, "Red")
    yield from roll("second", 1, "Red")
    return _ruled(Outcome(None), RANGE)


def _asked(rule: Steps[Outcome]) -> Roll:
    prompt = advance(rule, ())
    assert isinstance(prompt, Roll)
    return prompt


def test_what_the_dice_change_is_left_out() -> None:
    """No six or three sixes: that line differs, the range does not."""
    assert known_before(_one_throw, (), _asked(_one_throw())) == (RANGE,)


def test_only_the_ruling_that_the_throw_leads_to_is_told() -> None:
    assert known_before(_two_throws, (), _asked(_two_throws())) == (ARMOUR,)


def test_nothing_is_known_where_the_rule_asks_again_first() -> None:
    assert known_before(_asks_again, (), _asked(_asks_again())) == ()


@pytest.mark.parametrize("face", [1, 6])
def test_it_is_known_after_earlier_dice_too(face: int) -> None:
    first = _asked(_asks_again())
    answered: tuple[tuple[Prompt, object], ...] = ((first, (face,)),)
    second = advance(_asks_again(), answered)
    assert isinstance(second, Roll)
    assert known_before(_asks_again, answered, second) == (RANGE,)
