"""What of OpenCV's VideoCapture is used, as an interface that a test can stand in for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Device(Protocol):
    """An opened device or stream of ``cv2.VideoCapture``."""

    def isOpened(self) -> bool:
        """Does it work?"""
        ...

    def read(self) -> tuple[bool, Any]:
        """Was there a frame, and the frame."""
        ...

    def set(self, prop: int, value: float) -> bool:
        """Ask the driver for a setting."""
        ...

    def get(self, prop: int) -> float:
        """What the driver says the setting is."""
        ...

    def release(self) -> None:
        """Give it back."""
        ...


Open = Callable[..., Device]
"""Called like ``cv2.VideoCapture``."""
