"""The Attack: who may make one, how the enemy answers, and the clash (MEL part 1).

An Attack is declared whole: ``more`` holds ``moves`` (1 or 2 Move Actions) and ``wheels`` (how
many of its Actions were wheels). Horse may always use its Charge rate in the last Move; whether
it charges is for the Doctrine Die. The enemy answers, the models are moved, and round one is
fought.
"""

from __future__ import annotations

from rules.kernel.acting.book import Says
from rules.kernel.play import Conditions, fails, lacks, must
from rules.kernel.prompts import Option, Steps, choose, look
from rules.matchlocks.close_combat.doctrine import Doctrine, doctrine_die
from rules.matchlocks.close_combat.evading import Answer, goes_full, halts, stops_short
from rules.matchlocks.close_combat.melee import horse_over_obstacle, is_defended
from rules.matchlocks.close_combat.onset import (
    Approach,
    ask_zone,
    climbs_in,
    first_round,
    goes_over,
    lines_between,
    obstacle_held,
    rough_ground,
    zone_at,
)
from rules.matchlocks.close_combat.reactions import answer_attack
from rules.matchlocks.close_combat.rounds import fight_due, join_melee
from rules.matchlocks.crises.into_contact import into_contact
from rules.matchlocks.crises.retreat import open_melee
from rules.matchlocks.measuring import BAD, CLOSED, bases_of, line_of_sight
from rules.matchlocks.movement.going import entered, ground_between, move_reach
from rules.matchlocks.movement.moving import judge_move, settle
from rules.matchlocks.movement.turning import wheeled
from rules.matchlocks.ordering.activation import acting_checks, is_lost, open_main_phase
from rules.matchlocks.play import BOOK, Check, Play
from rules.matchlocks.state import State, Unit, inches, is_mounted, kind_of, left_place
from rules.matchlocks.switches import House
from vision.measure.answers import Side as Zone
from vision.measure.arc import zone as zone_of
from vision.measure.range import gap
from vision.table.reading import Verdict
from vision.table.snapshot import Snapshot


def may_attack(
    play: Play, unit: Unit, target: Unit, moves: int | None = None, wheels: int = 0
) -> Conditions:
    """Everything that an Attack on *target* must satisfy; while it is not said how many Moves
    it takes, as many as the unit has."""
    needed = max(1, moves or 0) + wheels
    have = 1 if play.state.phase == "manoeuvre" else unit.actions_left
    if moves is not None:
        yield needed <= have or fails(
            f"that Attack takes {needed} Actions, {unit.does('has')} {have}",
            "NMM-ORD-18")  # fmt: skip
    moves = max(1, unit.actions_left if moves is None else moves)
    yield from acting_checks(play, unit, "attack")
    shot = "shoot" in unit.acts
    yield not shot or fails(f"{unit.does('has')} shot this turn", "NMM-ACT-11")
    yield from _kind_checks(play, unit, target)
    yield from _target_checks(play, unit, target)
    if bases_of(play.table, unit.id) and bases_of(play.table, target.id):
        yield from _measured_checks(play, unit, target, moves)


def _kind_checks(play: Play, unit: Unit, target: Unit) -> Conditions:
    kind, name = kind_of(unit), unit.label
    foot = not is_mounted(unit)
    yield not (kind.skirmisher and foot) or fails(
        f"{name}: Skirmishers on foot never attack", "NMM-MEL-03")  # fmt: skip
    yield kind.arm != "gun" or fails(f"{unit.does('is')} a gun and cannot attack", "NMM-MEL-01")
    if target.building:
        yield foot or fails(
            f"{target.does('holds')} a building: only foot may attack it", "NMM-MEL-38"
        )


def _target_checks(play: Play, unit: Unit, target: Unit) -> Conditions:
    yield target.side != unit.side or fails(f"{target.does('is')} no enemy", "NMM-MEL-01")
    yield not target.gone or lacks(f"{target.does('is')} off the table", "NMM-MEL-01")
    if not (kind_of(unit).skirmisher and is_mounted(unit)):
        return
    if kind_of(target).skirmisher:
        return
    flank = _stands_in(play.table, unit, target) != "front"
    daunted_foot = target.daunted and kind_of(target).arm == "foot" and flank
    yield daunted_foot or fails(
        f"{unit.label} may attack only Skirmishers, or Daunted foot from flank or rear",
        "NMM-MEL-04")  # fmt: skip


def _measured_checks(play: Play, unit: Unit, target: Unit, moves: int) -> Conditions:
    yield from _ground_checks(play, unit, target, moves)
    limit, rule = attack_reach(play, unit, target, moves)
    why = f"{unit.does('reaches')} {{limit}} at most, {target.does('is')} {{reading}} off"
    past = f"{target.does('was')} {{reading}} off, {unit.does('reaches')} {{limit}} at most"
    reading = gap(play.table, unit.id, target.id)
    yield Check(why, rule, reading=reading, limit=limit, past=past)
    sight = line_of_sight(play, unit.id, target.id)
    leader = _orderer_sees(play, unit, target)
    either = play.on(House.attack_sight.either)
    why = f"{unit.does('does')} not see {target.label}"
    if not (either and leader):
        yield must(sight.reading, why, "NMM-MEL-02")
    if play.on(House.attack_sight.both):
        yield leader or fails(f"its leader does not see {target.label}", "NMM-MEL-02")


def _ground_checks(play: Play, unit: Unit, target: Unit, moves: int) -> Conditions:
    """Ground on the straight way that the attacker may not enter (MOVE-07, -08), and lines that
    a single Move does not get over (MOVE-24)."""
    for piece in ground_between(play.table, unit.id, target.id):
        closed = piece.kind in CLOSED or (
            piece.kind in BAD and piece.kind not in entered(play.state, unit)
        )
        rule = "NMM-MOVE-08" if unit.kind == "cuirassiers" else "NMM-MOVE-07"
        name = piece.name or piece.kind
        yield not closed or fails(f"{unit.label} may not go through {name}", rule)
    if moves == 1:
        for line in lines_between(play.table, unit.id, target.id, target.covered):
            yield line.at_it or fails(
                f"{unit.label} must first end a Move against {line.name}; a second goes over",
                "NMM-MOVE-24")  # fmt: skip


def attack_reach(play: Play, unit: Unit, target: Unit, moves: int) -> tuple[float, str]:
    """How far that Attack can reach over the ground between, inches, and the rule.

    No Charge in bad going (MOVE-36), nor from nearer than the run-up (MOVE-15), where the
    ordinary Move reaches anyhow.
    """
    bad = [one for one in ground_between(play.table, unit.id, target.id) if one.kind in BAD]
    if bad:
        return inches(play.state, kind_of(unit).bad_in * moves), "NMM-MOVE-36"
    rule = "NMM-MOVE-13" if moves == 1 else "NMM-MOVE-14"
    return attack_reach_in(play.state, unit, moves), rule


def _orderer_sees(play: Play, unit: Unit, target: Unit) -> bool:
    leader = play.state.leaders.get(unit.ordered)
    if leader is None or not bases_of(play.table, leader.id):
        return False
    seen = line_of_sight(play, leader.id, target.id)
    return seen.reading.at_least() is Verdict.IN


def attack_reach_in(state: State, unit: Unit, moves: int) -> float:
    """How far an Attack of so many Moves can reach, inches; the last may be a Charge."""
    kind = kind_of(unit)
    return inches(state, kind.move_in * moves + charge_bonus_in(state, unit))


def charge_bonus_in(state: State, unit: Unit) -> float:
    """What a Charge adds to a Move for that unit (MOVE-13; ``charge_eligibility``)."""
    kind = kind_of(unit)
    if kind.arm == "dragoon":
        return 4.0 if state.on(House.charge_eligibility.both) and unit.mounted else 0.0
    stays = kind.loose and state.on(House.charge_eligibility.squadrons)
    return 0.0 if stays else kind.charge_in


def _stands_in(table: Snapshot, unit: Unit, target: Unit) -> Zone:
    if not (bases_of(table, unit.id) and bases_of(table, target.id)):
        return "front"
    return zone_of(table, unit.id, target.id).side


# --- the action ----------------------------------------------------------------------------


@BOOK.action(
    "attack", "Attack {at}", may_attack, at="enemy",
    says={
        "moves": Says(most=2, usual=1, picks=lambda play, unit, target: ("1", "2")),
        "wheels": Says(most=1, picks=lambda play, unit, target: ("0", "1")),
    },
)  # fmt: skip
def declare_attack(play: Play, unit: Unit, target: Unit, moves: int, wheels: int) -> Steps[Play]:
    """Attack, then whatever fights it set off at once."""
    play = yield from attack(play, unit, target, max(1, moves), wheels)
    return (yield from fight_due(play))


def attack(play: Play, unit: Unit, target: Unit, moves: int, wheels: int) -> Steps[Play]:
    """One unit attacks another: answer, clash, round one and its result."""
    if is_lost(play.state, unit):
        return open_main_phase(play, unit.id, "an Attack that is lost")
    play = _spent(play, unit.id, moves + wheels)
    play, approach = yield from approach_of(play, unit, target, moves, wheels)
    play = rough_ground(play, unit, target)
    play, over = yield from goes_over(play, unit, target)
    if not over:
        return open_main_phase(play, unit.id, "an Attack")
    if target.melee:
        reach_in, _ = attack_reach(play, unit, target, 1)
        play = yield from join_melee(play, unit.id, target.id, approach.zone, reach_in)
        return open_main_phase(play, unit.id, "an Attack")
    play = yield from carry_out(play, unit.id, target.id, approach)
    return open_main_phase(play, unit.id, "an Attack")


def _first_move(play: Play, unit: Unit, target: Unit) -> Steps[Play]:
    """The first Move of two: an ordinary one, after which the last must reach (MOVE-14)."""
    says = f"move {unit.label} up: its first Move of the Attack"
    ground = move_reach(play, unit)
    table = yield from look(says, unit.side, (unit.id,), rules=("NMM-MEL-01",), reach=ground)
    play, _ = yield from judge_move(play, unit, table)
    play = settle(play, unit.id, table)
    limit, rule = attack_reach(play.on_table(table), unit, target, 1)
    why = f"{target.does('is')} still {{reading}} off, the last Move reaches {{limit}}"
    left = gap(table, unit.id, target.id)
    reach = Check(why, rule, reading=left, limit=limit, sense="at most")
    yield from BOOK.require(play, (reach,), unit.side)
    return play


def _spent(play: Play, unit_id: str, actions: int) -> Play:
    unit = play.unit(unit_id)
    left = max(0, unit.actions_left - actions)
    names = ("attack",) * max(actions, 1)
    play = play.change(
        unit_id,
        acts=(*unit.acts, *names),
        actions_left=left,
        building="",
        **left_place(play.state, unit),
    )
    return play.with_state(last_side=unit.side)


def approach_of(
    play: Play, unit: Unit, target: Unit, moves: int, wheels: int
) -> Steps[tuple[Play, Approach]]:
    """Where the attack comes from, and how many Moves it took (MEL-07, MEL-11)."""
    turning = moves + wheels if play.on(House.attack_action_count.wheel_counts) else moves
    evading = moves if play.on(House.attack_action_count.moves_only) else moves + wheels
    there = bases_of(play.table, unit.id) and bases_of(play.table, target.id)
    if not there:
        zone = yield from ask_zone(unit, target)
        return play, Approach(zone, turning, evading)
    first = zone_of(play.table, unit.id, target.id)
    for _ in range(wheels):
        play = yield from wheeled(play, play.unit(unit.id))
    if moves > 1:
        play = yield from _first_move(play, unit, target)
    start = play.on(House.flank_zone.start_of_order)
    found = first if start else zone_of(play.table, unit.id, target.id)
    zone = yield from zone_at(play, unit, target, found)
    apart = gap(play.table, unit.id, target.id)
    play = play.step(
        f"{unit.does('attacks')} {target.label} in the {zone}, from {apart}",
        "NMM-MEL-01",
        "NMM-MEL-07",
        readings=(apart, found.reading),
    )
    return play, Approach(zone, turning, evading, apart)


def carry_out(play: Play, unit_id: str, target_id: str, approach: Approach) -> Steps[Play]:
    """The enemy's answer, then contact and round one, unless nobody is left to fight."""
    before = play.table
    play, answer = yield from answer_attack(
        play, unit_id, target_id, approach.zone, approach.moves, approach.actions
    )
    if answer.ended:
        return (yield from _goes_on(play, unit_id, target_id, answer, before))
    if play.unit(unit_id).gone or play.state.phase == "over":
        return play
    before = play.table
    play, thrown = yield from _early_die(play, unit_id, approach)
    if thrown is not None and thrown.tactic != "gallop":
        return (yield from stops_short(play, unit_id, target_id))
    unit, target = play.unit(unit_id), play.unit(target_id)
    reach_in, _ = attack_reach(play, unit, target, 1)
    play = yield from into_contact(
        play, unit_id, target_id, approach.zone, reach_in, halted=approach.halted
    )
    play = yield from _opened(play, unit_id, target_id, approach, answer, before)
    return (yield from first_round(play, unit_id, target_id, approach, answer, before, thrown))


def _early_die(play: Play, unit_id: str, approach: Approach) -> Steps[tuple[Play, Doctrine | None]]:
    """By house rule a Charge that needs its extra distance must come up a gallop first
    (``charge_reach``)."""
    if play.on(House.charge_reach.always) or approach.apart is None:
        return play, None
    ordinary = inches(play.state, kind_of(play.unit(unit_id)).move_in)
    if kind_of(play.unit(unit_id)).arm != "horse" or approach.apart.value <= ordinary:
        return play, None
    return (yield from doctrine_die(play, unit_id, approach.apart))


def _goes_on(
    play: Play, unit_id: str, target_id: str, answer: Answer, before: Snapshot
) -> Steps[Play]:
    """The target has got away: halt where it stood on *before*, go on, or at someone the
    evaders passed (MEL-22)."""
    unit = play.unit(unit_id)
    if not answer.may_go_on:
        return play
    others = [one for one in answer.passed if BOOK.may(play, _onward(play, unit, one))]
    options = [Option("halt", "halts where it stood"), Option("on", "goes on its full distance")]
    options += [Option(one, f"attacks {play.unit(one).label}") for one in others]
    what = f"{unit.label}: its target has evaded"
    chosen = yield from choose(what, unit.side, tuple(options), rules=("NMM-MEL-22",))
    if chosen == "halt":
        return (yield from halts(play, unit_id, target_id, before))
    if chosen == "on":
        far_in = attack_reach_in(play.state, unit, 1)
        return (yield from goes_full(play, unit_id, target_id, before, far_in))
    play = play.step(
        f"{unit.does('turns')} on {play.unit(chosen).label}", "NMM-MEL-22", "NMM-MEL-23"
    )
    yield from BOOK.require(play, _onward(play, unit, chosen), unit.side)
    zone = _stands_in(play.table, unit, play.unit(chosen))
    return (yield from carry_out(play, unit_id, chosen, Approach(zone, 1, 1, halted=True)))


def _onward(play: Play, unit: Unit, other_id: str) -> Conditions:
    """May it go on into a unit that the evaders passed, with what is left of its Move (MEL-22)?"""
    other = play.unit(other_id)
    yield not other.gone or lacks(f"{other.does('is')} off the table", "NMM-MEL-22")
    yield not other.melee or fails(f"{other.does('is')} in a melee", "NMM-MEL-22")
    yield from _kind_checks(play, unit, other)
    yield from _target_checks(play, unit, other)
    if bases_of(play.table, unit.id) and bases_of(play.table, other_id):
        limit, rule = attack_reach(play, unit, other, 1)
        why = f"{other.does('is')} {{reading}} off, the Move reaches {{limit}}"
        left = gap(play.table, unit.id, other_id)
        yield Check(why, rule, reading=left, limit=limit, sense="at most")


def _opened(
    play: Play, unit_id: str, target_id: str, approach: Approach, answer: Answer, before: Snapshot
) -> Steps[Play]:
    """The melee is on the record: zone, slope, obstacle, building."""
    unit, target = play.unit(unit_id), play.unit(target_id)
    zone: Zone = "front" if answer.faces or target.building else approach.zone
    climbs = yield from climbs_in(play, unit, before, "attacks")
    meets = kind_of(target).arm == "horse" and zone == "front"
    counter = meets and (yield from climbs_in(play, target, before, "meets", "it"))
    obstacle = yield from obstacle_held(play, unit, target, before)
    play = open_melee(
        play,
        unit_id,
        target_id,
        f"attacks in the {zone}",
        "NMM-MEL-01",
        zone=zone,
        uphill=climbs,
        counter_uphill=counter,
        obstacle=obstacle,
        building=bool(target.building),
    )
    return horse_over_obstacle(play, unit_id) if is_defended(play.state, obstacle) else play
