"""Chances worked as fractions by hand, and walked through the rules."""

from __future__ import annotations

from fractions import Fraction

from rules.kernel.odds import walk
from rules.skirmish.close_combat import melee
from rules.skirmish.fire import shooting
from rules.skirmish.reactions import act
from rules.skirmish.reactions.action_tables import SHOT
from tests.rules.skirmish.scene import field, state

SHOOTER = {"side": "red", "kind": "Musketeers", "men": ["A"], "commanded": True}
TARGET = {"side": "white", "kind": "Clubmen", "men": ["W"]}


def test_a_musket_at_short_range() -> None:
    """3 or more of 8 is 3/4; of that 1/3 kills, 1/6 wounds: 1/4, 1/8, and 5/8 unhurt."""
    told = state({"A": SHOOTER, "W": TARGET, "X": {**TARGET, "men": ["X"]}}, step="fire")
    play = field(told, {"A": (60, 60, 90), "W": (60, 68, 270), "X": (200, 200, 270)})

    def harm(after: object) -> str:
        man = after.state.figure("W")
        return "dead" if man.dead else "wounded" if man.wounds else "unhurt"

    chances = walk(lambda: shooting.shoot(play, play.unit("A"), play.unit("W")), harm)
    assert chances.chances == {
        "dead": Fraction(1, 4), "wounded": Fraction(1, 8), "unhurt": Fraction(5, 8)
    }  # fmt: skip


def test_shot_at_risk_4_run_or_take_cover() -> None:
    """Row 2-5: 1 withdraws, 2 takes cover, 3 and 4 halt, 5 and 6 may charge."""
    told = state({"A": {**SHOOTER, "commanded": False, "risk": 4}, "W": TARGET,
                  "B": {**SHOOTER, "men": ["B"]}}, step="others")  # fmt: skip
    play = field(told, {"A": (60, 60, 90), "W": (60, 200, 270), "B": (90, 60, 90)})
    chances = walk(
        lambda: act.action_roll(play, play.unit("A")), lambda after: after.unit("A").rolled
    )
    assert chances.chances == {
        "WITHDRAW": Fraction(1, 6), "COVER": Fraction(1, 6), "HALT": Fraction(1, 3),
        "CONT_FACE_CHARGE": Fraction(1, 6), "ADV_CHARGE": Fraction(1, 6),
    }  # fmt: skip
    assert SHOT.row(4).label == "2-5"


def test_equal_men_in_a_melee() -> None:
    """A wins 15 of 36; with a 6 against less 5/36 he kills, with a 5 against less 4/36 wounds."""
    sword = {"kind": "Swordsmen", "each": {"armour": []}}
    told = state({"A": {"side": "red", "men": ["A"], **sword},
                  "W": {"side": "white", "men": ["W"], **sword}}, step="melee")  # fmt: skip
    play = field(told, {"A": (60, 60, 90), "W": (60, 62.5, 270)})
    a, w = melee.Fighter("A", ("W",)), melee.Fighter("W", ("A",))
    counts: dict[str, int] = {}
    for mine in range(1, 7):
        for theirs in range(1, 7):
            _, harm = melee.bouts(play, (a,), (w,), {"A": mine, "W": theirs})
            what = harm[0][2] if harm and harm[0][1] == "W" else ""
            counts[what] = counts.get(what, 0) + 1
    assert (counts["kill"], counts["wound"]) == (5, 4)
    assert counts["kill"] + counts["wound"] + counts["lost"] == 15
