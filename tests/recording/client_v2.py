"""Drive `server.py` at 2026-07-28, or `server-everything` before it, with the official Python SDK 2.x.

In: a command that starts the server, behind a tee that records. The client negotiates by itself: it asks for
`server/discover` first, and falls back to the handshake of 2025-11-25 where there is no answer to that.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

import anyio
import mcp_types as types
from mcp.client import Client, advertise
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

warnings.simplefilter("ignore")

LATEST = "2026-07-28"


async def sample(context: Any, params: Any) -> Any:
    """Answer `sampling/createMessage`."""
    said = types.TextContent(type="text", text="Four.")
    return types.CreateMessageResult(
        role="assistant", content=said, model="example-model-1", stop_reason="endTurn"
    )


async def elicit(context: Any, params: Any) -> Any:
    """Answer `elicitation/create`, a form or a page."""
    if isinstance(params, types.ElicitRequestURLParams):
        return types.ElicitResult(action="accept")
    return types.ElicitResult(action="accept", content={"name": "Ada", "age": 36, "days": ["mon"]})


async def roots(context: Any) -> Any:
    """Answer `roots/list`."""
    return types.ListRootsResult(roots=[types.Root(uri="file:///project/alpha", name="alpha")])


async def logged(params: Any) -> None:
    """Receive a log message."""


async def progressed(progress: float, total: float | None, message: str | None = None) -> None:
    """Receive progress."""


async def attempt(call: Any) -> None:
    """Await a request that the server is free to refuse."""
    try:
        await call
    except (MCPError, TimeoutError) as refused:
        print(f"refused: {refused}", file=sys.stderr)


async def modern(client: Client) -> None:
    """Use all that 2026-07-28 offers."""
    async with client.listen(tools_list_changed=True, resource_subscriptions=["file:///project/readme.md"]):
        await client.list_tools()
        await client.list_tools(cursor="page-2")
        await client.call_tool("add", {"a": 1, "b": 2.5})
        await client.call_tool("show")
        await client.call_tool("primes")
        await client.call_tool("change")
        await client.call_tool("ask")
        await client.call_tool("visit")
        await client.call_tool("work", progress_callback=progressed)
        await client.call_tool("work", meta={"com.example/trace": "t-1"})
        await attempt(client.call_tool("fail", {"protocol": True}))
        await attempt(client.call_tool("sleep", read_timeout_seconds=0.3))
    await client.list_resources()
    await client.list_resource_templates()
    await client.list_prompts()
    await client.read_resource("file:///project/readme.md")
    await client.read_resource("file:///project/secret.txt")
    await attempt(client.read_resource("file:///project/none"))
    await client.get_prompt("question", {"subject": "tea"})
    await client.get_prompt("interview")
    await client.complete(types.PromptReference(name="question"), {"name": "subject", "value": "p"})


async def classic(client: Client) -> None:
    """Use what a server of 2025-11-25 offers."""
    await anyio.sleep(0.6)
    await client.send_ping()
    await client.list_tools()
    await client.call_tool("echo", {"message": "héllo"})
    await client.call_tool("get-structured-content", {"location": "Chicago"})
    await client.call_tool("get-resource-links", {"count": 2})
    steps = {"duration": 0.2, "steps": 2}
    await client.call_tool("trigger-long-running-operation", steps, progress_callback=progressed)
    await client.call_tool("trigger-sampling-request", {"prompt": "Two and two?"})
    await client.call_tool("trigger-elicitation-request")
    await client.call_tool(
        "trigger-url-elicitation", {"url": "https://example.com/sign-in", "elicitationId": "e-1"}
    )
    await attempt(client.call_tool("no-such-tool"))
    await client.list_prompts()
    await client.get_prompt("args-prompt", {"city": "Paris"})
    await client.list_resources()
    await client.list_resource_templates()
    await client.read_resource("demo://resource/dynamic/text/1")
    await client.subscribe_resource("demo://resource/dynamic/text/1")
    await client.unsubscribe_resource("demo://resource/dynamic/text/1")
    await client.set_logging_level("warning")
    reference = types.ResourceTemplateReference(uri="demo://resource/dynamic/text/{resourceId}")
    await client.complete(reference, {"name": "resourceId", "value": "1"})
    await attempt(
        client.call_tool("trigger-long-running-operation", {"duration": 5}, read_timeout_seconds=0.3)
    )
    await client.send_progress_notification("token-1", 0.5, 1.0)
    await client.send_roots_list_changed()
    await anyio.sleep(0.3)


async def main() -> None:
    """Connect, work and leave."""
    client = Client(
        StdioServerParameters(command=sys.argv[1], args=sys.argv[2:]),
        client_info=types.Implementation(name="python-client", version="2.0.0", title="A client"),
        sampling_callback=sample,
        elicitation_callback=elicit,
        list_roots_callback=roots,
        logging_callback=logged,
        log_level="debug",
        extensions=[advertise("com.example/x", {"on": True})],
        read_timeout_seconds=15,
    )
    with anyio.fail_after(60):
        async with client:
            await (modern if client.protocol_version == LATEST else classic)(client)


if __name__ == "__main__":
    anyio.run(main)
