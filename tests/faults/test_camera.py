"""Every way in which a camera fails: said in words with the age of the last good picture,
nothing measured meanwhile, and seen again without a restart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rules.kernel.protocol import Action
from tests.cameras.scenes import Watched
from tests.webui import toy
from vision.cameras.newest import LIMIT_S
from vision.simulator.camera import SimulatedCamera
from webui.game.begin import begin
from webui.game.game import Game
from webui.game.journal.journal import Journal
from webui.game.position import Blind, Who

Act = Callable[[SimulatedCamera], None]

FAULTS: dict[str, tuple[Act, Act, str]] = {
    "unplugged": (lambda c: c.unplug(), lambda c: c.plug(), "unplugged|lost|gone|cable"),
    "frozen": (lambda c: c.freeze(), lambda c: c.freeze(False), "repeats the same picture"),
    "black": (lambda c: c.black(), lambda c: c.black(False), "black"),
    "burnt out": (lambda c: c.dim(30.0), lambda c: c.dim(0.92), "burnt out"),
    "half a frame": (lambda c: c.halve(), lambda c: c.halve(False), "upper part"),
    "another size": (lambda c: c.shrink(), lambda c: c.shrink(False), "changed its picture"),
    "drops frames": (lambda c: c.drop(1000), lambda c: c.drop(0), "frame|picture"),
}


@pytest.fixture(scope="module")
def table() -> Iterator[Watched]:
    watched = Watched()
    watched.look(8)
    yield watched
    watched.watcher.close()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_said_blinds_and_passes(fault: str, table: Watched, tmp_path: Path) -> None:
    begins, ends, says = FAULTS[fault]
    assert table.watcher.blind() == ""
    begins(table.camera)
    table.look(1)  # the first of many equal pictures is news
    for _ in range(6):
        table.clock.now += 4.0
        table.look(1)
        blind = table.watcher.blind()
        assert blind != "" and re.search(says, blind), blind
        assert not [b for b in table.watcher.snapshot().bases if b.status == "seen"]
        assert table.watcher.top_view() is None
    age = re.search(r"last good picture (\d+) s ago", blind)
    assert age is not None and abs(int(age[1]) - 25) <= 2, blind
    assert blind not in table.watcher.troubles()
    _refused_in_words(table, tmp_path, blind)
    ends(table.camera)
    table.clock.now += 9.0  # a lost camera is tried again at least every eight seconds
    table.look(8)
    assert table.watcher.blind() == ""
    assert {base.status for base in table.watcher.snapshot().bases} == {"seen"}


def _refused_in_words(table: Watched, folder: Path, why: str) -> None:
    """An action cannot even be declared; nothing is recorded."""
    journal = Journal(folder / "g.drumhead")
    begin(journal, toy.TOY, toy.armies(), title="t")
    game = Game(journal, toy.TOY, table.watcher)
    with pytest.raises(Blind, match=re.escape(why[:20])):
        game.declare(Action("shoot", "R1", "B1"), Who("table"), after=1)
    assert journal.head == 1
    journal.close()


def test_at_one_frame_in_ten_seconds_nothing_older_than_the_limit_is_measured(
    table: Watched,
) -> None:
    for _ in range(6):
        table.look(1)
        for _ in range(10):
            table.clock.now += 1.0
            snapshot = table.watcher.snapshot()
            seen = [base for base in snapshot.bases if base.status == "seen"]
            assert not seen or table.clock.now - snapshot.taken_s <= LIMIT_S
        assert "too busy to draw the table" in table.watcher.blind()
    table.look(8)
    assert table.watcher.blind() == ""
