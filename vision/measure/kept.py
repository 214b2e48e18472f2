"""What has been worked out about a frozen thing, found again by the thing itself.

Hashing all of a snapshot costs more than most queries; asking whether it is the same object
is as right, because it never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, TypeVar, cast

from vision.measure.table import Snapshot

Thing = TypeVar("Thing")
Found = TypeVar("Found")
Query = TypeVar("Query", bound=Callable[..., Any])


class Same:
    """A key that is equal only to a key of the very same snapshot, which it keeps alive."""

    __slots__ = ("snapshot",)

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot

    def __hash__(self) -> int:
        return id(self.snapshot)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.snapshot is other.snapshot


class Notebooks:
    """A notebook of answers for each of the newest *most* things; old ones are let go.

    A notebook holds on to its thing, so that no other can come to lie in its place.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._books: dict[int, tuple[object, dict[Hashable, Any]]] = {}
        self._opening = Lock()

    def about(self, thing: object) -> dict[Hashable, Any]:
        """The notebook about that very thing, empty when it is new."""
        found = self._books.get(id(thing))
        return found[1] if found is not None else self._opened(thing)

    def _opened(self, thing: object) -> dict[Hashable, Any]:
        book: dict[Hashable, Any] = {}
        with self._opening:
            while len(self._books) >= self._most:
                del self._books[next(iter(self._books))]
            self._books[id(thing)] = (thing, book)
        return book


def once(work: Callable[[Thing], Found]) -> Callable[[Thing], Found]:
    """A function of one frozen thing that is worked out once for the very same thing."""
    books = Notebooks(64)

    @wraps(work)
    def ask(thing: Thing) -> Found:
        book = books.about(thing)
        if not book:
            book[work] = work(thing)
        found: Found = book[work]
        return found

    return ask


SNAPSHOTS = Notebooks(48)
"""Within an action there are rarely more than a handful: before, after, and without the lost."""


def remembered(query: Query) -> Query:
    """A query asked again of the very same snapshot gives the same answer at once.

    Its first argument is a snapshot; a second one may follow, as in a move before and after.
    Every further argument has to be hashable: frozensets, not sets.
    """
    two = list(query.__annotations__.values()).count("Snapshot") > 1

    @wraps(query)
    def ask(snapshot: Snapshot, *args: Any, **named: Any) -> Any:
        book = SNAPSHOTS.about(snapshot)
        key: tuple[Any, ...] = (query, Same(args[0]), *args[1:]) if two else (query, *args)
        if named:
            key = (*key, *named.items())
        try:
            return book[key]
        except KeyError:
            pass
        found = book[key] = query(snapshot, *args, **named)
        return found

    return cast("Query", ask)
