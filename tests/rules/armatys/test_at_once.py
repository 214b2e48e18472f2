"""The bound is simultaneous: one end, in whatever order its parts are entered (PAS-SCOPE-01)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.armatys import ARMATYS
from rules.armatys.close_combat.casualties import take
from rules.armatys.close_combat.casualties import test as casualty
from rules.armatys.state import Arm, Charge, General, Gun, State, Touch, Unit
from rules.armatys.units.generals import _unhorsed
from rules.cases.case import resolve_case
from rules.kernel.play import Play
from rules.kernel.prompts import Choose, Roll
from rules.kernel.protocol import Action
from tests.rules.answered import run
from tests.rules.entered import ends, played
from vision.table.reading import HandReading
from vision.table.snapshot import Snapshot

EMPTY = Snapshot((72.0, 48.0))


def horse(name: str, side: str, **more: Any) -> Unit:
    return Unit(**{"id": name, "side": side, "kind": "horse",
                   "arms": (Arm("horse", 12, 12),), **more})  # fmt: skip


def foot(name: str, side: str, muskets: int = 16, **more: Any) -> Unit:
    return Unit(**{"id": name, "side": side, "kind": "foot", "ranks": 2,
                   "arms": (Arm("musket", muskets, -(-muskets // 2)),), **more})  # fmt: skip


def compared(state: State) -> State:
    """The state less the order of its charges, and whether a dead man had lost his horse."""
    leaders = tuple(msgspec.structs.replace(one, on_foot=one.on_foot and not one.gone)
                    for one in state.generals)  # fmt: skip
    charges = tuple(sorted(state.charges, key=lambda one: (one.charger, one.target)))
    return msgspec.structs.replace(state, charges=charges, generals=leaders)


def one_end(
    state: State,
    actions: tuple[Action, ...],
    readings: tuple[HandReading, ...] = (),
    wishes: dict[str, str] | None = None,
    seeds: int = 40,
) -> set[str]:
    """The different outcomes, seed by seed, that orders of entry lead to; one each is right."""
    table = Snapshot((72.0, 48.0), readings=readings)
    counts = {seed: ends(ARMATYS, state, table, actions, seed, wishes or {}, compared)
              for seed in range(seeds)}  # fmt: skip
    return {f"seed {seed}: {count} ends" for seed, count in counts.items() if count > 1}


def gaps(*pairs: str, value: float = 4.0) -> tuple[HandReading, ...]:
    return tuple(HandReading(what, a, b, value) for pair in pairs for a, b in (pair.split(),)
                 for what in ("gap", "front_range"))  # fmt: skip


def begun(*units: Unit, **more: Any) -> State:
    return State(**{"units": units, "start": units, **more})


# -- charges --------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["stand", "counter", "break"])
@pytest.mark.parametrize("morale", ["Good", "Poor", "Nervous"])
def test_two_charges_at_one_unit(answer: str, morale: str) -> None:
    """PAS-PUR-01: if it breaks, both chargers pursue, whoever declared first."""
    state = begun(horse("A", "red"), horse("C", "red"), foot("B", "blue", morale=morale), phase=1)
    actions = (Action("charge", "A", "B"), Action("charge", "C", "B"))
    wishes = {"is charged": answer, "counter charges": "C", "failed": "stand"}
    assert one_end(state, actions, gaps("A B", "C B"), wishes) == set()


@pytest.mark.parametrize("answer", ["stand", "counter"])
def test_light_horse_charged_by_foot_and_by_horse(answer: str) -> None:
    """PAS-APP-06: it fears Horse, also after it has braved foot."""
    light = Unit("B", "blue", "light horse", (Arm("light horse", 12, 12),), morale="Good")
    state = begun(horse("A", "red"), foot("C", "red", morale="Good"), light, phase=1)
    actions = (Action("charge", "A", "B"), Action("charge", "C", "B"))
    wishes = {"is charged": answer, "failed": "stand"}
    assert one_end(state, actions, gaps("A B", "C B"), wishes) == set()


def test_two_charges_at_guns() -> None:
    """PAS-MEL-28: the crew breaks once, and both pursue."""
    guns = Unit("B", "blue", "gun", (Arm("crew", 3, 3),), gun=Gun("Saker"))
    state = begun(horse("A", "red"), horse("C", "red"), guns, phase=1)
    actions = (Action("charge", "A", "B"), Action("charge", "C", "B"))
    assert one_end(state, actions, gaps("A B", "C B")) == set()


# -- fire -----------------------------------------------------------------------------------


def test_three_volleys_and_the_last_man() -> None:
    """PAS-SEQ-06: who is wiped out in a phase has fired in it, and whoever aimed at him has too."""
    state = begun(
        foot("A", "red", 24), foot("C", "red", 24), foot("B", "blue", 2), foot("D", "blue", 16),
        phase=6,
    )  # fmt: skip
    actions = (Action("fire", "A", "B"), Action("fire", "C", "B"), Action("fire", "B", "A"),
               Action("fire", "D", "C"))  # fmt: skip
    assert one_end(state, actions, gaps("A B", "C B", "B A", "D C")) == set()


def test_volleys_where_a_unit_breaks_at_once() -> None:
    """PAS_BREAK_WHEN = instant: broken by the first shot, it fires all the same."""
    state = begun(
        foot("A", "red", 24), foot("C", "red", 24), foot("B", "blue", 12, counters=4),
        phase=6, house={"PAS_BREAK_WHEN": "instant"},
    )  # fmt: skip
    actions = (Action("fire", "A", "B"), Action("fire", "C", "B"), Action("fire", "B", "A"))
    assert one_end(state, actions, gaps("A B", "C B", "B A")) == set()


def test_volleys_at_a_mixed_unit() -> None:
    """PAS-CAS-31: the ratio is that of the start of the phase for every volley."""
    mixed = Unit("B", "blue", "foot", (Arm("pike", 5, 3), Arm("musket", 6, 3)), ranks=2)
    state = begun(foot("A", "red", 24), foot("C", "red", 24), mixed, phase=6)
    actions = (Action("fire", "A", "B"), Action("fire", "C", "B"), Action("fire", "B", "A"))
    assert one_end(state, actions, gaps("A B", "C B", "B A")) == set()


def test_volleys_at_a_general() -> None:
    """PAS-GEN-03: two volleys at one general; what is aimed at one who has just fallen is spent."""
    state = begun(foot("A", "red", 24), foot("C", "red", 24), foot("B", "blue"), phase=6,
                  generals=(General("G", "blue"),))  # fmt: skip
    actions = (Action("fire", "A", "G"), Action("fire", "C", "G"), Action("fire", "B", "A"))
    assert one_end(state, actions, gaps("A G", "C G", "B A"), seeds=200) == set()


def test_a_hit_on_the_only_pike_who_has_just_fallen_is_spent() -> None:
    """PAS-CAS-31, PAS-SCOPE-01: of 1 pike and 2 muskets a 1 names the pike. He fell to another
    volley of this phase, so no musketeer is tested for a hit that struck at the same time."""
    began = Unit("B", "blue", "foot", (Arm("pike", 1, 1), Arm("musket", 2, 2)), ranks=2)
    now = msgspec.structs.replace(began, arms=(Arm("pike", 0, 1), Arm("musket", 2, 2)))
    state = State(units=(now,), start=(began,), phase=6)
    after, lost = run(casualty(Play(state, Snapshot((72.0, 48.0))), "B"), [PIKE_DIE])
    assert lost == 0 and after.state == state and "spent" in after.rulings[-1].says


PIKE_DIE = 1
"""On the line of 1:2 the type die 1 names a pikeman (the book's casualty table)."""


@pytest.mark.parametrize("fallen", [False, True])
def test_a_horseman_gives_his_horse_in_the_phase_in_which_he_falls(fallen: bool) -> None:
    """PAS-GEN-07: whether he is hit before or after, the general keeps a horse and he falls."""
    began = Unit("H", "blue", "horse", (Arm("horse", 1, 1),))
    leader = General("G", "blue", with_unit="H")
    state = State(units=(began,), start=(began,), generals=(leader,), phase=6)
    play = Play(state, Snapshot((72.0, 48.0)))
    if fallen:
        play = take(play, "H", "horse", "PAS-CAS-33")
    state = run(_unhorsed(play, leader, 2), "horse").state
    (unit,), (general,) = state.units, state.generals
    assert (unit.figures, unit.fallen, unit.lost_figures, general.on_foot) == (0, True, 1, False)


def test_pistols_after_a_move_with_counters() -> None:
    """PAS-CAV-02: nine inches, or less with more than three counters: those it had."""
    rider = horse("H", "red", pistols=True, moved=True, moved_in=9.0, counters=3)
    state = begun(rider, foot("B", "blue", 24), foot("D", "blue", 24), phase=6,
                  house={"PAS_PISTOL_MOVE": "min"})  # fmt: skip
    actions = (Action("fire", "B", "H"), Action("fire", "D", "H"), Action("fire", "H", "B"))
    assert one_end(state, actions, gaps("B H", "D H", "H B", value=1.5)) == set()


# -- melees, moves, rest --------------------------------------------------------------------


def test_two_melees() -> None:
    """PAS-SEQ-04: each melee has its round; the next does not hang on it."""
    touches = (Touch("A", "B"), Touch("C", "D"))
    state = begun(horse("A", "red"), horse("C", "red"), foot("B", "blue"), horse("D", "blue"),
                  phase=4, touches=touches)  # fmt: skip
    actions = (Action("melee", "A"), Action("melee", "D"))
    assert one_end(state, actions) == set()


def test_a_melee_is_one_whoever_names_it() -> None:
    """PAS-MEL-27: a melee of three is fought once, the same by each of them."""
    state = begun(horse("A", "red"), foot("B", "blue"), foot("D", "blue"), phase=4,
                  touches=(Touch("A", "B"), Touch("A", "D")))  # fmt: skip
    for seed in range(20):
        found = {
            msgspec.json.encode(played(ARMATYS, state, EMPTY, (Action("melee", by),), seed, {}))
            for by in "ABD"
        }
        assert len(found) == 1


def test_moves_that_pass_through_friends() -> None:
    """PAS-MOV-02, -05: nobody is slower, or takes more, for who has moved before him."""
    state = begun(foot("A", "red", counters=2), foot("C", "red", counters=3), foot("B", "red"),
                  foot("X", "blue"), phase=5)  # fmt: skip
    actions = (
        Action("move", "A", more={"inches": 3, "direction": "forward", "past": "B"}),
        Action("move", "C", more={"inches": 3, "direction": "forward", "past": "B"}),
        Action("move", "B", more={"inches": 6, "direction": "forward"}),
    )
    assert one_end(state, actions, seeds=2) == set()


# -- who has lost ---------------------------------------------------------------------------


def _twelve_charge_sixteen(**house: str) -> list[str]:
    """Fire in phase 3 cost the horse 2 figures and 2 counters; the melee costs the foot one."""
    state = {
        "phase": 4, "house": house, "touches": [{"a": "H", "b": "F"}],
        "units": {
            "H": {"side": "red", "kind": "horse", "charging": "F", "counters": 2,
                  "lost_figures": 2, "got_counters": 2,
                  "arms": {"horse": {"figures": 10, "files": 10, "start": 12}}},
            "F": {"side": "blue", "kind": "foot", "ranks": 2, "arms": {"musket": 16}},
        },
    }  # fmt: skip
    # Horse: groups of 3, less 1 for the charge, plus 1 for two counters: 10 in groups of 3, 3 dice.
    # Foot: 8 muskets in groups of 7 against cavalry, 1 die.
    answers = [{"roll": [5, 1, 1]}, {"roll": [6]}, {"roll": [1]}]
    out = resolve_case({"rules": "armatys", "state": state, "answers": answers,
                        "actions": [{"do": "melee", "by": "H"}]})  # fmt: skip
    return [one["says"] for one in out["rulings"] if "lost this round" in one["says"]]


def test_who_lost_is_told_by_the_whole_bound() -> None:
    """PAS-MEL-21: two figures of the horse in this bound, one of the foot."""
    assert _twelve_charge_sixteen() == ["Red lost this round: most figures lost, 2 against 1."]


def test_or_by_the_melee_alone() -> None:
    """PAS_LOST_OVER = melee."""
    said = _twelve_charge_sixteen(PAS_LOST_OVER="melee")
    assert said == ["Blue lost this round: most figures lost, 1 against 0."]


def test_fire_counts_toward_who_has_lost() -> None:
    """PAS-MEL-21, -22: a volley's counters and figures are kept for the bound, and fall with it."""
    state = begun(foot("A", "red", 24), foot("B", "blue"), phase=6)
    after = played(ARMATYS, state, Snapshot((72.0, 48.0), readings=gaps("A B")),
                   (Action("fire", "A", "B"),), 3, {})  # fmt: skip
    hurt = next(one for one in after.units if one.id == "B")
    assert hurt.got_counters == hurt.counters > 0
    assert hurt.lost_figures == 16 - hurt.figures


# -- pistols --------------------------------------------------------------------------------


def test_horse_that_charged_has_no_pistols_in_the_melee() -> None:
    """PAS-CAV-03: not in the bound of its charge; PAS-CAV-08 is offered in any other."""
    rider = horse("H", "red", pistols=True, charging="F")
    state = begun(rider, foot("F", "blue"), phase=4, touches=(Touch("H", "F"),))
    table = Snapshot((72.0, 48.0))
    first = ARMATYS.resolve(Action("melee", "H"), state, table).send(None)
    assert isinstance(first, Roll) and first.need == 5
    calm = begun(horse("H", "red", pistols=True), foot("F", "blue"), phase=4,
                 touches=(Touch("H", "F"),))  # fmt: skip
    asked = ARMATYS.resolve(Action("melee", "H"), calm, table).send(None)
    assert isinstance(asked, Choose) and "pistols" in asked.what


def test_what_is_kept_of_charges_and_generals_is_complete() -> None:
    """A guard of the comparison: an order that is told apart is told."""
    state = begun(horse("A", "red"), foot("B", "blue"), phase=1,
                  charges=(Charge("A", "B", "stand"),))  # fmt: skip
    other = msgspec.structs.replace(state, generals=(General("G", "red"),))
    assert msgspec.json.encode(state) != msgspec.json.encode(other)
