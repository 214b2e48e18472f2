"""One bit is another, in the log and in every other kept file, after a kill.

Whatever was acknowledged is there again, or the people are told that something is not.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from pathlib import Path

from tests.faults.keeping.evening import PIN, Evening, broken_pages, page_on
from tests.faults.tally import Tally
from webui.server.app import desk_of
from webui.server.session import Desk
from webui.server.setting_up.wizard_progress import ProgressBook

BY_HAND = ("armies", "layouts")
"""People write in these files as well: what stands there is what is meant."""


def bits(folder: Path, count: int, seed: int = 0, only: str = "") -> Tally:
    """So many flipped bits in each kept file (of those whose name holds *only*)."""
    tally, chance = Tally(f"flipped bits in {only or 'every kept file'}"), random.Random(seed)
    for folded in (True, False):
        room = folder / ("folded" if folded else "unfolded")
        room.mkdir(parents=True)
        evening = Evening(room, "toy", seed, folded=folded)
        for file in evening.files():
            if only in file.name:
                for _ in range(count):
                    _flip(evening, file, chance, tally, folder)
    return tally


def _flip(evening: Evening, file: Path, chance: random.Random, tally: Tally, folder: Path) -> None:
    room = evening.copy()
    raw = bytearray((room / file).read_bytes())
    at, bit = chance.randrange(len(raw)), chance.randrange(8)
    raw[at] ^= 1 << bit
    (room / file).write_bytes(raw)
    tally.tried += 1
    try:
        wrong = _looked_at(room, evening, file, tally)
    except Exception as why:  # noqa: BLE001 - the harness counts whatever comes
        wrong = f"{type(why).__name__}: {why}"
    if wrong:
        tally.wrong.append(f"{file.name} byte {at} bit {bit}: {wrong}"[:300])
        shutil.copytree(evening.folder, folder / "wrong", dirs_exist_ok=True)


def _looked_at(room: Path, evening: Evening, file: Path, tally: Tally) -> str:
    app = page_on(room, evening.rules)
    desk = desk_of(app)
    told = list(desk.notices)
    lost = [*_lost(desk, evening), *_lost_beside(room, evening)]
    wrong = broken_pages(app)
    desk.close()
    tally.kinds["told" if told else "unharmed"] += 1
    if lost and not told and file.parts[0] not in BY_HAND:
        wrong.append(f"nobody was told: {', '.join(lost)}")
    return "; ".join(wrong)


def _lost(desk: Desk, evening: Evening) -> Sequence[str]:
    kept, found = evening.kept, []
    if desk.game_name != kept.name:
        found.append("the game is not open")
    elif desk.the_game().journal.head != kept.head:
        found.append("the game stands elsewhere")
    elif len(desk.the_game().journal.everything()) != kept.steps:
        found.append("steps are gone")
    if not desk.access.is_pin(PIN, "127.0.0.1"):
        found.append("the PIN is another")
    if desk.access.side_of(kept.code, "127.0.0.1") != "Red":
        found.append("the code is another")
    return found


def _lost_beside(room: Path, evening: Evening) -> Sequence[str]:
    step = ProgressBook(room).now.step
    return () if step == evening.kept.step else (f"the wizard is at {step}",)
