"""Many samples cut once and kept, so that every training run can draw from the same ones.

Each sample remembers the picture it was cut from: a run that must not see a picture leaves its
samples out.
"""

from __future__ import annotations

import multiprocessing
import pickle
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import CLASSES, NONE
from vision.dice.training.drawn_scenes import Scene, drawn_scene
from vision.dice.training.photographs import photographs
from vision.dice.training.samples import finder_sample, reader_sample
from vision.dice.training.solids import Picture, Random

CROPS = {"overhead": 13000, "other": 7000, "range": 6000, "drawn": 9000}
TILES = {"overhead": 1500, "other": 1200, "range": 1500, "drawn": 2500}
SHARES = {"overhead": 0.3, "other": 0.15, "range": 0.15, "drawn": 0.4}
"""How often a run draws from each source."""


@dataclass(frozen=True, eq=False)
class Bank:
    """Samples of one source. ``picture`` (n,): number of the picture each was cut from.

    ``crops`` (n, 32, 32, 3), ``kinds`` (n,), ``leans`` (n, 3) for the reader; ``tiles``
    (m, 128, 128, 3), ``targets`` (m, 5, 32, 32), ``tile_picture`` (m,) for the finder.
    """

    crops: NDArray[np.float16]
    kinds: NDArray[np.int64]
    leans: NDArray[np.float32]
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
            self.picture[kept],
            self.tiles[kept_tiles],
            self.targets[kept_tiles],
            self.tile_picture[kept_tiles],
        )


def banks(folder: Path, drawn: int, keep: Path) -> dict[str, Bank]:
    """The samples by source, from the file *keep* if it is there, else cut and kept."""
    if keep.exists():
        kept: dict[str, Bank] = pickle.loads(keep.read_bytes())
        return kept
    scenes: dict[str, list[Scene]] = {}
    for scene in photographs(folder):
        scenes.setdefault(scene.source, []).append(scene)
    context = multiprocessing.get_context("fork")
    with context.Pool(4) as pool:
        scenes["drawn"] = pool.map(drawn_scene, range(drawn), chunksize=20)
    _cutting.clear()
    _cutting.update(scenes)
    with context.Pool(4) as pool:
        names = sorted(SHARES)
        made = dict(zip(names, pool.map(_bank, names, chunksize=1), strict=True))
    keep.write_bytes(pickle.dumps(made))
    return made


_cutting: dict[str, list[Scene]] = {}
"""The scenes, where forked processes find them."""


def _bank(name: str) -> Bank:
    scenes = _cutting[name]
    rng = np.random.default_rng(sorted(SHARES).index(name))
    crops, kinds = list[NDArray[np.float16]](), list[int]()
    leans, picture = list[NDArray[np.float32]](), list[int]()
    while len(crops) < CROPS[name]:
        number = int(rng.integers(len(scenes)))
        made = reader_sample(scenes[number], rng)
        if made is not None:
            crops.append(made[0].astype(np.float16))
            kinds.append(made[1])
            leans.append(made[2])
            picture.append(number)
    tiles, targets = list[Picture](), list[NDArray[np.float16]]()
    tile_picture = list[int]()
    while len(tiles) < TILES[name]:
        number = int(rng.integers(len(scenes)))
        cut = finder_sample(scenes[number], rng)
        if cut is not None:
            tiles.append(cut[0])
            targets.append(cut[1].astype(np.float16))
            tile_picture.append(number)
    return Bank(
        np.stack(crops),
        np.array(kinds, np.int64),
        np.stack(leans),
        np.array(picture, np.int64),
        np.stack(tiles),
        np.stack(targets),
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
    ) -> tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.float32]]:
        """Crops (n, 3, 32, 32), classes (n,), leans (n, 3)."""
        crops, kinds, leans = [], [], []
        for source in _sources(self._banks, rng, count):
            kind = int(rng.choice([*range(CLASSES), NONE]))
            rows = self._rows[source, kind]
            if not len(rows):
                rows = np.arange(len(self._banks[source].kinds))
            row, bank = int(rows[rng.integers(len(rows))]), self._banks[source]
            lean = bank.leans[row].copy()
            crop = bank.crops[row]
            if rng.random() < 0.5:
                crop, lean[0] = crop[:, ::-1], -lean[0]
            crops.append(_varied(crop, rng))
            kinds.append(bank.kinds[row])
            leans.append(lean)
        return np.stack(crops).transpose(0, 3, 1, 2), np.array(kinds), np.stack(leans)


class FinderBatches:
    """Batches for the finder, sources by their shares."""

    def __init__(self, kept: dict[str, Bank]) -> None:
        self._banks = {name: bank for name, bank in kept.items() if len(bank.tiles)}

    def __call__(self, rng: Random, count: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Tiles (n, 3, 128, 128) and targets (n, 5, 32, 32)."""
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


def _varied(crop: NDArray[np.float16], rng: Random) -> NDArray[np.float32]:
    """With other contrast and noise, moved by a pixel, so that no two draws are the same."""
    out = crop.astype(np.float32) * np.float32(rng.uniform(0.85, 1.15))
    if rng.random() < 0.5:
        out = np.roll(out, tuple(rng.integers(-1, 2, 2)), axis=(0, 1))
    return out + rng.standard_normal(out.shape, dtype=np.float32) * np.float32(0.05)


def _relit(picture: Picture, rng: Random) -> NDArray[np.float32]:
    """In other light and colours, so that no two draws of a sample are the same."""
    gain = rng.uniform(0.75, 1.2) * np.exp(rng.normal(0, 0.06, 3))
    lit = picture.astype(np.float32) * gain.astype(np.float32) + np.float32(rng.normal(0, 8))
    if rng.random() < 0.3:
        lit = lit[..., rng.permutation(3)]
    return np.asarray(np.clip(lit, 0, 255), dtype=np.float32)
