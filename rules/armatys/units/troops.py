"""What troops are: rates of movement, groups of figures, and who is with whom."""

from __future__ import annotations

import math
from dataclasses import replace

from rules.armatys.state import Arm, Battle, General, State, Unit
from rules.armatys.switches import (
    BOWCAV_COUNTERS,
    DRAGOON_FIRE_MOUNTED,
    DRAGOON_HORSE,
    RANKS_OF,
)
from rules.armatys.tables import ABILITY, FORMATIONS, MOVES_IN, MUSKET_GROUP, SHOOTING, Shooting
from rules.kernel.protocol import Modifier
from rules.kernel.telling.words import many
from vision.measure import attached
from vision.measure.cache import once, remembered
from vision.table.reading import Unmeasurable, Verdict
from vision.table.snapshot import Snapshot


def groups(figures: int, size: int) -> int:
    """PAS-INF-09, PAS-MEL-14: whole groups, and one more if more than half of one is left.

    The book works three of these out: PAS-INF-10, PAS-INF-11, PAS-MEL-15.
    """
    size = max(1, size)
    return figures // size + (1 if 2 * (figures % size) > size else 0)


def is_open_order(one: Unit) -> bool:
    """PAS-FORM-02: foot or dismounted dragoons one rank deep."""
    return one.is_foot and one.ranks == 1 and not one.column


def order_of(one: Unit) -> str:
    """PAS-FORM-02, PAS-FORM-03, PAS-FORM-04: the order by its ranks; "" for any other depth."""
    kind = "horse" if one.is_mounted else "foot"
    found = (name for name, ranks in FORMATIONS.items() if ranks.get(kind) == one.ranks)
    return next(found, "")


def rate_in(one: Unit) -> float:
    """PAS-MOV-01, PAS-MOV-06, PAS-ART-21, PAS-APP-04: inches a bound, before counters."""
    if one.gun is not None:
        return gun_rate_in(one)
    if one.kind == "light horse":
        return MOVES_IN["irregular light cavalry"]
    if one.is_mounted:
        return MOVES_IN["cavalry"]
    return MOVES_IN["open order" if is_open_order(one) else "infantry"]


def rate_rule(one: Unit) -> str:
    """The rule that a rate of movement is from."""
    if one.kind == "light horse":
        return "PAS-APP-04"
    if one.gun is None:
        return "PAS-MOV-01"
    return "PAS-MOV-06" if one.broken else "PAS-ART-21" if one.gun.limbered else "PAS-ART-22"


def gun_rate_in(one: Unit) -> float:
    """PAS-ART-21, PAS-ART-22: limbered, galloper, or man-handled once it is ready; guns that
    are being unlimbered stay where they are."""
    gun = one.gun
    if gun is None or one.broken:
        return MOVES_IN["crew"]
    if gun.limbered:
        return MOVES_IN["galloper gun" if gun.galloper else "limbered gun"]
    ready = gun.progress >= gun.weight.unlimber
    return MOVES_IN["man-handled gun"] if ready else 0.0


def general_rate_in(one: General) -> float:
    """PAS-GEN-11: 15 mounted, 8 on foot."""
    return MOVES_IN["general on foot" if one.on_foot else "mounted general"]


def weapon(play: Battle, one: Unit) -> str:
    """How a unit shoots: muskets, pistols, mounted bows, or "" (PAS-APP-10, PAS-CLASS-06)."""
    if one.is_foot:
        return "muskets" if one.arm("musket").figures or one.arm("dragoon").figures else ""
    if one.is_mounted and one.bows:
        return "mounted bows"
    if one.kind in ("horse", "light horse") and one.pistols:
        return "pistols"
    if one.kind == "dragoons" and play.on(DRAGOON_FIRE_MOUNTED):
        return "pistols"
    return ""


def shooting(play: Battle, one: Unit) -> Shooting | None:
    """The table's row for a unit's weapon; None when it has none."""
    kind = weapon(play, one)
    return SHOOTING[kind] if kind else None


def shooting_arm(one: Unit) -> Arm:
    """The figures that carry the firearm or bow."""
    for kind in ("musket", "dragoon", "horse", "light horse"):
        if one.arm(kind).figures:
            return one.arm(kind)
    return Arm("none", 0)


def firing_figures(play: Battle, one: Unit) -> int:
    """PAS-INF-03, PAS-CAV-01, PAS-APP-11: the front rank, or up to two ranks of pistols."""
    row, arm = shooting(play, one), shooting_arm(one)
    return min(arm.figures, arm.front * row.ranks) if row else 0


def size_of_group(
    one: Unit, base: int, rules: tuple[str, str, str], per: int = 2
) -> tuple[int, tuple[Modifier, ...]]:
    """PAS-INF-07, PAS-INF-08, PAS-MEL-11, PAS-MEL-12: raw +1, veteran -1, +1 for every *per*
    counters; never below 1 (PAS-APP-09). *rules*: of the base, the ability and the counters."""
    lines = [Modifier("figures to a die", str(base), rules[0])]
    if ABILITY[one.ability]:
        lines.append(Modifier(one.ability.lower(), f"{ABILITY[one.ability]:+d}", rules[1]))
    if one.counters // per:
        lines.append(Modifier(many(one.counters, "counter"), f"+{one.counters // per}", rules[2]))
    size = base + ABILITY[one.ability] + one.counters // per
    return max(1, size), tuple(lines)


def firing_size(play: Battle, one: Unit) -> tuple[int, tuple[Modifier, ...]]:
    """PAS-INF-06, PAS-CAV-06, PAS-APP-12: figures to a firing group, with the working."""
    kind = weapon(play, one)
    if kind == "muskets":
        arm = shooting_arm(one)
        depth = one.ranks if play.on(RANKS_OF.unit) else arm.depth
        return size_of_group(one, MUSKET_GROUP[min(3, max(1, depth))], SHOOTING[kind].size_rules)
    per = play.number(BOWCAV_COUNTERS) if kind == "mounted bows" else 2
    return size_of_group(one, SHOOTING[kind].group, SHOOTING[kind].size_rules, per)


def reacts_as_horse(play: Battle, one: Unit) -> bool:
    """PAS-REA-03, PAS-APP-05: horse and irregular light cavalry (PAS_DRAGOON_HORSE)."""
    if one.kind == "dragoons":
        return one.mounted and play.on(DRAGOON_HORSE)
    return one.kind in ("horse", "light horse")


def general_with(play: Battle, one: Unit) -> General | None:
    """PAS-GEN-01, Q-10: the general in base contact with a unit, if he is fit.

    Measured where his base is on the table; otherwise as the state says.
    """
    for leader in play.state.generals:
        if leader.side != one.side or leader.gone or leader.back > play.state.bound:
            continue
        if is_with(play.table, leader, one):
            return leader
    return None


def is_with(table: Snapshot, leader: General, one: Unit) -> bool:
    """Is the general base to base with the unit?  Too close to call counts as touching."""
    key = token(table, leader)
    if table.typed("attached", key, one.id) is None:
        if not stands(table, key) or not stands(table, one.id):
            return leader.with_unit == one.id
        if plainly_apart(table, key, one.id):
            return False
    return attached(table, key, one.id).at_least() is not Verdict.OUT


def led(play: Battle) -> Battle:
    """The play with every general whose base is on the table with the unit that he touches."""
    for leader in play.state.generals:
        play = play.change(leader, with_unit=touched(play, leader))
    return play


def touched(play: Battle, leader: General) -> str:
    """The unit that a general is with; as the state has it where that cannot be measured."""
    if leader.gone or not stands(play.table, token(play.table, leader)):
        return leader.with_unit
    mine = (one for one in play.state.units if one.side == leader.side and not one.off)
    try:
        return next((one.id for one in mine if is_with(play.table, leader, one)), "")
    except Unmeasurable:
        return leader.with_unit


def token(table: Snapshot, leader: General) -> str:
    """What a general's base is called on this table: by his id, else by its tag."""
    by_id = any(base.unit_id == leader.id for base in table.bases)
    return leader.id if by_id or not leader.base else leader.base


def arranged(state: State, table: Snapshot) -> Snapshot:
    """The table with the bases that a detachment took along counted as its own (PAS-SUB-03);
    those of a detachment that was lost are nobody's any more."""
    owners = tuple(
        (payload, "" if is_lost(one) else one.id)
        for one in state.units
        if one.parent and (is_lost(one) or not one.off)
        for payload in one.bases
    )
    return _arranged(table, owners) if owners else table


def is_lost(one: Unit) -> bool:
    """Is a unit out of the game for good?  A detachment that rejoined lives on in its parent."""
    return one.off and not one.lost.startswith("rejoined")


@remembered
def _arranged(table: Snapshot, owners: tuple[tuple[str, str], ...]) -> Snapshot:
    """The same snapshot for the same table, so that what was measured on it is remembered."""
    by_tag = dict(owners)
    return replace(
        table,
        bases=tuple(
            replace(base, unit=by_tag.get(base.payload, base.unit))
            for base in table.bases
            if by_tag.get(base.payload, base.payload)
        ),
    )


def stands(table: Snapshot, unit_id: str) -> bool:
    """Has the unit (or lone base) any base on this table?"""
    return unit_id in _standing(table)


FAR_IN = 6.0
"""Units whose last known places are farther apart than this cannot be touching."""


def plainly_apart(table: Snapshot, a: str, b: str) -> bool:
    """Are two units clearly out of touch by where their bases were last seen?

    Asked before measuring, so that a hidden base at the other end of the table does not stop
    a ruling that it has no part in. A base that was never seen is nowhere.
    """
    mine, theirs = _last_seen(table, a), _last_seen(table, b)
    return not any(
        math.dist(one[:2], two[:2]) <= FAR_IN + one[2] + two[2] for one in mine for two in theirs
    )


def _last_seen(table: Snapshot, name: str) -> list[tuple[float, float, float]]:
    """Place and half diagonal of each base of a unit that was ever seen, inches."""
    return [
        (base.pose.x_in, base.pose.y_in, math.hypot(base.frontage_in, base.depth_in) / 2)
        for base in table.bases
        if base.pose is not None and name in (base.unit_id, base.payload)
    ]


@once
def _standing(table: Snapshot) -> frozenset[str]:
    """Ids of the units and payloads of the bases on a table."""
    bases = table.bases
    return frozenset(name for base in bases for name in (base.unit_id, base.payload))


def defends_obstacle(one: Unit) -> bool:
    """PAS-TER-12, PAS-TER-15: a town, a wall or a hedge that the unit is set to defend."""
    return one.defending in ("wall", "hedge", "town")


def figures_for(men: int, men_a_figure: int = 25) -> int:
    """PAS-SCOPE-03: figures for a number of men."""
    return round(men / men_a_figure)
