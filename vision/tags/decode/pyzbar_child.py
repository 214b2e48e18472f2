"""The process in which pyzbar runs; libzbar can abort the process it is called from.

Started by ``pyzbar_reader`` as a script. It reads from standard input, again and again, a
picture: two unsigned 32-bit numbers (width, height; network order) and width*height grey
bytes. It answers on standard output with a 32-bit length and that many bytes of JSON. The
first answer is a greeting and comes unasked. It imports nothing of the program.
"""

from __future__ import annotations

import json
import struct
import sys
from typing import Any, BinaryIO

HEAD = struct.Struct("!II")
LENGTH = struct.Struct("!I")


def main() -> int:
    """Serve pictures until standard input ends."""
    answers = sys.stdout.buffer
    try:
        # pyzbar loads libzbar when it is imported: this is where a missing library shows.
        from pyzbar import pyzbar
    except (ImportError, OSError) as why:
        _answer(answers, {"off": str(why)})
        return 0
    _answer(answers, {"ready": True})
    while (head := sys.stdin.buffer.read(HEAD.size)) and len(head) == HEAD.size:
        width, height = HEAD.unpack(head)
        pixels = sys.stdin.buffer.read(width * height)
        _answer(answers, {"found": _found(pyzbar, pixels, width, height)})
    return 0


def _answer(answers: BinaryIO, what: dict[str, object]) -> None:
    body = json.dumps(what).encode("ascii")
    answers.write(LENGTH.pack(len(body)) + body)
    answers.flush()


def _found(pyzbar: Any, pixels: bytes, width: int, height: int) -> list[dict[str, object]]:
    """Text and raw location points of every QR symbol.

    ``pyzbar.decode`` passes the points through a convex hull whose first corner depends on
    the rotation, so the hull is taken out: libzbar gives top-left, bottom-left,
    bottom-right, top-right as printed. Other symbologies are switched off, they find
    phantoms and fill standard error with assertions.
    """
    pyzbar.convex_hull = list
    pyzbar.bounding_box = lambda points: None
    symbols = pyzbar.decode((pixels, width, height), symbols=[pyzbar.ZBarSymbol.QRCODE])
    return [
        {"text": symbol.data.decode("ascii", "replace"), "points": list(symbol.polygon)}
        for symbol in symbols
    ]


if __name__ == "__main__":
    sys.exit(main())
