"""The working of an open throw is kept for the game it was asked of, and for no other."""

from __future__ import annotations

from typing import Any

import pytest

from webui.game.throws import why_thrown as module
from webui.game.throws.why_thrown import WhyThrown


class _Closed:
    """A game that nobody holds any more once it was asked; Python gives its address away."""

    rules = None


class _At:
    head, opened, state = 1, object(), None


def test_a_new_game_never_gets_the_working_of_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workings = iter(("of the first", "of the second"))
    monkeypatch.setattr(module, "why_thrown", lambda *_: (next(workings),))
    known: Any = WhyThrown()
    here = _At()
    assert known(_Closed(), here) == ("of the first",)
    assert known(_Closed(), here) == ("of the second",)
