"""``python3 run.py bench``: our reader beside its peers, on the same pictures in the same run.

The pictures are drawn anew each time, with known truth: see ``vision.tags.proving``. Times are
of this computer, now; everything else repeats with the same ``--seed``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from vision.bench_readers import PEERS, Peer, close_peers
from vision.bench_timing import Timing, time_tables
from vision.tags.decoded import to_grey
from vision.tags.proving import Conditions, Placed, Proof, overhead, scatter, take_picture
from vision.tags.tag import TagSpec

SCALES = (0.8, 1.0, 1.25, 1.6, 2.0, 2.5, 3.0)
QUICK_SCALES = (1.0, 2.0)
_SIZE_IN = 25 / 25.4
_WIDTH, _HEIGHT = 1920, 1080
_TAGS = 40
_IN_PLAY = 100
_NEAR_SIDES = 0.3
_MODULES = 21


@dataclass(frozen=True, slots=True)
class Row:
    """One reader at one scale.

    ``laid``, ``read``: tags on the table, and read right. ``false``: names that are not of
    the tag lying there. ``corner_px``: RMS error of a corner coordinate of those read right,
    None if none was. ``wall_ms``, ``cpu_ms``: for the whole picture.
    """

    reader: str
    px_per_module: float
    laid: int
    read: int
    false: int
    corner_px: float | None
    wall_ms: float
    cpu_ms: float


@dataclass(frozen=True, slots=True)
class Impostors:
    """Tags of the same form and litter, none in play. ``believed`` must be 0."""

    px_per_module: float
    laid: int
    believed: int


def bench_command(argv: Sequence[str]) -> int:
    """The command line of ``bench``; 0 when it ran, 2 for a wrong option."""
    parser = argparse.ArgumentParser(prog="run.py bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="two scales and 1080p only")
    parser.add_argument("--seed", type=int, default=1, help="another set of pictures")
    try:
        chosen = parser.parse_args(list(argv))
    except SystemExit as stop:
        return int(stop.code or 0)
    say = _to_stderr if chosen.json else print
    rows, impostors, timings = run(quick=chosen.quick, seed=chosen.seed, say=say)
    if chosen.json:
        found = {
            "recognition": [asdict(row) for row in rows],
            "impostors": [asdict(one) for one in impostors],
            "timing": [asdict(one) for one in timings],
        }
        print(json.dumps(found, indent=1))
    return 0


def run(
    *, quick: bool, seed: int, say: Callable[[str], None]
) -> tuple[list[Row], list[Impostors], list[Timing]]:
    """All three parts; *say* gets each line of the table as it is known."""
    say(_HEAD)
    rows: list[Row] = []
    try:
        for scale in QUICK_SCALES if quick else SCALES:
            for row in recognition(scale, seed):
                say(_line(row))
                rows.append(row)
        say("")
        impostors = [strangers(scale, seed) for scale in ((1.25,) if quick else (1.0, 1.25, 1.6))]
        for one in impostors:
            say(
                f"impostors at {one.px_per_module:.2f} px/module: {one.believed} of {one.laid} "
                "tags not in play were believed"
            )
        say("")
        timings = time_tables(quick=quick, seed=seed, say=say)
    finally:
        close_peers()
    return rows, impostors, timings


def recognition(px_per_module: float, seed: int) -> list[Row]:
    """Every reader on one 1080p picture of at most 40 tags, 100 in play."""
    dice = np.random.default_rng(seed)
    specs = [TagSpec(f"U{number:03d}", _SIZE_IN, "H") for number in range(_IN_PLAY)]
    shown = [specs[i] for i in dice.permutation(_IN_PLAY)[:_TAGS]]
    placed, proof, peers = _scene(px_per_module, specs, shown, dice)
    return [_row(peer, px_per_module, placed, proof) for peer in peers]


def strangers(px_per_module: float, seed: int) -> Impostors:
    """How many tags of the same form, none of them in play, our reader believes."""
    dice = np.random.default_rng(seed + 1000)
    specs = [TagSpec(f"U{number:03d}", _SIZE_IN, "H") for number in range(_IN_PLAY)]
    foreign = [TagSpec(f"V{number:03d}", _SIZE_IN, "H") for number in range(_TAGS)]
    placed, proof, peers = _scene(px_per_module, specs, foreign, dice)
    said = peers[0].read(to_grey(proof.picture))
    return Impostors(px_per_module, len(placed), len(said.tags))


def _scene(
    px_per_module: float,
    specs: Sequence[TagSpec],
    shown: Sequence[TagSpec],
    dice: np.random.Generator,
) -> tuple[tuple[Placed, ...], Proof, list[Peer]]:
    px_per_in = px_per_module * _MODULES / _SIZE_IN
    room = (0.92 * _WIDTH / px_per_in, 0.88 * _HEIGHT / px_per_in)
    fits = int(room[0] * room[1] / (2.4 * _SIZE_IN) ** 2)
    calibration = overhead(_WIDTH, _HEIGHT, px_per_in, 5.0)
    placed = scatter(shown[:fits], dice, size_in=(min(room[0], 70.0), min(room[1], 46.0)))
    proof = take_picture(calibration, placed, Conditions(), dice)
    return placed, proof, [make(specs, calibration) for make in PEERS]


def _row(
    peer: Peer, px_per_module: float, placed: Sequence[Placed], proof: Proof
) -> Row:
    said = peer.read(to_grey(proof.picture))
    truth = np.array(proof.corners_px) @ np.array([1, 1j])
    read, false, errors = set(), 0, []
    for text, corners in said.tags:
        found = np.array(corners) @ np.array([1, 1j])
        off = np.abs(truth.mean(axis=1) - found.mean())
        nearest = int(off.argmin())
        side = float(np.abs(np.diff(truth[nearest])).mean())
        if off[nearest] > _NEAR_SIDES * side or placed[nearest].spec.payload != text:
            false += 1
        elif nearest not in read:
            read.add(nearest)
            errors.append(found - truth[nearest])
    corner = float(np.sqrt((np.abs(np.array(errors)) ** 2).mean() / 2)) if errors else None
    counts = (len(placed), len(read), false)
    return Row(peer.name, px_per_module, *counts, corner, said.wall_ms, said.cpu_ms)


_HEAD = (
    f"{'px/module':>9}  {'reader':<22}{'read':>9}{'false':>7}{'corner px':>11}"
    f"{'wall ms':>9}{'cpu ms':>8}"
)


def _line(row: Row) -> str:
    corner = "-" if row.corner_px is None else f"{row.corner_px:.3f}"
    read = f"{row.read}/{row.laid}"
    return (
        f"{row.px_per_module:>9.2f}  {row.reader:<22}{read:>9}{row.false:>7}{corner:>11}"
        f"{row.wall_ms:>9.0f}{row.cpu_ms:>8.0f}"
    )


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr)
