"""Saves against Shooting, and the casualties (SHOOT 13e)."""

from __future__ import annotations

from rules.kernel.dice import successes, written
from rules.kernel.prompts import Steps
from rules.kernel.protocol import Modifier
from rules.kernel.telling.words import many
from rules.matchlocks.crises.crisis import after_loss
from rules.matchlocks.musketry.cover import OPEN, Cover, cover_bonus
from rules.matchlocks.musketry.losses import leave_table, remove_figures, risk_leaders
from rules.matchlocks.play import Play, throw
from rules.matchlocks.state import State, Unit, kind_of
from rules.matchlocks.switches import House
from vision.table.snapshot import Snapshot


def shooting_save(state: State, unit: Unit) -> tuple[int, Modifier]:
    """What a unit saves a Shooting Hit on, before cover (SHOOT-51)."""
    need, kind = kind_of(unit).save_shooting, kind_of(unit)
    if kind.key == "horse_detachment" and state.on(House.horse_detachment_class.skirmisher):
        need = 5
    if kind.key == "battalia" and not unit.shot and state.on(House.battalia_rump.pike):
        need = 4
    return need, Modifier(f"save of a {kind.title}", f"{need}+", "NMM-SHOOT-51")


def save_hits(
    play: Play, target_id: str, hits: int, cover: Cover, *, melee: bool = False
) -> Steps[tuple[Play, int]]:
    """The target's player throws every Hit as a save; what is not saved is a Kill (SHOOT-51)."""
    target = play.unit(target_id)
    need, base = shooting_save(play.state, target)
    if melee:
        need = kind_of(target).save_melee
        base = Modifier("the melee chart, by house rule", f"{need}+", "NMM-DOC-17")
    bonus, notes = cover_bonus(play.state, target, cover)
    need -= bonus
    what = target.does("saves")
    play, dice = yield from throw(
        play, what, hits, target.side, need=need, rules=("NMM-SHOOT-51",), apart=()
    )
    saved = successes(dice.faces, need)
    if not hits:
        return play, 0
    play = play.step(
        f"{what} {saved} of {hits} on {need}+: {written(dice.faces)}",
        "NMM-SHOOT-51",
        modifiers=(base, *notes, *dice.notes),
        total=many(hits - saved, "kill"),
        faces=dice.faces,
    )
    return play, hits - saved


def suffer(
    play: Play,
    target_id: str,
    *,
    hits: int = 0,
    outright: int = 0,
    most: int | None = None,
    cover: Cover = OPEN,
    from_rear: bool = False,
    melee: bool = False,
    under: tuple[tuple[Cover, int], ...] = (),
    mourned: bool = True,
) -> Steps[Play]:
    """A unit suffers one resolved Shoot: saves, casualties, its leader's risk.

    *outright*: Artillery Hits, which are Kills with no save (SHOOT-55). *most*: figures that
    can be seen and reached; Kills beyond them are lost (SHOOT-02). *melee*: saves are those of
    the melee chart (``exchange_saves``). *under*: Hits by the cover that there is against
    them, when they come from several sides. *mourned*: friends who see it destroyed test now;
    where more happens at once, ``mourn`` has them test afterwards.
    """
    kills = 0
    for against, count in under or ((cover, hits),):
        play, some = yield from save_hits(play, target_id, count, against, melee=melee)
        kills += some
    target = play.unit(target_id)
    extra = 1 if outright and target.kind == "pike_square" else 0
    play = _outright(play, target, outright, extra)
    wanted = kills + outright
    reach = target.figures if most is None else min(most, target.figures)
    taken = min(wanted, reach)
    extra = min(extra, reach - taken)
    if wanted > reach:
        why = f"{many(wanted - reach, 'kill')} lost: only {many(reach, 'figure')} can be hit"
        play = play.step(why, "NMM-SHOOT-02", "NMM-SHOOT-18")
    if not taken:
        return play
    play = remove_figures(play, target_id, taken, extra=extra, from_rear=from_rear)
    play = yield from _after_kills(play, target, taken + extra)
    return (yield from mourn(play, (target_id,), play.table)) if mourned else play


def mourn(play: Play, units: tuple[str, ...], before: Snapshot) -> Steps[Play]:
    """Friends test who saw these units wiped out, once all that happened at once has (MOR-02)."""
    for unit_id in units:
        if play.unit(unit_id).gone == "destroyed":
            play = yield from after_loss(play, unit_id, before)
    return play


def _outright(play: Play, target: Unit, outright: int, extra: int) -> Play:
    if not outright:
        return play
    bounce = (Modifier("bounces into the rear division", "+1", "NMM-SHOOT-56"),) if extra else ()
    return play.step(
        f"{many(outright, 'hit')} by Artillery, killing outright",
        "NMM-SHOOT-55",
        modifiers=(Modifier("no save against Artillery", many(outright, "kill"), "NMM-SHOOT-55"),)
        + bounce,
        total=many(outright + extra, "kill"),
    )


def _after_kills(play: Play, before: Unit, kills: int) -> Steps[Play]:
    """Wiped out, or a leader at risk, or at half strength (SHOOT-60, -61, -62)."""
    after = play.unit(before.id)
    if after.figures == 0:
        return leave_table(play, before.id, "destroyed", "is", "wiped out by Shooting")
    play = play.change(before.id, shot_kills=before.shot_kills + kills)
    risk = max(0, kills - 3)
    if play.on(House.leader_risk_window.per_turn):
        risk = max(0, before.shot_kills + kills - 3) - max(0, before.shot_kills - 3)
    play = yield from risk_leaders(play, before.id, risk, "NMM-SHOOT-61")
    if after.at_half and not before.at_half:
        says = (
            f"{after.does('is')} at half strength or less: "
            f"{after.it} {after.form('tests')} when the turn ends"
        )
        play = play.step(says, "NMM-SHOOT-60")
    return play
