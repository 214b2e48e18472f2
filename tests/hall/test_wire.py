"""Addresses, topics and messages: what is understood, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from webui.hall.wire import topics
from webui.hall.wire.address import Address, read_address
from webui.hall.wire.messages import MAX_BYTES, Entry, NotAMessage, Status, read, schema, written

STREAM = "0" * 32
DOCS = Path(__file__).parents[2] / "docs"


def entry(**other: object) -> dict[str, object]:
    whole = {"v": 1, "stream": STREAM, "seq": 1, "kind": "note", "game": "g", "ref": "event 1",
             "at_s": 1.0, "age_s": 0.0, "body": {}}  # fmt: skip
    return {**whole, **other}


def test_an_address_names_all_its_parts() -> None:
    found = read_address("mqtts://table-7:s%40fe@broker.club:9001/nottingham")
    assert found == Address("broker.club", 9001, "nottingham", True, "table-7", "s@fe")


def test_an_address_has_the_usual_ports() -> None:
    assert [read_address(f"{kind}://b").port for kind in ("mqtt", "mqtts")] == [1883, 8883]


def test_a_password_is_in_no_text_of_an_address() -> None:
    found = read_address("mqtt://me:hidden@b")
    assert "hidden" not in f"{found} {found!r}"


@pytest.mark.parametrize(
    "text",
    ["", "broker", "http://b", "mqtt://", "mqtt://b:99999", "mqtt://b/Big Hall", "mqtt://b?x"],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="broker|hall's name"):
        read_address(text)


def test_a_refused_address_does_not_repeat_its_password() -> None:
    with pytest.raises(ValueError) as told:
        read_address("http://me:hidden@b")
    assert "hidden" not in str(told.value)


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Table 7", "table-7"), ("  Árpád's table ", "rp-d-s-table"), ("_hall", "hall"), ("###", "")],
)
def test_a_name_becomes_a_part_of_a_topic(name: str, slug: str) -> None:
    assert topics.slug(name) == slug


@pytest.mark.parametrize(
    "topic",
    ["drumhead/hall/_hall/board", "drumhead/other/t/log", "drumhead/hall/t",
     "drumhead/hall/t/log/x", "drumhead/hall/T/log", "drumhead/hall/t/else",
     "drumhead/hall/" + "t" * 41 + "/log"],
)  # fmt: skip
def test_what_is_no_table_s_topic_is_none(topic: str) -> None:
    assert topics.read_topic("hall", topic) is None


def test_a_message_comes_back_as_it_was_written() -> None:
    status = Status(run=STREAM, n=3, online=True, name="Table 7", stream=STREAM, seq=9)
    assert read(written(status), Status) == status


@pytest.mark.parametrize(
    "wrong",
    [
        {"v": 2}, {"seq": 0}, {"seq": "1"}, {"stream": "x"}, {"kind": "delete"}, {"at_s": -1},
        {"body": []}, {"body": {"n": 1e13}}, {"body": {"n": 2**60}}, {"game": "g" * 121},
    ],
)  # fmt: skip
def test_an_entry_out_of_its_bounds_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(NotAMessage):
        read(json.dumps(entry(**wrong)).encode(), Entry)


@pytest.mark.parametrize(
    "payload",
    [b"", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 50_000, b"nonsense", b"null",
     b'"' + b"x" * MAX_BYTES + b'"'],
)  # fmt: skip
def test_what_is_no_message_is_refused(payload: bytes) -> None:
    with pytest.raises(NotAMessage):
        read(payload, Entry)


def test_a_body_nested_too_deeply_is_refused() -> None:
    deep: object = 1
    for _ in range(30):
        deep = [deep]
    with pytest.raises(NotAMessage):
        read(json.dumps(entry(body={"a": deep})).encode(), Entry)


def test_the_schema_in_the_docs_is_the_program_s() -> None:
    """When a message changes, write ``messages.schema()`` into docs/hall-schema.json."""
    assert (DOCS / "hall-schema.json").read_text(encoding="utf-8") == schema()
