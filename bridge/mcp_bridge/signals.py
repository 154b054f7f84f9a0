"""The signals that end the bridge, from the first line of the program to its exit.

`install` is called before any other module is imported. A signal is recorded until a session listens. The
program exits with 128 + n, even if the signal comes while modules are imported or after the last answer.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

_received: list[int] = []
_listeners: list[Callable[[int], None]] = []


def _handle(number: int, frame: Any) -> None:
    _received.append(number)
    for listener in _listeners[-1:]:
        listener(number)


def install() -> None:
    """Record each signal from now on, instead of ending at once."""
    for number in SIGNALS:
        signal.signal(number, _handle)


def release() -> None:
    """Undo `install`, so that a signal ends the process at once. A recorded signal ends it now."""
    if signal.getsignal(signal.SIGTERM) is not _handle:
        return
    for number in SIGNALS:
        is_interrupt = number == signal.SIGINT
        signal.signal(number, signal.default_int_handler if is_interrupt else signal.SIG_DFL)
    if _received:
        signal.raise_signal(_received[0])


@contextmanager
def listening(listener: Callable[[int], None]) -> Iterator[None]:
    """Call `listener` with each signal while the block runs.

    If a signal was recorded before, call `listener` with the first one at once. The listener runs between two
    steps of the program, so it must only schedule its work.
    """
    before = [signal.getsignal(number) for number in SIGNALS]
    install()
    _listeners.append(listener)
    try:
        if _received:
            listener(_received[0])
        yield
    finally:
        _listeners.remove(listener)
        if _handle not in before:  # nobody called `install`: the next block begins without a signal
            _received.clear()
        for number, handler in zip(SIGNALS, before, strict=True):
            signal.signal(number, handler)


def final(status: int) -> int:
    """Return the exit status of the program: 128 + n after signal n, otherwise `status`.

    Later signals are ignored, so the process ends with that status.
    """
    if signal.getsignal(signal.SIGTERM) is _handle:
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
    return 128 + _received[0] if _received else status
