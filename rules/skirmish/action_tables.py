"""The four action tables, every cell, and which result means what (SKM-ACT…, SKM-CODE)."""

from __future__ import annotations

from msgspec import Struct

RETROGRADE = ("COVER", "WITHDRAW", "RUN", "TROT_AWAY", "FLEE")
PANIC = ("RUN", "FLEE")
RUNNING = ("RUN", "FLEE")
FALLING_BACK = ("WITHDRAW", "RUN", "TROT_AWAY", "FLEE", "COVER")

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


def _cell(table: str, row: int, die: int, text: str) -> Cell:
    code, *marks = text.split()
    return Cell(code, f"SKM-{table}-R{row}-D{die}", "*" in marks, "!" in marks)


def _table(name: str, title: str, text: str) -> ActionTable:
    rows = []
    for line in text.strip().splitlines():
        label, *cells = (part.strip() for part in line.split("|"))
        least = int(label.split()[0].split("-")[0])
        made = tuple(_cell(name, least, die, cell) for die, cell in enumerate(cells, start=1))
        rows.append(Row(least, label, made))
    return ActionTable(name, title, tuple(rows))


SHOT = _table("ACTSHOT", "Firearms, other long range weapons, and dragoons", """
0 or less | CONTINUE | CONTINUE | CONTINUE | CONTINUE | CONTINUE | ADV_NEAREST
1 | COVER | HALT * | HALT * | CONT_FACE_CHARGE | CONT_FACE_CHARGE | ADV_CHARGE !
2-5 | WITHDRAW | COVER | HALT * | HALT * | CONT_FACE_CHARGE | ADV_CHARGE
6-8 | RUN | WITHDRAW | COVER | COVER | HALT * | CONT_FACE_CHARGE
9 or more | RUN | RUN | WITHDRAW | COVER | COVER | HALT *
""")  # fmt: skip

MELEE = _table("ACTMELEE", "Close-combat weapons", """
1 or less | CONTINUE | CONTINUE | CONTINUE | CONTINUE | CONTINUE | ADV_NEAREST
2 | COVER | HALT | CONT_FACE | CONT_FACE_CHARGE | ADV_CHARGE | ADV_CHARGE
3-6 | COVER | COVER | HALT | CONT_FACE | CONT_FACE_CHARGE | ADV_CHARGE
7-8 | RUN | COVER | COVER | COVER | HALT | CONT_FACE_CHARGE
9 or more | RUN | RUN | COVER | COVER | COVER | HALT
""")  # fmt: skip

DUTCH = _table("ACTDUTCH", "Horse trained in the Dutch manner", """
0 or less | CONTINUE | CONTINUE | CONTINUE | CONTINUE | CONTINUE | ADV_NEAREST
1-2 | TROT_AWAY | HALT | HALT | TROT_SHOOT | TROT_SHOOT | TROT_SHOOT
3-6 | TROT_AWAY | TROT_AWAY | HALT | HALT | TROT_SHOOT | TROT_SHOOT
7-8 | FLEE | TROT_AWAY | TROT_AWAY | TROT_AWAY | HALT | TROT_SHOOT
9 or more | FLEE | FLEE | TROT_AWAY | TROT_AWAY | TROT_AWAY | TROT_AWAY
""")  # fmt: skip

SWEDISH = _table("ACTSWED", "Horse trained in the Swedish manner", """
0 or less | CONTINUE | CONTINUE | CONTINUE | CONTINUE | CONTINUE | ADV_NEAREST
1-2 | TROT_AWAY | HALT | TROT_SHOOT | SWEDE_ATTACK | SWEDE_ATTACK | SWEDE_ATTACK
3-6 | TROT_AWAY | TROT_AWAY | HALT | TROT_SHOOT | SWEDE_ATTACK | SWEDE_ATTACK
7-8 | FLEE | TROT_AWAY | TROT_AWAY | TROT_AWAY | HALT | HALT
9 or more | FLEE | FLEE | TROT_AWAY | TROT_AWAY | TROT_AWAY | HALT
""")  # fmt: skip

TABLES: dict[str, ActionTable] = {
    "shot": SHOT, "melee": MELEE, "dutch": DUTCH, "swedish": SWEDISH,
}  # fmt: skip
