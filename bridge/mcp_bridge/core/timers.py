"""The timers of a bridge, sorted by the time at which they are due."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterator
from math import inf, isnan


class Timers:
    """Functions to call at given times. Each timer has a number.

    The times are those of the host's clock. `begin` gets the first known time. A timer that starts before
    `begin` counts from that time.
    """

    def __init__(self) -> None:
        self._has_begun = False
        self._timers: dict[int, tuple[float, Callable[[], object]]] = {}
        self._order: list[tuple[float, int]] = []  # times and numbers, sorted

    def __len__(self) -> int:
        """Return the number of running timers."""
        return len(self._timers)

    def begin(self, now: float) -> None:
        """Set the first known time. The timers that already run start at this time."""
        self._has_begun = True
        self._timers = {number: (now + when, call) for number, (when, call) in self._timers.items()}
        self._order = [(now + when, number) for when, number in self._order]

    def start(self, number: int, when: float, call: Callable[[], object]) -> None:
        """Start a timer under a new number. A timer whose time is NaN is never due."""
        when = inf if isnan(when) else when
        self._timers[number] = when, call
        insort(self._order, (when, number))

    def stop(self, number: int) -> None:
        """Stop a timer. Ignore a timer that is over."""
        timer = self._timers.pop(number, None)
        if timer is not None:
            del self._order[bisect_left(self._order, (timer[0], number))]

    def clear(self) -> None:
        """Stop every timer."""
        self._timers.clear()
        self._order.clear()

    @property
    def deadline(self) -> float | None:
        """The time of the timer that is due first, or None if no timer runs.

        If a timer runs before `begin`, the result is `-inf`, so that the host states the time at once.
        """
        if not self._order:
            return None
        return self._order[0][0] if self._has_begun else -inf

    def due(self, now: float) -> Iterator[Callable[[], object]]:
        """Remove and yield the functions of the timers that are due, earliest first.

        A timer that a yielded function starts is not yielded in this call, even if it is due. A timer that a
        yielded function stops is not yielded.
        """
        for _, number in self._order[: bisect_left(self._order, (now, inf))]:
            if number in self._timers:
                call = self._timers[number][1]
                self.stop(number)
                yield call
