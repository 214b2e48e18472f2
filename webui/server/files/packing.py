"""Answers packed for the way to the browser, with gzip, where it takes that and it is worth it.

Law: of itself it packs what the page is made of, which is open to everybody; a view that packs
what only its visitor may see calls `packed` by name, and puts nothing of others beside it.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, request

from webui.server.files import kept as kept_files

WORTH_PACKING = 400
"""Bytes below which gzip only adds."""

OF_THE_PAGE = ("static", kept_files.ENDPOINT)
"""What serves the page's files."""

TEXTS = frozenset({"text/javascript", "text/css", "image/svg+xml"})
"""What of a page's files is text; fonts and pictures are packed already."""


def packed(response: Response, *, kept: bool = False) -> Response:
    """*response* packed, if the browser takes it so; *kept*: and its packed form is remembered, for
    what is asked for again and again. Its mark becomes a weak one: the same file
    has two forms now, and asking whether it has changed is answered alike for both."""
    response.vary.add("Accept-Encoding")
    if request.accept_encodings["gzip"] <= 0 or response.status_code != 200:
        return response
    response.direct_passthrough = False
    raw = response.get_data()
    if len(raw) <= WORTH_PACKING:
        return response
    response.set_data(_squeezed_once(raw) if kept else _squeezed(raw))
    response.headers["Content-Encoding"] = "gzip"
    mark, _ = response.get_etag()
    if mark is not None:
        response.set_etag(mark, weak=True)
    return response


def _squeezed(raw: bytes) -> bytes:
    return gzip.compress(raw, 6, mtime=0)


_squeezed_once = lru_cache(maxsize=256)(_squeezed)


def pack_texts(app: Flask) -> None:
    """Packs the scripts and styles of *app*'s pages from now on, each once: a page has 70."""

    @app.after_request
    def texts(response: Response) -> Response:
        is_text = request.endpoint in OF_THE_PAGE and response.mimetype in TEXTS
        return packed(response, kept=True) if is_text and request.method == "GET" else response
