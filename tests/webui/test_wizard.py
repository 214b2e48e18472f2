"""Setting up through the server: roles, progress, sheets, the ruler test; no camera needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from rules.kernel.plain import to_plain
from tests.webui import toy
from tests.webui.conftest import Clock, Visitor
from vision.setup.sheet_printer import Press
from vision.table.quality import (
    AccuracyMap,
    CameraChoice,
    CameraFacts,
    CameraPart,
    CameraView,
    CannotSetUp,
    LabelLearned,
    LaidOut,
    LegibilityMap,
    LensWork,
    MarkerInSight,
    MarkerPlace,
    MarkerState,
    Narrowed,
    Overlap,
    Sights,
    TableFound,
    TapeWanted,
)
from vision.table.snapshot import Base
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of
from webui.server.setting_up.wizard_ruler import places_apart

PLACE = MarkerPlace(3, 2.0, 2.0, 2.36)
NARROWED = Narrowed(0.06, 0.05, 0.1, 0.07, "A gap of a foot: ±0.060 in before, ±0.050 now.")


class PaperCamera:
    """A camera that was set up long ago and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.lens_kept = False
        self.chosen = 0

    def camera(self) -> CameraFacts:
        return CameraFacts("Paper cam 1920x1080 focus 30", 1920, 1080, 15.0, False, ("focus free",))

    def cameras(self) -> CameraChoice:
        return CameraChoice(("camera A", "camera B"), self.chosen)

    def choose(self, number: int) -> None:
        if number > 1:
            raise CannotSetUp("there is no camera 3 of 2: choose one of them")
        self.chosen = number

    def sights(self) -> Sights:
        rows = ((0.05, 0.07), (0.05, 0.0))
        part = CameraPart("camera A", "Paper cam", "", 3, 1, 66.0, True, 0.05, 0.07, rows)
        lost = CameraPart("camera B", "", "it was unplugged")
        overlap = Overlap("camera A", "camera B", 2, 1, 0.004, 0.3)
        best = ((1, 1), (1, 0))
        return Sights((72.0, 48.0), (part, lost), (overlap,), best, rows)

    def view(self) -> CameraView | None:
        return CameraView(b"\xff\xd8picture", 0.5, 12.0)

    def lens(self) -> LensWork:
        return LensWork(says="2 more at least.", in_force="none", grade="fair", error_px=0.4)

    def begin_lens(self) -> LensWork:
        return self.lens()

    def shoot(self) -> LensWork:
        raise CannotSetUp("the camera gives no picture: look at its cable")

    def lens_view(self) -> CameraView | None:
        return None

    def forget_shot(self, number: int) -> LensWork:
        self.asked.append(number)
        return self.lens()

    def keep_lens(self) -> LensWork:
        self.lens_kept = True
        return self.lens()

    def drop_lens(self) -> LensWork:
        return self.lens()

    def found(self) -> TableFound:
        states = (
            MarkerState(PLACE, True, True, 0.012, (0.1, 0.9)),
            MarkerState(replace(PLACE, id=5), False, False),
        )
        kept = "Kept in /club/table.toml."
        return TableFound((72.0, 48.0), states, "", 0.21, 0.015, 66.0, name="markers 3", kept=kept)

    def find_markers(
        self,
        size_in: tuple[float, float],
        marker_in: float,
        *,
        half_turn: bool = False,
        tape: tuple[int, int, float] | None = None,
    ) -> tuple[tuple[MarkerPlace, ...], float]:
        self.asked.append((size_in, marker_in, half_turn, tape))
        return (PLACE,), 0.05

    def markers_in_sight(self) -> tuple[MarkerInSight, ...]:
        return (MarkerInSight(3, (0.1, 0.9)), MarkerInSight(5, (0.9, 0.9)))

    def lay_markers(
        self,
        size_in: tuple[float, float] | None,
        marker_in: float,
        *,
        half_turn: bool = False,
        standard: bool = False,
    ) -> LaidOut:
        self.asked.append((size_in, round(marker_in * 25.4, 1), half_turn, standard))
        return LaidOut(size_in or (48.0, 36.0), (PLACE,))

    def tape_wanted(self) -> TapeWanted | None:
        return None

    def codes_in_sight(self) -> tuple[str, ...]:
        return ()

    def tags_in_sight(self, bases: Sequence[Base]) -> tuple[str, ...]:
        self.asked.append(tuple(base.payload for base in bases))
        return ()

    def use_markers(
        self, size_in: tuple[float, float], places: Sequence[MarkerPlace], tolerance_in: float
    ) -> None:
        self.asked.append((size_in, tuple(places), tolerance_in))

    def use_corners(
        self, size_in: tuple[float, float], corners: Sequence[tuple[float, float]]
    ) -> None:
        self.asked.append((size_in, tuple(corners)))

    def find_again(self) -> None:
        self.asked.append("again")

    def tape(self, first: int, second: int, distance_in: float) -> Narrowed:
        self.asked.append((first, second, distance_in))
        return NARROWED

    def straight_edge(self, spots: Sequence[tuple[float, float, float]]) -> Narrowed:
        self.asked.append(tuple(spots))
        return NARROWED

    def jig(self, payload: str) -> LabelLearned:
        if payload != "R01":
            raise CannotSetUp(f"{payload} is not seen: push it into the corner, label up")
        self.asked.append(payload)
        return LabelLearned(payload, 0.8, 0.5, 1.2, 0.027, 0.009, 1.6, 0.4, "R01: its label lies …")

    def accuracy(self) -> AccuracyMap | None:
        rows = ((0.02, 0.04), (0.07, 0.0))
        return AccuracyMap(rows, 0.03, 0.07, 0.05, "Half is known to ±0.03 in.", rows)

    def legibility(self, tag_mm: float) -> LegibilityMap | None:
        advice = (f"{tag_mm:g} mm tags are hardly read in the north-east: use 30 mm tags.",)
        return LegibilityMap(((1.3, 0.7), (1.1, 0.95)), tag_mm, 1.0, 0.5, advice)

    def scale_tags(self, to: float) -> None:
        self.asked.append(round(to, 6))


@pytest.fixture
def camera() -> PaperCamera:
    return PaperCamera()


@pytest.fixture
def set_up(tmp_path: Path, live: HandTable, clock: Clock, camera: PaperCamera) -> Iterator[Flask]:
    """The app with a camera and a printer."""
    app = create_app(
        tmp_path / "set-up", live, rules=(toy.TOY,), now=clock, setter=camera, printer=Press()
    )
    app.testing = False
    yield app
    desk_of(app).close()


@pytest.fixture
def wizard(set_up: Flask) -> Visitor:
    return Visitor(set_up)


@pytest.mark.parametrize("step", ["camera", "lens", "markers", "accuracy", "done"])
def test_every_step_is_a_page_without_anything_inline(wizard: Visitor, step: str) -> None:
    shown = wizard.get(f"/setup/wizard?step={step}")
    assert shown.status_code == 200
    assert " style=" not in shown.text and "<script>" not in shown.text
    assert 'aria-current="step"' in shown.text
    assert wizard.get(f"/setup/wizard.json?step={step}").json["step"] == step


def test_without_a_camera_the_wizard_says_so_and_refuses_in_words(here: Visitor) -> None:
    assert "no camera" in here.get("/setup/wizard").text
    refused = here.post("/setup/wizard/lens/shoot")
    assert refused.status_code == 422 and "no camera" in refused.json["error"]


def test_what_the_camera_cannot_do_is_a_sentence(wizard: Visitor) -> None:
    refused = wizard.post("/setup/wizard/lens/shoot")
    assert refused.status_code == 422
    assert refused.json["error"] == "the camera gives no picture: look at its cable"


def test_the_steps_are_locked_by_the_pin(set_up: Flask, wizard: Visitor) -> None:
    wizard.post("/setup/pin", pin="4711")
    assert wizard.get("/setup/wizard").status_code == 200
    for address in ("step", "lens/keep", "markers/again", "ruler/back", "bar"):
        assert wizard.post(f"/setup/wizard/{address}").status_code == 403
    wizard.post("/join/umpire", pin="4711")
    assert wizard.post("/setup/wizard/lens/keep").status_code == 200


def test_phones_see_the_report_and_nothing_else(set_up: Flask) -> None:
    away = Visitor(set_up, "192.168.7.20")
    assert away.get("/setup/report").status_code == 200
    for address in ("wizard", "wizard/view.jpg", "print", "print/markers.pdf"):
        assert away.get(f"/setup/{address}").status_code == 403
    assert away.post("/setup/wizard/ruler", frm="R01", to="B01", said_in=12).status_code == 403


def test_a_step_that_was_left_is_resumed_after_a_restart(
    tmp_path: Path, live: HandTable, camera: PaperCamera
) -> None:
    for visit in (1, 2):
        app = create_app(tmp_path / "kept", live, rules=(toy.TOY,), setter=camera)
        visitor = Visitor(app)
        if visit == 1:
            for step in ("lens", "markers"):
                visitor.post("/setup/wizard/step", step=step)
        shown = visitor.get("/setup/wizard.json").json
        desk_of(app).close()
    assert shown["step"] == "markers"
    states = {step["key"]: step["state"] for step in shown["steps"]}
    assert states["camera"] == states["lens"] == "done" and states["accuracy"] == "open"


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 9000, '{"version": 1, "step": "gone"}', "x" * 200_000]
)
def test_a_damaged_progress_file_means_the_first_step(
    tmp_path: Path, live: HandTable, camera: PaperCamera, text: str
) -> None:
    (tmp_path / "wizard.json").write_text(text, encoding="utf-8")
    app = create_app(tmp_path, live, rules=(toy.TOY,), setter=camera)
    assert Visitor(app).get("/setup/wizard.json").json["step"] == "camera"
    desk_of(app).close()


def test_markers_are_found_typed_and_used(wizard: Visitor, camera: PaperCamera) -> None:
    tape = {"first": 3, "second": 5, "distance_in": 60.5}
    found = wizard.post("/setup/wizard/markers/find", size_in=[72, 48], marker_in=2.36, tape=tape)
    assert found.json["markers"] == [
        {"id": 3, "x_in": 2.0, "y_in": 2.0, "size_in": 2.36, "turned_deg": 0.0}
    ]
    wizard.post(
        "/setup/wizard/markers/use", size_in=[72, 48], markers=found.json["markers"],
        tolerance_in=found.json["sigma_in"],
    )  # fmt: skip
    corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    wizard.post("/setup/wizard/markers/corners", size_in=[72, 48], corners=corners)
    assert camera.asked == [
        ((72.0, 48.0), 2.36, False, (3, 5, 60.5)),
        ((72.0, 48.0), (PLACE,), 0.05),
        ((72.0, 48.0), tuple((x, y) for x, y in corners)),
    ]


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("step", {"step": "moon"}),
        ("markers/corners", {"size_in": [72, 48], "corners": [[0, 0]] * 3}),
        ("markers/corners", {"size_in": [72, 48], "corners": [[0, 0], [2, 0], [1, 1], [0, 1]]}),
        ("markers/use", {"size_in": [0, 48], "markers": []}),
        ("markers/use", {"size_in": [72, 48], "markers": [{"id": -1}]}),
        ("markers/find", {"size_in": [72, 48], "marker_in": 1e9}),
        ("ruler", {"frm": "R01", "to": "B01", "said_in": -3}),
        ("bar", {"bar_mm": 40}),
        ("lens/forget", {"number": "<b>"}),
    ],
)
def test_nonsense_is_refused_before_it_reaches_the_camera(
    wizard: Visitor, camera: PaperCamera, address: str, fields: dict[str, object]
) -> None:
    assert wizard.post(f"/setup/wizard/{address}", **fields).status_code == 400
    assert camera.asked == []


def test_a_tape_is_used_and_answers_with_the_plus_minus_before_and_after(
    wizard: Visitor, camera: PaperCamera
) -> None:
    said = {"first": 3, "second": 5, "distance_in": 68.25}
    answer = wizard.post("/setup/wizard/tape", **said)
    assert answer.get_json()["foot_after_in"] == 0.05
    assert camera.asked == [(3, 5, 68.25)]


def test_a_base_in_the_jig_answers_with_its_label_and_the_plus_minus_before_and_after(
    wizard: Visitor, camera: PaperCamera
) -> None:
    answer = wizard.post("/setup/wizard/jig", payload="R01").get_json()
    assert (answer["right_mm"], answer["before_in"], answer["after_in"]) == (0.8, 0.027, 0.009)
    assert camera.asked == ["R01"]


def test_a_base_that_is_not_in_the_jig_is_refused_in_words(wizard: Visitor) -> None:
    answer = wizard.post("/setup/wizard/jig", payload="R02")
    assert answer.status_code == 422
    assert "push it into the corner" in answer.get_data(as_text=True)


def test_what_a_straight_edge_shows_is_handed_on_in_inches_up(
    wizard: Visitor, camera: PaperCamera
) -> None:
    """2.54 mm below the edge are a tenth of an inch down."""
    spots = {"spots": [{"x_in": 36.0, "y_in": 24.0, "below_mm": 2.54}]}
    assert wizard.post("/setup/wizard/flat", **spots).status_code == 200
    ((height,),) = camera.asked
    assert height == pytest.approx((36.0, 24.0, -0.1))


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("tape", {"first": 3, "second": 5, "distance_in": 1e9}),
        ("flat", {"spots": []}),
        ("jig", {"payload": ""}),
        ("flat", {"spots": [{"x_in": 3, "y_in": 3, "below_mm": 999}]}),
    ],
)
def test_measures_beyond_any_table_are_refused(
    wizard: Visitor, camera: PaperCamera, path: str, said: dict[str, object]
) -> None:
    assert wizard.post(f"/setup/wizard/{path}", **said).status_code == 400
    assert camera.asked == []


def test_the_report_holds_everything_an_opponent_may_ask(wizard: Visitor) -> None:
    wizard.post("/setup/wizard/ruler", frm="R01", to="R02", said_in=12.26)
    text = wizard.get("/setup/report?tag_mm=28").text
    for part in (
        "Paper cam 1920x1080 focus 30", "0.21 px", "0.02 in", "±0.07", "not seen",
        "28 mm tags are hardly read in the north-east", "R01 – R02", "Half is known to ±0.03 in.",
    ):  # fmt: skip
        assert part in text, part


def test_the_ruler_test_measures_as_play_does_and_is_kept(wizard: Visitor) -> None:
    """R01 and R02 are 4 by 1.5 in, 16 in apart along and 4 across: 12 and 2.5 in of air, so
    sqrt(12² + 2.5²) = 12.258 in between their nearest corners."""
    test = wizard.post("/setup/wizard/ruler", frm="R01", to="R02", said_in=12.258).json
    assert test["value_in"] == pytest.approx(12.258, abs=0.001) and test["off_in"] == 0.0
    wrong = wizard.post("/setup/wizard/ruler", frm="R01", to="R02", said_in=13.0).json
    assert wrong["agrees"] is False
    kept = wizard.get("/setup/report.json").json["rulers"]
    assert [each["said_in"] for each in kept] == [12.258, 13.0]


@pytest.mark.parametrize(("frm", "to"), [("R01", "R01"), ("R01", "X9")])
def test_a_ruler_needs_two_bases(wizard: Visitor, frm: str, to: str) -> None:
    assert wizard.post("/setup/wizard/ruler", frm=frm, to=to, said_in=12).status_code == 422


def test_the_programs_own_models_are_put_a_foot_apart_and_back(
    wizard: Visitor, live: HandTable
) -> None:
    before = live.snapshot().bases
    wizard.post("/setup/wizard/ruler/place", frm="R01", to="B01", said_in=12)
    test = wizard.post("/setup/wizard/ruler", frm="R01", to="B01", said_in=12).json
    assert test["value_in"] == pytest.approx(12.0, abs=1e-3)
    wizard.post("/setup/wizard/ruler/back")
    assert [b.pose for b in live.snapshot().bases] == [b.pose for b in before]


def test_the_place_for_the_ruler_is_clear_of_bases_hills_and_edges() -> None:
    """Each base, as a disc round its corners, clear of each other base and of the hill's box."""
    table = toy.table()
    west, east = places_apart(table, "R01", "B01", 12.0)
    assert east[0] - west[0] == pytest.approx(16.0) and west[1] == east[1]
    other = next(base for base in table.bases if base.payload == "R02").pose
    assert other is not None
    for x, y, _ in (west, east):
        assert (x - other.x_in) ** 2 + (y - other.y_in) ** 2 > 4.27**2
        assert not (5 - 2 < x < 18 + 2 and 25 - 2 < y < 38 + 2)
        assert 4 <= x <= 68 and 4 <= y <= 44
    with pytest.raises(CannotSetUp, match="shorter ruler"):
        places_apart(table, "R01", "B01", 70.0)


def test_the_answer_about_the_bar_corrects_the_next_sheets(wizard: Visitor) -> None:
    """A bar of 98 mm: everything is drawn 100/98 as large, so the PDF is another one."""
    before = wizard.get("/setup/print/markers.pdf?count=4").data
    assert wizard.post("/setup/wizard/bar", bar_mm=98.0).json["bar_mm"] == 98.0
    after = wizard.get("/setup/print/markers.pdf?count=4")
    assert after.mimetype == "application/pdf" and after.data.startswith(b"%PDF")
    assert after.data != before
    assert wizard.get("/setup/print.json").json["bar_mm"] == 98.0


def test_measuring_the_corrected_sheets_again_keeps_the_correction(wizard: Visitor) -> None:
    """The printer shrinks to 98 %. Sheets drawn for that come out right: 100 mm, and stay so;
    at 99 mm they want 99 % of what they have. A double click is measured once."""
    said = ((98.0, 100.0), (98.0, 100.0), (100.0, 98.0), (99.0, 98.0))
    found = [
        wizard.post("/setup/wizard/bar", bar_mm=bar, drawn_for_mm=drawn).json["bar_mm"]
        for bar, drawn in said
    ]
    assert found == pytest.approx([98.0, 98.0, 98.0, 97.02])


def test_a_correction_beyond_all_printers_is_refused(wizard: Visitor) -> None:
    """86 % of 86 %: somebody measures something else."""
    wizard.post("/setup/wizard/bar", bar_mm=86.0)
    refused = wizard.post("/setup/wizard/bar", bar_mm=86.0, drawn_for_mm=86.0)
    assert refused.status_code == 422 and "from 85 to 115 mm" in refused.json["error"]
    assert wizard.get("/setup/print.json").json["bar_mm"] == 86.0


def test_sheets_printed_later_come_out_as_those_that_were_kept(wizard: Visitor) -> None:
    """Tags kept at 97 % count 0.97 as large; the printer still shrinks, and is told so."""
    kept = wizard.post("/setup/wizard/bar", bar_mm=97.0, keep_sheets=True).json
    assert (kept["tags_scale"], kept["bar_mm"]) == (0.97, 97.0)


def test_sheets_that_are_kept_make_the_tags_what_they_are(
    wizard: Visitor, camera: PaperCamera
) -> None:
    """98 mm where 100 was meant: whatever was said before, tags count 0.98 of what the table
    file and the armies have them."""
    for bar in (98.0, 98.0, 99.0):
        wizard.post("/setup/wizard/bar", bar_mm=bar, keep_sheets=True)
    assert camera.asked == [0.98, 0.98, 0.99]


def test_the_size_of_the_tags_is_known_again_after_a_restart(
    tmp_path: Path, live: HandTable, clock: Clock
) -> None:
    """It stands in wizard.json alone: no table file is changed by it."""
    asked: list[object] = []
    for _ in range(2):
        camera = PaperCamera()
        app = create_app(tmp_path, live, rules=(toy.TOY,), now=clock, setter=camera)
        asked.append(list(camera.asked))
        Visitor(app).post("/setup/wizard/bar", bar_mm=97.0, keep_sheets=True)
        desk_of(app).close()
    assert asked == [[], [0.97]]


def test_the_page_says_where_the_markers_are_kept(wizard: Visitor) -> None:
    """Before a script runs, and for programs."""
    page = wizard.get("/setup/wizard?step=markers").get_data(as_text=True)
    assert "Kept in /club/table.toml." in page
    found = wizard.get("/setup/wizard.json?step=markers").json["table"]
    assert found["kept"] == "Kept in /club/table.toml."


@pytest.mark.parametrize(
    "sheet",
    [
        "tags.pdf", "tags.pdf?side=Red&paper=letter", "tags.pdf?tag_mm=20", "board.pdf",
        "sabots.pdf?width_mm=100&files=4", "markers.pdf?count=12&marker_mm=40",
    ],
)  # fmt: skip
def test_sheets_come_as_pdf(wizard: Visitor, sheet: str) -> None:
    made = wizard.get(f"/setup/print/{sheet}")
    assert made.status_code == 200 and made.data.startswith(b"%PDF")
    assert "attachment" in made.headers["Content-Disposition"]


@pytest.mark.parametrize(
    ("sheet", "status"),
    [
        ("markers.pdf?count=nan", 400), ("markers.pdf?marker_mm=-3", 400),
        ("board.pdf?square_mm=1e400", 400), ("tags.pdf?paper=a0", 422),
        ("tags.pdf?army=../../etc/passwd", 409), ("tags.pdf?side=Nobody", 422),
        ("sabots.pdf?width_mm=300&depth_mm=300", 422),
    ],
)  # fmt: skip
def test_sheets_that_cannot_be_made_are_refused(wizard: Visitor, sheet: str, status: int) -> None:
    assert wizard.get(f"/setup/print/{sheet}").status_code == status


def test_an_armys_tags_carry_the_names_of_its_units(wizard: Visitor) -> None:
    army = toy.armies()[0]
    payloads = [payload for unit in army.units for payload in unit.bases]
    assert payloads, "the toy army has bases"
    name = wizard.post("/army/save", army=to_plain(army)).json["file"]
    made = wizard.get(f"/setup/print/tags.pdf?army={name}")
    assert made.status_code == 200
    for payload in payloads:
        assert payload.encode() in made.data


def test_everybody_may_know_how_well_a_foot_is_measured(away: Visitor, here: Visitor) -> None:
    """Here there is no camera: nothing is claimed."""
    for visitor in (away, here):
        assert visitor.get("/setup/foot.json").json == {"gap_in": None}
