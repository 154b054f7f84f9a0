"""The signals that end the bridge, from the first line of the program to its exit.

`install` is called before any other module is imported. A signal is recorded until a session listens. The
program exits with 128 + n, even if the signal comes while modules are imported or after the last answer.

Every signal that ends a program by default is handled in the same way, except for SIGKILL and signals about a
fault of the program itself. If a signal already has a handler other than Python's default, that handler is
replaced only for SIGINT, SIGTERM and SIGHUP.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_NAMES = "INT TERM HUP QUIT USR1 USR2 ALRM VTALRM PROF XCPU POLL PWR STKFLT"
_NUMBERS = [getattr(signal, f"SIG{name}", None) for name in _NAMES.split()]
_REAL_TIME = range(signal.SIGRTMIN, signal.SIGRTMAX + 1) if hasattr(signal, "SIGRTMIN") else ()
SIGNALS: tuple[int, ...] = (*(number for number in _NUMBERS if number is not None), *_REAL_TIME)
ALWAYS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DEFAULTS = (signal.SIG_DFL, signal.SIG_IGN, signal.default_int_handler)
REPEAT = 0.5  # seconds in which a signal that comes again is not counted: `timeout` sends its signal twice

_received: list[int] = []
_listeners: list[Callable[[int], None]] = []
_last = 0.0  # when the last signal that counts was received


def _handle(number: int, frame: Any) -> None:
    global _last  # noqa: PLW0603 - like the lists above
    now = time.monotonic()
    if _received[-1:] == [number] and now - _last < REPEAT:
        return
    _last = now
    _received.append(number)
    for listener in _listeners[-1:]:
        listener(number)


def name_of(number: int) -> str:
    """Return the name of a signal, such as SIGTERM."""
    try:
        return signal.Signals(number).name
    except ValueError:  # most real-time signals have no name
        return f"signal {number}"


def install() -> None:
    """Record each signal from now on, instead of ending at once."""
    for number in SIGNALS:
        handler = signal.getsignal(number)
        if handler in DEFAULTS or number in ALWAYS:
            signal.signal(number, _handle)


def _handled() -> list[int]:
    """Return the signals that `install` handles."""
    return [number for number in SIGNALS if signal.getsignal(number) is _handle]


def release() -> None:
    """Undo `install`, so that a signal ends the process at once. A recorded signal ends it now."""
    for number in _handled():
        is_interrupt = number == signal.SIGINT
        signal.signal(number, signal.default_int_handler if is_interrupt else signal.SIG_DFL)
    if _received:
        signal.raise_signal(_received[0])


@contextmanager
def listening(listener: Callable[[int], None]) -> Iterator[None]:
    """Call `listener` with each signal while the block runs.

    If a signal was recorded before, call `listener` with the first one at once. The listener may interrupt
    the program anywhere, so it must only schedule its work, for example on the event loop.
    """
    before = {number: signal.getsignal(number) for number in SIGNALS}
    install()
    _listeners.append(listener)
    try:
        if _received:
            listener(_received[0])
        yield
    finally:
        _listeners.remove(listener)
        if _handle not in before.values():  # nobody called `install`: the next block begins without a signal
            _received.clear()
        for number in _handled():
            signal.signal(number, before[number])


def final(status: int) -> int:
    """Return the exit status of the program: 128 + n after signal n, otherwise `status`.

    Later signals are ignored, so the process ends with that status.
    """
    for number in _handled():
        signal.signal(number, signal.SIG_IGN)
    return 128 + _received[0] if _received else status
