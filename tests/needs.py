"""What the tests need beside Python packages, and how to get it. Standard library only."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

SERVICES = {
    "Mosquitto": ("mosquitto", "apt install mosquitto, or mosquitto.org/download"),
    "PostgreSQL": ("initdb", "apt install postgresql, or postgresql.org/download"),
    "nginx": ("nginx", "apt install nginx, or nginx.org"),
    "Caddy": ("caddy", "apt install caddy, or caddyserver.com"),
    "WireGuard": ("wg-quick", "apt install wireguard-tools, or wireguard.com"),
    "OpenSSL": ("openssl", "apt install openssl, or openssl.org"),
}
"""Servers that some tests start for themselves where they are there: a program of each, and
where to get it. Debian keeps some of them off the PATH."""

_OFF_THE_PATH = ("/usr/sbin", "/usr/lib/postgresql/*/bin", "/opt/homebrew/sbin", "/usr/local/sbin")


def bring() -> str:
    """Fetch what is lacking where that can be done; "" or a sentence that names the rest."""
    missing = missing_for_tests()
    for packages in DEBIAN:
        if missing:
            bring_from_debian(missing, packages)
            missing = missing_for_tests()
    if not missing:
        return ""
    names = " and ".join(f"{what} ({how})" for what, how in missing)
    return f"The tests also need {names}."


DEBIAN = (
    {"libzbar": "libzbar0", "Chromium or Chrome": "chromium-headless-shell"},
    {"libzbar": "libzbar0", "Chromium or Chrome": "chromium"},
)
"""The package of each need; then what is tried where apt does not know one of them."""


def find_chromium() -> str | None:
    """A Chromium that Playwright can drive, by its usual names; Edge is one, on every Windows.

    The shell comes first where it is there: it draws as the whole browser does, without tabs and
    toolbars of its own, for two thirds of the work and of the memory.
    """
    names = (
        "chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser",
        "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge",
    )  # fmt: skip
    places = [shutil.which(name) for name in names] + [
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        os.path.expandvars(r"%ProgramFiles%\Google\Chrome\Application\chrome.exe"),
        os.path.expandvars(r"%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe"),
    ]
    return next((place for place in places if place and Path(place).exists()), None)


def find_service(name: str) -> str | None:
    """The program of a service, the newest where there are several."""
    program = SERVICES[name][0]
    beside = [str(path) for place in _OFF_THE_PATH for path in _matching(f"{place}/{program}")]
    return shutil.which(program) or next(iter(beside), None)


def _matching(pattern: str) -> list[Path]:
    found = Path("/").glob(pattern.lstrip("/"))
    return sorted(found, key=lambda path: [int(n) for n in re.findall(r"\d+", str(path))])[::-1]


def missing_services() -> list[str]:
    """Each service that is not here, with where to get it."""
    return [f"{name} ({how})" for name, (_, how) in SERVICES.items() if not find_service(name)]


def missing_for_tests() -> list[tuple[str, str]]:
    """What the tests need and this machine lacks: (name, where to get it)."""
    missing = []
    if not _zbar_loads():
        how = {"Darwin": "brew install zbar", "Windows": "it comes with pyzbar: reinstall it"}
        missing.append(("libzbar", how.get(platform.system(), "apt install libzbar0")))
    if find_chromium() is None:
        missing.append(("Chromium or Chrome", "apt install chromium, or google.com/chrome"))
    return missing


def _zbar_loads() -> bool:
    ask = [sys.executable, "-c", "import pyzbar.pyzbar"]
    return subprocess.run(ask, capture_output=True).returncode == 0


def bring_from_debian(missing: Sequence[tuple[str, str]], packages: Mapping[str, str]) -> None:
    """Install the *packages* of what is *missing* with apt, on Debian or Ubuntu as root."""
    apt = shutil.which("apt-get")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if apt is None or not root:
        return
    wanted = [packages[name] for name, _ in missing]
    print("Fetching for the tests: " + ", ".join(wanted), file=sys.stderr, flush=True)
    quiet = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    # Standard output belongs to the tests.
    subprocess.call([apt, "update", "-qq"], env=quiet, stdout=sys.stderr)
    # --reinstall also mends a package whose files were removed behind dpkg's back.
    install = [apt, "install", "-y", "-qq", "--reinstall", *wanted]
    subprocess.call(install, env=quiet, stdout=sys.stderr)
