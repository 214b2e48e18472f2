"""The switch of Set-up that lets the club's network in: who may, and from when."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from tests.webui.conftest import Visitor
from webui.commands.serve import serve_options
from webui.server.app import desk_of
from webui.server.doors.network_setting import FILE, NetworkSetting


def test_without_a_setting_only_this_computer_is_served(tmp_path: Path) -> None:
    assert serve_options(["--data", str(tmp_path)]).host == "127.0.0.1"


def test_the_next_start_listens_to_the_network_once_it_is_let_in(tmp_path: Path) -> None:
    NetworkSetting(tmp_path).choose(True)
    assert serve_options(["--data", str(tmp_path)]).host == "0.0.0.0"


def test_the_option_has_the_last_word(tmp_path: Path) -> None:
    NetworkSetting(tmp_path).choose(True)
    given = serve_options(["--data", str(tmp_path), "--host", "127.0.0.1"])
    assert given.host == "127.0.0.1"


@pytest.mark.parametrize("spoilt", [b"", b"{", b"[1]", b'{"open": "yes"}', b"\xff", b"[" * 5000])
def test_a_spoilt_file_lets_nobody_in(spoilt: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(spoilt)
    assert serve_options(["--data", str(tmp_path)]).host == "127.0.0.1"


def test_the_computer_s_own_screen_lets_the_network_in(here: Visitor, app: Flask) -> None:
    assert here.post("/setup/network", open=True).json == {"now": False, "next": True}
    assert NetworkSetting(desk_of(app).shelf.folder).is_open()
    assert "From the next start of Drumhead" in here.get("/setup").text


def test_with_a_pin_the_computer_s_screen_has_to_know_it(here: Visitor, app: Flask) -> None:
    desk_of(app).access.set_pin("4711")
    assert here.post("/setup/network", open=True).status_code == 403
    assert not NetworkSetting(desk_of(app).shelf.folder).is_open()


def test_no_phone_opens_the_door_not_even_the_umpire_s(away: Visitor, app: Flask) -> None:
    desk_of(app).access.set_pin("4711")
    assert away.post("/join/umpire", pin="4711").status_code == 200
    refused = away.post("/setup/network", open=True)
    assert refused.status_code == 403 and "only the computer" in refused.json["error"]
    assert not NetworkSetting(desk_of(app).shelf.folder).is_open()
