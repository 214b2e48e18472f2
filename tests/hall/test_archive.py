"""The archive in both databases: the same promises, whichever it lies in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hall.postgres import Postgres
from webui.hall.archive import Archive, Arrived
from webui.hall.database import CannotKeep, open_database
from webui.hall.wire.messages import Entry, EntryKind

STREAM, CALL = "a" * 32, "c" * 32


def entry(seq: int, kind: EntryKind = "note", stream: str = STREAM, **other: object) -> Arrived:
    whole: dict[str, Any] = {"game": "g", "ref": f"event {seq}", "at_s": 5.0, "age_s": 60.0}
    whole = {"body": {}, **whole, **other}
    return Arrived("table-7", Entry(stream=stream, seq=seq, kind=kind, **whole), 1000.0)


@pytest.fixture
def archive(archive_at: str, tmp_path: Path) -> Iterator[Archive]:
    made = Archive(open_database(archive_at, tmp_path))
    yield made
    made.close()


def numbers(archive: Archive) -> list[int]:
    return [seq for _, seq in archive.sequence("table-7")]


def test_an_entry_is_kept_once_and_in_its_turn(archive: Archive) -> None:
    archive.add([entry(1), entry(3), entry(1), entry(2), entry(2)])
    archive.add([entry(2), entry(3)])
    assert numbers(archive) == [1, 2, 3]


def test_another_stream_of_a_table_counts_for_itself(archive: Archive) -> None:
    archive.add([entry(1), entry(1, stream="b" * 32), entry(2)])
    assert archive.sequence("table-7") == [(STREAM, 1), (STREAM, 2), ("b" * 32, 1)]


def test_all_is_there_when_it_is_opened_again(archive_at: str, tmp_path: Path) -> None:
    first = Archive(open_database(archive_at, tmp_path))
    first.add([entry(1), entry(2)])
    first.close()
    again = Archive(open_database(archive_at, tmp_path))
    again.add([entry(2), entry(3)])
    assert numbers(again) == [1, 2, 3]
    again.close()


@pytest.mark.parametrize("text", ["\0", "\\u0000", "a\\", '"', "é 龍 🐉", "%s ? {x}", "x" * 5000])
def test_a_text_comes_back_as_it_was(archive: Archive, text: str) -> None:
    archive.add([entry(1, body={"text": text})])
    assert archive.entries("table-7", STREAM, "g")[0]["body"] == {"text": text}


def test_one_entry_that_cannot_be_kept_keeps_none(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*parts: object) -> None:
        raise CannotKeep("full")

    with monkeypatch.context() as patched, pytest.raises(CannotKeep):
        patched.setattr(archive, "_called", refuse)
        archive.add([entry(1), entry(2, "call", ref=CALL)])
    assert numbers(archive) == []
    archive.add([entry(1)])
    assert numbers(archive) == [1]


def test_a_battle_is_told_by_its_entries(archive: Archive) -> None:
    sides = [{"side": "Red"}, {"side": "Blue"}]
    begun = {"title": "Toy battle", "rules": "toy", "source": "hand", "sides": sides}
    over = {"over": {"winner": "Red", "says": "Bell's foot breaks."}}
    archive.add([entry(1, "begin", body=begun), entry(2, "ruling", body=over)])
    battle = archive.battles()[0]
    assert (battle.title, battle.side_1, battle.rulings, battle.is_over, battle.winner) == (
        "Toy battle", "Blue", 1, 1, "Red",
    )  # fmt: skip
    assert battle.begun_s == 940.0  # came at 1,000 s, 60 s old


def test_calls_wait_longest_first_and_answers_stand(archive: Archive) -> None:
    calls = [entry(1, "call", ref="c" * 32, age_s=10.0), entry(2, "call", ref="d" * 32)]
    archive.add(calls)
    assert [call.id for call in archive.calls()] == ["d" * 32, "c" * 32]  # since 940 and 990 s
    archive.answer("table-7", "d" * 32, "coming", "Ada", 1001.0)
    assert [call.answer for call in archive.calls()] == ["", "coming"]
    assert [answer.says for answer in archive.answers("table-7", STREAM)] == ["coming"]


def test_points_and_settings_are_kept(archive: Archive) -> None:
    archive.set_result(("table-7", STREAM, "g"), 1, "Anna", 7.5)
    archive.set_result(("table-7", STREAM, "g"), 1, "Anna", None)
    archive.set_setting("scheme", {"win": 5})
    archive.set_setting("scheme", {"win": 6})
    assert archive.results() == {("table-7", STREAM, "g", 1): ("Anna", None)}
    assert archive.setting("scheme") == {"win": 6} and archive.setting("other") is None


# --- a server that goes away -----------------------------------------------------------------


def test_a_server_that_was_restarted_is_used_again(postgres: Postgres, tmp_path: Path) -> None:
    archive = Archive(open_database(postgres.database("restarted"), tmp_path))
    archive.add([entry(1)])
    postgres.kill()
    try:
        with pytest.raises(CannotKeep, match="is its server running"):
            archive.add([entry(2)])
    finally:
        postgres.start()
    archive.add([entry(2)])
    assert numbers(archive) == [1, 2]
    archive.close()


def test_a_wrong_password_is_told_without_it(postgres: Postgres, tmp_path: Path) -> None:
    with pytest.raises(CannotKeep, match="password authentication failed") as told:
        open_database(postgres.address("postgres", "guessed-word"), tmp_path)
    assert "guessed-word" not in str(told.value)


def test_a_database_that_is_not_there_is_named(postgres: Postgres, tmp_path: Path) -> None:
    with pytest.raises(CannotKeep, match='"nowhere" does not exist'):
        open_database(postgres.address("nowhere"), tmp_path)


@pytest.mark.parametrize("where", ["mysql://me:hidden@x/y", "postgresql://me:hidden@x:port/y?z"])
def test_what_is_no_address_is_refused(where: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="--archive") as told:
        open_database(where, tmp_path)
    assert "hidden" not in str(told.value)
