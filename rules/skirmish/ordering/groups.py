"""Groups: joining, formed units, cohesion, attached leaders (SKM-GRP, SKM-CLASS)."""

from __future__ import annotations

from rules.kernel.acting.in_play import in_play
from rules.kernel.play import Conditions, fails
from rules.kernel.prompts import Steps, within
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.words import many
from rules.skirmish import measuring, switches
from rules.skirmish.fire import sight
from rules.skirmish.play import BOOK, its_step
from rules.skirmish.state import Figure, Group, Play
from rules.skirmish.tables import ATTACHED_CM, LARGEST_GROUP, SMALLEST_GROUP, WEAPONS
from vision.table.reading import Reading, Verdict


@in_play
def kind_of(play: Play, group: Group) -> str:
    """shot, melee, dutch or swedish: the action table it uses (SKM-ACT-07)."""
    if group.doctrine:
        return group.doctrine
    men = play.state.members(group.id)
    if any(figure.mount == "dragoon" for figure in men):
        return "shot"
    shooters = [figure for figure in men if figure.shot()]
    if play.on(switches.TABLE_CHOICE.any_shot):
        return "shot" if shooters else "melee"
    return "shot" if men and 2 * len(shooters) >= len(men) else "melee"


def is_under_command(play: Play, group: Group) -> bool:
    """Paid for, a player character, or serving a gun (SKM-SCOPE-03, SKM-ART-02)."""
    men = play.state.members(group.id)
    character = bool(men) and all(figure.player for figure in men)
    return group.commanded or character or play.state.gun(group.id) is not None


def may_join(play: Play, by: Group, at: Group) -> Conditions:
    """Which group may join which (SKM-GRP-01, -03, -04)."""
    mine, theirs = play.state.members(by.id), play.state.members(at.id)
    both = len(mine) + len(theirs)
    yield from its_step(play, by)
    yield by.side == at.side and by.id != at.id or fails(
        f"{at.does('is')} no other group of {by.side}", "SKM-GRP-03")  # fmt: skip
    yield len(mine) <= SMALLEST_GROUP or fails(
        f"{by.does('has')} {many(len(mine), 'figure')}; only 3 or fewer join", "SKM-GRP-03"
    )
    yield _are_similar(play, by, at) or fails(
        f"{by.label} and {at.label} are not similar troops", "SKM-GRP-03")  # fmt: skip
    for one in (by, at):
        yield not (one.commanded or one.rolled) or fails(
            f"{one.does('has')} been commanded or has rolled this turn",
            "SKM-GRP-03", "SKM-CMD-12")  # fmt: skip
    yield both <= LARGEST_GROUP or fails(
        f"together they are {both}; 40 at most", "SKM-GRP-04", "SKM-GRP-01")  # fmt: skip


def _are_similar(play: Play, group: Group, other: Group) -> bool:
    """Of one table, all on foot or all mounted; no leaders by themselves, no gun crews."""
    mine, theirs = play.state.members(group.id), play.state.members(other.id)
    if any(figure.leads for figure in mine) or all(figure.leads for figure in theirs):
        return False
    if play.state.gun(group.id) or play.state.gun(other.id):
        return False
    riding = {figure.mounted for figure in (*mine, *theirs)}
    return len(riding) == 1 and kind_of(play, group) == kind_of(play, other)


@BOOK.action("join", "{by}: join {at}", may_join, at="friend", phases=("command",))
def join(play: Play, by: Group, at: Group) -> Play:
    """A group cut to 3 or fewer becomes part of another (SKM-GRP-03)."""
    mine = play.state.members(by.id)
    for figure in mine:
        play = play.change(figure, group=at.id)
    men = len(play.state.members(at.id))
    play = play.change(at, start=at.start + len(mine))
    play = play.step(
        f"{by.does('joins')} {at.label}: {many(men, 'figure')}", "SKM-GRP-03", "SKM-GRP-04"
    )
    return measuring.refreshed(play)


# -- formed units ---------------------------------------------------------------------------


def formed(play: Play, groups: tuple[Group, ...], sure: bool = False) -> Refusal | None:
    """Why these are no formed unit, None if they are (SKM-GRP-05, -06).

    Where the ruler cannot tell they may be one, unless it is to be *sure*.
    """
    if len(groups) < 2 or len({kind_of(play, group) for group in groups}) > 1:
        return refusal("a formed unit is several groups of like troops", "SKM-GRP-05")
    limit = switches.FORMED_GAP.of(play.state.house)
    near = {
        (a, b): _is_near(reading, limit, sure) for (a, b), reading in gaps(play, groups).items()
    }
    if play.on(switches.FORMED_TEST.pairs):
        if not all(near.values()):
            return refusal(f"every pair must be within {limit:g} cm", "SKM-GRP-06")
        if not all(_led(play, group, sure) for group in groups):
            return refusal("each group needs a leader within 5 cm", "SKM-GRP-06")
        return None
    reached = [groups[0].id]
    for name in reached:
        reached += [g.id for g in groups if g.id not in reached and near.get((name, g.id))]
    if len(reached) < len(groups):
        return refusal(f"a gap is wider than {limit:g} cm", "SKM-GRP-06")
    if not any(_led(play, group, sure) for group in groups):
        return refusal("no officer or sergeant is within 5 cm of any of them", "SKM-GRP-06")
    return None


def in_line_with(play: Play, bodies: tuple[Group, ...]) -> tuple[Group, ...]:
    """These groups, and the like ones of their side that hang together with them, uncommanded."""
    limit = switches.FORMED_GAP.of(play.state.house)
    kind = kind_of(play, bodies[0])
    others = [
        group
        for group in play.state.living(bodies[0].side)
        if kind_of(play, group) == kind and not is_under_command(play, group)
    ]
    found = list(bodies)
    for here in found:
        ids = {group.id for group in found}
        found += [one for one in others if one.id not in ids
                  and _is_near(measuring.group_distance(play, here, one), limit,
                               False)]  # fmt: skip
    return tuple(play.unit(group.id) for group in found)


def _is_near(reading: Reading, limit: float, sure: bool) -> bool:
    verdict = reading.compare(limit)
    return verdict is Verdict.IN or (verdict is Verdict.CLOSE and not sure)


def gaps(play: Play, groups: tuple[Group, ...]) -> dict[tuple[str, str], Reading]:
    """How far each group is from each of the others, both ways."""
    found: dict[tuple[str, str], Reading] = {}
    for n, a in enumerate(groups):
        for b in groups[n + 1 :]:
            found[a.id, b.id] = found[b.id, a.id] = measuring.group_distance(play, a, b)
    return found


def leaders_near(play: Play, group: Group) -> tuple[Reading, ...]:
    """How far the officers and sergeants of its side are from a group, its own at nought."""
    men = play.state.members(group.id)
    return tuple(
        Reading("leader", 0.0, 0.0, "cm", figure.id, group.id) if figure.group == group.id
        else measuring.to_group(play, figure, men)
        for figure in play.state.shown(group.side)
        if figure.leads
    )  # fmt: skip


def _led(play: Play, group: Group, sure: bool) -> bool:
    """Is an officer or sergeant within 5 cm of it (SKM-GRP-06)?"""
    return any(_is_near(one, ATTACHED_CM, sure) for one in leaders_near(play, group))


def body(play: Play, group: Group) -> tuple[Figure, ...]:
    """Its members and the leaders within 5 cm that count with it (SKM-GRP-07)."""
    return (*play.state.members(group.id), *leaders_with(play, group))


def allotted(play: Play, group: Group, by: str, one: str = "") -> Steps[tuple[Figure, ...]]:
    """Among whom hits are allotted: the group, or the man named (SKM-SHOOT-13, -14).

    People say whether a leader who may be within 5 cm is with it (SKM-GRP-07).
    """
    if one:
        return (play.state.figure(one),)
    men = play.state.members(group.id)
    found = list(men)
    for leader in leaders_with(play, group):
        reading = measuring.to_group(play, leader, men)
        what = f"is {play.state.called(leader)} with {group.label}"
        if (yield from within(reading, ATTACHED_CM, by, what=what, rules=("SKM-GRP-07",))):
            found.append(leader)
    return tuple(found)


@in_play
def leaders_with(play: Play, group: Group) -> tuple[Figure, ...]:
    """Lone officers and sergeants of its side that count with this group (SKM-GRP-07)."""
    return tuple(
        figure
        for figure in play.state.shown(group.side)
        if figure.leads and figure.group != group.id
        and len(play.state.members(figure.group)) == 1
        and measuring.attached_to(play, figure) == group.id
    )  # fmt: skip


def warnings(play: Play, group: Group) -> tuple[Refusal, ...]:
    """Advice, not faults: men out of sight of their mates, mixed grades (SKM-GRP-02)."""
    men = play.state.members(group.id)
    alone = [play.state.called(one) for one in men if not sight.sees_a_comrade(play, one)]
    return tuple(refusal(f"{one} sees no comrade", "SKM-GRP-02", kind="warning") for one in alone)


def usable(figure: Figure, gap_cm: float) -> bool:
    """Has he a missile weapon that reaches; the wounded at short range only (SKM-SHOOT-20)."""
    weapon = figure.shot()
    if weapon is None or gap_cm > weapon.long_cm + 1e-6:
        return False
    return not figure.wounded or gap_cm <= weapon.short_cm + 1e-6


def melee_factor(play: Play, figure: Figure) -> int:
    """His best weapon in the hand (SKM-WPN-09 … -12, -15)."""
    only_pistols = play.on(switches.FIREARM_MELEE.pistol_only)
    best = 0
    for name in figure.weapons:
        weapon = WEAPONS[name]
        clubbed = weapon.shoots and only_pistols and not weapon.pistol_shot
        best = max(best, 0 if clubbed else weapon.melee)
    return best
