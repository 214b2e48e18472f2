"""The closed-set reader: which of the tags in play explain these pixels, and where exactly.

It knows the tags, their size, the camera and hence the scale; so it reads symbols whose
modules no decoder can tell apart any more, and refuses what is not in the set. Steps, each on
fewer places than the one before: finder votes propose, a coarse fit of what all tags share
sorts out, a fine robust fit places, all modules together identify, and the tag's own template
gives the last word on place and score.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Calibration, CalibrationError
from vision.tags.decode.decoded import Box, Corners, Grey
from vision.tags.decode.forms import SCALE_STEP, Bank, Form
from vision.tags.find.finders import QUICK, Effort
from vision.tags.find.plane import Area, Complex, LocalMaps, Ortho, local_maps, project, shrunk
from vision.tags.find.pose import Fit, Poses, in_picture, refine, sample, solvers
from vision.tags.find.proposals import PX_PER_MODULE, Typical, propose
from vision.tags.find.softness import SOFTER, find_blur
from vision.tags.known.accept import (
    best_sure,
    best_told,
    is_believed,
    is_complete,
    sure_and_others,
)
from vision.tags.known.clearest import clearest_parts
from vision.tags.known.looks import (
    Look,
    apart,
    corners_of,
    free_of,
    is_free,
    likest_light,
    poses_of,
)
from vision.tags.known.sight import Sight
from vision.tags.known.templates import PER_MODULE, Array32, Blur, Grid, is_burnt

Rows = NDArray[np.intp]

_MOST_PX_PER_MODULE = 3.0
_SHRUNK_PX_PER_MODULE = 1.5
_ROUGHLY_EXPLAINED = 0.20
_COARSE_EXPLAINED = 0.30
_WORTH_A_NAME = 0.22
_SHOWS_FINDERS = 0.3
_SIZE_SLACK = 0.2
# The residuals of neighbouring samples are not independent (blur, demosaicing, cubic
# sampling). The factor and the floor make errors and sigmas agree on rendered frames.
_SIGMA_FACTOR = 1.7
_SIGMA_FLOOR_PX = 0.012
_USUAL_BLUR = Blur()
_ORTHO_SOFT_PX = 0.8
_ORTHO_BLUR_PX = 0.9
_FEWEST_JUDGES = 3
_BLUR_JUDGES = 6
_FIRST = 16
# Softer than a module, neighbours run together, names grow alike, and the part that hides what
# sets a near twin apart is soon found: of 5,000 strangers two passed so (at 1.0 px a module).
_SOFTEST_IN_PART = 1.0
# What the sensor cut off is missing on one side of each edge: in pictures exposed three times
# too long corners are off by this, whatever the fit believes.
_BURNT_SIGMA_PX = 0.08
_FULL_AT = (0.6, 0.45, 0.35, 0.27, 0.2)


class FormReader:
    """Looks for the tags of one form through one camera.

    ``times``: the picture is shrunk so often before it is read, for tags that are drawn
    larger than needs be. ``blur``: as found in the first picture, or given.
    """

    def __init__(self, form: Form, calibration: Calibration, ground_in: float, area: Area) -> None:
        self.form = form
        self.blur: Blur | None = None
        self._calibration = calibration
        self._height_in = ground_in + form.height_in
        self._ortho_scale = PX_PER_MODULE[form.symbol]
        px_per_in = self._ortho_scale * form.modules / form.size_in
        self._ortho = Ortho(calibration, self._height_in, px_per_in, area)
        middle = complex((area[0] + area[2]) / 2, (area[1] + area[3]) / 2)
        native = float(self._px_per_module(np.array([middle]))[0])
        self.times = 1
        if native > _MOST_PX_PER_MODULE:
            self.times = int(native / _SHRUNK_PX_PER_MODULE)
        self._scale = native / self.times
        self._typical = self._typical_for(_USUAL_BLUR)

    def search(
        self,
        grey: Grey,
        effort: Effort = QUICK,
        area: Area | None = None,
        known: Sequence[Look] = (),
    ) -> list[Look]:
        """Every place that looks like a tag of this form, best first, none twice.

        *area*: look only there. *known*: do not look there again.
        """
        ortho = self._ortho if area is None else self._ortho.window(area)
        poses = self._propose(ortho, grey, effort, poses_of(known).centres)
        small = shrunk(grey, self.times)
        if self.blur is None:
            # The first are the best explained: enough to learn from, in the usual case.
            first = poses.take(np.arange(min(len(poses.centres), _FIRST)))
            self._learn_blur(small, self.read_at(small, first, doubtful=False))
        if self.blur is None:
            self._learn_blur(small, self.read_at(small, first))
        if self.blur is None:
            return self._read_softer(small, poses)
        return best_told(self.read_at(small, poses, effort.doubtful))

    def _read_softer(self, small: Grey, poses: Poses) -> list[Look]:
        """The looks when it is not known how soft the camera draws: as soft as reads most.

        It is kept for this picture only, unless enough read well to learn from them.
        """
        trials = []
        for self.blur in (_USUAL_BLUR, *SOFTER):
            trials.append(best_told(self.read_at(small, poses)))
        self.blur = None
        looks = max(trials, key=lambda some: sum(look.rho for look in best_sure(some)))
        self._learn_blur(small, looks)
        return looks if self.blur is None else best_told(self.read_at(small, poses))

    def _learn_blur(self, small: Grey, looks: list[Look]) -> None:
        """Find out how soft the camera draws, if there are enough tags that read well."""
        sure = best_sure(looks)
        if len(sure) < _FEWEST_JUDGES:
            return
        own = np.array([look.row for look in sure[:_BLUR_JUDGES]])
        near = poses_of(sure[:_BLUR_JUDGES])
        maps = self._maps(near.centres)
        self.blur = find_blur(small, maps, near, own, self.form, self._scale)
        self._typical = self._typical_for(self.blur)

    def _typical_for(self, blur: Blur) -> Typical:
        """What the symbols share, as soft as this camera draws them in the rectified picture."""
        native = self._scale * self.times
        soft_px = max(_ORTHO_BLUR_PX, blur.sigma_px * self.times * self._ortho_scale / native)
        return self.form.typical(self._ortho_scale, round(soft_px, 1), _ORTHO_SOFT_PX)

    def read_at(self, small: Grey, poses: Poses, doubtful: bool = True) -> list[Look]:
        """What stands at places near *poses*; *small* is the picture shrunk ``times``.
        *doubtful*: also look again where nothing is believed, see ``Effort``."""
        groups = [(poses.take(rows), scale) for rows, scale in self._by_scale(poses)]
        looks: list[Look] = []
        for near, scale in groups:
            looks += self._read(self._sight(small, near, scale), near, doubtful)
        for near, scale in groups if doubtful else ():
            looks += self._read_burnt(small, near, scale, looks)
        return looks

    def _read_burnt(
        self, small: Grey, poses: Poses, scale: float, known: Sequence[Look]
    ) -> list[Look]:
        """What stands where burnt paper was not believed, as if the sensor filled ever earlier:
        each place until that explains it no better, all until every tag is read."""
        grid = self._bank(scale, per_module=1).grid
        patches = sample(small, self._maps(poses.centres), poses, grid, fine=False)
        near = poses.take(np.nonzero(is_burnt(patches))[0])
        sure = list(filter(is_believed, known)) if len(near.centres) else []
        final = sure
        by_light: dict[float, list[Look]] = {}
        looks: list[Look] = []
        for full in _FULL_AT:
            near = free_of(near, final)
            if len(near.centres) == 0 or is_complete(self.form, final):
                return looks
            some = self._read(self._sight(small, near, scale, full), near, doubtful=False)
            final = [*sure, *(one for one in best_sure(looks + some) if one not in some)]
            by_light[full] = some
            looks += some
        # A figure stands in what is left.
        sure += best_sure(looks)
        lit, left = likest_light(by_light, sure)
        sight = self._sight(small, near, scale, lit)
        looks += self._read_in_parts(sight, left, sure)
        sight.forget_parts()
        return looks

    def follow(self, small: Grey, poses: Poses, rows: Rows, steps: int) -> list[Look]:
        """The look at each pose, fitted with the template of each row alone, in order."""
        looks: dict[int, Look] = {}
        for some, scale in self._by_scale(poses):
            near = poses.take(some)
            sight = self._sight(small, near, scale)
            own = sight.bank.own(rows[some])
            fit = refine(small, sight.maps, near, sight.bank.grid, own, steps)
            looks.update(zip(some.tolist(), self._looks(sight, fit, rows[some]), strict=True))
        return [looks[i] for i in range(len(rows))]

    def templates_for(self, looks: Sequence[Look]) -> Iterator[tuple[Rows, Poses, Bank]]:
        """The looks in groups of one scale: their places in the list, poses and templates."""
        poses = poses_of(looks)
        for some, scale in self._by_scale(poses):
            yield some, poses.take(some), self._bank(scale)

    def maps_for(self, poses: Poses, times: int | None = None) -> LocalMaps:
        """From the plane to the picture shrunk so often, as it is read if not said."""
        return self._maps(poses.centres, times)

    def in_pixels(self, places: Complex) -> Complex:
        """(n,) places on the plane of the tags to places in the camera's own picture."""
        return project(self._calibration, places, self._height_in)

    def grip(self, looks: Sequence[Look]) -> tuple[Complex, Array32]:
        """Where each look is sampled, and what turns the samples into its pose.

        (n, samples) places in the camera's picture, right + down·i, and (n, 5, samples) the
        rows of ``pose.solvers``.
        """
        rows = np.array([look.row for look in looks])
        count = Grid(self.form.modules).side ** 2
        places = np.empty((len(rows), count), dtype=np.complex128)
        answers = np.empty((len(rows), 5, count), dtype=np.float32)
        for some, near, bank in self.templates_for(looks):
            places[some] = in_picture(self.maps_for(near, 1), near, bank.grid.points)
            answers[some] = solvers(bank.own(rows[some]), bank.grid, near)
        return places, answers

    @property
    def reach_px(self) -> float:
        """Diagonal of a symbol with its quiet zone, pixels."""
        return 1.5 * (self.form.modules + 8) * self._scale * self.times

    def warm(self) -> None:
        """Make the templates now that the first picture will need."""
        for per_module in (PER_MODULE, 1):
            self._bank(self._scale, per_module)

    def row_of(self, payload: str) -> int | None:
        """The row of a tag in play, None if it is not of this form."""
        names = [spec.payload for spec in self.form.specs]
        return names.index(payload) if payload in names else None

    def area_of(self, box: Box) -> Area | None:
        """The part of the plane a box of the picture shows; None past the table."""
        across, down = np.linspace(box[0], box[2], 3), np.linspace(box[1], box[3], 3)
        points = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
        try:
            table = self._calibration.to_table(points, self._height_in)
        except CalibrationError:
            return None
        (west, south), (east, north) = table.min(axis=0), table.max(axis=0)
        return float(west), float(south), float(east), float(north)

    def poses_from(self, corners_px: Corners) -> Poses | None:
        """The pose of a symbol with these corners, None if they look past the table."""
        try:
            table = self._calibration.to_table(np.array(corners_px), self._height_in)
        except CalibrationError:
            return None
        places = table[:, 0] + 1j * table[:, 1]
        right = (places[1] - places[0] + places[2] - places[3]) / 2 / self.form.modules
        return Poses(np.array([places.mean()]), np.array([right]), np.zeros(1, dtype=np.intp))

    def _propose(self, ortho: Ortho, grey: Grey, effort: Effort, taken: Complex) -> Poses:
        """Places that a coarse fit of what all tags share explains, best first, none twice."""
        picture = ortho.picture(grey)
        form = self.form
        found = propose(ortho, picture, form.size_in, self._typical, effort, taken)
        poses = Poses(found.centres, found.modules, found.parts)
        poses = poses.take(np.nonzero(self._is_seen(poses.centres))[0])
        soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), _ORTHO_SOFT_PX), dtype=np.uint8)
        for robust, least in ((False, _ROUGHLY_EXPLAINED), (True, _COARSE_EXPLAINED)):
            poses = self._sifted(ortho, soft, poses, robust, least)
        return poses

    def _is_seen(self, centres: Complex) -> NDArray[np.bool_]:
        """Whether places lie in the camera's picture: round it the plane's picture is blank."""
        at = project(self._calibration, centres, self._height_in)
        lens = self._calibration.lens
        seen = (at.real > 0) & (at.real < lens.width_px)
        return np.asarray(seen & (at.imag > 0) & (at.imag < lens.height_px))

    def _sifted(self, ortho: Ortho, soft: Grey, poses: Poses, robust: bool, least: float) -> Poses:
        """Two steps of a coarse fit in the rectified picture; what it explains well enough."""
        if len(poses.centres) == 0:
            return poses
        soft_px = float(np.hypot(self._typical.soft_px, _ORTHO_SOFT_PX))
        bank = self.form.bank(self._ortho_scale, Blur(soft_px, 0.0), per_module=1)
        maps = ortho.maps(poses.centres)
        fit = refine(soft, maps, poses, bank.grid, bank.common, 2, robust=robust, fine=False)
        size = np.abs(fit.poses.modules) * self.form.modules / self.form.size_in
        good = (fit.explained > least) & (np.abs(size - 1) < _SIZE_SLACK)
        rows = np.nonzero(good & (fit.contrast > 0))[0]
        kept = apart(fit.poses.take(rows), fit.explained[rows], self.form.size_in / 16)
        return fit.poses.take(rows[kept])

    def _read(
        self, sight: Sight, poses: Poses, doubtful: bool = True, known: Sequence[Look] = ()
    ) -> list[Look]:
        """*known*: what was believed at these places in other light."""
        bank, coarse = sight.bank, sight.coarse
        # Half as many samples a side are plenty for what all tags share.
        fit = refine(sight.grey, sight.maps, poses, coarse.grid, coarse.common, 2)
        patches = sample(sight.grey, sight.maps, fit.poses, bank.grid, fine=True)
        first = bank.judge(patches, fit.poses.parts)
        rows = np.nonzero(first.rho > _WORTH_A_NAME)[0]
        if len(rows) == 0:
            return []
        best, maps = first.best[rows], sight.maps.take(rows)
        own = refine(sight.grey, maps, fit.poses.take(rows), bank.grid, bank.own(best), 2)
        looks = self._looks(replace(sight, maps=maps), own, best)
        return looks + self._read_in_parts(sight, looks, known) if doubtful else looks

    def _read_in_parts(
        self, sight: Sight, looks: Sequence[Look], known: Sequence[Look]
    ) -> list[Look]:
        """What is believed in another part of its symbol than was tried: a figure stands in it."""
        if self.form.symbol != "qr" or sight.bank.blur.sigma_px > _SOFTEST_IN_PART * self._scale:
            return []
        sure, others = sure_and_others(looks)
        taken = [*sure, *filter(is_believed, known)]
        # Where a tag is believed, others that lie on it are bad fits of that same tag.
        doubtful = [
            look for look in others if look.common > _SHOWS_FINDERS and is_free(look.centre, taken)
        ]
        if not doubtful:
            return []
        poses = poses_of(doubtful)
        maps = self._maps(poses.centres)
        # Burnt light's templates serve once: a coarse choice of the part is enough for them.
        bank = sight.bank if sight.bank.blur.full == 1 else sight.coarse
        patches = sample(sight.grey, maps, poses, bank.grid, fine=bank is sight.bank)
        rows, best, parts = clearest_parts(bank, patches)
        if len(rows) == 0:
            return []
        some, near = maps.take(rows), Poses(poses.centres[rows], poses.modules[rows], parts)
        fit = refine(sight.grey, some, near, sight.bank.grid, sight.bank.own(best), 3)
        return list(filter(is_believed, self._looks(replace(sight, maps=some), fit, best)))

    def _looks(self, sight: Sight, fit: Fit, rows: Rows) -> list[Look]:
        scores = sight.bank.judge(fit.patches, fit.poses.parts, rows)
        half = self.form.modules / 2
        square = np.array([-1 + 1j, 1 + 1j, 1 - 1j, -1 - 1j]) * complex(half)
        at = in_picture(sight.maps, fit.poses, square)
        corners = (at + 0.5 * (1 + 1j)) * self.times - 0.5 * (1 + 1j)
        px_per_module = sight.maps.px_per_in() * np.abs(fit.poses.modules) * self.times
        floor = np.where(is_burnt(fit.patches), _BURNT_SIGMA_PX, _SIGMA_FLOOR_PX)
        sigma = np.hypot(_SIGMA_FACTOR * fit.shift_sigma * px_per_module, floor)
        return [
            Look(
                self.form,
                int(rows[i]),
                complex(fit.poses.centres[i]),
                complex(fit.poses.modules[i]),
                corners_of(corners[i]),
                float(sigma[i]),
                float(scores.rho[i]),
                float(scores.margin[i]),
                float(scores.common[i]),
                float(fit.explained[i]),
                float(fit.inliers[i]),
                apart=float(scores.apart[i]),
                part=int(fit.poses.parts[i]),
            )
            for i in range(len(rows))
        ]

    def _by_scale(self, poses: Poses) -> Iterator[tuple[Rows, float]]:
        """The poses in groups for which one set of templates is right, and the scale of it."""
        if len(poses.centres) == 0:
            return
        steps = np.log(self._px_per_module(poses.centres) / self.times / self._scale)
        bins = np.rint(steps / np.log(SCALE_STEP)).astype(int)
        for one in np.unique(bins).tolist():
            scale = self._scale * SCALE_STEP**one
            yield np.nonzero(bins == one)[0], scale

    def _sight(self, small: Grey, near: Poses, scale: float, full: float = 1.0) -> Sight:
        banks = self._bank(scale, full=full), self._bank(scale, 1, full)
        return Sight(small, self._maps(near.centres), *banks)

    def _bank(self, scale: float, per_module: int = PER_MODULE, full: float = 1.0) -> Bank:
        blur = replace(self.blur or _USUAL_BLUR, full=full)
        return self.form.bank(scale, blur, per_module)

    def _maps(self, centres: Complex, times: int | None = None) -> LocalMaps:
        """From places to the picture shrunk so often, as it is read if not said."""
        reach = self.form.size_in / 2
        maps = local_maps(self._calibration, centres, self._height_in, reach)
        return maps.shrunk(times or self.times)

    def _px_per_module(self, centres: Complex) -> NDArray[np.float64]:
        """Pixels of the camera's own picture that a module covers there."""
        maps = self._maps(centres, 1)
        return maps.px_per_in() * self.form.size_in / self.form.modules
