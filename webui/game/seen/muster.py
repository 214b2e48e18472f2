"""Two armies drawn up on an empty table, for playing without a camera.

Law: no rule; a place to start from, to be dragged into shape.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.protocol import Army, BaseShape, RuleSet
from vision.table.snapshot import Base, Pose, Snapshot

SIZE_IN = (72.0, 48.0)
FIRST_ROW_IN = 8.0
NEXT_ROW_IN = 4.0
SIDE_GAP_IN = 2.0
UNKNOWN = BaseShape("", 2.0, 1.6)
"""What a base is taken for when the rule set does not say how its kind is cut."""


def muster(rules: RuleSet, armies: tuple[Army, Army]) -> Snapshot:
    """The first army along the south edge looking north, the second opposite."""
    south = tuple(_drawn_up(rules, armies[0], FIRST_ROW_IN, 90.0))
    north = tuple(_drawn_up(rules, armies[1], SIZE_IN[1] - FIRST_ROW_IN, 270.0))
    return Snapshot(SIZE_IN, (*south, *north))


def _drawn_up(rules: RuleSet, army: Army, row_in: float, facing_deg: float) -> Iterator[Base]:
    kinds = {kind.kind: kind.bases for kind in rules.roster.kinds}
    back_in = -NEXT_ROW_IN if facing_deg == 90.0 else NEXT_ROW_IN
    x_in, y_in = SIDE_GAP_IN, row_in
    for unit in army.units:
        shapes = kinds.get(unit.kind, ()) or (UNKNOWN,)
        cut = [shapes[min(i, len(shapes) - 1)] for i in range(len(unit.bases))]
        width_in = sum(shape.frontage_in for shape in cut)
        if x_in + width_in > SIZE_IN[0] - SIDE_GAP_IN and x_in > SIDE_GAP_IN:
            x_in, y_in = SIDE_GAP_IN, min(max(y_in + back_in, 1.0), SIZE_IN[1] - 1.0)
        for payload, shape in zip(unit.bases, cut, strict=True):
            pose = Pose(round(x_in + shape.frontage_in / 2, 3), y_in, facing_deg)
            yield _base(payload, unit.id, army.side, shape, pose)
            x_in += shape.frontage_in
        x_in += SIDE_GAP_IN


def _base(payload: str, unit: str, side: str, shape: BaseShape, pose: Pose) -> Base:
    return Base(
        payload,
        shape.frontage_in,
        shape.depth_in,
        pose,
        unit=unit,
        side=side,
        kind=shape.kind,
        round=shape.round,
        figures=shape.figures,
    )
