"""Resolving shooting: scores, dice both ways, fall back or loss (MAP-SHR)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from rules.blocks.close_combat.combat import Score, dice_count, lines_of
from rules.blocks.close_combat.elan import shift
from rules.blocks.field.terrain import is_cover
from rules.blocks.fire.eligible import firers, shooters, with_shots
from rules.blocks.fire.fall_back import hit
from rules.blocks.state import Block, Going, Square, text
from rules.blocks.switches import COVER, DICE, DIFF_OFFSET, ELAN_ORDER, MERGED, SHOOT_RESULT
from rules.blocks.tables import SCORES_SHOOTING, targets
from rules.kernel.dice import faces_alike
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Modifier
from rules.kernel.sides import enemy
from rules.kernel.telling.names import side_does, titled
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


def score(play: Going, blocks: Sequence[Block], target: Square, active: bool) -> Score:
    """MAP-SHR-03 to -10: the situation score of the shooting blocks, at least 1."""
    counts: dict[str, int] = {}
    for one in blocks:
        stands = situation(one, active)
        counts[stands] = counts.get(stands, 0) + 1
    if blocks and is_cover(play, target):
        counts["target in cover"] = 1 if play.on(COVER.once) else len(blocks)
    lines = lines_of(counts, SCORES_SHOOTING[play.on(MERGED.up)])
    total = sum([int(line.value) for line in lines])
    if total >= 1:
        return Score(total, lines)
    return Score(1, (*lines, Modifier("at least 1", f"{1 - total:+d}", "MAP-SHR-10")))


def exchange(play: Going, active: str, frm: Square, at: Square) -> tuple[Fire, Fire]:
    """Both sides of the fire of *active* from one square at another (MAP-SHR-01, -02, -11)."""
    other = enemy(play.state, active)
    mine, theirs = firers(play, frm, active, at), shooters(play, at, other, frm)
    first, second = score(play, mine, at, True), score(play, theirs, frm, False)
    need, need_back, _ = targets(first.total - second.total + play.number(DIFF_OFFSET))
    return (
        Fire(active, mine, frm, at, first, need, dice_count(play, mine, first.total)),
        Fire(other, theirs, at, frm, second, need_back, dice_count(play, theirs, second.total)),
    )


def shoot(play: Going, active: str, frm: Square, at: Square) -> Steps[Going]:
    """MAP-SHR-01 to -17: one exchange of fire, to its last fall back."""
    fires = exchange(play, active, frm, at)
    play = _scored(play, fires)
    causes: list[tuple[str, ...]] = []
    for fire in fires:
        one_cause = len({one.main == "artillery" for one in fire.blocks}) == 1
        faces = yield from roll(
            f"Fire of {titled(fire.side)} from {text(fire.frm)}: {_standing(fires)}",
            fire.dice,
            fire.side,
            need=fire.need,
            rules=("MAP-SHR-12", "MAP-DICE-01"),
            alike=faces_alike(fire.need) if one_cause else (),
        )
        causes.append(hit_causes(play, fire, faces))
        if faces:
            says = f"{titled(fire.side)}: {many(len(causes[-1]), 'hit')}."
            play = play.step(says, "MAP-SHR-12", faces=faces)
    play = with_shots(play, fires[0].blocks, returning=False)
    play = with_shots(play, fires[1].blocks, returning=True)
    return (yield from struck(play, fires, *limited(play, causes[0], causes[1])))


def hit_causes(play: Going, fire: Fire, faces: tuple[int, ...]) -> tuple[str, ...]:
    """MAP-DICE-01: the cause of each hit, from the block whose die it was."""
    guns = [one.main == "artillery" for one in fire.blocks]
    if not play.on(DICE.per_block):
        guns = [all(guns)] * len(faces)
    return tuple(
        "artillery" if guns[place] else "muskets"
        for place, face in enumerate(faces)
        if face >= fire.need
    )


def limited(
    play: Going, mine: tuple[str, ...], theirs: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """MAP_SHOOT_RESULT: how many of both sides' hits push a block."""
    if play.on(SHOOT_RESULT.max_one):
        return mine[:1], theirs[:1]
    if play.on(SHOOT_RESULT.net_one):
        better = len(mine) - len(theirs)
        return (mine[:1] if better > 0 else ()), (theirs[:1] if better < 0 else ())
    return mine, theirs


def struck(
    play: Going, fires: tuple[Fire, Fire], by_active: tuple[str, ...], by_other: tuple[str, ...]
) -> Steps[Going]:
    """MAP-SHR-16: both sides' hits are simultaneous; elan is summed, then checked
    (MAP_ELAN_ORDER)."""
    mine, theirs = fires
    total: dict[str, int] = {}
    rules: tuple[str, ...] = ()
    for fire, back, causes in ((mine, theirs, by_active), (theirs, mine, by_other)):
        able = tuple(one.id for one in back.blocks)
        for cause in causes:
            play, changes = yield from hit(play, back.side, fire.at, cause, able)
            total = {side: total.get(side, 0) + changes.get(side, 0) for side in (*total, *changes)}
            rules = (*rules, *_why(changes))
        if play.on(ELAN_ORDER.inactive_first):
            play, total = shift(play, total, *rules, "MAP-SHR-16"), {}
            if play.state.is_over:
                return play
    return shift(play, total, *rules, "MAP-SHR-16")


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
        f"{side_does(mine.side, 'needs')} {mine.need}, "
        f"{side_does(theirs.side, 'needs')} {theirs.need}"
    )


def _scored(play: Going, fires: tuple[Fire, Fire]) -> Going:
    mine, theirs = fires
    return play.step(
        f"{side_does(mine.side, 'shoots')} from {text(mine.frm)} at {text(mine.at)}: "
        f"{_standing(fires)}.",
        "MAP-SHR-01",
        "MAP-SHR-02",
        "MAP-SHR-11",
        modifiers=(*mine.score.of(mine.side), *theirs.score.of(theirs.side)),
        total=f"{mine.score.total} - {theirs.score.total}",
    )
