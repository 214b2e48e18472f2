"""The battle told again: frames, turns, losses, moments and the dice of both sides."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from rules.books import RULE_SETS
from rules.kernel.protocol import Action, RuleSet
from rules.kernel.telling.ledger import Count, Weight
from rules.quickplay import QUICKPLAY
from tests.webui import toy
from tests.webui.conftest import Visitor
from tests.webui.page.steps import shot
from tests.webui.told.played import played
from vision.table.abilities import SIMULATED
from vision.table.snapshot import Pose
from webui.game.game import Game
from webui.game.journal.journal import beginning
from webui.game.kept.glances import glance_at
from webui.game.position import Who
from webui.game.seen.live import HandTable, TopView
from webui.game.told.called import names_in
from webui.game.told.replay.dice_by_side import dice_by_side
from webui.game.told.replay.drawing import close_up
from webui.game.told.replay.for_viewer import replay, viewed
from webui.game.told.replay.frames import HARM, Frame, frames, losses, moments
from webui.game.told.replay.naming import placed, taken_off
from webui.game.told.report import report

UMPIRE = Who("umpire")


def _frames(game: Game) -> list[Frame]:
    line = game.journal.line()
    return frames(game.journal, line, names_in(beginning(line)))


def test_an_action_is_a_frame_with_the_table_it_was_seen_on(game: Game) -> None:
    shot(game, 6, 2)
    (only,) = _frames(game)
    assert only.says == "Rigg's foot scores 1 on Bell's foot." and only.holds
    assert only.turn == "Turn 1"  # which has not ended yet
    assert only.table is not None and only.table.unit("R1")[0].settled_pose().x_in == 30


def test_the_report_says_at_its_head_that_its_table_was_drawn(
    game: Game, live: HandTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    shot(game, 6, 2)
    assert "SIMULATED" not in report(game.journal)
    monkeypatch.setattr(live, "_table", replace(live.snapshot(), source=SIMULATED))
    game.declare(Action("end", "Red"), UMPIRE, after=game.journal.head)
    assert "SIMULATED" in report(game.journal).partition("<h1>")[0]


def test_an_undone_action_is_no_frame_and_an_overruled_one_says_what_holds(game: Game) -> None:
    shot(game, 6, 2)
    game.overrule_step({0: [6, 5]}, (), "cocked", UMPIRE, after=game.journal.head)
    game.declare(Action("end", "Red"), UMPIRE, after=game.journal.head)
    game.undo(UMPIRE, after=game.journal.head)
    first, second = _frames(game)
    assert first.instead == second.says == "Rigg's foot scores 2 on Bell's foot."
    assert not first.holds and second.holds
    told = replay(game.journal, {}, urls=False).frames
    set_to = "Rigg's foot to hit Bell's foot: 6, 2 becomes 6, 5, because cocked"
    assert [one.again for one in told] == ["", set_to]


def test_a_noted_correction_changes_nothing_of_what_is_told_to_be_lost(game: Game) -> None:
    """The state stays, so the step holds: seen to be struck out, its losses left out."""
    event = shot(game, 6, 2)
    game.declare(Action("end", "Red"), UMPIRE, after=game.journal.head)
    game.overrule(event, 0, "no hit", "cover", UMPIRE, after=game.journal.head)
    first, _ = _frames(game)
    assert first.holds and first.noted == ("no hit, because cover",)
    page = report(game.journal)
    assert "Correction noted: no hit, because cover" in page and "<s>" not in page


def test_the_dice_of_both_sides_count_only_what_holds(game: Game) -> None:
    """6 and 5 hold, 6 and 2 were overruled; needing 4, two dice succeed once on average."""
    shot(game, 6, 2)
    game.overrule_step({0: [6, 5]}, (), "cocked", UMPIRE, after=game.journal.head)
    red = dice_by_side(_frames(game))["Red"]
    assert red.faces == (0, 0, 0, 0, 1, 1) and red.mean == pytest.approx(5.5)
    assert red.hits == 2 and red.expected == pytest.approx(1.0)


def _frame(says: str, consequences: list[dict[str, object]], turn: str = "") -> Frame:
    return Frame(1, turn, says, "", "", 0, None, consequences=tuple(consequences))


def _lost(who: str, before: int, after: int) -> dict[str, object]:
    return {"who": who, "side": "Red", "what": "figures", "weight": 1, "before": before,
            "after": after, "says": ""}  # fmt: skip


def test_losses_are_from_the_first_figure_to_the_last() -> None:
    gone = {"who": "A", "side": "Red", "what": "gone", "weight": 0, "before": "", "after": "fled",
            "says": "A flees"}  # fmt: skip
    found = losses([_frame("", [_lost("A", 8, 6)]), _frame("", [_lost("A", 6, 5), gone])])
    assert (found["A"].start, found["A"].now, found["A"].out) == (8, 5, "A flees")


def test_units_that_are_out_count_as_lost_where_no_figures_are(game: Game) -> None:
    """Two blocks are removed; of the foes two figures fall, then one runs away, then comes back."""
    out = {"what": "gone", "kind": "unit", "weight": 0, "says": ""}
    blocks = [{**out, "side": "Red", "who": who, "before": False, "after": True} for who in "AB"]
    ran = {**out, "side": "Blue", "who": "C", "before": "", "after": "rout"}
    back = {**ran, "before": "rout", "after": ""}
    shots = {**_lost("C", 6, 4), "side": "Blue", "kind": "unit"}
    found = [_frame("", blocks), _frame("", [shots, ran]), _frame("", [back])]
    told = viewed(game.journal, found, game.journal.line(), {}, urls=False).frames
    assert told[0].lost == {"Red": "2 units"}
    assert told[1].lost == {"Red": "2 units", "Blue": "2 and 1 unit"}
    assert told[2].lost == {"Red": "2 units", "Blue": "2"}
    assert [one.struck for one in told] == [["A", "B"], ["C"], ["C"]]


def test_a_step_goes_close_to_where_those_stood_whom_it_took_off() -> None:
    """Bell's foot stood at (30, 18); 16 in across, two thirds of it deep."""
    stood = toy.table()
    cleared = replace(stood, bases=stood.bases[:2])
    taken = {"who": "B1", "side": "Blue", "kind": "unit", "weight": 0}
    frame = Frame(2, "", "", "", "", 0, cleared, consequences=(taken,))
    west, south, across, deep = close_up(frame, stood) or (0, 0, 0, 0)
    assert (west, across) == (22, 16)
    assert deep == pytest.approx(32 / 3) and south == pytest.approx(18 - 16 / 3)
    # On a table by hand it is still there, without a place.
    lifted = replace(stood, bases=(*stood.bases[:2], replace(stood.bases[2], pose=None)))
    for now in (cleared, lifted):
        (gone,) = taken_off(replace(frame, table=now), stood)
        assert gone.payload == "B01"


def test_a_key_moment_names_who_acts_and_who_suffers(tmp_path: Path) -> None:
    """On the report and on the big screen, which draw the same: they had pictures without names.
    Two hits of Long Meg cost the Town Pikes two of five."""
    game = played(QUICKPLAY, (), tmp_path)
    for do, faces in ((("begin", "red"), ([6], [1])), (("shoot", "R5", "B1"), ([6, 6],))):
        game.declare(Action(*do), UMPIRE, after=game.journal.head)
        for thrown in faces:
            game.answer(thrown, UMPIRE, after=game.journal.head)
    names = names_in(beginning(game.journal.line()))
    told = replay(game.journal, names, urls=False)
    (k,) = told.moments
    assert [one[0] for one in told.frames[k].named or ()] == ["Long Meg", "The Town Pikes"]
    figure = report(game.journal).split("<figure>")[1].split("</figure>")[0]
    assert figure.count("<text") == 2 and ">The Town Pikes</text>" in figure


def test_the_names_of_units_in_contact_lie_on_nothing() -> None:
    """One in front of the other, 2 x 1 in; letters are 0.05 * 16 = 0.8 in high."""
    stood = toy.table()
    bases = [replace(stood.bases[k], pose=Pose(30, 20 + k, 90)) for k in (0, 2)]
    card = {"action": {"by": bases[0].unit_id, "at": bases[1].unit_id}}
    table = replace(stood, bases=tuple(bases))
    frame = Frame(2, "", "", "", "", 0, table, card=card)
    found = placed(frame, (), {}, (22.0, 15.0, 16.0, 32 / 3))
    wide = [(one.x_in - len(one.says) * 0.24, one.x_in + len(one.says) * 0.24) for one in found]
    high = [(one.y_in - 0.24, one.y_in + 0.76) for one in found]
    boxes = list(zip(wide, high, strict=True))
    solid = [((29.0, 31.0), (19.5, 22.5))]
    assert len(boxes) == 2
    for (xs, ys), ((x0, x1), (y0, y1)) in itertools.combinations([*boxes, *solid], 2):
        assert xs[1] <= x0 or x1 <= xs[0] or ys[1] <= y0 or y1 <= ys[0]


def test_hits_on_a_unit_that_stands_are_no_losses() -> None:
    """Hits grow where figures fall: one hit is not "-1 lost, 1 of 0 left"."""
    hit = _lost("A", 0, 1) | {"what": "hits"}
    wound = _lost("B", 0, 1) | {"what": "wounds"}
    assert losses([_frame("", [hit, wound])]) == {}


@pytest.mark.parametrize("book", RULE_SETS, ids=lambda book: str(book.name))
def test_every_line_of_losses_counts_from_what_was_begun_with_or_is_harm(book: RuleSet) -> None:
    lines = [line for account in book.ledger for line in account.lines]
    counted = [line for line in lines if isinstance(line, Count) and line.weight == Weight.LOSSES]
    assert counted
    assert all((line.start is None) == (line.name in HARM) for line in counted)


def test_who_is_gone_at_once_has_lost_all_it_had() -> None:
    gone = {"who": "A", "side": "Red", "what": "gone", "weight": 0, "before": False, "after": True,
            "says": "is gone"}  # fmt: skip
    found = losses([_frame("", [gone, _lost("A", 4, 0)])])
    assert (found["A"].start, found["A"].now, found["A"].out) == (4, 0, "is gone")


def test_the_moments_are_those_that_cost_most_in_their_order() -> None:
    told = [
        _frame("one", [_lost("A", 8, 7)]),
        _frame("none", []),
        _frame("three", [_lost("A", 7, 4)]),
    ]
    assert [frame.says for frame in moments(told)] == ["one", "three"]
    assert [frame.says for frame in moments(told, 1)] == ["three"]


def test_turns_are_headings_and_the_first_has_its_own(game: Game) -> None:
    book = next(one for one in RULE_SETS if one.name == "quickplay")
    told = _frames(played(book, ("begin", "end", "end", "end"), game.journal.path.parent))
    assert [frame.turn for frame in told][0] == "Turn 1"
    assert "Turn 2" in {frame.turn for frame in told}


def test_the_report_has_the_replay_inside_and_no_address(game: Game) -> None:
    shot(game, 6, 2)
    page = report(game.journal)
    assert "id='replay-data'" in page and "http" not in page and " src=" not in page


def test_a_name_cannot_end_the_script_of_the_report(game: Game) -> None:
    game.note("</script><script>alert(1)</script>", "", UMPIRE, after=game.journal.head)
    shot(game, 6, 2)
    game.overrule(game.journal.head, 0, "</script><b>", "cover", UMPIRE, after=game.journal.head)
    page = report(game.journal)
    assert page.count("</script>") == 2
    assert "</script><b>" not in page


def test_bases_that_have_not_moved_are_told_once(game: Game) -> None:
    shot(game, 6, 2)
    shot(game, 1, 2)
    told = replay(game.journal, {}, urls=True)
    assert len(told.frames[0].bases or ()) == len(toy.table().bases)
    assert told.frames[1].bases is None


RED, BLUE = "#c1272d", "#0072b2"
"""The colours that COLOURS of webui/game/kept/colours.py gives to red and to blue."""


def test_the_viewer_is_told_the_colours_of_the_game(game: Game) -> None:
    names = names_in(beginning(game.journal.line()))
    assert replay(game.journal, names, urls=False).colours == {"Red": RED, "Blue": BLUE}


def test_the_report_draws_a_red_side_red(game: Game) -> None:
    shot(game, 6, 2)
    text = report(game.journal)
    assert f"fill='{RED}'" in text and f"fill='{BLUE}'" in text
    assert "#d55e00" not in text


def test_a_kept_game_draws_a_red_side_red(game: Game) -> None:
    assert f"fill='{RED}'" in glance_at(game).plan


def test_the_replay_says_which_battle_it_is_and_who_fights(game: Game) -> None:
    shot(game, 6, 2)
    told = replay(game.journal, {"R1": "Rigg's foot"}, urls=True)
    assert (told.title, told.sides) == ("Toy battle", ["Red", "Blue"])
    assert told.names == {"R1": "Rigg's foot"}
    assert told.size_in == list(toy.table().size_in)


def test_a_frame_says_who_did_what_to_whom_with_which_dice(game: Game) -> None:
    """The third step of the game declares it, two answers follow, the next is the result."""
    before = game.journal.head
    done = shot(game, 6, 2)
    (frame,) = replay(game.journal, {}, urls=True).frames
    assert (frame.event, frame.by, frame.at) == (done, "R1", "B1")
    (thrown,) = frame.dice
    assert (thrown.by, thrown.need, thrown.faces) == ("Red", 4, [6, 2])
    (seen,) = _frames(game)
    assert seen.did == "Rigg's foot: shoot, at Bell's foot" and seen.seen == before + 1
    assert seen.card["event"] == done


def test_who_was_moved_stands_in_the_picture_where_he_was_seen_then(
    here: Visitor, live: HandTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen twice on the page: where Bell's foot had stood on the picture, and drawn where it
    went. A picture here is how far north it stands: 18 in, then 20."""

    def picture(_: HandTable) -> TopView:
        north_in = live.snapshot().unit("B1")[0].settled_pose().y_in
        return TopView(f"{north_in:g}".encode(), 4.0, 1.0, (72.0, 48.0), 0.0)

    monkeypatch.setattr(HandTable, "top_view", picture)
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    for answer in ([1, 1], ["back"]):
        here.at_head("/act/answer", answer=answer)
    live.place("B01", 30.0, 20.0, 270.0)
    here.at_head("/act/answer", answer=None)
    (frame,) = here.get("/replay.json").json["frames"]
    assert [base[4] for base in frame["bases"] if base[0] == "B01"] == [20.0]
    kept = [here.get(url).data for url in (frame["url"], frame["url"].split("?")[0])]
    assert kept == [b"20", b"18"]
    assert here.get(f"{frame['url']}9").status_code == 404


def test_the_report_names_both_sides_in_their_colours_and_counts_their_dice(game: Game) -> None:
    """Six and two: a mean of 4.00; needing four, one of two succeeds, as is to be expected."""
    shot(game, 6, 2)
    page = report(game.journal)
    for k, side in enumerate(("Red", "Blue")):
        assert f"<h3 class='side-{k}'>{side}</h3>" in page
        assert f"<strong class='side-{k}'>{side}</strong>" in page
    counts = "<td>0</td><td>1</td><td>0</td><td>0</td><td>0</td><td>1</td>"
    assert f"<tr><td>Red</td>{counts}<td>2</td><td>4.00</td><td>1 (1.0)</td></tr>" in page


def test_a_throw_that_needs_one_counts_among_the_hits() -> None:
    """Whatever falls succeeds: two of two, as is to be expected."""
    thrown = {"ask": "roll", "by": "Red", "sides": 6, "need": 1, "answer": [1, 6]}
    red = dice_by_side([Frame(1, "", "", "", "Red", 0, None, card={"answers": [thrown]})])["Red"]
    assert (red.hits, red.expected) == (2, pytest.approx(2.0))
