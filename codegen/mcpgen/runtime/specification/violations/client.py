"""Violations of the chapter *client*: roots and sampling; `elicitation` has a module of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...errors import INVALID_PARAMS
from ...json_tree import listed
from ...messages.mismatch import shown
from ..frame_context import FrameContext, JsonObject, Place, client_results, content_blocks, requests_of
from ..spec_rule import Violations, rule


@rule("must", "client/roots#root")
def root_uri(context: FrameContext) -> Violations:
    """The URI of a root starts with `file://`."""
    for result_place, result in client_results(context, "roots/list", "roots"):
        for place, root in content_blocks(listed(result.get("roots")), (result_place, "roots")):
            uri = root.get("uri")
            if isinstance(uri, str) and not uri.startswith("file://"):
                yield (place, "uri"), "the URI of a root starts with file://"


class _SamplingMessage(NamedTuple):
    """A sampling message: its place, role and content blocks."""

    place: Place
    role: object
    blocks: list[JsonObject]

    def members(self, kind: str, name: str) -> list[str | None]:
        """Return a member of every block of a kind; None for a value that is no string."""
        found = [block.get(name) for block in self.blocks if block.get("type") == kind]
        return [value if isinstance(value, str) else None for value in found]


def _sampling(context: FrameContext) -> Iterator[list[_SamplingMessage]]:
    """Yield the messages of each sampling request."""
    for request, params in requests_of(context, "sampling/createMessage"):
        yield [
            _SamplingMessage(
                place,
                message.get("role"),
                [block for _, block in content_blocks(message.get("content"), None)],
            )
            for place, message in content_blocks(listed(params.get("messages")), (request, "messages"))
        ]


@rule("must", "client/sampling#tool-result-messages", since="2025-11-25", code=INVALID_PARAMS)
def sampling_results_mixed(context: FrameContext) -> Violations:
    """A sampling message with tool results has the role `user` and no other content."""
    for messages in _sampling(context):
        for message in messages:
            results = message.members("tool_result", "toolUseId")
            if results and (len(results) < len(message.blocks) or message.role != "user"):
                yield (message.place, "content"), "tool results stand alone, in a message of the role `user`"


@rule("must", "client/sampling#tool-use-and-result-balance", since="2025-11-25", code=INVALID_PARAMS)
def sampling_results_missing(context: FrameContext) -> Violations:
    """The message after a tool use has its result, and every tool result belongs to such a tool use."""
    for messages in _sampling(context):
        last: Place = None
        uses = list[str | None]()
        for message in [*messages, _SamplingMessage(None, "", [])]:
            results = message.members("tool_result", "toolUseId")
            given = set(results)
            for use in uses:
                if use not in given:
                    yield last, f"the message that follows has no result of the tool use {shown(use)}"
            used = set(uses)
            for result in results:
                if result not in used:
                    place = message.place
                    named = f"the tool result {shown(result)}"
                    yield place, f"{named} belongs to no tool use of the message before"
            last, uses = message.place, []
            if message.role == "assistant":
                uses = message.members("tool_use", "id")
