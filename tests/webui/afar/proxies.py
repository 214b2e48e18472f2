"""A real nginx and a real Caddy with the files of docs/from-afar, on free ports."""

from __future__ import annotations

import http.client
import json
import os
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.needs import find_service
from tests.ports import free_port

FILES = Path(__file__).parents[3] / "docs" / "from-afar"
NAME = "table.club.example"
PATIENCE_S = 90.0
"""What is waited for at most; a proxy is up in a tenth of that."""

WANTED = {"nginx": ("nginx", "OpenSSL"), "caddy": ("Caddy",)}
"""What a test of each proxy needs, by its name in ``tests.needs``."""


def program(name: str) -> str:
    """Where the program of a service is; skips the test where there is none, and says so."""
    found = find_service(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@contextmanager
def proxying(kind: str, door: int, folder: Path) -> Iterator[int]:
    """That proxy in front of the *door* for proxies; the port of its https."""
    for name in WANTED[kind]:
        program(name)
    port = free_port()
    command, environment = {"nginx": _nginx, "caddy": _caddy}[kind](port, door, folder)
    with (folder / "said").open("wb") as said:
        running = subprocess.Popen(command, env=environment, stdout=said, stderr=said, cwd=folder)
    try:
        _wait_until_up(port, running, folder / "said")
        yield port
    finally:
        running.terminate()
        try:
            running.wait(1)
        except subprocess.TimeoutExpired:
            running.kill()  # Caddy waits for as long as an event stream is open
            running.wait(PATIENCE_S)


def _wait_until_up(port: int, running: subprocess.Popen[bytes], said: Path) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s and running.poll() is None:
        try:
            Browser(port).ask("GET", "/static/icon.svg")
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"the proxy does not come up: {said.read_text(errors='replace')}")


def _nginx(port: int, door: int, folder: Path) -> tuple[list[str], dict[str, str]]:
    certificate = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    places = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    name = ["-subj", f"/CN={NAME}"]
    subprocess.run(
        [program("OpenSSL"), *certificate, *places, *name], check=True, capture_output=True
    )
    site = (FILES / "nginx.conf").read_text(encoding="utf-8")
    site = site.replace(f"/etc/letsencrypt/live/{NAME}", str(folder))
    site = site.replace("listen 443", f"listen {port}").replace(
        "listen 80", f"listen {free_port()}"
    )
    site = site.replace("127.0.0.1:8751", f"127.0.0.1:{door}")
    (folder / "site.conf").write_text(site, encoding="utf-8")
    temporary = "\n".join(
        f"{what}_temp_path {folder / what};"
        for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if hasattr(os, "geteuid") and os.geteuid() == 0 else ""
    whole = (
        f"{user}pid {folder / 'nginx.pid'};\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}\ninclude {folder / 'site.conf'};\n}}\n"
    )
    (folder / "nginx.conf").write_text(whole, encoding="utf-8")
    command = [program("nginx"), "-c", str(folder / "nginx.conf"), "-p", str(folder)]
    return [*command, "-g", "daemon off;"], dict(os.environ)


def _caddy(port: int, door: int, folder: Path) -> tuple[list[str], dict[str, str]]:
    own = (
        "{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n"
        f"\thttps_port {port}\n\tstorage file_system {folder / 'kept'}\n}}\n"
    )
    site = (FILES / "Caddyfile").read_text(encoding="utf-8")
    site = site.replace("127.0.0.1:8751", f"127.0.0.1:{door}")
    (folder / "Caddyfile").write_text(own + site, encoding="utf-8")
    homes = {name: str(folder / "home") for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    command = [program("Caddy"), "run", "--adapter", "caddyfile"]
    return [*command, "--config", str(folder / "Caddyfile")], {**os.environ, **homes}


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


@dataclass
class Browser:
    """Asks a proxy by TLS under the public name, whatever address it is on; keeps its cookie."""

    port: int
    host: str = NAME
    address: str = "127.0.0.1"
    cookie: str = ""
    more: dict[str, str] = field(default_factory=dict)

    def _line(self) -> http.client.HTTPSConnection:
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        line = http.client.HTTPSConnection(NAME, self.port, timeout=PATIENCE_S)
        plain = socket.create_connection((self.address, self.port), PATIENCE_S)
        try:
            line.sock = trusting.wrap_socket(plain, server_hostname=NAME)
        except BaseException:
            plain.close()
            raise
        return line

    def begin(self, verb: str, path: str, body: bytes | None = None) -> http.client.HTTPResponse:
        """Ask, and give the answer as soon as its head is there."""
        headers = {"Host": self.host, "Connection": "close", **self.more}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if body is not None:
            headers |= {"Content-Type": "application/json", "Origin": f"https://{NAME}"}
        line = self._line()
        try:
            line.request(verb, path, body=body, headers=headers)
            answer = line.getresponse()
        except BaseException:
            line.close()
            raise
        line.close()  # the answer holds the socket until it has been read
        return answer

    def ask(self, verb: str, path: str, fields: object = None) -> Answer:
        """Ask, and read the whole answer."""
        body = None if fields is None else json.dumps(fields).encode()
        answer = self.begin(verb, path, body)
        headers = {name.lower(): value for name, value in answer.getheaders()}
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].partition(";")[0]
        return Answer(answer.status, headers, answer.read())


def lines_of(stream: http.client.HTTPResponse, until: Callable[[str], bool]) -> list[str]:
    """The lines of an event stream up to one that is waited for."""
    found: list[str] = []
    while not found or not until(found[-1]):
        line = stream.readline().decode().strip()
        found.append(line)
        assert len(found) < 1000, found
    return found
