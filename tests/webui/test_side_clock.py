"""A clock a side: runs for whoever is asked or is to act, pauses, outlasts a restart."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from tests.webui.conftest import Clock as Time
from tests.webui.conftest import Visitor
from webui.game.position import NotNow
from webui.server.view.side_clock import SideClock


def used(clock: SideClock, on: str) -> dict[str, float]:
    """What each side has used, seconds, as the pages are told."""
    shown = clock.look("g", on)
    assert shown is not None
    return shown.used_s


def test_time_goes_to_the_side_whose_clock_runs(tmp_path: Path) -> None:
    """Red thinks 60 s, Blue 30 s, then Red again 5 s."""
    now = Time()
    clock = SideClock(tmp_path, now)
    clock.start("g", ["Red", "Blue"], 20, "Red")
    for seconds, on in ((60, "Blue"), (30, "Red")):
        now.at_s += seconds
        clock.look("g", on)
    now.at_s += 5
    clock.run("g", "Red", running=False)
    assert used(clock, "Red") == {"Red": 65.0, "Blue": 30.0}


def test_nothing_runs_while_it_is_paused(tmp_path: Path) -> None:
    now = Time()
    clock = SideClock(tmp_path, now)
    clock.start("g", ["Red", "Blue"], 20, "Red")
    clock.run("g", "Red", running=False)
    now.at_s += 600
    clock.run("g", "Red", running=True)
    now.at_s += 7
    assert used(clock, "Blue") == {"Red": 7.0, "Blue": 0.0}


def test_a_restart_finds_it_paused_with_the_time_that_was_used(tmp_path: Path) -> None:
    now = Time()
    clock = SideClock(tmp_path, now)
    clock.start("g", ["Red", "Blue"], 20, "Red")
    now.at_s += 60
    clock.look("g", "Blue")
    kept = SideClock(tmp_path, now).look("g", "Blue")
    assert kept is not None and kept.used_s["Red"] == 60.0 and not kept.running


def test_a_spoilt_file_is_no_clock(tmp_path: Path) -> None:
    (tmp_path / "clock.json").write_bytes(b"{half")
    assert SideClock(tmp_path, Time()).look("g", "Red") is None


@pytest.mark.parametrize("minutes", [0, -1, 10_000])
def test_no_absurd_time_is_given(tmp_path: Path, minutes: float) -> None:
    with pytest.raises(NotNow, match="minutes"):
        SideClock(tmp_path, Time()).start("g", ["Red", "Blue"], minutes, "Red")


def test_the_page_is_told_the_clock_and_the_asked_side_pays(
    app: Flask, here: Visitor, clock: Time
) -> None:
    """Both may act at first, so nobody's runs; Red's dice are asked for 40 s."""
    assert here.post("/act/clock", do="pause").status_code == 409
    assert here.post("/act/clock", do="start", minutes=30).status_code == 200
    assert here.get("/table.json").json["clock"]["on"] == ""
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    assert here.get("/table.json").json["clock"]["on"] == "Red"
    clock.at_s += 40
    here.at_head("/act/answer", answer=[6, 2])
    told = here.get("/table.json").json["clock"]
    assert told["used_s"]["Red"] == 40.0 and told["on"] == "Blue"
    here.post("/act/clock", do="off")
    assert here.get("/table.json").json["clock"] is None
