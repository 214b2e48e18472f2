"""How often each face came up and how often the camera was corrected, so that all can see it.

Law: reads the line being played, never writes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from webui.game.events.kinds import Answered
from webui.game.events.parts import PromptTold
from webui.game.journal.journal import Event
from webui.game.told.page.beside import DiceRecord, FaceChanged, ThrowRead
from webui.game.told.sentences import thrown_before

FACES = range(1, 7)


def dice_record(title: str, line: Iterable[Event]) -> DiceRecord:
    """Faces of six-sided dice, by how they came: read by a camera, or typed or thrown otherwise.
    Throws that were thrown again are told and not counted.

    ``corrected``: ``{"from": 3, "to": 5, "times": 1}``; from 0: it was not sure and a person
    named it.
    """
    read: Counter[int] = Counter()
    other: Counter[int] = Counter()
    changed: Counter[tuple[int, int]] = Counter()
    throws: list[ThrowRead] = []
    for event in line:
        content = event.content
        if not isinstance(content, Answered) or not _of_six(content.prompt.value):
            continue
        faces, seen = [one for one in content.answer or [] if isinstance(one, int)], content.read
        (read if seen else other).update(faces)
        if seen:
            pairs = zip(seen, faces, strict=False)
            changed.update((frm, to) for frm, to in pairs if frm != to)
            what = content.prompt.value.what
            first = thrown_before(content.before)
            throws.append(ThrowRead(event.id, what, faces, content.how, first))
    return DiceRecord(
        title=title,
        read=[read[face] for face in FACES],
        other=[other[face] for face in FACES],
        corrected=[FaceChanged(*pair, times) for pair, times in sorted(changed.items())],
        throws=throws[::-1],
    )


def _of_six(prompt: PromptTold) -> bool:
    """Did it ask for six-sided dice?"""
    return prompt.ask == "roll" and prompt.sides in (None, len(FACES))
