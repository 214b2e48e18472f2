"""How often each face came up and how often the camera was corrected, so that all can see it.

Law: reads the line being played, never writes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.kernel.protocol import Plain
from webui.game.journal.journal import Event

FACES = range(1, 7)


def dice_record(line: Iterable[Event]) -> dict[str, Plain]:
    """Faces of six-sided dice, by how they came: read by a camera, or typed or thrown otherwise.

    ``corrected``: ``{"from": 3, "to": 5, "times": 1}``; from 0: it was not sure and a person
    named it.
    """
    read: Counter[int] = Counter()
    other: Counter[int] = Counter()
    changed: Counter[tuple[int, int]] = Counter()
    throws: list[Plain] = []
    for event in line:
        prompt = event.body["prompt"] if event.kind == "answer" else {}
        if prompt.get("ask") != "roll" or prompt.get("sides", 6) != len(FACES):
            continue
        faces, seen = event.body["answer"], event.body.get("read", [])
        (read if seen else other).update(faces)
        if seen:
            pairs = zip(seen, faces, strict=False)
            changed.update((frm, to) for frm, to in pairs if frm != to)
            throws.append({"event": event.id, "what": prompt["what"], "faces": faces,
                           "how": event.body["how"]})  # fmt: skip
    return {
        "read": [read[face] for face in FACES],
        "other": [other[face] for face in FACES],
        "corrected": [
            {"from": frm, "to": to, "times": times} for (frm, to), times in sorted(changed.items())
        ],
        "throws": throws[::-1],
    }
