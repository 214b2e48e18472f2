"""The eight phases of a bound, and the turn from one to the next (PAS-SEQ)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.charging.contacts import fighting, foes, melees
from rules.armatys.close_combat.pursuit import set_on
from rules.armatys.movement.ordered import charge_owed
from rules.armatys.state import General, State, Unit, names, present, unit, with_units
from rules.armatys.story import begin, say, then
from rules.armatys.switches import house, is_on
from rules.armatys.tables import PHASES
from rules.armatys.units.counters import add, breaks_at, check_all
from rules.armatys.units.troops import is_lost, led
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.protocol import Action, Effect, IllegalAction, Outcome
from rules.kernel.refusal import Refusal, forbid, refusal
from rules.kernel.sides import enemy
from vision.table.snapshot import Snapshot

RETIRE_BY = (2, 5, 7)
"""Phases that a side may not end with units that still have to retire."""


def done_fault(state: State, table: Snapshot, side: str) -> Refusal | None:
    """Why a side may not end the phase; "" when it may."""
    if state.over:
        return refusal(f"the game is over: {state.ended}")
    if side in state.done:
        return refusal(f"{side} has ended phase {state.phase}", f"PAS-SEQ-0{state.phase}")
    mine = [one for one in present(state, side) if not one.fallen]
    waiting = [one for one in mine if one.retire]
    if state.phase in RETIRE_BY and waiting:
        return refusal(f"{names(waiting)} must retire first", "PAS-MOR-05")
    return _owed_fault(state, table, mine)


def _owed_fault(state: State, table: Snapshot, mine: list[Unit]) -> Refusal | None:
    """What the units of a side still have to do in the phase."""
    if state.phase == 2:
        owed = [one for one in mine if charge_owed(state, table, one)]
        if owed:
            return refusal(f"{names(owed)} must make its charge move first", "PAS-SEQ-02")
    if state.phase == 4:
        unfought = [group for group in melees(fighting(state, table))
                    if not any(unit(state, name).fought for name in group)]
        if unfought:
            return refusal(f"{', '.join(unfought[0])} are in melee: fight it first", "PAS-SEQ-04")
    if state.phase == 5:
        hot = [one for one in mine if one.pursuing and not one.pursuit_done]
        if hot:
            return refusal(f"{names(hot)} must test or pursue first", "PAS-PUR-01")
    return None


def done(state: State, table: Snapshot, side: str) -> Steps[Outcome]:
    """A side has nothing more to do in the phase; when both are done the next one begins.

    Raises:
        IllegalAction: something has to be done first.
    """
    forbid(done_fault(state, table, side))
    story = then(begin(state), replace(state, done=(*state.done, side)), Effect("done", side))
    if enemy(state, side) not in state.done:
        return say(story, f"{side} is done with phase {state.phase}.",
                   f"PAS-SEQ-0{state.phase}")
    return (yield from next_phase(story, table))


def next_phase(story: Outcome, table: Snapshot) -> Steps[Outcome]:
    """PAS-SEQ-01 to -08: what happens between two phases.

    Units are checked for breaking at the start of phase 5 and after phase 6
    (PAS_BREAK_WHEN).
    """
    story = _without_the_fallen(story)
    state: State = story.state
    before = frozenset(one.id for one in state.units if one.broke)
    by_phase = house(state, "PAS_BREAK_WHEN") == "phase"
    if state.phase in (4, 6) and by_phase:
        story = yield from check_all(story)
    if state.phase == 4:
        story = set_on(story, table, before if by_phase else frozenset())
    story = _without_the_fallen(story)
    if state.phase == 8:
        return next_bound(story, table)
    state = story.state
    new = led(replace(state, phase=state.phase + 1, done=(), start=state.units), table)
    says = f"Phase {new.phase}: {PHASES[new.phase]}."
    return say(then(story, new, Effect("phase", str(new.phase))), says, f"PAS-SEQ-0{new.phase}")


def _without_the_fallen(story: Outcome) -> Outcome:
    """Units that lost their last figure did to the end of the phase what it let them do
    (PAS-SCOPE-01); now they are taken off."""
    for one in story.state.units:
        if one.fallen and not one.off:
            gone = replace(one, off=True, fallen=False, lost="destroyed", retire=False)
            says = f"{one.id} has no figure left and is taken off."
            story = then(story, with_units(story.state, gone), Effect("destroyed", one.id))
            story = say(story, says, "PAS-PUR-04")
    return story


def next_bound(story: Outcome, table: Snapshot) -> Outcome:
    """A new bound: rallying goes on, flags fall, and the armies are counted."""
    state: State = story.state
    pairs = fighting(state, table)
    units = tuple(fresh(one, bool(foes(pairs, one.id))) for one in state.units)
    generals = tuple(fresh_general(one) for one in state.generals)
    new = replace(state, units=units, generals=generals, bound=state.bound + 1, phase=1, done=(),
                  charges=(), start=units)
    story = then(story, new, Effect("bound", str(new.bound)))
    story = say(story, f"Bound {new.bound}. {report(new)}", "PAS-SEQ-01")
    return victory(story)


def fresh(one: Unit, in_melee: bool) -> Unit:
    """A unit at the start of a bound (PAS-MOR-07, PAS-PUR-08).

    An idle bound counts toward rallying; one that broke and is below its number again has
    only to rally.
    """
    idle = one.is_idle and not one.broken
    broken = one.broken and one.counters >= breaks_at(one)
    return replace(
        one, rally=max(0, one.rally - 1) if idle else one.rally, broken=broken, broke=False,
        moved=False, moved_in=0.0, moved_spread_in=0.0, spent=0.0, fired=False, fought=False,
        rested=False, reloaded=False, charging="", countercharge=False, no_advance=False,
        spoken_to=False, pursuit_done=False, rounds=one.rounds if in_melee else 0,
        fixed=one.fixed and in_melee, lost_figures=0, got_counters=0,
    )


def fresh_general(one: General) -> General:
    """A general at the start of a bound."""
    return replace(one, moved_in=0.0, moved_spread_in=0.0, spoke=False)


def report(state: State) -> str:
    """PAS_VICTORY = report: what each side has lost, for the players to judge."""
    parts = []
    for side in state.sides:
        mine = [one for one in state.units if one.side == side]
        gone = sum(is_lost(one) for one in mine)
        broken = sum(one.broken and not one.off for one in mine)
        parts.append(f"{side}: {gone} units lost, {broken} broken")
    return "; ".join(parts) + "."


def victory(story: Outcome) -> Outcome:
    """An army with nothing left on the table has lost; under PAS_VICTORY = scenario one with
    nothing but broken units has as well."""
    state: State = story.state
    strict = house(state, "PAS_VICTORY") == "scenario"
    left = {side: [one for one in present(state, side) if not (strict and one.broken)]
            for side in state.sides}
    beaten = [side for side in state.sides if not left[side]]
    if not beaten:
        return story
    if len(beaten) > 1:
        winner, says = "", "Both armies have nothing left on the field: nobody has won."
    else:
        winner, says = enemy(state, beaten[0]), f"{beaten[0]} has nothing left on the field."
    over = replace(state, over=True, winner=winner, ended=says)
    return say(then(story, over, Effect("over", winner)), says, "PAS-SCOPE-01")


def agree(state: State, side: str, winner: str) -> Steps[Outcome]:
    """The players decide on the report of losses (PAS_VICTORY); the other side says yes or no.

    Raises:
        IllegalAction: no such side.
    """
    if winner not in (*state.sides, ""):
        raise IllegalAction(f"{winner} is no side of this game.")
    result = f"{winner} has won" if winner else "it is a draw"
    answer = yield from choose(f"{side} proposes: {result}", enemy(state, side),
                               (Option("yes"), Option("no")), rules=("PAS-SCOPE-01",))
    if answer == "no":
        return say(begin(state), "The game goes on.", "PAS-SCOPE-01")
    over = replace(state, over=True, winner=winner, ended=f"Agreed: {result}.")
    return say(then(begin(state), over, Effect("over", winner)), over.ended, "PAS-SCOPE-01")


def rest_fault(state: State, one: Unit, take: str) -> Refusal | None:
    """PAS-SEQ-07, PAS-MOR-08, PAS-CAV-04: may an idle unit take off a counter or reload?"""
    if state.phase != 7:
        return refusal("units rest in phase 7", "PAS-SEQ-07")
    if one.off or not one.is_idle or one.retire:
        return refusal(f"{one.id} moved, fired or fought this bound", "PAS-SEQ-07", "PAS-MOR-08")
    if (one.rested or one.reloaded) and not is_on(state, "PAS_REST_BOTH"):
        return refusal(f"{one.id} has rested this bound", "PAS-SEQ-07")
    if take == "reload":
        able = one.pistols and not one.loaded
        return None if able else refusal(f"{one.id} has no pistols to reload", "PAS-CAV-04")
    if one.rested or not one.counters:
        return refusal(f"{one.id} has no counter to take off", "PAS-MOR-08")
    if one.rally and not is_on(state, "PAS_RALLY_REST"):
        return refusal(f"{one.id} is rallying and does nothing else", "PAS-MOR-07")
    return None


def rest(state: State, action: Action) -> Steps[Outcome]:
    """PAS-SEQ-07: an idle unit takes off a counter, or reloads its pistols.

    Raises:
        IllegalAction: it was not idle, or has nothing to do.
    """
    one = unit(state, action.by)
    take = str(action.more.get("take", "counter"))
    known = take in ("counter", "reload")
    forbid(None if known else refusal("a unit takes off a counter or reloads", "PAS-SEQ-07"))
    forbid(rest_fault(state, one, take))
    if take == "reload":
        new = replace(one, loaded=True, reloaded=True)
        story = then(begin(state), with_units(state, new), Effect("reloaded", one.id))
        return say(story, f"{one.id} reloads its pistols.", "PAS-SEQ-07", "PAS-CAV-04")
    story = then(begin(state), with_units(state, replace(one, rested=True)))
    return (yield from add(story, one.id, -1, "a bound of rest", "PAS-MOR-08"))


def defend(state: State, action: Action) -> Outcome:
    """PAS-TER-12, PAS-TER-15: a player sets a unit to defend a wall, hedge, town or wood, or
    nothing; the camera cannot judge it.

    Raises:
        IllegalAction: none of those.
    """
    one = unit(state, action.by)
    what = str(action.more.get("what", ""))
    forbid(None if what in ("", "wall", "hedge", "town", "wood") else
           refusal("a unit defends a wall, a hedge, a town or a wood", "PAS-TER-12", "PAS-TER-15"))
    story = then(begin(state), with_units(state, replace(one, defending=what)),
                 Effect("defending", one.id, what))
    return say(story, f"{one.id} defends {f'the {what}' if what else 'nothing'}.", "PAS-TER-12",
               "PAS-TER-15")


def umpire(state: State, action: Action) -> Outcome:
    """PAS-SCOPE-01, PAS-TER-16: the umpire, or both players, set what a terrain does to moves;
    it is kept as a ruling.

    ``more``: ``terrain`` (a kind or tag), ``effect`` (``half``, ``no`` or ``none``), ``says``.

    Raises:
        IllegalAction: no such effect.
    """
    terrain, effect = str(action.more.get("terrain", "")), str(action.more.get("effect", "none"))
    forbid(None if effect in ("half", "no", "none") else
           refusal("the effect of terrain is half, no or none", "PAS-SCOPE-01"))
    says = str(action.more.get("says", ""))
    agreed = {**state.agreed, terrain: effect} if terrain else state.agreed
    story = then(begin(state), replace(state, agreed=agreed), Effect("umpire", terrain, effect))
    told = f"Umpire: {says}" if says else f"Umpire: {terrain} is {effect} for moves."
    return say(story, told, "PAS-SCOPE-01", "PAS-TER-16")
