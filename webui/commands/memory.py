"""How the C library keeps memory that pictures no longer need.

Law: asks, and goes on without where there is nothing to ask: only glibc needs it.
"""

from __future__ import annotations

import ctypes
import sys

# From malloc.h of glibc, where they do not change.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
# Each piece from this on is had from the system alone and given back: a 4K picture in colour. A
# grey one is not: to be had anew ten times a second costs more than to decode it.
_LARGE_BYTES = 16 * 1024 * 1024
_KEPT_BYTES = 32 * 1024 * 1024


def keep_little() -> bool:
    """Pictures give their memory back when they are let go; False where that is so anyway.

    By itself glibc gives each thread a heap of its own and, once a picture was freed, takes all
    later ones out of those heaps, which then hold what every thread ever needed at its most.
    """
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return False  # musl gives large pieces back by itself
    wanted = {
        _ARENA_MAX: 1,
        _MMAP_THRESHOLD: _LARGE_BYTES,
        _TRIM_THRESHOLD: _KEPT_BYTES,
    }
    return all([mallopt(*one) for one in wanted.items()])
