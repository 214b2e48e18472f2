"""Why a set-up broke off, in a sentence with the remedy.

Law: standard library only, like ``home``, which raises these.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence


class SetupError(Exception):
    """Drumhead cannot set itself up; the message says why and what to do."""


class NotReached(SetupError):
    """Where packages come from cannot be reached."""


class DoNotFit(SetupError):
    """These very packages cannot be had for this computer; others may be."""


def why_pip_failed(lines: Sequence[str]) -> SetupError:
    """What to tell people when pip ended with these lines."""
    text = "\n".join(lines[-40:])
    if "No space left" in text:
        return SetupError("The disk is full: free about 800 MB and start again.")
    if "DO NOT MATCH THE HASHES" in text:
        return SetupError(
            "A package that came is not the one that Drumhead was tried with, so it was not "
            "installed: somebody on the way may have changed it. Try another network, or delete "
            "the folder wheels if you have one. pip said:\n" + "\n".join(lines[-6:])
        )
    offline = (
        "NewConnectionError", "Temporary failure", "getaddrinfo", "Timeout", "ProxyError",
        "SSLError", "from versions: none",
    )  # fmt: skip
    if any(sign in text for sign in offline):
        return NotReached(
            "The packages could not be fetched. The first start needs the internet once: "
            "connect and start again (later starts need no network), or bring a folder of "
            "packages from another computer: python3 run.py wheels."
        )
    missing = re.search(r"No matching distribution found for ([^ ;]+)", text)
    if missing:
        return DoNotFit(f"no {missing[1]} for Python {platform.python_version()} on this computer")
    last = "\n".join(lines[-6:])
    return DoNotFit(f"pip could not install the packages; its last words were:\n{last}")
