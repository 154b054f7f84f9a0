"""Serve 2025-11-25 with tasks by PyPI `mcp` 1.2x over stdio; tools of `server_extension.py`."""

import asyncio
from typing import Any

from mcp import types
from mcp.server import Server
from mcp.server.stdio import stdio_server

server = Server("sdk-python")
server.experimental.enable_tasks()
FORM = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    """List the tools, all of which require a task."""
    execution = types.ToolExecution(taskSupport=types.TASK_REQUIRED)
    return [
        types.Tool(name=name, inputSchema={"type": "object"}, execution=execution)
        for name in ("slow", "ask", "stay")
    ]


@server.call_tool()
async def call_tool(name: str, arguments: dict[str, Any]) -> Any:
    """Run a tool as a task."""
    context = server.request_context
    context.experimental.validate_task_mode(types.TASK_REQUIRED)

    async def work(task: Any) -> types.CallToolResult:
        await task.update_status("begun")
        await asyncio.sleep(3600 if name == "stay" else 0.1)
        words = "done"
        if name == "ask":
            said = await task.elicit(message="Who?", requestedSchema=FORM)
            words = f"hello {said.content['name']}"
        # A content block would come with `"annotations": null`, which no revision allows.
        return types.CallToolResult(content=[], structuredContent={"words": words})

    return await context.experimental.run_task(work)


async def main() -> None:
    """Serve."""
    async with stdio_server() as streams:
        await server.run(*streams, server.create_initialization_options())


asyncio.run(main())
