"""Resolving shooting: scores, dice both ways, fall back or loss (MAP-SHR)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.blocks.close_combat.combat import Score, dice_count
from rules.blocks.close_combat.elan import shift
from rules.blocks.field.terrain import is_cover
from rules.blocks.fire.eligible import firers, shooters, with_shots
from rules.blocks.fire.fall_back import hit
from rules.blocks.state import Block, Square, State, text
from rules.blocks.story import is_over, ruled, then
from rules.blocks.switches import house
from rules.blocks.tables import SHOOTING_SCORES, merged, targets
from rules.kernel.dice import faces_alike
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Effect, Modifier, Outcome, Ruling
from rules.kernel.sides import enemy
from rules.kernel.telling.words import many


class Fire(Struct, frozen=True):
    """One side of an exchange: who shoots, from and at which square, score, need, dice."""

    side: str
    blocks: tuple[Block, ...]
    frm: Square
    at: Square
    score: Score
    need: int = 0
    dice: int = 0


def situation(one: Block, active: bool) -> str:
    """The line of the shooting table that a shooting block stands under."""
    if one.main == "artillery":
        return "artillery"
    if one.main == "dragoons":
        return "dragoons"
    if one.main == "horse":
        return "horse with commanded shot"
    return f"active {one.kind}" if active else "foot returning fire"


def score(state: State, blocks: Sequence[Block], target: Square, active: bool) -> Score:
    """MAP-SHR-03 to -10: the situation score of the shooting blocks, at least 1."""
    table = merged(SHOOTING_SCORES, house(state, "MAP_MERGED"))
    counts: dict[str, int] = {}
    for one in blocks:
        counts[situation(one, active)] = counts.get(situation(one, active), 0) + 1
    if blocks and is_cover(state, target):
        counts["target in cover"] = 1 if house(state, "MAP_COVER") == "once" else len(blocks)
    lines = tuple(
        Modifier(f"{count} x {what}", f"{table[what][0] * count:+d}", table[what][1])
        for what, count in counts.items()
    )
    total = sum(int(line.value) for line in lines)
    if total >= 1:
        return Score(total, lines)
    return Score(1, (*lines, Modifier("at least 1", f"{1 - total:+d}", "MAP-SHR-10")))


def exchange(state: State, active: str, frm: Square, at: Square) -> tuple[Fire, Fire]:
    """Both sides of the fire of *active* from one square at another (MAP-SHR-01, -02, -11)."""
    other = enemy(state, active)
    mine = firers(state, frm, active, at)
    theirs = shooters(state, at, other, frm)
    first = score(state, mine, at, True)
    second = score(state, theirs, frm, False)
    difference = first.total - second.total + int(house(state, "MAP_DIFF_OFFSET"))
    need, need_back, _ = targets(difference)
    return (
        Fire(active, mine, frm, at, first, need, dice_count(state, mine, first.total)),
        Fire(other, theirs, at, frm, second, need_back, dice_count(state, theirs, second.total)),
    )


def shoot(story: Outcome, active: str, frm: Square, at: Square) -> Steps[Outcome]:
    """MAP-SHR-01 to -17: one exchange of fire, to its last fall back."""
    state: State = story.state
    fires = exchange(state, active, frm, at)
    story = ruled(story, _scores(state, fires))
    causes: list[tuple[str, ...]] = []
    for fire in fires:
        what = f"Fire of {fire.side} from {text(fire.frm)}: {_standing(fires)}"
        one_cause = len({one.main == "artillery" for one in fire.blocks}) == 1
        faces = yield from roll(
            what,
            fire.dice,
            fire.side,
            need=fire.need,
            rules=("MAP-SHR-12", "MAP-DICE-01"),
            alike=faces_alike(fire.need) if one_cause else (),
        )
        causes.append(hit_causes(state, fire, faces))
        if faces:
            says = f"{fire.side}: {many(len(causes[-1]), 'hit')}."
            story = ruled(story, Ruling(says, ("MAP-SHR-12",), faces=faces))
    state = with_shots(state, fires[0].blocks, returning=False)
    state = with_shots(state, fires[1].blocks, returning=True)
    story = then(story, state, Effect("shot", text(frm), text(at)))
    by_active, by_other = limited(state, causes[0], causes[1])
    return (yield from _apply(story, fires, by_active, by_other))


def hit_causes(state: State, fire: Fire, faces: tuple[int, ...]) -> tuple[str, ...]:
    """MAP-DICE-01: the cause of each hit, from the block whose die it was."""
    mains = [one.main for one in fire.blocks]
    whole = "artillery" if set(mains) == {"artillery"} else "muskets"
    per_block = house(state, "MAP_DICE") == "per_block"
    causes = []
    for place, face in enumerate(faces):
        if face >= fire.need:
            gun = mains[place] == "artillery" if per_block else whole == "artillery"
            causes.append("artillery" if gun else "muskets")
    return tuple(causes)


def limited(
    state: State, mine: tuple[str, ...], theirs: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """MAP_SHOOT_RESULT: how many of both sides' hits push a block."""
    way = house(state, "MAP_SHOOT_RESULT")
    if way == "max_one":
        return mine[:1], theirs[:1]
    if way == "net_one":
        better = len(mine) - len(theirs)
        return (mine[:1] if better > 0 else ()), (theirs[:1] if better < 0 else ())
    return mine, theirs


def _apply(
    story: Outcome, fires: tuple[Fire, Fire], by_active: tuple[str, ...], by_other: tuple[str, ...]
) -> Steps[Outcome]:
    """MAP-SHR-16: both sides' hits are simultaneous; elan is summed, then checked
    (MAP_ELAN_ORDER)."""
    mine, theirs = fires
    total: dict[str, int] = {}
    rules: tuple[str, ...] = ()
    in_order = house(story.state, "MAP_ELAN_ORDER") == "inactive_first"
    for fire, back, causes in ((mine, theirs, by_active), (theirs, mine, by_other)):
        able = tuple(one.id for one in back.blocks)
        for cause in causes:
            story, changes = yield from hit(story, back.side, fire.at, cause, able)
            total = {side: total.get(side, 0) + changes.get(side, 0) for side in (*total, *changes)}
            rules = (*rules, *_why(changes))
        if in_order:
            story, total = shift(story, total, *dict.fromkeys(rules), "MAP-SHR-16"), {}
            if is_over(story):
                return story
    return shift(story, total, *dict.fromkeys(rules), "MAP-SHR-16")


def _why(changes: dict[str, int]) -> tuple[str, ...]:
    """The rules by which one hit moves elan: a block lost, or one that fell back."""
    if not changes:
        return ()
    lost = any(by < 0 for by in changes.values())
    return ("MAP-REM-08", "MAP-REM-09") if lost else ("MAP-SHR-15",)


def _standing(fires: tuple[Fire, Fire]) -> str:
    mine, theirs = fires
    return (
        f"{mine.score.total} against {theirs.score.total}; "
        f"{mine.side} needs {mine.need}, {theirs.side} needs {theirs.need}"
    )


def _scores(state: State, fires: tuple[Fire, Fire]) -> Ruling:
    mine, theirs = fires
    says = f"{mine.side} shoots from {text(mine.frm)} at {text(mine.at)}: {_standing(fires)}."
    lines = (*mine.score.of(mine.side), *theirs.score.of(theirs.side))
    return Ruling(
        says,
        ("MAP-SHR-01", "MAP-SHR-02", "MAP-SHR-11"),
        lines,
        f"{mine.score.total} - {theirs.score.total}",
    )
