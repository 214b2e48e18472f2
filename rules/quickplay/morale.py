"""Volleys, losses, and what they do to a unit's spirit."""

from __future__ import annotations

from rules.kernel.play import Play
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Modifier
from rules.kernel.telling.words import many
from rules.quickplay.measuring import general_near, in_cover
from rules.quickplay.state import State
from rules.quickplay.tables import HIT, HIT_NEAR, STEADY
from vision.measure.range import shoot_range
from vision.table.reading import Verdict


def volley(play: Play[State], by: str, at: str, *, closing: bool = False) -> Steps[Play[State]]:
    """Dice for each kind, hits, losses and their test (QP-SHOOT-04 to -07)."""
    unit, target = play.unit(by), play.unit(at)
    dice = max(1, unit.facts.shots - unit.worn)
    far = shoot_range(play.table, by, at)
    near = closing or far.compare(unit.facts.range_in / 2) is Verdict.IN
    cover = not closing and in_cover(play.table, by, at)
    need = (HIT_NEAR if near else HIT) + cover
    what = f"{unit.does('shoots')} at {target.label}"
    faces = yield from roll(what, dice, unit.side, need=need, rules=("QP-SHOOT-05",))
    hits = sum(face >= need for face in faces)
    rules = ("QP-CHG-04",) if closing else ("QP-SHOOT-01", "QP-SHOOT-02", "QP-SHOOT-03")
    play = play.step(
        f"{what}: {many(hits, 'hit')}", *rules, "QP-SHOOT-04",
        "QP-SHOOT-05", "QP-SHOOT-07", faces=faces, total=many(hits, "hit"), readings=(far,),
        modifiers=(
            Modifier("dice", f"{dice}", "QP-SHOOT-04"),
            Modifier("within half range" if near else "beyond half range", f"{need - cover}+",
                     "QP-SHOOT-05"),
            *((Modifier("cover", "+1", "QP-SHOOT-06"),) if cover else ()),
        ),
    )  # fmt: skip
    return (yield from suffer(play, at, hits))


def suffer(play: Play[State], unit_id: str, hits: int) -> Steps[Play[State]]:
    """Strength goes, and at half or less the unit tests (QP-SHOOT-07, QP-MOR-01, -04)."""
    unit = play.unit(unit_id)
    left = max(0, unit.strength - hits)
    play = play.change(unit_id, strength=left)
    if not hits:
        return play
    if not left:
        return play.change(unit_id, gone="destroyed").step(
            f"{unit.does('is')} destroyed", "QP-MOR-04"
        )
    if 2 * left > unit.start:
        return play
    bonus = int(general_near(play, unit))
    faces = yield from roll(
        f"{unit.does('tests')} {unit.its} morale", 2, unit.side, rules=("QP-MOR-01",)
    )
    total = sum(faces) + bonus
    play = play.step(
        f"{unit.does('tests')}: {total} against {STEADY}", "QP-MOR-01", "QP-MOR-02",
        faces=faces, total=f"{total}",
        modifiers=(Modifier("general near", f"+{bonus}", "QP-MOR-02"),) if bonus else (),
    )  # fmt: skip
    return play if total >= STEADY else shake(play, unit_id)


def shake(play: Play[State], unit_id: str) -> Play[State]:
    """QP-MOR-03: shaken, and shaken again is broken."""
    unit = play.unit(unit_id)
    if unit.shaken:
        return play.change(unit_id, gone="broken").step(unit.does("breaks"), "QP-MOR-03")
    return play.change(unit_id, shaken=True).step(f"{unit.does('is')} shaken", "QP-MOR-03")
