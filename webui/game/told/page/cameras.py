"""What the pages of cameras are sent: who sees what, how surely, and the first evening of one."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from vision.table.quality import (
    AccuracyMap,
    CameraChoice,
    CameraFacts,
    CameraPart,
    LegibilityMap,
    LensWork,
    LoosePlace,
    MarkerInSight,
    MarkerPlace,
    Overlap,
    Rows,
    TableFound,
    TapeWanted,
)
from webui.game.told.page.table import Can


class CamerasPage(Struct, frozen=True):
    """Who sees which part of the table. Without a wizard (``there``) nothing more is known.

    ``best``: over the table, the number of the camera that places a base best there, from 1; 0
    where none sees. ``rows``: the ± of a base there, inches, 95 %.
    """

    there: bool
    source: str
    can: Can
    size_in: tuple[float, float] | UnsetType = UNSET
    cameras: tuple[CameraPart, ...] | UnsetType = UNSET
    overlaps: tuple[Overlap, ...] | UnsetType = UNSET
    best: tuple[tuple[int, ...], ...] | UnsetType = UNSET
    rows: Rows | UnsetType = UNSET
    loose: tuple[LoosePlace, ...] | UnsetType = UNSET


class BattleOffered(Struct, frozen=True):
    """Two armies that can begin; without ``armies`` (their files) a ready battle."""

    key: str
    title: str
    rules: str
    book: str
    armies: list[str]


class EveningPage(Struct, frozen=True):
    """What the camera sees, and the ``step`` that is next: look, find, tape, begin or lost.

    Without a wizard (``there``) nothing more is known. ``foot_in``: the ± of a gap of a foot.
    ``camera``: what is wrong with it, or "".
    """

    there: bool
    game: str
    step: str | UnsetType = UNSET
    markers: tuple[MarkerInSight, ...] | UnsetType = UNSET
    marker_mm: float | UnsetType = UNSET
    size_in: tuple[float, float] | UnsetType = UNSET
    trouble: str | UnsetType = UNSET
    camera: str | UnsetType = UNSET
    foot_in: float | UnsetType | None = UNSET
    tape: TapeWanted | UnsetType | None = UNSET
    places: list[MarkerPlace] | UnsetType = UNSET
    battles: list[BattleOffered] | UnsetType = UNSET


class SideSeen(Struct, frozen=True):
    """The units of one army of which a tag is in sight, and how many it has."""

    side: str
    units: list[str]
    of: int


class BattleSeen(Struct, frozen=True):
    """How many of the tags of two armies are in sight, and whose."""

    seen: int
    of: int
    sides: list[SideSeen]


class TagsPage(Struct, frozen=True):
    """Whose tags are in sight, by the battle's key; ``others``: codes that are none of theirs.
    ``read``: how many codes were legible."""

    battles: dict[str, BattleSeen]
    others: list[str]
    read: int


class RulerShown(Struct, frozen=True):
    """A gap by the camera beside what a ruler says, inches; ``off_in``: how much more by the
    camera. ``at_s``: since the epoch; ``agrees``: the ruler is inside the ±."""

    at_s: float
    frm: str
    to: str
    said_in: float
    value_in: float
    plus_minus_in: float
    off_in: float
    agrees: bool


class BaseOfUnit(Struct, frozen=True):
    """Whose a base is, and whether it is seen."""

    payload: str
    unit: str
    side: str
    status: str


class ReportPage(Struct, frozen=True):
    """How well the table is measured. Without a camera (``there``) less is known.

    ``bar_mm``: what the 100 mm bar measures on paper. ``tags_scale``: printed tags over what the
    table file and the armies have them. ``accuracy`` and ``legibility``: None while the table is
    not found. ``now_s``: since the epoch.
    """

    there: bool
    source: str
    can: Can
    now_s: float
    rulers: list[RulerShown]
    bases: list[BaseOfUnit]
    bar_mm: float
    tags_scale: float
    camera: CameraFacts | UnsetType = UNSET
    lens: LensWork | UnsetType = UNSET
    table: TableFound | UnsetType = UNSET
    accuracy: AccuracyMap | UnsetType | None = UNSET
    legibility: LegibilityMap | UnsetType | None = UNSET


class WizardStep(Struct, frozen=True):
    """A step of setting up: ``now``, ``done`` or ``open``."""

    key: str
    state: str


class WizardPage(Struct, frozen=True, kw_only=True):
    """Setting up at one ``step``; without a camera (``there``) it ``says`` so and no more is told.

    The lens is told at its own step and with the markers; where how well the table is measured is
    shown, all of ``ReportPage``.
    """

    there: bool
    says: str
    step: str
    steps: list[WizardStep]
    bar_mm: float
    tags_scale: float
    simulated: bool
    cameras: CameraChoice | UnsetType = UNSET
    camera: CameraFacts | UnsetType = UNSET
    lens: LensWork | UnsetType = UNSET
    table: TableFound | UnsetType = UNSET
    source: str | UnsetType = UNSET
    can: Can | UnsetType = UNSET
    now_s: float | UnsetType = UNSET
    rulers: list[RulerShown] | UnsetType = UNSET
    bases: list[BaseOfUnit] | UnsetType = UNSET
    accuracy: AccuracyMap | UnsetType | None = UNSET
    legibility: LegibilityMap | UnsetType | None = UNSET
