"""Moves: models are moved, the camera looks, the move is judged (SKM-MOVE, SKM-CODE).

A move that breaks a rule is not punished: the question comes again with the reason, until the
table is right. What a result demands is judged in demands.py.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.field.centimetres import to_in
from rules.field.moving import until_lawful
from rules.field.reach import closed, reaches
from rules.field.ruler import is_kind
from rules.kernel.acting.in_play import in_play
from rules.kernel.play import Conditions, allowed, fails
from rules.kernel.prompts import Reach, Steps, within
from rules.kernel.protocol import Modifier
from rules.kernel.refusal import Refusal, refusal
from rules.skirmish import measuring
from rules.skirmish.fire import sight
from rules.skirmish.moving import pace
from rules.skirmish.ordering import groups
from rules.skirmish.play import BOOK, its_step
from rules.skirmish.reactions import act, backward, demands
from rules.skirmish.state import Figure, Group, Play, State
from rules.skirmish.tables import (
    CONTACT_CM,
    IMPASSABLE,
    LIMBERED_CM,
    PIKE_REACH_CM,
    TROT_CM,
    WALK_CM,
)
from vision.table.reading import Reading, Unmeasurable, Verdict
from vision.table.snapshot import Snapshot

Judge = Callable[[Play], Refusal | None]
STILL_CM = 0.5
FINE_PM_CM = 0.095
"""Below this ± a length is told to a hundredth."""

FINE_CM = 0.05
"""Nobody is sent back for half a millimetre."""


def moved(
    play: Play,
    what: str,
    group: Group,
    judge: Judge,
    rules: tuple[str, ...],
    ground: tuple[Reach, ...] = (),
) -> Steps[Play]:
    """Ask for a move until *judge* finds no fault; the play on the table afterwards."""
    return (yield from until_lawful(
        play, what, group.side, (group.id,),
        lambda after: judge(after) or _strangers(play, after, group),
        field=measuring.field, rules=rules, ground=ground,
    ))  # fmt: skip


def _strangers(before: Play, after: Play, group: Group) -> Refusal | None:
    """Figures of other groups that have moved."""
    for base in before.table.bases:
        if base.unit == group.id:
            continue
        old = measuring.centre(before.table, base.payload)
        new = measuring.centre(after.table, base.payload)
        if abs(old[0] - new[0]) + abs(old[1] - new[1]) > 0.4:
            return refusal(
                f"{before.state.called(base.payload)} has moved out of turn", "SKM-SEQ-02"
            )
    return None


# -- may it be declared? --------------------------------------------------------------------


def may_move(play: Play, by: Group, at: str) -> Conditions:
    """Who moves in this step (SKM-SEQ-02, -04)."""
    under = groups.is_under_command(play, by)
    yield from its_step(play, by)
    yield not by.acted or fails(f"{by.does('has')} moved this turn", "SKM-SEQ-02")
    if play.state.step == "move":
        yield under or fails(
            f"{by.does('is')} not under command and {by.form('moves')} later",
            "SKM-SEQ-02", "SKM-SEQ-04")  # fmt: skip
    else:
        yield not under or fails(f"{by.does('moves')} under command", "SKM-SEQ-02")
        yield bool(by.rolled) or fails(
            f"{by.does('has')} not rolled for {by.its} action", "SKM-SEQ-04"
        )


def code_of(play: Play, group: Group) -> str:
    """What it must do: its result, or as the player likes (SKM-CMD-19, SKM-ACT-05)."""
    return group.rolled or act.FREE


# -- the move -------------------------------------------------------------------------------


@BOOK.action("move", "{by}: move", may_move, phases=("move", "others"))
def move(play: Play, by: Group, at: str = "") -> Steps[Play]:
    """One group moves as it likes, or as its result demands (SKM-MOVE, SKM-CODE-01 … -16)."""
    code = code_of(play, by)
    seen = sight.visible_enemies(play, by)
    enemy = act.enemy_of(play, by, seen)
    demand = demands.of_nearest(play, by, code, measuring.nearest_ones(play, by, seen))

    def judge(after: Play) -> Refusal | None:
        return figures_fault(play, after, by, code) or demand.fault(after)

    if demand.stands and not demand.fault(play):
        after = play
    else:
        what = f"{by.label}: {demand.says}"
        ground = (*figure_reach(play, by, code), *cover_reach(play, by, code, enemy))
        after = yield from moved(play, what, by, judge, ("SKM-MOVE-01", *demand.rules), ground)
    return (yield from settled(play, after, by, enemy, demand.rules))


def figure_reach(play: Play, group: Group, code: str) -> tuple[Reach, ...]:
    """Each figure as far as it may go over open ground, and ground that nobody enters."""
    found: list[Reach] = []
    far_in = 0.0
    for figure in play.state.members(group.id):
        cm = pace.allowance_cm(play, figure, code)
        far_in = max(far_in, to_in(cm))
        found += reaches(play.table, figure.id, to_in(cm), f"{cm:g} cm", rule=_rules(figure)[0])
    barred = [(piece, "") for piece in play.table.terrain if is_kind(piece, IMPASSABLE)]
    return (*found, *closed(play.table, group.id, far_in, barred))


def cover_reach(play: Play, group: Group, code: str, enemy: Group | None) -> tuple[Reach, ...]:
    """The cover that a result sends the group to, to be drawn."""
    piece = backward.cover_for(play, group, code, enemy)
    if piece is None:
        return ()
    title = f"cover: {piece.name or piece.kind}"
    return (Reach(group.id, title, piece.outline_in, kind="costs"),)


def limit_reach(play: Play, group: Group, cm: float, rule: str) -> tuple[Reach, ...]:
    """Every figure so far, any way."""
    return tuple(
        one
        for figure in play.state.members(group.id)
        for one in reaches(play.table, figure.id, to_in(cm), f"{cm:g} cm", rule=rule)
    )


def reach(state: State, table: Snapshot, group_id: str) -> tuple[Reach, ...]:
    """Where a move that is open to a group now may take it; none when none is open."""
    group = next((one for one in state.groups if one.id == group_id), None)
    if group is None or state.step not in ("move", "others"):
        return ()
    try:
        play = BOOK.play(state, table)
        open_to_it = allowed(may_move(play, group, ""))
        return figure_reach(play, group, code_of(play, group)) if open_to_it else ()
    except Unmeasurable:
        return ()


def figures_fault(play: Play, after: Play, group: Group, code: str) -> Refusal | None:
    """The first figure that has gone too far, or at a gait it has not got."""
    gun = play.state.gun(group.id)
    if gun is not None:
        fault = gun_fault(play, after, group, gun)
        if fault:
            return fault
    touches = bool(touched(after, group))
    for figure in play.state.members(group.id):
        fault = _too_far(play, after, group, figure, code, touches)
        if fault:
            return fault
    return None


def _too_far(
    play: Play, after: Play, group: Group, figure: Figure, code: str, charging: bool
) -> Refusal | None:
    reading = pace.used(play, after, figure)
    allowed = pace.allowance_cm(play, figure, code, charging)
    if reading.compare(allowed, FINE_CM) is Verdict.OUT:
        over = round(reading.value - allowed, 2)
        fine = reading.plus_minus < FINE_PM_CM and round(over, 1) != over
        return refusal(
            f"{play.state.called(figure)} has used {reading}, {allowed:g} cm is allowed: "
            f"too far by {over:.{2 if fine else 1}f} cm",
            *_rules(figure),
        )
    if not figure.mounted:
        return None
    slowest, fastest = pace.gaits_of(play, reading)
    if not slowest and not fastest:
        return refusal(
            f"{play.state.called(figure)} has gone {reading}: between a trot and a gallop",
            "SKM-MOVE-06",
        )
    away = code in ("RUN", "FLEE", "TROT_AWAY", "WITHDRAW", "COVER")
    if slowest == "gallop" and groups.kind_of(play, group) == "dutch" and not away:
        return refusal(
            f"{play.state.called(figure)} gallops; Dutch horse do so only running away",
            "SKM-ACT-08",
        )
    return None


def _rules(figure: Figure) -> tuple[str, ...]:
    if figure.mounted:
        return ("SKM-MOVE-06",)
    if figure.wounded or figure.role == "civilian":
        return "SKM-MOVE-02", "SKM-MOVE-03"
    return ("SKM-MOVE-01",)


def gun_fault(play: Play, after: Play, group: Group, gun: Figure) -> Refusal | None:
    """10 cm when limbered at the start, else it never moves (SKM-ART-04, -05, SKM-MOVE-12)."""
    reading = pace.used(play, after, gun)
    allowed = LIMBERED_CM if group.limbered else STILL_CM
    if reading.compare(allowed) is Verdict.OUT:
        rules = ("SKM-MOVE-12", "SKM-ART-05") if group.limbered else ("SKM-ART-04",)
        return refusal(f"the gun has moved {reading}; {0 if not group.limbered else 10} cm", *rules)
    return None


@in_play
def touched(play: Play, group: Group) -> tuple[Group, ...]:
    """Enemy groups in base contact (Q-09)."""
    mine = play.state.members(group.id)
    return tuple(
        enemy
        for enemy in play.state.enemies(group)
        if measuring.any_near(play.table, mine, play.state.members(enemy.id), CONTACT_CM)
    )


@in_play
def at_pike_reach(play: Play, group: Group) -> tuple[Group, ...]:
    """Enemy groups that pikes of this one fight at 5 cm (SKM-MEL-05)."""
    pikes = [figure for figure in play.state.members(group.id) if "pike" in figure.weapons]
    return tuple(
        enemy
        for enemy in play.state.enemies(group)
        if any(
            measuring.reaches(play.table, pike.id, foe.id, PIKE_REACH_CM) is not Verdict.OUT
            for pike in pikes
            for foe in play.state.members(enemy.id)
        )
    )


def settled(
    before: Play, after: Play, group: Group, enemy: Group | None, rules: tuple[str, ...]
) -> Steps[Play]:
    """What the move has done: distances, gaits, motion, contact (SKM-MOVE, SKM-MEL-01)."""
    went = {
        figure.id: pace.used(before, after, figure) for figure in before.state.members(group.id)
    }
    far = {
        name: reading.value if reading.compare(STILL_CM) is Verdict.OUT else 0.0
        for name, reading in went.items()
    }
    gun = before.state.gun(group.id)
    hauled = pace.used(before, after, gun).value if gun is not None and group.limbered else 0.0
    most = max((hauled, *far.values()))
    contact = touched(after, group)
    charged = bool(contact) and not touched(before, group) and most > 0
    gaits = yield from _gaits(before, group, went, charged)
    for figure in before.state.members(group.id):
        cm = far[figure.id]
        after = after.change(figure, moved_cm=cm, moved_pm_cm=went[figure.id].plus_minus,
                          gait=gaits[figure.id] if cm else "")  # fmt: skip
    after = after.change(
        group, acted=True, motion=_motion(before, after, group, enemy, most),
        charged=charged, charge_cm=most if charged else 0.0,
        rounds=0 if charged else group.rounds,
    )  # fmt: skip
    told = f"{round(most, 2):g} cm"
    says = group.does("moves", told) if most else group.does("stands", "still")
    after = after.step(
        says, "SKM-MOVE-01", *rules, modifiers=_working(before, after, group),
    )  # fmt: skip
    for warning in groups.warnings(after, group):
        after = after.step(f"warning: {warning.says}", *warning.rules)
    if charged:
        names = ", ".join(one.label for one in contact)
        after = after.step(f"{group.does('charges')} {names}", "SKM-MEL-01", "SKM-SEQ-06",
                            "SKM-ACT-06")  # fmt: skip
        after = demands.matching(before, after, after.unit(group.id))
    return after


def _gaits(
    play: Play, group: Group, went: dict[str, Reading], charged: bool
) -> Steps[dict[str, str]]:
    """At what gait each rider went; of a charge people are asked where the ruler cannot tell.

    Dutch horse that may have trotted have trotted (SKM-MOVE-04 … -06, SKM-ACT-08).
    """
    gaits: dict[str, str] = {}
    words: dict[float, bool] = {}
    for figure in play.state.members(group.id):
        reading = went[figure.id]
        slowest, fastest = pace.gaits_of(play, reading)
        gaits[figure.id] = "" if not figure.mounted else pace.gait_of(play, reading.value)
        if figure.mounted and "" in (slowest, gaits[figure.id]):
            gaits[figure.id] = slowest or fastest
        if not (charged and figure.mounted) or slowest == fastest:
            continue
        if groups.kind_of(play, group) == "dutch" and slowest == "trot":
            gaits[figure.id] = "trot"
            continue
        for gait, limit in (("walk", WALK_CM[1]), ("trot", TROT_CM[1])):
            if reading.compare(limit) is Verdict.CLOSE:
                if limit not in words:
                    words[limit] = yield from within(
                        reading, limit, group.side, what=f"did {play.state.called(figure)} {gait}",
                        rules=("SKM-MOVE-04", "SKM-MOVE-05", "SKM-MOVE-06"),
                    )  # fmt: skip
                gaits[figure.id] = gait if words[limit] else _faster(gait)
    return gaits


def _faster(gait: str) -> str:
    return {"walk": "trot", "trot": "gallop"}[gait]


def _motion(before: Play, after: Play, group: Group, enemy: Group | None, most: float) -> str:
    if most <= STILL_CM:
        return "stand"
    if enemy is None:
        return group.motion if group.motion != "stand" else "advance"
    if group.rolled in ("TROT_SHOOT", "SWEDE_ATTACK") and not touched(after, group):
        limit = demands.medium_cm(before, group) + backward.TOLERANCE_CM
        if measuring.group_distance(after, group, enemy).value <= limit:
            return "stand"
    was = measuring.group_distance(before, group, enemy).value
    now = measuring.group_distance(after, group, enemy).value
    return "advance" if now <= was else "back"


def _working(before: Play, after: Play, group: Group) -> tuple[Modifier, ...]:
    """The figure that used most, and what difficult ground and barriers took of it."""
    men = after.state.members(group.id)
    most = max(men, key=lambda man: man.moved_cm, default=None)
    if most is None or not most.moved_cm:
        return ()
    ends = (measuring.centre(before.table, most.id), measuring.centre(after.table, most.id))
    ground = pace.ground_of(before, most, *ends)
    rule = "SKM-MOVE-06" if most.mounted else "SKM-MOVE-01"
    told = [Modifier(f"{after.state.called(most)} goes", _plain(ground.straight_cm), rule)]
    if ground.hard_cm:
        told.append(Modifier("difficult ground again", f"+{_plain(ground.hard_cm)}",
                             "SKM-MOVE-07"))  # fmt: skip
    if ground.barriers_cm:
        told.append(Modifier("barriers", f"+{_plain(ground.barriers_cm)}", "SKM-MOVE-08"))
    return tuple(told)


def _plain(cm: float) -> str:
    return f"{round(cm, 2):g}"
