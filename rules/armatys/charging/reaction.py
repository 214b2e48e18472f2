"""Reaction tests: to charge, to stand, to stop pursuing (PAS-REA)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.armatys.state import Battle, Unit
from rules.armatys.switches import GENERAL_WHEN
from rules.armatys.tables import MORALE, REACTIONS
from rules.armatys.units.counters import classed
from rules.armatys.units.troops import defends_obstacle, general_with, reacts_as_horse
from rules.kernel.prompts import Option, Steps, choose, roll
from rules.kernel.protocol import Modifier
from rules.kernel.telling.words import many

Test = Literal["charge", "stand", "stop"]
RULES: dict[str, tuple[str, str, str, str, str]] = {
    "charge": ("PAS-REA-01", "PAS-REA-02", "PAS-REA-03", "", "PAS-REA-04"),
    "stand": ("PAS-REA-12", "PAS-REA-13", "", "PAS-REA-14", "PAS-REA-15"),
    "stop": ("PAS-REA-19", "PAS-REA-20", "PAS-REA-20", "PAS-REA-20", "PAS-REA-20"),
}
"""Each test: base number, counters, horse, obstacle, general."""


class Need(Struct, frozen=True):
    """The die needed before the general's plus or minus, with its working."""

    number: int
    modifiers: tuple[Modifier, ...]


def base_number(one: Unit, test: Test) -> int:
    """The class's number for a test."""
    morale = MORALE[one.morale or "Average"]
    return {"charge": morale.charge, "stand": morale.stand, "stop": morale.stop}[test]


def need(play: Battle, one: Unit, test: Test) -> Need:
    """PAS-REA-01 to -03, -12 to -14, -19, -20: the number needed by class, counters, horse
    and obstacle."""
    table, rules = REACTIONS[test], RULES[test]
    lines = [Modifier(one.morale or "Average", str(base_number(one, test)), rules[0])]
    if one.counters:
        more = f"{one.counters * table['counter']:+d}"
        lines.append(Modifier(many(one.counters, "counter"), more, rules[1]))
    if table["horse"] and reacts_as_horse(play, one):
        lines.append(Modifier("horse", f"{table['horse']:+d}", rules[2]))
    if table["obstacle"] and defends_obstacle(one):
        lines.append(Modifier(f"defending a {one.defending}", f"{table['obstacle']:+d}", rules[3]))
    return Need(sum(int(line.value) for line in lines), tuple(lines))


def always_fails(one: Unit, test: Test, against: Unit | None) -> str:
    """The rule by which a unit fails without a die (PAS-REA-07, PAS-REA-17, PAS-APP-06).

    Irregular light cavalry fears Horse, not its like.
    """
    if one.gun is not None and test != "stop":
        return "PAS-REA-07" if test == "charge" else "PAS-REA-17"
    horse = against is not None and against.kind == "horse"
    if one.kind == "light horse" and horse and test != "stop":
        return "PAS-APP-06"
    return ""


def react(play: Battle, unit_id: str, test: Test, against: str = "") -> Steps[tuple[Battle, bool]]:
    """One reaction test; the play and whether it passed.

    PAS-REA-18: 1 or less always passes and more than 6 always fails, both without a die.
    """
    foe = next((one for one in play.state.units if one.id == against), None)
    rule = always_fails(play.unit(unit_id), test, foe)
    if rule:
        says = f"{play.unit(unit_id).does('fails')} the {test} test without a die."
        return play.step(says, rule), False
    play = yield from classed(play, unit_id)
    one = play.unit(unit_id)
    wanted = need(play, one, test)
    number, face, passed = yield from _thrown(play, one, test, wanted.number)
    lines = wanted.modifiers
    if helped := number - wanted.number:
        lines = (*lines, Modifier("general", f"{helped:+d}", RULES[test][4]))
    # Without a die it is the number that decides: 1 or less passes, more than 6 fails.
    decided = "" if face else ": always, and without a die"
    says = (
        f"{one.does('passes' if passed else 'fails')} the {test} test, needing {number}{decided}."
    )
    why = () if face else ("PAS-REA-18",)
    play = play.step(says, RULES[test][0], *why, modifiers=lines, total=str(number),
                     faces=(face,) if face else ())  # fmt: skip
    return play, passed


def _thrown(play: Battle, one: Unit, test: Test, number: int) -> Steps[tuple[int, int, bool]]:
    """The number needed with what the general beside the unit makes of it, before the die or
    after it (PAS_GENERAL_WHEN), the die, 0 for none, and whether it passes."""
    leader, early = general_with(play, one), play.on(GENERAL_WHEN.before)
    if leader is not None and early:
        number += yield from _general(one, test, number, RULES[test][4])
    hopeless = 6 if early or leader is None else 7
    face, passed = yield from _die(one, test, number, hopeless)
    if leader is not None and not early and face:
        number += yield from _general(one, test, number, RULES[test][4])
        passed = face >= number or number <= 1
    return number, face, passed


def _die(one: Unit, test: Test, number: int, hopeless: int) -> Steps[tuple[int, bool]]:
    """The die and whether it passes; none is thrown above *hopeless*, which is 7 where a
    general may still make it a 6."""
    if number <= 1:
        return 0, True
    if number > hopeless:
        return 0, False
    (face,) = yield from roll(
        f"{one.label}: {test} test", 1, one.side, need=min(number, 6), rules=(RULES[test][0],)
    )
    return face, face >= number


def _general(one: Unit, test: Test, number: int, rule: str) -> Steps[int]:
    """PAS-REA-04, PAS-REA-15: plus or minus 1, the player's choice."""
    options = (Option("-1", "easier"), Option("+1", "harder"))
    chosen = yield from choose(
        f"General with {one.label}, {test} test needing {number}", one.side, options, rules=(rule,)
    )
    return int(chosen)
