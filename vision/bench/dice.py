"""Dice beside their peer: our reader and blob counting, on the same pictures in the same run.

The peer is what recipes on the web do: ``cv2.SimpleBlobDetector`` finds round pips, pips that lie
together are a die, their number is its face. It is told how large the dice are.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.camera import CameraError
from vision.cameras.picture import load_picture
from vision.dice.networks import Picture
from vision.dice.reader import FINDER, READER, DiceReader
from vision.table.throw import Die

BOX_TO_WIDTH = 0.85
"""Width of a die as a share of the longer side of the box round it, in the mean of all turns."""

Reading = Callable[[Picture, float], Sequence[Die]]


@dataclass(frozen=True, slots=True)
class Label:
    """What a picture holds: face, middle and longer side of the box, pixels."""

    face: int
    x_px: float
    y_px: float
    box_px: float


@dataclass(slots=True)
class Score:
    """Counts over pictures. ``confused`` counts (shown, read) of dice that were sure."""

    dice: int = 0
    right: int = 0
    wrong: int = 0
    open: int = 0
    missed: int = 0
    ghosts: int = 0
    pictures: int = 0
    all_right: int = 0
    seconds: list[float] = field(default_factory=list)
    confused: dict[str, int] = field(default_factory=dict)

    def line(self, name: str) -> str:
        """For a person."""
        middle_ms = 1000 * statistics.median(self.seconds) if self.seconds else 0.0
        return (
            f"{name:10s} dice {self.dice}  right {self.right}  wrong {self.wrong}  "
            f"asked {self.open}  missed {self.missed}  ghosts {self.ghosts}  "
            f"pictures {self.all_right}/{self.pictures}  {middle_ms:.0f} ms a picture"
        )


def bench_dice_command(argv: Sequence[str]) -> int:
    """``run.py bench dice FOLDER``: 0 when done, 2 for wrong input."""
    parser = argparse.ArgumentParser(prog="run.py bench dice", description=__doc__)
    parser.add_argument("folder", type=Path, help="pictures (.jpg) with YOLO labels (.txt)")
    parser.add_argument("--width", type=float, default=80.0, help="median die in pixels")
    parser.add_argument("--finder", type=Path, default=FINDER, help="other weights")
    parser.add_argument("--reader", type=Path, default=READER, help="other weights")
    parser.add_argument("--fold", default="0/1", help="K/N: only each N-th picture from the K-th")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(argv)
    cv2.setNumThreads(1)
    ours, peer = DiceReader(given.finder, given.reader), Score()
    score = Score()
    first, step = (int(part) for part in given.fold.split("/"))
    try:
        for path in sorted(given.folder.glob("*.jpg"))[first::step]:
            picture, labels, width = _labelled(path, given.width)
            if labels:
                _judge(score, lambda seen, _: ours.read(seen), picture, labels, width)
                _judge(peer, blobs, picture, labels, width)
    except CameraError as why:
        print(why, file=sys.stderr)
        return 2
    if given.json:
        print(json.dumps({"ours": _as_json(score), "blobs": _as_json(peer)}, indent=1))
        return 0
    print(score.line("ours"), peer.line("blobs"), sep="\n")
    for pair, count in sorted(score.confused.items()):
        print(f"  {pair}: {count}")
    return 0


def _as_json(score: Score) -> dict[str, object]:
    return {name: getattr(score, name) for name in Score.__slots__}


def _labelled(path: Path, width: float) -> tuple[Picture, list[Label], float]:
    """The picture made so small that its median die is *width* wide, as a camera would send it."""
    whole = load_picture(path)
    high, wide = whole.shape[:2]
    rows = [line.split() for line in path.with_suffix(".txt").read_text().splitlines()]
    boxes = [tuple(map(float, row)) for row in rows if len(row) == 5]
    if not boxes:
        return whole, [], width
    sides = [max(w * wide, h * high) for _, _, _, w, h in boxes]
    scale = min(1.0, width / statistics.median(side * BOX_TO_WIDTH for side in sides))
    small = cv2.resize(whole, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
    picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
    labels = [
        Label(int(face) + 1, x * wide * scale, y * high * scale, max(w * wide, h * high) * scale)
        for face, x, y, w, h in boxes
    ]
    return picture, labels, statistics.median(label.box_px for label in labels) * BOX_TO_WIDTH


def _judge(
    score: Score, read: Reading, picture: Picture, labels: Sequence[Label], width: float
) -> None:
    """One picture: each label takes the nearest reading within half its box."""
    began = time.perf_counter()
    left = list(read(picture, width))
    score.seconds.append(time.perf_counter() - began)
    right = 0
    for label in labels:
        score.dice += 1
        near = [die for die in left if _off(die, label) < label.box_px / 2]
        if not near:
            score.missed += 1
            continue
        die = min(near, key=lambda each: _off(each, label))
        left.remove(die)
        if die.face is None:
            score.open += 1
        elif die.face == label.face:
            score.right += 1
            right += 1
        else:
            score.wrong += 1
            pair = f"{label.face} read as {die.face}"
            score.confused[pair] = score.confused.get(pair, 0) + 1
    ghosts = sum(1 for die in left if die.sure)
    score.ghosts += ghosts
    score.pictures += 1
    score.all_right += right == len(labels) and not ghosts


def _off(die: Die, label: Label) -> float:
    return max(abs(die.x_px - label.x_px), abs(die.y_px - label.y_px))


def blobs(picture: Picture, width: float) -> list[Die]:
    """The peer: round blobs, dark and light ones, those within 0.4 of a die's width together."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    dice: list[Die] = []
    for colour in (0, 255):
        points = [np.array(spot.pt) for spot in _detector(width, colour).detect(grey)]
        while points:
            group = [points.pop()]
            grown = True
            while grown:
                near = [k for k, p in enumerate(points) if _near(p, group, 0.4 * width)]
                group += [points.pop(k) for k in reversed(near)]
                grown = bool(near)
            x, y = np.mean(group, axis=0)
            if len(group) <= 6:
                dice.append(Die(len(group), float(x), float(y), width))
    return dice


def _near(point: np.ndarray, group: Sequence[np.ndarray], most: float) -> bool:
    return any(float(np.hypot(*(point - other))) < most for other in group)


def _detector(width: float, colour: int) -> cv2.SimpleBlobDetector:
    """As the recipes set it: round, not stretched, of the size of pips."""
    settings = cv2.SimpleBlobDetector.Params()
    settings.filterByColor, settings.blobColor = True, colour
    settings.filterByArea = True
    settings.minArea, settings.maxArea = (0.1 * width) ** 2 * 0.5, (0.3 * width) ** 2
    settings.filterByInertia, settings.minInertiaRatio = True, 0.5
    settings.filterByCircularity, settings.filterByConvexity = False, False
    settings.minDistBetweenBlobs = 0.1 * width
    return cv2.SimpleBlobDetector.create(settings)
