"""Moving to engagement: the roll, the boards, deployment in six steps (MAP-ENG, -LAY, -DEP)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.blocks.close_combat.elan import shift
from rules.blocks.field.boards import (
    BOARDS,
    MOST_OPEN,
    OPEN_BOARDS,
    lands_of,
    may_mix,
    may_place,
)
from rules.blocks.field.grid import in_zone, zone
from rules.blocks.field.stacking import fits, shares
from rules.blocks.measuring import boards_trouble, follow, lands_seen, place_of
from rules.blocks.state import (
    Block,
    Going,
    Laid,
    Square,
    parse_square,
    text,
    with_blocks,
    with_force,
)
from rules.blocks.switches import BOARD_MIX, DENSE_MAX, HISTORICAL
from rules.blocks.tables import COLUMNS, ROWS
from rules.kernel.play import Conditions, fails, first_fault
from rules.kernel.prompts import Option, Steps, choose, roll
from rules.kernel.refusal import IllegalAction, forbid
from rules.kernel.sides import enemy
from rules.kernel.telling.names import side_does, titled
from rules.kernel.telling.words import many

PICKS = {"defender": 3, "attacker": 2}
SHARES = (
    ("defender", 2, "MAP-DEP-02"),
    ("attacker", 2, "MAP-DEP-03"),
    ("defender", 4, "MAP-DEP-04"),
    ("attacker", 4, "MAP-DEP-05"),
    ("defender", 0, "MAP-DEP-06"),
    ("attacker", 0, "MAP-DEP-07"),
)
"""Who deploys at each step, which part of his blocks (2: half, 0: the rest), and the rule."""


def may_roll_off(play: Going, by: str, at: str) -> Conditions:
    """Before the engagement is decided, unless the battle is a historical one."""
    yield play.state.phase == "engagement" or fails("the engagement has been decided", "MAP-ENG-01")
    yield not play.on(HISTORICAL) or fails(
        "a historical battle skips the engagement: begin it", "MAP-ENG-09")  # fmt: skip


def roll_off(play: Going, by: str, at: str) -> Steps[Going]:
    """MAP-ENG-01 to -04: both roll and add their dragoons; the winner attacks or defends."""
    sides = play.state.sides
    totals, level = [0, 0], 0
    while totals[0] == totals[1]:
        faces: list[int] = []
        for side in sides:
            faces += yield from roll(
                f"Engagement: {titled(side)}", 1, side, rules=("MAP-ENG-01", "MAP-DICE-01"),
                undecided=level,
            )  # fmt: skip
        level += 1
        totals = [face + dragoons(play, side) for face, side in zip(faces, sides, strict=True)]
        says = f"Engagement: {titled(sides[0])} {totals[0]}, {titled(sides[1])} {totals[1]}."
        play = play.step(says, "MAP-ENG-01", "MAP-ENG-02", "MAP-DRG-01", faces=tuple(faces))
    winner = sides[0] if totals[0] > totals[1] else sides[1]
    chosen = yield from choose(
        side_does(winner, "chooses"),
        winner,
        (Option("attack"), Option("defend")),
        rules=("MAP-ENG-03",),
    )
    return engaged(play, winner if chosen == "attack" else enemy(play.state, winner))


def dragoons(play: Going, side: str) -> int:
    """MAP-DRG-01: the dragoon blocks a side owns."""
    return sum(one.side == side and one.main == "dragoons" for one in play.state.blocks)


def engaged(play: Going, attacker: str) -> Going:
    """MAP-ENG-04, MAP-ELAN-07, MAP-LAY-03: elan for the attacker, the defender picks boards."""
    play = play.with_state(attacker=attacker, phase="layout", active=enemy(play.state, attacker))
    play = play.step(f"{side_does(attacker, 'attacks')}.", "MAP-ENG-03", "MAP-ENG-04")
    return shift(play, {attacker: 1}, "MAP-ELAN-07")


def role(play: Going, side: str) -> str:
    """``attacker`` or ``defender``."""
    return "attacker" if side == play.state.attacker else "defender"


def may_pick(play: Going, by: str, at: str, **named: str) -> Conditions:
    """MAP-ENG-07, MAP-LAY-03: may a side pick these terrain boards?"""
    state, boards = play.state, picked(named)
    is_new = not state.laid and not state.force(by).picked
    yield state.phase == "layout" and is_new or fails(
        "boards are picked once, before any is laid", "MAP-LAY-03")  # fmt: skip
    yield by == state.active or fails(f"{state.active} picks first", "MAP-ENG-07")
    needed = PICKS[role(play, by)]
    yield len(set(boards)) == needed == len(boards) or fails(
        f"the {role(play, by)} picks {needed} different boards",
        "MAP-ENG-07", "MAP-LAY-03")  # fmt: skip
    other = state.force(enemy(state, by)).picked
    yield all(board in BOARDS and board not in other for board in boards) or fails(
        "every board is one of the box, picked by one side only", "MAP-LAY-03")  # fmt: skip
    yield from _may_both_pick(play, tuple(BOARDS[board].density for board in (*boards, *other)))


def _may_both_pick(play: Going, densities: tuple[str, ...]) -> Conditions:
    """The picked boards of both, or those of the first to pick: he has to leave the other a
    legal field."""
    yield "open" not in densities or play.on(BOARD_MIX.range) or fails(
        "the 4 open boards are common; pick terrain boards", "MAP-LAY-02")  # fmt: skip
    yield densities.count("dense") <= play.number(DENSE_MAX) or fails(
        "at most 2 dense boards lie on the field", "MAP-BOARD-06")  # fmt: skip
    opens = OPEN_BOARDS + densities.count("open")
    yield opens <= MOST_OPEN or fails(
        f"that makes {opens} open boards with the common ones: at most 6",
        "MAP-BOARD-03")  # fmt: skip
    if len(densities) == 5:
        yield from may_mix(play, (*densities, *("open",) * OPEN_BOARDS))


def picked(named: dict[str, str]) -> tuple[str, ...]:
    """The boards that are named as ``board 1``, ``board 2`` and so on."""
    return tuple(board for _, board in sorted(named.items()) if board)


def pick_boards(play: Going, by: str, at: str, **named: str) -> Going:
    """MAP-LAY-03: a side sets its own terrain boards aside; MAP-LAY-04 when both have."""
    boards, other = picked(named), enemy(play.state, by)
    play = with_force(play, by, picked=boards).with_state(active=other)
    play = play.step(f"{side_does(by, 'picks')} {', '.join(boards)}.", "MAP-LAY-03")
    if not play.state.force(other).picked:
        return play
    middle = free_boards(play, other, ("open",))[0]
    laid = Laid(middle, 5)
    play = play.with_state(laid=(laid,), lands=lands_of(laid), active=play.state.defender)
    return play.step(f"{middle} is laid in 5.", "MAP-LAY-04")


def free_boards(play: Going, side: str, only: tuple[str, ...] = ()) -> tuple[str, ...]:
    """MAP-LAY-02, MAP-LAY-03: the boards a side may still lay: the open ones and its own."""
    lying = {one.board for one in play.state.laid}
    taken = {board for army in play.state.forces for board in army.picked}
    commons = [
        board.id for board in BOARDS.values() if board.density == "open" and board.id not in taken
    ][:OPEN_BOARDS]
    mine = () if only else play.state.force(side).picked
    return tuple(board for board in (*commons, *mine) if board not in lying)


def may_lay(play: Going, by: str, at: str, board: str, position: str) -> Conditions:
    """MAP-ENG-08, MAP-LAY: may a side lay this board there?"""
    state = play.state
    yield state.phase == "layout" and bool(state.laid) or fails(
        "boards are laid once both sides have picked theirs", "MAP-LAY-04")  # fmt: skip
    yield by == state.active or fails(
        f"{state.active} lays the next board", "MAP-ENG-08", "MAP-LAY-09")  # fmt: skip
    yield board in BOARDS or fails(f"{board} is no board of the box")
    yield from may_place(play, board, place(position or at))
    yield board in free_boards(play, by) or fails(
        f"{board} is not {titled(by)}'s to lay", "MAP-LAY-03"
    )


def place(said: str) -> int:
    """The position that was said, 0 for none."""
    return int(said) if said.isdecimal() and len(said) < 3 else 0


def lay_board(play: Going, by: str, at: str, board: str, position: str) -> Going:
    """MAP-LAY-05 to -09: one board is laid; after the ninth the armies deploy."""
    new, state = Laid(board, place(position or at)), play.state
    other = enemy(state, by)
    play = play.with_state(laid=(*state.laid, new), lands=(*state.lands, *lands_of(new)))
    whole = len(play.state.laid) == 9
    play = play.with_state(active=other if whole or free_boards(play, other) else by)
    play = play.step(
        f"{side_does(by, 'lays')} {board} in {new.position}.", "MAP-LAY-05", "MAP-LAY-07"
    )
    if not whole:
        return play
    play = play.with_state(phase="deployment", active=state.defender, step=0)
    return play.step("All nine boards lie: the defender deploys.", "MAP-LAY-09", "MAP-ENG-05")


def share(play: Going, step: int) -> int:
    """MAP-DEP-02 to -07: how many blocks are deployed at a step (half, quarter, rest; the
    fractions rounded up, and at first at least every gun)."""
    _, part, _ = SHARES[step]
    side = deployer(play, step)
    mine = [one for one in play.state.blocks if one.side == side]
    left = len(play.state.waiting(side))
    if part == 0:
        return left
    number = min(left, -(-len(mine) // part))
    guns = sum(one.main == "artillery" for one in mine)
    return max(number, guns) if step < 2 else number


def deployer(play: Going, step: int) -> str:
    """Whose step of deployment it is."""
    return play.state.attacker if SHARES[step][0] == "attacker" else play.state.defender


def may_deploy(play: Going, by: str, at: str, **said: Any) -> Conditions:
    """Whose step of deployment it is (MAP-ENG-05)."""
    state = play.state
    yield state.phase == "deployment" or fails(
        f"nothing is deployed in the {state.phase} phase", "MAP-LAY-09", "MAP-DEP-02")  # fmt: skip
    yield by == state.active or fails(f"{state.active} deploys now", "MAP-ENG-05")


def deploy(play: Going, by: str, at: str, way: str, others: dict[str, str]) -> Steps[Going]:
    """MAP-DEP-01 to -07: one step of deployment.

    The squares come from *others* (block: square), from the table, or from a plain line.

    Raises:
        IllegalAction: the wrong number, zone or stack.
    """
    before = play.state
    if way == "line up":
        placed = line_up(play, by)
    elif way == "table" or not (way or others):
        placed = as_seen(play, by)
    else:
        placed = as_told(play, by, others)
    forbid(first_fault(_may_stand(play, by, placed)))
    play = with_blocks(play, placed)
    says = f"{side_does(by, 'deploys')} {many(len(placed), 'block')}."
    play = play.step(says, "MAP-DEP-01", SHARES[before.step][2])
    return (yield from follow(_next_step(play), before, by))


def as_told(play: Going, side: str, others: dict[str, str]) -> tuple[Block, ...]:
    """The blocks with the squares that are named.

    Raises:
        IllegalAction: one that is not to be deployed, or no square.
    """
    squares = {name: parse_square(raw) for name, raw in others.items()}
    waiting = {one.id: one for one in play.state.waiting(side)}
    strange = ", ".join(name for name in squares if name not in waiting)
    if strange:
        says = f"{strange}: no block of {titled(side)} that is still to deploy"
        raise IllegalAction(says, "MAP-DEP-01")
    return tuple(replace(waiting[name], square=square) for name, square in squares.items())


def as_seen(play: Going, side: str) -> tuple[Block, ...]:
    """The blocks of a side, not yet deployed, that stand on the table.

    Raises:
        IllegalAction: one stands where nothing can be said of it.
    """
    placed = []
    for one in play.state.waiting(side):
        square, trouble, _ = place_of(play.table, one)
        forbid(trouble)
        if square is not None:
            placed.append(replace(one, square=square))
    return tuple(placed)


def line_up(play: Going, side: str) -> tuple[Block, ...]:
    """The next blocks in a plain line from the middle of the zone, guns first."""
    waiting = sorted(play.state.waiting(side), key=lambda one: one.main != "artillery")
    placed = waiting[: share(play, play.state.step)]
    for one in placed:
        square = next(
            at
            for at in _zone_squares(play, side)
            if fits(play, [*play.state.holders(at, side), one])
        )
        play = play.change(one, square=square)
    return tuple(play.unit(one.id) for one in placed)


def _zone_squares(play: Going, side: str) -> list[Square]:
    deep, first, last = zone(play)
    rows = [r if side == play.state.sides[0] else ROWS + 1 - r for r in range(deep, 0, -1)]
    columns = sorted(range(first, last + 1), key=lambda c: abs(2 * c - COLUMNS - 1))
    return [(column, row) for row in rows for column in columns]


def _may_stand(play: Going, side: str, placed: tuple[Block, ...]) -> Conditions:
    """May these blocks be deployed so at this step?"""
    step = play.state.step
    needed, rule = share(play, step), SHARES[step][2]
    yield len(placed) == needed or fails(
        f"{side_does(side, 'deploys')} {many(needed, 'block')} now, not {len(placed)}", rule
    )
    for one in placed:
        yield in_zone(play, side, one.here) or fails(
            f"{one.label} at {text(one.here)} is outside the deployment zone",
            "MAP-DEP-01")  # fmt: skip
    after = with_blocks(play, placed)
    guns = [one.label for one in after.state.waiting(side) if one.main == "artillery"]
    yield step >= 2 or not guns or fails(
        f"every gun deploys in the first step: {', '.join(guns)}", rule)  # fmt: skip
    for square in sorted({one.here for one in placed}):
        yield shares(after, square, after.state.holders(square, side))


def _next_step(play: Going) -> Going:
    """The next of the six steps that still has blocks to place, or the battle (MAP-ENG-06)."""
    for step in range(play.state.step + 1, len(SHARES)):
        if share(play, step):
            return play.with_state(step=step, active=deployer(play, step))
    attacker = play.state.attacker
    play = play.with_state(phase="battle", active=attacker, step=len(SHARES))
    says = f"Let battle begin: {side_does(attacker, 'is')} the first active player."
    return play.step(says, "MAP-ENG-06", "MAP-BAT-01")


def may_begin(play: Going, by: str, at: str) -> Conditions:
    """MAP-ENG-09: a historical battle that has not begun."""
    yield play.on(HISTORICAL) and play.state.phase == "engagement" or fails(
        "only a historical battle begins without engagement and deployment",
        "MAP-ENG-09")  # fmt: skip


def begin(play: Going, by: str, at: str) -> Going:
    """MAP-ENG-09: straight to battle, with every block where the table (or state) has it.

    Raises:
        IllegalAction: a block is missing or badly stacked.
    """
    play = with_blocks(play, [one for side in play.state.sides for one in as_seen(play, side)])
    forbid(first_fault(_may_all_stand(play)))
    lands = play.state.lands or lands_seen(play.table)
    play = play.with_state(phase="battle", attacker=by, active=by, lands=lands)
    play = play.step(
        f"A historical battle: {side_does(by, 'attacks')}.", "MAP-ENG-09", "MAP-BOARD-07"
    )
    play = shift(play, {by: 1}, "MAP-ELAN-07")
    for wrong in boards_trouble(play.table, play.state.laid):
        play = play.step(f"To put right: {wrong.says}.", *wrong.rules, "MAP-LAY-06")
    return play


def _may_all_stand(play: Going) -> Conditions:
    """Is every block on the field, and no square overfull or shared with the enemy?"""
    state = play.state
    missing = [one.label for one in state.blocks if one.square is None]
    yield not missing or fails(f"{', '.join(missing)} stand nowhere: place them", "MAP-ENG-09")
    for square in sorted({one.here for one in state.blocks}):
        for side in state.sides:
            yield shares(play, square, state.holders(square, side))
        yield not state.is_contested(square) or fails(f"{text(square)}: both armies stand here")
