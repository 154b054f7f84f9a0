"""Run the work of a command in several processes, with a progress bar."""

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


def map_in_processes(
    function: Callable[[Item], Result], items: Sequence[Item], count: int, command: str, label: str
) -> list[Result]:
    """Call `function` with each item in `count` processes. Return the results in the order of the items.

    A progress bar with the text `label` counts the finished items. If one process dies, all are ended, and
    `Refused` is raised with the name of the `command`. If the user interrupts, all are ended, and
    `KeyboardInterrupt` is raised.
    """
    with ProcessPoolExecutor(count, initializer=_follow_parent) as pool:
        try:
            with _ended_by_interrupt():
                with _uninterrupted():
                    running = [pool.submit(function, item) for item in items]
                for done in terminal.counted(as_completed(running), len(running), label):
                    done.result()
        except BrokenProcessPool:
            raise refuse(
                command,
                "one of its processes was killed, perhaps because memory ran out; use fewer --jobs",
            ) from None
        finally:
            pool.shutdown(cancel_futures=True)
    return [done.result() for done in running]


@contextmanager
def _ended_by_interrupt() -> Iterator[None]:
    """If the user interrupts the block, end the child processes and raise `KeyboardInterrupt`.

    The signal handler only ends the processes. The pool then raises an error, because its processes are gone,
    and this function raises `KeyboardInterrupt` instead. The handler must not raise it: locks of
    `concurrent.futures` would stay locked, and the pool would wait for them forever.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield  # interrupts are ignored, or handled by other code
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
    """Hold back interrupts during a `with` block, in which child processes start.

    The processes inherit the signal mask, so that no interrupt ends one before `_follow_parent` runs in it.
    """
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    else:
        yield


def _follow_parent() -> None:
    """Ignore interrupts in this process, because the parent handles them. Exit when the parent exits."""
    # If an interrupt ended only this process, its parent would report that a process was killed.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
