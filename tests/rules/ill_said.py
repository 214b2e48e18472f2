"""What no sentence of a worked example may be: looked for in each case as it is played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from rules.kernel.protocol import RuleSet

SENTENCES = {"says", "text", "what", "why", "title", "total"}
TOLD = ("prompts", "tree", "so_far", "pending")

CODE = re.compile(r"\b[A-Z]+_[A-Z_]+\b")
"""ADV_NEAREST is what the table calls it, not what people are told."""
ONE_AS_SEVERAL = re.compile(
    r"(?<!of )(?<![\d.:+-])\b1 (?:dice|hits|stands(?! and)|kills|wounds|men|figures)\b"
)


def sentences(plain: Any) -> Iterator[str]:
    """Every sentence within; what its template is filled with is in it."""
    if isinstance(plain, dict):
        for key, value in plain.items():
            if key == "arguments":
                continue
            if key in SENTENCES and isinstance(value, str):
                yield value
            yield from sentences(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from sentences(value)


@cache
def _forms(ids: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    stems = sorted({one.rsplit("-", 1)[0] for one in ids})
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, stems))})-\d"), CODE, ONE_AS_SEVERAL


def ill_said(book: RuleSet, came: dict[str, Any]) -> set[str]:
    """The sentences of what a case came to that hold the id of a rule or the code of a table, or
    speak of one as of several."""
    said = {words for part in TOLD for words in sentences(came[part])}
    forms = _forms(tuple(book.ids))
    return {words for words in said if any(form.search(words) for form in forms)}
