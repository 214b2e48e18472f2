"""The models of those who are out of the battle leave the table, and come back with an undo."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from rules.blocks import BLOCKS
from rules.kernel.protocol import Plain
from rules.matchlocks import MATCHLOCKS
from rules.roses import ROSES
from rules.skirmish import SKIRMISH
from tests.webui.conftest import Visitor
from vision.table.snapshot import Base, Snapshot
from webui.game.position import Who, scene_of
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of
from webui.server.session import Desk

TABLE = Who("table")
FORLORN = ("PF1/1", "PF1/2")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = desk_of(create_app(tmp_path, HandTable(MATCHLOCKS.demo().table), rules=(MATCHLOCKS,)))
    with closing(made) as desk:
        yield desk


def _set(desk: Desk, path: str, value: Plain) -> None:
    game = desk.the_game()
    game.edit(path, value, "for the test", TABLE, after=game.journal.head)


def _stand(payload: str) -> dict[str, Plain]:
    return {"payload": payload, "x_in": 10.0, "y_in": 5.0, "facing_deg": 90.0}


def _standing(table: Snapshot) -> set[str]:
    return {base.payload for base in table.bases if base.pose is not None}


def test_the_models_of_a_broken_unit_are_lifted(desk: Desk) -> None:
    assert set(FORLORN) <= _standing(desk.live.snapshot())
    _set(desk, "units/PF1/gone", "broken")
    assert not set(FORLORN) & _standing(desk.live.snapshot())
    assert not set(FORLORN) & {base.payload for base in desk.table().bases}


def test_an_undo_stands_them_where_they_stood(desk: Desk) -> None:
    desk.put("PF1/1", (21.0, 35.0, 250.0), TABLE)
    before = desk.live.snapshot().bases
    _set(desk, "units/PF1/gone", "broken")
    desk.the_game().undo(TABLE, after=desk.the_game().journal.head)
    assert [base.pose for base in desk.live.snapshot().bases] == [base.pose for base in before]


def test_a_gun_without_crew_stays_to_be_taken(desk: Desk) -> None:
    """ARM-07: an enemy takes it by standing at it."""
    _set(desk, "units/PG1/gone", "broken")
    assert "PG1" in _standing(desk.table())


def test_a_lost_leader_is_lifted(desk: Desk) -> None:
    _set(desk, "leaders/PL2/lost", True)
    assert "PL2" not in _standing(desk.live.snapshot())


def test_after_a_restart_they_are_off_the_table(tmp_path: Path) -> None:
    folder, table = tmp_path / "folder", MATCHLOCKS.demo().table
    with closing(desk_of(create_app(folder, HandTable(table), rules=(MATCHLOCKS,)))) as desk:
        _set(desk, "units/PF1/gone", "broken")
    with closing(desk_of(create_app(folder, HandTable(table), rules=(MATCHLOCKS,)))) as desk:
        assert not set(FORLORN) & _standing(desk.live.snapshot())
        game = desk.the_game()
        game.undo(TABLE, after=game.journal.head)
        assert set(FORLORN) <= _standing(desk.live.snapshot())


def test_lifted_models_are_no_longer_looked_for_by_a_camera(desk: Desk) -> None:
    """To a camera they are hidden; as long as it sees them they are shown where they lie."""
    _set(desk, "units/PF1/gone", "broken")
    demo = MATCHLOCKS.demo().table

    def hidden(base: Base) -> Base:
        return replace(base, status="hidden") if base.payload == FORLORN[0] else base

    seen = replace(demo, bases=tuple(map(hidden, demo.bases)))
    shown = scene_of(seen, desk.the_game().present())
    assert FORLORN[0] not in {base.payload for base in shown.bases}
    assert FORLORN[1] in {base.payload for base in shown.bases}


def test_single_figures_and_stands_are_lost_before_their_unit() -> None:
    """A dead figure of a group, and a stand of a unit of several, leave the table alone."""
    skirmish = SKIRMISH.new_game(SKIRMISH.demo().armies, {})
    figures = tuple(msgspec.structs.replace(one, dead=one.id == "KM2") for one in skirmish.figures)
    assert SKIRMISH.card(msgspec.structs.replace(skirmish, figures=figures), "K-M").lost == ("KM2",)
    roses = ROSES.new_game(ROSES.demo().armies, {})
    bill = next(unit for unit in roses.units if unit.id == "YB")
    thin = msgspec.structs.replace(bill, stands=bill.stands[:-1], lost=bill.stands[-1:])
    units = tuple(thin if unit.id == "YB" else unit for unit in roses.units)
    card = ROSES.card(msgspec.structs.replace(roses, units=units), "YB")
    assert card.lost == bill.stands[-1:] and not card.gone


def test_own_models_are_lifted_by_hand(tmp_path: Path) -> None:
    app = create_app(tmp_path, HandTable(BLOCKS.demo().table), rules=(BLOCKS,))
    with closing(desk_of(app)) as desk:
        here = Visitor(app)
        assert here.post("/act/lift", bases=["R01"]).status_code == 200
        assert "R01" not in _standing(desk.live.snapshot())
        assert here.post("/act/lift", bases=["X99"]).status_code == 409
        assert here.post("/act/place", bases=[_stand("R01")]).status_code == 200
        assert "R01" in _standing(desk.live.snapshot())
