"""How fast the rules are: whole shoot actions a second, and battles played without a plan.

``run.py bench rules --set NAME --battles N --seed FIRST``: each seed is one battle, played
on the demo's table to the end that its book knows.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from rules.armatys.robot import ROBOT as ARMATYS_ROBOT
from rules.blocks.robot import ROBOT as BLOCKS_ROBOT
from rules.books import RULE_SETS
from rules.kernel.plain import from_plain, to_plain
from rules.kernel.protocol import Action, IllegalAction, RuleSet
from rules.matchlocks import MATCHLOCKS
from rules.matchlocks.robot import ROBOT as MATCHLOCKS_ROBOT
from rules.matchlocks.setting_up.preparation import read_state
from rules.quickplay.robot import ROBOT as QUICKPLAY_ROBOT
from rules.robots.robot import Ended, Played, Robot, play_out
from rules.roses.robot import ROBOT as ROSES_ROBOT
from rules.skirmish.robot import ROBOT as SKIRMISH_ROBOT
from vision.table.snapshot import Base, Pose, Snapshot
from webui.commands.benches.bench_forces import forces

ROBOTS: dict[str, Robot] = {
    "matchlocks": MATCHLOCKS_ROBOT,
    "blocks": BLOCKS_ROBOT,
    "armatys": ARMATYS_ROBOT,
    "roses": ROSES_ROBOT,
    "skirmish": SKIRMISH_ROBOT,
    "quickplay": QUICKPLAY_ROBOT,
}
_TABLE = Snapshot(
    (72.0, 48.0),
    (
        Base("M1", 2.4, 1.6, Pose(33.6, 10.0, 90.0), unit="M", kind="musket", figures=8),
        Base("M2", 2.4, 1.6, Pose(36.0, 10.0, 90.0), unit="M", kind="pike", figures=8),
        Base("M3", 2.4, 1.6, Pose(38.4, 10.0, 90.0), unit="M", kind="musket", figures=8),
        Base("E", 4.7, 1.6, Pose(36.0, 20.0, 270.0), unit="E", figures=12),
    ),
)
_STATE = {
    "units": {
        "M": {"side": "Royalists", "kind": "battalia"},
        "E": {"side": "Parliament", "kind": "musketeers"},
    }
}
REPORT_EVERY = 20
"""Battles after which a line is printed, so that a run that is cut off has been counted."""


def shoot_rate(seconds: float = 1.0) -> float:
    """Whole Shoot Actions resolved in a second of one core's time.

    Each is a Battalia's volley on exact poses: every check, the dice, the saves, the losses.
    """
    state, action = read_state(_STATE), Action("shoot", "M", "E")
    thrower = random.Random(1)
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(50):
            _resolve(state, action, thrower)
        done += 50
    return done / spent


def _resolve(state: object, action: Action, thrower: random.Random) -> None:
    steps = MATCHLOCKS.resolve(action, state, _TABLE)
    answer: tuple[int, ...] | None = None
    try:
        while True:
            prompt = steps.send(answer)
            answer = tuple(thrower.choices((1, 2, 3, 4, 5, 6), k=getattr(prompt, "count", 1)))
    except StopIteration:
        return


# --- battles ---------------------------------------------------------------------------------


class Battle(Struct, frozen=True):
    """What became of one seed: ``fault`` is "" or what went wrong, in one line."""

    seed: int
    ended: str = ""
    turns: int = 0
    actions: int = 0
    refused: int = 0
    cpu_s: float = 0.0
    fault: str = ""


class Impossible(RuntimeError):
    """A state that the rules must never bring about."""


def battle(rules: RuleSet, seed: int, house: dict[str, str], part: bool = False) -> Battle:
    """The demo's battle by chance, every state checked; what goes wrong is told, not raised.

    *part*: with part of its armies, see ``bench_forces``.
    """
    start = time.process_time()
    try:
        ended = _played(rules, seed, house, part)
    except Exception as why:  # the seed is worth more than the traceback
        fault = f"{type(why).__name__}: {why}"
        return Battle(seed, cpu_s=time.process_time() - start, fault=fault)
    turns = rules.status(ended.state).turn
    spent = time.process_time() - start
    told = _ending(rules, ended)
    return Battle(seed, told, turns, ended.actions, ended.refused, spent)


def _played(rules: RuleSet, seed: int, house: dict[str, str], part: bool) -> Ended:
    demo, robot = rules.demo(), ROBOTS[rules.name]
    house = {**demo.house, **house}
    armies, table = forces(rules, seed, house) if part else (demo.armies, demo.table)

    def watch(played: Played) -> None:
        faults = robot.faults(played)
        if faults:
            raise Impossible(f"after {played.action}: {'; '.join(faults)}")

    state = rules.new_game(armies, house)
    ended = play_out(rules, robot, state, table, random.Random(seed).randrange, watch)
    if from_plain(to_plain(ended.state), rules.state_type) != ended.state:
        raise Impossible("the last state does not come back from its plain form")
    return ended


def _ending(rules: RuleSet, ended: Ended) -> str:
    """How it ended, by the rules that it rests on."""
    titles = [rules.titles[rule] for rule in ended.victory.rules]
    says = "; ".join(titles) or "given up"
    return says if ended.victory.winner else f"a draw: {says}"


def any_house(rules: RuleSet, seed: int) -> dict[str, str]:
    """House rules by lot, the same for a seed, under which the demo's armies are legal."""
    dice, armies = random.Random(seed), rules.demo().armies
    while True:
        house = {switch.name: dice.choice(switch.values) for switch in rules.switches}
        try:
            rules.new_game(armies, house)
        except IllegalAction:
            continue
        return house


def summary(rules: RuleSet, found: Sequence[Battle]) -> dict[str, Any]:
    """The figures of battles played: how they ended, turns and actions, time and faults."""
    whole = [one for one in found if not one.fault]
    return {
        "set": rules.name,
        "battles": len(found),
        "ended": dict(Counter(one.ended for one in whole).most_common()),
        "turns": _spread([one.turns for one in whole]),
        "actions": _spread([one.actions for one in whole]),
        "refused": sum(one.refused for one in whole),
        "cpu_s_a_battle": round(statistics.fmean([one.cpu_s for one in found] or [0.0]), 2),
        "faults": {one.seed: one.fault for one in found if one.fault},
    }


def _spread(numbers: Sequence[int]) -> dict[str, float]:
    """Least, median and most."""
    if not numbers:
        return {}
    return {"min": min(numbers), "median": statistics.median(numbers), "max": max(numbers)}


def battles(
    rules: RuleSet, seeds: Iterable[int], odd_house: bool = False, part: bool = False
) -> list[Battle]:
    """A battle for every seed; a line is printed after each REPORT_EVERY of them."""
    found: list[Battle] = []
    for seed in seeds:
        found.append(battle(rules, seed, any_house(rules, seed) if odd_house else {}, part))
        if found[-1].fault:
            print(f"{rules.name} seed {seed}: {found[-1].fault}", flush=True)
        if len(found) % REPORT_EVERY == 0:
            print(json.dumps(summary(rules, found)), flush=True)
    return found


def rules_bench_command(argv: Sequence[str]) -> int:
    """``run.py bench rules``: the figures of this module; 1 when a battle went wrong."""
    given = _parser().parse_args(argv)
    found: dict[str, Any] = {"shoot_actions_a_second": round(shoot_rate())}
    chosen = [rules for rules in RULE_SETS if given.set in (rules.name, "all")]
    seeds = range(given.seed, given.seed + given.battles)
    played = [
        summary(rules, battles(rules, seeds, given.odd_house, given.part)) for rules in chosen
    ]
    found["battles"] = played
    print(json.dumps(found, indent=1) if given.json else _told(found))
    return 1 if any(one["faults"] for one in played) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="run.py bench rules", description=__doc__)
    parser.add_argument("--battles", type=int, default=20, help="battles of each set")
    parser.add_argument("--set", default="all", choices=["all", *ROBOTS], help="which rule set")
    parser.add_argument("--seed", type=int, default=0, help="the first seed; the next ones follow")
    parser.add_argument("--odd-house", action="store_true", help="house rules by lot, by seed")
    parser.add_argument("--part", action="store_true", help="part of both armies, by seed")
    parser.add_argument("--json", action="store_true")
    return parser


def _told(found: dict[str, Any]) -> str:
    lines = [f"{found['shoot_actions_a_second']} whole shoot actions a second"]
    for one in found["battles"]:
        lines.append(f"{one['set']}: {one['battles']} battles, {one['cpu_s_a_battle']} s each")
        for what in ("turns", "actions"):
            spread = ", ".join(f"{name} {value:g}" for name, value in one[what].items())
            lines.append(f"  {what}: {spread}")
        lines += [f"  {count:>5}  {how}" for how, count in one["ended"].items()]
        lines += [f"  seed {seed}: {fault}" for seed, fault in one["faults"].items()]
    return "\n".join(lines)
