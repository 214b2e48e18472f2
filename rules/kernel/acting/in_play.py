"""What a rule asks of a play again and again, worked out once for the very same state and table."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from msgspec import Struct

from rules.kernel.play import Play
from vision.measure.cache import Notebooks, Same

_STATES = Notebooks(32)
Question = TypeVar("Question", bound=Callable[..., Any])


def in_play(question: Question) -> Question:
    """A question asked again of the very same state and table gives the same answer at once.

    What has been ruled on the way does not matter to it. Groups and figures that it asks
    about are told apart as the very same ones, anything else by its value.
    """

    @wraps(question)
    def ask(play: Play[Any], *args: Any) -> Any:
        book = _STATES.about(play.state)
        about = (Same(one) if isinstance(one, Struct) else one for one in args)
        key = (question, Same(play.table), *about)
        if key not in book:
            book[key] = question(play, *args)
        return book[key]

    return cast("Question", ask)
