"""A ready configuration for Mosquitto: users, topic rights, limits, TLS where there is a key.

Law: passwords are random, written once into files that only their owner may read.
"""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from webui.hall.wire.messages import MAX_BYTES

ROUNDS = 101
"""Of PBKDF2 in Mosquitto's own password files; the passwords have 128 bits of chance."""

CONF = """\
# Drumhead's hall; start with: mosquitto -c {folder}/mosquitto.conf
per_listener_settings false
listener {port}
{tls}
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/acl
# A message of ours has at most {most} bytes.
max_packet_size {packet}
max_queued_messages 10000
max_keepalive 120
set_tcp_nodelay true
persistence true
persistence_location {folder}/
autosave_interval 60
"""
TLS = "certfile {folder}/server.crt\nkeyfile {folder}/server.key\ntls_version tlsv1.2"
NO_TLS = "# No server.crt and server.key in this folder: passwords cross the network in the clear."

ACL = """\
# The hall reads every table and writes what the hall says.
user hall
topic read drumhead/{hall}/#
topic write drumhead/{hall}/_hall/#

# A table writes what is its own, and hears the hall.  %u is its user, the name in its topics.
pattern write drumhead/{hall}/%u/status
pattern write drumhead/{hall}/%u/score
pattern write drumhead/{hall}/%u/plan
pattern write drumhead/{hall}/%u/log
pattern read drumhead/{hall}/_hall/board
pattern read drumhead/{hall}/_hall/to/%u
"""


def write_configuration(
    folder: Path, hall: str, tables: Sequence[str], port: int, broker: str = "BROKER"
) -> Path:
    """Write ``mosquitto.conf``, ``acl``, ``passwords`` and, to hand out, ``addresses.txt`` with
    a line for each of *tables* (names in topics) and for the hall; gives that last path.
    *broker*: the computer's name in them.

    Raises:
        OSError: the folder cannot be written.
        ValueError: there are passwords already: nobody's address is made void by accident.
    """
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    refuse_another(folder)
    known = {user: secrets.token_hex(16) for user in ("hall", *tables)}
    has_key = (folder / "server.key").exists() and (folder / "server.crt").exists()
    tls = TLS.format(folder=folder) if has_key else NO_TLS
    conf = CONF.format(folder=folder, port=port, tls=tls, most=MAX_BYTES, packet=MAX_BYTES + 4096)
    scheme = "mqtts" if has_key else "mqtt"
    addresses = [f"{user}: {scheme}://{user}:{word}@{broker}:{port}/{hall}" for user, word in
                 known.items()]  # fmt: skip
    _write(folder / "mosquitto.conf", conf)
    _write(folder / "acl", ACL.format(hall=hall))
    _write(folder / "passwords", "".join(f"{u}:{hashed(w)}\n" for u, w in known.items()))
    _write(folder / "addresses.txt", "\n".join(addresses) + "\n")
    _give_to_mosquitto(folder)
    return folder / "addresses.txt"


def refuse_another(folder: Path) -> None:
    """Is there a configuration in *folder*?

    Raises:
        ValueError: there is; the sentence says what to do.
    """
    if (folder / "passwords").exists():
        raise ValueError(f"{folder} has passwords already: delete them to give out new ones.")


def hashed(password: str) -> str:
    """As ``mosquitto_passwd`` writes it: PBKDF2 of SHA-512, rounds, salt and hash in base 64."""
    salt = os.urandom(12)
    made = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    said = (base64.b64encode(part).decode() for part in (salt, made))
    return f"$7${ROUNDS}$" + "$".join(said)


def _write(path: Path, text: str) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    with open(os.open(path, flags, 0o600), "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _give_to_mosquitto(folder: Path) -> None:
    """Started by root Mosquitto becomes the user of its name, who must read what root wrote."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    for path in (folder, *folder.iterdir()):
        with suppress(LookupError):  # Mosquitto is not installed here
            shutil.chown(path, "mosquitto")
