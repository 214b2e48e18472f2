"""``python3 run.py rules SET``: which rules of a book are implemented and tested."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import rules
from rules.books import RULE_SETS
from rules.cases.case import find_rule_set
from rules.cases.coverage import Rule, coverage, report, tests_in
from rules.cases.table import BadCase
from rules.kernel.plain import to_plain
from rules.kernel.protocol import RuleSet

RULES = Path(rules.__file__).parent
TESTS = RULES.parent / "tests"
_ENDINGS = (".py", ".json", ".toml", ".txt")


def rules_command(argv: Sequence[str]) -> int:
    """Print the coverage of one rule set; gives the exit code (2 for an unknown set)."""
    parser = argparse.ArgumentParser(prog="run.py rules", description=__doc__)
    names = ", ".join(one.name for one in RULE_SETS)
    parser.add_argument("set", help=f"one of {names}")
    parser.add_argument("--json", action="store_true", help="for programs")
    given = parser.parse_args(argv)
    try:
        rule_set = find_rule_set(given.set)
    except BadCase as why:
        print(why, file=sys.stderr)
        return 2
    found = coverage_of(rule_set)
    if given.json:
        print(json.dumps({"rules": to_plain(found)}, indent=1))
    else:
        print("\n".join(report(found)))
    return 0


def coverage_of(rule_set: RuleSet) -> tuple[Rule, ...]:
    """The coverage of a rule set from its source folder and from the tests beside it."""
    folder = RULES / rule_set.name
    sources = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]
    tests: dict[str, str] = {}
    for path in _test_files(rule_set.name):
        name = path.relative_to(TESTS).as_posix()
        tests |= tests_in(name, path.read_text(encoding="utf-8"))
    return coverage(rule_set.ids, sources, tests)


def _test_files(name: str) -> Iterator[Path]:
    for folder in (TESTS / "rules" / name, TESTS / "cases" / name, TESTS / "games" / name):
        for path in sorted(folder.rglob("*")):
            if path.suffix in _ENDINGS and path.is_file():
                yield path
