"""Run tools as tasks with PyPI `mcp` 1.2x: `python client_sdk.py COMMAND...`; stdout: JSON, by tool."""

import asyncio
import json
import sys
from typing import Any

from mcp import ClientSession, StdioServerParameters, types
from mcp.client.stdio import stdio_client


async def elicit(context: Any, params: Any) -> types.ElicitResult:
    """Answer a form."""
    return types.ElicitResult(action="accept", content={"name": "Ada"})


async def run(session: ClientSession, name: str) -> Any:
    """Call a tool as a task and wait for the end."""
    created = await session.experimental.call_tool_as_task(name, {}, ttl=60000)
    task_id = created.task.taskId
    if name == "stay":
        return (await session.experimental.cancel_task(task_id)).status
    async for status in session.experimental.poll_task(task_id):
        if status.status == "input_required":
            break
    result = await session.experimental.get_task_result(task_id, types.CallToolResult)
    return result.model_dump(mode="json", by_alias=True, exclude_none=True)


async def main() -> None:
    """Run every tool that is listed."""
    found: dict[str, Any] = {"plain": {}}
    server = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])
    async with (
        stdio_client(server) as streams,
        ClientSession(*streams, elicitation_callback=elicit) as session,
    ):
        hello = await session.initialize()
        found["capabilities"] = hello.capabilities.model_dump(mode="json", exclude_none=True).get("tasks")
        for tool in (await session.list_tools()).tools:
            try:
                found[tool.name] = await run(session, tool.name)
            except Exception as error:
                found[tool.name] = f"error: {error}"
        for name in ("slow", "ask", "quick"):
            result = await session.call_tool(name, {})
            found["plain"][name] = result.content[0].text
    print(json.dumps(found))


asyncio.run(main())
