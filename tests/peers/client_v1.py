"""Run a recipe with the client of PyPI `mcp` 1.2 or later: `client_v1.py RECIPE REPORT COMMAND...`.

The client starts the command, or connects to a URL over the HTTP+SSE transport.

In: a list of exchanges as JSON. Out: a report as JSON: what came of each, "ok" or what went wrong, and the
revision spoken.
"""

from __future__ import annotations

import inspect
import json
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import anyio
from mcp import types
from mcp.client.session import ClientSession
from mcp.client.sse import sse_client
from mcp.client.stdio import StdioServerParameters, stdio_client
from pydantic import AnyUrl

SAID = "Four."
heard: list[Any] = []


async def sample(context: Any, params: Any) -> Any:
    """Answer `sampling/createMessage`."""
    said = types.TextContent(type="text", text=SAID)
    return types.CreateMessageResult(role="assistant", content=said, model="m", stopReason="endTurn")


async def elicit(context: Any, params: Any) -> Any:
    """Answer `elicitation/create`."""
    if getattr(params, "mode", "form") == "url":
        return types.ElicitResult(action="accept")
    return types.ElicitResult(action="accept", content={"name": "Ada", "check": True, "integer": 7})


async def roots(context: Any) -> Any:
    """Answer `roots/list`."""
    return types.ListRootsResult(roots=[types.Root(uri="file:///project/alpha", name="alpha")])


async def hear(message: Any) -> None:
    """Keep what the server tells."""
    if not hasattr(message, "respond"):
        heard.append(message)


def text(result: Any) -> str:
    """Return a result as text."""
    return result.model_dump_json()


class Talk:
    """The exchanges, by kind; each returns text that must hold what the recipe says."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session

    async def ping(self) -> str:
        return text(await self.session.send_ping())

    async def tools(self) -> str:
        return text(await self.session.list_tools())

    async def call(self, name: str, arguments: dict[str, Any]) -> str:
        result = await self.session.call_tool(name, arguments)
        assert not result.isError, text(result)
        return text(result)

    async def refused(self, name: str, arguments: dict[str, Any]) -> str:
        try:
            result = await self.session.call_tool(name, arguments)
        except Exception as refusal:  # noqa: BLE001  (releases raise differently)
            return str(refusal)
        assert result.isError, text(result)
        return text(result)

    async def progress(self, name: str, arguments: dict[str, Any]) -> str:
        told: list[Any] = []

        async def progressed(progress: float, total: Any, message: Any = None) -> None:
            told.append(progress)

        if "progress_callback" in inspect.signature(self.session.call_tool).parameters:
            await self.session.call_tool(name, arguments, progress_callback=progressed)
        else:
            params = types.CallToolRequestParams(name=name, arguments=arguments)
            params = params.model_copy(update={"meta": types.RequestParams.Meta(progressToken="p")})
            request = types.CallToolRequest(method="tools/call", params=params)
            await self.session.send_request(types.ClientRequest(request), types.CallToolResult)
            await anyio.sleep(0.2)
            told = [
                m.root.params.progress for m in heard if "Progress" in type(getattr(m, "root", None)).__name__
            ]
        await anyio.sleep(0.1)
        return str(told)

    async def give_up(self, name: str, arguments: dict[str, Any]) -> str:
        with anyio.move_on_after(0.4):
            await self.session.call_tool(name, arguments)
            raise AssertionError("it answered")
        return text(await self.session.send_ping())

    async def prompts(self) -> str:
        return text(await self.session.list_prompts())

    async def prompt(self, name: str, arguments: dict[str, str]) -> str:
        return text(await self.session.get_prompt(name, arguments))

    async def resources(self) -> str:
        return text(await self.session.list_resources())

    async def templates(self) -> str:
        if hasattr(self.session, "list_resource_templates"):
            return text(await self.session.list_resource_templates())
        request = types.ListResourceTemplatesRequest(method="resources/templates/list")
        return text(
            await self.session.send_request(types.ClientRequest(request), types.ListResourceTemplatesResult)
        )

    async def read(self, uri: str) -> str:
        return text(await self.session.read_resource(AnyUrl(uri)))

    async def unread(self, uri: str) -> str:
        try:
            return text(await self.session.read_resource(AnyUrl(uri))) + " was read"
        except Exception as refusal:  # noqa: BLE001
            return str(refusal)

    async def updates(self, uri: str, tool: str) -> str:
        await self.session.subscribe_resource(AnyUrl(uri))
        found = await self.told(tool, "ResourceUpdated")
        await self.session.unsubscribe_resource(AnyUrl(uri))
        return found

    async def changes(self, tool: str) -> str:
        return "tools" if await self.told(tool, "ToolListChanged") else ""

    async def log(self, tool: str) -> str:
        await self.session.set_logging_level("debug")
        return await self.told(tool, "LoggingMessage")

    async def told(self, tool: str, kind: str) -> str:
        """Call a tool and return the first notification of a kind that comes after that."""
        start = len(heard)
        await self.session.call_tool(tool, {})
        with anyio.fail_after(12):
            while True:
                for message in heard[start:]:
                    if kind in type(getattr(message, "root", message)).__name__:
                        if tool.startswith("toggle"):
                            await self.session.call_tool(tool, {})
                        return message.root.model_dump_json()
                await anyio.sleep(0.02)

    async def complete(self, name: str, argument: str, value: str) -> str:
        ref = types.PromptReference(type="ref/prompt", name=name)
        return text(await self.session.complete(ref, {"name": argument, "value": value}))


async def main(recipe: str, report: str, command: list[str]) -> None:
    """Connect, go through the recipe, write the report."""
    callbacks = {
        "sampling_callback": sample,
        "elicitation_callback": elicit,
        "list_roots_callback": roots,
        "message_handler": hear,
    }
    known = inspect.signature(ClientSession.__init__).parameters
    given: dict[str, Any] = {name: value for name, value in callbacks.items() if name in known}
    found: dict[str, str] = {}
    server = StdioServerParameters(command=command[0], args=command[1:])
    is_url = command[0].startswith("http")
    transport: Any = sse_client(command[0]) if is_url else stdio_client(server)
    with anyio.fail_after(100):
        async with (
            transport as (read_stream, write_stream),
            ClientSession(read_stream, write_stream, timedelta(seconds=20), **given) as session,
        ):
            hello = await session.initialize()
            found["revision"] = str(hello.protocolVersion)
            await anyio.sleep(0.3)
            talk = Talk(session)
            for name, kind, arguments in json.loads(recipe):
                try:
                    outcome = await getattr(talk, kind)(*arguments[:-1])
                    found[name] = "ok" if arguments[-1] in outcome else f"got {outcome[:300]}"
                except Exception as problem:  # noqa: BLE001  (it goes into the report)
                    found[name] = f"{type(problem).__name__}: {problem}"[:300]
            Path(report).write_text(json.dumps(found))


if __name__ == "__main__":
    anyio.run(main, sys.argv[1], sys.argv[2], sys.argv[3:])
