"""Initiative: before any order a unit may charge or evade the closest enemy (WOR-INI)."""

from __future__ import annotations

from rules.kernel.prompts import Steps, within
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.story import refuse
from rules.roses import measuring as ruler
from rules.roses.missiles import lines
from rules.roses.movement import moves
from rules.roses.state import Play, Unit, pace_cm
from rules.roses.tables import INITIATIVE_CM, MOVE_TOLERANCE_CM
from vision.table.reading import Verdict


def check_initiative(play: Play, unit: Unit, enemy: Unit) -> None:
    """Raise IllegalAction unless *unit* may act by initiative on *enemy* now."""
    state = play.state
    if unit.side != state.side or not unit.alive:
        raise refuse(f"it is {state.side}'s command phase", "WOR-SEQ-02")
    if state.orders_started:
        raise refuse("orders have begun: initiative comes first", "WOR-SEQ-03")
    if unit.profile.is_commander and state.rule("WOR_COMMAND_MOVE") == "free":
        raise refuse(f"{unit.label} is a command stand and moves after orders", "WOR-COM-11")
    if unit.initiative:
        raise refuse(f"{unit.label} has used its initiative", "WOR-INI-06")
    if unit.confused:
        raise refuse(f"{unit.label} is confused", "WOR-INI-05", "WOR-CON-08")
    if ruler.engaged(play, unit):
        raise refuse(f"{unit.label} is in combat", "WOR-ORD-16")
    _check_closest(play, unit, enemy)


def _check_closest(play: Play, unit: Unit, enemy: Unit) -> None:
    found = ruler.nearest_enemies(play, unit)
    if not found or found[0][1].compare(INITIATIVE_CM) is Verdict.OUT:
        raise refuse(f"no enemy within 20 cm of {unit.label}", "WOR-INI-03")
    if enemy.id not in ruler.closest(found):
        raise refuse(f"{found[0][0].label} is closer than {enemy.label}", "WOR-INI-01")


def check_charge(play: Play, unit: Unit, enemy: Unit) -> None:
    """As ``check_initiative``, and the charge can reach (WOR-INI-04)."""
    check_initiative(play, unit, enemy)
    reading = ruler.distance(play, unit, enemy)
    if reading.compare(pace_cm(unit)) is Verdict.OUT:
        raise refuse(f"{unit.label} moves {pace_cm(unit):g} cm and {enemy.label} is {reading} away",
                     "WOR-INI-04")  # fmt: skip


def _really_near(play: Play, unit: Unit, enemy: Unit) -> Steps[None]:
    near = yield from within(
        ruler.distance(play, unit, enemy), INITIATIVE_CM, unit.side, rules=("WOR-INI-03",)
    )
    if not near:
        raise refuse(f"{enemy.label} is not within 20 cm", "WOR-INI-03")


def charge(play: Play, unit: Unit, enemy: Unit) -> Steps[Play]:
    """Into contact with the closest enemy within 20 cm (WOR-INI-01, -04)."""
    check_charge(play, unit, enemy)
    yield from _really_near(play, unit, enemy)
    pace = pace_cm(unit)

    def judge(after: Play) -> Refusal | None:
        still = ruler.moved_cm(play.table, after.table, unit).compare(MOVE_TOLERANCE_CM)
        reading = ruler.distance(after, unit, enemy)
        apart = reading.compare(ruler.ENGAGED_CM) is Verdict.OUT
        if still is not Verdict.IN and apart:
            return refusal(
                f"{unit.label} is {reading} from {enemy.label}: "
                "into contact, or back to where it stood",
                "WOR-INI-01",
            )
        return moves.too_far(play, after, unit, pace) or moves.way_barred(play, after, unit)

    after = yield from moves.moved(
        play, f"{unit.label} charges {enemy.label}", (unit,), judge, rules=("WOR-INI-01",),
        pace=lambda one: pace,
    )  # fmt: skip
    after = after.put(unit, initiative=True).ruled(
        f"{unit.label} charges by initiative", "WOR-INI-01", "WOR-INI-04", "WOR-INI-06",
        readings=(ruler.distance(play, unit, enemy),),
    )  # fmt: skip
    return (yield from moves.arrive(play, after, (after.unit(unit.id),)))


def evade(play: Play, unit: Unit, enemy: Unit) -> Steps[Play]:
    """Away from the closest enemy within 20 cm, up to a full pace (WOR-INI-02)."""
    check_initiative(play, unit, enemy)
    yield from _really_near(play, unit, enemy)
    pace = pace_cm(unit)
    away = lines.away_from(play, unit, (enemy,))
    can = moves.room(play, unit, away, pace)

    def judge(after: Play) -> Refusal | None:
        far = ruler.moved_cm(play.table, after.table, unit)
        least = can - MOVE_TOLERANCE_CM
        if play.state.rule("WOR_EVADE") == "full" and far.at_least(least) is Verdict.OUT:
            return refusal(f"{unit.label} has gone {far}; an evade is a full pace", "WOR-INI-02")
        gone = lines.heading(play.table, after.table, unit)
        went = far.compare(MOVE_TOLERANCE_CM) is Verdict.OUT
        if went and lines.between_deg(away, gone) > lines.APART_DEG:
            return refusal(f"{unit.label} goes straight away from {enemy.label}", "WOR-INI-02")
        friends = tuple(friend.id for friend in play.state.friends(unit))
        return moves.too_far(play, after, unit, pace) or moves.way_barred(
            play, after, unit, friends
        )

    after = yield from moves.moved(
        play, f"{unit.label} evades {enemy.label}, up to {pace:g} cm", (unit,), judge,
        rules=("WOR-INI-02",), pace=lambda one: pace,
    )  # fmt: skip
    after = after.put(unit, initiative=True).did("evaded", unit.id)
    after = after.ruled(
        f"{unit.label} evades {enemy.label}", "WOR-INI-02", "WOR-INI-06",
        readings=(ruler.moved_cm(play.table, after.table, unit),),
    )  # fmt: skip
    return moves.burst(play, after, unit, evading=True)
