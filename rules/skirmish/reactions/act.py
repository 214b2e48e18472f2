"""Action rolls: who rolls, which cell, and what it means for him (SKM-ACT, SKM-ACTX)."""

from __future__ import annotations

from rules.kernel.acting.book import Says
from rules.kernel.play import Conditions, fails, lawful
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import IllegalAction, Modifier
from rules.skirmish import measuring, switches
from rules.skirmish.ordering import groups
from rules.skirmish.play import BOOK, its_step
from rules.skirmish.reactions import risk
from rules.skirmish.reactions.action_tables import (
    CODE_RULE,
    FALLING_BACK,
    MEANING,
    PANIC,
    RETROGRADE,
    TABLES,
    ActionTable,
    Cell,
    meaning,
)
from rules.skirmish.state import Group, Play
from rules.skirmish.tables import ATTACHED_CM
from vision.table.reading import Unmeasurable

FREE = "FREE"
"""What a commanded group has for a result that does not bind it: the player decides."""


def may_roll(play: Play, by: Group, at: str) -> Conditions:
    """Who is to roll for its action now (SKM-SEQ-01, -04, SKM-ACT-01, -10)."""
    state, under = play.state, groups.is_under_command(play, by)
    yield from its_step(play, by)
    yield not by.rolled or fails(f"{by.does('has')} rolled: {meaning(by.rolled)}", "SKM-ACT-01")
    yield not state.gun(by.id) or fails(
        f"{by.does('serves')} a gun and {by.form('is')} always under command", "SKM-ART-02"
    )
    if state.step == "command":
        yield under or fails(
            f"{by.does('is')} not under command and {by.form('rolls')} later",
            "SKM-SEQ-01", "SKM-SEQ-04")  # fmt: skip
        yield not play.on(switches.BINDING.none) or fails(
            "commanded troops never roll in this game", "SKM-ACT-05")  # fmt: skip
    else:
        yield not under or fails(f"{by.label} acted under command", "SKM-SEQ-04")


def binding(play: Play, code: str) -> bool:
    """Does a result override the player (SKM-ACT-05, SKM-ACT-10)?"""
    sets = {"retrograde": RETROGRADE, "panic_only": PANIC, "none": ()}
    return code in sets[switches.BINDING.value(play.state.house)]


def risk_of(play: Play, group: Group) -> tuple[int, tuple[Modifier, ...]]:
    """As it was taken at the beginning of the step (SKM-SEQ-08, SKM-RF-13)."""
    now = play.unit(group.id)
    value = now.risk or 0
    told = now.risk_lines
    if sum(int(line.value) for line in told) != value:
        told = (Modifier("as taken before", str(value), "SKM-SEQ-08"),)
    return value, told


def take_risks(play: Play, *, again: bool = False, must: tuple[Group, ...] = ()) -> Steps[Play]:
    """The risks of all who have still to roll in this step, from one table (SKM-SEQ-08).

    Taken before the first of them rolls. *again*: those of an earlier step are taken anew.
    Of others than those who *must* (by default all), one that cannot be measured now waits.
    """
    wanted = {group.id for group in must or play.state.groups}
    found = []
    for group in play.state.living(play.state.side):
        due = not group.rolled and play.state.gun(group.id) is None
        if due and play.state.step == "others":
            due = not groups.is_under_command(play, group)
        if due and (again or group.risk is None):
            try:
                value, told = yield from risk.taken(play, group)
            except Unmeasurable:
                if group.id in wanted:
                    raise
                continue
            found.append((group, value, told))
    for group, value, told in found:
        play = play.change(group, risk=value, risk_lines=told)
    return play


# -- the cell -------------------------------------------------------------------------------


def cell_of(play: Play, table: ActionTable, value: int, die: int) -> Cell:
    """The cell for a risk factor and a plain die (SKM-RF-13)."""
    cell = table.row(value).cells[die - 1]
    if cell.rule == "SKM-ACTDUTCH-R9-D3" and play.on(switches.DUTCH_RF9_D3.flee):
        return Cell("FLEE", cell.rule)
    return cell


def result(play: Play, group: Group, value: int, die: int) -> tuple[str, Cell, str]:
    """The code, its cell, and the rule of the exception, "" for none (SKM-ACTX-01 … -09)."""
    name = groups.kind_of(play, group)
    table = TABLES[name]
    cell = cell_of(play, table, value, die)
    if not table.is_best(value):
        return cell.code, cell, ""
    last_die = 6 if play.on(switches.BESTROW_6.halt) else 5
    if falling_back(group) and 5 <= die <= last_die:
        rule = {"shot": "SKM-ACTX-03", "melee": "SKM-ACTX-05", "dutch": "SKM-ACTX-07",
                "swedish": "SKM-ACTX-09"}[name]  # fmt: skip
        return ("HALT_COVER" if name == "shot" else "HALT"), cell, rule
    if cell.code == "ADV_NEAREST" and group.fortified and name in ("shot", "melee"):
        return "CONTINUE", cell, {"shot": "SKM-ACTX-02", "melee": "SKM-ACTX-04"}[name]
    if cell.code == "ADV_NEAREST":
        rule = {"dutch": "SKM-ACTX-06", "swedish": "SKM-ACTX-08"}.get(name, "SKM-ACTX-01")
        return cell.code, cell, rule
    return cell.code, cell, ""


def falling_back(group: Group) -> bool:
    """Was it going back?  To take cover is no going back unless it led away."""
    return group.last in FALLING_BACK or group.motion == "back"


# -- rolls ----------------------------------------------------------------------------------


@BOOK.action("roll", "{by}: action roll", may_roll, phases=("command", "others"))
def action_roll(play: Play, by: Group, at: str = "") -> Steps[Play]:
    """One D6 for one group (SKM-ACT-01, SKM-ACT-10)."""
    play = yield from take_risks(play, must=(by,))
    value, told = risk_of(play, by)
    (die,) = yield from roll(
        f"{by.does('acts')} at risk {value}", 1, by.side, rules=("SKM-ACT-01", "SKM-RF-13")
    )
    return took(play, by, value, told, die)


def took(play: Play, group: Group, value: int, told: tuple[Modifier, ...], die: int) -> Play:
    """The group has its result; artillery and melee have had their effect (SKM-RF-12)."""
    code, cell, extra = result(play, group, value, die)
    bound = not groups.is_under_command(play, group) or binding(play, code)
    rules = [cell.rule, CODE_RULE[code], "SKM-ACT-07", "SKM-SEQ-08",
             *(line.rule for line in told)]  # fmt: skip
    says = f"risk {value}, die {die}: {MEANING[code]}"
    if not bound:
        says += "; under command it need not"
        rules += ["SKM-ACT-05", "SKM-ACT-10"]
    keeps = play.on(switches.MELEE_RETREAT.until_halt) and not code.startswith("HALT")
    play = play.change(
        group, rolled=code if bound else FREE, threat=0,
        pushed=group.pushed and keeps, remount=cell.remount and bound, rolls_alone=False,
    )  # fmt: skip
    play = play.step(
        f"{group.label}: {says}", *rules, *((extra,) if extra else ()), faces=(die,),
        modifiers=told, total=str(value),
    )  # fmt: skip
    return _mounts(play, play.unit(group.id), cell) if bound else play


def _mounts(play: Play, group: Group, cell: Cell) -> Play:
    """``*``: mounted dragoons get down; ``!``: dragoons mount (SKM-CODE-13, -14)."""
    for figure in play.state.members(group.id):
        if figure.mount != "dragoon":
            continue
        if cell.dismount and figure.mounted:
            play = play.change(figure, mounted=False)
            play = play.step(f"{play.state.called(figure)} dismounts", "SKM-CODE-13")
        if cell.remount and not figure.mounted:
            play = play.change(figure, mounted=True)
            play = play.step(f"{play.state.called(figure)} mounts", "SKM-CODE-14")
    return play


# -- formed units ---------------------------------------------------------------------------


def may_roll_together(play: Play, by: Group, at: str, others: tuple[str, ...]) -> Conditions:
    """Which groups may share a die now (SKM-ACT-02, -04, SKM-GRP-06)."""
    bodies = (by, *map(play.unit, others))
    for group in bodies:
        yield from may_roll(play, group, "")
        yield not group.commanded or fails(f"{group.does('is')} under command", "SKM-ACT-02")
        yield not group.rolls_alone or fails(
            f"{group.does('rolls')} for itself this turn", "SKM-ACT-03")  # fmt: skip
    fault = groups.formed(play, bodies)
    yield lawful(fault and fault.also("SKM-ACT-02"))
    for group in groups.in_line_with(play, bodies):
        yield not group.shot_at or fails(
            f"{group.does('was')} shot at by a gun: each of the unit rolls alone",
            "SKM-ACT-04")  # fmt: skip


def _really_formed(play: Play, bodies: tuple[Group, ...]) -> Steps[None]:
    """People's word where only gaps too close to call make them a formed unit (SKM-GRP-06)."""
    if not groups.formed(play, bodies, sure=True):
        return
    side = bodies[0].side
    limit = switches.FORMED_GAP.of(play.state.house)
    near = yield from measuring.settle(groups.gaps(play, bodies).values(), limit, side,
                                   rules=("SKM-GRP-06",))  # fmt: skip
    leaders = [one for group in bodies for one in groups.leaders_near(play, group)]
    led = yield from measuring.settle(leaders, ATTACHED_CM, side, rules=("SKM-GRP-06",))
    if not near or not led:
        raise IllegalAction("they are no formed unit: a gap is wider than 5 cm", "SKM-GRP-06")


def _together(play: Play, by: Group, at: str, others: tuple[str, ...]) -> str:
    return f"{by.label}: one roll with {', '.join(play.unit(name).label for name in others)}"


@BOOK.action("roll together", _together, may_roll_together, phases=("others",),
             says={"with": Says(as_="others", many=True)})  # fmt: skip
def formed_roll(play: Play, by: Group, at: str, others: tuple[str, ...]) -> Steps[Play]:
    """One die for all; a group it would send back rolls for itself (SKM-ACT-02, -03)."""
    bodies = (by, *map(play.unit, others))
    yield from _really_formed(play, bodies)
    play = yield from take_risks(play, must=bodies)
    names = ", ".join(group.label for group in bodies)
    (die,) = yield from roll(
        f"{names} act as one", 1, bodies[0].side, rules=("SKM-ACT-02", "SKM-GRP-05")
    )
    taken = {group.id: risk_of(play, group) for group in bodies}
    as_one = play.on(switches.FORMED_ROLL.worst_rf)
    split = play.on(switches.FORMED_ROLL.split_all)
    if as_one:
        worst = max(taken.values(), key=lambda one: one[0])
        taken = {name: worst for name in taken}
    morale = [g.id for g in bodies if result(play, g, taken[g.id][0], die)[0] in RETROGRADE]
    play = play.step(
        f"{names} share a die of {die}", "SKM-ACT-02", faces=(die,),
    )  # fmt: skip
    for group in bodies:
        alone = not as_one and (group.id in morale or (morale and split))
        if alone:
            play = play.step(f"{group.does('rolls')} for itself", "SKM-ACT-03")
            play = yield from action_roll(play, play.unit(group.id))
        else:
            play = took(play, group, *taken[group.id], die)
    return play


def enemy_of(play: Play, group: Group, seen: tuple[Group, ...]) -> Group | None:
    """The nearest visible enemy, by the nearest figures (SKM-ACT-09)."""
    found = measuring.nearest(play, group, seen)
    return found[0] if found else None
