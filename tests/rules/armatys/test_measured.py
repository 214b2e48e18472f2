"""Rules on measured tables: front, lane, sight, cover, contact, moves, all by hand arithmetic."""

from __future__ import annotations

import math
from dataclasses import replace

import msgspec
import pytest

from rules.armatys import ARMATYS
from rules.armatys.actions import BOOK
from rules.armatys.charging.contacts import fighting, melees, shares, touches
from rules.armatys.charging.reaction import always_fails
from rules.armatys.movement.going import going
from rules.armatys.movement.ground import beside, cover, hides, is_covered_ground, sight_limit_in
from rules.armatys.state import Arm, General, Gun, State, Touch, Unit
from rules.armatys.turn import victory
from rules.armatys.units.formation import formation_warning, ranks_seen
from rules.armatys.units.troops import arranged, general_with
from rules.kernel.engine import Done, advance
from rules.kernel.play import Play
from rules.kernel.prompts import Look, Prompt, Roll
from rules.kernel.protocol import Action, IllegalAction, Setting
from rules.kernel.telling.ledger import consequences
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

MUSKETS = Unit("A", "red", "foot", (Arm("musket", 8, 8),), ranks=1)
TARGET = Unit("B", "blue", "foot", (Arm("musket", 8, 8),), ranks=1)


def base(
    payload: str,
    unit: str,
    x_in: float,
    y_in: float,
    facing_deg: float = 90.0,
    wide_in: float = 2.0,
    deep_in: float = 1.0,
    figures: int = 8,
) -> Base:
    return Base(payload, wide_in, deep_in, Pose(x_in, y_in, facing_deg), unit=unit, figures=figures)


def table(*bases: Base, terrain: tuple[Terrain, ...] = ()) -> Snapshot:
    return Snapshot((72.0, 48.0), bases, terrain)


def state(*units: Unit, phase: int = 6, **more: object) -> State:
    return State(units=units, phase=phase, **more)


def declare(action: Action, now: State, seen: Snapshot) -> Prompt | Done:
    return advance(BOOK.resolve(action, now, seen), ())


def at_angle(degrees: float, inches: float = 4.0) -> Base:
    """A small round target whose nearest part lies at an angle off straight ahead from the
    right front corner of a unit at (10, 10) facing north (corner at (11, 10.5))."""
    x = 11 + inches * math.sin(math.radians(degrees))
    y = 10.5 + inches * math.cos(math.radians(degrees))
    return Base("B1", 0.02, 0.02, Pose(x, y, 270.0), unit="B", round=True)


A1 = base("A1", "A", 10, 10)


def test_40_degrees_off_the_corner_is_in_front() -> None:
    """PAS-INF-02"""
    asked = declare(Action("fire", "A", "B"), state(MUSKETS, TARGET), table(A1, at_angle(40)))
    assert isinstance(asked, Roll) and asked.count == 2


def test_60_degrees_off_the_corner_is_not() -> None:
    """PAS-INF-02"""
    with pytest.raises(IllegalAction, match="PAS-INF-02"):
        declare(Action("fire", "A", "B"), state(MUSKETS, TARGET), table(A1, at_angle(60)))


def test_all_ahead_is_front_under_the_house_rule() -> None:
    """PAS_FRONT = 180"""
    now = state(MUSKETS, TARGET, house={"PAS_FRONT": "180"})
    assert isinstance(declare(Action("fire", "A", "B"), now, table(A1, at_angle(60))), Roll)


AHEAD = base("B1", "B", 10, 15, 270)


def test_no_overhead_fire() -> None:
    """PAS-INF-04: a friend in the lane between (10, 10.5) and (10, 14.5)."""
    friend = Unit("C", "red", "foot", (Arm("musket", 8, 8),))
    seen = table(A1, AHEAD, base("C1", "C", 10, 12.5))
    with pytest.raises(IllegalAction, match="PAS-INF-04"):
        declare(Action("fire", "A", "B"), state(MUSKETS, TARGET, friend), seen)


GUN = Unit("A", "red", "gun", (Arm("crew", 3),), gun=Gun("Saker"))
GUN_BASE = base("A1", "A", 10, 10, wide_in=1.6, deep_in=2.4)


def test_guns_do_not_fire_over_friends() -> None:
    """PAS-ART-27"""
    friend = Unit("C", "red", "foot", (Arm("musket", 8, 8),))
    seen = table(GUN_BASE, AHEAD, base("C1", "C", 10, 13))
    with pytest.raises(IllegalAction, match="PAS-ART-27"):
        declare(Action("fire", "A", "B"), state(GUN, TARGET, friend), seen)


def off_the_gun(degrees: float) -> Base:
    """A point 8 in from the right front corner (10.8, 11.2), so far off straight ahead."""
    x, y = 10.8 + 8 * math.sin(math.radians(degrees)), 11.2 + 8 * math.cos(math.radians(degrees))
    return Base("B1", 0.02, 0.02, Pose(x, y, 270.0), unit="B", round=True)


def test_the_arc_of_a_gun_is_by_the_corners_of_its_base() -> None:
    """PAS-ART-26: atan(1.6 / 2.4) is 33.7 degrees; 33 is in, 35 is not."""
    now = state(GUN, TARGET)
    fire = Action("fire", "A", "B")
    assert isinstance(declare(fire, now, table(GUN_BASE, off_the_gun(33))), Roll)
    with pytest.raises(IllegalAction, match="PAS-ART-26"):
        declare(Action("fire", "A", "B"), now, table(GUN_BASE, off_the_gun(35)))


def test_the_arc_of_a_gun_from_its_rear_centre() -> None:
    """PAS_GUN_ARC = rear_centre: atan(0.8 / 2.4) is 18.4 degrees; 18 is in, 20 is not."""
    now = state(GUN, TARGET, house={"PAS_GUN_ARC": "rear_centre"})
    fire = Action("fire", "A", "B")
    assert isinstance(declare(fire, now, table(GUN_BASE, off_the_gun(18))), Roll)
    with pytest.raises(IllegalAction, match="PAS-ART-26"):
        declare(Action("fire", "A", "B"), now, table(GUN_BASE, off_the_gun(20)))


def square(kind: str, x: float, y: float, half: float, **more: object) -> Terrain:
    west, east, south, north = x - half, x + half, y - half, y + half
    corners = ((west, south), (east, south), (east, north), (west, north))
    return Terrain(kind, corners, **more)


def test_a_hill_between_stops_fire() -> None:
    """PAS-TER-01"""
    hill = Terrain("hill", ((4, 12), (16, 12), (16, 13), (4, 13)), 1.0, "Windmill Hill")
    with pytest.raises(IllegalAction, match="PAS-TER-01"):
        declare(Action("fire", "A", "B"), state(MUSKETS, TARGET), table(A1, AHEAD, terrain=(hill,)))


@pytest.mark.parametrize("kind", ["wood", "town", "building"])
def test_fire_in_woods_and_towns_reaches_3_inches(kind: str) -> None:
    """PAS-TER-10: the target's front at 3.2 in and at 2.9 in, both in one wood or town."""
    wood = square(kind, 10, 12, 6)
    far, near = base("B1", "B", 10, 14.2, 270), base("B1", "B", 10, 13.9, 270)
    now = state(MUSKETS, TARGET)
    assert sight_limit_in(table(A1, far, terrain=(wood,)), "A", "B") == 3.0
    with pytest.raises(IllegalAction, match="PAS-TER-10"):
        declare(Action("fire", "A", "B"), now, table(A1, far, terrain=(wood,)))
    assert isinstance(
        declare(Action("fire", "A", "B"), now, table(A1, near, terrain=(wood,))), Roll
    )


def test_a_wood_covers_who_stands_in_it() -> None:
    """PAS-TER-11"""
    seen = table(base("B1", "B", 10, 10), terrain=(square("wood", 10, 10, 3),))
    assert is_covered_ground(seen, "B") and cover(Play(state(TARGET), seen), TARGET) == "the wood"
    assert cover(Play(state(TARGET), table(base("B1", "B", 30, 10))), TARGET) == ""


@pytest.mark.parametrize("kind", ["town", "building"])
def test_a_town_covers_hides_and_can_be_defended_whatever_its_piece_is_called(kind: str) -> None:
    """PAS-TER-01, PAS-TER-11, PAS-TER-12"""
    piece = square(kind, 10, 10, 3)
    seen = table(base("B1", "B", 10, 10), terrain=(piece,))
    assert cover(Play(state(TARGET), seen), TARGET) == "the town" and hides(piece)
    assert beside(seen, "B") == ("town",)


def test_a_range_too_close_to_call_is_asked() -> None:
    """6.02 in with a standard error of 0.05 in against 6: nobody is told a lie."""
    fuzzy = base("B1", "B", 10, 17.02, 270)
    pose = replace(fuzzy.pose or Pose(0, 0, 0), own=(0.0, 0.0, 0.0, 0.0025, 0.0, 0.0))
    asked = declare(
        Action("fire", "A", "B"), state(MUSKETS, TARGET), table(A1, replace(fuzzy, pose=pose))
    )
    assert asked.what.endswith("against 6, too close to call")


def test_contact_has_a_side() -> None:
    """PAS-MEL-01, Q-04: A's front at B's rear, both facing north."""
    seen = table(A1, base("B1", "B", 10, 11))
    assert touches(Play(state(MUSKETS, TARGET), seen)) == (Touch("A", "B", "rear", "front"),)


def test_a_gap_is_no_contact() -> None:
    seen = table(A1, base("B1", "B", 10, 11.2))
    assert touches(Play(state(MUSKETS, TARGET), seen)) == ()


def test_melees_are_joined_by_contact() -> None:
    """A touches B, B touches C: one melee of three."""
    pairs = (Touch("A", "B"), Touch("C", "B"), Touch("D", "E"))
    assert melees(pairs) == (("A", "B", "C"), ("D", "E"))


def test_a_broken_unit_is_caught_in_its_rear() -> None:
    """PAS-AMB-40, PAS_CAUGHT."""
    fleeing = replace_unit(TARGET, broken=True)
    seen = table(A1, base("B1", "B", 10, 11, 270))
    assert fighting(Play(state(MUSKETS, fleeing), seen))[0].face == "rear"
    left = state(MUSKETS, fleeing, house={"PAS_CAUGHT": "none"})
    assert fighting(Play(left, seen)) == ()


def replace_unit(one: Unit, **more: object) -> Unit:
    return msgspec.structs.replace(one, **more)


def test_figures_face_their_nearest_enemy() -> None:
    """PAS_MIXED_ENEMY = nearest: two of A's three bases stand before B, one before C."""
    bases = [base(f"A{n}", "A", 8 + 2 * n, 10) for n in range(3)]
    seen = table(*bases, base("B1", "B", 9, 11, 270), base("C1", "C", 12.5, 11, 270))
    assert shares(Play(state(), seen), MUSKETS, ("B", "C")) == {"B": 2 / 3, "C": 1 / 3}


def test_a_general_is_with_the_unit_he_touches() -> None:
    """PAS-GEN-01: edge to edge with A's rear; 0.2 in away he is not."""
    now = state(MUSKETS, generals=(General("K", "red"),))
    touching = table(A1, Base("K1", 1, 1, Pose(10, 9, 90.0), unit="K"))
    away = table(A1, Base("K1", 1, 1, Pose(10, 8.8, 90.0), unit="K"))
    assert general_with(Play(now, touching), MUSKETS) is not None
    assert general_with(Play(now, away), MUSKETS) is None


def test_a_wounded_general_is_with_nobody() -> None:
    """PAS-GEN-06"""
    now = state(MUSKETS, generals=(General("K", "red", with_unit="A", back=4),))
    assert general_with(Play(now, table()), MUSKETS) is None


def move_of(dx: float, dy: float, terrain: tuple[Terrain, ...] = ()) -> object:
    before = table(A1, terrain=terrain)
    after = table(base("A1", "A", 10 + dx, 10 + dy), terrain=terrain)
    return going(Play(state(MUSKETS), before), before, after, MUSKETS, {})


def test_a_move_is_measured() -> None:
    """PAS-MOV-02: 3 east and 4 north is 5 in, with a forward part."""
    way = move_of(3, 4)
    assert way.distance.value == pytest.approx(5.0) and way.forward


def test_backwards_is_not_forward() -> None:
    assert not move_of(0, -4).forward


def test_straight_ahead_only() -> None:
    """PAS_FORWARD = straight: 45 degrees aside is not forward."""
    now = state(MUSKETS, house={"PAS_FORWARD": "straight"})
    before, after = table(A1), table(base("A1", "A", 13, 13))
    assert not going(Play(now, before), before, after, MUSKETS, {}).forward


def test_a_hedge_crossed_is_seen() -> None:
    """PAS-TER-13"""
    hedge = Terrain("hedge", ((0, 12), (20, 12)), 0.3, "hedge", True)
    way = move_of(0, 4, (hedge,))
    assert [kind for kind, _ in way.ways] == ["hedge"]


def test_a_move_too_far_is_put_back() -> None:
    """PAS-MOV-01: foot in open order 8; the answer of 9 in is refused in the same breath."""
    now, seen = state(MUSKETS, phase=5), table(A1)
    asked = declare(Action("move", "A"), now, seen)
    assert isinstance(asked, Look)
    with pytest.raises(IllegalAction, match="put it back"):
        advance(
            BOOK.resolve(Action("move", "A"), now, seen), [(asked, table(base("A1", "A", 10, 19)))]
        )


def test_bases_taken_off_have_left_the_table() -> None:
    """PAS-PUR-06, PAS-MOR-06"""
    fleeing = replace_unit(MUSKETS, broken=True, retire=True)
    now, seen = state(fleeing, phase=5), table(A1)
    asked = declare(Action("retire", "A"), now, seen)
    assert isinstance(asked, Look)
    done = advance(BOOK.resolve(Action("retire", "A"), now, seen), [(asked, table())])
    assert isinstance(done, Done) and done.outcome.state.units[0].lost == "left the table"
    gone, *_ = consequences(ARMATYS.ledger, now, done.outcome.state)
    assert gone.says.plain(several=False) == "leaves the table"  # once, not "...: left the table"


def test_friends_passed_through_are_seen() -> None:
    """PAS-MOV-05: A walks straight over C, 2 in ahead, to 6 in beyond."""
    friend = Unit("C", "red", "foot", (Arm("musket", 8, 8),))
    before = table(A1, base("C1", "C", 10, 12.5))
    after = table(base("A1", "A", 10, 16), base("C1", "C", 10, 12.5))
    assert going(Play(state(MUSKETS, friend), before), before, after, MUSKETS, {}).past == ("C",)


def ranked(ranks: int) -> Snapshot:
    """8 single figures, 0.4 x 0.6 in each, in so many ranks facing north."""
    files = 8 // ranks
    return table(
        *(
            base(
                f"A{n}",
                "A",
                10 + 0.4 * (n % files),
                10 - 0.6 * (n // files),
                wide_in=0.4,
                deep_in=0.6,
                figures=1,
            )
            for n in range(8)
        )
    )


def test_ranks_are_counted_from_the_bases() -> None:
    """PAS-FORM-06, Q-05: a warning when they differ from those recorded, no penalty."""
    assert ranks_seen(ranked(2), MUSKETS) == 2
    play = formation_warning(Play(state(MUSKETS), ranked(2)), "A")
    assert "stands 2 deep, it was formed 1 deep" in play.rulings[0].says
    assert play.state == state(MUSKETS)
    assert formation_warning(Play(state(MUSKETS), ranked(1)), "A").rulings == ()


def test_bases_of_several_figures_do_not_show_ranks() -> None:
    assert ranks_seen(table(A1), MUSKETS) is None


def test_the_camera_proposes_what_may_be_defended() -> None:
    """PAS-TER-15: A's front edge lies 0.05 in from the hedge, C's is 3 in away."""
    hedge = Terrain("hedge", ((0, 10.55), (20, 10.55)), 0.3, "hedge", True)
    far = Unit("C", "red", "foot", (Arm("musket", 8, 8),))
    seen = table(A1, base("C1", "C", 10, 7), terrain=(hedge,))
    shown = BOOK.offers(state(MUSKETS, far, phase=1), seen)
    found = [offer for offer in shown if offer.action.do == "defend"]
    assert [one.action for one in found if one.legal] == [
        Action("defend", "A", more={"what": "hedge"})
    ]
    assert [one.setting for one in found] == [
        Setting("It defends", "the hedge"),
        Setting("It defends", "nothing", True),
    ]


def test_rarer_moves_are_offered() -> None:
    """PAS-SUB-01, PAS-MOV-04, PAS-TER-06."""
    dragoons = Unit("A", "red", "dragoons", (Arm("dragoon", 8, 8),))
    bridge = square("bridge", 20, 14, 1)
    second = base("A2", "A", 12, 10)
    found = BOOK.offers(state(dragoons, TARGET, phase=5), table(A1, second, terrain=(bridge,)))
    mine = {offer.title for offer in found if offer.action.by == "A" and offer.legal}
    assert {"A: dismount and move", "A: cross the bridge", "A: detach a company or troop"} <= mine


def test_no_bridge_is_crossed_from_afar() -> None:
    """PAS-TER-06: the bridge begins 29 in away, dragoons ride 12."""
    dragoons = Unit("A", "red", "dragoons", (Arm("dragoon", 8, 8),))
    now, seen = state(dragoons, TARGET, phase=5), table(A1, terrain=(square("bridge", 40, 40, 1),))
    assert not [one for one in BOOK.offers(now, seen) if one.action == Action("bridge", "A")]
    with pytest.raises(IllegalAction, match="PAS-TER-06"):
        declare(Action("bridge", "A"), now, seen)


def test_irregulars_fear_horse_and_not_each_other() -> None:
    """PAS-APP-06"""
    light = Unit("A", "red", "light horse", (Arm("light horse", 8, 8),))
    horse = Unit("B", "blue", "horse", (Arm("horse", 8, 8),))
    assert always_fails(light, "charge", horse) == "PAS-APP-06"
    assert always_fails(light, "charge", replace_unit(light, id="B")) == ""
    assert always_fails(light, "stop", horse) == ""


def test_a_detachment_takes_its_bases_along() -> None:
    """PAS-SUB-03: A2 with 4 of the 12 musketeers becomes Aa, is measured by itself, and moves
    by itself in the next bound."""
    whole = Unit("A", "red", "foot", (Arm("musket", 12, 12),), ranks=1)
    seen = table(A1, base("A2", "A", 12, 10, figures=4))
    seen = replace(seen, bases=tuple(replace(b, kind="musket") for b in seen.bases))
    done = declare(Action("detach", "A", more={"bases": "A2"}), state(whole, phase=5), seen)
    assert isinstance(done, Done)
    parent, sub = done.outcome.state.units
    assert (parent.figures, sub.id, sub.figures, sub.bases) == (8, "Aa", 4, ("A2",))
    shown = arranged(done.outcome.state, seen)
    assert [one.unit_id for one in shown.bases] == ["A", "Aa"]


def test_the_bases_of_a_lost_detachment_are_nobody_s() -> None:
    """PAS-SUB-03: A2 went with Aa, which was destroyed; A stands on A1 alone, and the page has A2
    lifted. Chance found A measured from the bases of its dead."""
    sub = replace_unit(MUSKETS, id="Aa", parent="A", bases=("A2",), off=True, lost="destroyed")
    whole = replace_unit(MUSKETS, bases=("A1", "A2"))
    seen = table(A1, base("A2", "A", 12, 10))
    assert [one.payload for one in arranged(state(whole, sub), seen).bases] == ["A1"]
    assert ARMATYS.card(state(whole, sub), "A").lost == ("A2",)
    home = replace_unit(sub, lost="rejoined A")
    assert [one.unit_id for one in arranged(state(whole, home), seen).bases] == ["A", "A"]


def test_a_parent_that_is_gone_leaves_its_detachment_on_the_table() -> None:
    """A's own base is lifted, A2 of the detachment Aa stays."""
    sub = replace_unit(MUSKETS, id="Aa", parent="A", bases=("A2",))
    gone = replace_unit(MUSKETS, bases=("A1", "A2"), off=True, lost="destroyed")
    shown = ARMATYS.card(state(gone, sub), "A")
    assert shown.gone and shown.stays and shown.lost == ("A1",)


def test_a_base_called_as_its_unit_stays_with_it() -> None:
    """PAS-SUB-01: a tag A of unit A would be two things at once."""
    named_so = replace(A1, payload="A")
    seen = table(named_so, base("A2", "A", 12, 10, figures=4))
    with pytest.raises(IllegalAction, match="PAS-SUB-01"):
        declare(Action("detach", "A", more={"bases": "A"}), state(MUSKETS, phase=5), seen)
    shown = BOOK.offers(state(MUSKETS, TARGET, phase=5), seen)
    assert [o.needs for o in shown if o.action.do == "detach"] == [{"bases": ("A2",)}]


@pytest.mark.parametrize(
    ("stands", "may_form"),
    [(1, ("2", "3")), (2, ("1", "3")), (3, ("1", "2")), (4, ("1", "2", "3"))],
)
def test_a_unit_may_form_in_one_to_three_ranks_but_not_in_those_it_has(
    stands: int, may_form: tuple[str, ...]
) -> None:
    """PAS-MOV-03."""
    unit = replace_unit(MUSKETS, ranks=stands)
    shown = BOOK.offers(state(unit, TARGET, phase=5), table(A1))
    assert [o.needs["ranks"] for o in shown if "ranks" in o.needs and o.action.by == "A"] == [
        may_form
    ]


@pytest.mark.parametrize(
    ("gone", "winner", "says"),
    [
        ((), None, ""),
        (("B",), "red", "Blue has nothing left on the field."),
        (("A", "B"), "", "Both armies have nothing left on the field: nobody has won."),
    ],
)
def test_who_has_nothing_left_has_lost_and_two_such_armies_nobody(
    gone: tuple[str, ...], winner: str | None, says: str
) -> None:
    """PAS-SCOPE-01."""
    units = (replace_unit(one, off=one.id in gone) for one in (MUSKETS, TARGET))
    ended: State = victory(Play(state(*units), table())).state
    assert (ended.winner if ended.over else None, ended.ended) == (winner, says)


def test_no_tag_of_the_demo_is_called_as_a_unit() -> None:
    demo = ARMATYS.demo()
    units = {one.id for army in demo.armies for one in army.units}
    assert not units & {one.payload for one in demo.table.bases}


def hidden(one: Base) -> Base:
    return replace(one, status="hidden")


@pytest.mark.parametrize("phase", range(1, 9))
def test_a_hidden_base_never_breaks_the_list_of_actions(phase: int) -> None:
    """Its offers say what to do; everybody else's are there."""
    third = Unit("C", "red", "foot", (Arm("musket", 8, 8),))
    now = state(MUSKETS, TARGET, third, phase=phase, generals=(General("K", "red"),))
    seen = table(
        A1,
        hidden(base("B1", "B", 10, 11.05, 270)),
        base("C1", "C", 40, 10),
        hidden(Base("K1", 1, 1, Pose(10, 9, 90.0), unit="K")),
    )
    assert any(offer.legal for offer in BOOK.offers(now, seen))


def test_a_melee_with_a_hidden_enemy_says_what_to_uncover() -> None:
    now = state(MUSKETS, TARGET, phase=4)
    seen = table(A1, hidden(base("B1", "B", 10, 11.05, 270)))
    found = [o for o in BOOK.offers(now, seen) if o.action == Action("melee", "A")]
    assert not found[0].legal and "B is hidden" in found[0].why


@pytest.mark.parametrize(("do", "phase"), [("fire", 6), ("charge", 1), ("melee", 4)])
def test_a_hidden_general_stops_an_action_before_its_dice(do: str, phase: int) -> None:
    """PAS-GEN-03: K, last seen behind B, is hidden: to be said when it is declared. Once dice lie
    on the table it would be too late, for an action is measured when it is declared."""
    gap_in = 0.0 if do == "melee" else 3.0
    seen = table(
        A1,
        base("B1", "B", 10, 11 + gap_in, 270),
        hidden(Base("K1", 1, 1, Pose(10, 12 + gap_in, 90.0), unit="K")),
    )
    now = state(MUSKETS, TARGET, phase=phase, generals=(General("K", "blue"),))
    with pytest.raises(Unmeasurable, match="K1 is hidden"):
        declare(Action(do, "A", None if do == "melee" else "B"), now, seen)


@pytest.mark.parametrize("do", ["move", "retire", "pursue"])
def test_whoever_is_to_be_moved_has_to_be_seen_first(do: str) -> None:
    """A2 is hidden where the move starts: said before the models are moved and the stop test is
    thrown, for afterwards nobody can uncover it there."""
    now = state(
        replace_unit(
            MUSKETS,
            retire=do == "retire",
            broken=do == "retire",
            pursuing="B" if do == "pursue" else "",
        ),
        TARGET,
        phase=5,
    )
    seen = table(A1, hidden(base("A2", "A", 12, 10)), base("B1", "B", 10, 15, 270))
    with pytest.raises(Unmeasurable, match="A2 is hidden"):
        declare(Action(do, "A"), now, seen)


def test_a_hidden_base_far_away_stops_no_ruling() -> None:
    """A fights B while C, last seen 30 in away, is hidden."""
    third = Unit("C", "blue", "foot", (Arm("musket", 8, 8),))
    now = state(MUSKETS, TARGET, third, phase=4)
    seen = table(A1, base("B1", "B", 10, 11, 270), hidden(base("C1", "C", 40, 11, 270)))
    assert isinstance(declare(Action("melee", "A"), now, seen), Roll)
