"""What people afar and at the table agree on, in words: ghosts, and how dice are had."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.kernel.protocol import Plain


def asked(body: Mapping[str, Plain]) -> str:
    """Where models are to be put, in a sentence."""
    count = len(body["targets"])
    bases = "1 base" if count == 1 else f"{count} bases"
    kind = "Put back" if body["of"] == "table" else "Asked to be moved"
    return f"{kind}: {body['title']} ({bases})"


def over(body: Mapping[str, Plain]) -> str:
    """That nobody is led any more, and why."""
    return f"No more to be put anywhere ({body['why']})" if body["why"] else "All is put"


FAR_DICE = {
    "honour": "by honour",
    "tray": "from a picture of the tray",
    "program": "by the program",
}


def far_dice(body: Mapping[str, Plain]) -> str:
    """How dice of players outside may be had."""
    return "Dice from afar: " + ", ".join(FAR_DICE[way] for way in body["ways"])


SENTENCES: Mapping[str, Callable[[Mapping[str, Plain]], str]] = {
    "guide": asked,
    "guided": over,
    "afar": far_dice,
}
"""Such a step, in one sentence, by its kind."""
