"""Before the battle: a state from two armies, or as a person writes it by hand (PREP, SET).

Three decks (SET-06); of the four kinds of token nobody holds any yet but Army Morale (SET-07).
Mixed Battalia keep the numbers they were raised with (ARMY-07).
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.army_check import check_apart
from rules.kernel.plain import hand_written
from rules.kernel.protocol import Army, ArmyUnit, BadState, Plain
from rules.matchlocks.army import LEADERS, SCHEMES, figures_of, quality_of, troop_cost
from rules.matchlocks.movement.passing import RATINGS
from rules.matchlocks.musketry.losses import token_worth
from rules.matchlocks.state import Decks, Leader, Side, State, Unit
from rules.matchlocks.switches import HOUSE, House
from rules.matchlocks.tables import BONUS_CARDS, EVENT_CARDS, KINDS, QUALITIES, Kind
from vision.table.by_hand import check_keys, check_words, instead

SPECIALS = ("Bonus", "Bonus")


def new_game(armies: tuple[Army, Army], house: dict[str, str]) -> State:
    """A battle ready to be deployed for: units at full strength, decks whole, tokens counted.

    Raises:
        BadState: a house rule or a kind that does not exist, or two sides or units
            of one name.
    """
    chosen = HOUSE.checked(house)
    check_apart(armies)
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
    shot, pikes = (kind.shot, kind.pikes) if House.strength.points.of(house) else counted
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


_USUAL_TOKENS = 10
"""Army Morale of a side that says nothing of it."""


def read_state(plain: Plain) -> State:
    """A hand-written state with its gaps filled.

    A unit needs ``side`` and ``kind``; its id is its key, its figures are those of a full
    unit, it is ready to act (two Actions) unless it says otherwise.

    Raises:
        BadState: an unknown kind, quality or house rule, or a field of the wrong type.
    """
    if not isinstance(plain, dict):
        raise BadState("a state is an object with units, leaders and sides")
    formed = House.plotton_type.formed.of(dict(plain.get("house", {})))
    units = {key: _filled(key, one, formed) for key, one in dict(plain.get("units", {})).items()}
    leaders = {key: {"id": key, **one} for key, one in dict(plain.get("leaders", {})).items()}
    sides = {key: {"name": key, **one} for key, one in dict(plain.get("sides", {})).items()}
    for index, name in enumerate(_side_names(units, leaders)):
        sides.setdefault(name, {"name": name, "edge": "south" if index == 0 else "north"})
    for side in sides.values():
        side.setdefault("tokens", side.get("start_tokens", _USUAL_TOKENS))
        side.setdefault("start_tokens", side["tokens"])
        side.setdefault("royalist", str(side["name"]).lower().startswith("royal"))
    whole = {**plain, "units": units, "leaders": leaders, "sides": sides}
    state = hand_written(whole, State, HOUSE)
    _check_names(state)
    for name, rating in state.obstacles.items():
        if rating.split(":")[0] not in RATINGS:
            raise BadState(f"obstacle {name}: its rating is one of {', '.join(RATINGS)}")
    return state


def _check_names(state: State) -> None:
    """Whatever is named is there.

    Raises:
        BadState: a side, unit, card or formation that is not.
    """
    units, sides = state.units, state.sides
    check_words((leader.side for leader in state.leaders.values()), sides, "state.leaders")
    for unit in units.values():
        check_words((unit.formation,), ("column", "line"), f"{unit.id}.formation")
        check_words((unit.parent,), units, f"{unit.id}.parent")
    for leader in state.leaders.values():
        check_words((leader.attached,), units, f"{leader.id}.attached")
    for melee in state.melees:
        fighting = (*melee.attackers, *melee.defenders, *melee.fed, *melee.joined)
        others = (*melee.followed, *melee.gallop)
        check_keys(dict.fromkeys((*fighting, *others)), units, f"melee {melee.id}")
    check_words((state.mover, state.last_side, state.winner), (*sides, "draw"), "state")
    check_words((unit.id for unit in units.values()), units, "state.units")
    check_words((leader.id for leader in state.leaders.values()), state.leaders, "state.leaders")


def _side_names(units: dict[str, Any], leaders: dict[str, Any]) -> list[str]:
    everyone = [*units.values(), *leaders.values()]
    return list(dict.fromkeys(str(one.get("side", "")) for one in everyone))


def _filled(key: str, plain: Plain, formed: bool) -> dict[str, Any]:
    if formed and isinstance(plain, dict) and plain.get("kind") == "plotton":
        plain = {**plain, "kind": "formed_plotton"}
    if not isinstance(plain, dict) or plain.get("kind") not in KINDS:
        said = str(plain.get("kind", "")) if isinstance(plain, dict) else ""
        listed = ", ".join(KINDS)
        raise BadState(f"unit {key}: kind must be one of {listed}; {instead(said, KINDS)}")
    if plain.get("quality", "seasoned") not in QUALITIES:
        raise BadState(f"unit {key}: quality must be one of {', '.join(QUALITIES)}")
    kind = KINDS[plain["kind"]]
    start_shot = plain.get("start_shot", max(kind.shot, plain.get("shot", 0)))
    start_pikes = plain.get("start_pikes", max(kind.pikes, plain.get("pikes", 0)))
    pikes = plain.get("pikes", start_pikes)
    paid = kind.points[QUALITIES.index(plain.get("quality", "seasoned"))]
    formation = "column" if kind.key in ("cuirassiers", "harquebusiers") else ""
    ranks = 1 if plain.get("formation") == "line" else kind.ranks
    filled = {
        "id": key,
        "shot": start_shot,
        "pikes": start_pikes,
        "start_shot": start_shot,
        "start_pikes": start_pikes,
        "rear": pikes // 2 if kind.key == "pike_square" else 0,
        "ranks": ranks,
        "points": paid,
        "base_points": kind.points[1],
        "formation": formation,
        "actions_left": 2,
        "first_shot_turn": 0 if plain.get("free_volley", True) else 1,
        **plain,
    }
    gone = start_shot + start_pikes - int(filled["shot"]) - int(filled["pikes"])
    filled.setdefault("kills", gone)
    return filled
