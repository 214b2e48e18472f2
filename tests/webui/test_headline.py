"""A headline says what happened to whom, in the names that people use."""

from __future__ import annotations

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Plain
from rules.kernel.telling.ledger import Consequence, Weight, consequences
from rules.kernel.telling.said import Counted, Said, UnitName, said
from rules.quickplay.state import LEDGER, State, Unit
from webui.game.told.headline import MOST, headline, to_do

NAMES = {"R1": "Cromwell's Horse", "B1": "Lisle's Foot"}
LOSS = said("loses {n}: {after} of {start} left", n=2, after=6, start=8)


def change(who: str, says: Said, weight: Weight, kind: str = "unit") -> dict[str, Plain]:
    plain: dict[str, Plain] = to_plain(Consequence(who, "", kind, "x", 0, 1, says, weight))
    return plain


def test_a_loss_has_the_name_and_what_is_left() -> None:
    lost = change("R1", LOSS, Weight.LOSSES)
    assert headline([lost], NAMES) == "Cromwell's Horse loses 2: 6 of 8 left"


def test_what_happened_to_one_unit_is_one_phrase() -> None:
    both = [change("R1", LOSS, Weight.LOSSES), change("R1", said("is Daunted"), Weight.MORALE)]
    assert headline(both, NAMES) == "Cromwell's Horse loses 2: 6 of 8 left, is Daunted"


def test_bookkeeping_is_no_headline_beside_a_loss() -> None:
    both = [change("R1", LOSS, Weight.LOSSES), change("B1", said("has an Order"), Weight.RECORD)]
    assert "Order" not in headline(both, NAMES)


def test_of_a_unit_that_is_gone_it_is_not_said_that_none_is_left() -> None:
    none_left = {**change("R1", said("loses 8: 0 of 8 left"), Weight.LOSSES), "after": 0}
    gone = change("R1", said("is destroyed"), Weight.OUT)
    shaken = change("R1", said("is shaken"), Weight.MORALE)
    assert headline([gone, none_left, shaken], NAMES) == "Cromwell's Horse is destroyed"


def test_of_a_unit_that_broke_its_losses_are_told() -> None:
    broken = [change("R1", said("is broken"), Weight.OUT), change("R1", LOSS, Weight.LOSSES)]
    assert headline(broken, NAMES) == "Cromwell's Horse is broken, loses 2: 6 of 8 left"


def test_a_unit_that_broke_with_figures_left_is_said_to_be_out() -> None:
    """QP-MOR-03: broken is out of the battle; its base goes, though 1 of 4 is left."""
    before = State({"A": Unit("A", "red", "horse", strength=4, start=4)})
    after = State({"A": Unit("A", "red", "horse", strength=1, start=4, gone="broken")})
    told: list[dict[str, Plain]] = to_plain(consequences(LEDGER, before, after))
    out = "The Old Horse is broken and out of the battle, loses 3: 1 of 4 left"
    assert headline(told, {"A": "The Old Horse"}) == out


def test_a_side_is_titled_and_a_turn_has_no_name() -> None:
    gone = change("royalist", said("loses {n} elan", n=1), Weight.MORALE, "side")
    assert headline([gone], NAMES) == "Royalist loses 1 elan"
    rain = change("", said("it rains"), Weight.MORALE, "game")
    assert headline([rain], NAMES) == "It rains"


def test_without_consequences_the_last_ruling_speaks() -> None:
    assert headline([], NAMES, "Nobody was hit.") == "Nobody was hit."


def test_a_long_list_is_counted() -> None:
    many = [change(f"U{k}", LOSS, Weight.LOSSES) for k in range(MOST + 2)]
    assert headline(many, NAMES).endswith("and 2 more")


def test_models_to_take_off_are_named() -> None:
    lost = change("R1", LOSS, Weight.LOSSES) | {
        "to_do": to_plain(said("take {models} off", models=Counted(2, "figure", "figures")))
    }
    assert to_do([lost], NAMES) == ["Cromwell's Horse: take 2 figures off"]


def test_one_figure_is_in_the_singular() -> None:
    assert said("take {models} off", models=Counted(1, "figure", "figures")).plain() == (
        "take 1 figure off"
    )


def test_several_have_their_verb() -> None:
    lost = change("M", said("[loses|lose] {n}", n=1), Weight.LOSSES)
    assert headline([lost], {"M": "Commanded Musketeers"}) == "Commanded Musketeers lose 1"
    assert headline([lost], {"M": "Lisle's Foot"}) == "Lisle's Foot loses 1"


def test_another_unit_is_told_by_its_name() -> None:
    charge = change("R1", said("charges {after}", after=UnitName("B1")), Weight.MORALE)
    assert headline([charge], NAMES) == "Cromwell's Horse charges Lisle's Foot"
