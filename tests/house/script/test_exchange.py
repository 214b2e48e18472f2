"""What the page's scripts give each other: nothing that nobody takes, no script that no page loads.

Deno's linter reads the scripts; exchange.js tells what each gives and takes, by its syntax tree.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.house.test_script import CONFIG, STATIC, deno, scripts

PLUGIN = CONFIG.parent / "exchange.json"
TEMPLATES = STATIC.parent / "templates"

pytestmark = pytest.mark.timeout(600)


@dataclass(frozen=True)
class Told:
    """One name that *script* gives, or takes from another; "*" for all of it."""

    script: str
    name: str
    source: str = ""


def told_of(folder: Path, place: Path) -> tuple[list[Told], list[Told]]:
    """What the scripts under *place* give, and what they take."""
    told = deno(folder, "lint", "--quiet", "--json", "--config", PLUGIN, place)
    found = json.loads(told.stdout)
    assert found["errors"] == [], found["errors"]
    gives, takes = [], []
    for one in found["diagnostics"]:
        script = Path(one["filename"].removeprefix("file://")).relative_to(place).as_posix()
        verb, name, *source = one["message"].split(" ")
        if verb == "gives":
            gives.append(Told(script, name))
        else:
            takes.append(Told(script, name, source[0].removeprefix("/static/")))
    return gives, takes


def untaken(gives: Iterable[Told], takes: Iterable[Told]) -> set[str]:
    taken = {(one.source, one.name) for one in takes}
    return {
        f"{one.script}: {one.name}"
        for one in gives
        if not {(one.script, one.name), (one.script, "*")} & taken
    }


ASKED = r'(?:src|href)="\{\{ files \}\}/([^"]+)"'


def asked_for() -> dict[str, set[str]]:
    """What templates load by its address, and the files that are meant: a part that the page fills
    in stands for all that fit it."""
    there = {file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*") if file.is_file()}
    found = {}
    for template in TEMPLATES.glob("*.html"):
        for source in re.findall(ASKED, template.read_text("utf-8")):
            pattern = re.sub(r"\\\{\\\{.*?\\\}\\\}", r"\\w+", re.escape(source))
            found[source] = {name for name in there if re.fullmatch(pattern, name)}
    return found


def loaded() -> set[str]:
    return {name for files in asked_for().values() for name in files}


def names() -> set[str]:
    return {file.relative_to(STATIC).as_posix() for file in scripts()}


def reached(roots: Iterable[str], takes: Iterable[Told]) -> set[str]:
    """*roots* and every script that they lead to."""
    takes, found, ahead = list(takes), set[str](), set(roots)
    while ahead:
        found |= ahead
        ahead = {one.source for one in takes if one.script in ahead} - found
    return found


def test_nothing_is_given_that_nobody_takes(tmp_path: Path) -> None:
    assert untaken(*told_of(tmp_path, STATIC)) == set()


def test_every_script_is_loaded_by_some_page(tmp_path: Path) -> None:
    _, takes = told_of(tmp_path, STATIC)
    assert names() - reached(loaded(), takes) == set()


def test_whatever_a_template_loads_is_there() -> None:
    assert {source for source, files in asked_for().items() if not files} == set()


def test_what_nobody_takes_is_found(tmp_path: Path) -> None:
    place = tmp_path / "page"
    place.mkdir()
    (place / "gives.js").write_text(
        "export const used = 1, spare = 2;\nexport function idle() {}\n", encoding="utf-8"
    )
    (place / "takes.js").write_text('import { used } from "/static/gives.js";\n', encoding="utf-8")
    gives, takes = told_of(tmp_path, place)
    assert untaken(gives, takes) == {"gives.js: spare", "gives.js: idle"}
    assert reached({"takes.js"}, takes) == {"takes.js", "gives.js"}
    assert reached({"gives.js"}, takes) == {"gives.js"}
