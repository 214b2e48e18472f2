"""A set of codes made to be told apart when they can hardly be seen.

Two tags are as alike as the correlation of their identifying parts: both are blurred as a
camera blurs modules one pixel wide (sigma 0.9 of a module), what all tags share is taken out,
and one is turned by each quarter turn against the other. The set is built greedily: of many
candidates for a tag, payload endings or masks, the one is taken that is least like those
already taken.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tags.codes import Matrix, module_matrix
from vision.tags.decode.open_readers import OpenReaders
from vision.tags.tag import TagSpec

Array = NDArray[np.float64]

_LETTERS = "0123456789ABCDEFGHIJKLMNPQRSTUVWXYZ"
_BLUR_MODULES = 0.9
_CANDIDATES = 24
_MASKS = {"qr": 8, "microqr": 4}
_PX_PER_MODULE = 8


@dataclass(frozen=True, slots=True)
class Likeness:
    """How close the two closest tags of a set are.

    ``modules``: least count of modules in which two tags differ, in any quarter turn.
    ``correlation``: greatest correlation of two blurred tags, in any quarter turn.
    """

    modules: int
    correlation: float


def choose_codes(
    names: Sequence[str] | int,
    *,
    size_in: float = 1.0,
    ecl: str = "H",
    symbol: str = "qr",
    ending: int = 4,
    candidates: int = _CANDIDATES,
) -> tuple[TagSpec, ...]:
    """A tag for each name, as unlike one another as can be; always the same for the same names.

    *names*: what the payloads begin with, or how many are wanted. *ending*: characters added
    to each name, under the mask that the standard chooses; 0 leaves the payloads as they are
    and chooses only masks.

    Raises:
        CodeError: a name with its ending does not fit the symbol.
    """
    wanted = [f"{i:02d}" for i in range(names)] if isinstance(names, int) else list(names)
    dice = random.Random(f"{symbol}{ecl}{ending}" + "|".join(wanted))
    chosen: list[TagSpec] = []
    taken = np.zeros((0, 1))
    for name in wanted:
        options = _options(name, size_in, ecl, symbol, ending, candidates, dice)
        parts = np.stack([_part(module_matrix(option)) for option in options])
        best = 0
        if chosen:
            best = int((parts @ taken.T).max(axis=1).argmin())
        chosen.append(options[best])
        turned = _turned_parts(module_matrix(options[best]))
        taken = turned if len(chosen) == 1 else np.concatenate([taken, turned])
    return tuple(chosen)


def _options(
    name: str,
    size_in: float,
    ecl: str,
    symbol: str,
    ending: int,
    candidates: int,
    dice: random.Random,
) -> list[TagSpec]:
    if not ending:
        masks = range(_MASKS[symbol]) if symbol in _MASKS else (None,)
        return [TagSpec(name, size_in, ecl, mask, symbol) for mask in masks]
    tails = ["".join(dice.choices(_LETTERS, k=ending)) for _ in range(candidates)]
    return [TagSpec(name + tail, size_in, ecl, None, symbol) for tail in tails]


def likeness_of(specs: Sequence[TagSpec]) -> Likeness:
    """The closest two of a set of tags of one symbol.

    Raises:
        ValueError: fewer than two tags.
    """
    if len(specs) < 2:
        raise ValueError("likeness needs two tags")
    matrices = [module_matrix(spec) for spec in specs]
    parts = np.stack([_part(matrix) for matrix in matrices])
    flat = np.stack([matrix.ravel() for matrix in matrices]).astype(np.int32)
    most, least = -1.0, flat.shape[1]
    for turn in range(4):
        turned = np.stack([_part(np.rot90(matrix, turn)) for matrix in matrices])
        modules = np.stack([np.rot90(m, turn).ravel() for m in matrices]).astype(np.int32)
        alike, apart = parts @ turned.T, _differing(flat, modules)
        # A tag is met by itself only when it is not turned.
        others = ~np.eye(len(specs), dtype=bool)
        most = max(most, float(alike[others].max()))
        least = min(least, int(apart[others].min()))
    return Likeness(least, most)


def _differing(one: NDArray[np.int32], other: NDArray[np.int32]) -> NDArray[np.int32]:
    """(n, n) count of modules in which rows differ."""
    return np.asarray(one @ (1 - other).T + (1 - one) @ other.T, dtype=np.int32)


def _turned_parts(matrix: Matrix) -> Array:
    return np.stack([_part(np.rot90(matrix, turn)) for turn in range(4)])


def _part(matrix: Matrix) -> Array:
    """(n²,) the blurred modules without their mean, of length one."""
    light = np.where(matrix, -1.0, 1.0)
    soft = cv2.GaussianBlur(light, (0, 0), _BLUR_MODULES, borderType=cv2.BORDER_CONSTANT)
    part = _identifying(np.asarray(soft, dtype=np.float64))
    return np.asarray(part / np.linalg.norm(part), dtype=np.float64)


def _identifying(soft: Array) -> Array:
    """Finder patterns and what touches them set to zero, then the mean taken out."""
    kept = np.ones(soft.shape, dtype=bool)
    kept[:9, :9] = False
    if len(soft) >= 21:
        kept[:9, -8:] = False
        kept[-8:, :9] = False
    part = np.where(kept, soft - soft[kept].mean(), 0.0)
    return part.ravel()


@dataclass(frozen=True, slots=True)
class Verified:
    """Which decoders read a tag as printed; None where a decoder is not there."""

    zxing: bool
    pyzbar: bool | None
    opencv: bool

    @property
    def is_fit_to_print(self) -> bool:
        """Every decoder that is there reads it."""
        return self.zxing and self.opencv and self.pyzbar is not False


def verify(spec: TagSpec, readers: OpenReaders) -> Verified:
    """Read a clean picture of the tag with every decoder there is.

    Micro QR is read by zxing-cpp only; ArUco by OpenCV only, so the others count as read.
    """
    picture = clean_picture(spec)
    if spec.symbol == "aruco":
        return Verified(True, None, _reads_marker(picture, spec))
    by_zxing = any(one.text == spec.payload for one in readers.zxing.read(picture, (1,)))
    if spec.symbol == "microqr":
        return Verified(by_zxing, None, True)
    said = [one.text for one in readers.pyzbar.read(picture, 1)]
    by_pyzbar = spec.payload in said if readers.pyzbar.is_on else None
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(picture)
    return Verified(by_zxing, by_pyzbar, text == spec.payload)


def clean_picture(spec: TagSpec, px_per_module: int = _PX_PER_MODULE) -> NDArray[np.uint8]:
    """The tag with four modules of quiet zone, black on white, 8 bit grey."""
    cells = np.pad(module_matrix(spec), 4)
    large = np.kron(cells, np.ones((px_per_module, px_per_module), dtype=bool))
    return np.where(large, 0, 255).astype(np.uint8)


def _reads_marker(picture: NDArray[np.uint8], spec: TagSpec) -> bool:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    _, numbers, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    digits = "" if numbers is None else "".join(f"{int(n):d}" for n in np.ravel(numbers)[:1])
    return digits != "" and spec.payload.endswith(digits)
