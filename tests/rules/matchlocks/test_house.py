"""House rules: what each decides, beside its default (the cases in house.json are the others)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.prompts import Choose, Prompt, Roll, Steps
from rules.kernel.protocol import Army, ArmyUnit
from rules.kernel.refusal import Refusal
from rules.matchlocks.army import check
from rules.matchlocks.close_combat.aftermath import result
from rules.matchlocks.close_combat.doctrine import flank_reaction
from rules.matchlocks.close_combat.melee import Tally, fight, footing_of, melee_of, melee_save
from rules.matchlocks.close_combat.melee_count import Footing, melee_dice
from rules.matchlocks.close_combat.pursuit import chase_in
from rules.matchlocks.close_combat.rounds import feed_in
from rules.matchlocks.crises import morale
from rules.matchlocks.crises.crisis import apply_test, crisis, note_rout
from rules.matchlocks.crises.retreat import fall_back
from rules.matchlocks.movement.facing import token
from rules.matchlocks.musketry.losses import gain_tokens, gun_taken, leave_table
from rules.matchlocks.play import Again, Play, deal, throw
from rules.matchlocks.setting_up.deploying import Portion, placement_faults
from rules.matchlocks.setting_up.preparation import new_game
from rules.matchlocks.turn import opening_fights
from tests.rules.matchlocks.scenes import battle, play_of, run
from tests.rules.matchlocks.test_melee import (
    FOOT,
    GALLOP,
    NO_DOCTRINE,
    SQUADRON,
    blow,
    chased,
    faces_again,
    in_melee,
    outcome,
)
from tests.rules.matchlocks.test_morale import lost, outcome_of
from tests.rules.matchlocks.throws import block
from vision.table.snapshot import Snapshot

BROKEN = morale.Test("broken", 0)


def asked(rule: Steps[Any], *answers: Any) -> list[Prompt]:
    """The prompts of a rule as far as these answers reach, and the one after."""
    prompts, waiting, answer = [], list(answers), None
    while True:
        try:
            prompt = rule.send(answer)
        except StopIteration:
            return prompts
        prompts.append(prompt)
        if not waiting:
            return prompts
        answer = prompt.parse(waiting.pop(0))


def ended(rule: Steps[Any]) -> Any:
    """The outcome of a rule with dice of 6 and as little as possible chosen."""
    answer: Any = None
    while True:
        try:
            prompt = rule.send(answer)
        except StopIteration as stop:
            return stop.value
        if isinstance(prompt, Roll):
            answer = (6,) * prompt.count
        else:
            assert isinstance(prompt, Choose), prompt
            answer = tuple(one.key for one in prompt.options[: prompt.at_least])


def on(name: str, value: str) -> dict[str, Any]:
    """The extra that puts one house rule into a state."""
    return {"house": {name: value}}


# --- armies and deployment ------------------------------------------------------------------


def test_plotton_type() -> None:
    """NMM-AMB-003: formed, it has the range and the ranks of formed musketeers."""
    general = ArmyUnit("G", "general", "G")
    armies = (
        Army("R", "matchlocks", (general, ArmyUnit("P", "plotton"))),
        Army("E", "matchlocks", (ArmyUnit("H", "general", "H"),)),
    )
    assert new_game(armies, {}).kind("P").skirmisher
    formed = new_game(armies, {"plotton_type": "formed"})
    assert formed.kind("P").formed_shot
    assert battle({"R": {"kind": "plotton"}}, **on("plotton_type", "formed")).kind("R").formed_shot


def test_defence_cost_scope() -> None:
    """NMM-AMB-009: for a Square they may be had by size, or not at all."""

    def faults(house: dict[str, str]) -> str:
        square = ArmyUnit("S", "pike_square", brigade="b", choices={"defences": "yes"})
        army = Army("R", "matchlocks", (square,), house={"divisions_agreed": "yes", **house})
        return " ".join(map(str, check(army)))

    assert "NMM-PTS-12" not in faults({})
    assert "NMM-PTS-12" in faults({"defence_cost_scope": "listed_only"})


def test_deploy_depth() -> None:
    """NMM-PREP-08: a base 11.5 in deep is wrong for 9 in, right for 12, and free for 0."""

    def faults(depth: str) -> tuple[Refusal, ...]:
        state = battle({"R": FOOT}, house={"deploy_depth_in": depth, "measure_tolerance": "0"})
        table = Snapshot((72.0, 48.0), (block("R", 36, 10.5),))
        return placement_faults(
            Play(state, table), Portion("Royalists", "R", ("R",), "NMM-PREP-07")
        )

    assert [bool(faults(depth)) for depth in ("9", "12", "0")] == [True, False, False]


# --- dice and cards -------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "prompts"), [("true", 2), ("false", 1)])
def test_card_over_no_reroll(value: str, prompts: int) -> None:
    """NMM-AMB-027: Reroll is offered where the rules bar rerolls, or it is not."""
    state = battle({"R": FOOT}, **on("card_over_no_reroll", value))
    play = Play(state, Snapshot((72.0, 48.0))).change_in("sides", "Royalists", hand=("Reroll",))
    again = Again((1,), "1s", "NMM-MEL-45")
    rule = throw(play, "dice", 2, "Royalists", need=4, again=again, barred=True)
    assert len(asked(rule, [1, 1])) == prompts


# --- movement and retreats ------------------------------------------------------------------


@pytest.mark.parametrize(("value", "tokens"), [("true", 1), ("false", 0)])
def test_fallback_disarray(value: str, tokens: int) -> None:
    """NMM-AMB-046: a forced Fall Back costs a Disarray, or only what its own text says."""
    play = play_of({"R": lost("battalia", 7)}, **on("fallback_disarray", value))
    play = run(crisis(play, "R", "x", "NMM-MOR-01"), [4, 2])
    assert play.unit("R").disarray == tokens


@pytest.mark.parametrize(("value", "gone"), [("leaves", "off table"), ("stops", "")])
def test_retreat_off_table(value: str, gone: str) -> None:
    """NMM-AMB-130: a Fall Back over the edge leaves the table, or stops there."""
    play = play_of({"R": FOOT}, **on("retreat_off_table", value))
    play = play.on_table(Snapshot((72.0, 48.0), (block("R", 36, 3),)))
    after = Snapshot((72.0, 48.0), (block("R", 36, 1),))
    answers = () if gone else (after,)
    assert run(fall_back(play, "R", "NMM-MOR-23"), *answers).unit("R").gone == gone


def test_penalties_cost_a_token_in_the_main_battle() -> None:
    """The other side of NMM-AMB-134 (mb_penalty_scope): nothing is waived any more."""
    play = play_of({"R": FOOT})
    assert token(play, play.unit("R"), "turned", "NMM-MOVE-23").unit("R").disarray == 1


# --- doctrine -------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "posture"), [("turn_only", "turned"), ("hedgehog", "hedgehog")])
def test_musket_hedgehog(value: str, posture: str) -> None:
    """NMM-AMB-084: a Division's 5 against horse on its flank: it turns, or forms hedgehog."""
    play = play_of({"R": FOOT}, **on("musket_hedgehog", value))
    _, found = run(flank_reaction(play, "R"), [5])
    assert (found == "hedgehog") is (posture == "hedgehog")


# --- melee ----------------------------------------------------------------------------------


def test_defended_obstacle_def() -> None:
    """NMM-AMB-092: a hedge cuts an attacking Division to its front rank, or does not count."""
    counts = []
    for value in ("any_linear", "works_walls"):
        play = in_melee(
            {"R": FOOT, "P": FOOT}, {"obstacle": "hedge"}, **on("defended_obstacle_def", value)
        )
        footing = footing_of(play, melee_of(play.state, "m"), "R", 1)
        counts.append(melee_dice(play.state, play.unit("R"), footing).dice)
    assert counts == [3, 6]


@pytest.mark.parametrize(("value", "hits"), [("every", 2), ("first", 0)])
def test_leader_hits_rounds(value: str, hits: int) -> None:
    """NMM-AMB-097: an Able Leader's two Hits count in round two, or only in round one."""
    leaders = {"L": {"side": "Royalists", "command": 2, "attached": "R"}}
    play = in_melee(
        {"R": SQUADRON, "P": SQUADRON},
        {"round": 1},
        leaders=leaders,
        **on("leader_hits_rounds", value),
    )
    blows = (blow(play, "R", 2), blow(play, "P", 2))
    prompts = asked(fight(play, "m", blows), [2] * 12, [2] * 12)
    saves = [one for one in prompts[2:] if isinstance(one, Roll)]
    assert sum(one.count for one in saves) == hits


@pytest.mark.parametrize(("value", "faces"), [("trot", (1,)), ("plain", None)])
def test_uphill_charge_of_a_counter_charger(value: str, faces: Any) -> None:
    """NMM-AMB-098: a gallop uphill is a trot, so a defender too rerolls 1s; or it is nothing."""
    play = in_melee(
        {"R": SQUADRON, "P": SQUADRON},
        {"gallop": ["R", "P"], "uphill": True},
        **on("uphill_charge", value),
    )
    attacker = faces_again(play, "R", "P", 1, GALLOP)
    assert attacker == (1,)
    assert faces is None or attacker == faces


@pytest.mark.parametrize(("value", "kills"), [("cap", 2), ("all", 5)])
def test_kills_cap(value: str, kills: int) -> None:
    """NMM-AMB-099: Kills beyond the two figures left do not count, or they do."""
    play = in_melee({"R": FOOT, "P": {**FOOT, "shot": 2}}, {}, **on("kills_cap", value))
    blows = (blow(play, "R"), blow(play, "P"))
    prompts = fight(play, "m", blows)
    _, tally = run(prompts, [6, 6, 6, 6, 6, 2], [2], [1] * 5)
    assert tally.kills["P"] == kills


@pytest.mark.parametrize(("value", "goes"), [("any", True), ("not_won", False)])
def test_disengage_scope(value: str, goes: bool) -> None:
    """NMM-AMB-100: horse that won against a steady Battalia must leave it, or need not."""
    play = in_melee({"R": SQUADRON, "P": {"kind": "battalia"}}, {}, **on("disengage_scope", value))
    play = outcome(play, {"R": 0, "P": 1}, [6, 6])
    assert (play.state.melees == ()) is goes


@pytest.mark.parametrize(("value", "kept"), [("limited", False), ("always", True)])
def test_followup_reach(value: str, kept: bool) -> None:
    """NMM-AMB-101: a fall back of 10 in, a Move of 8: contact is lost, or kept."""
    units = {"R": {"kind": "cuirassiers"}, "P": {**SQUADRON, "shot": 2, "kills": 6}}
    play = in_melee(units, {}, **on("followup_reach", value))
    play = outcome(play, {"R": 0, "P": 2}, [4])
    assert play.unit("P").daunted
    assert bool(play.state.melees) is kept


def test_pursuit_distance() -> None:
    """NMM-AMB-102: 28 in for everyone, or two own Charge Moves: 24 in for Cuirassiers."""
    lengths = []
    for value in ("flat28", "own"):
        play = play_of({"R": {"kind": "cuirassiers"}}, **on("pursuit_distance", value))
        lengths.append(chase_in(play, play.unit("R")))
    assert lengths == [28, 24]


@pytest.mark.parametrize(("value", "tokens"), [("true", 8), ("false", 9)])
def test_pursuit_off_10(value: str, tokens: int) -> None:
    """NMM-AMB-103: a short pursuit off the table costs a token, or nothing."""
    from rules.matchlocks.close_combat.pursuit import pursue

    play = in_melee({"R": SQUADRON, "P": FOOT}, {}, **on("pursuit_off_10", value))
    play = play.on_table(Snapshot((72.0, 48.0), (block("R", 36, 44),)))
    play = run(pursue(play, "R", melee_of(play.state, "m")))
    assert play.unit("R").gone == "off table"
    assert play.state.sides["Royalists"].tokens == tokens


def test_leader_pursues() -> None:
    """NMM-AMB-104: he goes with it off the table and is lost, or may let go first."""
    from rules.matchlocks.close_combat.pursuit import ride_off

    leaders = {"L": {"side": "Royalists", "attached": "R"}}
    with_it = play_of({"R": SQUADRON}, leaders=leaders)
    play = run(ride_off(with_it, "R", 0, "evades", "NMM-MEL-21"))
    assert play.state.leaders["L"].lost
    free = play_of({"R": SQUADRON}, leaders=leaders, **on("leader_pursues", "may_detach"))
    play = run(ride_off(free, "R", 0, "evades", "NMM-MEL-21"), "stays")
    assert not play.state.leaders["L"].lost


@pytest.mark.parametrize(("value", "faces"), [("false", None), ("true", (1,))])
def test_attacker_reroll_later(value: str, faces: Any) -> None:
    """NMM-AMB-105: original attackers reroll 1s in round two, or do not."""
    play = in_melee({"R": FOOT, "P": FOOT}, {"round": 1}, **on("attacker_reroll_later", value))
    assert faces_again(play, "R", "P", 2, NO_DOCTRINE) == faces


@pytest.mark.parametrize(("value", "again"), [("after_test", False), ("before_test", True)])
def test_round2_token_timing(value: str, again: bool) -> None:
    """NMM-AMB-106: the token falls after the loser's test, or before: then a 6 is rerolled."""
    units = {"R": SQUADRON, "P": {**SQUADRON, "shot": 7, "kills": 1}}
    play = in_melee(units, {"round": 2}, **on("round2_token_timing", value))
    prompts = asked(result(play, "m", Tally({"R": 0, "P": 1}), (("R",), ("P",))), [6])
    assert any(isinstance(one, Roll) and one.rerolls for one in prompts) is again


@pytest.mark.parametrize(("value", "chosen"), [("engaged", False), ("owner", True)])
def test_feed_share_and_feed_in_round(value: str, chosen: bool) -> None:
    """NMM-AMB-108: the odd Hit goes to the engaged unit, or the owner says."""
    units = {"R": SQUADRON, "R2": {**SQUADRON, "support": True}, "P": SQUADRON}
    play = in_melee(units, {"round": 1}, **on("feed_share", value))
    hits = [5, 5, 5, 5, 5, 2, 2, 2, 2, 2, 2, 2]
    prompts = asked(feed_in(play, "R2", "m"), [2] * 12, [3] * 6, hits)
    assert any(isinstance(one, Choose) for one in prompts) is chosen


def test_feed_in_round() -> None:
    """NMM-AMB-147: the round is fought now, or on the first Bonus card."""
    units = {"R": SQUADRON, "R2": {**SQUADRON, "support": True}, "P": SQUADRON}
    assert asked(feed_in(in_melee(units, {"round": 1}), "R2", "m"))
    waits = in_melee(units, {"round": 1}, **on("feed_in_round", "bonus_card"))
    assert asked(feed_in(waits, "R2", "m")) == []


@pytest.mark.parametrize(("value", "chosen"), [("engaged", False), ("owner", True)])
def test_strongest_tie(value: str, chosen: bool) -> None:
    """NMM-AMB-109: equal figures: the longer engaged tests, or the owner says who."""
    units = {"R": {**SQUADRON, "shot": 6}, "R2": {**SQUADRON, "shot": 6}, "P": SQUADRON}
    play = in_melee(
        units,
        {"attackers": ["R", "R2"], "fed": {"R2": 2}, "round": 2},
        **on("strongest_tie", value),
    )
    prompts = asked(result(play, "m", Tally({"R": 2, "R2": 2, "P": 0}), (("R", "R2"), ("P",))))
    assert isinstance(prompts[0], Choose) is chosen


@pytest.mark.parametrize(("value", "thrown"), [("attackers", False), ("dice", True)])
def test_three_round_mixed(value: str, thrown: bool) -> None:
    """NMM-AMB-112: foot that attacked horse falls back after three rounds, or they dice."""
    play = in_melee({"R": FOOT, "P": SQUADRON}, {"round": 3}, **on("three_round_mixed", value))
    prompts = asked(result(play, "m", Tally({"R": 1, "P": 1}), (("R",), ("P",))))
    assert any(isinstance(one, Roll) for one in prompts) is thrown


@pytest.mark.parametrize(("value", "tokens"), [("one", 1), ("two", 2)])
def test_round3_tokens(value: str, tokens: int) -> None:
    """NMM-AMB-113: after round three one token, or that of the round as well."""
    play = in_melee({"R": SQUADRON, "P": SQUADRON}, {"round": 3}, **on("round3_tokens", value))
    rule = result(play, "m", Tally({"R": 1, "P": 1}), (("R",), ("P",)))
    play = run(rule, [5], [2])
    assert play.unit("R").disarray == tokens


def test_joiner_values() -> None:
    """NMM-AMB-114: a new attacker of a running melee needs 4+, or the round's 5+."""
    from rules.matchlocks.close_combat.melee_count import needed

    numbers = []
    for value in ("fresh", "current"):
        play = in_melee(
            {"R": FOOT, "R2": FOOT, "P": FOOT},
            {"attackers": ["R", "R2"], "joined": ["R2"], "joined_round": 2, "round": 1},
            **on("joiner_values", value),
        )
        melee = melee_of(play.state, "m")
        numbers.append(needed(play.state, melee, 2, blow(play, "R2", 2)))
    assert numbers == [4, 5]


@pytest.mark.parametrize(("value", "winner"), [("both", ""), ("attacker", "Royalists")])
def test_mutual_destruction(value: str, winner: str) -> None:
    """NMM-AMB-115: both wiped out: nobody wins, or the attacker does."""
    gone = {**FOOT, "shot": 0, "gone": "destroyed"}
    play = in_melee({"R": gone, "P": gone}, {}, **on("mutual_destruction", value))
    play = ended(result(play, "m", Tally({"R": 6, "P": 4}), (("R",), ("P",))))
    said = " ".join(one.says for one in play.rulings)
    assert ("Royalists win the round" in said) is bool(winner)


@pytest.mark.parametrize(("value", "dice"), [("same", 3), ("worse", 2)])
def test_disarray_second(value: str, dice: int) -> None:
    """NMM-AMB-125: a second Disarray is no worse, or costs a die: Division of 12, front rank."""
    state = battle({"R": {**FOOT, "disarray": 2}}, **on("disarray_second", value))
    assert melee_dice(state, state.units["R"], Footing()).dice == dice


def test_pursuit_melee_when() -> None:
    """NMM-AMB-148: pursuers fight on the first Bonus card, or as the turn begins."""
    units = {"R": {**SQUADRON, "disarray": 3}, "P": FOOT}
    assert asked(opening_fights(in_melee(units, {"pursuit": True}))) == []
    early = in_melee(units, {"pursuit": True}, **on("pursuit_melee_when", "turn_start"))
    assert asked(opening_fights(early))


def test_melee_saves_do_not_depend_on_pursuit() -> None:
    """NMM-MEL-51 stands whatever NMM-AMB-148 (pursuit_melee_when) says."""
    play = in_melee({"R": FOOT, "P": SQUADRON}, {"pursuit": True})
    assert melee_save(play, melee_of(play.state, "m"), play.unit("P"))[0] == 4


def test_chased_units_are_listed() -> None:
    """A pursuit of ten inches leaves one Disarray under every pursuit_distance."""
    assert chased(SQUADRON, {}, **on("pursuit_distance", "own")).unit("R").disarray == 1


# --- morale and tokens ----------------------------------------------------------------------


def test_garrison_morale() -> None:
    """NMM-AMB-120: six of a Division in a house roll 1D6, or 2D6 as their own type."""
    unit = {"kind": "musketeers", "shot": 6, "building": "mill"}
    assert outcome_of(unit, [5])[1].total == 5
    assert outcome_of(unit, [5, 4], **on("garrison_morale", "own_type"))[1].total == 9


def test_auto_check() -> None:
    """NMM-AMB-121: a first double 1 of a Veteran ends it, or the reroll is thrown first."""
    unit = lost("musketeers", 1, quality="veteran")
    assert outcome_of(unit, [1, 1])[1].verdict == "broken"
    assert outcome_of(unit, [1, 1], [6, 5], **on("auto_check", "final"))[1].verdict == "passed"


def test_morale_example() -> None:
    """NMM-AMB-122: Battalia with 7 Kills and dice of 4: Daunted by the formula, Broken by the
    example, which starts at dice of 5."""
    unit = lost("battalia", 7)
    assert outcome_of(unit, [2, 2])[1].verdict == "daunted"
    assert outcome_of(unit, [2, 2], **on("morale_example", "example"))[1].verdict == "broken"


def test_unequal_cancel() -> None:
    """NMM-AMB-123: Raw and Disarrayed with the General: a 1 stands, or is thrown again too."""
    unit = lost("harquebusiers", 1, quality="raw", disarray=1)
    general = {"leaders": {"G": {"side": "Royalists", "general": True, "attached": "R"}}}
    assert outcome_of(unit, [1], **general)[1].total == 3
    assert outcome_of(unit, [1], [4], **general, **on("unequal_cancel", "both"))[1].total == 6


def test_last_men_repeat() -> None:
    """NMM-AMB-119: the last of a Brigade tests once, or whenever it comes up again."""
    units = {
        "R": {**SQUADRON, "brigade": "b", "last_man": True},
        "R2": {**SQUADRON, "brigade": "b"},
    }
    first = play_of(units)
    once = [p for p in asked(apply_test(first, ("R2",), BROKEN), ()) if isinstance(p, Roll)]
    again = play_of(units, **on("last_men_repeat", "each_turn"))
    more = [p for p in asked(apply_test(again, ("R2",), BROKEN), ()) if isinstance(p, Roll)]
    assert (len(once), len(more)) == (0, 1)


def seen_again(value: str) -> bool:
    """A second rout of 16 points on the next card, after one of 16: does a Battalia test?"""
    units = {"R": {"kind": "battalia"}, "R2": SQUADRON, "R3": SQUADRON}
    play = play_of(units, **on("rout_sum_window", value))
    play, first = note_rout(play, "R", "R2")
    play, second = note_rout(deal(play, serial=7), "R", "R3")
    assert not first
    return second


def test_rout_sum_window() -> None:
    """NMM-AMB-118: points seen add up while one card is up, or all turn."""
    assert not seen_again("card")
    assert seen_again("turn")


def rout_noticed(value: str) -> bool:
    """G breaks 12 in ahead and to the side of F, out of sight until it has run past it."""
    units = {
        "F": {"kind": "battalia", "side": "Royalists", "brigade": "a"},
        "G": {"kind": "battalia", "side": "Royalists", "brigade": "b"},
        "H": {"kind": "battalia", "side": "Royalists", "brigade": "b"},
    }
    play = play_of(units, **on("rout_measure_when", value))
    play = play.on_table(Snapshot((72.0, 48.0), (block("F", 36, 25), block("G", 36, 40))))
    prompts = asked(apply_test(play, ("G",), BROKEN))
    return any(isinstance(one, Roll) and one.what.startswith("F") for one in prompts)


def test_rout_measure_when() -> None:
    """NMM-AMB-117: along its way it comes to 3 in before F; at its start it was 13 in off."""
    assert rout_noticed("path")
    assert not rout_noticed("start")
    assert rout_noticed("end")


def test_gun_loss_stack() -> None:
    """NMM-AMB-127: a lost crew and a captured gun both cost, or the capture alone."""
    tokens = []
    for value in ("stack", "capture_only"):
        play = play_of({"R": {"kind": "field_gun"}}, **on("gun_loss_stack", value))
        play = leave_table(play, "R", "destroyed", "is wiped out")
        tokens.append(gun_taken(play, "R", "Parliament").state.sides["Royalists"].tokens)
    assert tokens == [6, 8]


def test_a_pair_of_light_guns_is_lost_together() -> None:
    """NMM-AMB-127 of NMM-ARM-06: one alone is half a pair; with the second two tokens go."""
    play = play_of({"R": {"kind": "light_gun"}, "R2": {"kind": "galloper"}})
    play = leave_table(play, "R", "destroyed", "is wiped out")
    assert play.state.sides["Royalists"].tokens == 9
    play = leave_table(play, "R2", "destroyed", "is wiped out")
    assert play.state.sides["Royalists"].tokens == 7


@pytest.mark.parametrize(("value", "tokens"), [("start", 9), ("none", 11)])
def test_token_cap(value: str, tokens: int) -> None:
    """NMM-AMB-128: the pool never exceeds its start, or may."""
    play = play_of({"R": FOOT}, **on("token_cap", value))
    play = gain_tokens(play, "Royalists", 2, "rallied", "NMM-ARM-09")
    assert play.state.sides["Royalists"].tokens == tokens


def test_a_ruling_names_the_house_rule_it_rests_on() -> None:
    """Every ruling that used a value that is not the default says so."""
    from rules.kernel.protocol import Action
    from rules.matchlocks import MATCHLOCKS
    from tests.rules.matchlocks.throws import run as played

    state = battle({"R": FOOT, "P": FOOT}, **on("volley_rank_model", "half"))
    table = Snapshot((72.0, 48.0), (block("R", 36, 10), block("P", 36, 20, 270)))
    came = played(MATCHLOCKS.resolve(Action("shoot", "R", "P"), state, table), [2] * 6)
    assert came.rulings[0].house == ("volley_rank_model=half",)


def test_a_shot_carries_the_range_that_it_was_ruled_by() -> None:
    """NMM-SHOOT-16: front centre at y = 10 + 1, the target's near edge at 20 - 1: 8 in."""
    from rules.kernel.protocol import Action
    from rules.matchlocks import MATCHLOCKS
    from tests.rules.matchlocks.throws import run as played

    state = battle({"R": FOOT, "P": FOOT})
    table = Snapshot((72.0, 48.0), (block("R", 36, 10), block("P", 36, 20, 270)))
    came = played(MATCHLOCKS.resolve(Action("shoot", "R", "P"), state, table), [2] * 6)
    (reading,) = came.rulings[0].readings
    assert (reading.what, reading.frm, reading.to) == ("shoot_range", "R", "P")
    assert reading.value == pytest.approx(8)
