"""Melee: bouts man against man, supports, pikes at 5 cm, and who goes back (SKM-MEL)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Modifier
from rules.kernel.telling.names import side_does
from rules.skirmish import measuring, switches
from rules.skirmish.close_combat import aftermath, ranks
from rules.skirmish.fire import damage
from rules.skirmish.moving import movement
from rules.skirmish.ordering import groups
from rules.skirmish.play import BOOK, its_step
from rules.skirmish.state import Figure, Group, Play, State
from rules.skirmish.tables import ARMOUR, MELEE_GRADE


class Fighter(Struct, frozen=True):
    """One man in a melee: whom he meets, and whom he supports ("" for none).

    ``distant``: he fights at pike distance and is hurt by front-rank pikes only.
    """

    id: str
    foes: tuple[str, ...]
    supports: str = ""
    distant: bool = False


Harm: TypeAlias = tuple[tuple[str, str, str], ...]
"""(side that suffers, figure, wound | kill | lost)."""


# -- who fights -----------------------------------------------------------------------------


def opponents(play: Play, figure: Figure) -> tuple[str, ...]:
    """Enemies he touches, or for front-rank pikes those within 5 cm (SKM-MEL-01, -05)."""
    side = play.state.side_of(figure)
    foes = [b.payload for b in play.table.bases if b.side != side
            and not play.state.figure(b.payload).is_gun]  # fmt: skip
    touching = tuple(foe for foe in foes if measuring.touch(play.table, figure.id, foe))
    if touching or not ranks.front_pike(play, figure):
        return touching
    return ranks.at_five(play, figure, foes)


def melee_of(play: Play, group: Group) -> tuple[str, ...]:
    """Ids of every group in the same melee."""
    reached = [group.id]
    for name in reached:
        here = play.unit(name)
        for other in (*movement.touched(play, here), *movement.at_pike_reach(play, here),
                      *_piked_by(play, here)):  # fmt: skip
            if other.id not in reached:
                reached.append(other.id)
    return tuple(g.id for g in play.state.groups if g.id in reached)


def _piked_by(play: Play, group: Group) -> tuple[Group, ...]:
    return tuple(
        enemy
        for enemy in play.state.enemies(group)
        if group.id in [one.id for one in movement.at_pike_reach(play, enemy)]
    )


def fighters(play: Play, melee: tuple[str, ...], side: str) -> tuple[Fighter, ...]:
    """Men of one side in listed order: those who meet a foe, then their supporters.

    Nobody supports a man who fights at 5 cm: he is not in contact (SKM-MEL-03, -04).
    """
    found: list[Fighter] = []
    for name in melee:
        group = play.unit(name)
        if group.side != side:
            continue
        for figure in play.state.members(name):
            foes = opponents(play, figure)
            if not foes:
                foes = _answers(play, figure)
            if foes:
                distant = not any(measuring.touch(play.table, figure.id, foe) for foe in foes)
                found.append(Fighter(figure.id, foes, "", distant))
    far = play.on(switches.PIKE_5CM.any_rank)
    for fighter in tuple(found):
        if fighter.distant and not far:
            continue
        helpers = ranks.supporters(play, play.state.figure(fighter.id), [f.id for f in found])
        found += [Fighter(one, fighter.foes[:1], fighter.id) for one in helpers]
    return tuple(found)


def _answers(play: Play, figure: Figure) -> tuple[str, ...]:
    """Men at pike distance roll too, though they may not be able to hurt (SKM-MEL-06)."""
    side = play.state.side_of(figure)
    pikes = [
        play.state.figure(b.payload) for b in play.table.bases
        if b.side != side and not play.state.figure(b.payload).is_gun
    ]  # fmt: skip
    return tuple(
        pike.id
        for pike in pikes
        if ranks.front_pike(play, pike) and figure.id in opponents(play, pike)
    )


# -- one man's score ------------------------------------------------------------------------


def armour_off(play: Play, foe: Figure) -> list[Modifier]:
    """What the foe's armour takes off: a buff coat is nothing under metal (SKM-MEL-11, -12)."""
    metal = [ARMOUR[name].melee for name in foe.armour if ARMOUR[name].metal]
    light = [name for name in foe.armour if not ARMOUR[name].metal]
    told = []
    if metal:
        told.append(Modifier("enemy in metal armour", str(min(metal)), "SKM-MEL-12"))
    best_only = metal and play.on(switches.ARMOUR_STACK.best)
    if not best_only and ("targe" in light or (light and not metal)):
        what = "enemy with a targe" if "targe" in light else "enemy in a buff coat"
        told.append(Modifier(what, "-1", "SKM-MEL-11"))
    return told


def modifiers(
    play: Play, fighter: Fighter, foe: str, all_foes: tuple[str, ...]
) -> tuple[Modifier, ...]:
    """Everything on his die against one foe (SKM-MEL-09 … -16); a wound is nothing (SKM-MEL-24).

    His weapon must beat every opponent's to count as better (SKM-WPN-15).
    """
    figure, enemy = play.state.figure(fighter.id), play.state.figure(foe)
    told: list[Modifier] = []
    grade = MELEE_GRADE[figure.grade]
    if grade:
        told.append(Modifier(figure.grade, f"{grade:+d}", "SKM-MEL-13" if grade > 0 else
                             "SKM-MEL-09"))  # fmt: skip
    extra = len(all_foes) - 1
    if extra > 0 and not fighter.supports and not fighter.distant:
        told.append(Modifier("more than one enemy", f"-{extra}", "SKM-MEL-10"))
    told += armour_off(play, enemy)
    mine = groups.melee_factor(play, figure)
    if all(mine > groups.melee_factor(play, play.state.figure(one)) for one in all_foes):
        told.append(Modifier("better weapon", "+1", "SKM-MEL-14"))
    charge = charge_bonus(play, play.unit(figure.group), figure)
    if charge:
        told.append(Modifier("cavalry charge", f"+{charge}", "SKM-MEL-16" if charge > 1 else
                             "SKM-MEL-15"))  # fmt: skip
    return tuple(told)


def charge_bonus(play: Play, group: Group, figure: Figure) -> int:
    """+1 at the trot, +2 at the gallop, in the first combat turn (SKM-MEL-15, -16)."""
    if not figure.mounted or group.rounds > 0:
        return 0
    return {"trot": 1, "gallop": 2}.get(aftermath.charge_gait(play, group, figure), 0)


# -- the melee ------------------------------------------------------------------------------


def may_fight(play: Play, by: Group, at: str) -> Conditions:
    """Whose melee is still to be fought; only pikes choose to fight at 5 cm.

    SKM-SEQ-06, SKM-MEL-05, -07.
    """
    yield from its_step(play, by)
    yield len(melee_of(play, by)) > 1 or lacks(f"{by.does('touches')} no enemy", "SKM-MEL-01")
    met = movement.touched(play, by) or movement.at_pike_reach(play, by)
    yield bool(met) or lacks(
        f"{by.does('touches')} no enemy, and only pikes fight at 5 cm if they choose",
        "SKM-MEL-05", "SKM-MEL-07")  # fmt: skip
    yield not by.fought or fails(f"{by.does('has')} fought this turn", "SKM-SEQ-06")


@BOOK.action("fight", "{by}: fight", may_fight, phases=("melee",))
def melee(play: Play, by: Group, at: str = "") -> Steps[Play]:
    """Every bout of one melee, its casualties, and who goes back (SKM-MEL-08 … -22)."""
    ids = melee_of(play, by)
    first = _attacker(play, ids)
    second = play.state.other(first)
    attackers, defenders = fighters(play, ids, first), fighters(play, ids, second)
    plus = play.on(switches.SUPPORT.plus_one)
    thrown: dict[str, int] = {}
    for side, men in ((first, attackers), (second, defenders)):
        rolling = [fighter for fighter in men if not (plus and fighter.supports)]
        faces = yield from roll(
            f"{side_does(side, 'fights')}: "
            f"{', '.join(play.state.called(one.id) for one in rolling)}",
            len(rolling), side, rules=("SKM-MEL-08",),
        )  # fmt: skip
        thrown |= {f.id: face for f, face in zip(rolling, faces, strict=True)}
    before = play.state
    play, harm = bouts(play, attackers, defenders, thrown)
    for _, name, what in harm:
        if what != "lost":
            play = damage.suffer(play, play.state.figure(name), what)
    for name in ids:
        play = play.change(play.unit(name), fought=True, rounds=play.unit(name).rounds + 1)
    hurt = {side: suffered(before, play.state, side, harm) for side in (first, second)}
    return (yield from aftermath.aftermath(play, ids, first, hurt))


def suffered(before: State, after: State, side: str, harm: Harm) -> aftermath.Hurt:
    """Figures of a side hurt in this melee, each once, how many of them fell, and bouts lost."""
    names = dict.fromkeys(name for whose, name, what in harm if whose == side and what != "lost")
    pairs = [(before.figure(name), after.figure(name)) for name in names]
    hits = sum((old.wounds, old.dead) != (new.wounds, new.dead) for old, new in pairs)
    kills = sum(new.dead and not old.dead for old, new in pairs)
    return aftermath.Hurt(hits, kills, sum(whose == side for whose, _, _ in harm))


def _attacker(play: Play, ids: tuple[str, ...]) -> str:
    """The side that charged, else the first."""
    for name in ids:
        if play.unit(name).charged:
            return play.unit(name).side
    return play.state.sides[0]


def bouts(
    play: Play, attackers: tuple[Fighter, ...], defenders: tuple[Fighter, ...],
    thrown: dict[str, int],
) -> tuple[Play, Harm]:  # fmt: skip
    """Pair by pair: the higher score wins; its natural 5 wounds, 6 kills (SKM-MEL-17 … -19).

    Of several whom he beats a man can hurt the one with the lowest score; of equals the one
    squarest to him.
    """
    by_id = {fighter.id: fighter for fighter in (*attackers, *defenders)}
    harm: list[tuple[str, str, str]] = []
    best: dict[str, list[tuple[int, float, str, str]]] = {}
    for pair in _pairs(play, attackers, defenders, thrown):
        play, won = _bout(play, by_id, thrown, pair)
        if won is None:
            continue
        winner, loser, loser_score = won
        apart = round(measuring.middles_cm(play.table, winner, loser), 1)
        best.setdefault(winner, []).append((loser_score, apart, loser, _harm(thrown[winner])))
    for winner, beaten in best.items():
        beaten.sort()
        for n, (_, _, loser, what) in enumerate(beaten):
            side = play.state.side_of(play.state.figure(loser))
            can = n == 0 and _may_hurt(play, by_id[winner], by_id[loser])
            harm.append((side, loser, what if can else "lost"))
    return play, tuple(harm)


def _harm(natural: int) -> str:
    return {5: "wound", 6: "kill"}.get(natural, "lost")


def _pairs(
    play: Play, attackers: tuple[Fighter, ...], defenders: tuple[Fighter, ...],
    thrown: dict[str, int],
) -> list[tuple[str, str]]:  # fmt: skip
    """Who is compared with whom; of several against one all, or their best (SKM_MELEE_MULTI)."""
    there = set(thrown)
    pairs = {
        tuple(sorted((fighter.id, foe)))
        for fighter in (*attackers, *defenders)
        for foe in fighter.foes
        if fighter.id in there and foe in there
    }
    ordered = sorted((a, b) for a, b in pairs)
    if play.on(switches.MELEE_MULTI.pairwise):
        return ordered
    chosen: list[tuple[str, str]] = []
    for fighter in defenders:
        mine = [pair for pair in ordered if fighter.id in pair]
        others = [a if b == fighter.id else b for a, b in mine]
        if others:
            top = max(others, key=lambda one: (thrown[one], one))
            chosen.append((fighter.id, top))
    return chosen


def _decided(
    play: Play, pair: tuple[str, str], thrown: dict[str, int], scores: list[int]
) -> tuple[str, ...]:
    """The rules that decide a bout: level, won, and a 5 or 6 that did the loser no good."""
    if scores[0] == scores[1]:
        found = ("SKM-MEL-18",)
    else:
        loser = pair[0] if scores[0] < scores[1] else pair[1]
        found = ("SKM-MEL-17", *(("SKM-MEL-19",) if thrown[loser] >= 5 else ()))
    leads = any(play.state.figure(name).leads for name in pair)
    return (*found, *(("SKM-MEL-23",) if leads else ()))


def _bout(
    play: Play, by_id: dict[str, Fighter], thrown: dict[str, int], pair: tuple[str, str]
) -> tuple[Play, tuple[str, str, int] | None]:
    scores, told = [], []
    names = [play.state.called(one) for one in pair]
    for name, one, other in ((names[0], *pair), (names[1], *pair[::-1])):
        lines = modifiers(play, by_id[one], other, _met(by_id, one, other))
        lines += _plus_one(play, by_id, one)
        scores.append(thrown[one] + sum(int(line.value) for line in lines))
        told += [Modifier(f"{name}: {line.what}", line.value, line.rule) for line in lines]
    play = play.step(
        f"{names[0]} scores {scores[0]}, {names[1]} {scores[1]}", "SKM-MEL-08",
        *_decided(play, pair, thrown, scores), *(line.rule for line in told),
        faces=(thrown[pair[0]], thrown[pair[1]]),
        modifiers=tuple(told), total=f"{scores[0]} : {scores[1]}",
    )  # fmt: skip
    if scores[0] == scores[1]:
        return play, None
    if scores[0] > scores[1]:
        return play, (pair[0], pair[1], scores[1])
    return play, (pair[1], pair[0], scores[0])


def _met(by_id: dict[str, Fighter], one: str, other: str) -> tuple[str, ...]:
    """The foes that count against a man: those he meets, not their supporters (SKM-MEL-10)."""
    return tuple(dict.fromkeys((*by_id[one].foes, *(() if by_id[other].supports else (other,)))))


def _plus_one(play: Play, by_id: dict[str, Fighter], one: str) -> tuple[Modifier, ...]:
    if not play.on(switches.SUPPORT.plus_one):
        return ()
    helpers = sum(fighter.supports == one for fighter in by_id.values())
    return (Modifier("supporters", f"+{helpers}", "SKM-MEL-03"),) if helpers else ()


def _may_hurt(play: Play, winner: Fighter, loser: Fighter) -> bool:
    """Supporters are not hurt; pikes at 5 cm only by front-rank pikes (SKM-MEL-06)."""
    if loser.supports:
        return False
    if not (winner.distant or loser.distant):
        return True
    if winner.supports and play.on(switches.PIKE_5CM.front_pikes):
        return False
    figure = play.state.figure(winner.id)
    return "pike" in figure.weapons or play.on(switches.PIKE_5CM.any_rank)
