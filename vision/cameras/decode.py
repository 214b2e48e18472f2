"""Bytes from outside to a picture: measured before it is unpacked, refused in words.

A few kilobytes can claim to be a picture of gigabytes, and half a JPEG decodes without a
complaint, grey from there on. Both are looked for in the bytes before a decoder sees them.
"""

from __future__ import annotations

import struct

import cv2
import numpy as np

from vision.cameras.camera import CameraError, Picture

MAX_BYTES = 64 * 1024 * 1024
MAX_PIXELS = 100_000_000
LEAST_SIDE_PX = 64

_JPEG, _PNG, _BMP = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM"
# Start of frame: SOF0 to SOF15 without DHT (C4), JPG (C8) and DAC (CC).
_SOF = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
# Markers that stand alone: TEM, RST0-7, SOI.
_ALONE = frozenset({0x01, 0xD8, *range(0xD0, 0xD8)})


class BadPicture(CameraError):
    """The bytes are no picture that is read here; the message says why and what to do."""


def decode_picture(coded: bytes, name: str = "the picture") -> Picture:
    """A JPEG, PNG, WebP or BMP as height x width x 3 BGR, as the sensor saw it (not turned by EXIF,
    for the lens is known for the sensor).

    Raises:
        BadPicture: not such a picture, too large, too small, cut short or damaged.
    """
    if len(coded) > MAX_BYTES:
        raise BadPicture(f"{name} has {len(coded)} bytes; at most {MAX_BYTES} are read")
    wide, high = _size_of(coded, name)
    if wide * high > MAX_PIXELS:
        raise BadPicture(f"{name} is {wide}x{high}; at most {MAX_PIXELS} pixels are read")
    if min(wide, high) < LEAST_SIDE_PX:
        raise BadPicture(f"{name} is only {wide}x{high}: no table can be seen in it")
    try:
        picture = cv2.imdecode(
            np.frombuffer(coded, dtype=np.uint8),
            cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION,
        )
    except cv2.error as why:
        raise BadPicture(f"{name} is damaged: {why.err}") from None
    if picture is None or picture.shape[:2] != (high, wide):
        raise BadPicture(f"{name} is damaged: save or send it again")
    return np.asarray(picture, dtype=np.uint8)


def _size_of(coded: bytes, name: str) -> tuple[int, int]:
    if coded.startswith(_JPEG):
        return _jpeg_size(coded, name)
    if coded.startswith(_PNG) and len(coded) >= 24:
        return _png_size(coded, name)
    if coded.startswith(b"RIFF") and coded[8:12] == b"WEBP" and len(coded) >= 30:
        return _webp_size(coded, name)
    if coded.startswith(_BMP) and len(coded) >= 26:
        wide, high = struct.unpack("<ii", coded[18:26])
        return abs(wide), abs(high)
    if not coded:
        raise BadPicture(f"{name} is empty")
    raise BadPicture(f"{name} is not a JPEG, PNG, WebP or BMP picture: save it as one of these")


def _png_size(coded: bytes, name: str) -> tuple[int, int]:
    if b"IEND" not in coded[-64:]:
        raise BadPicture(f"{name} is cut short: its end is missing")
    wide, high = struct.unpack(">II", coded[16:24])
    return wide, high


def _webp_size(coded: bytes, name: str) -> tuple[int, int]:
    """Of the canvas, the lossless or the lossy picture (RFC 9649, sections 2.7 and 3.4;
    RFC 6386, section 9.1)."""
    (length,) = struct.unpack("<I", coded[4:8])
    if length + 8 > len(coded):
        raise BadPicture(f"{name} is cut short: its end is missing")
    kind, body = coded[12:16], coded[20:30]
    if kind == b"VP8X":
        return 1 + int.from_bytes(body[4:7], "little"), 1 + int.from_bytes(body[7:10], "little")
    if kind == b"VP8L" and body[0] == 0x2F:
        bits = int.from_bytes(body[1:5], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 " and body[3:6] == b"\x9d\x01\x2a":
        wide, high = struct.unpack("<HH", body[6:10])
        return wide & 0x3FFF, high & 0x3FFF
    raise BadPicture(f"{name} is damaged: a WebP without a size")


def _jpeg_size(coded: bytes, name: str) -> tuple[int, int]:
    """Walk the segments up to the start of frame; and see that the end is there."""
    if b"\xff\xd9" not in coded[-1024:]:
        raise BadPicture(f"{name} is cut short: its end is missing")
    at = 2
    while at + 4 <= len(coded):
        if coded[at] != 0xFF:
            break
        marker = coded[at + 1]
        if marker == 0xFF or marker in _ALONE:
            at += 1 if marker == 0xFF else 2
            continue
        (length,) = struct.unpack(">H", coded[at + 2 : at + 4])
        if marker in _SOF and at + 9 <= len(coded):
            high, wide = struct.unpack(">HH", coded[at + 5 : at + 9])
            return wide, high
        at += 2 + max(2, length)
    raise BadPicture(f"{name} is damaged: a JPEG without a size")
