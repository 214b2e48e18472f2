"""The language of a book: typed house rules, conditions, and what an action may say."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from msgspec import Struct

from rules.kernel.acting.book import YES_NO, Book, Says
from rules.kernel.engine import Done, advance
from rules.kernel.play import Check, Conditions, Play, fails, first_fault, lawful
from rules.kernel.prompts import Steps
from rules.kernel.protocol import UNITS, Action, IllegalAction, Offer
from rules.kernel.refusal import refusal
from rules.kernel.switches import Choice
from vision.table.reading import Reading, Unmeasurable
from vision.table.snapshot import Snapshot


class Unit(Struct, frozen=True):
    """The smallest unit that a book can be of."""

    id: str
    side: str = "red"
    gone: str = ""
    shots: int = 2

    @property
    def label(self) -> str:
        """What players call it."""
        return f"the {self.id}"


class State(Struct, frozen=True):
    """A state that keeps its units in a list."""

    units: tuple[Unit, ...] = (Unit("Blues"), Unit("Greys", "white"))
    sides: tuple[str, str] = ("red", "white")
    house: dict[str, str] = {}


class Flagship(Struct, frozen=True):
    """What a state may have beside its units."""

    id: str
    guns: int = 1


TABLE = Snapshot((48.0, 36.0))
FAR = Reading("gap", 20.0, 0.3, "cm", "Blues", "Greys")
BOOK = Book(lambda state: state.sides, named=Play.unit)


def may_shoot(play: Play[State], by: Unit, at: Unit, over: bool, men: tuple[str, ...]) -> Any:
    yield by.shots > 0 or fails(f"{by.label} is empty", "T-01", "T-02")
    yield Check(f"{at.label} is {{reading}} away, out of {{limit}}", "T-03", reading=FAR,
                limit=20.2, what="range")  # fmt: skip


@BOOK.action("shoot", "{by} shoots at {at}", may_shoot, at="enemy",
             says={"over": Says(YES_NO), "with": Says(as_="men", many=True)})  # fmt: skip
def shoot(play: Play[State], by: Unit, at: Unit, over: bool, men: tuple[str, ...]) -> Play[State]:
    return play.change(by, shots=by.shots - 1).step(f"over {over}, with {', '.join(men)}")


def _resolved(action: Action, state: State, *answers: Any) -> Any:
    return advance(BOOK.resolve(action, state, TABLE), list(answers))


def test_a_rule_that_asks_nobody_is_carried_out_at_once_with_what_was_said_as_values() -> None:
    action = Action("shoot", "Blues", "Greys", {"over": "yes", "with": ["A", "B"]})
    asked = _resolved(action, State())
    done = _resolved(action, State(), (asked, asked.parse(["in"])))
    assert isinstance(done, Done)
    assert done.outcome.rulings[0].says == "over True, with A, B"
    assert done.outcome.state.units[0].shots == 1


def test_a_condition_names_every_id_it_rests_on() -> None:
    empty = State((Unit("Blues", shots=0), Unit("Greys", "white")))
    with pytest.raises(IllegalAction) as why:
        _resolved(Action("shoot", "Blues", "Greys"), empty)
    assert why.value.refusal.rules == ("T-01", "T-02")


def test_what_is_too_close_to_call_is_asked_in_its_own_words_and_refused_in_its_own_unit() -> None:
    action = Action("shoot", "Blues", "Greys")
    asked = _resolved(action, State())
    assert asked.what.startswith("range: ")
    with pytest.raises(IllegalAction, match="out of 20.2 cm"):
        _resolved(action, State(), (asked, asked.parse(["out"])))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"ovr": "yes"}, "shoot takes no 'ovr': did you mean over"),
        ({"over": "maybe"}, "over is one of yes, no"),
        ({"over": 1}, "over must be a word"),
        ({"with": "A"}, "with must be a list"),
    ],
)
def test_what_an_action_does_not_take_is_refused(more: dict[str, Any], says: str) -> None:
    with pytest.raises(IllegalAction, match=says):
        _resolved(Action("shoot", "Blues", "Greys", more), State())


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (Action("shot", "Blues", "Greys"), "no action 'shot': did you mean shoot"),
        (Action("shoot", "Blue", "Greys"), "no unit 'Blue' in this battle: did you mean Blues"),
        (Action("shoot", "Blues"), "name its target"),
    ],
)
def test_a_misspelt_action_or_unit_is_refused(action: Action, says: str) -> None:
    with pytest.raises(IllegalAction, match=says):
        _resolved(action, State())


def test_an_offer_shows_what_was_measured_and_says_that_it_will_be_asked() -> None:
    offer = BOOK.offer(Play(State(), TABLE), Action("shoot", "Blues", "Greys"))
    assert (offer.legal, offer.readings, offer.title) == (
        True,
        (FAR,),
        "the Blues shoots at the Greys",
    )
    assert "20.2 cm is too close to call" in offer.why


def test_an_offer_stops_at_the_first_condition_that_fails() -> None:
    """What comes after it may not even be measurable."""

    def never(play: Play[State], by: str, at: str) -> Conditions:
        yield fails("it is night", "T-04")
        raise Unmeasurable("it", "is nowhere")

    book = Book(lambda state: state.sides)
    book.action("wait", "Wait", never)(lambda play, by, at: play)
    offer = book.offer(Play(State(), TABLE), Action("wait", "Blues"))
    assert (offer.legal, offer.why, offer.rules) == (False, "it is night", ("T-04",))


def test_nothing_is_written_about_a_condition_that_holds() -> None:
    written: list[str] = []

    def name() -> str:
        written.append("it")
        return "it"

    def may(lit: bool) -> Conditions:
        yield lit or fails(f"{name()} is dark", "T-07")

    assert first_fault(may(True)) is None and written == []
    fault = first_fault(may(False))
    assert fault is not None and (fault.says, fault.rules) == ("it is dark", ("T-07",))


def test_a_condition_made_of_a_fault_is_refused_in_its_words() -> None:
    check = lawful(refusal("they are apart", "T-05", "T-06"))
    assert (check.holds, check.refusal.says, check.refusal.rules) == (
        False, "they are apart", ("T-05", "T-06"),
    )  # fmt: skip
    assert lawful(None) is True


def test_a_value_that_is_no_name_is_asked_for_in_quotes_and_refused_if_it_is_none() -> None:
    choice = Choice("T_MAX", ("8_stands", "8_units"), "how many", ())
    assert choice.at("8_units").of({"T_MAX": "8_units"}) and not choice.at("8_units").of({})
    with pytest.raises(AttributeError, match="T_MAX: did you mean '8_units'"):
        choice.at("8_unit")


def test_those_beside_the_units_are_changed_by_their_type() -> None:
    class Crowd(State, frozen=True):
        PLACES: ClassVar = {Flagship: "ships"}
        ships: tuple[Flagship, ...] = (Flagship("Mary"),)

    play = Play(Crowd(), TABLE).change(Flagship("Mary"), guns=3).change("Blues", shots=0)
    assert (play.state.ships[0].guns, play.state.units[0].shots) == (3, 0)


def test_what_is_said_of_other_units_reaches_the_rule_by_their_ids() -> None:
    """And whatever it is at, a number too, where the rule reads these itself."""
    book, heard = Book(lambda state: state.sides), []

    def waits(play: Play[State], by: str, at: str, **said: Any) -> Conditions:
        heard.append((at, said))
        yield from ()

    says = {"far": Says(plain=True), UNITS: Says()}
    book.action("go", "Go", waits, at="any", says=says)(lambda play, by, at, **said: play)
    action = Action("go", "Blues", "5,4", {"far": 3.5, "Greys": "wait"})
    advance(book.resolve(action, State(), TABLE), [])
    assert heard == [("5,4", {"far": 3.5, "others": {"Greys": "wait"}})]


def test_an_action_may_list_its_own_offers() -> None:
    book, two = Book(lambda state: state.sides), [Offer(Action("sing", "Blues"), "low")] * 2
    book.action("sing", "Sing", may_shoot, offers=lambda play: two)(lambda play, by, at: play)
    assert book.offers(State(), TABLE) == tuple(two)


GREY = Choice("grey", ("narrow", "wide"), "how wide the grey band is")
HALL = Book(
    lambda state: state.sides,
    named=Play.unit,
    band=lambda state: 0.5 if GREY.wide.of(state.house) else 0.0,
    premeasure=lambda state: state.house.get("look") != "no",
    measured_by=(GREY,),
)


def saddled(play: Play[State], by: Unit) -> Steps[Play[State]]:
    """What is said before a ride."""
    yield from ()
    return play.step(f"{by.id} saddle up")


def may_ride(play: Play[State], by: Unit, at: Unit, far: int, hard: bool = False) -> Conditions:
    yield Check("too far: {reading}", "T-07", reading=FAR, limit=19.6)


@HALL.action("ride", "Ride to {at}", may_ride, at=lambda play, name: Unit(name), says={
    "far": Says(most=6, usual=2),
    "hard": Says(YES_NO, picks=lambda play, by, at: ("yes",) if by.shots else ()),
}, before=lambda play, by, at, **said: saddled(play, by))  # fmt: skip
def ride(play: Play[State], by: Unit, at: Unit, far: int, hard: bool) -> Play[State]:
    return play.step(f"{by.id} to {at.id}, {far}, {hard}")


def _ridden(more: dict[str, Any]) -> str:
    action, state = Action("ride", "Blues", "ford", more), State(house={"grey": "wide"})
    asked = advance(HALL.resolve(action, state, TABLE), [])
    done: Any = advance(HALL.resolve(action, state, TABLE), [(asked, ("in",))])
    return " / ".join(ruling.says for ruling in done.outcome.rulings)


def test_what_is_not_said_is_as_usual_and_what_comes_before_is_asked_first() -> None:
    assert _ridden({}) == "Blues saddle up / Blues to ford, 2, False"
    assert _ridden({"far": "5", "hard": True}) == "Blues saddle up / Blues to ford, 5, True"


@pytest.mark.parametrize("far", [7, -1, "x", 2.5, [1]])
def test_a_number_that_an_action_does_not_take_is_refused(far: Any) -> None:
    with pytest.raises(IllegalAction, match="ride: far is a number from 0 to 6"):
        _ridden({"far": far})


def test_an_offer_proposes_what_fits_and_measures_only_where_players_may() -> None:
    ride_on = Action("ride", "Blues", "ford")
    looked = HALL.offer(Play(State(), TABLE), ride_on)
    unseen = HALL.offer(Play(State(house={"look": "no"}), TABLE), ride_on)
    assert (looked.legal, looked.readings) == (False, (FAR,))
    assert (unseen.legal, unseen.readings, unseen.needs) == (True, (), {"hard": ("yes",)})


def test_a_refusal_by_measure_names_the_house_rules_that_it_was_measured_by() -> None:
    """20.0 is 0.8 beyond 19.2: outside the band of 0.5 and the ± of 0.3."""
    with pytest.raises(IllegalAction) as why:
        list(HALL.require(Play(State(house={"grey": "wide"}), TABLE),
                          [Check("far", "T-07", reading=FAR, limit=19.2)], "red"))  # fmt: skip
    assert why.value.refusal.house == ("grey=wide",)


def test_what_cannot_be_measured_may_not_be() -> None:
    def lost() -> Conditions:
        raise Unmeasurable("it", "is nowhere")
        yield

    assert not HALL.may(Play(State(), TABLE), lost())


def test_what_was_said_is_read_once_for_checks_and_rule() -> None:
    book, read = Book(lambda state: state.sides), []

    def told(play: Play[State], by: str, at: str, men: tuple[str, ...]) -> dict[str, Any]:
        read.append(men)
        return {"crew": len(men)}

    def may_sail(play: Play[State], by: str, at: str, crew: int) -> Conditions:
        yield crew > 1 or fails("one man does not sail", "T-04")

    @book.action("sail", "Sail", may_sail, says={"men": Says(many=True)}, reads=told)
    def sail(play: Play[State], by: str, at: str, crew: int) -> Play[State]:
        return play.step(f"{crew} sail")

    done = advance(
        book.resolve(Action("sail", "Blues", "", {"men": ["A", "B"]}), State(), TABLE), []
    )
    assert isinstance(done, Done)
    assert (done.outcome.rulings[0].says, read) == ("2 sail", [("A", "B")])
