"""The four action tables, every cell, and which result means what (SKM-ACT…, SKM-CODE)."""

from __future__ import annotations

from msgspec import Struct

RETROGRADE = ("COVER", "WITHDRAW", "RUN", "TROT_AWAY", "FLEE")
PANIC = ("RUN", "FLEE")
RUNNING = ("RUN", "FLEE")
FALLING_BACK = ("WITHDRAW", "RUN", "TROT_AWAY", "FLEE")

MEANING: dict[str, str] = {
    "CONTINUE": "keep doing what it was doing",
    "CONT_FACE": "the same, turned to the nearest enemy, no charge",
    "CONT_FACE_CHARGE": "the same, turned to the nearest enemy; charge if it is in reach",
    "ADV_CHARGE": "advance on the nearest enemy, charge if in reach",
    "ADV_NEAREST": "go for the nearest visible enemy",
    "HALT": "stop in place, facing the nearest enemy",
    "HALT_COVER": "stop in the nearest cover, facing where the enemy was",
    "COVER": "to the nearest cover in one move, else away from all enemies",
    "WITHDRAW": "back to cover farther from the enemy",
    "RUN": "run from the nearest enemy",
    "TROT_AWAY": "turn and trot away from all enemies",
    "FLEE": "gallop from the nearest enemy",
    "TROT_SHOOT": "trot up, stop at medium range, shoot",
    "SWEDE_ATTACK": "trot up; shoot at pikes met head on, gallop into anyone else",
}


def meaning(code: str) -> str:
    """What a result has a group do, in words."""
    return MEANING.get(code, "as its player decides")


CODE_RULE: dict[str, str] = {
    "CONTINUE": "SKM-CODE-01", "CONT_FACE": "SKM-CODE-02", "CONT_FACE_CHARGE": "SKM-CODE-03",
    "ADV_CHARGE": "SKM-CODE-04", "ADV_NEAREST": "SKM-ACTX-01", "HALT": "SKM-CODE-05",
    "HALT_COVER": "SKM-ACTX-03", "COVER": "SKM-CODE-06", "WITHDRAW": "SKM-CODE-07",
    "RUN": "SKM-CODE-08", "TROT_AWAY": "SKM-CODE-09", "FLEE": "SKM-CODE-10",
    "TROT_SHOOT": "SKM-CODE-11", "SWEDE_ATTACK": "SKM-CODE-12",
}  # fmt: skip


class Cell(Struct, frozen=True):
    """One cell: the result, whether dragoons dismount (``*``) or remount (``!``), its rule."""

    code: str
    rule: str
    dismount: bool = False
    remount: bool = False


class Row(Struct, frozen=True):
    """A row: risk factors from ``least`` up to the next row, and its six cells."""

    least: int
    label: str
    cells: tuple[Cell, ...]


class ActionTable(Struct, frozen=True):
    """One of the four tables."""

    name: str
    title: str
    rows: tuple[Row, ...]

    def row(self, risk: int) -> Row:
        """The row for a risk factor; the first row takes everything below."""
        return [row for row in self.rows if row.least <= risk or row is self.rows[0]][-1]

    def is_best(self, risk: int) -> bool:
        """Is it the row of the least risk?"""
        return self.row(risk) is self.rows[0]


def _table(name: str, title: str, text: str) -> ActionTable:
    """A table from its text: a line a row with its risk factors, then lines of its cells."""
    rows: list[Row] = []
    for line in text.strip().splitlines():
        if line.startswith("  "):
            cells = tuple(map(_cell, line.split("|")))
            rows[-1] = Row(rows[-1].least, rows[-1].label, (*rows[-1].cells, *cells))
        else:
            rows.append(Row(int(line.split()[0].split("-")[0]), line.strip(), ()))
    return ActionTable(name, title, tuple(rows))


def _cell(text: str) -> Cell:
    rule, code, *marks = text.split()
    return Cell(code, rule, "*" in marks, "!" in marks)


SHOT = _table("ACTSHOT", "Firearms, other long range weapons, and dragoons", """
0 or less
  SKM-ACTSHOT-R0-D1 CONTINUE | SKM-ACTSHOT-R0-D2 CONTINUE | SKM-ACTSHOT-R0-D3 CONTINUE
  SKM-ACTSHOT-R0-D4 CONTINUE | SKM-ACTSHOT-R0-D5 CONTINUE | SKM-ACTSHOT-R0-D6 ADV_NEAREST
1
  SKM-ACTSHOT-R1-D1 COVER | SKM-ACTSHOT-R1-D2 HALT * | SKM-ACTSHOT-R1-D3 HALT *
  SKM-ACTSHOT-R1-D4 CONT_FACE_CHARGE | SKM-ACTSHOT-R1-D5 CONT_FACE_CHARGE
  SKM-ACTSHOT-R1-D6 ADV_CHARGE !
2-5
  SKM-ACTSHOT-R2-D1 WITHDRAW | SKM-ACTSHOT-R2-D2 COVER | SKM-ACTSHOT-R2-D3 HALT *
  SKM-ACTSHOT-R2-D4 HALT * | SKM-ACTSHOT-R2-D5 CONT_FACE_CHARGE | SKM-ACTSHOT-R2-D6 ADV_CHARGE
6-8
  SKM-ACTSHOT-R6-D1 RUN | SKM-ACTSHOT-R6-D2 WITHDRAW | SKM-ACTSHOT-R6-D3 COVER
  SKM-ACTSHOT-R6-D4 COVER | SKM-ACTSHOT-R6-D5 HALT * | SKM-ACTSHOT-R6-D6 CONT_FACE_CHARGE
9 or more
  SKM-ACTSHOT-R9-D1 RUN | SKM-ACTSHOT-R9-D2 RUN | SKM-ACTSHOT-R9-D3 WITHDRAW
  SKM-ACTSHOT-R9-D4 COVER | SKM-ACTSHOT-R9-D5 COVER | SKM-ACTSHOT-R9-D6 HALT *
""")  # fmt: skip

MELEE = _table("ACTMELEE", "Close-combat weapons", """
1 or less
  SKM-ACTMELEE-R1-D1 CONTINUE | SKM-ACTMELEE-R1-D2 CONTINUE | SKM-ACTMELEE-R1-D3 CONTINUE
  SKM-ACTMELEE-R1-D4 CONTINUE | SKM-ACTMELEE-R1-D5 CONTINUE | SKM-ACTMELEE-R1-D6 ADV_NEAREST
2
  SKM-ACTMELEE-R2-D1 COVER | SKM-ACTMELEE-R2-D2 HALT | SKM-ACTMELEE-R2-D3 CONT_FACE
  SKM-ACTMELEE-R2-D4 CONT_FACE_CHARGE | SKM-ACTMELEE-R2-D5 ADV_CHARGE
  SKM-ACTMELEE-R2-D6 ADV_CHARGE
3-6
  SKM-ACTMELEE-R3-D1 COVER | SKM-ACTMELEE-R3-D2 COVER | SKM-ACTMELEE-R3-D3 HALT
  SKM-ACTMELEE-R3-D4 CONT_FACE | SKM-ACTMELEE-R3-D5 CONT_FACE_CHARGE | SKM-ACTMELEE-R3-D6 ADV_CHARGE
7-8
  SKM-ACTMELEE-R7-D1 RUN | SKM-ACTMELEE-R7-D2 COVER | SKM-ACTMELEE-R7-D3 COVER
  SKM-ACTMELEE-R7-D4 COVER | SKM-ACTMELEE-R7-D5 HALT | SKM-ACTMELEE-R7-D6 CONT_FACE_CHARGE
9 or more
  SKM-ACTMELEE-R9-D1 RUN | SKM-ACTMELEE-R9-D2 RUN | SKM-ACTMELEE-R9-D3 COVER
  SKM-ACTMELEE-R9-D4 COVER | SKM-ACTMELEE-R9-D5 COVER | SKM-ACTMELEE-R9-D6 HALT
""")  # fmt: skip

DUTCH = _table("ACTDUTCH", "Horse trained in the Dutch manner", """
0 or less
  SKM-ACTDUTCH-R0-D1 CONTINUE | SKM-ACTDUTCH-R0-D2 CONTINUE | SKM-ACTDUTCH-R0-D3 CONTINUE
  SKM-ACTDUTCH-R0-D4 CONTINUE | SKM-ACTDUTCH-R0-D5 CONTINUE | SKM-ACTDUTCH-R0-D6 ADV_NEAREST
1-2
  SKM-ACTDUTCH-R1-D1 TROT_AWAY | SKM-ACTDUTCH-R1-D2 HALT | SKM-ACTDUTCH-R1-D3 HALT
  SKM-ACTDUTCH-R1-D4 TROT_SHOOT | SKM-ACTDUTCH-R1-D5 TROT_SHOOT | SKM-ACTDUTCH-R1-D6 TROT_SHOOT
3-6
  SKM-ACTDUTCH-R3-D1 TROT_AWAY | SKM-ACTDUTCH-R3-D2 TROT_AWAY | SKM-ACTDUTCH-R3-D3 HALT
  SKM-ACTDUTCH-R3-D4 HALT | SKM-ACTDUTCH-R3-D5 TROT_SHOOT | SKM-ACTDUTCH-R3-D6 TROT_SHOOT
7-8
  SKM-ACTDUTCH-R7-D1 FLEE | SKM-ACTDUTCH-R7-D2 TROT_AWAY | SKM-ACTDUTCH-R7-D3 TROT_AWAY
  SKM-ACTDUTCH-R7-D4 TROT_AWAY | SKM-ACTDUTCH-R7-D5 HALT | SKM-ACTDUTCH-R7-D6 TROT_SHOOT
9 or more
  SKM-ACTDUTCH-R9-D1 FLEE | SKM-ACTDUTCH-R9-D2 FLEE | SKM-ACTDUTCH-R9-D3 TROT_AWAY
  SKM-ACTDUTCH-R9-D4 TROT_AWAY | SKM-ACTDUTCH-R9-D5 TROT_AWAY | SKM-ACTDUTCH-R9-D6 TROT_AWAY
""")  # fmt: skip

SWEDISH = _table("ACTSWED", "Horse trained in the Swedish manner", """
0 or less
  SKM-ACTSWED-R0-D1 CONTINUE | SKM-ACTSWED-R0-D2 CONTINUE | SKM-ACTSWED-R0-D3 CONTINUE
  SKM-ACTSWED-R0-D4 CONTINUE | SKM-ACTSWED-R0-D5 CONTINUE | SKM-ACTSWED-R0-D6 ADV_NEAREST
1-2
  SKM-ACTSWED-R1-D1 TROT_AWAY | SKM-ACTSWED-R1-D2 HALT | SKM-ACTSWED-R1-D3 TROT_SHOOT
  SKM-ACTSWED-R1-D4 SWEDE_ATTACK | SKM-ACTSWED-R1-D5 SWEDE_ATTACK | SKM-ACTSWED-R1-D6 SWEDE_ATTACK
3-6
  SKM-ACTSWED-R3-D1 TROT_AWAY | SKM-ACTSWED-R3-D2 TROT_AWAY | SKM-ACTSWED-R3-D3 HALT
  SKM-ACTSWED-R3-D4 TROT_SHOOT | SKM-ACTSWED-R3-D5 SWEDE_ATTACK | SKM-ACTSWED-R3-D6 SWEDE_ATTACK
7-8
  SKM-ACTSWED-R7-D1 FLEE | SKM-ACTSWED-R7-D2 TROT_AWAY | SKM-ACTSWED-R7-D3 TROT_AWAY
  SKM-ACTSWED-R7-D4 TROT_AWAY | SKM-ACTSWED-R7-D5 HALT | SKM-ACTSWED-R7-D6 HALT
9 or more
  SKM-ACTSWED-R9-D1 FLEE | SKM-ACTSWED-R9-D2 FLEE | SKM-ACTSWED-R9-D3 TROT_AWAY
  SKM-ACTSWED-R9-D4 TROT_AWAY | SKM-ACTSWED-R9-D5 TROT_AWAY | SKM-ACTSWED-R9-D6 HALT
""")  # fmt: skip

TABLES: dict[str, ActionTable] = {
    "shot": SHOT, "melee": MELEE, "dutch": DUTCH, "swedish": SWEDISH,
}  # fmt: skip
