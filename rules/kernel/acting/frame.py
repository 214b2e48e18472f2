"""What the rule sets of all books have alike, made from a book's actions and house rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict

from rules.kernel.acting.book import Book
from rules.kernel.protocol import Offer, Switch, Verbs
from rules.kernel.telling.house_told import Resolve, citing
from rules.kernel.telling.index import titles_of
from vision.table.snapshot import Snapshot

Actions = Callable[[Any, Snapshot], tuple[Offer, ...]]


class Frame(TypedDict):
    """The fields of a ``RuleSet`` that follow from its ``Book``."""

    switches: tuple[Switch, ...]
    ids: tuple[str, ...]
    titles: dict[str, str]
    actions: Actions
    resolve: Resolve
    verbs: Verbs


def frame(
    package: str,
    book: Book,
    switches: tuple[Switch, ...],
    actions: Actions | None = None,
    resolve: Resolve | None = None,
) -> Frame:
    """``RuleSet(name=..., **frame(__name__, BOOK, SWITCHES))``: the index of the *package*, the
    actions of its *book*, and house rules that every ruling cites.

    *actions*, *resolve*: in the place of what the book offers and resolves of itself.
    """
    titles = titles_of(package)
    return Frame(
        switches=switches,
        ids=tuple(titles),
        titles=titles,
        actions=actions or book.offers,
        resolve=citing(resolve or book.resolve, switches),
        verbs=book.verbs,
    )
