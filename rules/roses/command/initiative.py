"""Initiative: before any order a unit may charge or evade the closest enemy (WOR-INI)."""

from __future__ import annotations

from rules.kernel.play import Check, Conditions, fails
from rules.kernel.prompts import Steps
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.names import titled
from rules.roses import measuring, switches
from rules.roses.missiles import lines
from rules.roses.movement import moves
from rules.roses.play import BOOK
from rules.roses.state import Play, Unit, pace_cm
from rules.roses.tables import INITIATIVE_CM, MOVE_TOLERANCE_CM
from vision.table.reading import Verdict


def may_evade(play: Play, by: Unit, at: Unit) -> Conditions:
    """Who may act by initiative, and on whom (WOR-INI-03, -05, -06)."""
    state = play.state
    free = by.profile.is_commander and play.on(switches.COMMAND_MOVE.free)
    yield by.side == state.side and by.alive or fails(
        f"it is {titled(state.side)}'s command phase", "WOR-SEQ-02")  # fmt: skip
    yield not state.orders_started or fails(
        "orders have begun: initiative comes first", "WOR-SEQ-03")  # fmt: skip
    yield not free or fails(
        f"{by.does('is')} a command stand and {by.form('moves')} after orders", "WOR-COM-11"
    )
    yield not by.initiative or fails(f"{by.does('has')} used {by.its} initiative", "WOR-INI-06")
    yield not by.confused or fails(f"{by.does('is')} confused", "WOR-INI-05", "WOR-CON-08")
    yield not measuring.engaged(play, by) or fails(f"{by.does('is')} in combat", "WOR-ORD-16")
    found = measuring.nearest_enemies(play, by)
    near = bool(found) and found[0][1].compare(INITIATIVE_CM) is not Verdict.OUT
    yield near or fails(f"no enemy within 20 cm of {by.label}", "WOR-INI-03")
    yield at.id in measuring.closest(found) or fails(
        f"{found[0][0].does('is')} closer than {at.label}", "WOR-INI-01")  # fmt: skip
    yield Check(f"{at.does('is')} not within 20 cm", "WOR-INI-03",
                reading=measuring.distance(play, by, at), limit=INITIATIVE_CM,
                past=f"{at.does('was')} {{reading}} away, more than {{limit}}")  # fmt: skip


def may_charge(play: Play, by: Unit, at: Unit) -> Conditions:
    """As for an evade, and the charge can reach (WOR-INI-04)."""
    yield from may_evade(play, by, at)
    past = f"{at.does('was')} {{reading}} away, {by.does('moves')} {{limit}}"
    yield Check(f"{by.does('moves')} {{limit}} and {at.does('is')} {{reading}} away", "WOR-INI-04",
                reading=measuring.distance(play, by, at), limit=pace_cm(by), asks=False,
                past=past)  # fmt: skip


@BOOK.action("charge", "{by}: charge {at}", may_charge, at="enemy", phases=("command",))
def charge(play: Play, by: Unit, at: Unit) -> Steps[Play]:
    """Into contact with the closest enemy within 20 cm (WOR-INI-01, -04)."""
    pace = pace_cm(by)

    def judge(after: Play) -> Refusal | None:
        still = measuring.moved_cm(play.table, after.table, by).compare(MOVE_TOLERANCE_CM)
        reading = measuring.distance(after, by, at)
        apart = reading.compare(measuring.ENGAGED_CM) is Verdict.OUT
        if still is not Verdict.IN and apart:
            return refusal(
                f"{by.does('is')} {reading} from {at.label}: "
                f"into contact, or back to where it stood",
                "WOR-INI-01",
            )
        return moves.too_far(play, after, by, pace) or moves.way_barred(play, after, by)

    after = yield from moves.moved(
        play, f"{by.does('charges')} {at.label}", (by,), judge, rules=("WOR-INI-01",),
        pace=lambda one: pace,
    )  # fmt: skip
    after = after.change(by, initiative=True).step(
        f"{by.does('charges')} by initiative", "WOR-INI-01", "WOR-INI-04", "WOR-INI-06",
        readings=(measuring.distance(play, by, at),),
    )  # fmt: skip
    return (yield from moves.arrive(play, after, (after.unit(by.id),)))


@BOOK.action("evade", "{by}: evade {at}", may_evade, at="enemy", phases=("command",))
def evade(play: Play, by: Unit, at: Unit) -> Steps[Play]:
    """Away from the closest enemy within 20 cm, up to a full pace (WOR-INI-02)."""
    pace = pace_cm(by)
    away = lines.away_from(play, by, (at,))
    can = moves.room(play, by, away, pace)

    def judge(after: Play) -> Refusal | None:
        far = measuring.moved_cm(play.table, after.table, by)
        least = can - MOVE_TOLERANCE_CM
        if play.on(switches.EVADE.full) and far.at_least(least) is Verdict.OUT:
            return refusal(f"{by.does('has')} gone {far}; an evade is a full pace", "WOR-INI-02")
        gone = lines.heading(play.table, after.table, by)
        went = far.compare(MOVE_TOLERANCE_CM) is Verdict.OUT
        if went and lines.between_deg(away, gone) > lines.APART_DEG:
            return refusal(f"{by.does('goes')} straight away from {at.label}", "WOR-INI-02")
        friends = tuple(friend.id for friend in play.state.friends(by))
        return moves.too_far(play, after, by, pace) or moves.way_barred(play, after, by, friends)

    after = yield from moves.moved(
        play, f"{by.does('evades')} {at.label}, up to {pace:g} cm", (by,), judge,
        rules=("WOR-INI-02",), pace=lambda one: pace,
    )  # fmt: skip
    after = after.change(by, initiative=True)
    after = after.step(
        f"{by.does('evades')} {at.label}", "WOR-INI-02", "WOR-INI-06",
        readings=(measuring.moved_cm(play.table, after.table, by),),
    )  # fmt: skip
    return moves.burst(play, after, by, evading=True)
