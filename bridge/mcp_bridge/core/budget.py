"""The limits of a bridge, and budgets that limit the bytes that are stored at once.

`Budget.reserve` counts texts that are stored for a client that may retry a request. `Account.count` counts
JSON values that a session keeps. Both tell whether the budget has room. `Budget.resize` counts texts that can
be deleted at any time to make room.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, fields
from sys import getsizeof
from typing import Any, Protocol
from weakref import WeakValueDictionary

from mcp_revisions.jsonrpc import json_line, parse

_NOTHING: dict[str, bytes] = {}  # never changed


@dataclass(frozen=True)
class Limits:
    """The limits of a bridge on memory and waiting time. Times are seconds of the clock of `Bridge.tick`.

    Raises `TypeError` for a value of another type, and `ValueError` for a negative number or NaN.
    """

    pending: int = 1024  # requests of one side that the other side works on at once
    queued: int = 8192  # frames of the client that wait for the handshake or for an answer of the server
    handshake: int = 256 << 10  # bytes of the params of `initialize`
    streams: int = 256  # open subscription streams
    rounds: int = 10  # input-required results within one request
    opening: float = 60.0  # time for the server to answer a handshake or a subscription
    probe: float = 10.0  # time for the server to answer `server/discover` before the bridge tries a handshake
    patience: float = 600.0  # time for the client to retry with the answers to input requests
    gather: float = 0.0  # time to wait for further input requests before the bridge sends them in a result
    pause: float = 0.05  # time before the bridge retries a request that the server put off; doubles each time
    tasks: int = 256  # tasks that the bridge remembers
    task: float = 3600.0  # time for a task to end while the bridge waits for its result
    poll: float = 1.0  # time between two polls of a task whose server names no interval
    repeated: int = 16 << 20  # bytes that all open requests to the server repeat of the handshake

    def __post_init__(self) -> None:
        for limit in fields(self):
            value = getattr(self, limit.name)
            is_whole = type(limit.default) is int
            if type(value) is not int and (is_whole or type(value) is not float):
                expected = "an int" if is_whole else "a number"
                raise TypeError(f"Limits.{limit.name}: expected {expected}, not {type(value).__name__}")
            if not value >= 0:
                raise ValueError(f"Limits.{limit.name}: expected a number of 0 or more, not {value}")


def checked_kind(name: str, value: Any, kinds: type | tuple[type, ...], words: str) -> Any:
    """Return `value` if it is an instance of `kinds`. Otherwise raise `TypeError`.

    The message says that `words` was expected, such as `a number`.
    """
    if isinstance(value, kinds):
        return value
    raise TypeError(f"{name}: expected {words}, not {type(value).__name__}")


def checked_limits(limits: Limits | None) -> Limits:
    """Return `limits`, or the default limits for None. Raise `TypeError` for another object."""
    found: Limits = checked_kind("limits", Limits() if limits is None else limits, Limits, "a `Limits`")
    return found


class Evictable(Hashable, Protocol):
    """An owner of stored bytes that may be deleted at any time, because no reader waits for them."""

    def evict(self) -> None:
        """Delete every stored byte, and report that to the budget with `Budget.resize`."""


class Budget:
    """A limit of `most` bytes. If the limit is reached, the oldest `Evictable` owners delete their bytes.

    The `share` of a client is a budget of its own. Bytes in a share also count in the whole budget.
    """

    def __init__(self, most: int, whole: Budget | None = None) -> None:
        self.most = most
        self.used = 0
        self._whole = whole
        self._shares: WeakValueDictionary[Hashable, Budget] = WeakValueDictionary()
        self._holders: dict[Evictable, int] = {}  # the oldest first

    def share(self, client: Hashable) -> Budget:
        """Return the budget of one client, a third of the whole. No single client can use everything."""
        share = self._shares.get(client)
        if share is None:
            share = self._shares[client] = Budget(self.most // 3, self)
        return share

    def reserve(self, size: int) -> bool:
        """Reserve `size` bytes. Evict stored bytes if needed. Return False if the budget has no room."""
        self._make_room(size)
        if self.used + size > self.most or not (self._whole is None or self._whole.reserve(size)):
            return False
        self.used += size
        return True

    def release(self, size: int) -> None:
        """Release `size` bytes that were reserved."""
        self.used -= size
        if self._whole is not None:
            self._whole.release(size)

    def resize(self, holder: Evictable, size: int) -> None:
        """Add `size` to the number of bytes that an evictable owner stores. `size` may be negative.

        If the limit is exceeded, evict the oldest owners.
        """
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
    """An object that stores JSON values by name, as text: the base class of requests and tasks.

    The size of a text is known, so that a `Budget` can limit the stored values.
    """

    stored: dict[str, bytes] = _NOTHING  # texts by name; the dictionary is created on first use

    def stored_value(self, name: str) -> Any:
        """Return the JSON value that is stored under a name, or None."""
        text = self.stored.get(name)
        return None if text is None else parse(text)


class Account:
    """The bytes that one bridge has reserved in a budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.used = 0
        self._counted: dict[str, int] = {}  # bytes by name

    def store(self, record: StoredValues, name: str, tree: Any) -> bool:
        """Store a JSON value in a record as text, and return whether the budget has room for the text.

        The value replaces the value that the record stored under the same name.
        """
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
        """Delete the values that a record stores under the given names, by default all its values."""
        for name in names or tuple(record.stored):
            self._release(len(record.stored.pop(name, b"")))

    def count(self, name: str, tree: Any) -> bool:
        """Count a JSON value of the session in the budget. Return whether the budget has room for the value.

        The count covers three copies: the value as received, the converted value, and the JSON text
        that each request to a stateless server repeats. A later call with the same `name` replaces the count.
        """
        self._release(self._counted.pop(name, 0))
        size = repeated_size(tree) + memory_of(tree)
        if not self.budget.reserve(size):
            return False
        self._counted[name] = size
        self.used += size
        return True

    def close(self) -> None:
        """Release every byte of this account."""
        self._counted.clear()
        self._release(self.used)

    def _release(self, size: int) -> None:
        self.budget.release(size)
        self.used -= size


def repeated_size(tree: Any) -> int:
    """Return how many bytes of memory a JSON value takes if a request to a stateless server repeats it.

    The request then has one copy of the value as Python objects, and one as text.
    """
    return len(json_line(tree)) + memory_of(tree)


def memory_of(tree: Any) -> int:
    """Return the bytes of memory that a JSON value takes as Python objects."""
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
