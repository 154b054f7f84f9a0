"""A buffer that joins bytes which arrive in parts, up to a limit.

The buffer is one `bytearray`. A list would need an object for each part, and such an object takes more memory
than a small part. An empty part counts as one byte, so that the number of empty parts is limited too.
"""

from __future__ import annotations


class Collected:
    """A buffer that collects up to `most` bytes, given in parts, and joins the parts with `separator`.

    An empty part counts as one byte, which limits the number of parts too.
    """

    def __init__(self, most: int, separator: bytes = b"") -> None:
        self.is_beyond = False  # whether a part exceeded the limit, so that the buffer was cleared
        self._most, self._separator = most, separator
        self._data = bytearray()
        self._size = 0

    def __len__(self) -> int:
        """Return the number of bytes in the buffer."""
        return len(self._data)

    def add(self, part: bytes) -> bool:
        """Add a part and return True. If the buffer would exceed its limit, clear it and return False.

        After that, the buffer refuses every part until `taken` is called.
        """
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
        """Return the joined parts and clear the buffer."""
        data = bytes(self._data)
        self._data.clear()
        self._size, self.is_beyond = 0, False
        return data
