"""What has changed between two views of the table, and nothing else.

Law: pure. A list whose things have names (bases, units, rulings) is told by its changed members.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.kernel.protocol import Plain
from webui.game.told.page.watchers import MembersChanged

NAMED = {"bases": "payload", "units": "unit", "verdicts": "id"}
"""The lists that are told by member, each with the member's name."""

ALWAYS = (
    "source",
    "can",
    "banner",
    "blind",
    "size_in",
    "terrain",
    "game",
    "open",
    "prompt",
    "guide",
)
OF_A_RULING = ("id", "event", "headline", "says", "faces", "total", "action")
OF_A_BASE = (
    "payload", "status", "unit", "side", "frontage_in", "depth_in", "round", "x_in", "y_in",
    "facing_deg",
)  # fmt: skip
OF_A_UNIT = ("unit", "name", "side", "kind", "badges", "gone", "strength")
NEWEST = 6


def for_watchers(view: Mapping[str, Plain]) -> dict[str, Plain]:
    """Of a spectator's view what a watcher is shown."""
    told = {name: view.get(name) for name in ALWAYS}
    told["bases"] = [_part(one, OF_A_BASE) for one in view["bases"]]
    told["units"] = [_part(one, OF_A_UNIT) for one in view["units"]]
    holds = [one for one in view["verdicts"] if not one.get("instead")]
    told["verdicts"] = [_part(one, OF_A_RULING) for one in holds[:NEWEST]]
    return told


def _part(whole: Mapping[str, Plain], names: tuple[str, ...]) -> dict[str, Plain]:
    return {name: whole[name] for name in names if name in whole}


@dataclass(frozen=True, slots=True)
class Difference:
    """As ``WatchersNow`` has it."""

    set: dict[str, Plain]
    lists: dict[str, MembersChanged]


def changed(old: Mapping[str, Plain] | None, new: Mapping[str, Plain]) -> Difference:
    """``set``: whole values; ``lists``: of a named list its changed members (``put``) and the
    names of all, in order (``names``, only when they differ). Everything for an *old* of None."""
    if old is None:
        return Difference(dict(new), {})
    told = Difference({}, {})
    for key, value in new.items():
        if value == old.get(key):
            continue
        if key in NAMED:
            told.lists[key] = _members(old[key], value, NAMED[key])
        else:
            told.set[key] = value
    return told


def _members(old: list[dict[str, Plain]], new: list[dict[str, Plain]], name: str) -> MembersChanged:
    before = {one[name]: one for one in old}
    put = [one for one in new if before.get(one[name]) != one]
    names = [one[name] for one in new]
    return MembersChanged(put) if names == list(before) else MembersChanged(put, names)
