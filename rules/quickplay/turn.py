"""The beginning, the turn, and the end (QP-SET-03, QP-TURN, QP-WIN)."""

from __future__ import annotations

from collections import Counter

from rules.kernel.play import Conditions, fails
from rules.kernel.prompts import Steps, roll_off
from rules.kernel.protocol import Victory
from rules.kernel.telling.names import side_does, titled
from rules.kernel.telling.words import many
from rules.quickplay.actions import BOOK as BOOK
from rules.quickplay.measuring import Going
from rules.quickplay.state import State
from rules.quickplay.switches import TURNS


def may_begin(play: Going, by: str, at: str) -> Conditions:
    """Before the first throw, either side."""
    yield play.state.phase == "setup" or fails("the battle has begun", "QP-SET-03")


def may_end(play: Going, by: str, at: str) -> Conditions:
    """The side whose turn it is."""
    side = play.state.side
    yield play.state.phase == "battle" or fails("the battle is not going on", "QP-TURN-01")
    yield by == side or fails(f"it is the turn of {titled(side)}", "QP-TURN-01")


def may_concede(play: Going, by: str, at: str) -> Conditions:
    """Anybody, while the battle is open."""
    yield play.state.phase != "over" or fails("the battle is over", "QP-WIN-03")


@BOOK.action("begin", "Begin", may_begin, by="side")
def begin(play: Going, by: str, at: str) -> Steps[Going]:
    """QP-SET-03: a die each, equal ones again."""
    sides = play.state.sides
    one, two = yield from roll_off("for who goes first", sides, rules=("QP-SET-03",))
    side = sides[one < two]
    play = play.with_state(phase="battle", side=side, first=side)
    return play.step(f"{side_does(side, 'goes')} first", "QP-SET-03", faces=(one, two))


@BOOK.action("end", "Done for this turn", may_end, by="side")
def end(play: Going, by: str, at: str) -> Going:
    """QP-TURN-01: the other side, or the next turn; then who has won."""
    other = play.state.other(by)
    turn = play.state.turn + (other == play.state.first)
    play = play.change_all(acted=False, fired=False).with_state(side=other, turn=turn)
    play = play.step(f"it is the turn of {titled(other)}", "QP-TURN-01")
    return decided(play, last=turn > play.number(TURNS))


@BOOK.action("concede", "Give up", may_concede, by="side")
def concede(play: Going, by: str, at: str) -> Going:
    """QP-WIN-03."""
    return won(play, play.state.other(by), f"{side_does(by, 'gives')} up", "QP-WIN-03")


def decided(play: Going, *, last: bool) -> Going:
    """Half gone loses; after the last turn the points say (QP-WIN-01, -02)."""
    state = play.state
    began = Counter(one.side for one in state.units.values())
    beaten = [one for one in state.sides if 2 * len(state.living(one)) <= began[one]]
    if len(beaten) == 1:
        says = f"half of {titled(beaten[0])} is gone"
        return won(play, state.other(beaten[0]), says, "QP-WIN-01")
    if beaten:
        return won(play, "", "half of both armies is gone", "QP-WIN-01")
    if not last:
        return play
    one, two = (sum(unit.facts.points for unit in state.living(side)) for side in state.sides)
    best = "" if one == two else state.sides[one < two]
    left = zip((one, two), state.sides, strict=True)
    says = " to ".join(f"{many(points, 'point')} of {titled(side)}" for points, side in left)
    return won(play, best, f"after the last turn: {says}", "QP-WIN-02")


def won(play: Going, winner: str, why: str, rule: str) -> Going:
    """The battle is over."""
    play = play.with_state(phase="over", winner=winner, why=why, why_rule=rule)
    return play.step(f"{side_does(winner or 'nobody', 'wins')}: {why}", rule)


def winner(state: State) -> Victory | None:
    """Who has won, None while the battle goes on."""
    over = state.phase == "over"
    return Victory(state.winner, state.why, (state.why_rule,)) if over else None
