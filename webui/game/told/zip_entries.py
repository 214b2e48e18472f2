"""Entries of a zip, whatever the clock says."""

from __future__ import annotations

import time
import zipfile

OLDEST = (1980, 1, 1, 0, 0, 0)
NEWEST = (2107, 12, 31, 23, 59, 58)
"""The format knows no other years."""


def write_entry(archive: zipfile.ZipFile, name: str, content: str | bytes) -> None:
    """Add a file of that name and content, dated now as far as a zip can say it."""
    now = tuple(time.localtime()[:6])
    year, month, day, hour, minute, second = max(OLDEST, min(NEWEST, now))
    entry = zipfile.ZipInfo(name, (year, month, day, hour, minute, second))
    entry.compress_type = archive.compression
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content)
