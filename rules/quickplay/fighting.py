"""Volleys, hand to hand, and what both do to a unit's spirit (QP-SHOOT, QP-MEL, QP-MOR)."""

from __future__ import annotations

from rules.field.ordered_moves import gives_way
from rules.kernel.dice import successes
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Modifier
from rules.kernel.telling.words import dice as in_dice
from rules.kernel.telling.words import many
from rules.quickplay.measuring import Going, general_near, in_cover
from rules.quickplay.state import Unit
from rules.quickplay.tables import GIVE_WAY_IN, HIT, HIT_BLOW, HIT_NEAR, STEADY
from vision.measure import contact
from vision.measure.range import shoot_range
from vision.table.reading import Verdict


def volley(play: Going, by: Unit, at: Unit, *, closing: bool = False) -> Steps[Going]:
    """Dice for each kind, hits, losses and their test (QP-SHOOT-04 to -07)."""
    lines, dice = _dice(by, by.facts.shots, "QP-SHOOT-04", "QP-SHOOT-04")
    far = shoot_range(play.table, by.id, at.id)
    near = closing or far.compare(by.facts.range_in / 2) is Verdict.IN
    cover = not closing and in_cover(play.table, by, at)
    need = (HIT_NEAR if near else HIT) + cover
    what = f"{by.does('shoots')} at {at.label}"
    faces = yield from roll(what, dice, by.side, need=need, rules=("QP-SHOOT-05",))
    hits = many(successes(faces, need), "hit")
    rules = ("QP-CHG-04",) if closing else ("QP-SHOOT-01", "QP-SHOOT-02", "QP-SHOOT-03")
    half = Modifier("within half range" if near else "beyond half range",
                    f"{need - cover}+ hits", "QP-SHOOT-05")  # fmt: skip
    covered = (Modifier("cover", f"{need}+ hits", "QP-SHOOT-06"),) if cover else ()
    play = play.step(
        f"{what}: {hits}", *rules, "QP-SHOOT-04", "QP-SHOOT-05", "QP-SHOOT-07",
        faces=faces, total=f"{in_dice(dice)}: {hits}", readings=(far,),
        modifiers=(*lines, half, *covered),
    )  # fmt: skip
    return (yield from suffer(play, at, successes(faces, need)))


def suffer(play: Going, unit: Unit, hits: int) -> Steps[Going]:
    """Strength goes, and at half or less the unit tests (QP-SHOOT-07, QP-MOR-01, -04)."""
    left = max(0, unit.strength - hits)
    play = play.change(unit, strength=left)
    if hits and not left:
        play = play.change(unit, gone="destroyed")
        return play.step(f"{unit.does('is')} destroyed", "QP-MOR-04")
    if not hits or 2 * left > unit.start:
        return play
    near = (Modifier("general near", "+1", "QP-MOR-02"),) if general_near(play, unit) else ()
    steady = f"{STEADY - len(near)} or more in all"
    what = f"{unit.does('tests')} {unit.its} morale: {steady}"
    faces = yield from roll(what, 2, unit.side, rules=("QP-MOR-01",))
    total = sum(faces) + len(near)
    passes = total >= STEADY
    says = f"{unit.does('passes' if passes else 'fails')} {unit.its} test: {total}, needs {STEADY}"
    thrown = Modifier("thrown", f"{sum(faces)}", "QP-MOR-01")
    play = play.step(says, "QP-MOR-01", "QP-MOR-02", faces=faces, total=f"{total}",
                     modifiers=(thrown, *near))  # fmt: skip
    return play if passes else shake(play, unit)


def shake(play: Going, unit: Unit) -> Going:
    """QP-MOR-03: shaken, and shaken again is broken."""
    if unit.shaken:
        return play.change(unit, gone="broken").step(unit.does("breaks"), "QP-MOR-03")
    return play.change(unit, shaken=True).step(f"{unit.does('is')} shaken", "QP-MOR-03")


def melee(play: Going, by: Unit, at: Unit) -> Steps[Going]:
    """Both strike at once; who loses more gives way, on equal losses the attacker."""
    face = contact(play.table, by.id, at.id).face
    charging = (("charging horse", 1),) if by.kind == "horse" else ()
    flank = ((f"into its {face}", 2),) if face != "front" else ()
    play, lost_at = yield from _blows(play, by, at, (*charging, *flank))
    play, lost_by = yield from _blows(play, at, by, ())
    play = yield from suffer(play, at, lost_at)
    play = yield from suffer(play, by, lost_by)
    loser, winner = (at, by) if lost_at > lost_by else (by, at)
    most, least = max(lost_at, lost_by), min(lost_at, lost_by)
    lost = f"{loser.label} took {many(most, 'hit')}, {winner.label} {least}"
    why = "" if most > least else ", and the attacker gives way"
    play = play.step(f"{loser.does('loses')} the melee: {lost}{why}", "QP-MEL-04")
    return (yield from _give_way(play, loser.id, winner.id))


def _dice(
    by: Unit, own: int, rule: str, more: str, bonus: tuple[tuple[str, int], ...] = ()
) -> tuple[tuple[Modifier, ...], int]:
    """How many dice it throws, never under one, line by line: *own* by *rule*, then what *more*
    adds and takes."""
    changes = (*bonus, ("worn", -1)) if by.worn else bonus
    dice = own + sum(count for _, count in changes)
    if dice < 1:
        changes, dice = (*changes, ("never under one", 1 - dice)), 1
    lines = (Modifier(what, f"{count:+d} {'die' if abs(count) == 1 else 'dice'}", more)
             for what, count in changes)  # fmt: skip
    return (Modifier("its own", in_dice(own), rule), *lines), dice


def _blows(
    play: Going, by: Unit, at: Unit, bonus: tuple[tuple[str, int], ...]
) -> Steps[tuple[Going, int]]:
    lines, dice = _dice(by, by.facts.blows, "QP-MEL-01", "QP-MEL-02", bonus)
    faces = yield from roll(by.does("strikes"), dice, by.side, need=HIT_BLOW, rules=("QP-MEL-03",))
    hits = successes(faces, HIT_BLOW)
    play = play.step(
        f"{by.does('strikes')} {at.label} {many(hits, 'time')}", "QP-MEL-01", "QP-MEL-03",
        faces=faces, total=f"{in_dice(dice)}: {many(hits, 'hit')}",
        modifiers=(*lines, Modifier("hits on", f"{HIT_BLOW}+", "QP-MEL-03")),
    )  # fmt: skip
    return play, hits


def _give_way(play: Going, loser: str, winner: str) -> Steps[Going]:
    """QP-MEL-05: four inches straight back, shaken; who is gone or breaks goes nowhere."""
    if play.unit(loser).gone:
        return play
    play = shake(play, play.unit(loser))
    unit = play.unit(loser)
    if unit.gone or play.unit(winner).gone:
        return play
    return (yield from gives_way(play, unit, GIVE_WAY_IN, "QP-MEL-05", (winner,)))
