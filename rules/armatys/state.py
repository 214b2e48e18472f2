"""The state of a game of Pike & Shot, and plain questions about it.

Law: frozen and plain JSON. Both sides act in each of the eight phases of a bound; what a
unit does in a phase is worked out from ``start``, the units as they were when the phase
began, because everything in it is simultaneous.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, TypeAlias

from msgspec import Struct

from rules.armatys.tables import GUNS, WEIGHTS, Weight
from rules.field.muster import with_changed
from rules.kernel.play import Play, named
from rules.kernel.protocol import IllegalAction
from rules.kernel.telling.names import Labelled, Person


class Arm(Struct, frozen=True):
    """Figures of one arm: ``pike``, ``musket``, ``halberd``, ``horse``, ``dragoon``,
    ``light horse`` or ``crew``. ``files``: figures in its front rank when whole."""

    kind: str
    figures: int
    files: int = 0
    armour: str = "Unarmoured"
    start: int = 0

    @property
    def front(self) -> int:
        """Figures in the front rank now."""
        return min(self.files or self.figures, self.figures)

    @property
    def depth(self) -> int:
        """Ranks that the figures fill."""
        return -(-self.figures // self.files) if self.files and self.figures else 1


class Gun(Struct, frozen=True):
    """The guns of an artillery unit. ``progress``: moves spent unlimbering."""

    name: str
    number: int = 1
    limbered: bool = False
    galloper: bool = False
    progress: int = 9

    @property
    def weight(self) -> Weight:
        """What the book says of its weight (PAS-ART-01)."""
        return WEIGHTS[GUNS[self.name][0]]


class Unit(Labelled, frozen=True):
    """A unit. ``kind``: foot, horse, dragoons, light horse, gun.

    ``rally``: idle bounds it still owes. ``spent``: the part of its move used up this bound.
    ``moved_in``: inches moved this bound, give or take ``moved_spread_in``. ``lost_figures`` and
    ``got_counters``: of this bound, in all its phases. ``rounds``: rounds of the present melee
    fought. ``fallen``: its last figure is lost, and it is taken off when the phase ends.
    """

    id: str
    side: str
    kind: str
    arms: tuple[Arm, ...] = ()
    name: str = ""
    bases: tuple[str, ...] = ()
    ranks: int = 1
    ability: str = "Trained"
    morale: str = "Average"
    counters: int = 0
    gun: Gun | None = None
    mounted: bool = True
    pistols: bool = False
    loaded: bool = True
    bows: bool = False
    lances: bool = False
    grenadiers: bool = False
    bayonet: str = ""
    fixed: bool = False
    defending: str = ""
    parent: str = ""
    column: bool = False
    crossed: int = 0
    # this bound
    moved: bool = False
    moved_in: float = 0.0
    moved_spread_in: float = 0.0
    spent: float = 0.0
    fired: bool = False
    fought: bool = False
    rested: bool = False
    charging: str = ""
    countercharge: bool = False
    no_advance: bool = False
    reloaded: bool = False
    spoken_to: bool = False
    terrain_paid: bool = False
    lost_figures: int = 0
    got_counters: int = 0
    fallen: bool = False
    # lasting
    rounds: int = 0
    broken: bool = False
    broke: bool = False
    retire: bool = False
    rally: int = 0
    pursuing: str = ""
    pursued: int = 0
    pursuit_done: bool = False
    off: bool = False
    lost: str = ""

    @property
    def alone(self) -> bool:
        """A gun is."""
        return self.gun is not None

    @property
    def gone(self) -> bool:
        """Has it left the table?"""
        return self.off

    @property
    def figures(self) -> int:
        """Figures left."""
        return sum(arm.figures for arm in self.arms)

    @property
    def is_mounted(self) -> bool:
        """Horse, irregular light cavalry, and dragoons in the saddle."""
        return self.kind in ("horse", "light horse") or (self.kind == "dragoons" and self.mounted)

    @property
    def is_foot(self) -> bool:
        """Foot, and dragoons who have dismounted (PAS-CLASS-06)."""
        return self.kind == "foot" or (self.kind == "dragoons" and not self.mounted)

    def arm(self, kind: str) -> Arm:
        """The figures of one arm; none when it has none."""
        return next((arm for arm in self.arms if arm.kind == kind), Arm(kind, 0))

    @property
    def is_idle(self) -> bool:
        """It neither moved, fired nor fought this bound (PAS-SEQ-07); nothing of its move went
        on anything else, like limbering."""
        return not (self.moved or self.spent or self.fired or self.fought or self.charging)


class General(Person, frozen=True):
    """A general. ``back``: the bound in which he is fit again. ``with_unit``: whom he is with
    when his base is not on the table. ``fell``: ten times the bound, and the phase, he fell in."""

    id: str
    side: str
    name: str = ""
    base: str = ""
    on_foot: bool = False
    back: int = 0
    gone: bool = False
    fell: int = 0
    with_unit: str = ""
    risked: int = 0
    spoke: bool = False
    moved_in: float = 0.0
    moved_spread_in: float = 0.0


class Touch(Struct, frozen=True):
    """Two enemies in contact: ``face`` is the side of *b* that *a* touches, and ``back_face``
    the side of *a* that *b* touches. Used where their bases are not on the table."""

    a: str
    b: str
    face: str = "front"
    back_face: str = "front"


class Charge(Struct, frozen=True):
    """A charge that passed its test. ``answer``: counter, stand, break or "" (none)."""

    charger: str
    target: str
    answer: str = ""


class State(Struct, frozen=True):
    """A whole game. ``phase``: 1 to 8. ``done``: sides that have ended the phase.

    ``agreed``: what the players agreed for other terrain, by kind or tag: ``half`` or ``no``;
    ``class_dice``: a scenario's morale class by die (PAS-CLASS-04)."""

    sides: tuple[str, str] = ("red", "blue")
    house: dict[str, str] = {}
    units: tuple[Unit, ...] = ()
    generals: tuple[General, ...] = ()
    bound: int = 1
    phase: int = 1
    done: tuple[str, ...] = ()
    charges: tuple[Charge, ...] = ()
    touches: tuple[Touch, ...] = ()
    start: tuple[Unit, ...] = ()
    class_dice: dict[str, str] = {}
    agreed: dict[str, str] = {}
    over: bool = False
    winner: str = ""
    ended: str = ""

    PLACES: ClassVar = {Unit: "units", General: "generals"}

    def general(self, general_id: str) -> General | None:
        """The general with that id, if he is one and still there."""
        return next((one for one in self.generals if one.id == general_id and not one.gone), None)

    def fallen_general(self, general_id: str) -> General | None:
        """The general with that id, if he fell in this very phase."""
        now = 10 * self.bound + self.phase
        return next(
            (one for one in self.generals if one.id == general_id and one.fell == now), None
        )

    def present(self, side: str = "") -> tuple[Unit, ...]:
        """The units still on the table, of one side or of both."""
        return tuple(one for one in self.units if not one.off and side in ("", one.side))

    def at_start(self, unit_id: str) -> Unit:
        """A unit as it was when the phase began, whatever has become of it since.

        Raises:
            IllegalAction: there is no such unit.
        """
        return named((*self.start, *self.units), unit_id)

    def is_charged(self, unit_id: str) -> bool:
        """Is the unit charging or being charged this bound (PAS-SEQ-03)?"""
        return any(unit_id in (one.charger, one.target) for one in self.charges)

    def label(self, name: str) -> str:
        """What players call the unit or general of that id."""
        everybody: tuple[Unit | General, ...] = (*self.units, *self.generals)
        return next((one.label for one in everybody if one.id == name), name)


Battle: TypeAlias = Play[State]


def on_table(play: Battle, unit_id: str) -> Unit:
    """The unit with that id, on the table.

    Raises:
        IllegalAction: there is none, or it has left the table.
    """
    one = play.unit(unit_id)
    if one.off:
        raise IllegalAction(f"{one.does('is')} out of the game: {one.lost or 'it has gone'}.")
    return one


def with_units(play: Battle, *changed: Unit) -> Battle:
    """The play with those units replaced (or added at the end)."""
    known = {one.id for one in play.state.units}
    added = tuple(one for one in changed if one.id not in known)
    return play.with_state(units=(*with_changed(play.state.units, *changed), *added))


def with_general(play: Battle, changed: General) -> Battle:
    """The play with that general replaced."""
    return play.with_state(generals=with_changed(play.state.generals, changed))


def labels(units: Iterable[Unit]) -> str:
    """What players call these units, for a sentence."""
    return ", ".join(one.label for one in units)
