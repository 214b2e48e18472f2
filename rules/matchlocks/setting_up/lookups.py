"""What a case may ask of the book outside of any action (ARMY-10, -16, -25; PTS-14; MUS)."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.protocol import BadState, Plain, Question
from rules.matchlocks.army import balance_notes, kind_called, split_fault
from rules.matchlocks.setting_up.mustering import agreed, cards_of, core_faults, is_short


def _split(asked: Question) -> Plain:
    """What is wrong with splitting ``battalia`` into ``musketeers`` and ``stands``."""
    numbers = [int(asked.more.get(one, 0)) for one in ("battalia", "musketeers", "stands")]
    fault = split_fault(numbers[0], numbers[1], numbers[2], asked.state.house)
    return "" if fault is None else str(fault)


def _troop(asked: Question) -> Plain:
    """The kind that a player's ``word`` for a troop means."""
    return kind_called(str(asked.more.get("word", "")))


def _balance(asked: Question) -> Plain:
    """Advice on the two armies of the case."""
    if len(asked.armies) != 2:
        raise BadState("balance: it takes two armies")
    return [str(one) for one in balance_notes(asked.armies[0], asked.armies[1])]


def _cards(asked: Question) -> Plain:
    """The mustering cards of the first army's collection."""
    return cards_of(asked.armies[0].units) if asked.armies else ()


def _agreed(asked: Question) -> Plain:
    """Points agreed for ``troops`` and ``leaders``."""
    return agreed(float(asked.more.get("troops", 0)), float(asked.more.get("leaders", 0)))


def _core(asked: Question) -> Plain:
    """What is wrong with the first army as the picked half of ``troops`` points."""
    units = asked.armies[0].units if asked.armies else ()
    return [str(one) for one in core_faults(units, float(asked.more.get("troops", 0)))]


def _dealt(asked: Question) -> Plain:
    """Is one more card dealt at ``points`` of ``troops``?"""
    return is_short(float(asked.more.get("points", 0)), float(asked.more.get("troops", 0)))


LOOKUPS: dict[str, Callable[[Question], Plain]] = {
    "split": _split,
    "troop": _troop,
    "balance": _balance,
    "mustering cards": _cards,
    "mustering points": _agreed,
    "mustering core": _core,
    "mustering deal": _dealt,
}
"""By the name that a case asks with."""
