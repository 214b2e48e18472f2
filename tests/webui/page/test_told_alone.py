"""What the page's modules make of a table, by themselves: on one page that is open already."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from rules.kernel.protocol import Action
from rules.quickplay import QUICKPLAY
from tests.webui.conftest import Visitor
from tests.webui.page.alone import elsewhere
from tests.webui.page.conftest import Open
from tests.webui.page.test_whole_action import roll

pytestmark = [pytest.mark.browser, pytest.mark.sizes("phone")]


@pytest.fixture(scope="module")
def page(lasting: Open) -> Page:
    return lasting().screen().open()


def test_a_roster_comes_back_from_a_spreadsheet(page: Page) -> None:
    """A comma, a quotation mark and what a spreadsheet would run come back as they were."""
    came = page.evaluate(
        """async () => {
          const { fromCsv, toCsv } = await import("/static/army/csv.js");
          const units = [{id: "R1", kind: "foot", name: 'Rigg, "old"', brigade: "Van",
                          bases: ["R1/1", "R1/2"], choices: {arms: "pike"}},
                         {id: "R2", kind: "foot", name: "=1+1", brigade: "", bases: [],
                          choices: {arms: "musket"}}];
          const text = toCsv(units);
          return {same: JSON.stringify(fromCsv(text)) === JSON.stringify(units),
                  runs: text.includes(",=1"),
                  other: fromCsv("ID;Kind\\nR1;foot\\n")};
        }"""
    )
    assert came["same"] and not came["runs"]
    assert came["other"][0]["id"] == "R1"


CONTACT = """async ([y, facing]) => {
  const { toContact } = await import("/static/map/contact.js");
  const base = (x_in, y_in, facing_deg) =>
    ({x_in, y_in, facing_deg, frontage_in: 4, depth_in: 1.5});
  return toContact([base(10, 10, 90)], [base(10, y, facing)], 1);
}"""
"""A unit at (10, 10) that faces north, another at (10, y)."""


def test_a_foe_that_stands_askew_is_touched_at_its_corner(page: Page) -> None:
    """Turned by 45°, its lowest corner is (2 + 0.75) sin 45° = 1.945 in below its middle at 12.5:
    10.555, which is 0.195 in short of a front at 10.75."""
    way = page.evaluate(CONTACT, [12.5, 45])
    assert way == pytest.approx([0, -0.1945], abs=1e-3)


@pytest.mark.parametrize(
    ("y_in", "way_in"),
    [
        pytest.param(11.9, 0.4, id="0.4 in short of it"),
        pytest.param(11.1, -0.4, id="0.4 in into it"),
        pytest.param(14.0, None, id="2.5 in away: left alone"),
    ],
)
def test_a_unit_goes_on_or_back_until_it_touches(
    page: Page, y_in: float, way_in: float | None
) -> None:
    """Both are 1.5 in deep: they touch when 1.5 in apart."""
    way = page.evaluate(CONTACT, [y_in, 270])
    assert way == (None if way_in is None else pytest.approx([0, way_in], abs=1e-6))


def test_a_foe_far_behind_is_left_alone(page: Page) -> None:
    assert page.evaluate(CONTACT, [7.0, 90]) is None


PLACED = """async () => {
  const { placeLabels, boxAt } = await import("/static/map/labels.js");
  const places = (wide, high) => [boxAt(wide, high, 50, 150), boxAt(wide, high, 50, 50)];
  const words = [{text: "Meg", badges: ""}];
  const wanted = {layer: "names", cls: "name", rank: 1, words, places};
  const font = () => ({fontPx: 12, family: "sans-serif"});
  const over = [{x0: 0, y0: 140, x1: 100, y1: 160}];
  const middle = ({ box }) => (box.y0 + box.y1) / 2;
  const size = {width: 200, height: 200};
  const placed = (some) => placeLabels([wanted], [], size, font, some).map(middle);
  return [placed([]), placed(over)];
}"""
"""Words have their best place at y 150 and another at 50; then something lies over the first."""


def test_words_do_not_lie_under_what_lies_over_the_map(page: Page) -> None:
    assert page.evaluate(PLACED) == [[150], [50]]


INSISTED = """async () => {
  const { placeLabels, boxAt } = await import("/static/map/labels.js");
  const label = (rank, ys, more) => ({
    layer: "names", cls: "name", rank, words: [{text: "Meg", badges: ""}],
    places: (wide, high) => ys.map((y) => boxAt(wide, high, 50, y)), ...more,
  });
  const ground = {unit: "A", outline: [[0, 20], [100, 20], [100, 80], [0, 80]]};
  const placed = placeLabels(
    [label(0, [150], {}), label(1, [150, 50], {must: true})], [ground], {width: 200, height: 200},
    () => ({fontPx: 12, family: "sans-serif"}),
  );
  return placed.map(({ box }) => (box.y0 + box.y1) / 2);
}"""
"""A name stands at y 150, where a number that must be said would go first; at 50 lies a base."""


def test_a_number_that_must_be_said_rather_lies_on_a_base_than_on_a_name(page: Page) -> None:
    assert page.evaluate(INSISTED) == [150, 50]


SMALL = """async () => {
  const { TableMap } = await import("/static/map.js");
  const data = await (await fetch("/table.json")).json();
  const names = ["York Army General", "York Retinue Bill", "York Retinue Bow"];
  data.units.forEach((unit, i) => Object.assign(unit, {side: "Red", name: names[i]}));
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  Object.assign(svg.style, {width: "170px", height: "130px"});
  document.body.append(svg);
  new TableMap(svg, {live: false}).render(data);
  await new Promise((done) => setTimeout(done));
  return svg.querySelector(`g.label[data-unit="${data.units[0].unit}"] text`)?.textContent;
}"""
"""What an Army General is called on a map of the size of a stamp."""


def test_a_short_name_tells_most_of_the_whole(page: Page) -> None:
    """A title is left out, unless it is what somebody is."""
    assert page.evaluate(SMALL) == "General"


ASIDE = """async () => {
  const { h, toast } = await import("/static/dom.js");
  const field = h("input", {type: "text"});
  const form = h("form", {}, field, h("button", {type: "submit"}, "Keep the note"));
  Object.assign(form.style, {position: "fixed", left: 0, right: 0, top: "40px"});
  document.body.append(form);
  const shown = () => {
    toast("The step stands. ".repeat(20), true);
    const [a, b] = [form.lastChild, document.getElementById("toast")]
      .map((el) => el.getBoundingClientRect());
    return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;
  };
  const elsewhere = shown();
  field.focus({preventScroll: true});
  const covered = [elsewhere, shown()];
  form.remove();
  return covered;
}"""
"""Where a notice stands on the table's page there is a form: is its button covered?"""


def test_a_long_notice_steps_aside_for_a_form_that_somebody_is_at(page: Page) -> None:
    assert page.evaluate(ASIDE) == [True, False]


OF_THE_HEAD = """async () => {
  const { toast } = await import("/static/dom.js");
  document.getElementById("dark").focus();
  toast("The umpire took back: The Grey Horse charges The Old Horse. ".repeat(2));
  const shown = document.getElementById("toast").getBoundingClientRect();
  document.activeElement.blur();
  return [document.querySelector(".top").getBoundingClientRect().bottom, shown.top, shown.bottom,
    document.getElementById("panel").getBoundingClientRect().top];
}"""
"""Where a notice stands while a button of the head, as Undo, has the focus."""


def test_a_notice_of_an_undo_lies_over_the_map_and_over_no_question(page: Page) -> None:
    head, top, bottom, panel = page.evaluate(OF_THE_HEAD)
    assert head <= top and bottom <= panel


def test_who_has_a_target_is_not_told_as_if_it_were_one(page: Page) -> None:
    """*"With a target now: Roaring Meg"* was read as if that were whom to shoot at."""
    says = page.evaluate(
        """async () => {
          const { W } = await import("/static/words.js");
          return W.haveTargets(["Roaring Meg"], 2);
        }"""
    )
    assert says == "Can act on an enemy now: Roaring Meg and 2 more."


THROWN_BEFORE = """async () => {
  const { whyLines } = await import("/static/prompt/before-throw.js");
  const line = (what) => ({what, value: "4+", rule: "QP-MEL-03"});
  const told = (what, faces) => ({modifiers: [line(what)], faces});
  const of = (why, ...so_far) => whyLines({why, so_far}).map((one) => one.what);
  return [of([], told("hits on", [5, 6])), of([], told("at short range", [])),
    of([line("steady on")], told("hits on", [5, 6]))];
}"""


def test_the_working_beside_a_throw_is_not_that_of_the_throw_before(page: Page) -> None:
    assert page.evaluate(THROWN_BEFORE) == [[], ["at short range"], ["steady on"]]


def test_a_number_stays_on_one_line_with_its_unit(page: Page) -> None:
    said = page.evaluate(
        """async () => {
          const { h } = await import("/static/dom.js");
          return h("p", {}, "Moves 13.25 in, ± 0.1 in", [" and loses 2: 6 of 8 left"]).textContent;
        }"""
    )
    assert said == "Moves 13.25\xa0in, ± 0.1\xa0in and loses 2: 6\xa0of\xa08 left"


def rows(page: Page, answers: list[dict[str, Any]]) -> list[list[str]]:
    """The question and the dice of every row that is shown of an action."""
    found: list[list[str]] = page.evaluate(
        """async (answers) => {
          const { thrown } = await import("/static/ruling/thrown.js");
          const words = (row, part) => [...row.querySelectorAll(part)].map((el) => el.textContent);
          const rows = thrown({answers});
          return rows.map((row) => [...words(row, "p"), ...words(row, ".die")]);
        }""",
        answers,
    )
    return found


def test_a_question_asked_again_has_one_row(page: Page) -> None:
    melee = [roll("A strikes", [6, 2], 4), roll("B saves", [5], 5), roll("B saves", [1], 5)]
    assert rows(page, melee) == [["A strikes", "6", "2"], ["B saves", "5", "1"]]


def test_only_the_dice_that_a_camera_read_are_said_to_be_read(page: Page) -> None:
    """Both sides throw for one thing: one camera's dice beside typed ones in one row."""
    how = "read by the camera, accepted by Red"
    read = roll("goes first", [5]) | {"by": "Red", "read": [5], "how": how, "event": 4}
    typed = roll("goes first", [2]) | {"by": "Blue", "how": "typed", "event": 5}
    said = page.evaluate(
        """async (answers) => {
          const { thrown } = await import("/static/ruling/thrown.js");
          const rows = thrown({answers}, {pictures: true});
          const lines = rows.flatMap((row) => [...row.querySelectorAll("p")]);
          return lines.map((line) => line.firstChild.data);
        }""",
        [read, typed],
    )
    assert said == [f"Red 5: {how}"]


TURNS = """async (tables) => {
  const { tellTurn } = await import("/static/table/turn.js");
  window.buzzes = 0;
  navigator.vibrate = () => { window.buzzes += 1; return true; };
  const head = document.querySelector(".top");
  return tables.map((data) => {
    tellTurn(data);
    return [document.title, head.classList.contains("side-0"), window.buzzes];
  });
}"""


def test_the_tab_and_the_head_tell_whose_throw_it_is_and_its_phone_buzzes(
    page: Page, tmp_path: Path
) -> None:
    """Red shoots: its phone is called once; the answer is Blue's."""
    game = elsewhere(tmp_path)
    quiet = game.told("Red")
    asked = game.declared().told("Red")
    told = page.evaluate(TURNS, [quiet, asked, asked, game.answered([6, 2]).told("Red")])
    assert told[0][2] == 0
    assert told[1] == ["Your throw! · Drumhead", True, 1]
    assert told[2] == told[1]
    assert told[3] == ["Blue’s turn · Drumhead", False, 1]


def test_another_phone_is_told_whose_turn_it_is_and_keeps_still(page: Page, tmp_path: Path) -> None:
    game = elsewhere(tmp_path)
    quiet = game.told("Blue")
    told = page.evaluate(TURNS, [quiet, game.declared().told("Blue")])
    assert told[1] == ["Red’s turn · Drumhead", True, 0]


SPOKEN = """async (tables) => {
  const { speak } = await import("/static/table/speak.js");
  const heard = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", { configurable: true, value: {
    cancel() {}, speak(said) { heard.push(said.text); } } });
  const root = document.documentElement.dataset;
  delete root.spoken;
  tables.forEach(speak);
  const unasked = heard.length;
  root.spoken = "yes";
  for (const data of [...tables, tables.at(-1)]) speak(data);
  delete root.spoken;
  return [unasked, heard];
}"""


def test_prompt_and_verdict_are_spoken_to_whoever_asks_for_it(page: Page, tmp_path: Path) -> None:
    """Once each, and not what was there when the page was opened."""
    game = elsewhere(tmp_path)
    tables = [game.told(), game.declared().told(), game.answered([6, 6]).told()]
    tables.append(game.answered("stand").told())
    first = tables[1:]  # of the quiet table nothing is said, nor of the first question
    dice, reacts = "Rigg's foot to hit Bell's foot", "Bell's foot reacts"
    scores = "Rigg's foot scores 2 on Bell's foot."
    assert page.evaluate(SPOKEN, first) == [0, [reacts, scores]]
    assert page.evaluate(SPOKEN, first) == [0, [dice, reacts, scores]]


HERE = """async (here) => {
  const { hereNow } = await import("/static/table/turn.js");
  hereNow({ here });
  return [...document.querySelectorAll("#here .pill")].map((one) => one.textContent);
}"""


def test_who_is_connected_is_told(page: Page) -> None:
    here = {"Red": 1, "": 1}
    assert page.evaluate(HERE, here) == ["Red 1", "Blue 0", "1 screen watches"]


LOST = """async (data) => {
  const { banners } = await import("/static/standing.js");
  const told = () => [...document.querySelectorAll("#passing .banner")].filter((one) =>
    one.textContent.includes("connection to Drumhead is lost")).length;
  const often = [1, 2, 3].map(() => { banners(data, false); return told(); });
  banners(data, true);
  return [...often, told()];
}"""


def test_a_lost_connection_is_said_once_and_not_for_ever(page: Page, tmp_path: Path) -> None:
    assert page.evaluate(LOST, elsewhere(tmp_path).told()) == [1, 1, 1, 0]


PASSES = """async (data) => {
  const { banners } = await import("/static/standing.js");
  const at = () => document.getElementById("panel").getBoundingClientRect().top;
  banners(data, true);
  const before = at();
  banners({ ...data, blind: "the lamp is off", troubles: ["a marker is covered"] }, true);
  const moved = at() - before;
  banners(data, true);
  return [moved, document.getElementById("passing").children.length];
}"""


def test_a_trouble_that_comes_and_goes_moves_nothing_and_is_told_steadily(
    page: Page, tmp_path: Path
) -> None:
    assert page.evaluate(PASSES, elsewhere(tmp_path).told()) == [0, 2]


WISHED = """async (data) => {
  const { agreeBar } = await import("/static/table/hand/correcting.js");
  agreeBar(data);
  const bar = document.getElementById("agree");
  const found = [bar.hidden, bar.textContent, [...bar.querySelectorAll("button")].map(
    (one) => one.textContent)];
  agreeBar({ ...data, wish: null });
  return [...found, bar.hidden];
}"""


def test_the_bar_names_the_step_and_only_the_other_side_answers(page: Page, tmp_path: Path) -> None:
    """Blue asks to take back that Red ended the turn."""
    game = elsewhere(tmp_path).declare(Action("end", "Red"))
    blue = Visitor(game.app, "192.168.7.21")
    blue.post("/join", code=game.desk.access.code("Blue"))
    assert blue.at_head("/act/undo").status_code == 409
    red = page.evaluate(WISHED, game.told("Red"))
    own = page.evaluate(WISHED, blue.get("/table.json").json)
    for hidden, says, _, gone in (red, own):
        assert not hidden and "The turn ends." in says and gone
    assert red[2] == ["Agree", "Refuse"] and own[2] == []


LOOKS = """() => {
  const root = document.documentElement, kept = { ...root.dataset };
  root.dataset.large = "yes";
  root.dataset.dark = "yes";
  const found = [getComputedStyle(root).fontSize, getComputedStyle(document.body).backgroundColor];
  delete root.dataset.large;
  root.dataset.dark = kept.dark || "no";
  return found;
}"""


def test_large_type_and_a_dark_hall(page: Page) -> None:
    """The type grows from 16 to 20 px."""
    assert page.evaluate(LOOKS) == ["20px", "rgb(20, 24, 26)"]


LENGTHS = """async (inches) => {
  const { lengthText } = await import("/static/units.js");
  const root = document.documentElement.dataset, said = [];
  for (const cm of ["no", "yes"]) {
    root.cm = cm;
    said.push(lengthText({ value: inches, unit: "in", text: `${inches} in`, plus_minus: 0 }));
  }
  delete root.cm;
  return said;
}"""


def test_centimetres_are_told_to_whoever_likes_them(page: Page) -> None:
    """6.5 in are 16.51 cm."""
    assert page.evaluate(LENGTHS, 6.5) == ["6.50 in", "16.51 cm"]


def test_a_message_does_not_catch_the_tap_on_what_lies_under_it(page: Page) -> None:
    catches = "() => getComputedStyle(document.getElementById('toast')).pointerEvents"
    assert page.evaluate(catches) == "none"


NOTICED = """async (data) => {
  const { banners } = await import("/static/standing.js");
  const kept = document.getElementById("passing"), flags = [0, 1, 2, 3].map((n) => ({
    text: `an unknown tag X${n} lies ${n} in east and 7 in north of there` }));
  banners({ ...data, flags });
  const high = kept.firstElementChild.getBoundingClientRect().height, said = kept.textContent;
  banners(data);
  return [high, said];
}"""


def test_what_the_camera_noticed_does_not_push_the_table_off_the_phone(
    page: Page, tmp_path: Path
) -> None:
    """A table full of foreign codes gives a sentence for each of them, behind one line."""
    high_px, said = page.evaluate(NOTICED, elsewhere(tmp_path).told())
    assert high_px < 844 / 8
    assert "4 things" in said.replace("\xa0", " ") and "an unknown tag X3" in said


GUARDED = """async (tables) => {
  const { nextStep } = await import("/static/table/next-step.js");
  const button = (offer) => {
    const made = document.createElement("button");
    made.append(offer.title);
    return made;
  };
  return tables.map(([data, offers]) => {
    const card = nextStep(data, offers, button);
    return [...card.querySelectorAll("button")].map((one) => [one.textContent, one.disabled]);
  });
}"""


def test_the_other_sides_button_waits_for_a_thumb_to_go(page: Page, tmp_path: Path) -> None:
    """Red has ended the turn: what goes on for Blue cannot be pressed at once."""
    game = elsewhere(tmp_path, QUICKPLAY).declare(Action("begin", "red")).answered([6], [1])
    here = Visitor(game.app)
    red = here.get("/table.json").json, here.get("/actions.json").json
    game.declare(Action("end", "red"))
    blue = here.get("/table.json").json, here.get("/actions.json").json
    (first,), (second,) = page.evaluate(GUARDED, [red, blue])
    assert first == ["Done for this turn", False]
    assert second == ["Done for this turn", True]


CHOICES = """async () => {
  const { choices } = await import("/static/show/cards.js");
  const yes = [{key: "yes", label: ""}, {key: "no", label: ""}];
  return [...choices({ask: "choose", options: yes}).children].map((one) => one.textContent);
}"""


def test_a_show_says_what_may_be_answered_with_yes_or_no(page: Page) -> None:
    assert page.evaluate(CHOICES) == ["yes", "no"]


BESIDE_STROKES = """async (strokes) => {
  const { around, placeLabels } = await import("/static/map/labels.js");
  const outline = [[100, 100], [140, 100], [140, 120], [100, 120]];
  const name = {layer: "names", cls: "name", unit: "A", rank: 2,
    words: [{text: "Bell", badges: ""}], places: around([outline], [0, 1])};
  const font = () => ({fontPx: 12, family: "sans-serif"});
  const [{box}] = placeLabels([name], [{unit: "A", outline}], {width: 300, height: 300}, font, [],
    strokes);
  return [box.y0, box.y1];
}"""
"""Behind its unit, which stands from 100 to 120 down and looks up."""


def test_a_name_is_not_struck_out_by_a_hedge_where_it_need_not_be(page: Page) -> None:
    hedge = [[60, 130], [180, 130]]
    alone = page.evaluate(BESIDE_STROKES, [])
    assert 120 < alone[0] < 130 < alone[1]
    above, below = page.evaluate(BESIDE_STROKES, [hedge])
    assert below <= 130 or above >= 130
    everywhere = [[[0, y], [300, y]] for y in range(0, 300, 8)]
    assert page.evaluate(BESIDE_STROKES, everywhere) == alone


MARKS = """async (rulings) => {
  const { marks } = await import("/static/show/cards.js");
  return marks(rulings).map((one) => one.textContent);
}"""


def test_a_show_says_once_what_was_set_of_a_whole_step(page: Page) -> None:
    """Seen to stand there six times, the dice pushed out: every ruling of the step has it."""
    set_to = {"set": "A strikes: 1 hit → 5", "reason": "cocked"}
    step = {"again": set_to, "noted": [], "disputes": []}
    assert page.evaluate(MARKS, [step] * 6) == [
        "By an overruling: A strikes: 1 hit → 5, because cocked"
    ]


SPENT = """async () => {
  const { loadMoved } = await import("/static/table/loading.js");
  const { state } = await import("/static/table/state.js");
  const really = state.data, reach = [{kind: "may"}], kept = [];
  for (const [so_far, reading] of [[["charges"], {}], [[], null], [["charges"], null]]) {
    state.data = {...really, open: {reach, so_far}, prompt: {ask: "roll", reading}};
    state.ghost = {reach, stood: []};
    await loadMoved();
    kept.push(Boolean(state.ghost));
  }
  state.data = really;
  state.ghost = null;
  return kept;
}"""


def test_the_ground_of_a_charge_goes_with_the_dice_of_its_fight(page: Page) -> None:
    """A move that is too close to call, or not ruled on, is still talked of while dice are thrown
    for it."""
    assert page.evaluate(SPENT) == [True, True, False]


SCORE = """async (data) => {
  const { sideTable } = await import("/static/show/score-board.js");
  const name = "Commanded Musketeers", badges = ["charging Wray's dragoons", "rally 1"];
  const made = sideTable({...data, units: [{...data.units[0], name, badges}]}, data.units[0].side);
  document.querySelector("main").append(made);
  const words = document.createRange(), text = made.querySelector("th").firstChild;
  const lines = ["Commanded", "Musketeers"].map((word) => {
    words.setStart(text, name.indexOf(word));
    words.setEnd(text, name.indexOf(word) + word.length);
    return new Set([...words.getClientRects()].map((box) => box.top)).size;
  });
  made.remove();
  return lines;
}"""


def test_the_names_of_a_score_break_between_their_words(page: Page, tmp_path: Path) -> None:
    assert page.evaluate(SCORE, elsewhere(tmp_path, QUICKPLAY).told()) == [1, 1]
