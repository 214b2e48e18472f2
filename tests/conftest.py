"""The longest files of all come first, so that no worker is left alone with them at the end.

``--all`` runs those marked ``long`` too; what is not there to test with is named at the end.
"""

from __future__ import annotations

import pytest

from tests.needs import missing_services

LONGEST = ("test_evening_seen.py", "test_evening.py")


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--all``."""
    parser.addoption("--all", action="store_true", help="run the tests of many minutes as well")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the servers that are missing, so that nobody takes a test for run that was not."""
    skipped = terminalreporter.stats.get("skipped", [])
    asked = terminalreporter.config.getoption("--all")
    if asked or any("is not installed" in str(report.longrepr) for report in skipped):
        for missing in missing_services():
            terminalreporter.write_line(f"MISSING, what needs it was not tried: {missing}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whole files change places, within a file the order stays."""
    if not config.getoption("--all"):
        long = [item for item in items if item.get_closest_marker("long")]
        items[:] = [item for item in items if item not in long]
        config.hook.pytest_deselected(items=long)
    rank = {name: k for k, name in enumerate(LONGEST)}
    items.sort(key=lambda item: rank.get(item.path.name, len(rank)))
