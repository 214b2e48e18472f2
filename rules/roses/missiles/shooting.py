"""Shooting: who may, at whom, with how many dice; the shower and its ammunition.

WOR-SHO, WOR-RSS, and the shot of the cannon (cannon.py) told apart by arm.
"""

from __future__ import annotations

from msgspec import Struct

from rules.field.centimetres import in_cm
from rules.kernel.acting.book import YES_NO, Says
from rules.kernel.dice import faces_alike, successes
from rules.kernel.play import Check, Conditions, fails, lacks
from rules.kernel.prompts import Steps, roll, within, yes
from rules.kernel.protocol import Modifier
from rules.kernel.telling.names import titled
from rules.kernel.telling.words import dice, many
from rules.roses import measuring, switches
from rules.roses.close_combat import attack
from rules.roses.missiles import cannon, lines
from rules.roses.play import BOOK
from rules.roses.state import Play, Unit
from rules.roses.tables import BOWS, CANNON_CM, SMALL_ARMS_CM
from vision.measure.range import gap
from vision.table.reading import Verdict


class Volley(Struct, frozen=True):
    """Stands that shoot: with a clear line, and over friends; ``dice`` in all."""

    clear: tuple[str, ...]
    over: tuple[str, ...]
    dice: int
    lines: tuple[Modifier, ...]

    @property
    def stands(self) -> tuple[str, ...]:
        """All that shoot."""
        return (*self.clear, *self.over)


def range_cm(unit: Unit) -> float:
    """How far it shoots, cm (WOR-SHO-02, -03)."""
    return CANNON_CM if unit.profile.arm == "Art" else SMALL_ARMS_CM


# -- may it be declared? --------------------------------------------------------------------


def may_shoot(play: Play, by: Unit, at: Unit, shower: bool = False) -> Conditions:
    """Who may shoot at whom, and with a Right Sharp Shower (WOR-SHO-01 … -07, WOR-RSS-04)."""
    state, arm = play.state, by.profile
    shower = shower or _must_shower(play, by)
    yield by.alive and arm.shooting > 0 or lacks(f"{by.does('has')} no missiles", arm.rule)
    yield by.side == state.side or fails(f"it is {titled(state.side)} that shoots", "WOR-SEQ-02")
    yield at.side != by.side and at.alive or lacks(f"{at.does('is')} no living enemy", "WOR-SHO-01")
    yield not by.shot or fails(f"{by.does('has')} shot", "WOR-SHO-01")
    yield not (measuring.engaged(play, by) or measuring.engaged(play, at)) or fails(
        "no shooting by or at units in combat", "WOR-CHG-03")  # fmt: skip
    yield by.misses_turn != state.turn or fails(
        f"{by.does('has')} failed and {by.form('misses')} this shooting phase", "WOR-CAN-06"
    )
    yield not shower or arm.shower > 0 or fails(
        f"{by.does('has')} no Right Sharp Shower", "WOR-RSS-01")  # fmt: skip
    spent = by.spent >= len(by.stands)
    yield not (shower and spent) or fails(f"{by.does('has')} no arrows for a shower", "WOR-RSS-04")
    yield not (spent and resting(play, by)) or fails(
        f"{by.does('is')} exhausted and {by.form('shoots')} every other turn", "WOR-RSS-04"
    )
    yield Check(lambda: f"{at.does('is')} {{reading}} away, the range is {{limit}}",
                "WOR-SHO-03" if arm.arm == "Art" else "WOR-SHO-02", asks=False,
                reading=measuring.distance(play, by, at), limit=range_cm(by))  # fmt: skip
    yield bool(volley(play, by, at, False).stands) or lacks(
        f"{by.does('has')} no line to {at.label}", "WOR-SHO-07")  # fmt: skip
    possible = _targets(play, by)
    near = play.unit(possible[0]).does("is") if possible else ""
    yield at.id in possible or fails(f"{near} closer than {at.label}", "WOR-SHO-01")


def resting(play: Play, unit: Unit) -> bool:
    """Did it shoot last turn, so that spent stands must not now (WOR-RSS-04)?"""
    return unit.shot_turn > 0 and play.state.turn - unit.shot_turn < 2


def _targets(play: Play, unit: Unit) -> tuple[str, ...]:
    """The closest enemy in range that it may shoot at; several when too close to call."""
    found = []
    for enemy, reading in measuring.nearest_enemies(play, unit):
        if reading.compare(range_cm(unit)) is Verdict.OUT or measuring.engaged(play, enemy):
            continue
        if not play.on(switches.TARGET_LOS) or volley(play, unit, enemy, False).stands:
            found.append((enemy, reading))
    return measuring.closest(tuple(found))


# -- how many dice --------------------------------------------------------------------------


def volley(
    play: Play, unit: Unit, target: Unit, shower: bool, busy: tuple[str, ...] = ()
) -> Volley:
    """The stands that shoot and their dice (WOR-ATT-01, WOR-SHO-04, -06, -07, -08).

    Those that are *busy* do not.
    """
    clear, over = [], []
    for stand in unit.stands:
        if stand in busy or not _reaches(play, unit, stand, target):
            continue
        seen = lines.sight(play, stand, unit, target)
        if seen.clear:
            clear.append(stand)
        elif seen.over and _overhead(play, unit):
            over.append(stand)
    each = {stand: _attacks(play, unit, k, shower) for k, stand in enumerate(unit.stands)}
    full = sum(each[stand] for stand in clear)
    half = _halved(play, [each[stand] for stand in over])
    told = [Modifier(many(len(clear), "stand"), dice(full), "WOR-ATT-01")]
    if over:
        told.append(Modifier(f"{many(len(over), 'stand')} over friends, halved", dice(half),
                             "WOR-SHO-08" if shower else "WOR-SHO-06"))  # fmt: skip
    return Volley(tuple(clear), tuple(over), full + half, tuple(told))


def _reaches(play: Play, unit: Unit, stand: str, target: Unit) -> bool:
    whole = measuring.distance(play, unit, target)
    if whole.by_hand or len(unit.stands) == 1:
        return whole.compare(range_cm(unit)) is not Verdict.OUT
    reading = in_cm(gap(play.table, stand, target.id))
    return reading.compare(range_cm(unit)) is not Verdict.OUT


def _overhead(play: Play, unit: Unit) -> bool:
    """Only bows shoot over friends (WOR-SHO-07)."""
    everyone = play.on(switches.OVERHEAD.all) and unit.profile.arm != "Art"
    return everyone or unit.kind in BOWS


def _attacks(play: Play, unit: Unit, stand: int, shower: bool) -> int:
    """Attacks of the stand in that place of the unit; the first ``spent`` are out of arrows."""
    if stand < unit.spent:
        return 0 if resting(play, unit) else unit.profile.shooting
    return unit.profile.shower if shower else unit.profile.shooting


def _halved(play: Play, attacks: list[int]) -> int:
    if play.on(switches.HALF.stand):
        return sum(n // 2 for n in attacks)
    return sum(attacks) // 2


# -- the shot -------------------------------------------------------------------------------


def _title(play: Play, by: Unit, at: Unit, shower: bool = False) -> str:
    return f"{by.label}: {'Right Sharp Shower' if shower else 'shoot'} at {at.label}"


@BOOK.action("shoot", _title, may_shoot, at="enemy", says={"shower": Says(YES_NO)},
             phases=("shooting",))  # fmt: skip
def shoot(play: Play, by: Unit, at: Unit, shower: bool = False) -> Steps[Play]:
    """One unit shoots (WOR-SHO, WOR-ATT, in the order of WOR-DICE-01)."""
    shower = shower or _must_shower(play, by)
    reading = measuring.distance(play, by, at)
    reached = yield from within(reading, range_cm(by), by.side, rules=("WOR-SHO-02", "WOR-SHO-03"))
    play = play.change(by, shot=True)
    if not reached:
        return play.step(f"{at.does('is')} out of range", "WOR-SHO-02", readings=(reading,))
    short = yield from _short_stands(play, by, at)
    play, struck = yield from _hits(play, by, at, shower, short)
    play = play.change(by, shot_turn=play.state.turn)
    return (yield from _suffer(play, by, struck, driven=True))


def _short_stands(play: Play, unit: Unit, target: Unit) -> Steps[tuple[str, ...]]:
    """Stands that people call out of range where the ruler cannot tell (WOR-SHO-02, -03).

    Of the unit itself they have been asked before.
    """
    limit = range_cm(unit)
    whole = measuring.distance(play, unit, target)
    if whole.by_hand or whole.compare(limit) is Verdict.CLOSE or len(unit.stands) == 1:
        return ()
    short = []
    for stand in volley(play, unit, target, False).stands:
        reading = in_cm(gap(play.table, stand, target.id))
        what = f"{unit.called(stand)} to {target.label}"
        if not (yield from within(reading, limit, unit.side, what=what,
                                  rules=("WOR-SHO-02", "WOR-SHO-03"))):  # fmt: skip
            short.append(stand)
    return tuple(short)


def _must_shower(play: Play, unit: Unit) -> bool:
    always = play.on(switches.SHOWER.always)
    return always and unit.profile.shower > 0 and unit.spent < len(unit.stands)


Struck = tuple[tuple[str, int], ...]
"""Units struck and by how many hits, before armour."""


def _hits(
    play: Play, unit: Unit, target: Unit, shower: bool, busy: tuple[str, ...] = ()
) -> Steps[tuple[Play, Struck]]:
    if unit.profile.arm == "Art":
        guns = volley(play, unit, target, False, busy).clear
        play, struck = yield from cannon.fire(play, unit, target, guns)
    else:
        play, hits = yield from _loose(play, unit, target, shower, busy)
        struck = ((target.id, hits),)
    spread: list[tuple[str, int]] = []
    for target_id, hits in struck:
        play, parts = yield from which_rank(play, play.unit(target_id), hits, unit.side)
        spread += parts
    return play, tuple(spread)


def _loose(
    play: Play, unit: Unit, target: Unit, shower: bool, busy: tuple[str, ...]
) -> Steps[tuple[Play, int]]:
    """Attack dice, then the ammunition die of a shower."""
    before = shower and play.on(switches.AMMO.before)
    if before:
        play = yield from ammunition(play, play.unit(unit.id))
        shower = play.unit(unit.id).spent < len(unit.stands)
    shots = volley(play, play.unit(unit.id), target, shower, busy)
    cover = measuring.cover_of(play, target, unit)
    need = attack.to_hit(cover)
    faces = yield from roll(
        f"{unit.does('shoots')} at {target.label}", shots.dice, unit.side, need=need,
        rules=("WOR-ATT-01", unit.profile.rule), alike=faces_alike(need),
    )  # fmt: skip
    hits = successes(faces, need)
    play = play.step(
        f"{unit.does('shoots')} at {target.label} ({cover}): {many(hits, 'hit')} on {need}+",
        "WOR-SHO-01", "WOR-SHO-02", *(line.rule for line in shots.lines), _cover_rule(cover),
        faces=faces, modifiers=shots.lines, total=dice(shots.dice),
        readings=(measuring.distance(play, unit, target),),
    )  # fmt: skip
    if shower and not before:
        play = yield from ammunition(play, play.unit(unit.id))
    return play, hits


def _cover_rule(cover: str) -> str:
    return {"open": "WOR-ATT-02", "defended": "WOR-ATT-03", "fortified": "WOR-ATT-04"}[cover]


def ammunition(play: Play, unit: Unit) -> Steps[Play]:
    """After each shower a die: the n-th use exhausts on n or less (WOR-RSS-02, -03)."""
    uses = unit.shower_uses + 1
    each = play.on(switches.AMMO.stand_after)
    fresh = len(unit.stands) - unit.spent
    faces = yield from roll(
        f"{unit.label}'s arrows: exhausted on {uses} or less", fresh if each else 1, unit.side,
        rules=("WOR-RSS-02", "WOR-RSS-03"),
    )  # fmt: skip
    out = sum(face <= uses for face in faces)
    spent = unit.spent + out if each else (len(unit.stands) if out else unit.spent)
    play = play.change(unit, shower_uses=uses, spent=spent)
    return play.step(
        f"use {uses}: {'exhausted' if out else 'arrows are left'}", "WOR-RSS-01", "WOR-RSS-02",
        "WOR-RSS-03", faces=faces,
    )  # fmt: skip


# -- who is struck --------------------------------------------------------------------------


def body(play: Play, target: Unit) -> tuple[Unit, ...]:
    """The ranks of a mixed body: the target and units of another kind close behind it."""
    ranks = [target]
    while len(ranks) < 3:
        last = ranks[-1]
        behind = [
            friend
            for friend in play.state.friends(last)
            if friend.kind != last.kind and friend not in ranks and not friend.profile.is_commander
            and any(
                measuring.is_behind(play.table, a, b) for a in last.stands for b in friend.stands
            )
        ]  # fmt: skip
        if not behind:
            break
        ranks.append(behind[0])
    return tuple(ranks)


def which_rank(play: Play, target: Unit, hits: int, by: str) -> Steps[tuple[Play, Struck]]:
    """A die says which rank of a mixed body takes the hits (WOR-SHO-05)."""
    ranks = body(play, target)
    if len(ranks) < 2 or not hits:
        return play, ((target.id, hits),)
    each = play.on(switches.RANK_DIE.per_hit)
    faces = yield from roll(
        f"which rank of {target.label}'s body is hit", hits if each else 1, by,
        rules=("WOR-SHO-05",),
    )  # fmt: skip
    chosen = [ranks[(face - 1) * len(ranks) // 6] for face in faces]
    struck = [(unit.id, 1) for unit in chosen] if each else [(chosen[0].id, hits)]
    merged = {unit.id: sum(n for name, n in struck if name == unit.id) for unit in ranks}
    play = play.step(
        f"the hits fall on {', '.join(play.unit(name).label for name, n in merged.items() if n)}",
        "WOR-SHO-05", faces=faces,
    )  # fmt: skip
    return play, tuple((name, n) for name, n in merged.items() if n)


def _suffer(play: Play, unit: Unit, struck: Struck, *, driven: bool) -> Steps[Play]:
    """Armour dice, then what stays is recorded, and kept for the drive back."""
    armour = unit.profile.arm != "Art" or play.on(switches.CANNON_SAVE)
    stays: list[tuple[str, int]] = []
    for name, hits in struck:
        play, stay = yield from attack.save(play, play.unit(name), hits, armour=armour)
        stays.append((name, stay))
    for name, stay in stays:
        play = yield from attack.record(play, name, stay)
        there = play.unit(name)
        if driven and stay and there.alive:
            play = play.change(there, driven=there.driven + stay,
                            shot_by=(*there.shot_by, *(unit.id,) * stay))  # fmt: skip
    return play


def stand_and_shoot(
    play: Play, unit: Unit, charger: Unit, busy: tuple[str, ...] = ()
) -> Steps[Play]:
    """The charged shoot once as the charge arrives; no drive back (WOR-CHG-03).

    *busy*: its stands that were touching an enemy before, who do not shoot.
    """
    if not unit.profile.shooting or unit.stood:
        return play
    free = volley(play, unit, charger, False, busy)
    if not free.dice:
        return play
    ready = yield from yes(f"{unit.does('shoots')} at the charge of {charger.label}?", unit.side,
                           rules=("WOR-CHG-03",))  # fmt: skip
    if not ready:
        return play
    play = play.change(unit, stood=True)
    play, struck = yield from _hits(play, unit, charger, False, busy)
    play = play.change(unit, shot_turn=play.state.turn)
    return (yield from _suffer(play, unit, struck, driven=False))
