"""A frame with the facts that its receiver knows, and the places in a frame that rules read.

In: a message in any form that `json_tree.tree` takes, a revision, and facts about the exchange. Out: a
`FrameContext` of plain JSON trees, and iterators of (place, value) over the requests, results and content
blocks that the frame carries. A member of an unexpected type counts as absent. A place is a linked path,
`(place of the container, key)`, so that a long key is not copied for each place below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import NoneType
from typing import Any, NamedTuple, Union, cast

from ..json_tree import listed, mapping, tree
from ..messages.options import checked_kind, checked_option, checked_text

JsonObject = Mapping[str, Any]
Place = Union["tuple[Any, str | int]", None]  # None for the frame itself
Located = Iterator[tuple[Place, JsonObject]]

URL_ELICITATION_REQUIRED = -32042


class KnownFacts(NamedTuple):
    """The facts that a caller knows about the exchange of a frame; None where the caller knows nothing.

    Attributes:
        sender: The side that sent the frame, `client` or `server`.
        request: The request that the frame answers.
        answering: The method of that request, for callers that remember no more.
        prompts: The prompts that the server lists.
        tools: The tools that the server lists.
        cursors: The cursors that the server issued.
        progress: The last progress reported for each progress token.
    """

    sender: str | None = None
    request: Any = None
    answering: str | None = None
    prompts: Any = None
    tools: Any = None
    cursors: Iterable[str] | None = None
    progress: Mapping[Any, Any] | None = None

    def checked(self) -> KnownFacts:
        """Return the facts; raise `ValueError` for another sender, `TypeError` for a fact of another kind."""
        if self.sender is not None:
            checked_option("sender", self.sender)
        if self.answering is not None:
            checked_text("answering", self.answering)
        checked_kind("cursors", self.cursors, (NoneType, Iterable), "texts")
        checked_kind("progress", self.progress, (NoneType, Mapping), "a dict")
        return self

    def plain(self) -> KnownFacts:
        """Return the facts as plain JSON trees for all frames of a batch, prompts and tools by name."""
        return self._replace(
            request=tree(self.request),
            prompts=None if self.prompts is None else _by_name(listed(tree(self.prompts))),
            tools=None if self.tools is None else _by_name(listed(tree(self.tools))),
            cursors=None if self.cursors is None else frozenset(self.cursors),
        )


def _by_name(items: list[Any]) -> dict[str, JsonObject]:
    """Return prompts or tools by name; of several with one name, the first."""
    named = [(item.get("name"), item) for item in map(mapping, items)]
    return {name: item for name, item in reversed(named) if isinstance(name, str)}


def place_of(*keys: str | int, within: Place = None) -> Place:
    """Return the place that keys lead to."""
    for key in keys:
        within = within, key
    return within


class FrameContext:
    """A frame taken apart, with the known facts as plain JSON trees; absent objects are empty.

    Attributes:
        batch: The frames of a batch, None for a single frame.
        answering: The method of the request that a response answers.
        request_params: The params of that request.
        prompts, tools: The known items by name.
    """

    def __init__(self, value: Any, revision: str, facts: KnownFacts) -> None:
        """Read a plain JSON tree with plain facts."""
        frame, request = mapping(value), mapping(facts.request)
        method, answering = frame.get("method"), facts.answering or request.get("method")
        self.revision = revision
        self.frame: JsonObject = frame
        self.batch: list[Any] | None = value if isinstance(value, list) else None
        self.method = method if isinstance(method, str) else None
        self.params: JsonObject = mapping(frame.get("params"))
        self.result: JsonObject = mapping(frame.get("result"))
        self.error: JsonObject = mapping(frame.get("error"))
        self.answering = answering if isinstance(answering, str) and method is None else None
        self.request_params: JsonObject = mapping(request.get("params"))
        self.prompts: Mapping[str, JsonObject] | None = facts.prompts
        self.tools: Mapping[str, JsonObject] | None = facts.tools
        self.cursors = cast("frozenset[str] | None", facts.cursors)  # frozen by `plain`
        self.progress = facts.progress


def elicitation_mode(params: Any) -> str:
    """Return the mode of an elicitation, `form` by default."""
    return str(mapping(tree(params)).get("mode", "form"))


def with_name(items: Mapping[str, JsonObject] | None, name: object) -> JsonObject:
    """Return the prompt or tool with a name, an empty object if no item has it."""
    return items.get(name, {}) if items and isinstance(name, str) else {}


def requests_of(context: FrameContext, method: str) -> Located:
    """Yield the params of every request of a method that the frame is or carries."""
    if context.method == method:
        yield place_of("params"), context.params
    for key, request in mapping(context.result.get("inputRequests")).items():
        if mapping(request).get("method") == method:
            yield place_of("result", "inputRequests", key, "params"), mapping(request.get("params"))
    if method == "elicitation/create" and context.error.get("code") == URL_ELICITATION_REQUIRED:
        for index, params in enumerate(listed(mapping(context.error.get("data")).get("elicitations"))):
            yield place_of("error", "data", "elicitations", index), mapping(params)


def client_results(context: FrameContext, method: str, member: str) -> Located:
    """Yield the results of a client for a method: the response, and the input responses with `member`."""
    if context.result and context.answering == method:
        yield place_of("result"), context.result
    for key, response in mapping(context.params.get("inputResponses")).items():
        if member in mapping(response):
            yield place_of("params", "inputResponses", key), response


def content_blocks(content: Any, place: Place) -> Located:
    """Yield the content blocks of a member that holds a block or a list of blocks."""
    if isinstance(content, list):
        for index, block in enumerate(content):
            yield (place, index), mapping(block)
    elif isinstance(content, Mapping):
        yield place, content


def tools_in(context: FrameContext) -> Located:
    """Yield the tools of a tool list and of sampling requests."""
    yield from content_blocks(listed(context.result.get("tools")), place_of("result", "tools"))
    for place, params in requests_of(context, "sampling/createMessage"):
        yield from content_blocks(listed(params.get("tools")), (place, "tools"))


def blocks_in(context: FrameContext) -> Located:
    """Yield the content blocks of results, prompts, sampling requests and sampling results."""
    yield from content_blocks(context.result.get("content"), place_of("result", "content"))
    for place, message in _messages(context.result, place_of("result")):
        yield from content_blocks(message.get("content"), (place, "content"))
    for request, params in requests_of(context, "sampling/createMessage"):
        for place, message in _messages(params, request):
            for inner, block in content_blocks(message.get("content"), (place, "content")):
                yield inner, block
                yield from content_blocks(listed(block.get("content")), (inner, "content"))
    for place, result in client_results(context, "sampling/createMessage", "model"):
        if result is not context.result:
            yield from content_blocks(result.get("content"), (place, "content"))


def _messages(owner: JsonObject, place: Place) -> Located:
    return content_blocks(listed(owner.get("messages")), (place, "messages"))


def resources_in(context: FrameContext) -> Located:
    """Yield every object of the frame with the URI of a resource."""
    for place, block in blocks_in(context):
        if block.get("type") == "resource":
            yield (place, "resource"), mapping(block.get("resource"))
        elif block.get("type") == "resource_link":
            yield place, block
    for name in ("contents", "resources"):
        yield from content_blocks(listed(context.result.get(name)), place_of("result", name))
    if context.method in ("resources/read", "resources/subscribe", "notifications/resources/updated"):
        yield place_of("params"), context.params
