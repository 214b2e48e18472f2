"""Files and payloads, mutated: each is read, or refused in words; nothing else ever happens.

Mutation is by bytes, by lines and, for TOML and JSON, by absurd values in the right places.
What is accepted holds only finite numbers.
"""

from __future__ import annotations

import json
import math
import random
import tomllib
import zlib
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import tomli_w

from calibration.profile import load_lens_with_error
from calibration.table_file import FileError, load_table, table_toml
from rules.books import RULE_SETS
from rules.cases.case import expand_book, resolve_case
from tests.cameras.scenes import small_table
from tests.faults.tally import Tally
from tests.webui import toy
from vision.cameras.camera import CameraError
from vision.cameras.decode import decode_picture
from vision.cameras.mjpeg import MjpegCutter
from webui.commands.resolve import WRONG, read_book
from webui.game.journal.library import Shelf
from webui.game.kept.army_file import ArmyFileError, army_of, army_toml, load_army
from webui.game.kept.layouts import Layouts
from webui.server.access import Access
from webui.server.setting_up.wizard_progress import ProgressBook

ABSURD: tuple[Any, ...] = (
    None, True, "", "x" * 5000, "NaN", "../../etc/passwd", "<script>alert(1)</script>", "\x00",
    "\U0001f409", -1, 0, 2**63, 10**400, 1e308, -1e308, 1e-320, math.nan, math.inf, -math.inf,
    [], [[]], {}, {"a": {"a": {}}}, [1] * 3000, "1979-05-27", "\u202e", -0.0, 0.1,
)  # fmt: skip
LENS = (
    "version = 1\nwidth_px = 1280\nheight_px = 720\nfx = 1000.0\nfy = 1000.0\ncx = 639.5\n"
    "cy = 359.5\nk1 = -0.1\nk2 = 0.01\np1 = 0.0\np2 = 0.0\nk3 = 0.0\n"
)


@dataclass(frozen=True)
class Reader:
    """A kind of file: a good one, how it is read, and the errors that are a sentence."""

    kind: str
    name: str
    good: bytes
    read: Callable[[Path], object]
    refusals: tuple[type[Exception], ...]
    pack: Callable[[Any], bytes] | None = None
    unpack: Callable[[bytes], Any] | None = None


def toml_bytes(plain: Any) -> bytes:
    """As a TOML file; what TOML cannot say (null) is left as a word."""
    return tomli_w.dumps(json.loads(json.dumps(plain), parse_constant=float)).encode("utf-8")


def json_bytes(plain: Any) -> bytes:
    """As a JSON file, NaN and all."""
    return json.dumps(plain).encode("utf-8", "surrogatepass")


def readers(folder: Path) -> list[Reader]:
    """Every kind of file that is read from outside."""
    table = toml_bytes(table_toml(small_table()[0]))
    army = army_toml(RULE_SETS[0].demo().armies[0]).encode("utf-8")
    case = _a_case()
    layouts, code = Layouts(folder), (json_bytes, json.loads)
    layouts.save("layout", toy.table().terrain)
    layout = (folder / "layouts" / "layout.json").read_bytes()
    toml = (toml_bytes, lambda raw: tomllib.loads(raw.decode("utf-8")))
    progress = b'{"version":1,"step":"lens","done":["camera"],"bar_mm":99.5,"rulers":[]}'
    access = b'{"secret": "5e", "codes": {"Red": "ABCDEF"}, "pin": "ab$cd"}'
    return [
        Reader("table.toml", "table.toml", table, load_table, (FileError,), *toml),
        Reader("lens.toml", "lens.toml", LENS.encode(), load_lens_with_error, (FileError,), *toml),
        Reader("army.toml", "army.toml", army, load_army, (ArmyFileError,), *toml),
        Reader("pasted army", "pasted.toml", army, _pasted, (ArmyFileError,), *toml),
        Reader("case.json", "case.json", case, _resolved, WRONG, *code),
        Reader("layout", "layouts/layout.json", layout, lambda _: layouts.listed(), (), *code),
        Reader("wizard.json", "wizard.json", progress, _progress, (), *code),
        Reader("access.json", "access.json", access, _access, (), *code),
        Reader("open.json", "open.json", b'{"game": "toy"}', _open, (), *code),
        Reader("JPEG", "p.jpg", _picture(".jpg"), _decoded, (CameraError,)),
        Reader("PNG", "p.png", _picture(".png"), _decoded, (CameraError,)),
        Reader("WebP", "p.webp", _picture(".webp"), _decoded, (CameraError,)),
        Reader("BMP", "p.bmp", _picture(".bmp"), _decoded, (CameraError,)),
        Reader("MJPEG", "p.mjpeg", _stream(), _cut, (CameraError,)),
    ]


def _a_case() -> bytes:
    folder = Path(__file__).parents[1] / "cases"
    for path in sorted(folder.glob("matchlocks/**/*.json")):
        found = expand_book(read_book(path))
        if found:
            return json_bytes(found[0])
    raise FileNotFoundError(f"no case in {folder}")


def _picture(suffix: str) -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (72, 96, 3), dtype=np.uint8)
    return bytes(cv2.imencode(suffix, cv2.GaussianBlur(noise, (0, 0), 4))[1])


def _stream() -> bytes:
    part = _picture(".jpg")
    head = b"--b\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(part)
    return (head + part + b"\r\n") * 3


def _pasted(path: Path) -> object:
    return army_of(path.read_bytes().decode("utf-8", "replace"), "the pasted text")


def _resolved(path: Path) -> object:
    return [resolve_case(case) for case in expand_book(read_book(path))[:2]]


def _progress(path: Path) -> object:
    return ProgressBook(path.parent).now


def _access(path: Path) -> object:
    access = Access(path.parent)
    assert isinstance(access.secret, str) and access.secret
    assert access.code("Red").isalnum() and access.side_of("nonsense", "10.0.0.1") == ""
    access.is_pin("4711", "10.0.0.2")
    return access.pin_mark


def _open(path: Path) -> object:
    shelf = Shelf(path.parent)
    name = shelf.open_name()
    shelf.close()
    assert name == ""
    return name


def _decoded(path: Path) -> object:
    picture = decode_picture(path.read_bytes())
    assert picture.ndim == 3 and picture.dtype == np.uint8
    return picture.shape


def _cut(path: Path) -> object:
    cutter = MjpegCutter(b"b", max_part_bytes=100_000)
    raw, found = path.read_bytes(), []
    for at in range(0, len(raw), 700):
        found += cutter.feed(raw[at : at + 700])
    for part in found:
        decode_picture(part)
    return len(found)


# Mutating


def mutated(reader: Reader, chance: random.Random) -> bytes:
    """The good file with something wrong."""
    if reader.pack is not None and reader.unpack is not None and chance.random() < 0.6:
        plain = reader.unpack(reader.good)
        for _ in range(chance.randint(1, 2)):
            plain = absurd(plain, chance)
        try:
            return reader.pack(plain)
        except (TypeError, ValueError, AttributeError, RecursionError):
            return b"\x00" + reader.good
    return _spoilt(bytearray(reader.good), chance)


def absurd(plain: Any, chance: random.Random) -> Any:
    """Somewhere inside, another value; or a field too many, or one gone."""
    if isinstance(plain, dict) and plain and chance.random() < 0.9:
        key = chance.choice(list(plain))
        if chance.random() < 0.08:
            return {name: value for name, value in plain.items() if name != key}
        if chance.random() < 0.05:
            return {**plain, "unknown": chance.choice(ABSURD)}
        return {**plain, key: absurd(plain[key], chance)}
    if isinstance(plain, list) and plain and chance.random() < 0.9:
        at = chance.randrange(len(plain))
        if chance.random() < 0.1:
            return plain + plain[: at + 1] * chance.choice((1, 300))
        return [*plain[:at], absurd(plain[at], chance), *plain[at + 1 :]]
    return chance.choice(ABSURD)


def _spoilt(raw: bytearray, chance: random.Random) -> bytes:
    way = chance.randrange(7)
    at = chance.randrange(len(raw))
    if way == 0:
        return bytes(raw[:at])
    if way == 1:
        return bytes(raw[:at] + chance.randbytes(chance.randint(1, 60)) + raw[at:])
    if way == 2:
        return chance.randbytes(chance.randint(0, 3000))
    if way == 3:
        return bytes(raw[:at]) + chance.choice((b"[" * 100_000, b'{"a":' * 50_000, b"\xff\xfe"))
    if way == 4:
        lines = bytes(raw).split(b"\n")
        chance.shuffle(lines)
        return b"\n".join(lines)
    for _ in range(chance.randint(1, 30)):
        raw[chance.randrange(len(raw))] = chance.randrange(256)
    return bytes(raw)


def bombs() -> dict[str, bytes]:
    """Small files that claim to be, or unpack to, something huge."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        crc = zlib.crc32(kind + body).to_bytes(4, "big")
        return len(body).to_bytes(4, "big") + kind + body + crc

    side = (60_000).to_bytes(4, "big")
    sky = zlib.compress(bytes(60_001 * 200))
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", side + side + b"\x08\x02\x00\x00\x00")
    jpeg = bytearray(_picture(".jpg"))
    start = jpeg.index(b"\xff\xc0")
    jpeg[start + 5 : start + 9] = b"\xff\xff\xff\xff"
    return {
        "PNG of 60000x60000": png + chunk(b"IDAT", sky) + chunk(b"IEND", b""),
        "JPEG of 65535x65535": bytes(jpeg),
        "BMP of 2^31": b"BM" + bytes(16) + b"\xff\xff\xff\x7f" * 2 + bytes(100),
        "nothing": b"",
        "70 MB": bytes(70 * 2**20),
    }


# Trying


def try_one(reader: Reader, folder: Path, raw: bytes, tally: Tally) -> None:
    """Read it; whatever comes is counted."""
    path = folder / reader.name
    path.write_bytes(raw)
    tally.tried += 1
    kept = None
    try:
        kept = reader.read(path)
        kind = "read"
    except reader.refusals as why:
        kind = "refused in words"
        if len(str(why)) < 5:
            tally.wrong.append(f"{reader.kind}: refused without a sentence")
    except Exception as why:  # noqa: BLE001 - the harness counts whatever comes
        kind = "crashed"
        tally.wrong.append(f"{reader.kind}: {type(why).__name__}: {str(why)[:150]} {raw[:120]!r}")
    if not finite(kept):
        tally.wrong.append(f"{reader.kind}: a number that is none was accepted")
    tally.kinds[kind] += 1


def finite(value: object) -> bool:
    """Are all numbers in there numbers?"""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        return all(map(finite, value.values()))
    if isinstance(value, list | tuple):
        return all(map(finite, value))
    if isinstance(value, msgspec.Struct):
        return finite([getattr(value, name) for name in value.__struct_fields__])
    if is_dataclass(value):
        return finite([getattr(value, field.name) for field in fields(value)])
    return True


def mutants(folder: Path, count: int, seed: int = 0) -> Tally:
    """So many mutated files, the kinds in turn; and every bomb."""
    tally, chance = Tally("mutated files"), random.Random(seed)
    kinds = readers(folder)
    for number in range(count):
        reader = kinds[number % len(kinds)]
        try_one(reader, folder, mutated(reader, chance), tally)
    for raw in bombs().values():
        try_one(next(each for each in kinds if each.kind == "JPEG"), folder, raw, tally)
    return tally
