"""Who commands an army, by name, for the crowd.

Law: pure. The general is the first leader who leads no brigade; without one the first leader.
"""

from __future__ import annotations

from rules.kernel.protocol import Army, RuleSet


def commander(rules: RuleSet, army: Army) -> str:
    """The name of the general of *army*; "" when nobody leads it, or he has no name."""
    leading = {kind.kind for kind in rules.roster.kinds if kind.leads}
    leaders = [unit for unit in army.units if unit.kind in leading]
    brigadiers = set(army.brigades.values())
    free = [unit for unit in leaders if unit.id not in brigadiers]
    return next((unit.name for unit in (*free, *leaders) if unit.name), "")
