"""The longest files of all come first, so that no worker is left alone with them at the end."""

from __future__ import annotations

import pytest

LONGEST = ("test_evening_seen.py", "test_evening.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole files change places, within a file the order stays."""
    rank = {name: k for k, name in enumerate(LONGEST)}
    items.sort(key=lambda item: rank.get(item.path.name, len(rank)))
