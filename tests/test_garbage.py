"""`support.garbage` counts the objects in cycles that the work made, and no others."""

from __future__ import annotations

import gc
import weakref
from typing import Any

from support.garbage import objects_in_cycles


class Part:
    """An object that refers to itself."""

    def __init__(self) -> None:
        self.whole = self


def test_cycles_of_the_work_count() -> None:
    """The object and its attributes are two objects, or one where attributes need no dictionary."""
    assert objects_in_cycles(Part) in (1, 2)
    assert objects_in_cycles(lambda: [Part() for _ in range(10)]) in (10, 20)
    assert objects_in_cycles(dict[str, Any]) == 0


def test_older_cycles_do_not_count() -> None:
    """An object that the work only lets go was made by somebody else."""
    kept = [Part() for _ in range(100)]
    assert objects_in_cycles(kept.clear) == 0
    assert objects_in_cycles(Part) in (1, 2)


def test_the_collector_runs_again() -> None:
    """A cycle that is made later is collected."""
    objects_in_cycles(list[Any])
    assert gc.isenabled()
    later = weakref.ref(Part())
    gc.collect()
    assert later() is None
