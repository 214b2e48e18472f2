"""Companies and troops detached and rejoined (PAS-SUB)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.movement.moving import move_fault
from rules.armatys.state import Arm, State, Unit, unit, with_units
from rules.armatys.story import begin, say, then
from rules.armatys.units.counters import counters_of
from rules.kernel.protocol import Action, Effect, Outcome, Plain
from rules.kernel.refusal import Refusal, forbid, refusal
from rules.kernel.telling.words import many
from vision.table.snapshot import Snapshot


def detach(state: State, table: Snapshot, action: Action) -> Outcome:
    """PAS-SUB-01 to -03: figures leave the parent, with its counters, for a full move.

    ``more``: ``id`` of the new unit, and the ``bases`` that it takes along (by their tags, with
    commas), or the number of figures of each arm by its kind.

    Raises:
        IllegalAction: the parent is in action or has moved, or has not the figures.
    """
    one = unit(state, action.by)
    forbid(move_fault(state, one) or in_action(one) or (
        refusal(f"{one.id} are guns: companies and troops are detached", "PAS-SUB-01")
        if one.gun else None))
    known = {two.id for two in state.units}
    free = (f"{one.id}{letter}" for letter in "abcdefgh" if f"{one.id}{letter}" not in known)
    new_id = str(action.more.get("id") or next(free, one.id))
    forbid(refusal(f"there is a unit {new_id} already") if new_id in known else None)
    bases = tuple(tag.strip() for tag in str(action.more.get("bases", "")).split(",") if tag)
    taken = _on_bases(one, table, bases) if bases else {
        arm.kind: _count(action.more.get(arm.kind, 0)) for arm in one.arms}
    whole = sum(taken.values())
    forbid(None if 0 < whole < one.figures and all(
        taken[arm.kind] <= arm.figures for arm in one.arms
    ) else refusal(f"{one.id} detaches some, not all, of its figures", "PAS-SUB-01"))
    sub = replace(one, id=new_id, name=f"of {one.id}", parent=one.id, bases=bases,
                  arms=_part(one, taken), spent=1.0, moved=True)
    rest = {arm.kind: arm.figures - taken[arm.kind] for arm in one.arms}
    left = replace(one, arms=_part(one, rest), spent=1.0, moved=True)
    story = then(begin(state), with_units(state, left, sub), Effect("detached", new_id, whole))
    strength = f"{many(whole, 'figure')} with {counters_of(state, one)}"
    return say(story, f"{new_id}, {strength}, leaves {one.id}: a full move.",
               "PAS-SUB-01", "PAS-SUB-02", "PAS-SUB-03")


def _on_bases(one: Unit, table: Snapshot, tags: tuple[str, ...]) -> dict[str, int]:
    """The figures of each arm on some bases of a unit, no more than it has left."""
    standing = {base.payload: base for base in table.bases if base.unit_id == one.id}
    strange = [tag for tag in tags if tag not in standing]
    forbid(refusal(f"{', '.join(strange)}: no base of {one.id} on the table") if strange else None)
    forbid(refusal(f"the tag {one.id} is called as its unit is: it stays with it", "PAS-SUB-01")
           if one.id in tags else None)
    counts = dict.fromkeys((arm.kind for arm in one.arms), 0)
    for tag in tags:
        kind = standing[tag].kind if standing[tag].kind in counts else one.arms[0].kind
        counts[kind] += standing[tag].figures
    return {arm.kind: min(arm.figures, counts[arm.kind]) for arm in one.arms}


def in_action(one: Unit) -> Refusal | None:
    """PAS-SUB-01: charging, fighting or firing is being in action."""
    if one.charging or one.fought or one.fired:
        return refusal(f"{one.id} is in action and cannot detach or take in anybody", "PAS-SUB-01")
    return None


def _part(one: Unit, figures: dict[str, int]) -> tuple[Arm, ...]:
    return tuple(
        replace(arm, figures=figures[arm.kind], start=figures[arm.kind],
                files=-(-figures[arm.kind] // one.ranks))
        for arm in one.arms
        if figures[arm.kind]
    )


def _count(raw: Plain) -> int:
    return int(raw) if str(raw).isdecimal() and len(str(raw)) < 5 else 0


def rejoin(state: State, action: Action) -> Outcome:
    """PAS-SUB-04: the parent's counters rise to the sub-unit's if those are more.

    Raises:
        IllegalAction: it is no detachment, or the parent is gone or in action.
    """
    sub = unit(state, action.by)
    forbid(None if sub.parent else refusal(f"{sub.id} was never detached", "PAS-SUB-04"))
    forbid(move_fault(state, sub))
    parent = unit(state, sub.parent)
    forbid(in_action(parent))
    arms = tuple(
        replace(arm, figures=arm.figures + sub.arm(arm.kind).figures,
                files=-(-(arm.figures + sub.arm(arm.kind).figures) // parent.ranks))
        for arm in parent.arms
    )
    strange = tuple(arm for arm in sub.arms if not parent.arm(arm.kind).figures)
    whole = replace(parent, arms=(*(a for a in arms if a.figures), *strange),
                    counters=max(parent.counters, sub.counters))
    gone = replace(sub, off=True, lost=f"rejoined {parent.id}", arms=())
    done = Effect("rejoined", parent.id, sub.id)
    story = then(begin(state), with_units(state, whole, gone), done)
    return say(story, f"{sub.id} rejoins {parent.id}, which has {counters_of(state, whole)}.",
               "PAS-SUB-04")
