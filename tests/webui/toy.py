"""A small whole rule set, to test the page without any book.

A unit shoots at another within 10 in: two dice, each 4 or more is a hit; the target chooses
to stand or to fall back; falling back asks for the models to be moved, 6 in at most.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec
from msgspec import Struct

from rules.field.reach import reaches
from rules.kernel.prompts import Option, Reach, Steps, choose, draw, look, roll, within
from rules.kernel.protocol import (
    Action,
    Army,
    ArmyUnit,
    Band,
    BaseShape,
    Card,
    Demo,
    IllegalAction,
    Modifier,
    Offer,
    Outcome,
    Roster,
    RuleSet,
    Ruling,
    Section,
    Status,
    Switch,
    UnitKind,
    Victory,
)
from rules.kernel.refusal import refusal
from vision.measure.move import move_distance
from vision.table.reading import Reading, Verdict
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

RANGE_IN = 10.0
BACK_IN = 6.0


class ToyUnit(Struct, frozen=True):
    id: str
    side: str
    hits: int = 0
    name: str = ""


class ToyState(Struct, frozen=True):
    units: tuple[ToyUnit, ...]
    turn: int = 1
    house: dict[str, str] = {}


def _unit(state: ToyState, unit: str) -> ToyUnit:
    return next(u for u in state.units if u.id == unit)


def _gap(table: Snapshot, a: str, b: str) -> Reading:
    typed = table.typed("gap", a, b)
    if typed is not None:
        return Reading("gap", typed.value, typed.plus_minus, frm=a, to=b, by_hand=True)
    one, two = table.unit(a)[0].settled_pose(), table.unit(b)[0].settled_pose()
    value = round(((one.x_in - two.x_in) ** 2 + (one.y_in - two.y_in) ** 2) ** 0.5, 2)
    return Reading("gap", value, 0.1, frm=a, to=b)


def _new_game(armies: tuple[Army, Army], house: dict[str, str]) -> ToyState:
    units = tuple(
        ToyUnit(unit.id, army.side, 0, unit.name) for army in armies for unit in army.units
    )
    return ToyState(units, house=house)


def _actions(state: ToyState, table: Snapshot) -> tuple[Offer, ...]:
    offers = []
    for unit in state.units:
        for foe in state.units:
            if foe.side != unit.side:
                gap = _gap(table, unit.id, foe.id)
                far = gap.value - gap.plus_minus > RANGE_IN
                why = f"out of range: {gap}, at most {RANGE_IN:g} in" if far else ""
                offers.append(
                    Offer(
                        Action("shoot", unit.id, foe.id),
                        f"Shoot at {foe.name}",
                        not far,
                        why,
                        ("TOY-RANGE-01",),
                        (gap,),
                    )
                )
        offers.append(Offer(Action("end", unit.side), "End the turn"))
    return tuple(offers)


def _resolve(action: Action, state: ToyState, table: Snapshot, dice: int = 2) -> Steps[Outcome]:
    if action.do == "end":
        ended = ToyState(state.units, state.turn + 1, state.house)
        return Outcome(ended, (Ruling("The turn ends.", ("TOY-END-01",)),))
    if action.do != "shoot" or action.at is None:
        raise IllegalAction(f"{action.do!r} is no action of this game", "TOY-ACT-01")
    unit, foe = _unit(state, action.by), _unit(state, action.at)
    gap = _gap(table, unit.id, foe.id)
    near = yield from within(gap, RANGE_IN, unit.side, rules=("TOY-RANGE-01",))
    if not near:
        raise IllegalAction(f"{foe.id} is out of range: {gap}", "TOY-RANGE-01")
    faces = yield from roll(
        f"{unit.name} to hit {foe.name}", dice, unit.side, need=4, rules=("TOY-HIT-01",)
    )
    hits = sum(face >= 4 for face in faces)
    falls = yield from choose(
        f"{foe.name} reacts",
        foe.side,
        (Option("stand", "Stand"), Option("back", "Fall back")),
        rules=("TOY-REACT-01",),
    )
    back: tuple[Ruling, ...] = ()
    if falls == "back":
        back = yield from _back(foe, table)
    units = tuple(
        ToyUnit(u.id, u.side, u.hits + hits, u.name) if u.id == foe.id else u for u in state.units
    )
    ruling = Ruling(
        f"{unit.name} scores {hits} on {foe.name}.",
        ("TOY-HIT-01",),
        (Modifier("dice", f"{dice} dice", "TOY-HIT-01"),),
        f"{hits} hits",
        (gap,),
        faces,
    )
    return Outcome(ToyState(units, state.turn, state.house), (ruling, *back))


def _back(foe: ToyUnit, table: Snapshot) -> Steps[tuple[Ruling, ...]]:
    ground = reaches(table, foe.id, BACK_IN, f"{BACK_IN:g} in", rule="TOY-BACK-01")
    after = yield from look(f"Move {foe.name} back", foe.side, (foe.id,), reach=ground)
    went = move_distance(table, after, foe.id)
    if went.compare(BACK_IN) is Verdict.OUT and not after.agreed:
        over = went.value - BACK_IN
        raise IllegalAction(f"{foe.name} has gone {went}, {over:.1f} in too far", "TOY-BACK-01")
    return (Ruling(f"{foe.name} falls back {went}.", ("TOY-BACK-01",), readings=(went,)),)


def _reach(state: ToyState, table: Snapshot, unit: str) -> tuple[Reach, ...]:
    _unit(state, unit)
    return reaches(table, unit, BACK_IN, f"{BACK_IN:g} in", rule="TOY-BACK-01")


def _winner(state: ToyState) -> Victory | None:
    for unit in state.units:
        if unit.hits >= 3:
            return Victory(
                "Blue" if unit.side == "Red" else "Red", f"{unit.name} breaks.", ("TOY-WIN-01",)
            )
    return None


def _status(state: ToyState) -> Status:
    return Status(state.turn, "shooting", ("Red", "Blue"))


def _card(state: ToyState, unit: str) -> Card:
    found = _unit(state, unit)
    badges = (f"{found.hits} hits",) if found.hits else ()
    lines = (("Range", "10 in"), ("Hits", str(found.hits)))
    return Card(found.id, found.name, found.side, "foot", lines, badges, found.hits >= 3)


def _bands(state: ToyState, unit: str) -> tuple[Band, ...]:
    _unit(state, unit)
    command = Band("command", 12, frm="command")
    return (Band("short", 5, 45), Band("long", RANGE_IN, 45), command)


def armies() -> tuple[Army, Army]:
    red = (
        ArmyUnit("R1", "foot", "Rigg's foot", "Red", ("R01",)),
        ArmyUnit("R2", "foot", "Rowe's foot", "Red", ("R02",)),
    )
    blue = (ArmyUnit("B1", "foot", "Bell's foot", "Blue", ("B01",)),)
    return Army("Red", "toy", red), Army("Blue", "toy", blue)


def table() -> Snapshot:
    """R1 looks north at B1, 8 in away; R2 is 20 in from it."""
    bases = (
        Base("R01", 4, 1.5, Pose(30, 10, 90), unit="R1", side="Red", kind="foot", figures=6),
        Base("R02", 4, 1.5, Pose(46, 6, 90), unit="R2", side="Red", kind="foot", figures=6),
        Base("B01", 4, 1.5, Pose(30, 18, 270), unit="B1", side="Blue", kind="foot", figures=6),
    )
    wood = Terrain("wood", ((50, 20), (60, 20), (60, 28), (50, 28)), 3.0, "Gallows wood")
    hill = Terrain("hill", ((5, 25), (18, 26), (16, 38), (6, 36)), 1.0, "Gun hill", level=1)
    hedge = Terrain("hedge", ((20, 20), (40, 24)), 0.5, "hedge", is_line=True)
    return Snapshot((72.0, 48.0), bases, (wood, hill, hedge))


def demo() -> Demo:
    return Demo("A toy skirmish", "Red shoots first.", armies(), table())


TOY = RuleSet(
    name="toy",
    title="Toy rules",
    edition="1",
    length="in",
    prefix="TOY",
    state_type=ToyState,
    switches=(Switch("cover", ("on", "off"), "Does the hedge give cover?", ("TOY-COVER-01",)),),
    ids=("TOY-HIT-01", "TOY-RANGE-01"),
    titles={"TOY-HIT-01": "What hits", "TOY-RANGE-01": "How far a musket reaches"},
    roster=Roster(
        (UnitKind("foot", "Foot", {"arms": ("musket", "pike")}, (BaseShape("foot", 4, 1.5, 6),)),),
        lambda unit: 10.0 if unit.choices.get("arms") == "pike" else 12.0,
        lambda army: () if army.units else (refusal("an army needs a unit", "TOY-ARMY-01"),),
    ),
    new_game=_new_game,
    actions=_actions,
    resolve=_resolve,
    winner=_winner,
    status=_status,
    card=_card,
    bands=_bands,
    premeasure=lambda state: state.house.get("premeasure", "yes") == "yes",
    reference=lambda: (
        Section("Shooting", ("Two dice, 4 or more hits.",), ("in", "dice"), (("10", "2"),)),
    ),
    demo=demo,
    reach=_reach,
)


def doubtful_table(apart_in: float) -> Snapshot:
    """R1 looks at B1 straight ahead, so far from centre to centre; each placed to ± 0.1 in."""
    blurred = (0.0025, 0.0, 0.0, 0.0025, 0.0, 0.25)
    bases = tuple(
        replace(
            base,
            pose=Pose(base.pose.x_in, 10 + apart_in if base.side == "Blue" else base.pose.y_in,
                      base.pose.facing_deg, own=blurred),
        )
        for base in table().bases
        if base.pose is not None
    )  # fmt: skip
    return replace(table(), bases=bases)


def strict() -> RuleSet:
    """The same rules, but nobody may measure before declaring."""
    return msgspec.structs.replace(TOY, premeasure=lambda state: False)


def with_luck() -> RuleSet:
    """The same rules with a card before the dice, and misses thrown again once."""

    def resolve(action: Action, state: ToyState, table: Snapshot) -> Steps[Outcome]:
        if action.do == "end":
            return (yield from _resolve(action, state, table))
        unit = _unit(state, action.by)
        drawn = yield from draw("the weather", unit.side, "weather deck", ("fog", "rain", "sun"))
        faces = yield from roll("to hit", 3, unit.side, need=4)
        misses = sum(face < 4 for face in faces)
        again = yield from roll("to hit again", misses, unit.side, need=4, rerolls=True)
        hits = sum(face >= 4 for face in (*faces, *again))
        says = f"Under {drawn[0]}: {hits} hits."
        return Outcome(state, (Ruling(says, ("TOY-LUCK-01",), faces=faces),))

    return msgspec.structs.replace(TOY, resolve=resolve)


def on_squares() -> RuleSet:
    """The same rules on a grid of 12 by 8 squares of 6 in."""
    return msgspec.structs.replace(TOY, squares=(12, 8))


def with_dice(count: int) -> RuleSet:
    """The same rules with another number of dice."""

    def resolve(action: Action, state: ToyState, table: Snapshot) -> Steps[Outcome]:
        return (yield from _resolve(action, state, table, count))

    return msgspec.structs.replace(TOY, resolve=resolve)
