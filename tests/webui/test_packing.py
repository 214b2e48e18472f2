"""What a browser loads first is light, and packed for whoever takes it so."""

from __future__ import annotations

import gzip
import os
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.datastructures import Headers

from tests.webui.conftest import Visitor
from webui.server.files.kept import keep_files, mark_of

STATIC = Path(__file__).parents[2] / "webui" / "static"
MOST_BYTES = 400_000
"""Of the first load, as the file of the project's aims has it."""
GZIP = {"Accept-Encoding": "gzip, deflate"}
SCRIPT = "/static/table.js"
PLAIN = (STATIC / "table.js").read_bytes()


@dataclass(frozen=True)
class Got:
    """An answer whose file is shut again."""

    status: int
    head: Headers
    body: bytes


def got(visitor: Visitor, path: str, **headers: str) -> Got:
    with visitor.get(path, headers=headers) as answer:
        return Got(answer.status_code, answer.headers, answer.get_data())


def first_load(visitor: Visitor, page: str) -> set[str]:
    """Addresses of every script and style that *page* needs before it can be used."""
    html = got(visitor, page).body.decode()
    mapped = re.search(r'"(/static/)":"(/static/v-[0-9a-f]+/)"', html)
    assert mapped is not None
    found, ahead = set[str](), set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html))
    while ahead:
        found |= ahead
        texts = [got(visitor, one).body.decode() for one in ahead if one.endswith(".js")]
        named = {one for text in texts for one in re.findall(r' from "/static/([^"]+)"', text)}
        ahead = {mapped[2] + one for one in named} - found
    return found


def kept_below(visitor: Visitor) -> str:
    """What the addresses begin with that this page's files may be kept by."""
    found = re.search(r"/static/v-[0-9a-f]{16}/", got(visitor, "/table").body.decode())
    assert found is not None
    return found[0]


def weight(visitor: Visitor, page: str, **headers: str) -> int:
    """Bytes of *page* and all that it needs, with the head of each answer."""
    answers = [got(visitor, one, **headers) for one in {page, *first_load(visitor, page)}]
    return sum(len(one.body) + len(str(one.head)) for one in answers)


def test_the_first_load_of_the_table_is_light_even_unpacked(here: Visitor) -> None:
    files = first_load(here, "/table")
    below = kept_below(here)
    assert {below + name for name in ("table.js", "words.js", "drumhead.css")} <= files
    assert weight(here, "/table") <= MOST_BYTES


def test_packed_it_is_less_than_half_of_that(here: Visitor) -> None:
    """Text of this kind comes to a third; the heads of some 75 answers stay as they are."""
    assert weight(here, "/table", **GZIP) <= MOST_BYTES / 2


def test_a_script_comes_packed_and_is_the_same(here: Visitor) -> None:
    answer = got(here, SCRIPT, **GZIP)
    assert answer.head["Content-Encoding"] == "gzip"
    assert int(answer.head["Content-Length"]) == len(answer.body)
    assert gzip.decompress(answer.body) == PLAIN


@pytest.mark.parametrize("takes", ["", "identity", "gzip;q=0", "br"])
def test_whoever_does_not_take_it_gets_it_plain(here: Visitor, takes: str) -> None:
    answer = got(here, SCRIPT, **{"Accept-Encoding": takes})
    assert "Content-Encoding" not in answer.head and answer.body == PLAIN


@pytest.mark.parametrize("headers", [GZIP, {}])
def test_a_cache_is_told_that_there_are_two_forms(here: Visitor, headers: dict[str, str]) -> None:
    assert got(here, SCRIPT, **headers).head["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize("headers", [GZIP, {}])
def test_what_a_browser_has_already_is_not_sent_again(
    here: Visitor, headers: dict[str, str]
) -> None:
    mark = got(here, SCRIPT, **headers).head["ETag"]
    again = got(here, SCRIPT, **headers, **{"If-None-Match": mark})
    assert (again.status, again.body) == (304, b"")


def test_a_part_of_a_script_is_the_part_of_the_file(here: Visitor) -> None:
    answer = got(here, SCRIPT, **GZIP, Range="bytes=0-9")
    assert answer.status == 206 and "Content-Encoding" not in answer.head
    assert answer.body == PLAIN[:10]


def test_a_file_by_its_mark_is_the_same_packed_and_kept_for_good(here: Visitor) -> None:
    answer = got(here, kept_below(here) + "table.js", **GZIP)
    assert "immutable" in answer.head["Cache-Control"]
    assert gzip.decompress(answer.body) == PLAIN


def test_at_its_old_address_a_file_is_asked_for_each_time(here: Visitor) -> None:
    answer = got(here, SCRIPT)
    assert (answer.body, answer.head["Cache-Control"]) == (PLAIN, "no-cache")


def test_a_page_names_no_file_by_an_address_without_its_mark(here: Visitor) -> None:
    html = got(here, "/table").body.decode()
    assert re.findall(r'(?:src|href)="/static/(?!v-)[^"]+"', html) == []


@pytest.fixture
def small(tmp_path: Path) -> Flask:
    """An app whose page is one script and one style, which a test may change."""
    (tmp_path / "static" / "map").mkdir(parents=True)
    (tmp_path / "static" / "map" / "view.js").write_text("old")
    (tmp_path / "static" / "house.css").write_text("style")
    app = Flask("small", static_folder=str(tmp_path / "static"))
    keep_files(app)
    return app


def asked(app: Flask, mark: str) -> tuple[str, bool]:
    """The script by that mark, and whether it may be kept for good."""
    with app.test_client().get(f"/static/v-{mark}/map/view.js") as answer:
        return answer.text, "immutable" in answer.headers["Cache-Control"]


def test_a_changed_file_stands_at_another_address(small: Flask) -> None:
    """The page of before asks by the old one still: it gets today's file, not kept under it."""
    folder = Path(str(small.static_folder))
    before = mark_of(folder)
    assert asked(small, before) == ("old", True)
    (folder / "map" / "view.js").write_text("new one")
    after = mark_of(folder)
    assert after != before
    assert asked(small, after) == ("new one", True)
    assert asked(small, before) == ("new one", False)


def test_the_mark_stands_for_names_and_contents_whatever_the_dates(small: Flask) -> None:
    """The same version unpacked again tomorrow is the same to a browser."""
    folder = Path(str(small.static_folder))
    before = mark_of(folder)
    os.utime(folder / "house.css", (1, 1))
    assert mark_of(folder) == before
    (folder / "house.css").rename(folder / "home.css")
    assert mark_of(folder) != before


def test_no_view_of_a_game_is_packed(here: Visitor) -> None:
    """What a visitor types beside a secret must not tell the secret by a length."""
    assert "Content-Encoding" not in got(here, "/table.json", **GZIP).head
