"""Cover: what a unit stands in or behind, and what that is worth (SHOOT-05, -06, -52 to -54)."""

from __future__ import annotations

from msgspec import Struct

from rules.kernel.play import Conditions, lacks
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.protocol import Modifier
from rules.matchlocks.measuring import DENSE, LIGHT, linear_cover, stands_in
from rules.matchlocks.play import BOOK, Play
from rules.matchlocks.state import State, Unit, is_mounted, kind_of, on_foot_loose
from rules.matchlocks.switches import House

WORKS = ("fieldwork", "wall", "high wall")


class Cover(Struct, frozen=True):
    """``what`` it is ("" for open ground): building, wood, fieldwork, wall, high wall, hedge."""

    what: str = ""

    @property
    def dense(self) -> bool:
        """Hides a unit beyond 6 in."""
        return self.what in DENSE

    @property
    def light(self) -> bool:
        """Hides a unit beyond 12 in."""
        return self.what in LIGHT


OPEN = Cover()


def hides(state: State, cover: Cover) -> bool:
    """Does that light cover hide anybody?  Low walls and hedges do; works by house rule only
    (SHOOT-06; ``fieldworks_hide``)."""
    return cover.what != "fieldwork" or state.on(House.fieldworks_hide)


def cover_of(play: Play, unit: Unit, shooter: str) -> Cover:
    """What *unit* has between it and *shooter*: as declared, else as the camera sees it.

    A garrison and a unit in a wood have declared it (MOVE-19); ``covered`` overrules the
    camera for linear cover ("none" is open ground).
    """
    if unit.building:
        return Cover("building")
    if unit.wood:
        return Cover("wood")
    if unit.covered:
        return Cover("" if unit.covered == "none" else unit.covered)
    if stands_in(play.table, unit.id, "wood"):
        return Cover("wood")
    return Cover(linear_cover(play.table, unit.id, shooter))


def shelters(state: State, unit: Unit, cover: Cover) -> bool:
    """Does that cover help *unit* save against Shooting?  (SHOOT-52, -53, -54)"""
    if not cover.what:
        return False
    if is_mounted(unit):
        return cover.what in ("building", "high wall")
    if cover.what == "hedge":
        return on_foot_loose(unit)
    gun = kind_of(unit).arm == "gun"
    return not (gun and not state.on(House.crew_cover))


def cover_bonus(state: State, unit: Unit, cover: Cover) -> tuple[int, tuple[Modifier, ...]]:
    """What cover adds to a save, with the working."""
    if not shelters(state, unit, cover):
        return 0, ()
    rule = "NMM-SHOOT-52"
    if is_mounted(unit):
        rule = "NMM-SHOOT-54"
    elif cover.what == "hedge":
        rule = "NMM-SHOOT-53"
    return 1, (Modifier(f"cover: {cover.what}", "+1", rule),)


COVERS = (
    Option("camera", "as the camera sees it"),
    Option("none", "open ground"),
    Option("hedge", "behind a hedge"),
    Option("wall", "behind a low wall"),
    Option("high wall", "behind a high wall"),
    Option("fieldwork", "behind a fieldwork"),
    Option("inside", "inside a wood"),
    Option("edge", "lining a wood's edge"),
)


def may_cover(play: Play, unit: Unit, at: str) -> Conditions:
    """Any unit on the table may be spoken for."""
    yield not unit.gone or lacks(f"{unit.does('is')} off the table", "NMM-SHOOT-52")


@BOOK.action("cover", "Declare cover", may_cover)
def declare_cover(play: Play, unit: Unit, at: str) -> Steps[Play]:
    """Say what a unit stands in or behind, because no camera sees it (MOVE-19; SHOOT-05, -06,
    -52): free, and it overrules the camera until the unit moves."""
    what = unit.does("stands")
    chosen = yield from choose(what, unit.side, COVERS, rules=("NMM-SHOOT-52", "NMM-MOVE-19"))
    wood = chosen if chosen in ("inside", "edge") else ""
    covered = "" if chosen == "camera" or wood else chosen
    play = play.change(unit, covered=covered, wood=wood)
    label = next(one.label for one in COVERS if one.key == chosen)
    return play.step(f"{what} {label}", "NMM-SHOOT-52", "NMM-MOVE-19")
