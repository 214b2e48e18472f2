"""Orders: who may order whom, the command roll with its penalties, and blunders.

WOR-ORD, WOR-BLU. A character rolls 2D6 against his command value less the penalties; the
camera measures the distances, the state knows the rest.
"""

from __future__ import annotations

from msgspec import Struct

from rules.kernel.acting.book import Says
from rules.kernel.play import Check, Conditions, fails, lacks
from rules.kernel.prompts import Steps, is_so, roll, within, yes
from rules.kernel.protocol import Modifier
from rules.kernel.telling.names import titled
from rules.roses import measuring, switches
from rules.roses.movement import moves
from rules.roses.play import BOOK
from rules.roses.state import Play, State, Unit
from rules.roses.tables import (
    BLUNDERS,
    CLASS_COMMAND,
    CLASS_RULE,
    COMMAND_RANGE_CM,
    DENSE,
    ENEMY_NEAR_CM,
    PENALTY_STEP_CM,
)
from vision.table.reading import Reading, Verdict

MAX_STANDS, MAX_UNITS = 8, 8


class Penalties(Struct, frozen=True):
    """The lines of a command roll: base value, each penalty, and what was measured."""

    value: int
    lines: tuple[Modifier, ...]
    readings: tuple[Reading, ...]


def command_value(unit: Unit) -> int:
    """His command with the adjustment for his class (WOR-COM-01, WOR-COM-03 … -06)."""
    return unit.profile.command + CLASS_COMMAND[unit.grade]


# -- may it be declared? --------------------------------------------------------------------


def ordered(play: Play, at: Unit, others: tuple[str, ...]) -> tuple[Unit, ...]:
    """The unit that is ordered and those brigaded with it."""
    return tuple(play.unit(name) for name in dict.fromkeys((at.id, *others)))


def may_order(
    play: Play, by: Unit, at: Unit, others: tuple[str, ...] = (), through: str = ""
) -> Conditions:
    """Who may order whom: one unit, or a brigade; *through*: whom bows pass (WOR-MOV-03)."""
    units = ordered(play, at, others)
    yield from _commands(play, by)
    for unit in units:
        yield from _takes_orders(play, by, unit)
    for unit in units:
        yield from _in_sequence(play, by, unit)
    if len(units) > 1:
        yield from _is_brigade(play, units)
    if play.on(switches.COMMAND_RANGE.family) and by.profile.arm != "Gen":
        yield Check(f"{by.does('is')} {{reading}} away; he commands out to 60 cm", "WOR-ORD-08",
                    reading=measuring.command_distance(play, by, units), limit=COMMAND_RANGE_CM,
                    what="command range")  # fmt: skip
    if through:
        yield from moves.may_pass_through(play, units, play.unit(through))


def _commands(play: Play, by: Unit) -> Conditions:
    state = play.state
    yield by.profile.is_commander and by.alive or lacks(
        f"{by.does('is')} no living commander", "WOR-COM-01")  # fmt: skip
    yield by.side == state.side or fails(
        f"it is {titled(state.side)}'s command phase", "WOR-SEQ-02"
    )
    yield not by.failed or fails(
        f"{by.does('has')} failed a roll: no more orders from him this turn",
        "WOR-ORD-03")  # fmt: skip
    yield not state.general_failed or fails(
        "the General has failed a roll: nobody gives orders this turn", "WOR-ORD-04")  # fmt: skip
    yield by.id not in state.done_commanders or fails(
        f"{by.does('has')} finished: another has ordered since", "WOR-ORD-05")  # fmt: skip
    yield not state.characters_moving or fails(
        "command stands have begun to move, after all orders", "WOR-COM-11")  # fmt: skip
    if play.on(switches.RASH_FIRST) and by.grade != "rash":
        begun = (state.ordering, *state.done_commanders)
        for other in state.living(state.side):
            waits = other.grade == "rash" and not other.failed and other.id not in begun
            yield not waits or fails(
                f"{other.does('is')} rash and {other.form('orders')} first", "WOR-COM-03"
            )


def _takes_orders(play: Play, by: Unit, unit: Unit) -> Conditions:
    free = unit.profile.is_commander and play.on(switches.COMMAND_MOVE.free)
    yield unit.side == by.side and unit.alive or lacks(
        f"{unit.does('is')} not a living unit of {by.side}", "WOR-ORD-01")  # fmt: skip
    yield not free or fails(
        f"{unit.does('is')} a command stand and {unit.form('needs')} no order", "WOR-COM-11"
    )
    yield not unit.initiative or fails(
        f"{unit.does('has')} moved by initiative this turn", "WOR-INI-06")  # fmt: skip
    yield not unit.confused or fails(
        f"{unit.does('is')} confused: an order does nothing", "WOR-ORD-18", "WOR-CON-08"
    )
    yield not measuring.engaged(play, unit) or fails(
        f"{unit.does('is')} in combat and {unit.form('gets')} no orders", "WOR-ORD-16")  # fmt: skip


def _in_sequence(play: Play, by: Unit, unit: Unit) -> Conditions:
    mine = unit.orderer in ("", by.id)
    if not mine and play.on(switches.SECOND_COMMANDER.refused):
        first = play.unit(unit.orderer).label
        yield False or fails(f"{first} has already ordered {unit.label}", "WOR-ORD-07")
    yield not (mine and unit.orders and unit.id not in play.state.ordered_units) or fails(
        f"{unit.does('is')} finished: another unit has been ordered since", "WOR-ORD-07"
    )


def _is_brigade(play: Play, units: tuple[Unit, ...]) -> Conditions:
    stands = sum(len(unit.stands) for unit in units)
    most = MAX_STANDS if play.on(switches.BRIGADE_MAX.at("8_stands")) else stands
    yield stands <= most or fails(
        f"a brigade has 8 stands at most; these are {stands}", "WOR-ORD-14")  # fmt: skip
    yield len(units) <= MAX_UNITS or fails(
        f"a brigade has 8 units at most; these are {len(units)}", "WOR-ORD-14")  # fmt: skip
    ids = {unit.id for unit in units}
    apart = sorted(ids - set(measuring.touching_group(play, units[0], ids, measuring.ENGAGED_CM)))
    yield not apart or fails(
        f"{', '.join(apart)} does not touch the rest of the brigade", "WOR-ORD-14")  # fmt: skip


def _really_touch(play: Play, units: tuple[Unit, ...]) -> Steps[bool]:
    """Between 0.2 and 0.5 cm people say whether the units of a brigade touch (WOR-ORD-14, Q-07)."""
    ids = {unit.id for unit in units}
    if len(units) < 2:
        return True
    if len(measuring.touching_group(play, units[0], ids, measuring.SURE_CM)) == len(ids):
        return True
    return (yield from yes(f"do {_names(units)} touch each other?", units[0].side,
                           rules=("WOR-ORD-14",)))  # fmt: skip


# -- the roll -------------------------------------------------------------------------------


def _title(play: Play, by: Unit, at: Unit, others: tuple[str, ...] = (), through: str = "") -> str:
    to = f" through {play.unit(through).label}" if through else ""
    return f"{by.label}: order {_names(ordered(play, at, others))}{to}"


@BOOK.action("order", _title, may_order, at="friend", phases=("command",),
             says={"with": Says(as_="others", many=True), "through": Says()})  # fmt: skip
def order(
    play: Play, by: Unit, at: Unit, others: tuple[str, ...] = (), through: str = ""
) -> Steps[Play]:
    """One order to a unit or brigade: roll, then move, or fail, or blunder (WOR-ORD-01 … -18)."""
    units = ordered(play, at, others)
    if not (yield from _really_touch(play, units)):
        return play.step(f"{_names(units)} do not touch each other: no order is tried",
                         "WOR-ORD-14")  # fmt: skip
    tally = yield from penalties(play, by, units)
    play = _taken_up(play, by, units)
    faces = yield from roll(
        f"{by.does('orders')} {_names(units)}: {tally.value} or less",
        2, by.side, rules=("WOR-ORD-02",),
    )  # fmt: skip
    passed = _passes(play.state, tally.value, sum(faces))
    play = _ruled(play, tally, faces, passed)
    if sum(faces) == 12:
        return (yield from blunder(play, by, units))
    if not passed:
        return failed(play, by)
    return (yield from moves.ordered_move(play, units, through))


def _passes(state: State, value: int, rolled: int) -> bool:
    """Equal or below; a 12 never, a 2 by the house rule (WOR-ORD-02, WOR-BLU-01)."""
    if rolled == 12:
        return False
    if rolled == 2 and switches.SNAKE_EYES.auto.of(state.house):
        return True
    return rolled <= value


def _ruled(play: Play, tally: Penalties, faces: tuple[int, ...], passed: bool) -> Play:
    rolled = sum(faces)
    word = "a blunder" if rolled == 12 else "the order is given" if passed else "no order"
    # The rule that decided: a 12 and, by the house rule, a 2 do so whatever the value is.
    against, why = f"{rolled} against {tally.value}", "WOR-ORD-02"
    if rolled == 12:
        against, why = "12, whatever the value", "WOR-BLU-01"
    elif passed and rolled > tally.value:
        against = f"2, whatever the value of {tally.value}"
    return play.step(
        f"{against}: {word}",
        "WOR-ORD-01", why, "WOR-ORD-13", *(line.rule for line in tally.lines),
        faces=faces, modifiers=tally.lines, total=str(tally.value), readings=tally.readings,
    )  # fmt: skip


def _names(units: tuple[Unit, ...]) -> str:
    return ", ".join(unit.label for unit in units)


def _taken_up(play: Play, commander: Unit, units: tuple[Unit, ...]) -> Play:
    """The order is tried: whose it is and that it counts (WOR-ORD-05, -06, -07, -09)."""
    state = play.state
    done = state.done_commanders
    if state.ordering and state.ordering != commander.id:
        done = (*done, state.ordering)
    for unit in units:
        play = play.change(unit, orders=unit.orders + 1, orderer=commander.id)
    return play.with_state(
        ordering=commander.id, done_commanders=done, orders_started=True,
        ordered_units=tuple(unit.id for unit in units),
    )  # fmt: skip


def failed(play: Play, commander: Unit) -> Play:
    """No more orders from him; from nobody if he is the General (WOR-ORD-03, -04)."""
    play = play.change(commander, failed=True)
    return play.with_state(general_failed=True) if commander.profile.arm == "Gen" else play


# -- penalties ------------------------------------------------------------------------------


def penalties(play: Play, commander: Unit, units: tuple[Unit, ...]) -> Steps[Penalties]:
    """Every line of the command value; the worst unit of a brigade sets each (WOR-ORD-17)."""
    base = command_value(commander)
    lines = [Modifier(f"{commander.kind} {commander.grade}".strip(), str(base),
                      CLASS_RULE[commander.grade])]  # fmt: skip
    distance = measuring.command_distance(play, commander, units)
    readings = [distance]
    far = yield from full_steps(play.state, distance, commander.side)
    near, near_readings = yield from _enemy_near(play, units, commander.side)
    readings += near_readings
    dense = yield from _in_dense(play, units, commander.side)
    lost = [len(unit.lost) for unit in units]
    summed = play.on(switches.BRIGADE_PENALTY.sum)
    for what, count, rule in (
        (f"{distance} away", far, "WOR-ORD-08"),
        ("orders before", max(unit.orders for unit in units), "WOR-ORD-09"),
        ("enemy within 20 cm", int(near), "WOR-ORD-10"),
        ("dense terrain", int(dense), "WOR-ORD-11"),
        ("stands lost", sum(lost) if summed else max(lost), "WOR-ORD-12"),
        ("blunders", _blunders(play.state, commander, units), "WOR-BLU-02"),
    ):
        if count:
            lines.append(Modifier(what, f"{-count}", rule))
            base -= count
    return Penalties(base, tuple(lines), tuple(readings))


def full_steps(state: State, distance: Reading, by: str) -> Steps[int]:
    """How many full 20 cm; exactly on the line by the house rule (WOR-ORD-08)."""
    line = round(distance.value / PENALTY_STEP_CM)
    edge = line * PENALTY_STEP_CM
    if line >= 1 and distance.compare(edge) is Verdict.CLOSE:
        inside = yield from within(distance, edge, by, rules=("WOR-ORD-08",))
        return line - 1 if inside else line
    steps = int(distance.value // PENALTY_STEP_CM)
    if distance.value == edge and switches.DISTANCE_EDGE.over.of(state.house):
        return max(0, steps - 1)
    return steps


def _enemy_near(play: Play, units: tuple[Unit, ...], by: str) -> Steps[tuple[bool, list[Reading]]]:
    """Any enemy within 20 cm of any of the units, once (WOR-ORD-10)."""
    nearest = [found[0][1] for unit in units if (found := measuring.nearest_enemies(play, unit))]
    if not nearest:
        return False, []
    closest = min(nearest, key=lambda reading: reading.value)
    inside = yield from within(closest, ENEMY_NEAR_CM, by, rules=("WOR-ORD-10",))
    return inside, [closest]


def _in_dense(play: Play, units: tuple[Unit, ...], by: str) -> Steps[bool]:
    """Is a stand of any of them in dense terrain, by its middle (WOR-ORD-11)?"""
    found = [
        margin for unit in units if (margin := measuring.inside(play, unit, DENSE)) is not None
    ]
    if not found:
        return False
    deepest = max(found, key=lambda margin: margin.value)
    what = f"is {deepest.frm} in dense terrain"
    return (yield from is_so(deepest, by, what, "WOR-ORD-11"))


def _blunders(state: State, commander: Unit, units: tuple[Unit, ...]) -> int:
    if switches.BLUNDER_1.character.of(state.house):
        return commander.blunders
    return max(unit.blunders for unit in units)


# -- blunders -------------------------------------------------------------------------------


def blunder(play: Play, commander: Unit, units: tuple[Unit, ...]) -> Steps[Play]:
    """A 12: no order; a die says what the unit does instead (WOR-BLU-01 … -06)."""
    (face,) = yield from roll(f"{_names(units)} blunders", 1, commander.side, rules=("WOR-BLU-01",))
    fate = BLUNDERS[switches.BLUNDER_5.value(play.state.house)][face - 1]
    play = play.step(f"blunder {face}: {fate}", "WOR-BLU-01", "WOR-BLU-06", faces=(face,))
    play = failed(play, commander)
    if fate == "penalty":
        return _blunder_penalty(play, commander, units)
    for unit in units:
        if fate == "away":
            play = yield from moves.blunder_away(play, play.unit(unit.id))
        elif fate == "half pace":
            play = yield from moves.blunder_half(play, play.unit(unit.id))
        else:
            play = yield from moves.blunder_toward(play, play.unit(unit.id))
    return play


def _blunder_penalty(play: Play, commander: Unit, units: tuple[Unit, ...]) -> Play:
    """1: it stays, and every later order costs one more (WOR-BLU-02)."""
    if play.on(switches.BLUNDER_1.character):
        units = (play.unit(commander.id),)
    for unit in units:
        now = play.unit(unit.id).blunders + 1
        play = play.change(unit, blunders=now)
    return play
