"""What the page shows of a unit and of the battle."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.prompts import Newcomer
from rules.kernel.protocol import Band, Card, Status, Victory
from rules.matchlocks.musketry.volley import reach_in
from rules.matchlocks.state import Leader, Side, State, Unit, inches, kind_of
from rules.matchlocks.tables import ARC_DEG, CLASSES, COMMAND_IN


def card(state: State, unit_id: str) -> Card:
    """One unit or leader: what it is, what it has left, what troubles it; or one side, whose
    card is for that player alone."""
    if unit_id in state.leaders:
        return _leader_card(state, state.leaders[unit_id])
    if unit_id in state.sides:
        return _side_card(state.sides[unit_id])
    unit = state.unit(unit_id)
    return Card(
        unit.id,
        unit.label,
        unit.side,
        kind_of(unit).title,
        tuple(_lines(unit)),
        tuple(_badges(unit)),
        bool(unit.gone),
        stays=kind_of(unit).arm == "gun" and unit.gone in ("destroyed", "broken", "fled"),
    )


def _lines(unit: Unit) -> list[tuple[str, str]]:
    kind = kind_of(unit)
    lines = [("Quality", unit.quality.title()), ("Figures", _figures(unit))]
    if unit.brigade:
        lines.append(("Brigade", unit.brigade))
    if kind.formed_shot:
        free = "free volley + " if unit.free_volley else ""
        lines.append(("Ammunition", f"{free}{unit.ammo}"))
    if kind.shots is not None:
        lines.append(("Shots left", f"{kind.shots - unit.shots_used}"))
    lines.append(("Kills suffered", f"{unit.kills}"))
    lines.append(("Actions left", f"{unit.actions_left}"))
    return lines


def _figures(unit: Unit) -> str:
    if unit.start_shot and unit.start_pikes:
        return f"{unit.figures} of {unit.start} ({unit.shot} muskets, {unit.pikes} pikes)"
    return f"{unit.figures} of {unit.start}"


def _badges(unit: Unit) -> list[str]:
    """Short words for what is unusual about a unit now."""
    badges = []
    if unit.disarray:
        badges.append(f"Disarray {unit.disarray}")
    flags = {
        "Daunted": unit.daunted,
        "ordered": bool(unit.ordered),
        "support": unit.support,
        "in melee": bool(unit.melee),
        "hedgehog": unit.hedgehog,
        "broken down": unit.malfunction,
        "limbered": unit.limbered,
        "on foot": unit.kind == "dragoons" and not unit.mounted,
        "half strength": unit.at_half and not unit.gone,
        unit.formation: bool(unit.formation),
        f"{unit.wood} the wood": bool(unit.wood),
        f"in {unit.building}": bool(unit.building),
        str(unit.gone): bool(unit.gone),
    }
    return badges + [name for name, on in flags.items() if on]


def _leader_card(state: State, leader: Leader) -> Card:
    rank = "General" if leader.general else f"Brigadier, {CLASSES[leader.command]}"
    lines = [("Rank", rank)]
    if not leader.general:
        lines.append(("Order Tokens", f"{leader.tokens}"))
    if leader.brigade:
        lines.append(("Brigade", leader.brigade))
    if leader.attached:
        lines.append(("With", state.unit(leader.attached).label))
    badges = ("stunned",) if leader.stunned else ()
    return Card(leader.id, leader.label, leader.side, rank, tuple(lines), badges, leader.lost)


def side_card(state: State, side: str) -> Card:
    """What a player holds; for his own eyes only (PREP-14, CANNOT-01)."""
    return _side_card(state.sides[side])


def _side_card(side: Side) -> Card:
    lines = [
        ("Army Morale", f"{side.tokens} of {side.start_tokens}"),
        ("Bonus cards", ", ".join(side.hand) or "none"),
        ("Special Events", ", ".join(side.events) or "none"),
        ("Baseline", side.edge),
    ]
    if side.claims:
        lines.append(("Owed if demanded", f"{side.claims}"))
    return Card(side.name, side.name, side.name, "side", tuple(lines))


def unseen(state: State, side: str, deck: str) -> tuple[str, ...]:
    """The cards of a deck that others than *side* hold (CARD-05, CANNOT-01)."""
    others = [one for one in state.sides.values() if one.name != side]
    held = {"bonus": [one.hand for one in others], "events": [one.events for one in others]}
    return tuple(sorted(card for hand in held.get(deck, ()) for card in hand))


def known(state: State, side: str) -> State:
    """The battle as *side* knows it: what others hold may as well be in the deck, and what
    Army Morale they have left follows from what they have given up (PREP-14, CANNOT-01)."""
    decks = replace(
        state.decks,
        bonus=tuple(sorted((*state.decks.bonus, *unseen(state, side, "bonus")))),
        events=tuple(sorted((*state.decks.events, *unseen(state, side, "events")))),
    )
    sides = {
        name: one
        if name == side
        else replace(one, hand=(), events=(), tokens=max(0, one.start_tokens - one.discarded))
        for name, one in state.sides.items()
    }
    return replace(state, decks=decks, sides=sides)


def newcomer(unit: Unit) -> Newcomer:
    """What the page has to know of a unit that joins in the middle of the battle."""
    return Newcomer(unit.id, unit.side, unit.kind, unit.name, "loose", 2.4, 1.6, unit.figures)


def newcomers(state: State) -> tuple[Newcomer, ...]:
    """Clubmen and Ambushers that have come (EVT-05, EVT-06)."""
    return tuple(newcomer(one) for one in state.units.values() if one.joined)


def status(state: State) -> Status:
    """Turn, phase, whose move; the enemy's tokens stay hidden (PREP-14, CANNOT-01)."""
    titles = {
        "deploy": "Deployment",
        "manoeuvre": "Manoeuvre and Bombardment",
        "main": "Main Battle",
        "over": "The battle is over",
    }
    lines: list[tuple[str, str]] = []
    if state.decks.card:
        up = state.leaders.get(state.decks.card)
        lines.append(("Card up", up.label if up else state.decks.card))
    if state.phase == "main":
        lines.append(("Cards left", f"{len(state.decks.play)}"))
    if state.rain_until >= state.turn > 0 and state.rain_until:
        lines.append(("Weather", "scattered showers: nobody shoots"))
    if state.fog:
        lines.append(("Weather", "fog: 9 in, 6s only"))
    return Status(state.turn, titles[state.phase], _to_act(state), tuple(lines))


def _to_act(state: State) -> tuple[str, ...]:
    if state.phase == "over":
        return ()
    if state.phase == "manoeuvre" and state.mover:
        return (state.mover,)
    up = state.leaders.get(state.decks.card)
    if up is not None:
        return (up.side,)
    owner = state.decks.card.removeprefix("Skirmishers: ")
    return (owner,) if owner in state.sides else tuple(state.sides)


def bands(state: State, unit_id: str) -> tuple[Band, ...]:
    """Range bands of a unit, command range of a leader, for drawing."""
    if unit_id in state.leaders:
        return (Band("command", inches(state, COMMAND_IN), 180.0, "command"),)
    unit = state.unit(unit_id)
    if not kind_of(unit).reach:
        return ()
    most, _ = reach_in(state, unit)
    limits = [(inches(state, band.to_in), band.need) for band in kind_of(unit).reach]
    drawn = [(min(limit, most), 6 if state.fog else need) for limit, need in limits]
    return tuple(
        Band(
            f"needs {need} or more, up to" if need < 6 else "needs a 6, up to",
            limit,
            ARC_DEG,
            "front",
        )
        for limit, need in dict(drawn).items()
    )


def winner(state: State) -> Victory | None:
    """Who has won, if the battle is over (ARM-01, ARM-02)."""
    if state.phase != "over":
        return None
    return Victory(state.winner, state.why_won, ("NMM-ARM-01", "NMM-ARM-02"))
