"""What is wrong with a body that a page has sent, in a sentence with the field's name on the page.

Law: walks the type beside what was sent; msgspec's own words never reach a page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import inspect

UNREADABLE = "what the page sent was not understood: load the page again"
ANOTHER_PAGE = f"{UNREADABLE}, it is not of this program's version"
FIELDS = {
    "x_in": "x", "y_in": "y", "facing_deg": "the facing", "tape": "the tape",
    "says": "what was seen, or holds instead", "text": "the note", "reason": "the reason",
    "why": "the reason", "faces": "the dice", "agreed": "who agrees", "bases": "the bases",
    "name": "the name", "title": "the title", "hits": "the number of hits", "pin": "the PIN",
    "code": "the code", "size_in": "the table's size", "about": "what it is about",
    "value": "the value", "plus_minus": "the ±", "do": "the action", "by": "who acts",
    "at": "the target", "frm": "from whom", "to": "to whom", "what": "what was measured",
}  # fmt: skip
"""What people call a field that a page shows; another is told by its own name."""

OWN = frozenset({"head", "event", "index", "id", "version", "payload", "number"})
"""What a page sends by itself and nobody has typed."""

UNITS = {"_in": " in", "_deg": "°", "_mm": " mm", "_s": " s", "_min": " minutes"}


def misread(raw: bytes, kind: type[Any]) -> str:
    """Why *raw* is no *kind*."""
    try:
        plain = msgspec.json.decode(raw)
        return _fault(plain, inspect.type_info(kind), "") or UNREADABLE
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return UNREADABLE


def _fault(plain: Any, kind: inspect.Type, field: str) -> str:
    """What is wrong with *plain*, the value of *field*; "" when nothing is."""
    check = CHECKS.get(type(kind))
    return "" if check is None else check(plain, kind, field)


def _of_union(plain: Any, kind: inspect.UnionType, field: str) -> str:
    """What the likeliest of its kinds finds wrong."""
    found = [_fault(plain, one, field) for one in kind.types]
    return "" if "" in found else min(found, key=lambda fault: fault == _wrong(field))


def _of_literal(plain: Any, kind: inspect.LiteralType, field: str) -> str:
    return "" if plain in kind.values else _wrong(field)


def _of_fields(plain: Any, kind: inspect.StructType | inspect.DataclassType, field: str) -> str:
    if not isinstance(plain, dict):
        return _wrong(field)
    known = {one.encode_name for one in kind.fields}
    if isinstance(kind, inspect.StructType) and kind.forbid_unknown_fields and plain.keys() - known:
        return ANOTHER_PAGE
    for one in kind.fields:
        if one.encode_name in plain:
            found = _fault(plain[one.encode_name], one.type, one.encode_name)
        else:
            found = f"{_called(one.encode_name)} is missing" if one.required else ""
        if found:
            return UNREADABLE if one.encode_name in OWN else found
    return ""


def _of_list(plain: Any, kind: inspect.ListType | inspect.VarTupleType, field: str) -> str:
    if not isinstance(plain, list):
        return _wrong(field)
    each = (_fault(one, kind.item_type, field) for one in plain)
    return next(filter(None, each), "") or _counted(len(plain), kind, field)


def _of_dict(plain: Any, kind: inspect.DictType, field: str) -> str:
    if not isinstance(plain, dict):
        return _wrong(field)
    each = (_fault(value, kind.value_type, field) for value in plain.values())
    return next(filter(None, each), "") or _counted(len(plain), kind, field)


def _counted(
    count: int, kind: inspect.ListType | inspect.VarTupleType | inspect.DictType, field: str
) -> str:
    least, most = kind.min_length or 0, kind.max_length
    if count < least or (most is not None and count > most):
        return f"{_called(field)}: {_range(kind.min_length, most)} are taken, not {count}"
    return ""


def _of_text(plain: Any, kind: inspect.StrType, field: str) -> str:
    if not isinstance(plain, str):
        return _wrong(field)
    if kind.max_length is not None and len(plain) > kind.max_length:
        return f"{_called(field)}: at most {kind.max_length} letters, these are {len(plain)}"
    if len(plain) < (kind.min_length or 0):
        return f"{_called(field)} is missing"
    return ""


def _of_number(plain: Any, kind: inspect.IntType | inspect.FloatType, field: str) -> str:
    whole = isinstance(kind, inspect.IntType)
    if isinstance(plain, bool) or not isinstance(plain, int if whole else int | float):
        return f"{_called(field)}: a {'whole ' if whole else ''}number is needed"
    over = kind.gt is not None and plain <= kind.gt
    under = kind.lt is not None and plain >= kind.lt
    if over or under:
        return f"{_called(field)} has to be {'more' if over else 'less'} than {_limit(kind, over)}"
    if not (kind.ge is None or plain >= kind.ge) or not (kind.le is None or plain <= kind.le):
        unit = next((UNITS[end] for end in UNITS if field.endswith(end)), "")
        return f"{_called(field)} has to be {_range(kind.ge, kind.le)}{unit}, not {plain:g}"
    return ""


def _limit(kind: inspect.IntType | inspect.FloatType, over: bool) -> str:
    return f"{kind.gt if over else kind.lt:g}"


def _range(least: float | None, most: float | None) -> str:
    if least is not None and most is not None:
        return f"from {least:g} to {most:g}"
    return f"at most {most:g}" if least is None else f"at least {least:g}"


def _wrong(field: str) -> str:
    return f"{_called(field)} was not understood: load the page again" if field else UNREADABLE


def _called(field: str) -> str:
    """The field as a sentence begins with it."""
    bare = next((field.removesuffix(end) for end in UNITS if field.endswith(end)), field)
    name = FIELDS.get(field) or bare.replace("_", " ")
    return name[:1].upper() + name[1:] if len(name) > 1 else name


CHECKS: Mapping[type[inspect.Type], Callable[[Any, Any, str], str]] = {
    inspect.StructType: _of_fields,
    inspect.DataclassType: _of_fields,
    inspect.UnionType: _of_union,
    inspect.ListType: _of_list,
    inspect.VarTupleType: _of_list,
    inspect.DictType: _of_dict,
    inspect.StrType: _of_text,
    inspect.IntType: _of_number,
    inspect.FloatType: _of_number,
    inspect.LiteralType: _of_literal,
    inspect.NoneType: lambda plain, _, field: "" if plain is None else _wrong(field),
    inspect.BoolType: lambda plain, _, field: "" if isinstance(plain, bool) else _wrong(field),
}
"""How each kind of value is looked at; of another kind nothing is found."""
