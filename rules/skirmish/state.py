"""What the umpire remembers of a skirmish; where the figures are is the camera's business."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct

from rules.kernel import play as kernel
from rules.kernel.protocol import Modifier
from rules.kernel.sides import enemy
from rules.kernel.telling.names import Labelled
from rules.skirmish.reactions.action_tables import FALLING_BACK, RUNNING
from rules.skirmish.tables import WEAPONS, Grade, Weapon
from vision.measure.cache import once

Step: TypeAlias = Literal["command", "move", "fire", "others", "others fire", "melee", "over"]
Role: TypeAlias = Literal["officer", "nco", "drummer", "bugler", "soldier", "crew", "civilian"]
Mount: TypeAlias = Literal["none", "horse", "dragoon"]
STEPS: tuple[Step, ...] = ("command", "move", "fire", "others", "others fire", "melee")


CALLED: dict[str, str] = {"soldier": "man", "crew": "gunner", "nco": "NCO"}
"""How people call a role, where the word is another."""


class Figure(Struct, frozen=True):
    """One man (or the base of a gun, ``is_gun``).

    ``loyal``: ids of the officers he is loyal to; empty: those of his company. ``player`` names
    whose character he is, "" for no player character. ``volley``: may his body fire volleys.
    ``heavy``: heavy clothing. ``pistol_shot``: his dragoon musket is loaded with it.
    ``moved_cm``: the allowance used this turn, give or take ``moved_pm_cm``; ``gait`` of a
    rider.
    """

    id: str
    group: str
    role: Role = "soldier"
    grade: Grade = "Fair"
    player: str = ""
    company: str = ""
    loyal: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ("sword",)
    armour: tuple[str, ...] = ()
    firelock: bool = False
    volley: bool = True
    mount: Mount = "none"
    mounted: bool = False
    heavy: bool = False
    pistol_shot: bool = False
    is_gun: bool = False
    wounds: int = 0
    dead: bool = False
    loaded: bool = True
    moved_cm: float = 0.0
    moved_pm_cm: float = 0.0
    gait: str = ""
    fired: bool = False

    @property
    def live(self) -> bool:
        """Still in play?"""
        return not self.dead

    @property
    def wounded(self) -> bool:
        """Wounded and in play?"""
        return self.wounds > 0 and not self.dead

    @property
    def leads(self) -> bool:
        """An officer or sergeant."""
        return self.role in ("officer", "nco")

    def shot(self) -> Weapon | None:
        """His longest-ranged missile weapon."""
        found = [WEAPONS[name] for name in self.weapons if WEAPONS[name].shoots]
        return max(found, key=lambda weapon: weapon.long_cm, default=None)


class Group(Labelled, frozen=True):
    """A body of figures that acts together, up to 40; a lone leader is a group of one.

    ``start``: figures at the start. ``doctrine``: "" is judged by weapons. ``rolled``: this
    turn's result; ``last``: last turn's. ``motion``: stand, advance or back. ``pushed``: put
    back by a melee since its last roll. ``threat``: of a gun since its last roll. ``risk``:
    as taken at the beginning of the step, with its lines. ``rounds``: combat turns in this melee.
    """

    RETIRED: ClassVar = ("paid_by",)
    id: str
    side: str
    name: str = ""
    start: int = 0
    doctrine: Literal["", "shot", "melee", "dutch", "swedish"] = ""
    fortified: bool = False
    commanded: bool = False
    commanded_before: bool = False
    has_commanded: bool = False
    rolled: str = ""
    rolls_alone: bool = False
    remount: bool = False
    last: str = ""
    motion: Literal["stand", "advance", "back"] = "stand"
    pushed: bool = False
    threat: int = 0
    shot_at: bool = False
    risk: Annotated[int, Meta(ge=-100)] | None = None
    risk_lines: tuple[Modifier, ...] = ()
    acted: bool = False
    shot: bool = False
    charged: bool = False
    charge_cm: float = 0.0
    rounds: int = 0
    fought: bool = False
    limbered: bool = False
    heavy_gun: bool = False
    loads: int = 0
    pivoted: bool = False

    @property
    def alone(self) -> bool:
        """Who began as one man is."""
        return self.start == 1

    @property
    def running(self) -> bool:
        """Ran from the enemy on its latest roll."""
        return (self.rolled or self.last) in RUNNING

    @property
    def retreating(self) -> bool:
        """Going back: by its latest roll, or out of a melee; not into cover (SKM-WIN-01)."""
        code = self.rolled or self.last
        away = code == "COVER" and self.motion == "back"
        return self.pushed or away or code in FALLING_BACK


@once
def _men(figures: tuple[Figure, ...]) -> dict[str, tuple[Figure, ...]]:
    """The live figures of every group, guns left out."""
    men: dict[str, list[Figure]] = {}
    for figure in figures:
        if figure.live and not figure.is_gun:
            men.setdefault(figure.group, []).append(figure)
    return {group: tuple(those) for group, those in men.items()}


class Marker(Struct, frozen=True):
    """A hidden marker: the group it stands for, "" for a dummy."""

    id: str
    side: str
    group: str = ""
    revealed: bool = False


class Goal(Struct, frozen=True):
    """A scenario's own victory: *side* wins by holding the named terrain at a turn's end."""

    side: str
    hold: str


class Spotting(Struct, frozen=True):
    """The spotting die of one group for another this turn.

    ``short``: people have said that a distance which was too close to call is beyond it.
    """

    by: str
    at: str
    die: int
    short: bool = False


class State(Struct, frozen=True):
    """The whole game. ``side`` is "" when both sides act, else whose step it is."""

    PLACES: ClassVar = {Figure: "figures", Group: "groups"}
    house: dict[str, str] = {}
    sides: tuple[str, str] = ("red", "white")
    side: str = ""
    turn: int = 1
    step: Step = "command"
    figures: tuple[Figure, ...] = ()
    groups: tuple[Group, ...] = ()
    spotted: tuple[Spotting, ...] = ()
    solo: bool = False
    markers: tuple[Marker, ...] = ()
    goals: tuple[Goal, ...] = ()
    won: str = ""
    conceded: str = ""

    @property
    def units(self) -> tuple[Group, ...]:
        """The groups, which are the units of this book."""
        return self.groups

    def figure(self, figure_id: str) -> Figure:
        """The figure of that id.

        Raises:
            IllegalAction: there is none.
        """
        return kernel.named(self.figures, figure_id, "figure")

    def group(self, group_id: str) -> Group:
        """The group of that id.

        Raises:
            IllegalAction: there is none.
        """
        return kernel.named(self.groups, group_id, "group")

    def members(self, group_id: str) -> tuple[Figure, ...]:
        """Its live figures, the gun's own base left out."""
        return _men(self.figures).get(group_id, ())

    def gun(self, group_id: str) -> Figure | None:
        """The gun of the group, if it is one's crew."""
        return next((f for f in self.figures if f.group == group_id and f.is_gun), None)

    def living(self, side: str = "") -> tuple[Group, ...]:
        """Groups with a live figure, of one side or of both."""
        manned = _men(self.figures)
        hidden = {m.group for m in self.markers if m.group and not m.revealed}
        return tuple(
            g for g in self.groups
            if side in ("", g.side) and g.id in manned and g.id not in hidden
        )  # fmt: skip

    def shown(self, side: str) -> tuple[Figure, ...]:
        """Live figures of a side, those under hidden markers left out."""
        there = {group.id for group in self.living(side)}
        return tuple(one for one in self.figures if one.live and one.group in there)

    def enemies(self, group: Group) -> tuple[Group, ...]:
        """Living groups of the other side."""
        return tuple(g for g in self.living() if g.side != group.side)

    def called(self, figure: Figure | str) -> str:
        """A figure as people call it: by its group if it is alone in it, else by its place."""
        man = self.figure(figure) if isinstance(figure, str) else figure
        label = self.group(man.group).label
        alone = sum(one.group == man.group and not one.is_gun for one in self.figures) == 1
        return f"the gun of {label}" if man.is_gun else (
            label if alone else f"{self.placed(man)} of {label}"
        )  # fmt: skip

    def placed(self, figure: Figure) -> str:
        """A figure by its place among those of its group: ``man 6``."""
        men = [one.id for one in self.figures if one.group == figure.group and not one.is_gun]
        return f"{CALLED.get(figure.role, figure.role)} {men.index(figure.id) + 1}"

    def side_of(self, figure: Figure) -> str:
        """The side of a figure."""
        return self.group(figure.group).side

    other = enemy


Play: TypeAlias = kernel.Play[State]
"""An action under way."""
