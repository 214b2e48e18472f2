"""What people type, checked against what there is: names, values, numbers.

Law: nothing that a file says is passed over. A name that is not known is refused with the
nearest one that is; a number has bounds even where its type has none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec import inspect

Plain: TypeAlias = Any
"""None, bool, int, float, str, or lists and string-keyed dicts of them."""

T = TypeVar("T")


class BadState(ValueError):
    """Plain data that is not what it should be; the message names the place."""


MOST = 10_000
"""No count, and no length in a rule set's unit, is larger; lengths and angles may be below 0."""
_DEEPEST = 8
_LONGEST = 4000
_LISTED = 12
_MOST_ENTRIES = 1000


_NEAR = 0.66
"""Two of three letters: one wrong in a word of three."""

_FEW = 3
"""Of so few letters one is a third or a half."""


def nearest(word: str, known: Collection[str], cutoff: float = _NEAR) -> str:
    """The known name that *word* may have meant: the only one that is a slip of one letter away,
    or else the one that shares most, *cutoff* of its letters; "" when none does."""
    slips = [one for one in known if _slipped(str(word), one)]
    if len(slips) == 1:
        return slips[0]
    by_form = {form(one): one for one in known}
    found = get_close_matches(form(word), by_form, n=1, cutoff=cutoff)
    return by_form[found[0]] if found else ""


def _slipped(word: str, name: str) -> bool:
    """Is it that name with one letter wrong, missing, doubled or before the last?

    Of a few signs that are not all letters (``R1``, ``12``) every other one would be.
    """
    if len(name) < 2 or (len(name) <= _FEW and not (word.isalpha() and name.isalpha())):
        return False
    if len(word) == len(name):
        wrong = [at for at in range(len(name)) if word[at] != name[at]]
        swapped = len(wrong) == 2 and wrong[1] == wrong[0] + 1
        return len(wrong) == 1 or (swapped and sorted(word) == sorted(name))
    long, short = sorted((word, name), key=len, reverse=True)
    return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))


def form(word: str) -> str:
    """A name without what people write differently: case, blanks, underscores, hyphens."""
    return " ".join(str(word).lower().replace("_", " ").replace("-", " ").split())


def instead(word: str, known: Collection[str]) -> str:
    """The end of a sentence about an unknown name: the nearest right one, or all of them."""
    if near := nearest(word, known):
        return f"did you mean {near!r}?"
    listed = sorted(filter(None, known))
    return f"there are {', '.join(listed[:_LISTED])}{' …' if len(listed) > _LISTED else ''}"


def understood(word: str, known: Collection[str]) -> str | None:
    """*word* as the book spells it, whatever its case, blanks, underscores or hyphens."""
    if word in known:
        return word
    return next((one for one in known if form(one) == form(word)), None)


def check_keys(plain: Mapping[str, Plain], known: Collection[str], place: str) -> None:
    """Every key is known.

    Raises:
        BadState: naming the first that is not, and the nearest that is.
    """
    for key in plain:
        if key not in known:
            raise BadState(f"{place}: there is no {key!r}: {instead(str(key), known)}")


def check_words(words: Iterable[str], known: Collection[str], place: str) -> None:
    """Every word is known, or empty.

    Raises:
        BadState: naming the first that is not, and the nearest that is.
    """
    for word in words:
        if word and word not in known:
            raise BadState(f"{place}: there is no {word!r}: {instead(word, known)}")


def refuse_twins(entries: Iterable[Plain], key: str, place: str) -> None:
    """No two entries have the same *key*, and there are not too many.

    Raises:
        BadState: naming the first twin.
    """
    met: set[str] = set()
    for count, one in enumerate(entries):
        if count >= _MOST_ENTRIES:
            raise BadState(f"{place}: more than {_MOST_ENTRIES} are given")
        name = one.get(key) if isinstance(one, dict) else None
        if isinstance(name, str) and name in met:
            raise BadState(f"{place}: {key} {name!r} stands there twice")
        met.add(str(name))


def check_plain(plain: Plain, place: str, depth: int = 0) -> None:
    """Plain data of any shape is not too deep, its words not too long, its numbers within bounds.

    Raises:
        BadState: naming the place.
    """
    if depth > _DEEPEST:
        raise BadState(f"{place}: it is nested too deep")
    if isinstance(plain, dict):
        for key, value in plain.items():
            check_plain(value, f"{place}.{str(key)[:40]}", depth + 1)
    elif isinstance(plain, list | tuple):
        for at, value in enumerate(plain):
            check_plain(value, f"{place}[{at}]", depth + 1)
    elif isinstance(plain, int | float):
        _number(plain, -MOST, MOST, place)
    elif isinstance(plain, str):
        _text(plain, None, place)


def read_by_hand(plain: Plain, kind: type[T], place: str) -> T:
    """The value of type *kind* that hand-written *plain* describes; *place* is named in faults.

    Raises:
        BadState: an unknown name, a value of the wrong type, or a number out of bounds.
    """
    shape: Callable[[Any], inspect.Type] = _shape
    _check(plain, shape(kind), place)
    try:
        found: T = msgspec.convert(plain, kind)
    except msgspec.ValidationError as why:
        raise BadState(f"{place}: {why}") from None
    return found


@cache
def _shape(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _check(plain: Plain, shape: Any, place: str) -> None:
    for kinds, check in _CHECKS:
        if isinstance(shape, kinds):
            check(plain, shape, place)
            return


def _fields(plain: Plain, shape: Any, place: str) -> None:
    if not isinstance(plain, dict):
        return
    fields = {field.encode_name: field.type for field in shape.fields}
    tags = {shape.tag_field} if getattr(shape, "tag_field", None) else set()
    # Fields that older files still hold: they are read, and mean nothing any more.
    retired = getattr(shape.cls, "RETIRED", ())
    check_keys(plain, {*fields, *tags, *retired}, place)
    for key, value in plain.items():
        if key in fields:
            _check(value, fields[key], f"{place}.{key}")


def _values(plain: Plain, shape: Any, place: str) -> None:
    if isinstance(plain, dict):
        for key, value in plain.items():
            _check(value, shape.value_type, f"{place}.{str(key)[:40]}")


def _items(plain: Plain, shape: Any, place: str) -> None:
    if isinstance(plain, list | tuple):
        refuse_twins(plain, "id", place)
        for at, value in enumerate(plain):
            named = value.get("id", at) if isinstance(value, dict) else at
            _check(value, shape.item_type, f"{place}[{str(named)[:40]}]")


def _each(plain: Plain, shape: Any, place: str) -> None:
    if isinstance(plain, list | tuple):
        for at, (value, kind) in enumerate(zip(plain, shape.item_types, strict=False)):
            _check(value, kind, f"{place}[{at}]")


def _one_of(plain: Plain, shape: Any, place: str) -> None:
    """The first member of a union that has this kind of plain value."""
    wanted: tuple[type, ...] = {
        dict: (inspect.StructType, inspect.DataclassType, inspect.DictType),
        list: (inspect.ListType, inspect.VarTupleType, inspect.TupleType),
        str: (inspect.LiteralType, inspect.StrType),
        int: (inspect.IntType, inspect.FloatType),
        float: (inspect.FloatType,),
    }.get(type(plain), ())
    for kind in shape.types:
        if isinstance(kind, wanted):
            _check(plain, kind, place)
            return


def _word(plain: Plain, shape: Any, place: str) -> None:
    if isinstance(plain, str) and plain not in shape.values:
        known = [str(value) for value in shape.values]
        raise BadState(f"{place}: there is no {plain!r}: {instead(plain, known)}")


def _text(plain: Plain, shape: Any, place: str) -> None:
    if isinstance(plain, str) and len(plain) > _LONGEST:
        raise BadState(f"{place}: at most {_LONGEST} characters are read")


def _whole(plain: Plain, shape: Any, place: str) -> None:
    if isinstance(plain, int | float) and not isinstance(plain, bool):
        least = 0 if shape.ge is None else shape.ge
        _number(plain, least, MOST if shape.le is None else shape.le, place)


def _length(plain: Plain, shape: Any, place: str) -> None:
    if isinstance(plain, int | float) and not isinstance(plain, bool):
        least = -MOST if shape.ge is None else shape.ge
        _number(plain, least, MOST if shape.le is None else shape.le, place)


def _number(plain: float, least: float, most: float, place: str) -> None:
    if isinstance(plain, float) and not math.isfinite(plain):
        raise BadState(f"{place}: a number must be finite")
    if not least <= plain <= most:
        shown = str(plain)[:20]
        raise BadState(f"{place}: {shown} is out of bounds, it is {least:g} to {most:g}")


_CHECKS: tuple[tuple[tuple[type, ...], Callable[[Plain, Any, str], None]], ...] = (
    ((inspect.StructType, inspect.DataclassType), _fields),
    ((inspect.DictType,), _values),
    ((inspect.ListType, inspect.VarTupleType, inspect.SetType, inspect.FrozenSetType), _items),
    ((inspect.TupleType,), _each),
    ((inspect.UnionType,), _one_of),
    ((inspect.LiteralType,), _word),
    ((inspect.StrType,), _text),
    ((inspect.IntType,), _whole),
    ((inspect.FloatType,), _length),
    ((inspect.AnyType,), lambda plain, shape, place: check_plain(plain, place)),
)
