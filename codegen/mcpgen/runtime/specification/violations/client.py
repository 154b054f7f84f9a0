"""Violations of the chapter *client*: roots and sampling. `elicitation` has its own module."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...errors import INVALID_PARAMS
from ...json_argument import listed
from ...messages.mismatch import shown
from ..message_context import (
    JsonObject,
    Location,
    MessageContext,
    client_results,
    content_blocks,
    requests_of,
)
from ..spec_rule import Violations, rule


@rule("must", "client/roots#root")
def root_uri(context: MessageContext) -> Violations:
    """The URI of a root must start with `file://`."""
    for result_location, result in client_results(context, "roots/list", "roots"):
        for location, root in content_blocks(listed(result.get("roots")), (result_location, "roots")):
            uri = root.get("uri")
            if isinstance(uri, str) and not uri.startswith("file://"):
                yield (location, "uri"), "the URI of a root must start with file://"


class _SamplingMessage(NamedTuple):
    """A sampling message: its location, role and content blocks."""

    location: Location
    role: object
    blocks: list[JsonObject]

    def members(self, kind: str, name: str) -> list[str | None]:
        """Return the member `name` of each block of type `kind`, or None where it is not a string."""
        found = [block.get(name) for block in self.blocks if block.get("type") == kind]
        return [value if isinstance(value, str) else None for value in found]


def _sampling(context: MessageContext) -> Iterator[list[_SamplingMessage]]:
    """Yield the list of messages of each sampling request in a message."""
    for request, params in requests_of(context, "sampling/createMessage"):
        yield [
            _SamplingMessage(
                location,
                message.get("role"),
                [block for _, block in content_blocks(message.get("content"), None)],
            )
            for location, message in content_blocks(listed(params.get("messages")), (request, "messages"))
        ]


@rule("must", "client/sampling#tool-result-messages", since="2025-11-25", code=INVALID_PARAMS)
def sampling_results_mixed(context: MessageContext) -> Violations:
    """A sampling message with tool results must have the role `user` and no other content."""
    for messages in _sampling(context):
        for message in messages:
            results = message.members("tool_result", "toolUseId")
            if results and (len(results) < len(message.blocks) or message.role != "user"):
                yield (
                    message.location,
                    "content",
                ), "a message with tool results needs the role `user` and no other content"


@rule("must", "client/sampling#tool-use-and-result-balance", since="2025-11-25", code=INVALID_PARAMS)
def sampling_results_missing(context: MessageContext) -> Violations:
    """A tool use needs its result in the next message, and a result needs its use in the message before."""
    for messages in _sampling(context):
        last: Location = None
        uses = list[str | None]()
        for message in [*messages, _SamplingMessage(None, "", [])]:
            results = message.members("tool_result", "toolUseId")
            given = set(results)
            for use in uses:
                if use not in given:
                    yield last, f"the next message has no result of the tool use {shown(use)}"
            used = set(uses)
            for result in results:
                if result not in used:
                    location = message.location
                    named = f"the tool result {shown(result)}"
                    yield location, f"{named} has no tool use in the previous message"
            last, uses = message.location, []
            if message.role == "assistant":
                uses = message.members("tool_use", "id")
