"""The bounds of a bridge: its limits, and one notion of a budget, the bytes that may be held at once.

In: sizes of texts kept for a client that may come back (`take`), and of texts that can be given back at any
time (`hold`), and trees that a session keeps (`count`). Out: whether there is room.
"""

from __future__ import annotations

from collections.abc import Hashable
from sys import getsizeof
from typing import Any, NamedTuple, Protocol
from weakref import WeakValueDictionary

from mcp_revisions.jsonrpc import json_line, parse

_NOTHING: dict[str, bytes] = {}  # never changed


class Limits(NamedTuple):
    """Bounds of a bridge's memory and patience; times are in seconds of the clock that `tick` is given."""

    pending: int = 1024  # requests of one side that the other side has at once
    queued: int = 8192  # frames of the client that wait for the handshake, or for the server to answer others
    handshake: int = 256 << 10  # bytes of the params of `initialize`
    streams: int = 256  # open subscription streams
    rounds: int = 10  # of input requests within one request
    opening: float = 60.0  # for the server to answer a handshake or a subscription
    probe: float = 10.0  # for the server to answer `server/discover` before the bridge tries a handshake
    patience: float = 600.0  # for the client to come back with the answers to an input request
    gather: float = 0.0  # for further input requests of the server, before a result asks the client
    pause: float = 0.05  # before the bridge repeats a request that the server put off; doubles each time
    tasks: int = 256  # tasks that the bridge remembers
    task: float = 3600.0  # for a task to end while the bridge waits for its result
    poll: float = 1.0  # between two looks at a task whose server names no interval
    repeated: int = 16 << 20  # bytes of the handshake that requests at the server repeat together


def checked_kind(name: str, value: Any, kinds: type | tuple[type, ...], words: str) -> Any:
    """Return `value`. Raise `TypeError` with `words`, which name the kinds, unless it is one of `kinds`."""
    if isinstance(value, kinds):
        return value
    raise TypeError(f"{name}: expected {words}, not {type(value).__name__}")


def checked_limits(limits: Limits | None) -> Limits:
    """Return limits, by default the usual ones, or raise `TypeError` for limits that are no numbers."""
    if limits is None:
        return Limits()
    checked_kind("limits", limits, Limits, "a `Limits`")
    for name, value in limits._asdict().items():
        checked_kind(f"limits: {name}", value, (int, float), "a number")
    return limits


class Evictable(Hashable, Protocol):
    """A holder of bytes for nobody yet, which may give them back."""

    def evict(self) -> None:
        """Give back every byte."""


class Budget:
    """At most `most` bytes; the oldest holders give back theirs first.

    Each client has a `share`, a budget of its own within the `whole`.
    """

    def __init__(self, most: int, whole: Budget | None = None) -> None:
        self.most = most
        self.used = 0
        self._whole = whole
        self._shares: WeakValueDictionary[Hashable, Budget] = WeakValueDictionary()
        self._holders: dict[Evictable, int] = {}  # the oldest first

    def share(self, client: Hashable) -> Budget:
        """Return the share of a client: at most a third, so that an address and one token leave room."""
        share = self._shares.get(client)
        if share is None:
            share = self._shares[client] = Budget(self.most // 3, self)
        return share

    def reserve(self, size: int) -> bool:
        """Take bytes, in the place of those that holders give back; return whether there is room."""
        self._make_room(size)
        if self.used + size > self.most or not (self._whole is None or self._whole.reserve(size)):
            return False
        self.used += size
        return True

    def release(self, size: int) -> None:
        """Give bytes back that were taken."""
        self.used -= size
        if self._whole is not None:
            self._whole.release(size)

    def resize(self, holder: Evictable, size: int) -> None:
        """Count so many bytes more, or less, of a holder, and make room where there is none."""
        if self._whole is not None:
            self._whole.resize(holder, size)
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


class StoredValues:
    """A record that keeps trees while nobody works on them: as text, so that their size is their memory."""

    stored: dict[str, bytes] = _NOTHING  # by name; made on first use

    def stored_value(self, name: str) -> Any:
        """Return the tree that is kept under a name, None if there is none."""
        text = self.stored.get(name)
        return None if text is None else parse(text)


class Account:
    """The bytes of a budget that one bridge has taken."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.used = 0
        self._counted: dict[str, int] = {}  # by name

    def store(self, record: StoredValues, name: str, tree: Any) -> bool:
        """Keep a tree under a name, in the place of another; return whether the budget has room for it."""
        self.release(record, name)
        text = json_line(tree)
        if not self.budget.reserve(len(text)):
            return False
        self.used += len(text)
        if record.stored is _NOTHING:
            record.stored = {}
        record.stored[name] = text
        return True

    def release(self, record: StoredValues, *names: str) -> None:
        """Give the bytes of a record back: those under some names, or all of them without names."""
        for name in names or tuple(record.stored):
            self._release(len(record.stored.pop(name, b"")))

    def count(self, name: str, tree: Any) -> bool:
        """Count a tree of the session, in the place of another of that name; return whether there is room.

        The handshake of a side stands as it came, converted, and as text for each request.
        """
        self._release(self._counted.pop(name, 0))
        size = repeated_size(tree) + memory_of(tree)
        if not self.budget.reserve(size):
            return False
        self._counted[name] = size
        self.used += size
        return True

    def close(self) -> None:
        """Give everything back."""
        self._counted.clear()
        self._release(self.used)

    def _release(self, size: int) -> None:
        self.budget.release(size)
        self.used -= size


def repeated_size(tree: Any) -> int:
    """Return the bytes that a request takes for a tree that it repeats: its memory, and its text."""
    return len(json_line(tree)) + memory_of(tree)


def memory_of(tree: Any) -> int:
    """Return the bytes of memory that a JSON tree takes."""
    size, left = 0, [tree]
    while left:
        value = left.pop()
        size += getsizeof(value)
        if type(value) is dict:
            left += value
            left += value.values()
        elif type(value) is list:
            left += value
    return size
