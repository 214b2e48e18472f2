"""For whoever lays out the table: draw hills, woods and hedges on the picture."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Response, jsonify
from msgspec import Meta, Struct
from msgspec.structs import asdict, replace

from vision.table.terrain_kinds import REGISTRY
from webui.game.kept.layouts import Layouts
from webui.game.secrets.secrecy import Eyes
from webui.game.told.page.beside import KindDrawn, TerrainPage
from webui.pages.act import checked_terrain
from webui.pages.table import you
from webui.server.routes import Doors, body
from webui.server.table_view import View

KINDS = tuple(KindDrawn(kind.name, kind.is_line, kind.height_in) for kind in REGISTRY if kind.drawn)


class Kept(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    terrain: Annotated[list[Any], Meta(max_length=200)]


def hang(doors: Doors, view: View, layouts: Layouts) -> None:
    """Hang /terrain; a game is given it by /act/terrain."""

    @doors.page("/terrain", "spectator", "draw the terrain of the open game", "terrain.html")
    def terrain() -> TerrainPage:
        seen = asdict(replace(view(Eyes()), you=you(doors)))
        return TerrainPage(kinds=list(KINDS), layouts=layouts.listed(), **seen)

    @doors.post("/terrain/save", "umpire", "keep a layout of terrain to be used again")
    def save() -> Response:
        said = body(Kept)
        layouts.save(said.name.strip() or "layout", checked_terrain(said.terrain))
        return jsonify({"name": said.name})
