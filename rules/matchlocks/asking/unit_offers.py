"""What a unit may do besides shooting and fighting, with the reason where it may not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rules.kernel.protocol import Action, Offer
from rules.matchlocks.asking.declaring import cover_checks
from rules.matchlocks.asking.offers import offer
from rules.matchlocks.movement.deeds import (
    anything_else_checks,
    formation_checks,
    mount_checks,
    pack_up_checks,
    reorganise_checks,
    support_checks,
    take_gun_checks,
)
from rules.matchlocks.movement.moving import move_checks
from rules.matchlocks.ordering.rallying import rally_checks
from rules.matchlocks.play import Check
from rules.matchlocks.state import State, Unit, kind_of
from vision.table.snapshot import Snapshot

MOVES = (("move", "Move"), ("wheel", "Wheel"), ("about face", "About Face"))


def moving_offers(state: State, table: Snapshot, unit: Unit) -> Iterator[Offer]:
    """Move, Wheel, About Face; a gun's pivot."""
    gun = kind_of(unit).arm == "gun"
    for do, title in MOVES:
        yield offer(state, Action(do, unit.id), title, move_checks(state, unit, do))
    if gun:
        yield offer(state, Action("pivot", unit.id), "Pivot", move_checks(state, unit, "pivot"))


def rally_offers(state: State, table: Snapshot, unit: Unit) -> Iterator[Offer]:
    """Rally, for what the unit has to rally off."""
    if not unit.shaken:
        return
    whats = [what for what, has in (("disarray", unit.disarray), ("daunted", unit.daunted)) if has]
    for what in whats:
        action = Action("rally", unit.id, more={"what": what})
        title = f"Rally off {'a Disarray' if what == 'disarray' else 'being Daunted'}"
        checks = rally_checks(state, unit, what)
        yield offer(state, action, title, checks, {"face": ("", "yes")})


_DEEDS: tuple[tuple[str, str, Callable[[State, Unit], Iterable[Check]], tuple[str, ...]], ...] = (
    ("mount", "Mount or dismount", mount_checks, ("dragoons",)),
    ("pack_up", "Pack up or unlimber", pack_up_checks, ("light_gun", "galloper")),
    ("support", "Support", support_checks, ("harquebusiers", "cuirassiers")),
    ("change formation", "Line or column", formation_checks, ("harquebusiers",)),
    ("anything else", "Anything Else", anything_else_checks, ()),
)


def deed_offers(state: State, table: Snapshot, unit: Unit) -> Iterator[Offer]:
    """The other Actions of the list, where the unit's kind has them at all."""
    for do, title, checks, kinds in _DEEDS:
        if not kinds or unit.kind in kinds:
            yield offer(state, Action(do, unit.id), title, checks(state, unit))


def take_gun_offers(state: State, table: Snapshot, unit: Unit) -> Iterator[Offer]:
    """Guns without crew that an enemy may take."""
    if kind_of(unit).arm == "gun" or kind_of(unit).loose:
        return
    for gun in state.units.values():
        if kind_of(gun).arm == "gun" and gun.gone in ("destroyed", "broken", "fled"):
            if gun.side != unit.side:
                action = Action("take gun", unit.id, gun.id)
                checks = take_gun_checks(state, table, unit, gun)
                yield offer(state, action, f"Take {gun.label}", checks)


def cover_offers(state: State, table: Snapshot, unit: Unit) -> Iterator[Offer]:
    """Say what it stands in or behind."""
    yield offer(state, Action("cover", unit.id), "Declare cover", cover_checks(state, unit))


def reorganise_offers(state: State, table: Snapshot, unit: Unit) -> Iterator[Offer]:
    """Re-organise Horse: with each other weak Squadron of its kind."""
    if unit.kind not in ("harquebusiers", "cuirassiers") or unit.figures == unit.start:
        return
    for other in state.friends(unit.side):
        if other.kind == unit.kind and other.id != unit.id and other.figures < other.start:
            action = Action("reorganise", unit.id, other.id)
            checks = reorganise_checks(state, table, unit, other)
            yield offer(state, action, f"Re-organise with {other.label}", checks)
