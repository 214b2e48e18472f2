"""Cases: read, refused in words when malformed, run; books of cases; the resolve command."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules.cases.case import expand_book, merge, read_case, resolve_case
from rules.cases.table import BadCase, moved, read_table
from rules.kernel.prompts import BadAnswer
from rules.kernel.protocol import BadState, IllegalAction
from vision.table.snapshot import Pose
from webui.commands.resolve import read_book, resolve_command, written

DOCS = Path(__file__).parents[2] / "docs" / "rule-sets.md"


def example() -> dict[str, Any]:
    """The case that docs/rule-sets.md prints."""
    found = re.search(r"```json\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    case: dict[str, Any] = json.loads(found[1])
    return case


def test_the_documented_case_is_ruled_on() -> None:
    """Eight dice: 6 5 1 2 3 4 5 1, again 2 3: three hits; behind the hedge
    Skirmishers save on 4+: 4 2 6, one kill."""
    came = resolve_case(example())
    assert came["pending"] is None
    assert came["state"]["units"]["B"]["shot"] == 5
    assert [prompt["ask"] for prompt in came["prompts"]] == ["roll", "roll", "roll"]
    assert "NMM-SHOOT-51" in came["rulings"][-1]["rules"]


def test_without_answers_the_first_prompt_is_pending() -> None:
    came = resolve_case({**example(), "answers": []})
    assert came["pending"]["count"] == 8
    assert came["rulings"] == []


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([{"choose": "x"}], "asks for 'roll', the case answers 'choose'"),
        ([{"roll": [1]}], "enter 8 dice from 1 to 6"),
        ([["roll"]], "array"),
    ],
)
def test_a_wrong_answer_names_the_prompt(answers: list[Any], words: str) -> None:
    with pytest.raises((BadAnswer, BadState), match=words):
        resolve_case({**example(), "answers": answers})


def test_answers_left_over_are_an_error() -> None:
    case = example()
    with pytest.raises(BadAnswer, match="1 answers are left over"):
        resolve_case({**case, "answers": [*case["answers"], {"roll": [1]}]})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rules": "chess"}, "no rule set 'chess'"),
        ({"table": []}, "table must be an object"),
        ({"table": {"tablecloth": 1}}, "no 'tablecloth'"),
        ({"table": {"bases": [{"payload": "A", "frontage_in": 0, "depth_in": 1}]}}, "above 0"),
        ({"table": {"bases": [{"frontage_in": 1, "depth_in": 1}]}}, "payload"),
        ({"state": "none"}, "state must be an object"),
        ({"state": {"units": {"A": {"kind": "elephant"}}}}, "kind must be one of"),
        ({"state": {"units": {"A": {"kind": "battalia", "quality": "elite"}}}}, "quality"),
        ({"house": {"fudge": "yes"}}, "no house rule 'fudge'"),
        ({"house": {"arc_part": "none"}}, "takes figures_in_arc"),
        ({"readings": [{"what": "gap"}]}, "frm"),
        ({"actions": [{"by": "A"}]}, "do"),
    ],
)
def test_a_malformed_case_is_refused_in_words(change: dict[str, Any], words: str) -> None:
    with pytest.raises((BadCase, BadState), match=words):
        resolve_case({**example(), **change})


def test_a_not_a_number_is_no_place() -> None:
    base = {"payload": "A", "x_in": float("nan"), "y_in": 1, "facing_deg": 0}
    with pytest.raises(BadState, match="finite"):
        read_table({"bases": [{**base, "frontage_in": 1, "depth_in": 1}]})


def test_bases_may_be_keyed_and_poses_nested() -> None:
    keyed = read_table(
        {
            "bases": {
                "A": {
                    "pose": {"x_in": 1, "y_in": 2, "facing_deg": 3},
                    "frontage_in": 1,
                    "depth_in": 1,
                }
            }
        }
    )
    assert keyed.base("A").pose == Pose(1, 2, 3)


def test_only_what_moved_is_named_after_a_look() -> None:
    table = read_table(example()["table"])
    after = moved(table, {"bases": {"A": {"y_in": 12}}})
    assert after.base("A").pose == Pose(36, 12, 90)
    assert after.base("B") == table.base("B")


def test_readings_by_hand_overrule_the_poses() -> None:
    case = example()
    readings = [{"what": "shoot_range", "from": "A", "to": "B", "value": 15.5}]
    with pytest.raises(IllegalAction, match="NMM-SHOOT-26"):
        resolve_case({**case, "readings": readings, "answers": []})


def test_several_actions_go_on_from_each_other() -> None:
    case = example()
    twice = {**case, "actions": case["actions"] * 2}
    came = resolve_case(twice)
    assert came["pending"]["what"] == "A shoots at B"
    assert came["state"]["units"]["A"]["actions_left"] == 1


def test_house_rules_of_a_case_reach_its_state() -> None:
    assert read_case(example()).state.house == {"measure_tolerance": "0"}


def test_a_case_is_laid_over_its_scene() -> None:
    book = {
        "scenes": {"s": {"a": {"x": 1, "y": 2}, "b": [1]}},
        "cases": [{"scene": "s", "a": {"y": 3}, "b": [2]}],
    }
    assert expand_book(book) == ({"a": {"x": 1, "y": 3}, "b": [2], "scene": "s"},)
    assert merge({"a": 1}, {"a": {"b": 2}}) == {"a": {"b": 2}}
    with pytest.raises(BadCase, match="no scene 'z'"):
        expand_book({"scenes": {}, "cases": [{"scene": "z"}]})


def put(tmp_path: Path, case: Any) -> str:
    path = tmp_path / "case.json"
    path.write_text(json.dumps(case), encoding="utf-8")
    return str(path)


def test_the_command_prints_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert resolve_command([put(tmp_path, example()), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pending"] is None


def test_the_command_prints_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert resolve_command([put(tmp_path, example())]) == 0
    out = capsys.readouterr().out
    assert "B saves 2 of 3 on 4+: 4 2 6  [NMM-SHOOT-51]" in out
    assert "= 1 kill\n" in out


def test_a_missing_answer_names_its_prompt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert resolve_command([put(tmp_path, {**example(), "answers": []})]) == 2
    captured = capsys.readouterr()
    assert "an answer is missing: A shoots at B (Royalists)" in captured.err
    assert "asked: A shoots at B" in captured.out


@pytest.mark.parametrize(
    ("second", "code"), [({}, 0), ({"answers": []}, 2), ({"rules": "chess"}, 2)]
)
def test_a_case_book_is_played_whole_and_one_that_went_wrong_is_told(
    second: dict[str, Any], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both cases are printed, the second whole, unanswered or with its error."""
    cases = [{"scene": "field"}, {"scene": "field", **second}]
    book = {"scenes": {"field": example()}, "cases": cases}
    assert resolve_command([put(tmp_path, book), "--json"]) == code
    first, other = json.loads(capsys.readouterr().out)
    assert first["pending"] is None and first["rulings"]
    assert bool("error" in other or other["pending"]) is (code == 2)


def test_a_wrong_case_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert resolve_command([put(tmp_path, {**example(), "rules": "chess"})]) == 2
    assert capsys.readouterr().err.startswith("no rule set 'chess'")


def test_a_book_goes_on_past_a_refusal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = {
        "scenes": {"s": example()},
        "cases": [{"scene": "s", "rules": "chess"}, {"scene": "s"}],
    }
    assert resolve_command([put(tmp_path, book), "--json"]) == 2
    wrong, right = json.loads(capsys.readouterr().out)
    assert wrong["error"].startswith("no rule set") and wrong["refusal"] is None
    assert right["pending"] is None
    assert resolve_command([put(tmp_path, book)]) == 2
    assert "refused: no rule set" in capsys.readouterr().out


def test_a_refused_case_holds_its_rules_as_fields_and_no_id_in_its_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taped = [{"what": "shoot_range", "from": "A", "to": "B", "value": 40}]
    far = {"scene": "s", "readings": taped, "answers": []}
    book = {"scenes": {"s": example()}, "cases": [far]}
    assert resolve_command([put(tmp_path, book), "--json"]) == 2
    (wrong,) = json.loads(capsys.readouterr().out)
    assert wrong["refusal"]["rules"] == ["NMM-SHOOT-26"] and "NMM" not in wrong["error"]
    assert wrong["refusal"]["readings"][0]["what"] == "shoot_range"


def test_a_toml_case_is_read(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text('rules = "matchlocks"\n', encoding="utf-8")
    assert read_book(path) == {"rules": "matchlocks"}


@pytest.mark.parametrize("raw", [b"{", b"[]", b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_is_no_case_is_refused(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "case.json"
    path.write_bytes(raw)
    with pytest.raises(BadCase):
        read_book(path)
    with pytest.raises(BadCase, match="cannot read"):
        read_book(tmp_path / "none.json")


def test_nothing_decided_says_so() -> None:
    assert written({"rulings": [], "pending": None}) == "nothing was decided"


# --- armies, views and questions --------------------------------------------------------------


def roster(side: str, *units: dict[str, Any]) -> dict[str, Any]:
    general = {"id": f"{side[0]}G", "kind": "general", "name": "the General"}
    return {"side": side, "units": [general, *units], "brigades": {"One": ""}}


def battalia(name: str, **choices: str) -> dict[str, Any]:
    return {"id": name, "kind": "battalia", "brigade": "One", "choices": choices}


ROYALISTS = roster("Royalists", battalia("A"), battalia("B", quality="veteran"))
PARLIAMENT = roster("Parliament", battalia("E"))


def test_an_army_is_counted_and_checked() -> None:
    """24 + 30 points; the lone Battalia is advice, no fault."""
    came = resolve_case({"rules": "matchlocks", "armies": [ROYALISTS, PARLIAMENT]})
    ours, theirs = came["armies"]
    assert (ours["points"], ours["units"]["B"], ours["faults"]) == (54, 30, [])
    assert "NMM-ARMY-29" in theirs["notes"][0]["rules"]


def test_two_armies_make_the_state_and_a_given_state_lies_over_it() -> None:
    armies = [ROYALISTS, PARLIAMENT]
    came = resolve_case({"rules": "matchlocks", "armies": armies, "state": {"turn": 3}})
    assert (came["state"]["turn"], sorted(came["state"]["units"])) == (3, ["A", "B", "E"])
    assert came["state"]["phase"] == "deploy"


def test_the_house_of_a_case_overrules_an_army_s() -> None:
    """SET-04: strength=points lets any number of figures stand for 24."""
    odd = {**roster("Royalists", battalia("A", shot="9", pikes="9"), battalia("B"))}
    case = {"rules": "matchlocks", "armies": [{**odd, "house": {"strength": "figures"}}]}
    assert "NMM-ARMY-06" in resolve_case(case)["armies"][0]["faults"][0]["rules"]
    assert resolve_case({**case, "house": {"strength": "points"}})["armies"][0]["faults"] == []


def test_a_unit_that_cannot_be_priced_has_no_points() -> None:
    came = resolve_case(
        {"rules": "matchlocks", "armies": [roster("R", battalia("A", quality="x"))]}
    )
    assert came["armies"][0]["units"]["A"] is None
    assert "NMM-ARMY-26" in came["armies"][0]["faults"][0]["rules"]


def test_views_and_questions_come_only_when_asked_for() -> None:
    assert {"armies", "shown", "told"}.isdisjoint(resolve_case(example()))
    came = resolve_case(
        {
            **example(),
            "show": ["card A", "offers A"],
            "ask": [{"what": "troop", "word": "Cavaliers"}],
        }
    )
    assert came["shown"]["card A"]["kind"] == "Battalia"
    assert {one["action"]["by"] for one in came["shown"]["offers A"]} == {"A"}
    assert came["told"] == ["harquebusiers"]
    assert 'told: "harquebusiers"' in written(came)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"armies": [ROYALISTS, PARLIAMENT, ROYALISTS]}, "a battle has two sides"),
        ({"armies": [ROYALISTS, ROYALISTS]}, "two names"),
        ({"armies": "Royalists"}, "array"),
        ({"armies": [ROYALISTS, roster("P", battalia("E", quality="x"))]}, "cannot begin"),
        ({"show": ["entrails"]}, "no view 'entrails'"),
        ({"show": "status"}, "array"),
        ({"ask": [{"what": "the way"}]}, "is not asked 'the way'"),
        ({"ask": ["split"]}, "object"),
        ({"ask": [{"what": "balance"}]}, "two armies"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(more: dict[str, Any], words: str) -> None:
    with pytest.raises((BadCase, BadState), match=words):
        resolve_case({"rules": "matchlocks", **more})


@pytest.mark.parametrize(
    "ask", [{"what": "split", "battalia": "many"}, {"what": "troop", "word": 5}]
)
def test_a_question_of_the_wrong_type_is_refused(ask: dict[str, Any]) -> None:
    with pytest.raises(BadCase, match=str(ask["what"])):
        resolve_case({"rules": "matchlocks", "ask": [ask]})
