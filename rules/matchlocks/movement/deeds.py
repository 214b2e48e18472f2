"""The other Actions: mount, pack up, support, and the special ones (chapter IX; ACT-12 to -28)."""

from __future__ import annotations

from rules.kernel.acting.book import Says
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Steps, look, yes
from rules.kernel.protocol import Modifier
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.musketry.losses import gun_taken, lose_tokens
from rules.matchlocks.ordering.activation import acting_checks, spend
from rules.matchlocks.play import BOOK, Check, Play
from rules.matchlocks.state import State, Unit, inches, kind_of
from rules.matchlocks.switches import House
from vision.measure.range import TOUCH_IN, gap
from vision.table.reading import Reading, Verdict


def behind(play: Play, unit: Unit, melee: str = "") -> Reading | None:
    """The gap to the nearest friendly Squadron that fights, in *melee* or in any; None when
    nothing of it stands on the table."""
    if not bases_of(play.table, unit.id):
        return None
    gaps = [
        gap(play.table, unit.id, one.id)
        for one in play.state.friends(unit.side)
        if one.id != unit.id and one.melee and kind_of(one).arm == "horse"
        if melee in ("", one.melee)
        if bases_of(play.table, one.id)
    ]
    return min(gaps, key=lambda reading: reading.value, default=None)


def supporter_checks(play: Play, unit: Unit) -> Conditions:
    """A Squadron backs up friends in a fight of horse against horse (ACT-12)."""
    kind = kind_of(unit)
    squadron = kind.arm == "horse" and not kind.loose
    yield squadron or fails(f"{unit.does('is')} no Squadron of horse", "NMM-ACT-12")
    fights = any(_of_horse(play.state, unit.side, melee.id) for melee in play.state.melees)
    yield fights or fails("no friends fight horse against horse", "NMM-ACT-12")


def _of_horse(state: State, side: str, melee_id: str) -> bool:
    them = [one for one in state.units.values() if one.melee == melee_id]
    mounted = all(kind_of(one).arm == "horse" for one in them)
    return mounted and any(one.side == side for one in them)


def closed_up(play: Play, unit: Unit) -> Play:
    """A supporter stays no more than one Move behind the Squadron in front: said with the
    distance, when it takes its Order and whenever it has moved."""
    reading = behind(play, unit)
    if reading is None:
        return play
    limit = inches(play.state, kind_of(unit).move_in)
    near = reading.compare(limit) is not Verdict.OUT
    says = (
        f"{unit.does('is')} {reading} behind the fight "
        f"{unit.it} {unit.form('supports')}, one Move is {limit:g} in"
    )
    if not near:
        says = f"{says}: it may close up"
    return play.step(says, "NMM-ACT-14", readings=(reading,))


NEAR_IN = 10.0


# --- dragoons and guns -----------------------------------------------------------------------


def may_mount(play: Play, unit: Unit, at: str) -> Conditions:
    """Only Dragoons get on and off their horses (ACT-20)."""
    yield from acting_checks(play, unit, "mount")
    yield unit.kind == "dragoons" or fails(
        f"{unit.label}: only Dragoons mount and dismount", "NMM-ACT-20")  # fmt: skip
    inside = bool(unit.building) and not unit.mounted
    yield not inside or fails(f"{unit.label} cannot mount in a building", "NMM-MOVE-17")


@BOOK.action("mount", "Mount or dismount", may_mount)
def mount(play: Play, unit: Unit, at: str) -> Play:
    """Mount or dismount, one Action."""
    play = play.change(unit.id, mounted=not unit.mounted)
    says = f"{unit.does('dismounts' if unit.mounted else 'mounts')}"
    return spend(play.step(says, "NMM-ACT-20"), unit.id, "mount")


def may_pack_up(play: Play, unit: Unit, at: str) -> Conditions:
    """Light Guns and Gallopers are hitched up or brought into action; Field Guns stay."""
    yield from acting_checks(play, unit, "pack_up")
    yield kind_of(unit).arm == "gun" or fails(f"{unit.does('is')} no gun", "NMM-ACT-21")
    yield unit.kind != "field_gun" or fails(f"{unit.label} never leaves its place", "NMM-ACT-22")


@BOOK.action("pack_up", "Pack up or unlimber", may_pack_up)
def pack_up(play: Play, gun: Unit, at: str) -> Play:
    """Hitch up or bring into action, one Action (ACT-21)."""
    play = play.change(gun.id, limbered=not gun.limbered)
    says = f"{gun.does('is')} {'in action' if gun.limbered else 'hitched up'}"
    return spend(play.step(says, "NMM-ACT-21"), gun.id, "pack_up")


def may_take_gun(play: Play, unit: Unit, gun: Unit) -> Conditions:
    """A gun without crew is taken by an enemy that stands at it (ARM-07)."""
    yield not unit.gone or lacks(f"{unit.does('is')} off the table", "NMM-ARM-07")
    left = gun.gone in ("destroyed", "broken", "fled") and kind_of(gun).arm == "gun"
    yield left or lacks(f"{gun.does('is')} no gun without crew", "NMM-ARM-07")
    yield gun.side != unit.side or fails(f"{gun.does('is')} its own", "NMM-ARM-07")
    if bases_of(play.table, unit.id) and bases_of(play.table, gun.id):
        near = gap(play.table, unit.id, gun.id)
        why = f"{unit.does('is')} {{reading}} from {gun.label}"
        yield Check(why, "NMM-ARM-07", True, near, TOUCH_IN, "at most")


@BOOK.action("take gun", "Take {at}", may_take_gun, at="enemy")
def take_gun(play: Play, unit: Unit, gun: Unit) -> Play:
    """Unit *by* takes gun *at*, whose crew is gone: one token more (ARM-07)."""
    return gun_taken(play, gun.id, unit.side)


# --- support ---------------------------------------------------------------------------------


def may_support(play: Play, unit: Unit, at: str) -> Conditions:
    """A Squadron backs up friends in a fight of horse against horse (ACT-12)."""
    yield from acting_checks(play, unit, "support")
    yield from supporter_checks(play, unit)


@BOOK.action("support", "Support", may_support)
def support(play: Play, unit: Unit, at: str) -> Play:
    """Take a Support Order: the token waits by the unit, who may still close up (ACT-13, -14)."""
    play = play.change(unit.id, support=True)
    says = f"{unit.does('stands')} in support; {unit.it} may close up to one Move behind the fight"
    play = closed_up(play.step(says, "NMM-ACT-12", "NMM-ACT-13", "NMM-ACT-14"), unit)
    return spend(play, unit.id, "support")


# --- special actions -------------------------------------------------------------------------


def may_reorganise(play: Play, unit: Unit, other: Unit) -> Conditions:
    """Two weak Squadrons of one kind become one (ACT-24 to -26)."""
    yield from acting_checks(play, unit, "reorganise")
    for one in (unit, other):
        kind = kind_of(one)
        squadron = kind.arm == "horse" and not kind.loose
        yield squadron or fails(f"{one.does('is')} no Squadron", "NMM-ACT-24")
        weak = one.figures < one.start and not one.gone
        yield weak or fails(f"{one.does('is')} not damaged", "NMM-ACT-24")
        yield not one.daunted or fails(f"{one.does('is')} Daunted", "NMM-ACT-24")
        yield one.quality != "raw" or fails(f"{one.does('is')} Raw", "NMM-ACT-26")
        yield not one.melee or fails(f"{one.does('is')} in a melee", "NMM-ACT-24")
    idle = not other.acts and other.ordered != "initiative"
    yield idle or fails(f"{other.does('has')} acted this turn", "NMM-ACT-23")
    same = unit.kind == other.kind and unit.side == other.side and unit.id != other.id
    yield same or fails("only Squadrons of one kind and side combine", "NMM-ACT-26")
    led = bool(play.state.leader_with(unit.id) or play.state.leader_with(other.id))
    yield led or fails("a Leader must be with one of the two", "NMM-ACT-25")
    if same:
        far, limit = gap(play.table, unit.id, other.id), inches(play.state, NEAR_IN)
        why = f"{other.does('is')} {{reading}} away, {{limit}} at most"
        yield Check(why, "NMM-ACT-24", True, far, limit, "at most")


@BOOK.action("reorganise", "Re-organise with {at}", may_reorganise, at="friend")
def reorganise(play: Play, unit: Unit, other: Unit) -> Play:
    """Unit *at* joins unit *by*: up to eight figures, the rest are lost; one token (ACT-27)."""
    full = kind_of(unit).figures
    figures = min(full, unit.figures + other.figures)
    kills = {
        House.reorganise_kills.missing.said: full - figures,
        House.reorganise_kills.sum.said: unit.kills + other.kills,
        House.reorganise_kills.lower.said: min(unit.kills, other.kills),
    }[House.reorganise_kills.value(play.state.house)]
    quality = "veteran" if unit.quality == other.quality == "veteran" else "seasoned"
    play = play.change(
        unit.id,
        shot=figures,
        kills=kills,
        quality=quality,
        disarray=max(unit.disarray, other.disarray),
        shots_used=max(unit.shots_used, other.shots_used),
    )
    play = play.change(other.id, gone="merged", shot=0, actions_left=0, ordered=unit.ordered)
    for leader in play.state.leader_with(other.id):
        play = play.change_in("leaders", leader.id, attached=unit.id)
    play = play.step(
        f"{unit.does('is')} a {quality.title()} Squadron of {figures}",
        "NMM-ACT-24",
        "NMM-ACT-26",
        modifiers=(Modifier("Kills so far", str(kills), "NMM-MOR-19"),),
    )
    play = lose_tokens(play, unit.side, 1, "horse is re-organised", "NMM-ARM-12")
    return spend(play, unit.id, "reorganise", cost=2)


def may_change_formation(play: Play, unit: Unit, at: str) -> Conditions:
    """Harquebusiers change between line and column, as the house says (ARMY-15)."""
    change = House.horse_formation_change
    do = "change formation" if play.state.on(change.special) else "move"
    yield from acting_checks(play, unit, do)
    harquebusiers = unit.kind == "harquebusiers"
    yield harquebusiers or fails(f"{unit.does('has')} one formation only", "NMM-ARMY-15")
    yield not play.state.on(change.fixed) or fails(
        "formations are fixed for the battle", "NMM-ARMY-15")  # fmt: skip


@BOOK.action("change formation", "Line or column", may_change_formation)
def change_formation(play: Play, unit: Unit, at: str) -> Steps[Play]:
    """From line to column or back; a special action unless the house says one Move."""
    line = unit.formation != "line"
    ranks = 1 if line else 2
    play = play.change(unit.id, formation="line" if line else "column", ranks=ranks)
    says = f"{unit.does('forms')} {'line' if line else 'column'}"
    if bases_of(play.table, unit.id):
        after = yield from look(says, unit.side, (unit.id,), rules=("NMM-ARMY-15",))
        play = play.on_table(after)
    play = play.step(says, "NMM-ARMY-15", "NMM-ACT-23")
    special = play.on(House.horse_formation_change.special)
    return spend(play, unit.id, "change formation", cost=2 if special else 1)


def may_anything_else(play: Play, unit: Unit, at: str, what: str) -> Conditions:
    """An idea that is on no list takes both Actions (ACT-28)."""
    yield from acting_checks(play, unit, "anything else")


@BOOK.action(
    "anything else", "Anything Else", may_anything_else,
    says={"what": Says(usual="something unusual")},
)  # fmt: skip
def anything_else(play: Play, unit: Unit, at: str, what: str) -> Steps[Play]:
    """Something the list does not hold, if the other side agrees."""
    other = play.state.other(unit.side) or unit.side
    asked = f"{unit.label}: {what}. Agreed?"
    if not (yield from yes(asked, other, rules=("NMM-ACT-28",))):
        return play.step(f"not agreed: {what}", "NMM-ACT-28")
    play = play.step(f"agreed: {unit.label}, {what}", "NMM-ACT-28")
    return spend(play, unit.id, "anything else", cost=2)
