"""Train the finder and the reader of dice: ``python -m vision.dice.training PHOTOS --out DIR``."""

from __future__ import annotations

import argparse
import multiprocessing
import pickle
import sys
from collections.abc import Callable
from pathlib import Path

import torch

from vision.dice.training.drawn_scenes import Scene, drawn_scene
from vision.dice.training.fitting import fit_finder, fit_reader, write_finder, write_reader
from vision.dice.training.photographs import photographs
from vision.dice.training.samples import Shares

WEIGHTS = {"overhead": 0.3, "other": 0.12, "range": 0.13, "drawn": 0.45}


def main() -> int:
    """Train, and write finder.onnx and reader.onnx into the folder asked for."""
    given = _options()
    torch.set_num_threads(given.threads)
    kept = training_scenes(photographs(given.photographs), given.fold, given.without)
    kept["drawn"] = drawn_scenes(given.drawn, given.keep_drawn)
    print({name: len(scenes) for name, scenes in kept.items()}, file=sys.stderr, flush=True)
    shares = Shares(kept, WEIGHTS)
    given.out.mkdir(parents=True, exist_ok=True)
    if "finder" in given.only:
        net = fit_finder(shares, given.finder_batches, given.seed, _told("finder"))
        write_finder(net, given.out / "finder.onnx")
    if "reader" in given.only:
        net = fit_reader(shares, given.reader_batches, given.seed, _told("reader"))
        write_reader(net, given.out / "reader.onnx")
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.dice.training")
    parser.add_argument("photographs", type=Path, help="folder with overhead/, other/, range/")
    parser.add_argument("--out", type=Path, required=True, help="folder for the weights")
    parser.add_argument("--fold", default="", help="K/N: leave every picture of fold K out")
    parser.add_argument("--without", default="", help="leave a whole source out")
    parser.add_argument("--only", default="finder,reader")
    parser.add_argument("--drawn", type=int, default=1500, help="drawn scenes")
    parser.add_argument("--keep-drawn", type=Path, help="file to keep drawn scenes in")
    parser.add_argument("--finder-batches", type=int, default=2500)
    parser.add_argument("--reader-batches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def training_scenes(scenes: list[Scene], fold: str, without: str) -> dict[str, list[Scene]]:
    """Scenes by source; those of the fold left out (``"0/4"``) or of a source are not there.

    Within a source, in order of name, picture k belongs to fold k modulo N.
    """
    out, count = (int(part) for part in fold.split("/")) if fold else (-1, 1)
    kept: dict[str, list[Scene]] = {}
    for source in sorted({scene.source for scene in scenes}):
        own = [scene for scene in scenes if scene.source == source]
        inside = [scene for k, scene in enumerate(own) if k % count != out]
        kept[source] = [] if source == without else inside
    return kept


def drawn_scenes(count: int, keep: Path | None) -> list[Scene]:
    """That many drawn scenes, from the file *keep* if they are there, else drawn and kept."""
    if keep is not None and keep.exists():
        kept: list[Scene] = pickle.loads(keep.read_bytes())
        return kept[:count]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        scenes = pool.map(drawn_scene, range(count), chunksize=20)
    if keep is not None:
        keep.write_bytes(pickle.dumps(scenes))
    return scenes


def _told(name: str) -> Callable[[str], None]:
    return lambda line: print(name, line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
