"""The written configuration on a real Mosquitto: who may write what."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.hall.conftest import until
from tests.hall.mosquitto import MOSQUITTO, Mosquitto, free_port
from tests.hall.test_hall import is_whole, kept, open_hall, open_table
from tests.hall.test_outbox import shoot
from webui.hall.mosquitto import write_configuration
from webui.hall.wire.address import Address, read_address
from webui.hall.wire.link import Ears, Link, Message
from webui.hall.wire.messages import Entry, written


@pytest.fixture
def addresses(tmp_path: Path) -> Iterator[dict[str, Address]]:
    """Mosquitto as ``run.py hall --mosquitto`` sets it up, and who may come."""
    if MOSQUITTO is None:
        pytest.skip("Mosquitto is not installed")
    port = free_port()
    handed_out = write_configuration(tmp_path / "m", "hall", ["table-1", "table-2"], port)
    for file in (tmp_path / "m", *(tmp_path / "m").iterdir()):
        file.chmod(0o777 if file.is_dir() else 0o644)  # started as root it becomes another user
    tmp_path.chmod(0o755)
    conf = (tmp_path / "m" / "mosquitto.conf").read_text(encoding="utf-8")
    broker = Mosquitto(tmp_path, f"user root\n{conf}", port)
    broker.start()
    lines = handed_out.read_text(encoding="utf-8").replace("BROKER", "127.0.0.1").splitlines()
    yield {line.split(": ")[0]: read_address(line.split(": ")[1]) for line in lines}
    broker.kill()


def test_a_hall_runs_on_the_written_configuration(
    addresses: dict[str, Address], tmp_path: Path
) -> None:
    with ExitStack() as stack:
        hall = stack.enter_context(open_hall(addresses["hall"], tmp_path))
        desk, table = stack.enter_context(
            open_table(addresses["table-1"], tmp_path / "t", "Table 1")
        )
        table.call("?", "Red")
        shoot(desk, 1, 1)
        until(kept(hall, "table-1", 3))
        call = hall.archive.calls()[0]
        hall.answer(call.place, call.id, "coming", "Ada")
        until(lambda: table.seen()["calls"][0]["answer"] == "coming")
        assert is_whole(hall, "table-1")


def test_a_table_writes_only_what_is_its_own(addresses: dict[str, Address], tmp_path: Path) -> None:
    """Table 2 speaks as table 1 and as the hall; then as itself, which is heard."""
    forged = written(Entry(stream="f" * 32, seq=1, kind="note", game="g", ref="x", at_s=0, body={}))
    heard: list[str] = []
    ears = Ears(came=lambda topic, payload: heard.append(topic))
    link = Link(addresses["table-2"], "two", ("drumhead/hall/#",), ears)
    link.start()
    with open_hall(addresses["hall"], tmp_path) as hall:
        until(lambda: link.up and not hall.trouble)
        for topic in ("table-1/log", "_hall/board", "_hall/to/table-1", "table-2/log"):
            link.publish(Message(f"drumhead/hall/{topic}", forged, retain=False))
        until(kept(hall, "table-2", 1))
        assert hall.archive.sequence("table-1") == []
    link.close()
    assert not any("table-1" in topic for topic in heard)


def test_nobody_comes_in_without_a_password(addresses: dict[str, Address]) -> None:
    stranger = Link(
        Address("127.0.0.1", addresses["hall"].port), "nobody", (), Ears(), longest_wait_s=1
    )
    stranger.start()
    until(lambda: "refuses" in stranger.trouble)
    stranger.close()


def test_passwords_that_were_given_out_stay(tmp_path: Path) -> None:
    write_configuration(tmp_path, "hall", ["table-1"], 1883)
    with pytest.raises(ValueError, match="passwords already"):
        write_configuration(tmp_path, "hall", ["table-1"], 1883)
