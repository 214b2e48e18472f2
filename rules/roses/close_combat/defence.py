"""Who fights from cover: judged once, when contact is made, for the side behind it (WOR-CMB-13).

A charger has left what covered it. The verdict is kept with the unit for as long as the two
touch, so that neither the order in which they fall back nor who is active changes it.
"""

from __future__ import annotations

from rules.field.centimetres import to_in
from rules.field.ruler import foot_of, is_kind
from rules.roses import measuring
from rules.roses.missiles import lines
from rules.roses.state import LEAST_FIRST, Cover, Play, Unit
from vision.measure.shapes.polygon import is_inside
from vision.table.reading import Point
from vision.table.snapshot import Terrain


def on_contact(play: Play, charger: Unit, enemy: Unit) -> Play:
    """A charge has arrived: the charged has the cover it stands behind, the charger none."""
    if enemy.id in play.unit(charger.id).behind:
        return play
    cover = behind(play, play.unit(enemy.id), play.unit(charger.id))
    return _kept(_kept(play, enemy, charger.id, cover), charger, enemy.id, "open")


def settled(play: Play, combat: tuple[str, ...]) -> Play:
    """Every pair in touch has its verdict, those too that touched before anybody looked."""
    before = play
    for name in combat:
        unit = before.unit(name)
        for enemy in measuring.touched_enemies(before, unit):
            if enemy.id not in unit.behind:
                left = unit.charged and not enemy.charged
                cover = "open" if left else behind(before, unit, enemy)
                play = _kept(play, unit, enemy.id, cover)
    return play


def cover_in_combat(play: Play, unit: Unit) -> Cover:
    """What it may stand its ground in: the least that it has against any foe in touch."""
    covers = [unit.behind.get(one.id, "open") for one in measuring.touched_enemies(play, unit)]
    return min(covers, key=LEAST_FIRST.index, default="open")


def behind(play: Play, unit: Unit, enemy: Unit) -> Cover:
    """The cover of a unit against an enemy in touch: as agreed, around it, or along the side
    that they met on."""
    if unit.cover:
        return unit.cover
    stands = [mine for mine, _ in measuring.touching_stands(play, unit, enemy)]
    off = lines.ways_off(play, unit, enemy)[0].off
    found: Cover = "open"
    for kinds, cover in measuring.COVERS:
        for piece in play.table.terrain:
            if is_kind(piece, kinds) and _covers(play, piece, stands, off):
                found = cover
    return found


def _kept(play: Play, unit: Unit, enemy: str, cover: Cover) -> Play:
    return play.change(unit, behind={**play.unit(unit.id).behind, enemy: cover})


def _covers(play: Play, piece: Terrain, stands: list[str], off: Point) -> bool:
    """Is every stand that touches inside the piece, or is the line before the side it touches?"""
    if not piece.is_line:
        return all(
            is_inside(piece.outline_in, (foot.x_in, foot.y_in))
            for foot in (foot_of(play.table, stand) for stand in stands)
        )
    return all(_before(play, piece, stand, off) for stand in stands)


def _before(play: Play, piece: Terrain, stand: str, off: Point) -> bool:
    """Does the line cross the way from the middle of a stand to the enemy, 2 cm beyond it?"""
    foot = foot_of(play.table, stand)
    (ux, uy), (ox, oy) = foot.ahead, off
    half = abs(ux * ox + uy * oy) * foot.half_depth_in + abs(ux * oy - uy * ox) * foot.half_width_in
    far = half + to_in(measuring.COVERS_CM)
    there = foot.x_in - ox * far, foot.y_in - oy * far
    return measuring.crosses((foot.x_in, foot.y_in), there, piece.outline_in, False)
