"""What the set-up wizard needs of whatever looks at the table.

``webui.commands.serve`` hands it in. The values are those of ``vision.table.quality``. Every
method may be called from any thread; ``shoot`` takes a second or two, the others return at
once or nearly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from vision.table.quality import (
    AccuracyMap,
    CameraChoice,
    CameraFacts,
    CameraView,
    LabelLearned,
    LaidOut,
    LegibilityMap,
    LensWork,
    MarkerInSight,
    MarkerPlace,
    Narrowed,
    Paper,
    Sheet,
    Sights,
    TableFound,
    TagWanted,
    TapeWanted,
)
from vision.table.snapshot import Base


class TableSetter(Protocol):
    """A camera over a table that is being set up. Each method may raise ``CannotSetUp``."""

    def camera(self) -> CameraFacts:
        """The camera as it is now."""
        ...

    def cameras(self) -> CameraChoice:
        """The cameras over this table, and which of them is set up."""
        ...

    def choose(self, number: int) -> None:
        """Set that camera up from now on, counted from 0."""
        ...

    def sights(self) -> Sights:
        """Who sees which part of the table, and how well they agree."""
        ...

    def view(self) -> CameraView | None:
        """The newest frame as the camera gives it, None while there is none."""
        ...

    def lens(self) -> LensWork:
        """How far the lens is."""
        ...

    def begin_lens(self) -> LensWork:
        """Forget the pictures of the board."""
        ...

    def shoot(self) -> LensWork:
        """Look at the board once."""
        ...

    def lens_view(self) -> CameraView | None:
        """The picture looked at last with what was found in it, None before the first."""
        ...

    def forget_shot(self, number: int) -> LensWork:
        """Discard one picture."""
        ...

    def keep_lens(self) -> LensWork:
        """Keep the lens for this camera, size and focus, and use it."""
        ...

    def drop_lens(self) -> LensWork:
        """Do without the kept lens from now on."""
        ...

    def found(self) -> TableFound:
        """Where the camera is, and what each marker says of it."""
        ...

    def find_markers(
        self,
        size_in: tuple[float, float],
        marker_in: float,
        *,
        half_turn: bool = False,
        tape: tuple[int, int, float] | None = None,
    ) -> tuple[tuple[MarkerPlace, ...], float]:
        """Where the markers seem to lie, and how surely (inches)."""
        ...

    def markers_in_sight(self) -> tuple[MarkerInSight, ...]:
        """The markers that the newest picture shows, whether their places are known or not."""
        ...

    def lay_markers(
        self,
        size_in: tuple[float, float] | None,
        marker_in: float,
        *,
        half_turn: bool = False,
        standard: bool = False,
    ) -> LaidOut:
        """Find all markers in sight and use them; *standard*: they fill corners and edges."""
        ...

    def tape_wanted(self) -> TapeWanted | None:
        """The distance that would tell how large a found layout is; None where none is missing."""
        ...

    def codes_in_sight(self) -> tuple[str, ...]:
        """Every code that is legible at a glance at the newest picture; hostile texts."""
        ...

    def tags_in_sight(self, bases: Sequence[Base]) -> tuple[str, ...]:
        """Which of the tags of those bases the newest picture shows, by payload; takes seconds."""
        ...

    def use_markers(
        self, size_in: tuple[float, float], places: Sequence[MarkerPlace], tolerance_in: float
    ) -> None:
        """Find the table by these markers from now on."""
        ...

    def use_corners(
        self, size_in: tuple[float, float], corners: Sequence[tuple[float, float]]
    ) -> None:
        """Find the table by its corners, shown on the picture."""
        ...

    def find_again(self) -> None:
        """Find the table anew in the next frame."""
        ...

    def tape(self, first: int, second: int, distance_in: float) -> Narrowed:
        """Use what a tape told between two markers; the ± before and after."""
        ...

    def straight_edge(self, spots: Sequence[tuple[float, float, float]]) -> Narrowed:
        """Use heights of the table top (x, y, z in inches); the ± before and after."""
        ...

    def jig(self, payload: str) -> LabelLearned:
        """Learn how the label of the base that stands in the jig is glued."""
        ...

    def accuracy(self) -> AccuracyMap | None:
        """The ± over the table, None while the table is not found."""
        ...

    def legibility(self, tag_mm: float) -> LegibilityMap | None:
        """How well tags of that size are read over the table."""
        ...

    def scale_tags(self, to: float) -> None:
        """The printed tags are *to* times as large as the table file and the armies have them."""
        ...


class Printer(Protocol):
    """Makes PDF sheets at true size. Each method may raise ``CannotSetUp``."""

    def tags(self, wanted: Sequence[TagWanted], paper: Paper, tag_mm: float | None = None) -> Sheet:
        """Tags with names and front arrows; sizes as in play where *tag_mm* is None."""
        ...

    def markers(self, count: int, marker_mm: float, paper: Paper) -> Sheet:
        """The first *count* table markers."""
        ...

    def board(self, square_mm: float, paper: Paper) -> Sheet:
        """The board for the lens."""
        ...

    def jig(self, paper: Paper) -> Sheet:
        """The corner for bases, with its markers."""
        ...

    def sabots(
        self, size_mm: tuple[float, float], places: tuple[int, int], copies: int, paper: Paper
    ) -> Sheet:
        """Plates for files x ranks of figures."""
        ...
