"""What a person measures, a minute each: a taped distance, a straight edge, bases in a jig."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from flask import Response, jsonify
from msgspec import Meta, Struct

from rules.kernel.plain import to_plain
from webui.server.routes import Doors, body
from webui.server.setting_up.setup_interface import TableSetter

MM_IN = 1 / 25.4

Number = Annotated[int, Meta(ge=0, le=1023)]
Inches = Annotated[float, Meta(ge=0, le=400)]
Below = Annotated[float, Meta(ge=-50, le=50)]


class Taped(Struct, forbid_unknown_fields=True):
    """``distance_in``: between the centres of two markers."""

    first: Number
    second: Number
    distance_in: Annotated[float, Meta(ge=6, le=400)]


class Spot(Struct, forbid_unknown_fields=True):
    """``below_mm``: how far the table top lies below the straight edge there."""

    x_in: Inches
    y_in: Inches
    below_mm: Below


class Laid(Struct, forbid_unknown_fields=True):
    spots: Annotated[list[Spot], Meta(min_length=1, max_length=12)]


class InTheJig(Struct, forbid_unknown_fields=True):
    """``payload``: of the base that stands in the jig now."""

    payload: Annotated[str, Meta(min_length=1, max_length=60)]


def hang(doors: Doors, setter: Callable[[], TableSetter]) -> None:
    """Hang the tape, the straight edge and the jig."""

    @doors.post("/setup/wizard/tape", "umpire", "a distance between two markers, by tape")
    def tape() -> Response:
        said = body(Taped)
        return jsonify(to_plain(setter().tape(said.first, said.second, said.distance_in)))

    @doors.post("/setup/wizard/flat", "umpire", "heights of the table top, by a straight edge")
    def flat() -> Response:
        spots = [(each.x_in, each.y_in, -each.below_mm * MM_IN) for each in body(Laid).spots]
        return jsonify(to_plain(setter().straight_edge(spots)))

    @doors.post(
        "/setup/wizard/jig", "umpire", "learn how the label of the base in the jig is glued"
    )
    def jig() -> Response:
        return jsonify(to_plain(setter().jig(body(InTheJig).payload)))
