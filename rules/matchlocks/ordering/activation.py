"""Who may act now, what acting costs, and sides that act in turn (ORD, INIT, ACT; TURN-01 to -09).

A unit has ``actions_left`` from an Order, from Initiative, or from Perk. In the manoeuvre
phase every Action is single and free, and the players alternate.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.acting.book import YES_NO, Says
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Steps, yes
from rules.kernel.telling.names import side_does
from rules.matchlocks.play import BOOK, Check, Play
from rules.matchlocks.state import TURN_FIELDS, Leader, State, Unit, inches, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import COMMAND_IN
from vision.measure.range import command_distance

SPECIAL = ("reorganise", "anything else", "change formation")
LED = ("attack", "wheel", "move", "about face")
"""What a Squadron may do with the General at its head: attack, and get to it."""


def acting_checks(play: Play, unit: Unit, do: str) -> Conditions:
    """May *unit* take the Action *do* now?  (ORD-18, INIT-04, DAU-02, TURN-01)"""
    name, leader = unit.label, play.state.leaders.get(unit.ordered)
    if leader is not None and not play.on(House.order_range_when.ordering):
        yield from range_checks(play, leader, unit)
    if unit.gone:
        yield lacks(f"{unit.does('is')} off the table: {unit.gone}", "NMM-ORD-16")
    if play.state.phase == "over":
        yield fails("the battle is over", "NMM-ARM-01")
    yield from _turn_checks(play, unit, do)
    if unit.melee:
        yield fails(f"{unit.does('is')} in a melee and may only fight on", "NMM-INIT-04")
    leads = leader is not None and leader.general and "attack" in leader.options_used
    if leader is not None and leads and do not in LED:
        yield fails(f"{leader.does('leads')} {name} in an Attack only", "NMM-ORD-07")
    if unit.daunted and do != "rally" and not _may_though_daunted(play.state, unit):
        yield fails(f"{unit.does('is')} Daunted: it can only rally", "NMM-DAU-02")
    if unit.limbered and unit.parent and do != "pack_up":
        carrier = play.state.units.get(unit.parent, unit)
        yield fails(
            f"{unit.does('is')} not in action yet: it goes with {carrier.label}", "NMM-ARMY-23"
        )


def range_checks(play: Play, leader: Leader, unit: Unit) -> Conditions:
    """Within 10 in of the Leader's base, or with him (ORD-01, -03, -04, -16)."""
    if leader.attached == unit.id:
        return
    far = command_distance(play.table, leader.id, unit.id)
    limit = inches(play.state, COMMAND_IN)
    why = f"{unit.does('is')} {{reading}} from {leader.label}, his range is {{limit}}"
    yield Check(why, "NMM-ORD-01", True, far, limit, "at most")


def _turn_checks(play: Play, unit: Unit, do: str) -> Conditions:
    """Its side's turn, or an Action left; both for a special action (TURN-01, ORD-18, ACT-23)."""
    if play.state.phase == "manoeuvre":
        if play.state.mover not in ("", unit.side):
            yield fails(f"it is the turn of {play.state.mover}", "NMM-TURN-01")
        return
    if unit.actions_left < 1:
        why = (
            f"{unit.does('has')} no Action left this turn: "
            f"{unit.it} {unit.form('needs')} an Order, or {unit.its} own card"
        )
        yield fails(why, "NMM-ORD-18")
    elif do in SPECIAL and (unit.acts or unit.actions_left < 2):
        yield fails(f"a special action takes both Actions of {unit.label}", "NMM-ACT-23")


def _may_though_daunted(state: State, unit: Unit) -> bool:
    """Rally is its only order (DAU-02); the house may let it act on Initiative."""
    kind = kind_of(unit)
    on_own = (kind.skirmisher or kind.arm == "gun") and unit.ordered in ("", "initiative")
    return on_own and state.on(House.daunted_initiative.allowed)


def spend(play: Play, unit_id: str, do: str, *, cost: int = 1) -> Play:
    """*unit_id* has taken the Action *do*: it counts, and whose turn it is may change."""
    unit = play.unit(unit_id)
    if play.state.last_side != unit.side:
        play = play.with_state(last_side=unit.side)
    if play.state.phase != "manoeuvre":
        left = max(0, unit.actions_left - cost)
        return play.change(unit_id, acts=(*unit.acts, do), actions_left=left)
    shot_gun = unit_id if do == "shoot" and kind_of(unit).arm == "gun" else ""
    play = (
        play.change_in("sides", unit.side, last_gun=shot_gun)
        if unit.side in play.state.sides
        else play
    )
    return play.with_state(mover=play.state.other(unit.side))


def is_lost(state: State, unit: Unit) -> bool:
    """Does the manoeuvre phase end before that action, which is lost?  (``mb_end_action``)"""
    ends = state.phase == "manoeuvre" and kind_of(unit).arm != "gun"
    return ends and state.on(House.mb_end_action.cancel)


def open_main_phase(play: Play, unit_id: str, why: str) -> Play:
    """The first shot or Attack by foot or horse ends the manoeuvre phase (TURN-08).

    The action itself has been resolved in full (``mb_end_action``); every unit then begins
    the first turn fresh (TURN-04).
    """
    if play.state.phase != "manoeuvre" or kind_of(play.unit(unit_id)).arm == "gun":
        return play
    units = {key: _fresh(unit) for key, unit in play.state.units.items()}
    play = play.with_state(phase="main", turn=1, units=units, mover="")
    return play.step(f"{why}: the Main Battle phase begins", "NMM-TURN-08", "NMM-TURN-04")


def _fresh(unit: Unit) -> Unit:
    return replace(unit, **TURN_FIELDS)


def may_pass(play: Play, side: str, at: str, close: bool = False) -> Conditions:
    """A side may pass."""
    yield play.state.phase == "manoeuvre" or fails(
        "sides pass in the manoeuvre phase", "NMM-TURN-01")  # fmt: skip
    yield play.state.mover in ("", side) or fails(
        f"it is the turn of {play.state.mover}", "NMM-TURN-01")  # fmt: skip


@BOOK.action(
    "pass", "Pass", may_pass, by="side",
    says={"close": Says(
        YES_NO, picks=lambda play, side, at: ("", "yes"),
        asks="Also ask the other side to begin the Main Battle now")},
)  # fmt: skip
def let_pass(play: Play, side: str, at: str, close: bool) -> Steps[Play]:
    """Do nothing; when the other side agrees, the Main Battle begins without a shot."""
    other = play.state.other(side)
    play = play.change_in("sides", side, last_gun="").with_state(mover=other)
    play = play.step(side_does(side, "passes"), "NMM-TURN-01")
    if not close:
        return play
    if not (yield from yes("begin the Main Battle now?", other, rules=("NMM-TURN-08",))):
        return play
    units = {key: replace(one, **TURN_FIELDS) for key, one in play.state.units.items()}
    play = play.with_state(phase="main", turn=1, units=units, mover="")
    return play.step("agreed: the Main Battle begins", "NMM-TURN-08")
