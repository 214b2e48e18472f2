"""What a step says is read by its type; what no type knows of stays as it was written."""

from __future__ import annotations

from typing import Any

import pytest

from webui.game.events.checks import fault_of
from webui.game.events.kinds import Declared, Done, Undone
from webui.game.events.parts import plain_of
from webui.game.journal.journal import Damaged, Event, Shift

WHO = {"role": "umpire", "side": "", "name": "Ann"}
OF_ITS_BOOK = {"lean": "half", "since": [1, 2]}
RULING = {
    "says": "2 hits", "rules": ["A-1"], "modifiers": [], "total": "2", "readings": [],
    "faces": [6], "of_its_book": OF_ITS_BOOK,
}  # fmt: skip
DONE: dict[str, Any] = {
    "rulings": [RULING], "effects": [], "edition": "1", "over": None, "who": WHO, "at_s": 2.0,
    "of_a_later_version": True,
}  # fmt: skip


def step(kind: str, body: dict[str, Any]) -> Event:
    return Event(7, 6, kind, body, changed_state=False)


def content_of_done() -> Done:
    content = step("done", DONE).content
    assert isinstance(content, Done)
    return content


def test_a_step_is_a_value_of_its_kind() -> None:
    body = {"action": {"do": "shoot", "by": "R1"}, "who": WHO, "at_s": 2.0}
    assert isinstance(step("declare", body).content, Declared)


def test_it_is_read_once() -> None:
    event = step("done", DONE)
    assert event.content is event.content


def test_a_part_is_read_by_its_type() -> None:
    assert content_of_done().rulings[0].value.says == "2 hits"


def test_what_no_type_knows_of_a_part_stays_in_it() -> None:
    assert content_of_done().rulings[0].plain["of_its_book"] == OF_ITS_BOOK


def test_a_part_is_written_as_it_was() -> None:
    assert plain_of(content_of_done().rulings) == [RULING]


def test_a_changed_part_keeps_what_no_type_knows() -> None:
    changed = content_of_done().rulings[0].changed(says="1 hit")
    assert changed.plain == {**RULING, "says": "1 hit"}


def test_a_changed_part_reads_as_it_is_written() -> None:
    assert content_of_done().rulings[0].changed(says="1 hit").value.says == "1 hit"


def test_a_changed_step_keeps_what_no_type_knows() -> None:
    changed = step("done", DONE).changed(edition="2")
    assert changed.body == {**DONE, "edition": "2"}


def test_a_changed_step_reads_as_it_is_written() -> None:
    content = step("done", DONE).changed(edition="2").content
    assert isinstance(content, Done) and content.edition == "2"


def test_a_step_that_is_not_of_its_kind_is_damage() -> None:
    with pytest.raises(Damaged, match="step 7 is not what it says .*faces"):
        _ = step("done", {**DONE, "rulings": [{**RULING, "faces": "six"}]}).content


def test_a_step_of_no_known_kind_is_damage() -> None:
    with pytest.raises(Damaged, match="step 7 is of no kind that is known"):
        _ = step("dance", {}).content


def test_a_move_of_the_head_is_a_value() -> None:
    assert Shift(1, 7, 6, {"why": "typed wrongly"}).content == Undone(why="typed wrongly")


def test_a_move_of_the_head_that_is_none_is_damage() -> None:
    with pytest.raises(Damaged, match="undo 1 is not what it says"):
        _ = Shift(1, 7, 6, {"why": 3}).content


@pytest.mark.parametrize("field", ["consequences", "rulings", "effects"])
def test_a_list_of_parts_that_is_none_is_refused(field: str) -> None:
    assert "is not what it says" in fault_of("done", {**DONE, field: "none"})


def test_a_part_of_the_wrong_shape_is_refused() -> None:
    odd = {"who": 3, "before": 1, "after": 2}
    assert "is not what it says" in fault_of("done", {**DONE, "consequences": [odd]})
