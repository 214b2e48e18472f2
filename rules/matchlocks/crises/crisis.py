"""Morale Crisis Tests with all that follows, and who sees a friend run (MOR, DAU).

A Daunted unit falls back, and tests every turn (DAU-03); a Broken one routs and may shake the
friends who see it go (MOR-02 to -07, -11); the last unit of a Brigade tests when its comrades
are done for. ``rout_card`` of a unit names the card (or the end of the turn) under which it last
saw routs, ``rout_seen`` the points of them so far; below zero it has tested under that card.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.kernel.prompts import Steps, is_so
from rules.kernel.protocol import Modifier
from rules.kernel.telling.words import many
from rules.matchlocks.crises.morale import Test, is_last_of_brigade, morale_test
from rules.matchlocks.crises.retreat import fall_back, rout
from rules.matchlocks.measuring import LIGHT, Screen, bases_of, blockers, ground_in, stands_in
from rules.matchlocks.musketry.cover import Cover, shelters
from rules.matchlocks.musketry.losses import loses_for_daunted
from rules.matchlocks.play import Play, pick_units
from rules.matchlocks.state import State, Unit, inches, is_mounted, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import ROUT_IN
from vision.measure.ground import touching_terrain
from vision.measure.order import rout_view
from vision.table.reading import Reading, Unmeasurable
from vision.table.snapshot import Base, Snapshot

STEPS = 4
"""A rout is looked at where it starts, where it ends, and at so many places between."""

TESTED = -1.0


def original_points(state: State, unit: Unit) -> float:
    """What a unit's loss weighs: as paid for, or by its kind (``rout_points_basis``)."""
    return unit.points if state.on(House.rout_points_basis.paid) else unit.base_points


def watchers(play: Play, gone_id: str, before: Snapshot, *, routs: bool) -> Steps[tuple[str, ...]]:
    """The friends that saw it go, measured on *before*; asked where nothing can be measured."""
    gone = play.unit(gone_id)
    friends = [
        one
        for one in play.state.friends(gone.side)
        if _could_care(play.on_table(before), one, gone)
    ]
    if not friends:
        return ()
    if not bases_of(before, gone_id):
        what = f"which friends saw {gone.label} go, within 10 in of their front or flank?"
        return (yield from pick_units(what, gone.side, friends, rules=("NMM-MOR-02",)))
    seen = []
    for friend in friends:
        if (yield from _saw(play, friend, gone, before, routs)):
            seen.append(friend.id)
    return tuple(seen)


def _could_care(play: Play, friend: Unit, gone: Unit) -> bool:
    """Leave out units that nothing seen now can make test: saves the table a question."""
    if friend.id == gone.id or original_points(play.state, gone) <= 0:
        return False
    if is_mounted(gone) and kind_of(friend).arm == "foot" and _is_sheltered(play, friend):
        return False
    return not (friend.rout_card == window(play.state) and friend.rout_seen == TESTED)


def _is_sheltered(play: Play, friend: Unit) -> bool:
    """Has that foot cover or an enclosure, from whatever side (MOR-06)?"""
    told_so = "wood" if friend.wood else friend.covered
    if friend.building or told_so:
        return bool(friend.building) or shelters(
            play.state, friend, Cover(told_so.replace("none", ""))
        )
    if not bases_of(play.table, friend.id) or stands_in(play.table, friend.id, "wood"):
        return bool(bases_of(play.table, friend.id))
    touched = touching_terrain(play.table, friend.id, terrain=frozenset(LIGHT))
    return any(
        shelters(play.state, friend, Cover("high wall" if "high" in one.tags else one.kind))
        for one in touched
        if one.reading.value >= 0
    )


def _saw(play: Play, friend: Unit, gone: Unit, before: Snapshot, routs: bool) -> Steps[bool]:
    """Did that friend see it, anywhere on its way (``rout_measure_when``)?"""
    if not bases_of(before, friend.id):
        return False
    best: Reading | None = None
    for table in _moments(play, gone, before, routs):
        try:
            view = rout_view(
                table,
                friend.id,
                gone.id,
                within_in=inches(play.state, ROUT_IN),
                blocks=_in_the_way(play.state, before, friend.id),
                terrain=Screen(ground_in(before, friend.id)),
            )
        except Unmeasurable:
            continue
        if best is None or view.value > best.value:
            best = view
    if best is None:
        return False
    what = f"{friend.does('sees')} {gone.label} go"
    return (yield from is_so(best, friend.side, what, "NMM-MOR-02"))


def _in_the_way(state: State, before: Snapshot, friend_id: str) -> frozenset[str]:
    """Other troops, friend or enemy, block that sight (MOR-05)."""
    return blockers(Play(state, before), friend_id)


def _moments(play: Play, gone: Unit, before: Snapshot, routs: bool) -> Iterator[Snapshot]:
    """The table with the fleeing unit at places along its rout."""
    if not routs or play.on(House.rout_measure_when.start):
        yield before
        return
    steps = (STEPS,) if play.on(House.rout_measure_when.end) else range(STEPS + 1)
    for step in steps:
        yield _shifted(play, gone, before, inches(play.state, ROUT_IN) * step / STEPS)


def _shifted(play: Play, gone: Unit, before: Snapshot, by_in: float) -> Snapshot:
    side = play.state.sides.get(gone.side)
    edge = side.edge if side is not None else "south"
    dx, dy = {"south": (0, -1), "north": (0, 1), "west": (-1, 0), "east": (1, 0)}[edge]
    bases = tuple(
        _moved(base, dx * by_in, dy * by_in) if base.unit_id == gone.id else base
        for base in before.bases
    )
    return replace(before, bases=bases)


def _moved(base: Base, dx_in: float, dy_in: float) -> Base:
    if base.pose is None:
        return base
    pose = replace(base.pose, x_in=base.pose.x_in + dx_in, y_in=base.pose.y_in + dy_in)
    return replace(base, pose=pose)


def window(state: State) -> str:
    """The card, or turn, over which routs seen are added up (``rout_sum_window``)."""
    if state.on(House.rout_sum_window.turn):
        return f"turn {state.turn}"
    return f"turn {state.turn} card {state.decks.serial} {state.decks.card}"


def note_rout(play: Play, friend_id: str, gone_id: str) -> tuple[Play, bool]:
    """Add what a unit has seen; True when it must test now (MOR-02, MOR-03, MOR-07)."""
    state, friend, gone = play.state, play.unit(friend_id), play.unit(gone_id)
    now = window(state)
    before = friend.rout_seen if friend.rout_card == now else 0.0
    if before == TESTED:
        says = f"{friend.does('has')} tested for a rout under this card"
        return play.step(says, "NMM-MOR-07"), False
    seen = before + original_points(state, gone)
    own = original_points(state, friend)
    due = seen >= own
    play = play.change(friend_id, rout_card=now, rout_seen=TESTED if due else seen)
    says = f"{friend.label} ({own:g}) sees {many(seen, 'point')} lost: " + (
        "it tests" if due else "not enough to shake it"
    )
    return (
        play.step(
            says,
            "NMM-MOR-02" if not before else "NMM-MOR-03",
            modifiers=(Modifier(f"{gone.label} lost", many(seen - before, "point"), "NMM-MOR-03"),),
            total=many(seen, "point"),
        ),
        due,
    )


def crisis(play: Play, unit_id: str, why: str, rule: str, *, in_flank: bool = False) -> Steps[Play]:
    """Test one unit and carry out what the test says."""
    if play.unit(unit_id).gone or play.state.phase == "over":
        return play
    play, test = yield from morale_test(play, unit_id, why, rule, in_flank=in_flank)
    return (yield from apply_test(play, (unit_id,), test))


def apply_test(play: Play, units: tuple[str, ...], test: Test) -> Steps[Play]:
    """Carry a result out, on several units where one test is for all (MEL-79, MEL-89).

    It is carried out on all before anybody else tests because of it: the second of two that
    break together does not see the first run.
    """
    before = play.table
    struck = tuple(one for one in units if not play.unit(one).gone)
    fresh = tuple(one for one in struck if not play.unit(one).daunted)
    for unit_id in struck:
        if play.state.phase != "over":
            play = yield from _suffers(play, unit_id, test)
    for unit_id in struck:
        if test.verdict == "broken" and play.unit(unit_id).gone:
            play = yield from after_loss(play, unit_id, before, routs=True)
        elif test.verdict == "daunted" and unit_id in fresh:
            play = yield from last_men(play, unit_id)
    return play


def _suffers(play: Play, unit_id: str, test: Test) -> Steps[Play]:
    if test.verdict == "daunted":
        return (yield from _daunt(play, unit_id))
    if test.verdict == "broken":
        return rout(_out_of_melee(play, unit_id), unit_id)
    if play.unit(unit_id).daunted:
        return play.step(
            f"{play.unit(unit_id).does('stays')} Daunted, in {play.unit(unit_id).its} place",
            "NMM-DAU-06",
        )
    return play


def _daunt(play: Play, unit_id: str) -> Steps[Play]:
    """A Daunted token unless it has one, and back one Move (MOR-23, DAU-04, DAU-05)."""
    unit = play.unit(unit_id)
    play = _out_of_melee(play, unit_id)
    if unit.daunted:
        says = f"{unit.does('is')} Daunted already: one token is the most"
        play = play.step(says, "NMM-DAU-04")
        return (yield from fall_back(play, unit_id, "NMM-DAU-05"))
    play = play.change(unit_id, daunted=True, daunted_turn=play.state.turn)
    play = loses_for_daunted(play, unit_id)
    if play.state.phase == "over":
        return play
    return (yield from fall_back(play, unit_id, "NMM-MOR-23"))


def after_loss(play: Play, unit_id: str, before: Snapshot, *, routs: bool = False) -> Steps[Play]:
    """Friends near a unit Destroyed or Broken test, then the last of its Brigade (MOR-02, -09).

    *before*: the table on which it still stood.
    """
    if play.state.phase == "over":
        return play
    for friend in (yield from watchers(play, unit_id, before, routs=routs)):
        play, due = note_rout(play, friend, unit_id)
        if due:
            gone = play.unit(unit_id).label
            play = yield from crisis(play, friend, f"it sees {gone} lost", "NMM-MOR-02")
        if play.state.phase == "over":
            return play
    return (yield from last_men(play, unit_id))


def last_men(play: Play, unit_id: str) -> Steps[Play]:
    """The last steady unit of a Brigade tests when that comes true (MOR-09)."""
    for unit in tuple(_brigade(play, play.unit(unit_id))):
        if play.state.phase == "over":
            return play
        lonely = not unit.daunted and is_last_of_brigade(play.state, play.unit(unit.id))
        every_turn = play.on(House.last_men_repeat.each_turn)
        if not lonely or (unit.last_man and not every_turn):
            continue
        play = play.change(unit.id, last_man=True)
        why = "the rest of its Brigade is done for"
        play = yield from crisis(play, unit.id, why, "NMM-MOR-09")
    return play


def _brigade(play: Play, unit: Unit) -> Iterator[Unit]:
    for one in play.state.units.values():
        same = one.brigade == unit.brigade and one.side == unit.side
        if unit.brigade and same and one.id != unit.id and not one.gone:
            yield one


def _out_of_melee(play: Play, unit_id: str) -> Play:
    """It leaves the fight that it is in; the melee ends in ``aftermath.py``."""
    unit = play.unit(unit_id)
    if not unit.melee:
        return play
    return play.change(unit_id, melee="", hedgehog=False, turned=False)


def turn_end_test(play: Play, unit_id: str) -> Steps[Play]:
    """The test of a unit that is Daunted or at half strength or less (MOR-10, TURN-14)."""
    unit = play.unit(unit_id)
    why = "Daunted" if unit.daunted else "at half strength or less"
    if unit.at_half:
        play = play.change(unit_id, half_tested=True)
    return (yield from crisis(play, unit_id, why, "NMM-MOR-10"))


def excused_from_turn_end(play: Play, unit: Unit) -> tuple[bool, str]:
    """Does a unit skip the test at the end of the turn, and by which rule (TURN-14, -15)?"""
    if unit.gone or not (unit.daunted or unit.at_half):
        return True, "NMM-TURN-14"
    if unit.melee:
        return True, "NMM-TURN-15"
    if unit.won and not unit.kills_since_won:
        return True, "NMM-TURN-15"
    once = play.on(House.half_strength_repeat.on_crossing)
    if once and unit.half_tested and not unit.daunted:
        return True, "NMM-TURN-14"
    return False, ""
