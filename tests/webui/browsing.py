"""A real server and a real browser, for the tests of the page."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    FloatRect,
    Locator,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

from tests.needs import find_chromium
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of
from webui.server.notifier import Bell
from webui.server.sockets.listening import server_on

NOT_ASKED_FOR = (
    # What Playwright leaves out as well: of two such switches the last one holds.
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,"
    "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,"
    # Two pages below the address bar that nobody sees, of each visitor of a whole browser.
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,"
    # A process that is started ahead for the next page, which tests of kept visitors seldom need.
    "SpareRendererForSitePerProcess"
)
ARGUMENTS = [
    f"--disable-features={NOT_ASKED_FOR}",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SIZES = {"phone": (390, 844), "tablet": (820, 1180), "screen": (1920, 1080)}

PATIENCE_MS = 45_000
"""What is waited for at most; it comes in a thirtieth of that unless the machine is busy."""
LEAST_LOOKS = 30
"""At what slides, however long that takes on a computer that is very busy."""

GRAVE = ("serious", "critical")
AXE = Axe()
COLOURS = ("color-contrast", "link-in-text-block")
"""What axe-core asks of colours: the rest reads the same in either light. It is two thirds of the
work, and the colours of a page are the same on every screen."""
SLIGHT = ("region",)
"""What it never calls grave, and takes long to find out."""


def _asked(*left_out: str) -> dict[str, Any]:
    return {"resultTypes": ["violations"], "rules": {one: {"enabled": False} for one in left_out}}


ALL_RULES = _asked(*SLIGHT)
OF_COLOURS = {"resultTypes": ["violations"], "runOnly": list(COLOURS)}
IN_BOTH_LIGHTS = (("no", ALL_RULES), ("yes", OF_COLOURS))
WITHOUT_COLOURS = (("no", _asked(*SLIGHT, *COLOURS)),)


def grave_faults(page: Page, *, colours: bool = True) -> list[str]:
    """Serious and critical faults that axe-core finds on the page as it stands, in both lights;
    without *colours* in the light alone, and nothing that has to do with colours."""
    found = []
    for dark, asked in IN_BOTH_LIGHTS if colours else WITHOUT_COLOURS:
        page.evaluate("dark => { document.documentElement.dataset.dark = dark; }", dark)
        for fault in _violations(page, asked):
            if fault["impact"] in GRAVE:
                at = [node["target"] for node in fault["nodes"]]
                found.append(f"dark {dark}: {fault['id']} at {at}")
    return found


def _violations(page: Page, asked: dict[str, Any]) -> Any:
    """What axe-core answers; its half a megabyte of script is given to a page only once."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.axe_script)
    return page.evaluate("asked => axe.run(document, asked)", asked)["violations"]


@contextmanager
def patience(milliseconds: int) -> Iterator[None]:
    """So long is waited for what is expected, and afterwards as long as before: what is set so
    holds for all tests of the process."""
    expect.set_options(timeout=milliseconds)
    try:
        yield
    finally:
        expect.set_options(timeout=PATIENCE_MS)


@contextmanager
def launched() -> Iterator[Browser]:
    """A Chromium of its own, without a window."""
    where = find_chromium()
    assert where is not None, "the browser tests need Chromium: python3 run.py test brings it"
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=where, args=ARGUMENTS)
        yield browser
        browser.close()


_SHARED: list[tuple[Browser, ExitStack]] = []
"""The browser of this process, if it runs: starting one takes longer than most tests."""
_KEPT: dict[tuple[str, int], BrowserContext] = {}
"""Visitors to be used again, by size and number: a fresh one costs a second."""
MOST_KEPT = 3
"""Each holds a process of 50 to 100 MB: one of another size goes when there would be more."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of all tests of this process; at the end what is open in it is closed, but for
    the visitors that are used again."""
    if _SHARED and not _SHARED[0][0].is_connected():
        end_chromium()
    if not _SHARED:
        stack = ExitStack()
        _SHARED.append((stack.enter_context(launched()), stack))
    browser = _SHARED[0][0]
    yield browser
    kept = list(_KEPT.values())
    for context in browser.contexts:
        if context not in kept:
            context.close()


def end_chromium() -> None:
    """The browser of this process goes, and with it the event loop that drives it."""
    _KEPT.clear()
    while _SHARED:
        _SHARED.pop()[1].close()
    while _DOORS:
        _DOORS.pop().close()


def kept_context(browser: Browser, size: str, number: int) -> BrowserContext:
    """The visitor of that *number* on a screen of that *size*, who was there before or is new."""
    if (size, number) not in _KEPT:
        others = [key for key in _KEPT if key[0] != size]
        if others and len(_KEPT) >= MOST_KEPT:
            _KEPT.pop(others[0]).close()
        _KEPT[size, number] = context_of(browser, SIZES[size], calm=True)
    return _KEPT[size, number]


@contextmanager
def serving(
    app: Flask,
    threads: int = 16,
    seen_from: str = "",
    bell: Bell | None = None,
    through: Callable[..., Iterable[bytes]] | None = None,
) -> Iterator[str]:
    """The app on a free port of this computer, on the server that run.py uses; its address.

    *bell*: what ends the event streams, where the app is not a table's.

    Visitors seem to come from *seen_from*, another computer's address, when it is given.
    *through*: how they meet the app, where something stands between, such as a proxy's door.
    """
    door = Door(_seen_from(through or app, seen_from), threads)
    try:
        yield door.address
    finally:
        (bell or desk_of(app).bell).close()
        door.close()


Wsgi = Callable[..., Iterable[bytes]]


def _seen_from(met: Wsgi, seen_from: str) -> Wsgi:
    def arriving(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        if seen_from:
            environ["REMOTE_ADDR"] = seen_from
        return met(environ, start)

    return arriving


class Door:
    """A server on a free port, and what is behind it, which may change."""

    def __init__(self, behind: Wsgi, threads: int = 16) -> None:
        self.behind = behind
        self._server = server_on(lambda *asked: self.behind(*asked), "127.0.0.1", 0, threads)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.effective_port}"

    def _run(self) -> None:
        while not self._stop.is_set():
            self._server.serve_once(0.05)

    def close(self) -> None:
        """Nobody listens there any more."""
        self._stop.set()
        self._thread.join(10)
        self._server.close()


_DOORS: list[Door] = []
"""Those that nobody uses now; they stay while the browser of this process does."""


@contextmanager
def behind_a_door(app: Flask, seen_from: str = "", through: Wsgi | None = None) -> Iterator[str]:
    """As `serving`, on an address where other apps were before: the browser still has the page's
    files from there, which are the same, and need not fetch 73 of them again and again. *seen_from*
    and *through* as there."""
    door = _DOORS.pop(0) if _DOORS else Door(_nobody)
    door.behind = _seen_from(through or app, seen_from)
    try:
        yield door.address
    finally:
        desk_of(app).bell.close()
        door.behind = _nobody
        _DOORS.append(door)


def _nobody(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    start("503 Service Unavailable", [("Content-Length", "0")])
    return [b""]


def app_on(folder: Path, live: HandTable, rules: tuple[object, ...]) -> Flask:
    """An app on that folder."""
    return create_app(folder, live, rules=rules)


def context_of(browser: Browser, size: tuple[int, int], *, calm: bool = False) -> BrowserContext:
    """A visitor of its own with one empty page; *calm*: asks for less motion: no slide is drawn."""
    width, height = size
    made = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=width < 900,
        reduced_motion="reduce" if calm else "no-preference",
    )
    made.set_default_timeout(PATIENCE_MS)
    made.new_page()
    return made


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def box_of(what: Locator) -> FloatRect:
    """Where it is on the screen once it has come to rest, pixels: what slides, zooms or is drawn
    again is somewhere else, or nowhere, for a moment."""
    last, end_s, left = None, time.monotonic() + PATIENCE_MS / 1000, LEAST_LOOKS
    while time.monotonic() < end_s or left > 0:
        box, left = what.bounding_box(), left - 1
        if box is not None and box == last:
            return box
        last = box
        what.page.evaluate(TWO_FRAMES)
    raise AssertionError(f"{what} never comes to rest: {last}")


def _told(answer: Response, is_whole: bool) -> str:
    """What was sent and answered.  A body that no script has read never comes whole."""
    sent = answer.request.post_data
    try:
        return f"{sent} was answered {answer.text() if is_whole else answer.status}"
    except Error as gone:
        return f"{sent} was answered {answer.status} ({gone})"


RESTS = ("about:blank", "/static/icon.svg")
"""Where a page stands that nobody uses."""


class Watched:
    """A page whose every request, complaint and crash is kept.

    *context*: one that was used before, with an open page; it is handed back empty.
    """

    def __init__(
        self,
        browser: Browser,
        address: str,
        size: tuple[int, int],
        context: BrowserContext | None = None,
    ) -> None:
        self.address, self.size = address, size
        self.borrowed = context is not None
        self.context = context or context_of(browser, size)
        self.page: Page = self.context.pages[0]
        if not self.page.url.endswith(RESTS):  # a test that failed has left it so
            self.page.unroute_all(behavior="ignoreErrors")
            self.page.goto("about:blank")
            self.context.clear_cookies()
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self.refused: list[Response] = []
        self.read: set[Request] = set()
        self.page.on("request", self._request)
        self.page.on("response", self._answer)
        self.page.on("requestfinished", self._whole)
        self.page.on("pageerror", self._crash)
        self.page.on("console", self._complaint)

    def _request(self, request: Request) -> None:
        self.asked.append(request.url)

    def _whole(self, request: Request) -> None:
        self.read.add(request)

    def _answer(self, answer: Response) -> None:
        if answer.status >= 400:
            self.refused.append(answer)

    def _crash(self, error: Error) -> None:
        self.wrong.append(str(error))

    def _complaint(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.wrong.append(f"{said.text} {said.location}")

    def open(self, path: str = "/table") -> Page:
        """Go there; of the table, wait until its bases and all beside them are drawn."""
        self.page.goto(self.address + path)
        if path == "/table":
            self.page.wait_for_selector(".base")
            self.page.wait_for_selector("#panel > *")
        return self.page

    def tap(self, payload: str) -> None:
        """A finger on the middle of a base, once the map lies still before and after."""
        self.still()
        x, y = self.middle(payload)
        self.page.mouse.click(x, y)
        self.still()

    def still(self) -> None:
        """Wait until what was picked is drawn, and has come closer on a small map."""
        expect(self.page.locator("#map")).not_to_have_attribute("aria-busy", "true")

    def middle(self, payload: str) -> tuple[float, float]:
        """Where the middle of a base is on the screen, pixels."""
        box = box_of(self.page.locator(f'[data-payload="{payload}"] .body'))
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def table(self) -> Any:
        """What /table.json says to this visitor."""
        return self.page.evaluate("fetch('/table.json').then((answer) => answer.json())")

    def put(self, payload: str, x_in: float, y_in: float, facing_deg: float) -> None:
        """Put a base down, as another hand at the table would."""
        place = {"payload": payload, "x_in": x_in, "y_in": y_in, "facing_deg": facing_deg}
        self.page.evaluate(
            "place => fetch('/act/place', {method: 'POST', body: JSON.stringify({bases: [place]}),"
            "headers: {'Content-Type': 'application/json'}})",
            place,
        )

    def per_inch(self) -> float:
        """Screen pixels to an inch: the toy's R01 and B01 stand 8 in apart at first."""
        (ax, ay), (bx, by) = self.middle("R01"), self.middle("B01")
        return math.hypot(ax - bx, ay - by) / 8.0

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press, move in two steps, and let go; screen pixels."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=3)
        mouse.move(*end, steps=3)
        mouse.up()

    def _hand_back(self) -> None:
        """Empty, as it was: no cookie, nothing kept by a page, nothing held back on its way."""
        for another in self.context.pages[1:]:
            another.close()
        self.page.unroute_all(behavior="ignoreErrors")
        # The browser asks for an icon of what is no page, and complains that there is none.
        self.page.remove_listener("request", self._request)
        self.page.remove_listener("response", self._answer)
        self.page.remove_listener("requestfinished", self._whole)
        self.page.remove_listener("pageerror", self._crash)
        self.page.remove_listener("console", self._complaint)
        self.page.goto(self.address + RESTS[1])  # no script that would keep more
        self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        width, height = self.size
        if self.page.viewport_size != {"width": width, "height": height}:
            self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(media="null")
        self.context.clear_cookies()

    def close(self) -> None:
        """Close it, and fail if anything went wrong or anything outside was asked for."""
        if self.wrong:
            self.wrong += [_told(answer, answer.request in self.read) for answer in self.refused]
        if self.borrowed:
            self._hand_back()
        else:
            self.context.close()
        outside = [
            url for url in self.asked if not url.startswith((self.address, "blob:", "data:"))
        ]
        assert outside == [], outside
        assert self.wrong == [], self.wrong
