"""A table on a real broker: what is published, and what a broker that fails does to it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from tests.hall.conftest import until
from tests.hall.mosquitto import Mosquitto
from tests.hall.test_outbox import shoot
from tests.ports import free_port
from tests.webui import toy
from tests.webui.conftest import Visitor
from webui.game.position import NotNow
from webui.game.seen.live import HandTable
from webui.hall.table import newest
from webui.hall.table.from_hall import MOST_CALLS
from webui.hall.table.publisher import HallTable
from webui.hall.wire import topics
from webui.hall.wire.address import read_address
from webui.hall.wire.link import Ears, Link, Message
from webui.hall.wire.messages import Answer, Entry, Plan, Score, Status, ToTable, read, written
from webui.server.app import create_app, desk_of
from webui.server.session import Desk


class Listener:
    """Hears everything that the tables of a hall publish."""

    def __init__(self, port: int) -> None:
        self.log: list[Entry] = []
        self.newest: dict[str, bytes] = {}
        ears = Ears(came=self._came)
        name = f"listener-{secrets.token_hex(4)}"
        address = read_address(f"mqtt://127.0.0.1:{port}")
        self.link = Link(address, name, (topics.every_table("hall"),), ears, longest_wait_s=1)
        self.link.start()

    def _came(self, topic: str, payload: bytes) -> None:
        found = topics.read_topic("hall", topic)
        if found is not None and found[1] == "log":
            self.log.append(read(payload, Entry))
        elif found is not None:
            self.newest[found[1]] = payload

    def status(self) -> Status | None:
        return read(self.newest["status"], Status) if "status" in self.newest else None


@contextmanager
def published(desk: Desk, port: int) -> Iterator[HallTable]:
    table = HallTable(desk, read_address(f"mqtt://127.0.0.1:{port}"), "Table 7")
    table.start()
    try:
        yield table
    finally:
        table.close()


@pytest.fixture
def listener(mosquitto: Mosquitto) -> Iterator[Listener]:
    made = Listener(mosquitto.port)
    yield made
    made.link.close()


def heard(listener: Listener, count: int) -> Callable[[], bool]:
    return lambda: len({entry.seq for entry in listener.log}) >= count


def test_a_table_says_that_it_is_there_and_when_it_goes(
    desk: Desk, mosquitto: Mosquitto, listener: Listener
) -> None:
    with published(desk, mosquitto.port):
        until(lambda: (said := listener.status()) is not None and said.online)
    until(lambda: (said := listener.status()) is not None and not said.online)


def test_a_table_says_again_how_many_entries_it_has(
    desk: Desk, mosquitto: Mosquitto, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No hall has told it that its entry is kept: the broker may have dropped the status."""
    monkeypatch.setattr(newest, "SAY_AGAIN_S", 0.05)
    with published(desk, mosquitto.port):
        until(lambda: (said := listener.status()) is not None and said.seq == 1)
        first = listener.status()
        until(lambda: (said := listener.status()) is not None and said.n > first.n)
        again = listener.status()
    assert msgspec.structs.replace(again, n=first.n) == first


def test_score_and_plan_are_published(desk: Desk, mosquitto: Mosquitto, listener: Listener) -> None:
    with published(desk, mosquitto.port):
        until(lambda: {"score", "plan"} <= set(listener.newest))
    sides = read(listener.newest["score"], Score).sides
    assert [(side.side, side.colour) for side in sides] == [("Red", "#c1272d"), ("Blue", "#0072b2")]
    assert {base.payload for base in read(listener.newest["plan"], Plan).bases} == {
        "R01", "R02", "B01",
    }  # fmt: skip


def test_rulings_come_in_order(desk: Desk, mosquitto: Mosquitto, listener: Listener) -> None:
    with published(desk, mosquitto.port):
        until(heard(listener, 1))
        shoot(desk, 5, 2)
        shoot(desk, 1, 1)
        until(heard(listener, 3))
    assert [(entry.seq, entry.kind) for entry in listener.log] == [
        (1, "begin"), (2, "ruling"), (3, "ruling"),
    ]  # fmt: skip


def test_what_was_played_without_a_broker_is_told_when_there_is_one(
    desk: Desk, mosquitto: Mosquitto
) -> None:
    mosquitto.kill()
    with published(desk, mosquitto.port):
        shoot(desk, 5, 2)
        mosquitto.start()
        listener = Listener(mosquitto.port)
        until(heard(listener, 2))
        listener.link.close()
    assert [entry.kind for entry in listener.log][:2] == ["begin", "ruling"]


def test_a_broker_that_is_not_there_stops_no_game(desk: Desk) -> None:
    with published(desk, free_port()) as table:
        shoot(desk, 5, 2)
        assert table.call("May I wheel here?", "Red")
    assert desk.the_game().present().line[-1].kind == "done"


def test_a_hall_that_has_less_is_told_again(
    desk: Desk, mosquitto: Mosquitto, listener: Listener
) -> None:
    with published(desk, mosquitto.port):
        shoot(desk, 5, 2)
        until(heard(listener, 2))
        stream = listener.log[0].stream
        asked = ToTable(stream=stream, kept=1, ask="a" * 32)
        before = len(listener.log)
        to = topics.to_table("hall", "table-7")
        listener.link.publish(Message(to, written(asked)))
        until(lambda: len(listener.log) > before)
        assert listener.log[before].seq == 2


def test_an_answer_reaches_the_table(desk: Desk, mosquitto: Mosquitto, listener: Listener) -> None:
    with published(desk, mosquitto.port) as table:
        call = table.call("May I wheel here?", "Red")
        until(heard(listener, 2))
        told = ToTable(
            stream=listener.log[0].stream, kept=2, ask="b" * 32,
            answers=[Answer(call, "coming", "Ada")],
        )  # fmt: skip
        listener.link.publish(Message(topics.to_table("hall", "table-7"), written(told)))
        until(lambda: table.seen().calls[0].answer == "coming")


def test_a_table_calls_no_more_than_so_often(desk: Desk) -> None:
    with published(desk, free_port()) as table:
        for _ in range(MOST_CALLS):
            table.call("again", "Red")
        with pytest.raises(NotNow):
            table.call("again", "Red")


def test_nonsense_from_the_hall_is_harmless(
    desk: Desk, mosquitto: Mosquitto, listener: Listener
) -> None:
    with published(desk, mosquitto.port):
        until(heard(listener, 1))
        to = topics.to_table("hall", "table-7")
        for payload in (b"", b"[" * 5000, b'{"v":1}', b"\xff"):
            listener.link.publish(Message(to, payload))
        shoot(desk, 5, 2)
        until(heard(listener, 2))
    assert listener.log[-1].kind == "ruling"


def test_the_table_s_page_shows_its_hall(tmp_path: Path) -> None:
    app = create_app(tmp_path / "page", HandTable(toy.table()), rules=(toy.TOY,))
    table = HallTable(desk_of(app), read_address("mqtt://localhost:1"), "Table 7")
    desk_of(app).hall = table
    here = Visitor(app)
    assert here.post("/hall/call", text="May I wheel?").status_code == 200
    calls = here.get("/hall.json").json["hall"]["calls"]
    table.close()
    desk_of(app).close()
    assert [(call["text"], call["answer"]) for call in calls] == [("May I wheel?", "")]


def test_a_table_without_a_hall_says_so(tmp_path: Path) -> None:
    app = create_app(tmp_path / "page", HandTable(toy.table()), rules=(toy.TOY,))
    here = Visitor(app)
    assert here.get("/hall.json").json == {"hall": None}
    assert here.post("/hall/call", text="").status_code == 409
    desk_of(app).close()
