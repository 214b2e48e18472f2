"""A state that the rules cannot digest is never kept; one that was kept stops nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from flask import Flask

from rules.books import RULE_SETS
from rules.kernel.plain import to_plain
from rules.kernel.protocol import Action, BadState, IllegalAction, RuleSet
from tests.webui import toy
from tests.webui.conftest import Visitor
from webui.game.begin import begin
from webui.game.game import Game
from webui.game.journal.journal import CannotKeep, Journal
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

TABLE, UMPIRE = Who("table"), Who("umpire")
BOOKS = {rules.name: rules for rules in RULE_SETS}


def _game(path: Path, rules: RuleSet) -> Game:
    demo = rules.demo()
    journal = Journal(path)
    if journal.head == 0:
        begin(journal, rules, demo.armies, title="t", house=demo.house)
    return Game(journal, rules, HandTable(demo.table))


def test_a_kind_that_no_book_knows_is_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    game = _game(tmp_path / "g.drumhead", BOOKS["matchlocks"])
    kinds = game.journal.state(1)["units"]
    with pytest.raises(BadState, match="the rules cannot go on from that"):
        game.edit(f"units/{next(iter(kinds))}/kind", "Batalia", "typo", UMPIRE, after=1)
    assert game.journal.head == 1
    game.journal.close()


def test_a_house_rule_is_only_set_to_what_the_book_knows(game: Game) -> None:
    with pytest.raises(BadState, match="there is no house rule 'fog'"):
        game.edit("house", {"fog": "on"}, "try", UMPIRE, after=1)
    with pytest.raises(BadState, match="takes on, off"):
        game.edit("house", {"cover": "sideways"}, "try", UMPIRE, after=1)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (10**18, "a number is out of all bounds"),
        ("x" * 401, "longer than 400 letters"),
        ([[[[[[[1]]]]]]], "nested too deeply"),
        ([1] * 501, "too many values"),
        ({str(number): "x" * 390 for number in range(60)}, "it is too long"),
    ],
)
def test_a_value_out_of_all_bounds_is_refused(game: Game, value: object, why: str) -> None:
    with pytest.raises(BadState, match=why):
        game.edit("units/B1/hits", value, "try", UMPIRE, after=1)


@pytest.mark.parametrize("depth", [7, 900])
def test_a_deeply_nested_action_is_refused_before_it_is_kept(game: Game, depth: int) -> None:
    more: object = 1
    for _ in range(depth):
        more = {"a": more}
    with pytest.raises((BadState, IllegalAction), match="nested too deeply"):
        game.declare(Action("shoot", "R1", "B1", {"a": more}), TABLE, after=1)
    assert game.journal.head == 1


def test_an_outcome_that_its_own_rules_cannot_digest_is_not_kept(
    journal: Journal, live: HandTable
) -> None:
    def card(state: toy.ToyState, unit: str) -> object:
        if state.turn > 1:
            raise KeyError(unit)
        return toy.TOY.card(state, unit)

    rules = msgspec.structs.replace(toy.TOY, card=card)
    begin(journal, rules, toy.armies(), title="t")
    game = Game(journal, rules, live)
    with pytest.raises(BadState, match="the rules cannot go on"):
        game.declare(Action("end", "Red"), TABLE, after=1)
    assert journal.head == 1 and game.present().state.turn == 1


@pytest.fixture
def spoilt(tmp_path: Path, live: HandTable) -> Path:
    """A game of an earlier version in which an edit was kept that no rule can digest."""
    path = tmp_path / "games" / "old.drumhead"
    path.parent.mkdir()
    with closing(Journal(path)) as journal:
        begin(journal, toy.TOY, toy.armies(), title="t")
        by = {"who": to_plain(UMPIRE), "at_s": 1.0}
        journal.append("note", {"text": "before", "about": "", **by}, after=1)
        bad = {**journal.state(1), "units": []}
        edit = {"path": "units", "value": [], "old": [], "reason": "typo", **by}
        journal.append("edit", edit, after=2, state=bad)
    (tmp_path / "open.json").write_text('{"game": "old"}', encoding="utf-8")
    return path


def test_a_game_with_an_indigestible_step_stands_before_it(spoilt: Path, live: HandTable) -> None:
    with closing(Journal(spoilt)) as journal:
        game = Game(journal, toy.TOY, live)
        assert game.present().head == 2 and "step 2 again" in game.notice
        assert len(journal.everything()) == 3


def test_undo_does_not_need_the_state_that_it_leaves(spoilt: Path, live: HandTable) -> None:
    with closing(Journal(spoilt)) as journal:
        game = Game(journal, toy.TOY, live)
        journal.shift(3, {}, after=2)
        assert game.undo(UMPIRE, after=3) == 2
        assert game.present().state == toy.TOY.new_game(toy.armies(), {})


@pytest.fixture
def no_rules_go_on(tmp_path: Path, spoilt: Path, live: HandTable) -> Iterator[Flask]:
    def refuse(state: object, unit: str) -> object:
        raise ZeroDivisionError("whatever it is")

    calls: list[RuleSet] = [toy.TOY, msgspec.structs.replace(toy.TOY, name="broken", card=refuse)]
    with closing(Journal(tmp_path / "games" / "other.drumhead")) as journal:
        begin(journal, calls[1], toy.armies(), title="other")
    (tmp_path / "open.json").write_text('{"game": "other"}', encoding="utf-8")
    made = create_app(tmp_path, live, rules=calls)
    made.testing = False
    yield made
    desk_of(made).close()


def test_a_game_that_cannot_be_opened_is_set_aside_and_the_program_starts(
    no_rules_go_on: Flask, tmp_path: Path
) -> None:
    here = Visitor(no_rules_go_on)
    page = here.get("/table.json").json
    assert any("other could not be opened and is set aside" in said for said in page["troubles"])
    assert page["game"]["name"] != "other"
    assert (tmp_path / "games" / "other.drumhead").exists()
    refused = here.post("/setup/open", name="other")
    assert refused.status_code == 422 and "can go on from no step" in refused.json["error"]


def test_an_open_action_whose_rules_fail_can_be_taken_back(game: Game, live: HandTable) -> None:
    game.declare(Action("shoot", "R1", "B1"), TABLE, after=1)

    def broken(*given: object) -> object:
        raise KeyError("a bug")

    again = Game(game.journal, msgspec.structs.replace(toy.TOY, resolve=broken), live)
    opened = again.present().opened
    assert opened is not None and opened.prompt is None and "mistake" in str(opened.fault)
    again.take_back(TABLE, after=2)
    assert again.present().opened is None


def test_nothing_moves_while_the_disk_refuses(
    app: Flask, here: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desk_of(app)
    before = desk.live.snapshot().bases

    def refuse(places: object) -> None:
        raise CannotKeep("free some space")

    monkeypatch.setattr(desk.the_game().journal, "set_placed", refuse)
    stands = [{"payload": tag, "x_in": 3, "y_in": 4, "facing_deg": 0} for tag in ("R01", "B01")]
    assert here.post("/act/place", bases=stands).status_code == 507
    assert [replace(base, seen_s=0) for base in desk.live.snapshot().bases] == [
        replace(base, seen_s=0) for base in before
    ]
