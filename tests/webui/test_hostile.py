"""Whatever is thrown at the addresses: a clear refusal, the game unchanged, never a crash."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.webui import toy
from tests.webui.conftest import Visitor
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

WORDS = st.one_of(
    st.sampled_from(["R1", "B1", "Red", "Blue", "R01", "shoot", "end", "toy", "gap", "", "../x"]),
    st.text(max_size=30),
)
NUMBERS = st.one_of(st.integers(-5, 40), st.integers(), st.floats(allow_nan=False, width=32))
LEAVES = st.one_of(st.none(), st.booleans(), NUMBERS, WORDS)
PLAIN = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(WORDS, inner, max_size=4)),
    max_leaves=12,
)
FIELDS = (
    "head do by at more answer how faces why bases payload reading text about event index says "
    "reason path value terrain army rules title armies house name away pin code"
).split()
BODIES = st.dictionaries(st.sampled_from(FIELDS), PLAIN, max_size=6)

ALL = list(HealthCheck)
LATE = settings(deadline=None, suppress_health_check=ALL, derandomize=True)

# These end the game that the test watches, or shut the door to it; they are tried in test_doors.
NOT_HERE = ("/setup/pin", "/setup/demo", "/setup/begin", "/setup/open", "/join/umpire")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    folder: Path = tmp_path_factory.mktemp("hostile")
    made = create_app(folder, HandTable(toy.table()), rules=(toy.TOY,))
    yield made
    desk_of(made).close()


@pytest.mark.long
@settings(
    max_examples=250, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
@given(data=st.data(), body=BODIES)
def test_no_body_crashes_any_post(app: Flask, data: st.DataObject, body: dict[str, Any]) -> None:
    here = Visitor(app)
    posts = [d.rule for d in app.extensions["doors"].all if d.verb == "POST"]
    path = data.draw(st.sampled_from([rule for rule in posts if rule not in NOT_HERE]))
    if data.draw(st.booleans()):
        body = {**body, "head": desk_of(app).the_game().journal.head}
    head = desk_of(app).the_game().journal.head
    answer = here.post(path, **body)
    assert answer.status_code < 500, (path, body, answer.get_data(as_text=True))
    if answer.status_code != 200:
        assert answer.json["error"]
        assert desk_of(app).the_game().journal.head == head


@settings(
    max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
@given(
    data=st.data(), query=st.dictionaries(st.sampled_from(FIELDS + ["from", "to", "unit"]), WORDS)
)
def test_no_query_crashes_any_page(app: Flask, data: st.DataObject, query: dict[str, str]) -> None:
    gets = [d.rule for d in app.extensions["doors"].all if d.verb == "GET"]
    rule = data.draw(st.sampled_from([r for r in gets if r not in ("/events", "/export.zip")]))
    number = str(data.draw(st.integers(0, 2**40)))
    path = rule.replace("<int:event>", number).replace("<int:index>", number)
    answer = Visitor(app).get(path, query_string=query)
    assert answer.status_code < 500, (path, query)


@settings(
    max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
@given(raw=st.binary(max_size=200), path=st.sampled_from(["/act/answer", "/army/check", "/join"]))
def test_no_bytes_crash_a_post(app: Flask, raw: bytes, path: str) -> None:
    answer = app.test_client().post(path, data=raw, content_type="application/json")
    assert 400 <= answer.status_code < 500 or answer.status_code == 200


PAYLOADS = [
    "<script>alert(1)</script>",
    "\x00\x01\x1b[31m",
    "x" * 3000,
    "🐉" * 20,
    "../../etc/passwd",
    "'; DROP TABLE event; --",
    '"><img src=x onerror=alert(1)>',
]


@pytest.mark.parametrize("payload", PAYLOADS, ids=range(len(PAYLOADS)))
def test_a_poisoned_tag_harms_no_page(tmp_path: Path, payload: str) -> None:
    """A joker's QR code as a base of the table: every page shows it as text."""
    table = toy.table()
    foreign = replace(table.bases[0], payload=payload, unit="", side="")
    live = HandTable(table)
    app = create_app(tmp_path, live, rules=(toy.TOY,))
    live.set_table(replace(table, bases=(*table.bases, foreign)))
    here = Visitor(app)
    assert here.get("/table.json").json["bases"][-1]["payload"] == payload
    for path in ("/table", "/show", "/army", "/setup", "/terrain", "/measure.json?from=R1&to=R2"):
        answer = here.get(path)
        assert answer.status_code == 200, path
        if "<" in payload and answer.mimetype == "text/html":
            assert payload not in answer.get_data(as_text=True), path
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    assert json.loads(here.get("/table.json").data)["prompt"]["ask"] == "roll"
    desk_of(app).close()
