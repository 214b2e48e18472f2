"""Nobody reads from any outlet what a side holds in secret."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from rules.books import RULE_SETS
from tests.faults.two_worlds import SECRETS, Secret, telling_hands, two_worlds

EVERY_TIME = (
    "hands of Parliament, a Royalist Brigadier up",
    "Army Morale that is left",
    "which markers were drawn as dummies",
)
"""One of each kind: what is held, what is counted, what lies on the table."""


@pytest.mark.parametrize(
    "secret",
    [
        pytest.param(
            secret,
            id=re.sub(r"\W+", "-", secret.what),
            marks=() if secret.what in EVERY_TIME else pytest.mark.long,
        )
        for secret in SECRETS
    ],
)
def test_worlds_that_differ_only_in_a_secret_look_the_same(secret: Secret, tmp_path: Path) -> None:
    tally = two_worlds(tmp_path, (secret,))
    assert tally.tried > 100
    assert tally.wrong == []


@pytest.mark.long
def test_a_book_that_tells_all_is_found_out(tmp_path: Path) -> None:
    """The guard can fail: a book whose odds run on what is the case, and tell of hands."""
    hands = SECRETS[0]
    told = telling_hands(hands.rules)
    told = msgspec.structs.replace(told, known=lambda state, side: state)
    found = two_worlds(tmp_path, (Secret(hands.what, told, hands.owner, hands.edits, hands.story),))
    assert any("/odds.json" in each and "Forfeit" in each for each in found.wrong)


def test_every_book_with_secrets_is_tried() -> None:
    assert {one.rules.name for one in SECRETS} == {one.name for one in RULE_SETS if one.secret}
