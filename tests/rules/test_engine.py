"""The engine: a rule is rebuilt and fed its recorded answers; a difference is noticed."""

from __future__ import annotations

import pytest

from rules.kernel.engine import Done, ReplayError, advance
from rules.kernel.plain import prompt_from_plain, to_plain
from rules.kernel.prompts import (
    BadAnswer,
    Choose,
    Draw,
    Look,
    Option,
    Reach,
    Roll,
    Steps,
    choose,
    choose_some,
    draw,
    look,
    roll,
    roll_off,
    within,
    yes,
)
from vision.table.reading import Reading
from vision.table.snapshot import Base, Pose, Snapshot


def fight(need: int = 4) -> Steps[int]:
    faces = yield from roll("to hit", 2, "red", need=need)
    hits = sum(face >= need for face in faces)
    if not hits:
        return 0
    spare = yield from yes("spare them?", "red")
    return 0 if spare else hits


def test_a_rule_asks_its_first_prompt() -> None:
    assert advance(fight(), []) == Roll("to hit", 2, "red", need=4)


def test_a_rule_ends_with_its_outcome() -> None:
    dice = Roll("to hit", 2, "red", need=4)
    assert advance(fight(), [(dice, (1, 2))]) == Done(0)


def test_a_restart_between_two_answers_asks_the_same_again() -> None:
    dice = Roll("to hit", 2, "red", need=4)
    once = advance(fight(), [(dice, (5, 1))])
    assert advance(fight(), [(dice, (5, 1))]) == once
    assert isinstance(once, Choose)


def test_a_changed_prompt_is_not_reinterpreted() -> None:
    dice = Roll("to hit", 2, "red", need=4)
    with pytest.raises(ReplayError, match="to hit"):
        advance(fight(need=5), [(dice, (4, 4))])


def test_answers_left_over_are_noticed() -> None:
    dice = Roll("to hit", 2, "red", need=4)
    with pytest.raises(ReplayError, match="has ended"):
        advance(fight(), [(dice, (1, 1)), (dice, (1, 1))])


def test_a_changed_order_is_noticed() -> None:
    dice = Roll("to hit", 2, "red", need=4)
    other = Choose("spare them?", "red", (Option("yes"), Option("no")))
    with pytest.raises(ReplayError):
        advance(fight(), [(other, ("no",)), (dice, (4, 4))])


@pytest.mark.parametrize("raw", [[7, 1], [0, 1], [1], [1, 1, 1], "12", [1.0, 2], [True, 1], None])
def test_dice_that_are_none_are_refused_in_words(raw: object) -> None:
    with pytest.raises(BadAnswer, match="to hit: enter 2 dice from 1 to 6"):
        Roll("to hit", 2, "red").parse(raw)


@pytest.mark.parametrize("raw", ["z", ["x", "x"], [], ["x", "y"], 3])
def test_a_choice_that_is_none_is_refused_in_words(raw: object) -> None:
    with pytest.raises(BadAnswer, match="who: choose one of x, y"):
        Choose("who", "red", (Option("x"), Option("y"))).parse(raw)


def test_a_card_that_is_not_in_the_deck_is_refused() -> None:
    asked = Draw("draw", "red", "play", ("A", "B", "B"), 2)
    assert asked.parse(["B", "B"]) == ("B", "B")
    with pytest.raises(BadAnswer):
        asked.parse(["A", "A"])


def test_a_look_takes_a_snapshot_or_its_plain_form() -> None:
    table = Snapshot((72, 48), (Base("A", 2, 1, Pose(3, 4, 90)),))
    assert Look("move", "red").parse(table) is table
    assert Look("move", "red").parse(to_plain(table)) == table
    with pytest.raises(BadAnswer, match="not a snapshot"):
        Look("move", "red").parse({"size_in": "wide"})


def test_a_prompt_comes_back_equal_from_plain_data() -> None:
    for prompt in (
        Roll("to hit", 2, "red", need=4, alike=((1, 2, 3), (4, 5, 6))),
        Choose("who", "red", (Option("x", "ex"),), reading=Reading("gap", 1.0, 0.1), limit=1.0),
        Draw("draw", "red", "play", ("A",)),
        Look("move", "red", ("A",)),
    ):
        assert prompt_from_plain(to_plain(prompt)) == prompt


def test_nothing_to_ask_asks_nothing() -> None:
    def rule() -> Steps[tuple[object, ...]]:
        dice = yield from roll("none", 0, "red")
        one = yield from choose("only", "red", (Option("x"),))
        some = yield from choose_some("none", "red", ())
        cards = yield from draw("none", "red", "play", ())
        return dice, one, some, cards

    assert advance(rule(), []) == Done(((), "x", (), ()))


def near(value: float, plus_minus: float) -> Steps[bool]:
    return within(Reading("range", value, plus_minus), 6.0, "red")


def test_a_clear_reading_answers_by_itself() -> None:
    assert advance(near(5.0, 0.2), []) == Done(True)
    assert advance(near(7.0, 0.2), []) == Done(False)


def test_a_reading_on_the_limit_without_doubt_is_in() -> None:
    assert advance(near(6.0, 0.0), []) == Done(True)


def test_a_reading_too_close_to_call_is_asked() -> None:
    asked = advance(near(5.97, 0.08), [])
    assert isinstance(asked, Choose)
    assert asked.limit == 6.0
    assert [option.key for option in asked.options] == ["in", "out", "dice"]


def test_players_may_dice_for_it() -> None:
    asked = advance(near(5.97, 0.08), [])
    assert isinstance(asked, Choose)
    dice = advance(near(5.97, 0.08), [(asked, ("dice",))])
    assert isinstance(dice, Roll)
    assert advance(near(5.97, 0.08), [(asked, ("dice",)), (dice, (4,))]) == Done(True)


def test_look_gives_the_table_after_the_move() -> None:
    after = Snapshot((72, 48))

    def rule() -> Steps[Snapshot]:
        return (yield from look("move A", "red", ("A",)))

    asked = advance(rule(), [])
    assert isinstance(asked, Look)
    assert advance(rule(), [(asked, after)]) == Done(after)


def test_the_words_of_a_question_and_what_is_drawn_do_not_make_it_another() -> None:
    """A log from before the drawing was there, or the fault was a field, goes on."""
    table = Snapshot((10.0, 10.0))
    ground = (Reach("A", "6 in", ((0, 0), (1, 0), (0, 1)), 6.0),)

    def walk() -> Steps[Snapshot]:
        return (yield from look("move A", "red", ("A",), reach=ground))

    assert advance(walk(), [(Look("move A", "red", ("A",)), table)]) == Done(table)
    assert advance(walk(), [(Look("Too far. Again: move A", "red", ("A",)), table)]) == Done(table)
    with pytest.raises(ReplayError):
        advance(walk(), [(Look("move A", "red", ("B",), reach=ground), table)])


def test_a_tie_kept_before_ties_were_counted_is_the_same_question() -> None:
    def first() -> Steps[tuple[int, int]]:
        return (yield from roll_off("who goes first", ("red", "blue")))

    kept = {"ask": "roll", "what": "who goes first", "count": 1}
    red, blue = (prompt_from_plain({**kept, "by": side}) for side in ("red", "blue"))
    asked = advance(first(), [(red, (3,)), (blue, (3,)), (red, (2,))])
    assert asked == Roll("who goes first", 1, "blue", undecided=1)
