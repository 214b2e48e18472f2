"""An overruling runs the step again with another result, and the state changes with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from rules.kernel.prompts import BadAnswer
from rules.kernel.protocol import Action
from rules.quickplay import QUICKPLAY
from tests.webui import toy
from tests.webui.conftest import Clock, Visitor
from tests.webui.page.steps import shot
from vision.table.reading import HandReading
from webui.game.game import Game
from webui.game.journal.journal import Journal
from webui.game.position import NotNow, Who
from webui.game.seen.live import HandTable
from webui.game.told import record
from webui.game.told.report import report
from webui.game.told.transcript import transcript
from webui.server.app import create_app, desk_of

UMPIRE = Who("umpire", "", "Una")


def _hits(game: Game) -> int:
    return int(game.present().state.units[2].hits)


def _again(game: Game, answers: dict[int, object], reason: str = "cocked") -> int:
    return game.overrule_step(answers, (), reason, UMPIRE, after=game.journal.head)


def test_other_dice_change_the_state(game: Game) -> None:
    """6 and 2 were one hit of 4 or more; 6 and 5 are two."""
    shot(game, 6, 2)
    _again(game, {0: [6, 5]})
    assert _hits(game) == 2


def test_the_step_begins_in_the_state_it_began_in(game: Game) -> None:
    """One hit before it; the overruled step adds its two to that, not to its own first result."""
    shot(game, 6, 2)
    shot(game, 1, 1)
    _again(game, {0: [6, 5]})
    assert game.present().over is not None and _hits(game) == 3


def test_an_overruling_is_undone_and_put_again(game: Game) -> None:
    shot(game, 6, 2)
    _again(game, {0: [1, 1]})
    assert _hits(game) == 0
    game.undo(UMPIRE, after=game.journal.head)
    assert _hits(game) == 1
    game.redo(UMPIRE, after=game.journal.head)
    assert _hits(game) == 0
    # Seen to name the action, which stands all the time.
    it = "the overruling (Rigg's foot to hit Bell's foot: 6, 2 becomes 1, 1)"
    told = [step.says for step in record.steps(game.journal)[-2:]]
    assert told == [f"Taken back: {it}", f"Brought back: {it}"]


def test_another_choice_opens_what_it_leads_to(game: Game) -> None:
    """Bell's foot stood; if it falls back instead, its models have to be moved: that is asked."""
    shot(game, 6, 2)
    _again(game, {1: "back"})
    opened = game.present().opened
    assert opened is not None and opened.prompt is not None
    assert opened.prompt.what == "Move Bell's foot back" and _hits(game) == 0
    game.answer(None, UMPIRE, after=game.journal.head, how="seen")
    assert _hits(game) == 1


def test_an_open_overruling_is_taken_back_to_what_held_before(game: Game) -> None:
    shot(game, 6, 2)
    _again(game, {1: "back"})
    game.take_back(UMPIRE, after=game.journal.head)
    assert game.present().opened is None and _hits(game) == 1


def test_what_is_open_after_an_overruling_survives_a_restart(
    game: Game, journal: Journal, live: HandTable, clock: Clock
) -> None:
    shot(game, 6, 2)
    _again(game, {1: "back"})
    newer = Game(journal, toy.TOY, live, now=clock)
    opened = newer.present().opened
    assert opened is not None and opened.prompt is not None
    assert opened.prompt.what == "Move Bell's foot back"


def _count(game: Game, hits: int) -> None:
    game.overrule_step({}, (), "cover", UMPIRE, after=game.journal.head, hits={0: hits})


def test_other_hits_leave_the_dice_as_they_fell(
    game: Game, journal: Journal, live: HandTable, clock: Clock
) -> None:
    """Two sixes are two hits; one counts. Seen to be told as "6, 6 becomes 4, 6"."""
    shot(game, 6, 6)
    _count(game, 1)
    assert _hits(game) == 1
    newest = record.rulings(game.journal.line())[0]
    assert newest["says"] == "Rigg's foot scores 1 on Bell's foot."
    assert newest["faces"] == newest["answers"][0]["answer"] == [6, 6]
    assert newest["again"]["set"] == "Rigg's foot to hit Bell's foot: 2 hits → 1"
    assert "2 hits → 1, because cover" in transcript(game.journal)
    _again(game, {1: "back"})
    assert record.rulings(game.journal.line())[0]["answers"][0]["answer"] == [6, 6]
    newer = Game(journal, toy.TOY, live, now=clock)
    newer.answer(None, UMPIRE, after=newer.journal.head, how="seen")
    assert _hits(newer) == 1


def test_hits_that_were_overruled_before_the_end_stand_beside_the_next_question(
    app: Flask, here: Visitor
) -> None:
    """Two sixes are two hits; one counts, while Bell's foot is asked whether it stands."""
    game = desk_of(app).the_game()
    game.declare(Action("shoot", "R1", "B1"), UMPIRE, after=game.journal.head)
    game.answer([6, 6], UMPIRE, after=game.journal.head)
    (before,) = here.get("/table.json").json["open"]["answered"]
    _count(game, 1)
    (after,) = here.get("/table.json").json["open"]["answered"]
    assert (before["answer"], before["hits"]) == ([6, 6], None)
    assert (after["answer"], after["hits"]) == ([6, 6], 1)


def test_why_a_step_was_run_again_stands_once_above_its_rulings(
    tmp_path: Path, clock: Clock
) -> None:
    """A shot beyond its range is two rulings: that people agreed to it, and the volley."""
    table = HandTable(QUICKPLAY.demo().table)
    app = create_app(tmp_path / "folder", table, rules=(QUICKPLAY,), now=clock)
    game, here = desk_of(app).the_game(), Visitor(app)
    game.declare(Action("begin", "red"), UMPIRE, after=game.journal.head)
    for face in (6, 1):  # red goes first
        game.answer([face], UMPIRE, after=game.journal.head)
    game.let_it_be_done(Action("shoot", "R2", "B2"), UMPIRE, after=game.journal.head)
    game.answer([6, 5, 1], UMPIRE, after=game.journal.head)
    _again(game, {0: [6, 6, 1]}, "the die was cocked")
    page = here.get("/rulings").get_data(as_text=True)
    newest = page[page.index("<article") : page.index("</article>")]
    assert newest.count('<section class="step"') > 1
    assert newest.count("the die was cocked") == 1
    desk_of(app).close()


@pytest.mark.parametrize(("hits", "says"), [(3, "no 3 hits"), (1, "nothing is changed")])
def test_hits_that_the_dice_cannot_have_are_refused(game: Game, hits: int, says: str) -> None:
    shot(game, 6, 2)
    with pytest.raises((NotNow, BadAnswer), match=says):
        _count(game, hits)


def test_a_die_that_is_turned_counts_as_it_shows_again(game: Game) -> None:
    """6 and 2, counted as no hit; then the 2 was a 5: two hits."""
    shot(game, 6, 2)
    _count(game, 0)
    _again(game, {0: [6, 5]})
    assert _hits(game) == 2


def test_an_overruling_can_be_overruled(game: Game) -> None:
    shot(game, 6, 2)
    _again(game, {0: [6, 5]})
    _again(game, {0: [1, 5]})
    assert _hits(game) == 1


def test_dice_of_an_open_step_are_overruled_as_well(game: Game) -> None:
    game.declare(Action("shoot", "R1", "B1"), UMPIRE, after=game.journal.head)
    game.answer([6, 2], UMPIRE, after=game.journal.head)
    _again(game, {0: [6, 6]})
    game.answer("stand", UMPIRE, after=game.journal.head)
    assert _hits(game) == 2


def test_a_reading_that_is_set_decides(game: Game) -> None:
    """8 in by the camera and allowed; 12 in by tape is beyond the 10 in of TOY-RANGE-01."""
    shot(game, 6, 2)
    tape = HandReading("gap", "R1", "B1", 12.0)
    with pytest.raises(NotNow, match="out of range.*Take it back instead"):
        game.overrule_step({}, [tape], "measured", UMPIRE, after=game.journal.head)
    near = HandReading("gap", "R1", "B1", 9.0)
    game.overrule_step({}, [near], "measured", UMPIRE, after=game.journal.head)
    newest = record.rulings(game.journal.line())[0]
    assert newest["readings"][0]["value"] == 9.0


@pytest.mark.parametrize("far_in", [-99.0, 86.6])
def test_no_length_is_set_that_the_table_does_not_have(game: Game, far_in: float) -> None:
    """From corner to corner, 72 by 48 in are 86.53 in: by overruling, by tape and in a dispute."""
    head = shot(game, 6, 2)
    set_to = HandReading("gap", "R1", "B1", far_in)
    told = {"of": head, "index": 0, "reading": 0, "about": "gap", "tape": far_in, "says": "no"}
    says = rf"{far_in:g} in is no distance on this table.*from 0 to 86.5 in"
    with pytest.raises(NotNow, match=says):
        game.overrule_step({}, [set_to], "measured", UMPIRE, after=head)
    with pytest.raises(NotNow, match=says):
        game.read_by_hand(set_to, UMPIRE, after=head)
    with pytest.raises(NotNow, match=says):
        game.dispute(told, UMPIRE, after=head)
    assert game.journal.head == head


def test_nobody_measures_dice_with_a_tape(game: Game) -> None:
    """Seen to be asked for a tape, for which a dispute about dice has no field."""
    head = shot(game, 6, 2)
    told = {"of": head, "index": 0, "reading": -1, "about": "the dice", "says": " "}
    with pytest.raises(NotNow, match="^say what was seen or agreed$"):
        game.dispute(told, UMPIRE, after=head)


def test_a_margin_below_0_is_still_set(game: Game) -> None:
    """Outside the arc by 1 in: its sign says on which side."""
    head = shot(game, 6, 2)
    outside = HandReading("in_arc", "R1", "B1", -1.0)
    assert game.read_by_hand(outside, UMPIRE, after=head) > head


@pytest.mark.parametrize(
    ("answers", "kind", "says"),
    [
        ({}, NotNow, "nothing is changed"),
        ({0: [6, 2]}, NotNow, "nothing is changed"),
        ({0: [6, 9]}, BadAnswer, "enter 2 dice from 1 to 6"),
    ],
)
def test_what_cannot_be_set_is_refused_and_nothing_is_kept(
    game: Game, answers: dict[int, object], kind: type[Exception], says: str
) -> None:
    head = shot(game, 6, 2)
    with pytest.raises(kind, match=says):
        _again(game, answers)
    assert game.journal.head == head


def test_nothing_is_overruled_without_a_reason(game: Game) -> None:
    shot(game, 6, 2)
    with pytest.raises(NotNow, match="say why"):
        _again(game, {0: [1, 1]}, " ")


def test_a_value_set_by_hand_since_is_not_lost(game: Game) -> None:
    shot(game, 6, 2)
    game.edit("units/B1/hits", 2, "miscounted", UMPIRE, after=game.journal.head)
    with pytest.raises(NotNow, match="by hand since"):
        _again(game, {0: [1, 1]})


def test_both_results_stand_in_log_report_and_transcript(game: Game) -> None:
    shot(game, 6, 2)
    _again(game, {0: [6, 5]}, "the die was cocked")
    set_to = "Overruled: Rigg's foot to hit Bell's foot: 6, 2 becomes 6, 5"
    steps = [step.says for step in record.steps(game.journal)]
    assert f"{set_to}, because the die was cocked" in steps
    told = report(game.journal)
    text = transcript(game.journal)
    for says in ("scores 1 on", "scores 2 on", "the die was cocked"):
        assert says in text
        assert says in told
    newest, before = record.rulings(game.journal.line())
    assert before["instead"]["says"] == newest["headline"] == "Rigg's foot scores 2 on Bell's foot."
    assert newest["again"]["reason"] == "the die was cocked" and newest["instead"] is None
    assert "Rigg's foot scores 1 on Bell's foot; overruled since" in steps


def test_the_page_is_told_the_step_and_sends_it_again(here: Visitor) -> None:
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    here.at_head("/act/answer", answer=[6, 2])
    here.at_head("/act/answer", answer="stand")
    step = here.get("/step.json").json["step"]
    assert [asked["answer"] for asked in step["asked"]] == [[6, 2], ["stand"]]
    sent = here.at_head("/act/overrule-step", answers={"0": [6, 5]}, reason="cocked")
    assert sent.status_code == 200
    assert here.get("/rulings.json").json["rulings"][0]["faces"] == [6, 5]
    odd = here.at_head("/act/overrule-step", answers={"x": [6, 5]}, reason="cocked")
    assert odd.status_code == 400


def test_an_old_game_without_such_steps_opens(tmp_path: Path, live: HandTable) -> None:
    """An overruling in words, as it was before, still stands beside its ruling."""
    from webui.game.begin import begin

    path = tmp_path / "old.drumhead"
    journal = Journal(path)
    begin(journal, toy.TOY, toy.armies(), title="Old", now=lambda: 0.0)
    game = Game(journal, toy.TOY, live)
    event = shot(game, 6, 2)
    game.overrule(event, 0, "no hit", "cover", UMPIRE, after=game.journal.head)
    ruling = record.rulings(journal.line())[0]
    assert ruling["noted"][0]["says"] == "no hit"
    journal.close()
