"""What a snapshot says in inches.

Law: pure arithmetic on frozen values. No cv2, no numpy, no input or output, no clock.
``rules`` may import this folder and nothing else of ``vision``. Frames of reference are
defined in docs/coordinates.md, every query in docs/measuring.md; every number carries its
unit in its name.
"""

from vision.measure.arc import gun_arc, in_arc, zone
from vision.measure.formation import (
    count_figures,
    end_file,
    rank_behind,
    spacing,
    stands_behind,
    support,
    touching_group,
    touching_pairs,
)
from vision.measure.grid import square_of
from vision.measure.ground import (
    cover_from,
    cover_state,
    depth_inside,
    in_terrain,
    inside_fraction,
    level_at,
    nearest_cover,
    touching_terrain,
    uphill,
)
from vision.measure.lines.guns import gun_lane, shot_line
from vision.measure.lines.lanes import friend_to_line, friends_in_line, lane_clear, overhead
from vision.measure.lines.openings import gap_width, los_full_base
from vision.measure.lines.sight import sight
from vision.measure.move import (
    charge_straight,
    facing_change,
    gun_pivot,
    in_forward_arc,
    move_distance,
    wheel_pivot,
)
from vision.measure.order import (
    bearing_away,
    front_line_gap,
    lateral_order,
    nearest,
    nearest_by_gap,
    not_behind,
    rout_view,
)
from vision.measure.path import (
    crosses_obstacle,
    interpenetrates,
    path_region,
    path_split,
    pursuit_path,
    retreat_path,
    straight_path,
)
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
from vision.measure.shapes.footprint import UnitShape, unit_shape

__all__ = [
    "UnitShape",
    "attached",
    "base_gap",
    "bearing_away",
    "charge_straight",
    "command_distance",
    "contact",
    "count_figures",
    "cover_from",
    "cover_state",
    "crosses_obstacle",
    "depth_inside",
    "edge_distance",
    "end_file",
    "facing_change",
    "friend_to_line",
    "friends_in_line",
    "front_line_gap",
    "front_range",
    "gap",
    "gap_width",
    "gun_arc",
    "gun_lane",
    "gun_pivot",
    "in_arc",
    "in_forward_arc",
    "in_terrain",
    "inside_fraction",
    "interpenetrates",
    "lane_clear",
    "lateral_order",
    "level_at",
    "los_full_base",
    "move_distance",
    "nearest",
    "nearest_by_gap",
    "nearest_cover",
    "not_behind",
    "off_table",
    "overhead",
    "path_region",
    "path_split",
    "pursuit_path",
    "rank_behind",
    "retreat_path",
    "rout_view",
    "shoot_range",
    "shot_line",
    "sight",
    "spacing",
    "square_of",
    "stands_behind",
    "straight_path",
    "support",
    "touching_group",
    "touching_pairs",
    "touching_terrain",
    "unit_shape",
    "uphill",
    "wheel_pivot",
    "zone",
]
