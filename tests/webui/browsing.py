"""A real server and a real browser, for the tests of the page."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, Page, sync_playwright
from waitress import wasyncore
from waitress.server import create_server

from tests.needs import find_chromium
from webui import create_app, desk_of
from webui.live import HandTable

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "screen": (1920, 1080)}

GRAVE = ("serious", "critical")


def grave_faults(page: Page) -> list[str]:
    """Serious and critical faults that axe-core finds on the page as it stands, in both lights."""
    found = []
    for dark in ("no", "yes"):
        page.evaluate("dark => { document.documentElement.dataset.dark = dark; }", dark)
        for fault in Axe().run(page).response["violations"]:
            if fault["impact"] in GRAVE:
                at = [node["target"] for node in fault["nodes"]]
                found.append(f"dark {dark}: {fault['id']} at {at}")
    return found


@contextmanager
def chromium() -> Iterator[Browser]:
    """The machine's own Chromium, without a window."""
    where = find_chromium()
    assert where is not None, "the browser tests need Chromium: python3 run.py test brings it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=where, args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def serving(app: Flask, threads: int = 16) -> Iterator[str]:
    """The app on a free port of this computer, on the server that run.py uses; its address."""
    server = create_server(app, host="127.0.0.1", port=0, threads=threads)
    stop = threading.Event()

    def run() -> None:
        while not stop.is_set():
            wasyncore.loop(timeout=0.05, map=server._map, count=1)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        desk_of(app).bell.close()
        server.task_dispatcher.shutdown(timeout=5)
        stop.set()
        thread.join(10)
        wasyncore.close_all(server._map)


def app_on(folder: Path, live: HandTable, rules: tuple[object, ...]) -> Flask:
    """An app on that folder."""
    return create_app(folder, live, rules=rules)  # type: ignore[arg-type]


class Watched:
    """A page whose every request, complaint and crash is kept."""

    def __init__(self, browser: Browser, address: str, size: tuple[int, int]) -> None:
        width, height = size
        self.address = address
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=width < 900
        )
        self.page: Page = self.context.new_page()
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on(
            "console",
            lambda said: (
                self.wrong.append(f"{said.text} {said.location}") if said.type == "error" else None
            ),
        )

    def open(self, path: str = "/table") -> Page:
        """Go there; of the table, wait until its bases are drawn."""
        self.page.goto(self.address + path)
        if path == "/table":
            self.page.wait_for_selector(".base")
        return self.page

    def tap(self, payload: str) -> None:
        """A finger on the middle of a base."""
        x, y = self.middle(payload)
        self.page.mouse.click(x, y)

    def middle(self, payload: str) -> tuple[float, float]:
        """Where the middle of a base is on the screen, pixels."""
        box = self.page.locator(f'[data-payload="{payload}"] .body').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def close(self) -> None:
        """Close it, and fail if anything went wrong or anything outside was asked for."""
        self.context.close()
        outside = [
            url for url in self.asked if not url.startswith((self.address, "blob:", "data:"))
        ]
        assert outside == [], outside
        assert self.wrong == [], self.wrong
