"""What the laws have parsed is dropped after them: it holds 170 MB of a worker's memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house.source import nodes, sources


@pytest.fixture(scope="package", autouse=True)
def _parsed_is_dropped() -> Iterator[None]:
    yield
    sources.cache_clear()
    nodes.cache_clear()
