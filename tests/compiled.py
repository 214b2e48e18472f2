"""What Flask compiles of an app's addresses and pages, kept for the next app of this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule


class Templates(BytecodeCache):
    """Compiled pages by their names and texts."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """What was kept of this page, if anything."""
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it."""
        self._kept[bucket.key] = bucket.bytecode_to_string()


def build_once(patch: pytest.MonkeyPatch) -> None:
    """The function that writes an address of a rule is compiled once for all rules alike; it
    takes the converters from the rule that it is bound to."""
    compiled: dict[object, Any] = {}
    compiling: Callable[..., Any] = Rule._compile_builder

    def builder(rule: Rule, append_unknown: bool = True) -> Any:
        if rule.defaults:  # they are compiled into it
            return compiling(rule, append_unknown)
        alike = (tuple(rule._trace), append_unknown)
        if alike not in compiled:
            compiled[alike] = compiling(rule, append_unknown)
        return compiled[alike]

    patch.setattr(Rule, "_compile_builder", builder)
