"""The page of one ruling: what it changed, for whom."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from rules.quickplay import QUICKPLAY
from tests.webui.conftest import Visitor
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of


def test_it_tells_what_the_action_changed(tmp_path: Path) -> None:
    """Seen to be missing in books that kept no list of effects: two sixes are two hits at five or
    more, and take two of the five points of the pikes' strength."""
    app = create_app(tmp_path, HandTable(QUICKPLAY.demo().table), rules=(QUICKPLAY,))
    with closing(desk_of(app)):
        here = Visitor(app)
        here.post("/setup/demo", rules="quickplay")
        here.at_head("/act/declare", do="begin", by="red")
        for faces in ([6], [1], [6, 6]):
            if faces == [6, 6]:
                here.at_head("/act/declare", do="shoot", by="R5", at="B1")
            here.at_head("/act/answer", answer=faces)
        ruling = here.get("/rulings.json").json["rulings"][0]
        page = here.get(f"/rulings/{ruling['id']}").text
    card = page[page.index("What changed") :]
    assert "The Town Pikes lose 2: 3 of 5 left" in card
