"""The tables of a generated adapter: one `Adapter` for each direction between two neighbouring revisions.

An *edit* is a function `edit(value, path, log)`. It changes the params, or the result, of a message in place,
and reports the differences to `log`. If a method has no edits, its messages are unchanged.

A method has two fidelity grades: one for the request (or notification), and one for the result. The grades
hold for members that the source revision defines:

- `whole`: every message is unchanged.
- `adapted`: nothing is lost. Values are respelled, or added if the target requires them. A value is removed
  only if the target states it earlier in the session, or if a message without it means the same.
- `lossy`: a value may be lost, or the message may be refused because of its content.
- `none`: no message can be converted.
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
    """Return the worst of several grades, in the order of `GRADES`. If there are none, return `whole`."""
    all_grades: list[Fidelity] = ["whole", *grades]
    return max(all_grades, key=GRADES.index)


class MethodAdapter(NamedTuple):
    """How an adapter converts a method that both revisions have: the edits of its params and its result."""

    params: Edit | None = None
    result: Edit | None = None
    is_request: bool = True
    fidelity: tuple[Fidelity, Fidelity] = ("whole", "whole")
    creates_params: bool = False  # the target requires `params`, the source does not
    drops_empty_params: bool = False  # the source requires `params`, the target does not
    renamed: str | None = None  # the name of the method in the target, if it differs
    renaming: Change | None = None  # the change that renames the method; None if tasks became an extension
    changes: tuple[tuple[Change, ...], tuple[Change, ...]] = ((), ())  # the changes that the edits may report
    # The revisions from which a chain refuses every message in this step: the params, then the result.
    refused_from: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


class MethodRemoved(NamedTuple):
    """A method that the target revision lacks, or that this sender may not send in the target.

    `code` is the JSON-RPC error code of the reply to such a request. It is None for a notification.
    """

    change: Change
    code: int | None

    @property
    def is_request(self) -> bool:
        """Return whether the method is a request."""
        return self.code is not None


class Adapter(NamedTuple):
    """The generated functions and tables that convert messages of `source` to its neighbour `target`."""

    source: str
    target: str
    # By the sender of the request, then by method.
    methods: Mapping[str, Mapping[str, MethodAdapter | MethodRemoved]]
    error: Callable[[Any, Path, ConversionLog, Change], None] | None = None
    error_change: Change | None = None
    error_id: Change | None = None  # the target requires the `id` of an error
    batches: Change | None = None  # the source has batches, the target does not
    capabilities: Edit | None = None  # the edit of the client's capabilities
    implementation: Edit | None = None  # the edit of `clientInfo`
    every_part: DropInner | None = None  # edits all params and results, before the edit of their method
    # The shapes of the members that the target repeats in each request.
    context: Mapping[str, Any] | None = None


PASSING = MethodAdapter()


def rows_along(
    adapters: Sequence[Adapter], side: str, method: str
) -> list[tuple[Adapter, MethodAdapter | MethodRemoved]]:
    """Return how each adapter of a chain converts the messages of a method that `side` sends.

    The result has pairs: an adapter, and the entry of the method in `Adapter.methods`. If an adapter renames
    the method, the entry in the next adapter is that of the new name. If an adapter removes the method, the
    list ends with that adapter. If an adapter has no entry for the method, the method belongs to an
    extension, and the adapter does not change its messages.
    """
    found: list[tuple[Adapter, MethodAdapter | MethodRemoved]] = []
    for adapter in adapters:
        row = adapter.methods[side].get(method, PASSING)
        found.append((adapter, row))
        if isinstance(row, MethodRemoved):
            break
        method = row.renamed or method
    return found
