"""Measure how time and memory of public functions grow when their input doubles.

A case has a function that makes an input of about `size` bytes, and the function to measure. The result is a
sentence about the first limit that the case exceeds. CPU time is the best of several runs. If a step seems
too slow, it is measured again, because noise only ever adds time. An input that exceeds the processor's
caches makes every reader slower: if merely parsing takes more than twice the time for twice the input, the
limit grows by that ratio. Memory is the peak of `tracemalloc` above the input, with empty free lists. Objects
from a free list are not traced, which hides half of the memory at 10 kB and little at 160 kB.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

TIME, MEMORY, PEAK = 2.5, 2.2, 40  # time and memory for twice the input; bytes of memory for a byte of input
SHORT = tuple(10_000 * 2**n for n in range(6))  # 10 kB to 320 kB
LONG = tuple(10_000 * 2**n for n in range(11))  # 10 kB to 10 MB
_LEAST_SECONDS, _LEAST_BYTES = 0.004, 400_000  # smaller differences are constant costs, or noise
_ATTEMPTS = 4
_parse = msgspec.json.Decoder().decode


class Case(NamedTuple):
    """A function to measure, and the function that makes its inputs."""

    name: str
    make: Callable[[int], Any]
    call: Callable[[Any], Any]


def excesses(case: Case, sizes: tuple[int, ...], patience: float = 5.0) -> Iterator[str]:
    """Yield a sentence for the first limit that a case exceeds.

    No larger input is measured after a call that takes more than `patience` seconds.
    """
    case.call(case.make(1_000))  # imports and decoders are made once
    seconds, peaks = 0.0, list[float]()
    for size in sizes:
        if seconds > patience:
            return
        value = case.make(size)
        length = _length(value, size)
        last_seconds, seconds = seconds, _seconds(case.call, value, TIME * seconds)
        if last_seconds and seconds > TIME * last_seconds + _LEAST_SECONDS:
            # The smaller input may have been measured in a lucky moment.
            half = case.make(size // 2)
            last_seconds = max(last_seconds, _seconds(case.call, half, 0))
            limit = TIME * max(1.0, _parse_growth(half, value) / 2)
            seconds = min(seconds, _seconds(case.call, value, limit * last_seconds))
            if seconds > limit * last_seconds + _LEAST_SECONDS:
                yield f"{size} bytes: {last_seconds:.4f} s for half, {seconds:.4f} s for all"
                return
        peaks.append(_peak(case.call, value))
        # A `dict` doubles its table at a power of two, so a single doubling may show it late and the next
        # early.
        if len(peaks) > 2 and peaks[-1] > MEMORY**2 * peaks[-3] + _LEAST_BYTES:
            shown = ", ".join(f"{peak / 1e6:.1f}" for peak in peaks[-3:])
            yield f"{size} bytes: peaks of {shown} MB for a quarter, half and all"
            return
        if peaks[-1] > PEAK * length + _LEAST_BYTES:
            yield f"{length} bytes: a peak of {peaks[-1] / length:.0f} times the input"
            return


def _length(value: Any, size: int) -> int:
    """Return the bytes of an input: of a text, or of the messages in a list.

    For other inputs return `size`.
    """
    if isinstance(value, (bytes, str)):
        return len(value)
    frames = isinstance(value, list) and value and all(isinstance(each, bytes) for each in value)
    return sum(map(len, value)) if frames else size


def _parse_growth(half: Any, value: Any) -> float:
    """Return how many times longer parsing an input takes than parsing its half.

    Return 2 for a short input, or for one that is not text.
    """
    frames = [each if isinstance(each, list) else [each] for each in (half, value)]
    if not all(isinstance(frame, bytes) for each in frames for frame in each):
        return 2.0
    less, more = (_seconds(_parse_all, each, 0) for each in frames)
    return more / less if less > _LEAST_SECONDS else 2.0


def _parse_all(frames: list[bytes]) -> None:
    for frame in frames:
        with suppress(msgspec.DecodeError):
            _parse(frame)


def _seconds(call: Callable[[Any], Any], value: Any, enough: float) -> float:
    """Return the least CPU time of several calls. Stop early below `enough`, or if a call takes seconds."""
    best = float("inf")
    for _ in range(_ATTEMPTS):
        gc.disable()  # collections depend on all objects of the process
        begin = time.process_time()
        call(value)
        best = min(best, time.process_time() - begin)
        gc.enable()
        if best <= enough + _LEAST_SECONDS or best > 2:
            break
    return best


def _peak(call: Callable[[Any], Any], value: Any) -> float:
    gc.collect()  # empties the free lists
    tracemalloc.start()
    try:
        call(value)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
