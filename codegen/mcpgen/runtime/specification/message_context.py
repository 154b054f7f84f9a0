"""The input of the specification's rules: a message, and the facts that its receiver knows.

`MessageContext` holds them as JSON values. The functions below yield the requests, results, tools, content
blocks and resources in a message, each with its location. A member of an unexpected type counts as absent. A
location is a linked path, `(location of the container, key)`, so that long keys are not copied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import NoneType
from typing import Any, NamedTuple, Union, cast

from ..json_argument import as_json, listed, mapping
from ..messages.options import checked_kind, checked_option, checked_text

JsonObject = Mapping[str, Any]
Location = Union["tuple[Any, str | int]", None]  # None for the message itself
LocatedObjects = Iterator[tuple[Location, JsonObject]]

URL_ELICITATION_REQUIRED = -32042


class KnownFacts(NamedTuple):
    """What a caller knows about a message and the exchange that it belongs to. None means unknown.

    Attributes:
        sender: The side that sent the message, `client` or `server`.
        request: The request that the message answers.
        answering: The method of that request, if the caller has only the method.
        prompts: The prompts that the server lists.
        tools: The tools that the server lists.
        cursors: The cursors that the server issued.
        progress: The last reported progress, by progress token.
    """

    sender: str | None = None
    request: Any = None
    answering: str | None = None
    prompts: Any = None
    tools: Any = None
    cursors: Iterable[str] | None = None
    progress: Mapping[Any, Any] | None = None

    def checked(self) -> KnownFacts:
        """Return self. Raise `ValueError` for an unknown sender, `TypeError` for a fact of the wrong type."""
        if self.sender is not None:
            checked_option("sender", self.sender)
        if self.answering is not None:
            checked_text("answering", self.answering)
        checked_kind("cursors", self.cursors, (NoneType, Iterable), "texts")
        checked_kind("progress", self.progress, (NoneType, Mapping), "a dict")
        return self

    def plain(self) -> KnownFacts:
        """Return a copy of the facts as JSON values. Its prompts and tools are dictionaries by name."""
        return self._replace(
            request=as_json(self.request),
            prompts=None if self.prompts is None else _by_name(listed(as_json(self.prompts))),
            tools=None if self.tools is None else _by_name(listed(as_json(self.tools))),
            cursors=None if self.cursors is None else frozenset(self.cursors),
        )


def _by_name(items: list[Any]) -> dict[str, JsonObject]:
    """Map each name to its prompt or tool. If a name occurs twice, the first item is used."""
    named = [(item.get("name"), item) for item in map(mapping, items)]
    return {name: item for name, item in reversed(named) if isinstance(name, str)}


def location_of(*keys: str | int, within: Location = None) -> Location:
    """Return the location of the value that `keys` lead to from the location `within`."""
    for key in keys:
        within = within, key
    return within


class MessageContext:
    """The parts of a message, and the known facts, as JSON values. Absent objects are empty objects.

    Attributes:
        batch: The messages of a batch. None for a single message.
        answering: The method of the request that a response answers.
        request_params: The params of that request.
        prompts, tools: The known prompts and tools by name.
    """

    def __init__(self, value: Any, revision: str, facts: KnownFacts) -> None:
        """Split the message `value`, which must be plain JSON. `facts` must come from `KnownFacts.plain`."""
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
    """Return the mode of an elicitation. The default is `form`."""
    return str(mapping(as_json(params)).get("mode", "form"))


def with_name(items: Mapping[str, JsonObject] | None, name: object) -> JsonObject:
    """Return the prompt or tool called `name`, or an empty object if there is none."""
    return items.get(name, {}) if items and isinstance(name, str) else {}


def requests_of(context: MessageContext, method: str) -> LocatedObjects:
    """Yield the params of each request for `method` in a message.

    The request may be the message itself, an input request in its result, or an elicitation in its error.
    """
    if context.method == method:
        yield location_of("params"), context.params
    for key, request in mapping(context.result.get("inputRequests")).items():
        if mapping(request).get("method") == method:
            yield location_of("result", "inputRequests", key, "params"), mapping(request.get("params"))
    if method == "elicitation/create" and context.error.get("code") == URL_ELICITATION_REQUIRED:
        for index, params in enumerate(listed(mapping(context.error.get("data")).get("elicitations"))):
            yield location_of("error", "data", "elicitations", index), mapping(params)


def client_results(context: MessageContext, method: str, member: str) -> LocatedObjects:
    """Yield the results of `method` that a client returns in a message.

    The message may itself be the response, or a retried request whose `inputResponses` have results. An input
    response does not name its method, so every input response with the member `member` is included.
    """
    if context.result and context.answering == method:
        yield location_of("result"), context.result
    for key, response in mapping(context.params.get("inputResponses")).items():
        if member in mapping(response):
            yield location_of("params", "inputResponses", key), response


def content_blocks(content: Any, location: Location) -> LocatedObjects:
    """Yield the content blocks in `content`, which is one block or a list of blocks."""
    if isinstance(content, list):
        for index, block in enumerate(content):
            yield (location, index), mapping(block)
    elif isinstance(content, Mapping):
        yield location, content


def tools_in(context: MessageContext) -> LocatedObjects:
    """Yield the tools in a tool list and in sampling requests."""
    yield from content_blocks(listed(context.result.get("tools")), location_of("result", "tools"))
    for location, params in requests_of(context, "sampling/createMessage"):
        yield from content_blocks(listed(params.get("tools")), (location, "tools"))


def blocks_in(context: MessageContext) -> LocatedObjects:
    """Yield the content blocks in results, prompts, sampling requests and sampling results."""
    yield from content_blocks(context.result.get("content"), location_of("result", "content"))
    for location, message in _messages(context.result, location_of("result")):
        yield from content_blocks(message.get("content"), (location, "content"))
    for request, params in requests_of(context, "sampling/createMessage"):
        for location, message in _messages(params, request):
            for inner, block in content_blocks(message.get("content"), (location, "content")):
                yield inner, block
                yield from content_blocks(listed(block.get("content")), (inner, "content"))
    for location, result in client_results(context, "sampling/createMessage", "model"):
        if result is not context.result:
            yield from content_blocks(result.get("content"), (location, "content"))


def _messages(owner: JsonObject, location: Location) -> LocatedObjects:
    return content_blocks(listed(owner.get("messages")), (location, "messages"))


def resources_in(context: MessageContext) -> LocatedObjects:
    """Yield every object in a message whose `uri` is that of a resource."""
    for location, block in blocks_in(context):
        if block.get("type") == "resource":
            yield (location, "resource"), mapping(block.get("resource"))
        elif block.get("type") == "resource_link":
            yield location, block
    for name in ("contents", "resources"):
        yield from content_blocks(listed(context.result.get(name)), location_of("result", name))
    if context.method in ("resources/read", "resources/subscribe", "notifications/resources/updated"):
        yield location_of("params"), context.params
