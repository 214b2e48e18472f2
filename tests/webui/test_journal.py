"""The journal loses nothing, changes nothing, and says so when it cannot."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from webui.game.journal.journal import CannotKeep, Damaged, Journal, Stale, Written
from webui.game.journal.library import NoSuchGame, Shelf
from webui.game.journal.lock import FolderInUse, FolderLock
from webui.game.journal.repair import open_or_repair


def test_an_event_comes_back_as_it_was_written(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "g")) as journal:
        first = journal.append("begin", {"title": "Brücke ½"}, after=0, state={"turn": 1})
        journal.append("note", {"text": "x"}, after=first, kept={"picture": b"\xff\xd8"})
    with closing(Journal(tmp_path / "g")) as journal:
        assert [(e.id, e.parent, e.kind) for e in journal.line()] == [
            (1, None, "begin"),
            (2, 1, "note"),
        ]
        assert journal.line()[0].body == {"title": "Brücke ½"}
        assert journal.kept(2, "picture") == b"\xff\xd8"
        assert journal.state(2) == {"turn": 1}


def test_a_write_for_an_old_head_is_stale_and_changes_nothing(journal: Journal) -> None:
    first = journal.append("begin", {}, after=0, state={})
    journal.append("note", {}, after=first)
    with pytest.raises(Stale):
        journal.append("note", {}, after=first)
    assert len(journal.everything()) == 2


def test_of_many_writers_at_one_head_exactly_one_wins(journal: Journal) -> None:
    first = journal.append("begin", {}, after=0, state={})
    won: list[int] = []

    def write() -> None:
        try:
            won.append(journal.append("note", {}, after=first))
        except Stale:
            pass

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1


def test_undo_moves_the_head_and_keeps_the_undone_step(journal: Journal) -> None:
    first = journal.append("begin", {}, after=0, state={"turn": 1})
    second = journal.append("done", {}, after=first, state={"turn": 2})
    journal.shift(first, {"why": "typo"}, after=second)
    assert journal.head == first
    assert journal.state(journal.head) == {"turn": 1}
    branch = journal.append("done", {}, after=first, state={"turn": 3})
    assert [event.id for event in journal.line()] == [first, branch]
    assert [event.id for event in journal.everything()] == [first, second, branch]
    assert journal.shifts()[0].body == {"why": "typo"}


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE event SET body = '{}'",
        "DELETE FROM event",
        "UPDATE shift SET dest = 1",
        "DELETE FROM shift",
        "UPDATE kept SET content = ''",
        "DELETE FROM kept",
        "DELETE FROM game",
    ],
)
def test_history_cannot_be_changed_even_by_sql(tmp_path: Path, statement: str) -> None:
    with closing(Journal(tmp_path / "g")) as journal:
        first = journal.append("begin", {}, after=0, state={}, kept={"a": b"1"})
        second = journal.append("note", {}, after=first)
        journal.shift(first, {}, after=second)
    with (
        closing(sqlite3.connect(tmp_path / "g")) as db,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        db.execute(statement)


def test_a_draft_lives_until_the_head_moves(journal: Journal) -> None:
    first = journal.append("begin", {}, after=0, state={})
    journal.set_draft([3], after=first)
    journal.set_draft([3, 5], after=first)
    assert journal.draft() == [3, 5]
    journal.append("answer", {}, after=first)
    assert journal.draft() is None


def test_a_full_disk_is_a_sentence_and_nothing_is_recorded(journal: Journal) -> None:
    first = journal.append("begin", {}, after=0, state={})
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(CannotKeep, match="free some space"):
        journal.append("note", {"text": "x" * 100_000}, after=first)
    assert journal.head == first


def test_the_journal_syncs_every_write_to_the_disk(journal: Journal) -> None:
    """2 is FULL in SQLite's table of PRAGMA synchronous."""
    assert journal._db.execute("PRAGMA synchronous").fetchone()[0] == 2
    assert journal._db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


def test_a_killed_process_loses_no_returned_write(tmp_path: Path) -> None:
    """The child appends and prints until it is killed; all it printed must be there."""
    script = (
        "import sys, pathlib; from webui.game.journal.journal import Journal\n"
        "j = Journal(pathlib.Path(sys.argv[1])); head = j.append('begin', {}, after=0, state={})\n"
        "while True:\n"
        "    head = j.append('note', {'n': head}, after=head); print(head, flush=True)\n"
    )
    path = tmp_path / "g"
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    ) as child:
        assert child.stdout is not None
        said = [int(child.stdout.readline()) for _ in range(20)]
        child.kill()
        said += [int(line) for line in child.stdout.read().split(b"\n")[:-1] if line]
    with closing(Journal(path)) as journal:
        assert journal.head >= said[-1]
        assert [event.id for event in journal.line()] == list(range(1, journal.head + 1))


def _game_of(path: Path, notes: int) -> None:
    with closing(Journal(path)) as journal:
        head = journal.append("begin", {"title": "t"}, after=0, state={"turn": 1})
        for number in range(notes):
            head = journal.append("note", {"text": f"{number} " + "x" * 3000}, after=head)


def test_a_damaged_file_is_kept_and_its_readable_part_is_played_on(tmp_path: Path) -> None:
    path = tmp_path / "g.drumhead"
    _game_of(path, 40)
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2 : len(raw) // 2 + 4096] = b"\x5a" * 4096
    path.write_bytes(raw)
    salvage = open_or_repair(path, tmp_path / "none")
    with closing(salvage.journal) as journal:
        assert "g.drumhead.damaged-1" in salvage.says
        assert (tmp_path / "g.drumhead.damaged-1").read_bytes() == bytes(raw)
        line = journal.line()
        assert line[0].kind == "begin" and len(line) >= 10
        journal.append("note", {}, after=journal.head)


def test_of_backup_and_damaged_file_the_longer_is_used(tmp_path: Path) -> None:
    path, backup = tmp_path / "g.drumhead", tmp_path / "b.drumhead"
    _game_of(path, 5)
    with closing(Journal(path)) as journal:
        journal.back_up(backup)
    path.write_bytes(b"not a database at all" * 300)
    salvage = open_or_repair(path, backup)
    with closing(salvage.journal) as journal:
        assert len(journal.line()) == 6
        assert "6 steps" in salvage.says


def test_a_file_with_nothing_readable_is_said_to_be_so(tmp_path: Path) -> None:
    path = tmp_path / "g.drumhead"
    path.write_bytes(b"\x00garbage" * 1000)
    with pytest.raises(Damaged, match="nothing in it could be read"):
        open_or_repair(path, tmp_path / "none")


def test_two_locks_on_one_folder_are_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    first = FolderLock(tmp_path)
    with pytest.raises(FolderInUse, match="another Drumhead"):
        FolderLock(tmp_path)
    first.release()
    FolderLock(tmp_path).release()


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    script = (
        "import sys, pathlib; from webui.game.journal.lock import FolderLock\n"
        "lock = FolderLock(pathlib.Path(sys.argv[1])); print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        stdout=subprocess.PIPE,
        stdin=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    ) as child:
        assert child.stdout is not None and child.stdout.readline().strip() == b"held"
        with pytest.raises(FolderInUse):
            FolderLock(tmp_path)
        child.kill()
        child.wait()
    FolderLock(tmp_path).release()


def test_a_shelf_keeps_several_games_and_remembers_the_open_one(tmp_path: Path) -> None:
    with closing(Shelf(tmp_path)) as shelf:
        for title in ("Bridge fight", "Bridge fight", "../../etc/passwd"):
            name, journal = shelf.create(title)
            journal.append("begin", {"title": title, "at_s": 1.0}, after=0, state={})
            journal.close()
        shelf.set_open(name)
        assert {game.title for game in shelf.games()} == {"Bridge fight", "../../etc/passwd"}
        assert len({game.name for game in shelf.games()}) == 3
        assert all(shelf.path(g.name).parent == tmp_path / "games" for g in shelf.games())
    with closing(Shelf(tmp_path)) as shelf:
        assert shelf.open_name() == name
        shelf.archive(name)
        assert [game.name for game in shelf.games() if game.archived] == [name]


@pytest.mark.parametrize("name", ["../x", "", "a/b", "A", "x" * 200, "a\x00b", "none"])
def test_a_name_that_is_no_game_of_ours_is_refused(tmp_path: Path, name: str) -> None:
    with closing(Shelf(tmp_path)) as shelf, pytest.raises(NoSuchGame):
        shelf.path(name)


def test_an_event_is_decoded_once_however_long_the_evening(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is asked for at every step: reading all of it anew grows with the evening."""
    head = 0
    for number in range(20):
        head = journal.append("note", {"text": str(number)}, after=head)
    decoded: list[str] = []
    monkeypatch.setattr(json, "loads", lambda text: decoded.append(text) or {})
    for _ in range(3):
        assert [event.id for event in journal.line()] == list(range(1, 21))
    assert len(decoded) == 20


def test_a_state_is_found_without_walking_to_it(journal: Journal) -> None:
    """As much work of the database after a thousand steps that changed nothing as after one."""
    journal.append("begin", {}, after=0, state={"turn": 1})

    def work() -> int:
        steps: list[None] = []
        journal.state(journal.head)  # what was written meanwhile is read once
        journal._db.set_progress_handler(lambda: steps.append(None), 1)
        assert journal.state(journal.head) == {"turn": 1}
        journal._db.set_progress_handler(None, 1)
        return len(steps)

    journal.append("note", {"text": "one"}, after=journal.head)
    after_one = work()
    journal.append_all([Written("note", {"text": "more"})] * 1000, after=journal.head)
    assert work() == after_one


def test_an_event_before_any_state_has_none(journal: Journal) -> None:
    journal.append("note", {"text": "one"}, after=0)
    with pytest.raises(KeyError):
        journal.state(journal.head)
