"""The crew at a gun, and turning it (SKM-ART-03, -06, Q-13)."""

from __future__ import annotations

import math

from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Steps
from rules.kernel.refusal import Refusal, refusal
from rules.skirmish import measuring
from rules.skirmish.moving import movement
from rules.skirmish.play import BOOK, its_step
from rules.skirmish.state import Figure, Group, Play
from rules.skirmish.tables import GUN_CREW, PIVOT_DEG
from vision.measure.uncertain import HALF_WIDTH_95
from vision.table.reading import Reading, Verdict

CREW_CM = 5.0
PIVOT_TOLERANCE_DEG = 1.0


def crew_near(play: Play, group: Group) -> int:
    """Live crew within 5 cm of the gun, for all the ruler can tell (SKM-ART-03)."""
    gun = play.state.gun(group.id)
    if gun is None:
        return 0
    there = [measuring.distance(play, gun.id, figure.id) for figure in play.state.members(group.id)]
    return sum(reading.compare(CREW_CM) is not Verdict.OUT for reading in there)


def may_pivot(play: Play, by: Group, at: str) -> Conditions:
    """Whose crew may turn its gun (SKM-ART-06)."""
    yield from its_step(play, by)
    yield play.state.gun(by.id) is not None or lacks(f"{by.does('has')} no gun", "SKM-ART-06")
    yield not by.limbered or fails(f"{by.does('is')} limbered", "SKM-ART-05")
    yield not by.acted or fails(f"{by.does('has')} acted", "SKM-ART-06")
    yield crew_near(play, by) >= GUN_CREW or fails(
        f"{by.does('has')} fewer than 3 crew at the gun", "SKM-ART-06")  # fmt: skip


@BOOK.action("pivot", "{by}: turn the gun", may_pivot, phases=("move",))
def pivot(play: Play, by: Group, at: str) -> Steps[Play]:
    """Up to 45 degrees, and nothing else that turn (SKM-ART-06, Q-13)."""
    gun = play.state.gun(by.id)
    assert gun is not None

    def judge(after: Play) -> Refusal | None:
        turned = turned_deg(play, after, gun)
        if turned.compare(PIVOT_DEG, PIVOT_TOLERANCE_DEG) is Verdict.OUT:
            return refusal(f"the gun has turned {turned}; 45 is allowed", "SKM-ART-06")
        return movement.gun_fault(play, after, by, gun)

    what = f"turn {by.label}'s gun up to 45 degrees"
    after = yield from movement.moved(play, what, by, judge, ("SKM-ART-06",))
    after = after.change(by, acted=True, pivoted=True)
    return after.step(f"{by.does('turns')} {by.its} gun", "SKM-ART-06")


def turned_deg(before: Play, after: Play, figure: Figure) -> Reading:
    """By how much a base has turned, whichever way (Q-13)."""
    old, new = (p.table.base(figure.id).settled_pose() for p in (before, after))
    deg = abs(new.facing_deg - old.facing_deg) % 360
    spread = HALF_WIDTH_95 * math.sqrt(old.own[5] + new.own[5])
    return Reading("turned", round(min(deg, 360 - deg), 3), spread, "deg", figure.id)
