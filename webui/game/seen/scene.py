"""The table as the game knows it: what is seen, whose it is, and what hands have put right.

Law: pure. A hand-placed pose or a hand-typed reading overrules the camera until it is given
back; both are marked as by hand wherever they go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.kernel.prompts import Newcomer
from rules.kernel.protocol import Army
from vision.measure.shapes.hill import ground_at
from vision.table.reading import HandReading
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

HAND_SIGMA_IN = 0.05
"""One standard deviation of a base put on the picture by a finger: half a picture pixel at
the usual 12 px an inch, and what a zoomed-in drag can do."""
HAND_SIGMA_DEG = 1.0


@dataclass(frozen=True, slots=True)
class ByHand:
    """What people have set for this game: poses by payload, readings, terrain if drawn."""

    poses: Mapping[str, tuple[float, float, float]]
    readings: tuple[HandReading, ...] = ()
    terrain: tuple[Terrain, ...] | None = None


def scene(
    seen: Snapshot,
    armies: Iterable[Army],
    hand: ByHand,
    arriving: Sequence[Newcomer] = (),
    fallen: frozenset[str] = frozenset(),
) -> Snapshot:
    """*seen* with owners from the armies and everything that hands have set.

    A base of the *arriving* that no camera knows is never seen until a hand puts it down. Of
    the *fallen* (tags) only those are left that are still seen: the others have been lifted.
    """
    owners = _owners(armies)
    terrain = seen.terrain if hand.terrain is None else hand.terrain
    there = (*seen.bases, *_unknown(seen, [one for one in arriving if one.id not in fallen]))
    bases = tuple(
        _own(base, owners, hand, terrain, by_hand=seen.by_hand)
        for base in there
        if base.payload not in fallen or base.status in ("seen", "moving")
    )
    return replace(seen, bases=bases, terrain=terrain, readings=(*seen.readings, *hand.readings))


def _unknown(seen: Snapshot, arriving: Sequence[Newcomer]) -> Iterator[Base]:
    known = {base.payload for base in seen.bases}
    for one in arriving:
        if one.id not in known:
            yield Base(
                one.id,
                one.frontage_in,
                one.depth_in,
                None,
                unit=one.id,
                side=one.side,
                kind=one.base,
                status="never",
                figures=one.figures,
            )


def _owners(armies: Iterable[Army]) -> dict[str, tuple[str, str]]:
    return {
        payload: (unit.id, army.side)
        for army in armies
        for unit in army.units
        for payload in unit.bases
    }


def _own(
    base: Base,
    owners: Mapping[str, tuple[str, str]],
    hand: ByHand,
    terrain: Sequence[Terrain],
    *,
    by_hand: bool,
) -> Base:
    if base.payload in owners:
        unit, side = owners[base.payload]
        base = replace(base, unit=unit, side=side)
    if base.payload in hand.poses:
        x_in, y_in, facing_deg = hand.poses[base.payload]
        ground_in = ground_at(x_in, y_in, terrain)
        spread = (HAND_SIGMA_IN**2, 0.0, 0.0, HAND_SIGMA_IN**2, 0.0, HAND_SIGMA_DEG**2)
        pose = Pose(x_in, y_in, facing_deg, ground_in, spread)
        return replace(base, pose=pose, status="seen", by_hand=True)
    if by_hand and base.pose is not None:
        # Nobody sees how high it stands: it stands on what is drawn there.
        ground_in = ground_at(base.pose.x_in, base.pose.y_in, terrain)
        return replace(base, pose=replace(base.pose, ground_in=ground_in))
    return base
