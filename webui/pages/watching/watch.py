"""Watching by a link: the page, what has changed since, and the links themselves."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated

from flask import Response, jsonify, render_template, request
from msgspec import Meta, Struct
from msgspec.structs import replace

from rules.kernel.plain import to_plain
from webui.game.kept.one_line import one_line
from webui.game.secrets.secrecy import Eyes
from webui.game.told.page.beside import WatchersLinks
from webui.game.told.page.watchers import WatchersNow
from webui.server.files.packing import packed
from webui.server.routes import Doors, body
from webui.server.session import Desk
from webui.server.table_view import View
from webui.server.watching.delta import for_watchers
from webui.server.watching.links import MOST_DELAY_MIN, Link, Links, listed
from webui.server.watching.past import Past, Recorder, Thinner

Minutes = Annotated[int, Meta(ge=0, le=MOST_DELAY_MIN)]
Mark = Annotated[str, Meta(max_length=16)]


class NewLink(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=80)] = ""
    delay_min: Minutes = 0


class Delayed(Struct, forbid_unknown_fields=True):
    mark: Mark
    delay_min: Minutes


class Ended(Struct, forbid_unknown_fields=True):
    mark: Mark


@dataclass(frozen=True, slots=True)
class Watching:
    """The links of a table, and the hour that they may look back on."""

    links: Links
    past: Past
    recorder: Recorder


def watching(desk: Desk, view: View, thinner: Thinner | None) -> Watching:
    """The watchers' side of a *desk*; its recorder ends with the desk."""
    links = Links(desk.shelf.folder, desk.now)
    if links.notice:
        desk.notices.append(links.notice)
    past = Past(lambda: for_watchers(to_plain(view(Eyes()))), view.picture, thinner, desk.now)
    recorder = Recorder(past, lambda: bool(links.all()), lambda: desk.bell.closed)
    desk.at_end.append(recorder.stop)
    return Watching(links, past, recorder)


def hang(doors: Doors, seats: Watching) -> None:
    """Hang /watch/… and /join/watchers."""
    _hang_links(doors, seats)

    @doors.get("/watch/<token>", "spectator", "watch by a link, read only")
    def page(token: str) -> str:
        link = seats.links.of(token)
        return render_template("watch.html", data={"delay_min": link.delay_min})

    @doors.get(
        "/watch/<token>/now.json", "spectator", "what a watcher does not know yet", WatchersNow
    )
    def now(token: str) -> Response:
        link = seats.links.of(token)
        told = _told(seats, link)
        return Response(status=204) if told is None else _packed(told)


def _hang_links(doors: Doors, seats: Watching) -> None:
    @doors.get("/join/watchers.json", "table", "the links of watchers")
    def links() -> WatchersLinks:
        return WatchersLinks([listed(link) for link in seats.links.all()])

    @doors.post("/join/watchers", "table", "make a link for watchers, told this once")
    def make() -> Response:
        said = body(NewLink)
        token = seats.links.make(one_line(said.name), said.delay_min)
        seats.recorder.step()
        return jsonify({"path": f"/watch/{token}"})

    @doors.post("/join/watchers/delay", "table", "show watchers what was so many minutes ago")
    def delay() -> Response:
        said = body(Delayed)
        seats.links.delay(said.mark, said.delay_min)
        return jsonify({"ok": True})

    @doors.post("/join/watchers/end", "table", "let a link of watchers lead nowhere any more")
    def end() -> Response:
        seats.links.end(body(Ended).mark)
        return jsonify({"ok": True})


def _told(seats: Watching, link: Link) -> WatchersNow | None:
    """What has changed since the watcher asked last; all of it for whoever knows another time."""
    clock = f"{seats.past.begun}-{link.mark}-{link.delay_min}"
    known = request.args.get("clock", "") == clock
    since, tiles = (_number("since"), _number("tiles")) if known else (0, 0)
    told = seats.past.told(link.delay_min * 60.0, since, tiles)
    if told is None:
        return None
    return replace(told, clock=clock, fresh=not known, delay_min=link.delay_min)


def _number(name: str) -> int:
    said = request.args.get(name, "0")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 12 else 0


def _packed(told: WatchersNow) -> Response:
    raw = json.dumps(to_plain(told), separators=(",", ":"), ensure_ascii=False).encode()
    return packed(Response(raw, mimetype="application/json"))
