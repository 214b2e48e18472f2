"""army.toml as a stranger may paste it."""

from __future__ import annotations

import pytest

from webui.game.kept.army_file import ArmyFileError, army_of

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
