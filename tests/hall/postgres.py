"""A real PostgreSQL, started for the tests where it is installed (``apt install postgresql``)."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import psycopg

from tests.needs import find_service
from tests.ports import free_port

PASSWORD = "a-word-of-the-test"
_UNPRIVILEGED = ("postgres", "nobody")
"""Whom the server runs as where the tests are root's: it refuses to be root."""


_INITDB = find_service("PostgreSQL")
POSTGRES = _INITDB is not None
POSTGRES_BIN = Path(_INITDB or "").parent
"""The folder of its programs."""


class Postgres:
    """One server on this computer, with a password; may be stopped in the middle of its work."""

    def __init__(self, folder: Path) -> None:
        assert POSTGRES
        self.port = free_port()
        self._user = _unprivileged()
        self._server: subprocess.Popen[bytes] | None = None
        self._folder = folder / "server"
        self._folder.mkdir()
        password = folder / "password"
        password.write_text(PASSWORD, encoding="utf-8")
        if self._user is not None:
            for path in (self._folder, password):
                shutil.chown(path, self._user)
            folder.chmod(0o755)
        where = str(self._folder / "data")
        self._call("initdb", "-D", where, "-U", "hall", "-A", "scram-sha-256", "-E", "UTF8",
                   "--locale=C", f"--pwfile={password}")  # fmt: skip

    def start(self) -> None:
        """Start it and wait until it answers."""
        data, log = str(self._folder / "data"), self._folder / "log"
        # Ours, not pg_ctl's: a server that has ended is seen to have ended at once.
        with log.open("a", encoding="utf-8") as file:
            self._server = subprocess.Popen(
                [str(POSTGRES_BIN / "postgres"), "-D", data, "-p", str(self.port), "-k",
                 str(self._folder), "-c", "listen_addresses=127.0.0.1"],
                user=self._user, cwd=self._folder, stdin=subprocess.DEVNULL, stdout=file,
                stderr=file,
            )  # fmt: skip
        until = time.monotonic() + 60
        while not self._answers():
            assert self._server.poll() is None, log.read_text(encoding="utf-8")
            assert time.monotonic() < until, "PostgreSQL does not answer"
            time.sleep(0.05)

    def _answers(self) -> bool:
        with suppress(psycopg.OperationalError), psycopg.connect(self.address("postgres")):
            return True
        return False

    def kill(self) -> None:
        """End it in the middle of whatever it does: it must mend itself at the next start."""
        if self._server is not None and self._server.poll() is None:
            self._call("pg_ctl", "kill", "QUIT", str(self._server.pid))
            self._server.wait(60)

    def database(self, name: str) -> str:
        """The address of an empty place; a schema, for a new database is thousands of files
        that a slow disk writes for half a minute."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as server:
            server.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.address('postgres')}?options=-csearch_path%3D{name}"

    def address(self, database: str, password: str = PASSWORD) -> str:
        """Of a database on this server."""
        return f"postgresql://hall:{password}@127.0.0.1:{self.port}/{database}"

    def _call(self, program: str, *arguments: str) -> None:
        command: Sequence[str] = [str(POSTGRES_BIN / program), *arguments]
        said = self._folder / "said"  # a pipe would be held open by the server
        with said.open("w", encoding="utf-8") as file:
            done = subprocess.run(
                command, user=self._user, cwd=self._folder, stdin=subprocess.DEVNULL,
                stdout=file, stderr=file, timeout=120, check=False,
            )  # fmt: skip
        assert done.returncode == 0, f"{program}: {said.read_text(encoding='utf-8')}"


def _unprivileged() -> str | None:
    """Another user's name where we are root, as whom PostgreSQL refuses to run."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    import pwd  # not on Windows, where nobody is root

    known = {each.pw_name for each in pwd.getpwall()}
    return next(name for name in _UNPRIVILEGED if name in known)
