"""What a hand-written case may hold beside a table and actions: armies, views and questions.

``armies`` are checked and counted, and two of them make the state. ``show`` names views of the
state after the actions. ``ask`` holds questions that a book answers outside of any action.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rules.cases.table import BadCase
from rules.kernel.army_check import check_army_house, check_spelling
from rules.kernel.plain import from_plain, to_plain
from rules.kernel.protocol import Army, ArmyUnit, BadState, IllegalAction, Plain, Question, RuleSet
from vision.table.by_hand import check_keys, check_plain, instead, read_by_hand
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Snapshot


def read_armies(rule_set: RuleSet, plain: Plain, house: dict[str, str]) -> tuple[Army, ...]:
    """One or two armies, in the shape of an army file; *house* overrules their own switches.

    Raises:
        BadCase, BadState: more than two, or not armies.
    """
    entries = from_plain(plain, list[dict[str, Any]])
    if len(entries) > 2:
        raise BadCase(f"armies: {len(entries)} are given, a battle has two sides")
    return tuple(_army(rule_set, entry, house) for entry in entries)


def _army(rule_set: RuleSet, entry: dict[str, Plain], house: dict[str, str]) -> Army:
    own = from_plain(entry.get("house", {}), dict[str, str])
    check_army_house(rule_set, own)
    army = read_by_hand({"side": "", **entry, "rules": rule_set.name}, Army, "armies")
    check_spelling(rule_set, army)
    return Army(army.side, army.rules, army.units, army.name, army.brigades, {**own, **house})


def counted(rule_set: RuleSet, army: Army) -> dict[str, Plain]:
    """What the roster says of *army*: ``points`` in all and of each of its ``units``, its
    ``faults``, and ``notes`` that are only advice, as fields. A unit that the book has no price
    for, and of which ``faults`` complains, has None."""
    said = rule_set.roster.check(army)
    points = {one.id: _points(rule_set, one) for one in army.units}
    return {
        "side": army.side,
        "points": sum(value for value in points.values() if value is not None),
        "units": points,
        "faults": [to_plain(one) for one in said if one.kind == "fault"],
        "notes": [to_plain(one) for one in said if one.kind != "fault"],
    }


def _points(rule_set: RuleSet, unit: ArmyUnit) -> float | None:
    try:
        return rule_set.roster.points(unit)
    except (KeyError, ValueError):
        return None


def raised(rule_set: RuleSet, armies: tuple[Army, ...], house: dict[str, str]) -> dict[str, Plain]:
    """The state that two armies begin a battle with; empty when there are not two.

    Raises:
        BadCase, BadState, IllegalAction: no battle can begin with them.
    """
    if len(armies) != 2:
        return {}
    try:
        state = rule_set.new_game((armies[0], armies[1]), house)
    except (BadState, IllegalAction):
        raise
    except (KeyError, ValueError) as why:
        raise BadCase(f"armies: {rule_set.title} cannot begin with them: {why}") from None
    plain: dict[str, Plain] = msgspec.json.decode(msgspec.json.encode(state))
    return plain


def shown(rule_set: RuleSet, names: Plain, state: Any, table: Snapshot) -> dict[str, Plain]:
    """The views called *names*, each a word of ``VIEWS`` with a unit or side where it takes one.

    Raises:
        BadCase: there is no such view.
    """
    return {name: _view(rule_set, name, state, table) for name in from_plain(names, list[str])}


def _view(rule_set: RuleSet, name: str, state: Any, table: Snapshot) -> Plain:
    view, _, of = name.partition(" ")
    if view not in VIEWS:
        raise BadCase(f"show: no view {view!r}: {instead(view, VIEWS)}")
    try:
        return to_plain(VIEWS[view](rule_set, state, table, of))
    except KeyError:
        raise BadCase(f"show: there is no {of!r} to show") from None


def _offers(rule_set: RuleSet, state: Any, table: Snapshot, of: str) -> Plain:
    return [one for one in rule_set.actions(state, table) if of in ("", one.action.by)]


VIEWS: dict[str, Callable[[RuleSet, Any, Snapshot, str], Plain]] = {
    "offers": _offers,
    "status": lambda rule_set, state, table, of: rule_set.status(state),
    "winner": lambda rule_set, state, table, of: rule_set.winner(state),
    "card": lambda rule_set, state, table, of: rule_set.card(state, of),
    "hand": lambda rule_set, state, table, of: rule_set.side_card(state, of),
    "bands": lambda rule_set, state, table, of: rule_set.bands(state, of),
    "premeasure": lambda rule_set, state, table, of: rule_set.premeasure(state),
    "reference": lambda rule_set, state, table, of: rule_set.reference(),
}
"""``offers`` takes a unit or nothing; ``card`` and ``bands`` a unit; ``hand`` a side."""


def told(
    rule_set: RuleSet, asked: Plain, state: Any, table: Snapshot, armies: tuple[Army, ...]
) -> list[Plain]:
    """The answers to the questions of a case, in order.

    Raises:
        BadCase, BadState, IllegalAction, Unmeasurable: the book does not know the question, or
            cannot answer it.
    """
    entries = from_plain(asked, list[dict[str, Any]])
    return [to_plain(_answer(rule_set, one, state, table, armies)) for one in entries]


def _answer(
    rule_set: RuleSet, one: dict[str, Plain], state: Any, table: Snapshot, armies: tuple[Army, ...]
) -> Plain:
    what = str(one.get("what", ""))
    if what not in rule_set.lookups:
        known = ", ".join(sorted(rule_set.lookups)) or "none"
        meant = instead(what, rule_set.lookups)
        raise BadCase(f"ask: {rule_set.title} is not asked {what!r}; it knows: {known}; {meant}")
    more = _Asked({key: value for key, value in one.items() if key != "what"})
    check_plain(more, "ask")
    question = Question(what, state, table, armies, more)
    try:
        answer = rule_set.lookups[what](question)
    except (BadState, IllegalAction, Unmeasurable):
        raise
    except (TypeError, AttributeError, KeyError, IndexError, ValueError) as why:
        raise BadCase(f"ask: {what!r} cannot be answered: {why}") from None
    if more.read:
        check_keys(more, more.read, f"ask: {what}")
    return answer


class _Asked(dict[str, Plain]):
    """What a question says, noting what the book wanted to know: the rest is a misspelling."""

    def __init__(self, said: dict[str, Plain]) -> None:
        super().__init__(said)
        self.read: set[str] = set()

    def get(self, key: str, default: Plain = None) -> Plain:
        """As of a dict."""
        self.read.add(key)
        return super().get(key, default)
