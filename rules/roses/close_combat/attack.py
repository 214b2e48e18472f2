"""The attack procedure that shooting and combat share: hits, armour, stands removed.

WOR-ATT, WOR-DICE-01, and the treachery that casualties bring (WOR-COM-07).
"""

from __future__ import annotations

from rules.kernel.dice import faces_alike, successes
from rules.kernel.prompts import Option, Steps, choose_some, roll
from rules.kernel.telling.words import many
from rules.roses import measuring, switches
from rules.roses.state import Play, Unit, armour_of
from rules.roses.tables import TO_HIT


def to_hit(cover: str) -> int:
    """The least die that hits: open 4, defended 5, fortified 6 (WOR-ATT-02 … -04)."""
    return TO_HIT[cover]


def save(play: Play, unit: Unit, hits: int, *, armour: bool = True) -> Steps[tuple[Play, int]]:
    """One armour die a hit; the hits that stay (WOR-ATT-05, -06, -10)."""
    need = armour_of(unit) if armour else 0
    if not hits or not need:
        return play, hits
    faces = yield from roll(
        f"{unit.does('saves')} {hits}", hits, unit.side, need=need, rules=("WOR-ATT-05",),
        alike=faces_alike(need),
    )  # fmt: skip
    stay = hits - successes(faces, need)
    return play.step(
        f"{unit.label}: {hits - stay} of {hits} saved on {need}+", "WOR-ATT-05",
        unit.profile.rule, faces=faces,
    ), stay  # fmt: skip


def room_for(unit: Unit) -> int:
    """How many more hits the unit can take before its last stand is gone."""
    return len(unit.stands) * unit.profile.hits - unit.hits


def record(play: Play, unit_id: str, unsaved: int) -> Steps[Play]:
    """Unsaved hits go on the unit; each full Hits number takes a stand (WOR-ATT-07, -08)."""
    unit = play.unit(unit_id)
    if not unsaved or not unit.alive:
        return play
    taken = min(unsaved, room_for(unit))
    gone, left = divmod(unit.hits + taken, unit.profile.hits)
    play = yield from remove_stands(play, unit, gone)
    play = play.change(unit, hits=left if play.unit(unit.id).alive else 0)
    lost = f": {many(gone, 'stand')} lost" if gone else ""
    held = f", {left} now on the stand in front" if left else ""
    says = f"{unit.does('takes')} {many(unsaved, 'hit')}{lost}{held}"
    play = play.step(says, "WOR-ATT-07", "WOR-ATT-08")
    per = gone if play.on(switches.TREACHERY_ON.stand) else unsaved
    return (yield from treachery(play, unit_id, per))


def remove_stands(play: Play, unit: Unit, count: int) -> Steps[Play]:
    """The owner says which stands go when not all do."""
    if not count:
        return play
    gone = unit.stands
    if count < len(unit.stands):
        gone = yield from choose_some(
            f"{unit.does('loses')} {count}: which stand goes?", unit.side,
            tuple(Option(stand, unit.called(stand)) for stand in unit.stands),
            at_least=count, at_most=count,
            rules=("WOR-ATT-08",),
        )  # fmt: skip
    left = tuple(stand for stand in unit.stands if stand not in gone)
    play = play.change(unit, stands=left, lost=(*unit.lost, *gone))
    if not left:
        play = play.change(unit, in_combat=False, driven=0, behind={})
    return measuring.refreshed(play)


def rout(play: Play, unit: Unit, why: str, *rules: str) -> Steps[Play]:
    """The whole unit is removed (WOR-DRV-07, WOR-CMB-15); each stand is a casualty (WOR-COM-07)."""
    play = play.change(unit, stands=(), lost=(*unit.lost, *unit.stands), hits=0, driven=0,
                    in_combat=False, behind={})  # fmt: skip
    play = measuring.refreshed(play.step(f"{unit.does('routs')}: {why}", *rules))
    if not play.on(switches.TREACHERY_ON.stand):
        return play
    return (yield from treachery(play, unit.id, len(unit.stands)))


# -- treachery ------------------------------------------------------------------------------


def commander_of(play: Play, unit: Unit) -> Unit | None:
    """Who commands it: the Lord of its contingent, or else the leader of its battle."""
    mine = [u for u in play.state.units if u.side == unit.side and u.battle == unit.battle]
    if unit.contingent != "none":
        for lord in mine:
            if lord.profile.arm == "Lord" and lord.contingent == unit.contingent:
                return lord
    for battle in play.state.battles:
        if (battle.side, battle.name) == (unit.side, unit.battle) and battle.leader:
            return play.unit(battle.leader)
    return None


def commanded_by(play: Play, commander: Unit) -> tuple[Unit, ...]:
    """Every unit with a stand left that he commands, himself included."""
    return tuple(
        unit
        for unit in play.state.units
        if unit.id == commander.id
        or (unit.alive and not unit.profile.is_commander
            and (boss := commander_of(play, unit)) is not None and boss.id == commander.id)
    )  # fmt: skip


def treachery(play: Play, unit_id: str, casualties: int) -> Steps[Play]:
    """A casualty on a Treacherous commander's units: on a 1 he changes sides (WOR-COM-07)."""
    commander = commander_of(play, play.unit(unit_id))
    if commander is None or not casualties or commander.defected or not commander.alive:
        return play
    if commander.grade != "treacherous":
        return play
    faces = yield from roll(
        f"{commander.does('is')} treacherous: a 1 changes his side", casualties,
        play.state.other(commander.side), rules=("WOR-COM-07",),
    )  # fmt: skip
    turns = 1 in faces
    play = play.step(
        commander.does("changes", "sides") if turns else commander.does("stays", "true"),
        "WOR-COM-07", faces=faces,
    )  # fmt: skip
    return defect(play, commander) if turns else play


def defect(play: Play, commander: Unit) -> Play:
    """He goes over with all stands he commands (WOR-COM-07)."""
    side = play.state.other(commander.side)
    for unit in commanded_by(play, commander):
        mine = {"defected": True} if unit.id == commander.id else {}
        play = play.change(unit, side=side, in_combat=False, charged=False, behind={}, **mine)
    return play
