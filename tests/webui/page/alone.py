"""A question drawn by itself on a page that is open already, of a game that no browser has seen.

What the page would send is kept instead of sent, so a claim about a question costs a twentieth of
one that plays up to it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct
from playwright.sync_api import Page

from rules.kernel.protocol import Action, RuleSet
from tests.webui import toy
from tests.webui.conftest import Visitor
from vision.table.snapshot import Snapshot
from webui.game.game import Game
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

TABLE = Who("table", "", "Ann")

BOX = """async ([data, steps]) => {
  const { PromptBox } = await import("/static/prompt.js");
  const really = window.fetch, sent = [];
  window.fetch = async (url, how) => {
    if (how?.method !== "POST") return really(url, how);
    sent.push([url, JSON.parse(how.body)]);
    return new Response("{}");
  };
  const box = new PromptBox(() => {}), toast = document.getElementById("toast");
  toast.replaceChildren();
  document.body.append(box.render(data));
  const named = (says) => [...box.el.querySelectorAll("button")].find(
    (one) => (one.getAttribute("aria-label") || one.textContent).startsWith(says));
  const dead = [];
  const does = {
    key: (says) => box.el.querySelector(".dice[data-focus]").dispatchEvent(
      new KeyboardEvent("keydown", {key: says, bubbles: true})),
    tap: (says) => named(says).click(),
    dead: (says) => dead.push(named(says)?.disabled ?? null),
    fill: ([what, says]) => {
      const field = box.el.querySelector(what);
      field.value = says;
      field.dispatchEvent(new Event("input"));
    },
    again: () => {
      box.render({...data, open: null, prompt: null});
      box.render(data);
    },
  };
  for (const [what, says] of steps) does[what](says);
  await box.throwing.drafting;
  await new Promise((done) => setTimeout(done)); // what waited for it has been sent
  const found = {
    says: box.el.textContent.replaceAll("\\u00a0", " "), toast: toast.textContent, sent, dead,
    dice: [...box.el.querySelectorAll(".dice[data-focus] .die:not(.empty)")].map(
      (one) => one.textContent),
    keys: [...box.el.querySelectorAll(".pad .thirds button")].map((one) => one.textContent),
    fields: Object.fromEntries([...box.el.querySelectorAll("input[name]")].map(
      (one) => [one.name, one.value])),
  };
  box.el.remove();
  window.fetch = really;
  return found;
}"""
"""Drawn, then tapped and typed at, step for step; what it says and would send."""


class Told(Struct, frozen=True):
    """What a question says, and what it would send."""

    says: str
    toast: str
    sent: list[tuple[str, dict[str, Any]]]
    dead: list[bool | None]
    dice: list[str]
    keys: list[str]
    fields: dict[str, str]

    def answers(self) -> list[dict[str, Any]]:
        """What would be sent, but for the dice that are kept while they are typed."""
        return [fields for url, fields in self.sent if url != "/act/draft"]


class Elsewhere:
    """A game of its own, and its table as a visitor is told of it."""

    def __init__(self, folder: Path, rules: RuleSet, table: Snapshot | None = None) -> None:
        live = HandTable(rules.demo().table)
        self.app = create_app(folder, live, rules=(rules,))
        if table is not None:
            live.set_table(table)
        self.desk = desk_of(self.app)
        self.game: Game = self.desk.the_game()

    def declared(self) -> Elsewhere:
        """Rigg's foot shoots at Bell's."""
        return self.declare(Action("shoot", "R1", "B1"))

    def declare(self, action: Action) -> Elsewhere:
        """That is done."""
        self.game.declare(action, TABLE, after=self.game.journal.head)
        return self

    def answered(self, *answers: Any) -> Elsewhere:
        """One question after the other."""
        for answer in answers:
            self.game.answer(answer, TABLE, after=self.game.journal.head)
        return self

    def told(self, side: str = "") -> dict[str, Any]:
        """As the table screen is told, or the phone of that side."""
        visitor = Visitor(self.app, "192.168.7.20" if side else "127.0.0.1")
        if side:
            visitor.post("/join", code=self.desk.access.code(side))
        told: dict[str, Any] = visitor.get("/table.json").json
        return told


def elsewhere(folder: Path, rules: RuleSet = toy.TOY, table: Snapshot | None = None) -> Elsewhere:
    """A game that no browser looks at."""
    return Elsewhere(folder / "elsewhere", rules, table)


def drawn(page: Page, told: dict[str, Any], *steps: tuple[str, Any]) -> Told:
    """The question of that table, after those steps: ``key``, ``tap``, ``fill`` ([what, text]),
    ``dead`` (whether a button cannot be pressed), ``again`` (drawn once more)."""
    return Told(**page.evaluate(BOX, [told, steps]))


def keys(faces: str) -> list[tuple[str, str]]:
    """One key a die, and Enter."""
    return [("key", key) for key in (*faces, "Enter")]
