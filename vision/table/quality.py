"""How well a camera knows its table: the plain values that setting up hands to the page.

Law: values only; who makes them is ``vision.setup.service``, who shows them is ``webui``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Grade = Literal["", "good", "fair", "redo"]
"""Of a lens: "" before it can be told."""

Rows = tuple[tuple[float, ...], ...]
"""Numbers over the table, north row first, west first."""


class CannotSetUp(ValueError):
    """A step of setting up cannot be done now; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """The cameras by name, and the number of the one that is set up. One camera has no name."""

    names: tuple[str, ...] = ("",)
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class CameraPart:
    """What one of several cameras sees. ``device``: its name. ``trouble``: why it sees nothing,
    "" when it does. ``bases``: that it sees now, ``alone``: of them those that no other one sees.
    ``rows``: the ± of a base over the table in inches, 0 where it does not see."""

    name: str
    device: str
    trouble: str
    bases: int = 0
    alone: int = 0
    height_in: float = 0.0
    lens_known: bool = False
    median_in: float = 0.0
    worst_in: float = 0.0
    rows: Rows = ()


@dataclass(frozen=True, slots=True)
class Overlap:
    """How well two cameras agree on the ``bases`` that both see: how many within their ±, and
    how far apart they put them, half of the time and at worst, inches."""

    first: str
    second: str
    bases: int
    agree: int
    median_in: float
    worst_in: float


@dataclass(frozen=True, slots=True)
class LoosePlace:
    """Where a marker was found whose place nobody typed; one standard deviation."""

    id: int
    x_in: float
    y_in: float
    sigma_in: float


@dataclass(frozen=True, slots=True)
class Sights:
    """Who sees which part of the table. ``best``: over it, the number of the camera that places
    a base best there, from 1; 0 where none sees. ``rows``: the ± of a base there, inches."""

    size_in: tuple[float, float]
    cameras: tuple[CameraPart, ...]
    overlaps: tuple[Overlap, ...] = ()
    best: tuple[tuple[int, ...], ...] = ()
    rows: Rows = ()
    loose: tuple[LoosePlace, ...] = ()


@dataclass(frozen=True, slots=True)
class CameraFacts:
    """The camera as it is now. ``name`` holds device, size and focus."""

    name: str
    width_px: int
    height_px: int
    frames_per_s: float
    simulated: bool
    warnings: tuple[str, ...] = ()
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class CameraView:
    """A JPEG of the newest frame, ``scale`` times as wide as the frame."""

    jpeg: bytes
    scale: float
    taken_s: float


@dataclass(frozen=True, slots=True)
class LensShot:
    """One picture of the board. ``error_px``: RMS of its corners, None before it is known."""

    number: int
    kept: bool
    says: str
    error_px: float | None = None
    corners: int = 0


@dataclass(frozen=True, slots=True)
class LensWork:
    """How far the lens is. ``coverage``: corners seen in each cell of the picture, top row
    first. ``error_px``: RMS over the kept pictures. ``outlines``: of the board in each kept
    picture, as parts of width and height. ``in_force``: the lens used now, in words."""

    shots: tuple[LensShot, ...] = ()
    coverage: tuple[tuple[int, ...], ...] = ()
    outlines: tuple[tuple[tuple[float, float], ...], ...] = ()
    grade: Grade = ""
    error_px: float | None = None
    says: str = ""
    in_force: str = ""
    profile_grade: Grade = ""
    profile_error_px: float | None = None


@dataclass(frozen=True, slots=True)
class MarkerPlace:
    """A table marker: the centre of its black square, its side, and which way its top looks."""

    id: int
    x_in: float
    y_in: float
    size_in: float
    turned_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class MarkerState:
    """A marker now. ``off_in``: the error it shows when it is left out of the fit."""

    place: MarkerPlace
    seen: bool
    used: bool
    off_in: float | None = None
    at: tuple[float, float] | None = None
    """Where it is in the picture, as parts of width and height."""


@dataclass(frozen=True, slots=True)
class MarkerInSight:
    """A marker that the newest picture shows, whether its place is known or not."""

    id: int
    at: tuple[float, float]
    """Where its middle is in the picture, as parts of width and height."""


@dataclass(frozen=True, slots=True)
class LaidOut:
    """Markers that were found and are used now, and the size of the table round them."""

    size_in: tuple[float, float]
    markers: tuple[MarkerPlace, ...]


@dataclass(frozen=True, slots=True)
class TapeWanted:
    """The one distance that nobody has measured: between the middles of two markers. The ± of a
    gap of a foot mid-table, inches, as it is and as the tape would make it."""

    first: int
    second: int
    foot_before_in: float
    foot_after_in: float


@dataclass(frozen=True, slots=True)
class TableFound:
    """Where the camera is. ``held_out_in``: RMS error of markers left out of the fit, None
    where there are too few. ``trouble``: why the table is not found, "" when it is. ``kept``:
    where the markers' places are kept, as a sentence."""

    size_in: tuple[float, float]
    markers: tuple[MarkerState, ...] = ()
    trouble: str = ""
    reprojection_px: float = 0.0
    held_out_in: float | None = None
    height_in: float = 0.0
    lens_known: bool = False
    by_corners: bool = False
    warnings: tuple[str, ...] = ()
    name: str = ""
    kept: str = ""


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The ± of a gap of a foot mid-table and of one across two thirds of it, inches, before and
    after something was measured by hand. ``warnings``: what it contradicts."""

    foot_before_in: float
    foot_after_in: float
    far_before_in: float
    far_after_in: float
    says: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelLearned:
    """How the label of a base was found to be glued in the jig: right and forward of where it was
    typed, mm, turned counter-clockwise, degrees; and the 95 % half-widths that it gives the base's
    place, inches, and facing, degrees, before and after."""

    payload: str
    right_mm: float
    forward_mm: float
    turned_deg: float
    before_in: float
    after_in: float
    before_deg: float
    after_deg: float
    says: str


@dataclass(frozen=True, slots=True)
class AccuracyMap:
    """95 % half-width, in inches, of where a tag is, in its worst direction; 0 where the
    camera does not see. ``gap_in``: of a 12 in gap between two bases mid-table; ``gap_rows``: of
    one about each place of the table, which is what people ask for. ``trusts``: what each ±
    takes on trust, because no camera sees it."""

    rows: Rows
    median_in: float
    worst_in: float
    gap_in: float
    says: str
    gap_rows: Rows
    trusts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LegibilityMap:
    """Pixels of the camera a module of tags of that size. ``least``: read with certainty from
    there on. ``certain_share``: of the table where they are."""

    rows: Rows
    tag_mm: float
    least: float
    certain_share: float
    advice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A PDF at true size. ``advice``: what to know before cutting."""

    pdf: bytes
    pages: int
    count: int
    advice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """What to print on. ``bar_mm``: what the 100 mm bar measures on this printer's paper."""

    name: str = "a4"
    bar_mm: float = 100.0


@dataclass(frozen=True, slots=True)
class TagWanted:
    """A tag to print and the unit's name under it."""

    payload: str
    name: str = ""
