"""How a figure grows: the power between sizes, held against figures made by hand."""

from __future__ import annotations

import pytest

from webui.commands.benches.growth import Growth, Row, power, told


def rows(*figures: float) -> tuple[Row, ...]:
    return tuple(Row(10 * 2**k, {"ms": figure}) for k, figure in enumerate(figures))


@pytest.mark.parametrize(("figures", "expected"), [((3, 6, 12), 1.0), ((3, 12, 48), 2.0)])
def test_the_power_is_that_of_the_figures(figures: tuple[float, ...], expected: float) -> None:
    """Doubling the size doubles or quadruples them: n¹ and n², exactly."""
    assert power(rows(*figures), "ms") == pytest.approx(expected)


def test_what_is_constant_at_the_small_sizes_does_not_hide_how_the_large_ones_grow() -> None:
    """The upper half of 1, 1, 1, 2, 4 doubles with the size; from end to end it is n^0.5."""
    assert Growth("tags", rows(1, 1, 1, 2, 4), {}).powers() == {"ms": pytest.approx(1.0)}


def test_a_figure_of_nought_has_no_power() -> None:
    assert power(rows(0, 0), "ms") == 0.0


def test_the_table_ends_with_the_powers_beside_those_of_the_work() -> None:
    last = told(Growth("units", rows(3, 12), {"ms": 2.0})).splitlines()[-1]
    assert "2.0 of 2" in last
