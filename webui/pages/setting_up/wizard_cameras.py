"""Several cameras over one table: which of them is set up, and who sees which part."""

from __future__ import annotations

from typing import Annotated, Protocol

from flask import Response, jsonify
from msgspec import Meta, Struct
from msgspec.structs import replace

from rules.kernel.plain import to_plain
from webui.game.told.page.cameras import CamerasPage
from webui.server.routes import Doors, body
from webui.server.session import Desk
from webui.server.setting_up.setup_interface import TableSetter
from webui.server.view.can import can_of

LETTERS = 7
"""Of "camera A" those before its letter."""


class Chosen(Struct, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=0, le=63)]


class SetUp(Protocol):
    """The wizard, as far as this needs it."""

    @property
    def there(self) -> bool: ...
    @property
    def setter(self) -> TableSetter: ...


def hang(doors: Doors, desk: Desk, wizard: SetUp) -> None:
    """Hang /setup/cameras and the choice of a camera."""

    @doors.page("/setup/cameras", "spectator", "who sees which part of the table", "cameras.html")
    def cameras() -> CamerasPage:
        live = desk.live
        shown = CamerasPage(wizard.there, live.source, can_of(live.abilities))
        if not wizard.there:
            return shown
        seen = wizard.setter.sights()
        return replace(
            shown,
            size_in=live.snapshot().size_in,
            cameras=seen.cameras,
            overlaps=seen.overlaps,
            best=seen.best,
            rows=seen.rows,
            loose=seen.loose,
        )

    @doors.post("/setup/wizard/camera", "umpire", "choose the camera that is set up")
    def camera() -> Response:
        wizard.setter.choose(body(Chosen).number)
        return jsonify(to_plain(wizard.setter.cameras()))
