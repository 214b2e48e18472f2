"""Fit the finder and the reader with PyTorch, and write them as ONNX for OpenCV."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from vision.dice.networks import CLASSES, CROP_PX, LEAN, SHIFT
from vision.dice.training.bank import Bank, FinderBatches, ReaderBatches
from vision.dice.training.samples import TILE_PX
from vision.dice.training.solids import Random


@dataclass(frozen=True, slots=True)
class Run:
    """One training: so many steps, the seed, who is told of progress, weights to go on from.

    ``kept``: where it keeps its weights while it runs; ``beside``: where another run that began
    from the same weights keeps its own.
    """

    steps: int
    seed: int
    progress: Callable[[str], None]
    start: Path | None = None
    kept: Path | None = None
    beside: Path | None = None


FIRST = 48
"""Channels of the reader's first layer: it sees pips of all sizes and colours at once."""


def _block(before: int, after: int, stride: int = 1, spread: int = 1, size: int = 3) -> list[Any]:
    border = spread * ((size - 1) // 2)
    conv = nn.Conv2d(before, after, size, stride, border, spread, bias=False)
    return [conv, nn.BatchNorm2d(after), nn.ReLU()]


def _scaled(channels: int) -> list[Any]:
    """BGR of 0 to 255 brought to about -1 to 1, as a part of the network."""
    scale = nn.Conv2d(channels, channels, 1, groups=channels)
    nn.init.constant_(scale.weight, 1 / 64)
    nn.init.constant_(scale.bias, -2.0)
    scale.requires_grad_(False)
    return [scale]


def finder_network() -> Any:
    """Fully convolutional, stride 4: (n, 3, h, w) to (n, 4, h / 4, w / 4)."""
    layers = _scaled(3) + _block(3, 16, 2) + _block(16, 24, 2) + _block(24, 32)
    layers += _block(32, 32) + _block(32, 32, spread=2) + _block(32, 32, spread=2)
    return nn.Sequential(*layers, *_block(32, 32), nn.Conv2d(32, 4, 1))


def reader_network() -> Any:
    """(n, 3, 80, 80) to (n, 14): nine classes, then lean and shift."""
    layers = _block(3, FIRST, 4, size=10) + _block(FIRST, 32) + _block(32, 64, 2)
    layers += [*_block(64, 64), *_block(64, 80, 2), *_block(80, 80), nn.Flatten()]
    layers += [nn.Dropout(0.2), nn.Linear(80 * 25, 64), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(64, SHIFT + 3))


def finder_loss(out: Any, target: Any) -> Any:
    """Focal loss of the heat (CenterNet's form), absolute error of offset and size on dice."""
    heat, weight = target[:, 0], target[:, 4]
    chance = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.8).float()
    hit = -((1 - chance) ** 2) * torch.log(chance) * peak
    miss = -((1 - heat) ** 4) * chance**2 * torch.log(1 - chance) * (1 - peak)
    count = peak.sum().clamp(min=1)
    on_die = ((heat > 0.3).float() * target[:, 5])[:, None]
    shape = (torch.abs(out[:, 1:4] - target[:, 1:4]) * on_die).sum() / on_die.sum().clamp(min=1)
    return ((hit + miss) * weight).sum() / count + shape


def reader_loss(out: Any, kinds: Any, leans: Any, shifts: Any) -> Any:
    """Cross entropy of the class, error of lean, place and size where they are known."""
    named = functional.cross_entropy(out[:, :CLASSES], kinds, label_smoothing=0.01)
    lean = _known(out[:, LEAN:SHIFT], leans[:, :2], leans[:, 2])
    place = _known(out[:, SHIFT : SHIFT + 2], shifts[:, :2], shifts[:, 2])
    size = _known(out[:, SHIFT + 2 :], shifts[:, 3:4], shifts[:, 4])
    return 2.0 * named + 2.0 * lean + 1.5 * place + 0.5 * size


def _known(out: Any, wanted: Any, known: Any) -> Any:
    """Huber's error where it is known."""
    off = functional.smooth_l1_loss(out, wanted, beta=0.1, reduction="none").sum(dim=1)
    return (off * known).sum() / known.sum().clamp(min=1)


def fit(
    net: Any,
    batches: Callable[[Random, int], Any],
    loss_of: Callable[..., Any],
    run: Run,
    count: int,
) -> Any:
    """Train *net* on batches of *count* samples; one cycle of the learning rate.

    It goes on from the weights in the file ``run.start``, more gently, where one is named.
    """
    torch.manual_seed(run.seed)
    rng = np.random.default_rng(run.seed)
    if run.start is not None:
        net.load_state_dict(grown(torch.load(run.start), net))
    net = net.to(memory_format=torch.channels_last).train()
    steps = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    highest = 4e-3 if run.start is None else 1e-3
    rate = torch.optim.lr_scheduler.OneCycleLR(
        steps, highest, total_steps=run.steps, pct_start=0.15
    )
    began, total, taken = time.monotonic(), 0.0, 0.0
    for k in range(run.steps):
        tensors = [torch.from_numpy(np.ascontiguousarray(each)) for each in batches(rng, count)]
        first = tensors[0].contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            out = net(first)
        loss = loss_of(out.float(), *tensors[1:])
        steps.zero_grad()
        loss.backward()
        steps.step()
        rate.step()
        total += float(loss.detach())
        if (k + 1) % 100 == 0:
            run.progress(f"{k + 1}/{run.steps} {total / 100:.4f} {time.monotonic() - began:.0f} s")
            total = 0.0
        if (k + 1) % MEET == 0:
            taken = _meet(net, run, taken)
    return net.eval()


MEET = 200
"""Two runs that are made beside one another take the mean of their weights after so many steps."""


def _meet(net: Any, run: Run, taken: float) -> float:
    """Keep the weights, and go on from their mean with the other run's newest ones.

    Gives when the other run wrote what was taken from it last.
    """
    if run.kept is not None:
        fresh = run.kept.with_suffix(".fresh")
        torch.save(net.state_dict(), fresh)
        fresh.replace(run.kept)
    if run.beside is None or not run.beside.exists():
        return taken
    written = run.beside.stat().st_mtime
    if written > taken:
        mine, other = net.state_dict(), torch.load(run.beside)
        mean = {
            name: (each + other[name]) / 2 if each.is_floating_point() else each
            for name, each in mine.items()
        }
        net.load_state_dict(mean)
    return written


def grown(state: dict[str, Any], net: Any) -> dict[str, Any]:
    """The weights *state* as *net* can take them, which may look twice as finely and wider.

    A reader of crops of 40 pixels answers just as before once its first layer has each weight
    four times at a quarter; channels that it did not have are as they begin, and not yet heard.
    """
    new: dict[str, Any] = dict(net.state_dict())
    for name, begun in new.items():
        old = state[name]
        if old.dim() == 4 and begun.shape[-1] == 2 * old.shape[-1]:
            old = old.repeat_interleave(2, 2).repeat_interleave(2, 3) / 4
        if old.shape != begun.shape:
            wider = old.dim() == 4 and old.shape[1] < begun.shape[1]
            whole = torch.zeros_like(begun) if wider else begun.clone()
            whole[tuple(slice(0, size) for size in old.shape)] = old
            old = whole
        new[name] = old
    return new


def fit_finder(kept: dict[str, Bank], run: Run) -> Any:
    """The finder."""
    torch.manual_seed(run.seed)
    return fit(finder_network(), FinderBatches(kept), finder_loss, run, 16)


def fit_reader(kept: dict[str, Bank], run: Run) -> Any:
    """The reader."""
    torch.manual_seed(run.seed)
    return fit(reader_network(), ReaderBatches(kept), reader_loss, run, 96)


def mean_reader(kept: dict[str, Bank], files: Sequence[Path], seed: int) -> Any:
    """The reader whose weights are the mean of readers that went on from the same weights.

    Their errors differ, what they have learnt does not. What the layers' norms measured does not
    mean anything between them, so it is measured anew.
    """
    states = [torch.load(file) for file in files]
    net = reader_network()
    net.load_state_dict(
        {name: torch.stack([s[name].float() for s in states]).mean(0) for name in states[0]}
    )
    norms = [part for part in net.modules() if isinstance(part, nn.BatchNorm2d)]
    net.eval()
    for norm in norms:
        norm.reset_running_stats()
        norm.momentum = None
        norm.train()
    rng, batches = np.random.default_rng(seed), ReaderBatches(kept)
    with torch.no_grad():
        for _ in range(NORM_BATCHES):
            net(torch.from_numpy(np.ascontiguousarray(batches(rng, 96)[0])))
    return net.eval()


NORM_BATCHES = 80


def write_onnx(net: Any, size: int, free: bool, path: Path) -> None:
    """One file for OpenCV; *free*: any height and width."""
    example = torch.zeros(1, 3, size, size)
    axes = {0: "n", 2: "h", 3: "w"} if free else {0: "n"}
    net = net.to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        net,
        (example,),
        str(path),
        dynamo=False,
        opset_version=13,
        input_names=["picture"],
        output_names=["answer"],
        dynamic_axes={"picture": axes, "answer": axes if free else {0: "n"}},
    )


def write_finder(net: Any, path: Path) -> None:
    """The finder as ONNX."""
    write_onnx(net, TILE_PX, True, path)


def write_reader(net: Any, path: Path) -> None:
    """The reader as ONNX."""
    write_onnx(net, CROP_PX, False, path)


def count_of(net: Any) -> int:
    """How many parameters a network has."""
    return int(np.sum([each.numel() for each in net.parameters()]))
