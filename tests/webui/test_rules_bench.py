"""The figures of battles played by chance: counted, summed up, and their faults told by seed."""

from __future__ import annotations

import json

import pytest

from rules.books import RULE_SETS
from rules.kernel.protocol import RuleSet
from webui.commands.benches import rules_bench
from webui.commands.benches.bench_forces import forces
from webui.commands.benches.rules_bench import (
    ROBOTS,
    Battle,
    any_house,
    battle,
    rules_bench_command,
    summary,
)

BLOCKS = next(rules for rules in RULE_SETS if rules.name == "blocks")


def test_every_set_has_a_robot() -> None:
    assert list(ROBOTS) == [rules.name for rules in RULE_SETS]


def test_the_summary_counts_ends_and_spreads_and_names_faulty_seeds() -> None:
    """Turns 3, 4 and 8: least 3, middle 4, most 8; the faulty battle counts in none of them."""
    found = (
        Battle(1, "routed", 3, 10, 1, 0.5),
        Battle(2, "routed", 8, 30, 0, 1.5),
        Battle(3, "agreed", 4, 20, 2, 1.0),
        Battle(4, cpu_s=1.0, fault="ValueError: no"),
    )
    told = summary(BLOCKS, found)
    assert told["battles"] == 4 and told["ended"] == {"routed": 2, "agreed": 1}
    assert told["turns"] == {"min": 3, "median": 4, "max": 8} and told["refused"] == 3
    assert told["cpu_s_a_battle"] == 1.0 and told["faults"] == {4: "ValueError: no"}


def test_a_battle_names_its_end_without_the_sides() -> None:
    """MAP-ELAN-06: an army routs; and the same seed is the same battle."""
    first = battle(BLOCKS, 3, {})
    assert (first.fault, first.ended) == ("", "At 0 the army routs and the game stops at once")
    again = battle(BLOCKS, 3, {})
    assert (again.turns, again.actions) == (first.turns, first.actions)


def test_what_goes_wrong_is_told_with_its_seed_and_does_not_stop_the_others() -> None:
    broken = battle(BLOCKS, 5, {"MAP_PASS": "never heard of"})
    assert broken.seed == 5 and broken.fault


def test_house_rules_by_lot_are_legal_for_the_armies_and_the_same_for_a_seed() -> None:
    """MAP_CUIRASSIER = exclusive would forbid the demo's horse (MAP-ARMY-08)."""
    for seed in range(8):
        house = any_house(BLOCKS, seed)
        assert house == any_house(BLOCKS, seed) and house["MAP_CUIRASSIER"] == "mixable"


def test_the_command_prints_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules_bench, "shoot_rate", lambda: 12345.6)
    assert rules_bench_command(["--set", "blocks", "--battles", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["shoot_actions_a_second"] == 12346
    assert [one["set"] for one in told["battles"]] == ["blocks"]


def test_the_command_fails_when_a_battle_went_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules_bench, "shoot_rate", lambda: 1.0)
    monkeypatch.setattr(
        rules_bench, "battle", lambda rules, seed, house, part: Battle(seed, fault="DeadEnd: stuck")
    )
    assert rules_bench_command(["--set", "blocks", "--battles", "1", "--seed", "7"]) == 1
    assert "seed 7: DeadEnd: stuck" in capsys.readouterr().out


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_part_of_the_armies_is_a_legal_force_on_its_own_bases(rules: RuleSet) -> None:
    """The same for a seed, another for another; whoever leads a brigade is always there."""
    sizes = set()
    for seed in range(8):
        armies, table = forces(rules, seed, dict(rules.demo().house))
        assert (armies, table) == forces(rules, seed, dict(rules.demo().house))
        rules.new_game(armies, dict(rules.demo().house))
        ids = {unit.id for army in armies for unit in army.units}
        assert all(leader in ids for army in armies for leader in army.brigades.values() if leader)
        assert {base.payload for base in table.bases} <= {
            tag for army in armies for unit in army.units for tag in unit.bases
        }
        sizes.add(len(ids))
    assert len(sizes) > 1
