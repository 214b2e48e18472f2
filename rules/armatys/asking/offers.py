"""Every action of every unit in the present phase, legal or not, with the reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.armatys.asking.chances import expected_hits, passes, spoken
from rules.armatys.charging.charges import charge_fault, gap_to, reach_in
from rules.armatys.charging.charges import melee_fault as charge_melee_fault
from rules.armatys.close_combat.melee import melee_fault, melee_of
from rules.armatys.close_combat.pursuit import pursuit_fault
from rules.armatys.movement.ground import allowance_in, beside
from rules.armatys.movement.moving import bridge_fault, move_fault
from rules.armatys.shooting.aim import (
    can_measure,
    front,
    front_rule,
    limit_in,
    obstructed,
    range_rule,
    range_to,
)
from rules.armatys.shooting.artillery import is_ready
from rules.armatys.shooting.artillery import reach_in as gun_reach_in
from rules.armatys.shooting.fire import fire_fault, target_fault
from rules.armatys.state import General, State, Unit, present
from rules.armatys.switches import is_on
from rules.armatys.turn import done_fault, rest_fault
from rules.armatys.units.generals import speech_fault
from rules.armatys.units.troops import arranged, stands, token
from rules.kernel.offers import refused
from rules.kernel.protocol import Action, Offer
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.sides import enemy
from vision.table.reading import Unmeasurable, Verdict
from vision.table.snapshot import Snapshot

CLOSE = "too close to call: settled when it is resolved"


def offers(state: State, table: Snapshot) -> tuple[Offer, ...]:
    """What every side, unit and general may do now, and why not."""
    if state.over:
        return ()
    table = arranged(state, table)
    found: list[Offer] = []
    for side in state.sides:
        found += _sides(state, table, side)
    for one in present(state):
        found += _units(state, table, one)
    for leader in state.generals:
        found += _generals(state, table, leader)
    return tuple(found)


def offers_of(state: State, table: Snapshot, name: str) -> list[Offer]:
    """What the side, unit or general of that name may do now, on an arranged table."""
    if name in state.sides:
        return _sides(state, table, name)
    found = [offer for one in present(state) if one.id == name
             for offer in _units(state, table, one)]
    return found + [offer for leader in state.generals if leader.id == name
                    for offer in _generals(state, table, leader)]


def _sides(state: State, table: Snapshot, side: str) -> list[Offer]:
    fault = _told(partial(done_fault, state, table, side))
    ending = _offer(Action("done", side), f"{side}: done with phase {state.phase}", fault)
    return [ending, *(Offer(Action("agree", side, more={"winner": winner}),
                            f"{side} proposes: {winner or 'nobody'} has won",
                            rules=("PAS-SCOPE-01",))
                      for winner in (*state.sides, ""))]


def _units(state: State, table: Snapshot, one: Unit) -> list[Offer]:
    found = BY_PHASE[state.phase](state, table, one)
    if state.phase in (1, 5):
        found += _defends(table, one)
    if one.retire:
        found.append(Offer(Action("retire", one.id), f"{one.id}: retire a full move",
                           rules=("PAS-MOR-05",)))
    return found


def _offer(action: Action, title: str, fault: Refusal | None) -> Offer:
    return Offer(action, title) if fault is None else refused(action, title, fault)


def _told(check: Callable[[], Refusal | None]) -> Refusal | None:
    """A fault, or the sentence of a base that cannot be measured now (PAS-MEL-01)."""
    try:
        return check()
    except Unmeasurable as why:
        return refusal(f"{why}", "PAS-MEL-01")


def _charges(state: State, table: Snapshot, one: Unit) -> list[Offer]:
    fault = charge_fault(state, one, None) or _told(partial(charge_melee_fault, state, table, one))
    if fault:
        return [_offer(Action("charge", one.id), f"{one.id}: charge", fault)]
    return [_charge(state, table, one, foe) for foe in present(state, enemy(state, one.side))]


def _charge(state: State, table: Snapshot, one: Unit, foe: Unit) -> Offer:
    action, title = Action("charge", one.id, foe.id), f"{one.id}: charge {foe.id}"
    try:
        reading = gap_to(table, one.id, foe.id)
    except Unmeasurable as why:
        return Offer(action, title, False, str(why), ("PAS-REA-05",))
    readings = (reading,) if reading else ()
    chance = f"passes {spoken(passes(state, one, 'charge', foe))}"
    if reading is None or not is_on(state, "PAS_CHARGE_REACH"):
        return Offer(action, title, True, chance, readings=readings)
    verdict = reading.compare(reach_in(one))
    if verdict is Verdict.OUT:
        far = refusal(f"{reading} away, it reaches {reach_in(one):g} in", "PAS-REA-05")
        return refused(action, title, far, readings)
    told = f"{chance}; {CLOSE}" if verdict is Verdict.CLOSE else chance
    return Offer(action, title, True, told, ("PAS-REA-01",), readings)


def _moves(state: State, table: Snapshot, one: Unit) -> list[Offer]:
    fault = move_fault(state, one)
    inches = allowance_in(state, one, forward=True, spends=one.spent)
    title = f"{one.id}: move up to {inches:g} in"
    found = [_offer(Action("move", one.id), title, fault)]
    if state.phase == 5:
        found.append(_offer(Action("pursue", one.id), f"{one.id}: stop test or pursuit",
                            pursuit_fault(state, one)))
    if one.gun is not None and state.phase == 5:
        ready = is_ready(one.gun)
        action = Action("limber" if ready else "unlimber", one.id)
        found.append(_offer(action, f"{one.id}: {action.do}", fault))
    if state.phase == 5 and not fault:
        found += _others(table, one)
    return found


def _others(table: Snapshot, one: Unit) -> list[Offer]:
    """The rarer things that a unit free to move may do (PAS-MOV-03, PAS-SUB, PAS-TER-06)."""
    found = [] if one.kind == "gun" else [_forming(one)]
    if one.kind == "dragoons":
        seat = "no" if one.mounted else "yes"
        title = f"{one.id}: {'dismount' if one.mounted else 'mount'} and move"
        found.append(Offer(Action("move", one.id, more={"mount": seat}), title,
                           rules=("PAS-MOV-04",)))
    if one.parent:
        found.append(Offer(Action("rejoin", one.id), f"{one.id}: rejoin {one.parent}",
                           rules=("PAS-SUB-04",)))
    has_bridge = any(piece.kind == "bridge" for piece in table.terrain)
    if one.column or (has_bridge and not bridge_fault(table, one)):
        found.append(Offer(Action("bridge", one.id), f"{one.id}: cross the bridge",
                           rules=("PAS-TER-06",)))
    mine = tuple(base.payload for base in table.bases if base.unit_id == one.id)
    mine = tuple(tag for tag in mine if tag != one.id) if len(mine) > 1 else ()
    if one.gun is None and not one.parent and mine:
        found.append(Offer(Action("detach", one.id), f"{one.id}: detach a company or troop",
                           rules=("PAS-SUB-01",), needs={"bases": mine}))
    return found


def _defends(table: Snapshot, one: Unit) -> list[Offer]:
    """PAS-TER-12, PAS-TER-15: what the camera sees beside a unit, for its player to say that
    it is defended."""
    found = [Offer(Action("defend", one.id, more={"what": what}), f"{one.id}: defend the {what}",
                   rules=("PAS-TER-15",))
             for what in beside(table, one.id) if what != one.defending]
    if one.defending:
        found.append(Offer(Action("defend", one.id, more={"what": ""}),
                           f"{one.id}: defend nothing", rules=("PAS-TER-15",)))
    return found


def _forming(one: Unit) -> Offer:
    ranks = tuple(str(n) for n in (1, 2, 3) if n != one.ranks)
    return Offer(Action("move", one.id), f"{one.id}: change formation and move",
                 rules=("PAS-MOV-03",), needs={"ranks": ranks})


def _fires(state: State, table: Snapshot, one: Unit) -> list[Offer]:
    fault = fire_fault(state, one)
    if fault:
        return [_offer(Action("fire", one.id), f"{one.id}: fire", fault)]
    other = enemy(state, one.side)
    leaders = [leader for leader in state.generals if leader.side == other and not leader.gone
               and stands(table, token(table, leader))]
    foes: tuple[Unit | General, ...] = (*present(state, other), *leaders)
    return [_fire(state, table, one, foe) for foe in foes]


def _fire(state: State, table: Snapshot, one: Unit, foe: Unit | General) -> Offer:
    action, title = Action("fire", one.id, foe.id), f"{one.id}: fire at {foe.id}"
    fault = target_fault(state, one, foe)
    if fault:
        return _offer(action, title, fault)
    try:
        return _aimed(state, table, one, foe, action, title)
    except Unmeasurable as why:
        return Offer(action, title, False, str(why), ("PAS-INF-05",))


def _aimed(
    state: State, table: Snapshot, one: Unit, foe: Unit | General, action: Action, title: str
) -> Offer:
    reading, limit = range_to(table, one, foe), limit_in(state, table, one, foe)
    rule = range_rule(state, one, limit)
    if one.gun is not None:
        rule, limit = "PAS-ART-40", min(limit, gun_reach_in(one))
    if reading.compare(limit) is Verdict.OUT:
        return _offer(action, title, refusal(f"{reading} away, it reaches {limit:g} in", rule))
    close = reading.compare(limit) is Verdict.CLOSE
    if can_measure(table, one, foe):
        ahead = front(state, table, one, foe)
        if ahead.at_least() is Verdict.OUT:
            return _offer(action, title, refusal(f"{foe.id} is not in front", front_rule(one)))
        close = close or ahead.at_least() is Verdict.CLOSE
    fault = obstructed(state, table, one, foe)
    if fault:
        return _offer(action, title, fault)
    hits = "" if one.gun is not None else f"{float(expected_hits(state, one)):.1f} hits on average"
    why = "; ".join(word for word in (hits, CLOSE if close else "") if word)
    return Offer(action, title, True, why, ("PAS-INF-06",), (reading,))


def _melees(state: State, table: Snapshot, one: Unit) -> list[Offer]:
    fault = _told(lambda: melee_fault(state, melee_of(state, table, one.id)))
    return [_offer(Action("melee", one.id), f"{one.id}: fight its melee", fault)]


def _rests(state: State, table: Snapshot, one: Unit) -> list[Offer]:
    counter, reload = (rest_fault(state, one, take) for take in ("counter", "reload"))
    found = [_offer(Action("rest", one.id, more={"take": "counter"}),
                    f"{one.id}: take off a counter", counter)]
    if one.pistols:
        found.append(_offer(Action("rest", one.id, more={"take": "reload"}),
                            f"{one.id}: reload pistols", reload))
    return found


def _nothing(state: State, table: Snapshot, one: Unit) -> list[Offer]:
    return []


BY_PHASE: dict[int, Callable[[State, Snapshot, Unit], list[Offer]]] = {
    1: _charges, 2: _moves, 3: _fires, 4: _melees, 5: _moves, 6: _fires, 7: _rests, 8: _nothing,
}


def _generals(state: State, table: Snapshot, leader: General) -> list[Offer]:
    found: list[Offer] = []
    if leader.gone:
        return found
    if state.phase == 5:
        fit = leader.back <= state.bound
        fault = None if fit else refusal(f"{leader.id} is wounded", "PAS-GEN-06")
        found.append(_offer(Action("move", leader.id), f"{leader.id}: move", fault))
    if state.phase == 8:
        for one in present(state, leader.side):
            fault = _told(partial(speech_fault, state, table, leader, one))
            found.append(_offer(Action("rally", leader.id, one.id),
                                f"{leader.id}: speak to {one.id}", fault))
    return found
