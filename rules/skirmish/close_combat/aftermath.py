"""After a melee: who goes back, and who follows (SKM-MEL-20 … -22)."""

from __future__ import annotations

import math

from msgspec import Struct

from rules.field.ruler import foot_of
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.names import side_does, titled
from rules.skirmish import measuring, switches
from rules.skirmish.moving import movement, pace
from rules.skirmish.state import Figure, Group, Play
from rules.skirmish.tables import PUSH_BACK_CM

ASIDE = math.cos(math.radians(60.0))
"""A way within 60 degrees of the straight one is back, or after the enemy."""


class Hurt(Struct, frozen=True):
    """What one side suffered: figures hurt, how many of them killed, bouts lost."""

    hits: int = 0
    kills: int = 0
    bouts: int = 0


def loser_of(play: Play, sides: tuple[str, str], hurt: dict[str, Hurt]) -> str:
    """The side with the worse results, "" when level (SKM-MEL-20)."""
    by_kills, by_bouts = play.on(switches.MELEE_LOSER.kills), play.on(switches.MELEE_LOSER.bouts)

    def worse(one: Hurt) -> tuple[int, int]:
        return (one.kills, 0) if by_kills else (one.bouts, 0) if by_bouts else (one.hits, one.kills)

    a, b = (worse(hurt[side]) for side in sides)
    return "" if a == b else sides[0] if a > b else sides[1]


def aftermath(play: Play, ids: tuple[str, ...], first: str, hurt: dict[str, Hurt]) -> Steps[Play]:
    """The worse go back 5 cm, both if level; the winner may follow up (SKM-MEL-20 … -22)."""
    sides = (first, play.state.other(first))
    lost = loser_of(play, sides, hurt)
    play = play.step(
        f"{side_does(sides[0], 'suffers')} {hurt[sides[0]].hits}, "
        f"{titled(sides[1])} {hurt[sides[1]].hits}: {titled(lost) or 'both'} back", "SKM-MEL-20",
    )  # fmt: skip
    for name in ids:
        group = play.unit(name)
        if lost in ("", group.side) and play.state.members(name):
            play = yield from go_back(play, group, ids)
    for name in ids:
        group = play.unit(name)
        if lost and group.side != lost and play.state.members(name):
            play = yield from _follow(play, group, ids)
    return play


def go_back(play: Play, group: Group, ids: tuple[str, ...]) -> Steps[Play]:
    """5 cm away from whom it fought."""
    foes = [play.unit(n) for n in ids if play.unit(n).side != group.side and play.state.members(n)]

    def judge(after: Play) -> Refusal | None:
        went = measuring.moved_cm(play, after, group)
        closer = any(
            measuring.group_distance(after, group, foe).value
            < measuring.group_distance(play, group, foe).value - 0.5
            for foe in foes
        )
        back = leads(play, after, group, foes, -1.0)
        if abs(went - PUSH_BACK_CM) <= 1.0 and back and not closer:
            return None
        hemmed = went < PUSH_BACK_CM and measuring.hemmed_in(after, group)
        return (
            None
            if hemmed
            else refusal(f"{group.does('has')} gone {went:.1f} cm, not 5 back", "SKM-MEL-20")
        )

    what = f"{group.does('goes')} back {PUSH_BACK_CM:g} cm"
    ground = movement.limit_reach(play, group, PUSH_BACK_CM, "SKM-MEL-20")
    after = yield from movement.moved(play, what, group, judge, ("SKM-MEL-20",), ground)
    after = after.change(group, pushed=True)
    return after.step(f"{group.does('goes')} back", "SKM-MEL-20", "SKM-RF-11")


def leads(play: Play, after: Play, group: Group, foes: list[Group], way: float) -> bool:
    """Does its move lead at (1) or off from (-1) a foe it fought, or to its own front or rear,
    within 60 degrees?  Who beat it may stand aside, or be dead where it stands."""
    here, there = measuring.middle(play, group), measuring.middle(after, group)
    gone = measuring.way_from(there, here)
    ahead = [foot_of(play.table, man.id).ahead for man in play.state.members(group.id)]
    ways = [(sum(x for x, _ in ahead) / len(ahead), sum(y for _, y in ahead) / len(ahead))]
    ways += [
        measuring.way_from(
            measuring.centre(play.table, measuring.closest_man(play, group, foe)), here
        )
        for foe in foes
    ]
    return any(way * (gone[0] * x + gone[1] * y) >= ASIDE for x, y in ways)


def charge_gait(play: Play, group: Group, figure: Figure) -> str:
    """At what gait he charged this turn: his own, or of a charge told by its length alone, that."""
    if not group.charged:
        return ""
    if any(man.gait for man in play.state.members(group.id)):
        return figure.gait
    return pace.gait_of(play, group.charge_cm) if group.charge_cm > 0 else ""


def _follow(play: Play, group: Group, ids: tuple[str, ...]) -> Steps[Play]:
    """The winner may follow up, galloping horse must (SKM-MEL-21, -22)."""
    gallop = any(
        man.mounted and charge_gait(play, group, man) == "gallop"
        for man in play.state.members(group.id)
    )
    options = (Option("follow"),) if gallop else (Option("follow"), Option("stand"))
    answer = yield from choose(
        f"{group.does('has')} won", group.side, options, rules=("SKM-MEL-21", "SKM-MEL-22")
    )
    if answer == "stand":
        return play.step(group.does("stands"), "SKM-MEL-21")

    foes = [play.unit(n) for n in ids if play.unit(n).side != group.side and play.state.members(n)]

    def judge(after: Play) -> Refusal | None:
        went = measuring.moved_cm(play, after, group)
        if went > PUSH_BACK_CM + 1.0:
            return refusal(
                f"{group.does('has')} gone {went:.1f} cm; {group.it} {group.form('follows')} 5",
                "SKM-MEL-21",
            )
        if (
            went > 1.0
            and not movement.touched(after, group)
            and not leads(play, after, group, foes, 1.0)
        ):
            return refusal(f"{group.does('follows')} whom it beat", "SKM-MEL-21")
        stays = gallop and went < 1.0 and not movement.touched(after, group)
        if stays and not measuring.hemmed_in(after, group):
            return refusal(f"{group.label} galloped and follows up", "SKM-MEL-22")
        return None

    after = yield from movement.moved(
        play, f"{group.does('follows')} up", group, judge, ("SKM-MEL-21", "SKM-MEL-22"),
        movement.limit_reach(play, group, PUSH_BACK_CM, "SKM-MEL-21"),
    )  # fmt: skip
    rule = "SKM-MEL-22" if gallop else "SKM-MEL-21"
    return after.step(f"{group.does('follows')} up", rule)
