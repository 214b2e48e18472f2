"""Kills a game at random moments and looks what is left.

``python -m tests.webui.kills 300`` prints the figures of a long run; the tests take a few.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.webui import toy
from webui.game.game import Game
from webui.game.journal.journal import Journal
from webui.game.seen.live import HandTable

TOP = Path(__file__).parents[2]

PLAYER = """
import pathlib, random, sys
from rules.kernel.prompts import Choose, Look, Roll
from rules.kernel.protocol import Action
from tests.webui import toy
from webui.game.begin import begin
from webui.game.game import Game
from webui.game.journal.journal import Journal
from webui.game.seen.live import HandTable
from webui.game.position import NotNow, Who

chance, who = random.Random(int(sys.argv[2])), Who("table")
journal = Journal(pathlib.Path(sys.argv[1]))
if journal.head == 0:
    begin(journal, toy.TOY, toy.armies(), title="t")
game = Game(journal, toy.TOY, HandTable(toy.table()))

def say(what):
    print(what, flush=True)

while True:
    head, present = journal.head, game.present()
    asked = None if present.opened is None else present.opened.prompt
    if present.over is not None or chance.random() < 0.15 and len(present.line) > 2:
        game.undo(who, after=head)
    elif asked is None:
        do = "shoot" if chance.random() < 0.8 else "end"
        at = "B1" if do == "shoot" else None
        game.declare(Action(do, "R1" if at else "Red", at), who, after=head)
    elif isinstance(asked, Roll):
        faces = [chance.randint(1, 6) for _ in range(2)]
        game.draft(faces[:1], after=head)
        say(f"draft {head} {faces[0]}")
        game.answer(faces, who, after=head)
    elif isinstance(asked, Choose):
        game.answer(chance.choice(asked.options).key, who, after=head)
    else:
        game.answer(None, who, after=head)
    say(f"head {journal.head}")
"""


@dataclass
class Figures:
    """How it went: kills tried, and how many of them lost a step, a die or the game."""

    tried: int = 0
    steps: int = 0
    lost: int = 0
    between_dice: int = 0


def kill_once(path: Path, seed: int, figures: Figures) -> None:
    """Let a game be played for a random while, kill it, and compare with what it had said.

    The line "head N" was printed after the call that made N the head had returned, so it
    must be there; "draft" likewise, unless a later head was said.
    """
    chance = random.Random(seed)
    command = [sys.executable, "-c", PLAYER, str(path), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=TOP) as child:
        assert child.stdout is not None
        said = [child.stdout.readline() for _ in range(chance.randint(1, 40))]
        child.kill()
        said += child.stdout.read().split(b"\n")
    words = [line.decode().split() for line in said if line.strip()]
    figures.tried += 1
    figures.steps += len(words)
    if not _all_there(path, words, figures):
        figures.lost += 1


def _all_there(path: Path, words: list[list[str]], figures: Figures) -> bool:
    whole = [w for w in words if (w[0] == "head" and len(w) == 2) or len(w) == 3]
    with closing(Journal(path)) as journal:
        known = {event.id for event in journal.everything()}
        game = Game(journal, toy.TOY, HandTable(toy.table()))
        present = game.present()
        heads = [int(w[1]) for w in whole if w[0] == "head"]
        if not set(heads) <= known or present.opened is not None and present.opened.fault:
            return False
        if whole and whole[-1][0] == "draft" and journal.head == int(whole[-1][1]):
            figures.between_dice += 1
            return bool(journal.draft() == [int(whole[-1][2])])
    return True


def main(times: int) -> None:
    """Print the figures of *times* kills."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(times):
            kill_once(Path(folder) / f"{seed % 10}.drumhead", seed, figures)
    print(
        f"{figures.tried} kills after {figures.steps} acknowledged steps, "
        f"{figures.between_dice} of them between two dice: {figures.lost} lost anything"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
