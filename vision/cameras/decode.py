"""Bytes from outside to a picture: measured before it is unpacked, refused in words.

A few kilobytes can claim to be a picture of gigabytes, and half a JPEG decodes without a
complaint, grey from there on. Both are looked for in the bytes before a decoder sees them.
"""

from __future__ import annotations

import struct

import cv2
import numpy as np

from vision.cameras.camera import CameraError, Frame, Picture
from vision.cameras.jpeg import JpegWalk

MAX_BYTES = 64 * 1024 * 1024
MAX_PIXELS = 100_000_000
LEAST_SIDE_PX = 64
_GLIMPSE = 8

_JPEG, _PNG, _BMP = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"BM"
# How pictures of other kinds begin; the four letters at 4 to 8 are of HEIC's and AVIF's box.
_OTHER_PICTURES = (b"II*\0", b"MM\0*", b"GIF8", b"\xff\x0a", b"\0\0\0\x0cJXL ", b"\0\0\0\x0cjP  ")
_STILL_BRANDS = frozenset(
    {b"avif", b"avis", b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
)


class BadPicture(CameraError):
    """The bytes are no picture that is read here; the message says why and what to do."""


def decode_picture(
    coded: bytes, name: str = "the picture", most_pixels: int = MAX_PIXELS, *, grey: bool = False
) -> Picture:
    """A JPEG, PNG, WebP or BMP as height x width x 3 BGR, as the sensor saw it (not turned by EXIF,
    for the lens is known for the sensor).

    *grey*: as height x width grey, for half the time and a third of the memory.

    Raises:
        BadPicture: not such a picture, too large, too small, cut short or damaged.
    """
    if len(coded) > MAX_BYTES:
        raise BadPicture(f"{name} has {len(coded)} bytes; at most {MAX_BYTES} are read")
    wide, high = _size_of(coded, name)
    if wide * high > most_pixels:
        raise BadPicture(f"{name} is {wide}x{high}; at most {most_pixels} pixels are read")
    if min(wide, high) < LEAST_SIDE_PX:
        raise BadPicture(f"{name} is only {wide}x{high}: no table can be seen in it")
    try:
        picture = cv2.imdecode(
            np.frombuffer(coded, dtype=np.uint8),
            (cv2.IMREAD_GRAYSCALE if grey else cv2.IMREAD_COLOR) | cv2.IMREAD_IGNORE_ORIENTATION,
        )
    except cv2.error as why:
        raise BadPicture(f"{name} is damaged: {why.err}") from None
    if picture is None or picture.shape[:2] != (high, wide):
        raise BadPicture(f"{name} is damaged: save or send it again")
    return np.asarray(picture, dtype=np.uint8)


def glimpse(coded: bytes) -> Picture | None:
    """A JPEG in grey, an eighth as wide and as high, for three quarters of the time; None for
    anything else. Each pixel is the mean of a square; what is cut short is grey from there on."""
    if not coded.startswith(_JPEG):
        return None
    how = cv2.IMREAD_REDUCED_GRAYSCALE_8 | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        small = cv2.imdecode(np.frombuffer(coded, dtype=np.uint8), how)
    except cv2.error:
        return None
    return None if small is None else np.asarray(small, dtype=np.uint8)


def glimpse_of(picture: Picture) -> Picture:
    """A grey picture as ``glimpse`` would have it."""
    size = (-(-picture.shape[1] // _GLIMPSE), -(-picture.shape[0] // _GLIMPSE))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def in_colour(frame: Frame) -> Picture:
    """The frame as height x width x 3 BGR, decoded anew where only its grey was kept; grey where
    the camera gives no colours."""
    return decode_picture(frame.coded) if frame.coded else frame.picture


def is_picture(head: bytes) -> bool:
    """Do these first bytes (32 are enough) begin a picture that ``decode_picture`` reads?"""
    webp = head.startswith(b"RIFF") and head[8:12] == b"WEBP"
    return webp or head.startswith((_JPEG, _PNG, _BMP))


def is_other_picture(head: bytes) -> bool:
    """Do they begin a still picture of a kind that is not read here: TIFF, GIF, HEIC, AVIF …?"""
    boxed = head[4:8] == b"ftyp" and head[8:12] in _STILL_BRANDS
    return boxed or head.startswith(_OTHER_PICTURES)


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
    raise BadPicture(f"{name} is not a JPEG, PNG, WebP or BMP picture: save it as JPEG or PNG")


def _png_size(coded: bytes, name: str) -> tuple[int, int]:
    """Walk the chunks to the last one (PNG specification, section 5.3)."""
    at, kind = 8, b""
    while kind != b"IEND":
        length, kind = int.from_bytes(coded[at : at + 4], "big"), coded[at + 4 : at + 8]
        at += 12 + length
        if at > len(coded):
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
    """Walk to the picture's own end: a phone may have put a film behind it."""
    walk = JpegWalk()
    end = walk.end(coded)
    if walk.size_px is None and walk.broken:
        raise BadPicture(f"{name} is damaged: a JPEG without a size")
    if walk.broken:
        raise BadPicture(f"{name} is damaged: save or send it again")
    if end is None or walk.size_px is None:
        raise BadPicture(f"{name} is cut short: its end is missing")
    return walk.size_px
