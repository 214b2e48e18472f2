"""What a reader needs at some places of a picture, of one scale and in one light."""

from __future__ import annotations

from dataclasses import dataclass

from vision.tags.decode.decoded import Grey
from vision.tags.decode.forms import Bank
from vision.tags.find.plane import LocalMaps


@dataclass(frozen=True, eq=False)
class Sight:
    """A picture, the projection round some places in it, and the templates for their scale.

    ``coarse``: the same with one sample a module.
    """

    grey: Grey
    maps: LocalMaps
    bank: Bank
    coarse: Bank

    def forget_parts(self) -> None:
        """Keep only what judges all of a symbol: this light serves once."""
        self.coarse.forget_parts()
        self.bank.forget_parts()
