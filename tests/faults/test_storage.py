"""Kills, power cuts and broken files: nothing that was shown is lost, nothing wrong is opened."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rules.kernel.protocol import Action
from tests.faults.kills import compared, kills, opened, where
from tests.faults.storage import Disk, damages, full_disks, power_cuts
from tests.faults.tally import Tally
from tests.webui import toy
from webui.game.begin import begin
from webui.game.journal.journal import Damaged, Journal
from webui.game.journal.library import Shelf
from webui.game.journal.repair import open_or_repair
from webui.game.position import Who


def test_kills_in_random_games_of_every_rule_set_lose_nothing(tmp_path: Path) -> None:
    """One of each here; python3 -m tests.faults kills hundreds."""
    tally = kills(tmp_path, 6)
    assert (tally.tried, tally.wrong) == (6, [])
    assert {"toy", "matchlocks", "blocks", "roses", "armatys", "skirmish"} <= set(tally.kinds)


def test_the_harness_would_notice_a_lost_step_another_state_and_lost_dice(tmp_path: Path) -> None:
    path = tmp_path / "g.drumhead"
    with closing(Journal(path)) as journal:
        game = opened(journal, toy.TOY)
        game.declare(Action("shoot", "R1", "B1"), Who("table"), after=1)
        game.draft([4], after=2)
        said = where(game)
    tally = Tally("kills")
    assert compared(path, toy.TOY, [said], tally) == ""
    for lie, found in (
        (said._replace(newest=3), "gone"),
        (said._replace(head=9), "gone"),
        (said._replace(digest="another"), "another one"),
        (said._replace(draft=[5]), "dice are gone"),
    ):
        assert found in compared(path, toy.TOY, [lie], tally), lie


def test_a_power_cut_leaves_a_beginning_and_damage_is_told(tmp_path: Path) -> None:
    disk = Disk(tmp_path, "toy", 3)
    assert disk.backed_up < len(disk.events)
    assert power_cuts(disk, 10).wrong == []
    damaged = damages(disk, 6)
    assert damaged.wrong == []
    assert damaged.kinds["repaired"] > 12


def test_a_full_disk_is_said_and_nothing_half_is_kept(tmp_path: Path) -> None:
    tally = full_disks(tmp_path, 4, 1)
    assert tally.wrong == [] and tally.kinds == {"refused in words": 4}


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "g.drumhead"
    with closing(Journal(path)) as journal:
        begin(journal, toy.TOY, toy.armies(), title="a title to be found")
        journal.append("note", {"text": "kept as it is"}, after=1, kept={"picture": b"12345678"})
    return path


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a title to be found", b"a title to be bound"),
        (b"kept as it is", b"kept as it\xff\xfes"),
        (b'{"text":', b'{"tex":"'),
        (b"12345678", b"12345679"),
    ],
)
def test_one_changed_letter_inside_a_page_is_noticed(
    written: Path, before: bytes, after: bytes
) -> None:
    """SQLite's own check sees nothing wrong with it."""
    raw = written.read_bytes()
    assert raw.count(before) == 1
    written.write_bytes(raw.replace(before, after))
    with closing(sqlite3.connect(written)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with pytest.raises(Damaged, match="is not what was written"):
        Journal(written)


def test_of_a_changed_file_the_steps_before_the_change_are_saved(written: Path) -> None:
    written.write_bytes(written.read_bytes().replace(b"kept as it is", b"kept as it Is"))
    salvage = open_or_repair(written, written.with_name("no-backup"))
    with closing(salvage.journal) as journal:
        assert [event.id for event in journal.everything()] == [1]
    assert "1 steps of the game were saved" in salvage.says


def test_a_spoilt_description_of_the_tables_is_damage_and_not_a_full_disk(written: Path) -> None:
    raw = written.read_bytes()
    written.write_bytes(raw.replace(b"dest INTEGER NOT NULL", b"desd INTEGER NOT NULL"))
    with pytest.raises(Damaged):
        Journal(written)


def test_an_open_action_that_lost_its_table_is_left_out_of_what_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "g.drumhead"
    with closing(Journal(path)) as journal:
        game = opened(journal, toy.TOY)
        game.declare(Action("shoot", "R1", "B1"), Who("table"), after=1)
        frozen = journal.kept(2, "snapshot")
    assert frozen is not None
    path.write_bytes(path.read_bytes().replace(frozen[:40], b"?" * 40))
    salvage = open_or_repair(path, tmp_path / "no-backup")
    with closing(salvage.journal) as journal:
        assert opened(journal, toy.TOY).present().opened is None
        assert journal.head == 1


def test_a_journal_from_before_the_seals_is_sealed_when_it_is_opened(written: Path) -> None:
    with closing(sqlite3.connect(written)) as db:
        db.execute("DROP TABLE seal")
        db.commit()
    with closing(Journal(written)) as journal:
        assert len(journal.everything()) == 2
    with closing(sqlite3.connect(written)) as db:
        assert db.execute("SELECT count(*) FROM seal").fetchone() == (3,)


def test_a_game_that_was_killed_is_put_away_with_its_log(tmp_path: Path) -> None:
    """After a kill the newest steps lie only in the log beside the file."""
    shelf = Shelf(tmp_path)
    name, journal = shelf.create("killed")
    begin(journal, toy.TOY, toy.armies(), title="killed")
    raw = {path.name: path.read_bytes() for path in journal.path.parent.glob(f"{name}*")}
    journal.close()
    for file, content in raw.items():
        if not file.endswith("-shm"):
            (tmp_path / "games" / file).write_bytes(content)
    shelf.archive(name)
    opened, says = shelf.open(name)
    assert (opened.head, says) == (1, "")
    opened.close()
    shelf.close()
