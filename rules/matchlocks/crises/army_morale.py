"""Army Morale beyond the plain losses: guns taken and retaken, demands, conceding (ARM)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.telling.words import does
from rules.matchlocks.musketry.losses import gain_tokens, lose_tokens, token_worth
from rules.matchlocks.play import BOOK, Check, Play
from rules.matchlocks.state import Unit, kind_of

GUN_COSTS = 1


def loses_for_daunted(play: Play, unit_id: str) -> Play:
    """A unit takes its Daunted token: a Battalia or Square costs 2, detachments 0 (ARM-04)."""
    unit = play.unit(unit_id)
    cost = token_worth(kind_of(unit))
    return lose_tokens(play, unit.side, cost, f"{unit.label} is Daunted", "NMM-ARM-04")


def gains_for_rally(play: Play, unit_id: str) -> Play:
    """A Daunted unit has rallied: what it cost comes back (ARM-09)."""
    unit = play.unit(unit_id)
    worth = token_worth(kind_of(unit))
    if not worth or unit.side not in play.state.sides:
        return play
    return gain_tokens(play, unit.side, worth, f"{unit.label} rallies", "NMM-ARM-09")


def gun_taken(play: Play, gun_id: str, by: str) -> Play:
    """The enemy captures a gun: a field gun, or the second light gun, costs 1 (ARM-07)."""
    gun = play.unit(gun_id)
    play = play.change(gun_id, gone="captured", captured_by=by, melee="", actions_left=0)
    play = play.effect("captured", gun_id, by, f"{gun.label} is captured by {by}")
    for leader in play.state.leader_with(gun_id):
        # The crew flee or are dead; no book says that he goes with them.
        play = play.change_in("leaders", leader.id, attached="")
        play = play.step(f"{leader.label} is left alone at {gun.label}", "NMM-LEAD-16")
    if gun.kind == "field_gun":
        return lose_tokens(play, gun.side, GUN_COSTS, f"{gun.label} is captured", "NMM-ARM-07")
    if gun.side not in play.state.sides:
        return play
    taken = play.state.sides[gun.side].captured_light + 1
    play = play.change_in("sides", gun.side, captured_light=taken)
    if taken % 2:
        return play.step(
            f"{gun.label} is captured; one light gun alone costs nothing", "NMM-ARM-07"
        )
    return lose_tokens(play, gun.side, GUN_COSTS, "a second light gun is captured", "NMM-ARM-07")


def may_retake(play: Play, unit: Unit, gun: Unit) -> Iterator[Check]:
    """A captured gun of its own side."""
    yield Check(f"{gun.label} is not its gun", "NMM-ARM-10", gun.side == unit.side)
    yield Check(f"{gun.label} is not in enemy hands", "NMM-ARM-10", gun.gone == "captured")


@BOOK.action("retake", "Retake {at}", may_retake, at="friend")
def gun_retaken(play: Play, unit: Unit, gun: Unit) -> Play:
    """A captured gun is won back, and its Army Morale with it (ARM-10). Its crew stays gone."""
    play = play.change(gun, gone="destroyed", captured_by="")
    play = play.effect("retaken", gun.id, True, f"{gun.label} is retaken")
    if gun.kind == "field_gun":
        return gain_tokens(play, gun.side, GUN_COSTS, f"{gun.label} is retaken", "NMM-ARM-10")
    taken = play.state.sides[gun.side].captured_light
    play = play.change_in("sides", gun.side, captured_light=max(0, taken - 1))
    if taken % 2:
        return play.step(f"{gun.label} is retaken; it was no pair", "NMM-ARM-10")
    return gain_tokens(play, gun.side, GUN_COSTS, f"{gun.label} is retaken", "NMM-ARM-10")


def may_concede(play: Play, side: str, at: str) -> Iterator[Check]:
    """Anybody, while the battle goes on."""
    yield Check("the battle is over", "NMM-ARM-02", play.state.phase != "over")


@BOOK.action("concede", "Concede", may_concede, by="side")
def concede(play: Play, side: str, at: str) -> Play:
    """A player gives the battle up (ARM-02)."""
    winner = play.state.other(side)
    says = f"{does(side, 'concedes')}: {does(winner, 'wins')}"
    play = play.with_state(phase="over", winner=winner, why_won=f"given up by {side}")
    return play.effect("victory", winner, True, says).step(says, "NMM-ARM-02")


def may_demand(play: Play, side: str, at: str) -> Iterator[Check]:
    """What the enemy owes, while the battle goes on (ARM-14)."""
    yield from may_concede(play, side, at)
    other = play.state.sides.get(play.state.other(side))
    owed = other is not None and other.claims > 0
    yield Check(f"no Army Morale is owed by {play.state.other(side)}", "NMM-ARM-14", owed)


def _owed(play: Play, side: str, at: str) -> str:
    other = play.state.other(side)
    return f"Demand {play.state.sides[other].claims} Army Morale of {other}"


@BOOK.action("demand", _owed, may_demand, by="side")
def demand(play: Play, side: str, at: str) -> Play:
    """*side* demands the Army Morale its enemy owes (ARM-14, under ``demand_required``)."""
    other = play.state.other(side)
    owed = play.state.sides[other].claims
    play = play.change_in("sides", other, claims=0)
    why = f"{does(side, 'demands')} it"
    return lose_tokens(play, other, owed, why, "NMM-ARM-14", demanded=True)
