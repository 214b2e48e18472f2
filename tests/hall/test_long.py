"""Whole halls of many minutes, each program a process of its own: ``run.py test --all``."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest

from tests.hall.mosquitto import MOSQUITTO
from tests.hall.postgres import POSTGRES
from tests.house.source import TOP

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]

HALLS = {
    "a hundred tables": "--tables 100 --pace 5 --minutes 6 --archive postgresql",
    "a hundred tables, SQLite": "--tables 100 --pace 5 --minutes 6 --archive sqlite",
    "killed twenty times": "--tables 12 --pace 1 --minutes 5 --kill 20 --archive sqlite",
    "killed twenty times, PostgreSQL":
        "--tables 12 --pace 1 --minutes 5 --kill 20 --archive postgresql",
    "the broker inside": "--tables 10 --pace 2 --minutes 2 --broker inside",
}  # fmt: skip


@pytest.mark.parametrize("hall", HALLS)
def test_nothing_is_lost_doubled_or_out_of_order(hall: str) -> None:
    """The archive beside the tables' own journals; what was measured stands in the output."""
    words = shlex.split(HALLS[hall])
    if MOSQUITTO is None and "inside" not in words:
        pytest.skip("Mosquitto is not installed")
    if not POSTGRES and "postgresql" in words:
        pytest.skip("PostgreSQL is not installed")
    command = [sys.executable, "-m", "tests.hall.measured", *words]
    assert subprocess.run(command, cwd=TOP).returncode == 0
