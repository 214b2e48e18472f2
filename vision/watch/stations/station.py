"""One camera, where it hangs and what reads its pictures, as one value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from vision.cameras.newest import NewestFrame
from vision.watch.stations.camera_pose import Bearings
from vision.watch.table_reader import TableReader


class Movable(Protocol):
    """A camera whose models a program can move: the simulated one."""

    def move(self, payload: str, x_in: float, y_in: float, facing_deg: float) -> None:
        """Put a model down there."""
        ...

    def untouched_s(self) -> float:
        """Seconds since a model was last moved, lifted or put down; very many before the first."""
        ...


def no_matter(_: bool) -> None:
    """For a camera that gives every picture as it is."""


@dataclass(frozen=True, eq=False)
class Station:
    """One camera over the table.

    ``name``: as sentences call it, "" for the only one. ``newest``: its newest frame, started
    and closed with this. ``bearings``: where it is. ``reader``: from a picture to sightings.
    ``source``: ``"simulated"``, ``"camera"``, ``"stream"``, ``"video"`` or ``"picture"``.
    ``movable``: the simulated camera, whose models a program moves. ``camera_facts``: what the
    camera says of itself, plain JSON. ``calm``: tells the camera whether nothing has moved in its
    pictures for a while.
    """

    newest: NewestFrame
    bearings: Bearings
    reader: TableReader
    source: str
    name: str = ""
    movable: Movable | None = None
    camera_facts: Callable[[], dict[str, object]] = dict
    calm: Callable[[bool], None] = no_matter

    def told(self, sentence: str) -> str:
        """The sentence with the name of the camera it is about; "" stays ""."""
        return f"{self.name}: {sentence}" if self.name and sentence else sentence
