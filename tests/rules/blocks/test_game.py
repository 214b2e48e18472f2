"""Whole games: at random, from the golden transcript, and the table beside them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, starmap
from pathlib import Path

import msgspec
import pytest

from rules.blocks import BLOCKS
from rules.blocks.actions import BOOK
from rules.blocks.measuring import compared
from rules.blocks.robot import ROBOT, put
from rules.blocks.state import Block, Force, Land, State
from rules.kernel.engine import Done, advance
from rules.kernel.plain import from_plain, to_plain
from rules.kernel.prompts import Look, Roll
from rules.kernel.protocol import Action, IllegalAction, Offer
from rules.robots.robot import Ended, Played, play_out
from tests.rules.blocks.transcript import replay
from vision.table.snapshot import Base, Pose, Snapshot

GOLDEN = Path(__file__).with_name("golden.txt")
DEMO = BLOCKS.demo()
EMPTY = Snapshot(DEMO.table.size_in)
resolve = BOOK.resolve


def test_the_golden_game_plays_again_line_by_line() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    start = BLOCKS.new_game(DEMO.armies, DEMO.house)
    state, lines = replay(BLOCKS, text, start, DEMO.table, lambda seen, look: put(seen, look))
    assert lines == text.splitlines()[1:]
    victory = BLOCKS.winner(state)
    assert victory is not None and victory.winner == "Parliament"


def by_chance(
    house: dict[str, str], table: Snapshot, seed: int, watch: Callable[[Played], None] | None = None
) -> Ended:
    state = BLOCKS.new_game(DEMO.armies, house)
    return play_out(BLOCKS, ROBOT, state, table, random.Random(seed).randrange, watch)


def test_a_random_battle_comes_to_its_end_and_the_table_follows() -> None:
    """On the demo's table: in the end the bases stand where the game has them. Blocks are 20 mm
    deep: of those that share a square half of each is in sight, also when their fronts agree."""
    nearest_in = []

    def watch(played: Played) -> None:
        places = [(one.pose.x_in, one.pose.y_in) for one in played.table.bases if one.pose]
        nearest_in.append(min(starmap(math.dist, combinations(places, 2))))

    ended = by_chance(DEMO.house, DEMO.table, 3, watch)
    assert compared(ended.table, ended.state) == ()
    assert min(nearest_in) >= 10 / 25.4


@pytest.mark.parametrize("seed", range(2))
def test_a_random_game_from_the_engagement_roll_to_the_rout(seed: int) -> None:
    assert by_chance({}, EMPTY, seed).victory.rules == ("MAP-ELAN-06",)


@pytest.mark.parametrize("seed", [0, 1, 1010])
def test_a_random_game_under_random_house_rules_never_gets_stuck(seed: int) -> None:
    """Under every odd mixture of readings there is always a legal action. Seed 1010 once had
    none: two bound blocks in a square whose owner might not pass."""
    dice = random.Random(seed)
    house = {one.name: dice.choice(one.values) for one in BLOCKS.switches}
    house |= {"MAP_HISTORICAL": "false", "MAP_CUIRASSIER": "mixable", "MAP_BOARD_MIX": "4+5"}
    assert by_chance(house, EMPTY, seed).actions


def test_the_state_goes_through_json_unchanged() -> None:
    state = BLOCKS.new_game(DEMO.armies, DEMO.house)
    outcome = advance(resolve(Action("begin", "Royalists"), state, DEMO.table), ())
    assert isinstance(outcome, Done)
    after = outcome.outcome.state
    assert from_plain(msgspec.json.decode(msgspec.json.encode(to_plain(after))), State) == after


def offers_of(state: State, unit: str) -> dict[str, Offer]:
    return {o.action.do: o for o in BLOCKS.actions(state, EMPTY) if o.action.by == unit}


def battle(*blocks: Block) -> State:
    return State(blocks=blocks, active="red", forces=(Force("red"), Force("blue")))


def test_offers_say_why_not() -> None:
    state = battle(
        Block("R1", "red", "impetuous horse", (5, 4)),
        Block("R2", "red", "musketry foot", (5, 3)),
        Block("B1", "blue", "musketry foot", (9, 9)),
    )
    mine = offers_of(state, "R1")
    assert mine["move"].legal and "5,5" in mine["move"].needs["to"]
    assert "MAP-HORSE-10" in mine["shoot"].rules
    assert "MAP-CHG-01" in mine["charge"].rules
    assert "MAP-BAT-01" in offers_of(state, "B1")["move"].rules


def test_a_forced_charge_is_the_only_offer() -> None:
    """MAP-FOOT-03: only the charge is offered."""
    state = battle(
        Block("R1", "red", "aggressive foot", (5, 4)),
        Block("R2", "red", "aggressive foot", (5, 3)),
        Block("B1", "blue", "musketry foot", (5, 5)),
    )
    legal = {do for do, offer in offers_of(state, "R1").items() if offer.legal}
    assert legal == {"charge"}
    assert "2 v 0" not in offers_of(state, "R1")["charge"].why


def test_two_that_must_charge_are_offered_the_charge_together() -> None:
    """MAP-FOOT-03: neither may charge without the other, so each offer asks for both."""
    state = battle(
        Block("R1", "red", "aggressive foot", (5, 4)),
        Block("R2", "red", "aggressive foot", (5, 4)),
        Block("R3", "red", "controlled horse", (5, 3)),
        Block("B1", "blue", "musketry foot", (5, 5)),
    )
    charge = offers_of(state, "R1")["charge"]
    assert charge.legal and charge.needs == {"to": ("5,5",), "R2": ("charge 5,5",)}
    assert not offers_of(state, "R1")["move"].legal


@pytest.mark.parametrize("value", ["on_activation", "forces_activation"])
def test_bound_companions_never_leave_a_player_without_an_action(value: str) -> None:
    """MAP_FORCED: two must charge and nobody may pass; there is still the charge."""
    state = battle(
        Block("R1", "red", "aggressive foot", (5, 4)),
        Block("R2", "red", "aggressive foot", (5, 4)),
        Block("R3", "red", "controlled horse", (5, 3)),
        Block("B1", "blue", "musketry foot", (5, 5)),
    )
    bound = msgspec.structs.replace(state, house={"MAP_FORCED": value})
    legal = [o for o in BLOCKS.actions(bound, EMPTY) if o.legal and o.action.do != "agree"]
    assert {o.action.do for o in legal} >= {"charge"}


def test_a_river_that_bars_a_charge_lifts_the_duty() -> None:
    """MAP_RIVER_MOVE with MAP_FORCED: who cannot charge need not, and there is an action."""
    house = {"MAP_RIVER_MOVE": "bars_foot_guns", "MAP_FORCED": "forces_activation"}
    state = State(
        blocks=(
            Block("R1", "red", "aggressive foot", (5, 4)),
            Block("R2", "red", "controlled horse", (5, 3)),
            Block("B1", "blue", "musketry foot", (5, 5)),
        ),
        lands=(Land((5, 5), rivers="s"),),
        house=house,
        active="red",
    )
    assert "must charge" not in BLOCKS.card(state, "R1").badges
    assert any(o.legal and o.action.do == "pass" for o in BLOCKS.actions(state, EMPTY))


def test_when_every_block_must_act_the_offer_asks_what_each_does() -> None:
    """MAP_ALL_BLOCKS_ACT"""
    state = State(
        blocks=(
            Block("R1", "red", "musketry foot", (5, 4)),
            Block("R2", "red", "musketry foot", (5, 4)),
            Block("R3", "red", "musketry foot", (5, 3)),
        ),
        house={"MAP_ALL_BLOCKS_ACT": "true"},
        active="red",
    )
    move = offers_of(state, "R1")["move"]
    assert move.legal and "stand" not in move.needs["R2"] and "move 5,5" in move.needs["R2"]


@pytest.mark.parametrize("every", ["false", "true"])
def test_a_gun_is_not_offered_a_companion_who_may_not_act(every: str) -> None:
    """MAP-INT-04: guns always act, the horse beside them is 3 squares from its friends. Chance
    found it in a battle that nobody could go on with; under MAP_ALL_BLOCKS_ACT as well."""
    state = State(
        blocks=(
            Block("R1", "red", "mortar", (5, 4)),
            Block("R2", "red", "controlled horse", (5, 4)),
            Block("R3", "red", "musketry foot", (8, 4)),
            Block("B1", "blue", "musketry foot", (5, 7)),
        ),
        house={"MAP_ALL_BLOCKS_ACT": every},
        active="red",
    )
    shoot = offers_of(state, "R1")["shoot"]
    assert shoot.legal and shoot.needs == {"to": ("5,7",)}
    assert isinstance(
        advance(resolve(Action("shoot", "R1", more={"to": "5,7"}), state, EMPTY), ()), Roll
    )


def test_whoever_is_shot_out_of_a_square_is_not_fought_in_it() -> None:
    """MAP-CHG-02, MAP_CONTESTED_FIRE = both: foot shoots at the square that the horse beside it
    charges, and drives its only block out: the horse holds it. Chance found a loss asked of
    nobody."""
    state = battle(
        Block("R1", "red", "musketry foot", (5, 4)),
        Block("R2", "red", "controlled horse", (5, 4)),
        Block("R3", "red", "musketry foot", (5, 3)),
        Block("B1", "blue", "musketry foot", (5, 5)),
        Block("B2", "blue", "musketry foot", (5, 7)),
    )
    action = Action("shoot", "R1", more={"to": "5,5", "R2": "charge 5,5"})
    state = msgspec.structs.replace(state, house={"MAP_CONTESTED_FIRE": "both"})
    steps, reply = resolve(action, state, EMPTY), None
    while True:
        try:
            asked = steps.send(reply)
        except StopIteration as stop:
            after = stop.value
            break
        if isinstance(asked, Roll):
            reply = asked.parse([6 if asked.by == "red" else 1] * asked.count)
        else:
            reply = asked.parse(asked.options[0].key)
    where = {one.id: one.square for one in after.state.blocks}
    assert where["R2"] == (5, 5) and where["B1"] != (5, 5) and after.state.contests == ()
    assert "Nobody is left in E5 to fight." in [ruling.says for ruling in after.rulings]


def test_an_offer_tells_the_chance() -> None:
    """1 musketry foot at 1: 2 v 2, a 6 against 2+, thrown again when level: 1/26."""
    state = battle(
        Block("R1", "red", "musketry foot", (5, 4)),
        Block("R2", "red", "musketry foot", (5, 3)),
        Block("B1", "blue", "musketry foot", (5, 5)),
    )
    assert offers_of(state, "R1")["charge"].why == "E5: 2 v 2, wins 4 in 100"


def base(payload: str, x_in: float, y_in: float, status: str = "seen") -> Base:
    return Base(payload, 1.57, 0.79, Pose(x_in, y_in, 90.0), status=status)


def test_a_removed_block_on_the_table_is_an_error() -> None:
    """MAP-REM-01"""
    state = battle(Block("R1", "red", "musketry foot", gone=True))
    assert "MAP-REM-01" in compared(Snapshot((36, 27), (base("R1", 13.5, 10.5),)), state)[0]


def test_a_block_seen_elsewhere_is_said() -> None:
    state = battle(Block("R1", "red", "musketry foot", (5, 4)))
    assert compared(Snapshot((36, 27), (base("R1", 16.5, 10.5),)), state) == (
        "R1 is seen in F4, the game has it in E4",
    )


@pytest.mark.parametrize(
    ("seen", "words"),
    [(base("R1", 12.05, 10.5), "on a line"), (base("R1", 13.5, 10.5, "hidden"), "hidden")],
)
def test_an_unclear_block_is_said(seen: Base, words: str) -> None:
    state = battle(Block("R1", "red", "musketry foot", (5, 4)))
    assert words in compared(Snapshot((36, 27), (seen,)), state)[0]


def test_a_model_put_in_the_wrong_square_is_put_right() -> None:
    """The move is to (5,5); the base is then seen in (6,5)."""
    state = battle(
        Block("R1", "red", "musketry foot", (5, 4)), Block("R2", "red", "musketry foot", (5, 3))
    )
    table = Snapshot((36, 27), (base("R1", 13.5, 10.5),))
    action = Action("move", "R1", more={"to": "5,5"})
    asked = advance(resolve(action, state, table), ())
    assert isinstance(asked, Look) and asked.what == "Put R1 to E5"
    wrong = replace(table, bases=(base("R1", 16.5, 13.5),))
    done = advance(resolve(action, state, table), [(asked, wrong)])
    assert isinstance(done, Done)
    assert done.outcome.state.blocks[0].square == (5, 5)
    assert "R1 is seen in F5, the game has it in E5." in done.outcome.rulings[-1].says


def test_an_action_of_a_block_that_stands_elsewhere_says_so() -> None:
    state = battle(
        Block("R1", "red", "musketry foot", (5, 4)), Block("R2", "red", "musketry foot", (5, 3))
    )
    table = Snapshot((36, 27), (base("R1", 16.5, 10.5),))
    done = advance(resolve(Action("stand", "R1"), state, table), ())
    assert isinstance(done, Done)
    says = "When this was declared: R1 is seen in F4, the game has it in E4."
    assert says in [ruling.says for ruling in done.outcome.rulings]


def test_deployment_is_read_from_the_table() -> None:
    """MAP-DEP-01: the blocks stand on the table, so the camera names their squares."""
    blocks = (Block("R1", "red", "musketry foot"), Block("B1", "blue", "dragoons", (5, 8)))
    state = State(
        blocks=blocks,
        phase="deployment",
        attacker="red",
        active="red",
        step=1,
        forces=(Force("red"), Force("blue")),
    )
    table = Snapshot((36, 27), (base("R1", 13.5, 4.5),))
    done = advance(resolve(Action("deploy", "red", more={"as": "table"}), state, table), ())
    assert isinstance(done, Done)
    assert done.outcome.state.blocks[0].square == (5, 2)


def test_a_historical_battle_needs_every_block() -> None:
    """MAP-ENG-09"""
    state = BLOCKS.new_game(DEMO.armies, DEMO.house)
    with pytest.raises(IllegalAction, match="MAP-ENG-09"):
        advance(resolve(Action("begin", "Royalists"), state, EMPTY), ())


def test_the_game_is_over_once() -> None:
    over = State(phase="over", winner="red", ended="blue routed", ended_by=("MAP-ELAN-06",))
    victory = BLOCKS.winner(over)
    assert victory is not None and (victory.winner, BLOCKS.actions(over, EMPTY)) == ("red", ())
    assert BLOCKS.winner(State()) is None


def test_the_status_counts_blocks_that_wait_to_be_deployed() -> None:
    """12 a side before the battle, not none; and one that was removed is not counted."""
    start = BLOCKS.status(BLOCKS.new_game(DEMO.armies, DEMO.house))
    assert start.lines[0] == ("Parliament", "elan 10, 12 blocks (12 to deploy), 0 interactions")
    gone = Block("R2", "red", "dragoons", gone=True)
    later = battle(Block("R1", "red", "dragoons", (5, 4)), gone)
    assert BLOCKS.status(later).lines[0] == ("red", "elan 10, 1 block, 0 interactions")


def test_cards_show_what_binds_a_block() -> None:
    state = battle(
        Block("R1", "red", "aggressive foot", (5, 4)),
        Block("R2", "red", "aggressive foot", (5, 3)),
        Block("B1", "blue", "musketry foot", (5, 5)),
    )
    shown = BLOCKS.card(state, "R1")
    assert shown.badges == ("must charge",) and ("square", "E4") in shown.lines
    assert "out of reach of friends" in BLOCKS.card(state, "B1").badges
    assert BLOCKS.bands(state, "R1") == () and BLOCKS.premeasure(state)
    assert BLOCKS.status(state).to_act == ("red",)
    with pytest.raises(KeyError):
        BLOCKS.card(state, "X")
