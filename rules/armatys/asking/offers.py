"""What is offered of every action in the present phase, from the checks that would refuse it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from rules.armatys.asking.chances import expected_hits, passes, spoken
from rules.armatys.charging.charges import gap_to, may_charge, reach_in
from rules.armatys.charging.contacts import engaged
from rules.armatys.close_combat.melee import may_fight
from rules.armatys.close_combat.pursuit import may_pursue
from rules.armatys.movement.ground import allowance_in, beside
from rules.armatys.movement.moving import may_bridge, may_move, may_ride
from rules.armatys.shooting.aim import (
    can_measure,
    front,
    front_rule,
    limit_in,
    may_see,
    range_rule,
    range_to,
)
from rules.armatys.shooting.artillery import is_ready
from rules.armatys.shooting.artillery import reach_in as gun_reach_in
from rules.armatys.shooting.fire import may_be_target, may_fire
from rules.armatys.state import Battle, General, Unit
from rules.armatys.switches import CHARGE_REACH
from rules.armatys.turn import may_end, may_rest
from rules.armatys.units.generals import may_speak
from rules.armatys.units.troops import stands, token
from rules.kernel.offers import refused, unseen
from rules.kernel.play import (
    Check,
    Condition,
    Conditions,
    fails,
    first_fault,
    must,
    weighed,
)
from rules.kernel.protocol import Action, Offer, Setting
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.sides import enemy
from rules.kernel.telling.names import side_does
from vision.table.reading import Reading, Unmeasurable, Verdict

CLOSE = "too close to call: settled when it is resolved"
Fault: TypeAlias = Refusal | None


def nothing(play: Battle) -> tuple[Offer, ...]:
    """For what is offered in another place."""
    return ()


def endings(play: Battle) -> list[Offer]:
    """The end of the phase, for each side."""
    return [ending(play, side) for side in play.state.sides if not play.state.over]


def ending(play: Battle, side: str) -> Offer:
    """The end of the phase, for a side."""
    title = f"Done with phase {play.state.phase}"
    return _offer(Action("done", side), title, _told(play, may_end(play, side, "")))


def agreements(play: Battle) -> list[Offer]:
    """Every result that a side may propose."""
    sides = () if play.state.over else play.state.sides
    return [
        Offer(Action("agree", side, more={"winner": winner}),
              f"{side_does(side, 'proposes')}: {side_does(winner or 'nobody', 'has')} won",
              rules=("PAS-SCOPE-01",))
        for side in sides
        for winner in (*sides, "")
    ]  # fmt: skip


def of_units(play: Battle) -> Iterator[Offer]:
    """What every unit may do now, and why not."""
    if not play.state.over:
        for one in play.state.present():
            yield from unit_offers(play, one)


def of_generals(play: Battle) -> Iterator[Offer]:
    """What every general may do now, and why not."""
    if not play.state.over:
        for leader in play.state.generals:
            yield from general_offers(play, leader)


def offers_of(play: Battle, name: str) -> list[Offer]:
    """What the side, unit or general of that name may do now."""
    if name in play.state.sides:
        return [ending(play, name), *(o for o in agreements(play) if o.action.by == name)]
    found = [o for one in play.state.present() if one.id == name for o in unit_offers(play, one)]
    leaders = [one for one in play.state.generals if one.id == name]
    return found + [offer for leader in leaders for offer in general_offers(play, leader)]


def unit_offers(play: Battle, one: Unit) -> list[Offer]:
    """What a unit may do now, and why not."""
    found = BY_PHASE[play.state.phase](play, one)
    if play.state.phase in (1, 5):
        found += _defends(play, one)
    if one.retire:
        title = f"{one.label}: retire a full move"
        found.append(Offer(Action("retire", one.id), title, rules=("PAS-MOR-05",)))
    return found


def _offer(action: Action, title: str, fault: Fault) -> Offer:
    return Offer(action, title) if fault is None else refused(action, title, fault)


def _told(play: Battle, checks: Iterable[Condition]) -> Fault:
    """A fault, or the sentence of a base that cannot be measured now (PAS-MEL-01)."""
    try:
        return first_fault(checks)
    except Unmeasurable as why:
        return refusal(unseen(why, play.state, play.table), "PAS-MEL-01")


def _charges(play: Battle, one: Unit) -> list[Offer]:
    def checks() -> Conditions:
        yield from may_charge(play, one)
        yield not engaged(play, one) or fails(
            f"{one.does('is')} in melee: "
            f"{one.it} {one.form('fights')} on and {one.form('charges')} nobody",
            "PAS-MEL-01",
        )

    fault = _told(play, checks())
    if fault:
        return [_offer(Action("charge", one.id), f"{one.label}: charge", fault)]
    return [_charge(play, one, foe) for foe in play.state.present(enemy(play.state, one.side))]


def _charge(play: Battle, one: Unit, foe: Unit) -> Offer:
    action, title = Action("charge", one.id, foe.id), f"{one.label}: charge {foe.label}"
    try:
        reading = gap_to(play.table, one.id, foe.id)
    except Unmeasurable as why:
        return Offer(action, title, False, unseen(why, play.state, play.table), ("PAS-REA-05",))
    readings = (reading,) if reading else ()
    chance = f"passes {spoken(passes(play, one, 'charge', foe))}"
    if reading is None or not play.on(CHARGE_REACH):
        return Offer(action, title, True, chance, readings=readings)
    verdict = reading.compare(reach_in(one))
    if verdict is Verdict.OUT:
        far = refusal(f"{reading} away, it reaches {reach_in(one):g} in", "PAS-REA-05")
        return refused(action, title, far, readings)
    told = f"{chance}; {CLOSE}" if verdict is Verdict.CLOSE else chance
    return Offer(action, title, True, told, ("PAS-REA-01",), readings)


def _moves(play: Battle, one: Unit) -> list[Offer]:
    fault = first_fault(may_move(play, one))
    inches = allowance_in(play, one, forward=True, spends=one.spent)
    found = [_offer(Action("move", one.id), f"{one.label}: move up to {inches:g} in", fault)]
    if play.state.phase != 5:
        return found
    title = f"{one.label}: stop test or pursuit"
    found.append(_offer(Action("pursue", one.id), title, first_fault(may_pursue(play, one, ""))))
    if one.gun is not None:
        action = Action("limber" if is_ready(one.gun) else "unlimber", one.id)
        found.append(_offer(action, f"{one.label}: {action.do}", fault))
    return found if fault else found + _others(play, one)


def _others(play: Battle, one: Unit) -> list[Offer]:
    """The rarer things that a unit free to move may do (PAS-MOV-03, PAS-SUB, PAS-TER-06)."""
    found = [] if one.kind == "gun" else [_forming(one)]
    if one.kind == "dragoons":
        seat, word = ("no", "dismount") if one.mounted else ("yes", "mount")
        action = Action("move", one.id, more={"mount": seat})
        found.append(Offer(action, f"{one.label}: {word} and move", rules=("PAS-MOV-04",)))
    if one.parent:
        title = f"{one.label}: rejoin {play.state.label(one.parent)}"
        found.append(Offer(Action("rejoin", one.id), title, rules=("PAS-SUB-04",)))
    has_bridge = any(piece.kind == "bridge" for piece in play.table.terrain)
    if one.column or (has_bridge and not first_fault(may_bridge(play, one, ""))):
        title = f"{one.label}: cross the bridge"
        found.append(Offer(Action("bridge", one.id), title, rules=("PAS-TER-06",)))
    mine = tuple(base.payload for base in play.table.bases if base.unit_id == one.id)
    mine = tuple(tag for tag in mine if tag != one.id) if len(mine) > 1 else ()
    if one.gun is None and not one.parent and mine:
        title = f"{one.label}: detach a company or troop"
        action, needs = Action("detach", one.id), {"bases": mine}
        found.append(Offer(action, title, rules=("PAS-SUB-01",), needs=needs))
    return found


def _defends(play: Battle, one: Unit) -> list[Offer]:
    """PAS-TER-12, PAS-TER-15: what the camera sees beside a unit, for its player to say that
    it is defended: one of these, or nothing. That which holds is no offer to do anything."""
    there = dict.fromkeys((*beside(play.table, one.id), one.defending, ""))
    if not any(there):
        return []
    return [
        Offer(Action("defend", one.id, more={"what": what}),
              f"{one.label}: defend {_ground(what)}", what != one.defending,
              "" if what != one.defending else "it does", ("PAS-TER-15",),
              setting=Setting("It defends", _ground(what), what == one.defending))
        for what in there
    ]  # fmt: skip


def _ground(what: str) -> str:
    return f"the {what}" if what else "nothing"


def _forming(one: Unit) -> Offer:
    ranks = tuple(str(n) for n in (1, 2, 3) if n != one.ranks)
    title = f"{one.label}: change formation and move"
    return Offer(Action("move", one.id), title, rules=("PAS-MOV-03",), needs={"ranks": ranks})


def _fires(play: Battle, one: Unit) -> list[Offer]:
    fault = first_fault(may_fire(play, one))
    if fault:
        return [_offer(Action("fire", one.id), f"{one.label}: fire", fault)]
    other = enemy(play.state, one.side)
    leaders = [
        leader
        for leader in play.state.generals
        if leader.side == other
        and not leader.gone
        and stands(play.table, token(play.table, leader))
    ]
    foes: tuple[Unit | General, ...] = (*play.state.present(other), *leaders)
    return [_fire(play, one, foe) for foe in foes]


def _fire(play: Battle, one: Unit, foe: Unit | General) -> Offer:
    action, title = Action("fire", one.id, foe.id), f"{one.label}: fire at {foe.label}"
    fault = first_fault(may_be_target(play, one, foe))
    if fault:
        return _offer(action, title, fault)
    try:
        return _aimed(play, one, foe, action, title)
    except Unmeasurable as why:
        return Offer(action, title, False, unseen(why, play.state, play.table), ("PAS-INF-05",))


def _aimed(play: Battle, one: Unit, foe: Unit | General, action: Action, title: str) -> Offer:
    reading = range_to(play.table, one, foe)
    checks = list(_may_hit(play, one, foe, reading))
    fault = first_fault(checks) or first_fault(may_see(play, one, foe))
    if fault:
        return _offer(action, title, fault)
    close = any(check.verdict() is Verdict.CLOSE for check in weighed(checks))
    hits = "" if one.gun is not None else f"{float(expected_hits(play, one)):.1f} hits on average"
    why = "; ".join(word for word in (hits, CLOSE if close else "") if word)
    return Offer(action, title, True, why, ("PAS-INF-06",), (reading,))


def _may_hit(play: Battle, one: Unit, foe: Unit | General, reading: Reading) -> Conditions:
    """In range and in front, as far as it can be measured."""
    limit = limit_in(play, one, foe)
    rule = range_rule(play, one, limit)
    if one.gun is not None:
        rule, limit = "PAS-ART-40", min(limit, gun_reach_in(one))
    yield Check("{reading} away, it reaches {limit}", rule, reading=reading, limit=limit)
    if can_measure(play.table, one, foe):
        ahead = front(play, one, foe)
        yield must(ahead, f"{foe.does('is')} not in front", front_rule(one))


def _melees(play: Battle, one: Unit) -> list[Offer]:
    fault = _told(play, may_fight(play, one, ""))
    return [_offer(Action("melee", one.id), f"{one.label}: fight its melee", fault)]


def _rests(play: Battle, one: Unit) -> list[Offer]:
    ways = {"counter": "take off a counter"}
    if one.pistols:
        ways["reload"] = "reload pistols"
    return [
        _offer(Action("rest", one.id, more={"take": take}), f"{one.label}: {does}",
               first_fault(may_rest(play, one, "", take)))
        for take, does in ways.items()
    ]  # fmt: skip


def _none(play: Battle, one: Unit) -> list[Offer]:
    return []


BY_PHASE: dict[int, Callable[[Battle, Unit], list[Offer]]] = {
    1: _charges, 2: _moves, 3: _fires, 4: _melees, 5: _moves, 6: _fires, 7: _rests, 8: _none,
}  # fmt: skip


def general_offers(play: Battle, leader: General) -> list[Offer]:
    """What a general may do now, and why not."""
    found: list[Offer] = []
    if leader.gone:
        return found
    if play.state.phase == 5:
        fault = first_fault(may_ride(play, leader, ""))
        found.append(_offer(Action("move", leader.id), f"{leader.label}: move", fault))
    if play.state.phase == 8:
        for one in play.state.present(leader.side):
            title = f"{leader.label}: speak to {one.label}"
            action = Action("rally", leader.id, one.id)
            found.append(_offer(action, title, _told(play, may_speak(play, leader, one))))
    return found
