"""Firing, in phase 3 at units in a charge and in phase 6 at all others (PAS-INF, PAS-CAV)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.close_combat.casualties import test
from rules.armatys.movement.ground import cover, covered, slowing
from rules.armatys.shooting.aim import aim
from rules.armatys.shooting.artillery import fire_guns, may_fire_guns
from rules.armatys.state import (
    Battle,
    General,
    Unit,
    on_table,
)
from rules.armatys.switches import FIRE_TWICE, PISTOL_MOVE
from rules.armatys.tables import GRENADE_IN, HIT, PISTOL_MOVE_IN, SHOOTING
from rules.armatys.units.counters import add
from rules.armatys.units.generals import at_risk, hit_general, measure_first
from rules.armatys.units.ready import may_act
from rules.armatys.units.troops import firing_figures, firing_size, groups, rate_in, touched, weapon
from rules.kernel.dice import faces_alike
from rules.kernel.play import Check, Conditions, fails, lacks
from rules.kernel.prompts import Steps, roll, within
from rules.kernel.telling.words import dice, many
from vision.table.reading import Reading


def may_fire(play: Battle, by: Unit) -> Conditions:
    """May a unit fire at all now?"""
    phase, one = play.state.phase, as_it_began(play, by)
    yield phase in (3, 6) or fails("firing is in phases 3 and 6", "PAS-SEQ-03", "PAS-SEQ-06")
    yield from may_act(play, one)
    yield not one.fired or (phase == 6 and play.on(FIRE_TWICE)) or fails(
        f"{one.does('has')} fired this bound", "PAS-SEQ-06")  # fmt: skip
    yield not one.fought or fails(f"{one.does('is')} in melee", "PAS-MEL-01")
    kind = weapon(play, one)
    if one.gun is not None:
        yield from may_fire_guns(play, one)
        return
    yield bool(kind) or lacks(f"{one.does('has')} nothing to fire with", "PAS-CLASS-06")
    yield from _foot(one) if kind == "muskets" else _mounted(play, one, kind)


def as_it_began(play: Battle, one: Unit) -> Unit:
    """A unit that broke or fell in this very phase fires in it: all fire of a phase is at once."""
    began = play.state.at_start(one.id)
    return replace(
        one, arms=began.arms, counters=began.counters, broken=began.broken, retire=began.retire,
        rally=began.rally,
    )  # fmt: skip


def _foot(one: Unit) -> Conditions:
    """PAS-INF-01, PAS-APP-01: foot moves or fires; fixed plug bayonets stop the muzzle."""
    yield not (one.moved or one.charging) or fails(
        f"{one.label} moved: foot either moves or fires", "PAS-INF-01")  # fmt: skip
    yield not (one.fixed and one.bayonet == "plug") or fails(
        f"{one.does('has')} fixed plug bayonets", "PAS-APP-01")  # fmt: skip


def _mounted(play: Battle, one: Unit, kind: str) -> Conditions:
    """PAS-CAV-02 to -04, PAS-APP-11: after 9 inches or less, not in a charge, loaded."""
    most_in, pistols = pistol_move_in(play, one), kind == "pistols"
    yield Check(f"{one.label} moved {{reading}}, it fires after {most_in:g} in or less",
                "PAS-CAV-02" if pistols else "PAS-APP-11", reading=way_of(one), limit=most_in,
                what=f"{one.label} moved before it fires")  # fmt: skip
    yield not (pistols and one.charging) or fails(
        f"{one.does('charges')}: no pistols in the same bound", "PAS-CAV-03")  # fmt: skip
    yield one.loaded or not pistols or fails(
        f"{one.does('has')} fired {one.its} pistols and must reload", "PAS-CAV-04")  # fmt: skip


def way_of(one: Unit) -> Reading:
    """How far a unit has moved this bound."""
    return Reading("move_distance", one.moved_in, one.moved_spread_in, frm=one.id)


def pistol_move_in(play: Battle, one: Unit) -> float:
    """PAS-CAV-02: the move after which cavalry may still fire (PAS_PISTOL_MOVE)."""
    if play.on(PISTOL_MOVE.minus):
        return max(0.0, PISTOL_MOVE_IN - slowing(play, one))
    return min(PISTOL_MOVE_IN, max(0.0, rate_in(one) - slowing(play, one)))


def may_be_target(play: Battle, one: Unit, target: Unit | General) -> Conditions:
    """PAS-SEQ-03, PAS-SEQ-06: targets in a charge are shot at in phase 3, others in phase 6."""
    yield target.side != one.side or fails("only enemies are fired at", "PAS-INF-02")
    in_charge, phase = play.state.is_charged(target.id), play.state.phase
    yield phase != 3 or in_charge or fails(
        f"{target.does('is')} in no charge: {target.it} {target.form('is')} fired at in phase 6",
        "PAS-SEQ-03", "PAS-SEQ-06")  # fmt: skip
    yield (
        phase != 6
        or not in_charge
        or fails(
            f"{target.does('is')} in a charge: "
            f"{target.it} {target.form('was')} fired at in phase 3",
            "PAS-SEQ-03",
        )
    )


def find_target(play: Battle, at: str) -> Unit | General:
    """The unit or general that is shot at, or the general who fell in this very phase.

    Raises:
        IllegalAction: there is none of that id.
    """
    state = play.state
    return state.general(at) or state.fallen_general(at) or on_table(play, at)


def may_fire_at(play: Battle, by: Unit, at: Unit | General) -> Conditions:
    """May a unit fire at that target in this phase?  Range, front and sight are ``aim``."""
    yield from may_fire(play, by)
    yield from may_be_target(play, by, at)


def fire(play: Battle, by: Unit, at: Unit | General) -> Steps[Battle]:
    """PAS-INF-12, PAS-CAV-07, PAS-APP-13: one unit fires at one target.

    Its groups are those it had when the phase began, for all fire in it is simultaneous: who
    has fallen in it fires too, and may be fired at, to no effect.

    Raises:
        IllegalAction: it is out of range, or not to be seen.
    """
    firer, began = as_it_began(play, by), play.state.at_start(by.id)
    fired = {"fired": True, "loaded": by.loaded and weapon(play, firer) != "pistols"}
    if isinstance(at, General) and at.gone:
        says = f"{at.does('has')} fallen in this phase: the shot of {by.label} is spent."
        return play.change(by, **fired).step(says, "PAS-GEN-03")
    reading, note = yield from aim(play, firer, at)
    if isinstance(at, Unit):
        measure_first(play, at)
    play = play.change(by, **fired)
    if isinstance(at, General):
        play = play.change(at, with_unit=touched(play, at))
    if by.gun is not None:
        return (yield from fire_guns(play, began, at, reading, note))
    return (yield from volley(play, began, at, reading, note))


def volley(
    play: Battle, firer: Unit, target: Unit | General, reading: Reading, note: str
) -> Steps[Battle]:
    """PAS-INF-06 to -13: groups, dice, counters, casualty tests, in the order of PAS-DICE-01."""
    figures, (size, lines) = firing_figures(play, firer), firing_size(play, firer)
    row, number = SHOOTING[weapon(play, firer)], groups(figures, size)
    what = f"{firer.does('fires')} at {target.label}"
    says = f"{what}, {reading}: {figures} figures in groups of {size}, {dice(number)}.{note}"
    play = play.step(says, row.size_rules[0], "PAS-INF-09", modifiers=lines, total=str(number),
                     readings=(reading,))  # fmt: skip
    rules = (row.hit_rules[0], "PAS-DICE-01")
    alike = faces_alike(HIT)
    faces = yield from roll(what, number, firer.side, need=HIT, rules=rules, alike=alike)
    hits = sum(face >= HIT for face in faces)
    play = play.step(f"{what}: {many(hits, 'hit')}.", row.hit_rules[0], faces=faces)
    if not hits:
        return play
    if isinstance(target, General):
        return (yield from hit_general(play, target.id))
    behind = yield from covered(play, target, cover(play, target))
    if behind and firer.grenadiers:
        what = f"{firer.label} to {target.label}, beyond grenades"
        rule = "PAS-APP-03"
        far = yield from within(
            reading, GRENADE_IN, firer.side, sense="at least", rules=(rule,), what=what
        )
        if not far:
            behind, play = "", play.step("Grenades: no save for cover.", rule)
    return (yield from suffer(play, target.id, hits, behind, row.hit_rules[1]))


def suffer(play: Battle, target: str, hits: int, behind: str, rule: str) -> Steps[Battle]:
    """PAS-INF-13, PAS-CAS: a counter and a casualty test for each hit, then the general's risk."""
    play = yield from add(play, target, hits, "fire", rule)
    for _ in range(hits):
        if _is_gone(play, target):
            break
        play, _lost = yield from test(play, target, cover=behind)
    return (yield from at_risk(play, target))


def _is_gone(play: Battle, unit_id: str) -> bool:
    return any(one.id == unit_id and (one.off or one.fallen) for one in play.state.units)
