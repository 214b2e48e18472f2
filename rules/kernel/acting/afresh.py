"""What lasts a turn, a phase or a bound, and is then as it is in whoever has done nothing yet."""

from __future__ import annotations

from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields


def afresh(kind: type[Struct], names: str) -> dict[str, Any]:
    """The fields of those *names*, blanks between them, each at its default: for ``change``.

    Raises:
        TypeError: there is no such field, or it has no default that is shared.
    """
    usual = {one.name: one.default for one in fields(kind) if one.default is not NODEFAULT}
    if strange := set(names.split()) - set(usual):
        raise TypeError(f"{kind.__name__} has no default for {', '.join(sorted(strange))}")
    return {name: usual[name] for name in names.split()}
