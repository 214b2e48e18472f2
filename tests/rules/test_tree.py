"""What an action comes to as a tree: its steps, what they changed, and no id in any sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.books import RULE_SETS
from rules.cases.case import resolve_case
from rules.kernel.play import every_unit
from rules.kernel.prompts import BadAnswer
from rules.kernel.protocol import BadState, IllegalAction, RuleSet
from tests.rules.examples import cases_of
from tests.rules.ill_said import ill_said
from vision.table.reading import Unmeasurable
from webui.commands.resolve import resolve_command

TESTS = Path(__file__).parents[1]
every_book = pytest.mark.parametrize("book", RULE_SETS, ids=lambda book: book.name)


def came_of(book: RuleSet) -> Iterator[dict[str, Any]]:
    """What every case of a book that is not refused comes to."""
    for case in cases_of(book.name):
        try:
            yield resolve_case(case, (book,))
        except (IllegalAction, BadState, BadAnswer, Unmeasurable):
            continue


@pytest.mark.parametrize(
    ("said", "is_ill"),
    [
        ("4 cm more by QP-SHOOT-03", True),
        ("the nearest (ADV_NEAREST)", True),
        ("1 hits, 2 dice", True),
        ("2 hits of 1 die, 1 of 3 figures", False),
    ],
)
def test_an_id_a_code_and_one_as_several_are_found(said: str, is_ill: bool) -> None:
    """In what every case comes to, as each is played (``worked.verify``); not in what fills a
    template."""
    book = next(one for one in RULE_SETS if one.name == "quickplay")
    came = {"prompts": ({"what": "Roll"},), "tree": [{"steps": ({"text": said},)}],
            "so_far": [{"arguments": {"says": "1 hits"}}], "pending": None}  # fmt: skip
    assert ill_said(book, came) == ({said} if is_ill else set())


DEEDS = {
    "shot": {"shoot", "fire"},
    "melee": {"attack", "melee round", "melee", "fight", "charge"},
}


def case_with(book: RuleSet, deeds: set[str]) -> dict[str, Any]:
    """The first case of a book that is one such action, with dice and with consequences."""
    for case in cases_of(book.name):
        if [action.get("do") in deeds for action in case.get("actions", ())] != [True]:
            continue
        try:
            came: dict[str, Any] = resolve_case(case, (book,))
        except (IllegalAction, BadState, BadAnswer, Unmeasurable):
            continue
        if came["pending"] is None and came["consequences"]:
            if any(step["faces"] for step in came["tree"][0]["steps"]):
                return case
    raise LookupError(f"{book.name} has no case of {deeds}")


@every_book
@pytest.mark.parametrize("deed", DEEDS)
def test_resolve_prints_the_tree_of_a_shot_and_of_a_melee(
    book: RuleSet, deed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Through the command: dice with their rules, and of each consequence who and from what."""
    file = tmp_path / "case.json"
    file.write_text(json.dumps(case_with(book, DEEDS[deed])), encoding="utf-8")
    assert resolve_command(["--json", str(file)]) == 0
    (tree,) = json.loads(capsys.readouterr().out)["tree"]
    assert tree["action"]["do"] in DEEDS[deed]
    assert all(step["rules"] for step in tree["steps"] if step["faces"])
    changed = [
        (one["text"], one["what"], one["before"], one["after"]) for one in tree["consequences"]
    ]
    assert changed and all(text and what and old != new for text, what, old, new in changed)


def test_an_action_is_a_tree_of_steps_and_what_they_changed() -> None:
    """Every ruling of a case stands under its own action, and every consequence too."""
    book = next(one for one in RULE_SETS if one.name == "quickplay")
    several = [came for came in came_of(book) if len(came["tree"]) > 0]
    assert several
    for came in several:
        assert [step for one in came["tree"] for step in one["steps"]] == came["rulings"]
        changed = [change for one in came["tree"] for change in one["consequences"]]
        assert changed == came["consequences"]


def test_a_shot_holds_its_dice_its_reading_and_its_loss() -> None:
    """Whoever was hit has lost strength, or is gone or shaken, and the dice stand with it."""
    book = next(one for one in RULE_SETS if one.name == "quickplay")
    shots = [
        one
        for came in came_of(book)
        for one in came["tree"]
        if one["action"]["do"] == "shoot" and one["consequences"]
    ]
    assert shots
    for one in shots:
        step = one["steps"][0]
        assert step["faces"] and step["readings"] and step["rules"]
        assert {change["what"] for change in one["consequences"]} & {"strength", "gone", "shaken"}


GOLDEN = {
    "armatys": TESTS / "rules/armatys/golden.txt",
    "blocks": TESTS / "rules/blocks/golden.txt",
}


def ids_of(book: RuleSet) -> set[str]:
    """Every id of the demo's battle that people have another word for."""
    demo = book.demo()
    state = book.new_game(demo.armies, demo.house)
    units: tuple[Any, ...] = every_unit(state)
    ids = {base.payload for base in demo.table.bases}
    for place in ("leaders", "generals", "figures"):
        them = getattr(state, place, ())
        ids |= {one.id for one in (them.values() if isinstance(them, dict) else them)}
    ids |= {one.id for one in units}
    return ids - {one.id for one in units if one.label == one.id}


def said_in(line: str) -> str:
    """The sentence of a line of a transcript, without its answer, dice and ids beside it."""
    if line[:1] in ">#D":
        return ""
    said = line.strip().rsplit(" -> ", 1)[0]
    return re.sub(r"( \[[\d ]*\])?( \([A-Z0-9, -]*\))?$", "", said)


@every_book
def test_no_sentence_of_a_whole_battle_holds_the_id_of_a_unit_or_base(book: RuleSet) -> None:
    """Its shots and melees, line by line; blocks have no names, and are called by their ids."""
    text = GOLDEN.get(book.name, TESTS / f"games/{book.name}.txt").read_text(encoding="utf-8")
    ids = ids_of(book)
    words = {line: set(re.split(r"[^\w/-]+", said_in(line))) for line in text.splitlines()}
    assert [line for line, said in words.items() if said & ids] == []
