"""Collect bytes that arrive in parts, up to a limit that also counts empty parts.

The parts are joined in one buffer, because a list needs an object for each part, and such an object takes
more memory than a small part. A limit on bytes only would accept any number of empty parts.
"""

from __future__ import annotations


class Collected:
    """Parts of bytes, joined with `separator`: at most `most` bytes. A part counts as at least one byte."""

    def __init__(self, most: int, separator: bytes = b"") -> None:
        self.is_beyond = False  # a part was refused, and the others were removed
        self._most, self._separator = most, separator
        self._data = bytearray()
        self._size = 0

    def __len__(self) -> int:
        """Return the number of bytes."""
        return len(self._data)

    def add(self, part: bytes) -> bool:
        """Add a part. If it exceeds the limit, return False and remove all parts."""
        is_first = not self._size
        self._size += len(self._separator) + max(len(part), 1)
        if self.is_beyond or self._size > self._most + len(self._separator):
            self.is_beyond = True
            self._data.clear()
            return False
        if not is_first:
            self._data += self._separator
        self._data += part
        return True

    def taken(self) -> bytes:
        """Return the joined parts, and start again with none."""
        data = bytes(self._data)
        self._data.clear()
        self._size, self.is_beyond = 0, False
        return data
