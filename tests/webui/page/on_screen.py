"""What lies where on the screen: words on the map, bases, and what can be tapped."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from playwright.sync_api import Page

Point = tuple[float, float]

ON_SCREEN = """() => {
  const corner = (m, x, y) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
  // A base that is picked has a ring, which is as much in the way of words.
  const bodies = document.querySelectorAll("#map g.base:not(.picked) .body, #map .picked .halo");
  const bases = [...bodies].map((body) => {
    const [m, b] = [body.getScreenCTM(), body.getBBox()];
    return [[b.x, b.y], [b.x + b.width, b.y], [b.x + b.width, b.y + b.height],
            [b.x, b.y + b.height]].map(([x, y]) => corner(m, x, y));
  });
  const labels = [...document.querySelectorAll("#map g.label text")].map((text) => {
    const r = text.getBoundingClientRect();
    return {says: text.textContent,
            outline: [[r.left, r.top], [r.right, r.top], [r.right, r.bottom], [r.left, r.bottom]]};
  });
  return {bases, labels};
}"""

TAPPED = """() => {
  const what = "button, a[href], summary, select, input, textarea, [role=button]";
  const scrolls = (el) => {
    for (let up = el.parentElement; up; up = up.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(up).overflowY)) return true;
    }
    return false;
  };
  // A link within a sentence is as high as its line: so WCAG 2.2, 2.5.8.
  const isInSentence = (el) => el.matches("a") && getComputedStyle(el).display === "inline"
    && el.parentElement.textContent.trim() !== el.textContent.trim();
  const shown = (el) => el.checkVisibility({visibilityProperty: true}) && !el.matches(".skip")
    && !isInSentence(el);
  return [...document.querySelectorAll(what)].filter(shown).map((el) => {
    // A box to tick is tapped anywhere on its label.
    const r = (el.matches("[type=checkbox], [type=radio]") && el.closest("label") || el)
      .getBoundingClientRect();
    return {says: el.getAttribute("aria-label") || el.textContent.trim().slice(0, 40) || el.name,
            left: r.left, right: r.right, top: r.top, bottom: r.bottom,
            scrolls: scrolls(el), wide: innerWidth, high: innerHeight};
  });
}"""

FINGER_PX = 44
"""The least side of what a finger hits: Apple's 44 pt, WCAG 2.5.5."""
HALF_PX = 0.5
"""A browser lays boxes out in fractions of a pixel."""


def meet(a: list[Point], b: list[Point]) -> bool:
    """Do two convex outlines overlap?  No axis along a side's normal keeps them apart."""
    for one in (a, b):
        for p, q in zip(one, one[1:] + one[:1], strict=True):
            axis = (p[1] - q[1], q[0] - p[0])
            along = [[x * axis[0] + y * axis[1] for x, y in each] for each in (a, b)]
            if max(along[0]) <= min(along[1]) or max(along[1]) <= min(along[0]):
                return False
    return True


def covered(page: Page) -> list[str]:
    """The words on the map that lie on a base or on other words."""
    seen: dict[str, Any] = page.evaluate(ON_SCREEN)
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


STANDING = """() => {
  const box = (el) => el.getBoundingClientRect();
  const bases = [...document.querySelectorAll("#map g.base")].map((base) => {
    const r = box(base.querySelector(".body"));
    return {unit: base.dataset.unit, x0: r.left, y0: r.top, x1: r.right, y1: r.bottom};
  });
  const lines = [...document.querySelectorAll("#map .leader")];
  return [...document.querySelectorAll("#map g.label[data-unit] text")].map((text) => {
    const [r, unit] = [box(text), text.parentElement.dataset.unit];
    const apart = (b) => Math.hypot(Math.max(b.x0 - r.right, r.left - b.x1, 0),
                                    Math.max(b.y0 - r.bottom, r.top - b.y1, 0));
    const least = (those) => Math.min(...those.map(apart), 1e9);
    return {says: text.textContent, unit, x: (r.left + r.right) / 2, y: (r.top + r.bottom) / 2,
            own: least(bases.filter((b) => b.unit === unit)),
            other: least(bases.filter((b) => b.unit !== unit)), line: r.height,
            led: lines.some((line) => line.dataset.unit === unit)};
  });
}"""


def adrift(page: Page) -> list[str]:
    """The names on the map that nobody can tell whose they are: without a line to their unit they
    stand farther off than a line of words with its leading (1.25), or as near to another unit."""
    return [
        one["says"]
        for one in page.evaluate(STANDING)
        if not one["led"] and (one["own"] > 1.25 * one["line"] or one["own"] >= one["other"])
    ]


def led_far(page: Page) -> list[str]:
    """The names whose line to their unit is longer than four lines of words: it crosses what lies
    between, and is followed rather than seen."""
    return [
        one["says"]
        for one in page.evaluate(STANDING)
        if one["led"] and one["own"] > 4 * one["line"]
    ]


def unnamed(page: Page) -> list[str]:
    """The units with a base on the map that have no name there."""
    return page.evaluate(
        """() => {
  const named = new Set([...document.querySelectorAll("#map g.label[data-unit]")]
    .map((el) => el.dataset.unit));
  const all = [...document.querySelectorAll("#map g.base")].map((el) => el.dataset.unit);
  return [...new Set(all)].filter((unit) => !named.has(unit));
}"""
    )


def crowded_name(page: Page) -> tuple[str, Point]:
    """The unit whose name stands nearest to a base of another unit, and the middle of that name."""
    found = page.evaluate(STANDING)
    name = min(found, key=lambda one: one["other"])
    return name["unit"], (name["x"], name["y"])


def cut_short(page: Page) -> list[str]:
    """The names on the map of which only the first letters are there."""
    return [one["says"] for one in page.evaluate(STANDING) if one["says"].endswith(".")]


def cut_by_keys(page: Page) -> list[str]:
    """What belongs to the question for dice and lies, wholly or in part, under its keys."""
    found: list[str] = page.evaluate(
        """() => {
  const pad = document.querySelector(".pad");
  const { top, bottom } = pad.getBoundingClientRect();
  return [...document.querySelectorAll(".prompt :is(h2, p, summary, img, select, button, .tray)")]
    .filter((el) => !pad.contains(el) && el.checkVisibility())
    .filter((el) => {
      const r = el.getBoundingClientRect();
      return r.bottom > top + 1 && r.top < bottom - 1;
    }).map((el) => el.textContent.trim().slice(0, 40) || el.tagName);
}"""
    )
    return found


def coded(page: Page) -> list[str]:
    """The units that the map calls by their number though no other bears their name."""
    return page.evaluate(
        """async () => {
  const { units } = await (await fetch("/table.json")).json();
  const isAlone = (unit) => units.filter((other) => other.name === unit.name).length === 1;
  const named = units.filter((unit) => unit.name && unit.name !== unit.unit && isAlone(unit));
  return named.map((unit) => unit.unit).filter((unit) => {
    const label = document.querySelector(`#map g.label[data-unit="${unit}"] text`);
    return label?.firstChild.data === unit;
  });
}"""
    )


def out_of_reach(page: Page) -> list[str]:
    """What can be tapped and lies outside the view, unless one scrolls down to it."""
    return [
        one["says"]
        for one in page.evaluate(TAPPED)
        if one["left"] < -HALF_PX
        or one["right"] > one["wide"] + HALF_PX
        or (not one["scrolls"] and not -HALF_PX <= one["top"] <= one["high"] - FINGER_PX / 2)
    ]


def too_small(page: Page) -> list[str]:
    """What can be tapped and is narrower or lower than a finger."""
    least = FINGER_PX - HALF_PX
    return [
        f"{one['says']}: {one['right'] - one['left']:.0f} x {one['bottom'] - one['top']:.0f}"
        for one in page.evaluate(TAPPED)
        if min(one["right"] - one["left"], one["bottom"] - one["top"]) < least
    ]
