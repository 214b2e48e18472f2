"""Nobody gets in who should not, and whoever is refused is told why."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from rules.skirmish import SKIRMISH
from tests.webui.conftest import Clock, Visitor
from webui.game.secrets.roles import ROLES, is_at_least
from webui.game.seen.live import HandTable
from webui.server.access import Access, host_is_ours, is_this_computer
from webui.server.app import create_app, desk_of
from webui.server.files.packing import OF_THE_PAGE
from webui.server.routes import MAX_BODY_BYTES
from webui.server.sockets.limits import FIRST_TRIES, PIN_TRIES, TooManyTries, one_computer


@pytest.fixture(autouse=True)
def _pins_are_hashed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of guesses are counted here; that each takes long is tried in test_keeping.py."""
    monkeypatch.setattr("webui.server.access.HASH_ROUNDS", 1)


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


@pytest.fixture
def access(app: Flask, clock: Clock) -> Access:
    """Codes of Red and Blue, the PIN 4711, and a clock that stands."""
    made = Access(desk_of(app).shelf.folder, now=clock)
    made.set_pin("4711")
    assert made.code("Red") != made.code("Blue")
    return made


def _guessers(count: int) -> list[str]:
    """So many addresses."""
    return [f"10.{n // 62500}.{n // 250 % 250}.{n % 250 + 1}" for n in range(count)]


def test_a_guesser_with_many_addresses_has_to_wait(access: Access, clock: Clock) -> None:
    """10,000 PINs at 60 in ten minutes take longer than any evening; the umpire's own phone
    and the table screen are not made to wait by it."""
    assert access.is_pin("4711", "192.168.7.20")
    said = [_guess(access, each) for each in _guessers(1500)]
    assert said.count("wrong") == PIN_TRIES + FIRST_TRIES and said[-1] == "wait"
    assert access.is_pin("4711", "192.168.7.20") and access.is_pin("4711", "127.0.0.1")
    clock.at_s += 601
    assert [_guess(access, each) for each in _guessers(200)].count("wrong") == PIN_TRIES


@pytest.mark.parametrize("guesses", [59, 60, 200])
def test_guesses_of_others_do_not_lock_the_umpires_new_phone_out(
    guesses: int, access: Access
) -> None:
    assert access.is_pin("4711", "192.168.7.20"), "his old one"
    for each in _guessers(guesses):
        _guess(access, each)
    assert access.is_pin("4711", "192.168.7.21")


def test_beyond_that_a_join_code_is_the_way_in(app: Flask) -> None:
    desk = desk_of(app)
    desk.access.set_pin("4711")
    for each in _guessers(400):
        _guess(desk.access, each)
    phone = Visitor(app, "192.168.7.21")
    assert phone.post("/join/umpire", pin="4711").status_code == 429
    assert phone.post("/join", code=desk.access.code("Red")).status_code == 200
    assert phone.post("/join/umpire", pin="4711").status_code == 200


def test_an_address_once_trusted_guesses_no_faster(access: Access, clock: Clock) -> None:
    """A phone that was lent, or its address given to another: six in each of two minutes."""
    assert access.is_pin("4711", "192.168.7.20")
    said = []
    for _ in range(2):
        said += [_guess(access, "192.168.7.20") for _ in range(500)]
        clock.at_s += 60
    assert said.count("wrong") == 12


def test_another_pin_trusts_nobody_that_knew_the_old_one(access: Access) -> None:
    assert access.is_pin("4711", "192.168.7.20")
    access.set_pin("1234")
    for each in _guessers(1500):
        _guess(access, each)
    assert _guess(access, "192.168.7.20") == "wait"


@pytest.mark.parametrize("right", ["Red", "Blue"])
def test_a_right_code_lets_nobody_guess_on(right: str, access: Access) -> None:
    """Neither at the PIN nor at the other side's code."""
    at_pin, at_code = [], []
    for _ in range(20):
        at_pin.append(_guess(access, "10.0.0.9"))
        try:
            at_code.append(access.side_of("WRONG2", "10.0.0.8"))
        except TooManyTries:
            at_code.append("wait")
        for address in ("10.0.0.8", "10.0.0.9"):
            try:
                access.side_of(access.code(right), address)
            except TooManyTries:
                pass
    assert at_pin.count("wrong") == 6 and at_code.count("") == 6


def test_right_ones_are_not_counted(access: Access) -> None:
    """A hall full of phones behind one router, which are one address."""
    assert {access.side_of(access.code("Red"), "10.0.0.7") for _ in range(60)} == {"Red"}
    assert all(access.is_pin("4711", "10.0.0.7") for _ in range(60))


@pytest.mark.parametrize(
    ("address", "computer"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("2001:db8::1:2:3:4", "2001:db8::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("", ""),
    ],
)
def test_one_computer_has_one_name(address: str, computer: str) -> None:
    """A computer in an IPv6 network takes as many addresses of it as it likes."""
    assert one_computer(address) == computer


def test_a_cookie_ends_with_leave(app: Flask) -> None:
    """Also one that was copied before, and after a restart."""
    red = _join(app, "Red")
    copied = Visitor(app, red.address)
    cookie = red.client.get_cookie("drumhead")
    assert cookie is not None
    copied.client.set_cookie("drumhead", cookie.value)
    assert copied.get("/table.json").json["you"]["role"] == "player"
    assert red.post("/leave").json == {"role": "spectator"}
    assert copied.get("/table.json").json["you"]["role"] == "spectator"
    seat = _seat_in(app, cookie.value)
    assert not Access(desk_of(app).shelf.folder).is_seat(seat)
    assert _join(app, "Red").get("/table.json").json["you"]["role"] == "player"


def test_what_an_ended_cookie_held_is_not_had_back_by_a_join_code(app: Flask) -> None:
    """The umpire has left; who kept his cookie knows a code, and not the PIN."""
    desk_of(app).access.set_pin("4711")
    umpire = Visitor(app, "10.0.0.7")
    assert umpire.post("/join/umpire", pin="4711").status_code == 200
    cookie = umpire.client.get_cookie("drumhead")
    assert cookie is not None
    umpire.post("/leave")
    thief = Visitor(app, "10.0.0.8")
    thief.client.set_cookie("drumhead", cookie.value)
    assert thief.post("/join", code=desk_of(app).access.code("Red")).status_code == 200
    assert thief.get("/table.json").json["you"]["role"] == "player"


def _seat_in(app: Flask, cookie: str) -> str:
    reads = SecureCookieSessionInterface().get_signing_serializer(app)
    assert reads is not None
    return str(reads.loads(cookie)["seat"])


def test_a_guesser_of_the_pin_keeps_no_player_out(access: Access) -> None:
    assert {_guess(access, each) for each in _guessers(1500)} == {"wrong", "wait"}
    assert access.side_of(access.code("Red"), "10.0.0.1") == "Red"


def test_a_join_code_makes_a_player_of_its_side_only(app: Flask) -> None:
    red = _join(app, "Red")
    assert red.get("/table.json").json["you"] == {
        "role": "player",
        "side": "Red",
        "name": "Ann",
        "may_act": True,
        "may_overrule": False,
        "acts_for": ["Red"],
        "afar": False,
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
    """Only what the page is made of is not: Flask's own folder, and the same kept for good."""
    known = {(rule, verb) for rule, verb, _ in _doors(app)}
    for rule in app.url_map.iter_rules():
        if rule.endpoint not in OF_THE_PAGE:
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


DISPUTE = {"event": 1, "index": 0, "about": "the range"}
HALF = {"payload": "R01", "x_in": 1, "y_in": 2, "facing_deg": 0}


@pytest.mark.parametrize(
    ("path", "fields", "says"),
    [
        ("/act/dispute", {**DISPUTE, "tape": 9999},
         "The tape has to be from -1000 to 1000, not 9999"),
        ("/act/dispute", {**DISPUTE, "tape": "far"}, "The tape: a number is needed"),
        ("/act/dispute", {"event": 1, "index": 0}, "What it is about is missing"),
        ("/act/dispute", {**DISPUTE, "unit": "mm"},
         "Unit was not understood: load the page again"),
        ("/act/dispute", {**DISPUTE, "fathoms": 3},
         "what the page sent was not understood: load the page again, it is not of this "
         "program's version"),
        ("/act/note", {"text": "x" * 401}, "The note: at most 400 letters, these are 401"),
        ("/act/place", {"bases": []}, "The bases: from 1 to 60 are taken, not 0"),
        ("/act/place", {"bases": [{**HALF, "x_in": 1001}]},
         "x has to be from -1000 to 1000 in, not 1001"),
        ("/act/overrule-step", {"reason": "", "hits": {"0": -1}},
         "The number of hits has to be from 0 to 1000, not -1"),
    ],
)  # fmt: skip
def test_a_refused_field_is_named_as_on_the_page(
    here: Visitor, path: str, fields: dict[str, Any], says: str
) -> None:
    """Seen to say "Expected `float` <= 1000.0 - at `$.tape`"."""
    head = {} if "bases" in fields else {"head": 1}
    answer = here.post(path, **head, **fields)
    assert (answer.status_code, answer.json["error"]) == (400, says)


def test_a_wrong_verb_is_refused(here: Visitor) -> None:
    assert here.client.put("/table").status_code == 405
    assert here.get("/act/undo").status_code == 405


def test_pages_carry_a_policy_without_inline_script(here: Visitor) -> None:
    policy = here.get("/table").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy


INLINE = r"<script(?![^>]* src=)(?! type=\"application/json\")([^>]*)>(.*?)</script>"
"""What a page would run that is written into it; its data are no script."""


def test_what_stands_in_a_page_itself_is_the_one_import_map_that_its_policy_names(
    app: Flask, here: Visitor
) -> None:
    """A script that somebody smuggled in has another digest."""
    for rule, verb, _ in _doors(app):
        page = here.get(rule) if verb == "GET" and "<" not in rule else None
        if page is not None and page.mimetype == "text/html" and rule != "/report.html":
            found = re.findall(INLINE, page.text, re.S)
            assert [kind for kind, _ in found] in ([], [' type="importmap"']), rule
            policy = page.headers["Content-Security-Policy"]
            digests = [hashlib.sha256(text.encode()).digest() for _, text in found]
            named = [f"'sha256-{base64.b64encode(one).decode()}'" for one in digests]
            assert re.findall(r"'sha256-[^']+'", policy) == named or not named, rule


def test_what_is_no_page_allows_no_script_but_the_page_s_own_files(here: Visitor) -> None:
    assert "script-src 'self';" in here.get("/table.json").headers["Content-Security-Policy"]


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
    ways_out = ("../__init__.py", "%2e%2e/journal.py", "/etc/passwd", "v-x/../../__init__.py")
    for path in (f"{start}{way}" for start in ("/static/", "/static/v-00/") for way in ways_out):
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


def test_what_no_book_knows_is_declared_by_nobody(tmp_path: Path) -> None:
    """What the page sends is checked as a hand-written case is, and the nearest name told."""
    app = create_app(tmp_path, HandTable(SKIRMISH.demo().table), rules=(SKIRMISH,))
    here, told = Visitor(app), {}
    for wrong in ({"do": "comand"}, {"do": "command", "more": {"musican": "KO"}}):
        refused = here.at_head("/act/declare", by="KO", at=None, **wrong)
        assert refused.status_code == 422 and desk_of(app).the_game().present().opened is None
        told |= {str(wrong): refused.json["error"]}
    assert [("'command'" in said, "'musician'" in said) for said in told.values()] == [
        (True, False), (False, True)
    ]  # fmt: skip
    desk_of(app).close()


def test_a_misspelt_target_of_the_page_is_told_the_right_name(here: Visitor) -> None:
    refused = here.at_head("/act/declare", do="shoot", by="R1", at="R 1")
    assert refused.status_code >= 400 and "did you mean 'R1'?" in refused.json["error"]
