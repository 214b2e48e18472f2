"""What people type and tap in the wizard, as it is sent: checked before anything else sees it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from vision.table.quality import CannotSetUp
from webui.server.setting_up.wizard_progress import LEAST_BAR_MM, MOST_BAR_MM, Step

Word = Annotated[str, Meta(min_length=1, max_length=80)]
Side = Annotated[float, Meta(ge=6, le=400)]
Inches = Annotated[float, Meta(ge=-400, le=400)]
Share = Annotated[float, Meta(ge=0, le=1)]
Number = Annotated[int, Meta(ge=0, le=1023)]
MarkerSide = Annotated[float, Meta(ge=0.2, le=20)]
BarMm = Annotated[float, Meta(ge=LEAST_BAR_MM, le=MOST_BAR_MM)]


class GoTo(Struct, forbid_unknown_fields=True):
    step: Step


class OneShot(Struct, forbid_unknown_fields=True):
    number: Annotated[int, Meta(ge=1, le=10_000)]


class TapeRead(Struct, forbid_unknown_fields=True):
    first: Number
    second: Number
    distance_in: Side


class FindThem(Struct, forbid_unknown_fields=True):
    size_in: tuple[Side, Side]
    marker_in: MarkerSide
    half_turn: bool = False
    tape: TapeRead | None = None


class Typed(Struct, forbid_unknown_fields=True):
    id: Number
    x_in: Inches
    y_in: Inches
    size_in: MarkerSide
    turned_deg: Annotated[float, Meta(ge=-360, le=360)] = 0.0


class UseThem(Struct, forbid_unknown_fields=True):
    size_in: tuple[Side, Side]
    markers: Annotated[list[Typed], Meta(max_length=60)]
    tolerance_in: Annotated[float, Meta(gt=0, le=1)] = 0.02


class Corners(Struct, forbid_unknown_fields=True):
    size_in: tuple[Side, Side]
    corners: Annotated[list[tuple[Share, Share]], Meta(min_length=4, max_length=4)]


class Ruler(Struct, forbid_unknown_fields=True):
    frm: Word
    to: Word
    said_in: Annotated[float, Meta(gt=0, le=200)]


class Bar(Struct, forbid_unknown_fields=True):
    """``bar_mm``: what the bar measures on sheets that were drawn for a bar of ``drawn_for_mm``."""

    bar_mm: BarMm
    keep_sheets: bool = False
    drawn_for_mm: BarMm = 100.0

    @property
    def uncorrected_mm(self) -> float:
        """What it would measure on sheets drawn for 100 mm.

        Raises:
            CannotSetUp: no printer is that far off.
        """
        found = round(self.bar_mm * self.drawn_for_mm / 100, 3)
        if not LEAST_BAR_MM <= found <= MOST_BAR_MM:
            raise CannotSetUp(
                f"that makes a bar of {found:g} mm without correction: printers give from "
                f"{LEAST_BAR_MM} to {MOST_BAR_MM} mm, so measure the newest sheet again"
            )
        return found
