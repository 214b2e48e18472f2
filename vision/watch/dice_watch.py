"""Watches one dice tray in a thread of its own: a camera in, the throw to be offered out."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from vision.cameras.camera import Picture
from vision.cameras.decode import in_colour
from vision.cameras.newest import NewestFrame, Shot
from vision.dice.tray import Tray, TrayError
from vision.dice.tray_watcher import TrayWatcher
from vision.simulator.dice.dice_tray import DiceTrayCamera
from vision.table.abilities import TrayAbilities
from vision.table.throw import Die, Throw

NO_TRAY = (
    "no dice tray is seen: lay the printed tray under the camera, or mark yours on its picture"
)
NO_PICTURE = "the dice camera gives no picture now: look at its cable, then mark the tray again"

CROP_PX, CROP_SIDES = 96, 1.9
PICTURE_PX = 800
_QUALITY = 85

_IDLE_S = 0.4
"""Between two pictures that are looked at while no dice are asked for."""

_SEEK_IDLE_S = 10.0
"""Between two that a printed tray is looked for in while no dice are asked for: most tables have
none, and one search of a 4K picture is a third of a second's work."""

_STEP_S, _CLOSE_S = 0.05, 10.0

_log = logging.getLogger(__name__)


class Shots(Protocol):
    """Where the newest picture is had: ``NewestFrame``, or the table's watcher."""

    def newest(self) -> Shot | None:
        """The newest good picture, None when there is none that is fresh."""
        ...

    def trouble(self) -> str:
        """Why there is none, as a sentence; "" when all is well."""
        ...


@dataclass(frozen=True, slots=True)
class _Shown:
    """A throw with its pictures, JPEG."""

    throw: Throw
    picture: bytes
    crops: tuple[bytes, ...]


class DiceWatch:
    """One tray; satisfies the page's ``DiceTable``."""

    def __init__(
        self,
        shots: Shots,
        watcher: TrayWatcher,
        source: str,
        let_go: Callable[[], None] = lambda: None,
    ) -> None:
        """*let_go* is called once when this is closed; ``start`` begins to watch."""
        self.source = source
        self._shots = shots
        self._watcher = watcher
        self._let_go = let_go
        self._lock = threading.Lock()
        self._asked: list[tuple[Die, ...]] = []
        self._marked: Tray | None = None
        self._turn = 0
        self._wanted = False
        self._seen_s = float("-inf")
        self._grey: Picture | None = None
        self._shown: _Shown | None = None
        self._last: _Shown | None = None
        self._trouble = ""
        self._version = 1
        self._stop = threading.Event()
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def abilities(self) -> TrayAbilities:
        """People throw these dice."""
        return TrayAbilities()

    def start(self) -> None:
        """Watch in a thread from now on."""
        self._thread = threading.Thread(target=self._run, name="dice", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop watching. May be called twice."""
        if self._stop.is_set():
            return
        self._stop.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(timeout=_CLOSE_S)
        self._let_go()

    def ask(self, again: Sequence[Die] = ()) -> None:
        """Dice are asked for; those of *again* are to be thrown once more."""
        with self._lock:
            self._asked.append(tuple(again))
            self._turn, self._wanted = self._turn + 1, True
            self._put(None)
        self._wake.set()

    def rest(self) -> None:
        """No dice are asked for."""
        with self._lock:
            self._wanted = False
            self._put(None)

    def offer(self) -> Throw | None:
        """The throw that lies there since dice were asked for."""
        shown = self._shown
        return None if shown is None else shown.throw

    def crop(self, number: int, index: int) -> bytes | None:
        """One die of the throw offered now or last."""
        shown = self._shown or self._last
        if shown is None or shown.throw.number != number or not 0 <= index < len(shown.crops):
            return None
        return shown.crops[index]

    def picture(self, number: int) -> bytes | None:
        """The tray with the throw offered now."""
        shown = self._shown
        return None if shown is None or shown.throw.number != number else shown.picture

    def view(self) -> bytes | None:
        """What the camera sees now."""
        shot = self._shots.newest()
        return None if shot is None else _jpeg(_smaller(_in_colour(in_colour(shot.frame))))

    def mark(self, corners: Sequence[tuple[float, float]]) -> None:
        """The tray has these four corners, in order round it, until the program ends.

        *corners*: shares of the picture's width and height, 0 to 1.

        Raises:
            TrayError: there is no picture, or that is no tray; a sentence.
        """
        shot = self._shots.newest()
        if shot is None:
            raise TrayError(NO_PICTURE)
        high, wide = shot.frame.picture.shape[:2]
        first, second, third, fourth = ((x * wide - 0.5, y * high - 0.5) for x, y in corners)
        tray = Tray((first, second, third, fourth))
        with self._lock:
            self._marked = tray
        self._wake.set()

    def trouble(self) -> str:
        """Why nothing is read now."""
        return self._trouble

    def version(self) -> int:
        """Grows whenever offer or trouble change."""
        return self._version

    def step(self) -> None:
        """Look at the newest picture, if there is a new one."""
        with self._lock:
            turn, asked, wanted = self._turn, self._asked, self._wanted
            self._asked = []
            marked, self._marked = self._marked, None
        if marked is not None:
            self._watcher.mark(marked)
        for again in asked:
            self._watcher.ask(again)
        shot = self._shots.newest()
        if shot is None:
            self._say(turn, None, None)
            return
        since_s = shot.came_s - self._seen_s
        seeks = self._watcher.tray is None
        if since_s <= 0 or not wanted and since_s < (_SEEK_IDLE_S if seeks else _IDLE_S):
            return
        self._seen_s = shot.came_s
        frame = shot.frame
        # The very array of the last look: a stream that knows that nothing moved gives it again.
        same, self._grey = bool(frame.coded) and frame.picture is self._grey, frame.picture
        if same and not wanted:
            return
        # A mat is found by its markers, which are black and white.
        picture = frame.picture if seeks else _in_colour(in_colour(frame))
        throw = self._watcher.look(picture, shot.came_s)
        self._say(turn, throw, picture)

    def _say(self, turn: int, throw: Throw | None, picture: Picture | None) -> None:
        trouble = self._shots.trouble()
        if not trouble and self._watcher.tray is None:
            trouble = NO_TRAY
        known = self._shown
        if throw is None or picture is None:
            shown = None
        elif known is not None and known.throw.number == throw.number:
            shown = known
        else:
            shown = _shown(throw, picture, self._watcher.tray)
        with self._lock:
            if trouble != self._trouble:
                self._trouble, self._version = trouble, self._version + 1
            # What was seen for an earlier question is no answer to this one.
            if turn == self._turn:
                self._put(shown if self._wanted else None)

    def _put(self, shown: _Shown | None) -> None:
        if shown is not self._shown:
            # Screens may still ask for the dice of a throw that was just taken.
            self._last = self._shown or self._last
            self._shown, self._version = shown, self._version + 1

    def _run(self) -> None:
        while not self._stop.is_set():
            self._wake.wait(_STEP_S if self._wanted else _IDLE_S)
            self._wake.clear()
            try:
                self.step()
            except Exception:
                # The thread must outlive a surprise: people can still type their dice.
                _log.exception("the dice could not be read")
                self._stop.wait(1.0)


class SimulatedDice(DiceWatch):
    """The drawn tray, whose dice the program throws."""

    def __init__(self, camera: DiceTrayCamera, newest: NewestFrame) -> None:
        """*newest* reads *camera*, and is closed with this."""
        first, second, third, fourth = camera.corners_px
        watcher = TrayWatcher(Tray((first, second, third, fourth)))
        super().__init__(newest, watcher, camera.source, newest.close)
        self._camera = camera

    @property
    def abilities(self) -> TrayAbilities:
        """Its dice are drawn, and thrown by the program."""
        return TrayAbilities(simulated=True, throw=self.throw)

    def throw(self, count: int, again: Sequence[Die] = ()) -> None:
        """Throw *count* dice after all that lie there were lifted; or only those of *again*.

        Raises:
            TooManyDice: so many dice do not fit; a sentence.
        """
        self._camera.throw(count, [(die.x_px, die.y_px) for die in again])


def simulated_dice() -> SimulatedDice:
    """The drawn tray, watched from now on."""
    camera = DiceTrayCamera()
    newest = NewestFrame(camera)
    newest.start()
    dice = SimulatedDice(camera, newest)
    dice.start()
    return dice


def _in_colour(picture: Picture) -> Picture:
    if picture.ndim == 3:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def _shown(throw: Throw, picture: Picture, tray: Tray | None) -> _Shown:
    left, top, right, low = (0.0, 0.0, picture.shape[1], picture.shape[0])
    if tray is not None:
        left, top, right, low = tray.bounds_px(8.0)
    whole = picture[max(0, int(top)) : int(low) + 1, max(0, int(left)) : int(right) + 1]
    crops = tuple(_jpeg(_round(die, picture)) for die in throw.dice)
    return _Shown(throw, _jpeg(_smaller(whole)), crops)


def _smaller(whole: Picture) -> Picture:
    """As a page shows it: at most so many pixels wide."""
    scale = min(1.0, PICTURE_PX / whole.shape[1])
    size = (max(1, round(whole.shape[1] * scale)), max(1, round(whole.shape[0] * scale)))
    return np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _round(die: Die, picture: Picture) -> Picture:
    """A square round a die."""
    side = max(8, round(CROP_SIDES * die.size_px))
    middle = (float(die.x_px), float(die.y_px))
    cut = cv2.getRectSubPix(picture, (side, side), middle)
    size = (CROP_PX, CROP_PX)
    method = cv2.INTER_AREA if side > CROP_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(cut, size, interpolation=method), dtype=np.uint8)


def _jpeg(picture: Picture) -> bytes:
    done, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not done:
        raise RuntimeError("OpenCV could not write a JPEG")
    return coded.tobytes()
