"""Compares what a case came to beside its actions: armies, views, answers and house rules.

``armies``: one object an army, of which ``faults`` are as many as given, each with those words
(or ``"any"``), ``notes`` are among its notes and ``lacking`` words that neither holds.
``shown`` and ``told``: compared by the keys given. ``hides``: a word that a view may not hold.
``house``: house rules that the rulings name.
"""

from __future__ import annotations

import json
from typing import Any

from rules.kernel.plain import from_plain
from rules.kernel.refusal import Refusal

KEYS = ("armies", "shown", "hides", "told", "house")


def without(expect: dict[str, Any]) -> list[tuple[str, Any]]:
    """What *expect* holds besides."""
    return [(what, want) for what, want in expect.items() if what not in KEYS]


def verify_beside(expect: dict[str, Any], came: dict[str, Any]) -> None:
    """A difference is an AssertionError that shows what came."""
    if "armies" in expect:
        for want, army in zip(expect["armies"], came["armies"], strict=True):
            _army(want, army)
    shown, told = json.loads(json.dumps([came.get("shown", {}), came.get("told", [])]))
    assert holds(expect.get("shown", {}), shown), shown
    for view, word in expect.get("hides", {}).items():
        assert word not in json.dumps(shown[view]), shown[view]
    named = {switch for ruling in came["rulings"] for switch in ruling["house"]}
    assert set(expect.get("house", ())) <= named, named
    if "told" in expect:
        pairs = zip(expect["told"], as_lines(told), strict=True)
        assert all(holds(want, got) for want, got in pairs), told


def _army(want: dict[str, Any], army: dict[str, Any]) -> None:
    want = dict(want)
    faults, notes = want.pop("faults", ()), want.pop("notes", ())
    wrong, advised = as_lines(army["faults"]), as_lines(army["notes"])
    if faults != "any":
        assert len(faults) == len(wrong), wrong
        for words in faults:
            assert any(words in one for one in wrong), wrong
    lacking = want.pop("lacking", "nothing of the kind")
    assert not any(lacking in one for one in (*wrong, *advised)), army
    for words in notes:
        assert any(words in one for one in advised), advised
    assert holds(want, army), army


def as_lines(told: Any) -> Any:
    """The same with each refusal in it, note or warning as one line of text, "" for none."""
    if told is None:
        return ""
    if isinstance(told, dict):
        if "says" in told and "about" in told:
            return str(from_plain(told, Refusal))
        return {key: as_lines(one) for key, one in told.items()}
    return [as_lines(one) for one in told] if isinstance(told, list) else told


def holds(part: Any, whole: Any) -> bool:
    """Is *part* found in *whole*?  ``"*"`` is anything; text may be a part of the text."""
    if part == "*":
        return True
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(
            key in whole and holds(value, whole[key]) for key, value in part.items()
        )
    if isinstance(part, list) and part and isinstance(part[0], dict):
        return all(any(holds(one, other) for other in whole) for one in part)
    if isinstance(part, list):
        return list(whole) == part
    if isinstance(part, str) and isinstance(whole, str):
        return part in whole if part else whole == part
    return bool(part == whole)
