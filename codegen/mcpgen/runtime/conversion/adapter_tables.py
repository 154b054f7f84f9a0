"""The tables of a generated adapter: one `Adapter` for each direction between two neighbouring revisions.

An edit changes the params, or the result, of a message in place: `edit(value, path, log)`. A method without
edits passes unchanged. `fidelity` has two grades, for the request (or notification) and for the result. They
hold for members that the source revision defines:

- `whole`: every message passes unchanged.
- `adapted`: nothing is lost. Values are respelled, added where the target requires them, and removed where
  the target says the same by its session or by absence.
- `lossy`: a value may be lost, or the message may be refused for its content.
- `none`: no message passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from .flat_edits import DropInner
from .log import ConversionLog, Path
from .losses import Change

Fidelity = Literal["whole", "adapted", "lossy", "none"]
GRADES: tuple[Fidelity, ...] = get_args(Fidelity)
Edit = Callable[[Any, Path, ConversionLog], Any]


def worst(grades: Iterable[Fidelity]) -> Fidelity:
    """Return the grade that loses the most, `whole` of none."""
    all_grades: list[Fidelity] = ["whole", *grades]
    return max(all_grades, key=GRADES.index)


class MethodAdapter(NamedTuple):
    """A method of both revisions: the edits of its params and of its result."""

    params: Edit | None = None
    result: Edit | None = None
    is_request: bool = True
    fidelity: tuple[Fidelity, Fidelity] = ("whole", "whole")
    creates_params: bool = False  # the target requires `params`, the source does not
    drops_empty_params: bool = False  # the source requires `params`, the target does not
    renamed: str | None = None  # the name of the method in the target, where that is another
    renaming: Change | None = None  # the change that renames the method, None for that of tasks
    changes: tuple[tuple[Change, ...], tuple[Change, ...]] = ((), ())  # that the edits may report


class MethodRemoved(NamedTuple):
    """A method that the target revision lacks, or lacks from that sender.

    `code` answers a request with a JSON-RPC error; a notification has none.
    """

    change: Change
    code: int | None

    @property
    def is_request(self) -> bool:
        """Say whether the sender waits for an answer."""
        return self.code is not None


class Adapter(NamedTuple):
    """The adapter from one revision to a neighbour."""

    source: str
    target: str
    methods: Mapping[
        str, Mapping[str, MethodAdapter | MethodRemoved]
    ]  # by the sender of the request, then by method
    error: Callable[[Any, Path, ConversionLog, Change], None] | None = None
    error_change: Change | None = None
    error_id: Change | None = None  # the target requires the `id` of an error
    batches: Change | None = None  # an array is a frame in the source and none in the target
    capabilities: Edit | None = None  # of a client
    implementation: Edit | None = None
    every_part: DropInner | None = None  # of every params and every result, before the edit of its method
    context: Mapping[str, Any] | None = (
        None  # the shapes of the members that the target repeats in each request
    )


PASSING = MethodAdapter()


def rows_along(
    adapters: Sequence[Adapter], side: str, method: str
) -> list[tuple[Adapter, MethodAdapter | MethodRemoved]]:
    """Return the row of a method that a side sends in each adapter of a chain, up to one that removes it.

    An adapter that lacks the method, a part of an extension, passes it.
    """
    found: list[tuple[Adapter, MethodAdapter | MethodRemoved]] = []
    for adapter in adapters:
        row = adapter.methods[side].get(method, PASSING)
        found.append((adapter, row))
        if isinstance(row, MethodRemoved):
            break
        method = row.renamed or method
    return found
