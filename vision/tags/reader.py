"""All readers on one picture of one camera: each where it is best, one answer out.

The closed-set reader looks first. The open decoders then look for codes that are not in play,
confirm what they can, and help where the closed-set reader was not sure.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.camera import Calibration, CalibrationError
from vision.tags.decode.decoded import Box, Decoded, Grey, centre_of, side_of, without_twins
from vision.tags.decode.forms import make_forms
from vision.tags.decode.open_readers import OpenReaders
from vision.tags.find.finders import QUICK, THOROUGH, Effort
from vision.tags.find.plane import seen_area, shrunk
from vision.tags.found import Found
from vision.tags.fusion import Heard, in_the_picture, settle_names
from vision.tags.known.accept import best_told, is_believed, is_complete
from vision.tags.known.closed_set import FormReader
from vision.tags.known.looks import Look
from vision.tags.known.loosen import loosened
from vision.tags.tag import TagSpec

_MOST_CROPS = 8


class SceneReader:
    """Reads pictures of one calibrated camera, each from scratch.

    *specs*: what is in play. *grounds_in*: heights a base may stand on.

    Raises:
        ValueError: a payload is in *specs* twice.
        CodeError: a payload does not fit its symbol.
    """

    def __init__(
        self,
        specs: Sequence[TagSpec],
        calibration: Calibration,
        readers: OpenReaders,
        *,
        grounds_in: Sequence[float] = (0.0,),
        decoys: int = 60,
    ) -> None:
        ground_in = (min(grounds_in, default=0.0) + max(grounds_in, default=0.0)) / 2
        area = seen_area(calibration, ground_in)
        self._calibration = calibration
        self._open = readers
        self._in_play = frozenset(spec.payload for spec in specs)
        self.forms = [
            FormReader(form, calibration, ground_in, area) for form in make_forms(specs, decoys)
        ]

    def read(self, grey: Grey) -> Found:
        """Everything in one picture."""
        looks = self.loosened(grey, self.look(grey))
        return self.settle(looks, self.hear(grey, looks))

    def settle(self, looks: Sequence[Look], heard: Sequence[Heard]) -> Found:
        """One answer from what both kinds of readers say."""
        return settle_names(looks, heard, self._in_play, self._open.facts, self._where)

    def look(
        self,
        grey: Grey,
        box: Box | None = None,
        *,
        thorough: bool = True,
        effort: Effort = QUICK,
        known: Sequence[Look] = (),
    ) -> list[Look]:
        """What the closed-set reader sees in the picture or a box of it.

        When *thorough* it looks a second time, harder, if tags of a form are missing. *effort*:
        how hard it looks at first. *known*: where they lie it does not look.
        """
        looks: list[Look] = []
        for form in self.forms:
            area = None if box is None else form.area_of(box)
            there = [look for look in known if look.form is form.form]
            some = form.search(grey, effort, area, there)
            if thorough and not is_complete(form.form, some):
                sure = [look for look in some if is_believed(look)]
                some = best_told(some + form.search(grey, THOROUGH, area, there + sure))
            looks += some
        return looks

    def loosened(self, grey: Grey, looks: Sequence[Look]) -> list[Look]:
        """The looks, of which those that are believed know how far from square they are."""
        found = list(looks)
        for form in self.forms:
            some = [k for k, x in enumerate(looks) if x.form is form.form and _is_stiff(x)]
            if some:
                loose = loosened(form, shrunk(grey, form.times), [looks[k] for k in some])
                for k, look in zip(some, loose, strict=True):
                    found[k] = look
        return found

    def hear(self, grey: Grey, looks: Sequence[Look], box: Box | None = None) -> list[Heard]:
        """What the open decoders read in the picture or a box of it."""
        decoded = self._open.read_box(grey, box)
        decoded = without_twins(decoded + self._asked(grey, looks, decoded))
        sure = [look for look in looks if is_believed(look)]
        return [
            Heard(one, None if _is_under(one, sure) else self._placed(grey, one)) for one in decoded
        ]

    def is_complete(self, looks: Sequence[Look]) -> bool:
        """Whether every tag in play is among the looks that are believed."""
        return all(is_complete(form.form, looks) for form in self.forms)

    def _where(self, at_px: complex) -> str:
        """A place of the picture as a player finds it: inches from the south-west corner."""
        try:
            ((x_in, y_in),) = self._calibration.to_table(np.array([[at_px.real, at_px.imag]]), 0.0)
        except CalibrationError:
            return in_the_picture(at_px)
        return f"{x_in:.0f} in east and {y_in:.0f} in north of the south-west corner"

    def _asked(self, grey: Grey, looks: Sequence[Look], known: list[Decoded]) -> list[Decoded]:
        """What the open decoders make of the places where the closed-set reader is unsure."""
        unsure = [look for look in looks if look.is_tag_like and not is_believed(look)]
        unsure = [look for look in unsure if not _is_on(look, known)]
        return [
            one
            for look in unsure[:_MOST_CROPS]
            for one in self._open.read_near(grey, look.centre_px, look.side_px)
        ]

    def _placed(self, grey: Grey, one: Decoded) -> Look | None:
        """A decoded tag in play, placed by the closed-set reader with its own template."""
        for form in self.forms:
            row = form.row_of(one.text)
            poses = form.poses_from(one.corners_px) if row is not None else None
            if row is not None and poses is not None:
                return form.follow(shrunk(grey, form.times), poses, np.array([row]), 4)[0]
        return None


def _is_stiff(look: Look) -> bool:
    """Whether it is believed and was only tried as a square."""
    return look.loose_px is None and is_believed(look)


def _is_under(one: Decoded, looks: Sequence[Look]) -> bool:
    at = complex(*centre_of(one.corners_px))
    return any(abs(look.centre_px - at) < look.side_px / 2 for look in looks)


def _is_on(look: Look, known: list[Decoded]) -> bool:
    return any(
        abs(complex(*centre_of(one.corners_px)) - look.centre_px)
        < max(side_of(one.corners_px), look.side_px) / 2
        for one in known
    )
