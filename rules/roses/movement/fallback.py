"""Going back: driven by missiles, retreating or falling back, and what is behind.

WOR-DRV, WOR-CON-02 … -08. The distance is known before the models move, so what the unit
meets on its way is measured first and its dice are thrown; then it is moved and looked at.
"""

from __future__ import annotations

from rules.field.moving import goes
from rules.kernel.prompts import Option, Steps, choose, roll
from rules.kernel.protocol import Modifier
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.words import dice as in_dice
from rules.roses import measuring, switches
from rules.roses.close_combat import attack
from rules.roses.missiles import lines
from rules.roses.movement import moves
from rules.roses.state import LEAST_FIRST, Cover, Play, Unit, pace_cm
from rules.roses.tables import DRIVE_BACK_FEWER, MOVE_TOLERANCE_CM
from vision.table.reading import Point

# -- drive backs ----------------------------------------------------------------------------


def drive_backs(play: Play) -> Steps[Play]:
    """After all shooting, every unit with unsaved missile hits rolls (WOR-DRV-01).

    Cover and ways are as they were when the shooting ended, whoever is driven first.
    """
    ended = play
    for unit in ended.state.units:
        if unit.driven and play.unit(unit.id).alive:
            play = yield from drive_back(play, unit, ended)
        play = play.change(unit, driven=0, shot_by=())
    return play


def drive_dice(play: Play, unit: Unit) -> int:
    """One a hit, fewer in cover (WOR-DRV-02, -03, -04)."""
    return unit.driven - _fewer(play, unit)[0]


def _fewer(play: Play, unit: Unit) -> tuple[int, Cover]:
    """How many dice its cover takes off, and which cover, whatever the order of the shots.

    WOR_DRIVE_COVER: off the hits that came over it; or off all hits, if it is covered from
    everybody who hit it, or from anybody.
    """
    covers = _covers(play, unit)
    if play.on(switches.DRIVE_COVER.all):
        covers = [min(covers, key=LEAST_FIRST.index)] * unit.driven
    best = max(covers, key=LEAST_FIRST.index)
    over = (
        unit.driven if play.on(switches.DRIVE_COVER.any) else sum(one != "open" for one in covers)
    )
    return min(DRIVE_BACK_FEWER[best], over), best


def _covers(play: Play, unit: Unit) -> list[Cover]:
    """Its cover from each hit; a hit of nobody known came where it has the least."""
    hits = [name for name in unit.shot_by if play.unit(name).alive][: unit.driven]
    known = [measuring.cover_of(play, unit, play.unit(name)) for name in hits]
    least = min(known, key=LEAST_FIRST.index) if known else measuring.cover_of(play, unit)
    return [*known, *([least] * (unit.driven - len(known)))]


def die_cm(play: Play, face: int) -> int:
    """What one drive back die counts, cm: half rounded up (WOR-DRV-05)."""
    return face if play.on(switches.DRIVE_DIE.d6) else (face + 1) // 2


def drive_back(play: Play, unit: Unit, ended: Play) -> Steps[Play]:
    """Roll, confuse on a 6, rout at two full paces, else go back (WOR-DRV-02 … -08).

    *ended*: as everything was when the shooting ended.
    """
    fewer, cover = _fewer(ended, unit)
    dice = unit.driven - fewer
    faces = yield from roll(
        f"{unit.does('is')} driven back", dice, unit.side, rules=("WOR-DRV-01", "WOR-DRV-02")
    )
    cm = sum(die_cm(play, face) for face in faces)
    play = play.step(
        f"{unit.does('is')} driven back {cm} cm", "WOR-DRV-01", "WOR-DRV-02", "WOR-DRV-05",
        "WOR-DRV-08", faces=faces, total=f"{cm} cm",
        modifiers=(Modifier("unsaved hits", in_dice(unit.driven), "WOR-DRV-02"),
                   *_cover_line(fewer, cover)),
    )  # fmt: skip
    if 6 in faces:
        play = moves.confuse(play, unit, "a drive back die of 6", "WOR-DRV-06", "WOR-CON-02")
    if cm >= 2 * pace_cm(unit):
        return (yield from attack.rout(
            play, unit, f"driven {cm} cm, two full paces", "WOR-DRV-07"
        ))  # fmt: skip
    if not cm:
        return play
    enemies = _shooters(ended, unit) or ended.state.enemies(unit)
    way = yield from way_back(ended, unit, enemies, "WOR-DRV-05")
    return (yield from go_back(play, play.unit(unit.id), way, cm, cm, "WOR-DRV-05"))


def _cover_line(fewer: int, cover: Cover) -> tuple[Modifier, ...]:
    if not fewer:
        return ()
    rule = "WOR-DRV-03" if cover == "defended" else "WOR-DRV-04"
    return (Modifier(cover, f"-{in_dice(fewer)}", rule),)


def _shooters(play: Play, unit: Unit) -> tuple[Unit, ...]:
    """From whom it is driven: who shot at it, or the nearest enemy (WOR-DRV-05)."""
    shot = tuple(play.unit(name) for name in dict.fromkeys(unit.shot_by) if play.unit(name).alive)
    if play.on(switches.DRIVE_DIRECTION.nearest_enemy) or not shot:
        return tuple(enemy for enemy, _ in measuring.nearest_enemies(play, unit)[:1])
    return shot


# -- back -----------------------------------------------------------------------------------


def way_back(play: Play, unit: Unit, others: tuple[Unit, ...], rule: str) -> Steps[Point]:
    """The way straight back: from all of *others* in touch, else from the nearest (Q-14).

    Its owner says what the ruler cannot: which side was struck at a corner, which of two is
    nearer, from which of two it goes that stand on both sides of it.
    """
    touching = tuple(one for one in others if measuring.touching_stands(play, unit, one))
    if not touching:
        found = tuple((one, measuring.distance(play, unit, one)) for one in others)
        near = measuring.closest(found)
        return (yield from _which(unit, tuple(
            way for name in near for way in lines.ways_off(play, unit, play.unit(name))
        ), rule))  # fmt: skip
    ways = []
    for one in touching:
        way = yield from _which(unit, lines.ways_off(play, unit, one), rule)
        ways.append(lines.Way(f"from {one.id}", way, f"from {one.label}"))
    together = lines.summed([way.off for way in ways])
    return together or (yield from _which(unit, tuple(ways), rule))


def _which(unit: Unit, ways: tuple[lines.Way, ...], rule: str) -> Steps[Point]:
    """The first of the ways, or the one that people choose of those that differ."""
    differ: list[lines.Way] = []
    for way in ways:
        if all(lines.between_deg(way.off, one.off) > lines.APART_DEG for one in differ):
            differ.append(way)
    key = yield from choose(
        f"{unit.does('goes')} straight back", unit.side,
        tuple(Option(way.name, way.label) for way in differ), rules=(rule,),
    )  # fmt: skip
    return next(way.off for way in differ if way.name == key)


def go_back(
    play: Play, unit: Unit, way: Point, least_cm: float, most_cm: float, rule: str
) -> Steps[Play]:
    """Back along *way*, between two distances, with what that brings (WOR-CON-03 … -07)."""
    yielding: tuple[str, ...] = ()
    stop = None
    while True:
        stop = lines.first_obstacle(play, unit, way, least_cm, yielding)
        if stop is None or stop.kind != "friend":
            break
        play, gives = yield from make_way(play, unit, play.unit(stop.what))
        if not gives:
            break
        yielding = (*yielding, stop.what)
    if stop is not None:
        play = yield from _stopped(play, play.unit(unit.id), stop)
    room = least_cm if stop is None else stop.at_cm
    most = most_cm if stop is None else room
    return (yield from _placed(play, play.unit(unit.id), way, (room, most), yielding, rule))


def _stopped(play: Play, unit: Unit, stop: lines.Obstacle) -> Steps[Play]:
    """What stopping there does: impassable ground, an enemy, unyielding friends."""
    if stop.kind == "enemy":
        return moves.confuse(play, unit, "it runs into the enemy", "WOR-CON-04")
    if stop.kind == "friend":
        return moves.confuse(play, unit, "friends do not yield", "WOR-CON-06")
    if stop.kind == "edge":
        return play.step(f"{unit.does('stops')} at the table edge")
    (face,) = yield from roll(
        f"{unit.does('is')} forced into {stop.what}: 6 confuses",
        1,
        unit.side,
        rules=("WOR-CON-03",),
    )
    play = play.step(f"{unit.does('stops')} at {stop.what}", "WOR-CON-03", faces=(face,))
    if face == 6:
        return moves.confuse(play, unit, "forced into impassable ground", "WOR-CON-03")
    return play


def make_way(play: Play, unit: Unit, friend: Unit) -> Steps[tuple[Play, bool]]:
    """Friends may make way, engaged ones cannot; a 6 confuses either (WOR-CON-05, -06, -07)."""
    if measuring.engaged(play, friend):
        return play.step(f"{friend.does('is')} fighting and cannot make way", "WOR-CON-06"), False
    answer = yield from choose(
        f"{unit.does('comes')} back on {friend.label}", friend.side,
        (Option("make way"), Option("stand")), rules=("WOR-CON-05", "WOR-CON-06", "WOR-CON-07"),
    )  # fmt: skip
    if answer == "stand":
        return play, False
    for who, rule in ((unit, "WOR-CON-05"), (friend, "WOR-CON-07")):
        (face,) = yield from roll(f"{who.label}: 6 confuses", 1, who.side, rules=(rule,))
        play = play.step(f"{friend.does('makes')} way", rule, faces=(face,))
        if face == 6:
            play = moves.confuse(play, play.unit(who.id), "friends make way", rule)
    return play, True


def _placed(
    play: Play, unit: Unit, way: Point, room: tuple[float, float], yielding: tuple[str, ...],
    rule: str,
) -> Steps[Play]:  # fmt: skip
    """The models are moved back and looked at (Q-15)."""
    least, most = room
    if most < MOVE_TOLERANCE_CM:
        return play

    def judge(after: Play) -> Refusal | None:
        far = measuring.moved_cm(play.table, after.table, unit)
        if far.value + far.plus_minus < least - MOVE_TOLERANCE_CM or (
            far.value - far.plus_minus > most + MOVE_TOLERANCE_CM
        ):
            return refusal(
                f"{unit.does('has')} gone {far}: "
                f"{unit.it} {unit.form('goes')} {_said(least, most)}",
                rule,
            )
        gone = lines.heading(play.table, after.table, unit)
        if least > MOVE_TOLERANCE_CM and lines.between_deg(way, gone) > lines.APART_DEG:
            return refusal(f"{unit.does('goes')} straight away", rule)
        return moves.way_barred(play, after, unit, yielding) or _yielded(play, after, yielding)

    movers = (unit, *(play.unit(name) for name in yielding))
    after = yield from moves.moved(
        play, f"{unit.does('goes')} back {_said(least, most)}", movers, judge, rules=(rule,),
        pace=lambda one: most if one.id == unit.id else 0.0,
    )  # fmt: skip
    far = measuring.moved_cm(play.table, after.table, unit)
    return after.step(goes(unit, far, "goes", "back"), rule, readings=(far,), heads=True)


def _yielded(play: Play, after: Play, yielding: tuple[str, ...]) -> Refusal | None:
    """Friends who make way go into no fight (WOR-CON-07); how far, the sheet does not say."""
    for friend in (play.unit(name) for name in yielding):
        if measuring.engaged(after, friend) and not measuring.engaged(play, friend):
            return refusal(
                f"{friend.does('makes')} way, and {friend.form('does')} not charge", "WOR-CON-07"
            )
    return None


def _said(least: float, most: float) -> str:
    return f"{least:g} cm" if least == most else f"{least:g} to {most:g} cm"
