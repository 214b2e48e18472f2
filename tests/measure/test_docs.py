"""docs/measuring.md and the package say the same."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import vision.measure

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "measuring.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", vision.measure.__all__)
def test_every_query_is_on_the_page(name: str) -> None:
    assert f"`{name}" in PAGE


@pytest.mark.parametrize("name", vision.measure.__all__)
def test_every_query_says_what_it_gives(name: str) -> None:
    assert inspect.getdoc(getattr(vision.measure, name))
