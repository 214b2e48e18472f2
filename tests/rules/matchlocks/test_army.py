"""Armies: what a roster must satisfy, what units cost, what a battle begins with."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.protocol import Army, ArmyUnit, BadState
from rules.matchlocks.army import (
    ROSTER,
    army_points,
    balance_notes,
    check,
    cost,
    kind_called,
    split_fault,
)
from rules.matchlocks.movement.going import rate_of
from rules.matchlocks.page import status
from rules.matchlocks.setting_up.deploying import scouts
from rules.matchlocks.setting_up.mustering import agreed, cards_of, core_faults, is_short, muster
from rules.matchlocks.setting_up.preparation import (
    new_game,
    out_scouts,
    play_deck,
    read_state,
    starting_tokens,
)
from rules.matchlocks.tables import KINDS
from tests.rules.matchlocks.throws import run

General = ArmyUnit("G", "general", "the General")


def unit(kind: str, number: int = 1, **choices: str) -> ArmyUnit:
    return ArmyUnit(f"{kind}{number}", kind, kind, "One", choices=choices)


def army(*units: ArmyUnit, side: str = "Royalists", **house: str) -> Army:
    leader = ArmyUnit("L", "brigadier", "Lisle")
    return Army(side, "matchlocks", (General, leader, *units), brigades={"One": "L"}, house=house)


def faults(*units: ArmyUnit, **house: str) -> str:
    """The errors of an army, without its notes."""
    return " ".join(str(one) for one in check(army(*units, **house)) if one.kind == "fault")


def notes(*units: ArmyUnit, **house: str) -> str:
    return " ".join(str(one) for one in check(army(*units, **house)) if one.kind == "note")


def many(kind: str, count: int, **choices: str) -> list[ArmyUnit]:
    return [unit(kind, number, **choices) for number in range(count)]


# --- ARMY -----------------------------------------------------------------------------------


def test_an_army_may_be_of_any_size() -> None:
    """SET-01: 320 figures (13 Battalia and a bit) are no error."""
    assert faults(*many("battalia", 13), unit("firelocks", 99)) == ""


def test_a_unit_of_the_line_needs_a_brigade_a_light_one_does_not() -> None:
    """ARMY-01."""
    lone = ArmyUnit("B", "battalia")
    assert "NMM-ARMY-01" in faults(unit("battalia"), lone)
    assert "NMM-ARMY-01" not in faults(unit("battalia"), ArmyUnit("F", "forlorn"))
    assert "NMM-ARMY-01" in notes(unit("battalia"), ArmyUnit("F", "forlorn"))


def test_an_unknown_kind_of_unit_is_refused() -> None:
    """ARMY-02: there is no Squadron of pikes."""
    assert "NMM-ARMY-02" in faults(unit("battalia"), unit("pike_squadron"))


@pytest.mark.parametrize(
    ("kind", "shot", "rule"),
    [
        ("forlorn", "5", "NMM-ARMY-03"),
        ("harquebusiers", "9", "NMM-ARMY-14"),
        ("horse_detachment", "5", "NMM-ARMY-17"),
        ("dragoons", "7", "NMM-ARMY-18"),
        ("field_gun", "2", "NMM-ARMY-19"),
        ("light_gun", "3", "NMM-ARMY-20"),
    ],
)
def test_units_have_their_number_of_figures(kind: str, shot: str, rule: str) -> None:
    assert rule in faults(*many("battalia", 4), unit(kind, shot=shot))


def test_a_battalia_is_24_in_two_ranks_of_twelve() -> None:
    """ARMY-06."""
    kind = KINDS["battalia"]
    assert (kind.figures, kind.ranks, kind.shot, kind.pikes) == (24, 2, 16, 8)
    assert faults(*many("battalia", 2)) == ""


def test_an_early_battalia_may_be_half_pikes() -> None:
    """ARMY-07: 12M + 12P."""
    assert faults(unit("battalia", shot="12", pikes="12"), unit("battalia", 2)) == ""
    state = new_game((army(unit("battalia", shot="12", pikes="12")), enemy()), {})
    assert (state.units["battalia1"].shot, state.units["battalia1"].pikes) == (12, 12)


def enemy() -> Army:
    general = ArmyUnit("EG", "general", "Essex")
    return Army("Parliament", "matchlocks", (general, ArmyUnit("E1", "battalia", "", "E")))


def test_a_division_is_of_one_arm() -> None:
    """ARMY-08: 7M + 5P is none."""
    mixed = unit("musketeers", shot="7", pikes="5")
    assert "NMM-ARMY-08" in faults(unit("battalia"), mixed, divisions_agreed="yes")


@pytest.mark.parametrize(
    ("battalia", "musketeers", "stands", "good"),
    [(3, 4, 2, True), (3, 5, 2, False), (2, 2, 1, False)],
)
def test_a_split_keeps_every_figure(
    battalia: int, musketeers: int, stands: int, good: bool
) -> None:
    """ARMY-10: three Battalia are 48M + 24P; two leave 8M and 4P over. (ARMY-09: before the
    battle only, there is no action that splits or merges.)"""
    assert (split_fault(battalia, musketeers, stands) is None) is good


def test_left_over_figures_are_dropped_or_made_a_detachment_by_house_rule() -> None:
    """NMM-AMB-004 of ARMY-10: 2 Battalia, 32M: two Divisions leave 8, one and two Detachments 8."""
    assert split_fault(2, 2, 1, {"breakdown_leftovers": "drop"}) is None
    assert "NMM-ARMY-10" in str(split_fault(2, 2, 1, {"breakdown_leftovers": "detachment"}))


def test_independent_divisions_need_agreement() -> None:
    """ARMY-11, and the exception of Firelocks in ARMY-12."""
    assert "NMM-ARMY-11" in faults(unit("battalia"), unit("musketeers"))
    assert faults(unit("battalia"), unit("musketeers"), divisions_agreed="yes") == ""
    assert faults(unit("battalia"), unit("firelocks")) == ""


def test_a_square_is_one_unit_of_two_stands() -> None:
    """ARMY-13."""
    state = read_state({"units": {"S": {"side": "R", "kind": "pike_square"}}})
    assert (state.units["S"].pikes, state.units["S"].rear, state.units["S"].ranks) == (24, 12, 4)


def test_cuirassiers_in_line_are_a_formation_error() -> None:
    """ARMY-15."""
    assert "NMM-ARMY-15" in faults(unit("battalia"), unit("cuirassiers", formation="line"))


def test_every_horseman_who_is_no_cuirassier_is_a_harquebusier() -> None:
    """ARMY-16."""
    assert kind_called("Cavaliers") == kind_called("Ironside") == "harquebusiers"
    assert kind_called("Cuirassiers") == "cuirassiers"
    with pytest.raises(ValueError, match="NMM-ARMY-16"):
        kind_called("hussars")


def test_four_harquebusiers_are_a_detachment() -> None:
    """ARMY-17: 8 points Seasoned, no Army Morale."""
    assert cost(unit("horse_detachment")) == 8
    assert KINDS["horse_detachment"].tokens == 0


def test_a_plotton_needs_horse_to_go_with() -> None:
    """ARMY-05."""
    light = [*many("battalia", 2), unit("harquebusiers")]
    assert "NMM-ARMY-05" in notes(*light, unit("plotton"))
    assert "NMM-ARMY-05" not in notes(*light, unit("plotton", parent="harquebusiers1"))


def test_guns_of_a_brigade() -> None:
    """ARMY-22: two Light Guns, one Galloper with horse only."""
    foot, horse = many("battalia", 6), many("harquebusiers", 6)
    assert "NMM-ARMY-22" in faults(*foot, *many("light_gun", 3))
    assert "NMM-ARMY-22" not in faults(*foot, *many("light_gun", 2))
    assert "NMM-ARMY-22" in faults(*horse, *many("galloper", 2))
    assert "NMM-ARMY-22" in faults(*foot, unit("galloper"))
    assert "NMM-ARMY-22" not in faults(*horse, unit("galloper"))


def test_a_quarter_of_light_troops_and_guns_is_the_most() -> None:
    """ARMY-24: 160 points with 40 of them are legal, with 42 illegal."""
    core = [*many("battalia", 5)]  # 120
    guns = [unit("dragoons", 1), unit("dragoons", 2), unit("horse_detachment", 3)]  # 32
    assert faults(*core, *guns, unit("horse_detachment", 4)) == ""  # 40 of 160
    # 118 + 42 = 160: four Battalia (96), a Firelock Division (12) and a Pike Stand would be 120;
    # five Battalia with 42 of 162 is over a quarter as well.
    extra = [unit("forlorn", 5), unit("light_gun", 6), unit("light_gun", 7)]
    assert "NMM-ARMY-24" in faults(*core, unit("dragoons", 1), unit("dragoons", 2), *extra)


def test_the_quarter_may_be_of_the_grand_total() -> None:
    """NMM-AMB-007: leaders count then: 5 more points a Brigadier."""
    core = [*many("battalia", 5)]
    light = [unit("dragoons", 1), unit("dragoons", 2), unit("horse_detachment", 3)]
    over = [*core, *light, unit("field_gun", 4)]  # 41 of 161
    assert "NMM-ARMY-24" in faults(*over)
    assert "NMM-ARMY-24" not in faults(*over, quarter_basis="grand_total")  # 41 of 166


def test_unequal_armies_are_a_note_at_most() -> None:
    """ARMY-25 and PTS-14: 180 against 180 is balanced, 180 against 150 a note."""
    assert (
        "balanced" in balance_notes(army(*many("battalia", 4)), army(*many("battalia", 4)))[0].says
    )
    assert balance_notes(army(*many("battalia", 4)), enemy())[0].kind == "note"


def test_there_are_three_qualities() -> None:
    """ARMY-26."""
    assert "NMM-ARMY-26" in faults(unit("battalia"), unit("battalia", 2, quality="elite"))


def test_artillery_is_always_seasoned() -> None:
    """ARMY-27."""
    assert "NMM-ARMY-27" in faults(*many("battalia", 3), unit("field_gun", quality="veteran"))


def test_detachments_are_never_raw_dragoons_may_be() -> None:
    """ARMY-28."""
    assert "NMM-ARMY-28" in faults(*many("battalia", 3), unit("forlorn", quality="raw"))
    assert faults(*many("battalia", 3), unit("dragoons", quality="raw")) == ""
    assert cost(unit("dragoons", quality="raw")) == 9


@pytest.mark.parametrize(("count", "usual"), [(2, True), (4, True), (5, False), (1, False)])
def test_a_brigade_has_two_to_four_units(count: int, usual: bool) -> None:
    """ARMY-29, SUM-01: another size is a note, never an error."""
    assert ("NMM-ARMY-29" in notes(*many("battalia", count))) is not usual
    assert faults(*many("battalia", count)) == ""


def test_one_general_commands() -> None:
    """ARMY-31."""
    two = Army("R", "matchlocks", (General, ArmyUnit("G2", "general"), unit("battalia")))
    assert any("NMM-ARMY-31" in one.rules for one in check(two))


def test_a_leader_without_a_name_is_asked_for_one() -> None:
    """LEAD-01, LEAD-02: a General and two Brigadiers are three records."""
    nameless = Army("R", "matchlocks", (ArmyUnit("G", "general"), unit("battalia")))
    assert any("NMM-LEAD-02" in one.rules for one in check(nameless))
    both = army(unit("battalia"), ArmyUnit("L2", "brigadier", "Hopton"))
    assert len(new_game((both, enemy()), {}).leaders) == 4
    wrong = Army("R", "matchlocks", (General, unit("battalia")), brigades={"One": "battalia1"})
    assert any("NMM-LEAD-01" in one.rules for one in check(wrong))


# --- PTS ------------------------------------------------------------------------------------


def points(*units: ArmyUnit) -> float:
    return sum(map(cost, units))


def test_points_of_horse() -> None:
    """PTS-01: 2 Cuirassier Squadrons 40; PTS-02: 3 Squadrons and a Detachment 56."""
    assert points(*many("cuirassiers", 2)) == 40
    assert points(*many("harquebusiers", 3), unit("horse_detachment")) == 56


def test_points_of_foot_and_dragoons() -> None:
    """PTS-03: 2 Companies 24; PTS-04: 2 Battalia and a Stand 60; PTS-05: 2 Forlorns 12."""
    assert points(*many("dragoons", 2)) == 24
    assert points(*many("battalia", 2), unit("pike_stand")) == 60
    assert points(*many("forlorn", 2)) == 12
    assert points(unit("pike_square")) == 24


def test_points_of_leaders() -> None:
    """PTS-06: a General and 3 Brigadiers 15."""
    brigadiers = [ArmyUnit(f"B{i}", "brigadier") for i in range(3)]
    assert points(General, *brigadiers) == 15


def test_points_of_guns() -> None:
    """PTS-07: a Field Gun Section 9; PTS-08: a pair of Light Guns 12."""
    assert points(unit("field_gun")) == 9
    assert points(*many("light_gun", 2)) == points(*many("galloper", 2)) == 12


def test_points_of_quality() -> None:
    """PTS-09: Veteran a quarter more; PTS-10: Detachments 2 more; PTS-11: Raw a quarter less."""
    assert points(unit("battalia", quality="veteran")) == 30
    assert points(unit("harquebusiers", quality="veteran")) == 20
    assert points(unit("forlorn", quality="veteran")) == 8
    assert points(unit("horse_detachment", quality="veteran")) == 10
    assert points(unit("harquebusiers", quality="raw")) == 12
    assert points(unit("battalia", quality="raw")) == 18


def test_points_of_defences() -> None:
    """PTS-12: a Field Gun with breastwork 12; PTS-13: a Raw Battalia with a trench 24."""
    assert points(unit("field_gun", defences="yes")) == 12
    assert points(unit("battalia", quality="raw", defences="yes")) == 24


T1 = {
    # kind: figures, points raw / seasoned / veteran, move, bad, charge, tokens
    "battalia": (24, (18, 24, 30), 6, 4, 0, 2),
    "musketeers": (12, (9, 12, 15), 6, 4, 0, 1),
    "firelocks": (12, (9, 12, 15), 6, 4, 0, 1),
    "pike_stand": (12, (9, 12, 15), 6, 4, 0, 1),
    "pike_square": (24, (18, 24, 30), 6, 4, 0, 2),
    "forlorn": (6, (0, 6, 8), 8, 8, 0, 0),
    "plotton": (6, (0, 6, 8), 8, 8, 0, 0),
    "harquebusiers": (8, (12, 16, 20), 10, 4, 4, 1),
    "cuirassiers": (8, (15, 20, 25), 8, 4, 4, 1),
    "horse_detachment": (4, (0, 8, 10), 10, 4, 4, 0),
    "dragoons": (8, (9, 12, 15), 10, 4, 0, 1),
    "field_gun": (3, (0, 9, 0), 0, 0, 0, 1),
    "light_gun": (2, (0, 6, 0), 4, 0, 0, 1),
    "galloper": (2, (0, 6, 0), 8, 0, 0, 1),
}


@pytest.mark.parametrize("kind", T1)
def test_the_chart_of_units(kind: str) -> None:
    """Every cell of the first chart: size, points, movement, Army Morale (a light gun's token
    is for a pair)."""
    one = KINDS[kind]
    cells = (one.figures, one.points, one.move_in, one.bad_in, one.charge_in, one.tokens)
    assert cells == T1[kind]


T2 = {
    # kind: save v shooting, save v melee, half-dice a figure, morale dice, plus, shots
    "battalia": (5, 4, 1, 2, 1, None),
    "musketeers": (5, 5, 1, 2, 0, None),
    "firelocks": (5, 5, 1, 2, 0, None),
    "pike_stand": (4, 4, 2, 2, 1, None),
    "pike_square": (4, 4, 2, 2, 1, None),
    "forlorn": (5, 5, 1, 1, 0, None),
    "plotton": (5, 5, 1, 1, 0, None),
    "harquebusiers": (4, 4, 3, 1, 2, 2),
    "cuirassiers": (4, 3, 3, 1, 2, 2),
    "horse_detachment": (4, 4, 3, 1, 0, 3),
    "dragoons": (5, 5, 2, 1, 1, None),
    "field_gun": (5, 5, 1, 1, 0, None),
    "light_gun": (5, 5, 1, 1, 0, None),
    "galloper": (5, 5, 1, 1, 0, None),
}


@pytest.mark.parametrize("kind", T2)
def test_the_chart_of_combat(kind: str) -> None:
    """Every cell of the second chart that is not a range band."""
    one = KINDS[kind]
    half = one.melee_shot if one.shot else one.melee_pike
    cells = (one.save_shooting, one.save_melee, half, one.morale_dice, one.morale_plus, one.shots)
    assert cells == T2[kind]


REACH = {
    "battalia": ((9, 5), (15, 6)),
    "musketeers": ((9, 5), (15, 6)),
    "firelocks": ((9, 5), (15, 6)),
    "forlorn": ((12, 5),),
    "plotton": ((12, 5),),
    "harquebusiers": ((6, 5),),
    "cuirassiers": ((6, 5),),
    "horse_detachment": ((6, 5), (9, 6)),
    "dragoons": ((6, 5), (9, 6)),
    "field_gun": ((48, 6),),
    "light_gun": ((12, 5), (30, 6)),
    "galloper": ((12, 5), (30, 6)),
    "pike_stand": (),
    "pike_square": (),
}


@pytest.mark.parametrize("kind", REACH)
def test_the_chart_of_ranges(kind: str) -> None:
    assert tuple((band.to_in, band.need) for band in KINDS[kind].reach) == REACH[kind]


# --- SET and PREP ---------------------------------------------------------------------------


def test_the_common_scale_stretches_moves_and_command() -> None:
    """SET-02, SET-03: half: command 5 in, a Harquebusier charge 7 in; cm: 10 cm."""
    from rules.matchlocks.close_combat.attack import attack_reach_in
    from rules.matchlocks.movement.going import Way
    from rules.matchlocks.state import inches

    def state(scale: str) -> Any:
        units = {
            "H": {"side": "R", "kind": "harquebusiers"},
            "M": {"side": "R", "kind": "battalia"},
        }
        return read_state({"units": units, "house": {"scale": scale}})

    assert rate_of(state("1.5"), state("1.5").units["M"], Way())[0] == 9
    assert inches(state("0.5"), 10) == 5
    assert attack_reach_in(state("0.5"), state("0.5").units["H"], 1) == 7
    assert inches(state("cm"), 10) == pytest.approx(10 / 2.54)


def test_strength_points_stand_for_figures() -> None:
    """SET-04: a 40-figure Battalia counts 24 and is at half strength at 12."""
    big = unit("battalia", shot="26", pikes="14")
    assert "NMM-ARMY-06" in faults(big, unit("battalia", 2))
    assert faults(big, unit("battalia", 2), strength="points") == ""
    state = new_game((army(big), enemy()), {"strength": "points"})
    assert state.units["battalia1"].start == 24
    weak = read_state({"units": {"B": {"side": "R", "kind": "battalia", "shot": 4}}})
    assert weak.units["B"].at_half


def test_a_new_game_has_three_decks_and_no_tokens_on_units() -> None:
    """SET-06, SET-07, CARD-09: nine events, five Bonus cards; no Disarray, Daunted, Order."""
    state = new_game((army(unit("battalia")), enemy()), {})
    assert len(state.decks.events) == 9
    assert set(state.decks.bonus) == {"Perk", "Forfeit", "Reroll", "Jeopardy", "Special Event"}
    assert all(not (u.disarray or u.daunted or u.ordered) for u in state.units.values())


def test_the_play_deck_has_a_card_a_leader_and_four_more() -> None:
    """CARD-01, PREP-01: three leaders a side are 6 + 2 + 2 = 10 cards."""
    state = new_game((army(unit("battalia")), enemy()), {})
    leaders = {f"L{i}": state.leaders["L"] for i in range(6)}
    deck = play_deck(leaders, ("Royalists", "Parliament"))
    assert len(deck) == 10
    assert deck.count("Bonus") == 2


def test_scouting_strength() -> None:
    """PREP-03: Harquebusier Squadrons and Dragoon Companies: 3 + 1, Cuirassiers are none."""
    units = (*many("harquebusiers", 3), unit("cuirassiers"), unit("dragoons"))
    assert scouts(new_game((army(*units), enemy()), {}), "Royalists") == 4
    more = army(*units, unit("horse_detachment"))
    house = {"scout_count": "all_non_cuirassier"}
    assert scouts(new_game((more, enemy()), house), "Royalists") == 5


@pytest.mark.parametrize(
    ("mine", "theirs", "beaten"), [(6, 4, True), (5, 4, False), (1, 0, True), (0, 0, False)]
)
def test_half_as_many_again_out_scouts(mine: int, theirs: int, beaten: bool) -> None:
    """PREP-04; against none, one is enough, 0 against 0 is nobody."""
    assert out_scouts(mine, theirs, {}) is beaten
    assert not out_scouts(1, 0, {"scout_zero": "two"})


def test_starting_army_morale() -> None:
    """PREP-11: 2 Squadrons, a Company, a Field Gun and 2 Light Guns are 5; PREP-12: 3 Battalia
    and a Square 8; PREP-13: Detachments none."""
    small = (*many("harquebusiers", 2), unit("dragoons"), unit("field_gun"), *many("light_gun", 2))
    assert starting_tokens(army(*small), {}) == 5
    assert starting_tokens(army(*many("battalia", 3), unit("pike_square")), {}) == 8
    loose = (*many("forlorn", 2), unit("horse_detachment"), *many("battalia", 2))
    assert starting_tokens(army(*loose), {}) == 4


def test_an_odd_light_gun_adds_nothing_unless_the_house_says_so() -> None:
    """NMM-AMB-018 of PREP-11."""
    odd = army(*many("light_gun", 2), unit("galloper"))
    assert starting_tokens(odd, {}) == 1
    assert starting_tokens(odd, {"light_gun_odd": "round_up"}) == 2


def test_the_pool_of_the_example() -> None:
    """ARM-03: 3 Battalia, 2 Squadrons, a Forlorn, a Field Gun: 9."""
    units = (*many("battalia", 3), *many("harquebusiers", 2), unit("forlorn"), unit("field_gun"))
    assert starting_tokens(army(*units), {}) == 9


def test_tokens_are_not_shown_to_the_enemy() -> None:
    """PREP-14: the common status line never holds a count of Army Morale."""
    state = new_game((army(*many("battalia", 3)), enemy()), {})
    assert not any("Morale" in label or "oken" in label for label, _ in status(state).lines)


def test_two_sides_of_one_name_are_refused() -> None:
    with pytest.raises(BadState, match="two names"):
        new_game((army(unit("battalia")), army(unit("battalia"))), {})


def test_an_unknown_house_rule_is_refused() -> None:
    with pytest.raises(BadState, match="no house rule 'fudge'"):
        new_game((army(unit("battalia")), enemy()), {"fudge": "yes"})


# --- MUS ------------------------------------------------------------------------------------


def test_one_card_for_every_unit_of_a_collection() -> None:
    """MUS-01; without the option the normal build applies."""
    collection = (*many("battalia", 2), unit("forlorn"))
    assert cards_of(collection) == ("battalia0", "battalia1", "forlorn1")


def test_points_are_agreed_for_troops_and_leaders() -> None:
    """MUS-02: 160 + 15."""
    assert agreed(160, 15) == {"troops": 160, "leaders": 15}


def test_half_is_picked_from_battalia_and_squadrons() -> None:
    """MUS-03: of 160 at least 80: 2 Battalia (48) + 2 Squadrons (32)."""
    core = (*many("battalia", 2), *many("harquebusiers", 2))
    assert core_faults(core, 160) == ()
    assert core_faults(core[:3], 160)
    assert core_faults((*many("battalia", 4),), 160)
    assert core_faults((*core, unit("forlorn")), 160)


def test_the_rest_is_dealt_until_the_total_is_reached() -> None:
    """MUS-04: at 157 of 160 one more card, a 6, makes 163 and stops."""
    assert is_short(157, 160)
    assert not is_short(163, 160)
    core = (*many("battalia", 6),)  # 144
    rest = (unit("forlorn", 1), unit("forlorn", 2), unit("forlorn", 3), unit("forlorn", 4))
    dealt = run(muster("Royalists", core, rest, 160), ["forlorn1"], ["forlorn2"], ["forlorn3"])
    assert army_points(Army("R", "matchlocks", dealt)) == 162


def test_mustering_ignores_the_quarter() -> None:
    """MUS-05: 60 of 160 points of light troops; MUS-06: totals may differ."""
    light = (*many("battalia", 2), *many("dragoons", 4))
    assert "NMM-ARMY-24" in faults(*light)
    assert faults(*light, mustering="on") == ""


def test_the_roster_lists_every_kind_but_the_clubmen() -> None:
    kinds = {kind.kind for kind in ROSTER.kinds}
    assert kinds == (set(KINDS) - {"clubmen", "formed_plotton"}) | {"general", "brigadier"}
