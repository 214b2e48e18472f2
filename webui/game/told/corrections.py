"""What was put right, in words: overrulings, steps run again, values by hand, disputes.

Law: reads events, never writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.kernel.protocol import Plain
from webui.game.journal.journal import Event
from webui.game.told.headline import headline

Beside = dict[tuple[int, int], list[dict[str, Plain]]]
"""What stands beside a ruling, by its outcome's event and its number in it."""


def main_says(done: Event) -> str:
    """What the last ruling says, remarks beside the story left out."""
    rulings = [one for one in done.body["rulings"] if not one.get("aside")]
    return str(rulings[-1]["says"]) if rulings else ""


def overruled(line: Sequence[Event], names: Mapping[str, str]) -> Beside:
    """Every overruling on *line*: what holds instead, why, and who said so."""
    found: Beside = {}
    rulings = {event.id: event.body["rulings"] for event in line if event.kind == "done"}
    for at, event in enumerate(line):
        body = event.body
        if event.kind == "overrule":
            says, key = body["says"], (int(body["of"]), int(body["index"]))
        elif event.kind == "again" and body["of"]:
            says, key = _instead(line[at + 1 :], names), _main(int(body["of"]), rulings)
        else:
            continue
        told = {"says": says, "reason": body["reason"], "who": body["who"], "at_s": body["at_s"]}
        found.setdefault(key, []).append(told)
    return found


def _main(of: int, rulings: Mapping[int, Sequence[Mapping[str, Plain]]]) -> tuple[int, int]:
    """The ruling that tells the whole step: the last that is no remark."""
    told = [k for k, one in enumerate(rulings.get(of, [])) if not one.get("aside")]
    return of, told[-1] if told else 0


def _instead(after: Sequence[Event], names: Mapping[str, str]) -> str:
    """What a step that was run again came to."""
    for event in after:
        if event.kind == "done":
            return headline(event.body.get("consequences", []), names, main_says(event))
        if event.kind in ("declare", "again"):
            break
    return "the step is played again"


def again(begun: Event) -> Plain:
    """What an umpire set so that the step was run again, None for any other step."""
    if begun.kind != "again":
        return None
    body = begun.body
    return {"of": body["of"], "set": set_to(body), "reason": body["reason"], "who": body["who"]}


def set_to(body: Mapping[str, Plain]) -> str:
    """What was set: ``to hit: 6, 2 becomes 6, 5``."""
    told = [
        f"{one['prompt']['what']}: {_said(one, 'was')} becomes {_said(one, 'answer')}"
        for one in body["answers"]
        if one.get("was") is not None
    ]
    return "; ".join([*told, *(_length(one) for one in body.get("readings", []))])


def _length(one: Mapping[str, Plain]) -> str:
    what = str(one["what"]).replace("_", " ")
    return f"{what} {one['frm']} to {one['to']} is {one['value']:g} {one['unit']}"


def _said(one: Mapping[str, Plain], which: str) -> str:
    labels = {o["key"]: o.get("label") or o["key"] for o in one["prompt"].get("options", [])}
    return ", ".join(str(labels.get(str(part), part)) for part in one[which])


def disputes(line: Sequence[Event]) -> Beside:
    """Every dispute on *line*: about what, what was measured and said, who agreed."""
    found: Beside = {}
    for event in line:
        if event.kind == "dispute":
            body = event.body
            told = {"event": event.id, "says": disputed(body), "about": body["about"],
                    "tape": body.get("tape"), "agreed": body.get("agreed", []),
                    "who": body["who"], "at_s": body["at_s"]}  # fmt: skip
            found.setdefault((int(body["of"]), int(body["index"])), []).append(told)
    return found


def disputed(body: Mapping[str, Plain]) -> str:
    """A dispute in a sentence."""
    tape, agreed = body.get("tape"), body.get("agreed", [])
    parts = [
        f"by tape {tape:g} in" if tape is not None else "",
        str(body.get("says", "")),
        f"{' and '.join(agreed)} {'agree' if len(agreed) > 1 else 'agrees'}" if agreed else "",
    ]
    return f"Disputed, {body['about']}: {'; '.join(part for part in parts if part)}"


def edited(body: Mapping[str, Plain]) -> str:
    """A value set by hand, and what it changed for whom."""
    changed = headline(body.get("consequences", []), {})
    bare = f"{body['path']}: {body['old']} becomes {body['value']}"
    return (f"By hand: {changed} ({bare})" if changed else bare) + because(body["reason"])


def because(why: str) -> str:
    """The reason as the end of a sentence, "" without one."""
    return f", because {why}" if why else ""


SENTENCES: Mapping[str, Callable[[Mapping[str, Plain]], str]] = {
    "overrule": lambda body: f"Overruled: {body['says']}{because(body['reason'])}",
    "again": lambda body: f"Overruled: {set_to(body)}{because(body['reason'])}",
    "edit": edited,
    "dispute": disputed,
}
"""A step that puts something right, in one sentence, by its kind."""
