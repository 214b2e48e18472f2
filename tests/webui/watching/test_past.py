"""What a watcher is told: of then, only what has changed, and all of it in the end."""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET

from rules.kernel.plain import to_plain
from tests.webui.conftest import Clock
from vision.table.picture_tile import PictureTile
from webui.game.seen.live import TopView
from webui.game.told.page.watchers import WatchersNow
from webui.server.watching.delta import NAMED, changed
from webui.server.watching.past import Past


def merged(old: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """What the page makes of it, in its own words (static/show/watch.js)."""
    now = {**old, **told["set"]}
    for key, change in told["lists"].items():
        by = NAMED[key]
        members = {one[by]: one for one in old.get(key, [])}
        members.update((one[by], one) for one in change["put"])
        now[key] = [members[name] for name in change.get("names", list(members))]
    return now


def view(chance: random.Random) -> dict[str, Any]:
    bases = [
        {"payload": f"R{n:02}", "x_in": chance.randint(0, 3), "status": "seen"}
        for n in chance.sample(range(8), chance.randint(0, 8))
    ]
    units = [{"unit": n, "gone": chance.random() < 0.3} for n in chance.sample("ABCD", 3)]
    return {"game": {"turn": chance.randint(1, 3)}, "blind": "", "bases": bases,
            "units": units, "verdicts": []}  # fmt: skip


def test_the_changes_make_the_new_view_of_the_old_one() -> None:
    """Whatever came, went, moved or changed its place in the list."""
    chance = random.Random(7)
    for _ in range(300):
        old, new = view(chance), view(chance)
        before = copy.deepcopy(old)
        assert merged(old, to_plain(changed(old, new))) == new
        assert old == before
        assert merged({}, to_plain(changed(None, new))) == new


def test_what_has_not_changed_is_not_told() -> None:
    old = view(random.Random(1))
    new = {**old, "bases": [{**old["bases"][0], "x_in": 9}, *old["bases"][1:]]}
    told = to_plain(changed(old, new))
    assert told == {"set": {}, "lists": {"bases": {"put": [new["bases"][0]]}}}


@dataclass
class Scene:
    """A table whose view and picture are set by the test."""

    turn: int = 1
    tiles: tuple[PictureTile, ...] = ()

    def look(self) -> dict[str, Any]:
        return {"game": {"turn": self.turn}, "bases": [], "units": [], "verdicts": []}

    def picture(self) -> TopView:
        return TopView(b"jpeg", 10.0, 2.0, (72.0, 48.0), 0.0)

    def thinner(self, jpeg: bytes, taken_s: float) -> tuple[PictureTile, ...]:
        return self.tiles


def past_of(scene: Scene, clock: Clock) -> Past:
    return Past(scene.look, scene.picture, scene.thinner, clock)


def tile(number: int, word: bytes) -> PictureTile:
    return PictureTile(number, (0.0, 0.0, 0.5, 0.5), word)


def turn_of(told: WatchersNow | None) -> int:
    assert told is not None and told.set is not UNSET
    return int(told.set["game"]["turn"])


def test_a_delayed_watcher_sees_what_was_so_long_ago(clock: Clock) -> None:
    scene = Scene()
    past = past_of(scene, clock)
    for scene.turn in (1, 2, 3):
        past.remember()
        clock.at_s += 60
    # Remembered 180, 120 and 60 s ago.
    assert [turn_of(past.told(s, 0, 0)) for s in (60, 61, 120, 180)] == [3, 2, 2, 1]
    waiting = past.told(300, 0, 0)
    assert waiting == WatchersNow(waits_s=120)


def test_a_delayed_watcher_sees_no_newer_picture(clock: Clock) -> None:
    scene = Scene()
    past = past_of(scene, clock)
    for word in (b"old", b"new"):
        scene.tiles = (tile(1, word),)
        past.remember()
        clock.at_s += 60
    late = past.told(90, 0, 0)
    assert late is not None and [one.webp for one in late.tiles or ()] == ["b2xk"]  # "old"


def test_nothing_new_is_told_as_nothing(clock: Clock) -> None:
    past = past_of(Scene(tiles=()), clock)
    past.remember()
    told = past.told(0, 0, 0)
    assert told is not None
    past.remember()
    assert past.told(0, told.number or 0, told.tiles_until or 0) is None


def test_after_hours_the_whole_picture_is_still_there(clock: Clock) -> None:
    """A part that has not changed for two hours is forgotten as history, not as picture."""
    scene = Scene(tiles=(tile(1, b"old"),))
    past = past_of(scene, clock)
    past.remember()
    scene.tiles = ()
    for scene.turn in range(2, 10):
        clock.at_s += 1000
        past.remember()
    told = past.told(0, 0, 0)
    assert told is not None and len(told.tiles or ()) == 1
    assert turn_of(past.told(3000, 0, 0)) == 6


def test_without_a_link_nothing_is_remembered(clock: Clock) -> None:
    past = past_of(Scene(), clock)
    past.remember()
    past.clear()
    assert past.told(0, 0, 0) == WatchersNow(waits_s=0)
