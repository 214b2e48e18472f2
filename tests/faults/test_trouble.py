"""docs/trouble.md holds every sentence in which seeing fails, each with what to do."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
MODULES = (
    "vision/cameras/newest.py",
    "vision/cameras/webcam.py",
    "vision/cameras/stream.py",
    "vision/cameras/video.py",
    "vision/cameras/decode.py",
    "vision/watch/stations/camera_pose.py",
    "vision/watch/watcher.py",
    "vision/watch/stations/station_watch.py",
    "vision/views/join.py",
    "vision/views/moved_marker.py",
    "vision/watch/settle.py",
    "calibration/fit/few.py",
    "vision/views/tie.py",
    "calibration/watch.py",
    "webui/game/journal/lock.py",
)
LEAST_BLANKS = 3


def sentences(source: str) -> Iterator[str]:
    """The longest fixed part of every text in *source* that is a sentence and no docstring."""
    tree = ast.parse(source)
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            silent |= {id(part) for part in node.values}
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("_log."):
            silent |= {id(part) for part in node.args}
    for node in ast.walk(tree):
        if id(node) in silent or not isinstance(node, ast.JoinedStr | ast.Constant):
            continue
        parts = node.values if isinstance(node, ast.JoinedStr) else [node]
        fixed = [str(part.value) for part in parts if _is_text(part)]
        longest = max(fixed, key=len, default="").strip(" :;,.()")
        if longest.count(" ") >= LEAST_BLANKS:
            yield longest


def _is_text(part: ast.expr) -> bool:
    return isinstance(part, ast.Constant) and isinstance(part.value, str)


@pytest.mark.parametrize("module", MODULES)
def test_every_sentence_has_its_remedy(module: str) -> None:
    text = re.sub(r"\s+", " ", (TOP / "docs" / "trouble.md").read_text(encoding="utf-8"))
    found = list(sentences((TOP / module).read_text(encoding="utf-8")))
    assert found
    assert [each for each in found if each not in text] == []


def test_a_sentence_is_found_by_its_longest_fixed_part() -> None:
    source = 'def f():\n    """No sentence is this here."""\n    return f"{n} of us: go on and on"'
    assert list(sentences(source)) == ["of us: go on and on"]
