"""Many samples cut once and kept, so that every training run can draw from the same ones.

Each sample remembers the picture it was cut from: a run that must not see a picture leaves its
samples out.
"""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import CLASSES, NONE, Network, View
from vision.dice.training.drawn_scenes import Scene, drawn_scene
from vision.dice.training.photographs import photographs
from vision.dice.training.places import with_upper_faces
from vision.dice.training.samples import Sample, finder_sample, reader_sample
from vision.dice.training.solids import Picture, Random

CROPS = {"overhead": 18000, "other": 12000, "range": 8000, "drawn": 24000}
TILES = {"overhead": 3000, "other": 2400, "range": 1600, "drawn": 4000}
WORKERS, PARTS = 2, 8
"""Samples of a source are cut in so many parts, each with a seed of its own."""

SHARES = {"overhead": 0.32, "other": 0.26, "range": 0.12, "drawn": 0.3}
"""How often a run draws from each source."""

STEPS = 25.0
"""Crops are kept as whole numbers, so many to one."""


@dataclass(frozen=True, eq=False)
class Bank:
    """Samples of one source. ``picture`` (n,): number of the picture each was cut from.

    ``crops`` (n, 80, 80, 3) times STEPS, ``kinds`` (n,), ``leans`` (n, 3), ``shifts`` (n, 5) for
    the reader; ``tiles`` (m, 128, 128, 3), ``targets`` (m, 6, 32, 32), ``tile_picture`` (m,) for
    the finder.
    """

    crops: NDArray[np.int8]
    kinds: NDArray[np.int64]
    leans: NDArray[np.float32]
    shifts: NDArray[np.float32]
    picture: NDArray[np.int64]
    tiles: NDArray[np.uint8]
    targets: NDArray[np.float16]
    tile_picture: NDArray[np.int64]

    def without(self, fold: int, folds: int) -> Bank:
        """Only samples of pictures that are not of that fold (number modulo folds)."""
        kept, kept_tiles = self.picture % folds != fold, self.tile_picture % folds != fold
        return Bank(
            self.crops[kept],
            self.kinds[kept],
            self.leans[kept],
            self.shifts[kept],
            self.picture[kept],
            self.tiles[kept_tiles],
            self.targets[kept_tiles],
            self.tile_picture[kept_tiles],
        )


@dataclass(frozen=True, slots=True)
class Sources:
    """Where scenes are had: the folder of the photographs, how many are drawn, and the file of the
    reader, trained with drawn scenes, that says where upper faces lie in ``overhead``."""

    folder: Path
    drawn: int
    places: Path | None


def banks(names: Sequence[str], sources: Sources, keep: Path) -> dict[str, Bank]:
    """The samples by source, each from its file in the folder *keep* if it is there, else cut."""
    keep.mkdir(parents=True, exist_ok=True)
    files = {name: keep / f"{name}.pickle" for name in sorted(names)}
    for name, file in files.items():
        if not file.exists():
            file.write_bytes(pickle.dumps(_bank(name, _scenes(name, sources)), protocol=5))
    return {name: pickle.loads(file.read_bytes()) for name, file in files.items()}


def _scenes(name: str, sources: Sources) -> list[Scene]:
    if name == "drawn":
        with multiprocessing.get_context("fork").Pool(WORKERS) as pool:
            return pool.map(drawn_scene, range(sources.drawn), chunksize=20)
    scenes = photographs(sources.folder, name)
    if name == "overhead" and sources.places is not None:
        network = Network(sources.places)
        scenes = [with_upper_faces(network, scene) for scene in scenes]
    return scenes


def _bank(name: str, scenes: list[Scene]) -> Bank:
    _cutting[name] = scenes
    with multiprocessing.get_context("fork").Pool(WORKERS) as pool:
        parts = pool.map(_part, [(name, k) for k in range(PARTS)], chunksize=1)
    return Bank(*(np.concatenate(each) for each in zip(*parts, strict=True)))


_cutting: dict[str, list[Scene]] = {}
"""The scenes, where forked processes find them."""


def _part(which: tuple[str, int]) -> tuple[NDArray[Any], ...]:
    name, part = which
    scenes = _cutting[name]
    cv2.setNumThreads(1)
    rng = np.random.default_rng((sorted(SHARES).index(name), part))
    samples, picture = list[Sample](), list[int]()
    while len(samples) < CROPS[name] // PARTS:
        number = int(rng.integers(len(scenes)))
        made = reader_sample(scenes[number], rng)
        if made is not None:
            samples.append(made)
            picture.append(number)
    tiles, tile_picture = list[tuple[Picture, NDArray[np.float32]]](), list[int]()
    while len(tiles) < TILES[name] // PARTS:
        number = int(rng.integers(len(scenes)))
        cut = finder_sample(scenes[number], rng)
        if cut is not None:
            tiles.append(cut)
            tile_picture.append(number)
    return (
        np.stack([np.rint(each.crop * STEPS).astype(np.int8) for each in samples]),
        np.array([each.kind for each in samples], np.int64),
        np.stack([each.lean for each in samples]),
        np.stack([each.shift for each in samples]),
        np.array(picture, np.int64),
        np.stack([tile for tile, _ in tiles]),
        np.stack([target for _, target in tiles]).astype(np.float16),
        np.array(tile_picture, np.int64),
    )


class ReaderBatches:
    """Batches for the reader: every class as often as any other, sources by their shares."""

    def __init__(self, kept: dict[str, Bank]) -> None:
        self._banks = {name: bank for name, bank in kept.items() if len(bank.crops)}
        self._rows = {
            (name, kind): np.flatnonzero(bank.kinds == kind)
            for name, bank in self._banks.items()
            for kind in range(CLASSES)
        }

    def __call__(
        self, rng: Random, count: int
    ) -> tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.float32], NDArray[np.float32]]:
        """Crops (n, 3, 80, 80), classes (n,), leans (n, 3), shifts (n, 5)."""
        crops, kinds, leans, shifts = [], [], [], []
        for source in _sources(self._banks, rng, count):
            kind = int(rng.choice([*range(CLASSES), NONE]))
            rows = self._rows[source, kind]
            if not len(rows):
                rows = np.arange(len(self._banks[source].kinds))
            row, bank = int(rows[rng.integers(len(rows))]), self._banks[source]
            view = View(int(rng.integers(4)), bool(rng.integers(2)))
            crops.append(_varied(view.of(bank.crops[row]), rng))
            kinds.append(bank.kinds[row])
            leans.append([*view.seen(*bank.leans[row, :2]), bank.leans[row, 2]])
            shifts.append([*view.seen(*bank.shifts[row, :2]), *bank.shifts[row, 2:]])
        return (
            np.stack(crops).transpose(0, 3, 1, 2),
            np.array(kinds),
            np.array(leans, np.float32),
            np.array(shifts, np.float32),
        )


class FinderBatches:
    """Batches for the finder, sources by their shares."""

    def __init__(self, kept: dict[str, Bank]) -> None:
        self._banks = {name: bank for name, bank in kept.items() if len(bank.tiles)}

    def __call__(self, rng: Random, count: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Tiles (n, 3, 128, 128) and targets (n, 6, 32, 32)."""
        tiles, targets = [], []
        for source in _sources(self._banks, rng, count):
            bank = self._banks[source]
            row = int(rng.integers(len(bank.tiles)))
            tile, target = bank.tiles[row], bank.targets[row].astype(np.float32)
            if rng.random() < 0.5:
                tile, target = tile[:, ::-1], target[:, :, ::-1].copy()
                target[1] *= -1
            tiles.append(_relit(tile, rng))
            targets.append(target)
        return np.stack(tiles).transpose(0, 3, 1, 2), np.stack(targets)


def _sources(kept: dict[str, Bank], rng: Random, count: int) -> list[str]:
    names = sorted(kept)
    shares = np.array([SHARES[name] for name in names])
    return [str(name) for name in rng.choice(names, count, p=shares / shares.sum())]


_GRAIN = np.random.default_rng(6).standard_normal(1 << 20, dtype=np.float32) * np.float32(0.06)
"""Noise to take a part from: drawing it anew for each sample takes as long as the network."""


def _varied(crop: NDArray[np.int8], rng: Random) -> NDArray[np.float32]:
    """With other contrast and noise, so that no two draws are the same."""
    out = crop.astype(np.float32) * np.float32(rng.uniform(0.85, 1.15) / STEPS)
    if rng.random() < 0.05:
        out[..., int(rng.integers(3))] *= -1
    first = int(rng.integers(len(_GRAIN) - out.size))
    out += _GRAIN[first : first + out.size].reshape(out.shape)
    return out


def _relit(picture: Picture, rng: Random) -> NDArray[np.float32]:
    """In other light and colours, so that no two draws of a sample are the same."""
    gain = rng.uniform(0.75, 1.2) * np.exp(rng.normal(0, 0.06, 3))
    lit = picture.astype(np.float32) * gain.astype(np.float32) + np.float32(rng.normal(0, 8))
    if rng.random() < 0.3:
        lit = lit[..., rng.permutation(3)]
    return np.asarray(np.clip(lit, 0, 255), dtype=np.float32)
