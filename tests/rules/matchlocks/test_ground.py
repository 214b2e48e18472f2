"""Every kind of terrain has its effect in Matchlocks, or is open ground on purpose."""

from __future__ import annotations

from rules.matchlocks.measuring import BAD, BEHIND, CLOSED, DENSE, GROUND, LIGHT, OBSTACLES
from vision.table.terrain_kinds import KINDS


def test_no_kind_of_terrain_is_open_ground_by_oversight() -> None:
    """Seen to fail with a kind left out."""
    assert set(GROUND) == set(KINDS)


def test_what_the_book_says_of_each_ground() -> None:
    """NMM-MOVE-03, -07, -12, -24; NMM-SHOOT-05, -06, -52."""
    assert set(BAD) == {"wood", "marsh", "rough"}
    assert set(CLOSED) == {"river", "impassable"}
    assert OBSTACLES == {"hedge", "wall", "fieldwork", "stream"}
    assert DENSE == {"wood", "building"}
    assert LIGHT == {"hedge", "wall", "fieldwork"}
    assert BEHIND == {"hedge", "wall", "fieldwork", "building"}
