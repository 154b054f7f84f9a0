"""Call a tool that may run as a task: `task_client.py COMMAND...` or `task_client.py URL`."""

import asyncio
import sys

import mcp_bridge
from mcp_revisions.extensions import v2026_07_28_tasks as mcp

DECLARED: dict[str, object] = {
    "elicitation": {"form": {}},
    "extensions": {"io.modelcontextprotocol/tasks": {}},
}
META = mcp.RequestMetaObject(
    protocol_version=mcp.REVISION, client_capabilities=mcp.decode(DECLARED, mcp.ClientCapabilities)
)


def answer(params: mcp.ElicitRequestFormParams) -> mcp.ElicitResult:
    print(params.message, file=sys.stderr)
    return mcp.ElicitResult(action="accept", content={"kind": "lemon"})


async def main(*words: str) -> None:
    target = words[0] if "://" in words[0] else words
    inputs: mcp_bridge.InputHandlers = {"elicitation/create": answer}
    async with mcp_bridge.connect(target, mcp.Router(sender="server"), meta=META) as server:
        request = mcp.CallToolRequest(params=mcp.CallToolRequestParams(name="bake"))
        result = await server.call(request, inputs=inputs)
        if isinstance(result, mcp.CreateTaskResult):
            result = await server.task_result(
                result, inputs=inputs, on_state=lambda state: print(state.status, file=sys.stderr)
            )
        print(*(block.text for block in result.content if isinstance(block, mcp.TextContent)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
