"""Whoever has a page open hears of a change, also after one look at the table went wrong."""

from __future__ import annotations

import logging

import pytest

from webui.server.notifier import Bell, Pulse


def test_a_look_that_goes_wrong_is_not_the_last(caplog: pytest.LogCaptureFixture) -> None:
    """The number is asked for while another thread is at work on it; the bell rings afterwards."""
    answers = iter([1])
    broken = [RuntimeError("mutated during iteration")] * 2

    def number() -> int:
        if first := next(answers, None):
            return first
        if broken:
            raise broken.pop()
        return 2

    bell = Bell()
    with caplog.at_level(logging.ERROR):
        Pulse(number, bell, every_s=0.001)
        assert bell.wait(1, 30.0) == 2
    bell.close()
    assert len([one for one in caplog.records if "asked again" in one.message]) == 1
