"""Random games of every rule set, killed without warning and opened again.

The player runs in a process of its own and says over a pipe what it was told was kept: only
after the call had returned. Whatever was said must be there after the kill, and when nothing
further was written, the same question is open and the same half-typed dice lie there.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import random
import threading
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from rules.books import RULE_SETS
from rules.kernel.plain import to_plain
from rules.kernel.prompts import Draw, Look, Prompt, Roll
from rules.kernel.protocol import Action, BadState, IllegalAction, RuleSet
from tests.faults.tally import Tally
from tests.rules.random_player import any_answer, declared
from tests.webui import toy
from vision.table.reading import Unmeasurable
from webui.game.begin import begin
from webui.game.game import Game
from webui.game.journal.journal import Journal
from webui.game.position import NeedsConsent, NotNow, Who
from webui.game.seen.live import HandTable

REFUSED = (IllegalAction, Unmeasurable, NotNow, NeedsConsent, BadState)
SETS: dict[str, RuleSet] = {rules.name: rules for rules in (toy.TOY, *RULE_SETS)}
GAMES_OF_EACH = 2
MOST_SAYINGS = 25
LONGEST_WAIT_S = 60.0
MOST_OF_ONE_CALL = 2
"""The last answer of an action writes itself and its outcome."""
TABLE = Who("table")


def context() -> Any:
    """How players are started: forked from a server that has everything loaded, if possible."""
    if "forkserver" in multiprocessing.get_all_start_methods():
        made = multiprocessing.get_context("forkserver")
        made.set_forkserver_preload(["tests.faults.kills"])
        return made
    return multiprocessing.get_context("spawn")


def opened(journal: Journal, rules: RuleSet) -> Game:
    """The game on a journal, begun if need be; models stand as in its ready battle."""
    demo = rules.demo()
    if journal.head == 0:
        begin(journal, rules, demo.armies, title="t", house=demo.house)
    return Game(journal, rules, HandTable(demo.table))


class Said(NamedTuple):
    """Where a game stands. ``newest``: id of the newest step ever written, also undone ones;
    ``digest``: of state, open question and the answers so far; ``draft``: half-typed dice."""

    head: int
    newest: int
    digest: str
    draft: Any


def where(game: Game) -> Said:
    """Where it stands now."""
    present = game.present()
    asked = None if present.opened is None else present.opened.prompt
    answered = () if present.opened is None else [to_plain(p) for p, _ in present.opened.answered]
    text = json.dumps([to_plain(present.state), to_plain(asked), answered], sort_keys=True)
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
    newest = max(event.id for event in game.journal.everything())
    return Said(present.head, newest, digest, game.journal.draft())


def play(path: Path, name: str, seed: int, pipe: Connection) -> None:
    """Play until killed; says where the game stands after every call that returned."""
    chance = random.Random(seed)
    with closing(Journal(path)) as journal:
        game = opened(journal, SETS[name])
        while True:
            pipe.send(where(game))
            with suppress(*REFUSED):
                one_call(game, chance, pipe)


def one_call(game: Game, chance: random.Random, pipe: Connection) -> None:
    """One thing that people do: declare, answer, half an answer, undo, a note.

    Raises:
        One of ``REFUSED``: it was refused.
    """
    present = game.present()
    head, asked = present.head, None if present.opened is None else present.opened.prompt
    if present.over is not None or (chance.random() < 0.12 and len(present.line) > 2):
        game.undo(TABLE, after=head)
    elif asked is None and present.opened is not None:
        game.take_back(TABLE, after=head)
    elif asked is None:
        game.declare(any_action(game, chance), TABLE, after=head)
    else:
        answer(game, asked, chance, pipe)


def any_action(game: Game, chance: random.Random) -> Action:
    """A legal action, whatever side or unit."""
    legal = [offer for offer in game.offers() if offer.legal]
    if not legal:
        raise IllegalAction("nothing can be done")
    return declared(chance.choice(legal), chance)


def answer(game: Game, asked: Prompt, chance: random.Random, pipe: Connection) -> None:
    """Answer the open question, dice sometimes in two goes."""
    head = game.journal.head
    if isinstance(asked, Look):
        game.answer(None, TABLE, after=head, how="agreed")
        return
    raw = any_answer(asked, game.table(), chance)
    if isinstance(asked, Roll | Draw):
        raw = list(raw) if isinstance(raw, tuple | list) else [raw]
        if isinstance(asked, Roll) and len(raw) > 1:
            game.draft(raw[:1], after=head)
            pipe.send(where(game))
    game.answer(list(raw) if isinstance(raw, tuple) else raw, TABLE, after=head)


def kill_once(folder: Path, seed: int, tally: Tally, server: Any) -> None:
    """Play for a random while, kill, open, compare."""
    chance = random.Random(seed)
    name = list(SETS)[seed % len(SETS)]
    path = folder / f"{name}-{chance.randrange(GAMES_OF_EACH)}.drumhead"
    ours, theirs = server.Pipe(duplex=False)
    player = server.Process(target=play, args=(path, name, seed, theirs), daemon=True)
    player.start()
    theirs.close()
    said = heard(ours, chance)
    player.kill()
    said += rest(ours)
    player.join()
    ours.close()
    tally.tried += 1
    tally.kinds[name] += 1
    tally.kinds["steps said"] += len(said)
    wrong = compared(path, SETS[name], said, tally)
    if wrong:
        tally.wrong.append(f"seed {seed}, {name}: {wrong}")


def heard(pipe: Connection, chance: random.Random) -> list[Said]:
    """What is said up to a random moment; mostly in the midst of the next call."""
    said = []
    for _ in range(chance.randint(1, MOST_SAYINGS)):
        if not pipe.poll(LONGEST_WAIT_S):
            break
        said.append(pipe.recv())
    threading.Event().wait(chance.choice((0.0, 0.0, 0.002, 0.01, 0.03)))
    return said


def rest(pipe: Connection) -> list[Said]:
    """What was said between the last hearing and the kill."""
    said = []
    with suppress(EOFError, OSError):
        while True:
            said.append(pipe.recv())
    return said


def compared(path: Path, rules: RuleSet, said: list[Said], tally: Tally) -> str:
    """What was lost, in words; "" when nothing was."""
    if not said:
        return "the player never said anything"
    with closing(Journal(path)) as journal:
        known = {event.id for event in journal.everything()}
        game = opened(journal, rules)
        found, last = where(game), said[-1]
    if not {each.head for each in said} <= known or found.newest < last.newest:
        return "steps were kept and are gone"
    if found.newest - last.newest > MOST_OF_ONE_CALL:
        return "there are steps that nobody made"
    if found.head != last.head:
        tally.kinds["killed after a write"] += 1
        return ""
    if last.draft is not None:
        tally.kinds["killed between two dice"] += 1
    if last.draft not in (None, found.draft):
        return "half-typed dice are gone"
    return "" if found.digest == last.digest else "state or question is another one"


def kills(folder: Path, count: int, seed: int = 0) -> Tally:
    """Kill so many games."""
    tally, server = Tally("kills in random games"), context()
    for number in range(count):
        kill_once(folder, seed + number, tally, server)
    return tally
