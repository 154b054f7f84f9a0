"""The client of the official Python SDK 1.x, of any release, at work with `server-everything`.

In: a command that starts the server, behind a tee that records. Run by an interpreter that has the release
installed; the revision spoken is the newest that the release knows. Only what all releases share is used
unconditionally.
"""

from __future__ import annotations

import inspect
import sys
from datetime import timedelta
from typing import Any

import anyio
from mcp import types
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client
from pydantic import AnyUrl

TEXT = "demo://resource/dynamic/text/1"


async def sample(context: Any, params: Any) -> Any:
    """Answer `sampling/createMessage`."""
    said = types.TextContent(type="text", text="Four.")
    return types.CreateMessageResult(
        role="assistant", content=said, model="example-model-1", stopReason="endTurn"
    )


async def elicit(context: Any, params: Any) -> Any:
    """Answer `elicitation/create`."""
    return types.ElicitResult(action="accept", content={"name": "Ada", "check": True, "integer": 7})


async def roots(context: Any) -> Any:
    """Answer `roots/list`."""
    return types.ListRootsResult(roots=[types.Root(uri="file:///project/alpha", name="alpha")])


async def answer(session: Any) -> None:
    """Answer the server's requests in a release whose session leaves that to its user."""
    async for message in session.incoming_messages:
        if hasattr(message, "respond"):
            await message.respond(types.ClientResult(await roots(None)))


async def attempt(call: Any) -> None:
    """Await a request that the server is free to refuse."""
    try:
        await call
    except Exception as refused:  # noqa: BLE001  (what a client raises differs from release to release)
        print(f"refused: {refused}", file=sys.stderr)


async def work(session: ClientSession) -> None:
    """Use every method that the session has."""
    await session.initialize()
    await anyio.sleep(0.6)
    await session.send_ping()
    tools = {tool.name for tool in (await session.list_tools()).tools}
    calls: list[tuple[str, dict[str, Any]]] = [
        ("echo", {"message": "héllo"}),
        ("get-sum", {"a": 1, "b": 2.5}),
        ("get-annotated-message", {"messageType": "success"}),
        ("get-resource-links", {"count": 2}),
        ("get-structured-content", {"location": "Chicago"}),
        ("get-roots-list", {}),
        ("trigger-sampling-request", {"prompt": "Two and two?", "maxTokens": 20}),
        ("trigger-elicitation-request", {}),
        ("no-such-tool", {}),
        ("echo", {}),
    ]
    for name, arguments in calls:
        if name in tools or name == "no-such-tool":
            await attempt(session.call_tool(name, arguments))
    if "progress_callback" in inspect.signature(session.call_tool).parameters:

        async def progressed(progress: float, total: float | None, message: str | None = None) -> None: ...

        steps = {"duration": 0.2, "steps": 2}
        await session.call_tool("trigger-long-running-operation", steps, progress_callback=progressed)
    await session.list_prompts()
    await session.get_prompt("args-prompt", {"city": "Paris"})
    await attempt(session.get_prompt("no-such-prompt"))
    await session.list_resources()
    if hasattr(session, "list_resource_templates"):
        await session.list_resource_templates()
    url = AnyUrl(TEXT)
    await session.read_resource(url)
    await session.subscribe_resource(url)
    await session.unsubscribe_resource(url)
    kind = getattr(types, "ResourceTemplateReference", None) or types.ResourceReference
    prompt = types.PromptReference(type="ref/prompt", name="completable-prompt")
    await session.complete(prompt, {"name": "department", "value": "S"})
    template = kind(type="ref/resource", uri="demo://resource/dynamic/text/{resourceId}")
    await session.complete(template, {"name": "resourceId", "value": "1"})
    await session.set_logging_level("warning")
    await session.send_progress_notification("token-1", 0.5, 1.0)
    await session.send_roots_list_changed()
    await anyio.sleep(0.3)


async def main() -> None:
    """Connect, work and leave."""
    callbacks = {
        "sampling_callback": sample,
        "elicitation_callback": elicit,
        "list_roots_callback": roots,
        "client_info": types.Implementation(name="python-client", version="1.0.0"),
    }
    known = inspect.signature(ClientSession.__init__).parameters
    given: dict[str, Any] = {name: value for name, value in callbacks.items() if name in known}
    server = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])
    with anyio.fail_after(60):
        async with (
            stdio_client(server) as (read_stream, write_stream),
            ClientSession(read_stream, write_stream, timedelta(seconds=15), **given) as session,
            anyio.create_task_group() as background,
        ):
            if hasattr(session, "incoming_messages"):
                background.start_soon(answer, session)
            await work(session)
            background.cancel_scope.cancel()


if __name__ == "__main__":
    anyio.run(main)
