"""What was acknowledged is there after any fault, or its loss is told and the remains are kept."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rules.kernel.protocol import Action
from tests.webui import toy
from tests.webui.conftest import Visitor
from webui.game.begin import begin
from webui.game.events.checks import CHECKS
from webui.game.game import Game
from webui.game.journal.acknowledged import (
    LINE_BYTES,
    Unreadable,
    acknowledged,
    count_path,
)
from webui.game.journal.checksums import digest, seal_all
from webui.game.journal.journal import Damaged, Journal, Stale
from webui.game.journal.library import Shelf
from webui.game.journal.repair import open_or_repair
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

TABLE = Who("table")
STEPS = 26


class Unfolded(Journal):
    """A journal that leaves everything in its log, as every one did once."""

    def fold(self) -> None:
        """Not here."""


def _note(text: str) -> dict[str, object]:
    return {"text": text, "about": "", "who": {"role": "table"}, "at_s": 1.0}


def _killed(folder: Path, kind: type[Journal] = Unfolded) -> Path:
    """A game of 26 acknowledged steps as a kill leaves it."""
    played = folder / "played.drumhead"
    with closing(kind(played)) as journal:
        begin(journal, toy.TOY, toy.armies(), title="t")
        for number in range(2, STEPS + 1):
            journal.append("note", _note(f"step {number}"), after=number - 1)
        killed = folder / "g.drumhead"
        for tail in ("", "-wal", ".count"):
            shutil.copy(f"{played}{tail}", f"{killed}{tail}")
    return killed


def _flip(path: Path, at: int) -> None:
    raw = bytearray(path.read_bytes())
    raw[at] ^= 1
    path.write_bytes(raw)


def test_after_each_step_the_log_is_empty(tmp_path: Path) -> None:
    killed = _killed(tmp_path, Journal)
    assert Path(f"{killed}-wal").stat().st_size == 0


def test_a_bit_flipped_in_the_log_costs_steps_and_that_is_told(tmp_path: Path) -> None:
    killed = _killed(tmp_path)
    log = Path(f"{killed}-wal")
    found = log.read_bytes()
    _flip(log, len(found) // 2)
    flipped = log.read_bytes()
    salvage = open_or_repair(killed, tmp_path / "no-backup", CHECKS)
    with closing(salvage.journal) as journal:
        left = journal.count.steps
        assert 0 < left < STEPS
        assert f"{STEPS - left} of the {STEPS} steps that were recorded are missing" in salvage.says
    aside = tmp_path / "g.drumhead.damaged-1"
    assert aside.name in salvage.says
    assert Path(f"{aside}-wal").read_bytes() == flipped


def test_a_loss_is_told_once_and_the_game_goes_on(tmp_path: Path) -> None:
    killed = _killed(tmp_path)
    _flip(Path(f"{killed}-wal"), Path(f"{killed}-wal").stat().st_size * 3 // 4)
    open_or_repair(killed, tmp_path / "no-backup", CHECKS).journal.close()
    again = open_or_repair(killed, tmp_path / "no-backup", CHECKS)
    assert again.says == ""
    again.journal.append("note", _note("on"), after=again.journal.head)
    again.journal.close()
    assert not list(tmp_path.glob("*.before*"))


def test_of_a_spoilt_log_and_a_backup_the_longer_is_taken(tmp_path: Path) -> None:
    killed = _killed(tmp_path)
    with closing(Journal(tmp_path / "played.drumhead")) as whole:
        whole.back_up(tmp_path / "backup.drumhead")
    _flip(Path(f"{killed}-wal"), Path(f"{killed}-wal").stat().st_size // 2)
    salvage = open_or_repair(killed, tmp_path / "backup.drumhead", CHECKS)
    with closing(salvage.journal) as journal:
        assert journal.count.steps == STEPS
        assert "are missing" in salvage.says


def test_a_game_killed_as_it_was_is_opened_without_a_word(tmp_path: Path) -> None:
    salvage = open_or_repair(_killed(tmp_path), tmp_path / "no-backup", CHECKS)
    with closing(salvage.journal) as journal:
        assert (salvage.says, journal.count.steps) == ("", STEPS)


def test_an_older_copy_put_in_its_place_is_noticed(tmp_path: Path) -> None:
    killed = _killed(tmp_path)
    older = tmp_path / "older.drumhead"
    with closing(Journal(older)) as journal:
        begin(journal, toy.TOY, toy.armies(), title="t")
    shutil.copy(older, killed)
    Path(f"{killed}-wal").unlink()
    salvage = open_or_repair(killed, tmp_path / "no-backup", CHECKS)
    salvage.journal.close()
    assert f"{STEPS - 1} of the {STEPS} steps" in salvage.says


def test_as_many_other_steps_are_noticed(tmp_path: Path) -> None:
    killed = _killed(tmp_path)
    other = tmp_path / "other.drumhead"
    with closing(Journal(other)) as journal:
        begin(journal, toy.TOY, toy.armies(), title="t")
        for number in range(2, STEPS + 1):
            journal.append("note", _note("another"), after=number - 1)
    shutil.copy(other, killed)
    Path(f"{killed}-wal").unlink()
    salvage = open_or_repair(killed, tmp_path / "no-backup", CHECKS)
    salvage.journal.close()
    assert "are not those that were recorded" in salvage.says


@pytest.mark.parametrize("line", [0, 1])
def test_of_a_count_with_one_torn_line_the_other_is_believed(tmp_path: Path, line: int) -> None:
    killed = _killed(tmp_path)
    _flip(count_path(killed), line * LINE_BYTES + 20)
    said = acknowledged(killed)
    assert said is not None and said.steps in (STEPS - 1, STEPS)


def test_a_count_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    killed = _killed(tmp_path)
    count_path(killed).write_bytes(b"nonsense" * 32)
    with pytest.raises(Unreadable):
        acknowledged(killed)
    salvage = open_or_repair(killed, tmp_path / "no-backup", CHECKS)
    salvage.journal.close()
    assert "look whether the last steps are there" in salvage.says
    assert acknowledged(killed) == salvage.journal.count


def test_a_file_cut_to_nothing_is_damage_and_not_a_new_game(tmp_path: Path) -> None:
    killed = _killed(tmp_path, Journal)
    killed.write_bytes(b"")
    with pytest.raises(Damaged, match="it is empty"):
        Journal(killed)


def test_the_head_of_a_game_stands_where_it_was_acknowledged(tmp_path: Path) -> None:
    """Moved to the end of an undo that was played on from, it looks like a game of its own."""
    path = tmp_path / "g.drumhead"
    with closing(Journal(path)) as journal:
        begin(journal, toy.TOY, toy.armies(), title="t")
        journal.append("note", _note("a"), after=1)
        journal.shift(1, {"why": ""}, after=2)
        journal.append("note", _note("b"), after=1)
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE game SET head = 1")
        db.commit()
    salvage = open_or_repair(path, tmp_path / "no-backup", CHECKS)
    salvage.journal.close()
    assert "are not those that were recorded" in salvage.says


@pytest.mark.parametrize(
    "body", ["[1e999,0,0]", "[1,2]", '{"x":1}', "[[[[1]]]]", "null", "\x00", "[1,2,true]"]
)
def test_a_place_that_is_none_is_told_and_stops_nothing(tmp_path: Path, body: str) -> None:
    folder = tmp_path / "folder"
    app = create_app(folder, HandTable(toy.table()), rules=(toy.TOY,))
    here = Visitor(app)
    here.post("/act/place", bases=[{"payload": "R01", "x_in": 3, "y_in": 4, "facing_deg": 0}])
    path = desk_of(app).the_game().journal.path
    desk_of(app).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE placed SET body = ?", (body,))
        db.commit()
    app = create_app(folder, HandTable(toy.table()), rules=(toy.TOY,))
    assert any("1 models stood" in notice for notice in desk_of(app).notices)
    desk_of(app).close()


def test_one_bit_of_a_models_place_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "g.drumhead"
    with closing(Journal(path)) as journal:
        journal.set_placed({"R01": (31.0, 14.0, 90.0)})
    raw = path.read_bytes()
    assert raw.count(b"[31.0,14.0,90.0]") == 1
    path.write_bytes(raw.replace(b"[31.0,14.0,90.0]", b"[31.0,15.0,90.0]"))
    with closing(Journal(path)) as journal:
        assert journal.placed() == {} and len(journal.faults) == 1


def test_one_bit_of_half_typed_dice_is_noticed(game: Game) -> None:
    game.declare(Action("shoot", "R1", "B1"), TABLE, after=1)
    game.draft([4], after=2)
    path = game.journal.path
    game.journal.close()
    raw = path.read_bytes()
    assert raw.count(b" [4]") == 1
    path.write_bytes(raw.replace(b" [4]", b" [5]"))
    with closing(Journal(path)) as journal:
        assert journal.draft() is None and "half-typed dice" in journal.faults[0]


ABSURD = [
    ("UPDATE event SET parent = 3 WHERE id = 3", "follows no step before it"),
    ("UPDATE event SET parent = 9 WHERE id = 3", "follows no step before it"),
    ("UPDATE event SET parent = NULL WHERE id = 3", "follows no step before it"),
    ("UPDATE event SET kind = 'dance' WHERE id = 2", "of no kind that is known"),
    ("UPDATE event SET body = '[]' WHERE id = 2", "is none"),
    ("UPDATE event SET body = '{\"text\": 5}' WHERE id = 2", "is not what it says"),
    ("UPDATE event SET body = '{}' WHERE id = 1", "is not what it says"),
    ("UPDATE event SET state = '7' WHERE id = 1", "leaves no state"),
    ("UPDATE event SET state = NULL WHERE id = 1", "no step of it"),
    (
        'UPDATE event SET body = \'{"text": "", "who": {"role": ""}, "at_s": 1}\' WHERE id = 2',
        "is not what it says",
    ),
    ("UPDATE shift SET dest = 77", "leads from or to no step"),
    ("UPDATE shift SET body = 'x'", "undo 1 is none"),
    ("UPDATE shift SET body = '{\"at_s\": 1e300}'", "out of all bounds"),
]


@pytest.mark.parametrize(("sql", "why"), ABSURD)
def test_what_is_sealed_and_absurd_is_told_and_the_program_starts(
    tmp_path: Path, sql: str, why: str
) -> None:
    folder = tmp_path / "folder"
    app = create_app(folder, HandTable(toy.table()), rules=(toy.TOY,))
    game = desk_of(app).the_game()
    for number in (1, 2):
        game.note("n", "", TABLE, after=number)
    game.undo(TABLE, after=3)
    game.note("m", "", TABLE, after=2)
    desk_of(app).close()
    absurd(game.journal.path, sql)
    app = create_app(folder, HandTable(toy.table()), rules=(toy.TOY,))
    here = Visitor(app)
    says = " ".join(here.get("/table.json").json["troubles"])
    assert why in says
    for page in ("/table", "/log", "/rulings", "/report.html", "/transcript.txt", "/setup"):
        assert here.get(page).status_code == 200, page
    desk_of(app).close()


def absurd(path: Path, sql: str) -> None:
    """Change a journal as only its owner could, with seals that fit."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for (name,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute(sql)
        db.execute("DROP TABLE seal")
        seal_all(db)
    count_path(path).unlink()


def test_the_seals_of_absurd_are_those_of_the_program(tmp_path: Path) -> None:
    path = tmp_path / "g.drumhead"
    with closing(Journal(path)) as journal:
        begin(journal, toy.TOY, toy.armies(), title="t")
        said = journal.count
    absurd(path, "UPDATE game SET head = head")
    with closing(Journal(path)) as journal:
        assert journal.count == said


def test_a_game_that_was_switched_away_is_stale_and_not_a_crash(journal: Journal) -> None:
    begin(journal, toy.TOY, toy.armies(), title="t")
    journal.close()
    for read in (journal.line, journal.everything, journal.shifts, journal.draft, journal.placed):
        with pytest.raises(Stale, match="another game was opened"):
            read()
    with pytest.raises(Stale):
        journal.append("note", {}, after=1)


def test_a_beginning_that_was_killed_is_no_game(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    _, journal = shelf.create("killed")
    assert shelf.games() == ()
    journal.close()
    (tmp_path / "games" / "nothing.drumhead").write_bytes(b"")
    shelf.close()
    again = Shelf(tmp_path)
    assert list((tmp_path / "games").iterdir()) == []
    again.close()


def test_a_game_whose_file_was_emptied_is_not_cleared_away(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    name, journal = shelf.create("whole")
    begin(journal, toy.TOY, toy.armies(), title="whole")
    path = journal.path
    journal.close()
    shelf.close()
    path.write_bytes(b"")
    again = Shelf(tmp_path)
    assert path.exists()
    with pytest.raises(Damaged):
        again.open(name)
    again.close()


def test_a_count_goes_with_the_game_that_is_put_away(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    name, journal = shelf.create("t")
    begin(journal, toy.TOY, toy.armies(), title="t")
    journal.close()
    shelf.archive(name)
    assert acknowledged(shelf.path(name)) == journal.count
    assert [path.name for path in (tmp_path / "games").iterdir()] == []
    shelf.close()


def test_the_last_answer_and_its_outcome_are_one_transaction(game: Game) -> None:
    """A disk that refuses the outcome has not kept the answer either."""
    game.declare(Action("shoot", "R1", "B1"), TABLE, after=1)
    game.answer([5, 5], TABLE, after=2)
    game.journal._db.execute(
        "CREATE TEMP TRIGGER full BEFORE INSERT ON main.event WHEN NEW.kind = 'done' "
        "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
    )
    with pytest.raises(Exception, match="full"):
        game.answer("stand", TABLE, after=3)
    assert game.journal.head == 3 and len(game.journal.everything()) == 3


def test_digests_keep_their_parts_apart() -> None:
    assert digest("a", "bc") != digest("ab", "c")
