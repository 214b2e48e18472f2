"""A hall of strangers that asks for what costs the most, while the people at the table play.

On the server that run.py uses. Every stranger gets an answer or a refusal in words, hung up or
not; every note of the table's own screen is kept. How long the slowest took is told, not judged:
that depends on the computer.
"""

from __future__ import annotations

import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rules.skirmish import SKIRMISH
from tests.faults.tally import Tally
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of
from webui.server.sockets.listening import server_on
from webui.server.sockets.threads import ThreadsForOurselves

COSTLY = (
    "/odds.json?do=command&by=KO", "/odds.json?do=command&by=RO", "/report.html",
    "/transcript.txt", "/log.json", "/rulings", "/actions.json", "/unit.json?unit=KO", "/table",
)  # fmt: skip
A_PASTE = {
    "text": "".join(
        ['version = 1\nside = "A"\nrules = "skirmish"\n']
        + [
            f'[[units]]\nid = "u{n}"\nkind = "Musketeers"\nbases = '
            + json.dumps([f"{n}.{m}" for m in range(60)]) + "\n"
            for n in range(200)
        ]
    )
}  # fmt: skip
ANSWERS = (200, 403, 409, 422, 429, 503)


@contextmanager
def hall(folder: Path) -> Iterator[str]:
    """The server with a skirmish on it; a visitor comes from where a header says."""

    def outside(app: Any, threads: int) -> Callable[..., Iterable[bytes]]:
        inner = ThreadsForOurselves(app, threads)

        def arriving(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
            environ["REMOTE_ADDR"] = environ.get("HTTP_X_SEEN_FROM", "127.0.0.1")
            return inner(environ, start)

        return arriving

    app = create_app(folder, HandTable(SKIRMISH.demo().table), rules=(SKIRMISH,))
    with patch("webui.server.sockets.listening.ThreadsForOurselves", outside):
        served = server_on(app, "127.0.0.1", 0, 96)
    stop = threading.Event()

    def serve() -> None:
        while not stop.is_set():
            served.serve_once(0.05)

    loop = threading.Thread(target=serve)
    loop.start()
    with closing(desk_of(app)):
        try:
            yield f"127.0.0.1:{served.effective_port}"
        finally:
            desk_of(app).bell.close()
            stop.set()
            loop.join(20)
            served.close()


def spectators(folder: Path, strangers: int = 16, each: int = 12, notes: int = 20) -> Tally:
    """So many *strangers* ask *each* so often, every third time hanging up at once, and the
    table writes so many *notes* meanwhile."""
    tally = Tally("strangers who ask for what costs most, and notes of the table meanwhile")
    lock = threading.Lock()

    def count(kind: str, wrong: str = "") -> None:
        with lock:
            tally.tried += 1
            tally.kinds[kind] += 1
            tally.wrong += [wrong] if wrong else []

    with hall(folder) as address:
        crowd = [
            threading.Thread(target=_stranger, args=(address, number, each, count))
            for number in range(strangers)
        ]
        for one in crowd:
            one.start()
        slowest_s = 0.0
        for number in range(notes):
            slowest_s = max(slowest_s, _note(address, number, count))
        for one in crowd:
            one.join()
        kept = json.loads(_ask(address, "/log.json", "127.0.0.1")[1])["steps"]
    if sum(step["kind"] == "note" for step in kept) != notes:
        tally.wrong.append("a note is not kept")
    tally.kinds[f"slowest note {slowest_s:.2f} s, of"] = notes
    return tally


def _stranger(address: str, number: int, times: int, count: Callable[..., None]) -> None:
    name = f"10.0.0.{number // 2}"  # two phones behind each router
    for turn in range(times):
        path = COSTLY[(number + turn) % len(COSTLY)]
        if turn % 3 == 2:
            _hang_up(address, path, name)
            count("hung up")
            continue
        paste = A_PASTE if turn % 4 == 1 else None
        status, said = _ask(address, "/army/read" if paste else path, name, paste)
        known = status in ANSWERS and (status == 200 or b"error" in said or b"<p" in said)
        count(f"{status // 100}xx", "" if known else f"{status} at {path}: {said[:80]!r}")


def _ask(address: str, path: str, name: str, body: object = None) -> tuple[int, bytes]:
    sent = None if body is None else json.dumps(body).encode()
    headers = {"X-Seen-From": name, "Content-Type": "application/json"}
    asked = urllib.request.Request(f"http://{address}{path}", sent, headers)
    try:
        with urllib.request.urlopen(asked, timeout=120) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as why:
        with why:
            return why.code, why.read()


def _hang_up(address: str, path: str, name: str) -> None:
    host, port = address.split(":")
    with suppress(OSError), socket.create_connection((host, int(port)), 20) as line:
        asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-Seen-From: {name}\r\n\r\n"
        line.sendall(asked.encode())


def _note(address: str, number: int, count: Callable[..., None]) -> float:
    """Write a note on the table's own screen; how long it took."""
    began_s = time.monotonic()
    head = json.loads(_ask(address, "/table.json", "127.0.0.1")[1])["game"]["head"]
    status, said = _ask(
        address, "/act/note", "127.0.0.1", {"head": head, "text": f"note {number}", "about": ""}
    )
    count("note", "" if status == 200 else f"a note was answered {status}: {said[:80]!r}")
    return time.monotonic() - began_s
