"""What a unit may do in its side's turn: move, shoot, charge, rally."""

from __future__ import annotations

from rules.field.moving import until_lawful
from rules.field.reach import reaches
from rules.kernel.acting.book import Book
from rules.kernel.play import Conditions, Play, fails
from rules.kernel.prompts import Reach, Steps, roll
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.names import titled
from rules.quickplay.fighting import melee
from rules.quickplay.measuring import aimed, general_near, reach_in, too_near
from rules.quickplay.morale import volley
from rules.quickplay.state import State, Unit
from rules.quickplay.switches import CLOSING_FIRE, PIKES_HOLD
from rules.quickplay.tables import RALLY, STAYS_IN
from vision.measure import contact, gap, interpenetrates, move_distance, off_table, zone
from vision.table.reading import Verdict

BOOK = Book(lambda state: state.sides)
Going = Play[State]


def its_turn(play: Going, by: str) -> Conditions:
    """QP-TURN-01, -02: it is its side's turn, and the unit has not acted in it."""
    unit = play.unit(by)
    yield play.state.phase == "battle" or fails(
        "the battle has not begun: throw for who goes first", "QP-SET-03")  # fmt: skip
    yield not unit.gone or fails(f"{unit.does('is')} out of the battle", "QP-MOR-04")
    yield unit.side == play.state.side or fails(
        f"it is the turn of {titled(play.state.side)}", "QP-TURN-01")  # fmt: skip
    yield not unit.acted or fails(f"{unit.does('has')} done {unit.its} one thing", "QP-TURN-02")


def may_move(play: Going, by: str, at: str) -> Conditions:
    """Who may move."""
    yield from its_turn(play, by)


def may_shoot(play: Going, by: str, at: str) -> Conditions:
    """Who may shoot at whom."""
    yield from its_turn(play, by)
    unit, target = play.unit(by), play.unit(at)
    yield unit.facts.range_in > 0 or fails(
        f"{unit.does('has')} nothing to shoot with", "QP-SHOOT-01"
    )
    yield not unit.shaken or fails(f"{unit.does('is')} shaken", "QP-TURN-03")
    yield from aimed(play, unit, target, unit.facts.range_in, "QP-SHOOT-01")


def may_charge(play: Going, by: str, at: str) -> Conditions:
    """Who may charge whom."""
    yield from its_turn(play, by)
    unit, target = play.unit(by), play.unit(at)
    yield unit.facts.may_charge or fails(f"{unit.label} never charges", "QP-CHG-01")
    yield not unit.shaken or fails(f"{unit.does('is')} shaken", "QP-TURN-03")
    if unit.kind == "horse" and target.kind == "pikes" and play.on(PIKES_HOLD):
        front = zone(play.table, by, at).side == "front"
        yield (
            target.shaken
            or not front
            or fails(f"{unit.does('does')} not ride at the pikes of {target.label}", "QP-CHG-03")
        )
    yield from aimed(play, unit, target, reach_in(play.table, unit), "QP-CHG-02")


def may_rally(play: Going, by: str, at: str) -> Conditions:
    """Who may rally."""
    yield from its_turn(play, by)
    unit = play.unit(by)
    yield unit.shaken or fails(f"{unit.does('is')} steady", "QP-MOR-05")


@BOOK.action("move", "Move", may_move)
def move(play: Going, by: str, at: str) -> Steps[Going]:
    """The models are moved, and judged (QP-MOVE)."""
    unit, before = play.unit(by), play.table
    far_in = reach_in(before, unit)
    play = yield from until_lawful(
        play, f"Move {unit.label}, {far_in:g} in at most", unit.side, (by,),
        lambda after: _move_fault(play, after, unit, far_in),
        field=lambda state, seen: seen, rules=("QP-MOVE-01",),
        ground=reaches(before, by, far_in, f"{far_in:g} in", rule="QP-MOVE-01"),
    )  # fmt: skip
    went = move_distance(before, play.table, by)
    play = play.change(by, acted=True)
    return play.step(f"{unit.does('moves')} {went}", "QP-MOVE-01", "QP-MOVE-02", readings=(went,))


def _move_fault(play: Going, after: Going, unit: Unit, far_in: float) -> Refusal | None:
    """What is surely wrong with where the models stand, "" when nothing is."""
    went = move_distance(play.table, after.table, unit.id)
    if went.compare(far_in) is Verdict.OUT:
        return refusal(f"{unit.label} went {went}, it moves {far_in:g} in", "QP-MOVE-01")
    if went.compare(STAYS_IN) is Verdict.IN:
        return None
    if (enemy := too_near(after, unit)) is not None:
        return refusal(f"{unit.does('is')} within an inch of {enemy.label}", "QP-MOVE-03")
    if off_table(after.table, unit.id).at_least() is Verdict.IN:
        return refusal(f"{unit.does('hangs')} over the edge", "QP-MOVE-04")
    if interpenetrates(play.table, after.table, unit.id):
        return refusal(f"{unit.label} went through others", "QP-MOVE-04")
    if unit.shaken and _nearer(play, after, unit):
        return refusal(
            f"{unit.does('is')} shaken and may come no nearer to the enemy", "QP-MOVE-05"
        )
    return None


def _nearer(play: Going, after: Going, unit: Unit) -> bool:
    """Is it surely nearer to any enemy than it was?"""
    for enemy in play.state.living(play.state.other(unit.side)):
        was, now = (gap(one.table, unit.id, enemy.id) for one in (play, after))
        if now.value + now.plus_minus < was.value - was.plus_minus:
            return True
    return False


@BOOK.action("shoot", "Shoot at {at}", may_shoot, at="enemy")
def shoot(play: Going, by: str, at: str) -> Steps[Going]:
    """One volley (QP-SHOOT)."""
    play = play.change(by, acted=True)
    return (yield from volley(play, by, at))


@BOOK.action("charge", "Charge {at}", may_charge, at="enemy")
def charge(play: Going, by: str, at: str) -> Steps[Going]:
    """Closing fire, the models into contact, and the melee (QP-CHG, QP-MEL)."""
    play = play.change(by, acted=True)
    play = yield from _closing_fire(play, by, at)
    unit, target = play.unit(by), play.unit(at)
    if unit.gone or unit.shaken:
        return play.step(f"{unit.does('does')} not come in", "QP-TURN-03")
    play = yield from until_lawful(
        play, f"Put {unit.label} in contact with {target.label}", unit.side, (by,),
        lambda after: _contact_fault(after, unit, target),
        field=lambda state, seen: seen, rules=("QP-CHG-02",), ground=_way(play, unit),
    )  # fmt: skip
    return (yield from melee(play, by, at))


def _way(play: Going, unit: Unit) -> tuple[Reach, ...]:
    far_in = reach_in(play.table, unit)
    return reaches(play.table, unit.id, far_in, f"{far_in:g} in", rule="QP-CHG-02")


def _contact_fault(after: Going, unit: Unit, target: Unit) -> Refusal | None:
    if contact(after.table, unit.id, target.id).reading.at_least() is Verdict.OUT:
        return refusal(f"{unit.does('does')} not touch {target.label}", "QP-CHG-02")
    return None


def _closing_fire(play: Going, by: str, at: str) -> Steps[Going]:
    """QP-CHG-04: once a turn, if the charge comes from ahead of it and is seen."""
    target = play.unit(at)
    able = target.facts.shots > 0 and not (target.shaken or target.fired)
    if not (able and play.on(CLOSING_FIRE) and zone(play.table, by, at).side == "front"):
        return play
    return (yield from volley(play.change(at, fired=True), at, by, closing=True))


@BOOK.action("rally", "Rally", may_rally)
def rally(play: Going, by: str, at: str) -> Steps[Going]:
    """QP-MOR-05: a die, and the general helps."""
    unit = play.unit(by)
    need = RALLY - general_near(play, unit)
    faces = yield from roll(unit.does("rallies"), 1, unit.side, need=need, rules=("QP-MOR-05",))
    steady = faces[0] >= need
    play = play.change(by, acted=True, shaken=not steady)
    says = unit.does("rallies") if steady else unit.does("stays", "shaken")
    return play.step(says, "QP-MOR-05", "QP-MOR-02", faces=faces)
