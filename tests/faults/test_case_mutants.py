"""Mutated case files of every book: ruled on, or refused in words; never a traceback."""

from __future__ import annotations

import random

from rules.books import RULE_SETS
from tests.faults.case_mutants import case_mutants, good_cases, misspelt, mutated_case


def test_mutated_cases_are_ruled_on_or_refused_in_words() -> None:
    """python3 -m tests.faults tries 2,000, and tells how long the slowest took."""
    tally = case_mutants(250)
    assert tally.wrong == []
    assert tally.kinds["ruled on"] > 10 and tally.kinds["refused in words"] > 100


def test_the_cases_of_all_books_are_mutated() -> None:
    assert {case["rules"] for case in good_cases()} == {book.name for book in RULE_SETS}


def test_a_mutant_differs_from_its_case() -> None:
    chance = random.Random(3)
    case = good_cases()[0]
    plain = {key: value for key, value in case.items() if key != "expect"}
    assert sum(mutated_case(case, chance) != plain for _ in range(50)) > 45
    assert misspelt("disarray", chance) != "disarray"
