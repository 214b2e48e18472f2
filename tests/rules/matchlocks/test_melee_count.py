"""Who counts in melee and how many dice that is: the inventory's own figures."""

from __future__ import annotations

from typing import Any

import pytest

from rules.matchlocks.close_combat.melee_count import Footing, melee_dice
from tests.rules.matchlocks.scenes import battle

F = Footing
ATTACKS = F(attacking=True)
LINE = {"formation": "line"}


@pytest.mark.parametrize(
    ("rule", "kind", "more", "footing", "dice"),
    [
        ("NMM-MEL-24", "battalia", {}, F(), 16),
        ("NMM-MEL-25", "battalia", {"shot": 10}, F(), 13),
        ("NMM-MEL-26", "battalia", {"shot": 15, "hedgehog": True}, F(), 16),
        ("NMM-MEL-27", "cuirassiers", {"shot": 7}, F(), 11),
        ("NMM-MEL-28", "musketeers", {}, F(), 6),
        ("NMM-MEL-28", "musketeers", {"shot": 9}, F(), 5),
        ("NMM-MEL-29", "pike_square", {}, ATTACKS, 24),
        ("NMM-MEL-29", "pike_stand", {}, ATTACKS, 12),
        ("NMM-MEL-30", "pike_square", {}, F(), 18),
        ("NMM-MEL-30", "pike_stand", {}, F(), 12),
        ("NMM-MEL-31", "pike_square", {"pikes": 20, "hedgehog": True}, F(), 20),
        ("NMM-MEL-32", "dragoons", {"mounted": False}, F(), 4),
        ("NMM-MEL-32", "forlorn", {"shot": 5}, F(), 3),
        ("NMM-MEL-33", "harquebusiers", LINE, F(), 12),
        ("NMM-MEL-33", "harquebusiers", {"shot": 6}, F(), 9),
        ("NMM-MEL-34", "battalia", {"disarray": 1}, F(), 8),
        ("NMM-MEL-34", "pike_square", {"disarray": 1}, F(), 12),
        ("NMM-MEL-35", "harquebusiers", {"disarray": 1}, F(), 6),
        ("NMM-MEL-36", "harquebusiers", {}, F(zone="flank"), 3),
        ("NMM-MEL-36", "harquebusiers", LINE, F(zone="rear"), 6),
        ("NMM-MEL-36", "musketeers", {}, F(zone="rear"), 2),
        ("NMM-MEL-36", "battalia", {}, F(zone="flank"), 4),
        ("NMM-MEL-37", "pike_square", {}, F(attacking=True, over=True), 12),
        ("NMM-MEL-37", "musketeers", {}, F(attacking=True, over=True), 3),
        ("NMM-MEL-38", "battalia", {}, F(attacking=True, into=True), 8),
        ("NMM-MEL-39", "harquebusiers", {"shot": 4}, F(), 6),
        ("NMM-MEL-40", "dragoons", {}, F(), 8),
        ("NMM-MEL-40", "dragoons", {"shot": 7}, F(v_horse=True), 4),
        ("NMM-MEL-41", "pike_stand", {}, F(), 12),
        ("NMM-MEL-42", "field_gun", {}, F(), 2),
        ("NMM-MEL-73", "musketeers", {"disarray": 1}, F(round=2, turned=True), 3),
        ("NMM-MEL-77", "harquebusiers", {}, F(round=2, fed=True), 6),
        ("NMM-MEL-81", "battalia", {"shot": 10, "disarray": 1}, F(round=3), 8),
        ("NMM-MEL-82", "harquebusiers", {"disarray": 1}, F(round=3), 3),
        ("NMM-MEL-90", "pike_square", {"hedgehog": True}, F(zone="rear"), 24),
        ("NMM-DIS-02", "musketeers", {"disarray": 1}, F(), 3),
        ("NMM-DIS-03", "harquebusiers", {"disarray": 1}, F(), 6),
        ("NMM-DIS-04", "forlorn", {"disarray": 1}, F(), 2),
        ("NMM-DIS-05", "battalia", {"disarray": 2}, F(), 8),
        ("NMM-DAU-01", "battalia", {"daunted": True}, F(), 8),
    ],
)
def test_dice(rule: str, kind: str, more: dict[str, Any], footing: Footing, dice: int) -> None:
    state = battle({"R": {"kind": kind, **more}})
    assert melee_dice(state, state.units["R"], footing).dice == dice


@pytest.mark.parametrize(
    ("switch", "kind", "more", "footing", "dice"),
    [
        # NMM-AMB-001: 7 Disarrayed horse, 3.5 x 1.5 = 5.25, or 4 figures = 6 dice.
        ("rounding_mode=final_only", "harquebusiers", {"shot": 7, "disarray": 1}, F(), 5),
        ("rounding_mode=each_step", "harquebusiers", {"shot": 7, "disarray": 1}, F(), 6),
        # NMM-AMB-091: half of each arm, 4M + 2P = 4 dice; the wing only, 6M = 3 dice.
        ("half_rank_mix=wing", "battalia", {}, F(zone="flank"), 3),
        # NMM-AMB-093: 4 + 8 = 12 dice.
        ("battalia_obstacle=split", "battalia", {}, F(attacking=True, over=True), 12),
        # NMM-AMB-107: one rank of a line is 8 figures, 12 dice, or at most 4, 6 dice.
        ("feed_rank_line=literal", "harquebusiers", LINE, F(round=2, fed=True), 12),
        ("feed_rank_line=four", "harquebusiers", LINE, F(round=2, fed=True), 6),
        # NMM-AMB-110: attacking pikes later: three ranks, four, two.
        ("pike_round2=3", "pike_square", {}, F(round=2), 18),
        ("pike_round2=4", "pike_square", {}, F(round=2), 24),
        ("pike_round2=2", "pike_square", {}, F(round=2), 12),
        # NMM-AMB-111: half a rank in round three, or half its number everywhere.
        ("disarrayed_cavalry=half_number", "harquebusiers", {"disarray": 1}, F(round=3), 6),
        # NMM-AMB-141: the front rank of a Disarrayed Square.
        ("square_disarray=front_rank", "pike_square", {"disarray": 1}, F(), 6),
        # NMM-AMB-145: a gun crew of 3 hit in flank: all, or half (0.75 of a die).
        ("loose_flank=half", "field_gun", {}, F(zone="flank"), 1),
        # NMM-AMB-096: mounted Dragoons against mounted Dragoons.
        ("dragoon_v_dragoon=0.5", "dragoons", {}, F(v_dragoons=True), 4),
        ("dragoon_v_dragoon=1", "dragoons", {}, F(v_dragoons=True), 8),
        # NMM-AMB-006 B: a horse Detachment of 4 at 0.5 a figure.
        ("horse_detachment_class=skirmisher", "horse_detachment", {}, F(), 2),
        ("horse_detachment_class=mixed", "horse_detachment", {}, F(), 6),
        # NMM-AMB-085: a Disarrayed hedgehog: front rank (8 dice), or everybody.
        ("hedgehog_disarray=front_rank", "battalia", {"disarray": 1, "hedgehog": True}, F(), 8),
        ("hedgehog_disarray=all", "battalia", {"disarray": 1, "hedgehog": True}, F(), 16),
        # NMM-AMB-094: the garrison counts whole, or half.
        ("building_defender=half", "musketeers", {"shot": 6}, F(garrison=True), 2),
    ],
)
def test_house_rule(
    switch: str, kind: str, more: dict[str, Any], footing: Footing, dice: int
) -> None:
    name, value = switch.split("=")
    state = battle({"R": {"kind": kind, **more}}, house={name: value})
    assert melee_dice(state, state.units["R"], footing).dice == dice


def test_smallest_single_count_or_product() -> None:
    """NMM-AMB-095: a Disarrayed Battalia hit in flank: 4 dice (half a rank) or less."""
    units = {"R": {"kind": "battalia", "disarray": 1}}
    flank = F(zone="flank")
    least = battle(units)
    product = battle(units, house={"count_stack": "multiply"})
    assert melee_dice(least, least.units["R"], flank).dice == 4
    # 24 figures x 12/24 x 6/24 = 3 figures, a third of them pikes: 2 x 0.5 + 1 = 2 dice.
    assert melee_dice(product, product.units["R"], flank).dice == 2
