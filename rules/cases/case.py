"""One hand-written case: a rule set, a table, a state, actions and the answers to their prompts.

A case is plain data (it is a file that somebody typed), so all of it is hostile until checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.books import RULE_SETS
from rules.cases.asked import counted, raised, read_armies, shown, told
from rules.cases.declared import read_actions, read_answers, read_house, with_nearest
from rules.cases.table import BadCase, moved, read_table
from rules.kernel.engine import rulings_so_far
from rules.kernel.plain import from_plain, to_plain
from rules.kernel.prompts import BadAnswer, Look, Prompt
from rules.kernel.protocol import (
    Action,
    Army,
    BadState,
    IllegalAction,
    Outcome,
    Plain,
    RuleSet,
    Ruling,
)
from rules.kernel.telling.ledger import Consequence, consequences
from vision.table.by_hand import check_keys, check_plain, nearest
from vision.table.snapshot import Snapshot
from vision.table.terrain_kinds import unruled

_KEYS = (
    "rules", "house", "table", "readings", "state", "actions", "answers", "armies", "show", "ask",
    "id", "ids", "says", "why", "expect", "scene",
)  # fmt: skip
"""What a case may hold; those of the last line are for its reader, and for case books."""


class Case(msgspec.Struct, frozen=True):
    """A case as read: the set, its state, the table, what is declared and answered; the armies,
    and the views and questions of ``case_asked``."""

    rule_set: RuleSet
    state: Any
    table: Snapshot
    actions: tuple[Action, ...]
    answers: tuple[dict[str, Plain], ...]
    armies: tuple[Army, ...] = ()
    show: Plain = ()
    ask: Plain = ()


class Step(msgspec.Struct, frozen=True):
    """How far one action came: its prompts so far, and either an outcome or a pending prompt with
    what was ruled on the way to it."""

    prompts: tuple[Prompt, ...]
    table: Snapshot
    outcome: Outcome | None = None
    pending: Prompt | None = None
    so_far: tuple[Ruling, ...] = ()


class Told(msgspec.Struct, frozen=True):
    """One action that has ended: what was declared, what it came to and what it changed."""

    action: Action
    outcome: Outcome
    changed: tuple[Consequence, ...]

    def changes(self) -> list[Plain]:
        """What it changed and for whom, each with its sentence."""
        return [{**to_plain(one), "text": one.says.plain()} for one in self.changed]

    def tree(self) -> Plain:
        """The action, its steps with dice, working, readings, house rules and rules, and what
        they changed; no sentence in it holds an id."""
        steps = to_plain(self.outcome.rulings)
        return {"action": to_plain(self.action), "steps": steps, "consequences": self.changes()}


def resolve_case(case: dict[str, Plain], rule_sets: Iterable[RuleSet] = ()) -> dict[str, Plain]:
    """What the rules make of *case*: prompts, rulings, consequences, the state after, the open
    prompt (None when every action has ended) with what its action has ruled so far, and the same
    as a ``tree``: each action with its steps and its consequences.

    Raises:
        BadCase, BadState: the case is malformed.
        BadAnswer: an answer is wrong, of another kind than asked, or left over.
        IllegalAction, Unmeasurable: as the rule set says.
    """
    read = read_case(case, rule_sets)
    state, table, answers = read.state, read.table, list(read.answers)
    prompts: list[Prompt] = []
    told: list[Told] = []
    pending: Prompt | None = None
    so_far: tuple[Ruling, ...] = ()
    for action in read.actions:
        step = run_action(read.rule_set, action, state, table, answers)
        prompts.extend(step.prompts)
        table, pending, so_far = step.table, step.pending, step.so_far
        if step.outcome is None:
            break
        changed = consequences(read.rule_set.ledger, state, step.outcome.state)
        told.append(Told(action, step.outcome, changed))
        state = step.outcome.state
    if answers and pending is None:
        raise BadAnswer(f"{len(answers)} answers are left over: nothing more is asked")
    return {
        "prompts": to_plain(prompts),
        "rulings": to_plain([ruling for one in told for ruling in one.outcome.rulings]),
        "consequences": [plain for one in told for plain in one.changes()],
        "tree": [one.tree() for one in told],
        "notes": unruled(piece.kind for piece in table.terrain),
        "state": to_plain(state),
        "pending": to_plain(pending),
        "so_far": to_plain(so_far),
        **_beside(read, state, table),
    }


def _beside(read: Case, state: Any, table: Snapshot) -> dict[str, Plain]:
    """What was asked for beside the actions; nothing of it when nothing was."""
    out: dict[str, Plain] = {}
    if read.armies:
        out["armies"] = [counted(read.rule_set, army) for army in read.armies]
    if read.show:
        out["shown"] = shown(read.rule_set, read.show, state, table)
    if read.ask:
        out["told"] = told(read.rule_set, read.ask, state, table, read.armies)
    return out


def run_action(
    rule_set: RuleSet,
    action: Action,
    state: Any,
    table: Snapshot,
    answers: list[dict[str, Plain]],
) -> Step:
    """Resolve one action, taking answers off the front of *answers* until they run out.

    Raises:
        IllegalAction, BadState: from the rules, with the nearest right name of what it is at.
    """
    try:
        return _run(rule_set, action, state, table, answers)
    except IllegalAction as why:
        says = with_nearest(why.refusal.says, action, state, table)
        raise IllegalAction(replace(why.refusal, says=says)) from None
    except BadState as why:
        raise BadState(with_nearest(str(why), action, state, table)) from None


def _run(
    rule_set: RuleSet,
    action: Action,
    state: Any,
    table: Snapshot,
    answers: list[dict[str, Plain]],
) -> Step:
    rule = rule_set.resolve(action, state, table)
    prompts: list[Prompt] = []
    answer: Any = None
    while True:
        try:
            prompt = rule.send(answer)
        except StopIteration as stop:
            return Step(tuple(prompts), table, outcome=stop.value)
        prompts.append(prompt)
        if not answers:
            so_far = rulings_so_far(rule)
            return Step(tuple(prompts), table, pending=prompt, so_far=so_far)
        answer = parse_answer(prompt, answers.pop(0), table)
        if isinstance(prompt, Look):
            table = answer


def parse_answer(prompt: Prompt, given: dict[str, Plain], table: Snapshot) -> Any:
    """The answer to *prompt* from ``{"roll": …}``, ``{"choose": …}``, ``{"draw": …}`` or
    ``{"look": {"bases": …}}``, where bases not named stay as they are on *table*.

    Raises:
        BadAnswer: it answers another kind of prompt, or the prompt refuses it.
    """
    asked = prompt.__struct_config__.tag
    if not isinstance(given, dict) or list(given) != [asked]:
        kind = ", ".join(map(str, given)) if isinstance(given, dict) else str(given)
        raise BadAnswer(f"{prompt.what}: this asks for {asked!r}, the case answers {kind!r}")
    raw = given[str(asked)]
    if isinstance(prompt, Look) and isinstance(raw, dict):
        raw = moved(table, raw)
    return prompt.parse(raw)


def read_case(case: dict[str, Plain], rule_sets: Iterable[RuleSet] = ()) -> Case:
    """*case*, checked.

    Raises:
        BadCase, BadState: something is missing, unknown or of the wrong type.
    """
    if not isinstance(case, dict):
        raise BadCase("a case is an object with rules, table, state, actions and answers")
    check_keys(case, _KEYS, "case")
    rule_set = find_rule_set(str(case.get("rules", "")), rule_sets)
    state = case.get("state", {})
    if not isinstance(state, dict):
        raise BadCase("state must be an object")
    house = read_house(rule_set, state, case)
    armies = read_armies(rule_set, case.get("armies", []), house)
    begun = _read_state(rule_set, {**merge(raised(rule_set, armies, house), state), "house": house})
    return Case(
        rule_set,
        begun,
        read_table(case.get("table", {}), case.get("readings", [])),
        read_actions(rule_set, case.get("actions", []), begun),
        read_answers(case.get("answers", [])),
        armies,
        case.get("show", ()),
        case.get("ask", ()),
    )


def _read_state(rule_set: RuleSet, plain: dict[str, Plain]) -> Any:
    """The state, also from the short form of a rule set, which may meet anything in it."""
    check_plain(plain, "state")
    if rule_set.read_state is None:
        return from_plain(plain, rule_set.state_type)
    try:
        return rule_set.read_state(plain)
    except (BadCase, BadState):
        raise
    except (TypeError, AttributeError, KeyError, ValueError) as why:
        raise BadCase(f"the state is not one of {rule_set.title}: {why}") from None


def find_rule_set(name: str, rule_sets: Iterable[RuleSet] = ()) -> RuleSet:
    """The rule set called *name*.

    Raises:
        BadCase: there is none.
    """
    known: tuple[RuleSet, ...] = tuple(rule_sets) or RULE_SETS
    for rule_set in known:
        if rule_set.name == name:
            return rule_set
    names = [one.name for one in known]
    near = f" (did you mean {nearest(name, names)!r}?)" if nearest(name, names) else ""
    raise BadCase(f"no rule set {name!r}: there are {', '.join(names)}{near}")


def expand_book(book: dict[str, Plain]) -> tuple[dict[str, Plain], ...]:
    """The cases of a case book: each is laid over the scene it names.

    A book is ``{"scenes": {name: case}, "cases": [{"scene": name, …}]}``; objects are merged
    key by key, everything else is replaced. A lone case is a book of one.

    Raises:
        BadCase: a case names a scene that the book does not hold.
    """
    if "cases" not in book:
        return (book,)
    scenes = book.get("scenes", {})
    return tuple(_laid_over(scenes, case) for case in book["cases"])


def _laid_over(scenes: dict[str, Plain], case: dict[str, Plain]) -> dict[str, Plain]:
    name = case.get("scene")
    if name is None:
        return case
    if name not in scenes:
        raise BadCase(f"no scene {name!r} in this book: there are {', '.join(scenes)}")
    return merge(_laid_over(scenes, scenes[name]), case)


def merge(below: dict[str, Plain], above: dict[str, Plain]) -> dict[str, Plain]:
    """*above* laid over *below*: objects key by key, everything else replaced."""
    out = dict(below)
    for key, value in above.items():
        known = out.get(key)
        if isinstance(value, dict) and isinstance(known, dict):
            value = merge(known, value)
        out[key] = value
    return out
