"""``python3 run.py bench``: our reader beside its peers, on the same pictures in the same run.

The pictures are drawn anew each time, with known truth: see ``vision.tags.known.proving``.
Times are of this computer, now; everything else repeats with the same ``--seed``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from vision.bench.hard import (
    IN_PLAY,
    TAGS,
    Hard,
    Impostors,
    figures_on_tags,
    in_play,
    lay,
    soft_and_covered,
    strangers,
)
from vision.bench.markers import compare_markers
from vision.bench.readers import PEERS, Peer, close_peers
from vision.bench.timing import time_tables
from vision.tags.decode.decoded import to_grey
from vision.tags.known.proving import Placed, Proof

SCALES = (0.8, 1.0, 1.25, 1.6, 2.0, 2.5, 3.0)
QUICK_SCALES = (1.0, 2.0)
_NEAR_SIDES = 0.3
_PICTURES = 3
_STRANGERS = 400


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


def bench_command(argv: Sequence[str]) -> int:
    """The command line of ``bench``; 0 when it ran, 2 for a wrong option."""
    parser = argparse.ArgumentParser(prog="run.py bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="two scales and 1080p only")
    parser.add_argument("--seed", type=int, default=1, help="another set of pictures")
    parser.add_argument(
        "--strangers", type=int, help="only lay so many tags that are not in play (10,000: 10 min)"
    )
    try:
        chosen = parser.parse_args(list(argv))
    except SystemExit as stop:
        return int(stop.code or 0)
    say = _to_stderr if chosen.json else print
    if chosen.strangers is not None:
        impostors = strangers_of(chosen.strangers, chosen.seed, say)
        found: dict[str, object] = {"impostors": asdict(impostors)}
    else:
        found = run(quick=chosen.quick, seed=chosen.seed, say=say)
    if chosen.json:
        print(json.dumps(found, indent=1))
    return 0


def run(*, quick: bool, seed: int, say: Callable[[str], None]) -> dict[str, object]:
    """All parts, as plain JSON; *say* gets each line of the table as it is known."""
    say(_HEAD)
    rows: list[Row] = []
    try:
        for scale in QUICK_SCALES if quick else SCALES:
            for row in recognition(scale, seed):
                say(_line(row))
                rows.append(row)
        hard = [] if quick else _hard(seed, say)
        say("")
        impostors = strangers_of(TAGS if quick else _STRANGERS, seed, say)
        markers = compare_markers(quick=quick, seed=seed, say=say)
        say("")
        timings = time_tables(quick=quick, seed=seed, say=say)
    finally:
        close_peers()
    return {
        "recognition": [asdict(row) for row in rows],
        "soft_and_covered": [asdict(one) for one in hard],
        "impostors": asdict(impostors),
        "markers": [asdict(one) for one in markers],
        "timing": [asdict(one) for one in timings],
    }


def _hard(seed: int, say: Callable[[str], None]) -> list[Hard]:
    say("\nours at 1.25 px a module, the softness of the lens not told:")
    found = []
    for one in soft_and_covered(seed, _PICTURES):
        say(
            f"  blur {one.blur_px:.1f} px, {one.covered:.0%} covered: "
            f"{one.read} of {one.laid} read, {one.false} false"
        )
        found.append(one)
    for one in figures_on_tags(seed, _PICTURES):
        say(
            f"  a figure on the middle, over {one.stood_on:.0%}: "
            f"{one.read} of {one.laid} read, {one.false} false"
        )
        found.append(one)
    return found


def strangers_of(count: int, seed: int, say: Callable[[str], None]) -> Impostors:
    """Lay strangers and say how many were believed."""
    found = strangers(seed, count, say)
    say(f"strangers: {found.believed} of {found.laid} tags not in play were believed")
    return found


def recognition(px_per_module: float, seed: int) -> list[Row]:
    """Every reader on one 1080p picture of at most 40 tags, 100 in play."""
    dice = np.random.default_rng(seed)
    specs = in_play()
    shown = [specs[i] for i in dice.permutation(IN_PLAY)[:TAGS]]
    placed, proof, calibration = lay(px_per_module, shown, dice)
    peers = [make(specs, calibration) for make in PEERS]
    return [_row(peer, px_per_module, placed, proof) for peer in peers]


def _row(peer: Peer, px_per_module: float, placed: Sequence[Placed], proof: Proof) -> Row:
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
