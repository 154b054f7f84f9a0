"""One notion of a budget: bytes of one kind that a process, or a session, may hold at once.

In: sizes of questions, kept responses and tasks (`take`), and of what can be given back at any time (`hold`).
Out: whether there is room.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol


class Evictable(Hashable, Protocol):
    """A holder of bytes that may give some back."""

    def evict(self) -> None:
        """Give back every byte that nobody waits for."""


class Budget:
    """At most `most` bytes, or more that somebody waits for: the oldest holders give back theirs first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.used = 0
        self._holders: dict[Evictable, int] = {}  # the oldest first

    def take(self, size: int) -> bool:
        """Take bytes, in the place of those that holders give back; say whether there is room."""
        self._make_room(size)
        if self.used + size > self.most:
            return False
        self.used += size
        return True

    def give(self, size: int) -> None:
        """Give bytes back that were taken."""
        self.used -= size

    def hold(self, holder: Evictable, size: int) -> None:
        """Count so many bytes more, or less, of a holder, and make room where there is none."""
        left = self._holders.get(holder, 0) + size
        self.used += size
        if left:
            self._holders[holder] = left
        else:
            self._holders.pop(holder, None)
        if size > 0:
            self._make_room(0)

    def _make_room(self, size: int) -> None:
        for holder in list(self._holders) if self.used + size > self.most else ():
            holder.evict()
            if self.used + size <= self.most:
                return
