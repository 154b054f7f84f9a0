"""Processes that share the work of `mcpgen validate`, with a progress bar."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from mcpgen.commands import terminal
from mcpgen.problems import refuse

Item = TypeVar("Item")
Result = TypeVar("Result")


def map_in_processes(function: Callable[[Item], Result], items: Sequence[Item], count: int) -> list[Result]:
    """Return the results of a function in the order of the items; a bar counts them.

    An interrupt, or a process that dies, ends all processes.
    """
    with ProcessPoolExecutor(count, initializer=_follow_parent) as pool:
        try:
            with _ended_by_interrupt():
                with _uninterrupted():
                    running = [pool.submit(function, item) for item in items]
                for done in terminal.counted(as_completed(running), len(running), "validating"):
                    done.result()
        except BrokenProcessPool:
            raise refuse("validate", "one of its processes was killed; is there enough memory?") from None
        finally:
            pool.shutdown(cancel_futures=True)
    return [done.result() for done in running]


@contextmanager
def _ended_by_interrupt() -> Iterator[None]:
    """End the processes at an interrupt, and raise `KeyboardInterrupt` once nothing waits for them.

    An exception raised at the interrupt itself leaves locks of `concurrent.futures` taken, and the pool waits
    for them for ever. Processes that end instead make the pool fail in its own order.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield  # the interrupt is ignored, or handled elsewhere
        return
    interrupted = False

    def end_processes(number: int, frame: object) -> None:
        nonlocal interrupted
        interrupted = True
        for process in multiprocessing.active_children():
            process.terminate()

    signal.signal(signal.SIGINT, end_processes)
    try:
        yield
    except BrokenProcessPool:
        if not interrupted:
            raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if interrupted:
        raise KeyboardInterrupt


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Block interrupts while processes start; the processes inherit the mask."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    else:
        yield


def _follow_parent() -> None:
    """Ignore interrupts, which the parent handles, and exit when the parent is gone."""
    # A worker that an interrupt ends looks killed to a parent that is interrupted later, or never.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
