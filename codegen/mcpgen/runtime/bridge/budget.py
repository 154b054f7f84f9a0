"""One notion of a budget: bytes of one kind that a process, or a session, may hold at once.

In: sizes of what is kept for a client that may come back (`take`), and of what can be given back at any time
(`hold`). Out: whether there is room.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Protocol

import msgspec

from ..json_line import json_line

_decode = msgspec.json.Decoder().decode
_NOTHING: dict[str, bytes] = {}  # never changed


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


class Keeper:
    """A record that keeps trees while nobody works on them: as text, so that their size is their memory."""

    kept: dict[str, bytes] = _NOTHING  # by name; made on first use

    def tree(self, name: str) -> Any:
        """Return the tree that is kept under a name, None if there is none."""
        text = self.kept.get(name)
        return None if text is None else _decode(text)


class Account:
    """The bytes of a budget that one bridge has taken."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.used = 0

    def keep(self, keeper: Keeper, name: str, tree: Any) -> bool:
        """Keep a tree under a name, in the place of another; say whether the budget has room for it."""
        self.give(keeper, name)
        text = json_line(tree)
        if not self.budget.take(len(text)):
            return False
        self.used += len(text)
        if keeper.kept is _NOTHING:
            keeper.kept = {}
        keeper.kept[name] = text
        return True

    def give(self, keeper: Keeper, *names: str) -> None:
        """Give back what a record keeps under some names, without names everything."""
        for name in names or tuple(keeper.kept):
            self._give(len(keeper.kept.pop(name, b"")))

    def close(self) -> None:
        """Give everything back."""
        self._give(self.used)

    def _give(self, size: int) -> None:
        self.budget.give(size)
        self.used -= size
