"""The throw in the tray as the page is given it: plain data, with addresses of its pictures."""

from __future__ import annotations

from rules.kernel.protocol import Plain
from vision.table.throw import Throw
from webui.game.position import Present
from webui.game.throws.dice_question import DiceQuestion, asked_roll, sides_of
from webui.game.throws.dice_setting import setting_of, wishes


def dice_view(question: DiceQuestion | None, present: Present) -> Plain:
    """What lies in the tray for the open question, and what was agreed; None without a tray."""
    if question is None:
        return None
    sides = sides_of(present)
    throw = question.offer()
    roll = asked_roll(present.opened)
    return {
        "source": question.table.source,
        "simulated": question.table.abilities.simulated,
        "setting": setting_of(present.line, sides),
        "wishes": dict(wishes(present.line, sides)),
        "trouble": question.table.trouble(),
        "can_throw": question.table.abilities.throw is not None,
        "again": list(question.again),
        "throw": None if throw is None or roll is None else _plain(throw),
    }


def _plain(throw: Throw) -> Plain:
    dice = [
        {"face": die.face, "why": die.why, "url": f"/dice/{throw.number}-{index}.jpg"}
        for index, die in enumerate(throw.dice)
    ]
    return {"number": throw.number, "sure": throw.sure, "dice": dice}
