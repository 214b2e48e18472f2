"""What a table keeps for its hall: everything, once, in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.protocol import Action
from rules.matchlocks import MATCHLOCKS
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.hall.table.outbox import Kept, Outbox
from webui.hall.table.publisher import HallTable
from webui.hall.table.told import new_entries, score_of
from webui.hall.wire.address import read_address
from webui.server.session import Desk

RED, BLUE = Who("player", "Red", "Anna Secret"), Who("player", "Blue")


def shoot(desk: Desk, *faces: int) -> None:
    """One whole action of the toy battle."""
    game = desk.the_game()
    game.declare(Action("shoot", "R1", "B1"), RED, after=game.journal.head)
    game.answer(list(faces), RED, after=game.journal.head)
    game.answer("stand", BLUE, after=game.journal.head)


def told(desk: Desk, event: int = 0, shift: int = 0) -> list[Kept]:
    return new_entries("g", desk.the_game().journal, frozenset(), event, shift)[0]


def note(ref: str) -> Kept:
    return Kept("note", "g", ref, 1.0, {"text": "é"})


def test_entries_are_numbered_from_one_without_a_gap(tmp_path: Path) -> None:
    box = Outbox(tmp_path / "hall.sqlite")
    box.add([note("event 1"), note("event 2"), note("event 1"), note("event 3")])
    assert [(seq, kept.ref) for seq, kept in box.after(0, 9)] == [
        (1, "event 1"), (2, "event 2"), (3, "event 3"),
    ]  # fmt: skip


def test_what_was_added_is_there_again_after_a_restart(tmp_path: Path) -> None:
    box = Outbox(tmp_path / "hall.sqlite")
    box.add([note("event 1")], ("g", 1, 0))
    stream = box.stream
    box.close()
    again = Outbox(tmp_path / "hall.sqlite")
    assert (again.stream, again.last, again.reached("g"), again.after(0, 9)) == (
        stream, 1, (1, 0), [(1, note("event 1"))],
    )  # fmt: skip


def test_two_outboxes_are_two_streams(tmp_path: Path) -> None:
    assert Outbox(tmp_path / "a.sqlite").stream != Outbox(tmp_path / "b.sqlite").stream


def test_a_game_is_told_as_it_happened(desk: Desk) -> None:
    shoot(desk, 5, 2)
    desk.the_game().undo(BLUE, after=desk.the_game().journal.head)
    desk.the_game().answer("stand", BLUE, after=desk.the_game().journal.head)
    assert [kept.kind for kept in told(desk)] == ["begin", "ruling", "undo", "ruling"]


def test_only_what_is_new_is_told(desk: Desk) -> None:
    shoot(desk, 5, 2)
    _, event, shift = new_entries("g", desk.the_game().journal, frozenset(), 0, 0)
    shoot(desk, 4, 4)
    assert [kept.kind for kept in told(desk, event, shift)] == ["ruling"]


def test_a_ruling_is_told_as_data(desk: Desk) -> None:
    shoot(desk, 5, 2)
    body = told(desk)[-1].body
    assert body["action"]["do"] == "shoot"
    assert body["rulings"][0]["faces"] == [5, 2] and body["rulings"][0]["total"] == "1 hits"


def test_the_names_of_people_stay_at_their_table(desk: Desk) -> None:
    shoot(desk, 5, 2)
    desk.the_game().note("a remark", "", RED, after=desk.the_game().journal.head)
    assert "Anna Secret" not in repr(told(desk))


def test_a_card_in_a_hand_never_leaves_the_table(tmp_path: Path) -> None:
    """Parliament holds a Special Event, put there by the umpire, which stands in the journal."""
    desk = Desk(tmp_path / "m", HandTable(MATCHLOCKS.demo().table), (MATCHLOCKS,))
    game = desk.the_game()
    path, card = "sides/Parliament/events", "Skittish Mount"
    game.edit(path, [card], "for the test", Who("umpire"), after=game.journal.head)
    entries = new_entries("g", game.journal, MATCHLOCKS.secret, 0, 0)[0]
    score = score_of(game, "g", "0" * 32, 1)
    desk.close()
    assert [kept.kind for kept in entries] == ["begin", "edit"]
    assert card not in f"{entries} {score}"


@pytest.mark.parametrize("wrong", ["", "###"])
def test_a_table_needs_a_name(desk: Desk, wrong: str) -> None:
    with pytest.raises(ValueError, match="no name for a table"):
        HallTable(desk, read_address("mqtt://localhost"), wrong)
