"""Companies and troops detached and rejoined (PAS-SUB)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.armatys.movement.moving import may_move
from rules.armatys.state import Arm, Battle, Unit, on_table, with_units
from rules.armatys.units.counters import counters_of
from rules.kernel.play import Check, Conditions, fails, lacks, require
from rules.kernel.prompts import Steps
from rules.kernel.protocol import Plain
from rules.kernel.telling.words import many
from vision.table.snapshot import Snapshot


def may_detach(play: Battle, by: Unit, at: str, **said: Any) -> Conditions:
    """PAS-SUB-01: who may move and is not in action may part with some of its figures."""
    yield from may_move(play, by)
    yield from _out_of_action(by)
    yield by.gun is None or fails(
        f"{by.label} are guns: companies and troops are detached", "PAS-SUB-01")  # fmt: skip


def _out_of_action(one: Unit) -> Conditions:
    """PAS-SUB-01: charging, fighting or firing is being in action."""
    yield not (one.charging or one.fought or one.fired) or fails(
        f"{one.does('is')} in action and cannot detach or take in anybody", "PAS-SUB-01"
    )


def detach(play: Battle, by: Unit, at: str, **said: Any) -> Steps[Battle]:
    """PAS-SUB-01 to -03: figures leave the parent, with its counters, for a full move.

    *said*: ``id`` of the new unit, and the ``bases`` that it takes along (by their tags, with
    commas), or the number of figures of each arm by its kind.

    Raises:
        IllegalAction: it has not the figures, or not these bases.
    """
    known = {one.id for one in play.state.units}
    free = (f"{by.id}{letter}" for letter in "abcdefgh" if f"{by.id}{letter}" not in known)
    new_id = said["id"] or next(free, by.id)
    bases = tuple(tag.strip() for tag in str(said["bases"]).split(",") if tag)
    yield from require(_may_take(play, by, new_id, bases), by.side)
    taken = (
        _on_bases(by, play.table, bases)
        if bases
        else {arm.kind: _count(said.get(arm.kind, 0)) for arm in by.arms}
    )
    whole = sum(taken.values())
    enough = all(taken[arm.kind] <= arm.figures for arm in by.arms)
    some = Check(f"{by.does('detaches')} some, not all, of {by.its} figures", "PAS-SUB-01",
                 enough and 0 < whole < by.figures)  # fmt: skip
    yield from require([some], by.side)
    sub = replace(
        by,
        id=new_id,
        name=f"{new_id} of {by.label}",
        parent=by.id,
        bases=bases,
        arms=_part(by, taken),
        spent=1.0,
        moved=True,
    )
    rest = {arm.kind: arm.figures - taken[arm.kind] for arm in by.arms}
    left = replace(by, arms=_part(by, rest), spent=1.0, moved=True)
    strength = f"{many(whole, 'figure')} with {counters_of(play, by)}"
    play = with_units(play, left, sub)
    says = f"{new_id}, {strength}, leaves {by.label}: a full move."
    return play.step(says, "PAS-SUB-01", "PAS-SUB-02", "PAS-SUB-03")


def _may_take(play: Battle, one: Unit, new_id: str, tags: tuple[str, ...]) -> Conditions:
    """A name that is free, and bases of the unit that do not bear its own."""
    known = {two.id for two in play.state.units}
    yield new_id not in known or lacks(f"there is a unit {new_id} already")
    mine = {base.payload for base in play.table.bases if base.unit_id == one.id}
    strange = ", ".join(tag for tag in tags if tag not in mine)
    yield not strange or lacks(f"{strange}: no base of {one.label} on the table")
    yield one.id not in tags or lacks(
        f"the tag {one.id} is called as its unit is: it stays with it", "PAS-SUB-01")  # fmt: skip


def _on_bases(one: Unit, table: Snapshot, tags: tuple[str, ...]) -> dict[str, int]:
    """The figures of each arm on some bases of a unit, no more than it has left."""
    standing = {base.payload: base for base in table.bases}
    counts = dict.fromkeys((arm.kind for arm in one.arms), 0)
    for tag in tags:
        kind = standing[tag].kind if standing[tag].kind in counts else one.arms[0].kind
        counts[kind] += standing[tag].figures
    return {arm.kind: min(arm.figures, counts[arm.kind]) for arm in one.arms}


def _part(one: Unit, figures: dict[str, int]) -> tuple[Arm, ...]:
    return tuple(
        replace(
            arm,
            figures=figures[arm.kind],
            start=figures[arm.kind],
            files=-(-figures[arm.kind] // one.ranks),
        )
        for arm in one.arms
        if figures[arm.kind]
    )


def _count(raw: Plain) -> int:
    return int(raw) if str(raw).isdecimal() and len(str(raw)) < 5 else 0


def may_rejoin(play: Battle, by: Unit, at: str) -> Conditions:
    """PAS-SUB-04: a detachment that may move, whose parent is there and out of action."""
    yield bool(by.parent) or lacks(f"{by.does('was')} never detached", "PAS-SUB-04")
    yield from may_move(play, by)
    yield from _out_of_action(on_table(play, by.parent))


def rejoin(play: Battle, by: Unit, at: str) -> Battle:
    """PAS-SUB-04: the parent's counters rise to the sub-unit's if those are more."""
    parent = play.unit(by.parent)
    arms = []
    for arm in parent.arms:
        figures = arm.figures + by.arm(arm.kind).figures
        arms.append(replace(arm, figures=figures, files=-(-figures // parent.ranks)))
    strange = [arm for arm in by.arms if not parent.arm(arm.kind).figures]
    counters = max(parent.counters, by.counters)
    whole = replace(
        parent, arms=(*(arm for arm in arms if arm.figures), *strange), counters=counters
    )
    gone = replace(by, off=True, lost=f"rejoined {parent.label}", arms=())
    says = f"{by.does('rejoins')} {parent.label}, which has {counters_of(play, whole)}."
    return with_units(play, whole, gone).step(says, "PAS-SUB-04")
