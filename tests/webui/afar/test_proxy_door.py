"""The door for the proxy: who is believed, and what a visitor from outside may do."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from werkzeug.test import Client, TestResponse

from tests.webui.conftest import Visitor
from webui.server.app import desk_of
from webui.server.doors.proxy import BehindProxy, OnlyDirect
from webui.server.doors.public_address import ProxyDoor, public_address

PUBLIC = public_address("https://table.club.example")
DOOR = ProxyDoor(PUBLIC)
CLIENT = "198.51.100.7"


class FromAfar:
    """A browser in the internet, as its proxy asks for it."""

    def __init__(self, app: Flask, client: str = CLIENT, peer: str = "127.0.0.1") -> None:
        self.http = Client(BehindProxy(app, DOOR))
        self.client, self.peer = client, peer
        self.headers: dict[str, str | None] = {
            "Host": "table.club.example",
            "X-Forwarded-For": client,
            "X-Forwarded-Proto": "https",
        }

    def ask(self, path: str, method: str = "GET", /, **more: Any) -> TestResponse:
        said = {**self.headers, **more.pop("headers", {})}
        headers = {name: value for name, value in said.items() if value is not None}
        peer = {"REMOTE_ADDR": self.peer}
        # With the address, so that the client keeps the cookies of that name.
        return self.http.open(
            path, method=method, headers=headers, environ_overrides=peer,
            base_url=PUBLIC.url, **more
        )  # fmt: skip

    def join(self, app: Flask, side: str = "Red") -> TestResponse:
        return self.ask("/join", "POST", json={"code": desk_of(app).access.code(side)})


@pytest.fixture
def afar(app: Flask) -> FromAfar:
    app.extensions["doors"].public = PUBLIC
    return FromAfar(app)


def test_a_stranger_sees_the_way_in_and_nothing_of_the_game(app: Flask, afar: FromAfar) -> None:
    assert afar.ask("/").headers["Location"] == "/join"
    assert afar.ask("/join").status_code == 200
    for door in app.extensions["doors"].all:
        if door.rule in ("/", "/join", "/join.json", "/join/umpire", "/leave"):
            continue
        path = door.rule.replace("<int:event>", "1").replace("<int:index>", "0")
        assert afar.ask(path, door.verb, json={}).status_code in (403, 404), door.rule


def test_a_stranger_is_not_told_to_watch_at_an_address_that_shows_him_nothing(
    app: Flask, afar: FromAfar
) -> None:
    assert "qr.svg" not in afar.ask("/join").get_data(as_text=True)
    afar.join(app)
    assert "qr.svg" in afar.ask("/join").get_data(as_text=True)


def test_a_player_from_afar_plays(app: Flask, afar: FromAfar) -> None:
    assert afar.join(app).status_code == 200
    assert afar.ask("/table.json").json["you"]["side"] == "Red"
    head = afar.ask("/table.json").json["game"]["head"]
    fields = {"head": head, "do": "shoot", "by": "R1", "at": "B1"}
    origin = {"Origin": PUBLIC.url, "Sec-Fetch-Site": "same-origin"}
    assert afar.ask("/act/declare", "POST", json=fields, headers=origin).status_code == 200


def test_his_cookie_goes_by_https_only(app: Flask, afar: FromAfar) -> None:
    cookie = afar.join(app).headers["Set-Cookie"]
    assert "Secure" in cookie and "HttpOnly" in cookie and "SameSite=Strict" in cookie


def test_a_cookie_in_the_room_goes_without_https(app: Flask, away: Visitor) -> None:
    answer = away.post("/join", code=desk_of(app).access.code("Red"))
    assert "Secure" not in answer.headers["Set-Cookie"]


@pytest.mark.parametrize("claimed", ["127.0.0.1", "::1", "127.0.0.1, 127.0.0.1"])
def test_nobody_from_outside_is_this_computer(afar: FromAfar, claimed: str) -> None:
    """Not even when the proxy says so: it may run on this computer."""
    answer = afar.ask("/join.json", headers={"X-Forwarded-For": claimed})
    assert answer.json["you"]["role"] == "spectator" and not answer.json["shows_codes"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "localhost:8750"}, 421),
        ({"Host": "127.0.0.1:8751"}, 421),
        ({"X-Forwarded-For": None}, 400),
        ({"X-Forwarded-For": "nonsense"}, 400),
        ({"X-Forwarded-Proto": None}, 400),
        ({"X-Forwarded-Proto": "gopher"}, 400),
    ],
)
def test_what_the_proxy_has_to_say_is_asked_for(
    afar: FromAfar, headers: dict[str, str | None], status: int
) -> None:
    answer = afar.ask("/join.json", headers=headers)
    assert answer.status_code == status and answer.json["error"]


def test_only_a_trusted_proxy_is_heard(app: Flask) -> None:
    assert FromAfar(app, peer="192.168.7.20").ask("/join").status_code == 403


def test_a_page_asked_for_in_the_clear_is_sent_to_https(afar: FromAfar) -> None:
    answer = afar.ask("/table", headers={"X-Forwarded-Proto": "http"})
    assert answer.status_code == 301 and answer.headers["Location"] == f"{PUBLIC.url}/"


def test_a_code_sent_in_the_clear_is_refused(app: Flask, afar: FromAfar) -> None:
    fields = {"code": desk_of(app).access.code("Red")}
    answer = afar.ask("/join", "POST", json=fields, headers={"X-Forwarded-Proto": "http"})
    assert answer.status_code == 400 and "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("origin", ["https://evil.example", "http://table.club.example", "null"])
def test_a_post_of_another_site_is_refused(app: Flask, afar: FromAfar, origin: str) -> None:
    fields = {"code": desk_of(app).access.code("Red")}
    answer = afar.ask("/join", "POST", json=fields, headers={"Origin": origin})
    assert answer.status_code == 403


def test_each_client_has_tries_of_its_own(app: Flask, afar: FromAfar) -> None:
    """By the address that the proxy heard; what a visitor claims before it does not help."""
    for number in range(6):
        chain = {"X-Forwarded-For": f"203.0.113.{number}, {CLIENT}"}
        answer = afar.ask("/join", "POST", json={"code": "WRONG2"}, headers=chain)
        assert answer.status_code == 403
    spoofed = {"X-Forwarded-For": f"203.0.113.99, {CLIENT}"}
    assert afar.ask("/join", "POST", json={"code": "WRONG2"}, headers=spoofed).status_code == 429
    assert FromAfar(app, "198.51.100.8").join(app).status_code == 200


def test_the_pin_is_asked_of_players_only(app: Flask, afar: FromAfar) -> None:
    desk_of(app).access.set_pin("4711")
    refused = afar.ask("/join/umpire", "POST", json={"pin": "4711"})
    assert refused.status_code == 403 and "join code" in refused.json["error"]
    afar.join(app)
    assert afar.ask("/join/umpire", "POST", json={"pin": "4711"}).status_code == 200


@pytest.mark.parametrize(
    "name", ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded", "X-Real-IP"]
)
def test_on_the_rooms_own_door_nobody_is_forwarded(app: Flask, name: str) -> None:
    room = Client(OnlyDirect(app))
    assert room.get("/table.json", headers={"Host": "localhost"}).status_code == 200
    refused = room.get("/table.json", headers={"Host": "localhost", name: "127.0.0.1"})
    assert refused.status_code == 400 and "no proxy" in refused.json["error"]


def test_the_public_name_is_no_name_of_this_computer(app: Flask, afar: FromAfar) -> None:
    """A name that points here (DNS rebinding) must not lead into the room's own door."""
    room = Client(OnlyDirect(app))
    assert room.get("/table.json", headers={"Host": "table.club.example"}).status_code == 421


def test_the_join_page_shows_the_public_address(afar: FromAfar, here: Visitor) -> None:
    assert afar.ask("/join.json").json["addresses"] == [PUBLIC.url]
    assert here.get("/join.json").json["afar"] == PUBLIC.url
