"""One still picture of a simulated table whose faults are known, for tests and for figures.

    drawn = draw(table, poses, parse_world("glue=0.5,tilt=3"), seed=4)

The pipeline is given ``drawn.picture``, the table as typed and ``drawn.lens``; what it finds is
held against ``drawn.truth``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from calibration.camera import Lens
from calibration.table_file import Marker, TableFile
from vision.cameras.camera import Picture
from vision.simulator.camera import SimulatedCamera
from vision.simulator.ground import marker_label
from vision.simulator.optics.pinhole import Floats, Pinhole
from vision.simulator.scene import Spot, Stand
from vision.simulator.world import World

_ROUND_CORNERS = 64


@dataclass(frozen=True, slots=True)
class TrueBase:
    """Where a base really stands: the centre of its footprint, its facing, its outline."""

    payload: str
    x_in: float
    y_in: float
    facing_deg: float
    footprint_in: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture and its truth. ``lens``: what a lens file would say, None where none can hold
    it. ``truth``: the bases on the table, by payload. ``markers_px``: the (4, 2) corners of each
    table marker as printed, by id."""

    picture: Picture
    lens: Lens | None
    camera: Pinhole
    truth: Mapping[str, TrueBase]
    markers_px: Mapping[int, Floats]


def draw(
    table: TableFile,
    poses: Mapping[str, Spot],
    world: World,
    *,
    size_px: tuple[int, int] = (1920, 1080),
    seed: int = 1,
    noise: float = 1.6,
    taken_s: float = 0.0,
) -> Drawn:
    """A picture of *table*, its bases at *poses*, in a world with those faults.

    *seed* draws what the faults leave to chance and the noise; *taken_s* is when, for a camera
    that sways.

    Raises:
        CannotPlace, SymbolError: the table cannot be built.
    """
    camera = SimulatedCamera(
        table, poses, size_px=size_px, seed=seed, fps=0, noise=noise, clock=lambda: taken_s,
        world=world,
    )  # fmt: skip
    truth = {name: true_base(stand) for name, stand in camera.scene.stands.items()}
    corners = {marker.id: _corners_px(marker, camera.pinhole) for marker in camera.scene.markers}
    return Drawn(camera.read().picture, camera.lens, camera.pinhole, truth, corners)


def true_base(stand: Stand) -> TrueBase:
    """Where the base of a stand really is. A leaning base's footprint is that of a level one
    turned in place: 5° of lean narrow it by 0.4 %."""
    return TrueBase(stand.base.payload, stand.x_in, stand.y_in, stand.facing_deg, _footprint(stand))


def _corners_px(marker: Marker, camera: Pinhole) -> Floats:
    label = marker_label(marker)
    half = label.size_in / 2
    middle, right, forward = (np.array(v) for v in (label.centre_in, label.right, label.forward))
    signs = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    return camera.to_pixels(np.array([middle + (r * right + f * forward) * half for r, f in signs]))


def _footprint(stand: Stand) -> tuple[tuple[float, float], ...]:
    base = stand.base
    right, forward = base.frontage_in / 2, base.depth_in / 2
    if base.round:
        turns = [math.tau * k / _ROUND_CORNERS for k in range(_ROUND_CORNERS)]
        return tuple(stand.at(right * math.cos(a), right * math.sin(a)) for a in turns)
    signs = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    return tuple(stand.at(r * right, f * forward) for r, f in signs)
