"""The six steps of a turn and what each beginning and end does (SKM-SEQ)."""

from __future__ import annotations

from rules.kernel.prompts import Steps
from rules.kernel.telling.story import refuse
from rules.skirmish import ending
from rules.skirmish.fire import artillery
from rules.skirmish.moving import movement
from rules.skirmish.ordering import groups
from rules.skirmish.reactions import act
from rules.skirmish.state import STEPS, Figure, Group, Play, State, Step

SIDE_STEPS: tuple[Step, ...] = ("command", "move", "fire", "others", "others fire")


def steps_of(state: State) -> tuple[tuple[Step, str], ...]:
    """The steps of a turn and whose they are, "" for both sides (SKM-SEQ-01 … -06)."""
    if state.rule("SKM_SEQUENCE") == "side_by_side":
        both: tuple[tuple[Step, str], ...] = tuple(
            (step, side) for side in state.sides for step in SIDE_STEPS
        )
        return (*both, ("melee", ""))
    return tuple((step, "") for step in STEPS)


def check_end(play: Play) -> None:
    """Raise unless the step may end: everything compulsory is done."""
    state = play.state
    if (state.step, state.side) not in steps_of(state):
        raise refuse(f"no step of this sequence is {state.step!r} of {state.side!r}", "SKM-SEQ-01")
    for group in mine(state):
        todo = _todo(play, group)
        if todo:
            raise refuse(f"{group.label} {todo[0]}", todo[1])


def mine(state: State) -> tuple[Group, ...]:
    """Groups that act in this step: of both sides, or of the side whose it is."""
    return state.living(state.side)


def _todo(play: Play, group: Group) -> tuple[str, str] | None:
    """What a group must still do in this step, and the rule."""
    state = play.state
    gun = state.gun(group.id) is not None
    under = groups.is_under_command(play, group)
    rolls = state.rule("SKM_BINDING") != "none"
    if state.step == "command" and under and not group.rolled and not gun and rolls:
        return "has not rolled for its action", "SKM-SEQ-01"
    bound = group.rolled not in ("", act.FREE)
    if state.step == "move" and under and bound and not group.acted:
        return f"must carry out {group.rolled}", "SKM-ACT-05"
    if state.step == "others" and not under:
        if not group.rolled:
            return "has not rolled for its action", "SKM-SEQ-04"
        if not group.acted:
            return f"has not carried out {group.rolled}", "SKM-SEQ-04"
    if state.step == "melee" and not group.fought and movement.touched(play, group):
        return "has a melee to fight", "SKM-SEQ-06"
    return None


def end(play: Play) -> Steps[Play]:
    """End the step and begin the next; people are asked what the risks need."""
    check_end(play)
    steps = steps_of(play.state)
    here = steps.index((play.state.step, play.state.side))
    if here + 1 == len(steps):
        play = yield from _turn_over(play)
        step, side = steps[0]
    else:
        step, side = steps[here + 1]
    play = play.set(step=step, side=side)
    if step == "others":
        fresh = play.state.rule("SKM_RF_WHEN") == "step"
        play = yield from act.take_risks(play, again=fresh)
    return play.ruled(f"turn {play.state.turn}: {step}", f"SKM-SEQ-0{STEPS.index(step) + 1}",
                      "SKM-SEQ-07")  # fmt: skip


def _turn_over(play: Play) -> Steps[Play]:
    """Loading, goals, and every mark of the turn wiped (SKM-SHOOT-03, SKM-ART-07)."""
    play = artillery.loaded(play)
    play = ending.goals_held(play)
    for figure in play.state.figures:
        if figure.live:
            play = play.man(figure, loaded=figure.loaded or loads(play, figure), fired=False,
                            moved_cm=0.0, moved_pm_cm=0.0, gait="")  # fmt: skip
    for group in play.state.groups:
        play = play.put(group, **_wiped(play, group))
    play = play.set(turn=play.state.turn + 1, spotted=())
    if play.state.rule("SKM_RF_WHEN") == "turn_start":
        play = yield from act.take_risks(play.set(step="command", side=""), again=True)
    return play


def loads(play: Play, figure: Figure) -> bool:
    """Halted the whole turn, not fighting, and not having fired in it (SKM-SHOOT-03)."""
    weapon = figure.shot()
    if weapon is None or not weapon.loads or figure.moved_cm > 0:
        return False
    if figure.fired and play.state.rule("SKM_FIRE_AND_LOAD") == "false":
        return False
    return not play.group(figure.group).fought


def _wiped(play: Play, group: Group) -> dict[str, object]:
    alive = bool(play.members(group.id))
    never_rolls = play.state.gun(group.id) is not None or (
        play.state.rule("SKM_BINDING") == "none" and groups.is_under_command(play, group)
    )
    in_melee = alive and group in play.state.living() and bool(movement.touched(play, group))
    return {
        "last": group.rolled if group.rolled not in ("", act.FREE) else "",
        "rolled": "", "acted": False, "shot": False, "pivoted": False, "fought": False,
        "charged": False, "rolls_alone": False, "remount": False, "risk": None,
        "risk_lines": (), "shot_at": group.shot_at and not group.rolled,
        "pushed": group.pushed and not never_rolls,
        "commanded_before": group.commanded, "commanded": False,
        "has_commanded": False, "rounds": group.rounds if in_melee else 0,
    }  # fmt: skip
