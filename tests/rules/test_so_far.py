"""While an action waits for an answer, what it has ruled is told: always a beginning of the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.cases.case import resolve_case
from rules.kernel.engine import rulings_so_far, state_so_far
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Outcome, Ruling
from tests.rules.examples import cases_of
from webui.commands.resolve import resolve_command

BOOKS = ("matchlocks", "armatys", "blocks", "roses", "skirmish")


def waiting_cases(book: str) -> list[dict[str, Any]]:
    """Some cases of one action and two answers or more that come to their end."""
    found = []
    for case in cases_of(book):
        plain = "refused" not in case["expect"] and "wrong_answer" not in case["expect"]
        if plain and len(case.get("actions", ())) == 1 and len(case.get("answers", ())) > 1:
            found.append(case)
    return found[::5]


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_ruled_so_far_begins_what_is_ruled_in_the_end(book: str) -> None:
    shown = 0
    for case in waiting_cases(book):
        whole = resolve_case(case)
        final = [ruling["says"] for ruling in whole["rulings"]]
        if whole["pending"] is not None:
            continue
        for count in range(len(case["answers"])):
            part = resolve_case({**case, "answers": case["answers"][:count]})
            said = [ruling["says"] for ruling in part["so_far"]]
            assert said == final[: len(said)], case["says"]
            shown += bool(said)
    assert shown > 5


def test_an_action_that_has_ended_has_nothing_under_way() -> None:
    ended = [out for out in map(resolve_case, waiting_cases("blocks")) if out["pending"] is None]
    assert ended and not any(out["so_far"] for out in ended)


def test_the_newest_of_several_stories_is_told() -> None:
    def inner(story: Outcome) -> Steps[Outcome]:
        story = Outcome("hurt", (*story.rulings, Ruling("second")))
        yield from roll("a die", 1, "red")
        return story

    def outer() -> Steps[Outcome]:
        story = Outcome(None, (Ruling("first"),))
        return (yield from inner(story))

    rule = outer()
    assert rulings_so_far(rule) == () and state_so_far(rule) is None
    next(rule)
    assert state_so_far(rule) == "hurt"
    assert [ruling.says for ruling in rulings_so_far(rule)] == ["first", "second"]


def test_resolve_shows_the_working_before_the_last_die(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for case in waiting_cases("skirmish") + waiting_cases("matchlocks"):
        cut = {**case, "answers": case["answers"][:-1]}
        so_far = resolve_case(cut)["so_far"]
        if so_far:
            break
    path = tmp_path / "case.json"
    path.write_text(json.dumps(cut), encoding="utf-8")
    assert resolve_command([str(path)]) == 2
    text = capsys.readouterr().out
    assert so_far[0]["says"] in text and "asked:" in text
    assert resolve_command([str(path), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["so_far"] == json.loads(json.dumps(so_far))
