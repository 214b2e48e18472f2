"""Still pictures as a camera: one file again and again, or several as a burst."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from vision.cameras.camera import Frame, Picture
from vision.cameras.decode import MAX_BYTES, BadPicture, decode_picture

_PAUSE_S = 0.5


def load_picture(path: Path) -> Picture:
    """The picture in a file, height x width x 3 BGR.

    Raises:
        BadPicture: cannot be read, or is not a picture that is read here.
    """
    try:
        size = path.stat().st_size
    except OSError as why:
        raise BadPicture(f"{path} cannot be read: {why.strerror}") from None
    if size > MAX_BYTES:
        raise BadPicture(f"{path} has {size} bytes; at most {MAX_BYTES} are read")
    try:
        coded = path.read_bytes()
    except OSError as why:
        raise BadPicture(f"{path} cannot be read: {why.strerror}") from None
    return decode_picture(coded, str(path))


class PictureCamera:
    """Shows the pictures in turn, twice a second, for ever.

    All must have the same size: they are of one still scene from one camera.

    Raises:
        BadPicture: no file, or one that is not a picture, or of another size.
    """

    source = "picture"
    repeats = True

    def __init__(
        self,
        paths: Sequence[Path],
        *,
        clock: Callable[[], float] = time.time,
        pause_s: float = _PAUSE_S,
    ) -> None:
        if not paths:
            raise BadPicture("no picture was named")
        self._pictures = [load_picture(path) for path in paths]
        sizes = {picture.shape for picture in self._pictures}
        if len(sizes) > 1:
            raise BadPicture(f"{paths[0]} and the others differ in size: use one camera's pictures")
        self._name = f"picture {paths[0].name}"
        self._clock = clock
        self._pause_s = pause_s
        self._turn = 0

    def read(self) -> Frame:
        """The next picture."""
        if self._turn:
            time.sleep(self._pause_s)
        picture = self._pictures[self._turn % len(self._pictures)]
        self._turn += 1
        return Frame(picture, self._clock(), self.source, self._name)

    def close(self) -> None:
        """Nothing is held; may be called twice."""
