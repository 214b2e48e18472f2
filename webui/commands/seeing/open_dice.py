"""Which camera looks at the dice, and where the tray is on its picture."""

from __future__ import annotations

import argparse

from vision.cameras.camera import CameraError
from vision.cameras.choose import SIMULATED, open_camera
from vision.cameras.newest import NewestFrame
from vision.dice.tray import Tray, TrayError, tray_from_text
from vision.dice.tray_watcher import TrayWatcher
from vision.watch.dice_watch import DiceWatch, simulated_dice
from vision.watch.watcher import Watcher
from webui.game.seen.live import LiveTable


class CannotWatch(ValueError):
    """The tray's camera or corners are not what they should be; a sentence."""


def open_dice(options: argparse.Namespace, live: LiveTable) -> DiceWatch | None:
    """The watched tray, None where nothing looks at dice.

    A camera of its own where ``--dice-camera`` names one, else the table's. The simulated table
    has a drawn tray beside it; a real camera that fails never becomes that one.

    Raises:
        CannotWatch: there is no such camera, or ``--tray`` is no tray.
    """
    spec = options.dice_camera
    try:
        tray = tray_from_text(options.tray) if options.tray else None
        if spec == "none":
            return None
        if spec == SIMULATED or (not spec and live.abilities.simulated):
            return simulated_dice()
        if spec:
            return _own_camera(spec, tray)
    except (TrayError, CameraError) as why:
        raise CannotWatch(str(why)) from None
    if not isinstance(live, Watcher):
        return None
    # The table's own camera: closed by the table.
    dice = DiceWatch(live.newest, TrayWatcher(tray), live.source)
    dice.start()
    return dice


def _own_camera(spec: str, tray: Tray | None) -> DiceWatch:
    camera = open_camera(spec)
    newest = NewestFrame(camera, repeats=camera.repeats)
    newest.start()
    dice = DiceWatch(newest, TrayWatcher(tray), camera.source, newest.close)
    dice.start()
    return dice
