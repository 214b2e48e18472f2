"""Behind a real nginx and a real Caddy: the files of docs/from-afar as they stand."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.ports import free_port
from tests.webui.afar.proxies import Browser, lines_of, proxying
from tests.webui.conftest import Visitor
from webui.server.addresses import lan_addresses
from webui.server.app import desk_of
from webui.server.doors.public_address import ProxyDoor, public_address
from webui.server.sockets.listening import server_on

PUBLIC = public_address("https://table.club.example")


@dataclass
class Behind:
    """A table, its proxy, and who was seen to ask."""

    app: Flask
    port: int
    own_port: int
    door: int
    clients: list[str]

    def browser(self, **more: Any) -> Browser:
        return Browser(self.port, **more)

    def player(self) -> Browser:
        found = self.browser()
        assert found.ask("POST", "/join", {"code": self.code()}).status == 200
        return found

    def code(self, side: str = "Red") -> str:
        return desk_of(self.app).access.code(side)


@contextmanager
def _served(app: Flask, door: int, clients: list[str]) -> Iterator[int]:
    """The table on the server that run.py uses, with a door for proxies; its own port."""

    def noting(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        clients.append(environ["REMOTE_ADDR"])
        return app(environ, start)

    server = server_on(noting, "127.0.0.1", 0, 24, ProxyDoor(PUBLIC, "127.0.0.1", door))
    stop = threading.Event()

    def run() -> None:
        while not stop.is_set():
            server.serve_once(0.05)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield server.effective_port
    finally:
        desk_of(app).bell.close()
        stop.set()
        thread.join(10)
        server.close()


def plainly(port: int, headers: dict[str, str]) -> int:
    """The status of a request without any proxy."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=90)) as line:
        line.request("GET", "/table.json", headers=headers)
        with line.getresponse() as answer:
            return answer.status


@pytest.fixture(params=["nginx", "caddy"])
def behind(request: pytest.FixtureRequest, app: Flask, tmp_path: Path) -> Iterator[Behind]:
    app.extensions["doors"].public = PUBLIC
    door, clients, folder = free_port(), [], tmp_path / "proxy"
    folder.mkdir()
    with _served(app, door, clients) as own, proxying(request.param, door, folder) as port:
        clients.clear()
        yield Behind(app, port, own, door, clients)


def test_login_and_play(behind: Behind) -> None:
    """A code makes a player of whoever shows it; the cookie goes by https alone."""
    red = behind.browser()
    answer = red.ask("POST", "/join", {"code": behind.code(), "name": "Ann"})
    assert answer.status == 200 and "Secure" in answer.headers["set-cookie"]
    table = red.ask("GET", "/table.json").json
    assert table["you"]["role"] == "player" and table["you"]["side"] == "Red"
    fields = {"head": table["game"]["head"], "do": "shoot", "by": "R1", "at": "B1"}
    assert red.ask("POST", "/act/declare", fields).status == 200


def test_the_event_stream_comes_line_by_line(behind: Behind, here: Visitor) -> None:
    """Each change is read before the stream has ended, and before the next one happens."""
    stream = behind.player().begin("GET", "/events")
    assert stream.status == 200
    assert stream.headers["Content-Type"].startswith("text/event-stream")
    lines_of(stream, lambda line: line.startswith("data:"))
    for text in ("one", "two"):
        assert here.at_head("/act/note", text=text, about="").status_code == 200
        head = here.get("/table.json").json["game"]["head"]
        heard = lines_of(stream, lambda line, at=head: f'"head": {at}' in line)
        assert any(line == "event: change" for line in heard)
    stream.close()


def test_uploads(behind: Behind) -> None:
    """Half as much as may be sent arrives; what is too large is refused in the table's words."""
    red = behind.player()
    right = red.ask("POST", "/army/read", {"text": "#" * 130_000})
    assert right.status in (200, 400, 422) and right.headers["content-type"] == "application/json"
    large = red.ask("POST", "/army/read", {"text": "#" * 300_000})
    assert large.status == 413 and "262144" in large.json["error"]


def test_a_wrong_host_gets_nothing_of_the_table(behind: Behind) -> None:
    """No answer from the proxy, or none of ours; at the proxy's own door a refusal."""
    try:
        answer = behind.browser(host="evil.example").ask("GET", "/join.json")
    except OSError:
        pass
    else:
        assert answer.status == 421 or answer.body == b""
    assert behind.clients == []


def test_a_claimed_address_is_not_believed(behind: Behind) -> None:
    """Whoever says that he is this computer stays who he is, and has his own tries only."""
    claims = {
        "X-Forwarded-For": "127.0.0.1",
        "X-Forwarded-Host": "localhost",
        "X-Real-IP": "127.0.0.1",
        "Forwarded": "for=127.0.0.1;host=localhost",
    }
    liar = behind.browser(more=claims)
    you = liar.ask("GET", "/join.json").json
    assert you["you"]["role"] == "spectator" and not you["shows_codes"]
    said = []
    for number in range(8):
        liar.more["X-Forwarded-For"] = f"203.0.113.{number}"
        said.append(liar.ask("POST", "/join", {"code": "WRONG2"}).status)
    assert said == [403] * 6 + [429] * 2
    assert set(behind.clients) == {"proxy"}  # from this very computer, with none of its rights


def test_the_visitors_own_address_arrives(behind: Behind) -> None:
    """Where this computer has an address beside its loopback, the proxy is asked by it."""
    found = lan_addresses()
    if not found:
        pytest.skip("this computer has no address but its loopback")
    try:
        behind.browser(address=found[0]).ask("GET", "/join.json")
    except ConnectionError:
        pytest.skip("this computer does not answer on its own address")
    assert behind.clients == [found[0]]


def test_a_forwarded_request_at_the_rooms_door_is_refused(behind: Behind) -> None:
    assert plainly(behind.own_port, {"X-Forwarded-For": "127.0.0.1"}) == 400


def test_the_proxys_door_by_hand_opens_nothing(behind: Behind) -> None:
    """Also for this computer itself: that door is the proxy's."""
    assert plainly(behind.door, {"Host": "localhost"}) == 421
