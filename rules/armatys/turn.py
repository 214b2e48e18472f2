"""The eight phases of a bound, and the turn from one to the next (PAS-SEQ)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.charging.contacts import fighting, foes, melees
from rules.armatys.close_combat.pursuit import set_on
from rules.armatys.movement.ordered import charge_owed
from rules.armatys.state import Battle, General, Unit, labels
from rules.armatys.switches import BREAK_WHEN, RALLY_REST, REST_BOTH, VICTORY
from rules.armatys.tables import PHASES
from rules.armatys.units.counters import add, breaks_at, check_all
from rules.armatys.units.troops import is_lost, led
from rules.kernel.acting.afresh import afresh
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.sides import enemy
from rules.kernel.telling.names import side_does, titled
from rules.kernel.telling.words import many

RETIRE_BY = (2, 5, 7)
"""Phases that a side may not end with units that still have to retire."""

OF_A_BOUND = afresh(
    Unit,
    "broke moved moved_in moved_spread_in spent fired fought rested reloaded charging "
    "countercharge no_advance spoken_to pursuit_done lost_figures got_counters",
)
"""What a unit did in a bound, before it has done anything."""


def may_end(play: Battle, by: str, at: str) -> Conditions:
    """A side may end the phase when its units have done what they have to."""
    state = play.state
    yield by not in state.done or fails(
        f"{side_does(by, 'has')} ended phase {state.phase}", f"PAS-SEQ-0{state.phase}")  # fmt: skip
    mine = [one for one in state.present(by) if not one.fallen]
    if state.phase in RETIRE_BY:
        waiting = [one for one in mine if one.retire]
        yield not waiting or fails(f"{labels(waiting)} must retire first", "PAS-MOR-05")
    if state.phase == 2:
        owed = [one for one in mine if charge_owed(play, one)]
        yield not owed or fails(f"{labels(owed)} must make its charge move first", "PAS-SEQ-02")
    if state.phase == 4:
        groups = (tuple(map(play.unit, group)) for group in melees(fighting(play)))
        unfought = next((group for group in groups if not any(one.fought for one in group)), ())
        yield not unfought or fails(
            f"{labels(unfought)} are in melee: fight it first", "PAS-SEQ-04")  # fmt: skip
    if state.phase == 5:
        after = [one for one in mine if one.pursuing and not one.pursuit_done]
        yield not after or fails(f"{labels(after)} must test or pursue first", "PAS-PUR-01")


def done(play: Battle, by: str, at: str) -> Steps[Battle]:
    """A side has nothing more to do in the phase; when both are done the next one begins."""
    state = play.state
    play = play.with_state(done=(*state.done, by))
    if enemy(state, by) not in state.done:
        says = f"{side_does(by, 'is')} done with phase {state.phase}."
        return play.step(says, f"PAS-SEQ-0{state.phase}")
    return (yield from next_phase(play))


def next_phase(play: Battle) -> Steps[Battle]:
    """PAS-SEQ-01 to -08: what happens between two phases.

    Units are checked for breaking at the start of phase 5 and after phase 6
    (PAS_BREAK_WHEN).
    """
    play = _without_the_fallen(play)
    phase = play.state.phase
    before = frozenset(one.id for one in play.state.units if one.broke)
    by_phase = play.on(BREAK_WHEN.phase)
    if phase in (4, 6) and by_phase:
        play = yield from check_all(play)
    if phase == 4:
        play = set_on(play, before if by_phase else frozenset())
    play = _without_the_fallen(play)
    if phase == 8:
        return next_bound(play)
    play = led(play.with_state(phase=phase + 1, done=(), start=play.state.units))
    return play.step(f"Phase {phase + 1}: {PHASES[phase + 1]}.", f"PAS-SEQ-0{phase + 1}")


def _without_the_fallen(play: Battle) -> Battle:
    """Units that lost their last figure did to the end of the phase what it let them do
    (PAS-SCOPE-01); now they are taken off."""
    for one in play.state.units:
        if one.fallen and not one.off:
            play = play.change(one, off=True, fallen=False, lost="destroyed", retire=False)
            play = play.step(
                f"{one.does('has')} no figure left and {one.form('is')} taken off.", "PAS-PUR-04"
            )
    return play


def next_bound(play: Battle) -> Battle:
    """A new bound: rallying goes on, flags fall, and the armies are counted."""
    pairs, bound = fighting(play), play.state.bound + 1
    units = tuple(fresh(one, bool(foes(pairs, one.id))) for one in play.state.units)
    generals = tuple(fresh_general(one) for one in play.state.generals)
    play = play.with_state(
        units=units, generals=generals, bound=bound, phase=1, done=(), charges=(), start=units
    )
    return victory(play.step(f"Bound {bound}. {report(play)}", "PAS-SEQ-01"))


def fresh(one: Unit, in_melee: bool) -> Unit:
    """A unit at the start of a bound (PAS-MOR-07, PAS-PUR-08).

    An idle bound counts toward rallying; one that broke and is below its number again has
    only to rally.
    """
    idle = one.is_idle and not one.broken
    broken = one.broken and one.counters >= breaks_at(one)
    return replace(
        one,
        rally=max(0, one.rally - 1) if idle else one.rally,
        broken=broken,
        rounds=one.rounds if in_melee else 0,
        fixed=one.fixed and in_melee,
        **OF_A_BOUND,
    )


def fresh_general(one: General) -> General:
    """A general at the start of a bound."""
    return replace(one, **afresh(General, "moved_in moved_spread_in spoke"))


def report(play: Battle) -> str:
    """PAS_VICTORY = report: what each side has lost, for the players to judge."""
    parts = []
    for side in play.state.sides:
        mine = [one for one in play.state.units if one.side == side]
        gone = sum(is_lost(one) for one in mine)
        broken = sum(one.broken and not one.off for one in mine)
        parts.append(f"{titled(side)}: {many(gone, 'unit')} lost, {broken} broken")
    return "; ".join(parts) + "."


def victory(play: Battle) -> Battle:
    """An army with nothing left on the table has lost; under PAS_VICTORY = scenario one with
    nothing but broken units has as well."""
    state, strict = play.state, play.on(VICTORY.scenario)
    beaten = [
        side
        for side in state.sides
        if not any(not (strict and one.broken) for one in state.present(side))
    ]
    if not beaten:
        return play
    if len(beaten) > 1:
        says = "Both armies have nothing left on the field: nobody has won."
        return ended(play, "", says)
    says = f"{side_does(beaten[0], 'has')} nothing left on the field."
    return ended(play, enemy(state, beaten[0]), says)


def ended(play: Battle, winner: str, says: str) -> Battle:
    """The game is over; *winner* "" for a draw."""
    return play.with_state(over=True, winner=winner, ended=says).step(says, "PAS-SCOPE-01")


def may_agree(play: Battle, by: str, at: str, winner: str) -> Conditions:
    """On one of the two sides, or on nobody."""
    yield winner in (*play.state.sides, "") or fails(
        f"{side_does(winner, 'is')} no side of this game"
    )


def agree(play: Battle, by: str, at: str, winner: str) -> Steps[Battle]:
    """The players decide on the report of losses (PAS_VICTORY); the other side says yes or no."""
    result = f"{side_does(winner, 'has')} won" if winner else "it is a draw"
    other, yes_no = enemy(play.state, by), (Option("yes"), Option("no"))
    answer = yield from choose(
        f"{side_does(by, 'proposes')}: {result}", other, yes_no, rules=("PAS-SCOPE-01",)
    )
    if answer == "no":
        return play.step("The game goes on.", "PAS-SCOPE-01")
    return ended(play, winner, f"Agreed: {result}.")


def may_rest(play: Battle, by: Unit, at: str, take: str) -> Conditions:
    """PAS-SEQ-07, PAS-MOR-08, PAS-CAV-04: may an idle unit take off a counter or reload?"""
    yield play.state.phase == 7 or fails("units rest in phase 7", "PAS-SEQ-07")
    yield by.is_idle and not by.retire or fails(
        f"{by.label} moved, fired or fought this bound", "PAS-SEQ-07", "PAS-MOR-08")  # fmt: skip
    yield not (by.rested or by.reloaded) or play.on(REST_BOTH) or fails(
        f"{by.does('has')} rested this bound", "PAS-SEQ-07")  # fmt: skip
    if take == "reload":
        yield by.pistols and not by.loaded or lacks(
            f"{by.does('has')} no pistols to reload", "PAS-CAV-04")  # fmt: skip
        return
    yield by.counters > 0 and not by.rested or lacks(
        f"{by.does('has')} no counter to take off", "PAS-MOR-08")  # fmt: skip
    yield not by.rally or play.on(RALLY_REST) or fails(
        f"{by.does('is')} rallying and {by.form('does')} nothing else", "PAS-MOR-07")  # fmt: skip


def rest(play: Battle, by: Unit, at: str, take: str) -> Steps[Battle]:
    """PAS-SEQ-07: an idle unit takes off a counter, or reloads its pistols."""
    if take == "reload":
        play = play.change(by, loaded=True, reloaded=True)
        return play.step(f"{by.does('reloads')} {by.its} pistols.", "PAS-SEQ-07", "PAS-CAV-04")
    play = play.change(by, rested=True)
    return (yield from add(play, by.id, -1, "a bound of rest", "PAS-MOR-08"))


def always(play: Battle, by: Unit | str, at: str, **said: str) -> Conditions:
    """What may be said at any time."""
    yield from ()


def defend(play: Battle, by: Unit, at: str, what: str) -> Battle:
    """PAS-TER-12, PAS-TER-15: a player sets a unit to defend a wall, hedge, town or wood, or
    nothing; the camera cannot judge it."""
    says = f"{by.does('defends')} {f'the {what}' if what else 'nothing'}."
    return play.change(by, defending=what).step(says, "PAS-TER-12", "PAS-TER-15")


def umpire(play: Battle, by: str, at: str, terrain: str, effect: str, says: str) -> Battle:
    """PAS-SCOPE-01, PAS-TER-16: the umpire, or both players, set what a *terrain* (a kind or tag)
    does to moves: half, no or none; it is kept as a ruling."""
    effect = effect or "none"
    if terrain:
        play = play.with_state(agreed={**play.state.agreed, terrain: effect})
    told = f"Umpire: {says}" if says else f"Umpire: {terrain} is {effect} for moves."
    return play.step(told, "PAS-SCOPE-01", "PAS-TER-16")
