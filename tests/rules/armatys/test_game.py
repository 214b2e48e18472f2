"""A whole game from the golden transcript, and what the page shows of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.armatys import ARMATYS
from rules.armatys.movement.ordered import way_out
from rules.armatys.robot import closing, shifted, without_gone
from rules.armatys.state import Arm, General, Gun, State, Touch, Unit
from rules.armatys.units.troops import rate_in
from rules.cases.case import resolve_case
from rules.kernel.plain import from_plain, to_plain
from rules.kernel.play import Play
from rules.kernel.prompts import Look, Prompt
from rules.kernel.protocol import Action, IllegalAction, Offer
from tests.rules.blocks.transcript import play, read
from vision.table.reading import HandReading
from vision.table.snapshot import Snapshot

GOLDEN = Path(__file__).with_name("golden.txt")
DEMO = ARMATYS.demo()
EMPTY = Snapshot((72.0, 48.0))


def steady(state: State, table: Snapshot, prompt: Look) -> Iterator[Snapshot]:
    """The models after a player has done just what a prompt asks: straight ahead to musket
    range, straight back, at the charged or pursued, and nearer again when that was too far. The
    same every time."""
    unit = prompt.units[0]
    one = next((u for u in state.units if u.id == unit), None)
    here = {base.unit_id for base in table.bases}
    if one is None:
        yield table
        return
    ahead = 1.0 if one.side == state.sides[0] else -1.0
    full = rate_in(one)
    if "PAS-MOR-10" in prompt.rules:
        ox, oy = way_out(Play(state, table), one)
        for step in range(45):
            far = max(0.0, full - 0.01 - 0.3 * step)
            yield shifted(table, unit, ox * far, oy * far)
    target = one.pursuing or one.charging
    reach = full if one.pursuing else max(0.0, full - one.counters - one.spent * full)
    if target in here:
        yield from closing(table, unit, target, reach)
    yield shifted(table, unit, 0.0, ahead * min(3.0, max(0.0, reach / 2 - 0.01)))


def hands(state: State, given: Iterator[Any]) -> Callable[[Prompt, Snapshot], Any]:
    """What a player answers: the recorded answers, and models moved until that is right."""
    tries: list[Iterator[Snapshot]] = []

    def answer(prompt: Prompt, seen: Snapshot) -> Any:
        if not isinstance(prompt, Look):
            return next(given)
        if prompt.fault is None:
            tries.append(steady(state, seen, prompt))
        return next(tries[-1])

    return answer


def test_the_golden_game_plays_again_line_by_line() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    state, table = ARMATYS.new_game(DEMO.armies, DEMO.house), DEMO.table
    lines: list[str] = []
    for action, answers in read(text):
        outcome, table, new = play(ARMATYS, action, state, table, hands(state, iter(answers)))
        state, lines = outcome.state, lines + new
        table = without_gone(state, table)
    assert lines == text.splitlines()[1:]
    victory = ARMATYS.winner(state)
    assert victory is not None and victory.winner == "Parliament"


def test_the_state_goes_through_json_unchanged() -> None:
    state = ARMATYS.new_game(DEMO.armies, {})
    assert from_plain(msgspec.json.decode(msgspec.json.encode(to_plain(state))), State) == state


FOOT = Unit("A", "red", "foot", (Arm("musket", 16, 8),), ranks=2)
FOE = Unit("B", "blue", "foot", (Arm("musket", 16, 8),), ranks=2)


def offers_of(state: State, unit: str, *readings: HandReading) -> list[Offer]:
    table = Snapshot((72.0, 48.0), readings=readings)
    return [offer for offer in ARMATYS.actions(state, table) if offer.action.by == unit]


def test_offers_say_how_far_and_why_not() -> None:
    state = State(units=(FOOT, FOE), phase=6)
    near = offers_of(state, "A", HandReading("front_range", "A", "B", 4.0))
    far = offers_of(state, "A", HandReading("front_range", "A", "B", 7.0))
    assert near[0].legal and near[0].why == "0.7 hits on average"
    assert not far[0].legal and "PAS-INF-05" in far[0].rules


def test_a_charge_offer_tells_its_chance() -> None:
    """Average foot needs 3: 4 in 6."""
    offer = offers_of(State(units=(FOOT, FOE)), "A", HandReading("gap", "A", "B", 4.0))[0]
    assert offer.legal and offer.why == "passes 67 in 100"


def test_what_is_not_measured_is_not_offered() -> None:
    """No bases and no typed reading: the offer says what to do."""
    offer = offers_of(State(units=(FOOT, FOE), phase=6), "A")[0]
    assert not offer.legal and "type the reading" in offer.why


def test_a_broken_unit_may_only_retire() -> None:
    broken = msgspec.structs.replace(FOOT, broken=True, retire=True)
    found = offers_of(State(units=(broken, FOE), phase=5), "A")
    assert [offer.action.do for offer in found if offer.legal] == ["retire"]
    assert any("PAS-MOR-07" in offer.rules for offer in found)


def test_whoever_retires_into_a_new_enemy_has_had_his_round() -> None:
    """PAS-SEQ-04: every melee gets its one round. B fought, retired and now touches A, who did
    not fight; the phase may be ended. Chance found that it could neither be fought nor ended."""
    fought = msgspec.structs.replace(FOE, fought=True)
    state = State(units=(FOOT, fought), touches=(Touch("A", "B"),), phase=4)
    found = {offer.action.do: offer for offer in offers_of(state, "red")}
    assert found["done"].legal
    assert "had its round" in offers_of(state, "A")[0].why
    fresh = State(units=(FOOT, FOE), touches=(Touch("A", "B"),), phase=4)
    assert not {offer.action.do: offer for offer in offers_of(fresh, "red")}["done"].legal


def test_cards_and_bands() -> None:
    gun = Unit("G", "red", "gun", (Arm("crew", 3),), gun=Gun("Saker"))
    state = State(
        units=(msgspec.structs.replace(FOOT, counters=2, moved=True), gun),
        generals=(General("K", "red", on_foot=True),),
    )
    shown = ARMATYS.card(state, "A")
    assert ("counters", "2 of 6") in shown.lines and "moved" in shown.badges
    assert ("guns", "1 Saker, medium, ready") in ARMATYS.card(state, "G").lines
    assert ARMATYS.card(state, "K").badges == ("on foot",)
    # Whom it charged broke before it came: it pursues it, and is not told to charge it as well.
    chase = msgspec.structs.replace(FOOT, charging="G", pursuing="G")
    after = msgspec.structs.replace(state, units=(chase, gun))
    assert ARMATYS.card(after, "A").badges == ("pursuing G",)
    assert [(band.title, band.radius_in) for band in ARMATYS.bands(state, "A")] == [
        ("move", 4.0),
        ("fire", 6.0),
    ]
    assert [band.radius_in for band in ARMATYS.bands(state, "G")] == [1.0, 6, 12, 24]
    assert ARMATYS.bands(state, "X") == () and ARMATYS.premeasure(state)
    with pytest.raises(KeyError):
        ARMATYS.card(state, "X")


def test_status_waits_for_both_sides() -> None:
    state = State(units=(FOOT, FOE), done=("red",))
    assert ARMATYS.status(state).to_act == ("blue",)
    assert ARMATYS.status(state).phase == "1: declare charges"


def test_an_unknown_action_names_the_known_ones() -> None:
    with pytest.raises(IllegalAction, match="charge, fire, melee"):
        next(ARMATYS.resolve(Action("dance", "A"), State(units=(FOOT,)), EMPTY))


def test_a_case_that_says_no_distance_is_refused() -> None:
    case = {
        "rules": "armatys",
        "actions": [{"do": "move", "by": "A"}],
        "state": {"phase": 5, "units": [to_plain(FOOT)]},
    }
    with pytest.raises(IllegalAction, match="say how far"):
        resolve_case(case, (ARMATYS,))


@pytest.mark.parametrize("inches", ["far", "-1", "nan"])
def test_a_distance_is_a_number(inches: str) -> None:
    case = {
        "rules": "armatys",
        "actions": [{"do": "move", "by": "A", "more": {"inches": inches}}],
        "state": {"phase": 5, "units": [to_plain(FOOT)]},
    }
    with pytest.raises(IllegalAction, match="inches"):
        resolve_case(case, (ARMATYS,))
