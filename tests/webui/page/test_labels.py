"""Names of units never lie on a base or on each other, at every size, for every book."""

from __future__ import annotations

from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from rules.books import RULE_SETS
from rules.kernel.protocol import RuleSet
from tests.webui.browsing import SIZES, serving
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

Point = tuple[float, float]

ON_SCREEN = """() => {
  const corner = (m, x, y) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
  const bases = [...document.querySelectorAll("#map g.base .body")].map((body) => {
    const [m, b] = [body.getScreenCTM(), body.getBBox()];
    return [[b.x, b.y], [b.x + b.width, b.y], [b.x + b.width, b.y + b.height],
            [b.x, b.y + b.height]].map(([x, y]) => corner(m, x, y));
  });
  const labels = [...document.querySelectorAll("#map .layer-names text")].map((text) => {
    const r = text.getBoundingClientRect();
    return {says: text.textContent,
            outline: [[r.left, r.top], [r.right, r.top], [r.right, r.bottom], [r.left, r.bottom]]};
  });
  return {bases, labels};
}"""


def meet(a: list[Point], b: list[Point]) -> bool:
    """Do two convex outlines overlap?  No axis along a side's normal keeps them apart."""
    for one in (a, b):
        for p, q in zip(one, one[1:] + one[:1], strict=True):
            axis = (p[1] - q[1], q[0] - p[0])
            along = [[x * axis[0] + y * axis[1] for x, y in each] for each in (a, b)]
            if max(along[0]) <= min(along[1]) or max(along[1]) <= min(along[0]):
                return False
    return True


def covered(seen: dict[str, Any]) -> list[str]:
    """The labels that lie on a base or on another label."""
    labels = seen["labels"]
    on_bases = [
        one["says"] for one in labels if any(meet(one["outline"], base) for base in seen["bases"])
    ]
    on_labels = [
        f"{a['says']} on {b['says']}"
        for a, b in combinations(labels, 2)
        if meet(a["outline"], b["outline"])
    ]
    return on_bases + on_labels


def test_the_measure_of_covering_can_fail() -> None:
    square: list[Point] = [(0, 0), (2, 0), (2, 2), (0, 2)]
    beside: list[Point] = [(2, 0), (4, 0), (4, 2), (2, 2)]
    assert meet(square, [(1.0, 1.0), (3, 1), (3, 3), (1, 3)])
    assert not meet(square, beside)


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_no_name_covers_a_base_or_a_name(
    rules: RuleSet, browser: Browser, size: str, tmp_path: Path
) -> None:
    app = create_app(tmp_path, HandTable(rules.demo().table), rules=(rules,))
    wide, high = SIZES[size]
    with closing(desk_of(app)), serving(app) as address:
        page = browser.new_page(viewport={"width": wide, "height": high})
        page.goto(f"{address}/table")
        expect(page.locator("#map g.base").first).to_be_visible()
        expect(page.locator(".unit-list button").first).to_be_visible()
        assert covered(page.evaluate(ON_SCREEN)) == []
        page.locator(".unit-list button").first.click()
        expect(page.locator("#map g.base.picked").first).to_be_visible()
        assert covered(page.evaluate(ON_SCREEN)) == []
        page.close()
