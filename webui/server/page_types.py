"""The page data as types for the page's own scripts, made from their JSON schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

HEAD = """// What the routes send, made by `python3 -m webui.server.openapi` from the Structs of
// webui/game/told/page: change those, not this. `PageData.Table` is what /table.json holds.
// deno-lint-ignore no-unused-vars
declare namespace PageData {
"""

OF_JSON = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def written(schemas: Mapping[str, Mapping[str, Any]]) -> str:
    """The text of a ``.d.ts``: one interface for each of *schemas* (name to JSON schema)."""
    return HEAD + "\n".join(map(_interface, schemas, schemas.values())) + "}\n"


def _interface(name: str, schema: Mapping[str, Any]) -> str:
    needed = set(schema.get("required", ()))
    says = " ".join(str(schema.get("description", "")).split())
    lines = [f"  /** {says} */"] if says else []
    lines.append(f"  interface {name} {{")
    for field, kind in schema.get("properties", {}).items():
        # What has a default is always sent as well; what is left out at times has no default.
        sent = field in needed or "default" in kind or "const" in kind
        key = field if field.isidentifier() else f'"{field}"'
        lines.append(f"    {key}{'' if sent else '?'}: {_type(kind)};")
    return "\n".join([*lines, "  }", ""])


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return " | ".join(dict.fromkeys(map(_type, schema[word])))
    if "enum" in schema:
        return " | ".join(f'"{each}"' for each in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema)
    if kind == "object":
        return f"Record<string, {_type(schema.get('additionalProperties') or {})}>"
    return OF_JSON.get(str(kind), "any")


def _array(schema: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    item = _type(schema.get("items") or {})
    return f"({item})[]" if " | " in item else f"{item}[]"
