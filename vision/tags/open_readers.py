"""The two open decoders side by side: each where it is best, either may be missing."""

from __future__ import annotations

from vision.tags.decoded import Decoded, Grey, without_twins
from vision.tags.pyzbar_reader import PyzbarReader
from vision.tags.zxing_reader import ZxingReader


class OpenReaders:
    """zxing-cpp on the whole picture, pyzbar where it is asked for. Close it when done.

    Making one costs nothing: the process of pyzbar starts with its first picture.
    """

    def __init__(
        self, zxing: ZxingReader | None = None, pyzbar: PyzbarReader | None = None
    ) -> None:
        self.zxing = zxing or ZxingReader()
        self.pyzbar = pyzbar or PyzbarReader()

    @property
    def facts(self) -> tuple[str, ...]:
        """One sentence for each reader that is off or has died."""
        return tuple(fact for fact in (self.zxing.fact, self.pyzbar.fact) if fact)

    def read_all(self, grey: Grey) -> list[Decoded]:
        """Every code either of them can read, each place once; slow and thorough."""
        return without_twins(self.zxing.read(grey) + self.pyzbar.read(grey))

    def close(self) -> None:
        """End the process of pyzbar. May be called twice."""
        self.pyzbar.close()
