"""A frame, and the two methods every source of frames has."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""Height x width x 3, BGR, or height x width grey, 8 bit."""


class CameraError(RuntimeError):
    """The source gives no picture; the message says why and what to do next."""


class StreamError(CameraError):
    """A network stream is not what it should be; the message says what was wrong."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture.

    ``taken_s``: when it was taken, seconds since the epoch. ``source``: ``"simulated"``,
    ``"camera"``, ``"stream"``, ``"video"`` or ``"picture"``. ``camera``: a name that stays the
    same for the same device, resolution and focus, by which calibrations are kept. ``coded``: the
    bytes it came as, where the picture is only their grey; ``decode.in_colour`` gives the colours.
    """

    picture: Picture
    taken_s: float
    source: str
    camera: str
    coded: bytes = field(default=b"", repr=False)


class Camera(Protocol):
    """A source of pictures."""

    def read(self) -> Frame:
        """The next frame; blocks for at most a few seconds.

        Raises:
            CameraError: unplugged, ended, garbled; a later call may succeed again.
        """
        ...

    def close(self) -> None:
        """Give the device back. May be called twice."""
        ...
