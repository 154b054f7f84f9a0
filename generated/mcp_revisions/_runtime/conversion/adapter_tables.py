"""What a generated adapter says of its pair of revisions, one `Direction` each way: tables that `convert` reads.

A `Passage` is one method from one sender. The function of an `Edit` edits a tree in place, `(tree, path, crossing)`; where
nothing changes there is no edit. `verdicts` are those of the request (or notification) and of its result: `whole` (what the
sender's revision knows passes unchanged), `lossy` (it may lose something, or be refused for what it holds), `none`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from .losses import Change, Crossing, Path

Verdict = Literal["whole", "lossy", "none"]
Apply = Callable[[Any, Path, Crossing], Any]


class Gain(NamedTuple):
    """A member that every object without it is given; `value` is JSON, or `rules.CONTEXT`."""

    member: str
    value: Any
    change: Change


class Shed(NamedTuple):
    """A member that goes, whatever it holds.

    With `inside`, it is an object that loses these members, and goes with the last of all. With `only`, that is what it has to be.
    It is `sure` to be there where the source demands it.
    """

    member: str
    change: Change
    sure: bool = False
    inside: tuple[str, ...] = ()
    only: str | None = None


class Outline(NamedTuple):
    """What an edit of an object looks at, so that the rest of the object need not be read.

    An object without any of `members` only gains `gains`. It has all of `needs`, or it is refused. Where a member of `reads` is present, the
    edit looks at the values of those that it names; of the members of `lists` it looks at the names inside; at other values it does
    not look. A member that fits its shape in `still` stays as it is. Those of `sheds` go, in this order, if they are as said there and
    every other member stays; nothing else happens then. The object often has `known` members besides.
    """

    members: tuple[str, ...] = ()
    reads: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    lists: tuple[str, ...] = ()
    still: Mapping[str, Any] = MappingProxyType({})
    needs: tuple[str, ...] = ()
    gains: tuple[Gain, ...] = ()
    sheds: tuple[Shed, ...] = ()
    known: tuple[str, ...] = ()


class Edit(NamedTuple):
    """What happens to the params, or to the result, of a method."""

    apply: Apply
    outline: Outline | None = None


class Passage(NamedTuple):
    """A method that both revisions know: what happens to its params and to its result."""

    params: Edit | None = None
    result: Edit | None = None
    request: bool = True  # it is answered, and no notification
    verdicts: tuple[Verdict, Verdict] = ("whole", "whole")
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
    capabilities: Apply | None = None  # of a client
    implementation: Apply | None = None
    context: dict[str, Any] | None = None  # the shapes of what the target repeats in each request, by name
