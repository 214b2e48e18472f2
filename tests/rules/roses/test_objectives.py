"""What each battle is to do is chosen before the battle, and can be chosen anew (WOR-COM-08)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.engine import Done, advance
from rules.kernel.protocol import Action, Outcome, Setting
from rules.kernel.telling.ledger import consequences
from rules.roses import ROSES
from rules.roses.ledger import LEDGER
from rules.roses.state import State

DEMO = ROSES.demo()
WARDS = {"Main Ward", "Van Ward"}


def _begun(objective: str) -> State:
    """The ready battle, whose leaders were all told that."""
    armies = tuple(
        replace(army, units=tuple(
            replace(one, choices={**one.choices, "objective": objective})
            if "objective" in one.choices else one
            for one in army.units
        ))
        for army in DEMO.armies
    )  # fmt: skip
    state = ROSES.new_game((armies[0], armies[1]), {})
    assert isinstance(state, State)
    return state


def _settings(state: State, side: str) -> list[Setting]:
    """What that side may choose for its Main Ward."""
    offers = [one for one in ROSES.actions(state, DEMO.table) if one.action.by == side]
    found = [one.setting for one in offers if one.setting is not None]
    return [one for one in found if one.what == "Main Ward is to"]


def _told(state: State, objective: str) -> Outcome:
    action = Action("objective", "york", None, {"battle": "Main Ward", "objective": objective})
    found = advance(ROSES.resolve(action, state, DEMO.table), ())
    assert isinstance(found, Done)
    return found.outcome


def test_a_list_may_leave_it_to_the_table() -> None:
    settings = _settings(_begun("told at the table"), "york")
    assert settings == [
        Setting("Main Ward is to", says) for says in ("attack", "defend", "advance")
    ]


def test_what_the_list_says_is_marked() -> None:
    assert Setting("Main Ward is to", "defend", True) in _settings(_begun("defend"), "lancaster")


def test_choosing_anew_marks_the_new_one_alone() -> None:
    after = _told(_begun("defend"), "attack").state
    assert [one.says for one in _settings(after, "york") if one.chosen] == ["attack"]
    assert [one.says for one in _settings(after, "lancaster") if one.chosen] == ["defend"]


def test_before_the_battle_it_is_no_ruling() -> None:
    assert _told(_begun("defend"), "attack").rulings == ()


def test_it_is_told_whose_battle_it_is() -> None:
    """Both sides have a Main Ward."""
    before = _begun("defend")
    (told,) = consequences(LEDGER, before, _told(before, "attack").state)
    assert (told.who, told.says.plain({}, several=False)) == ("York’s Main Ward", "is to attack")


def test_the_ready_battle_begins_at_once() -> None:
    """Each of its four battles has been told what to do."""
    state = ROSES.new_game(DEMO.armies, {})
    offers = ROSES.actions(state, DEMO.table)
    assert {one.name for one in state.battles if one.objective} == WARDS
    assert all(one.legal for one in offers if one.action.do == "begin")
