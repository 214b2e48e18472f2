"""What happens at once ends the same, in whatever order it is entered (SKM-SEQ-06, SKM-SEQ-08)."""

from __future__ import annotations

import pytest

from rules.field.ruler import shifted
from rules.kernel.prompts import Look
from rules.kernel.protocol import Action
from rules.skirmish import SKIRMISH
from rules.skirmish.reactions.act import take_risks
from tests.rules.answered import run
from tests.rules.entered import ends
from tests.rules.skirmish.scene import field, state
from vision.table.snapshot import Snapshot

RED = {"side": "red", "kind": "Musketeers"}
WHITE = {"side": "white", "kind": "Musketeers"}


@pytest.mark.parametrize("seed", range(30))
def test_action_rolls_of_all_who_are_not_commanded(seed: int) -> None:
    """SKM-SEQ-08: every risk is taken from one table, so whoever rolls first changes nobody's."""
    told = state({"A": {**RED, "men": ["A1", "A2"]}, "B": {**RED, "men": ["B1", "B2"]},
                  "W": {**WHITE, "men": ["W1", "W2", "W3"]}, "X": {**WHITE, "men": ["X1"]}},
                 step="others")  # fmt: skip
    play = field(told, {"A1": (100, 100, 90), "A2": (103, 100, 90), "B1": (130, 100, 90),
                        "B2": (133, 100, 90), "W1": (100, 125, 270), "W2": (103, 125, 270),
                        "W3": (106, 125, 270), "X1": (131, 140, 270)})  # fmt: skip
    actions = tuple(Action("roll", name) for name in "ABWX")
    assert ends(SKIRMISH, told, play.table, actions, seed, {}) == 1


def back(look: Look, seen: Snapshot) -> Snapshot:
    """Who goes back goes 5 cm straight back: the red south."""
    men = [base.payload for base in seen.bases if base.unit == look.units[0]]
    red = any(base.side == "red" for base in seen.bases if base.unit == look.units[0])
    return shifted(seen, men, 0, -5.0 if red else 5.0)


@pytest.mark.parametrize("seed", range(30))
def test_two_melees(seed: int) -> None:
    """SKM-SEQ-06: all melees are fought in one step; the next does not hang on it."""
    told = state({"A": {**RED, "men": ["A1", "A2"]}, "W": {**WHITE, "men": ["W1", "W2"]},
                  "B": {**RED, "men": ["B1"]}, "X": {**WHITE, "men": ["X1"]}},
                 step="melee")  # fmt: skip
    play = field(
        told,
        {
            "A1": (60, 60, 90),
            "A2": (62.5, 60, 90),
            "W1": (60, 62.5, 270),
            "W2": (62.5, 62.5, 270),
            "B1": (150, 60, 90),
            "X1": (150, 62.5, 270),
        },
    )
    actions = (Action("fight", "A"), Action("fight", "X"))
    wishes = {"has won": "stand"}
    assert ends(SKIRMISH, told, play.table, actions, seed, wishes, hands=back) == 1


def test_a_risk_taken_before_the_first_roll_stays_whoever_has_moved_since() -> None:
    """SKM-SEQ-08: B's enemy is gone by the time B rolls, by the risk of before."""
    told = state({"A": {**RED, "men": ["A1", "A2"]}, "B": {**RED, "men": ["B1", "B2"]},
                  "W": {**WHITE, "men": ["W1", "W2", "W3"]}},
                 step="others", side="red")  # fmt: skip
    near = {"B1": (100, 100, 90), "B2": (103, 100, 90), "A1": (100, 97, 90), "A2": (103, 97, 90)}
    foe = {"W1": (100, 112, 270), "W2": (103, 112, 270), "W3": (106, 112, 270)}
    gone = {name: (x, y + 120, deg) for name, (x, y, deg) in foe.items()}
    before = run(take_risks(field(told, {**near, **foe})))
    after = before.on_table(field(told, {**near, **gone}).table)
    kept, anew = run(take_risks(after)), run(take_risks(after, again=True))
    assert kept.unit("B").risk == before.unit("B").risk != anew.unit("B").risk
