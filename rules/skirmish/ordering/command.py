"""Command points and the chain of command (SKM-CMD, SKM-LOYAL)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rules.field.ruler import is_kind
from rules.kernel.acting.book import Says
from rules.kernel.play import Check, Conditions, fails
from rules.kernel.prompts import Option, Steps, choose, roll
from rules.kernel.protocol import Modifier
from rules.kernel.telling.names import verb_form
from rules.kernel.telling.words import dice as in_dice
from rules.kernel.telling.words import many
from rules.skirmish import measuring, switches
from rules.skirmish.play import BOOK
from rules.skirmish.state import Figure, Group, Play, State
from rules.skirmish.tables import (
    COMMAND_ENCLOSED_CM,
    COMMAND_OPEN_CM,
    ENCLOSED,
    NCO_DICE,
    OFFICER_DICE,
)
from vision.table.reading import Reading, Verdict

BUSY = ("loading", "firing", "melee")
RELAYS = ("nco", "drummer", "bugler")
COMMANDED = "commanded already, or commands"


class Chain(Struct, frozen=True):
    """Who passes the officer's word on: ids in order, and the points left.

    ``out``: whom people have called out of reach where the ruler could not tell.
    """

    links: tuple[str, ...]
    points: int
    groups: tuple[str, ...] = ()
    out: tuple[str, ...] = ()


# -- dice and costs -------------------------------------------------------------------------


def command_dice(
    state: State, figure: Figure, musician: bool, busy: tuple[str, ...]
) -> tuple[int, tuple[Modifier, ...]]:
    """How many dice, and why (SKM-CMD-01, -02, -03, -04, -05, -06, -14)."""
    if figure.role == "officer":
        dice = OFFICER_DICE[switches.OFFICER_DICE.value(state.house)][figure.grade]
        rule = {"Good": "SKM-CMD-01", "Fair": "SKM-CMD-02", "Poor": "SKM-CMD-03"}[figure.grade]
    else:
        dice = NCO_DICE[switches.NCO_DICE.value(state.house)][figure.grade]
        rule = "SKM-CMD-14"
    told = [Modifier(f"{figure.grade} {figure.role}", in_dice(dice), rule)]
    if musician:
        dice += 1
        told.append(Modifier("drummer or bugler", "+1 die", "SKM-CMD-04"))
    if busy:
        lost = len(busy) if switches.BUSY_DICE.each.of(state.house) else 1
        told.append(Modifier(", ".join(busy), f"-{lost} die", "SKM-CMD-05"))
        dice = max(1, dice - lost)
    return dice, tuple(told)


def is_loyal(figure: Figure, commander: Figure) -> bool:
    """By name, or else to those of his own company (SKM-LOYAL-01, -02, -03)."""
    if figure.loyal:
        return commander.id in figure.loyal
    return figure.company == commander.company


def cost(state: State, figure: Figure, officer: Figure) -> int:
    """Points to activate a man (SKM-CMD-09, -10, -11)."""
    routing = state.group(figure.group).running
    disloyal = not is_loyal(figure, officer)
    if routing and disloyal:
        return switches.DISLOYAL_ROUTER_COST.of(state.house)
    return 2 if routing or disloyal else 1


def group_cost(state: State, group: Group, officer: Figure, paid: tuple[str, ...]) -> int:
    """Points for every man not paid for yet; the commander may be free (SKM-CMD-12, -17)."""
    free = (officer.id,) if switches.COMMANDER_FREE.of(state.house) else ()
    return sum(
        cost(state, figure, officer)
        for figure in must_pay(state, group)
        if figure.id not in (*paid, *free)
    )


def must_pay(state: State, group: Group) -> tuple[Figure, ...]:
    """All live members, the wounded too by default (SKM-CMD-12)."""
    men = state.members(group.id)
    if switches.ALL_MEMBERS.unwounded.of(state.house):
        return tuple(figure for figure in men if not figure.wounded)
    return men


# -- reach ----------------------------------------------------------------------------------


def reach_cm(play: Play, commander: Figure, figure: Figure) -> float:
    """50 cm, in enclosed ground 25 (SKM-CMD-07, -08)."""
    enclosed = measuring.is_enclosed(play.table, figure.id)
    if play.on(switches.ENCLOSED_TEST.either):
        enclosed = enclosed or measuring.is_enclosed(play.table, commander.id)
    if play.on(switches.ENCLOSED_TEST.line):
        ends = (measuring.centre(play.table, commander.id), measuring.centre(play.table, figure.id))
        enclosed = any(
            is_kind(piece, ENCLOSED) and measuring.crosses(piece, *ends)
            for piece in play.table.terrain
        )
    return COMMAND_ENCLOSED_CM if enclosed else COMMAND_OPEN_CM


def in_reach(play: Play, commander: Figure, figure: Figure) -> tuple[bool, Reading]:
    """Is the man within command distance?  Too close to call counts as within."""
    if commander.id == figure.id:
        return True, Reading("command distance", 0.0, 0.0, "cm", commander.id, figure.id)
    reading = measuring.distance(play, commander.id, figure.id)
    return reading.compare(reach_cm(play, commander, figure)) is not Verdict.OUT, reading


def reached_by(play: Play, links: tuple[str, ...], figure: Figure) -> bool:
    """By the officer or any commanded NCO (SKM-CMD-16)."""
    return any(in_reach(play, play.state.figure(link), figure)[0] for link in links)


# -- one officer's command ------------------------------------------------------------------


def officer_of(play: Play, name: str) -> Figure:
    """The officer of that id, or the player's officer in the group of that id.

    Raises:
        IllegalAction: there is none.
    """
    for figure in play.state.members(name):
        if figure.role == "officer" and figure.player:
            return figure
    return play.state.figure(name)


def may_command(
    play: Play, by: Figure, at: str, musician: str, busy: tuple[str, ...]
) -> Conditions:
    """Which player character may now roll for command, and with whose drum (SKM-CMD-04)."""
    player = by.role == "officer" and bool(by.player) and by.live
    yield player or fails(
        f"{play.state.called(by)} is no living player character", "SKM-SCOPE-02", "SKM-SEQ-01"
    )
    yield not play.unit(by.group).has_commanded or fails(
        f"{play.state.called(by)} has rolled his command dice", "SKM-SEQ-01")  # fmt: skip
    if not musician:
        return
    man, drummer = play.state.figure(musician), play.state.called(musician)
    yield man.role in ("drummer", "bugler") and man.live or fails(
        f"{drummer} is no drummer or bugler", "SKM-CMD-04")  # fmt: skip
    yield (play.unit(man.group).commanded_before
           or not play.on(switches.MUSICIAN.previous_turn)) or fails(
        f"{drummer} was not under command last turn", "SKM-CMD-04")  # fmt: skip
    yield Check(f"{drummer} is {{reading}} away, out of command", "SKM-CMD-04",
                reading=in_reach(play, by, man)[1], limit=reach_cm(play, by, man),
                more=("SKM-CMD-07",), what=f"{play.state.called(by)} to {drummer}")  # fmt: skip


@BOOK.action("command", lambda play, by, at, **said: f"{play.state.called(by)}: command",
             may_command,
             by=officer_of, phases=("command",),
             says={"musician": Says(), "busy": Says(BUSY, many=True)})  # fmt: skip
def command(play: Play, by: Figure, at: str, musician: str, busy: tuple[str, ...]) -> Steps[Play]:
    """Roll, then spend: NCOs, who add their dice, and whole groups (SKM-CMD-01 … -21)."""
    busy = _busy(play, by, busy)
    paid: tuple[str, ...] = (musician,) if musician else ()
    play, points = yield from _roll(play, by, bool(musician), busy)
    links: tuple[str, ...] = (by.id,)
    spent = sum(cost(play.state, play.state.figure(one), by) for one in paid)
    chain = Chain(links, points - spent)
    alone = is_alone(play.state, by)
    play = play.change(play.unit(by.group), has_commanded=True, commanded=alone)
    for one in paid:
        play = _heard(play, by, play.state.figure(one))
    while options := _options(play, by, chain, paid):
        choice = yield from choose(
            f"{play.state.called(by)} has {many(chain.points, 'point')}", by.player,
            (*options, Option("done", "no more")), rules=("SKM-CMD-12", "SKM-CMD-13"),
        )  # fmt: skip
        if choice == "done":
            break
        play, chain, paid = yield from _spend(play, by, chain, paid, choice)
    lapsed = max(0, chain.points)
    heard = [play.unit(one).label for one in chain.groups]
    left = _left_out(play, by, chain, paid)
    return play.step(
        f"{many(lapsed, 'point')} {verb_form('lapses', lapsed != 1)}; "
        f"commanded: {', '.join(heard) or 'nobody'}"
        + (f"; not commanded: {'; '.join(left)}" if left else ""), "SKM-CMD-21",
        *(("SKM-CMD-12", "SKM-CMD-16") if left else ()),
    )  # fmt: skip


def _busy(play: Play, officer: Figure, declared: tuple[str, ...]) -> tuple[str, ...]:
    """Loading and firing as declared; in melee as measured (SKM-CMD-05)."""
    said = [word for word in declared if word in BUSY]
    foes = [b.payload for b in play.table.bases if b.side != play.state.side_of(officer)]
    if any(measuring.touch(play.table, officer.id, foe) for foe in foes):
        said.append("melee")
    return tuple(dict.fromkeys(said))


def _left_out(play: Play, officer: Figure, chain: Chain, paid: tuple[str, ...]) -> tuple[str, ...]:
    """Why each group of his that is not commanded could not be, those by choice left out."""
    groups = play.state.living(play.state.side_of(officer))
    faults = (group_fault(play, officer, group, chain, paid) for group in groups)
    return tuple(fault for fault in faults if fault and fault != COMMANDED)


def musicians(play: Play, officer: Figure) -> tuple[Figure, ...]:
    """Drummers and buglers of his side who may earn him a die now (SKM-CMD-04)."""
    before = play.on(switches.MUSICIAN.previous_turn)
    return tuple(
        man
        for man in play.state.shown(play.state.side_of(officer))
        if man.role in ("drummer", "bugler")
        and (play.unit(man.group).commanded_before or not before)
        and measuring.distance(play, officer.id, man.id).compare(reach_cm(play, officer, man))
        is Verdict.IN
    )  # fmt: skip


def _heard(play: Play, officer: Figure, man: Figure) -> Play:
    """A lone man who is paid for is commanded, and so is his group of one."""
    if not is_alone(play.state, man):
        return play
    return play.change(play.unit(man.group), commanded=True)


def _roll(
    play: Play, figure: Figure, musician: bool, busy: tuple[str, ...]
) -> Steps[tuple[Play, int]]:
    dice, told = command_dice(play.state, figure, musician, busy)
    by = play.state.side_of(figure)
    faces = yield from roll(
        f"{play.state.called(figure)} commands", dice, figure.player or by,
        rules=tuple(line.rule for line in told),
    )  # fmt: skip
    points = sum(faces)
    play = play.step(
        f"{play.state.called(figure)} has {many(points, 'command point')}",
        "SKM-SEQ-01", *(line.rule for line in told),
        faces=faces, modifiers=told, total=str(points),
    )  # fmt: skip
    return play, points


def _options(
    play: Play, officer: Figure, chain: Chain, paid: tuple[str, ...]
) -> tuple[Option, ...]:
    """NCOs and groups of his side that can be paid for and reached."""
    side = play.state.side_of(officer)
    found = []
    for figure in play.state.shown(side):
        if figure.role not in RELAYS or figure.id in (*chain.links, *chain.out):
            continue
        price = 0 if figure.id in paid else cost(play.state, figure, officer)
        if price <= chain.points and reached_by(play, chain.links, figure):
            found.append(
                Option(figure.id, f"{play.state.called(figure)}: {price}", ("SKM-CMD-13",))
            )
    for group in play.state.living(side):
        why = group_fault(play, officer, group, chain, paid)
        if not why:
            price = group_cost(play.state, group, officer, paid)
            found.append(Option(group.id, f"{group.label}: {price}", ("SKM-CMD-12",)))
    return tuple(found)


def group_fault(
    play: Play, officer: Figure, group: Group, chain: Chain, paid: tuple[str, ...]
) -> str:
    """Why the whole group cannot be commanded now, "" if it can (SKM-CMD-12, -16)."""
    men = play.state.members(group.id)
    lone = len(men) == 1 and (men[0].leads or men[0].role in RELAYS)
    if group.id in chain.out:
        return f"{group.does('is')} out of command"
    if group.commanded or play.state.gun(group.id) or lone:
        return COMMANDED
    price = group_cost(play.state, group, officer, paid)
    if price > chain.points:
        left = f"there {verb_form('is', chain.points != 1)} {many(chain.points, 'point')}"
        return f"{group.does('costs')} {price}, {left}"
    men_far = [f for f in must_pay(play.state, group) if not reached_by(play, chain.links, f)]
    far = [play.state.called(one) for one in men_far]
    are = "is" if len(far) == 1 else "are"
    return f"{', '.join(far)} {are} out of command" if far else ""


def _really_reached(
    play: Play, links: tuple[str, ...], men: list[Figure], officer: Figure
) -> Steps[bool]:
    """People's word for men whom only too close a reading brings within reach (SKM-CMD-07)."""
    close: dict[float, list[Reading]] = {}
    for man in men:
        found = [(reach_cm(play, play.state.figure(one), man),
                  in_reach(play, play.state.figure(one), man)[1]) for one in links]  # fmt: skip
        if any(reading.compare(limit) is Verdict.IN for limit, reading in found):
            continue
        for limit, reading in found:
            if reading.compare(limit) is Verdict.CLOSE:
                close.setdefault(limit, []).append(reading)
                break
    for limit, readings in close.items():
        if not (
            yield from measuring.settle(readings, limit, officer.player, rules=("SKM-CMD-07",))
        ):
            return False
    return True


def _relay(play: Play, chain: Chain, man: Figure, price: int) -> Steps[tuple[Play, Chain]]:
    """An NCO or musician joins the chain with his dice and his reach (SKM-CMD-13, -15, -18)."""
    play, more = yield from _roll(play, man, False, ())
    points = chain.points - price + more
    play = play.step(f"{play.state.called(man)} takes the word on: {many(points, 'point')}",
                     "SKM-CMD-13", "SKM-CMD-15", "SKM-CMD-17", "SKM-CMD-18")  # fmt: skip
    play = _heard(play, play.state.figure(chain.links[0]), man)
    return play, replace(chain, links=(*chain.links, man.id), points=points)


def is_alone(state: State, man: Figure) -> bool:
    """Is he a group of his own?"""
    return len(state.members(man.group)) == 1


def _spend(
    play: Play, officer: Figure, chain: Chain, paid: tuple[str, ...], choice: str
) -> Steps[tuple[Play, Chain, tuple[str, ...]]]:
    state = play.state
    men = {figure.id: figure for figure in state.figures if figure.live}
    called = [men[choice]] if choice in men else list(must_pay(state, state.group(choice)))
    if not (yield from _really_reached(play, chain.links, called, officer)):
        name = state.called(choice) if choice in men else state.group(choice).label
        play = play.step(f"{name} is out of command", "SKM-CMD-07", "SKM-CMD-12")
        return play, replace(chain, out=(*chain.out, choice)), paid
    if choice in men and men[choice].role in RELAYS:
        price = 0 if choice in paid else cost(state, men[choice], officer)
        play, chain = yield from _relay(play, chain, men[choice], price)
        return play, chain, (*paid, choice)
    group = state.group(choice)
    price = group_cost(state, group, officer, paid)
    play = play.change(group, commanded=True)
    play = play.step(
        f"{group.does('is')} commanded for {many(price, 'point')}", "SKM-CMD-09", "SKM-CMD-10",
        "SKM-CMD-11", "SKM-CMD-12", "SKM-CMD-19", total=str(price),
    )  # fmt: skip
    men_ids = tuple(figure.id for figure in state.members(group.id))
    left = replace(chain, points=chain.points - price, groups=(*chain.groups, group.id))
    return play, left, (*paid, *men_ids)
