"""A whole hall measured: real tables, broker, hall and archive, each a process of its own.

``python -m tests.hall.measured --tables 100 --pace 2 --minutes 5 --archive postgresql`` plays and
prints what docs/hall.md quotes; ``--kill 20`` kills broker, tables and hall on the way.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from bisect import bisect_left
from collections import Counter
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.hall.mosquitto import Mosquitto
from tests.hall.postgres import Postgres
from tests.house.source import TOP
from tests.ports import free_port
from webui.hall.archive import Archive
from webui.hall.database import open_database
from webui.hall.wire.address import Address, read_address
from webui.hall.wire.link import Ears, Link


@dataclass
class Program:
    """One of ours in a process of its own, that may be killed and started again."""

    words: list[str]
    process: subprocess.Popen[bytes] | None = None
    cpu_s: float = 0.0
    most_mb: float = 0.0

    def start(self) -> None:
        """Start it; returns at once."""
        command = [sys.executable, "run.py", *self.words]
        self.process = subprocess.Popen(command, cwd=TOP, stdout=subprocess.DEVNULL)

    def look(self) -> None:
        """Note how much it uses."""
        assert self.process is not None
        with suppress(psutil.Error):
            seen = psutil.Process(self.process.pid)
            times = seen.cpu_times()
            self.cpu_s = times.user + times.system
            self.most_mb = max(self.most_mb, seen.memory_info().rss / 1e6)

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it with that signal, and wait."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(300)
            self.process = None


@dataclass
class Wall:
    """What a wall sees, as a browser asks for it: when each step of a game was first shown."""

    address: str
    seen_s: dict[tuple[str, str], list[tuple[int, float]]] = field(default_factory=dict)
    asked: int = 0
    bytes: int = 0
    closed: bool = False

    def watch(self) -> None:
        """Until it is closed; comes back when the hall does."""
        while not self.closed:
            with suppress(OSError, ValueError), urllib.request.urlopen(
                f"{self.address}/events", timeout=20
            ) as lines:  # fmt: skip
                since = 0
                for line in lines:
                    if self.closed:
                        return
                    if line.startswith(b"event: change"):
                        since = self._ask(since)
            time.sleep(0.2)

    def _ask(self, since: int) -> int:
        with urllib.request.urlopen(f"{self.address}/wall.json?since={since}", timeout=20) as said:
            payload = said.read()
        now_s = time.time()
        found = json.loads(payload)
        self.asked, self.bytes = self.asked + 1, self.bytes + len(payload)
        for table in found["tables"]:
            score = table["score"]
            if score and score["game"]:
                steps = self.seen_s.setdefault((table["place"], score["game"]), [])
                if not steps or steps[-1][0] < score["head"]:
                    steps.append((score["head"], now_s))
        return int(found["version"])


class Counted:
    """What goes through the broker, by kind of message."""

    def __init__(self, address: Address) -> None:
        self.messages: Counter[str] = Counter()
        self.bytes: Counter[str] = Counter()
        self.link = Link(address, "counted", ("drumhead/#",), Ears(came=self._came))
        self.link.start()

    def _came(self, topic: str, payload: bytes) -> None:
        kind = topic.split("/")[2 if "_hall" in topic else 3]
        self.messages[kind] += 1
        self.bytes[kind] += len(payload) + len(topic)


def played(folder: Path) -> dict[str, list[tuple[str, float]]]:
    """Every ruling in a table's own journals, read past our own code: by game the ref of its
    entry and when it was, in the order written."""
    found: dict[str, list[tuple[str, float]]] = {}
    for path in sorted(folder.glob("games/*.drumhead")) + sorted(folder.glob("archive/*.drumhead")):
        with closing(sqlite3.connect(path)) as journal:
            rows = journal.execute("SELECT id, body FROM event WHERE kind = 'done' ORDER BY id")
            steps = [(f"event {number}", float(json.loads(body)["at_s"])) for number, body in rows]
        found[path.stem] = steps
    return found


@dataclass
class Told:
    """What was found."""

    rulings: int = 0
    missing: int = 0
    doubled: int = 0
    disordered: int = 0
    wall_s: dict[str, list[float]] = field(default_factory=dict)
    """By table."""


def compare(folder: Path, tables: int, archive: Archive, wall: Wall) -> Told:
    """The archive beside the tables' own journals."""
    told = Told()
    battles = {(b.place, b.game): b.stream for b in archive.battles()}
    for number in range(1, tables + 1):
        place = f"table-{number}"
        for game, steps in played(folder / place).items():
            entries = archive.entries(place, battles.get((place, game), ""), game)
            kept = [each["ref"] for each in entries if each["kind"] == "ruling"]
            wanted = [ref for ref, _ in steps]
            told.rulings += len(wanted)
            told.missing += len(set(wanted) - set(kept))
            told.doubled += len(kept) - len(set(kept))
            told.disordered += [ref for ref in kept if ref in wanted] != wanted
            shown = wall.seen_s.get((place, game), [])
            heads = [head for head, _ in shown]
            for ref, at_s in steps:
                k = bisect_left(heads, int(ref.split()[1]))
                if k < len(shown):
                    told.wall_s.setdefault(place, []).append(shown[k][1] - at_s)
    return told


def quantiles(found_s: list[float]) -> str:
    """Median, 99 %, worst, in seconds."""
    if not found_s:
        return "none"
    at = sorted(found_s)
    return (
        f"median {statistics.median(at):.3f} s, 90 % {at[int(len(at) * 0.9)]:.3f}, "
        f"99 % {at[int(len(at) * 0.99)]:.3f}, worst {at[-1]:.3f} ({len(at)})"
    )


@dataclass
class Run:
    """One hall and its tables, as the options ask."""

    options: argparse.Namespace
    folder: Path
    stack: ExitStack

    def __post_init__(self) -> None:
        asked = self.options
        self.page = free_port()
        self.mosquitto: Mosquitto | None = None
        self.archive = ""
        if asked.archive == "postgresql":
            server = Postgres(Path(self.stack.enter_context(tempfile.TemporaryDirectory())))
            server.start()
            self.stack.callback(server.kill)
            self.archive = server.database("measured")
        hall = ["hall", "--port", str(self.page), "--data", str(self.folder / "hall")]
        hall += ["--archive", self.archive] if self.archive else []
        if asked.broker == "mosquitto":
            self.mosquitto = Mosquitto(self.folder)
            self.mosquitto.start()
            self.stack.callback(self.mosquitto.kill)
            port = self.mosquitto.port
            hall += ["--hall", f"mqtt://127.0.0.1:{port}"]
        else:
            port = free_port()
            hall += ["--broker-port", str(port)]
        self.address = read_address(f"mqtt://127.0.0.1:{port}")
        self.tables_in = self.folder / "tables" / "simulated"
        self.hall = Program(hall)
        self.tables = self._players(1, asked.tables - asked.apart)
        self.apart = [
            self._players(number, 1)
            for number in range(asked.tables - asked.apart + 1, asked.tables + 1)
        ]

    def _players(self, first: int, count: int) -> Program:
        """So many simulated tables, beginning with that number, in a process of their own."""
        asked = self.options
        where = f"mqtt://127.0.0.1:{self.address.port}"
        words = ["hall", "--hall", where, "--only-tables", "--first", str(first)]
        words += ["--simulate", str(count), "--pace", str(asked.pace)]
        return Program([*words, "--data", str(self.tables_in.parent)])

    def play(self) -> None:
        """Start all, play, kill on the way what is to be killed, and let the hall catch up."""
        asked, dice = self.options, random.Random(self.options.seed)
        for program in (self.hall, self.tables, *self.apart):
            self.stack.callback(program.end)
            program.start()
        until_s = time.monotonic() + asked.minutes * 60
        kills_s = sorted(
            time.monotonic() + dice.uniform(0.15, 0.9) * asked.minutes * 60
            for _ in range(asked.kill)
        )
        while time.monotonic() < until_s:
            time.sleep(0.5)
            self.hall.look()
            self.tables.look()
            if kills_s and time.monotonic() > kills_s[0]:
                kills_s.pop(0)
                self.kill(dice)
        for program in (self.tables, *self.apart):
            program.end(signal.SIGKILL)

    def kill(self, dice: random.Random) -> None:
        """The broker at each time; at each fourth the tables or the hall as well."""
        assert self.mosquitto is not None
        self.mosquitto.kill()
        for program in (self.hall, self.tables):
            if dice.random() < 0.25:
                program.end(signal.SIGKILL)
                program.start()
        time.sleep(dice.random() * 2)
        self.mosquitto.start()

    def caught_up(self) -> bool:
        """Start the tables once more, at a pace at which they do nothing, until the hall has all
        that is in their journals."""
        for program in (self.tables, *self.apart):
            program.words[program.words.index("--pace") + 1] = "100000"
            program.start()
        end_s = time.monotonic() + 300
        while time.monotonic() < end_s:
            time.sleep(1)
            with suppress(OSError), urllib.request.urlopen(f"{self.at}/archive.json") as said:
                rulings = {
                    (b["place"], b["game"]): b["rulings"] for b in json.load(said)["battles"]
                }
            # A robot begins within its pace: nothing new has been played meanwhile.
            places = (f"table-{k + 1}" for k in range(self.options.tables))
            if all(
                rulings.get((place, game), 0) >= len(steps)
                for place in places
                for game, steps in played(self.tables_in / place).items()
            ):
                return True
        return False

    @property
    def at(self) -> str:
        """The hall's page."""
        return f"http://127.0.0.1:{self.page}"


def main() -> int:
    """Play, then print; 1 when anything was lost, doubled or out of order."""
    parser = argparse.ArgumentParser(prog="python -m tests.hall.measured")
    add = parser.add_argument
    add("--tables", type=int, default=100)
    add("--pace", type=float, default=2.0, help="seconds an action")
    add("--minutes", type=float, default=5.0)
    add("--archive", choices=("sqlite", "postgresql"), default="sqlite")
    add("--broker", choices=("mosquitto", "inside"), default="mosquitto")
    add("--apart", type=int, default=0, help="how many of them have a process of their own")
    add("--kill", type=int, default=0, help="times the broker is killed, and others with it")
    add("--seed", type=int, default=20)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="drumhead-")))
        run = Run(parser.parse_args(), folder, stack)
        wall = Wall(run.at)
        threading.Thread(target=wall.watch, daemon=True).start()
        counted = Counted(run.address)
        stack.callback(counted.link.close)
        run.play()
        wall.closed = True
        messages, volume = dict(counted.messages), dict(counted.bytes)
        whole = run.caught_up()
        for program in (run.tables, *run.apart):
            program.end(signal.SIGKILL)
        run.hall.end()
        archive = Archive(open_database(run.archive, folder / "hall"))
        told = compare(run.tables_in, run.options.tables, archive, wall)
        _print(run, told, messages, volume, wall)
        archive.close()
    return 0 if whole and not (told.missing or told.doubled or told.disordered) else 1


def _print(
    run: Run, told: Told, messages: dict[str, int], volume: dict[str, int], wall: Wall
) -> None:
    asked = run.options
    seconds = asked.minutes * 60
    print(f"{asked.tables} tables, {asked.archive}, broker {asked.broker}, {asked.minutes:g} min")
    print(f"rulings {told.rulings}: missing {told.missing}, doubled {told.doubled}, games out of "
          f"order {told.disordered}")  # fmt: skip
    alone = {f"table-{asked.tables - k}" for k in range(asked.apart)}
    together = [each for place, some in told.wall_s.items() if place not in alone for each in some]
    print("ruling to wall, all tables of one process:", quantiles(together))
    apart = [each for place in alone for each in told.wall_s.get(place, [])]
    print("ruling to wall, tables of a process of their own:", quantiles(apart))
    hours = asked.tables * seconds / 3600
    total, size = sum(messages.values()), sum(volume.values())
    print(f"a table an hour: {told.rulings / hours:.0f} rulings,", end=" ")
    print(f"{total / hours:.0f} messages, {size / hours / 1e3:.0f} kB")
    for kind in sorted(messages):
        each = volume[kind] / messages[kind]
        print(f"  {kind}: {messages[kind] / hours:.0f} of {each:.0f} bytes each")
    for name, program in (("hall", run.hall), ("tables", run.tables)):
        print(f"{name}: {program.cpu_s / seconds * 100:.0f} % of a core, {program.most_mb:.0f} MB")
    print(f"one wall: {wall.asked / seconds:.1f} questions a second of "
          f"{wall.bytes / max(1, wall.asked):.0f} bytes")  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
