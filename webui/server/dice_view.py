"""The throw in the tray as the page is given it, with addresses of its pictures."""

from __future__ import annotations

from vision.table.throw import Throw
from webui.game.position import Present
from webui.game.throws.dice_question import DiceQuestion, asked_roll, sides_of
from webui.game.throws.dice_setting import setting_of, wishes
from webui.game.told.page.table import DiceShown, OfferedDie, OfferedThrow


def dice_view(question: DiceQuestion | None, present: Present) -> DiceShown | None:
    """What lies in the tray for the open question, and what was agreed; None without a tray."""
    if question is None:
        return None
    sides = sides_of(present)
    throw = question.offer()
    roll = asked_roll(present.opened)
    return DiceShown(
        source=question.table.source,
        simulated=question.table.abilities.simulated,
        setting=setting_of(present.line, sides),
        wishes=dict(wishes(present.line, sides)),
        trouble=question.table.trouble(),
        can_throw=question.table.abilities.throw is not None,
        again=list(question.again),
        throw=None if throw is None or roll is None else _offered(throw),
    )


def _offered(throw: Throw) -> OfferedThrow:
    dice = [
        OfferedDie(die.face, die.why, f"/dice/{throw.number}-{index}.jpg")
        for index, die in enumerate(throw.dice)
    ]
    return OfferedThrow(throw.number, throw.sure, dice)
