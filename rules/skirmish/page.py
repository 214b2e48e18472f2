"""What the page shows of a group and of the fight."""

from __future__ import annotations

from collections.abc import Sequence

from rules.field.centimetres import to_in
from rules.kernel.protocol import Action, Band, Card, Status
from rules.kernel.telling.names import side_does
from rules.kernel.telling.words import many
from rules.skirmish.close_combat.melee import melee_of
from rules.skirmish.play import BOOK, in_retreat
from rules.skirmish.reactions import risk
from rules.skirmish.reactions.action_tables import meaning
from rules.skirmish.state import Figure, Group, Play, State
from rules.skirmish.tables import COMMAND_OPEN_CM, WEAPONS
from vision.table.snapshot import Snapshot

PARTS = {"nco": "sergeant", "crew": "gun crew"}
"""What players call a part of those who are no soldiers of the rank, where it is not its word."""


def status(state: State) -> Status:
    """Turn, step, whose, and losses."""
    to_act = () if state.step == "over" else (state.side,) if state.side else state.sides
    lines = tuple((side, _losses(state, side)) for side in state.sides)
    lines += tuple(("goal", f"{side_does(goal.side, 'holds')} {goal.hold}") for goal in state.goals)
    return Status(state.turn, state.step, to_act, lines)


def _losses(state: State, side: str) -> str:
    mine = {group.id for group in state.groups if group.side == side}
    men = [figure for figure in state.figures if figure.group in mine and not figure.is_gun]
    dead = sum(figure.dead for figure in men)
    hurt = sum(figure.wounded for figure in men)
    back = sum(in_retreat(state, group.id) for group in state.living(side))
    return f"{dead} dead and {hurt} wounded of {len(men)}, {many(back, 'group')} in retreat"


def card(state: State, unit_id: str) -> Card:
    """One group: its men, arms, what it does and what troubles it."""
    group = state.group(unit_id)
    men = state.members(unit_id)
    hurt, start = risk.losses(Play(state, Snapshot((1, 1))), group)
    lines = [("Men", f"{len(men)} of {start}"), ("Dead or wounded", str(hurt))]
    if men:
        lines += [
            ("Grade", men[0].grade),
            ("Weapons", ", ".join(dict.fromkeys(name for f in men for name in f.weapons))),
            ("Armour", ", ".join(dict.fromkeys(n for f in men for n in f.armour)) or "none"),
            ("Loaded", str(sum(f.loaded for f in men if f.shot()))),
        ]
    if state.gun(unit_id):
        lines.append(("Gun loaded", many(group.loads, "turn")))
    if group.rolled:
        lines.append(("Result", meaning(group.rolled)))
    dead = tuple(one.id for one in state.figures if one.group == unit_id and one.dead)
    # Figures that have joined another group live on in that one: only the dead are lifted.
    return Card(group.id, group.label, group.side, _kind(group, men), tuple(lines),
                _badges(group), not men, dead, stays=True)  # fmt: skip


def _kind(group: Group, men: Sequence[Figure]) -> str:
    """What it is in a word: by its doctrine, its first weapon, or the part its men have."""
    if group.doctrine in ("dutch", "swedish"):
        return f"{group.doctrine.title()} horse"
    if men and men[0].role == "soldier":
        return men[0].weapons[0] if men[0].weapons else "unarmed"
    return PARTS.get(men[0].role, men[0].role) if men else ""


def _badges(group: Group) -> tuple[str, ...]:
    flags = {
        "under command": group.commanded,
        "running": group.running,
        "pushed back": group.pushed,
        f"threat +{group.threat}": group.threat > 0,
        "has shot": group.shot,
        "has moved": group.acted,
        "charged": group.charged,
        "fortified": group.fortified,
        "limbered": group.limbered,
    }
    return tuple(name for name, on in flags.items() if on)


def bands(state: State, unit_id: str) -> tuple[Band, ...]:
    """Ranges of its best weapon; command distance of a leader. Inches."""
    men = state.members(unit_id)
    found: list[Band] = []
    if any(figure.leads for figure in men):
        found.append(Band("command", to_in(COMMAND_OPEN_CM), frm="command"))
    names = {name for figure in men for name in figure.weapons if WEAPONS[name].shoots}
    best = max((WEAPONS[name] for name in sorted(names)), key=lambda w: w.long_cm, default=None)
    if best is not None:
        found += [
            Band(f"{best.name} {label}", to_in(cm), frm="edge")
            for label, cm in (
                ("short", best.short_cm), ("medium", best.medium_cm), ("long", best.long_cm)
            )
        ]  # fmt: skip
    return tuple(found)


def parties(action: Action, state: State, table: Snapshot) -> tuple[str, ...]:
    """Which groups fight in the melee that is to be fought."""
    play = BOOK.play(state, table)
    return melee_of(play, play.unit(action.by)) if action.do == "fight" else ()
