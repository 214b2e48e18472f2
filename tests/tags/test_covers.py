"""Parts of a tag that may show while the rest is covered."""

from __future__ import annotations

import numpy as np

from vision.tags.decode.forms import make_forms
from vision.tags.known.clearest import clearest_parts
from vision.tags.known.occlusion import (
    EDGE_PARTS,
    SHARES,
    SIDES,
    likeness_in_parts,
    visible_parts,
)
from vision.tags.known.templates import Blur, Grid, Templates
from vision.tags.tag import TagSpec

GRID = Grid(21, 1)
INSIDE = np.zeros((23, 23), dtype=bool)
INSIDE[1:-1, 1:-1] = True


def test_the_first_part_is_all():
    assert visible_parts(GRID)[0].all()


def test_every_part_without_a_side_gives_up_its_share_of_the_symbol():
    parts = visible_parts(GRID)[:EDGE_PARTS, INSIDE.ravel()]
    assert len(parts) == 1 + SIDES * len(SHARES)
    for number, share in enumerate(np.repeat(SHARES, SIDES), start=1):
        # Straight across whole rows go: a row of 21 modules is a twenty-first of the symbol.
        assert abs(1 - parts[number].mean() - share) < 1 / 21


def test_a_pattern_under_a_bar_is_most_like_itself_in_the_part_that_shows():
    dice = np.random.default_rng(3)
    pattern = dice.normal(0, 1, 23 * 23).astype(np.float32)
    pattern -= pattern.mean()
    covered = pattern.reshape(23, 23).copy()
    # The eastern sixth of the sample grid is something bright and even.
    covered[:, 19:] = 30.0
    parts = visible_parts(GRID)[:EDGE_PARTS]
    likeness = likeness_in_parts(covered.reshape(1, -1), pattern, parts)[0]
    best = parts[likeness.argmax()].reshape(23, 23)
    assert not best[1:-1, 19:].any()
    # What shows is the pattern itself: only the share given up, a quarter, is missing from 1.
    assert likeness.max() > np.sqrt(0.7)


def test_a_whole_pattern_is_most_like_itself_as_a_whole():
    pattern = np.random.default_rng(4).normal(0, 1, (1, 23 * 23)).astype(np.float32)
    assert likeness_in_parts(pattern, pattern[0], visible_parts(GRID))[0].argmax() == 0


def test_every_part_without_the_middle_shows_both_of_its_sides():
    """A tenth to four tenths are given up, the centre with them, and no corner is."""
    for part in visible_parts(GRID)[EDGE_PARTS:]:
        inside = part.reshape(23, 23)[1:-1, 1:-1]
        assert 0.1 < 1 - inside.mean() < 0.4
        assert inside[10, 10] == 0
        assert inside[[0, 0, -1, -1], [0, -1, 0, -1]].all()


def test_a_part_is_found_that_leaves_out_what_lies_over_an_edge():
    """Five modules at the right show another tag's: only a part without them is clear."""
    form = make_forms(tuple(TagSpec(f"PV1:R{k:02d}", 1.0) for k in range(1, 13)), 20)[0]
    bank = form.bank(1.6, Blur())
    row = 4
    patch = Templates(form.matrices[[row]], 1.6, Blur()).picture.reshape(bank.grid.side, -1)
    over = (bank.grid.points.real > 21 / 2 - 5).reshape(patch.shape)
    other = Templates(form.matrices[[7]], 1.6, Blur()).picture.reshape(patch.shape)
    patch = np.where(over, other, patch)
    rows, best, parts = clearest_parts(bank, patch.reshape(1, -1))
    edge = parts < EDGE_PARTS
    assert rows.tolist() == [0] * len(rows)
    assert best[edge].tolist() == [row]
    # A quarter of the symbol is given up, nearly all of it under what covers a quarter.
    assert visible_parts(bank.grid)[parts[edge][0]][over.ravel()].mean() < 0.2
