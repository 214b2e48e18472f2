"""What has been worked out about a frozen thing, found again by the thing itself.

Hashing all of a snapshot costs more than most queries; asking whether it is the same object
is as right, because it never changes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar, cast

from vision.table.snapshot import Snapshot

Thing = TypeVar("Thing")
Found = TypeVar("Found")
Notebook = tuple[object, dict[Hashable, Any]]
Query = TypeVar("Query", bound=Callable[..., Any])


class Same:
    """A key that is equal only to a key of the very same thing, which it keeps alive."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing


class Notebooks:
    """A notebook of answers for each of the last things asked about, at least *most* of them.

    A notebook holds on to its thing, so that no other can come to lie in its place. When the
    shelf is full it becomes the old one; what is asked for again moves over to the new one,
    and the rest goes with the old shelf.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.shelf: dict[int, Notebook] = {}
        self._old: dict[int, Notebook] = {}

    def about(self, thing: object) -> dict[Hashable, Any]:
        """The notebook about that very thing, empty when it is new."""
        found = self.shelf.get(id(thing))
        return found[1] if found is not None else self._shelved(thing)

    def _shelved(self, thing: object) -> dict[Hashable, Any]:
        # No lock: two threads that do this at once may lose a notebook, and ask again.
        found = self._old.get(id(thing)) or (thing, {})
        if len(self.shelf) >= self._most:
            self._old, self.shelf = self.shelf, {}
        self.shelf[id(thing)] = found
        return found[1]


KEPT = 64
"""Of so many things ``once`` keeps what was worked out."""


def once(work: Callable[[Thing], Found]) -> Callable[[Thing], Found]:
    """A function of one frozen thing that is worked out once for the very same thing."""
    known: dict[int, tuple[Thing, Found]] = {}
    oldest: list[int] = []

    @wraps(work)
    def ask(thing: Thing) -> Found:
        there = known.get(id(thing))
        if there is not None:
            return there[1]
        found = work(thing)
        # The thing is kept with it, so that no other can come to lie in its place.
        known[id(thing)] = (thing, found)
        oldest.append(id(thing))
        if len(oldest) > KEPT:
            known.pop(oldest.pop(0), None)
        return found

    return ask


SNAPSHOTS = Notebooks(32)
"""Within an action there are rarely more than a handful: before, after, and without the lost."""


def remembered(query: Query) -> Query:
    """A query asked again of the very same snapshot gives the same answer at once.

    Its first argument is a snapshot; a second one may follow, as in a move before and after.
    Every further argument has to be hashable: frozensets, not sets.
    """
    asked = [kind for name, kind in query.__annotations__.items() if name != "return"]
    two = asked.count("Snapshot") > 1

    @wraps(query)
    def ask(snapshot: Snapshot, *args: Any, **named: Any) -> Any:
        there = SNAPSHOTS.shelf.get(id(snapshot))
        book = SNAPSHOTS.about(snapshot) if there is None else there[1]
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
