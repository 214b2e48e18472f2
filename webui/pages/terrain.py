"""For whoever lays out the table: draw hills, woods and hedges on the picture."""

from __future__ import annotations

from rules.protocol import Plain
from webui.doors import Doors
from webui.pages.table import you
from webui.table_view import View

KINDS = (
    {"kind": "hill", "line": False, "height_in": 1.0},
    {"kind": "wood", "line": False, "height_in": 3.0},
    {"kind": "building", "line": False, "height_in": 3.0},
    {"kind": "hedge", "line": True, "height_in": 0.5},
    {"kind": "wall", "line": True, "height_in": 0.5},
    {"kind": "fieldwork", "line": True, "height_in": 0.5},
    {"kind": "stream", "line": True, "height_in": 0.0},
    {"kind": "river", "line": False, "height_in": 0.0},
    {"kind": "road", "line": True, "height_in": 0.0},
    {"kind": "rough", "line": False, "height_in": 0.0},
    {"kind": "marsh", "line": False, "height_in": 0.0},
    {"kind": "field", "line": False, "height_in": 0.0},
    {"kind": "impassable", "line": False, "height_in": 0.0},
)


def hang(doors: Doors, view: View) -> None:
    """Hang /terrain; it is kept by /act/terrain."""

    @doors.page("/terrain", "spectator", "draw the terrain of the open game", "terrain.html")
    def terrain() -> Plain:
        return {**view(), "kinds": list(KINDS), "you": you(doors)}
