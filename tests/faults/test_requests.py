"""Requests made from the written description: it is true, and nothing gets past the doors."""

from __future__ import annotations

import json
import re
from pathlib import Path

from flask import Flask

from tests.faults.requests import DESCRIPTION, Fuzzer
from webui.server.files.packing import OF_THE_PAGE
from webui.server.openapi import PART, body_of, described, written


def test_the_description_is_the_running_app(app: Flask) -> None:
    """When a route or a body changes: python3 -m webui.server.openapi."""
    assert json.loads(written(app)) == json.loads(DESCRIPTION.read_text(encoding="utf-8"))


def test_every_route_of_the_app_is_described(app: Flask) -> None:
    """From Flask's own map, not from the doors that the description is made of."""
    paths = described(app)["paths"]
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint not in OF_THE_PAGE]
    assert len(rules) > 60
    for rule in rules:
        for verb in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            assert verb.lower() in paths[PART.sub(r"{\2}", rule.rule)]


def test_the_body_of_a_post_is_what_its_view_decodes(app: Flask) -> None:
    """The name that stands in ``body(…)`` in the source of the view's module."""
    for door in app.extensions["doors"].all:
        if door.verb == "POST":
            kind = body_of(app, door)
            module = Path(__file__).parents[2] / f"{kind.__module__.replace('.', '/')}.py"
            source = "".join(path.read_text("utf-8") for path in module.parent.glob("*.py"))
            assert re.search(rf"body\({kind.__name__}\)", source), door.rule


def test_no_request_crashes_the_page_or_changes_a_game_by_being_refused(tmp_path: Path) -> None:
    """A thousand here; python3 -m tests.faults sends twenty thousand."""
    fuzzer = Fuzzer(tmp_path, 8)
    tally = fuzzer.run(1000)
    fuzzer.close()
    assert tally.wrong == []
    assert tally.tried == 1000
    # Both sides of the doors are reached: a fuzzer that is only refused tests nothing.
    assert tally.kinds["2xx"] > 200 and tally.kinds["4xx"] > 200


def test_the_fuzzer_would_notice_a_crash_and_a_change(tmp_path: Path) -> None:
    fuzzer = Fuzzer(tmp_path, 1)
    fuzzer.come_in()
    request = {"x": "/table", "method": "GET", "path": "/table"}
    answer = fuzzer.app.test_client().get("/table")
    before = fuzzer.kept()
    assert fuzzer.faults(request, answer, before) == []
    assert fuzzer.faults(request, answer, "another") == ["reading changed the journal"]
    answer.status_code = 500
    assert "crashed with 500" in fuzzer.faults(request, answer, before)
    fuzzer.close()
