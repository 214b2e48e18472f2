"""Which test cites which rule."""

from __future__ import annotations

from rules.cases import coverage

FILE = '''
ROWS = {"X-01": 1}
LOOSE = {"X-02": 2}


@pytest.mark.parametrize("row", ROWS)
def test_rows(row):
    assert row


def test_other():
    """X-03."""
'''


def test_a_table_counts_for_the_tests_that_name_it() -> None:
    found = coverage.tests_in("t.py", FILE)
    assert "X-01" in found["t.py::test_rows"] and "X-01" not in found["t.py::test_other"]
    assert not any("X-02" in text for text in found.values())
