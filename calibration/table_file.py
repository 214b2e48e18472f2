"""table.toml and lens.toml: what a person types or prints about a table and a camera.

Both formats are documented in docs/files.md. Every number is checked when read: a bad file
is a sentence that names the place, never a traceback.
"""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from calibration.camera import Lens
from calibration.tolerances import HONEST, MM_IN, Tolerances
from vision.table.by_hand import BadState, read_by_hand
from vision.table.terrain_kinds import check_terrain_kind
from vision.table.text import NotText, text_of

VERSION = 1
MAX_FILE_BYTES = 2_000_000

# tomllib's time grows with the square of a key's parts; no table has more than three. A quoted
# part that is never closed is taken to the end of its line: no letter is looked at twice.
_QUOTED = re.compile(r""""(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?""")
_ENDLESS_KEY = re.compile(r"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){16}")

MARKER_TOLERANCE_IN = 1.0 * MM_IN
"""A millimetre: a marker laid by hand where the file says."""

TAPE_TOLERANCE_IN = 1 / 32
"""How well a tape is read by hand: half of its finest lines."""

Inches = Annotated[float, Meta(ge=-1000, le=1000)]
Size = Annotated[float, Meta(ge=0.01, le=1000)]
Tolerance = Annotated[float, Meta(gt=0, le=10)]
Payload = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[ -~]+$")]
Line = Annotated[tuple[tuple[Inches, Inches], ...], Meta(min_length=2, max_length=2000)]


T = TypeVar("T", bound=msgspec.Struct)


class FileError(ValueError):
    """A file is not what it says it is; the message names the file, the place and the cure."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A printed table marker; ``x_in, y_in, z_in`` is its centre, ``size_in`` its black side."""

    id: Annotated[int, Meta(ge=0, le=1023)]
    x_in: Inches
    y_in: Inches
    size_in: Size
    z_in: Inches = 0.0
    turned_deg: float = 0.0
    family: str = "aruco_4x4_50"


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A printed marker that lies flat somewhere on the table, nobody typed where. It ties the
    cameras that see it to each other. ``z_in``: its height above the table top."""

    id: Annotated[int, Meta(ge=0, le=1023)]
    size_in: Size
    z_in: Inches = 0.0
    family: str = "aruco_4x4_50"


@dataclass(frozen=True, slots=True)
class Tape:
    """A distance between the centres of two markers, measured by hand; one sigma of it."""

    first: int
    second: int
    distance_in: Size
    tolerance_in: Tolerance = TAPE_TOLERANCE_IN


@dataclass(frozen=True, slots=True)
class Height:
    """How high the table top was found to lie at a place, against a straight edge laid from
    marker to marker; below it is negative."""

    x_in: Inches
    y_in: Inches
    z_in: Inches
    tolerance_in: Tolerance = 0.5 * MM_IN


@dataclass(frozen=True, slots=True)
class Thickness:
    """A class of bases that were cut from one board: ``tag_height_in`` of all of them as
    measured with callipers, label included, and one sigma of one base."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    tag_height_in: Inches
    tolerance_in: Tolerance = 0.1 * MM_IN


@dataclass(frozen=True, slots=True)
class TerrainPiece:
    """Scenery as drawn or typed: an area, or a line when ``is_line``."""

    kind: Annotated[str, Meta(min_length=1, max_length=40)]
    outline_in: Line
    height_in: Inches = 0.0
    name: Annotated[str, Meta(max_length=80)] = ""
    is_line: bool = False
    level: int = 0
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BaseInPlay:
    """One base and the tag on it.

    ``tag_offset_in``: right and forward of the base's centre. ``tag_height_in``: above the
    ground the base stands on. ``tag_size_in``: side of the black symbol. ``tag_turned_deg``:
    how the label is turned on the base, counter-clockwise.

    One standard deviation each, None for what the table's ``tolerances`` say: ``tolerance_in``
    per axis, how well the label sits on the base and the base is cut; ``tolerance_deg``, how well
    it is turned; ``tag_height_tolerance_in``; ``tilt_deg``. ``thickness``: its class.
    """

    payload: Payload
    frontage_in: Size
    depth_in: Size
    tag_size_in: Size
    kind: Annotated[str, Meta(max_length=40)] = ""
    height_in: Inches = 0.0
    tag_offset_in: tuple[Inches, Inches] = (0.0, 0.0)
    tag_height_in: Inches = 0.0
    ecl: Annotated[str, Meta(pattern="^[LMQH]$")] = "H"
    mask: Annotated[int, Meta(ge=0, le=7)] | None = None
    symbol: Annotated[str, Meta(pattern="^(qr|microqr|aruco)$")] = "qr"
    unit: Annotated[str, Meta(max_length=80)] = ""
    side: Annotated[str, Meta(max_length=40)] = ""
    round: bool = False
    figures: Annotated[int, Meta(ge=0, le=1000)] = 0
    tolerance_in: Annotated[float, Meta(ge=0, le=1)] | None = None
    tolerance_deg: Annotated[float, Meta(ge=0, le=90)] | None = None
    tag_height_tolerance_in: Annotated[float, Meta(ge=0, le=1)] | None = None
    tilt_deg: Annotated[float, Meta(ge=0, le=45)] | None = None
    tag_turned_deg: Annotated[float, Meta(ge=-360, le=360)] = 0.0
    thickness: Annotated[str, Meta(max_length=40)] = ""


@dataclass(frozen=True, slots=True)
class TableFile:
    """Everything table.toml says.

    ``unplaced``: markers whose places nobody typed.
    ``marker_tolerance_in``: how well the markers lie where they are typed, one standard
    deviation per axis. ``tolerances``: what else may be off. ``tapes``, ``heights`` and
    ``thicknesses``: what was measured by hand.
    """

    size_in: tuple[Size, Size]
    markers: tuple[Marker, ...] = ()
    terrain: tuple[TerrainPiece, ...] = ()
    bases: tuple[BaseInPlay, ...] = ()
    marker_tolerance_in: float = MARKER_TOLERANCE_IN
    tolerances: Tolerances = HONEST
    tapes: tuple[Tape, ...] = ()
    heights: tuple[Height, ...] = ()
    thicknesses: tuple[Thickness, ...] = ()
    unplaced: tuple[Unplaced, ...] = ()


class _TableHead(msgspec.Struct, forbid_unknown_fields=True):
    size_in: tuple[Size, Size]
    marker_tolerance_in: Annotated[float, Meta(gt=0, le=1)] = MARKER_TOLERANCE_IN


class _TableToml(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    table: _TableHead
    markers: tuple[Marker, ...] = ()
    terrain: tuple[TerrainPiece, ...] = ()
    bases: tuple[BaseInPlay, ...] = ()
    tolerances: Tolerances = HONEST
    tapes: tuple[Tape, ...] = ()
    heights: tuple[Height, ...] = ()
    thicknesses: tuple[Thickness, ...] = ()
    unplaced_markers: tuple[Unplaced, ...] = ()


class _LensToml(msgspec.Struct):
    version: int
    width_px: Annotated[int, Meta(ge=16, le=20000)]
    height_px: Annotated[int, Meta(ge=16, le=20000)]
    fx: Annotated[float, Meta(gt=0, le=1e6)]
    fy: Annotated[float, Meta(gt=0, le=1e6)]
    cx: Annotated[float, Meta(ge=-1e5, le=1e5)]
    cy: Annotated[float, Meta(ge=-1e5, le=1e5)]
    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0
    k3: float = 0.0
    k4: float = 0.0
    model: Literal["pinhole", "fisheye"] = "pinhole"


def read_toml(path: Path) -> dict[str, object]:
    """The tables of a TOML file.

    Raises:
        FileError: missing, too large, not UTF-8 or not TOML.
    """
    try:
        size = path.stat().st_size
    except OSError as why:
        raise FileError(f"{path} cannot be read: {why.strerror}") from None
    if size > MAX_FILE_BYTES:
        raise FileError(f"{path} has {size} bytes; at most {MAX_FILE_BYTES} are read")
    try:
        text = text_of(path.read_bytes())
        if _ENDLESS_KEY.search(_QUOTED.sub("q", text)):
            raise FileError(f"{path} is not a TOML file: a key has too many dots")
        return tomllib.loads(text)
    except FileError:
        raise
    except NotText as why:
        raise FileError(f"{path}: {why}") from None
    except (OSError, ValueError, RecursionError) as why:
        # ValueError: not UTF-8, not TOML, or a number of more digits than Python reads.
        raise FileError(f"{path} is not a TOML file: {why}") from None


def load_table(path: Path) -> TableFile:
    """Read table.toml.

    Raises:
        FileError: with the place of the first wrong value.
    """
    found = _convert(path, _TableToml)
    ids = [marker.id for marker in found.markers]
    ids += [marker.id for marker in found.unplaced_markers]
    _refuse_twins(path, "marker id", [str(number) for number in ids])
    _refuse_misspelt(path, found.terrain)
    _refuse_twins(path, "payload", [base.payload for base in found.bases])
    _refuse_twins(path, "thickness", [each.name for each in found.thicknesses])
    _refuse_unknown(path, found)
    head = found.table
    bases = tuple(_as_measured(base, found.thicknesses) for base in found.bases)
    return TableFile(
        head.size_in, found.markers, found.terrain, bases, head.marker_tolerance_in,
        found.tolerances, found.tapes, found.heights, found.thicknesses, found.unplaced_markers,
    )  # fmt: skip


def table_toml(table: TableFile) -> dict[str, object]:
    """The table as the tables of a TOML file; ``load_table`` reads it back equal."""
    return {
        "version": VERSION,
        "table": {
            "size_in": list(table.size_in),
            "marker_tolerance_in": table.marker_tolerance_in,
        },
        "tolerances": asdict(table.tolerances),
        "markers": [asdict(marker) for marker in table.markers],
        "unplaced_markers": [asdict(marker) for marker in table.unplaced],
        "tapes": [asdict(tape) for tape in table.tapes],
        "heights": [asdict(height) for height in table.heights],
        "thicknesses": [asdict(each) for each in table.thicknesses],
        "terrain": [asdict(piece) for piece in table.terrain],
        "bases": [
            {key: value for key, value in asdict(base).items() if value is not None}
            for base in table.bases
        ],
    }


def load_lens(path: Path) -> Lens:
    """Read lens.toml.

    Raises:
        FileError: with the place of the first wrong value.
    """
    found = _convert(path, _LensToml, beside=("made",))
    fields = msgspec.structs.asdict(found)
    fields.pop("version")
    return Lens(**fields)


def _convert(path: Path, kind: type[T], beside: tuple[str, ...] = ()) -> T:
    """Tables called *beside* are read elsewhere."""
    tables = {name: value for name, value in read_toml(path).items() if name not in beside}
    if not _finite(tables):
        raise FileError(f"{path}: a number is not finite")
    version = tables.get("version")
    if version != VERSION:
        raise FileError(f"{path}: version is {version!r}; this program reads version {VERSION}")
    try:
        return read_by_hand(tables, kind, path.name)
    except BadState as why:
        raise FileError(f"{path}: {why}") from None


def _finite(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        return all(_finite(item) for item in value.values())
    if isinstance(value, list):
        return all(_finite(item) for item in value)
    return True


def _refuse_misspelt(path: Path, terrain: tuple[TerrainPiece, ...]) -> None:
    try:
        for piece in terrain:
            check_terrain_kind(piece.kind, f"terrain {piece.name}".strip())
    except BadState as why:
        raise FileError(f"{path}: {why}") from None


def _refuse_twins(path: Path, what: str, names: list[str]) -> None:
    twins = sorted({name for name in names if names.count(name) > 1})
    if twins:
        raise FileError(f"{path}: {what} {twins[0]} stands there twice")


def _as_measured(base: BaseInPlay, classes: tuple[Thickness, ...]) -> BaseInPlay:
    """The base as thick as its class was measured."""
    for each in classes:
        if each.name == base.thickness:
            return replace(
                base,
                tag_height_in=each.tag_height_in,
                tag_height_tolerance_in=each.tolerance_in,
            )
    return base


def _refuse_unknown(path: Path, found: _TableToml) -> None:
    """A tape between markers that are not there, a base of a class that is not."""
    ids = {marker.id for marker in found.markers}
    for tape in found.tapes:
        if tape.first == tape.second or not {tape.first, tape.second} <= ids:
            raise FileError(
                f"{path}: a tape lies between markers {tape.first} and {tape.second}: name two "
                "different markers of this table"
            )
    classes = {each.name for each in found.thicknesses}
    for base in found.bases:
        if base.thickness and base.thickness not in classes:
            raise FileError(
                f"{path}: {base.payload} is of thickness {base.thickness!r}, which has no "
                "[[thicknesses]] entry"
            )
