"""Bytes that come in parts: joined in one buffer, within a bound that counts empty parts too.

A list of parts has an object for each, which takes more memory than a small part. A bound on the bytes alone
lets any number of empty parts through.
"""

from __future__ import annotations


class Collected:
    """Parts of bytes as one text: at most `most` bytes, where a part counts as one byte at least.

    `separator` stands between two parts.
    """

    def __init__(self, most: int, separator: bytes = b"") -> None:
        self.is_beyond = False  # a part was refused, and the others are gone
        self._most, self._separator = most, separator
        self._data = bytearray()
        self._size = 0

    def __len__(self) -> int:
        """Return the number of bytes."""
        return len(self._data)

    def add(self, part: bytes) -> bool:
        """Add a part; return False for one beyond the bound, and remove the others."""
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
        """Return the parts as one text, and begin another."""
        data = bytes(self._data)
        self._data.clear()
        self._size, self.is_beyond = 0, False
        return data
