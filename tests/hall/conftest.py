"""Fixtures of the hall: a table with a game on it, and a broker where there is one."""

from __future__ import annotations

import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.hall.mosquitto import MOSQUITTO, Mosquitto
from tests.hall.postgres import POSTGRES, Postgres
from tests.webui import toy
from webui.game.seen.live import HandTable
from webui.server.session import Desk

LONGEST_S = 150.0
"""A hang is told after so long; nothing is judged by how fast it is."""


def until(so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + LONGEST_S
    while not so():
        assert time.monotonic() < end, "it did not come to be so"
        time.sleep(0.02)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path / "table", HandTable(toy.table()), (toy.TOY,))
    yield made
    made.close()


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    if MOSQUITTO is None:
        pytest.skip("Mosquitto is not installed")
    broker = Mosquitto(tmp_path)
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One real PostgreSQL for all tests; each takes a database of its own."""
    if not POSTGRES:
        pytest.skip("PostgreSQL is not installed")
    # Not in pytest's own folders, which another user than ours may not enter.
    with tempfile.TemporaryDirectory(prefix="drumhead-") as folder:
        server = Postgres(Path(folder))
        server.start()
        yield server
        server.kill()


@pytest.fixture(params=["sqlite", "postgresql"])
def archive_at(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an archive may lie: what ``--archive`` is given."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'archive.sqlite'}"
    server: Postgres = request.getfixturevalue("postgres")
    return server.database(f"hall_{secrets.token_hex(6)}")
