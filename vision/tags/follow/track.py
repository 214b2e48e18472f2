"""Reading picture after picture: look only where something changed.

A placed tag is re-found from its last place with its own template. A tag whose place changed
and is not recognised there any more is simply not in the answer: hidden or lifted, never
guessed at. When a part of the picture has come to rest again, it is searched: so a lifted
base is found anew wherever it is put down, and a code that was laid on the table is noticed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.camera import Calibration
from vision.cameras.camera import Picture
from vision.tags.decode.decoded import Box, Corners, Decoded, Grey, centre_of, to_grey
from vision.tags.decode.forms import make_forms
from vision.tags.decode.open_readers import OpenReaders
from vision.tags.find.finders import GLANCE, QUICK
from vision.tags.find.plane import shrunk
from vision.tags.follow.average import StillMean
from vision.tags.follow.changes import Changes, Rests, Tiles, box_round, touched
from vision.tags.follow.still_check import Hold
from vision.tags.found import Found
from vision.tags.fusion import Heard, settle_names
from vision.tags.known.accept import best_told, is_believed, wrong_of
from vision.tags.known.closed_set import FormReader
from vision.tags.known.looks import Look, poses_of
from vision.tags.reader import SceneReader
from vision.tags.tag import TagSpec

CHECK_EVERY = 10
"""Pictures after which every tag is looked at again, though nothing seemed to change."""
CALM_CHECK_EVERY = 2
"""After so many where nothing has for longer: whoever reads them may leave most of them out."""
AVERAGED = 8
"""Still pictures that are averaged before tags that are missing are looked for once more."""
_WHOLE = 0.35
_STEPS = 3
_PUSHED = 0.05
_MOST_MODULES = 1.0
_AS_LIKE = 0.03


class Tracker:
    """Reads one camera's pictures in their order. Close it when done.

    *specs*, *grounds_in*, *decoys*, *readers*: as for ``read_tags``. A new calibration
    starts afresh.

    Raises:
        ValueError: two specs have the same payload.
        CodeError: a payload does not fit its symbol.
    """

    def __init__(
        self,
        specs: Sequence[TagSpec],
        *,
        grounds_in: Sequence[float] = (0.0,),
        decoys: int = 60,
        readers: OpenReaders | None = None,
    ) -> None:
        self._specs = tuple(specs)
        make_forms(self._specs, decoys)
        self._grounds_in = tuple(grounds_in)
        self._decoys = decoys
        self._open = readers or OpenReaders()
        self._calibration: Calibration | None = None
        self._forget()

    def read(self, picture: Picture, calibration: Calibration | None) -> Found:
        """What is in this picture; costs next to nothing if it looks like the last.

        Raises:
            ValueError: not an 8-bit picture.
        """
        if calibration is not self._calibration:
            self._calibration = calibration
            self._forget()
        changed = self._changes.look(picture)
        self._age += 1
        if calibration is None or not self._specs:
            return self._read_open(picture, changed)
        if self._scene is None or changed.mean() > _WHOLE:
            return self._start(to_grey(picture), calibration)
        return self._continue(picture, changed)

    def follow_all(self, picture: Picture) -> Found:
        """Look at every placed tag again where it was, whatever has changed.

        Raises:
            ValueError: not an 8-bit picture.
        """
        if self._scene is not None:
            self._follow(picture, None)
            return self._settled()
        return self._found

    def close(self) -> None:
        """End the process of pyzbar. May be called twice."""
        self._open.close()

    def _forget(self) -> None:
        self._changes = Changes()
        self._scene: SceneReader | None = None
        self._looks: list[Look] = []
        self._heard: list[Heard] = []
        self._found = Found()
        self._said: list[int] = []
        self._rests = Rests()
        self._glanced: Tiles | None = None
        self._still: StillMean | None = None
        self._holds: dict[int, Hold] = {}
        self._placed_in: Picture = np.zeros((1, 1), dtype=np.uint8)
        self._age = self._calm = 0

    def _read_open(self, picture: Picture, changed: Tiles) -> Found:
        if bool(changed.any()):
            heard = [Heard(one) for one in self._open.read_all(to_grey(picture))]
            in_play = frozenset(spec.payload for spec in self._specs)
            self._found = settle_names((), heard, in_play, self._open.facts)
        return self._found

    def _start(self, grey: Grey, calibration: Calibration) -> Found:
        if self._scene is None:
            self._scene = SceneReader(
                self._specs,
                calibration,
                self._open,
                grounds_in=self._grounds_in,
                decoys=self._decoys,
            )
        self._looks, self._placed_in = self._scene.look(grey, thorough=False), grey
        self._heard = self._scene.hear(grey, self._looks)
        self._rests, self._glanced = Rests(), None
        self._still = self._mean_from(grey)
        return self._settled()

    def _continue(self, picture: Picture, changed: Tiles) -> Found:
        rested = self._rests.after(changed)
        self._calm = 0 if changed.any() or self._still else self._calm + 1
        check = self._age % (CALM_CHECK_EVERY if self._calm > CHECK_EVERY else CHECK_EVERY) == 0
        if not (changed.any() or rested.any() or check or self._still):
            return self._found
        if changed.any() or check:
            self._still = None
            self._follow(picture, None if check else changed)
        if rested.any():
            self._search(to_grey(picture), rested, moving=bool(changed.any()))
        elif self._still is not None:
            self._average(self._still, to_grey(picture))
        return self._settled()

    def _follow(self, picture: Picture, changed: Tiles | None) -> None:
        """Look again at every tag under a changed tile (at all: None); forget what is gone."""
        assert self._scene is not None

        def is_touched(corners_px: Corners) -> bool:
            return changed is None or touched(changed, self._changes.tile_px, corners_px)

        again = [look for look in self._looks if is_touched(look.corners_px)]
        there = [look for look in self._looks if not is_touched(look.corners_px)]
        for number, form in enumerate(self._scene.forms):
            before = [x for x in again if x.form is form.form and is_believed(x)]
            if before:
                lies = self._hold(number, form).still(picture, before)
                gone = [look for look, still in zip(before, lies, strict=True) if not still]
                there += [look for look, still in zip(before, lies, strict=True) if still]
                there += follow(form, to_grey(picture), gone) if gone else []
        self._looks, self._placed_in = there, picture
        if changed is not None:
            self._heard = [x for x in self._heard if not is_touched(x.decoded.corners_px)]

    def _hold(self, number: int, form: FormReader) -> Hold:
        """What the tags of a form looked like where they were placed.

        It is made when it is first needed, of the picture in which the last was placed: the
        others have not changed since.
        """
        looks = [x for x in self._looks if x.form is form.form and is_believed(x)]
        hold = self._holds.get(number)
        if hold is None or {*map(id, looks)} != {*map(id, hold.looks)}:
            hold = Hold(form, looks, self._placed_in, hold)
            self._holds[number] = hold
        return hold

    def _search(self, grey: Grey, rested: Tiles, *, moving: bool) -> None:
        """Read the part of the picture that has come to rest.

        At a glance while something is *moving* beside it; once more when all rests.
        """
        assert self._scene is not None
        glanced = rested if self._glanced is None else rested | self._glanced
        self._glanced = glanced if moving else None
        rested = rested if moving else glanced
        reach = max(form.reach_px for form in self._scene.forms)
        box = box_round(rested, self._changes.tile_px, reach, grey.shape)
        old = [look for look in self._looks if is_believed(look) or not _is_in(look, box)]
        known = [look for look in old if is_believed(look) and _is_in(look, box)]
        new = [
            look
            for look in self._scene.look(
                grey, box, thorough=False, effort=GLANCE if moving else QUICK, known=known
            )
            if not any(abs(look.centre_px - one.centre_px) < one.side_px / 2 for one in old)
        ]
        self._looks, self._placed_in = old + new, grey
        outside = [one for one in self._heard if not _centre_in(one.decoded, box)]
        self._heard = outside + self._scene.hear(grey, new, box)
        self._still = self._mean_from(grey)

    def _mean_from(self, grey: Grey) -> StillMean | None:
        """Where a tag is missing, the mean of the still pictures from this one on."""
        assert self._scene is not None
        return None if self._scene.is_complete(self._looks) else StillMean(grey)

    def _average(self, still: StillMean, grey: Grey) -> None:
        """Once enough still pictures are there, look in their mean for what is missing."""
        assert self._scene is not None
        still.add(grey)
        if still.pictures < AVERAGED:
            return
        mean, self._still = still.mean(), None
        known = [look for look in self._looks if is_believed(look)]
        self._looks = best_told(known + self._scene.look(mean))
        self._placed_in = mean

    def _settled(self) -> Found:
        assert self._scene is not None
        if any(look.loose_px is None and is_believed(look) for look in self._looks):
            self._looks = self._scene.loosened(to_grey(self._placed_in), self._looks)
        said = [*map(id, self._looks), 0, *map(id, self._heard)]
        if said != self._said:
            self._found, self._said = self._scene.settle(self._looks, self._heard), said
        return self._found


def follow(form: FormReader, grey: Grey, before: Sequence[Look]) -> list[Look]:
    """Those of the looks that are still where they were, or not a module away, placed anew."""
    if not before:
        return []
    small = shrunk(grey, form.times)
    rows = np.array([look.row for look in before])
    now = form.follow(small, poses_of(before), rows, 1)
    # One step is enough for a tag that has not moved, and most have not.
    pushed = np.array([i for i in range(len(now)) if _moved(now[i], before[i]) > _PUSHED])
    if len(pushed) > 0:
        further = form.follow(small, poses_of([now[i] for i in pushed]), rows[pushed], _STEPS)
        for i, look in zip(pushed.tolist(), further, strict=True):
            now[i] = look
    now = [_uncovered(form, small, look) for look in now]
    pairs = zip(now, before, strict=True)
    there = [
        replace(look, was_wrong=wrong_of(old))
        for look, old in pairs
        if _moved(look, old) < _MOST_MODULES
    ]
    return [look for look in there if is_believed(look)]


def _uncovered(form: FormReader, small: Grey, look: Look) -> Look:
    """The look at all of the symbol, once that is as much like the tag as its part is."""
    if look.part == 0:
        return look
    (whole,) = form.follow(small, poses_of([replace(look, part=0)]), np.array([look.row]), _STEPS)
    return whole if whole.rho > look.rho - _AS_LIKE else look


def _moved(look: Look, old: Look) -> float:
    """How far, in modules."""
    return abs(look.centre - old.centre) / abs(old.module)


def _is_in(look: Look, box: Box) -> bool:
    at = look.centre_px
    return box[0] <= at.real < box[2] and box[1] <= at.imag < box[3]


def _centre_in(one: Decoded, box: Box) -> bool:
    x, y = centre_of(one.corners_px)
    return box[0] <= x < box[2] and box[1] <= y < box[3]
