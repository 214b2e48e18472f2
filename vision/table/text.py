"""Bytes of a hand-written file to its text, whatever an editor put around it.

Notepad and PowerShell write a mark before the text, or two bytes a letter; both say so and are
read. Letters of an older code page say nothing about themselves, and nothing is guessed.
"""

from __future__ import annotations

SAVE_IT = "save it as UTF-8 (Notepad: Save as, Encoding: UTF-8)"
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


class NotText(ValueError):
    """These bytes are no text that can be read; the message says what to do."""


def text_of(raw: bytes) -> str:
    """The text of UTF-8, with or without its mark, or of UTF-16 with one.

    Raises:
        NotText: anything else, with the line where it shows.
    """
    code = next((code for mark, code in _MARKS if raw.startswith(mark)), "utf-8")
    try:
        text = raw.decode(code)
    except UnicodeDecodeError as why:
        line = raw[: why.start].count(b"\n") + 1
        raise NotText(f"it is not UTF-8 (line {line}): {SAVE_IT}") from None
    if "\0" in text:
        raise NotText(f"it is not UTF-8: {SAVE_IT}")
    return text
