"""Processes that share the work of a command, with a progress bar."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Protocol, TypeVar

from mcpgen.commands import progress
from mcpgen.problems import refuse

Item = TypeVar("Item")
Result = TypeVar("Result")


class MapFunction(Protocol):
    """Map a function over items, in order: the pool of processes of a command."""

    def __call__(self, function: Callable[[Item], Result], items: Iterable[Item], /) -> Iterable[Result]:
        """Return the results in the order of the items."""


@contextmanager
def processes(command: str, count: int, label: str) -> Iterator[MapFunction]:
    """Yield a parallel `map` for a command, with a progress bar.

    An interrupt, or a process that dies, ends all of them.
    """
    with ProcessPoolExecutor(count, initializer=_follow_parent) as pool:

        def map_items(function: Callable[[Item], Result], items: Iterable[Item]) -> Iterable[Result]:
            with _ended_by_interrupt():
                with _uninterrupted():
                    running = [pool.submit(function, item) for item in items]
                with progress.steps(len(running), label, sys.stderr) as advance:
                    for done in as_completed(running):
                        done.result()
                        advance()
            return [done.result() for done in running]

        try:
            yield map_items
        except BrokenProcessPool:
            raise refuse(command, "one of its processes was killed; is there enough memory?") from None
        finally:
            pool.shutdown(cancel_futures=True)


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
