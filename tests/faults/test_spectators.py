"""Strangers do not stall the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.spectators import spectators


@pytest.mark.long
def test_the_table_goes_on_while_a_hall_of_strangers_asks(tmp_path: Path) -> None:
    tally = spectators(tmp_path, strangers=6, each=6, notes=6)
    assert tally.tried == 6 * 6 + 6
    assert tally.wrong == []
