"""The six steps of a turn and what each beginning and end does (SKM-SEQ)."""

from __future__ import annotations

from rules.kernel.acting.afresh import afresh
from rules.kernel.play import Conditions, fails
from rules.kernel.prompts import Steps
from rules.skirmish import ending, switches
from rules.skirmish.fire import artillery
from rules.skirmish.moving import movement
from rules.skirmish.ordering import groups
from rules.skirmish.play import BOOK
from rules.skirmish.reactions import act
from rules.skirmish.reactions.action_tables import meaning
from rules.skirmish.state import STEPS, Figure, Group, Play, State, Step

SIDE_STEPS: tuple[Step, ...] = ("command", "move", "fire", "others", "others fire")
OF_A_MAN = afresh(Figure, "fired moved_cm moved_pm_cm gait")
OF_A_GROUP = afresh(
    Group,
    "rolled acted shot pivoted fought charged rolls_alone remount risk risk_lines commanded "
    "has_commanded",
)
"""What a man, and a group, did in a turn, before they have done anything."""


def steps_of(state: State) -> tuple[tuple[Step, str], ...]:
    """The steps of a turn and whose they are, "" for both sides (SKM-SEQ-01 … -06)."""
    if switches.SEQUENCE.side_by_side.of(state.house):
        both: tuple[tuple[Step, str], ...] = tuple(
            (step, side) for side in state.sides for step in SIDE_STEPS
        )
        return (*both, ("melee", ""))
    return tuple((step, "") for step in STEPS)


def may_end(play: Play, by: str, at: str) -> Conditions:
    """When everything compulsory is done."""
    state = play.state
    yield (state.step, state.side) in steps_of(state) or fails(
        f"no step of this sequence is {state.step!r} of {state.side!r}", "SKM-SEQ-01")  # fmt: skip
    for group in mine(state):
        yield from _is_done(play, group)


def mine(state: State) -> tuple[Group, ...]:
    """Groups that act in this step: of both sides, or of the side whose it is."""
    return state.living(state.side)


def _is_done(play: Play, group: Group) -> Conditions:
    """What a group must do in this step has been done."""
    state, name = play.state, group.label
    under = groups.is_under_command(play, group)
    if state.step == "command" and under and not play.on(switches.BINDING.none):
        done = bool(group.rolled) or state.gun(group.id) is not None
        yield done or fails(f"{group.does('has')} not rolled for {group.its} action", "SKM-SEQ-01")
    if state.step == "move" and under and group.rolled not in ("", act.FREE):
        yield group.acted or fails(
            f"{name} must carry out what {group.it} rolled: {meaning(group.rolled)}", "SKM-ACT-05"
        )
    if state.step == "others" and not under:
        yield bool(group.rolled) or fails(
            f"{group.does('has')} not rolled for {group.its} action", "SKM-SEQ-04"
        )
        yield group.acted or fails(
            f"{group.does('has')} not carried out what {group.it} rolled: {meaning(group.rolled)}",
            "SKM-SEQ-04",
        )
    if state.step == "melee" and not group.fought:
        yield not movement.touched(play, group) or fails(
            f"{group.does('has')} a melee to fight", "SKM-SEQ-06")  # fmt: skip


@BOOK.action("end", lambda play, by, at: f"End the {play.state.step} step", may_end, by="side")
def end(play: Play, by: str = "", at: str = "") -> Steps[Play]:
    """End the step and begin the next; people are asked what the risks need."""
    steps = steps_of(play.state)
    here = steps.index((play.state.step, play.state.side))
    if here + 1 == len(steps):
        play = yield from _turn_over(play)
        step, side = steps[0]
    else:
        step, side = steps[here + 1]
    play = play.with_state(step=step, side=side)
    if step == "others":
        fresh = play.on(switches.RF_WHEN.step)
        play = yield from act.take_risks(play, again=fresh)
    return play.step(f"turn {play.state.turn}: {step}", f"SKM-SEQ-0{STEPS.index(step) + 1}",
                      "SKM-SEQ-07")  # fmt: skip


def _turn_over(play: Play) -> Steps[Play]:
    """Loading, goals, and every mark of the turn wiped (SKM-SHOOT-03, SKM-ART-07)."""
    play = artillery.loaded(play)
    play = ending.goals_held(play)
    for figure in play.state.figures:
        if figure.live:
            loaded = figure.loaded or loads(play, figure)
            play = play.change(figure, loaded=loaded, **OF_A_MAN)
    for group in play.state.groups:
        play = play.change(group, **_wiped(play, group))
    play = play.with_state(turn=play.state.turn + 1, spotted=())
    if play.on(switches.RF_WHEN.turn_start):
        play = yield from act.take_risks(play.with_state(step="command", side=""), again=True)
    return play


def loads(play: Play, figure: Figure) -> bool:
    """Halted the whole turn, not fighting, and not having fired in it (SKM-SHOOT-03)."""
    weapon = figure.shot()
    if weapon is None or not weapon.loads or figure.moved_cm > 0:
        return False
    if figure.fired and not play.on(switches.FIRE_AND_LOAD):
        return False
    return not play.unit(figure.group).fought


def _wiped(play: Play, group: Group) -> dict[str, object]:
    alive = bool(play.state.members(group.id))
    never_rolls = play.state.gun(group.id) is not None or (
        play.on(switches.BINDING.none) and groups.is_under_command(play, group)
    )
    in_melee = alive and group in play.state.living() and bool(movement.touched(play, group))
    return {
        **OF_A_GROUP,
        "last": group.rolled if group.rolled not in ("", act.FREE) else "",
        "shot_at": group.shot_at and not group.rolled,
        "pushed": group.pushed and not never_rolls,
        "commanded_before": group.commanded,
        "rounds": group.rounds if in_melee else 0,
    }  # fmt: skip
