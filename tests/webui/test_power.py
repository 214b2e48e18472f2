"""The plug is pulled: nothing that was shown is lost, nothing half-written stays."""

from __future__ import annotations

import random
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from tests.webui.kills import Figures, kill_once
from webui.game.journal.journal import CannotKeep, Journal


def test_kills_at_random_moments_lose_nothing(tmp_path: Path) -> None:
    """Four here; the harness of faults and tests/webui/kills.py take hundreds."""
    figures = Figures()
    for seed in range(4):
        kill_once(tmp_path / f"{seed % 2}.drumhead", seed, figures)
    assert (figures.tried, figures.lost) == (4, 0)


@pytest.fixture
def unfolded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is not taken into the file after each step, so that there is one to be cut."""
    monkeypatch.setattr(Journal, "fold", lambda journal: None)


def test_a_power_cut_leaves_a_whole_beginning_of_the_game(tmp_path: Path, unfolded: None) -> None:
    """Unsynced writes are dropped by cutting the log file anywhere: what is left is a prefix."""
    path = tmp_path / "g.drumhead"
    chance = random.Random(5)
    with closing(Journal(path)) as journal:
        head = journal.append("begin", {"title": "t"}, after=0, state={"turn": 0})
        for number in range(30):
            head = journal.append("note", {"text": "x" * chance.randint(0, 3000)}, after=head)
            journal.set_draft([number], after=head)
        log = path.with_name("g.drumhead-wal")
        for cut in range(40):
            copy = tmp_path / f"{cut}.drumhead"
            shutil.copy(path, copy)
            whole = log.read_bytes()
            kept = whole[: chance.randint(0, len(whole))]
            copy.with_name(f"{copy.name}-wal").write_bytes(kept)
            with closing(Journal(copy)) as after:
                line = [event.id for event in after.line()]
                assert line == list(range(1, len(line) + 1))
                assert after.head == len(line)


def test_a_torn_sector_is_not_taken_for_history(tmp_path: Path, unfolded: None) -> None:
    """The last 512 bytes of the log are garbage: the step they held is gone, not wrong."""
    path = tmp_path / "g.drumhead"
    with closing(Journal(path)) as journal:
        first = journal.append("begin", {"title": "t"}, after=0, state={"turn": 0})
        journal.append("note", {"text": "y" * 2000}, after=first)
        copy = tmp_path / "c.drumhead"
        shutil.copy(path, copy)
        torn = bytearray(path.with_name("g.drumhead-wal").read_bytes())
        torn[-512:] = random.Random(1).randbytes(512)
        copy.with_name("c.drumhead-wal").write_bytes(torn)
    with closing(Journal(copy)) as after:
        assert [event.id for event in after.line()] in ([], [first])


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, not a folder", encoding="utf-8")
    with pytest.raises(CannotKeep, match="--data"):
        Journal(tmp_path / "taken" / "g.drumhead")


def test_a_clock_that_jumps_back_reorders_nothing(tmp_path: Path) -> None:
    with closing(Journal(tmp_path / "g")) as journal:
        head = 0
        for at_s in (2000.0, 1000.0, 3000.0, -5.0):
            head = journal.append("note", {"at_s": at_s}, after=head, state={})
        assert [event.body["at_s"] for event in journal.line()] == [2000.0, 1000.0, 3000.0, -5.0]
