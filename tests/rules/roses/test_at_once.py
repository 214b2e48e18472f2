"""What happens at once ends the same, in whatever order it is entered (WOR-CMB-09, -12)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import msgspec
import pytest

from rules.field.ruler import shifted
from rules.kernel.prompts import Look
from rules.kernel.protocol import Action
from rules.roses import ROSES
from rules.roses.state import Play, State
from tests.rules.entered import ends, played
from tests.rules.roses.scene import field, unit
from vision.table.snapshot import Snapshot


def straight_back(play: Play) -> Callable[[Look, Snapshot], Snapshot]:
    """Models go straight back by the least that is asked; the red from north to south."""

    def hands(look: Look, seen: Snapshot) -> Snapshot:
        one = play.unit(look.units[0])
        words = look.what.split(" cm")[0].split()
        far = float(words[words.index("back") + 1]) if "back" in words else 0.0
        return shifted(seen, one.stands, 0, -far if one.side == "red" else far)

    return hands


def compared(state: State) -> State:
    """The state less the order in which combats were fought."""
    return msgspec.structs.replace(state, fought=tuple(sorted(state.fought)))


def fight_of(*kinds: str) -> Play:
    """A and C against W and X, A on W and C on X, far apart."""
    a, c = (unit(name, kind) for name, kind in zip("AC", kinds[:2], strict=True))
    w, x = (unit(name, kind, "white") for name, kind in zip("WX", kinds[2:], strict=True))
    return field((a, 20, 50, 90), (w, 20, 50, 270), (c, 120, 50, 90), (x, 120, 50, 270))


@pytest.mark.parametrize("seed", range(40))
def test_a_combat_is_the_same_whoever_names_it(seed: int) -> None:
    """WOR-CMB-09: both sides strike at once; A names it or W does."""
    play = fight_of("Retinue Bill", "Pike", "Dismounted Men at Arms", "Pike")
    wishes = {"has won": "hold"}
    found = {
        msgspec.json.encode(played(ROSES, play.state, play.table, (Action("fight", by),), seed,
                                   wishes, straight_back(play)))
        for by in "AW"
    }  # fmt: skip
    assert len(found) == 1


@pytest.mark.parametrize("seed", range(40))
def test_two_combats_do_not_hang_on_their_order(seed: int) -> None:
    play = fight_of("Shire Bill", "Pike", "Shire Bill", "Peasants")
    actions: tuple[Any, ...] = (Action("fight", "A"), Action("fight", "C"))
    wishes = {"has won": "hold"}
    count = ends(ROSES, play.state, play.table, actions, seed, wishes, compared,
                 straight_back(play))  # fmt: skip
    assert count == 1


@pytest.mark.parametrize("seed", range(40))
def test_shots_and_drive_backs_do_not_hang_on_their_order(seed: int) -> None:
    """WOR-DRV-01, -02: three shooters at two units, then all that are hit are driven back."""
    shooters = {name: unit(name, "Shire Bow") for name in "ABC"}
    w, x = unit("W", "Pike", "white"), unit("X", "Pike", "white")
    play = field(
        (shooters["A"], 60, 20, 90), (shooters["B"], 75, 20, 90), (shooters["C"], 110, 20, 90),
        (w, 66, 45, 270), (x, 110, 45, 270), phase="shooting",
    )  # fmt: skip
    shots = (Action("shoot", "A", "W"), Action("shoot", "B", "W"), Action("shoot", "C", "X"))
    found = set()
    for order in permutations(shots):
        state = played(ROSES, play.state, play.table, (*order, Action("end", "red")), seed, {},
                       straight_back(play))  # fmt: skip
        found.add(msgspec.json.encode(state))
    assert len(found) == 1
