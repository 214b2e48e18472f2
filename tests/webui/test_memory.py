"""What is asked of the C library; nothing where it has nothing to be asked."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

from webui.commands import memory

_ASK = """
from webui.commands.memory import keep_little
assert keep_little()
import ctypes
piece = 20 * 1024 * 1024
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = libc.malloc_usable_size.argtypes = [ctypes.c_size_t]
libc.free.argtypes = [ctypes.c_void_p]
def used():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if "VmSize" in line)
libc.free(libc.malloc(piece))
kept = [libc.malloc(100_000) for _ in range(10)]
before = used()
large = libc.malloc(piece)
libc.malloc(100_000)
libc.free(large)
print(used() - before)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is asked")
def test_a_large_piece_is_given_back_though_a_smaller_one_came_after_it() -> None:
    said = subprocess.run([sys.executable, "-c", _ASK], capture_output=True, text=True, check=True)
    # In kB; the small one may have needed a page or two of 132 kB, the large one is 20,480.
    assert int(said.stdout) < 1024


def test_elsewhere_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert memory.keep_little() is False
