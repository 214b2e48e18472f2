"""Moving to engagement: the roll, the boards, deployment in six steps (MAP-ENG, -LAY, -DEP)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.blocks.close_combat.elan import shift
from rules.blocks.field.boards import (
    BOARDS,
    MOST_OPEN,
    OPEN_BOARDS,
    lands_of,
    mix_fault,
    place_fault,
)
from rules.blocks.field.grid import in_zone
from rules.blocks.field.stacking import stack_fault
from rules.blocks.measuring import boards_trouble, lands_seen, place_of
from rules.blocks.state import (
    Block,
    Laid,
    Square,
    State,
    force,
    holders,
    is_contested,
    parse_square,
    text,
    with_blocks,
    with_force,
)
from rules.blocks.story import begin, ruled, then
from rules.blocks.switches import house, is_on
from rules.blocks.tables import COLUMNS, ROWS, ZONES
from rules.kernel.prompts import Option, Steps, choose, roll
from rules.kernel.protocol import Action, Effect, IllegalAction, Outcome, Ruling
from rules.kernel.refusal import Refusal, forbid, refusal
from rules.kernel.sides import enemy
from rules.kernel.telling.words import many
from vision.table.snapshot import Snapshot

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


def roll_off(state: State) -> Steps[Outcome]:
    """MAP-ENG-01 to -04: both roll and add their dragoons; the winner attacks or defends.

    Raises:
        IllegalAction: it has been rolled.
    """
    if state.phase != "engagement":
        raise IllegalAction("The engagement has been decided", "MAP-ENG-01")
    if is_on(state, "MAP_HISTORICAL"):
        raise IllegalAction("A historical battle skips the engagement: begin it", "MAP-ENG-09")
    story = begin(state)
    totals = [0, 0]
    while totals[0] == totals[1]:
        faces: list[int] = []
        for side in state.sides:
            faces += yield from roll(
                f"Engagement: {side}", 1, side, rules=("MAP-ENG-01", "MAP-DICE-01")
            )
        totals = [
            face + dragoons(state, side) for face, side in zip(faces, state.sides, strict=True)
        ]
        says = f"Engagement: {state.sides[0]} {totals[0]}, {state.sides[1]} {totals[1]}."
        rules = ("MAP-ENG-01", "MAP-ENG-02", "MAP-DRG-01")
        story = ruled(story, Ruling(says, rules, faces=tuple(faces)))
    winner = state.sides[0] if totals[0] > totals[1] else state.sides[1]
    chosen = yield from choose(
        f"{winner} chooses", winner, (Option("attack"), Option("defend")), rules=("MAP-ENG-03",)
    )
    attacker = winner if chosen == "attack" else enemy(state, winner)
    return engaged(story, attacker)


def dragoons(state: State, side: str) -> int:
    """MAP-DRG-01: the dragoon blocks a side owns."""
    return sum(one.side == side and one.main == "dragoons" for one in state.blocks)


def engaged(story: Outcome, attacker: str) -> Outcome:
    """MAP-ENG-04, MAP-ELAN-07, MAP-LAY-03: elan for the attacker, the defender picks boards."""
    state = replace(
        story.state, attacker=attacker, phase="layout", active=enemy(story.state, attacker)
    )
    story = then(story, state, Effect("attacker", attacker))
    story = ruled(story, Ruling(f"{attacker} attacks.", ("MAP-ENG-03", "MAP-ENG-04")))
    return shift(story, {attacker: 1}, "MAP-ELAN-07")


def role(state: State, side: str) -> str:
    """``attacker`` or ``defender``."""
    return "attacker" if side == state.attacker else "defender"


def pick_fault(state: State, side: str, boards: tuple[str, ...]) -> Refusal | None:
    """MAP-ENG-07, MAP-LAY-03: may a side pick these terrain boards?"""
    if state.phase != "layout" or state.laid or force(state, side).picked:
        return refusal("boards are picked once, before any is laid", "MAP-LAY-03")
    if side != state.active:
        return refusal(f"{state.active} picks first", "MAP-ENG-07")
    needed = PICKS[role(state, side)]
    if len(set(boards)) != needed or len(boards) != needed:
        return refusal(
            f"the {role(state, side)} picks {needed} different boards", "MAP-ENG-07", "MAP-LAY-03"
        )
    other = force(state, enemy(state, side)).picked
    if any(board not in BOARDS or board in other for board in boards):
        return refusal("every board is one of the box, picked by one side only", "MAP-LAY-03")
    return _mix_picked(state, tuple(BOARDS[board].density for board in (*boards, *other)))


def _mix_picked(state: State, densities: tuple[str, ...]) -> Refusal | None:
    """What is wrong with the picked boards of both, or with those of the first to pick: he
    has to leave the other a legal field."""
    if "open" in densities and house(state, "MAP_BOARD_MIX") != "range":
        return refusal("the 4 open boards are common; pick terrain boards", "MAP-LAY-02")
    if densities.count("dense") > int(house(state, "MAP_DENSE_MAX")):
        return refusal("at most 2 dense boards lie on the field", "MAP-BOARD-06")
    opens = OPEN_BOARDS + densities.count("open")
    if opens > MOST_OPEN:
        return refusal(
            f"that makes {opens} open boards with the common ones: at most 6", "MAP-BOARD-03"
        )
    if len(densities) == 5:
        return mix_fault((*densities, *("open",) * OPEN_BOARDS), state)
    return None


def pick_boards(state: State, side: str, boards: tuple[str, ...]) -> Outcome:
    """MAP-LAY-03: a side sets its own terrain boards aside; MAP-LAY-04 when both have.

    Raises:
        IllegalAction: not these boards, or not this side now.
    """
    forbid(pick_fault(state, side, boards))
    army = replace(force(state, side), picked=boards)
    other = enemy(state, side)
    story = then(
        begin(state),
        replace(with_force(state, army), active=other),
        Effect("picked", side, list(boards)),
    )
    says = f"{side} picks {', '.join(boards)}."
    story = ruled(story, Ruling(says, ("MAP-LAY-03",)))
    if not force(state, other).picked:
        return story
    middle = free_boards(story.state, other, ("open",))[0]
    laid = (Laid(middle, 5),)
    state = replace(story.state, laid=laid, lands=lands_of(laid[0]), active=defender(state))
    return ruled(then(story, state), Ruling(f"{middle} is laid in 5.", ("MAP-LAY-04",)))


def defender(state: State) -> str:
    """The side that does not attack."""
    return enemy(state, state.attacker)


def free_boards(state: State, side: str, only: tuple[str, ...] = ()) -> tuple[str, ...]:
    """MAP-LAY-02, MAP-LAY-03: the boards a side may still lay: the open ones and its own."""
    lying = {one.board for one in state.laid}
    picked = {board for army in state.forces for board in army.picked}
    commons = [
        board.id for board in BOARDS.values() if board.density == "open" and board.id not in picked
    ][:OPEN_BOARDS]
    mine = () if only else force(state, side).picked
    return tuple(board for board in (*commons, *mine) if board not in lying)


def lay_fault(state: State, side: str, board: str, position: int) -> Refusal | None:
    """MAP-ENG-08, MAP-LAY: may a side lay this board there?"""
    if state.phase != "layout" or not state.laid:
        return refusal("boards are laid once both sides have picked theirs", "MAP-LAY-04")
    if side != state.active:
        return refusal(f"{state.active} lays the next board", "MAP-ENG-08", "MAP-LAY-09")
    if board not in BOARDS:
        return refusal(f"{board} is no board of the box")
    fault = place_fault(state.laid, board, position, side, state)
    if not fault and board not in free_boards(state, side):
        return refusal(f"{board} is not {side}'s to lay", "MAP-LAY-03")
    return fault


def lay_board(state: State, side: str, board: str, position: int) -> Outcome:
    """MAP-LAY-05 to -09: one board is laid; after the ninth the armies deploy.

    Raises:
        IllegalAction: not that board, not there, or not this side now.
    """
    forbid(lay_fault(state, side, board, position))
    new = Laid(board, position)
    state = replace(
        state,
        laid=(*state.laid, new),
        lands=(*state.lands, *lands_of(new)),
        active=enemy(state, side),
    )
    if not _may_lay(state, state.active) and len(state.laid) < 9:
        state = replace(state, active=side)
    story = then(begin(state), state, Effect("laid", board, position))
    says = f"{side} lays {board} in {position}."
    story = ruled(story, Ruling(says, ("MAP-LAY-05", "MAP-LAY-07")))
    if len(state.laid) < 9:
        return story
    deploying = replace(state, phase="deployment", active=defender(state), step=0)
    says = "All nine boards lie: the defender deploys."
    return ruled(then(story, deploying), Ruling(says, ("MAP-LAY-09", "MAP-ENG-05")))


def _may_lay(state: State, side: str) -> bool:
    return bool(free_boards(state, side))


def share(state: State, step: int) -> int:
    """MAP-DEP-02 to -07: how many blocks are deployed at a step (half, quarter, rest; the
    fractions rounded up, and at first at least every gun)."""
    who, part, _ = SHARES[step]
    side = state.attacker if who == "attacker" else defender(state)
    mine = [one for one in state.blocks if one.side == side]
    left = sum(one.square is None for one in mine)
    if part == 0:
        return left
    number = min(left, -(-len(mine) // part))
    guns = sum(one.main == "artillery" for one in mine)
    return max(number, guns) if step < 2 else number


def deploy(state: State, side: str, action: Action, table: Snapshot) -> Outcome:
    """MAP-DEP-01 to -07: one step of deployment.

    The squares come from ``more`` (block: square), from the table, or, with
    ``more["as"] = "line up"``, from a plain line.

    Raises:
        IllegalAction: the wrong side, number, zone or stack.
    """
    forbid(step_fault(state, side))
    way = str(action.more.get("as", "table" if len(action.more) == 0 else "squares"))
    placed = {
        "line up": lambda: line_up(state, side),
        "table": lambda: as_seen(state, side, table),
    }.get(way, lambda: as_told(state, side, action))()
    forbid(deploy_fault(state, side, placed))
    new = with_blocks(state, placed)
    says = f"{side} deploys {many(len(placed), 'block')}."
    story = then(
        begin(state),
        new,
        *(Effect("deployed", one.id, text(one.square or (0, 0))) for one in placed),
    )
    rules = ("MAP-DEP-01", SHARES[state.step][2])
    story = ruled(story, Ruling(says, rules))
    return _next_step(story)


def step_fault(state: State, side: str) -> Refusal | None:
    """Whose step of deployment it is (MAP-ENG-05)."""
    if state.phase != "deployment":
        return refusal(
            f"nothing is deployed in the {state.phase} phase", "MAP-LAY-09", "MAP-DEP-02"
        )
    return None if side == state.active else refusal(f"{state.active} deploys now", "MAP-ENG-05")


def as_told(state: State, side: str, action: Action) -> tuple[Block, ...]:
    """The blocks with the squares that the action names."""
    squares = {name: parse_square(raw) for name, raw in action.more.items() if name != "as"}
    mine = {one.id: one for one in state.blocks if one.side == side and one.square is None}
    strange = [name for name in squares if name not in mine]
    says = f"{', '.join(strange)}: no block of {side} that is still to deploy"
    forbid(refusal(says, "MAP-DEP-01") if strange else None)
    return tuple(replace(mine[name], square=square) for name, square in squares.items())


def as_seen(state: State, side: str, table: Snapshot) -> tuple[Block, ...]:
    """The blocks of a side, not yet deployed, that stand on the table."""
    placed = []
    for one in state.blocks:
        if one.side != side or one.square is not None:
            continue
        square, trouble, _ = place_of(table, one)
        forbid(trouble)
        if square is not None:
            placed.append(replace(one, square=square))
    return tuple(placed)


def line_up(state: State, side: str) -> tuple[Block, ...]:
    """The next blocks in a plain line from the middle of the zone, guns first."""
    waiting = [one for one in state.blocks if one.side == side and one.square is None]
    waiting.sort(key=lambda one: one.main != "artillery")
    placed: list[Block] = []
    for one in waiting[: share(state, state.step)]:
        square = next(
            at
            for at in _zone_squares(state, side)
            if not stack_fault(
                state,
                [*holders(state, at, side), *(two for two in placed if two.square == at), one],
            )
        )
        placed.append(replace(one, square=square))
    return tuple(placed)


def _zone_squares(state: State, side: str) -> list[Square]:
    deep, first, last = ZONES[house(state, "MAP_ZONE")]
    rows = [r if side == state.sides[0] else ROWS + 1 - r for r in range(deep, 0, -1)]
    columns = sorted(range(first, last + 1), key=lambda c: abs(2 * c - COLUMNS - 1))
    return [(column, row) for row in rows for column in columns]


def deploy_fault(state: State, side: str, placed: tuple[Block, ...]) -> Refusal | None:
    """Why these blocks may not be deployed so at this step; "" when they may."""
    needed, rule = share(state, state.step), SHARES[state.step][2]
    if len(placed) != needed:
        return refusal(f"{side} deploys {many(needed, 'block')} now, not {len(placed)}", rule)
    outside = [one for one in placed if one.square and not in_zone(state, side, one.square)]
    if outside:
        where = text(outside[0].square or (0, 0))
        return refusal(f"{outside[0].id} at {where} is outside the deployment zone", "MAP-DEP-01")
    ids = {one.id for one in placed}
    guns = [
        one.id
        for one in state.blocks
        if one.side == side and one.main == "artillery" and one.square is None and one.id not in ids
    ]
    if state.step < 2 and guns:
        return refusal(f"every gun deploys in the first step: {', '.join(guns)}", rule)
    after = with_blocks(state, placed)
    for square in sorted({one.square for one in placed if one.square}):
        fault = stack_fault(after, holders(after, square, side))
        if fault:
            return fault.also(before=f"{text(square)}: ")
    return None


def _next_step(story: Outcome) -> Outcome:
    """The next of the six steps that still has blocks to place, or the battle (MAP-ENG-06)."""
    state: State = story.state
    for step in range(state.step + 1, len(SHARES)):
        if share(state, step):
            side = state.attacker if SHARES[step][0] == "attacker" else defender(state)
            return then(story, replace(state, step=step, active=side))
    ready = replace(state, phase="battle", active=state.attacker, step=len(SHARES))
    says = f"Let battle begin: {state.attacker} is the first active player."
    return ruled(then(story, ready), Ruling(says, ("MAP-ENG-06", "MAP-BAT-01")))


def begin_historical(state: State, attacker: str, table: Snapshot) -> Outcome:
    """MAP-ENG-09: straight to battle, with every block where the table (or state) has it.

    Raises:
        IllegalAction: not a historical battle, or a block is missing or badly stacked.
    """
    forbid(
        None
        if is_on(state, "MAP_HISTORICAL") and state.phase == "engagement"
        else refusal(
            "only a historical battle begins without engagement and deployment", "MAP-ENG-09"
        )
    )
    if attacker not in state.sides:
        raise IllegalAction(f"{attacker} is no side of this battle.")
    placed = [one for side in state.sides for one in as_seen(state, side, table)]
    new = with_blocks(state, placed)
    missing = [one.id for one in new.blocks if one.square is None]
    forbid(
        refusal(f"{', '.join(missing)} stand nowhere: place them", "MAP-ENG-09")
        if missing
        else None
    )
    for square in sorted({one.square for one in new.blocks if one.square}):
        faults = [stack_fault(new, holders(new, square, side)) for side in state.sides]
        faults += [refusal("both armies stand here")] if is_contested(new, square) else []
        wrong = next((fault for fault in faults if fault), None)
        forbid(wrong and wrong.also(before=f"{text(square)}: "))
    lands = state.lands or lands_seen(table)
    new = replace(new, phase="battle", attacker=attacker, active=attacker, lands=lands)
    story = ruled(
        then(begin(state), new, Effect("begun", attacker)),
        Ruling(f"A historical battle: {attacker} attacks.", ("MAP-ENG-09", "MAP-BOARD-07")),
    )
    story = shift(story, {attacker: 1}, "MAP-ELAN-07")
    for wrong in boards_trouble(table, state.laid):
        cited = tuple(dict.fromkeys((*wrong.rules, "MAP-LAY-06")))
        story = ruled(story, Ruling(f"To put right: {wrong.says}.", cited))
    return story
