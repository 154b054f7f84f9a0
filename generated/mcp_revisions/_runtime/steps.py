"""What a generated adapter says of its pair of revisions, one `Direction` each way: tables that `convert` reads.

A `Passage` is one method from one sender. Its functions edit a tree in place, `(tree, path, crossing)`; where nothing
changes there is no function. `verdicts` are those of the request (or notification) and of its result: `whole` (what the
sender's revision knows passes unchanged), `lossy` (it may lose something, or be refused for what it holds), `none`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from .losses import Change, Crossing, Path

Verdict = Literal["whole", "lossy", "none"]
Edit = Callable[[Any, Path, Crossing], None]


Signs = tuple[bytes, ...] | None


class Passage(NamedTuple):
    """A method that both revisions know: what happens to its params and to its result."""

    params: Edit | None = None
    result: Edit | None = None
    request: bool = True  # it is answered, and no notification
    verdicts: tuple[Verdict, Verdict] = ("whole", "whole")
    # JSON texts one of which is in every message that is edited, for the same two; None where an edit needs none.
    signs: tuple[Signs, Signs] = ((), ())
    fills: bool = False  # the target requires `params`, the source does not
    bare: bool = False  # the reverse: when a conversion leaves nothing in them, they go


class Gone(NamedTuple):
    """A method that the target revision does not have, or not from that sender."""

    change: Change
    code: (
        int | None
    )  # of the JSON-RPC error to answer a request with; None: a notification, which has no answer


class Direction(NamedTuple):
    """The way from one revision to its neighbour."""

    source: str
    target: str
    methods: dict[str, dict[str, Passage | Gone]]  # by sender of the request, then by method
    error: Callable[[Any, Path, Crossing, Change], None] | None = None
    error_change: Change | None = None
    error_id: Change | None = None  # the target requires the `id` of an error
    batches: Change | None = None  # arrays are frames in the source and not in the target
    capabilities: Edit | None = None  # of a client
    implementation: Edit | None = None
    context: dict[str, Any] | None = None  # the shapes of what the target repeats in each request, by name
