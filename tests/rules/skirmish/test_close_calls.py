"""What the ruler cannot tell is asked of people, once for each limit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.field.ruler import shifted
from rules.kernel.protocol import Action
from rules.skirmish import SKIRMISH, measuring
from rules.skirmish.fire import shooting
from rules.skirmish.state import Play, State
from tests.rules.answered import run
from tests.rules.skirmish.scene import field, state
from vision.table.reading import HandReading
from vision.table.snapshot import Snapshot, Terrain


def doubtful(play: Play, *pairs: tuple[str, str, float]) -> Play:
    """The play with those base gaps read as that, give or take 0.3 cm."""
    typed = tuple(HandReading("base_gap", a, b, cm, 0.3, "cm") for a, b, cm in pairs)
    return play.on_table(replace(play.table, readings=typed))


def shooters(gap_cm: float, count: int = 2) -> Play:
    men = [f"A{n}" for n in range(count)]
    told = state({
        "A": {"side": "red", "kind": "Musketeers", "men": men, "commanded": True},
        "W": {"side": "white", "kind": "Clubmen", "men": ["W"]},
    }, step="fire")  # fmt: skip
    places = {name: (60 + 3.0 * n, 60.0, 90.0) for n, name in enumerate(men)}
    play = field(told, {**places, "W": (61.5, 62.5 + gap_cm, 270)})
    return doubtful(play, *((name, "W", gap_cm) for name in men))


def shoot(play: Play, *answers: Any) -> Play:
    return run(shooting.shoot(play, play.unit("A"), play.unit("W")), *answers)


def test_a_band_too_close_to_call_is_asked_once_for_all_shooters() -> None:
    """SKM-WPN-13: 10.1 give or take 0.3 against short range; in: 3 or more, out: 6 or more."""
    for answer, hits in (("in", "2 hits"), ("out", "0 hits")):
        hurt = ((1, 1),) if answer == "in" else ()
        after = shoot(shooters(10.1), answer, (5, 5), *hurt)
        assert any(hits in ruling.says for ruling in after.rulings)


def test_beyond_long_range_by_their_word_there_is_no_shot() -> None:
    """SKM-WPN-13: 70.1 give or take 0.3, called out."""
    after = shoot(shooters(70.1), "out")
    assert not any(figure.fired for figure in after.state.figures)


def test_command_distance_too_close_to_call_is_asked() -> None:
    """SKM-CMD-07: 50.1 give or take 0.3; called out, the group is not commanded and keeps its
    points for others."""
    for answer, commanded in (("in", True), ("out", False)):
        told = state({
            "O": {"side": "red", "kind": "Officer", "men": ["O"],
                  "each": {"grade": "Poor", "player": "Ann", "company": "A"}},
            "A": {"side": "red", "kind": "Clubmen", "men": ["A1"], "each": {"company": "A"}},
            "W": {"side": "white", "kind": "Clubmen", "men": ["W"]},
        })  # fmt: skip
        play = field(told, {"O": (60, 60, 90), "A1": (60, 112.6, 90), "W": (200, 200, 270)})
        table = doubtful(play, ("O", "A1", 50.1)).table
        rule = SKIRMISH.resolve(Action("command", "O"), told, table)
        after = run(rule, (3, 3), "A", answer).state
        assert after.group("A").commanded is commanded


def _demo(**more: Any) -> tuple[State, Snapshot]:
    demo = SKIRMISH.demo()
    armies = demo.armies
    if more.get("solo"):
        units = tuple(
            replace_choice(unit, "player", "none") if unit.kind == "Officer" else unit
            for unit in armies[1].units
        )
        armies = (armies[0], type(armies[1])(armies[1].side, armies[1].rules, units))
    return SKIRMISH.new_game(armies, {}), demo.table


def replace_choice(unit: Any, name: str, value: str) -> Any:
    return type(unit)(
        unit.id, unit.kind, unit.name, unit.brigade, unit.bases, {**unit.choices, name: value}
    )


def test_a_side_without_a_character_makes_a_solo_game() -> None:
    """SKM-SETUP-01: markers are offered then, and not between two players."""
    state_, table = _demo(solo=True)
    assert state_.solo
    assert [o.action.by for o in SKIRMISH.actions(state_, table) if o.action.do == "hide"]
    both, table = _demo()
    assert not [o for o in SKIRMISH.actions(both, table) if o.action.do == "hide"]


def test_a_goal_may_be_set_before_play() -> None:
    """SKM-WIN-02: any named area of the table."""
    told, table = _demo()
    goals = [o.action for o in SKIRMISH.actions(told, table) if o.action.do == "goal"]
    assert {"hold": "the farm"} in [action.more for action in goals]
    after = run(SKIRMISH.resolve(goals[0], told, table)).state
    assert after.goals[0].side == goals[0].by


def test_a_hidden_figure_greys_what_needs_it() -> None:
    """The reason is the camera's sentence; what does not need the figure stays on offer."""
    told, table = _demo()
    hidden = replace(
        table,
        bases=tuple(replace(b, status="hidden") if b.payload == "KM1" else b for b in table.bases),
    )
    armed = SKIRMISH.actions(told, hidden)
    assert any(offer.legal for offer in armed)
    assert measuring.field(told, hidden).base("KM1").status == "hidden"


def test_a_figure_without_a_base_is_named() -> None:
    told, table = _demo()
    missing = replace(table, bases=tuple(b for b in table.bases if b.payload != "KM1"))
    end = [offer for offer in SKIRMISH.actions(told, missing) if offer.action.do == "end"]
    assert "KM1" in end[0].why and not end[0].legal


def test_terrain_names_are_not_needed() -> None:
    """A table without scenery offers no goals and breaks nothing."""
    told, table = _demo()
    bare = replace(table, terrain=(Terrain("rough", ((0, 0), (1, 0), (1, 1))),))
    assert not [o for o in SKIRMISH.actions(told, bare) if o.action.do == "goal"]


def test_going_back_too_little_stands_when_players_agree() -> None:
    """SKM-MEL-20: asked again at 2 cm, unless the table is let stand."""
    told = state({
        "A": {"side": "red", "kind": "Swordsmen", "men": ["A"]},
        "W": {"side": "white", "kind": "Swordsmen", "men": ["W"]},
        "X": {"side": "red", "kind": "Clubmen", "men": ["X"]},
    }, step="melee")  # fmt: skip
    play = field(told, {"A": (60, 60, 90), "W": (60, 62.5, 270), "X": (200, 20, 90)})
    short = shifted(play.table, ["A"], 0, -2.0)
    rule = SKIRMISH.resolve(Action("fight", "A"), told, play.table)
    after = run(rule, (1,), (5,), short, short.let_stand(), "stand").state
    assert after.group("A").pushed


def test_an_officer_is_found_by_his_group() -> None:
    """SKM-SEQ-01: the page names the unit, whatever is printed on the officer's tag."""
    told = state({
        "chief": {"side": "red", "kind": "Officer", "men": ["TAG7"],
                  "each": {"grade": "Poor", "player": "Ann"}},
        "W": {"side": "white", "kind": "Clubmen", "men": ["W"]},
    })  # fmt: skip
    play = field(told, {"TAG7": (60, 60, 90), "W": (200, 200, 270)})
    offers = [o.action.by for o in SKIRMISH.actions(told, play.table) if o.action.do == "command"]
    assert offers == ["chief"]
    after = run(SKIRMISH.resolve(Action("command", "chief"), told, play.table), (1, 2)).state
    assert after.group("chief").has_commanded
