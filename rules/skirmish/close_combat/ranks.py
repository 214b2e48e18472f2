"""Files of men: who stands behind whom, supporting pikes, pikes at 5 cm (SKM-MEL-03 … -06)."""

from __future__ import annotations

from itertools import takewhile

from rules.field.ruler import foot_of, from_front
from rules.skirmish import measuring
from rules.skirmish.state import Figure, Play
from rules.skirmish.tables import PIKE_REACH_CM
from vision.table.reading import Verdict


def behind(play: Play, front: Figure, side: str) -> Figure | None:
    """The man in contact behind another, within half a base of his centre line (Q-10)."""
    table = play.table
    foot = foot_of(table, front.id)
    for base in table.bases:
        if base.payload == front.id or base.side != side:
            continue
        figure = play.state.figure(base.payload)
        if figure.is_gun:
            continue
        ahead, aside = from_front(foot, foot_of(table, base.payload))
        if ahead < 0 and aside <= foot.half_width_in + 1e-9 and -ahead > aside:
            if measuring.touch(table, front.id, base.payload):
                return figure
    return None


def file_of(play: Play, front: Figure) -> tuple[Figure, ...]:
    """The men one behind another, after the front man."""
    side = play.state.side_of(front)
    found: list[Figure] = []
    here: Figure | None = front
    while here is not None and len(found) < 10:
        here = behind(play, here, side)
        if here is None or here in found or here.id == front.id:
            break
        found.append(here)
    return tuple(found)


def supporters(play: Play, front: Figure, fighting: list[str]) -> tuple[str, ...]:
    """Pikes that fight behind a man who meets an enemy (SKM-MEL-03, -04).

    Behind one or two ranks of shot the first pike, every turn; behind a front pike up to three
    pikes, in the first combat turn only.
    """
    rear = [figure for figure in file_of(play, front) if figure.id not in fighting]
    if "pike" in front.weapons:
        first_turn = play.unit(front.group).rounds == 0
        pikes = takewhile(lambda figure: "pike" in figure.weapons, rear[:3])
        return tuple(figure.id for figure in pikes) if first_turn else ()
    if front.shot() is None:
        return ()
    shot = len(list(takewhile(lambda figure: "pike" not in figure.weapons
                              and figure.shot() is not None, rear)))  # fmt: skip
    after = rear[shot : shot + 1]
    return tuple(f.id for f in after if shot <= 1 and "pike" in f.weapons)


def front_pike(play: Play, figure: Figure) -> bool:
    """A pikeman with no comrade in contact ahead of him."""
    if "pike" not in figure.weapons or figure.is_gun:
        return False
    side = play.state.side_of(figure)
    foot = foot_of(play.table, figure.id)
    for base in play.table.bases:
        if base.side != side or base.payload == figure.id:
            continue
        ahead, aside = from_front(foot, foot_of(play.table, base.payload))
        if ahead > aside and measuring.touch(play.table, figure.id, base.payload):
            return False
    return True


def at_five(play: Play, figure: Figure, foes: list[str]) -> tuple[str, ...]:
    """The foe within 5 cm that a front pike fights without closing (SKM-MEL-05): the nearest."""
    near = [
        foe
        for foe in foes
        if measuring.reaches(play.table, figure.id, foe, PIKE_REACH_CM) is not Verdict.OUT
    ]
    return (
        (min(near, key=lambda foe: measuring.apart_cm(play.table, figure.id, foe)),) if near else ()
    )
