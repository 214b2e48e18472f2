"""A base that may be another one: people are asked who it is before a ruling rests on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.engine import Done, advance
from rules.kernel.identity import DOUBT, doubtful
from rules.kernel.prompts import Choose, Prompt, Roll
from rules.kernel.protocol import Action, IllegalAction
from rules.quickplay import QUICKPLAY
from rules.quickplay.state import State, Unit
from vision.table.snapshot import Base, Pose, Snapshot

STATE = State(
    {
        "A": Unit("A", "red", "musketeers", strength=8, start=8),
        "B": Unit("B", "blue", "musketeers", strength=8, start=8),
    },
    side="red",
    phase="battle",
)


def table(wrong: float) -> Snapshot:
    """Two units face to face, 6 in apart; the second may be another one."""
    stand = Base("A", 3.0, 1.5, Pose(20.0, 10.0, 90.0), side="red")
    there = replace(stand, payload="B", pose=Pose(20.0, 17.5, 270.0), side="blue")
    return Snapshot((48.0, 36.0), (stand, replace(there, wrong_identity=wrong)))


def asked(wrong: float, *answers: tuple[str, ...]) -> Prompt | Done[object]:
    seen = table(wrong)
    rule = QUICKPLAY.resolve(Action("shoot", "A", "B"), STATE, seen)
    first = rule.send(None)
    if not answers:
        return first
    again = QUICKPLAY.resolve(Action("shoot", "A", "B"), STATE, seen)
    return advance(again, [(first, answers[0])])


def test_a_name_that_is_sure_is_not_asked_about() -> None:
    assert isinstance(asked(DOUBT), Roll)


def test_a_doubtful_name_is_asked_of_its_own_side_first() -> None:
    prompt = asked(2 * DOUBT)
    assert isinstance(prompt, Choose) and prompt.by == "blue" and "B" in prompt.what


def test_the_ruling_goes_on_once_people_know_it() -> None:
    assert isinstance(asked(2 * DOUBT, ("yes",)), Roll)


def test_nothing_is_ruled_on_another_unit() -> None:
    with pytest.raises(IllegalAction, match="what was read as B is another"):
        asked(2 * DOUBT, ("no",))


def test_a_unit_of_several_bases_is_doubtful_by_any_of_them() -> None:
    one, other = table(2 * DOUBT).bases
    both = Snapshot((48.0, 36.0), (replace(one, unit="U"), replace(other, unit="U")))
    assert [base.payload for base in doubtful(both, "U")] == ["B"]
