"""What a round of melee does: the loser tests, the winner follows or pursues (MEL part 3)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.prompts import Option, Steps, choose, yes
from rules.kernel.telling.names import side_does
from rules.matchlocks.close_combat.melee import Tally, changed, melee_of, sides_of
from rules.matchlocks.close_combat.pursuit import advances, disengages, keeps_contact, pursue
from rules.matchlocks.crises.crisis import after_loss, apply_test
from rules.matchlocks.crises.morale import Test, morale_test
from rules.matchlocks.crises.ordered import one_move_in
from rules.matchlocks.crises.retreat import fall_back
from rules.matchlocks.measuring import BAD, bases_of, stands_in
from rules.matchlocks.movement.going import entered
from rules.matchlocks.musketry.losses import disarray
from rules.matchlocks.play import Play, fight_of, throw
from rules.matchlocks.state import Melee, Unit, kind_of
from rules.matchlocks.switches import House
from vision.table.snapshot import Snapshot

LAST_ROUND = 3


def result(
    play: Play, melee_id: str, tally: Tally, units: tuple[tuple[str, ...], tuple[str, ...]]
) -> Steps[Play]:
    """Who lost the round, and everything that follows. *units*: who fought, both sides."""
    before = play.table
    attackers, defenders = units
    suffered = tally.of(attackers), tally.of(defenders)
    for unit_id in (*attackers, *defenders):
        if play.unit(unit_id).gone:
            play = yield from after_loss(play, unit_id, before)
    winner, losers = _loser(play, suffered, attackers, defenders)
    left = any(not play.unit(one).gone for one in (*attackers, *defenders))
    won_by_attackers = bool(losers) and losers == defenders
    play = _says_result(play, suffered, winner, left, won_by_attackers)
    melee = melee_of(play.state, melee_id)
    play = changed(play, replace(melee, winner=winner))
    test: Test | None = None
    early = play.on(House.round2_token_timing.before_test)
    if melee.round == 2 and early:
        play = _weary(play, (*attackers, *defenders), "NMM-MEL-76")
    if losers:
        play, test = yield from _loser_tests(play, losers)
    if play.state.phase == "over":
        return end_deserted(play)
    play = yield from _consequences(play, melee_id, units, losers, test, before)
    return (yield from _end_of_round(play, melee_id, units, early))


def _loser(
    play: Play, suffered: tuple[int, int], attackers: tuple[str, ...], defenders: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """The winning side's name and the units of the losing one; a tie has neither.

    More Kills lose (MEL-56). At equal Kills, or by house rule always, a side that is wiped out
    has lost, for it is Broken and Routed (MEL-59; ``wiped_out_loses``).
    """
    wiped_out = [all(play.unit(one).gone for one in side) for side in (attackers, defenders)]
    if all(wiped_out):
        attacker_wins = play.on(House.mutual_destruction.attacker)
        return (play.unit(attackers[0]).side if attacker_wins else "", ())
    if suffered[0] == suffered[1] and not any(wiped_out):
        return "", ()
    gone_first = play.on(House.wiped_out_loses.always)
    scores = [(gone, n) if gone_first else (n, gone)
              for n, gone in zip(suffered, wiped_out, strict=True)]  # fmt: skip
    attackers_lost = scores[0] > scores[1]
    won, lost = (defenders, attackers) if attackers_lost else (attackers, defenders)
    return play.unit(won[0]).side, lost


def _says_result(
    play: Play, suffered: tuple[int, int], winner: str, left: bool, won_by_attackers: bool
) -> Play:
    score = f"attackers lost {suffered[0]}, defenders {suffered[1]}"
    if not winner and not left:
        return play.step(f"{score}: a tie, nobody is left", "NMM-MEL-59", total="tie")
    if not winner:
        return play.step(f"{score}: a tie, no test", "NMM-MEL-57", total="tie")
    more_kills = suffered[0] < suffered[1] if won_by_attackers else suffered[0] > suffered[1]
    rules = ("NMM-MEL-56",) if more_kills else ("NMM-MEL-59",)
    says = f"{score}: {side_does(winner, 'wins')} the round"
    return play.step(says, *rules, total=winner)


def _loser_tests(play: Play, losers: tuple[str, ...]) -> Steps[tuple[Play, Test | None]]:
    """The strongest of the losers tests for all (MEL-58, -79, -89)."""
    alive = tuple(one for one in losers if not play.unit(one).gone)
    if not alive:
        return play, None
    strongest = yield from _strongest(play, alive)
    if len(alive) > 1:
        play = play.step(f"{play.unit(strongest).does('tests')} for all", "NMM-MEL-79")
    play, test = yield from morale_test(play, strongest, "it lost a round of melee", "NMM-MEL-58")
    return (yield from apply_test(play, alive, test)), test


def _strongest(play: Play, units: tuple[str, ...]) -> Steps[str]:
    most = max(play.unit(one).figures for one in units)
    equal = tuple(one for one in units if play.unit(one).figures == most)
    if len(equal) == 1 or play.on(House.strongest_tie.engaged):
        return equal[0]
    options = tuple(Option(one, play.unit(one).label) for one in equal)
    side = play.unit(equal[0]).side
    return (yield from choose("which unit tests for both?", side, options, rules=("NMM-MEL-79",)))


# --- what the winner does ------------------------------------------------------------------


def _consequences(
    play: Play,
    melee_id: str,
    units: tuple[tuple[str, ...], tuple[str, ...]],
    losers: tuple[str, ...],
    test: Test | None,
    before: Snapshot,
) -> Steps[Play]:
    winners = _others(units, losers) if losers else ()
    winners = tuple(one for one in winners if not play.unit(one).gone)
    down = tuple(one for one in losers if play.unit(one).gone)
    back = test is not None and test.verdict == "daunted"
    if losers and (len(down) == len(losers) or back):
        play = _victorious(play, winners)
    if losers and len(down) == len(losers):
        return (yield from _victors_chase(play, melee_id, winners))
    if back:
        return (yield from _victors_follow(play, melee_id, winners, losers))
    if losers:
        play = play.step(play.unit(losers[0]).does("holds"), "NMM-MOR-20")
    return (yield from _disengage(play, melee_id, units, losers))


def _others(
    units: tuple[tuple[str, ...], tuple[str, ...]], losers: tuple[str, ...]
) -> tuple[str, ...]:
    return units[1] if losers == units[0] else units[0]


def _victorious(play: Play, winners: tuple[str, ...]) -> Play:
    """They have won a melee this turn (TURN-15, MOR-30)."""
    for unit_id in winners:
        play = play.change(unit_id, won=True, kills_since_won=0)
    return play


def _victors_chase(play: Play, melee_id: str, winners: tuple[str, ...]) -> Steps[Play]:
    """Nothing is left to fight: horse pursues, foot with a leader may follow (MEL-60, -61)."""
    melee = melee_of(play.state, melee_id)
    play = end_melee(play, melee_id)
    for unit_id in winners:
        if kind_of(play.unit(unit_id)).arm == "horse":
            play = yield from pursue(play, unit_id, melee)
        else:
            play = yield from _foot_advances(play, unit_id)
    return play


def _foot_advances(play: Play, unit_id: str) -> Steps[Play]:
    """Victorious foot may go one Move, free, if a leader is with it (MEL-61)."""
    unit = play.unit(unit_id)
    if kind_of(unit).arm != "foot" or not play.state.leader_with(unit_id):
        return play.step(f"{unit.does('holds')} {unit.its} ground", "NMM-MEL-61")
    if not (yield from yes(f"{unit.does('follows')} up?", unit.side, rules=("NMM-MEL-61",))):
        return play.step(f"{unit.does('holds')} {unit.its} ground", "NMM-MEL-61")
    return (yield from advances(play, unit))


def _victors_follow(
    play: Play, melee_id: str, winners: tuple[str, ...], losers: tuple[str, ...]
) -> Steps[Play]:
    """The loser fell back: horse stays in contact, foot may with a leader (MEL-60 to -64)."""
    followers = []
    for unit_id in winners:
        if (yield from _follows(play, unit_id, losers)):
            followers.append(unit_id)
    if not followers:
        return end_melee(play, melee_id)
    for unit_id in followers:
        play = yield from keeps_contact(play, unit_id, losers)
    for unit_id in (one for one in losers if not play.unit(one).gone):
        play = play.change(unit_id, melee=melee_id)
    for unit_id in (one for one in winners if one not in followers):
        play = play.change(unit_id, melee="", hedgehog=False, turned=False)
    melee = melee_of(play.state, melee_id)
    again = melee.round + 1
    followed = replace(melee, followed=tuple(followers), followed_round=again, zone="front")
    return changed(play, followed)


def _follows(play: Play, unit_id: str, losers: tuple[str, ...]) -> Steps[bool]:
    unit = play.unit(unit_id)
    alive = tuple(play.unit(one) for one in losers if not play.unit(one).gone)
    if not alive or kind_of(unit).arm == "gun":
        return False
    limited = play.on(House.followup_reach.limited)
    if limited and one_move_in(play, alive[0]) > one_move_in(play, unit):
        return False
    if limited and _out_of_bounds(play, unit, alive[0]):
        return False
    if kind_of(unit).arm == "horse":
        return True
    if not play.state.leader_with(unit_id):
        return False
    return (yield from yes(f"{unit.does('follows')} up?", unit.side, rules=("NMM-MEL-61",)))


def _out_of_bounds(play: Play, unit: Unit, foe: Unit) -> bool:
    """Has the enemy fallen back onto ground that the winner may not enter?"""
    if not bases_of(play.table, foe.id):
        return False
    closed = [kind for kind in BAD if kind not in entered(play.state, unit)]
    return any(stands_in(play.table, foe.id, kind) for kind in closed)


def _disengage(
    play: Play,
    melee_id: str,
    units: tuple[tuple[str, ...], tuple[str, ...]],
    losers: tuple[str, ...],
) -> Steps[Play]:
    """Horse that could not break a Battalia or pikes in round one pulls back, whoever attacked
    whom (MEL-62; ``disengage_who``)."""
    melee = melee_of(play.state, melee_id)
    if melee.round != 1:
        return play
    attackers_only = play.on(House.disengage_who.attackers)
    for horse, foot in (units, units[::-1]):
        steady = [one for one in foot if not play.unit(one).gone]
        riders = [one for one in horse if _must_disengage(play, one, steady)]
        if riders and horse != units[0] and attackers_only:
            says = f"{play.unit(riders[0]).does('was')} attacked and fights on"
            return play.step(says, "NMM-MEL-62")
        if riders:
            return (yield from _pulls_back(play, melee_id, riders, steady, losers == foot))
    return play


def _pulls_back(
    play: Play, melee_id: str, riders: list[str], steady: list[str], won: bool
) -> Steps[Play]:
    """The horse goes; by house rule it may stay where it *won* (``disengage_scope``)."""
    if won and play.on(House.disengage_scope.not_won):
        return play.step(f"{play.unit(riders[0]).label} won and may stay", "NMM-MEL-62")
    for unit_id in riders:
        play = yield from disengages(play, unit_id, steady[0])
    play = _victorious(play, tuple(steady))
    return end_melee(play, melee_id)


def _must_disengage(play: Play, unit_id: str, steady: list[str]) -> bool:
    unit = play.unit(unit_id)
    if unit.gone or kind_of(unit).arm != "horse" or not steady:
        return False
    foe: Unit = play.unit(steady[0])
    return foe.kind == "battalia" or (foe.pikes > 0 and not foe.shot)


# --- the end of a round --------------------------------------------------------------------


def _end_of_round(
    play: Play, melee_id: str, units: tuple[tuple[str, ...], tuple[str, ...]], early: bool
) -> Steps[Play]:
    melee = next((one for one in play.state.melees if one.id == melee_id), None)
    if melee is None or play.state.phase == "over":
        return play
    everyone = units[0] + units[1]
    if melee.round == 2 and not early:
        play = _weary(play, everyone, "NMM-MEL-76")
    if not all(sides_of(play, melee)):
        return end_deserted(play)
    if melee.round >= LAST_ROUND and not melee.followed:
        if play.on(House.round3_tokens.two):
            play = _weary(play, everyone, "NMM-MEL-76")
        play = yield from _exhausted(play, melee_id, units)
    return _going_on(play, melee_id)


def _going_on(play: Play, melee_id: str) -> Play:
    """Said of a fight in which nobody has given way, or the winner has followed (MEL-70)."""
    if not any(one.id == melee_id for one in play.state.melees):
        return play
    return play.step("the melee goes on", "NMM-MEL-70")


def _weary(play: Play, units: tuple[str, ...], rule: str) -> Play:
    """All combatants take a Disarray."""
    for unit_id in units:
        if not play.unit(unit_id).gone:
            play = disarray(play, unit_id, "weary of the fight", rule)
    return play


def _exhausted(
    play: Play, melee_id: str, units: tuple[tuple[str, ...], tuple[str, ...]]
) -> Steps[Play]:
    """Three rounds and nobody gave way: both Disarrayed, one side falls back (MEL-83 to -86)."""
    melee = melee_of(play.state, melee_id)
    attackers, defenders = sides_of(play, melee)
    play = _weary(play, units[0] + units[1], "NMM-MEL-83")
    if not attackers or not defenders:
        return end_melee(play, melee_id)
    if melee.swapped:
        attackers, defenders = defenders, attackers
    play, leavers = yield from _who_falls_back(play, attackers, defenders)
    play = end_melee(play, melee_id)
    play = _victorious(play, defenders if leavers == attackers else attackers)
    for unit_id in leavers:
        play = yield from fall_back(play, unit_id, "NMM-MEL-85", daunted=False)
    return play


def _who_falls_back(
    play: Play, attackers: tuple[str, ...], defenders: tuple[str, ...]
) -> Steps[tuple[Play, tuple[str, ...]]]:
    first, second = play.unit(attackers[0]), play.unit(defenders[0])
    foot_defends = kind_of(second).arm != "horse"
    both_horse = kind_of(first).arm == "horse" and not foot_defends
    mixed_dice = play.on(House.three_round_mixed.dice)
    if foot_defends:
        says = f"{second.does('stays')}, {first.does('falls')} back"
        return play.step(says, "NMM-MEL-84", "NMM-MEL-85"), attackers
    if not both_horse and not mixed_dice:
        return play.step(f"{first.label} attacked and falls back", "NMM-MEL-85"), attackers
    what, rules = "who falls back", ("NMM-MEL-86",) if both_horse else ("NMM-MEL-86", "NMM-MEL-84")
    one = two = level = 0
    while one == two:
        found: list[int] = []
        for unit in (first, second):
            play, dice = yield from throw(
                play, f"{unit.label}: {what}", 1, unit.side, rules=rules, undecided=level
            )
            found += dice.faces
        one, two = found
        level += 1
    loser = first if one < two else second
    says = f"{one} against {two}: {loser.does('falls')} back"
    play = play.step(says, *rules, faces=(one, two))
    return play, (attackers if one < two else defenders)


def end_melee(play: Play, melee_id: str) -> Play:
    """The melee is over: nobody is in it, hedgehogs open (MEL-90)."""
    melee: Melee = melee_of(play.state, melee_id)
    for unit_id in (*melee.attackers, *melee.defenders):
        if play.unit(unit_id).melee == melee_id or play.unit(unit_id).hedgehog:
            play = play.change(unit_id, melee="", hedgehog=False, turned=False)
    return play.with_state(melees=tuple(one for one in play.state.melees if one.id != melee_id))


def end_deserted(play: Play) -> Play:
    """A melee with nobody left on one side is over at once: whoever won its last round, the
    others are free again (MEL-59, MEL-70)."""
    for melee in play.state.melees:
        if not all(sides_of(play, melee)):
            says = f"{fight_of(play, melee)}: it is over, one side has nobody left in it"
            play = end_melee(play.step(says, "NMM-MEL-59", "NMM-MEL-70"), melee.id)
    return play
