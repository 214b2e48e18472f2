"""The simulated camera: the table one gets without a camera, and the one that misbehaves.

It is product code. Its pictures go through the same pipeline as those of a real camera, and
it shows on demand what real ones do unasked: a hand, a knock, glare, a pulled plug.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import numpy as np

from calibration.camera import Lens
from calibration.printing.sheets import Board
from calibration.table_file import TableFile
from vision.cameras.camera import CameraError, Frame, Picture
from vision.simulator.board_scene import HeldBoard, ShownBoard
from vision.simulator.ground import beyond_edge_in, paint_ground
from vision.simulator.labels import overlap
from vision.simulator.models import (
    ModelPainter,
    Tree,
    scrap_box,
    stand_box,
    standing,
    tree_box,
    trees_of,
)
from vision.simulator.optics.exposure import Box, Exposure, Glare, SensorNoise, Shade
from vision.simulator.optics.pinhole import Pinhole, hang_over
from vision.simulator.optics.shake import Shake
from vision.simulator.scene import CannotPlace, Scene, Scrap, Spot, Stand, build_scene
from vision.simulator.world import MM, PERFECT, World
from vision.table.abilities import SIMULATED

DEFAULT_SIZE_PX = (3840, 2160)
_STRIP_ROWS = 240
_SHADOW_TOWARDS_DEG = 200.0
"""A shadow's edge runs across the first marker aslant, as people's shadows do."""


class SimulatedCamera:
    """A camera over a scene that a program can change; every method may be called from any
    thread.

    Args:
        table: markers, terrain and bases in play.
        poses: where the bases stand, by payload; the others are not on the table.
        size_px: of the pictures.
        seed: of the mat's texture, the trees, the noise and the world's faults; equal seeds,
            equal pictures.
        fps: pictures a second that ``read`` gives at most; 0 never waits.
        noise: standard deviation of the sensor's noise, levels of 255.
        clock: seconds since the epoch, for ``Frame.taken_s`` and for how the camera sways.
        world: how far table, bases and camera really differ from what is typed.
        over_in: from where to where along the table this camera sees it; None: all of it.
        number: of this camera among several over one table, from 0.

    Raises:
        CannotPlace: a pose that is not on the table.
        SymbolError: a tag or marker that cannot be printed.
    """

    source = SIMULATED
    repeats = False

    def __init__(
        self,
        table: TableFile,
        poses: Mapping[str, Spot],
        *,
        size_px: tuple[int, int] = DEFAULT_SIZE_PX,
        seed: int = 1,
        fps: float = 5.0,
        noise: float = 1.6,
        clock: Callable[[], float] = time.time,
        world: World = PERFECT,
        over_in: tuple[float, float] | None = None,
        number: int = 0,
    ) -> None:
        self._lock = threading.RLock()
        self._clock = clock
        self._seed = seed
        self._frame_s = 1.0 / fps if fps > 0 else 0.0
        self._next_s = self._touched_s = 0.0
        self._world = world
        self._scene = build_scene(table, poses, world, seed)
        self._number = number
        self._home = hang_over(
            table.size_in, *size_px, beyond_in=beyond_edge_in(table), fisheye_deg=world.fisheye,
            over_in=over_in,
        )  # fmt: skip
        self._exposure = _exposure_of(world, size_px, self._scene, self._home)
        self._shake = _shake_of(world, self._home)
        self._trees = trees_of(table, seed)
        self._noise = SensorNoise((size_px[1], size_px[0], 3), noise, seed + number)
        self._faults = _Faults()
        self._held: ShownBoard | None = None
        self._look_from(self._home)

    @property
    def name(self) -> str:
        """The camera's name in every frame."""
        size = f"{self._exposure.width_px}x{self._exposure.height_px}"
        return f"simulated {self._number + 1} {size}" if self._number else f"simulated {size}"

    @property
    def scene(self) -> Scene:
        """The truth: where everything really stands."""
        return self._scene

    @property
    def pinhole(self) -> Pinhole:
        """The truth: where the camera really hangs, and its lens."""
        return self._camera

    @property
    def lens(self) -> Lens | None:
        """The lens in the form a lens file has: the true one, but for the ``k1`` of the world's
        faults. None is a fisheye's, which such a file cannot hold."""
        optics = self._home.optics
        if optics.fisheye:
            return None
        return Lens(
            optics.width_px, optics.height_px, optics.focal_px, optics.focal_px,
            optics.centre_x_px, optics.centre_y_px,
            optics.k1 + self._world.k1, optics.k2, optics.p1, optics.p2,
        )  # fmt: skip

    @property
    def shake(self) -> Shake:
        """The truth: how the picture moves though nothing on the table does."""
        return self._shake

    def read(self) -> Frame:
        """The next frame, after waiting for its time to come.

        Raises:
            CameraError: unplugged, or a dropped frame.
        """
        self._wait()
        with self._lock:
            self._faults.fail_if_told()
            taken_s = self._clock()
            return Frame(self._shot(taken_s), taken_s, self.source, self.name)

    def close(self) -> None:
        """Nothing is held; may be called twice."""

    # What a player does.

    def move(self, payload: str, x_in: float, y_in: float, facing_deg: float) -> None:
        """Put a model down there, or set it up if it was not on the table.

        Raises:
            CannotPlace: unknown payload, or a place that is not on the table.
        """
        with self._lock:
            self._change(self._scene.placed(payload, x_in, y_in, facing_deg))

    def remove(self, payload: str) -> None:
        """Take a model off the table."""
        with self._lock:
            self._change(self._scene.without(payload))

    def untouched_s(self) -> float:
        """Seconds since a model was last moved, lifted or put down; very many before the first."""
        return self._clock() - self._touched_s

    def hide(self, payload: str, share: float = 1.0) -> None:
        """Hold a hand over a tag so that *share* of its width is covered; 0 takes it away.

        Raises:
            CannotPlace: no such model on the table.
        """
        with self._lock:
            stand = self._stand(payload)
            self._change(self._scene.with_stand(payload, replace(stand, hidden=share)))

    def duplicate(self, payload: str, x_in: float, y_in: float, facing_deg: float) -> None:
        """Put a second base with the same tag down.

        Raises:
            CannotPlace: no such model on the table.
        """
        with self._lock:
            twin = replace(
                self._stand(payload), x_in=x_in, y_in=y_in, facing_deg=facing_deg, hidden=0.0
            )
            self._change(self._scene.with_stand(f"{payload} again", twin))

    def remove_duplicate(self, payload: str) -> None:
        """Take the second base with that tag away."""
        self.remove(f"{payload} again")

    def lay_scraps(self, scraps: Iterable[Scrap]) -> None:
        """Let foreign codes lie about; an empty list clears them away."""
        with self._lock:
            self._change(replace(self._scene, scraps=tuple(scraps)))

    def hold(self, held: HeldBoard | None, board: Board | None = None) -> None:
        """Hold a lens board in front of the camera, or (None) take it away."""
        with self._lock:
            if held is None:
                self._held = None
                return
            optics = self._home.optics
            self._held = ShownBoard(held, board or Board(), optics, self._exposure)

    # What happens to the camera and the light.

    def bump(self, dx_in: float = 0.0, dy_in: float = 0.0, dyaw_deg: float = 0.0) -> None:
        """Knock the camera: it hangs so much off its first place from now on."""
        x, y, z = self._home.eye_in
        moved = replace(
            self._home, eye_in=(x + dx_in, y + dy_in, z), yaw_deg=self._home.yaw_deg + dyaw_deg
        )
        with self._lock:
            self._look_from(moved)

    def defocus(self, blur_px: float) -> None:
        """Blur of the lens as a standard deviation in pixels."""
        self._expose(replace(self._exposure, blur_px=blur_px))

    def dim(self, gain: float) -> None:
        """Brightness of the light; 0.92 is normal, 6 burns everything out."""
        self._expose(replace(self._exposure, gain=gain))

    def glare(self, x_in: float, y_in: float, radius_in: float, strength: float = 0.9) -> None:
        """Let a lamp shine back from a place on the table; strength 0 puts all lamps out."""
        spots = np.array([(x_in, y_in, 0.0), (x_in + radius_in, y_in, 0.0)])
        middle, rim = self._camera.to_pixels(spots)
        radius = float(np.hypot(*(rim - middle)))
        lamp = Glare(float(middle[0]), float(middle[1]), radius, strength)
        glares = (*self._exposure.glares, lamp) if strength else ()
        self._expose(replace(self._exposure, glares=glares))

    def shade(self, x_in: float, y_in: float, towards_deg: float, share: float = 0.6) -> None:
        """Let a hard shadow lie over everything on one side of a line through that place;
        *towards_deg* as in ``Shade``, *share* 0 takes it away."""
        spot = (x_in, y_in, 0.0)
        shade = _shade(self._camera, spot, towards_deg, share) if share else None
        self._expose(replace(self._exposure, shade=shade))

    def zoom(self, crop: float) -> None:
        """Switch a digital zoom or stabiliser on that cuts off that share of width and height;
        0 switches it off."""
        self._shake = replace(self._shake, crop=crop)

    def unplug(self) -> None:
        """Pull the cable: every read fails until ``plug``."""
        self._faults.unplugged = True

    def plug(self) -> None:
        """Put the cable back."""
        self._faults.unplugged = False

    def drop(self, frames: int = 1) -> None:
        """Lose that many of the next frames."""
        self._faults.drop = frames

    def freeze(self, on: bool = True) -> None:
        """Give the same bytes again and again, as a dead driver does."""
        with self._lock:
            self._faults.frozen = self._shot(self._clock()) if on else None

    def black(self, on: bool = True) -> None:
        """Put the cap on the lens."""
        self._faults.black = on

    def halve(self, on: bool = True) -> None:
        """Lose the lower part of each picture, as a poor cable does."""
        self._faults.half = on

    def shrink(self, on: bool = True) -> None:
        """Change to half the resolution without a word."""
        self._faults.small = on

    # How the picture is made.

    def _wait(self) -> None:
        if self._frame_s:
            now = time.monotonic()
            self._next_s = max(self._next_s + self._frame_s, now)
            time.sleep(self._next_s - now)

    def _shot(self, at_s: float) -> Picture:
        if self._faults.frozen is not None:
            return self._faults.frozen
        picture = np.zeros_like(self._clean) if self._faults.black else self._clean
        if self._held is not None:
            picture = self._held.over(picture)
        if not self._shake.still:
            picture = self._shake.over(picture, at_s)
        noisy = self._noise.over(picture)
        if self._faults.half:
            noisy[len(noisy) * 3 // 5 :] = 128
        return np.ascontiguousarray(noisy[::2, ::2]) if self._faults.small else noisy

    def _stand(self, payload: str) -> Stand:
        if payload not in self._scene.stands:
            raise CannotPlace(f"{payload} is not on the table")
        return self._scene.stands[payload]

    def _look_from(self, camera: Pinhole) -> None:
        self._camera = camera
        self._painter = ModelPainter(paint_ground(self._scene, camera, self._seed), camera)
        self._shown_trees = standing(self._trees, self._scene)
        self._develop_all()

    def _expose(self, exposure: Exposure) -> None:
        with self._lock:
            self._exposure = exposure
            self._develop_all()

    def _develop_all(self) -> None:
        wide, high = self._exposure.width_px, self._exposure.height_px
        self._clean: Picture = np.empty((high, wide, 3), dtype=np.uint8)
        bare = replace(self._scene, stands={}, scraps=())
        for top in range(0, high, _STRIP_ROWS):
            self._develop((0, top, wide, min(top + _STRIP_ROWS, high)), bare, frozenset())
        for box in self._dirty(bare, self._scene, self._shown_trees):
            self._develop(box, self._scene, self._shown_trees)

    def _develop(self, box: Box, scene: Scene, trees: Iterable[Tree]) -> None:
        """Make one part of the clean picture anew."""
        pad = self._exposure.pad_px
        whole = (0, 0, self._exposure.width_px, self._exposure.height_px)
        wanted = overlap(box, whole)
        padded = overlap((box[0] - pad, box[1] - pad, box[2] + pad, box[3] + pad), whole)
        if wanted is None or padded is None:
            return
        light = self._painter.paint(padded, scene, trees)
        picture = self._exposure.develop(light, padded)
        left, top, right, bottom = wanted
        self._clean[top:bottom, left:right] = picture[
            top - padded[1] : bottom - padded[1], left - padded[0] : right - padded[0]
        ]

    def _change(self, scene: Scene) -> None:
        """Show another scene: only what differs is drawn again."""
        old, self._scene, self._touched_s = self._scene, scene, self._clock()
        trees = standing(self._trees, scene)
        changed_trees, self._shown_trees = trees ^ self._shown_trees, trees
        for box in self._dirty(old, scene, changed_trees):
            self._develop(box, scene, trees)

    def _dirty(self, old: Scene, new: Scene, trees: Iterable[Tree]) -> list[Box]:
        spare = self._exposure.pad_px
        boxes = [tree_box(tree, self._camera, spare) for tree in trees]
        for scene, other in ((old, new), (new, old)):
            for name, stand in scene.stands.items():
                if other.stands.get(name) != stand:
                    boxes.append(stand_box(stand, self._camera, spare))
            for scrap in scene.scraps:
                if scrap not in other.scraps:
                    boxes.append(scrap_box(scrap, self._camera, spare))
        return boxes


def _exposure_of(world: World, size_px: tuple[int, int], scene: Scene, camera: Pinhole) -> Exposure:
    exposure = Exposure(*size_px)
    exposure = replace(exposure, gain=exposure.gain * 2.0**world.overexposed)
    if not world.shadow or not scene.markers:
        return exposure
    marker = scene.markers[0]
    spot = (marker.x_in, marker.y_in, marker.z_in)
    return replace(exposure, shade=_shade(camera, spot, _SHADOW_TOWARDS_DEG, world.shadow))


def _shade(
    camera: Pinhole, spot_in: tuple[float, float, float], towards_deg: float, share: float
) -> Shade:
    x_px, y_px = camera.to_pixels(np.array([spot_in]))[0]
    return Shade(float(x_px), float(y_px), towards_deg, share)


def _shake_of(world: World, camera: Pinhole) -> Shake:
    px_per_in = camera.optics.focal_px / camera.eye_in[2]
    return Shake(world.sway * MM * px_per_in, world.rolling, world.eis / 100.0)


class _Faults:
    """What is wrong with the camera now."""

    def __init__(self) -> None:
        self.unplugged = False
        self.drop = 0
        self.frozen: Picture | None = None
        self.black = self.half = self.small = False

    def fail_if_told(self) -> None:
        if self.unplugged:
            raise CameraError("the simulated camera is unplugged: plug it in again")
        if self.drop > 0:
            self.drop -= 1
            raise CameraError("the simulated camera lost a frame")
