"""Why something may not be: a sentence without ids, and beside it, as fields, what it rests on.

Law: no code reads the sentence; whoever wants an id, a house rule or a reading takes the field.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from vision.table.reading import Reading


class Refusal(Struct, frozen=True):
    """What is wrong: ``rules`` are the ids it rests on, ``house`` the house rules in force as
    ``name=value``, ``readings`` what was measured.

    ``kind``: a ``note`` or a ``warning`` is advice and forbids nothing. ``about``: the id of the
    unit of an army that is at fault, "" for none or the whole army.
    """

    says: str
    rules: tuple[str, ...] = ()
    house: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    kind: Literal["fault", "note", "warning"] = "fault"
    about: str = ""

    def __str__(self) -> str:
        """All of it as one line, for a terminal, a log and a transcript."""
        kind = "" if self.kind == "fault" else f"{self.kind}: "
        rules = f" ({', '.join(self.rules)})" if self.rules else ""
        house = f" [house rule {', '.join(self.house)}]" if self.house else ""
        return f"{kind}{self.says}{rules}{house}"

    def also(self, *rules: str, house: tuple[str, ...] = (), before: str = "") -> Refusal:
        """The same, resting on more besides; *before* begins the sentence."""
        return replace(
            self,
            says=f"{before}{self.says}",
            rules=tuple(dict.fromkeys((*self.rules, *rules))),
            house=tuple(dict.fromkeys((*self.house, *house))),
        )


def refusal(
    says: str,
    *rules: str,
    house: tuple[str, ...] = (),
    readings: tuple[Reading, ...] = (),
    kind: Literal["fault", "note", "warning"] = "fault",
    about: str = "",
) -> Refusal:
    """A refusal with the ids it rests on."""
    return Refusal(says, rules, house, readings, kind, about)


def together(faults: Sequence[Refusal]) -> Refusal | None:
    """Several faults as one, None when there is none."""
    if not faults:
        return None
    rules = tuple(dict.fromkeys(rule for one in faults for rule in one.rules))
    return Refusal("; ".join(one.says for one in faults), rules)


class IllegalAction(ValueError):
    """The rules do not allow it; ``refusal`` says why, as fields.

    ``str()`` of it is one line with the ids, for terminals, logs and tests.
    """

    def __init__(
        self,
        why: str | Refusal,
        *rules: str,
        house: tuple[str, ...] = (),
        readings: tuple[Reading, ...] = (),
    ) -> None:
        found = why if isinstance(why, Refusal) else Refusal(why)
        self.refusal = replace(
            found,
            rules=(*found.rules, *rules),
            house=(*found.house, *house),
            readings=(*found.readings, *readings),
        )
        super().__init__(str(self.refusal))


def forbid(fault: Refusal | None) -> None:
    """Refuse an action that has a fault, in a sentence that begins with a capital.

    Raises:
        IllegalAction: with that fault.
    """
    if fault is not None:
        raise IllegalAction(replace(fault, says=fault.says[:1].upper() + fault.says[1:]))
