"""Moves: the models are moved, the camera looks, and the move is judged.

WOR-MOV, WOR-CHG, WOR-ORD-15, WOR-BLU-03 … -05, WOR-COM-11. A move that breaks a rule is not
punished: the question comes again with the reason, until the table is right.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.field.centimetres import to_in
from rules.field.moving import goes, until_lawful
from rules.field.reach import closed, reaches
from rules.kernel.play import Conditions, fails
from rules.kernel.prompts import Reach, Steps, yes
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.names import titled
from rules.roses import measuring, switches
from rules.roses.close_combat import defence
from rules.roses.missiles import lines, shooting
from rules.roses.play import BOOK
from rules.roses.state import Play, Unit, pace_cm
from rules.roses.tables import (
    BOWS,
    IMPASSABLE,
    MEN_AT_ARMS_MOUNTED,
    MOVE_TOLERANCE_CM,
    PASSED,
    RIVERS,
)
from vision.table.reading import Reading, Verdict

Judge = Callable[[Play], Refusal | None]
"""The fault of the table after the move, None when it is a lawful one."""

Pace = Callable[[Unit], float]
"""How far a unit may go, cm."""

IDS = tuple[str, ...]


def moved(
    play: Play,
    what: str,
    units: tuple[Unit, ...],
    judge: Judge,
    *,
    rules: IDS,
    pace: Pace = lambda unit: 0.0,
) -> Steps[Play]:
    """Ask for a move until *judge* finds no fault; the play on the table afterwards.

    *pace* gives how far a unit may go, cm, for the ground that is drawn.
    """
    ids = tuple(unit.id for unit in units)
    return (yield from until_lawful(
        play, what, units[0].side, ids,
        lambda after: judge(after) or strangers_moved(play, after, ids),
        field=measuring.field, rules=rules,
        ground=tuple(one for unit in units for one in stand_reach(play, unit, pace(unit))),
    ))  # fmt: skip


def strangers_moved(before: Play, after: Play, ids: IDS) -> Refusal | None:
    """A unit that was not to move has moved (WOR-ORD-01)."""
    for unit in before.state.living():
        if unit.id in ids:
            continue
        reading = measuring.moved_cm(before.table, after.table, unit)
        if reading.compare(MOVE_TOLERANCE_CM) is Verdict.OUT:
            return refusal(f"{unit.does('has')} moved {reading} without an order", "WOR-ORD-01")
    return None


def stand_reach(play: Play, unit: Unit, pace: float) -> tuple[Reach, ...]:
    """So far any way, stand by stand, with ground that nobody crosses (WOR-MOV-01, Q-08)."""
    if not pace:
        return ()
    far_in, title = to_in(pace), f"{pace:g} cm"
    stands = [
        one
        for payload in unit.stands
        for one in reaches(play.table, payload, far_in, title, rule="WOR-MOV-01")
    ]
    barred = [(piece, "WOR-MOV-04") for piece in play.table.terrain if piece.kind in IMPASSABLE]
    return (*stands, *closed(play.table, unit.id, far_in, barred))


# -- how far --------------------------------------------------------------------------------


def used_cm(play: Play, after: Play, unit: Unit) -> Reading:
    """What the move has used of its pace: a river counts double (WOR-MOV-02), cm."""
    reading = measuring.moved_cm(play.table, after.table, unit)
    if not measuring.terrain_crossed(play.table, after.table, unit, RIVERS):
        return reading
    wet = reading.value
    if play.on(switches.RIVER.wet_part):
        wet = measuring.wet_cm(play.table, after.table, unit, RIVERS)
    notes = ("over a river: half rate",)
    return Reading("moved", reading.value + wet, reading.plus_minus, "cm", unit.id, notes=notes)


def too_far(play: Play, after: Play, unit: Unit, allowed_cm: float) -> Refusal | None:
    """Farther than its pace, or than half of it over a river (WOR-MOV-01, -02)."""
    used = used_cm(play, after, unit)
    if used.compare(allowed_cm) is not Verdict.OUT:
        return None
    rule = "WOR-CAN-08" if unit.profile.arm == "Art" else "WOR-MOV-01"
    if used.notes:
        return refusal(
            f"{unit.does('has')} used {used} over a river, where {unit.it} {unit.form('moves')} "
            f"at half rate; {allowed_cm:g} cm is allowed", "WOR-MOV-02",
        )  # fmt: skip
    return refusal(f"{unit.does('has')} gone {used}; {allowed_cm:g} cm is allowed", rule)


def way_barred(play: Play, after: Play, unit: Unit, but: IDS = ()) -> Refusal | None:
    """Through friends, or over ground that nobody crosses (WOR-MOV-04)."""
    for friend in measuring.friends_crossed(play.table, after.table, play, unit):
        if friend not in but and not unit.profile.is_commander:
            return refusal(
                f"{unit.does('has')} passed through {play.unit(friend).label}", "WOR-MOV-04"
            )
    if measuring.terrain_crossed(play.table, after.table, unit, IMPASSABLE):
        return refusal(f"{unit.does('has')} crossed impassable ground")
    return None


def may_pass_through(play: Play, units: tuple[Unit, ...], through: Unit) -> Conditions:
    """Bows pass through Bills and Men at Arms (WOR-MOV-03)."""
    allowed = (*PASSED, MEN_AT_ARMS_MOUNTED) if play.on(switches.BOW_THROUGH.all_maa) else PASSED
    for unit in units:
        yield unit.kind in BOWS or fails(
            f"{unit.does('is')} no bow: only bows pass through friends", "WOR-MOV-04")  # fmt: skip
    yield through.kind in allowed and through.side == units[0].side or fails(
        f"bows do not pass through {through.label}", "WOR-MOV-03", "WOR-MOV-04")  # fmt: skip


# -- by order -------------------------------------------------------------------------------


def ordered_move(play: Play, units: tuple[Unit, ...], through: str = "") -> Steps[Play]:
    """The move that an order allows, one unit or a brigade (WOR-ORD-15, WOR-MOV-01 … -04)."""
    ids = tuple(unit.id for unit in units)
    but = (*ids, through)

    def judge(after: Play) -> Refusal | None:
        for unit in units:
            fault = too_far(play, after, unit, pace_cm(unit)) or way_barred(play, after, unit, but)
            if fault:
                return fault
        return _split(after, units)

    most = max(pace_cm(unit) for unit in units)
    what = f"move {', '.join(unit.label for unit in units)} up to {most:g} cm"
    rules = ("WOR-MOV-01", "WOR-ORD-15")
    after = yield from moved(play, what, units, judge, rules=rules, pace=pace_cm)
    for unit in units:
        after = _told(play, after, unit)
        after = burst(play, after, unit, evading=False)
    return (yield from arrive(play, after, units))


def _split(after: Play, units: tuple[Unit, ...]) -> Refusal | None:
    """A brigade stays together, but for those that charge (WOR-ORD-15)."""
    steady = [unit for unit in units if not measuring.engaged(after, unit)]
    if len(steady) < 2 or len(units) < 2:
        return None
    ids = {unit.id for unit in units}
    reached = measuring.touching_group(after, steady[0], ids, measuring.ENGAGED_CM)
    apart = [unit.label for unit in steady if unit.id not in reached]
    return (
        refusal(f"{', '.join(apart)} has left the brigade without charging", "WOR-ORD-15")
        if apart
        else None
    )


def _told(before: Play, after: Play, unit: Unit) -> Play:
    reading = measuring.moved_cm(before.table, after.table, unit)
    return after.step(goes(unit, reading, "moves"), "WOR-MOV-01", readings=(reading,))


def burst(before: Play, after: Play, unit: Unit, *, evading: bool) -> Play:
    """Friends whom evaders burst through are confused (WOR-CON-01)."""
    if not evading and before.on(switches.BURST.evaders):
        return after
    for friend in measuring.friends_crossed(before.table, after.table, before, unit):
        after = confuse(after, after.unit(friend), f"{unit.does('bursts')} through", "WOR-CON-01")
    return after


def confuse(play: Play, unit: Unit, why: str, *rules: str) -> Play:
    """The unit is confused until the end of its own command phase (WOR-CON-11)."""
    play = play.change(unit, confused=True)
    return play.step(f"{unit.does('is')} confused: {why}", *rules)


# -- the charge -----------------------------------------------------------------------------


def arrive(before: Play, after: Play, units: tuple[Unit, ...]) -> Steps[Play]:
    """Contact with an enemy makes the move a charge; the charged may shoot (WOR-CHG-01 … -03)."""
    for unit in units:
        after, touched = yield from _touched(after.change(unit, apart=()), unit)
        for enemy in touched:
            busy = measuring.engaged_stands(before, enemy)
            if not after.unit(unit.id).alive:
                break
            after = charged(after, after.unit(unit.id), after.unit(enemy.id))
            if before.on(switches.STAND_SHOOT):
                after = yield from shooting.stand_and_shoot(
                    after, after.unit(enemy.id), after.unit(unit.id), busy
                )
    return after


def _touched(after: Play, unit: Unit) -> Steps[tuple[Play, tuple[Unit, ...]]]:
    """Enemies in contact; between 0.2 and 0.5 cm people say whether they touch (Q-07)."""
    touched: list[Unit] = []
    for enemy in after.state.enemies(unit):
        reading = measuring.distance(after, unit, enemy)
        if reading.compare(measuring.ENGAGED_CM) is Verdict.OUT:
            continue
        sure = reading.value + reading.plus_minus <= measuring.SURE_CM
        if sure or (yield from yes(f"do {unit.label} and {enemy.label} touch?", unit.side,
                                   rules=("WOR-CHG-01",))):  # fmt: skip
            touched.append(enemy)
        else:
            after = after.change(unit, apart=(*after.unit(unit.id).apart, enemy.id))
    return after, tuple(touched)


def charged(play: Play, unit: Unit, enemy: Unit) -> Play:
    """Both are engaged from contact; where the charge struck is kept (WOR-CHG-01, -02)."""
    pairs = [(to, frm) for frm in unit.stands for to in enemy.stands]
    to, frm = min(pairs, key=lambda pair: measuring.stand_gap_cm(play, pair[1], pair[0]))
    face = measuring.face_touched(play.table, frm, to)
    play = play.change(unit, charged=True, in_combat=True, touched=face).change(
        enemy, in_combat=True
    )
    play = defence.on_contact(play, unit, enemy)
    return play.step(f"{unit.does('charges')} {enemy.label}'s {face}", "WOR-CHG-01", "WOR-CHG-02")


# -- blunders -------------------------------------------------------------------------------


def blunder_away(play: Play, unit: Unit) -> Steps[Play]:
    """2 or 3: away from every enemy (WOR-BLU-03)."""
    pace = pace_cm(unit)
    found = measuring.nearest_enemies(play, unit)
    keep = play.on(switches.BLUNDER_23.keep_distance)
    if not found or (keep and found[0][1].value >= pace):
        return play.step(f"{unit.does('is')} far enough off and {unit.form('stays')}", "WOR-BLU-03")
    way = lines.away_from(play, unit, (found[0][0],))
    can = room(play, unit, way, pace)

    def judge(after: Play) -> Refusal | None:
        used = measuring.moved_cm(play.table, after.table, unit)
        gap = measuring.nearest_enemies(after, unit)[0][1]
        whole = used.value + used.plus_minus >= can - MOVE_TOLERANCE_CM
        if not whole and not (keep and gap.value + gap.plus_minus >= pace):
            return refusal(
                f"{unit.does('has')} gone {used} and {unit.form('is')} {gap} from the enemy: "
                f"it goes {can:g} cm away, or until it is {pace:g} cm off",
                "WOR-BLU-03",
            )
        straight = lines.between_deg(way, lines.heading(play.table, after.table, unit))
        won = gap.value - found[0][1].value + gap.plus_minus + found[0][1].plus_minus
        if (
            can > MOVE_TOLERANCE_CM
            and straight > lines.APART_DEG
            and (won < can - MOVE_TOLERANCE_CM)
        ):
            return refusal(f"{unit.does('goes')} away from {found[0][0].label}", "WOR-BLU-03")
        if measuring.is_nearer(gap, found[0][1]):
            return refusal(f"{unit.does('has')} gone nearer to an enemy", "WOR-BLU-03")
        return too_far(play, after, unit, pace) or way_barred(play, after, unit)

    what = f"{unit.does('goes')} away from every enemy, at least to {pace:g} cm"
    after = yield from moved(
        play, what, (unit,), judge, rules=("WOR-BLU-03",), pace=lambda one: pace
    )
    return _told(play, after, unit)


def room(play: Play, unit: Unit, way: tuple[float, float], cm: float) -> float:
    """How far a unit can go that way, cm, at most *cm*: obstacles and rivers (WOR-MOV-02)."""
    met = lines.first_obstacle(play, unit, way, cm)
    free = met.at_cm if met else cm
    bank = lines.first_water(play, unit, way, cm)
    if play.on(switches.RIVER.wet_part):
        return min(free, bank + (cm - bank) / 2)
    return min(free, cm if bank >= cm else max(bank, cm / 2))


def blunder_half(play: Play, unit: Unit) -> Steps[Play]:
    """4 or 5: a half-pace move, no charge by default (WOR-BLU-04)."""
    half = pace_cm(unit) / 2
    may_charge = play.on(switches.BLUNDER_HALF_CHARGE)

    def judge(after: Play) -> Refusal | None:
        if not may_charge and measuring.engaged(after, unit):
            return refusal(f"{unit.label} may not charge with a blundered half move", "WOR-BLU-04")
        return too_far(play, after, unit, half) or way_barred(play, after, unit)

    after = yield from moved(
        play, f"move {unit.label} up to {half:g} cm", (unit,), judge, rules=("WOR-BLU-04",),
        pace=lambda one: half,
    )  # fmt: skip
    return (yield from arrive(play, _told(play, after, unit), (unit,)))


def blunder_toward(play: Play, unit: Unit) -> Steps[Play]:
    """6: as far as it can toward the nearest enemy it sees, into contact (WOR-BLU-05)."""
    pace = pace_cm(unit)
    seen = [
        enemy
        for enemy, _ in measuring.nearest_enemies(play, unit)
        if any(lines.sight(play, stand, unit, enemy).clear for stand in unit.stands)
    ]
    if not seen:
        return play.step(f"{unit.does('sees')} no enemy and {unit.form('stays')}", "WOR-BLU-05")
    near = measuring.closest(
        tuple((enemy, measuring.distance(play, unit, enemy)) for enemy in seen)
    )
    aims = [enemy for enemy in seen if enemy.id in near]
    rooms = {enemy.id: _room_toward(play, unit, enemy, pace) for enemy in aims}

    def judge(after: Play) -> Refusal | None:
        faults = [_not_toward(play, after, unit, enemy, rooms[enemy.id]) for enemy in aims]
        if None not in faults:
            return faults[0]
        return too_far(play, after, unit, pace) or way_barred(play, after, unit)

    what = f"{unit.does('goes')} {pace:g} cm toward {aims[0].label}, into contact if it reaches"
    after = yield from moved(
        play, what, (unit,), judge, rules=("WOR-BLU-05",), pace=lambda one: pace
    )
    return (yield from arrive(play, _told(play, after, unit), (unit,)))


def _room_toward(play: Play, unit: Unit, enemy: Unit, pace: float) -> float:
    ax, ay = lines.away_from(play, unit, (enemy,))
    return room(play, unit, (-ax, -ay), pace)


def _not_toward(play: Play, after: Play, unit: Unit, enemy: Unit, can: float) -> Refusal | None:
    """Why it has not gone so far toward an enemy, or into contact, None if it has (WOR-BLU-05)."""
    used = measuring.moved_cm(play.table, after.table, unit)
    there = bool(measuring.touching_stands(after, unit, enemy))
    if not there and used.value + used.plus_minus < can - MOVE_TOLERANCE_CM:
        return refusal(f"{unit.does('has')} gone {used}: {can:g} cm or into contact", "WOR-BLU-05")
    was, now = measuring.distance(play, unit, enemy), measuring.distance(after, unit, enemy)
    won = was.value - now.value + was.plus_minus + now.plus_minus
    # Straight at him every centimetre gone is one nearer.
    if not there and won < can - MOVE_TOLERANCE_CM:
        return refusal(f"{unit.does('goes')} toward {enemy.label}", "WOR-BLU-05")
    return None


# -- command stands -------------------------------------------------------------------------


def may_move(play: Play, by: Unit, at: str) -> Conditions:
    """Which command stand may make its free move (WOR-COM-11)."""
    yield by.profile.is_commander or fails(
        f"{by.does('is')} no command stand: {by.it} {by.form('needs')} an order", "WOR-ORD-01"
    )
    yield not play.on(switches.COMMAND_MOVE.ordered) or fails(
        "command stands move by order or initiative in this game", "WOR-COM-11")  # fmt: skip
    side = play.state.side
    yield by.side == side or fails(f"it is the command phase of {titled(side)}", "WOR-SEQ-02")
    yield not by.moved or fails(f"{by.does('has')} moved this turn", "WOR-COM-11")
    yield not by.confused or fails(
        f"{by.does('is')} confused and {by.form('does')} not move", "WOR-CON-08", "WOR-COM-11"
    )
    yield not measuring.engaged(play, by) or fails(f"{by.does('is')} in combat", "WOR-ORD-16")


@BOOK.action("move", "{by}: move", may_move, phases=("command",))
def command_move(play: Play, by: Unit, at: str) -> Steps[Play]:
    """Once, without an order, after all orders of its side (WOR-COM-11)."""
    pace = pace_cm(by)
    after = yield from moved(
        play, f"move {by.label} up to {pace:g} cm", (by,),
        lambda after: too_far(play, after, by, pace) or way_barred(play, after, by),
        rules=("WOR-COM-11", "WOR-MOV-01"), pace=lambda one: pace,
    )  # fmt: skip
    after = _told(play, after, by).change(by, moved=True).with_state(characters_moving=True)
    return (yield from arrive(play, after, (after.unit(by.id),)))
