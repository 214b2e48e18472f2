"""The WireGuard files of docs/from-afar fit each other and what the page tells to start."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.webui.afar.proxies import FILES, program

PAGE = FILES.parent / "from-afar.md"


def _read(name: str) -> configparser.ConfigParser:
    found = configparser.ConfigParser()
    found.read(FILES / name, encoding="utf-8")
    return found


def test_both_ends_name_each_other() -> None:
    server, table = _read("wireguard-server.conf"), _read("wireguard-table.conf")
    for one, other in ((server, table), (table, server)):
        assert one["Peer"]["AllowedIPs"] == other["Interface"]["Address"].split("/")[0] + "/32"
    assert table["Peer"]["Endpoint"].split(":")[1] == server["Interface"]["ListenPort"]


def test_the_page_starts_drumhead_for_these_addresses() -> None:
    said = PAGE.read_text(encoding="utf-8")
    proxy = re.search(r"--trusted-proxy ([\d.]+)", said)
    door = re.search(r"--proxy-at ([\d.]+):", said)
    assert proxy is not None and door is not None
    assert _read("wireguard-server.conf")["Interface"]["Address"] == f"{proxy[1]}/24"
    assert _read("wireguard-table.conf")["Interface"]["Address"] == f"{door[1]}/24"


@pytest.mark.parametrize("name", ["wireguard-server.conf", "wireguard-table.conf"])
def test_wg_quick_reads_them(name: str, tmp_path: Path) -> None:
    tool = program("WireGuard")
    copy = tmp_path / "wg0.conf"
    shutil.copy(FILES / name, copy)
    copy.chmod(0o600)
    done = subprocess.run([tool, "strip", str(copy)], capture_output=True, text=True, check=True)
    assert "[Peer]" in done.stdout and "Address" not in done.stdout and done.stderr == ""
