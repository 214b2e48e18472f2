"""A hall and its tables on a real broker: exactly once, in order, whatever dies."""

from __future__ import annotations

import itertools
import json
import random
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path

import pytest

from tests.hall.conftest import LONGEST_S, until
from tests.hall.mosquitto import Mosquitto
from tests.hall.postgres import Postgres
from tests.hall.test_outbox import shoot
from tests.ports import free_port
from tests.webui import toy
from webui.game.seen.live import HandTable
from webui.hall.archive import Archive
from webui.hall.broker import EmbeddedBroker, _Steady
from webui.hall.database import CannotKeep, open_database
from webui.hall.hall import Hall
from webui.hall.table import newest
from webui.hall.table.publisher import HallTable
from webui.hall.tables import MOST_TABLES, Tables
from webui.hall.wire.address import Address, read_address
from webui.hall.wire.link import Ears, Link, Message
from webui.hall.wire.messages import Entry, Status, written
from webui.server.session import Desk

_DEAF = Ears()


@contextmanager
def open_hall(
    address: Address, folder: Path, archive: str = "", ca: Path | None = None
) -> Iterator[Hall]:
    """A hall; its archive in *folder*, or as ``--archive`` says."""
    hall = Hall(address, Archive(open_database(archive, folder)), ca=ca)
    hall.start()
    try:
        yield hall
    finally:
        hall.close()


@contextmanager
def open_table(
    address: Address, folder: Path, name: str, ca: Path | None = None
) -> Iterator[tuple[Desk, HallTable]]:
    desk = Desk(folder, HandTable(toy.table()), (toy.TOY,))
    table = HallTable(desk, address, name, ca=ca)
    table.start()
    try:
        yield desk, table
    finally:
        table.close()
        desk.close()


def at(broker: Mosquitto) -> Address:
    return read_address(f"mqtt://127.0.0.1:{broker.port}")


def kept(hall: Hall, place: str, count: int) -> Callable[[], bool]:
    return lambda: len(hall.archive.sequence(place)) >= count


def is_whole(hall: Hall, place: str) -> bool:
    """Every number once and in order, in each stream."""
    found = hall.archive.sequence(place)
    streams = dict.fromkeys(stream for stream, _ in found)
    return all(
        [seq for of, seq in found if of == stream]
        == list(range(1, 1 + sum(of == stream for of, _ in found)))
        for stream in streams
    )


def test_every_ruling_reaches_the_archive(
    mosquitto: Mosquitto, archive_at: str, tmp_path: Path
) -> None:
    with (
        open_hall(at(mosquitto), tmp_path, archive_at) as hall,
        open_table(at(mosquitto), tmp_path / "t", "Table 7") as (desk, _),
    ):
        for _ in range(5):
            shoot(desk, 1, 1)
        until(kept(hall, "table-7", 6))
        battle = hall.archive.battles()[0]
        assert is_whole(hall, "table-7") and battle.rulings == 5
        assert hall.tables.name_of("table-7") == "Table 7"


def test_a_hall_that_opens_late_has_everything(mosquitto: Mosquitto, tmp_path: Path) -> None:
    with open_table(at(mosquitto), tmp_path / "t", "Table 7") as (desk, _):
        shoot(desk, 1, 1)
        with open_hall(at(mosquitto), tmp_path) as hall:
            until(kept(hall, "table-7", 2))
            assert is_whole(hall, "table-7")


def test_a_hall_that_lost_its_archive_is_told_all_again(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    with open_table(at(mosquitto), tmp_path / "t", "Table 7") as (desk, _):
        shoot(desk, 1, 1)
        for folder in ("first", "second"):
            with open_hall(at(mosquitto), tmp_path / folder) as hall:
                until(kept(hall, "table-7", 2))
                assert is_whole(hall, "table-7")


def test_a_broker_killed_again_and_again_loses_nothing(
    mosquitto: Mosquitto, archive_at: str, tmp_path: Path
) -> None:
    """Mosquitto without persistence forgets all it had; twenty times, while rulings come."""
    dice = random.Random(20)
    with (
        open_hall(at(mosquitto), tmp_path, archive_at) as hall,
        open_table(at(mosquitto), tmp_path / "t", "Table 7") as (desk, _),
    ):
        for _ in range(20):
            for _ in range(dice.randrange(4)):
                shoot(desk, 1, 1)
            mosquitto.kill()
            for _ in range(dice.randrange(3)):
                shoot(desk, 1, 1)
            mosquitto.start()
        shoot(desk, 1, 1)
        rulings = sum(event.kind == "done" for event in desk.the_game().present().line)
        until(kept(hall, "table-7", 1 + rulings))
        assert is_whole(hall, "table-7")
        assert hall.archive.battles()[0].rulings == rulings


def test_what_was_played_before_a_kill_is_told_at_the_next_start(
    mosquitto: Mosquitto, tmp_path: Path
) -> None:
    """A ruling that no outbox has seen, in a game that is not open any more."""
    with open_hall(at(mosquitto), tmp_path) as hall:
        with open_table(at(mosquitto), tmp_path / "t", "Table 7"):
            until(kept(hall, "table-7", 1))
        unseen = Desk(tmp_path / "t", HandTable(toy.table()), (toy.TOY,))
        shoot(unseen, 1, 1)
        unseen.begin_demo("toy")
        unseen.close()
        with open_table(at(mosquitto), tmp_path / "t", "Table 7"):
            until(kept(hall, "table-7", 3))
        assert is_whole(hall, "table-7")
        assert sorted(battle.rulings for battle in hall.archive.battles()) == [0, 1]


def test_a_call_is_answered_from_the_queue(mosquitto: Mosquitto, tmp_path: Path) -> None:
    with (
        open_hall(at(mosquitto), tmp_path) as hall,
        open_table(at(mosquitto), tmp_path / "t", "Table 7") as (_, table),
    ):
        table.call("May I wheel here?", "Red")
        until(lambda: bool(hall.archive.calls()))
        call = hall.archive.calls()[0]
        hall.answer(call.place, call.id, "let it stand", "Ada")
        until(lambda: table.seen().calls[0].answer == "let it stand")


def test_clock_and_announcements_reach_every_table(mosquitto: Mosquitto, tmp_path: Path) -> None:
    with ExitStack() as stack:
        hall = stack.enter_context(open_hall(at(mosquitto), tmp_path))
        tables = [
            stack.enter_context(open_table(at(mosquitto), tmp_path / name, name))[1]
            for name in ("Table 1", "Table 2")
        ]
        hall.board.set_clock("Round 2", 600.0, True)
        hall.board.announce("Lunch at one")
        until(lambda: hall.trouble == "")
        hall.tell_all()
        until(lambda: all(table.seen().announcements == ["Lunch at one"] for table in tables))
        assert {getattr(table.seen().clock, "title", "") for table in tables} == {"Round 2"}


def test_an_hour_offline_is_caught_up(
    mosquitto: Mosquitto, archive_at: str, tmp_path: Path
) -> None:
    """A hundred and fifty rulings, one in 25 s of the table's clock, while no broker is there."""
    ticks = itertools.count()
    start_s, ruling_s = 1e9, 25.0
    desk = Desk(tmp_path / "t", HandTable(toy.table()), (toy.TOY,), now=lambda: start_s)
    table = HallTable(desk, at(mosquitto), "Table 7", now=lambda: start_s + 3600.0)
    mosquitto.kill()
    table.start()
    with open_hall(at(mosquitto), tmp_path, archive_at) as hall:
        for _ in range(150):
            desk.now = lambda: start_s + ruling_s * next(ticks)
            shoot(desk, 1, 1)
        mosquitto.start()
        until(kept(hall, "table-7", 151))
        rulings = [each for each in hall.archive.entries("table-7", *_only(hall)) if
                   each["kind"] == "ruling"]  # fmt: skip
        done = [e.id for e in desk.the_game().present().line if e.kind == "done"]
        assert [each["ref"] for each in rulings] == [f"event {number}" for number in done]
        assert is_whole(hall, "table-7")
        table.close()
        desk.close()


def test_the_database_s_server_may_die_while_rulings_come(
    mosquitto: Mosquitto, postgres: Postgres, tmp_path: Path
) -> None:
    where = postgres.database("died")
    with (
        open_hall(at(mosquitto), tmp_path, where) as hall,
        open_table(at(mosquitto), tmp_path / "t", "Table 7") as (desk, _),
    ):
        until(kept(hall, "table-7", 1))
        for _ in range(3):
            postgres.kill()
            try:
                shoot(desk, 1, 1)
            finally:
                postgres.start()
            shoot(desk, 1, 1)
        until(lambda: _kept_in(hall, "table-7") == 7)
        assert is_whole(hall, "table-7")


def _kept_in(hall: Hall, place: str) -> int:
    """How many there are; 0 while the server does not answer."""
    with suppress(CannotKeep):
        return len(hall.archive.sequence(place))
    return 0


def test_the_end_of_a_game_is_told_though_another_was_opened(tmp_path: Path) -> None:
    """The last ruling comes between two looks of the thread that tells."""
    desk = Desk(tmp_path / "t", HandTable(toy.table()), (toy.TOY,))
    table = HallTable(desk, read_address("mqtt://127.0.0.1:1"), "Table 7")
    table._read_game()
    shoot(desk, 1, 1)
    desk.begin_demo("toy")
    table._read_game()
    assert [kept.kind for _, kept in table._outbox.after(0, 9)] == ["begin", "ruling", "begin"]
    table.close()
    desk.close()


@pytest.mark.parametrize("wrong_s", [86_400.0, -86_400.0])
def test_a_clock_wrong_by_a_day_changes_no_order(
    wrong_s: float, mosquitto: Mosquitto, archive_at: str, tmp_path: Path
) -> None:
    """The table's clock jumps by a day between its rulings, and so does the hall's."""
    off = [0.0]

    def now() -> float:
        return time.time() + off[0]

    desk = Desk(tmp_path / "t", HandTable(toy.table()), (toy.TOY,), now=now)
    table = HallTable(desk, at(mosquitto), "Table 7", now=now)
    table.start()
    hall = Hall(
        at(mosquitto), Archive(open_database(archive_at, tmp_path)), now=lambda: now() - wrong_s
    )
    hall.start()
    for k in range(6):
        shoot(desk, 1, 1)
        until(kept(hall, "table-7", 2 + k))
        off[0] = wrong_s if k % 2 == 0 else 0.0
    table.call("May I wheel here?", "Red")
    until(lambda: bool(hall.archive.calls()))
    rulings = [
        each["ref"]
        for each in hall.archive.entries("table-7", *_only(hall))
        if each["kind"] == "ruling"
    ]
    done = [f"event {e.id}" for e in desk.the_game().present().line if e.kind == "done"]
    # How long a table waits is told by the hall's clock alone: it has just called.
    waits_s = hall.now() - hall.archive.calls()[0].since_s
    for each in (table, hall, desk):
        each.close()
    assert rulings == done and len(done) == 6
    assert 0 <= waits_s <= LONGEST_S


def _only(hall: Hall) -> tuple[str, str]:
    battle = hall.archive.battles()[0]
    return battle.stream, battle.game


def test_the_broker_inside_serves_ten_tables(tmp_path: Path) -> None:
    broker = EmbeddedBroker("127.0.0.1", free_port())
    broker.start()
    outside = read_address(f"mqtt://127.0.0.1:{broker.address.port}")
    with ExitStack() as stack:
        hall = stack.enter_context(open_hall(broker.address, tmp_path))
        desks = {
            f"table-{k}": stack.enter_context(open_table(outside, tmp_path / str(k), f"Table {k}"))[
                0
            ]
            for k in range(10)
        }
        for desk in desks.values():
            shoot(desk, 1, 1)
        for place in desks:
            until(kept(hall, place, 2))
            assert is_whole(hall, place)
    broker.close()


def test_the_broker_inside_hands_out_while_others_come_and_go() -> None:
    """amqtt stops in the middle of its subscriptions when one is added: so does a plain dict."""
    for kind, stops in ((dict, True), (_Steady, False)):
        subscribed = kind({"a": 1, "b": 2})
        with pytest.raises(RuntimeError) if stops else nullcontext():
            for name, _ in subscribed.items():
                subscribed[name * 2] = 3


def test_the_broker_inside_takes_no_other_hall(tmp_path: Path) -> None:
    """A stranger can neither speak as the hall nor under a table's name."""
    broker = EmbeddedBroker("127.0.0.1", free_port())
    broker.start()
    outside = read_address(f"mqtt://127.0.0.1:{broker.address.port}")
    stranger = Link(outside, "stranger", (), _DEAF)
    with (
        open_hall(broker.address, tmp_path) as hall,
        open_table(outside, tmp_path / "t", "Table 7") as (desk, _),
    ):
        until(kept(hall, "table-7", 1))
        stranger.start()
        until(lambda: stranger.up)
        wrong = Entry(stream="f" * 32, seq=1, kind="note", game="g", ref="x", at_s=0, body={})
        stranger.publish(Message("drumhead/hall/table-7/log", written(wrong), retain=False))
        stranger.close(Message("drumhead/hall/table-7/log", written(wrong), retain=False))
        shoot(desk, 1, 1)
        until(kept(hall, "table-7", 2))
        assert len({stream for stream, _ in hall.archive.sequence("table-7")}) == 1
    broker.close()


# --- hostile messages ------------------------------------------------------------------------


def hostile(count: int) -> Iterator[Message]:
    """Messages of every kind of malice, the same at each run."""
    dice = random.Random(5000)
    good = Entry(stream="a" * 32, seq=1, kind="ruling", game="g", ref="event 1", at_s=0.0, body={})
    status = Status(run="b" * 32, n=1, online=True, name="<script>", stream="c" * 32, seq=10**9)
    markup: dict[str, object] = {
        "title": "<script>alert(1)</script>", "sides": [{"side": "<b>"}, 7, None],
        "rules": {"no": "text"}, "over": {"winner": ["x"]}, "text": "\0", "side": [],
    }  # fmt: skip
    for _ in range(count):
        kind = dice.choice(("log", "status", "score", "plan"))
        place = dice.choice(("evil", "evil-2", f"x{dice.randrange(10**6)}", "_hall", "EVIL", "é"))
        body = dice.choice(
            (
                b"", b"\xff" * 10, b"[" * 60_000, b'{"a":' * 20_000, b"x" * 300_000, b"null",
                written(good), json.dumps({**_plain(good), "seq": dice.randrange(-5, 99)}).encode(),
                json.dumps({**_plain(good), "body": markup, "kind": "begin"}).encode(),
                json.dumps({**_plain(good), "body": markup, "kind": "call", "ref": "z" * 32,
                            "seq": dice.randrange(1, 9)}).encode(),
                json.dumps({**_plain(good), "at_s": "NaN"}).encode(), b'{"at_s": NaN}',
                written(status), written(status).replace(b"1,", b"99999999999999999999,"),
            )
        )  # fmt: skip
        yield Message(f"drumhead/hall/{place}/{kind}", body, dice.choice((0, 1)), retain=False)


def _plain(entry: Entry) -> dict[str, object]:
    found: dict[str, object] = json.loads(written(entry))
    return found


@pytest.mark.timeout(500)
def test_hostile_messages_harm_nobody(mosquitto: Mosquitto, tmp_path: Path) -> None:
    """Size, depth, markup, wrong tables, replays, forged ids: 5,000 of them."""
    evil = Link(at(mosquitto), f"evil-{secrets.token_hex(4)}", (), _DEAF)
    evil.start()
    with (
        open_hall(at(mosquitto), tmp_path) as hall,
        open_table(at(mosquitto), tmp_path / "t", "Table 7") as (desk, _),
    ):
        until(lambda: evil.up)
        until(kept(hall, "table-7", 1))
        for number, message in enumerate(hostile(5000), 1):
            evil.publish(message)
            if number % 500 == 0:  # Mosquitto keeps 1,000 for a hall, and drops what is beyond
                shoot(desk, 1, 1)
                until(kept(hall, "table-7", 1 + number // 500))
        assert hall.refused > 1000
        assert is_whole(hall, "table-7") and hall.archive.battles()
        assert len(hall.tables.shown()) <= 300
    evil.close()


def test_what_a_full_broker_dropped_is_sent_again(
    mosquitto: Mosquitto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hall slower than a flood: Mosquitto keeps a thousand messages for it and drops the others,
    among them the table's new entry and the status that tells of it, though it took both."""
    hear = Hall._hear
    monkeypatch.setattr(newest, "SAY_AGAIN_S", 1.0)
    monkeypatch.setattr(
        Hall, "_hear", lambda self, *what: (time.sleep(0.004), hear(self, *what))[1]
    )
    taken: list[int] = []
    ears = Ears(acknowledged=taken.append)
    flood = Link(at(mosquitto), f"flood-{secrets.token_hex(4)}", (), ears)
    flood.start()
    with (
        open_hall(at(mosquitto), tmp_path) as hall,
        open_table(at(mosquitto), tmp_path / "t", "Table 7") as (desk, _),
    ):
        until(lambda: flood.up)
        until(kept(hall, "table-7", 1))
        for _ in range(10_000):
            flood.publish(Message("drumhead/hall/evil/log", b"x", retain=False))
        until(lambda: len(taken) > 2000)
        shoot(desk, 1, 1)
        until(kept(hall, "table-7", 2))
        assert is_whole(hall, "table-7")
    flood.close()


def _said(link: Link, message: Message) -> bool:
    return link.publish(message) is not None


def test_hostile_messages_through_the_broker_inside_harm_nobody(tmp_path: Path) -> None:
    """The same 5,000, from one who calls itself the tables it speaks as; then the broker, the
    hall and another table go on as before."""
    broker = EmbeddedBroker("127.0.0.1", free_port())
    broker.start()
    outside = read_address(f"mqtt://127.0.0.1:{broker.address.port}")
    with (
        open_hall(broker.address, tmp_path) as hall,
        open_table(outside, tmp_path / "t", "Table 7") as (desk, table),
    ):
        until(kept(hall, "table-7", 1))
        evil = Link(outside, "drumhead-hall-evil-1", (), _DEAF)
        evil.start()
        until(lambda: evil.up)
        for number, message in enumerate(hostile(5000)):
            until(partial(_said, evil, message))  # a connection that was cut comes up again
            if number % 500 == 0:
                shoot(desk, 1, 1)
        until(kept(hall, "table-7", 11))
        until(lambda: hall.refused > 500)
        evil.close()
        call = table.call("May I wheel here?", "Red")
        until(lambda: any(each.id == call for each in hall.archive.calls()))
        hall.answer("table-7", call, "coming", "Ada")
        until(lambda: table.seen().calls[0].answer == "coming")
        assert is_whole(hall, "table-7") and len(hall.tables.shown()) <= MOST_TABLES
    broker.close()


def test_a_replayed_entry_is_kept_once(mosquitto: Mosquitto, tmp_path: Path) -> None:
    again = Link(at(mosquitto), "again", (), _DEAF)
    again.start()
    with (
        open_hall(at(mosquitto), tmp_path) as hall,
        open_table(at(mosquitto), tmp_path / "t", "Table 7") as (desk, _),
    ):
        shoot(desk, 1, 1)
        until(kept(hall, "table-7", 2))
        until(lambda: again.up)
        stream = hall.archive.sequence("table-7")[0][0]
        forged = Entry(stream=stream, seq=2, kind="note", game="g", ref="x", at_s=0, body={})
        again.publish(Message("drumhead/hall/table-7/log", written(forged), retain=False))
        shoot(desk, 1, 1)
        until(kept(hall, "table-7", 3))
        assert is_whole(hall, "table-7")
        assert [e["kind"] for e in hall.archive.entries("table-7", *_only(hall))] == [
            "begin", "ruling", "ruling",
        ]  # fmt: skip
    again.close()


def test_no_more_tables_than_a_hall_has_are_shown() -> None:
    tables = Tables()
    for k in range(MOST_TABLES + 50):
        status = Status(run="b" * 32, n=1, online=True, name="x", stream="c" * 32)
        tables.take(f"evil-{k}", status)
    assert len(tables.shown()) == MOST_TABLES
