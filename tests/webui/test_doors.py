"""Nobody gets in who should not, and whoever is refused is told why."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.webui.conftest import Clock, Visitor
from webui.game.roles import ROLES, is_at_least
from webui.server.access import (
    Access,
    TooManyTries,
    host_is_ours,
    is_this_computer,
)
from webui.server.app import desk_of
from webui.server.routes import MAX_BODY_BYTES


def _join(app: Flask, side: str) -> Visitor:
    visitor = Visitor(app, f"10.0.0.{len(side)}")
    code = desk_of(app).access.code(side)
    assert visitor.post("/join", code=code.lower(), name="Ann").status_code == 200
    return visitor


def test_this_computer_is_the_umpire_until_a_pin_is_chosen(here: Visitor) -> None:
    assert here.get("/table.json").json["you"]["role"] == "umpire"
    assert here.post("/setup/pin", pin="4711").status_code == 200
    assert here.get("/table.json").json["you"]["role"] == "table"


def test_the_pin_makes_an_umpire_and_another_pin_ends_it(app: Flask, away: Visitor) -> None:
    desk_of(app).access.set_pin("4711")
    assert away.post("/join/umpire", pin="0000").status_code == 403
    assert away.post("/join/umpire", pin="4711").status_code == 200
    assert away.get("/table.json").json["you"]["role"] == "umpire"
    desk_of(app).access.set_pin("1234")
    assert away.get("/table.json").json["you"]["role"] == "spectator"


def test_a_guesser_has_to_wait(app: Flask, away: Visitor) -> None:
    desk_of(app).access.set_pin("4711")
    for _ in range(6):
        assert away.post("/join/umpire", pin="0000").status_code == 403
    refused = away.post("/join/umpire", pin="4711")
    assert refused.status_code == 429 and "wait" in refused.json["error"]


def _guess(access: Access, address: str) -> str:
    try:
        return "let in" if access.is_pin("0000", address) else "wrong"
    except TooManyTries:
        return "wait"


def test_a_guesser_with_many_addresses_has_to_wait(app: Flask, clock: Clock) -> None:
    """10,000 PINs at 60 in ten minutes take longer than any evening; the umpire's own phone
    and the table screen are not made to wait by it."""
    access = Access(desk_of(app).shelf.folder, now=clock)
    access.set_pin("4711")
    assert access.is_pin("4711", "192.168.7.20")
    said = [_guess(access, f"10.0.{n // 200}.{n % 200}") for n in range(1500)]
    assert said.count("wrong") + 1 == 60 and said[-1] == "wait"  # one try was the umpire's
    assert access.is_pin("4711", "192.168.7.20") and access.is_pin("4711", "127.0.0.1")
    clock.at_s += 601
    assert access.is_pin("4711", "10.9.9.9")


def test_a_guesser_of_the_pin_keeps_no_player_out(app: Flask) -> None:
    access = desk_of(app).access
    access.set_pin("4711")
    assert {_guess(access, f"10.0.0.{n}") for n in range(100)} == {"wrong", "wait"}
    assert access.side_of(access.code("Red"), "10.0.0.200") == "Red"


def test_a_join_code_makes_a_player_of_its_side_only(app: Flask) -> None:
    red = _join(app, "Red")
    assert red.get("/table.json").json["you"] == {
        "role": "player",
        "side": "Red",
        "name": "Ann",
        "may_act": True,
        "may_overrule": False,
        "acts_for": ["Red"],
        "may_measure": True,
    }
    refused = red.at_head("/act/declare", do="end", by="Blue")
    assert refused.status_code == 403 and "Blue is not Red's" in refused.json["error"]
    assert red.at_head("/act/declare", do="shoot", by="R1", at="B1").status_code == 200


def test_only_the_side_that_is_asked_may_answer(app: Flask) -> None:
    red, blue = _join(app, "Red"), _join(app, "Blue")
    assert red.at_head("/act/declare", do="shoot", by="R1", at="B1").status_code == 200
    for path, fields in (
        ("/act/answer", {"answer": [1, 1]}),
        ("/act/draft", {"faces": [1]}),
        ("/act/roll", {}),
    ):
        assert blue.at_head(path, **fields).status_code == 403, path
    assert red.at_head("/act/answer", answer=[5, 5]).status_code == 200
    assert red.at_head("/act/answer", answer="stand").status_code == 403
    assert blue.at_head("/act/answer", answer="stand").status_code == 200


def test_two_screens_that_answer_the_same_question_are_told_so(app: Flask, here: Visitor) -> None:
    """The slower one's dice are no answer to the next question, and no complaint about it."""
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    head = here.get("/table.json").json["game"]["head"]
    assert here.post("/act/answer", head=head, answer=[5, 5]).status_code == 200
    slower = here.post("/act/answer", head=head, answer=[1, 1])
    assert slower.status_code == 409 and "somebody was faster" in slower.json["error"]
    late = here.post("/act/declare", head=head, do="shoot", by="R1", at="nobody")
    assert late.status_code == 409 and "somebody was faster" in late.json["error"]


def test_new_codes_end_the_old_players(app: Flask, here: Visitor) -> None:
    red = _join(app, "Red")
    assert here.post("/setup/codes").status_code == 200
    assert red.get("/table.json").json["you"]["role"] == "spectator"


def test_a_player_moves_only_own_bases(app: Flask) -> None:
    red = _join(app, "Red")
    there = {"x_in": 10, "y_in": 10, "facing_deg": 90}
    assert red.post("/act/place", bases=[{"payload": "R01", **there}]).status_code == 200
    assert red.post("/act/place", bases=[{"payload": "B01", **there}]).status_code == 403


def test_a_forged_cookie_is_no_role(app: Flask, away: Visitor) -> None:
    away.client.set_cookie("drumhead", "eyJ1bXBpcmUiOiJ4In0.aaaa.bbbb")
    assert away.get("/table.json").json["you"]["role"] == "spectator"


def _doors(app: Flask) -> list[tuple[str, str, str]]:
    return [(door.rule, door.verb, door.role) for door in app.extensions["doors"].all]


def test_every_route_of_the_app_is_behind_a_door(app: Flask) -> None:
    """Only Flask's own folder of static files is not."""
    known = {(rule, verb) for rule, verb, _ in _doors(app)}
    for rule in app.url_map.iter_rules():
        if rule.endpoint != "static":
            for verb in rule.methods - {"HEAD", "OPTIONS"}:
                assert (rule.rule, verb) in known


def test_every_route_refuses_every_lesser_role(app: Flask) -> None:
    """The whole table of role and route, tried: a lesser role always gets 403."""
    desk_of(app).access.set_pin("4711")
    visitors = {
        "spectator": Visitor(app, "10.9.9.9"),
        "player": _join(app, "Red"),
        "table": Visitor(app, "127.0.0.1"),
    }
    tried = 0
    for rule, verb, least in _doors(app):
        path = rule.replace("<int:event>", "1").replace("<int:index>", "0").replace("<name>", "x")
        for role, visitor in visitors.items():
            if is_at_least(role, least):
                continue
            answer = visitor.post(path) if verb == "POST" else visitor.get(path)
            assert answer.status_code == 403, (role, verb, path, answer.status_code)
            tried += 1
    assert tried > 20


def test_roles_include_the_lesser_ones() -> None:
    assert [is_at_least("table", role) for role in ROLES] == [True, True, True, False]
    assert not is_at_least("king", "spectator")


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("192.168.1.5", True),
        ("[::1]:8000", True),
        ("club-laptop.local:8000", True),
        ("evil.example:8000", False),
        ("localhost.evil.example", False),
        ("", False),
        ("localhost@evil.example", False),
    ],
)
def test_only_our_own_names_and_bare_addresses_are_served(host: str, ours: bool) -> None:
    assert host_is_ours(host, ["localhost", "club-laptop.local"]) is ours


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("10.0.0.1", False),
        ("", False),
    ],
)
def test_this_computer_is_known_by_its_loopback_address(address: str, here: bool) -> None:
    assert is_this_computer(address) is here


def test_a_strange_host_is_refused_in_words(app: Flask) -> None:
    answer = app.test_client().get("/table.json", base_url="http://evil.example")
    assert answer.status_code == 421 and "address" in answer.json["error"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://[evil"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_post_from_another_site_is_refused(app: Flask, headers: dict[str, str]) -> None:
    answer = app.test_client().post("/act/undo", json={"head": 1}, headers=headers)
    assert answer.status_code == 403 and "another site" in answer.json["error"]


def test_a_form_post_is_refused(app: Flask) -> None:
    answer = app.test_client().post("/act/undo", data={"head": "1"})
    assert answer.status_code == 415


def test_our_own_page_may_post(app: Flask) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    answer = app.test_client().post(
        "/act/declare", json={"head": 1, "do": "shoot", "by": "R1", "at": "B1"}, headers=headers
    )
    assert answer.status_code == 200


def test_a_huge_body_is_refused(app: Flask) -> None:
    answer = app.test_client().post(
        "/act/note", data=b"x" * (MAX_BODY_BYTES + 1), content_type="application/json"
    )
    assert answer.status_code == 413 and str(MAX_BODY_BYTES) in answer.json["error"]


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b"{",
        b'{"head": "one"}',
        b'{"head": 1, "extra": 2}',
        b"\xff\xfe",
        b'{"head": 1e400}',
        b'{"head": NaN}',
        b"[" * 100_000,
        b'{"head": 99999999999999999999999}',
    ],
)
def test_a_body_that_is_not_understood_is_refused_and_changes_nothing(
    app: Flask, here: Visitor, raw: bytes
) -> None:
    head = here.get("/table.json").json["game"]["head"]
    answer = app.test_client().post("/act/undo", data=raw, content_type="application/json")
    assert answer.status_code == 400 and "not understood" in answer.json["error"]
    assert here.get("/table.json").json["game"]["head"] == head


def test_a_wrong_verb_is_refused(here: Visitor) -> None:
    assert here.client.put("/table").status_code == 405
    assert here.get("/act/undo").status_code == 405


def test_pages_carry_a_policy_without_inline_script(here: Visitor) -> None:
    policy = here.get("/table").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy


def test_no_page_holds_inline_script_or_style(app: Flask, here: Visitor) -> None:
    for rule, verb, _ in _doors(app):
        if verb == "GET" and "<" not in rule:
            page = here.get(rule)
            if page.mimetype == "text/html" and rule != "/report.html":
                text = page.get_data(as_text=True)
                assert " style=" not in text and "<style" not in text, rule
                assert " onclick" not in text and "javascript:" not in text, rule


def test_no_page_names_an_address_outside(app: Flask, here: Visitor) -> None:
    for rule, verb, _ in _doors(app):
        if verb == "GET" and "<" not in rule:
            page = here.get(rule)
            if page.mimetype == "text/html":
                text = page.get_data(as_text=True)
                for start in ('src="http', 'href="http', "url(http"):
                    assert start not in text, rule


def test_the_session_cookie_is_strict_and_not_for_scripts(app: Flask) -> None:
    code = desk_of(app).access.code("Red")
    answer = Visitor(app, "10.0.0.2").post("/join", code=code)
    cookie = answer.headers["Set-Cookie"]
    assert "SameSite=Strict" in cookie and "HttpOnly" in cookie


def test_markup_in_a_payload_stays_text(app: Flask, here: Visitor) -> None:
    nasty = "<script>alert(1)</script>"
    assert here.at_head("/act/note", text=nasty, about="").status_code == 200
    text = here.get("/log").get_data(as_text=True)
    assert nasty not in text and "&lt;script&gt;" in text


def test_paths_out_of_the_folder_are_not_served(here: Visitor) -> None:
    for path in ("/static/../__init__.py", "/static/%2e%2e/journal.py", "/static//etc/passwd"):
        assert here.get(path, follow_redirects=True).status_code == 404


def test_codes_are_shown_to_the_table_screen_only(app: Flask, here: Visitor, away: Visitor) -> None:
    code = desk_of(app).access.code("Red")
    assert code in here.get("/join").get_data(as_text=True)
    assert code not in away.get("/join").get_data(as_text=True)
    assert away.get("/join/qr.svg?side=Red").status_code == 403
    assert away.get("/join/qr.svg").status_code == 200


def test_access_survives_a_restart(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    first = Access(folder)
    code, secret = first.code("Red"), first.secret
    first.set_pin("4711")
    again = Access(folder)
    assert again.code("Red") == code and again.secret == secret and again.is_pin("4711", "a")
