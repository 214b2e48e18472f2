"""What a snapshot says in inches.

Law: pure arithmetic on frozen values. No cv2, no numpy, no input or output, no clock.
``rules`` may import this folder and nothing else of ``vision``. Frames of reference are
defined in docs/coordinates.md, every query in docs/measuring.md; every number carries its
unit in its name.
"""

from vision.measure.answers import Arc, Contact, EdgeDistance, Sight, Zone
from vision.measure.arc import gun_arc, in_arc, zone
from vision.measure.footprint import UnitShape, unit_shape
from vision.measure.move import facing_change, move_distance
from vision.measure.range import (
    attached,
    base_gap,
    command_distance,
    contact,
    edge_distance,
    front_range,
    gap,
    off_table,
    shoot_range,
)
from vision.measure.sight import sight

__all__ = [
    "Arc",
    "Contact",
    "EdgeDistance",
    "Sight",
    "UnitShape",
    "Zone",
    "attached",
    "base_gap",
    "command_distance",
    "contact",
    "edge_distance",
    "facing_change",
    "front_range",
    "gap",
    "gun_arc",
    "in_arc",
    "move_distance",
    "off_table",
    "shoot_range",
    "sight",
    "unit_shape",
    "zone",
]
