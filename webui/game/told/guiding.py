"""Guides in words: what was asked to be put where, and that it is over."""

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


SENTENCES: Mapping[str, Callable[[Mapping[str, Plain]], str]] = {"guide": asked, "guided": over}
"""A step of a guide, in one sentence, by its kind."""
