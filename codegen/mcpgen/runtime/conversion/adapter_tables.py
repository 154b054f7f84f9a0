"""The tables of a generated adapter, one `Adapter` for each direction between two neighbouring revisions.

An edit changes the params, or the result, of a frame in place: `edit(tree, path, log)`. A method without
edits passes unchanged. `fidelity` judges the request (or notification) and its result beforehand. `whole`:
every member that the source revision knows passes unchanged. `lossy`: a member may be lost, or the frame be
refused for its content. `none`: the frame cannot pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from .log import ConversionLog, Path
from .losses import Change

Fidelity = Literal["whole", "lossy", "none"]
Edit = Callable[[Any, Path, ConversionLog], Any]


class MethodAdapter(NamedTuple):
    """A method of both revisions: the edits of its params and of its result."""

    params: Edit | None = None
    result: Edit | None = None
    is_request: bool = True
    fidelity: tuple[Fidelity, Fidelity] = ("whole", "whole")
    creates_params: bool = False  # the target requires `params`, the source does not
    drops_empty_params: bool = False  # the source requires `params`, the target does not
    renamed: str | None = None  # the name of the method in the target, where that is another


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
    context: Mapping[str, Any] | None = (
        None  # the shapes of the members that the target repeats in each request
    )
