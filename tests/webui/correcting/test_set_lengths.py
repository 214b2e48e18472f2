"""A length that an umpire set holds for as long as the models stand as they stood."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.kernel.protocol import Action
from rules.quickplay import QUICKPLAY
from vision.table.reading import HandReading
from vision.table.snapshot import AGREED
from webui.game.begin import begin
from webui.game.game import Game
from webui.game.journal.journal import Journal, beginning
from webui.game.position import Who
from webui.game.secrets.knowledge import Known
from webui.game.secrets.secrecy import Eyes
from webui.game.seen.live import HandTable
from webui.game.seen.move_preview import Foreseen
from webui.game.told import record
from webui.game.told.called import names_in
from webui.game.told.report import report
from webui.game.told.transcript import transcript

UMPIRE = Who("umpire", "", "Una")
TOO_FAR = HandReading("move_distance", "R1", "", 12.0)
LAWFUL = HandReading("move_distance", "R1", "", 5.0)


class Moved(Game):
    """Pikes, which move 6 in, moved 4 in as their base was dragged."""

    def put(self, north_in: float) -> None:
        """Drag their base so far north of where the battle began."""
        self.place("R1", (20.0, 8.0 + north_in, 90.0), UMPIRE, after=self.journal.head)

    def look(self, how: str = "seen") -> None:
        """Say that the models have been moved."""
        self.answer(None, UMPIRE, after=self.journal.head, how=how)

    def set_length(self, reading: HandReading) -> None:
        """Overrule the move with that length."""
        self.overrule_step({}, [reading], "taped", UMPIRE, after=self.journal.head)

    @property
    def asked(self) -> str:
        """What is asked now, with what was wrong before."""
        opened = self.present().opened
        return "" if opened is None or opened.prompt is None else str(opened.prompt.told)

    @property
    def newest(self) -> dict[str, Any]:
        """The newest ruling as a card has it."""
        line = self.journal.line()
        return record.rulings(line, 1, names_in(beginning(line)))[0]


@pytest.fixture
def moved(tmp_path: Path) -> Iterator[Moved]:
    journal = Journal(tmp_path / "moved.drumhead")
    demo = QUICKPLAY.demo()
    begin(journal, QUICKPLAY, demo.armies, title="Moved", now=lambda: 0.0)
    game = Moved(journal, QUICKPLAY, HandTable(demo.table))
    game.declare(Action("begin", "red"), UMPIRE, after=journal.head)
    for face in (6, 1):  # red goes first
        game.answer([face], UMPIRE, after=journal.head)
    game.declare(Action("move", "R1"), UMPIRE, after=journal.head)
    game.put(4.0)
    game.look()
    yield game
    journal.close()


def test_a_length_that_breaks_the_rule_holds_until_the_models_move(moved: Moved) -> None:
    """Seen to be forgotten: the answer "moved" without a move made it 4 in beside "is 12 in"."""
    moved.set_length(TOO_FAR)
    assert "went 12.00 in, it moves 6 in" in moved.asked
    moved.look()
    assert "went 12.00 in, it moves 6 in" in moved.asked
    moved.look(AGREED)
    went = "6.00 in more than the 6 in allowed: it stands by agreement"
    assert moved.newest["headline"] == f"The Trained Band moves 12.00 in. {went}"


def test_a_refused_move_still_began_where_its_models_stood(moved: Moved) -> None:
    """Seen to begin where they stood when they were refused: nothing led back to (20, 8)."""
    moved.undo(UMPIRE, after=moved.journal.head)
    moved.put(12.0)
    moved.look()
    assert "it moves 6 in" in moved.asked
    told = Foreseen(Known())(moved, "moved", Eyes(every=True))
    assert told is not None and told.kind == "wrong"  # seen to be told as a good move's question
    assert told.says[0].startswith("too far: The Trained Band went 12.0 ")
    opened = moved.present().opened
    assert opened is not None
    (band,) = (base for base in opened.before_move.bases if base.payload == "R1")
    assert band.pose is not None and (band.pose.x_in, band.pose.y_in) == (20.0, 8.0)


def test_models_that_were_moved_are_measured_anew_and_the_record_says_so(moved: Moved) -> None:
    moved.set_length(TOO_FAR)
    moved.put(3.0)
    moved.look()
    assert moved.newest["headline"] == "The Trained Band moves 3.0 ± 0.1 in"
    says = "move distance of The Trained Band is 12 in; the models were then looked at again"
    again = moved.newest["again"]
    assert isinstance(again, dict) and again["set"] == says
    assert "move distance of The Trained Band is 12 in, because taped" in transcript(moved.journal)
    assert f"{says}</strong> because taped" in report(moved.journal).replace("\u00a0", " ")


def test_a_restart_says_the_same(moved: Moved) -> None:
    """Seen to differ: kept looks were read with the length on, the live one without it."""
    moved.set_length(TOO_FAR)
    moved.put(7.0)
    moved.look()
    assert "went 7.0 ± 0.1 in" in moved.asked
    newer = Moved(moved.journal, QUICKPLAY, moved.live)
    assert newer.asked == moved.asked


def test_the_log_and_the_transcript_say_which_look_was_refused(moved: Moved) -> None:
    """Pikes move 6 in: 7 in were refused, 5 in were not."""
    moved.undo(UMPIRE, after=moved.journal.head)
    moved.put(7.0)
    moved.look()
    moved.put(5.0)
    moved.look()
    looks = [one.says for one in record.steps(moved.journal) if "models have been" in one.says]
    assert [one.partition("(seen)")[2] for one in looks[-2:]] == [
        "; refused: too far: The Trained Band went 7.0 ± 0.1 in, it moves 6 in",
        "",
    ]
    assert transcript(moved.journal).count("refused: too far: The Trained Band went 7.0") == 1


def test_a_second_overruling_lets_go_of_the_look_that_was_refused(moved: Moved) -> None:
    """12 in was of a place where they stand no longer; 5 in is of where they stand."""
    moved.set_length(TOO_FAR)
    moved.put(3.0)
    moved.look()
    moved.set_length(LAWFUL)
    assert moved.asked == "" and moved.newest["headline"] == "The Trained Band moves 5.00 in"
    assert moved.newest["again"]["set"] == "move distance of The Trained Band is 5 in"
    newer = Moved(moved.journal, QUICKPLAY, moved.live)
    assert newer.asked == ""
