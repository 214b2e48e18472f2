"""The drawn tray: chance comes first, and the pipeline that reads real trays reads it."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

import pytest

from vision.cameras.newest import NewestFrame
from vision.dice.reader import dice_reader
from vision.dice.tray import Tray
from vision.simulator.dice.dice_tray import DiceTrayCamera, TooManyDice
from vision.table.throw import Die, Throw
from vision.watch.dice_watch import SimulatedDice


class Clock:
    """Moves only when it is told to."""

    def __init__(self) -> None:
        self.at_s = 1000.0

    def __call__(self) -> float:
        return self.at_s


class Bench:
    """A drawn tray and its watcher, looked at picture by picture, ten a second."""

    def __init__(self, seed: int, *, cocked: bool = False) -> None:
        rng, self.clock = random.Random(seed), Clock()

        def below(limit: int) -> int:
            # The one in 36 that leans, only where the test wants it.
            return (0 if cocked else 1) if limit == 36 else rng.randrange(limit)

        self.camera = DiceTrayCamera(fps=0, clock=self.clock, below=below)
        self.newest = NewestFrame(self.camera, steady=self.clock)
        self.dice = SimulatedDice(self.camera, self.newest)

    def look(self, pictures: int) -> None:
        """So many pictures go by."""
        for _ in range(pictures):
            self.clock.at_s += 0.1
            self.newest.step()
            self.dice.step()


def offered(bench: Bench) -> list[int | None]:
    throw = bench.dice.offer()
    return [] if throw is None else sorted(die.face or 0 for die in throw.dice)


def lying(bench: Bench) -> list[int]:
    return sorted(die.face or 0 for die in bench.camera.dice)


def six_thrown() -> Bench:
    bench = Bench(3)
    bench.look(5)
    bench.dice.ask()
    bench.dice.throw(6)
    bench.look(25)
    return bench


@dataclass(frozen=True)
class Lies:
    """Six dice that lie: their faces, the throw that is offered, and the pictures of each."""

    faces: list[int]
    offered: list[int | None]
    throw: Throw
    crops: list[bytes | None]


@pytest.fixture(scope="module")
def bench() -> Bench:
    """Looked at by ``lies``, and used up by ``gone_on`` after it."""
    return six_thrown()


@pytest.fixture(scope="module")
def lies(bench: Bench) -> Lies:
    """What was to be had of the six while they lay."""
    throw = bench.dice.offer()
    assert throw is not None
    crops = [bench.dice.crop(throw.number, k) for k in range(6)]
    return Lies(lying(bench), offered(bench), throw, crops)


@dataclass(frozen=True)
class GoneOn:
    """What was to be had of six dice once they were taken, and once the next were asked for."""

    picture_before: bytes | None
    picture_after: bytes | None
    not_asked: Throw | None
    next_question: Throw | None


@pytest.fixture(scope="module")
def gone_on(bench: Bench, lies: Lies) -> GoneOn:
    """The six are taken, are not asked for, and lie there at the next question."""
    bench.dice.rest()
    after = bench.dice.crop(lies.throw.number, 0)
    bench.look(3)
    not_asked = bench.dice.offer()
    bench.dice.ask()
    bench.look(6)
    return GoneOn(lies.crops[0], after, not_asked, bench.dice.offer())


def test_what_was_drawn_from_chance_is_what_is_read(lies: Lies) -> None:
    assert lies.offered == lies.faces


@pytest.mark.parametrize("seed", [2006, 2016])
def test_dice_in_every_corner_of_the_tray_are_not_taken_for_leaning(seed: int) -> None:
    """The tray is seen through a longer lens than usual, and all six were asked."""
    bench = Bench(seed)
    bench.camera.throw(6)
    bench.clock.at_s += 10.0
    tray = Tray(bench.camera.corners_px)
    dice = dice_reader().read(bench.camera.read().picture, tray)
    assert [die.why for die in dice] == [""] * 6


def test_while_dice_roll_nothing_is_offered() -> None:
    bench = Bench(3)
    bench.look(5)
    bench.dice.ask()
    bench.dice.throw(6)
    for _ in range(8):
        bench.look(1)
        assert bench.dice.offer() is None


def test_a_throw_is_offered_within_a_second_of_lying_still(lies: Lies) -> None:
    """It falls after 0.2 s and rolls for 0.7; the exposure and the picture to compare it with
    take a tenth of a second each, and pictures come on tenths."""
    throw = lies.throw
    assert throw.rest_s - 1000.5 < 0.2 + 0.7 + 0.3
    assert throw.taken_s - throw.rest_s <= 1.0


def test_the_dice_of_the_last_question_do_not_count(gone_on: GoneOn) -> None:
    assert gone_on.next_question is None


@pytest.mark.long
def test_a_reroll_takes_only_the_dice_that_moved() -> None:
    thrown = six_thrown()
    throw = thrown.dice.offer()
    assert throw is not None
    again: tuple[Die, ...] = throw.dice[:2]
    thrown.dice.ask(again)
    thrown.dice.throw(2, again)
    thrown.look(35)
    assert offered(thrown) == sorted(die.face or 0 for die in thrown.camera.dice[-2:])


def test_what_is_not_asked_for_is_not_offered(gone_on: GoneOn) -> None:
    assert gone_on.not_asked is None


def test_each_die_has_a_picture_of_its_own(lies: Lies) -> None:
    assert all(crop is not None and crop[:2] == b"\xff\xd8" for crop in lies.crops)
    assert all(one != other for one, other in itertools.combinations(lies.crops, 2))


def test_a_screen_still_gets_the_pictures_of_a_throw_that_was_just_taken(gone_on: GoneOn) -> None:
    assert gone_on.picture_before is not None
    assert gone_on.picture_after == gone_on.picture_before


def test_a_die_that_leans_shows_no_face() -> None:
    bench = Bench(4, cocked=True)
    bench.camera.throw(1)
    assert bench.camera.dice[0].face is None


def test_more_dice_than_the_tray_holds_are_refused() -> None:
    with pytest.raises(TooManyDice, match="from 1 to 60 dice"):
        Bench(1).camera.throw(61)


def test_faces_come_as_chance_gives_them() -> None:
    """The draws are 6 a die for the face: with a source that only gives zeros all show a one."""
    camera = DiceTrayCamera(fps=0, below=lambda limit: 1 if limit == 36 else 0)
    camera.throw(4)
    assert [die.face for die in camera.dice] == [1, 1, 1, 1]
