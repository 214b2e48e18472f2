"""Cannon: two attacks and the bounce, and the failure die (WOR-CAN)."""

from __future__ import annotations

from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Modifier
from rules.kernel.telling.words import dice, many
from rules.roses import measuring, switches
from rules.roses.close_combat import attack
from rules.roses.missiles import lines
from rules.roses.state import Cover, Play, Unit
from rules.roses.tables import BOUNCE

Struck = tuple[tuple[str, int], ...]
SOFTER: dict[Cover, Cover] = {"fortified": "defended", "defended": "open", "open": "open"}
BOUNCE_RULES = ("WOR-CAN-01", "WOR-CAN-02", "WOR-CAN-03", "WOR-CAN-04", "WOR-CAN-05")


def fire(play: Play, unit: Unit, target: Unit, guns: tuple[str, ...]) -> Steps[tuple[Play, Struck]]:
    """Each gun stand shoots: hits by unit struck, before armour (WOR-CAN-01 … -06)."""
    struck: dict[str, int] = {}
    if play.on(switches.CANNON_ATT.unit):
        guns = guns[:1]
    for gun in guns:
        play, hits = yield from _shot(play, play.unit(unit.id), gun, target)
        for name, count in hits:
            struck[name] = struck.get(name, 0) + count
    return play, tuple(struck.items())


def extra_attacks(play: Play, extras: int) -> int:
    """By how many extra target bases lie on the line (WOR-CAN-02 … -05)."""
    return BOUNCE[switches.BOUNCE.value(play.state.house)][min(extras, 4)]


def _shot(play: Play, unit: Unit, gun: str, target: Unit) -> Steps[tuple[Play, Struck]]:
    extras = lines.shot_line(play, gun, target)
    more = extra_attacks(play, len(extras))
    aims = [target.id] * unit.profile.shooting + _extra_aims(play, target, extras, more)
    needs = {name: _need(play, unit, play.unit(name)) for name in aims}
    faces = yield from roll(
        f"{unit.called(gun)} shoots at {target.label}", len(aims), unit.side,
        need=needs[target.id], rules=("WOR-CAN-01", BOUNCE_RULES[len(extras)]),
    )  # fmt: skip
    hits = [name for name, face in zip(aims, faces, strict=True) if face >= needs[name]]
    play = play.step(
        f"{unit.called(gun)} scores {many(len(hits), 'hit')}",
        "WOR-SHO-03", "WOR-CAN-01", BOUNCE_RULES[len(extras)],
        faces=faces, total=dice(len(aims)),
        modifiers=(Modifier("attacks", dice(unit.profile.shooting), "WOR-CAN-01"),
                   Modifier(many(len(extras), "extra base"), f"+{dice(more)}",
                            BOUNCE_RULES[len(extras)])),
    )  # fmt: skip
    if 1 in faces:
        play = yield from failure(play, unit, gun)
    return play, tuple((name, hits.count(name)) for name in dict.fromkeys(aims))


def _extra_aims(play: Play, target: Unit, extras: tuple[str, ...], more: int) -> list[str]:
    """Whom the extra dice go against: the target, or the stands met (WOR_BOUNCE_HITS)."""
    if play.on(switches.BOUNCE_HITS.target):
        return [target.id] * more
    owners = {stand: unit.id for unit in play.state.living() for stand in unit.stands}
    return [owners[stand] for stand in extras][:more]


def _need(play: Play, unit: Unit, target: Unit) -> int:
    cover = measuring.cover_of(play, target, unit)
    if not play.on(switches.CANNON_SAVE):
        cover = SOFTER[cover]
    return attack.to_hit(cover)


def failure(play: Play, unit: Unit, gun: str) -> Steps[Play]:
    """Any 1 among a shot's dice: one die on the failure table, which is lost (WOR-CAN-06).

    Logged only, unless the house table is on: 1 destroyed, 2-3 misses its next shooting.
    """
    (face,) = yield from roll(f"{unit.called(gun)}: failure", 1, unit.side, rules=("WOR-CAN-06",))
    play = play.step(f"failure die {face}", "WOR-CAN-06", faces=(face,))
    if play.on(switches.CANNON_FAIL.log_only) or face > 3:
        return play
    now = play.unit(unit.id)
    if face == 1:
        left = tuple(stand for stand in now.stands if stand != gun)
        play = play.change(now, stands=left, lost=(*now.lost, gun))
        play = measuring.refreshed(play)
        by_stand = play.on(switches.TREACHERY_ON.stand)
        return (yield from attack.treachery(play, unit.id, int(by_stand)))
    return play.change(now, misses_turn=play.state.turn + 1)
