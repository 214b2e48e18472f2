"""A short club day: no wrong ruling, and nothing that grows without end."""

from __future__ import annotations

from pathlib import Path

from tests.faults.long_run import Usage, growth, long_run


def test_a_quarter_of_an_hour_brings_no_wrong_ruling_and_no_leak(tmp_path: Path) -> None:
    """Threads: the page's pulse and OpenCV's own may start; files: one game is open, with its
    log. python3 -m tests.faults.long_run plays twelve hours and prints the growth."""
    tally, _, usages = long_run(tmp_path, 0.25)
    assert tally.wrong == []
    assert tally.kinds["rulings"] >= 3 and tally.kinds["bases checked"] > 100
    assert usages[-1].threads - usages[0].threads <= 2
    assert usages[-1].files - usages[0].files <= 8


def test_growth_is_counted_from_after_the_first_hour() -> None:
    usages = [Usage(100, 0, 3, 9), Usage(1000, 10, 3, 9), Usage(1100, 30, 3, 9)]
    assert growth(usages, 2.0).startswith("memory +100 kB/h (now 1100 kB), disk +20 kB/h")
