"""What happened to whom, in one line: the consequences of an action as people say them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import convert

from rules.kernel.protocol import Plain
from rules.kernel.telling.ledger import Consequence, Weight
from rules.kernel.telling.names import is_plural, titled

MOST = 4
"""How many units a headline names; the card lists the others."""


def headline(
    consequences: Sequence[Mapping[str, Plain]], names: Mapping[str, str], else_says: str = ""
) -> str:
    """The gravest consequences, unit by unit: "Cromwell's Horse loses 2: 6 of 8 left".

    *consequences*: as the journal keeps them. *names*: unit id to what people call it.
    *else_says*: what is said when nobody lost anything or wavered.
    """
    told = [convert(dict(one), Consequence) for one in consequences]
    grave = [one for one in told if one.weight <= Weight.MORALE]
    if not grave and else_says:
        return else_says
    chosen = _graver(grave or told)
    by_unit: dict[str, list[Consequence]] = {}
    for one in chosen:
        by_unit.setdefault(one.who, []).append(one)
    lines = [_of_one(those, names) for those in list(by_unit.values())[:MOST]]
    more = len(by_unit) - MOST
    if more > 0:
        lines.append(f"and {more} more")
    return "; ".join(lines)


def _graver(told: Sequence[Consequence]) -> list[Consequence]:
    """Without what goes without saying: of a unit that is out, how it stands, and that of it
    nothing is left."""
    out = {one.who for one in told if one.weight == Weight.OUT and one.kind == "unit"}
    return [
        one
        for one in told
        if one.who not in out
        or one.weight == Weight.OUT
        or (one.weight == Weight.LOSSES and one.after)
    ]


def listed(
    consequences: Sequence[Mapping[str, Plain]], names: Mapping[str, str]
) -> list[dict[str, Plain]]:
    """Every consequence as a line of its own, for the card below the headline."""
    told = [convert(dict(one), Consequence) for one in consequences]
    return [
        {
            "who": one.who, "side": one.side, "kind": one.kind, "what": one.what,
            "before": one.before, "after": one.after, "weight": int(one.weight),
            "says": _of_one([one], names),
        }
        for one in told
    ]  # fmt: skip


def to_do(consequences: Sequence[Mapping[str, Plain]], names: Mapping[str, str]) -> list[str]:
    """What people do with the models now: "Lisle's Foot: take 2 figures off"."""
    told = [convert(dict(one), Consequence) for one in consequences]
    asked = [one for one in told if one.to_do is not None]
    return [f"{names.get(one.who, one.who)}: {one.to_do.plain()}" for one in asked if one.to_do]


def _of_one(those: Sequence[Consequence], names: Mapping[str, str]) -> str:
    first = those[0]
    name = titled(first.who) if first.kind == "side" else names.get(first.who, first.who)
    several = is_plural(name) if first.several is None else first.several
    says = ", ".join(one.says.plain(dict(names), several=several) for one in those)
    return says[:1].upper() + says[1:] if first.kind == "game" else f"{name} {says}"
