"""Train the finder and the reader of dice: ``python -m vision.dice.training PHOTOS --out DIR``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from vision.dice.training.bank import SHARES, Bank, Sources, banks
from vision.dice.training.fitting import (
    Run,
    fit_finder,
    fit_reader,
    mean_reader,
    write_finder,
    write_reader,
)


def main() -> int:
    """Train, and write finder.onnx and reader.onnx into the folder asked for."""
    given = _options()
    torch.set_num_threads(given.threads)
    given.out.mkdir(parents=True, exist_ok=True)
    sources = [name for name in SHARES if name not in given.without.split(",")]
    cut = Sources(given.photographs, given.drawn, given.places)
    kept = allowed(banks(sources, cut, given.bank or given.out / "bank"), given.fold)
    print({name: len(bank.crops) for name, bank in kept.items()}, file=sys.stderr, flush=True)
    if given.mean:
        files = [Path(part) / "reader.pt" for part in given.mean.split(",")]
        _kept(mean_reader(kept, files, given.seed), "reader", write_reader, given.out)
        return 0
    for name, steps, fit, write in (
        ("finder", given.finder_steps, fit_finder, write_finder),
        ("reader", given.reader_steps, fit_reader, write_reader),
    ):
        if steps:
            start = given.start / f"{name}.pt" if given.start else None
            beside = given.beside / f"{name}.pt" if given.beside else None
            run = Run(steps, given.seed, _told(name), start, given.out / f"{name}.pt", beside)
            _train(name, fit, write, kept, run, given.out)
    return 0


def _train(
    name: str,
    fit: Callable[[dict[str, Bank], Run], Any],
    write: Callable[[Any, Path], None],
    kept: dict[str, Bank],
    run: Run,
    out: Path,
) -> None:
    _kept(fit(kept, run), name, write, out)


def _kept(net: Any, name: str, write: Callable[[Any, Path], None], out: Path) -> None:
    torch.save(net.state_dict(), out / f"{name}.pt")
    write(net, out / f"{name}.onnx")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.dice.training")
    parser.add_argument("photographs", type=Path, help="folder with overhead/, other/, range/")
    parser.add_argument("--out", type=Path, required=True, help="folder for the weights")
    parser.add_argument("--bank", type=Path, help="folder that keeps the samples for other runs")
    parser.add_argument(
        "--places", type=Path, help="reader.onnx, trained with drawn scenes, that places dice"
    )
    parser.add_argument("--drawn", type=int, default=1000, help="drawn scenes")
    parser.add_argument("--fold", default="", help="K/N: leave every picture of fold K out")
    parser.add_argument("--without", default="", help="sources left out, by commas")
    parser.add_argument("--start", type=Path, help="go on from the weights in this folder")
    parser.add_argument(
        "--beside", type=Path, help="--out of a run from the same weights that is made meanwhile"
    )
    parser.add_argument(
        "--mean", default="", help="no training: the mean of these folders' readers"
    )
    parser.add_argument("--finder-steps", type=int, default=4000, help="0: leave it alone")
    parser.add_argument("--reader-steps", type=int, default=20000, help="0: leave it alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def allowed(every: dict[str, Bank], fold: str) -> dict[str, Bank]:
    """The samples a run may see: no picture of the fold left out.

    Within a source, in order of name, picture k belongs to fold k modulo N.
    """
    if not fold:
        return every
    out, count = (int(part) for part in fold.split("/"))
    return {
        name: bank if name == "drawn" else bank.without(out, count) for name, bank in every.items()
    }


def _told(name: str) -> Callable[[str], None]:
    return lambda line: print(name, line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
