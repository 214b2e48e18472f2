"""How fast the rules are: whole shoot actions a second, and battles played without a plan."""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence

from rules.matchlocks import MATCHLOCKS
from rules.matchlocks.hand_written import read_state
from rules.matchlocks.robot import play_out
from rules.protocol import Action
from vision.measure.table import Base, Pose, Snapshot

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


def battles(count: int, seed: int = 0) -> dict[str, float]:
    """Play the demo battle *count* times without a plan; raises if any goes wrong.

    Gives the battles played, their mean turns and declarations, and how many were conceded.
    """
    demo = MATCHLOCKS.demo()
    turns = declared = conceded = 0
    for number in range(seed, seed + count):
        state = MATCHLOCKS.new_game(demo.armies, demo.house)
        ended = play_out(state, demo.table, random.Random(number).randrange)
        turns += ended.state.turn
        declared += ended.declared
        conceded += "concede" in ended.state.why_won
    return {
        "battles": count,
        "turns": turns / count,
        "declared": declared / count,
        "conceded": conceded,
    }


def rules_bench_command(argv: Sequence[str]) -> int:
    """``run.py bench rules``: the figures of this module; 0, or a traceback if a game breaks."""
    parser = argparse.ArgumentParser(prog="run.py bench rules", description=__doc__)
    parser.add_argument("--battles", type=int, default=20, help="battles played at random")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(argv)
    found: dict[str, float] = {"shoot_actions_a_second": round(shoot_rate())}
    found |= {key: round(value, 1) for key, value in battles(given.battles, given.seed).items()}
    if given.json:
        print(json.dumps(found, indent=1))
    else:
        print("\n".join(f"{key.replace('_', ' '):<24} {value:g}" for key, value in found.items()))
    return 0
