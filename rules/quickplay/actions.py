"""What a unit may do in its side's turn: move, shoot, charge, rally."""

from __future__ import annotations

from msgspec.structs import replace

from rules.field.free_moves import Bounds, ground, moved, open_ground
from rules.field.moving import goes, until_lawful
from rules.kernel.acting.book import Book
from rules.kernel.play import Conditions, Play, fails, first_fault, lacks, must
from rules.kernel.prompts import Reach, Sent, Steps, roll
from rules.kernel.telling.names import titled
from rules.quickplay.fighting import melee, volley
from rules.quickplay.measuring import Going, aimed, general_near, reach_in
from rules.quickplay.state import Unit
from rules.quickplay.switches import CLOSING_FIRE, PIKES_HOLD
from rules.quickplay.tables import APART_IN, RALLY
from vision.measure import contact, zone

BOOK = Book(lambda state: state.sides, named=Play.unit)
BOUNDS = Bounds("QP-MOVE-01", "QP-MOVE-03", APART_IN, on_table="QP-MOVE-04", clear="QP-MOVE-04")
SHAKEN_BOUNDS = replace(BOUNDS, no_nearer="QP-MOVE-05")


def its_turn(play: Going, by: Unit, at: object = None) -> Conditions:
    """QP-TURN-01, -02: it is its side's turn, and the unit has not acted in it."""
    begun, side = play.state.phase == "battle", play.state.side
    yield begun or fails("the battle has not begun: throw for who goes first", "QP-SET-03")
    yield not by.gone or lacks(f"{by.does('is')} out of the battle", "QP-MOR-04")
    yield by.side == side or fails(f"it is the turn of {titled(side)}", "QP-TURN-01")
    yield not by.acted or fails(f"{by.does('has')} done {by.its} one thing", "QP-TURN-02")


def may_shoot(play: Going, by: Unit, at: Unit) -> Conditions:
    """Who may shoot at whom."""
    yield from its_turn(play, by)
    far_in = by.facts.range_in
    yield far_in > 0 or lacks(f"{by.does('has')} nothing to shoot with", "QP-SHOOT-01")
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
    yield by.shaken or lacks(f"{by.does('is')} steady", "QP-MOR-05")


@BOOK.action("move", "Move", its_turn)
def move(play: Going, by: Unit, at: str) -> Steps[Going]:
    """The models are moved, and judged; the shaken come no nearer (QP-MOVE)."""
    bounds = SHAKEN_BOUNDS if by.shaken else BOUNDS
    foes = play.state.living(play.state.other(by.side))
    play, went = yield from moved(play, by, reach_in(play.table, by), bounds, foes)
    play = play.change(by, acted=True)
    return play.step(goes(by, went, "moves"), "QP-MOVE-01", "QP-MOVE-02", readings=(went,))


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
        rules=("QP-CHG-02",), sent=Sent(at.id, True),
        ground=_ground(play, by, "QP-CHG-02"),
    )  # fmt: skip
    play = play.step(f"{by.does('charges')} {at.label}", "QP-CHG-01", "QP-CHG-02", heads=True)
    return (yield from melee(play, by, at))


def _ground(play: Going, by: Unit, rule: str) -> tuple[Reach, ...]:
    return ground(play.table, by.id, reach_in(play.table, by), rule)


def touches(after: Going, by: Unit, at: Unit) -> Conditions:
    """QP-CHG-02: the charge ends in contact."""
    far = contact(after.table, by.id, at.id).reading
    yield must(far, f"{by.does('does')} not touch {at.label}", "QP-CHG-02")


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


reach = open_ground(BOOK, its_turn, lambda play, by: _ground(play, by, "QP-MOVE-01"))
