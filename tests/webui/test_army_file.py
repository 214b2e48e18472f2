"""army.toml as a stranger may paste it."""

from __future__ import annotations

import pytest

from rules.kernel.protocol import Army, ArmyUnit
from webui.game.kept.army_file import ArmyFileError, _refuse_twins, army_of, army_toml

HEAD = 'version = 1\nside = "Red"\nrules = "toy"\n'


@pytest.mark.parametrize(
    "key",
    ["a" + ".a" * 40, 'a."b c"' + " . 'd e'" * 40, "[" + "a." * 40 + "a]", "x = {" + "b." * 40],
)
def test_keys_nested_without_end_are_refused_before_they_are_parsed(key: str) -> None:
    """TOML's parser takes time with the square of the dots: 180,000 letters hold a core for
    minutes, and whoever is in the network may paste them."""
    with pytest.raises(ArmyFileError, match="too many dots"):
        army_of(f"{HEAD}{key} = 1\n", "the pasted text")


def test_a_name_may_hold_dots() -> None:
    army = army_of(f'{HEAD}name = "St. Mary\'s Trained Bands, Capt. J. Smith et al. ..."\n', "x")
    assert army.name.endswith("et al. ...")


def test_a_number_longer_than_any_is_no_army() -> None:
    """Python refuses to read a number of more than 4,300 digits."""
    with pytest.raises(ArmyFileError, match="not an army file"):
        army_of(f"{HEAD}points = {'9' * 5000}\n", "x")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('a = "' + '\\"' * 90_000, "Unterminated string"),
        ("a" + " a" * 90_000, "not an army file"),
        ("'" * 180_000, "not an army file"),
        ('"a"' + ' . "a"' * 30_000, "too many dots"),
    ],
    ids=["escaped quotes", "words", "apostrophes", "a quoted key"],
)
def test_a_line_of_quotes_is_read_once(text: str, says: str) -> None:
    """Each was searched anew from every quote on: a minute for 88 KB, an hour for the most that
    is read; this test then does not end within its time."""
    with pytest.raises(ArmyFileError, match=says):
        army_of(text, "pasted")


def test_points_in_a_remark_are_no_key() -> None:
    remark = "# One. Two, and three... 1.2.3.4.5.6.7.8.9 - five. Six. Seven. Eight. Nine. Ten.\n"
    assert army_of(remark + 'version = 1\nside = "A"\nrules = "toy"\n', "pasted").side == "A"


class Name(str):
    """A name that counts how often it is compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        Name.compared += 1
        return bool(str.__eq__(self, other))

    __hash__ = str.__hash__


def test_twins_are_found_without_comparing_each_with_each() -> None:
    """12,000 tags, the most of an army, were 144 million comparisons."""
    bases = tuple(Name(f"t{number}") for number in range(12_000))
    units = tuple(ArmyUnit(str(n), "x", bases=bases[60 * n : 60 * n + 60]) for n in range(200))
    Name.compared = 0
    _refuse_twins(Army("A", "toy", units), "pasted")
    assert Name.compared < 2 * len(bases)


def test_an_army_keeps_its_points_limit() -> None:
    army = Army("Red", "toy", (), points_limit=400)
    assert army_of(army_toml(army), "x").points_limit == 400


def test_a_file_of_before_there_were_limits_has_none() -> None:
    assert army_of(HEAD, "x").points_limit == 0


@pytest.mark.parametrize("said", ["-1", "1.5", '"400"', "10000000"])
def test_a_limit_that_is_none_is_refused(said: str) -> None:
    with pytest.raises(ArmyFileError, match="points_limit"):
        army_of(f"{HEAD}points_limit = {said}\n", "x")
