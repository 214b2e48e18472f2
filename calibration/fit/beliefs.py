"""What is believed of a lens before a picture is looked at."""

from __future__ import annotations

import numpy as np

from calibration.camera import Array, CalibrationError, Lens
from calibration.fit.problem import LensBelief


def lens_belief(
    lens: Lens | None, covariance: Array | None, size_px: tuple[int, int]
) -> LensBelief:
    """What is believed of the lens before the markers are looked at.

    Raises:
        CalibrationError: the lens was calibrated for another picture size.
    """
    width, height = size_px
    if lens is None:
        return any_lens(width, height)
    if (lens.width_px, lens.height_px) != (width, height):
        raise CalibrationError(
            f"the lens file is for pictures of {lens.width_px} x {lens.height_px}, this one has "
            f"{width} x {height}: calibrate the lens at this size, or leave the lens out"
        )
    if covariance is not None:
        return LensBelief(lens, covariance)
    # What calibrating with a printed board at home usually leaves: focal length 0.15 %,
    # centre 0.05 % of the width, k1 and k2 0.003.
    off = 5e-4 * max(width, height)
    sigma = np.array([0.0015 * lens.fx, 0, off, off, 3e-3, 3e-3, 1e-4, 1e-4, 1e-3])
    cov = np.diag(sigma**2)
    cov[:2, :2] = (0.0015 * lens.fx) ** 2 + np.diag([0, (2e-4 * lens.fx) ** 2])
    return LensBelief(lens, cov)


def any_lens(width: int, height: int) -> LensBelief:
    """A webcam nobody has calibrated: 50 to 90 degrees wide, square pixels, a little barrel.

    The width is that of the sensor's long side: a camera may hang on its side.
    """
    long = max(width, height)
    focal = 0.8 * long
    lens = Lens(width, height, focal, focal, (width - 1) / 2, (height - 1) / 2, -0.03, 0.0)
    sigma = np.array([0, 0, 0.015 * long, 0.015 * long, 0.15, 0.1, 1e-3, 1e-3, 5e-3])
    cov = np.diag(sigma**2)
    cov[:2, :2] = (0.3 * focal) ** 2 + np.diag([0, (1e-3 * focal) ** 2])
    return LensBelief(lens, cov)


def any_fisheye(like: Lens) -> LensBelief:
    """A fisheye nobody has calibrated: 90 to 160 degrees along the long side of *like*'s
    pictures, near to drawing angles evenly."""
    long, focal = max(like.width_px, like.height_px), 0.5 * max(like.width_px, like.height_px)
    middle = ((like.width_px - 1) / 2, (like.height_px - 1) / 2)
    lens = Lens(like.width_px, like.height_px, focal, focal, *middle, model="fisheye")
    sigma = np.array([0, 0, 0.015 * long, 0.015 * long, 0.06, 0.03, 0.005, 1e-3, 0.01])
    cov = np.diag(sigma**2)
    cov[:2, :2] = (0.3 * focal) ** 2 + np.diag([0, (1e-3 * focal) ** 2])
    return LensBelief(lens, cov)
