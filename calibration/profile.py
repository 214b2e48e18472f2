"""Saved lenses, each bound to the camera, picture size and focus it was made with.

A profile is a ``lens.toml`` with more in it: whose lens it is, when it was made, how good it is
and its covariance. It is never applied to another camera, size or focus: a wrong lens gives
wrong inches with a small ±. Files may have been edited or come from elsewhere; every value is
checked when read.
"""

from __future__ import annotations

import hashlib
import math
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
import tomli_w
from msgspec import Meta

from calibration.camera import Array, Lens
from calibration.lens import Grade, LensFound
from calibration.table_file import VERSION, FileError, load_lens, read_toml
from vision.table.by_hand import BadState, read_by_hand

_LENS = ("fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "k3")
_MOST_PROFILES = 1000

Name = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")]


@dataclass(frozen=True, eq=False)
class Profile:
    """A lens and what it belongs to.

    ``camera``: the device's stable name. ``focus``: the driver's focus value when it was made,
    None where the focus cannot be read. ``made_on``: ISO date. ``covariance``: (9, 9).
    """

    camera: str
    lens: Lens
    covariance: Array
    focus: float | None = None
    made_on: str = ""
    error_px: float = 0.0
    grade: Grade = "fair"
    pictures: int = 0

    def fits(self, camera: str, size_px: tuple[int, int], focus: float | None) -> bool:
        """May it be used with that camera, at that picture size and focus?"""
        size = (self.lens.width_px, self.lens.height_px)
        return self.camera == camera and size == size_px and self.focus == focus


Variance = Annotated[float, Meta(ge=-1e12, le=1e12)]


class _Made(msgspec.Struct, forbid_unknown_fields=True):
    camera: Name
    covariance: Annotated[tuple[Variance, ...], Meta(min_length=81, max_length=81)]
    focus: Annotated[float, Meta(ge=-1e6, le=1e6)] | None = None
    made_on: Annotated[str, Meta(max_length=40)] = ""
    error_px: Annotated[float, Meta(ge=0, le=1e4)] = 0.0
    grade: Grade = "fair"
    pictures: Annotated[int, Meta(ge=0, le=100_000)] = 0


def profile_of(
    found: LensFound, camera: str, *, focus: float | None = None, made_on: str = ""
) -> Profile:
    """The profile of a lens just calibrated."""
    kept = sum(picture.kept for picture in found.report.pictures)
    return Profile(
        camera, found.lens, found.covariance, focus, made_on,
        found.report.error_px, found.report.grade, kept,
    )  # fmt: skip


def profile_toml(profile: Profile) -> dict[str, object]:
    """The profile as the tables of a TOML file; ``load_profile`` reads it back equal."""
    numbers = dict(zip(_LENS, profile.lens.numbers.tolist(), strict=True))
    made: dict[str, object] = {
        "camera": profile.camera,
        "made_on": profile.made_on,
        "error_px": profile.error_px,
        "grade": profile.grade,
        "pictures": profile.pictures,
        "covariance": profile.covariance.ravel().tolist(),
    }
    if profile.focus is not None:
        made["focus"] = profile.focus
    size = {"width_px": profile.lens.width_px, "height_px": profile.lens.height_px}
    return {"version": VERSION, **size, **numbers, "made": made}


def save_profile(profile: Profile, path: Path) -> None:
    """Write the profile there, whole or not at all; an older one is replaced.

    Raises:
        FileError: the place cannot be written.
    """
    text = tomli_w.dumps(profile_toml(profile))
    half = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        half.write_text(text, encoding="utf-8")
        os.replace(half, path)
    except OSError as why:
        raise FileError(f"{path} cannot be written: {why.strerror}") from None


def load_profile(path: Path) -> Profile:
    """Read a profile.

    Raises:
        FileError: with the place of the first wrong value.
    """
    lens = load_lens(path)
    made = read_toml(path).get("made")
    if made is None:
        raise FileError(f"{path}: it is a lens file, but does not say whose: [made] is missing")
    try:
        found = read_by_hand(made, _Made, "[made]")
    except BadState as why:
        raise FileError(f"{path}: {why}") from None
    covariance = _checked(path, np.array(found.covariance).reshape(9, 9))
    return Profile(
        found.camera, lens, covariance, found.focus, found.made_on,
        found.error_px, found.grade, found.pictures,
    )  # fmt: skip


def load_lens_with_error(path: Path) -> tuple[Lens, Array | None]:
    """The lens of a ``lens.toml`` or a profile, and its covariance where the file has one.

    Raises:
        FileError: with the place of the first wrong value.
    """
    if "made" in read_toml(path):
        profile = load_profile(path)
        return profile.lens, profile.covariance
    return load_lens(path), None


def profile_path(folder: Path, camera: str, size_px: tuple[int, int], focus: float | None) -> Path:
    """Where the profile of that camera, size and focus is kept: a readable, harmless name."""
    readable = re.sub(r"[^A-Za-z0-9]+", "-", camera).strip("-")[:40] or "camera"
    whole = f"{camera}|{size_px[0]}x{size_px[1]}|{focus}"
    digest = hashlib.sha256(whole.encode("utf-8")).hexdigest()[:8]
    return folder / f"{readable}-{size_px[0]}x{size_px[1]}-{digest}.toml"


def find_profile(
    folder: Path, camera: str, size_px: tuple[int, int], focus: float | None = None
) -> Profile | None:
    """The saved profile of exactly that camera, picture size and focus; None when there is none.

    Raises:
        FileError: the file is there and is not a profile, or is somebody else's.
    """
    path = profile_path(folder, camera, size_px, focus)
    if not path.is_file():
        return None
    profile = load_profile(path)
    if not profile.fits(camera, size_px, focus):
        raise FileError(f"{path} is the lens of {profile.camera}, not of {camera}: remove it")
    return profile


def _checked(path: Path, covariance: Array) -> Array:
    """The covariance, if it is one: finite, symmetric, no negative variance.

    Raises:
        FileError: it is not.
    """
    if not all(math.isfinite(value) for value in covariance.ravel().tolist()):
        raise FileError(f"{path}: [made] covariance holds a number that is not finite")
    scale = np.sqrt(np.maximum(np.diag(covariance), 0))
    if not (scale > 0).all() or np.abs(covariance - covariance.T).max() > 1e-6 * scale.max() ** 2:
        raise FileError(f"{path}: [made] covariance is not symmetric with positive variances")
    relative = covariance / np.outer(scale, scale)
    if np.linalg.eigvalsh(relative).min() < -1e-6:
        raise FileError(f"{path}: [made] covariance is not one: it has a negative variance")
    return np.asarray(covariance + 1e-9 * np.diag(scale**2), dtype=np.float64)
