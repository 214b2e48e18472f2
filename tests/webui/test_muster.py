"""Armies: from a file, by the page, onto the table."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from rules.kernel.protocol import Army, ArmyUnit
from tests.webui import toy
from tests.webui.conftest import Visitor
from vision.measure.range import gap
from webui.game.kept.army_file import ArmyFileError, army_of, army_toml, load_army
from webui.game.seen.live import HandTable
from webui.game.seen.muster import SIZE_IN, muster
from webui.server.app import create_app, desk_of


def _army(side: str, units: int, bases: int = 1) -> Army:
    return Army(
        side,
        "toy",
        tuple(
            ArmyUnit(
                f"{side}{n}",
                "foot",
                f"No. {n}",
                "",
                tuple(f"{side}{n}/{b}" for b in range(bases)),
                {"arms": "pike"},
            )
            for n in range(units)
        ),
        f"{side} club",
    )


def test_an_army_file_is_read_back_equal() -> None:
    army = _army("Red", 3, 2)
    assert army_of(army_toml(army), "here") == army


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "version"),
        ("version = 2\nside = 'R'\nrules = 'toy'", "version is 2"),
        ("version = 1\nside = ''\nrules = 'toy'", "side"),
        ("version = 1\nside = 'R'\nrules = 'toy'\nextra = 1", "extra"),
        (
            "version = 1\nside = 'R'\nrules = 'toy'\n[[units]]\nid='a'\nkind='foot'\n"
            "[[units]]\nid='a'\nkind='foot'",
            "twice",
        ),
        ("version = [", "not an army file"),
        ("a = " + "[" * 5000, "not an army file"),
    ],
)
def test_a_bad_army_file_is_a_sentence_that_names_the_place(text: str, says: str) -> None:
    with pytest.raises(ArmyFileError, match=says):
        army_of(text, "army.toml")


def test_a_missing_or_huge_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ArmyFileError, match="cannot be read"):
        load_army(tmp_path / "none.toml")
    big = tmp_path / "big.toml"
    big.write_bytes(b"#" * 300_000)
    with pytest.raises(ArmyFileError, match="at most"):
        load_army(big)


def test_two_armies_are_drawn_up_apart_and_on_the_table() -> None:
    armies = (_army("Red", 9, 2), _army("Blue", 9, 2))
    table = muster(toy.TOY, armies)
    assert {base.unit for base in table.bases} == {u.id for a in armies for u in a.units}
    for base in table.bases:
        assert base.pose is not None
        assert 0 < base.pose.x_in < SIZE_IN[0] and 0 < base.pose.y_in < SIZE_IN[1]
    for side in ("Red", "Blue"):
        for n in range(8):
            assert gap(table, f"{side}{n}", f"{side}{n + 1}").value > 0.5


def test_an_army_without_units_cannot_begin(here: Visitor) -> None:
    red, blue = (msgspec.to_builtins(army) for army in toy.armies())
    files = [
        here.post("/army/save", army=army).json["file"] for army in (red, {**blue, "units": []})
    ]
    refused = here.post("/setup/begin", rules="toy", title="Empty", armies=files)
    assert refused.status_code == 400
    assert "has no units" in refused.json["error"]


def test_a_game_of_two_saved_armies_is_played_without_a_camera(here: Visitor) -> None:
    files = []
    for army in (_army("Red", 2), _army("Blue", 2)):
        saved = here.post("/army/save", army=msgspec.to_builtins(army))
        files.append(saved.json["file"])
    begun = here.post("/setup/begin", rules="toy", title="Club night", armies=files)
    assert begun.status_code == 200
    table = here.get("/table.json").json
    assert table["game"]["title"] == "Club night"
    assert [base["status"] for base in table["bases"]] == ["seen"] * 4
    mixed = here.post("/setup/begin", rules="toy", title="x", armies=[files[0], files[0]])
    assert mixed.status_code == 400 and "both armies" in mixed.json["error"]


def test_points_and_faults_come_from_the_rule_set(here: Visitor) -> None:
    """Toy rules: a pike unit is 10 points."""
    plain = msgspec.to_builtins(_army("Red", 2))
    assert here.post("/army/check", army=plain).json["total"] == 20
    assert here.post("/army/check", army={**plain, "units": []}).json["faults"] == [
        {
            "says": "an army needs a unit",
            "rules": ["TOY-ARMY-01"],
            "house": [],
            "readings": [],
            "kind": "fault",
            "about": "",
        }
    ]
    assert "no unit of the kind" in str(
        here.post("/army/check", army={**plain, "units": [{"id": "x", "kind": "dragon"}]}).json[
            "faults"
        ]
    )


def test_file_names_of_armies_never_leave_their_folder(here: Visitor, tmp_path: Path) -> None:
    plain = msgspec.to_builtins(_army("Red", 1))
    saved = here.post("/army/save", army={**plain, "name": "../../../evil"})
    assert saved.json["file"] == "evil.toml"
    assert (tmp_path / "folder" / "armies" / "evil.toml").exists()
    assert here.get("/army.json?file=../access.json").status_code == 409


def test_the_first_battle_is_of_the_rule_set_asked_for(tmp_path: Path) -> None:
    """``--rules`` lays out that set's table: the game on it is of that set, too."""
    other = msgspec.structs.replace(toy.TOY, name="other")
    app = create_app(tmp_path, HandTable(toy.table()), rules=(toy.TOY, other), first="other")
    desk = desk_of(app)
    try:
        assert desk.the_game().rules.name == "other"
    finally:
        desk.close()
