"""Two battles that differ only in what one side holds in secret look the same to everybody else.

The same evening is played twice, each time with another card in the hand of one side, in its
deck, or under a marker; then every outlet is asked by everybody who may not know: every route
that reads, its JSON, both zips entry by entry, offers, odds of every offer, what a move comes
to, and what is refused in what words.
"""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode

import msgspec
from flask import Flask
from werkzeug.test import TestResponse

from rules.kernel.protocol import Plain, RuleSet
from rules.kernel.telling.ledger import Term, Weight
from rules.matchlocks import MATCHLOCKS
from rules.matchlocks.tables import BONUS_CARDS, EVENT_CARDS
from rules.skirmish import SKIRMISH
from tests.faults.tally import Tally
from tests.webui.conftest import Visitor
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

PIN = "4711"
AT_S = 1_000_000.0
# Join codes are another in each evening; they stand on the screen of the table only.
MARKS = re.compile(rb"[A-Z2-9]{6}(?=[\"&<])")


@dataclass(frozen=True)
class Secret:
    """What is hidden from whom. ``edits``: by world, what the umpire sets in the state;
    ``story``: what is then played, the same in both; an answer may be made from the world."""

    what: str
    rules: RuleSet
    owner: str
    edits: tuple[tuple[tuple[str, Plain], ...], tuple[tuple[str, Plain], ...]]
    story: Callable[[Visitor, int], None] = lambda umpire, world: None


def _hand(side: str, bonus: str, event: str) -> tuple[tuple[str, Plain], ...]:
    left = [card for card in BONUS_CARDS if card != bonus]
    events = [card for card in EVENT_CARDS if card != event]
    return (
        ("phase", "main"),
        (f"sides/{side}/hand", [bonus]),
        (f"sides/{side}/events", [event]),
        ("decks/bonus", left),
        ("decks/events", events),
    )


def _answer(umpire: Visitor, *answers: Plain) -> None:
    for answer in answers:
        done = umpire.at_head("/act/answer", answer=answer)
        assert done.status_code == 200, done.json


def _turn(umpire: Visitor, card: str, by: str = "Royalists") -> None:
    done = umpire.at_head("/act/declare", do="turn card", by=by)
    assert done.status_code == 200, done.json
    _answer(umpire, [card])


def _leader_up(umpire: Visitor, world: int) -> None:
    """A Royalist Brigadier may give orders, which Parliament could spoil."""
    _turn(umpire, "RL1")


def _bonus_is_drawn(umpire: Visitor, world: int) -> None:
    """Parliament wins the dice-off and draws, in each world another card."""
    _turn(umpire, "Bonus")
    _answer(umpire, [1], [6], [("Reroll", "Forfeit")[world]])


def _bonus_is_to_be_drawn(umpire: Visitor, world: int) -> None:
    """The Royalists are asked to draw from a deck of which Parliament holds a card."""
    _turn(umpire, "Bonus")
    _answer(umpire, [6], [1])


def _owing(tokens: int) -> tuple[tuple[str, Plain], ...]:
    return (
        ("phase", "main"), ("sides/Parliament/tokens", tokens), ("sides/Parliament/claims", 2),
    )  # fmt: skip


def _morale_is_given_up(umpire: Visitor, world: int) -> None:
    """Two are demanded; how many are left then is for Parliament to know."""
    done = umpire.at_head("/act/declare", do="demand", by="Royalists")
    assert done.status_code == 200, done.json


def _under_markers(umpire: Visitor, world: int) -> None:
    """The rebels go under markers, and the dummies are other ones."""
    state = desk_of(umpire.client.application).the_game().present().state
    groups = len(state.living("rebel"))
    done = umpire.at_head("/act/declare", do="hide", by="rebel")
    assert done.status_code == 200, done.json
    cards = umpire.get("/table.json").json["prompt"]["cards"]
    _answer(umpire, cards[:groups] if world else cards[::-1][:groups])


SECRETS = (
    Secret(
        "hands of Parliament, a Royalist Brigadier up", MATCHLOCKS, "Parliament",
        (_hand("Parliament", "Perk", "Ambush"), _hand("Parliament", "Forfeit", "Well-drilled")),
        _leader_up,
    ),
    Secret(
        "the hand of Parliament and no card up", MATCHLOCKS, "Parliament",
        (_hand("Parliament", "Forfeit", "Ambush"), _hand("Parliament", "Perk", "Well-drilled")),
    ),
    Secret(
        "the deck as the other side draws", MATCHLOCKS, "Parliament",
        (_hand("Parliament", "Perk", "Ambush"), _hand("Parliament", "Forfeit", "Ambush")),
        _bonus_is_to_be_drawn,
    ),
    Secret(
        "a drawn card", MATCHLOCKS, "Parliament",
        ((("phase", "main"),), (("phase", "main"),)), _bonus_is_drawn,
    ),
    Secret(
        "Army Morale that is left", MATCHLOCKS, "Parliament",
        ((("phase", "main"), ("sides/Parliament/tokens", 9)),
         (("phase", "main"), ("sides/Parliament/tokens", 1))),
        _leader_up,
    ),
    Secret(
        "Army Morale given up", MATCHLOCKS, "Parliament",
        (_owing(9), _owing(6)), _morale_is_given_up,
    ),
    Secret(
        "which marker is a dummy", SKIRMISH, "rebel",
        tuple(
            (("solo", True), ("markers", [
                {"id": f"M{n}", "side": "rebel", "group": group, "revealed": False}
                for n, group in enumerate(order, start=1)
            ]))
            for order in (("R-M", "R-P", ""), ("", "R-P", "R-M"))
        ),
    ),
    Secret(
        "which markers were drawn as dummies", SKIRMISH, "rebel",
        ((("solo", True),), (("solo", True),)), _under_markers,
    ),
)  # fmt: skip


def worlds(secret: Secret, folder: Path) -> tuple[Flask, Flask]:
    """The same evening twice, with another secret in each."""
    made = []
    for world in (0, 1):
        room = folder / f"world{world}"
        table = HandTable(secret.rules.demo().table, lambda: AT_S)
        app = create_app(room, table, rules=(secret.rules,), pin=PIN, now=lambda: AT_S)
        umpire = Visitor(app)
        assert umpire.post("/join/umpire", pin=PIN).status_code == 200
        for path, value in secret.edits[world]:
            set_so = umpire.at_head("/act/edit", path=path, value=value, reason="as dealt")
            assert set_so.status_code == 200, set_so.json
        secret.story(umpire, world)
        made.append(app)
    return made[0], made[1]


def telling_hands(rules: RuleSet) -> RuleSet:
    """Matchlocks with a line in its ledger of the cards that a side held."""
    line = Term("hand", lambda state, one: " ".join(one.hand), ("hand",), {}, "held {before}",
                Weight.MORALE)  # fmt: skip
    ledger = tuple(
        replace(account, lines=(*account.lines, line)) if account.kind == "side" else account
        for account in rules.ledger
    )
    return msgspec.structs.replace(rules, ledger=ledger)


def two_worlds(folder: Path, secrets: tuple[Secret, ...] = SECRETS) -> Tally:
    """Compare every outlet for every one who may not know."""
    tally = Tally("outlets of two worlds that differ in a secret")
    for number, secret in enumerate(secrets):
        one, other = worlds(secret, folder / str(number))
        with closing(desk_of(one)), closing(desk_of(other)):
            _compare(secret, one, other, tally)
    return tally


def _compare(secret: Secret, one: Flask, other: Flask, tally: Tally) -> None:
    for who, here, there in _blind(secret, one, other):
        # What is asked is read off the first world, so that a difference in it shows as well.
        for verb, path, body in _asked(here, one):
            tally.tried += 1
            tally.kinds[secret.what] += 1
            told = [_told(_sent(visitor, verb, path, body)) for visitor in (here, there)]
            if told[0] != told[1]:
                what = f"{secret.what}: {who} at {verb} {path} {body or ''}"
                tally.wrong.append(f"{what}: {_difference(*told)}")


def _blind(secret: Secret, one: Flask, other: Flask) -> Iterator[tuple[str, Visitor, Visitor]]:
    """Everybody who may not know, in both worlds. The table's own screen acts for both sides,
    so it has to be offered what they hold; it is asked nothing here."""
    yield "a spectator", Visitor(one, "10.9.9.9"), Visitor(other, "10.9.9.9")
    present = desk_of(one).the_game().present()
    for army in present.armies:
        if army.side == secret.owner and secret.rules is not SKIRMISH:
            continue
        pair = []
        for app in (one, other):
            visitor = Visitor(app, "10.1.0.7")
            code = desk_of(app).access.code(army.side)
            assert visitor.post("/join", code=code).status_code == 200
            pair.append(visitor)
        yield f"a player of {army.side}", pair[0], pair[1]


def _asked(visitor: Visitor, app: Flask) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every request that tells something."""
    rulings = visitor.get("/rulings.json").json["rulings"]
    for door in app.extensions["doors"].all:
        if door.verb != "GET" or door.rule == "/events":
            continue
        if "<" not in door.rule:
            yield "GET", door.rule, {}
        for ruling in rulings if "<int:event>" in door.rule else ():
            path = door.rule.replace("<int:event>-<int:index>", ruling["id"])
            yield "GET", path, {}
    present = desk_of(app).the_game().present()
    sides = [army.side for army in present.armies]
    units = [unit.id for army in present.forces for unit in army.units]
    for name in (*sides, *units):
        yield "GET", "/unit.json?" + urlencode({"unit": name}), {}
    yield "GET", "/measure.json?" + urlencode({"from": units[0], "to": units[-1]}), {}
    for action in _actions(app):
        more = {name: str(value) for name, value in action["more"].items()}
        query = {"do": action["do"], "by": action["by"], "at": action["at"] or "", **more}
        yield "GET", "/odds.json?" + urlencode(query), {}
    head = present.head
    for answer in ("nothing", ["Perk"], ["Forfeit"], ["Reroll"]):
        # From a spectator, or for the wrong side: refused, and in the same words.
        yield "POST", "/act/answer", {"head": head - 1, "answer": answer}


def _actions(app: Flask) -> list[dict[str, Any]]:
    """All that could be declared by anybody, as the umpire is offered it."""
    umpire = Visitor(app)
    assert umpire.post("/join/umpire", pin=PIN).status_code == 200
    present = desk_of(app).the_game().present()
    names = [army.side for army in present.armies]
    names += [unit.id for army in present.forces for unit in army.units]
    offers = [
        offer
        for name in names
        for offer in umpire.get("/unit.json?" + urlencode({"unit": name})).json["offers"]
    ]
    return [offer["action"] for offer in offers if offer["legal"]]


def _sent(visitor: Visitor, verb: str, path: str, body: dict[str, Any]) -> TestResponse:
    # Odds are thrown alike in both worlds, and few: the clock stands, so all of them are thrown.
    odds = "webui.game.chances"
    with (
        patch(f"{odds}.secrets.randbelow", random.Random(1).randrange),
        patch(f"{odds}.MOST_COURSES", 60),
        patch(f"{odds}.SAMPLES", 40),
    ):
        return visitor.get(path) if verb == "GET" else visitor.post(path, **body)


def _told(answer: TestResponse) -> dict[str, bytes]:
    """All that an answer says, by part; a zip is read entry by entry."""
    told = {"status": str(answer.status_code).encode()}
    if answer.mimetype == "application/zip":
        with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
            return told | {name: archive.read(name) for name in archive.namelist()}
    return told | {"says": MARKS.sub(b"CODE", answer.data)}


def _difference(one: dict[str, bytes], other: dict[str, bytes]) -> str:
    for part in sorted({*one, *other}):
        a, b = one.get(part, b""), other.get(part, b"")
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
            return f"{part}: {a[max(0, at - 80) : at + 60]!r} / {b[max(0, at - 80) : at + 60]!r}"
    return ""
