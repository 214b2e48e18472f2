"""A certificate for a hall's broker, and the authority that signs it, made by ``openssl``.

Law: the authority's key is thrown away once it has signed, so that nobody can sign another.
"""

from __future__ import annotations

import ipaddress
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

DAYS = 3650
"""A club's own authority lives ten years; a new one is one command away."""

_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")


def make_certificate(folder: Path, name: str) -> Path:
    """Write ``server.crt`` and ``server.key`` for the computer called *name* (a name or an IP
    address), and ``ca.crt`` to hand out; gives that last path.

    Raises:
        ValueError: there is no ``openssl``, it refuses, or *name* is no name.
    """
    program = shutil.which("openssl")
    if program is None:
        raise ValueError(
            "--tls needs the program openssl: install it, or bring server.crt and server.key "
            "of your own into the folder."
        )
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as aside:
        kept = Path(aside)
        (kept / "names").write_text(f"subjectAltName={_alternative(name)}\n", encoding="utf-8")
        key = ["-newkey", "rsa:3072", "-nodes", "-sha256"]
        authority = ["-keyout", str(kept / "ca.key"), "-out", str(folder / "ca.crt")]
        server = ["-keyout", str(folder / "server.key"), "-out", str(kept / "asked")]
        signed = ["-in", str(kept / "asked"), "-out", str(folder / "server.crt")]
        by = ["-CA", str(folder / "ca.crt"), "-CAkey", str(kept / "ca.key"), "-CAcreateserial"]
        days = ["-days", str(DAYS)]
        for words in (
            ["req", "-x509", *key, *days, "-subj", "/CN=Drumhead hall", *authority],
            ["req", *key, "-subj", f"/CN={name[:64]}", *server],
            ["x509", "-req", *days, "-sha256", *by, "-CAserial", str(kept / "serial"),
             "-extfile", str(kept / "names"), *signed],
        ):  # fmt: skip
            _ran([program, *words])
    os.chmod(folder / "server.key", 0o600)
    return folder / "ca.crt"


def _alternative(name: str) -> str:
    """As a certificate names a computer.

    Raises:
        ValueError: it is no name of a computer.
    """
    try:
        return f"IP:{ipaddress.ip_address(name)}"
    except ValueError:
        if not _NAME.fullmatch(name):
            raise ValueError(
                f"--tls {name[:80]!r} is no name or IP address of a computer."
            ) from None
        return f"DNS:{name}"


def _ran(words: list[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise ValueError(f"openssl could not make the certificate: {last[:200]}")
