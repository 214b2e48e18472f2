"""What a unit may do in its side's turn: move, shoot, charge, rally."""

from __future__ import annotations

from rules.field.moving import until_lawful
from rules.field.reach import reaches
from rules.kernel.acting.book import Book
from rules.kernel.play import Check, Conditions, Play, fails, first_fault
from rules.kernel.prompts import Reach, Sent, Steps, roll
from rules.kernel.telling.names import titled
from rules.quickplay.fighting import melee, volley
from rules.quickplay.measuring import Going, aimed, general_near, nearer, reach_in, too_near
from rules.quickplay.state import Unit
from rules.quickplay.switches import CLOSING_FIRE, PIKES_HOLD
from rules.quickplay.tables import RALLY, STAYS_IN
from vision.measure import contact, interpenetrates, move_distance, off_table, zone
from vision.table.reading import Verdict
from vision.table.snapshot import Snapshot

BOOK = Book(lambda state: state.sides, named=Play.unit)


def its_turn(play: Going, by: Unit, at: object = None) -> Conditions:
    """QP-TURN-01, -02: it is its side's turn, and the unit has not acted in it."""
    begun, side = play.state.phase == "battle", play.state.side
    yield begun or fails("the battle has not begun: throw for who goes first", "QP-SET-03")
    yield not by.gone or fails(f"{by.does('is')} out of the battle", "QP-MOR-04")
    yield by.side == side or fails(f"it is the turn of {titled(side)}", "QP-TURN-01")
    yield not by.acted or fails(f"{by.does('has')} done {by.its} one thing", "QP-TURN-02")


def may_shoot(play: Going, by: Unit, at: Unit) -> Conditions:
    """Who may shoot at whom."""
    yield from its_turn(play, by)
    far_in = by.facts.range_in
    yield far_in > 0 or fails(f"{by.does('has')} nothing to shoot with", "QP-SHOOT-01")
    yield not by.shaken or fails(f"{by.does('is')} shaken", "QP-TURN-03")
    yield from aimed(play, by, at, far_in, "QP-SHOOT-01")


def may_charge(play: Going, by: Unit, at: Unit) -> Conditions:
    """Who may charge whom."""
    yield from its_turn(play, by)
    yield by.facts.may_charge or fails(f"{by.label} never charges", "QP-CHG-01")
    yield not by.shaken or fails(f"{by.does('is')} shaken", "QP-TURN-03")
    if by.kind == "horse" and at.kind == "pikes" and play.on(PIKES_HOLD):
        yield at.shaken or zone(play.table, by.id, at.id).side != "front" or fails(
            f"{by.does('does')} not ride at the pikes of {at.label}", "QP-CHG-03")  # fmt: skip
    yield from aimed(play, by, at, reach_in(play.table, by), "QP-CHG-02")


def may_rally(play: Going, by: Unit, at: str) -> Conditions:
    """Who may rally."""
    yield from its_turn(play, by)
    yield by.shaken or fails(f"{by.does('is')} steady", "QP-MOR-05")


def ground(table: Snapshot, unit: Unit, rule: str) -> tuple[Reach, ...]:
    """Where it may go, to be drawn."""
    far_in = reach_in(table, unit)
    return reaches(table, unit.id, far_in, f"{far_in:g} in", rule=rule)


@BOOK.action("move", "Move", its_turn)
def move(play: Going, by: Unit, at: str) -> Steps[Going]:
    """The models are moved, and judged (QP-MOVE)."""
    before, far_in = play, reach_in(play.table, by)
    play = yield from until_lawful(
        play, f"Move {by.label}, {far_in:g} in at most", by.side, (by.id,),
        lambda after: first_fault(stands_well(before, after, by, far_in)),
        rules=("QP-MOVE-01",), ground=ground(play.table, by, "QP-MOVE-01"),
    )  # fmt: skip
    went = move_distance(before.table, play.table, by.id)
    play = play.change(by, acted=True)
    return play.step(f"{by.does('moves')} {went}", "QP-MOVE-01", "QP-MOVE-02", readings=(went,))


def stands_well(before: Going, after: Going, unit: Unit, far_in: float) -> Conditions:
    """What a move must keep to; who was touched but not moved stays where he is."""
    went = move_distance(before.table, after.table, unit.id)
    says = f"{unit.label} went {went}, it moves {far_in:g} in"
    yield Check(says, "QP-MOVE-01", reading=went, limit=far_in)
    if went.compare(STAYS_IN) is Verdict.IN:
        return
    enemy = too_near(after, unit)
    yield enemy is None or fails(f"{unit.does('is')} within an inch of {enemy.label}", "QP-MOVE-03")
    on_table = off_table(after.table, unit.id).at_least() is not Verdict.IN
    yield on_table or fails(f"{unit.does('hangs')} over the edge", "QP-MOVE-04")
    through = interpenetrates(before.table, after.table, unit.id)
    yield not through or fails(f"{unit.label} went through others", "QP-MOVE-04")
    yield not (unit.shaken and nearer(before, after, unit)) or fails(
        f"{unit.does('is')} shaken and may come no nearer to the enemy", "QP-MOVE-05")  # fmt: skip


@BOOK.action("shoot", "Shoot at {at}", may_shoot, at="enemy")
def shoot(play: Going, by: Unit, at: Unit) -> Steps[Going]:
    """One volley (QP-SHOOT)."""
    return (yield from volley(play.change(by, acted=True), by, at))


@BOOK.action("charge", "Charge {at}", may_charge, at="enemy")
def charge(play: Going, by: Unit, at: Unit) -> Steps[Going]:
    """Closing fire, the models into contact, and the melee (QP-CHG, QP-MEL)."""
    play = yield from _closing_fire(play.change(by, acted=True), by, at)
    by, at = play.unit(by.id), play.unit(at.id)
    if by.gone or by.shaken:
        return play.step(f"{by.does('does')} not come in", "QP-TURN-03")
    play = yield from until_lawful(
        play, f"Put {by.label} in contact with {at.label}", by.side, (by.id,),
        lambda after: first_fault(touches(after, by, at)),
        rules=("QP-CHG-02",), ground=ground(play.table, by, "QP-CHG-02"), sent=Sent(at.id, True),
    )  # fmt: skip
    return (yield from melee(play, by, at))


def touches(after: Going, by: Unit, at: Unit) -> Conditions:
    """QP-CHG-02: the charge ends in contact."""
    far = contact(after.table, by.id, at.id).reading
    yield Check(f"{by.does('does')} not touch {at.label}", "QP-CHG-02", reading=far,
                sense="at least")  # fmt: skip


def _closing_fire(play: Going, by: Unit, at: Unit) -> Steps[Going]:
    """QP-CHG-04: once a turn, if the charge comes from ahead of it and is seen."""
    able = at.facts.shots > 0 and not (at.shaken or at.fired)
    if not (able and play.on(CLOSING_FIRE) and zone(play.table, by.id, at.id).side == "front"):
        return play
    return (yield from volley(play.change(at, fired=True), at, by, closing=True))


@BOOK.action("rally", "Rally", may_rally)
def rally(play: Going, by: Unit, at: str) -> Steps[Going]:
    """QP-MOR-05: a die, and the general helps."""
    need = RALLY - general_near(play, by)
    faces = yield from roll(by.does("rallies"), 1, by.side, need=need, rules=("QP-MOR-05",))
    steady = faces[0] >= need
    play = play.change(by, acted=True, shaken=not steady)
    says = by.does("rallies") if steady else by.does("stays", "shaken")
    return play.step(says, "QP-MOR-05", "QP-MOR-02", faces=faces)
