"""The timers of a bridge: which is due first is known without a look at the others.

In: times of the clock that the host tells. Out: the functions that are due, the earliest first. A timer that
is stopped leaves an entry in the queue, which is removed when it comes first, or when most entries are such.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator

LEFT = 64  # entries of stopped timers that may stay beside as many as there are timers


class Timers:
    """Functions to call at times, by the numbers of their timers."""

    def __init__(self) -> None:
        self._calls: dict[int, Callable[[], None]] = {}
        self._queue: list[tuple[float, int]] = []  # a heap

    def __len__(self) -> int:
        """Return the number of timers that run."""
        return len(self._calls)

    def start(self, number: int, when: float, call: Callable[[], None]) -> None:
        """Start a timer under a number that no timer had before."""
        self._calls[number] = call
        heapq.heappush(self._queue, (when, number))

    def stop(self, number: int) -> None:
        """Stop a timer; one that is over is ignored."""
        if self._calls.pop(number, None) is not None and len(self._queue) > 2 * len(self._calls) + LEFT:
            self._queue = [entry for entry in self._queue if entry[1] in self._calls]
            heapq.heapify(self._queue)

    def clear(self) -> None:
        """Stop every timer."""
        self._calls.clear()
        self._queue.clear()

    @property
    def deadline(self) -> float | None:
        """The time of the timer that is due first, None if none runs."""
        while self._queue and self._queue[0][1] not in self._calls:
            heapq.heappop(self._queue)
        return self._queue[0][0] if self._queue else None

    def due(self, now: float) -> Iterator[Callable[[], None]]:
        """Remove and yield the timers that are due, the earliest first.

        One that a yielded function starts waits for the next call, and one that it stops is not yielded.
        """
        found = []
        while (when := self.deadline) is not None and when <= now:
            found.append(heapq.heappop(self._queue)[1])
        for number in found:
            call = self._calls.pop(number, None)
            if call is not None:
                yield call
