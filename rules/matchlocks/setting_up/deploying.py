"""Laying out the battle: toss, scouting, deployment (chapter VI; PREP, ARMY-21, ARMY-04)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rules.field.moving import until_lawful
from rules.kernel.play import Conditions, fails
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.refusal import Refusal, refusal, together
from rules.kernel.telling.names import side_does
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.ordering.cards import dice_off
from rules.matchlocks.ordering.leaders import attach, roll_class
from rules.matchlocks.play import BOOK, Play
from rules.matchlocks.setting_up.preparation import out_scouts
from rules.matchlocks.state import Leader, State, Unit, inches, kind_of
from rules.matchlocks.switches import House
from vision.measure.answers import Edge
from vision.measure.range import edge_distance, gap
from vision.table.reading import Verdict

GUNS_APART_IN, FRONTS_APART_IN = 12.0, 48.0
EDGES = ("south", "north", "west", "east")
FACING = {"south": "north", "north": "south", "west": "east", "east": "west"}


class Portion(Struct, frozen=True):
    """What one player puts down in one go: all his loose troops and guns, or a Brigade."""

    side: str
    title: str
    units: tuple[str, ...]
    rule: str


def may_set_up(play: Play, side: str, at: str) -> Conditions:
    """Only before the battle."""
    yield play.state.phase == "deploy" or fails("the battle has begun", "NMM-PREP-01")


@BOOK.action("deploy", "Deploy by the book", may_set_up, by="side")
def deploy(play: Play, side: str, at: str) -> Steps[Play]:
    """The whole preparation: toss, classes, scouting, deployment by turns, then manoeuvring."""
    play = yield from toss(play)
    play = yield from classes(play)
    play = scout(play)
    play, first = yield from dice_off(play, "first deployment", "NMM-PREP-05", again=True)
    for portion in deployment_order(play.state, first):
        play = yield from place(play, portion)
    return (yield from _open(play, first))


@BOOK.action("begin", "Begin as placed", may_set_up, by="side")
def begin(play: Play, side: str, at: str) -> Steps[Play]:
    """The armies stand where the players agreed; only who goes first is diced for."""
    play = scout(play)
    play, first = yield from dice_off(play, "who goes first", "NMM-TURN-01", again=True)
    return (yield from _open(play, first))


def toss(play: Play) -> Steps[Play]:
    """The winner lays out the terrain, the other picks his edge (PREP-02)."""
    sides = tuple(play.state.sides)
    options = tuple(Option(side) for side in sides)
    winner = yield from choose("who wins the toss?", sides[0], options, rules=("NMM-PREP-02",))
    other = play.state.other(winner)
    what = f"{side_does(winner, 'lays')} out the terrain: which edge is for {other}?"
    edges = tuple(Option(edge) for edge in EDGES)
    edge = yield from choose(what, other, edges, rules=("NMM-PREP-02",))
    play = play.change_in("sides", other, edge=edge).change_in("sides", winner, edge=FACING[edge])
    return play.step(f"{side_does(other, 'deploys')} on the {edge} edge", "NMM-PREP-02")


def classes(play: Play) -> Steps[Play]:
    """Command Classes, where they are rolled for (LEAD-05, -06)."""
    if not play.on(House.class_roll):
        return play
    for leader in play.state.leaders.values():
        if not leader.general:
            play = yield from roll_class(play, leader.id)
    return play


def scout(play: Play) -> Play:
    """Compulsory: who out-scouts whom (PREP-03, -04; SUM-02)."""
    state = play.state
    names = tuple(state.sides)
    strength = {side: scouts(state, side) for side in names}
    for side in names:
        other = state.other(side)
        beaten = out_scouts(strength[other], strength[side], state.house)
        play = play.change_in("sides", side, out_scouted=beaten)
    said = ", ".join(f"{side} {strength[side]}" for side in names)
    beaten_side = next((s.name for s in play.state.sides.values() if s.out_scouted), "nobody")
    return play.step(
        f"scouting: {said}; out-scouted: {beaten_side}", "NMM-PREP-03", "NMM-PREP-04", "NMM-SUM-02"
    )


def scouts(state: State, side: str) -> int:
    """Harquebusier Squadrons and Dragoon Companies of a side (``scout_count``)."""
    kinds = ["harquebusiers", "dragoons"]
    if state.on(House.scout_count.all_non_cuirassier):
        kinds.append("horse_detachment")
    return sum(unit.kind in kinds for unit in state.friends(side))


def deployment_order(state: State, first: str) -> tuple[Portion, ...]:
    """Who puts down what, in order (PREP-06, -07; ``loose_deploy``, ``outscout_order``)."""
    second = state.other(first)
    loose = _loose(state, first, second)
    brigades = {side: list(_brigades(state, side)) for side in (first, second)}
    beaten = next((side for side in (first, second) if state.sides[side].out_scouted), "")
    early = (
        [brigades[beaten].pop(0) for _ in range(min(2, len(brigades[beaten])))] if beaten else []
    )
    turns = (state.other(beaten), beaten) if beaten else (first, second)
    rest: list[Portion] = []
    while brigades[turns[0]] or brigades[turns[1]]:
        for side in turns:
            if brigades[side]:
                rest.append(brigades[side].pop(0))
    if state.on(House.outscout_order.before_all):
        return (*early, *loose, *rest)
    return (*loose, *early, *rest)


def _loose(state: State, first: str, second: str) -> tuple[Portion, ...]:
    title = "Skirmishers, Dragoons and Artillery"
    mine = {side: [one.id for one in state.friends(side) if is_loose(one)] for side in state.sides}
    if state.on(House.loose_deploy.all_at_once):
        return tuple(
            Portion(side, title, tuple(mine[side]), "NMM-PREP-06")
            for side in (first, second)
            if mine[side]
        )
    longest = max(len(mine[first]), len(mine[second]))
    return tuple(
        Portion(side, state.units[mine[side][i]].label, (mine[side][i],), "NMM-PREP-06")
        for i in range(longest)
        for side in (first, second)
        if i < len(mine[side])
    )


def is_loose(unit: Unit) -> bool:
    """Goes down before any Brigade: Skirmishers, Dragoons, Artillery (PREP-06)."""
    kind = kind_of(unit)
    return kind.skirmisher or kind.arm == "gun"


def _brigades(state: State, side: str) -> Iterator[Portion]:
    units: dict[str, list[str]] = {}
    for unit in state.friends(side):
        if not is_loose(unit):
            units.setdefault(unit.brigade, []).append(unit.id)
    for leader in state.leaders.values():
        if leader.side == side:
            key = leader.brigade if leader.brigade in units else next(iter(units), "")
            units.setdefault(key, []).append(leader.id)
    for brigade, them in units.items():
        yield Portion(side, f"Brigade {brigade}", tuple(them), "NMM-PREP-07")


def place(play: Play, portion: Portion) -> Steps[Play]:
    """One player places; what breaks a rule is said, and he places again."""
    play = yield from until_lawful(
        play, f"{side_does(portion.side, 'deploys')} {portion.title}", portion.side, portion.units,
        lambda after: together(placement_faults(after, portion)), rules=(portion.rule,),
    )  # fmt: skip
    side = play.state.sides[portion.side]
    play = play.change_in("sides", portion.side, deployed=(*side.deployed, *portion.units))
    says = f"{side_does(portion.side, 'has')} deployed {portion.title}"
    return play.step(says, portion.rule)


def placement_faults(play: Play, portion: Portion) -> tuple[Refusal, ...]:
    """What is wrong with where those units stand."""
    return tuple(_faults(play, portion))


def _faults(play: Play, portion: Portion) -> Iterator[Refusal]:
    edge = play.state.sides[portion.side].edge
    depth = House.deploy_depth_in.of(play.state.house)
    for one in portion.units:
        does = _who(play.state, one).does
        if not bases_of(play.table, one):
            yield refusal(f"{does('is')} not on the table", portion.rule)
            continue
        far = edge_distance(play.table, one, edge).farthest
        limit = inches(play.state, depth)
        if depth and far.compare(limit, _slack(play.state)) is Verdict.OUT:
            says = f"{does('stands')} {far} from the baseline, the zone is {limit:g} in deep"
            yield refusal(says, "NMM-PREP-08")
        yield from _strip_fault(play, one, edge)
        yield from _gun_fault(play, one)


def _slack(state: State) -> float:
    return House.measure_tolerance.of(state.house)


def _who(state: State, name: str) -> Unit | Leader:
    return state.units.get(name) or state.leaders[name]


def _strip_fault(play: Play, one: str, edge: str) -> Iterator[Refusal]:
    """The side strips are for Skirmishers and Cavalry, if the players want them (PREP-09)."""
    strip = House.side_strip_in.of(play.state.house)
    unit = play.state.units.get(one)
    if not strip or unit is None or kind_of(unit).skirmisher or kind_of(unit).arm == "horse":
        return
    sides: tuple[Edge, Edge] = ("west", "east")
    if edge in ("west", "east"):
        sides = ("south", "north")
    for side in sides:
        near = edge_distance(play.table, one, side).nearest
        if near.at_least(inches(play.state, strip), _slack(play.state)) is Verdict.OUT:
            yield refusal(
                f"{unit.does('is')} {near} from the {side} side: {strip:g} in", "NMM-PREP-09"
            )


def _gun_fault(play: Play, one: str) -> Iterator[Refusal]:
    """Field Guns stand at least 12 in apart from one another (ARMY-21)."""
    if one not in play.state.units or play.state.units[one].kind != "field_gun":
        return
    for other in play.state.units.values():
        if other.kind != "field_gun" or other.id == one or not bases_of(play.table, other.id):
            continue
        apart = gap(play.table, one, other.id)
        if apart.at_least(inches(play.state, GUNS_APART_IN), _slack(play.state)) is Verdict.OUT:
            yield refusal(
                f"{play.unit(one).label} and {other.label} are {apart} apart", "NMM-ARMY-21"
            )


def _open(play: Play, first: str) -> Steps[Play]:
    """Leaders are attached where they touch; the manoeuvre phase begins (TURN-01)."""
    for leader in play.state.leaders.values():
        play = yield from attach(play, leader.id)
    play = _fronts_note(play)
    mover = first
    if play.on(House.mb_first_player.new_dice):
        play, mover = yield from dice_off(play, "who goes first", "NMM-TURN-01", again=True)
    play = play.with_state(phase="manoeuvre", mover=mover)
    return play.step(f"{side_does(mover, 'goes')} first", "NMM-TURN-01")


def _fronts_note(play: Play) -> Play:
    """The front lines start at most 48 in apart: a note when they do not (PREP-10)."""
    apart = fronts_apart_in(play)
    if apart is None or apart <= inches(play.state, FRONTS_APART_IN):
        return play
    says = f"the front lines are {apart:.1f} in apart, 48 at most: close up"
    return play.advise(says, "NMM-PREP-10")


def fronts_apart_in(play: Play) -> float | None:
    """Between the two armies' front-most units along the table's depth, inches (Q-24)."""
    reach: list[float] = []
    for side in play.state.sides.values():
        far = [
            edge_distance(play.table, one.id, side.edge).farthest.value
            for one in play.state.friends(side.name)
            if bases_of(play.table, one.id)
        ]
        if not far:
            return None
        reach.append(max(far))
    across = play.state.sides[next(iter(play.state.sides))].edge in ("south", "north")
    return play.table.size_in[1 if across else 0] - sum(reach)
