"""The state of a battle: units, leaders, melees, decks, sides. Frozen, plain, complete.

Vocabulary, shared by every chapter file
----------------------------------------
* ``shot`` is every figure that is not a pikeman: musketeers, troopers, gun crew.
* A unit's **tokens** are ``disarray`` (0 to 2, 3 after a long chase), ``daunted``, ``ordered``
  (whose Order it holds, or ``"initiative"``) and ``support``.
* ``acts`` are the names of the Actions it took this turn, in order; ``actions_left`` counts
  down from 2. What lasts one turn is listed in ``TURN_FIELDS`` and reset by ``fresh_turn``.
* ``gone`` is why a unit is off the table ("" while it is on it); it is never deleted, because
  Brigades, points and morale still ask about it.
* Chapters are functions of a ``Play`` (see ``play.py``): they take one and return the next.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec
from msgspec import Struct

from rules.kernel.acting.afresh import afresh
from rules.kernel.protocol import BadState
from rules.kernel.switches import Flag, Member, Typed
from rules.kernel.telling.names import Labelled, Person
from rules.matchlocks.switches import HOUSE, House, scale_of
from rules.matchlocks.tables import DISMOUNTED, KINDS, Kind

Phase = Literal["deploy", "manoeuvre", "main", "over"]
Gone = Literal["", "destroyed", "broken", "off table", "fled", "merged", "captured"]


class Unit(Labelled, frozen=True):
    """One unit. ``start_shot`` and ``start_pikes`` are what it began the battle with.

    ``rear``: pikes of a Square's rear division. ``kills``: figures lost in the battle.
    ``points``: what was paid, with quality, without defences; ``base_points`` without either.
    ``ammo``: the small die; ``free_volley`` is still to come. ``shots_used``: Shoot Actions of
    horse. ``fired_shot``, ``fired_ranks``: figures and volleys of formed foot this turn.
    ``perks``: Actions that Perk gave it this turn, of which a volley may be one.
    ``shot_turn``: turn it last shot; ``revealed``: it gave its hiding place away.
    ``wood``: inside it or lining its edge. ``building``: name of the one it holds.
    ``covered``: what it stands behind or in, when people said so; "" lets the camera judge.
    ``parent``: the unit that carries a gun not yet in action. ``sees``: who shot at it.
    ``won``: it won a melee this turn, or its opponent pulled back; ``kills_since_won``.
    ``turned``: it made an emergency turn. ``joined``: it came in the middle of the battle.
    """

    RETIRED: ClassVar = ("rallied_turn", "attack_moves")
    id: str
    side: str
    kind: str
    quality: str = "seasoned"
    name: str = ""
    brigade: str = ""
    shot: int = 0
    pikes: int = 0
    start_shot: int = 0
    start_pikes: int = 0
    rear: int = 0
    ranks: int = 2
    points: float = 0
    base_points: float = 0
    kills: int = 0
    disarray: int = 0
    daunted: bool = False
    daunted_turn: int = 0
    ordered: str = ""
    actions_left: int = 0
    acts: tuple[str, ...] = ()
    reacted: bool = False
    support: bool = False
    free_volley: bool = True
    ammo: int = 6
    shots_used: int = 0
    first_shot_turn: int = 0
    fired_shot: int = 0
    fired_ranks: int = 0
    shot_turn: int = 0
    revealed: bool = False
    shot_at_by: tuple[str, ...] = ()
    shot_kills: int = 0
    perks: int = 0
    pivoted: bool = False
    malfunction: bool = False
    repair_tried: bool = False
    limbered: bool = False
    mounted: bool = True
    formation: str = ""
    hedgehog: bool = False
    wood: Literal["", "inside", "edge"] = ""
    building: str = ""
    covered: str = ""
    parent: str = ""
    melee: str = ""
    turned: bool = False
    won: bool = False
    kills_since_won: int = 0
    rout_card: str = ""
    rout_seen: float = 0
    last_man: bool = False
    half_tested: bool = False
    captured_by: str = ""
    gone: Gone = ""
    joined: bool = False

    @property
    def figures(self) -> int:
        """Figures still with it."""
        return self.shot + self.pikes

    @property
    def start(self) -> int:
        """Figures it began with."""
        return self.start_shot + self.start_pikes

    @property
    def shaken(self) -> bool:
        """Disarrayed or Daunted."""
        return self.disarray > 0 or self.daunted

    @property
    def alone(self) -> bool:
        """A gun is."""
        return KINDS[self.kind].arm == "gun"

    @property
    def at_half(self) -> bool:
        """At half strength or less."""
        return 2 * self.figures <= self.start


class Leader(Person, frozen=True):
    """The General (``command`` 0) or a Brigadier of Command Class 1 to 3.

    ``attached``: the unit his base touches. ``extra_tokens``: lent by the General this turn.
    ``lost_turn``: turn he was lost in; ``tried``: a stand-in was rolled for once.
    """

    id: str
    side: str
    general: bool = False
    name: str = ""
    brigade: str = ""
    command: int = 2
    attached: str = ""
    tokens_used: int = 0
    extra_tokens: int = 0
    card_done: bool = False
    options_used: tuple[str, ...] = ()
    stunned: bool = False
    lost: bool = False
    lost_turn: int = 0
    tried: bool = False

    @property
    def tokens(self) -> int:
        """Order Tokens he may still use this turn."""
        return self.command + self.extra_tokens - self.tokens_used


class Melee(Struct, frozen=True):
    """A fight that goes on. ``round`` is the last one fought; 0 is still to begin.

    ``winner``: side that won the last round. ``began_turn``: turn of its first contact.
    ``zone``: where the defender was hit. ``pursuit``: pursuers ran into a new enemy.
    ``fed``: units fed in, with the round they joined for. ``followed``: units that follow up,
    into round ``followed_round``.
    ``gallop``: units that charged home in round one.
    ``joined``: new enemies on a flank, who came for round ``joined_round``.
    ``uphill``, ``obstacle``, ``building``: how the attack came in. ``counter_uphill``: horse
    that met it rode uphill. ``swapped``: the parties changed places when a new enemy joined, so
    that ``defenders`` holds those who made the first Attack. ``backed``: it began when one
    backed into the other, and nobody made an Attack.
    """

    RETIRED: ClassVar = ("fire",)
    id: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    round: int = 0
    winner: str = ""
    began_turn: int = 0
    fought_turn: int = 0
    zone: Literal["front", "flank", "rear"] = "front"
    pursuit: bool = False
    fed: dict[str, int] = {}
    followed: tuple[str, ...] = ()
    followed_round: int = 0
    gallop: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    joined_round: int = 0
    uphill: bool = False
    obstacle: str = ""
    building: bool = False
    counter_uphill: bool = False
    swapped: bool = False
    backed: bool = False

    @property
    def assailants(self) -> tuple[str, ...]:
        """The party that made the first Attack."""
        return self.defenders if self.swapped else self.attackers

    @property
    def assailed(self) -> tuple[str, ...]:
        """The party that was attacked first, without those who came to its help."""
        if not self.swapped:
            return self.defenders
        return tuple(one for one in self.attackers if one not in self.joined)


class Side(Struct, frozen=True):
    """One player. ``edge``: his baseline. ``tokens``: Army Morale he still holds.

    ``hand``: Bonus cards kept. ``events``: Special Events kept. ``last_gun``: the gun that
    fired on his last go of the manoeuvre phase. ``captured_light``, ``lost_light``: light guns
    taken from him, and light guns whose crews are gone. ``claims``: losses not demanded yet.
    """

    RETIRED: ClassVar = ("scouting",)
    name: str
    edge: Literal["south", "north", "west", "east"] = "south"
    royalist: bool = False
    tokens: int = 0
    start_tokens: int = 0
    discarded: int = 0
    hand: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    last_gun: str = ""
    captured_light: int = 0
    lost_light: int = 0
    claims: int = 0
    out_scouted: bool = False
    deployed: tuple[str, ...] = ()


class Decks(Struct, frozen=True):
    """What is left to draw, and what is up.

    ``play``: cards not yet turned. ``card``: the one up; leaders by their id, else ``"Bonus"``
    or ``"Skirmishers: SIDE"``. ``bonuses``: Bonus cards turned this turn. ``special_seen``: how
    often Special Event came up in the game.
    """

    play: tuple[str, ...] = ()
    card: str = ""
    turned: tuple[str, ...] = ()
    bonus: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    bonuses: int = 0
    special_seen: int = 0
    serial: int = 0


class State(Struct, frozen=True):
    """A whole battle at one moment.

    ``obstacles``: crossing rating by the obstacle's name: "free", "one" or "two" (Disarray),
    "stopped:TURN", "never". ``rain_until``: last turn without shooting.
    ``last_side``: who moved or shot last. ``mover``: whose go it is in the manoeuvre phase.
    """

    RETIRED: ClassVar = ("acting",)
    units: dict[str, Unit] = {}
    leaders: dict[str, Leader] = {}
    sides: dict[str, Side] = {}
    melees: tuple[Melee, ...] = ()
    decks: Decks = Decks()
    turn: int = 1
    phase: Phase = "main"
    mover: str = ""
    last_side: str = ""
    rain_until: int = 0
    fog: bool = False
    obstacles: dict[str, str] = {}
    winner: str = ""
    why_won: str = ""
    house: dict[str, str] = {}

    def unit(self, unit_id: str) -> Unit:
        """The unit called that.

        Raises:
            BadState: there is none.
        """
        try:
            return self.units[unit_id]
        except KeyError:
            raise BadState(f"there is no unit {unit_id!r} in this battle") from None

    def on(self, house_rule: Flag | Member) -> bool:
        """Is a house rule on, or this value of it played by?"""
        return house_rule.of(self.house)

    def kind(self, unit_id: str) -> Kind:
        """The chart line that the unit follows now."""
        return kind_of(self.units[unit_id])

    def leader_with(self, unit_id: str) -> tuple[Leader, ...]:
        """The leaders attached to a unit, in order of their ids."""
        return tuple(one for one in self.leaders.values() if one.attached == unit_id)

    def enemies(self, side: str) -> tuple[Unit, ...]:
        """The units of the other side that are on the table."""
        return tuple(one for one in self.units.values() if one.side != side and not one.gone)

    def friends(self, side: str) -> tuple[Unit, ...]:
        """The units of that side that are on the table."""
        return tuple(one for one in self.units.values() if one.side == side and not one.gone)

    def other(self, side: str) -> str:
        """The name of the opposing side."""
        for name in self.sides:
            if name != side:
                return name
        return ""


TURN_FIELDS = afresh(
    Unit,
    "ordered actions_left acts reacted fired_shot fired_ranks shot_turn shot_at_by shot_kills "
    "perks pivoted repair_tried turned won kills_since_won rout_card rout_seen",
)
"""What a unit forgets when a turn ends."""


def kind_of(unit: Unit) -> Kind:
    """The chart line that *unit* follows now (dragoons have two)."""
    if unit.kind == "dragoons" and not unit.mounted:
        return DISMOUNTED
    return KINDS[unit.kind]


def told(state: State, *house_rules: Typed) -> tuple[str, ...]:
    """Those of these house rules that are not at their default, as ``name=value``."""
    return HOUSE.named(state, *(one.name for one in house_rules))


def inches(state: State, book_in: float) -> float:
    """A length of the book on this table, after the ``scale`` house rule (SET-02, SET-03)."""
    if "scale" not in state.house:
        return book_in
    return book_in * scale_of(House.scale.value(state.house))


def band_in(state: State) -> float:
    """Half-width of the grey band in which players decide (SET-11)."""
    return House.measure_tolerance.of(state.house)


def is_mounted(unit: Unit) -> bool:
    """Horse, and dragoons on their horses."""
    arm = kind_of(unit).arm
    return arm == "horse" or (arm == "dragoon" and unit.mounted)


def on_foot_loose(unit: Unit) -> bool:
    """Foot Skirmishers and dismounted dragoons."""
    kind = kind_of(unit)
    return kind.loose and not is_mounted(unit)


def left_place(state: State, unit: Unit) -> dict[str, Any]:
    """Fields of a unit that has left where it stood: wood and cover are behind it, and it is
    hidden again if the house says so (``revealed_duration``)."""
    seen = unit.revealed and state.on(House.revealed_duration.this_turn)
    return {"wood": "", "covered": "", "revealed": seen}


def with_unit(state: State, unit: Unit) -> State:
    """*state* with *unit* in place of the one of the same id."""
    return msgspec.structs.replace(state, units={**state.units, unit.id: unit})
