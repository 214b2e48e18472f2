"""Which dice belong to a question: a story a test, told in still pictures and movements."""

from __future__ import annotations

from vision.dice.throw_watcher import ThrowWatcher
from vision.table.throw import Die, Throw

WHITE, RED = (230, 230, 230), (30, 30, 200)


def die(face: int | None, x: float, y: float, colour: tuple[int, int, int] = WHITE) -> Die:
    return Die(face, x, y, 20.0, "" if face else "cocked", colour)


def faces(throw: Throw | None) -> list[int | None]:
    return sorted((each.face for each in throw.dice), key=str) if throw else []


def asked(*lying: Die) -> ThrowWatcher:
    """A watcher that saw these dice lie and was then asked."""
    watcher = ThrowWatcher()
    watcher.at_rest(0.0, lying)
    watcher.ask()
    return watcher


def test_dice_thrown_after_the_question_are_offered() -> None:
    watcher = asked()
    watcher.moved()
    assert faces(watcher.at_rest(2.0, [die(3, 100, 100), die(5, 150, 100)])) == [3, 5]


def test_dice_that_lay_there_before_do_not_count() -> None:
    lying = die(6, 50, 50)
    watcher = asked(lying)
    watcher.moved()
    assert faces(watcher.at_rest(2.0, [lying, die(2, 150, 100)])) == [2]


def test_nothing_is_offered_while_only_old_dice_lie_there() -> None:
    lying = die(6, 50, 50)
    assert asked(lying).at_rest(2.0, [lying]) is None


def test_an_offer_is_withdrawn_when_something_moves() -> None:
    watcher = asked()
    watcher.at_rest(2.0, [die(3, 100, 100)])
    watcher.moved()
    assert watcher.offer is None


def test_a_thrown_die_that_is_knocked_is_read_anew() -> None:
    watcher = asked()
    watcher.at_rest(2.0, [die(3, 100, 100)])
    watcher.moved()
    assert faces(watcher.at_rest(3.0, [die(4, 118, 100)])) == [4]


def test_a_changed_throw_has_a_new_number() -> None:
    watcher = asked()
    first = watcher.at_rest(2.0, [die(3, 100, 100)])
    watcher.moved()
    second = watcher.at_rest(3.0, [die(4, 118, 100)])
    assert first and second and second.number != first.number


def test_a_throw_that_lies_on_keeps_its_number() -> None:
    watcher = asked()
    first = watcher.at_rest(2.0, [die(3, 100, 100)])
    assert watcher.at_rest(2.5, [die(3, 100.4, 99.8)]) is first


def test_an_old_die_knocked_by_the_throw_stays_old() -> None:
    lying = [die(6, 50, 50), die(1, 200, 50)]
    watcher = asked(*lying)
    watcher.moved()
    now = [die(6, 62, 50), lying[1], die(2, 80, 60), die(5, 150, 100)]
    assert faces(watcher.at_rest(2.0, now)) == [2, 5]


def test_an_old_die_under_a_hand_is_old_when_the_hand_goes() -> None:
    lying = die(6, 50, 50)
    watcher = asked(lying)
    watcher.moved()
    watcher.at_rest(2.0, [])
    watcher.moved()
    assert watcher.at_rest(3.0, [lying]) is None


def test_dice_lifted_and_thrown_beside_their_old_places_are_new() -> None:
    lying = [die(6, 50, 50), die(1, 200, 50)]
    watcher = asked(*lying)
    watcher.moved()
    watcher.at_rest(1.0, [])
    watcher.moved()
    assert faces(watcher.at_rest(2.0, [die(4, 65, 50), die(5, 215, 50)])) == [4, 5]


def test_dice_scooped_up_and_thrown_at_once_are_new() -> None:
    watcher = asked(die(6, 50, 50), die(1, 200, 50))
    watcher.moved()
    assert faces(watcher.at_rest(2.0, [die(4, 65, 50), die(5, 400, 300)])) == [4, 5]


def test_a_re_roll_takes_only_the_dice_that_moved() -> None:
    kept, again = die(6, 50, 50), die(1, 200, 50)
    watcher = asked(kept, again)
    watcher.ask(again=[again])
    watcher.moved()
    assert faces(watcher.at_rest(2.0, [kept, die(4, 220, 60)])) == [4]


def test_a_die_to_be_thrown_again_does_not_count_where_it_lies() -> None:
    again = die(1, 200, 50)
    watcher = asked(again)
    watcher.ask(again=[again])
    assert watcher.at_rest(1.0, [again]) is None


def test_without_a_picture_before_the_question_nothing_counts_as_thrown() -> None:
    watcher = ThrowWatcher()
    watcher.ask()
    assert watcher.at_rest(1.0, [die(4, 220, 60)]) is None


def test_unsure_dice_come_first() -> None:
    throw = asked().at_rest(2.0, [die(3, 10, 10), die(None, 100, 100)])
    assert throw and [each.sure for each in throw.dice] == [False, True]


def test_a_die_of_another_colour_beside_an_old_place_is_new() -> None:
    watcher = asked(die(6, 50, 50, RED))
    watcher.moved()
    assert faces(watcher.at_rest(2.0, [die(6, 52, 50, WHITE)])) == [6]


def test_an_offer_says_since_when_it_lies_still() -> None:
    watcher = asked()
    watcher.moved()
    watcher.at_rest(2.0, [die(3, 100, 100)])
    throw = watcher.at_rest(2.4, [die(3, 100, 100), die(4, 200, 100)])
    assert throw and throw.rest_s == 2.0
