"""Before the battle: from two armies to a state (chapter VI of the book; PREP, SET).

Three decks (SET-06); of the four kinds of token nobody holds any yet but Army Morale (SET-07).
Mixed Battalia keep the numbers they were raised with (ARMY-07).
"""

from __future__ import annotations

import msgspec

from rules.kernel.protocol import Army, ArmyUnit, BadState
from rules.matchlocks.army import LEADERS, SCHEMES, figures_of, quality_of, troop_cost
from rules.matchlocks.musketry.losses import token_worth
from rules.matchlocks.state import Decks, Leader, Side, State, Unit
from rules.matchlocks.switches import HOUSE, House
from rules.matchlocks.tables import BONUS_CARDS, EVENT_CARDS, KINDS, Kind

SPECIALS = ("Bonus", "Bonus")


def new_game(armies: tuple[Army, Army], house: dict[str, str]) -> State:
    """A battle ready to be deployed for: units at full strength, decks whole, tokens counted.

    Raises:
        BadState: a house rule or a kind that does not exist, or two sides of one name.
    """
    chosen = HOUSE.checked(house)
    if armies[0].side == armies[1].side:
        raise BadState(f"both armies are {armies[0].side}: the sides need two names")
    units = {unit.id: unit for army in armies for unit in _units(army, house)}
    leaders = {one.id: one for army in armies for one in _leaders(army)}
    sides = {
        army.side: _side(army, edge, house)
        for army, edge in zip(armies, ("south", "north"), strict=True)
    }
    decks = Decks(play=play_deck(leaders, tuple(sides)), bonus=BONUS_CARDS, events=EVENT_CARDS)
    return State(units, leaders, sides, decks=decks, phase="deploy", house=chosen)


def play_deck(leaders: dict[str, Leader], sides: tuple[str, ...]) -> tuple[str, ...]:
    """One card a leader, two Bonus cards, one Skirmishers and Artillery card a side (CARD-01)."""
    mine = tuple(one.id for one in leaders.values() if not one.lost)
    return (*mine, *SPECIALS, *(f"Skirmishers: {side}" for side in sides))


def _units(army: Army, house: dict[str, str]) -> list[Unit]:
    return [_unit(army, one, house) for one in army.units if one.kind not in LEADERS]


def _unit(army: Army, one: ArmyUnit, house: dict[str, str]) -> Unit:
    if one.kind not in KINDS:
        raise BadState(f"{one.id}: there is no kind {one.kind!r}")
    kind = kind_in(one.kind, house)
    counted = figures_of(one, kind)
    if counted is None:
        raise BadState(f"{one.id}: shot and pikes are whole numbers of figures")
    shot, pikes = (kind.shot, kind.pikes) if house.get("strength") == "points" else counted
    line = one.choices.get("formation") == "line"
    unit = Unit(
        one.id,
        army.side,
        kind.key,
        quality_of(one),
        one.name,
        one.brigade,
        shot,
        pikes,
        shot,
        pikes,
        ranks=1 if line else kind.ranks,
        points=troop_cost(one),
        base_points=kind.points[1],
    )
    return msgspec.structs.replace(
        unit,
        rear=pikes // 2 if one.kind == "pike_square" else 0,
        formation=("line" if line else "column") if kind.arm == "horse" and not kind.loose else "",
        mounted=one.choices.get("mounted", "yes") == "yes",
        limbered=one.choices.get("limbered", "no") == "yes",
        parent=one.choices.get("parent", ""),
    )


def kind_in(key: str, house: dict[str, str]) -> Kind:
    """The chart line of a kind under these house rules (``plotton_type``)."""
    formed = key == "plotton" and House.plotton_type.formed.of(house)
    return KINDS["formed_plotton" if formed else key]


def _leaders(army: Army) -> list[Leader]:
    led = {leader: brigade for brigade, leader in army.brigades.items()}
    return [
        Leader(
            one.id,
            army.side,
            one.kind == "general",
            one.name,
            "" if one.kind == "general" else led.get(one.id, one.brigade),
            0 if one.kind == "general" else _class_of(one),
        )
        for one in army.units
        if one.kind in LEADERS
    ]


def _class_of(leader: ArmyUnit) -> int:
    found = leader.choices.get("class", "2")
    if found not in SCHEMES:
        raise BadState(f"{leader.id}: his Command Class is 1, 2 or 3, not {found!r}")
    return int(found)


def _side(army: Army, edge: str, house: dict[str, str]) -> Side:
    tokens = starting_tokens(army, house)
    royal = army.side.lower().startswith("royal")
    return msgspec.convert(
        {
            "name": army.side,
            "edge": edge,
            "royalist": royal,
            "tokens": tokens,
            "start_tokens": tokens,
        },
        Side,
    )


def starting_tokens(army: Army, house: dict[str, str]) -> int:
    """Army Morale to begin with (PREP-11 to -13, ARM-03; ``light_gun_odd``)."""
    kinds = [KINDS[one.kind] for one in army.units if one.kind in KINDS]
    whole = sum(token_worth(kind) for kind in kinds)
    light = sum(kind.key in ("light_gun", "galloper") for kind in kinds)
    odd = House.light_gun_odd.round_up.of(house)
    return whole + (-(-light // 2) if odd else light // 2)


def out_scouts(mine: int, theirs: int, house: dict[str, str]) -> bool:
    """Half as many again or more; against none one is enough (PREP-04; ``scout_zero``)."""
    if theirs == 0:
        return mine >= (2 if House.scout_zero.two.of(house) else 1)
    return 2 * mine >= 3 * theirs
