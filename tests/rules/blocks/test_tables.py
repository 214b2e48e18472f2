"""The book's tables, cell by cell, and the arithmetic straight on them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.blocks.actions import BOOK
from rules.blocks.asking.chances import charge_odds, expected_hits, fight_odds, successes, wins
from rules.blocks.close_combat.elan import changed, starting_elan
from rules.blocks.close_combat.pairing import auto_pairs
from rules.blocks.fire.shooting import limited
from rules.blocks.ledger import LEDGER
from rules.blocks.reference import sections
from rules.blocks.state import Block, Force, Going, Land, State
from rules.blocks.tables import (
    COMBAT_SCORES,
    GROUNDS,
    KINDS,
    SCENERY,
    SHOOTING_SCORES,
    merged,
    targets,
)
from rules.kernel.engine import advance
from rules.kernel.play import Play
from rules.kernel.protocol import Action
from rules.kernel.telling.ledger import Strength, strengths
from vision.table.snapshot import Snapshot
from vision.table.terrain_kinds import REGISTRY

TABLE = Snapshot((36.0, 27.0))

KIND_TABLE = {
    "field gun": ("artillery", 10, True, False),
    "mortar": ("artillery", 5, False, False),
    "dragoons": ("dragoons", 1, True, False),
    "musketry foot": ("foot", 1, True, False),
    "aggressive foot": ("foot", 1, True, False),
    "controlled horse": ("horse", 0, True, True),
    "cuirassiers": ("horse", 0, True, False),
    "impetuous horse": ("horse", 0, True, True),
}


@pytest.mark.parametrize("kind", KIND_TABLE)
def test_kinds(kind: str) -> None:
    facts = KINDS[kind]
    assert (facts.main, facts.shoots, facts.sight, facts.may_have_shot) == KIND_TABLE[kind]


def test_there_are_eight_kinds() -> None:
    assert list(KINDS) == list(KIND_TABLE)


def test_combat_scores_with_blanks_from_above() -> None:
    scores = {what: score for what, (score, _) in merged(COMBAT_SCORES).items()}
    assert scores == {
        "same type": 2,
        "foot against horse": 2,
        "impetuous horse charged": 2,
        "aggressive foot": 2,
        "surplus": 1,
        "cuirassiers": 1,
        "dragoons not in terrain": -2,
        "artillery": -2,
    }


def test_combat_scores_with_blanks_from_below() -> None:
    """MAP_MERGED = up: foot v horse, impetuous, aggressive +1; cuirassiers -2; artillery -2."""
    scores = [score for score, _ in merged(COMBAT_SCORES, up=True).values()]
    assert scores == [2, 1, 1, 1, 1, -2, -2, -2]


def test_shooting_scores_with_blanks_from_above() -> None:
    scores = {what: score for what, (score, _) in merged(SHOOTING_SCORES).items()}
    assert scores == {
        "artillery": 3,
        "active musketry foot": 3,
        "active aggressive foot": 2,
        "dragoons": 1,
        "horse with commanded shot": 1,
        "foot returning fire": 1,
        "target in cover": -1,
    }


def test_shooting_scores_with_blanks_from_below() -> None:
    """MAP_MERGED = up: musketry +2, horse with shot and returning foot -1."""
    scores = [score for score, _ in merged(SHOOTING_SCORES, up=True).values()]
    assert scores == [3, 2, 2, 1, -1, -1, -1]


@pytest.mark.parametrize(
    ("difference", "active", "inactive"),
    [(-3, 6, 2), (0, 6, 2), (2, 6, 2), (3, 5, 3), (4, 4, 4), (5, 3, 5), (6, 2, 6), (9, 2, 6)],
)
def test_target_numbers(difference: int, active: int, inactive: int) -> None:
    """MAP-CMB-12, MAP-CMB-13, MAP-CMB-14, MAP-CMB-15, MAP-CMB-16, MAP-SHR-11."""
    assert targets(difference)[:2] == (active, inactive)


@pytest.mark.parametrize(
    ("motivation", "elan", "rule"),
    [("top", 12, "MAP-ELAN-02"), ("middle", 10, "MAP-ELAN-03"), ("low", 8, "MAP-ELAN-04")],
)
def test_starting_elan(motivation: str, elan: int, rule: str) -> None:
    assert starting_elan(motivation) == elan, rule


def test_elan_stays_between_0_and_20() -> None:
    """MAP-ELAN-01 and MAP_ELAN_CAP."""
    forces = (Force("red", 20), Force("blue", 1))
    play = Play(State(forces=forces), TABLE)
    assert (changed(play, "red", 1), changed(play, "blue", -2)) == (20, 0)
    free = Play(State(forces=forces, house={"MAP_ELAN_CAP": "none"}), TABLE)
    assert changed(free, "red", 1) == 21


def blocks(side: str, *kinds: str, square: tuple[int, int] = (5, 5)) -> tuple[Block, ...]:
    return tuple(Block(f"{side[0]}{n}", side, kind, square) for n, kind in enumerate(kinds))


def test_pairs() -> None:
    """MAP-CMB-02: 2 foot + 1 horse v 1 foot + 1 horse."""
    mine = blocks("red", "musketry foot", "musketry foot", "controlled horse")
    theirs = blocks("blue", "musketry foot", "controlled horse")
    pairs = auto_pairs(Play(State(), TABLE), mine, theirs)
    assert [(one.mine and one.mine.id, one.theirs and one.theirs.id) for one in pairs] == [
        ("r0", "b0"),
        ("r2", "b1"),
        ("r1", None),
    ]


def test_successes_are_binomial() -> None:
    """Two dice at 5+: 4/9 none, 4/9 one, 1/9 two."""
    assert successes(2, 5) == (Fraction(4, 9), Fraction(4, 9), Fraction(1, 9))


def field(*here: Block, **house: str) -> Going:
    return Play(State(blocks=here, house=house, active="red"), TABLE)


def test_chance_of_one_against_one_at_4() -> None:
    """4+ each: 1/4 ahead, 1/2 level and thrown again, so 1/2 in all."""
    play = field(
        *blocks("red", "impetuous horse", "impetuous horse", square=(5, 4)),
        *blocks("blue", "controlled horse", "controlled horse"),
    )
    odds, chance = charge_odds(play, play.state.blocks[:2], (5, 4), (5, 5))
    assert (odds.needs, chance) == ((4, 4), Fraction(1, 2))


def test_chance_at_6_against_2() -> None:
    """One die at 6 against one at 2+: ahead 1/6 x 1/6, behind 5/6 x 5/6; 1/36 of 26/36."""
    play = field(*blocks("red", "musketry foot"), *blocks("blue", "musketry foot"))
    assert fight_odds(play, "red", (5, 5))[1] == Fraction(1, 26)


def test_chance_of_3_foot_at_2_against_2_horse_at_6() -> None:
    """Successes of 3 at 2+: 1, 15, 75, 125 of 216; of 2 at 6: 25, 10, 1 of 36. Ahead:
    (15 x 25 + 75 x 35 + 125 x 36) / 7776 = 7500; level: (1 x 25 + 15 x 10 + 75) = 250."""
    play = field(
        *blocks("red", "aggressive foot", "aggressive foot", "aggressive foot", square=(5, 4)),
        *blocks("blue", "controlled horse", "controlled horse"),
    )
    chance = charge_odds(play, play.state.blocks[:3], (5, 4), (5, 5))[1]
    assert chance == Fraction(7500, 7776 - 250)


def test_a_draw_may_go_to_the_holder() -> None:
    """MAP_TERRAIN_ADV = wins_draw: the attacker of a wood at 6 against 2+ wins 1/36."""
    state = State(
        blocks=(*blocks("red", "musketry foot", square=(5, 4)), *blocks("blue", "musketry foot")),
        lands=(Land((5, 5), "woods"),),
        house={"MAP_TERRAIN_ADV": "wins_draw"},
        active="red",
    )
    odds, chance = charge_odds(Play(state, TABLE), state.blocks[:1], (5, 4), (5, 5))
    assert odds.draws_to == "blue"
    assert chance == wins(odds) == Fraction(1, 36)


def test_expected_hits() -> None:
    """2 musketry foot at 2 foot: 6 v 2, both need 4+: 1 hit each way."""
    play = field(
        *blocks("red", "musketry foot", "musketry foot", square=(5, 4)),
        *blocks("blue", "musketry foot", "musketry foot"),
    )
    assert expected_hits(play, "red", (5, 4), (5, 5)) == (1, 1)


def test_the_reference_shows_the_engine_s_own_tables() -> None:
    shown = {section.title: section for section in sections()}
    rows = shown["Combat score a block"].rows
    assert ("surplus", "+1", "MAP-CMB-07") in rows
    assert shown["Active score less inactive score"].rows[0] == ("2 or less", "6", "2+")
    assert len(shown["Levels, seen from the row"].rows) == 5


def test_a_removed_block_is_not_found() -> None:
    """MAP-REM-01"""
    gone = State(blocks=(Block("R1", "red", "musketry foot", gone=True),))
    with pytest.raises(ValueError, match="MAP-REM-01"):
        advance(BOOK.resolve(Action("stand", "R1"), gone, TABLE), ())


@pytest.mark.parametrize(
    ("way", "hits", "push"),
    [
        ("each_hit", (3, 2), (3, 2)),
        ("max_one", (3, 2), (1, 1)),
        ("max_one", (2, 0), (1, 0)),
        ("net_one", (3, 2), (1, 0)),
        ("net_one", (1, 3), (0, 1)),
        ("net_one", (2, 2), (0, 0)),
    ],
)
def test_how_many_hits_push_a_block(way: str, hits: tuple[int, int], push: tuple[int, int]) -> None:
    """MAP-SHR-13: every hit, one a side at most, or one of the better side alone."""
    mine, theirs = (("muskets",) * count for count in hits)
    left, right = limited(field(MAP_SHOOT_RESULT=way), mine, theirs)
    assert (len(left), len(right)) == push


def test_every_kind_of_scenery_makes_something_of_a_square() -> None:
    """MAP-TERR-04: none is open ground because somebody forgot it."""
    assert set(SCENERY) == {kind.name for kind in REGISTRY}
    assert set(SCENERY.values()) <= {*GROUNDS, "level", "edge"}


def test_a_block_is_whole_or_gone() -> None:
    play = field(*blocks("red", "mortar", "dragoons"))
    after = play.change("r1", gone=True, square=None)
    assert strengths(LEDGER, after.state) == {"r0": Strength(1, 1), "r1": Strength(0, 1)}
