"""Combat: blows at once, the result, and who goes where (WOR-CMB)."""

from __future__ import annotations

import math

from msgspec import Struct

from rules.field.moving import goes
from rules.kernel.dice import faces_alike, successes
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Option, Steps, choose, roll, within
from rules.kernel.protocol import Modifier
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.names import side_does, titled
from rules.kernel.telling.words import dice, many
from rules.roses import measuring, switches
from rules.roses.close_combat import attack, defence, fighting
from rules.roses.missiles import lines
from rules.roses.movement import fallback, moves
from rules.roses.play import BOOK
from rules.roses.state import Play, Unit, pace_cm
from rules.roses.tables import MOVE_TOLERANCE_CM, PURSUIT_STEP_CM
from vision.table.reading import Point, Reading, Verdict

Ids = tuple[str, ...]


class Score(Struct, frozen=True):
    """One round's reckoning: hits that stayed, by the side that inflicted them."""

    first: int
    second: int


def may_fight(play: Play, by: Unit, at: str) -> Conditions:
    """Who is in a combat that has not been fought this turn."""
    yield measuring.engaged(play, by) or lacks(f"{by.does('touches')} no enemy", "WOR-CMB-08")
    yield by.id not in play.state.fought or fails(
        f"{by.does('has')} fought this turn", "WOR-CMB-17"
    )


@BOOK.action("fight", "{by}: fight", may_fight, phases=("combat",))
def fight(play: Play, by: Unit, at: str = "") -> Steps[Play]:
    """The whole combat that a unit is in: round by round until it stands apart or carries over."""
    combat = fighting.melee(play, by)
    play = defence.settled(play, combat)
    ever, rounds = combat, 0
    most = (
        math.inf
        if play.on(switches.ROUNDS.unlimited)
        else int(switches.ROUNDS.value(play.state.house))
    )
    while len(combat) > 1 and rounds < most:
        rounds += 1
        play, combat = yield from one_round(play, combat, rounds)
        ever = tuple(dict.fromkeys((*ever, *combat)))
    return _over(play, ever)


def _over(play: Play, ever: Ids) -> Play:
    """What is kept: contact carries over, other leftovers are forgotten (WOR-ATT-09)."""
    play = play.with_state(fought=tuple(dict.fromkeys((*play.state.fought, *ever))))
    for name in ever:
        unit = play.unit(name)
        still = unit.alive and measuring.engaged(play, unit)
        forget = not still and play.on(switches.LEFTOVER.phase)
        play = play.change(
            unit, charged=False, touched="", in_combat=still, hits=0 if forget else unit.hits,
            pursued_cm=-1.0, behind=unit.behind if still else {},
        )  # fmt: skip
    return play


def one_round(play: Play, combat: Ids, number: int) -> Steps[tuple[Play, Ids]]:
    """Side A strikes, side B strikes, A saves, B saves, casualties, result (WOR-CMB-09, -18)."""
    first = play.state.side
    second = play.state.other(first)
    play, on_second = yield from _strike(play, combat, first, number)
    play, on_first = yield from _strike(play, combat, second, number)
    play, stay_first = yield from _saves(play, on_first)
    play, stay_second = yield from _saves(play, on_second)
    capped = play.on(switches.WIPED_OUT.loses)
    score = Score(_count(play, stay_second, capped), _count(play, stay_first, capped))
    sides = {name: play.unit(name).side for name in combat}
    for name, hits in (*stay_first, *stay_second):
        play = yield from attack.record(play, name, hits)
    for name in combat:
        play = play.change(play.unit(name), pursued_cm=-1.0, charged=False)
    return (yield from _result(play, combat, sides, score))


def _count(play: Play, stayed: tuple[tuple[str, int], ...], capped: bool) -> int:
    """Hits that count for the result: none beyond what a unit can take (WOR-CMB-10)."""
    return sum(min(n, attack.room_for(play.unit(name))) if capped else n for name, n in stayed)


def _strike(
    play: Play, combat: Ids, side: str, number: int
) -> Steps[tuple[Play, tuple[tuple[str, int], ...]]]:
    """All dice of one side; hits by enemy unit, in order."""
    hits: dict[str, int] = {}
    for name in combat:
        unit = play.unit(name)
        if unit.side != side:
            continue
        for blow in fighting.blows(play, unit, number == 1):
            target = play.unit(blow.target)
            cover = measuring.cover_of(play, target, unit)
            need = attack.to_hit(cover)
            faces = yield from roll(
                f"{unit.does('strikes')} at {target.label}", blow.dice, side, need=need,
                rules=("WOR-ATT-01", "WOR-CMB-18"), alike=faces_alike(need),
            )  # fmt: skip
            scored = successes(faces, need)
            hits[target.id] = hits.get(target.id, 0) + scored
            says = f"{unit.does('strikes')} {target.label} ({cover})"
            play = play.step(
                f"{says}: {many(scored, 'hit')} on {need}+",
                "WOR-CMB-08", "WOR-CMB-18", *dict.fromkeys(line.rule for line in blow.lines),
                faces=faces, modifiers=blow.lines, total=dice(blow.dice),
            )  # fmt: skip
    return play, tuple(hits.items())


def _saves(
    play: Play, hits: tuple[tuple[str, int], ...]
) -> Steps[tuple[Play, tuple[tuple[str, int], ...]]]:
    stayed = []
    for name, count in hits:
        play, left = yield from attack.save(play, play.unit(name), count)
        stayed.append((name, left))
    return play, tuple(stayed)


# -- the result -----------------------------------------------------------------------------


def _result(
    play: Play, combat: Ids, sides: dict[str, str], score: Score
) -> Steps[tuple[Play, Ids]]:
    """Hits and support decide; then draw, or loser back and winner's choice (WOR-CMB-10 … -17)."""
    first = play.state.side
    second = play.state.other(first)
    backs = tuple(len(fighting.supporters(play, side, combat)) for side in (first, second))
    totals = (score.first + backs[0], score.second + backs[1])
    play = play.step(
        f"{titled(first)} {totals[0]}, {titled(second)} {totals[1]}", "WOR-CMB-10", "WOR-CMB-11",
        modifiers=(Modifier(f"{titled(first)} hits", f"+{score.first}", "WOR-CMB-10"),
                   Modifier(f"{titled(first)} support", f"+{backs[0]}", "WOR-CMB-10"),
                   Modifier(f"{titled(second)} hits", f"+{score.second}", "WOR-CMB-10"),
                   Modifier(f"{titled(second)} support", f"+{backs[1]}", "WOR-CMB-10")),
        total=f"{totals[0]} : {totals[1]}",
    )  # fmt: skip
    alive = {side: _left(play, combat, sides, side) for side in (first, second)}
    loser = _loser(play, totals, alive, (first, second))
    if not alive[first] and not alive[second]:
        return play, ()
    if loser == "":
        play = yield from _draw(play, alive, (first, second))
        return play, ()
    winner = play.state.other(loser)
    others = sum(1 for side in sides.values() if side == loser)
    share = _share(play, abs(totals[0] - totals[1]), others + _support_units(play, combat, loser))
    play, gone = yield from _retreats(play, combat, sides, loser, share)
    return (yield from _winners(play, alive[winner], gone))


def _left(play: Play, combat: Ids, sides: dict[str, str], side: str) -> Ids:
    return tuple(n for n in combat if sides[n] == side == play.unit(n).side and play.unit(n).alive)


def _loser(
    play: Play, totals: tuple[int, int], alive: dict[str, Ids], order: tuple[str, str]
) -> str:
    """The side with the lower result; a side without stands loses (WOR-CMB-12, -14)."""
    if play.on(switches.WIPED_OUT.loses):
        for side in order:
            if not alive[side] and alive[play.state.other(side)]:
                return side
    if totals[0] == totals[1]:
        return ""
    return order[0] if totals[0] < totals[1] else order[1]


def _support_units(play: Play, combat: Ids, side: str) -> int:
    stands = fighting.supporters(play, side, combat)
    owners = {unit.id for unit in play.state.living(side) for s in unit.stands if s in stands}
    return len(owners - set(combat))


def _share(play: Play, difference: int, losers: int) -> int:
    """The difference, shared by the losing units, at least 1 cm (WOR-CMB-14)."""
    if not play.on(switches.RETREAT_SPLIT) or losers < 2:
        return max(1, difference)
    return max(1, math.ceil(difference / losers))


def _draw(play: Play, alive: dict[str, Ids], order: tuple[str, str]) -> Steps[Play]:
    """Both fall back, lowest die to total; units in cover may stand (WOR-CMB-12, -13).

    Who stands is said before any die is thrown, and every way is measured before anybody moves.
    """
    ways: dict[str, Point] = {}
    for name in (name for side in order for name in alive[side]):
        if not (yield from _stands_firm(play, play.unit(name))):
            ways |= yield from _way_of(play, play.unit(name), "WOR-CMB-12")
    limits: dict[str, tuple[int, int]] = {}
    for side in order:
        if any(name in ways for name in alive[side]):
            play, limits[side] = yield from _draw_dice(play, side)
    for name, way in ways.items():
        unit = play.unit(name)
        play = yield from fallback.go_back(play, unit, way, *limits[unit.side], "WOR-CMB-12")
    return play


def _draw_dice(play: Play, side: str) -> Steps[tuple[Play, tuple[int, int]]]:
    """How far a side falls back, cm: from the lowest of three dice to their total."""
    faces = yield from roll(f"{side_does(side, 'falls')} back", 3, side, rules=("WOR-CMB-12",))
    most = sum(faces) if play.on(switches.DRAW.range) else min(faces)
    play = play.step(
        f"a draw: {side_does(side, 'falls')} back {min(faces)} to {most} cm", "WOR-CMB-12",
        faces=faces,
    )  # fmt: skip
    return play, (min(faces), most)


def _stands_firm(play: Play, unit: Unit) -> Steps[bool]:
    cover = defence.cover_in_combat(play, unit)
    if cover == "open":
        return False
    answer = yield from choose(
        f"{unit.does('is')} {cover} and may stand", unit.side,
        (Option("stand"), Option("fall back")), rules=("WOR-CMB-13",),
    )  # fmt: skip
    return answer == "stand"


def _way_of(play: Play, unit: Unit, rule: str) -> Steps[dict[str, Point]]:
    """Its way back, by its id; nothing when there is no enemy to go from."""
    enemies = measuring.touched_enemies(play, unit) or play.state.enemies(unit)
    if not enemies:
        return {}
    return {unit.id: (yield from fallback.way_back(play, unit, enemies, rule))}


def _retreats(
    play: Play, combat: Ids, sides: dict[str, str], loser: str, cm: int
) -> Steps[tuple[Play, Ids]]:
    """Every losing unit goes back, or routs at two full paces (WOR-CMB-14, -15)."""
    ways: dict[str, Point] = {}
    lost = _left(play, combat, sides, loser)
    for unit in (play.unit(name) for name in lost):
        if cm < 2 * pace_cm(unit):
            ways |= yield from _way_of(play, unit, "WOR-CMB-14")
    gone: list[str] = []
    for name in lost:
        unit = play.unit(name)
        if cm >= 2 * pace_cm(unit):
            play = yield from attack.rout(play, unit, f"it loses by {cm}, two full paces",
                                          "WOR-CMB-15", "WOR-CMB-14")  # fmt: skip
            continue
        play = play.step(
            f"{unit.does('retreats')} {cm} cm", "WOR-CMB-14", total=f"{cm} cm",
        )  # fmt: skip
        gone.append(name)
        if name in ways:
            play = yield from fallback.go_back(play, unit, ways[name], cm, cm, "WOR-CMB-14")
    return play, tuple(gone)


# -- the winner -----------------------------------------------------------------------------


def _winners(play: Play, winners: Ids, retreated: Ids) -> Steps[tuple[Play, Ids]]:
    """Each winning unit holds, goes back or goes forward (WOR-CMB-16)."""
    again: Ids = ()
    for name in winners:
        unit = play.unit(name)
        options = [Option("hold", "hold its ground"), Option("back", "fall back")]
        if unit.confused and play.on(switches.CONFUSED_MOVE.all_voluntary):
            options = options[:1]
            play = play.step(f"{unit.does('is')} confused and {unit.form('holds')}", "WOR-CMB-19")
        elif may_pursue(play, unit, retreated):
            options.append(Option("forward", "go after the enemy"))
        answer = yield from choose(
            f"{unit.does('has')} won: what now?", unit.side, tuple(options),
            rules=("WOR-CMB-16", "WOR-CMB-19"),
        )  # fmt: skip
        if answer == "back":
            play = yield from _winner_back(play, unit)
        elif answer == "forward":
            play, met = yield from _pursue(play, unit, retreated)
            again = (*again, *met)
    return play, tuple(dict.fromkeys(again))


def may_pursue(play: Play, unit: Unit, retreated: Ids) -> bool:
    """Who may not: foot after horse unless it struck flank or rear, cannon, the fortified."""
    if not play.on(switches.PURSUIT_LIMITS):
        return True
    before = [play.unit(name) for name in retreated if play.unit(name).alive]
    covers = [measuring.cover_of(play, unit, enemy) for enemy in (None, *before)]
    if unit.profile.arm == "Art" or "fortified" in covers:
        return False
    horse = [n for n in retreated if play.unit(n).profile.move_cm == 20 or play.unit(n).mounted]
    on_foot = pace_cm(unit) < 20
    caught = unit.touched in ("left", "right", "rear")
    return not (on_foot and horse and len(horse) == len(retreated) and not caught)


def _winner_back(play: Play, unit: Unit) -> Steps[Play]:
    """Lowest of three dice to their total, or up to a pace (WOR-CMB-16)."""
    enemies = measuring.touched_enemies(play, unit) or tuple(
        enemy for enemy, _ in measuring.nearest_enemies(play, unit)[:1]
    )
    if not enemies:
        return play
    way = yield from fallback.way_back(play, unit, enemies, "WOR-CMB-16")
    if play.on(switches.WINNER_MOVE.full_pace):
        says = f"{unit.does('goes')} back up to {pace_cm(unit):g} cm"
        play = play.step(says, "WOR-CMB-16")
        return (yield from fallback.go_back(play, unit, way, 0, pace_cm(unit), "WOR-CMB-16"))
    faces = yield from roll(f"{unit.does('goes')} back", 3, unit.side, rules=("WOR-CMB-16",))
    play = play.step(
        f"{unit.does('goes')} back {min(faces)} to {sum(faces)} cm", "WOR-CMB-16", faces=faces,
    )  # fmt: skip
    return (yield from fallback.go_back(play, unit, way, min(faces), sum(faces), "WOR-CMB-16"))


def _pursue(play: Play, unit: Unit, retreated: Ids) -> Steps[tuple[Play, Ids]]:
    """After the retreating enemy, or into the nearest one seen; it fights again (WOR-CMB-17)."""
    pace = pace_cm(unit)
    aims = [n for n in retreated if play.unit(n).alive] or _in_sight(play, unit)
    if not aims:
        return play.step(f"{unit.does('finds')} no enemy to go after", "WOR-CMB-17"), ()

    if not play.on(switches.PURSUIT_LIMITS):
        play = play.step(f"{unit.label} may go after the enemy", "WOR-CMB-17")

    def judge(after: Play) -> Refusal | None:
        far = measuring.moved_cm(play.table, after.table, unit)
        there = any(measuring.touching_stands(after, unit, play.unit(name)) for name in aims)
        free = play.on(switches.WINNER_MOVE.full_pace)
        if not there and not free and far.compare(MOVE_TOLERANCE_CM) is Verdict.OUT:
            return refusal(f"{unit.does('goes')} into contact or stays", "WOR-CMB-17")
        return moves.too_far(play, after, unit, pace) or moves.way_barred(play, after, unit)

    names = ", ".join(play.unit(name).label for name in aims)
    after = yield from moves.moved(
        play, f"{unit.does('goes')} after {names}, up to {pace:g} cm", (unit,), judge,
        rules=("WOR-CMB-17",), pace=lambda one: pace,
    )  # fmt: skip
    met = measuring.touched_enemies(after, unit)
    if not met:
        return after, ()
    far = measuring.moved_cm(play.table, after.table, unit)
    steps = yield from _full_steps(far, unit)
    after = after.change(unit, pursued_cm=steps, in_combat=True)
    for enemy in met:
        after = defence.on_contact(after.change(enemy, in_combat=True), unit, enemy)
    after = after.step(
        goes(unit, far, "pursues"), "WOR-CMB-02", "WOR-CMB-17", readings=(far,),
    )  # fmt: skip
    return after, fighting.melee(after, after.unit(unit.id))


def _full_steps(far: Reading, unit: Unit) -> Steps[float]:
    """How far it has pursued, cm; people say on which side of a full 3 cm (WOR-CMB-03)."""
    edge = round(far.value / PURSUIT_STEP_CM) * PURSUIT_STEP_CM
    if not edge or far.compare(edge) is not Verdict.CLOSE:
        return far.value
    full = yield from within(far, edge, unit.side, what=f"has {unit.label} pursued {edge:g} cm",
                             sense="at least", rules=("WOR-CMB-03",))  # fmt: skip
    return edge if full else edge - PURSUIT_STEP_CM


def _in_sight(play: Play, unit: Unit) -> list[str]:
    """The nearest enemy that it sees; several when the ruler cannot tell which is nearest."""
    seen = tuple(
        (enemy, reading)
        for enemy, reading in measuring.nearest_enemies(play, unit)
        if any(lines.sight(play, stand, unit, enemy).clear for stand in unit.stands)
    )
    return list(measuring.closest(seen))
