"""What is told of a step is made once for everybody, and anew for the next step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest
from flask import Flask

from rules.kernel.protocol import Plain
from tests.webui.conftest import Visitor
from tests.webui.page.steps import shot
from webui.game.journal.journal import Event
from webui.game.once import Once
from webui.game.told import record
from webui.server.app import desk_of


def test_what_belongs_to_a_step_is_made_once() -> None:
    once, made = Once(), iter(range(9))
    said = [once.told(head, "line", lambda: next(made)) for head in (4, 4, 5, 5, 4)]
    assert said == [0, 0, 1, 1, 2]


def test_what_differs_is_kept_apart() -> None:
    once = Once()
    assert once.told(4, ("line", "Red"), lambda: "for Red") == "for Red"
    assert once.told(4, ("line", "Blue"), lambda: "for Blue") == "for Blue"
    assert once.told(4, ("line", "Red"), lambda: "anew") == "for Red"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The steps at which the rulings of a line were put together."""
    found: list[int] = []
    real = record.rulings

    def counted(
        line: Sequence[Event], most: int | None = None, names: Mapping[str, str] | None = None
    ) -> list[dict[str, Plain]]:
        found.append(line[-1].id)
        return real(line, most, names)

    monkeypatch.setattr(record, "rulings", counted)
    yield found


def test_sixty_that_look_on_have_the_rulings_put_together_once(
    app: Flask, here: Visitor, asked: list[int]
) -> None:
    game = desk_of(app).the_game()
    shot(game, 6, 2)
    assert {_newest(here) for _ in range(60)} == {"Rigg's foot scores 1 on Bell's foot."}
    assert asked == [game.journal.head]


def test_after_a_step_and_after_an_undo_they_are_told_anew(app: Flask, here: Visitor) -> None:
    game = desk_of(app).the_game()
    before = shot(game, 6, 2)
    told = [_newest(here)]
    shot(game, 6, 5)
    told.append(_newest(here))
    while game.journal.head > before:
        assert here.at_head("/act/undo").status_code == 200
    told.append(_newest(here))
    assert told == [f"Rigg's foot scores {hits} on Bell's foot." for hits in (1, 2, 1)]


def _newest(here: Visitor) -> str:
    table = here.get("/table.json").json
    assert table is not None
    return str(table["verdicts"][0]["headline"])
