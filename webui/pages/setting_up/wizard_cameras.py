"""Several cameras over one table: which of them is set up, and who sees which part."""

from __future__ import annotations

from typing import Annotated, Protocol

from flask import Response, jsonify
from msgspec import Meta, Struct

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Plain
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
    def cameras() -> Plain:
        live = desk.live
        shown: dict[str, Plain] = {"there": wizard.there, "source": live.source}
        shown["can"] = to_plain(can_of(live.abilities))
        if wizard.there:
            plain = to_plain(wizard.setter.sights())
            assert isinstance(plain, dict)
            shown |= {**plain, "size_in": list(live.snapshot().size_in)}
        return shown

    @doors.post("/setup/wizard/camera", "umpire", "choose the camera that is set up")
    def camera() -> Response:
        wizard.setter.choose(body(Chosen).number)
        return jsonify(to_plain(wizard.setter.cameras()))
