"""Losing figures: who is threatened, whether he dies, whether cover saves him (PAS-CAS)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.state import Arm, Battle, Unit
from rules.armatys.switches import BREAK_TYPE, RATIO_BASE, RATIO_END
from rules.armatys.tables import ARMOUR, CASUALTY, RATIOS, SAVE
from rules.kernel.dice import faces_alike
from rules.kernel.prompts import Option, Steps, choose, roll
from rules.kernel.telling.words import many

GUN_KILL = 6
"""PAS-ART-41: a hit by a gun kills on a 6, whatever the target."""


def counts(play: Battle, one: Unit) -> tuple[int, int]:
    """Pikes and muskets by which the ratio is taken (PAS_RATIO_BASE): those at the start of the
    phase, for what is done to a unit in one phase is done at once."""
    began = play.state.at_start(one.id)
    pike, musket = began.arm("pike"), began.arm("musket")
    if play.on(RATIO_BASE.start):
        return pike.start or pike.figures, musket.start or musket.figures
    return pike.figures, musket.figures


def ratio(pikes: int, muskets: int) -> str:
    """PAS-CAS-31: the line of the table; between two lines the lower one, which costs
    musketeers. Beyond the ends the last line."""
    for name, p, m in RATIOS:
        if pikes * m >= muskets * p:
            return name
    return RATIOS[-1][0]


def is_mixed(play: Battle, one: Unit) -> bool:
    """PAS-CAS-32: pikes and muskets both when the phase began; beyond 5:1 and 1:5 see
    PAS_RATIO_END."""
    began = play.state.at_start(one.id)
    if not (began.arm("pike").figures and began.arm("musket").figures):
        return False
    pikes, muskets = counts(play, one)
    beyond = pikes > 5 * muskets or muskets > 5 * pikes
    return not (beyond and play.on(RATIO_END.single))


def threatened(play: Battle, one: Unit, die: int) -> tuple[str, str, str]:
    """PAS-CAS-01 to -30: the arm that a type die points at, the line and the rule."""
    line = ratio(*counts(play, one))
    arm, rule = CASUALTY[line, die]
    return arm, line, rule


def biggest(one: Unit) -> Arm:
    """The only arm of a unit, or the one with most figures."""
    return max((arm for arm in one.arms), key=lambda arm: arm.figures)


def type_roll(play: Battle, unit_id: str) -> Steps[tuple[Battle, str]]:
    """The arm that is threatened, of those it had when the phase began: a die for a mixed unit,
    no die for one of a single arm."""
    one, began = play.unit(unit_id), play.state.at_start(unit_id)
    if not is_mixed(play, one):
        kind = biggest(began).kind
        if began.arm("pike").figures and began.arm("musket").figures:
            says = f"{one.does('counts')} as of one arm: a {kind} is threatened."
            play = play.step(says, "PAS-CAS-32")
        return play, kind
    what, rules = f"{one.label}: pikeman or musketeer", ("PAS-CAS-31", "PAS-DICE-01")
    (die,) = yield from roll(what, 1, one.side, rules=rules)
    arm, line, rule = threatened(play, one, die)
    says = f"{one.label} at {line}: a {arm} is threatened."
    return play.step(says, rule, faces=(die,)), arm


def test(
    play: Battle, unit_id: str, *, cover: str = "", gun: bool = False
) -> Steps[tuple[Battle, int]]:
    """PAS-CAS-33 to -36: one threatened figure; gives the play and the figures lost (0, 1).

    PAS-DICE-01: type die, kill die, then the save die. *cover*: what covers it, or "".
    """
    one = play.unit(unit_id)
    if one.figures == 0:
        return play, 0
    play, kind = yield from type_roll(play, unit_id)
    if not one.arm(kind).figures:
        # Whoever else hit in this phase hit at the same time: nobody steps into his place.
        says = f"{one.label}: its last {kind} has fallen in this phase, the hit is spent."
        return play.step(says, "PAS-CAS-31"), 0
    need, rule = (GUN_KILL, "PAS-ART-41") if gun else ARMOUR[one.arm(kind).armour]
    what, alike = f"{one.label}: is the {kind} lost?", faces_alike(need)
    (die,) = yield from roll(what, 1, one.side, need=need, rules=(rule,), alike=alike)
    if die < need:
        says = f"{one.label}: no figure lost."
        return play.step(says, rule, "PAS-CAS-37", faces=(die,)), 0
    if cover:
        saved_by = "PAS-ART-42" if gun else "PAS-CAS-36"
        save = yield from _save(one, cover, saved_by)
        if save >= SAVE:
            says = f"{one.label}: {cover} saves the {kind}."
            return play.step(says, saved_by, faces=(die, save)), 0
    return take(play, unit_id, kind, rule), 1


def _save(one: Unit, cover: str, rule: str) -> Steps[int]:
    what, alike = f"{one.label}: saved by {cover}", faces_alike(SAVE)
    (face,) = yield from roll(what, 1, one.side, need=SAVE, rules=(rule,), alike=alike)
    return face


def take(play: Battle, unit_id: str, kind: str, rule: str) -> Battle:
    """Remove one figure of an arm; a unit without figures ceases to exist when the phase ends
    (PAS-PUR-04): until then it does what it could when the phase began."""
    one = play.unit(unit_id)
    arms = tuple(
        replace(arm, figures=arm.figures - 1) if arm.kind == kind else arm for arm in one.arms
    )
    play = play.change(one, arms=arms, lost_figures=one.lost_figures + 1)
    left = one.figures - 1
    if left <= 0:
        play = play.change(one, fallen=True, retire=False)
    return play.step(f"{one.does('loses')} a {kind}, {many(left, 'figure')} left.", rule)


def lose_figure(play: Battle, unit_id: str, why: str) -> Steps[Battle]:
    """PAS-MOR-05: a broken unit loses a figure; of a mixed one by a die, or by choice
    (PAS_BREAK_TYPE)."""
    one, rule = play.unit(unit_id), "PAS-MOR-05"
    if one.figures == 0:
        return play
    if play.on(BREAK_TYPE.choose) and is_mixed(play, one):
        what, arms = f"{one.does('loses')} a figure ({why})", (Option("pike"), Option("musket"))
        kind = yield from choose(what, one.side, arms, rules=(rule,))
        play = play.step(f"{one.label}: its owner picks a {kind}.", rule)
    else:
        play, kind = yield from type_roll(play, unit_id)
    if not one.arm(kind).figures:
        kind = biggest(one).kind
    return take(play, unit_id, kind, rule)
