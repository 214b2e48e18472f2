"""Questions drawn by themselves: what they say, and what a tap or a key would send.

The same taps through a whole game are in test_acting.py, test_too_close.py and test_browser.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from rules.kernel.protocol import Action
from rules.quickplay import QUICKPLAY
from tests.webui import toy
from tests.webui.page.alone import drawn, elsewhere, keys
from tests.webui.page.conftest import Open

pytestmark = [pytest.mark.browser, pytest.mark.sizes("phone")]


@pytest.fixture(scope="module")
def page(lasting: Open) -> Page:
    return lasting().screen().open()


def test_sixteen_dice_take_sixteen_keys_and_enter(page: Page, tmp_path: Path) -> None:
    told = elsewhere(tmp_path, toy.with_dice(16)).declared().told()
    found = drawn(page, told, *keys("6543216543216543"))
    (sent,) = found.answers()
    assert sent["answer"] == [6, 5, 4, 3, 2, 1, 6, 5, 4, 3, 2, 1, 6, 5, 4, 3]
    assert sent["how"] == "typed"


def test_a_wrong_die_is_wiped_and_each_is_kept_as_it_is_typed(page: Page, tmp_path: Path) -> None:
    told = elsewhere(tmp_path).declared().told()
    steps = [("key", key) for key in ("5", "5", "Backspace", "1")]
    found = drawn(page, told, *steps)
    assert found.dice == ["5", "1"]
    assert [fields["faces"] for _, fields in found.sent][0] == [5]
    assert found.answers() == []


def test_what_wipes_rolls_and_ends_keeps_its_place(page: Page, tmp_path: Path) -> None:
    told = elsewhere(tmp_path).declared().told()
    for typed in ("", "6", "65"):
        found = drawn(page, told, *[("key", key) for key in typed])
        assert found.keys == ["Wipe last", "Roll for me", "Done"]


def test_too_few_too_many_and_no_such_face_are_said(page: Page, tmp_path: Path) -> None:
    told = elsewhere(tmp_path).declared().told()
    few = drawn(page, told, *keys("5"))
    assert "1 still to type" in few.toast and few.answers() == []
    many = drawn(page, told, *[("key", "6")] * 3)
    assert "Only 2 are asked for" in many.toast and many.dice == ["6", "6"]
    none = drawn(page, told, ("key", "7"))
    assert "1 to 6" in none.toast and none.dice == []


def test_a_handful_is_counted_face_by_face(page: Page, tmp_path: Path) -> None:
    told = elsewhere(tmp_path, toy.with_dice(8)).declared().told()
    found = drawn(
        page,
        told,
        ("tap", "Count faces"),
        ("fill", ["[aria-label='1']", "3"]),
        ("dead", "Done"),
        ("fill", ["[aria-label='6']", "4"]),
        ("tap", "one 6 more"),
        ("dead", "Done"),
        ("tap", "Done"),
    )
    (sent,) = found.answers()
    assert (sent["answer"], sent["how"]) == ([1, 1, 1, 6, 6, 6, 6, 6], "counted")
    assert found.dead == [True, False]


def test_the_program_throws_but_not_over_what_is_typed(page: Page, tmp_path: Path) -> None:
    told = elsewhere(tmp_path).declared().told()
    steps = [("key", "5"), ("dead", "Roll for me"), ("key", "Backspace"), ("tap", "Roll for me")]
    found = drawn(page, told, *steps)
    assert [url for url, _ in found.sent][-1] == "/act/roll"
    assert found.dead == [True]


def test_a_second_tap_sends_nothing(page: Page, tmp_path: Path) -> None:
    told = elsewhere(tmp_path).declared().told()
    found = drawn(page, told, ("tap", "Roll for me"), ("tap", "Roll for me"))
    assert len(found.sent) == 1


def test_dice_that_fall_are_not_let_fall_again(page: Page, tmp_path: Path) -> None:
    """Until they are read; and it is said what lay there before, which was nothing."""
    told = elsewhere(tmp_path).declared().told()
    told["dice"] = {
        "simulated": True, "can_throw": True, "setting": "offer", "wishes": {}, "again": [],
        "trouble": "", "throw": None,
    }  # fmt: skip
    found = drawn(page, told, ("tap", "Throw"), ("tap", "Throw"), ("dead", "Throw"))
    assert found.dead == [True]
    ((url, fields),) = found.sent
    assert (url, fields["lies"]) == ("/act/throw", -1)


def test_cards_are_dealt_or_named(page: Page, tmp_path: Path) -> None:
    told = elsewhere(tmp_path, toy.with_luck()).declared().told()
    dealt = drawn(page, told, ("tap", "Deal for me"))
    assert "weather deck" in dealt.says
    assert [url for url, _ in dealt.sent] == ["/act/roll"]
    named = drawn(page, told, ("dead", "Done"), ("tap", "rain"), ("dead", "Done"), ("tap", "Done"))
    assert [sent["answer"] for sent in named.answers()] == [["rain"]]
    assert named.dead == [True, False]


def test_a_reroll_says_so_and_what_was_thrown_before_it(page: Page, tmp_path: Path) -> None:
    """Of 6 1 1 one is 4 or more; the others are thrown again."""
    game = elsewhere(tmp_path, toy.with_luck()).declared().answered(["rain"], [6, 1, 1])
    found = drawn(page, game.told())
    assert "Red 6 1 1: 1 of 3 at 4+" in found.says
    assert "Reroll" in found.says and "2 dice" in found.says


def test_a_tie_at_who_goes_first_is_told_with_both_dice(page: Page, tmp_path: Path) -> None:
    game = elsewhere(tmp_path, QUICKPLAY).declare(Action("begin", "red")).answered([4])
    assert "· Red 4" in drawn(page, game.told()).says
    tie = drawn(page, game.answered([4]).told()).says
    assert "· Red 4 · Blue 4 · a tie" in tie and "Again: for who goes first" in tie
    after = drawn(page, game.answered([6]).told()).says
    assert "· Red 6" in after and "Blue 4" not in after


def test_the_side_that_is_not_asked_waits(page: Page, tmp_path: Path) -> None:
    game = elsewhere(tmp_path).declared().answered([6, 6])
    red, blue = drawn(page, game.told("Red"), ("dead", "Stand")), drawn(page, game.told("Blue"))
    assert "Waiting for Blue" in red.says and red.dead == [None]
    assert "Bell's foot reacts" in blue.says and "Stand" in blue.says


def test_intent_tape_and_dice_are_three_ways_out(page: Page, tmp_path: Path) -> None:
    """10.05 ± 0.1 in against 10: no ruler can tell."""
    told = elsewhere(tmp_path, table=toy.doubtful_table(10.05)).declared().told()
    taped = drawn(page, told, ("fill", ["[name=tape]", "9.95"]), ("tap", "The tape decides"))
    assert "Too close to call" in taped.says and "10.1 ± 0.1 in" in taped.says
    assert [(one["answer"], one["how"]) for one in taped.answers()] == [(["in"], "tape 9.95 in")]
    beyond = drawn(page, told, ("fill", ["[name=tape]", "10.2"]), ("tap", "The tape decides"))
    assert [one["answer"] for one in beyond.answers()] == [["out"]]
    stated = drawn(page, told, ("fill", ["[name=said]", "just in"]), ("tap", "it is in"))
    assert [(one["answer"], one["how"]) for one in stated.answers()] == [(["in"], "just in")]


def test_what_was_stated_is_still_there_when_the_question_is_drawn_again(
    page: Page, tmp_path: Path
) -> None:
    """It was lost on a busy computer between the typing and the tap on "it is in"."""
    told = elsewhere(tmp_path, table=toy.doubtful_table(10.05)).declared().told()
    found = drawn(page, told, ("fill", ["[name=said]", "just in"]), ("again", None))
    assert found.fields["said"] == "just in"


def test_why_and_how_likely_stand_above_the_dice(page: Page, tmp_path: Path) -> None:
    """Two dice at 4 or more: none, one, two in 1, 2, 1 of 4 throws."""
    says = drawn(page, elsewhere(tmp_path).declared().told()).says
    assert "2 dice · thrown by Red · needs 4 or more Why?" in says
    assert "025 %150 %225 %" in says
