"""The longest files of all come first, so that no worker is left alone with them at the end; then
those of a browser, which a worker starts once and ends before the rest.

``--quick`` runs what a change of a rule, a measurement or a room breaks first, in a minute.
``--all`` runs those marked ``long`` too, and draws its examples anew; what is not
there to test with is named at the end.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from hypothesis import settings

from tests.needs import missing_services

LONGEST = ("test_evening_seen.py", "test_evening.py")

IN_MEMORY = Path("/dev/shm")
ENOUGH_BYTES = 500e6
"""Of it that must be free; what a test that passed has written is thrown away at its end."""


QUICK = ("rules", "measure", "house")
"""Folders of tests that need no camera, no server and no browser."""

PLENTY_BYTES = 400e6
"""What a worker holds when every file is read and a table is looked at, and half as much."""

M_ARENA_MAX = -8
"""Of glibc's malloc.h."""

NOT_QUICK = (
    "test_serve.py",
    "test_run.py",
    "test_home.py",
    "test_battles.py",
    "test_house_cases.py",
)
"""Those among them that start programs, or play on and on: a third of the time of all."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--all`` and ``--quick``."""
    parser.addoption("--quick", action="store_true", help="run what a minute is enough for")
    parser.addoption("--all", action="store_true", help="run the tests of many minutes as well")


def pytest_collection(session: pytest.Session) -> None:
    """Two workers that read the same files at the same time would both prepare all of them, where
    none was prepared before (a fresh clone): the second begins at the other end."""
    if os.environ.get("PYTEST_XDIST_WORKER") != "gw1" or sys.dont_write_bytecode:
        return
    folders = [session.config.invocation_params.dir / each for each in session.config.args]
    for path in sorted((each for one in folders for each in one.rglob("test_*.py")), reverse=True):
        module = ".".join(path.relative_to(session.config.rootpath).with_suffix("").parts)
        try:
            importlib.import_module(module)
        except Exception:  # pytest meets it again, and says so
            return


def pytest_collection_finish() -> None:
    """Thousands of tests stay to the end: the collector need not count them again and again."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the servers that are missing, so that nobody takes a test for run that was not."""
    skipped = terminalreporter.stats.get("skipped", [])
    asked = terminalreporter.config.getoption("--all")
    if asked or any("is not installed" in str(report.longrepr) for report in skipped):
        for missing in missing_services():
            terminalreporter.write_line(f"MISSING, what needs it was not tried: {missing}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whole files change places, within a file the order stays."""
    left_out = [item for item in items if not _is_wanted(config, item)]
    away = set(left_out)
    items[:] = [item for item in items if item not in away]
    config.hook.pytest_deselected(items=left_out)
    rank = {name: k for k, name in enumerate(LONGEST)}
    of_a_browser = {item.path for item in items if item.get_closest_marker("browser")}
    items.sort(
        key=lambda item: rank.get(item.path.name, len(rank) + (item.path not in of_a_browser))
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """After the last test of a browser none is kept: it holds memory, and an event loop."""
    if item.get_closest_marker("browser") is None:
        _end_browser()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """A file's pictures are gone with it, and the system gets their memory back."""
    if nextitem is None or nextitem.path != item.path:
        _give_back()


def _give_back() -> None:
    """Templates of tags, of each table 100 to 300 MB, where there are many. Where the C library is
    GNU's: it keeps what was freed, some 800 MB after photographs."""
    forms = sys.modules.get("vision.tags.decode.forms")
    if forms is not None and psutil.Process().memory_info().rss > PLENTY_BYTES:
        forms._forms.cache_clear()
    if sys.platform == "linux" and hasattr(ctypes.CDLL(None), "malloc_trim"):
        ctypes.CDLL(None).malloc_trim(0)


def pytest_configure(config: pytest.Config) -> None:
    """Examples are drawn the same each time, and anew with ``--all``: who runs the suite for his
    own change is not stopped by a draw of the day. GNU's C library keeps freed memory for each of
    eight threads a core; two are plenty."""
    settings.register_profile("same", derandomize=not config.getoption("--all"))
    settings.load_profile("same")
    if _keeps_files_in_memory():
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
    if sys.platform == "linux" and hasattr(ctypes.CDLL(None), "mallopt"):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def _keeps_files_in_memory() -> bool:
    """Where there is such a folder (on Linux) tests need not wait for a disk: Drumhead has every
    step written to it, 6,000 times in its tests. A test that kills it sees the same: what was
    written stays while the computer runs. Programs are started from there, too."""
    if not IN_MEMORY.is_dir() or not os.access(IN_MEMORY, os.W_OK | os.X_OK):
        return False
    space = os.statvfs(IN_MEMORY)
    return space.f_bavail * space.f_frsize > ENOUGH_BYTES and not space.f_flag & os.ST_NOEXEC


def pytest_sessionfinish() -> None:
    """Nor after the session."""
    _end_browser()


def _end_browser() -> None:
    browsing = sys.modules.get("tests.webui.browsing")
    if browsing is not None:  # who collects no test of a browser does not import one
        browsing.end_chromium()


@pytest.fixture(scope="session", autouse=True)
def apps_alike() -> Iterator[None]:
    """A thousand apps are made, all of the same addresses and pages: what Flask compiles of them
    is compiled once. Three quarters of the work of making an app were that."""
    if "flask" not in sys.modules:  # nobody makes an app
        yield
        return
    from flask import Flask

    from tests.compiled import Templates, build_once

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": Templates()})
        build_once(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def tables_alike() -> Iterator[None]:
    """Simulated tables begin alike: the same ground, the same camera in the same picture."""
    if "vision.simulator.camera" not in sys.modules:  # nobody draws a table
        yield
        return
    from tests.seen_before import see_once

    with pytest.MonkeyPatch.context() as patch:
        see_once(patch)
        yield


def _is_wanted(config: pytest.Config, item: pytest.Item) -> bool:
    if config.getoption("--quick") and not _is_quick(item):
        return False
    return config.getoption("--all") or item.get_closest_marker("long") is None


def _is_quick(item: pytest.Item) -> bool:
    here = item.path.relative_to(Path(__file__).parent)
    return here.parts[0] in QUICK and here.name not in NOT_QUICK
