"""Whole battles by chance, over every set: no error, no impossible state, a natural end.

Thousands more are played by ``run.py bench rules``.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rules.books import RULE_SETS
from rules.cases.case import read_case
from rules.kernel.engine import Done, advance
from rules.kernel.plain import from_plain, to_plain
from rules.kernel.prompts import Choose, Option, Roll
from rules.kernel.protocol import Action, IllegalAction, RuleSet
from rules.robots.robot import (
    MOST_REFUSED,
    DeadEnd,
    Ended,
    Played,
    Robot,
    Scene,
    any_answer,
    mixed,
    play,
    play_out,
    rounded,
    twice,
)
from tests.rules.examples import cases_of
from vision.table.snapshot import Base, Pose, Snapshot
from webui.commands.benches.rules_bench import ROBOTS, any_house

SEEDS = {"matchlocks": (28, 7), "blocks": (5, 8), "armatys": (13, 19), "roses": (2, 15),
         "skirmish": (52, 35), "quickplay": (2, 3)}  # fmt: skip
"""Short battles: by the demo's own house rules, and by house rules by lot."""

every_set = pytest.mark.parametrize("rules", RULE_SETS, ids=[rules.name for rules in RULE_SETS])
REPLAYED = 7
"""Every so many actions the whole of what the page relies on is checked, to save time."""


def fought(rules: RuleSet, seed: int, house: dict[str, str]) -> Ended:
    """The demo's battle to its end, every action watched: people read names, never ids."""
    demo, robot = rules.demo(), ROBOTS[rules.name]
    state = rules.new_game(demo.armies, {**demo.house, **house})
    source = random.Random(seed).randrange
    return play_out(rules, robot, state, demo.table, source, watcher(rules, robot, state))


def ids_in(plain: Any) -> Iterator[str]:
    """What everybody and everything of a state is known by in files."""
    entries = plain.values() if isinstance(plain, dict) else plain
    if isinstance(plain, dict) and isinstance(plain.get("id"), str):
        yield plain["id"]
    for one in entries:
        if isinstance(one, dict | list | tuple):
            yield from ids_in(one)


def sentences(played: Played) -> Iterator[str]:
    """Whatever people read of an action."""
    yield from (ruling.says for ruling in played.outcome.rulings)
    for asked, _ in played.answered:
        yield asked.what
        yield from (option.label for option in getattr(asked, "options", ()))


def watcher(rules: RuleSet, robot: Robot, start: Any) -> Callable[[Played], None]:
    count = 0
    ids = "|".join(map(re.escape, ids_in(to_plain(start))))
    an_id = re.compile(rf"(?<![\w/-])(?:{ids}|melee \d+)(?![\w-])")

    def watch(played: Played) -> None:
        nonlocal count
        assert robot.faults(played) == ()
        assert [one for one in sentences(played) if an_id.search(one)] == []
        count += 1
        if count % REPLAYED == 0:
            shown(rules, played)

    return watch


def shown(rules: RuleSet, played: Played) -> None:
    """Answers replay the same, the state goes through JSON, everybody has a card."""
    steps = rules.resolve(played.action, played.before, played.start)
    again = advance(steps, played.answered)
    assert isinstance(again, Done) and again.outcome == played.outcome
    state = played.outcome.state
    assert from_plain(json.loads(json.dumps(to_plain(state))), rules.state_type) == state
    assert rules.status(state).turn >= 0
    for army in rules.demo().armies:
        for unit in army.units:
            assert rules.card(state, unit.id).unit == unit.id
            assert all(band.radius_in > 0 for band in rules.bands(state, unit.id))


@every_set
def test_a_battle_by_chance_comes_to_the_end_its_book_knows(rules: RuleSet) -> None:
    """Not conceded, not agreed, not cut off."""
    ended = fought(rules, SEEDS[rules.name][0], {})
    assert not any(word in ended.victory.says for word in ("concede", "Agreed"))
    assert ended.victory.winner or "nobody" in ended.victory.says


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(
            rules,
            id=rules.name,
            marks=pytest.mark.long if rules.name in ("matchlocks", "roses") else (),
        )
        for rules in RULE_SETS
    ],
)
def test_a_battle_under_house_rules_by_lot_comes_to_an_end(rules: RuleSet) -> None:
    seed = SEEDS[rules.name][1]
    fought(rules, seed, any_house(rules, seed))


def test_a_seed_is_a_battle() -> None:
    """Chance comes from the source alone."""
    rules = RULE_SETS[1]
    assert fought(rules, 2, {}) == fought(rules, 2, {})


# --- the robot's own laws ----------------------------------------------------------------------


def toy(do: str, strict: bool = False) -> tuple[RuleSet, Robot, Snapshot]:
    """A robot that declares *do* for ever in a battle of blocks."""
    rules = next(one for one in RULE_SETS if one.name == "blocks")
    table = Snapshot((36.0, 27.0))
    robot = ROBOTS["blocks"]
    return (
        rules,
        Robot(lambda now: Action(do, "Royalists"), robot.tables, robot.lift, robot.faults, strict),
        table,
    )


def start(rules: RuleSet) -> Any:
    demo = rules.demo()
    return rules.new_game(demo.armies, demo.house)


def test_what_is_refused_again_and_again_is_a_dead_end() -> None:
    rules, robot, table = toy("dance")
    with pytest.raises(DeadEnd, match=str(MOST_REFUSED)):
        play_out(rules, robot, start(rules), table, random.Random(1).randrange)


def test_a_strict_robot_takes_no_refusal() -> None:
    rules, robot, table = toy("dance", strict=True)
    with pytest.raises(IllegalAction):
        play_out(rules, robot, start(rules), table, random.Random(1).randrange)


def test_answers_by_chance_are_legal() -> None:
    source = random.Random(3).randrange
    dice = Roll("to hit", 4, "red", sides=10)
    some = Choose("whom", "red", tuple(Option(key) for key in "abcd"), 1, 3)
    for _ in range(50):
        dice.parse(any_answer(dice, source))
        some.parse(any_answer(some, source))
    assert sorted(mixed("abcd", source)) == list("abcd")


def test_moved_bases_are_set_to_a_thousandth_and_others_are_left_alone() -> None:
    a, b = (Base(name, 2.0, 1.0, Pose(1.00049, 2.0, 90.04)) for name in "AB")
    moved = Base("A", 2.0, 1.0, Pose(1.23456, 2.0, 90.06))
    after = rounded(Snapshot((9.0, 9.0), (a, b)), Snapshot((9.0, 9.0), (moved, b)))
    assert after.bases[0].pose == Pose(1.235, 2.0, 90.1)
    assert after.bases[1] is b


def test_a_payload_in_two_places_is_a_fault() -> None:
    a = Base("A", 2.0, 1.0, Pose(1.0, 2.0, 90.0))
    assert twice(Snapshot((9.0, 9.0), (a, a))) == ("A is in two places",)
    assert Scene(None, Snapshot((9.0, 9.0)), random.Random(1).randrange).spent == ()


def test_a_winner_of_skirmish_rides_on_over_the_man_it_killed() -> None:
    """SKM-MEL-22: he lies just ahead of it and bars no way; of 40 such melees 7 had no end."""
    says = "a charge of 55 cm that won: must follow up"
    (case,) = (one for one in cases_of("skirmish") if one["says"] == says)
    read, robot = read_case(case), ROBOTS["skirmish"]
    for seed in range(15, 30):
        now = Scene(read.state, read.table, random.Random(seed).randrange)
        assert play(read.rule_set, robot, now, read.actions[0]).outcome.rulings


def test_who_makes_way_in_roses_goes_aside_where_there_is_an_enemy_behind() -> None:
    """WOR-CON-07: straight back the horse would charge York's leader, which it may not."""
    places = {
        "YL/1": ("YL", 27.07, 39.13, 90, 1.57), "YK/1": ("YK", 22.05, 10.24, 90, 2.36),
        "YK/2": ("YK", 24.45, 10.24, 90, 2.36), "NL/1": ("NL", 24.41, 35.60, 270, 1.57),
        "NC/1": ("NC", 25.68, 37.20, 270, 1.57), "NC/2": ("NC", 23.27, 37.20, 270, 1.57),
    }  # fmt: skip
    bases = [
        {"payload": tag, "unit": unit, "x_in": x_in, "y_in": y_in, "facing_deg": looks,
         "frontage_in": 1.57 if unit[1] == "L" else 2.36, "depth_in": deep_in}
        for tag, (unit, x_in, y_in, looks, deep_in) in places.items()
    ]  # fmt: skip
    kinds = {"YL": "Battle Leader", "YK": "Canon / Bombard", "NL": "Battle Leader",
             "NC": "Mounted Currours"}  # fmt: skip
    units = {name: {"kind": kind, "side": "york" if name[0] == "Y" else "lancaster"}
             for name, kind in kinds.items()}  # fmt: skip
    units["NL"] |= {"driven": 2, "shot_by": ["YK", "YK"]}
    state = {"sides": ["york", "lancaster"], "side": "york", "phase": "shooting", "units": units}
    table = {"size_in": [72, 48], "bases": bases}
    end = {"do": "end", "by": "york"}
    read = read_case({"rules": "roses", "table": table, "state": state, "actions": [end]})
    for seed in range(12):
        now = Scene(read.state, read.table, random.Random(seed).randrange)
        assert play(read.rule_set, ROBOTS["roses"], now, read.actions[0]).outcome.rulings
