"""One round of a melee: dice, hits, saves, casualties (MEL parts 2 and 4).

``aftermath.py`` says what the result does, ``attack.py`` how a melee comes about.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.dice import successes, written
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.protocol import BadState, Modifier
from rules.kernel.telling.words import dice as in_dice
from rules.kernel.telling.words import many
from rules.matchlocks.close_combat.melee_count import (
    FIRST_NEEDS,
    Blow,
    Footing,
    MeleeDice,
    file_dice,
    is_fresh,
    melee_dice,
    needed,
    rerolls,
    whole_dice,
)
from rules.matchlocks.musketry.losses import disarray, leave_table, remove_figures, risk_leaders
from rules.matchlocks.play import Play, throw
from rules.matchlocks.state import Melee, State, Unit, is_mounted, kind_of
from rules.matchlocks.switches import House
from vision.measure.answers import Side as Zone

LEADER_RISK_OVER = 3
WORKS = ("fieldwork", "wall", "high wall")


class Tally(Struct, frozen=True):
    """Kills suffered by each unit in a round."""

    kills: dict[str, int] = {}

    def of(self, units: tuple[str, ...]) -> int:
        """Kills suffered by several units together."""
        return sum(self.kills.get(unit, 0) for unit in units)


def melee_of(state: State, melee_id: str) -> Melee:
    """The melee of that id.

    Raises:
        BadState: a hand-written unit is in one that is not there.
    """
    for melee in state.melees:
        if melee.id == melee_id:
            return melee
    raise BadState(f"there is no melee {melee_id!r}: its sides stand under melees")


def changed(play: Play, melee: Melee) -> Play:
    """With *melee* in place of the one of its id."""
    kept = tuple(melee if one.id == melee.id else one for one in play.state.melees)
    return play.with_state(melees=kept)


def sides_of(play: Play, melee: Melee) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Attackers and defenders who are still fighting."""
    units = play.state.units
    here = [
        tuple(one for one in side if not units[one].gone and units[one].melee == melee.id)
        for side in (melee.attackers, melee.defenders)
    ]
    return here[0], here[1]


def footing_of(play: Play, melee: Melee, unit_id: str, number: int) -> Footing:
    """How a unit of a melee stands in round *number*."""
    unit = play.unit(unit_id)
    attacks, assails = unit_id in melee.attackers, unit_id in melee.assailants
    foes = [play.unit(one) for one in (melee.defenders if attacks else melee.attackers)]
    fresh = is_fresh(melee, unit_id, number) and play.on(House.joiner_values.fresh)
    first = number == 1 or fresh
    # A unit with a second enemy on its flank meets that one with a file (MEL-88).
    whole = attacks or unit.turned or bool(melee.joined)
    zone: Zone = "front" if whole else melee.zone
    works = is_defended(play.state, melee.obstacle)
    return Footing(
        round=1 if fresh else number,
        attacking=attacks and first and not melee.pursuit and not melee.backed,
        zone="front" if melee.building else zone,
        v_horse=any(is_mounted(foe) and kind_of(foe).arm == "horse" for foe in foes),
        v_dragoons=any(is_mounted(foe) and kind_of(foe).arm == "dragoon" for foe in foes),
        over=assails and unit_id not in melee.joined and first and works,
        into=assails and melee.building,
        garrison=unit_id in melee.assailed and melee.building,
        turned=unit.turned and number == 2,
    )


def is_defended(state: State, obstacle: str) -> bool:
    """Is that kind of obstacle one that helps its defender (``defended_obstacle_def``)?"""
    if not obstacle:
        return False
    return obstacle in WORKS or state.on(House.defended_obstacle_def.any_linear)


# --- the round -----------------------------------------------------------------------------


def fight(play: Play, melee_id: str, blows: tuple[Blow, ...]) -> Steps[tuple[Play, Tally]]:
    """Throw one round: attackers' dice, defenders' dice, saves, casualties, leaders at risk."""
    melee = melee_of(play.state, melee_id)
    number = melee.round + 1
    hits: dict[str, int] = {}
    outright: dict[str, int] = {}
    for blow in blows:
        play, dealt = yield from _strike(play, melee, number, blow)
        for target, count in dealt.items():
            hits[target] = hits.get(target, 0) + count
        for target in _first_foe(play, melee, blow):
            outright[target] = outright.get(target, 0) + blow.outright
    kills: dict[str, int] = {}
    for unit_id in _in_order(play, melee):
        play, lost = yield from _saves(
            play, melee, unit_id, hits.get(unit_id, 0), outright.get(unit_id, 0)
        )
        kills[unit_id] = lost
    tally = Tally(kills)
    for blow in blows:
        acts = play.unit(blow.unit).acts
        play = play.change(blow.unit, reacted=True, acts=(*acts, "melee"))
    fought = replace(melee, round=number, fought_turn=play.state.turn)
    play = changed(play, fought)
    return (yield from _casualties(play, melee, tally)), tally


def _in_order(play: Play, melee: Melee) -> tuple[str, ...]:
    attackers, defenders = sides_of(play, melee)
    return attackers + defenders


def _first_foe(play: Play, melee: Melee, blow: Blow) -> tuple[str, ...]:
    attackers, defenders = sides_of(play, melee)
    foes = defenders if blow.unit in attackers else attackers
    return foes[:1]


def _strike(
    play: Play, melee: Melee, number: int, blow: Blow
) -> Steps[tuple[Play, dict[str, int]]]:
    """One unit's melee dice, its rerolls, its leader's Hits; Hits by target."""
    unit = play.unit(blow.unit)
    if blow.doctrine.tactic == "none" and unit.figures == 0:
        return play, {}
    count = melee_dice(play.state, unit, blow.footing)
    dealt: dict[str, int] = {}
    for target, dice in _split_dice(play, melee, unit, blow.footing, count):
        play, landed = yield from _melee_dice(play, melee, number, blow, count, target, dice)
        dealt[target] = dealt.get(target, 0) + landed
    first = next(iter(dealt), "")
    if first:
        play, extra = _leader_hits(play, unit, number, melee.pursuit)
        dealt[first] += extra + blow.fire_hits
    return (yield from _shared(play, melee, unit, dealt))


def _split_dice(
    play: Play, melee: Melee, unit: Unit, footing: Footing, count: MeleeDice
) -> list[tuple[str, int]]:
    """Which dice go at which enemy: a second one in the flank is met by a file (MEL-88)."""
    attackers, defenders = sides_of(play, melee)
    foes = defenders if unit.id in attackers else attackers
    if not foes:
        return []
    joined = [foe for foe in foes if foe in melee.joined]
    if unit.id in attackers or not joined or len(foes) == len(joined):
        return [(foes[0], count.dice)]
    file = min(file_dice(play.state, unit, footing, melee.zone), count.exact)
    rest: Fraction = count.exact - file
    first = next(foe for foe in foes if foe not in melee.joined)
    return [(first, whole_dice(rest)), (joined[0], whole_dice(file))]


def _melee_dice(
    play: Play, melee: Melee, number: int, blow: Blow, count: MeleeDice, target: str, dice: int
) -> Steps[tuple[Play, int]]:
    unit, foe = play.unit(blow.unit), play.unit(target)
    need = needed(play.state, melee, number, blow)
    again, bar = rerolls(play.state, melee, number, blow, foe)
    what = f"{unit.does('fights')} {foe.label}"
    rule = "NMM-MEL-43" if need == FIRST_NEEDS or number == 1 else "NMM-MEL-74"
    play, thrown = yield from throw(
        play,
        what,
        dice,
        unit.side,
        need=need,
        again=again,
        barred=bar is not None,
        rules=(rule,),
        apart=(),
    )
    landed = successes(thrown.faces, need)
    play = play.step(
        f"{what}: {written(thrown.faces)}, {many(landed, 'hit')} on {need}+",
        rule,
        modifiers=(*count.modifiers, *((bar,) if bar else ()), *thrown.notes),
        total=f"{in_dice(dice)} needing {need}",
        faces=thrown.faces,
    )
    return play, landed


def _leader_hits(play: Play, unit: Unit, number: int, pursuit: bool) -> tuple[Play, int]:
    """A leader with horse adds Hits: his class, the General 2 (MEL-44)."""
    if kind_of(unit).arm != "horse":
        return play, 0
    if number > 1 and play.on(House.leader_hits_rounds.first):
        return play, 0
    leaders = play.state.leader_with(unit.id)
    extra = sum(2 if leader.general else leader.command for leader in leaders)
    if not extra:
        return play, 0
    notes = tuple(
        Modifier(leader.label, f"+{2 if leader.general else leader.command}", "NMM-MEL-44")
        for leader in leaders
    )
    says = f"{unit.does('has')} a leader with it: {many(extra, 'more hit')}"
    return play.step(says, "NMM-MEL-44", modifiers=notes, total=f"+{extra}"), extra


def _shared(
    play: Play, melee: Melee, unit: Unit, dealt: dict[str, int]
) -> Steps[tuple[Play, dict[str, int]]]:
    """A Squadron fed in shares the Hits; the odd one is the engaged unit's (MEL-78)."""
    attackers, defenders = sides_of(play, melee)
    foes = defenders if unit.id in attackers else attackers
    fed = [foe for foe in foes if foe in melee.fed]
    engaged = [foe for foe in foes if foe not in melee.fed]
    if not fed or not engaged:
        return play, dealt
    total = dealt.pop(engaged[0], 0)
    half, odd = divmod(total, 2)
    to_fed = half
    owner = play.unit(fed[0]).side
    if odd and play.on(House.feed_share.owner):
        options = (Option(engaged[0]), Option(fed[0]))
        taker = yield from choose("who takes the odd hit?", owner, options, rules=("NMM-MEL-78",))
        to_fed += taker == fed[0]
    shares = {**dealt, engaged[0]: total - to_fed, fed[0]: to_fed}
    says = f"the hits are shared: {total - to_fed} and {to_fed}"
    return play.step(says, "NMM-MEL-78") if total else play, shares


def melee_save(play: Play, melee: Melee, unit: Unit) -> tuple[int, tuple[Modifier, ...]]:
    """What a unit saves a melee Hit on (MEL-51, MEL-52)."""
    kind = kind_of(unit)
    need = kind.save_melee
    if kind.key == "horse_detachment" and play.on(House.horse_detachment_class.skirmisher):
        need = 5
    notes = [Modifier(f"save of a {kind.title}", f"{need}+", "NMM-MEL-51")]
    defends = unit.id in melee.assailed
    if defends and not is_mounted(unit) and (melee.building or melee.obstacle in WORKS):
        need -= 1
        notes.append(Modifier("defends a wall, works or a building", "+1", "NMM-MEL-52"))
    return need, tuple(notes)


def _saves(
    play: Play, melee: Melee, unit_id: str, hits: int, outright: int
) -> Steps[tuple[Play, int]]:
    """All Hits saved together; what is left are Kills, no more than figures (MEL-51)."""
    unit = play.unit(unit_id)
    kills = 0
    if hits:
        need, notes = melee_save(play, melee, unit)
        what = unit.does("saves")
        play, thrown = yield from throw(
            play, what, hits, unit.side, need=need, rules=("NMM-MEL-51",), apart=()
        )
        kills = hits - successes(thrown.faces, need)
        play = play.step(
            f"{what} {hits - kills} of {hits} on {need}+: {written(thrown.faces)}",
            "NMM-MEL-51",
            modifiers=(*notes, *thrown.notes),
            total=many(kills, "kill"),
            faces=thrown.faces,
        )
    kills += outright
    if play.on(House.kills_cap.cap):
        kills = min(kills, unit.figures)
    return play, kills


def _casualties(play: Play, melee: Melee, tally: Tally) -> Steps[Play]:
    """Take the figures off, then roll for the leaders, attackers first (MEL-53 to -55)."""
    for unit_id, kills in tally.kills.items():
        if kills:
            rear = melee.zone == "rear" and unit_id in melee.defenders
            play = remove_figures(play, unit_id, kills, from_rear=rear)
    for unit_id, kills in tally.kills.items():
        unit = play.unit(unit_id)
        if not unit.figures:
            play = leave_table(play, unit_id, "destroyed", "is", "wiped out in melee").step(
                f"{unit.does('is')} wiped out in melee: Broken and Routed without a test",
                "NMM-MEL-59",
                "NMM-MEL-55",
            )
            continue
        play = yield from risk_leaders(play, unit_id, kills - LEADER_RISK_OVER, "NMM-MEL-54")
    return play


def horse_over_obstacle(play: Play, unit_id: str) -> Play:
    """Horse pays for a defended obstacle in Disarray (MEL-37)."""
    if kind_of(play.unit(unit_id)).arm != "horse":
        return play
    return disarray(play, unit_id, "over a defended obstacle", "NMM-MEL-37")
