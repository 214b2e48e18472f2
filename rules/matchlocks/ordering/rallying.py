"""Rally, what a token spent on recovering a unit buys (ORD-13; ACT-15 to -19; DIS-06; DAU-07)."""

from __future__ import annotations

from rules.kernel.acting.book import YES_NO, Says
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Steps, look
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.musketry.losses import gains_for_rally
from rules.matchlocks.ordering.activation import acting_checks, spend
from rules.matchlocks.play import BOOK, Play
from rules.matchlocks.state import Unit, kind_of


def may_rally(play: Play, unit: Unit, at: str, what: str = "", face: bool = False) -> Conditions:
    """May that unit rally?  *what*: ``disarray`` or ``daunted``; "" takes what it has."""
    yield from acting_checks(play, unit, "rally")
    daunted = rallies_daunted(unit, what)
    yield unit.shaken or lacks(f"{unit.does('has')} nothing to rally off", "NMM-ACT-15")
    if daunted:
        yield from _daunted_checks(play, unit)
    elif unit.shaken:
        yield unit.disarray > 0 or lacks(f"{unit.does('holds')} no Disarray", "NMM-ACT-15")
        yield from _leader_checks(play, unit)


def rallies_daunted(unit: Unit, what: str) -> bool:
    """Is it the Daunted Token that comes off?"""
    return unit.daunted and what != "disarray"


def _daunted_checks(play: Play, unit: Unit) -> Conditions:
    """Two Rally Actions with the Leader there all along (ACT-18, DAU-07, DAU-08)."""
    name = unit.label
    led = bool(play.state.leader_with(unit.id))
    yield led or fails(f"{unit.does('is')} Daunted: a Leader must be with it", "NMM-ACT-16")
    both = unit.actions_left >= 2
    yield both or fails(f"{unit.does('needs')} both Actions to shake it off", "NMM-ACT-18")
    now = unit.daunted_turn == play.state.turn
    yield not now or fails(f"{name} became Daunted this very turn", "NMM-DAU-08")


def _leader_checks(play: Play, unit: Unit) -> Conditions:
    """Raw and Daunted units, loose troops and guns need a Leader in touch (ACT-16, DIS-06)."""
    led, kind = bool(play.state.leader_with(unit.id)), kind_of(unit)
    raw = unit.quality == "raw" or unit.daunted
    yield led or not raw or fails(
        f"{unit.does('is')} {'Daunted' if unit.daunted else 'Raw'}: a Leader must be with it",
        "NMM-ACT-16")  # fmt: skip
    loose = kind.skirmisher or kind.arm == "gun"
    yield led or not loose or fails(
        f"{unit.does('is')} loose or a gun: a Leader must be with it", "NMM-DIS-06")  # fmt: skip


def _title(play: Play, unit: Unit, at: str, what: str, **said: bool) -> str:
    return f"Rally off {'a Disarray' if what == 'disarray' else 'being Daunted'}"


@BOOK.action(
    "rally", _title, may_rally,
    says={"what": Says(), "face": Says(
        YES_NO, picks=lambda play, unit, at: ("", "yes"), asks="Turn it as you like afterwards")},
)  # fmt: skip
def rally(play: Play, unit: Unit, at: str, what: str, face: bool) -> Steps[Play]:
    """One Rally Action takes a Disarray off; two of them the Daunted Token; *face*: the unit
    turns freely afterwards (ACT-19)."""
    if rallies_daunted(unit, what):
        play = lift_daunted(play, unit.id)
        play = spend(spend(play, unit.id, "rally"), unit.id, "rally")
    else:
        play = spend(lift_disarray(play, unit.id), unit.id, "rally")
    if not face or not bases_of(play.table, unit.id):
        return play
    asked = f"face {unit.label} as you like"
    after = yield from look(asked, unit.side, (unit.id,), rules=("NMM-ACT-19",))
    return play.on_table(after).step(f"{unit.does('faces')} as its owner likes", "NMM-ACT-19")


def lift_disarray(play: Play, unit_id: str, rule: str = "NMM-ACT-15") -> Play:
    """One Disarray Token off."""
    unit = play.unit(unit_id)
    left = max(0, unit.disarray - 1)
    play = play.change(unit_id, disarray=left)
    return play.step(f"{unit.does('rallies')}: {left} Disarray left", rule)


def lift_daunted(play: Play, unit_id: str, rule: str = "NMM-DAU-07") -> Play:
    """The Daunted Token off, and the army gets what it cost back (ARM-09)."""
    unit = play.unit(unit_id)
    play = play.change(unit_id, daunted=False)
    play = play.step(f"{unit.does('shakes')} off being Daunted", rule, "NMM-ACT-18")
    return gains_for_rally(play, unit_id)
