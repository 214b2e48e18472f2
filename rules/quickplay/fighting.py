"""Hand to hand: one round, then one of the two gives way (QP-MEL)."""

from __future__ import annotations

from rules.field.ordered_moves import Ordered, carried_out, toward
from rules.field.reach import facing_of
from rules.kernel.play import Play
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Modifier
from rules.kernel.telling.words import many
from rules.quickplay.morale import shake, suffer
from rules.quickplay.state import State, Unit
from rules.quickplay.tables import GIVE_WAY_IN, HIT_BLOW
from vision.measure import contact


def melee(play: Play[State], by: str, at: str) -> Steps[Play[State]]:
    """Both strike at once; who loses more gives way, on equal losses the attacker."""
    touched = contact(play.table, by, at).face
    play, lost_at = yield from _blows(play, by, at, _charge_bonus(play.unit(by), touched))
    play, lost_by = yield from _blows(play, at, by, ())
    play = yield from suffer(play, at, lost_at)
    play = yield from suffer(play, by, lost_by)
    loser, winner = (at, by) if lost_at > lost_by else (by, at)
    most, least = max(lost_at, lost_by), min(lost_at, lost_by)
    play = play.step(f"{play.unit(loser).does('gives')} way: {most} against {least}", "QP-MEL-04")
    return (yield from _give_way(play, loser, winner))


def _charge_bonus(unit: Unit, touched: str) -> tuple[Modifier, ...]:
    """QP-MEL-02: horse that charges, a flank or a rear."""
    horse = (Modifier("charging horse", "+1", "QP-MEL-02"),) if unit.kind == "horse" else ()
    flank = (Modifier(f"into its {touched}", "+2", "QP-MEL-02"),) if touched != "front" else ()
    return (*horse, *flank)


def _blows(
    play: Play[State], by: str, at: str, bonus: tuple[Modifier, ...]
) -> Steps[tuple[Play[State], int]]:
    unit = play.unit(by)
    dice = max(1, unit.facts.blows - unit.worn + sum(int(one.value) for one in bonus))
    faces = yield from roll(
        unit.does("strikes"), dice, unit.side, need=HIT_BLOW, rules=("QP-MEL-03",)
    )
    hits = sum(face >= HIT_BLOW for face in faces)
    worn = (Modifier("worn", "-1", "QP-MEL-02"),) if unit.worn else ()
    play = play.step(
        f"{unit.does('strikes')} {play.unit(at).label} {many(hits, 'time')}", "QP-MEL-01",
        "QP-MEL-03", faces=faces, total=f"{hits}",
        modifiers=(Modifier("dice", f"{unit.facts.blows}", "QP-MEL-01"), *bonus, *worn),
    )  # fmt: skip
    return play, hits


def _give_way(play: Play[State], loser: str, winner: str) -> Steps[Play[State]]:
    """QP-MEL-05: four inches straight back, shaken; who is gone or breaks goes nowhere."""
    if play.unit(loser).gone:
        return play
    play = shake(play, loser)
    unit, facing_deg = play.unit(loser), facing_of(play.table, loser)
    if unit.gone or facing_deg is None or play.unit(winner).gone:
        return play
    order = Ordered(
        loser, unit.label, GIVE_WAY_IN, "QP-MEL-05", least_in=0.0, must_face=False,
        way=toward(facing_deg + 180.0), clear_of=(winner,),
    )  # fmt: skip
    what = f"{unit.does('gives')} way: {GIVE_WAY_IN:g} in straight back, less if something is there"
    play = yield from carried_out(play, order, what, unit.side)
    return play.step(f"{unit.does('goes')} back", "QP-MEL-05")
