"""The Shoot Action, from the declaration to the casualties (chapter XI of the book).

Order of the dice: hit dice of each shooter, those thrown again, the saves, the leader's risk.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from rules.kernel.acting.book import Says
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.protocol import IllegalAction, Modifier
from rules.kernel.telling.words import dice as in_dice
from rules.kernel.telling.words import many
from rules.matchlocks.close_combat.rounds import fight_due
from rules.matchlocks.measuring import (
    bases_of,
    behind,
    line_of_sight,
    share_of,
    shot_arc,
    shot_range,
    stands_in,
    typed_count,
)
from rules.matchlocks.musketry.cover import Cover, cover_bonus, cover_of
from rules.matchlocks.musketry.saves import suffer
from rules.matchlocks.musketry.targeting import able_checks, shoot_checks
from rules.matchlocks.musketry.volley import (
    Count,
    Hits,
    against,
    is_dry,
    number_needed,
    shoot_dice,
    shooting_figures,
    use_ammunition,
)
from rules.matchlocks.ordering.activation import acting_checks, is_lost, open_main_phase, spend
from rules.matchlocks.play import BOOK, Play, throw
from rules.matchlocks.state import State, Unit, kind_of
from rules.matchlocks.switches import House
from vision.measure.answers import Sight


class Fire(Struct, frozen=True):
    """What one shooter's dice came to, and how many figures of the target it can reach."""

    shooter: str
    hits: Hits
    most: int


def mark(play: Play, name: str) -> Unit | None:
    """The unit that is shot at; None while none is named.

    Raises:
        IllegalAction: it is a Leader, or nobody.
    """
    if name in play.state.leaders:
        who = play.state.leaders[name].label
        raise IllegalAction(f"{who} is a Leader and never a target himself", "NMM-SHOOT-14")
    return play.unit(name) if name else None


def may_shoot(
    play: Play, unit: Unit, target: Unit | None, shooters: tuple[Unit, ...], rank: str = ""
) -> Conditions:
    """May a unit shoot, alone or with the others of its Group Order (ORD-19)?"""
    if target is None:
        yield from able_checks(play, unit)
        yield lacks("a Shoot Action needs a target", "NMM-SHOOT-19")
        return
    for other in shooters[1:]:
        one_order = other.ordered == unit.ordered and other.brigade == unit.brigade
        yield one_order and other.side == unit.side or fails(
            f"{other.does('is')} under no Group Order with {unit.label}", "NMM-ORD-19")  # fmt: skip
    for shooter in shooters:
        yield from shoot_checks(play, shooter, target)


def shooting_with(
    play: Play, unit: Unit, target: Unit | None, others: object = (), **said: Any
) -> dict[str, Any]:
    """A unit and those named to shoot with it: a list, or a word with commas as the page has it."""
    if not others:
        return {"shooters": (unit,), **said}
    if isinstance(others, str):
        others = tuple(filter(None, others.split(",")))
    if not isinstance(others, list | tuple):
        raise IllegalAction("shoot: with must be a list")
    them = dict.fromkeys((unit.id, *map(str, others)))
    return {"shooters": tuple(play.unit(one) for one in them), **said}


def _ranks(play: Play, unit: Unit, target: Unit | None) -> tuple[str, ...]:
    """Which rank fires, where a unit has its choice."""
    two_deep = kind_of(unit).formed_shot and unit.ranks == 2 and not unit.fired_ranks
    return ("front", "rear") if target and two_deep else ()


def _companions(play: Play, unit: Unit, target: Unit | None) -> tuple[str, ...]:
    """Those under one Order with it who have not shot either: a group may fire as one (ORD-19)."""
    if not target or unit.ordered not in play.state.leaders:
        return ()
    others = [
        one.id
        for one in play.state.friends(unit.side)
        if one.id != unit.id and one.ordered == unit.ordered and one.brigade == unit.brigade
        if BOOK.may(play, able_checks(play, one))
    ]
    return ("", *others, *([",".join(others)] if len(others) > 1 else ())) if others else ()


def _in_which_part(
    play: Play, unit: Unit, target: Unit | None, shooters: tuple[Unit, ...], rank: str
) -> Steps[Play]:
    """Whoever shoots or is shot at in a wood says whether he is inside it (MOVE-19)."""
    for one in (*shooters, target) if target and play.table.terrain else ():
        play = yield from declare_wood(play, one.id)
    return play


@BOOK.action(
    "shoot",
    lambda play, unit, target, **said: f"Shoot at {target.label}" if target else "Shoot",
    may_shoot,
    at=mark,
    says={
        "rank": Says(("front", "rear"), usual="front", picks=_ranks),
        "with": Says(as_="others", plain=True, picks=_companions),
    },
    before=_in_which_part,
    reads=shooting_with,
)
def shoot(
    play: Play, unit: Unit, target: Unit, shooters: tuple[Unit, ...], rank: str
) -> Steps[Play]:
    """One unit shoots, or a group that was given one Order shoots together (ORD-19)."""
    if is_lost(play.state, unit):
        return open_main_phase(play, unit.id, "a shot that is lost")
    fires: list[Fire] = []
    for shooter in shooters:
        play, fire = yield from fire_at(play, shooter.id, target.id, rank)
        fires.append(fire)
    play = yield from take_fire(play, target.id, tuple(fires))
    for shooter in shooters:
        play = spend(play, shooter.id, "shoot")
        play = open_main_phase(play, shooter.id, shooter.does("shoots"))
    return (yield from fight_due(play))


def declare_wood(play: Play, unit_id: str) -> Steps[Play]:
    """A unit in a wood has to say whether it is inside or lining the edge (MOVE-19)."""
    unit = play.unit(unit_id)
    wood = "" if unit.wood else stands_in(play.table, unit_id, "wood")
    if not wood:
        return play
    options = (Option("inside", f"inside {wood}"), Option("edge", f"lining the edge of {wood}"))
    where = yield from choose(f"{unit.label} in {wood}", unit.side, options, rules=("NMM-MOVE-19",))
    return play.change(unit_id, wood=where)


def fire_at(
    play: Play, shooter_id: str, target_id: str, rank: str = "front"
) -> Steps[tuple[Play, Fire]]:
    """One unit's hit dice at a target that may be shot at, and what they cost it."""
    shooter, target = play.unit(shooter_id), play.unit(target_id)
    seen = line_of_sight(play, shooter_id, target_id)
    far = shot_range(play.table, shooter_id, target_id)
    whole = shooting_figures(play.state, shooter, rank)
    count = against(play.state, shooter, target, seeing(play, shooter, target, seen, whole))
    need, band = yield from number_needed(play, shooter, far)
    working = Modifier(f"{band.what} at {far}", band.value, band.rule)
    play, hits = yield from shoot_dice(play, shooter_id, target, count, need, working, far)
    most = reachable(play, shooter, target, seen)
    play = _after_fire(play, shooter, target_id, whole)
    return play, Fire(shooter_id, hits, most)


def seeing(play: Play, shooter: Unit, target: Unit, seen: Sight, count: Count) -> Count:
    """Only figures that see the target shoot (SHOOT-01, ``partial_sight``)."""
    figures = shooter.shot
    counted = typed_count(play.table, "models_seeing", shooter.id, target.id)
    if counted is None:
        mine = tuple(b for b in bases_of(play.table, shooter.id) if b.kind != "pike")
        eyes = tuple(b.payload for b in mine if b.payload in seen.seeing)
        if len(eyes) == len(mine) or seen.reading.by_hand:
            return count
        counted = share_of(mine, eyes, figures)
    if counted >= figures or not figures:
        return count
    less = count.quarters * counted // figures
    why = f"{counted} of {many(figures, 'figure')} can see the target"
    return count.then(less, why, in_dice(less / 4), "NMM-SHOOT-01")


def reachable(play: Play, shooter: Unit, target: Unit, seen: Sight) -> int:
    """Figures of the target that are in sight and in the arc (SHOOT-02, SHOOT-18)."""
    counted = typed_count(play.table, "models_seen", shooter.id, target.id)
    if counted is not None:
        return counted
    bases = bases_of(play.table, target.id)
    shares = [1.0] * len(bases)
    if play.on(House.arc_part.figures_in_arc) and not _all_round(play.state, shooter):
        arc = shot_arc(play.table, shooter.id, target.id)
        shares = list(arc.shares) or shares
    if not seen.reading.by_hand:
        shares = [
            share if base.payload in seen.seen else 0.0
            for share, base in zip(shares, bases, strict=True)
        ]
    if not bases or min(shares) == 1.0:
        return target.figures
    weights = [base.figures or 1 for base in bases]
    part = sum(w * s for w, s in zip(weights, shares, strict=True)) / sum(weights)
    return max(1, round(target.figures * part))


def _all_round(state: State, shooter: Unit) -> bool:
    return kind_of(shooter).loose and state.on(House.skirmisher_arc.all_round)


def _after_fire(play: Play, shooter: Unit, target_id: str, count: Count) -> Play:
    """What having fired does to the shooter, and that the target was shot at."""
    scattered = is_dry(shooter, kind_of(shooter))
    by_perk = int(shooter.perks > 0 and shooter.fired_shot >= shooter.shot)
    play = use_ammunition(
        play,
        shooter.id,
        acts=(*shooter.acts, "scattered fire") if scattered else shooter.acts,
        first_shot_turn=shooter.first_shot_turn or play.state.turn,
        shot_turn=play.state.turn,
        revealed=True,
        fired_ranks=shooter.fired_ranks + 1,
        fired_shot=shooter.fired_shot + count.dice,
        perks=shooter.perks - by_perk,
    )
    shot_at = play.unit(target_id).shot_at_by
    if shooter.id in shot_at:
        return play
    return play.change(target_id, shot_at_by=(*shot_at, shooter.id))


def take_fire(
    play: Play, target_id: str, fires: tuple[Fire, ...], *, mourned: bool = True
) -> Steps[Play]:
    """The target suffers what all *fires* together scored, in whatever order they were given
    (ORD-19); *mourned*: friends who see it destroyed test at once."""
    outright = sum(fire.hits.hits for fire in fires if fire.hits.gun)
    under = _by_cover(play, target_id, fires)
    if not under and not outright:
        return play
    target = play.unit(target_id)
    square = target.kind == "pike_square"
    rear = square and all(behind(play.table, fire.shooter, target_id) for fire in fires)
    return (
        yield from suffer(
            play,
            target_id,
            outright=outright,
            most=max(fire.most for fire in fires),
            under=under,
            from_rear=rear,
            mourned=mourned,
        )
    )


def _by_cover(play: Play, target_id: str, fires: tuple[Fire, ...]) -> tuple[tuple[Cover, int], ...]:
    """The Hits that are saved, by the cover that the target has against each shooter."""
    target = play.unit(target_id)
    worth: dict[int, tuple[str, int]] = {}
    for fire in fires:
        if fire.hits.hits and not fire.hits.gun:
            cover = cover_of(play, target, fire.shooter)
            bonus, _ = cover_bonus(play.state, target, cover)
            name, hits = worth.get(bonus, (cover.what, 0))
            worth[bonus] = min(name, cover.what), hits + fire.hits.hits
    return tuple((Cover(name), hits) for _, (name, hits) in sorted(worth.items()))


def may_repair(play: Play, gun: Unit, at: str) -> Conditions:
    """A gun that broke down may be worked on once a turn (SHOOT-50)."""
    yield from acting_checks(play, gun, "repair")
    yield gun.malfunction or fails(f"{gun.does('has')} not broken down", "NMM-SHOOT-50")
    yield not gun.repair_tried or fails(f"{gun.does('was')} worked on this turn", "NMM-SHOOT-50")
    own_time = not play.on(House.repair_timing.end)
    yield own_time or fails("guns are mended as the turn ends", "NMM-SHOOT-50")


@BOOK.action("repair", "Repair", may_repair)
def repair(play: Play, gun: Unit, at: str) -> Steps[Play]:
    """A gun is worked on; free unless the house says otherwise (``repair_timing``)."""
    play = yield from mend(play, gun)
    return spend(play, gun.id, "repair") if play.on(House.repair_timing.action) else play


def mend(play: Play, gun: Unit) -> Steps[Play]:
    """One die, 5 or more, before it may fire again (SHOOT-50)."""
    play, dice = yield from throw(
        play, f"repair of {gun.label}", 1, gun.side, need=5, rules=("NMM-SHOOT-50",), apart=()
    )
    mended = dice.faces[0] >= 5
    play = play.change(gun.id, malfunction=not mended, repair_tried=True)
    says = f"{gun.does('is')} {'mended' if mended else 'still broken'}: {dice.faces[0]}"
    return play.step(says, "NMM-SHOOT-50", faces=dice.faces)
