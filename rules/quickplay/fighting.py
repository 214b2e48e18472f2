"""Volleys, hand to hand, and what both do to a unit's spirit (QP-SHOOT, QP-MEL, QP-MOR)."""

from __future__ import annotations

from rules.field.ordered_moves import gives_way
from rules.kernel.dice import successes
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Modifier
from rules.kernel.telling.words import many
from rules.quickplay.measuring import Going, general_near, in_cover
from rules.quickplay.state import Unit
from rules.quickplay.tables import GIVE_WAY_IN, HIT, HIT_BLOW, HIT_NEAR, STEADY
from vision.measure import contact
from vision.measure.range import shoot_range
from vision.table.reading import Verdict


def volley(play: Going, by: Unit, at: Unit, *, closing: bool = False) -> Steps[Going]:
    """Dice for each kind, hits, losses and their test (QP-SHOOT-04 to -07)."""
    dice = max(1, by.facts.shots - by.worn)
    far = shoot_range(play.table, by.id, at.id)
    near = closing or far.compare(by.facts.range_in / 2) is Verdict.IN
    cover = not closing and in_cover(play.table, by, at)
    need = (HIT_NEAR if near else HIT) + cover
    what = f"{by.does('shoots')} at {at.label}"
    faces = yield from roll(what, dice, by.side, need=need, rules=("QP-SHOOT-05",))
    hits = many(successes(faces, need), "hit")
    rules = ("QP-CHG-04",) if closing else ("QP-SHOOT-01", "QP-SHOOT-02", "QP-SHOOT-03")
    half = Modifier("within half range" if near else "beyond half range", f"{need - cover}+",
                    "QP-SHOOT-05")  # fmt: skip
    covered = (Modifier("cover", "+1", "QP-SHOOT-06"),) if cover else ()
    play = play.step(
        f"{what}: {hits}", *rules, "QP-SHOOT-04", "QP-SHOOT-05", "QP-SHOOT-07",
        faces=faces, total=hits, readings=(far,),
        modifiers=(Modifier("its own dice", f"{dice}", "QP-SHOOT-04"), half, *covered),
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
    play = play.step(f"{unit.does('tests')}: {total} against {STEADY}", "QP-MOR-01", "QP-MOR-02",
                     faces=faces, total=f"{total}", modifiers=near)  # fmt: skip
    return play if total >= STEADY else shake(play, unit)


def shake(play: Going, unit: Unit) -> Going:
    """QP-MOR-03: shaken, and shaken again is broken."""
    if unit.shaken:
        return play.change(unit, gone="broken").step(unit.does("breaks"), "QP-MOR-03")
    return play.change(unit, shaken=True).step(f"{unit.does('is')} shaken", "QP-MOR-03")


def melee(play: Going, by: Unit, at: Unit) -> Steps[Going]:
    """Both strike at once; who loses more gives way, on equal losses the attacker."""
    face = contact(play.table, by.id, at.id).face
    horse = (Modifier("charging horse", "+1", "QP-MEL-02"),) if by.kind == "horse" else ()
    flank = (Modifier(f"into its {face}", "+2", "QP-MEL-02"),) if face != "front" else ()
    play, lost_at = yield from _blows(play, by, at, (*horse, *flank))
    play, lost_by = yield from _blows(play, at, by, ())
    play = yield from suffer(play, at, lost_at)
    play = yield from suffer(play, by, lost_by)
    loser, winner = (at, by) if lost_at > lost_by else (by, at)
    most, least = max(lost_at, lost_by), min(lost_at, lost_by)
    play = play.step(f"{loser.does('gives')} way: {most} against {least}", "QP-MEL-04")
    return (yield from _give_way(play, loser.id, winner.id))


def _blows(
    play: Going, by: Unit, at: Unit, bonus: tuple[Modifier, ...]
) -> Steps[tuple[Going, int]]:
    worn = (Modifier("worn", "-1", "QP-MEL-02"),) if by.worn else ()
    dice = max(1, by.facts.blows + sum(int(one.value) for one in (*bonus, *worn)))
    faces = yield from roll(by.does("strikes"), dice, by.side, need=HIT_BLOW, rules=("QP-MEL-03",))
    hits = successes(faces, HIT_BLOW)
    play = play.step(
        f"{by.does('strikes')} {at.label} {many(hits, 'time')}", "QP-MEL-01", "QP-MEL-03",
        faces=faces, total=many(hits, "hit"),
        modifiers=(Modifier("its own dice", f"{by.facts.blows}", "QP-MEL-01"), *bonus, *worn),
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
