"""The written configuration on a real Mosquitto: who may write what."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.hall.conftest import until
from tests.hall.mosquitto import MOSQUITTO, Mosquitto
from tests.hall.test_hall import is_whole, kept, open_hall, open_table
from tests.hall.test_outbox import shoot
from tests.ports import free_port
from webui.commands.hall import hall_command
from webui.hall.mosquitto import write_configuration
from webui.hall.wire.address import Address, read_address
from webui.hall.wire.link import Ears, Link, Message
from webui.hall.wire.messages import Entry, written

FORGED = written(Entry(stream="f" * 32, seq=1, kind="note", game="g", ref="x", at_s=0, body={}))


_PAHO_LEAVES = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""paho lets Python close a socket whose handshake failed, which Python remarks on."""


@contextmanager
def configured(folder: Path, tls: str = "") -> Iterator[dict[str, Address]]:
    """Mosquitto as ``run.py hall --mosquitto`` sets it up, and who may come."""
    port = free_port()
    words = ["--mosquitto", str(folder / "m"), "--tables", "2", "--broker-port", str(port)]
    assert hall_command([*words, "--data", str(folder), *(["--tls", tls] if tls else [])]) == 0
    # Started as root it would become another user, who may not read these files.
    conf = (folder / "m" / "mosquitto.conf").read_text(encoding="utf-8")
    broker = Mosquitto(folder, f"user root\n{conf}", port)
    broker.start()
    handed_out = (folder / "m" / "addresses.txt").read_text(encoding="utf-8")
    lines = handed_out.replace("BROKER", "127.0.0.1").splitlines()
    yield {line.split(": ")[0]: read_address(line.split(": ")[1]) for line in lines}
    broker.kill()


@pytest.fixture
def addresses(tmp_path: Path) -> Iterator[dict[str, Address]]:
    if MOSQUITTO is None:
        pytest.skip("Mosquitto is not installed")
    with configured(tmp_path) as found:
        yield found


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[dict[str, Address]]:
    """The same with a certificate."""
    if MOSQUITTO is None or shutil.which("openssl") is None:
        pytest.skip("Mosquitto or openssl is not installed")
    with configured(tmp_path, "127.0.0.1") as found:
        yield found


def says(address: Address, ca: Path | None, *words: str) -> None:
    """A connection to that address comes to say these words of its trouble."""
    link = Link(address, "somebody", (), Ears(), ca=ca, longest_wait_s=1)
    link.start()
    until(lambda: all(word in link.trouble for word in words))
    assert address.password not in link.trouble or not address.password
    link.close()


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
        until(lambda: table.seen().calls[0].answer == "coming")
        assert is_whole(hall, "table-1")


def test_a_table_writes_only_what_is_its_own(addresses: dict[str, Address], tmp_path: Path) -> None:
    """Table 2 speaks as table 1 and as the hall; then as itself, which is heard."""
    heard: list[str] = []
    ears = Ears(came=lambda topic, payload: heard.append(topic))
    link = Link(addresses["table-2"], "two", ("drumhead/hall/#",), ears)
    link.start()
    with open_hall(addresses["hall"], tmp_path) as hall:
        until(lambda: link.up and not hall.trouble)
        for topic in ("table-1/log", "_hall/board", "_hall/to/table-1", "table-2/log"):
            link.publish(Message(f"drumhead/hall/{topic}", FORGED, retain=False))
        until(kept(hall, "table-2", 1))
        assert hall.archive.sequence("table-1") == []
    link.close()
    assert not any("table-1" in topic for topic in heard)


def test_nobody_comes_in_without_a_password(addresses: dict[str, Address]) -> None:
    nobody = Address("127.0.0.1", addresses["hall"].port)
    says(nobody, None, "refuses user and password", "handed out")


def test_a_wrong_password_is_told_in_words(addresses: dict[str, Address]) -> None:
    wrong = replace(addresses["table-1"], password="guessed-word")
    says(wrong, None, "refuses user and password", "handed out")


def test_a_table_under_another_s_name_is_told_so(
    addresses: dict[str, Address], tmp_path: Path
) -> None:
    """Its address is that of table 1, it says that it is table 2: the broker takes nothing."""
    with open_table(addresses["table-1"], tmp_path / "t", "Table 2") as (desk, table):
        shoot(desk, 1, 1)
        until(lambda: "--table-name" in table.seen().trouble)


def test_nothing_is_lost_over_tls(guarded: dict[str, Address], tmp_path: Path) -> None:
    ca = tmp_path / "m" / "ca.crt"
    assert all(address.tls for address in guarded.values())
    with (
        open_hall(guarded["hall"], tmp_path, ca=ca) as hall,
        open_table(guarded["table-1"], tmp_path / "t", "Table 1", ca=ca) as (desk, table),
    ):
        table.call("?", "Red")
        shoot(desk, 1, 1)
        until(kept(hall, "table-1", 3))
        call = hall.archive.calls()[0]
        hall.answer(call.place, call.id, "coming", "Ada")
        until(lambda: table.seen().calls[0].answer == "coming")
        assert is_whole(hall, "table-1")


def test_a_table_writes_only_its_own_over_tls(guarded: dict[str, Address], tmp_path: Path) -> None:
    ca = tmp_path / "m" / "ca.crt"
    link = Link(guarded["table-2"], "two", (), Ears(), ca=ca)
    link.start()
    with open_hall(guarded["hall"], tmp_path, ca=ca) as hall:
        until(lambda: link.up and not hall.trouble)
        for place in ("table-1", "table-2"):
            link.publish(Message(f"drumhead/hall/{place}/log", FORGED, retain=False))
        until(kept(hall, "table-2", 1))
        assert hall.archive.sequence("table-1") == []
    link.close()


@pytest.mark.long
@_PAHO_LEAVES
def test_a_certificate_of_nobody_known_is_told_in_words(guarded: dict[str, Address]) -> None:
    says(guarded["table-1"], None, "certificate that is not trusted", "--hall-ca")


@_PAHO_LEAVES
def test_a_certificate_for_another_computer_is_told_in_words(
    guarded: dict[str, Address], tmp_path: Path
) -> None:
    elsewhere = replace(guarded["table-1"], host="localhost")  # it names 127.0.0.1
    says(elsewhere, tmp_path / "m" / "ca.crt", "certificate", "name as it stands")


@_PAHO_LEAVES
def test_tls_where_there_is_none_is_told_in_words(addresses: dict[str, Address]) -> None:
    says(replace(addresses["table-1"], tls=True), None, "does not", "TLS")


def test_no_tls_where_there_is_some_is_told_in_words(guarded: dict[str, Address]) -> None:
    says(replace(guarded["table-1"], tls=False), None, "mqtts:// there")


def test_a_name_that_is_none_gets_no_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--mosquitto", str(tmp_path / "m"), "--tls", "a b;c", "--data", str(tmp_path)]
    assert hall_command(words) == 2
    assert "no name or IP address" in capsys.readouterr().err
    assert not (tmp_path / "m" / "passwords").exists()


def test_passwords_that_were_given_out_stay(tmp_path: Path) -> None:
    write_configuration(tmp_path, "hall", ["table-1"], 1883)
    with pytest.raises(ValueError, match="passwords already"):
        write_configuration(tmp_path, "hall", ["table-1"], 1883)
