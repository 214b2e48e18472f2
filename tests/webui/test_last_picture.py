"""What is shown of the table while its camera can see nothing."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.webui import toy
from tests.webui.conftest import Visitor
from vision.table.abilities import Abilities
from vision.table.snapshot import Base, Snapshot
from webui.game.seen.live import HandTable, TopView
from webui.server.app import create_app, desk_of


class Seen(HandTable):
    """A table with a picture, until it is blind."""

    abilities = Abilities(sees=True)
    why = ""

    def blind(self) -> str:
        """Why nothing may be measured now."""
        return self.why

    def top_view(self) -> TopView | None:
        """No picture while blind."""
        return None if self.why else TopView(b"jpeg", 4.0, 1.0, (48.0, 48.0), 7.5)


@pytest.fixture
def live() -> Seen:
    return Seen(toy.table())


def test_who_comes_while_the_camera_is_knocked_sees_the_last_good_picture(
    tmp_path: Path, live: Seen
) -> None:
    app = create_app(tmp_path, live, rules=(toy.TOY,))
    with closing(desk_of(app)):
        before = Visitor(app).get("/table.json").json["picture"]
        live.why = "the camera was knocked"
        desk_of(app).bell.ring()
        late = Visitor(app)
        shown = late.get("/table.json").json
        assert shown["blind"] == live.why and shown["picture"] == before
        assert late.get("/picture.jpg").data == b"jpeg"


def test_the_picture_of_another_battle_is_not_shown(tmp_path: Path, live: Seen) -> None:
    app = create_app(tmp_path, live, rules=(toy.TOY,))
    with closing(desk_of(app)):
        assert Visitor(app).get("/table.json").json["picture"] is not None
        live.why = "the first picture is being read"
        live.set_table(Snapshot((48.0, 48.0), (Base("X01", 2.0, 2.0, None),)))
        desk_of(app).bell.ring()
        assert Visitor(app).get("/table.json").json["picture"] is None
