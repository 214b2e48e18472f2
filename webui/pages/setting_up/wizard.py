"""The set-up wizard: camera, lens, markers, accuracy, done; and the accuracy report."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import msgspec
from flask import Response, jsonify, request

from rules.kernel.plain import to_plain
from vision.table.quality import CannotSetUp, MarkerPlace
from webui.game.kept.armies import Armies
from webui.game.told.page.cameras import BaseOfUnit, ReportPage, RulerShown, WizardPage, WizardStep
from webui.game.told.page.readings import FootGap
from webui.pages.join import Nothing
from webui.pages.setting_up import first_evening, wizard_by_hand, wizard_cameras, wizard_print
from webui.pages.setting_up.wizard_asked import (
    Bar,
    Corners,
    FindThem,
    GoTo,
    OneShot,
    Ruler,
    UseThem,
)
from webui.server.routes import Doors, body
from webui.server.session import Desk
from webui.server.setting_up.setup_interface import Printer, TableSetter
from webui.server.setting_up.wizard_progress import (
    STEPS,
    Progress,
    ProgressBook,
    RulerTest,
)
from webui.server.setting_up.wizard_ruler import Spot, measured, places_apart
from webui.server.view.can import can_of

NO_CAMERA = (
    "There is no camera: this table is laid by hand. Start Drumhead with --camera and come back; "
    "sheets can be printed all the same."
)
DEFAULT_TAG_MM = 25.0
REPORT = "wizard_report.html"


class Wizard:
    """The wizard of one desk; ``setter`` None where there is no camera."""

    def __init__(self, desk: Desk, setter: TableSetter | None, book: ProgressBook) -> None:
        self.desk = desk
        self.book = book
        self._setter = setter
        self._before: dict[str, Spot] = {}

    @property
    def there(self) -> bool:
        """Is there a camera to set up?"""
        return self._setter is not None

    @property
    def setter(self) -> TableSetter:
        """The camera that is set up.

        Raises:
            CannotSetUp: there is none.
        """
        if self._setter is None:
            raise CannotSetUp(NO_CAMERA)
        return self._setter

    def page(self, wanted: str) -> WizardPage:
        """Everything the page shows at step *wanted*, or where one was."""
        progress = self.book.now
        step = wanted if wanted in STEPS else progress.step
        shown = WizardPage(
            there=self.there,
            says="" if self.there else NO_CAMERA,
            step=step,
            steps=[_step(each, step, progress) for each in STEPS],
            bar_mm=progress.bar_mm,
            tags_scale=progress.tags_scale,
            simulated=self.desk.live.abilities.simulated,
        )
        if not self.there:
            return shown
        known = {"cameras": self.setter.cameras(), "camera": self.setter.camera()}
        return msgspec.structs.replace(shown, **known | self._part(step))

    def _part(self, step: str) -> dict[str, Any]:
        """What one step needs besides."""
        if step == "lens":
            return {"lens": self.setter.lens()}
        if step == "markers":
            return {"lens": self.setter.lens(), "table": self.setter.found()}
        if step in ("accuracy", "done"):
            return msgspec.structs.asdict(self.report())
        return {}

    def report(self, tag_mm: float = DEFAULT_TAG_MM) -> ReportPage:
        """Everything that is known of the accuracy."""
        live, progress = self.desk.live, self.book.now
        shown = ReportPage(
            self.there,
            live.source,
            can_of(live.abilities),
            self.desk.now(),
            [_ruler(test) for test in progress.rulers],
            [BaseOfUnit(b.payload, b.unit, b.side, b.status) for b in live.snapshot().bases],
            progress.bar_mm,
            progress.tags_scale,
        )
        if not self.there:
            return shown
        setter = self.setter
        return msgspec.structs.replace(
            shown,
            camera=setter.camera(),
            lens=setter.lens(),
            table=setter.found(),
            accuracy=setter.accuracy(),
            legibility=setter.legibility(tag_mm),
        )

    def foot(self) -> FootGap:
        """How surely a gap of a foot is known now."""
        try:
            known = self.setter.accuracy() if self.there else None
        except CannotSetUp:
            known = None
        return FootGap(None if known is None else known.gap_in)

    def set_models_apart(self, ruler: Ruler) -> None:
        """Put two of the program's own models so far apart.

        Raises:
            CannotSetUp: real models, or no room.
        """
        live = self.desk.live
        move = live.abilities.move
        if move is None:
            raise CannotSetUp("these are real models: put them at the ends of a ruler by hand")
        table = live.snapshot()
        spots = places_apart(table, ruler.frm, ruler.to, ruler.said_in)
        for payload, spot in zip((ruler.frm, ruler.to), spots, strict=True):
            pose = next(base.pose for base in table.bases if base.payload == payload)
            if pose is not None:
                self._before.setdefault(payload, (pose.x_in, pose.y_in, pose.facing_deg))
            move(payload, *spot)

    def set_models_back(self) -> None:
        """Put them back where they stood."""
        before, self._before = self._before, {}
        if (move := self.desk.live.abilities.move) is not None:
            for payload, spot in before.items():
                move(payload, *spot)


def hang_all(
    doors: Doors,
    desk: Desk,
    armies: Armies,
    folder: Path,
    setter: TableSetter | None,
    printer: Printer | None,
) -> None:
    """Hang the wizard, its report and its sheets; progress is kept in *folder*."""
    book = ProgressBook(folder)
    if book.notice:
        desk.notices.append(book.notice)
    if setter is not None and book.now.tags_scale != 1.0:
        # A simulated table refuses: its tags are true, and kept for when a camera is back.
        with suppress(CannotSetUp):
            setter.scale_tags(book.now.tags_scale)
    wizard = Wizard(desk, setter, book)
    hang(doors, desk, wizard)
    wizard_by_hand.hang(doors, lambda: wizard.setter)
    wizard_cameras.hang(doors, desk, wizard)
    first_evening.hang(doors, desk, armies, wizard)
    wizard_print.hang(doors, desk, armies, book, printer)


def hang(doors: Doors, desk: Desk, wizard: Wizard) -> None:
    """Hang /setup/wizard, its steps and /setup/report."""

    @doors.page("/setup/wizard", "table", "set the camera up, step by step (?step=)", "wizard.html")
    def page() -> WizardPage:
        return wizard.page(request.args.get("step", ""))

    @doors.page("/setup/report", "spectator", "how well this table is measured", REPORT)
    def report() -> ReportPage:
        return wizard.report(_tag_mm())

    @doors.get("/setup/foot.json", "spectator", "the ± of a gap of a foot mid-table")
    def foot() -> FootGap:
        return wizard.foot()

    @doors.get("/setup/wizard/view.jpg", "table", "the camera's own picture")
    def view() -> Response:
        return _picture(wizard, "view")

    @doors.get("/setup/wizard/board.jpg", "table", "the picture of the lens board looked at last")
    def board() -> Response:
        return _picture(wizard, "lens_view")

    @doors.post("/setup/wizard/step", "umpire", "go to a step of setting up")
    def step() -> Response:
        said = body(GoTo)
        return jsonify({"step": wizard.book.change(lambda now: now.at(said.step)).step})

    _hang_lens(doors, wizard)
    _hang_markers(doors, wizard)
    _hang_ruler(doors, desk, wizard)


def _hang_lens(doors: Doors, wizard: Wizard) -> None:
    @doors.post("/setup/wizard/lens/begin", "umpire", "forget the pictures of the lens board")
    def begin() -> Response:
        body(Nothing)
        return jsonify(to_plain(wizard.setter.begin_lens()))

    @doors.post("/setup/wizard/lens/shoot", "umpire", "take a picture of the lens board")
    def shoot() -> Response:
        body(Nothing)
        return jsonify(to_plain(wizard.setter.shoot()))

    @doors.post("/setup/wizard/lens/forget", "umpire", "discard one picture of the board")
    def forget() -> Response:
        return jsonify(to_plain(wizard.setter.forget_shot(body(OneShot).number)))

    @doors.post("/setup/wizard/lens/keep", "umpire", "keep the lens for this camera and use it")
    def keep() -> Response:
        body(Nothing)
        return jsonify(to_plain(wizard.setter.keep_lens()))

    @doors.post("/setup/wizard/lens/drop", "umpire", "do without the kept lens")
    def drop() -> Response:
        body(Nothing)
        return jsonify(to_plain(wizard.setter.drop_lens()))


def _hang_markers(doors: Doors, wizard: Wizard) -> None:
    @doors.post("/setup/wizard/markers/find", "umpire", "where the markers seem to lie")
    def find() -> Response:
        said = body(FindThem)
        tape = None if said.tape is None else msgspec.structs.astuple(said.tape)
        markers, sigma_in = wizard.setter.find_markers(
            said.size_in,
            said.marker_in,
            half_turn=said.half_turn,
            tape=tape,
        )
        return jsonify({"markers": to_plain(markers), "sigma_in": sigma_in})

    @doors.post("/setup/wizard/markers/use", "umpire", "find the table by these markers")
    def use() -> Response:
        said = body(UseThem)
        places = [MarkerPlace(**msgspec.structs.asdict(each)) for each in said.markers]
        wizard.setter.use_markers(said.size_in, places, said.tolerance_in)
        return jsonify({"ok": True})

    @doors.post("/setup/wizard/markers/corners", "umpire", "find the table by its shown corners")
    def corners() -> Response:
        said = body(Corners)
        wizard.setter.use_corners(said.size_in, said.corners)
        return jsonify({"ok": True})

    @doors.post("/setup/wizard/markers/again", "umpire", "find the table anew")
    def again() -> Response:
        body(Nothing)
        wizard.setter.find_again()
        return jsonify({"ok": True})


def _hang_ruler(doors: Doors, desk: Desk, wizard: Wizard) -> None:
    @doors.post("/setup/wizard/ruler", "table", "compare a gap with a ruler")
    def ruler() -> Response:
        said = body(Ruler)
        test = measured(desk.live.snapshot(), said.frm, said.to, said.said_in, desk.now())
        wizard.book.change(lambda now: now.measured(test))
        return jsonify(to_plain(_ruler(test)))

    @doors.post("/setup/wizard/ruler/place", "umpire", "put two simulated models so far apart")
    def place() -> Response:
        wizard.set_models_apart(body(Ruler))
        return jsonify({"ok": True})

    @doors.post("/setup/wizard/ruler/back", "umpire", "put those models back")
    def back() -> Response:
        body(Nothing)
        wizard.set_models_back()
        return jsonify({"ok": True})

    @doors.post("/setup/wizard/bar", "umpire", "how long the 100 mm bar is on paper")
    def bar() -> Response:
        said = body(Bar)
        known: dict[str, float] = {"bar_mm": said.uncorrected_mm}
        if said.keep_sheets:
            known["tags_scale"] = said.bar_mm / 100
            wizard.setter.scale_tags(known["tags_scale"])
        progress = wizard.book.change(lambda now: msgspec.structs.replace(now, **known))
        return jsonify({"bar_mm": progress.bar_mm, "tags_scale": progress.tags_scale})


def _picture(wizard: Wizard, which: Literal["view", "lens_view"]) -> Response:
    seen = wizard.setter.view() if which == "view" else wizard.setter.lens_view()
    if seen is None:
        return Response(status=204)
    return Response(seen.jpeg, mimetype="image/jpeg")


def _tag_mm() -> float:
    try:
        return min(max(float(request.args.get("tag_mm", DEFAULT_TAG_MM)), 5.0), 100.0)
    except ValueError:
        return DEFAULT_TAG_MM


def _step(each: str, now: str, progress: Progress) -> WizardStep:
    state = "now" if each == now else ("done" if each in progress.done else "open")
    return WizardStep(each, state)


def _ruler(test: RulerTest) -> RulerShown:
    said = msgspec.structs.asdict(test)
    return RulerShown(**said, off_in=round(test.off_in, 3), agrees=test.agrees)
