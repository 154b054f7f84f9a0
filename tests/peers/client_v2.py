"""Run a recipe with the client of PyPI `mcp` 2.x at 2026-07-28: `client_v2.py RECIPE REPORT COMMAND...`.

In and out: as `client_v1.py`. What the server asks in results is answered by the client's own driver.
"""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

warnings.simplefilter("ignore")
heard: list[Any] = []


async def sample(context: Any, params: Any) -> Any:
    """Answer `sampling/createMessage`."""
    said = types.TextContent(type="text", text="Four.")
    return types.CreateMessageResult(role="assistant", content=said, model="m", stop_reason="endTurn")


async def elicit(context: Any, params: Any) -> Any:
    """Answer `elicitation/create`, a form or a page."""
    if isinstance(params, types.ElicitRequestURLParams):
        return types.ElicitResult(action="accept")
    return types.ElicitResult(action="accept", content={"name": "Ada", "check": True, "integer": 7})


async def roots(context: Any) -> Any:
    """Answer `roots/list`."""
    return types.ListRootsResult(roots=[types.Root(uri="file:///project/alpha", name="alpha")])


async def logged(params: Any) -> None:
    """Keep a log message."""
    heard.append(params)


def text(result: Any) -> str:
    """Return a result as text."""
    return result.model_dump_json(by_alias=True)


class Talk:
    """The exchanges, by kind; each returns text that must hold what the recipe says."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def tools(self) -> str:
        return text(await self.client.list_tools())

    async def call(self, name: str, arguments: dict[str, Any]) -> str:
        result = await self.client.call_tool(name, arguments)
        assert not result.is_error, text(result)
        return text(result)

    async def refused(self, name: str, arguments: dict[str, Any]) -> str:
        try:
            result = await self.client.call_tool(name, arguments)
        except MCPError as refusal:
            return str(refusal)
        assert result.is_error, text(result)
        return text(result)

    async def progress(self, name: str, arguments: dict[str, Any]) -> str:
        told: list[Any] = []

        async def progressed(progress: float, total: Any, message: Any = None) -> None:
            told.append(progress)

        await self.client.call_tool(name, arguments, progress_callback=progressed)
        await anyio.sleep(0.1)
        return str(told)

    async def give_up(self, name: str, arguments: dict[str, Any]) -> str:
        try:
            await self.client.call_tool(name, arguments, read_timeout_seconds=0.4)
        except (MCPError, TimeoutError):
            return text(await self.client.list_tools(cache_mode="bypass"))
        raise AssertionError("it answered")

    async def prompts(self) -> str:
        return text(await self.client.list_prompts())

    async def prompt(self, name: str, arguments: dict[str, str]) -> str:
        return text(await self.client.get_prompt(name, arguments))

    async def resources(self) -> str:
        return text(await self.client.list_resources())

    async def templates(self) -> str:
        return text(await self.client.list_resource_templates())

    async def read(self, uri: str) -> str:
        return text(await self.client.read_resource(uri))

    async def unread(self, uri: str) -> str:
        try:
            return text(await self.client.read_resource(uri)) + " was read"
        except MCPError as refusal:
            return str(refusal)

    async def updates(self, uri: str, tool: str) -> str:
        async with self.client.listen(resource_subscriptions=[uri]) as stream:
            return await self.event(stream, tool)

    async def changes(self, tool: str) -> str:
        async with self.client.listen(tools_list_changed=True) as stream:
            return "tools" if "Tools" in await self.event(stream, tool) else ""

    async def event(self, stream: Any, tool: str) -> str:
        """Call a tool and return the first event of a stream."""
        await self.client.call_tool(tool, {})
        with anyio.fail_after(12):
            async for event in stream:
                if tool.startswith("toggle"):
                    await self.client.call_tool(tool, {})
                return repr(event)
        return ""

    async def log(self, tool: str) -> str:
        """Call tools, because a message of the log belongs to an open request, until one is told."""
        start = len(heard)
        await self.client.call_tool(tool, {})
        with anyio.fail_after(20):
            while len(heard) == start:
                if tool.startswith("toggle"):
                    steps = {"duration": 6, "steps": 1}
                    await self.client.call_tool("trigger-long-running-operation", steps)
                await anyio.sleep(0.02)
        if tool.startswith("toggle"):
            await self.client.call_tool(tool, {})
        return text(heard[start])

    async def complete(self, name: str, argument: str, value: str) -> str:
        return text(
            await self.client.complete(types.PromptReference(name=name), {"name": argument, "value": value})
        )


async def main(recipe: str, report: str, command: list[str]) -> None:
    """Connect, go through the recipe, write the report."""
    client = Client(
        StdioServerParameters(command=command[0], args=command[1:]),
        client_info=types.Implementation(name="python-client", version="2.0.0"),
        sampling_callback=sample,
        sampling_capabilities=types.SamplingCapability(tools=types.SamplingToolsCapability()),
        elicitation_callback=elicit,
        list_roots_callback=roots,
        logging_callback=logged,
        log_level="debug",
        read_timeout_seconds=20,
        mode="2026-07-28",
    )
    found: dict[str, str] = {}
    with anyio.fail_after(100):
        async with client:
            found["revision"] = client.protocol_version
            talk = Talk(client)
            for name, kind, arguments in json.loads(recipe):
                try:
                    outcome = await getattr(talk, kind)(*arguments[:-1])
                    found[name] = "ok" if arguments[-1] in outcome else f"got {outcome[:300]}"
                except Exception as problem:  # noqa: BLE001  (it goes into the report)
                    found[name] = f"{type(problem).__name__}: {problem}"[:300]
            Path(report).write_text(json.dumps(found))


if __name__ == "__main__":
    anyio.run(main, sys.argv[1], sys.argv[2], sys.argv[3:])
