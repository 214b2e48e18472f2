"""Losing figures: who is threatened, whether he dies, whether cover saves him (PAS-CAS)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.state import Arm, State, Unit, at_start, unit, with_units
from rules.armatys.story import say, then
from rules.armatys.switches import house
from rules.armatys.tables import ARMOUR, CASUALTY, RATIOS, SAVE
from rules.kernel.dice import faces_alike
from rules.kernel.prompts import Option, Steps, choose, roll
from rules.kernel.protocol import Effect, Outcome
from rules.kernel.telling.words import many

GUN_KILL = 6
"""PAS-ART-41: a hit by a gun kills on a 6, whatever the target."""


def counts(state: State, one: Unit) -> tuple[int, int]:
    """Pikes and muskets by which the ratio is taken (PAS_RATIO_BASE): those at the start of the
    phase, for what is done to a unit in one phase is done at once."""
    began = at_start(state, one.id)
    pike, musket = began.arm("pike"), began.arm("musket")
    if house(state, "PAS_RATIO_BASE") == "start":
        return pike.start or pike.figures, musket.start or musket.figures
    return pike.figures, musket.figures


def ratio(pikes: int, muskets: int) -> str:
    """PAS-CAS-31: the line of the table; between two lines the lower one, which costs
    musketeers. Beyond the ends the last line."""
    for name, p, m in RATIOS:
        if pikes * m >= muskets * p:
            return name
    return RATIOS[-1][0]


def is_mixed(state: State, one: Unit) -> bool:
    """PAS-CAS-32: pikes and muskets both when the phase began; beyond 5:1 and 1:5 see
    PAS_RATIO_END."""
    began = at_start(state, one.id)
    if not (began.arm("pike").figures and began.arm("musket").figures):
        return False
    pikes, muskets = counts(state, one)
    beyond = pikes > 5 * muskets or muskets > 5 * pikes
    return not (beyond and house(state, "PAS_RATIO_END") == "single")


def threatened(state: State, one: Unit, die: int) -> tuple[str, str, str]:
    """PAS-CAS-01 to -30: the arm that a type die points at, the line and the rule."""
    line = ratio(*counts(state, one))
    arm, rule = CASUALTY[line, die]
    return arm, line, rule


def biggest(one: Unit) -> Arm:
    """The only arm of a unit, or the one with most figures."""
    return max((arm for arm in one.arms), key=lambda arm: arm.figures)


def type_roll(story: Outcome, unit_id: str) -> Steps[tuple[Outcome, str]]:
    """The arm that is threatened, of those it had when the phase began: a die for a mixed unit,
    no die for one of a single arm."""
    one, began = unit(story.state, unit_id), at_start(story.state, unit_id)
    if not is_mixed(story.state, one):
        kind = biggest(began).kind
        if began.arm("pike").figures and began.arm("musket").figures:
            says = f"{unit_id} counts as of one arm: a {kind} is threatened."
            story = say(story, says, "PAS-CAS-32")
        return story, kind
    (die,) = yield from roll(f"{unit_id}: pikeman or musketeer", 1, one.side,
                             rules=("PAS-CAS-31", "PAS-DICE-01"))
    arm, line, rule = threatened(story.state, one, die)
    story = say(story, f"{unit_id} at {line}: a {arm} is threatened.", rule, faces=(die,))
    return story, arm


def test(
    story: Outcome, unit_id: str, *, cover: str = "", gun: bool = False
) -> Steps[tuple[Outcome, int]]:
    """PAS-CAS-33 to -36: one threatened figure; gives the story and the figures lost (0, 1).

    PAS-DICE-01: type die, kill die, then the save die. *cover*: what covers it, or "".
    """
    one = unit(story.state, unit_id)
    if one.figures == 0:
        return story, 0
    story, kind = yield from type_roll(story, unit_id)
    if not one.arm(kind).figures:
        # Whoever else hit in this phase hit at the same time: nobody steps into his place.
        says = f"{unit_id}: its last {kind} has fallen in this phase, the hit is spent."
        return say(story, says, "PAS-CAS-31"), 0
    need, rule = ARMOUR[unit(story.state, unit_id).arm(kind).armour]
    if gun:
        need, rule = GUN_KILL, "PAS-ART-41"
    (die,) = yield from roll(f"{unit_id}: is the {kind} lost", 1, one.side, need=need,
                             rules=(rule,), alike=faces_alike(need))
    if die < need:
        return say(story, f"{unit_id}: no figure lost.", rule, "PAS-CAS-37", faces=(die,)), 0
    if cover:
        saved_by = "PAS-ART-42" if gun else "PAS-CAS-36"
        (save,) = yield from roll(f"{unit_id}: saved by {cover}", 1, one.side, need=SAVE,
                                  rules=(saved_by,), alike=faces_alike(SAVE))
        if save >= SAVE:
            return say(story, f"{unit_id}: {cover} saves the {kind}.", saved_by,
                       faces=(die, save)), 0
    return take(story, unit_id, kind, rule), 1


def take(story: Outcome, unit_id: str, kind: str, rule: str) -> Outcome:
    """Remove one figure of an arm; a unit without figures ceases to exist when the phase ends
    (PAS-PUR-04): until then it does what it could when the phase began."""
    one = unit(story.state, unit_id)
    arms = tuple(replace(arm, figures=arm.figures - 1) if arm.kind == kind else arm
                 for arm in one.arms)
    new = replace(one, arms=arms, lost_figures=one.lost_figures + 1)
    if new.figures <= 0:
        new = replace(new, fallen=True, retire=False)
    says = f"{unit_id} loses a {kind}, {many(new.figures, 'figure')} left."
    story = then(story, with_units(story.state, new), Effect("figure lost", unit_id, kind, says))
    return say(story, says, rule)


def lose_figure(story: Outcome, unit_id: str, why: str) -> Steps[Outcome]:
    """PAS-MOR-05: a broken unit loses a figure; of a mixed one by a die, or by choice
    (PAS_BREAK_TYPE)."""
    one = unit(story.state, unit_id)
    if one.figures == 0:
        return story
    if house(story.state, "PAS_BREAK_TYPE") == "choose" and is_mixed(story.state, one):
        kind = yield from choose(f"{unit_id} loses a figure ({why})", one.side,
                                 (Option("pike"), Option("musket")), rules=("PAS-MOR-05",))
        story = say(story, f"{unit_id}: its owner picks a {kind}.", "PAS-MOR-05")
    else:
        story, kind = yield from type_roll(story, unit_id)
    if not one.arm(kind).figures:
        kind = biggest(one).kind
    return take(story, unit_id, kind, "PAS-MOR-05")
