"""Requests against the written OpenAPI description: well formed, nearly so, and hostile.

After every refusal the journal is what it was; no request crashes the page; every answer has
a status that is described, and carries the headers that keep the page shut.
"""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.faults.tally import Tally
from tests.webui import toy
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

DESCRIPTION = Path(__file__).parents[2] / "docs" / "openapi.json"
VERBS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS")
WORDS = (
    "R1", "R2", "B1", "Red", "Blue", "R01", "B01", "shoot", "end", "toy", "gap", "stand", "back",
    "", "../x", "units.0.hits", "camera", "lens", "markers", "accuracy", "done", "a" * 79,
)  # fmt: skip
NASTY = (
    "<script>alert(1)</script>", "\x00\x01\x1b[31m", "x" * 3000, "\U0001f409" * 20,
    "../../etc/passwd", "..\\..\\windows\\win.ini", "'; DROP TABLE event; --", "{{7*7}}",
    "%00%2e%2e%2f", "\ud800", "\u202egnp.exe", "a\r\nSet-Cookie: x=y", "CON", "NaN", "-0",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 10, 0.5, -0.0, 2**31, 2**53, 2**63, 2**64, 10**30, 1e308, -1e308, 1e-308)
HEADERS: tuple[dict[str, str], ...] = (
    {"Host": "evil.example"}, {"Host": "localhost@evil.example"}, {"Host": "[::1"},
    {"Host": "a" * 300}, {"Host": "localhost:99999"}, {"Host": "127.0.0.1.evil.example"},
    {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://[evil"},
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
    {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-Host": "evil.example"},
    {"X-HTTP-Method-Override": "DELETE"}, {"Cookie": "drumhead=eyJ1bXBpcmUiOiJ4In0.a.b"},
    {"Cookie": "drumhead=" + "A" * 4000}, {"Content-Type": "text/plain"},
    {"Content-Type": "application/json; charset=utf-7"}, {"Accept": "\xff"},
    {"Range": "bytes=0-99999999999"}, {"If-None-Match": "*"}, {"Transfer-Encoding": "chunked"},
)  # fmt: skip
PATHS = (
    "/../../etc/passwd", "/static/../journal.py", "/static/%2e%2e/journal.py", "//evil.example/",
    "/static//etc/passwd", "/%00", "/rulings/-1", "/rulings/1-99999999999999999999",
    "/table.json/", "/TABLE", "/console", "/static/..%5c..%5crun.py", "/rulings/1e3",
    "/army/..%2f..%2faccess.json", "/games/toy.drumhead", "/access.json", "/\ufffd", "/.git/config",
)  # fmt: skip
# A stream of its own for events; these two begin another game, which the watch below would miss.
NOT_HERE = {"/events", "/setup/begin", "/setup/open"}
COME_IN_EVERY = 100
MUST_CARRY = ("Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options")


class Fuzzer:
    """Makes requests from the description and watches one game under them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.tally = Tally("HTTP requests")
        self.app: Flask = create_app(folder, HandTable(toy.table()), rules=(toy.TOY,), pin="4711")
        described = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
        self.paths: dict[str, dict[str, Any]] = {
            path: verbs for path, verbs in described["paths"].items() if path not in NOT_HERE
        }
        self.schemas: dict[str, Any] = described["components"]["schemas"]
        self.statuses = set(described["components"]["responses"]["refused"]["x-statuses"]) | {"200"}
        self.visitors: list[tuple[FlaskClient, str]] = []

    def come_in(self) -> None:
        """Visitors of every role; earlier ones may have left, or lost their PIN or code."""
        access = desk_of(self.app).access
        access.set_pin("4711")
        ways: tuple[tuple[str, str, dict[str, str]], ...] = (
            ("10.0.0.1", "", {}),
            ("10.0.0.2", "/join", {"code": access.code("Red")}),
            ("127.0.0.1", "", {}),
            ("127.0.0.1", "/join/umpire", {"pin": "4711"}),
        )
        self.visitors = []
        for number, (address, path, fields) in enumerate(ways):
            client = self.app.test_client()
            if path:
                # From an address of its own: wrong tries of the ones before do not count.
                come = {"REMOTE_ADDR": f"10.1.{number}.{self.chance.randint(1, 250)}"}
                assert client.post(path, json=fields, environ_overrides=come).status_code == 200
            self.visitors.append((client, address))

    def close(self) -> None:
        """Let go of the folder."""
        desk_of(self.app).close()

    def run(self, count: int) -> Tally:
        """Send so many requests."""
        for number in range(count):
            if number % COME_IN_EVERY == 0:
                self.come_in()
            self.one()
        return self.tally

    def one(self) -> None:
        """One request, and what must be true after it."""
        request = self.request()
        client, address = self.chance.choice(self.visitors)
        before = self.kept()
        come = {"REMOTE_ADDR": address}
        sent = {key: value for key, value in request.items() if key != "x"}
        answer = client.open(**sent, environ_overrides=come)
        self.tally.tried += 1
        self.tally.kinds[f"{answer.status_code // 100}xx"] += 1
        for wrong in self.faults(request, answer, before):
            self.tally.wrong.append(f"{wrong}: {_shown(request)}")
        answer.close()

    def faults(self, request: dict[str, Any], answer: TestResponse, before: object) -> list[str]:
        """What is wrong with an answer."""
        found = []
        if answer.status_code >= 500:
            found.append(f"crashed with {answer.status_code}")
        if answer.status_code >= 300 and self.kept() != before:
            found.append(f"refused with {answer.status_code}, yet the journal changed")
        if request["method"] in ("GET", "HEAD", "OPTIONS") and self.kept() != before:
            found.append("reading changed the journal")
        if any(name not in answer.headers for name in MUST_CARRY):
            found.append("without its headers")
        with_body = answer.is_json and request["method"] != "HEAD"
        if answer.status_code >= 400 and with_body and not answer.json.get("error"):
            found.append("refused without a sentence")
        if request["x"] and str(answer.status_code) not in self.statuses:
            found.append(f"{answer.status_code} is not described")
        return found

    def kept(self) -> object:
        """What may not change under a refusal: head, steps, half-typed dice."""
        game = desk_of(self.app).the_game()
        steps = len(game.journal.everything())
        return desk_of(self.app).game_name, game.journal.head, steps, game.journal.draft()

    # Making requests

    def request(self) -> dict[str, Any]:
        """Arguments for the client; ``x`` is the path as it is described."""
        rule = self.chance.choice(list(self.paths))
        verb = self.chance.choice(list(self.paths[rule]))
        made: dict[str, Any] = {"x": rule, "method": verb.upper(), "path": self.path(rule)}
        roll = self.chance.random()
        if roll < 0.05:
            made["path"] = self.chance.choice(PATHS)
            made["x"] = ""
        elif roll < 0.12:
            made["method"] = self.chance.choice(VERBS)
        if self.chance.random() < 0.12:
            made["headers"] = self.chance.choice(HEADERS)
            made["x"] = ""
        if verb == "post":
            self.fill(made, self.paths[rule]["post"]["requestBody"])
        elif self.chance.random() < 0.5:
            made["query_string"] = {
                self.chance.choice(
                    ("unit", "from", "to", "side", "disputed", "for", "rules", "q")
                ): self.chance.choice((*WORDS, *NASTY[:-1])).encode("utf-8", "replace")
            }
        return made

    def path(self, rule: str) -> str:
        """The path with its parts filled in."""
        return re.sub(r"{\w+}", lambda _: str(self.chance.choice((0, 1, 2, 7, 10**20, "x"))), rule)

    def fill(self, made: dict[str, Any], body: dict[str, Any]) -> None:
        """Give a POST its body: as described, one thing wrong, other JSON, or mere bytes."""
        roll = self.chance.random()
        if roll < 0.03:
            made["data"] = b"[" * self.chance.choice((10, 100_000, 300_000))
        elif roll < 0.10:
            made["data"] = self.chance.randbytes(self.chance.randint(0, 200))
        else:
            schema = body["content"]["application/json"]["schema"]
            fields = self.value(schema, 0.0 if roll < 0.6 else 0.3)
            if isinstance(fields, dict) and "head" in fields and self.chance.random() < 0.8:
                fields["head"] = desk_of(self.app).the_game().journal.head
            made["data"] = json.dumps(fields).encode("utf-8", "surrogatepass")
        made.setdefault("content_type", "application/json")

    def value(self, schema: dict[str, Any], wild: float, depth: int = 0) -> Any:
        """A value that fits *schema*, except with chance *wild* at each place."""
        if self.chance.random() < wild or not schema or depth > 8:
            return self.anything(depth)
        if "$ref" in schema:
            return self.value(self.schemas[schema["$ref"].rsplit("/", 1)[1]], wild, depth + 1)
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self.value(self.chance.choice(schema[several]), wild, depth + 1)
        if "enum" in schema:
            return self.chance.choice(schema["enum"])
        kind = schema.get("type")
        if kind == "object":
            return self.fields(schema, wild, depth)
        if kind == "array":
            return self.items(schema, wild, depth)
        return self.leaf(schema, str(kind))

    def fields(self, schema: dict[str, Any], wild: float, depth: int) -> dict[str, Any]:
        """An object: what it must have, some of what it may have, rarely something else."""
        must = schema.get("required", [])
        made = {
            name: self.value(inner, wild, depth + 1)
            for name, inner in schema.get("properties", {}).items()
            if name in must or self.chance.random() < 0.5
        }
        if self.chance.random() < wild:
            made[self.chance.choice((*WORDS, *NASTY))] = self.anything(depth + 1)
        return made

    def items(self, schema: dict[str, Any], wild: float, depth: int) -> list[Any]:
        """A list of about the right length."""
        inner = schema.get("items") or {}
        least = int(schema.get("minItems", 0))
        if "prefixItems" in schema:
            return [self.value(each, wild, depth + 1) for each in schema["prefixItems"]]
        count = self.chance.choice((least, least + 1, least + 2))
        return [self.value(inner, wild, depth + 1) for _ in range(count)]

    def leaf(self, schema: dict[str, Any], kind: str) -> Any:
        """A number or a word within its bounds."""
        if kind == "integer":
            return self.chance.randint(int(schema.get("minimum", 0)), 12)
        if kind == "number":
            low, high = float(schema.get("minimum", 0)), float(schema.get("maximum", 60))
            return self.chance.choice((low, high, self.chance.uniform(max(low, 0), min(high, 48))))
        if kind == "string":
            return self.chance.choice((*WORDS, *NASTY))[: int(schema.get("maxLength", 4000))]
        return self.chance.choice((True, False)) if kind == "boolean" else None

    def anything(self, depth: int = 0) -> Any:
        """Any JSON at all."""
        leaves: tuple[Any, ...] = (None, True, *NUMBERS, *WORDS, *NASTY, float("nan"))
        roll = self.chance.random()
        if roll < 0.7 or depth > 3:
            return self.chance.choice(leaves)
        inner = [self.anything(depth + 1) for _ in range(self.chance.randint(0, 3))]
        return inner if roll < 0.85 else {str(self.chance.choice(WORDS)): each for each in inner}


def _shown(request: dict[str, Any]) -> str:
    return repr({key: value for key, value in request.items() if key != "x"})[:400]
