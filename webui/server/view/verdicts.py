"""What was ruled, as one visitor may read it; made once for all who see the same."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.protocol import Plain
from webui.game.game import Game
from webui.game.journal.journal import Event
from webui.game.position import Present
from webui.game.secrets.secrecy import Eyes, covered
from webui.game.told import record
from webui.game.told.page.rulings import RulingCard
from webui.server.view.called import called_in


def line_seen(game: Game, present: Present, eyes: Eyes) -> tuple[Event, ...]:
    """The line being played, oldest first, without what those eyes may not see."""
    secret = game.rules.secret
    return game.once.told(present.head, ("line", eyes), lambda: covered(present.line, secret, eyes))


def names_seen(game: Game, present: Present) -> dict[str, str]:
    """As ``called_in``; it must not be changed."""
    return game.once.told(present.head, "names", lambda: called_in(present))


def rulings_seen(game: Game, present: Present, eyes: Eyes) -> Sequence[dict[str, Plain]]:
    """Every ruling, newest first, as ``record.rulings``; none of them may be changed."""
    line, names = line_seen(game, present, eyes), names_seen(game, present)
    return game.once.told(
        present.head, ("rulings", eyes), lambda: tuple(record.rulings(line, None, names))
    )


def newest_seen(game: Game, present: Present, eyes: Eyes, most: int) -> Sequence[RulingCard]:
    """The rulings of the newest *most* actions, newest first, as pages are told."""
    line, names = line_seen(game, present, eyes), names_seen(game, present)
    return game.once.told(
        present.head,
        ("newest", eyes, most),
        lambda: tuple(record.card_of(one) for one in record.rulings(line, most, names)),
    )
