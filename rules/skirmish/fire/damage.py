"""What a hit does: graze, wound or kill; who of a group is hit (SKM-DMG, SKM-SHOOT-13)."""

from __future__ import annotations

from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Modifier
from rules.skirmish import measuring, switches
from rules.skirmish.state import Figure, Play
from rules.skirmish.tables import ARMOUR, DAMAGE, DAMAGE_RULES, Weapon


def row_of(play: Play, weapon: Weapon, shooter: Figure) -> str:
    """The damage row of a shot (SKM-DMG-01, -07)."""
    loaded = weapon.name == "dragoon musket" and shooter.pistol_shot
    pistols = weapon.pistol_shot and play.on(switches.PISTOL_ROW.dragoon)
    return "dragoon" if loaded or pistols else "musket"


def is_pistol_shot(weapon: Weapon, shooter: Figure) -> bool:
    """Is armour some good against it (SKM-DMG-13, -14, -16)?"""
    return weapon.pistol_shot or (weapon.name == "dragoon musket" and shooter.pistol_shot)


def harm_of(
    play: Play, weapon: Weapon, shooter: Figure, target: Figure, die: int
) -> tuple[str, tuple[Modifier, ...]]:
    """graze, wound or kill, and the working (SKM-DMG-01 … -16)."""
    row = row_of(play, weapon, shooter)
    told = [Modifier("die", str(die), DAMAGE_RULES[row][die - 1])]
    value = die
    if is_pistol_shot(weapon, shooter):
        off = min((ARMOUR[name].pistol for name in target.armour), default=0)
        if off:
            rule = "SKM-DMG-13" if off == -1 else "SKM-DMG-14"
            told.append(Modifier("armour against pistol shot", str(off), rule))
        value = max(1, die + off)
        if die + off < 1:
            told.append(Modifier("below 1 is 1", "1", "SKM-DMG-15"))
    elif target.armour:
        told.append(Modifier("armour does not help", "0", "SKM-DMG-16"))
    return DAMAGE[row][value - 1], tuple(told)


def suffer(play: Play, figure: Figure, harm: str) -> Play:
    """Wounds add up to death at two; a graze is nothing (SKM-DMG-17 … -20, SKM-ART-30)."""
    now = play.state.figure(figure.id)
    if harm == "graze" or now.dead:
        return play
    if harm == "kill" or now.wounds >= 1:
        play = play.change(now, dead=True)
        play = play.step(
            f"{play.state.called(now)} is killed", "SKM-DMG-20" if harm == "kill" else "SKM-DMG-19"
        )
        return measuring.refreshed(play)
    says = f"{play.state.called(now)} is wounded: short range only, slower"
    return play.change(now, wounds=1).step(says, "SKM-DMG-18")


def choose_hit(
    play: Play, candidates: tuple[Figure, ...], hits: int, by: str
) -> Steps[tuple[int, ...]]:
    """An index for each hit, by a die with as many sides as there are men (SKM-SHOOT-13)."""
    if len(candidates) == 1:
        return (0,) * hits
    who = "drawn" if play.on(switches.RANDOMISE.engine) else "rolled"
    names = ", ".join(f"{n + 1} {play.state.placed(figure)}" for n, figure in enumerate(candidates))
    faces = yield from roll(
        f"who is hit ({who}): {names}", hits, by, sides=len(candidates), rules=("SKM-SHOOT-13",)
    )
    return tuple(face - 1 for face in faces)
