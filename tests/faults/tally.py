"""What was tried, what came of it, and everything that went wrong."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

MOST_SHOWN = 5


@dataclass
class Tally:
    """The figures of one kind of fault. ``kinds``: how often each fault or answer came."""

    what: str
    tried: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def row(self) -> str:
        """One line of the printed table."""
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(self.kinds.items()))
        return f"| {self.what} | {self.tried} | {kinds} | {len(self.wrong)} |"


def table(tallies: list[Tally]) -> str:
    """The figures as a table in Markdown, and what went wrong below it."""
    lines = ["| fault | tried | of which | wrong |", "|---|---|---|---|"]
    lines += [tally.row() for tally in tallies]
    for tally in tallies:
        lines += [f"WRONG {tally.what}: {what}" for what in tally.wrong[:MOST_SHOWN]]
    return "\n".join(lines)
