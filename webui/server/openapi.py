"""The addresses of the page as an OpenAPI description, made from the running app.

Law: nothing is written by hand. Address, verb, role and text come from the doors; the body of
a POST is the one ``Struct`` that its view reads, what a GET sends the one that its view says it
returns. ``python3 -m webui.server.openapi`` writes ``docs/openapi.json``, and the page data as
types for the page's scripts.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask

from webui.server import page_types
from webui.server.routes import STATUS_OF, Door, Doors, body

PART = re.compile(r"<(?:(\w+):)?(\w+)>")
OF_THE_DOOR = {
    302: "ThisWay",
    404: "NoSuchPage",
    405: "WrongVerb",
    413: "TooLarge",
    415: "NotJson",
    421: "WrongHost",
    503: "TooManyStreams",
}
TOP = Path(__file__).parents[2]
DESCRIPTION = TOP / "docs" / "openapi.json"
TYPES = TOP / "tests" / "house" / "script" / "page-data.d.ts"
REFERENCE = "#/components/schemas/{name}"


def described(app: Flask) -> dict[str, Any]:
    """The whole description, plain JSON, in a fixed order."""
    doors = app.extensions["doors"]
    assert isinstance(doors, Doors)
    found = sorted(doors.all, key=lambda door: (door.rule, door.verb))
    bodies = {door.rule: body_of(app, door) for door in found if door.verb == "POST"}
    sent = {door.gives for door in found if door.gives is not None}
    kinds = sorted({*bodies.values(), *sent}, key=lambda kind: kind.__name__)
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    schema_of = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for door in found:
        taken = schema_of[bodies[door.rule]] if door.verb == "POST" else None
        given = None if door.gives is None else schema_of[door.gives]
        path = PART.sub(r"{\2}", door.rule)
        paths.setdefault(path, {})[door.verb.lower()] = _operation(door, taken, given)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Drumhead", "version": "1"},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.items())),
            "responses": {"refused": _refused()},
        },
    }


def body_of(app: Flask, door: Door) -> type[msgspec.Struct]:
    """What the view behind a POST decodes its body to.

    Raises:
        LookupError: the view reads no body, or it cannot be told which.
    """
    name = f"{door.verb} {door.rule}".replace(".", "_")
    view: Callable[..., Any] = inspect.unwrap(app.view_functions[name])
    used = [view.__globals__.get(word) for word in view.__code__.co_names]
    kinds = [kind for kind in used if isinstance(kind, type) and _is_body(kind)]
    if body not in used or len(kinds) != 1:
        raise LookupError(f"{door.rule}: one body type is expected, its view names {kinds}")
    return kinds[0]


def _is_body(kind: type) -> bool:
    """A Struct of the pages, not one of the rules or of measuring."""
    return issubclass(kind, msgspec.Struct) and kind.__module__.startswith("webui.pages")


def page_data(app: Flask) -> dict[str, dict[str, Any]]:
    """What the routes send and all that is in it: name to JSON schema, in a fixed order."""
    doors = app.extensions["doors"]
    assert isinstance(doors, Doors)
    sent = {door.gives for door in doors.all if door.gives is not None}
    kinds = sorted(sent, key=lambda kind: kind.__name__)
    _, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    return dict(sorted(components.items()))


def _operation(
    door: Door, taken: dict[str, Any] | None, given: dict[str, Any] | None
) -> dict[str, Any]:
    done: dict[str, Any] = {"description": "done"}
    if given is not None:
        done["content"] = {"application/json": {"schema": given}}
    made: dict[str, Any] = {
        "summary": door.says,
        "x-role": door.role,
        "responses": {
            "200": done,
            "default": {"$ref": "#/components/responses/refused"},
        },
    }
    parts = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer", "minimum": 0} if kind == "int" else {"type": "string"},
        }
        for kind, name in PART.findall(door.rule)
    ]
    if parts:
        made["parameters"] = parts
    if taken is not None:
        content = {"application/json": {"schema": taken}}
        made["requestBody"] = {"required": True, "content": content}
    return made


def _refused() -> dict[str, Any]:
    """Every refusal says why; ``x-statuses`` lists all there are, each with its kinds."""
    kinds = {status: [name] for status, name in OF_THE_DOOR.items()}
    for kind, status in STATUS_OF:
        kinds.setdefault(status, []).append(kind.__name__)
    return {
        "description": "a sentence under error; for a page, a page that says it",
        "x-statuses": {str(status): ", ".join(kinds[status]) for status in sorted(kinds)},
    }


def written(app: Flask) -> str:
    """The text of ``docs/openapi.json``."""
    return json.dumps(described(app), indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the description of the app as it is now, and the types of its page data."""
    from rules.books import RULE_SETS
    from webui.game.seen.live import HandTable
    from webui.server.app import create_app, desk_of

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder), HandTable(RULE_SETS[0].demo().table), rules=RULE_SETS)
        texts = {DESCRIPTION: written(app), TYPES: page_types.written(page_data(app))}
        desk_of(app).close()
    for place, text in texts.items():
        place.write_text(text, encoding="utf-8", newline="\n")
        print(f"{place} written", file=sys.stderr)


if __name__ == "__main__":
    main()
