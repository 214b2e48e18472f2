"""What is hard for our reader: soft cameras, covered tags, and tags that are not in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.camera import Calibration
from vision.tags.decode.decoded import to_grey
from vision.tags.decode.open_readers import OpenReaders
from vision.tags.known.accept import is_believed
from vision.tags.known.looks import Look
from vision.tags.known.proving import Conditions, Placed, Proof, overhead, scatter, take_picture
from vision.tags.reader import SceneReader
from vision.tags.tag import TagSpec

SIZE_IN = 25 / 25.4
WIDTH, HEIGHT = 1920, 1080
TAGS = 40
IN_PLAY = 100
MODULES = 21
SOFT_PX = (0.4, 0.7, 1.0, 1.3, 1.6)
COVERED = (0.0, 0.1)
STOOD_ON = (0.1, 0.2, 0.33)
SCALES = (1.0, 1.25, 1.6)
_HARD_SCALE = 1.25
_USUAL_PX = 0.7
_NEAR_SIDES = 0.3
_FOREIGN_LEVELS = "HHHM"
"""Three strangers in four are printed like the tags in play, the others at another level."""
_STRANGE_COVERS = (0.0, 0.1, 0.0, 0.2)
_STRANGE_STOOD_ON = (0.0, 0.0, 0.2, 0.0)
_STRANGE_SOFT_PX = (0.5, 0.7, 1.0, 1.3)


@dataclass(frozen=True, slots=True)
class Hard:
    """Tags in play at 1.25 px a module, through a lens of *blur_px*, each *covered* so far from
    one side, or *stood_on* by a figure in its middle."""

    blur_px: float
    covered: float
    laid: int
    read: int
    false: int
    stood_on: float = 0.0


@dataclass(frozen=True, slots=True)
class Impostors:
    """Tags of the same form and litter, none in play. ``believed`` must be 0."""

    laid: int
    believed: int


def in_play() -> list[TagSpec]:
    """The 100 tags that our reader knows."""
    return [TagSpec(f"U{number:03d}", SIZE_IN, "H") for number in range(IN_PLAY)]


def lay(
    px_per_module: float,
    tags: list[TagSpec],
    dice: np.random.Generator,
    covered: float = 0.0,
    conditions: Conditions | None = None,
    stood_on: float = 0.0,
) -> tuple[tuple[Placed, ...], Proof, Calibration]:
    """As many of the tags as fit on a 1080p picture, the picture, and its camera."""
    px_per_in = px_per_module * MODULES / SIZE_IN
    room = (0.92 * WIDTH / px_per_in, 0.88 * HEIGHT / px_per_in)
    fits = int(room[0] * room[1] / (2.4 * SIZE_IN) ** 2)
    calibration = overhead(WIDTH, HEIGHT, px_per_in, 5.0)
    size_in = (min(room[0], 70.0), min(room[1], 46.0))
    strewn = scatter(tags[:fits], dice, covered, size_in=size_in)
    placed = tuple(replace(one, stood_on=stood_on) for one in strewn)
    return placed, take_picture(calibration, placed, conditions or Conditions(), dice), calibration


def soft_and_covered(
    seed: int, pictures: int = 1, soft_px: Sequence[float] = SOFT_PX
) -> Iterator[Hard]:
    """Every softness, free and with a tenth covered; the softness is not told to the reader."""
    for covered in COVERED:
        for blur_px in soft_px:
            counts = np.zeros(3, dtype=int)
            for number in range(pictures):
                counts += _hard(blur_px, covered, np.random.default_rng(seed + number))
            laid, read, false = counts.tolist()
            yield Hard(blur_px, covered, laid, read, false)


def figures_on_tags(seed: int, pictures: int = 1, scale: float = _HARD_SCALE) -> Iterator[Hard]:
    """A figure stands in the middle of every tag, over a tenth, a fifth and a third of it."""
    for stood_on in STOOD_ON:
        counts = np.zeros(3, dtype=int)
        for number in range(pictures):
            counts += _hard(_USUAL_PX, 0.0, np.random.default_rng(seed + number), scale, stood_on)
        laid, read, false = counts.tolist()
        yield Hard(_USUAL_PX, 0.0, laid, read, false, stood_on)


def _hard(
    blur_px: float,
    covered: float,
    dice: np.random.Generator,
    scale: float = _HARD_SCALE,
    stood_on: float = 0.0,
) -> tuple[int, int, int]:
    specs = in_play()
    shown = [specs[i] for i in dice.permutation(IN_PLAY)[:TAGS]]
    conditions = Conditions(blur_px=blur_px)
    placed, proof, calibration = lay(scale, shown, dice, covered, conditions, stood_on)
    middles = (np.array(proof.corners_px) @ np.array([1, 1j])).mean(axis=1)
    read: set[int] = set()
    false = 0
    for look in believed(specs, calibration, proof):
        nearest = int(np.abs(middles - look.centre_px).argmin())
        near = abs(middles[nearest] - look.centre_px) < _NEAR_SIDES * look.side_px
        if near and look.spec == placed[nearest].spec:
            read.add(nearest)
        else:
            false += 1
    return len(placed), len(read), false


def strangers(seed: int, count: int, say: Callable[[str], None] = lambda _: None) -> Impostors:
    """How many of *count* tags that are not in play our reader believes, of 100 in play.

    At three scales, free, covered and stood on, sharp and soft, among litter, one picture after
    another.
    """
    laid = found = pictures = 0
    while laid < count:
        some = strangers_in(pictures, seed)
        laid, found, pictures = laid + some.laid, found + some.believed, pictures + 1
        if pictures % 25 == 0:
            say(f"  … {laid} strangers in {pictures} pictures, {found} believed")
    return Impostors(laid, found)


def strangers_in(picture: int, seed: int) -> Impostors:
    """Strangers laid in the picture of that number, and names believed in it."""
    dice = np.random.default_rng(seed + 1000 + picture)
    tags = [_stranger(dice) for _ in range(TAGS)]
    scale = SCALES[picture // 4 % len(SCALES)]
    soft_px = _STRANGE_SOFT_PX[picture // 12 % 4]
    covered = _STRANGE_COVERS[picture % 4]
    stood_on, conditions = _STRANGE_STOOD_ON[picture % 4], Conditions(blur_px=soft_px)
    placed, proof, calibration = lay(scale, tags, dice, covered, conditions, stood_on)
    return Impostors(len(placed), len(believed(in_play(), calibration, proof)))


def _stranger(dice: np.random.Generator) -> TagSpec:
    """A tag of another army, printed like ours or at another level."""
    letter, level = "ABCDEFGHVWXYZ"[dice.integers(13)], _FOREIGN_LEVELS[dice.integers(4)]
    return TagSpec(f"{letter}{dice.integers(1000):03d}", SIZE_IN, level)


def believed(specs: list[TagSpec], calibration: Calibration, proof: Proof) -> list[Look]:
    """What our reader believes in a picture, having looked twice; no decoder helps."""
    scene = SceneReader(specs, calibration, OpenReaders())
    return [look for look in scene.look(to_grey(proof.picture)) if is_believed(look)]
