"""What the camera sees of the field, against what the game knows (MAP-BOARD-01, MAP-REM-01)."""

from __future__ import annotations

from rules.blocks.field.boards import BOARDS
from rules.blocks.field.drawn import shown
from rules.blocks.field.grid import square_of
from rules.blocks.state import Block, Going, Laid, Land, Square, State, text
from rules.blocks.tables import GROUNDS, SCENERY
from rules.kernel.prompts import Reach, Steps, look
from rules.kernel.refusal import Refusal, refusal
from vision.measure.grid import Placing, whole_table
from vision.measure.grid import square_of as square_of_grid
from vision.table.reading import Reading, Unmeasurable
from vision.table.snapshot import Snapshot, Terrain


def place_of(table: Snapshot, one: Block) -> tuple[Square | None, Refusal | None, Reading | None]:
    """The square a block's base stands in; a sentence instead when that is not clear."""
    payload = one.payload
    is_there = payload in [base.payload for base in table.bases]
    if not is_there and table.typed("square_column", payload, "") is None:
        return None, None, None
    try:
        seen = square_of(table, payload)
    except Unmeasurable as why:
        return None, refusal(why.told(one.label)), None
    if seen.unclear:
        says = f"{one.does('stands')} on a line between squares: push it into one"
        return None, refusal(says), seen.reading
    if not seen.on_board:
        where = text(seen.square)
        return (
            None,
            refusal(f"{one.does('is')} seen off the board, at {where}", "MAP-BOARD-01"),
            seen.reading,
        )
    return seen.square, None, seen.reading


def is_laid_out(table: Snapshot, state: State) -> bool:
    """Are there bases of this game's blocks on the table?"""
    payloads = {one.payload for one in state.blocks}
    return any(base.payload in payloads for base in table.bases)


def difference(table: Snapshot, one: Block) -> tuple[Refusal | None, Reading | None]:
    """How a block's base differs from the game's memory; None when it agrees."""
    square, trouble, reading = place_of(table, one)
    if one.gone:
        # A block that was lifted is hidden from the camera: nobody is to uncover its tag.
        seen = any(base.payload == one.payload and base.status == "seen" for base in table.bases)
        if (square is None and not trouble) or (square is None and not seen):
            return None, None
        return refusal(f"{one.does('was')} removed but is on the table", "MAP-REM-01"), reading
    if trouble or square is None or square == one.square:
        return trouble, reading
    has = text(one.square) if one.square else "hand, not deployed"
    return refusal(f"{one.does('is')} seen in {text(square)}, the game has it in {has}"), reading


def compared(table: Snapshot, state: State) -> tuple[str, ...]:
    """Every difference between the table and the game, a sentence each."""
    found = (difference(table, one)[0] for one in state.blocks)
    return tuple(str(fault) for fault in found if fault)


def warned(play: Going, acting: tuple[Block, ...]) -> Going:
    """The umpire ruled by its memory: a ruling says so of every acting block that stood, was
    unclear or was hidden elsewhere when the action was declared."""
    return _told(play, acting, "When this was declared", "MAP-BOARD-01")


def _told(play: Going, blocks: tuple[Block, ...], when: str, *rules: str) -> Going:
    """A ruling for each block that is seen elsewhere than the game has it."""
    for one in blocks:
        wrong, reading = difference(play.table, one)
        if wrong:
            readings = (reading,) if reading else ()
            says = f"{when}: {wrong.says}."
            play = play.step(says, *wrong.rules, *rules, readings=readings, aside=True)
    return play


def follow(play: Going, before: State, side: str) -> Steps[Going]:
    """Have the models put where the game now has them, and say what is seen otherwise.

    The game's memory stands: a ruling names each base that is not where it belongs.
    """
    old = {one.id: one.square for one in before.blocks}
    moved = [one for one in play.state.blocks if one.square != old[one.id]]
    if not moved:
        return play
    seen = {base.payload for base in play.table.bases}
    changed = tuple(one for one in moved if one.payload in seen and difference(play.table, one)[0])
    if not changed:
        return play
    says = "; ".join(
        f"{one.label} to {text(one.square)}" if one.square else f"{one.label} off the table"
        for one in changed
    )
    after = yield from look(
        f"Put {says}",
        side,
        tuple(one.id for one in changed),
        rules=("MAP-BOARD-01",),
        after=True,
        reach=_places(play.table, changed),
    )
    return _told(play.on_table(after), changed, "To put right", "MAP-BOARD-01", "MAP-REM-01")


def _places(table: Snapshot, changed: tuple[Block, ...]) -> tuple[Reach, ...]:
    """The squares that those blocks are to be put into, to be drawn."""
    return tuple(
        one
        for block in changed
        if block.square
        for one in shown(table, block.id, (block.square,), f"{block.label} to", "MAP-BOARD-01")
    )


def boards_seen(table: Snapshot) -> tuple[Laid, ...]:
    """Q-11: the boards whose tags are seen, each with the position that it clearly lies in."""
    clear = (
        (name, placing.square)
        for name, placing in _boards(table).items()
        if placing.on_board and not placing.unclear
    )
    found = (Laid(name, (3 - row) * 3 + column) for name, (column, row) in clear)
    return tuple(sorted(found, key=lambda laid: laid.position))


def _boards(table: Snapshot) -> dict[str, Placing]:
    """Where the boards that are seen lie among the 3 by 3 positions."""
    positions = whole_table(table, 3, 3)
    return {
        base.payload: square_of_grid(table, positions, base.payload)
        for base in table.bases
        if base.payload in BOARDS and base.status == "seen"
    }


def boards_trouble(table: Snapshot, laid: tuple[Laid, ...]) -> tuple[Refusal, ...]:
    """MAP-BOARD-02, MAP-LAY-06: boards that are missing, or lie where they were not laid."""
    seen = {one.board: one.position for one in boards_seen(table)}
    here = {base.payload for base in table.bases if base.payload in BOARDS and base.pose}
    if not here:
        return ()
    found = [
        refusal(
            f"{name} lies across two positions or off the field: push it into one", "MAP-LAY-01"
        )
        for name in _boards(table)
        if name not in seen
    ]
    found += [
        refusal(
            f"{one.board} was laid in {one.position} and is seen in {seen[one.board]}: "
            "placed boards never move",
            "MAP-LAY-06",
        )
        for one in laid
        if seen.get(one.board, one.position) != one.position
    ]
    missing = [one.board for one in laid if one.board not in here]
    if missing:
        found.append(
            refusal(
                f"{len(here)} boards seen, not {', '.join(missing)}: the set-up is incomplete",
                "MAP-BOARD-02",
            )
        )
    return tuple(found)


def lands_seen(table: Snapshot) -> tuple[Land, ...]:
    """Q-13: the ground of every square, from scenery marked on the table: the areas over a
    square's centre, the level of a hill, and streams or rivers along its edges."""
    found = []
    for column in range(1, 13):
        for row in range(1, 10):
            here = _land_seen(table, (column, row))
            if here != Land((column, row)):
                found.append(here)
    return tuple(found)


def _land_seen(table: Snapshot, square: Square) -> Land:
    wide, deep = table.size_in[0] / 12, table.size_in[1] / 9
    x, y = (square[0] - 0.5) * wide, (square[1] - 0.5) * deep
    ground, level = "open", 1
    for piece in table.terrain:
        if piece.is_line or not _covers(piece, x, y):
            continue
        makes = SCENERY.get(piece.kind, "open")
        if makes == "level":
            level = max(level, piece.level)
        elif makes in GROUNDS and makes != "open":
            ground = makes
    edges = {
        "n": (x, y + deep / 2),
        "s": (x, y - deep / 2),
        "e": (x + wide / 2, y),
        "w": (x - wide / 2, y),
    }
    reach = min(wide, deep) / 4
    streams, rivers = (
        "".join(e for e, place in edges.items() if _runs_by(table, kind, place, reach))
        for kind in ("stream", "river")
    )
    return Land(square, ground, level, streams, rivers)


def _covers(piece: Terrain, x: float, y: float) -> bool:
    """Is a point inside an outline?  Even-odd rule."""
    inside = False
    corners = piece.outline_in
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def _runs_by(table: Snapshot, kind: str, place: tuple[float, float], reach_in: float) -> bool:
    for piece in table.terrain:
        if piece.kind != kind or not piece.is_line:
            continue
        for a, b in zip(piece.outline_in, piece.outline_in[1:], strict=False):
            if _gap(place, a, b) <= reach_in:
                return True
    return False


def _gap(place: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    return float(((place[0] - a[0] - along * dx) ** 2 + (place[1] - a[1] - along * dy) ** 2) ** 0.5)
