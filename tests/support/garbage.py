"""Count the objects that only the garbage collector frees."""

from __future__ import annotations

import gc
from collections.abc import Callable


def objects_in_cycles(work: Callable[[], object]) -> int:
    """Run `work`, drop its result, and return how many objects it leaves in reference cycles.

    Only objects that `work` makes count, so the number does not depend on what the process did before: an
    older object may become unreachable meanwhile, for example because a cache drops it. Objects that exist
    before stay frozen: they are freed with their last reference, and no later collection visits them.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        work()
        return gc.collect()
    finally:
        gc.enable()
