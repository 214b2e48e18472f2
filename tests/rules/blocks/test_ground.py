"""Squares, boards, ground and sight, against the book's own tables and hand-drawn lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.blocks.field.boards import (
    BOARDS,
    Board,
    lands_of,
    may_mix,
    position_of,
    terrain_needed,
)
from rules.blocks.field.grid import crosses_water, dist, in_zone, rel_level, sight, square_of
from rules.blocks.field.setup import may_pick
from rules.blocks.field.terrain import favours_dragoons, is_cover, is_open
from rules.blocks.measuring import boards_seen, boards_trouble, lands_seen, place_of
from rules.blocks.state import Block, Force, Going, Laid, Land, State, parse_square, text
from rules.blocks.switches import SWITCHES
from rules.blocks.tables import GROUNDS
from rules.kernel.play import Play, first_fault
from rules.kernel.protocol import IllegalAction
from rules.kernel.refusal import Refusal
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

SIZE_IN = (36.0, 27.0)
"""Squares of 3 x 3 inches, for round numbers."""


def field(*lands: Land, **house: str) -> Going:
    return Play(State(lands=lands, house=house), Snapshot(SIZE_IN))


def base(payload: str, x_in: float, y_in: float) -> Base:
    return Base(payload, 1.57, 0.79, Pose(x_in, y_in, 90.0))


def table(*bases: Base, terrain: tuple[Terrain, ...] = ()) -> Snapshot:
    return Snapshot(SIZE_IN, bases, terrain)


def mix_fault(play: Going, densities: tuple[str, ...]) -> Refusal | None:
    return first_fault(may_mix(play, densities))


def mix(opens: int, moderate: int, dense: int) -> tuple[str, ...]:
    return ("open",) * opens + ("moderate",) * moderate + ("dense",) * dense


def test_a_base_is_in_the_square_under_its_centre() -> None:
    """Q-01: (13.5, 10.5) in squares of 3 in is column 5, row 4, 1.5 in from every line."""
    seen = square_of(table(base("R1", 13.5, 10.5)), "R1")
    assert (seen.square, seen.reading.value) == ((5, 4), pytest.approx(1.5))


def test_within_5_mm_of_a_line_is_too_close_to_call() -> None:
    """Q-01: 0.19 in is 4.8 mm from the line at 12 in; 0.20 in is 5.1 mm."""
    close = square_of(table(base("R1", 12.19, 10.5)), "R1")
    clear = square_of(table(base("R1", 12.20, 10.5)), "R1")
    assert (close.unclear, clear.unclear) == (True, False)


def test_off_the_board_is_said() -> None:
    """MAP-BOARD-01: a block seen in column 13."""
    says = place_of(table(base("R1", 37.5, 10.5)), Block("R1", "red", "musketry foot"))[1]
    assert says is not None and "13,4" in says.says and "MAP-BOARD-01" in says.rules


def test_eight_boards_are_an_incomplete_set_up() -> None:
    """MAP-BOARD-02"""
    assert "MAP-BOARD-02" in str(mix_fault(field(), mix(4, 4, 0)))


@pytest.mark.parametrize(
    ("opens", "moderate", "dense", "switch", "legal"),
    [
        (3, 4, 2, "4+5", False),
        (4, 3, 2, "4+5", True),
        (6, 3, 0, "4+5", False),
        (6, 3, 0, "range", True),
        (6, 1, 2, "range", True),
        (5, 3, 1, "4+5", False),
        (5, 3, 1, "range", True),
        (7, 2, 0, "range", False),
        (4, 5, 0, "4+5", True),
        (4, 2, 3, "4+5", False),
    ],
)
def test_the_mix_of_boards(opens: int, moderate: int, dense: int, switch: str, legal: bool) -> None:
    """MAP-BOARD-03, MAP-BOARD-04 and the counts of MAP-BOARD-05, MAP-BOARD-06."""
    play = field(MAP_BOARD_MIX=switch)
    assert (mix_fault(play, mix(opens, moderate, dense)) is None) is legal


def test_six_open_boards_need_the_range_switch() -> None:
    assert "MAP-BOARD-03" in str(mix_fault(field(), mix(6, 3, 0)))


@pytest.mark.parametrize(
    ("boards", "legal"), [(("O1", "O2", "O3"), False), (("O1", "O2", "M1"), True)]
)
def test_whoever_picks_first_leaves_the_other_a_legal_field(
    boards: tuple[str, ...], legal: bool
) -> None:
    """MAP-BOARD-03 under the range switch: 4 common boards and 3 picked ones are 7 open, and
    nothing that the attacker picks mends it. Chance found it: nobody could go on."""
    state = State(
        phase="layout",
        active="blue",
        attacker="red",
        forces=(Force("red"), Force("blue")),
        house={"MAP_BOARD_MIX": "range"},
    )
    named = {f"board {place}": board for place, board in enumerate(boards, 1)}
    play = Play(state, Snapshot(SIZE_IN))
    assert (first_fault(may_pick(play, "blue", "", **named)) is None) is legal


@pytest.mark.parametrize(("density", "fraction", "literal"), [("moderate", 6, 3), ("dense", 8, 4)])
def test_terrain_squares_of_a_board(density: str, fraction: int, literal: int) -> None:
    """MAP-BOARD-05, MAP-BOARD-06"""
    assert terrain_needed(field(), density) == fraction
    assert terrain_needed(field(MAP_DENSITY="literal"), density) == literal


@pytest.mark.parametrize("board", BOARDS.values(), ids=lambda board: board.id)
def test_our_own_boards_have_the_book_s_terrain(board: Board) -> None:
    """MAP-BOARD-05, -06; a lone barn makes no terrain square (MAP-TERR-04)."""
    squares = sum(sign not in ".b" for row in board.rows for sign in row)
    assert squares == {"open": 0, "moderate": 6, "dense": 8}[board.density]


def test_a_historical_field_has_no_ratio() -> None:
    """MAP-BOARD-07"""
    assert mix_fault(field(MAP_HISTORICAL="true"), mix(1, 1, 7)) is None


def test_a_lone_barn_is_open_ground() -> None:
    """MAP-TERR-04: board O2 has a barn."""
    assert lands_of(Laid("O2", 5)) == ()
    barn = Terrain("barn", ((12, 9), (15, 9), (15, 12), (12, 12)))
    assert lands_seen(table(terrain=(barn,))) == ()


def test_positions_run_from_the_north_west() -> None:
    """MAP-LAY-01: 1 is top left, 5 the middle, 9 bottom right."""
    assert [position_of(square) for square in ((1, 9), (5, 5), (12, 1))] == [1, 5, 9]


def test_boards_are_known_by_their_tags() -> None:
    """Q-11 and MAP-LAY-06: board M1 laid in 4 and seen in 7."""
    seen = table(base("M1", 6.0, 4.5), base("O1", 18.0, 13.5))
    assert boards_seen(seen) == (Laid("O1", 5), Laid("M1", 7))
    assert "MAP-LAY-06" in boards_trouble(seen, (Laid("O1", 5), Laid("M1", 4)))[0].rules


def test_a_missing_board_is_an_incomplete_set_up() -> None:
    says = boards_trouble(table(base("O1", 18.0, 13.5)), (Laid("O1", 5), Laid("M1", 4)))
    assert "MAP-BOARD-02" in says[0].rules


def test_ground_is_read_from_marked_scenery() -> None:
    """Q-13: a wood over (5,4), a hill of level 3 over (6,4), a stream along the north of (5,4)."""
    wood = Terrain("wood", ((12, 9), (15, 9), (15, 12), (12, 12)))
    hill = Terrain("hill", ((15, 9), (18, 9), (18, 12), (15, 12)), level=3)
    stream = Terrain("stream", ((12, 12), (15, 12)), is_line=True)
    assert lands_seen(table(terrain=(wood, hill, stream))) == (
        Land((5, 4), "woods", streams="n"),
        Land((5, 5), streams="s"),
        Land((6, 4), level=3),
    )


LEVELS = """
11 same   12 higher 13 higher 14 higher 15 higher
21 lower  22 same   23 higher 24 higher 25 higher
31 lower  32 lower  33 same   34 higher 35 higher
41 lower  42 lower  43 lower  44 same   45 higher
51 lower  52 lower  53 lower  54 lower  55 same
""".split()
# MAP-LVL-11 MAP-LVL-12 MAP-LVL-13 MAP-LVL-14 MAP-LVL-15
# MAP-LVL-21 MAP-LVL-22 MAP-LVL-23 MAP-LVL-24 MAP-LVL-25
# MAP-LVL-31 MAP-LVL-32 MAP-LVL-33 MAP-LVL-34 MAP-LVL-35
# MAP-LVL-41 MAP-LVL-42 MAP-LVL-43 MAP-LVL-44 MAP-LVL-45
# MAP-LVL-51 MAP-LVL-52 MAP-LVL-53 MAP-LVL-54 MAP-LVL-55


@pytest.mark.parametrize(("levels", "seen"), [(LEVELS[i], LEVELS[i + 1]) for i in range(0, 50, 2)])
def test_relative_height(levels: str, seen: str) -> None:
    """MAP-LVL-nn: the whole table, row the viewer's level, column the other's."""
    assert rel_level(int(levels[0]), int(levels[1])) == seen


def look(viewer: int, ground: str, level: int, target: int = 1, **house: str) -> str:
    """Sight from (5,2) to (5,4) over (5,3)."""
    return sight(
        field(
            Land((5, 2), level=viewer),
            Land((5, 3), ground, level),
            Land((5, 4), level=target),
            **house,
        ),
        (5, 2),
        (5, 4),
    )


@pytest.mark.parametrize(
    ("viewer", "ground", "level", "target", "rule"),
    [
        (1, "open", 1, 1, ""),
        (1, "buildings", 1, 1, "MAP-TERR-02"),
        (2, "buildings", 1, 1, ""),
        (1, "enclosed", 1, 1, ""),
        (1, "enclosed", 3, 1, "MAP-TERR-10"),
        (2, "open", 3, 2, "MAP-TERR-10"),
        (3, "open", 3, 2, ""),
        (1, "woods", 1, 1, "MAP-TERR-14"),
        (3, "woods", 1, 1, "MAP-TERR-14"),
        (1, "open", 2, 3, "MAP-TERR-10"),
    ],
)
def test_sight(viewer: int, ground: str, level: int, target: int, rule: str) -> None:
    """MAP-TERR-02, MAP-TERR-06, MAP-TERR-10, MAP-TERR-14."""
    assert look(viewer, ground, level, target) == rule


def test_a_wood_that_is_the_target_is_seen() -> None:
    """MAP-TERR-14"""
    assert sight(field(Land((5, 4), "woods")), (5, 2), (5, 4)) == ""


def test_streams_do_not_stop_sight() -> None:
    """MAP-TERR-11"""
    assert sight(field(Land((5, 3), streams="ns", rivers="ew")), (5, 2), (5, 4)) == ""


def test_sight_switches() -> None:
    """MAP_SLOPE_LOS, MAP_WOOD_HIGH, MAP_BLOCKS_LOS."""
    assert look(1, "open", 2, 3, MAP_SLOPE_LOS="target_over") == ""
    assert look(1, "open", 2, 2, MAP_SLOPE_LOS="target_over") == "MAP-TERR-10"
    assert look(2, "woods", 1, MAP_WOOD_HIGH="sees_over") == ""
    assert look(1, "woods", 1, MAP_WOOD_HIGH="sees_over") == "MAP-TERR-14"
    stands = (Block("B1", "blue", "musketry foot", (5, 3)),)
    blocker = State(blocks=stands, house={"MAP_BLOCKS_LOS": "true"})
    assert sight(Play(blocker, Snapshot(SIZE_IN)), (5, 2), (5, 4)) == "MAP-SHT-02"


def test_a_slanting_line() -> None:
    """Q-05: (1,1) to (3,2) goes through (2,1) and (2,2)."""
    for square in ((2, 1), (2, 2)):
        assert sight(field(Land(square, "woods")), (1, 1), (3, 2)) == "MAP-TERR-14"
    assert sight(field(Land((1, 2), "woods"), Land((3, 1), "woods")), (1, 1), (3, 2)) == ""


def test_a_corner_blocks_only_if_both_squares_do() -> None:
    """Q-05: from (1,1) to (2,2), past (1,2) and (2,1)."""
    one = field(Land((1, 2), "woods"))
    both = field(Land((1, 2), "woods"), Land((2, 1), "woods"))
    assert sight(one, (1, 1), (2, 2)) == ""
    assert sight(both, (1, 1), (2, 2)) == "MAP-TERR-14"


def test_a_stream_is_crossed_over_its_edge_or_corner() -> None:
    """Q-09, MAP-TERR-12: stream on the south edge of (5,5)."""
    state = field(Land((5, 5), streams="s"))
    assert crosses_water(state, (5, 4), (5, 5)) and crosses_water(state, (4, 4), (5, 5))
    assert not crosses_water(state, (4, 5), (5, 5)) and not crosses_water(state, (5, 6), (5, 5))
    other_bank = field(Land((5, 4), streams="n"))
    assert crosses_water(other_bank, (5, 4), (5, 5))


def test_distance() -> None:
    """Q-03 with MAP_ADJACENCY: (1,1) to (4,3) is 3 king moves or 5 steps."""
    assert dist(field(), (1, 1), (4, 3)) == 3
    assert dist(field(MAP_ADJACENCY="edge"), (1, 1), (4, 3)) == 5


@pytest.mark.parametrize(
    ("zone", "square", "inside"),
    [
        ("3x10", (2, 3), True),
        ("3x10", (1, 3), False),
        ("3x10", (5, 4), False),
        ("3x12", (1, 3), True),
        ("2x12", (1, 3), False),
        ("2x12", (1, 2), True),
    ],
)
def test_deployment_zones(zone: str, square: tuple[int, int], inside: bool) -> None:
    """Q-12, MAP-DEP-01 with MAP_ZONE, for both players by symmetry."""
    state = field(MAP_ZONE=zone)
    assert in_zone(state, "red", square) is inside
    assert in_zone(state, "blue", (square[0], 10 - square[1])) is inside


TERRAIN_TABLE = {
    "open": ("open", False, False, False),
    "buildings": ("level", True, False, True),
    "enclosed": ("open", True, True, True),
    "woods": ("always", True, True, True),
}


@pytest.mark.parametrize("ground", TERRAIN_TABLE)
def test_the_terrain_table(ground: str) -> None:
    """Sight, cover, dragoons, melee advantage: every cell."""
    facts = GROUNDS[ground]
    assert (facts.sight, facts.cover, facts.dragoons, facts.melee) == TERRAIN_TABLE[ground]
    state = field(Land((5, 5), ground))
    assert is_cover(state, (5, 5)) is facts.cover
    assert favours_dragoons(state, (5, 5)) is facts.dragoons


def test_a_slope_is_not_open() -> None:
    """MAP-TERR-08; and dragoons there with MAP_DRAGOON_TERRAIN."""
    state = field(Land((5, 5), level=2), Land((6, 5), "buildings"))
    assert not is_open(state, (5, 5)) and is_open(state, (1, 1))
    assert not favours_dragoons(state, (5, 5))
    all_of_it = field(*state.state.lands, MAP_DRAGOON_TERRAIN="all_not_open")
    assert favours_dragoons(all_of_it, (5, 5)) and favours_dragoons(all_of_it, (6, 5))


def test_every_switch_has_a_default_and_says_what_it_does() -> None:
    assert all(switch.values and switch.says and switch.ids for switch in SWITCHES)


def test_a_block_on_the_edge_of_the_field_is_unclear_not_off_it() -> None:
    """Q-01: 2 mm past the west edge, within the 5 mm in which nothing is ruled."""
    square, says, _ = place_of(table(base("R1", -0.08, 10.5)), Block("R1", "red", "dragoons"))
    assert square is None and "on a line" in str(says)


def test_a_board_across_two_positions_is_in_neither() -> None:
    """Q-11: its middle 2 mm from the line between positions 5 and 6, at 24 in."""
    seen = table(base("O1", 24.08, 13.5))
    assert boards_seen(seen) == ()
    assert "across two positions" in boards_trouble(seen, (Laid("O1", 5),))[0].says


def test_a_hidden_board_is_not_missing() -> None:
    """A block may stand on its tag: no complaint, and no refusal to begin."""
    seen = table(replace(base("O1", 18.0, 13.5), status="hidden"))
    assert boards_trouble(seen, (Laid("O1", 5),)) == ()


@pytest.mark.parametrize("said", ["E4", "e4", "5,4", "(5, 4)"])
def test_a_square_is_named_by_letter_and_number_or_by_two_numbers(said: str) -> None:
    """The fifth letter, as the rim of the map has it."""
    assert parse_square(said) == (5, 4) and text((5, 4)) == "E4"


@pytest.mark.parametrize("said", ["M1", "E", "E0", "4E", "E10", ""])
def test_what_names_no_square_is_refused(said: str) -> None:
    """Columns are A to L, rows 1 to 9."""
    with pytest.raises(IllegalAction):
        parse_square(said)
