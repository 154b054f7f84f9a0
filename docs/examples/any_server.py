"""Call a tool of a server of any revision over your own stdio transport: `any_server.py COMMAND...`."""

import asyncio
import sys

from every_revision import Connection  # docs/examples/every_revision.py
from mcp_revisions import v2026_07_28 as mcp

META = mcp.RequestMetaObject(
    protocol_version=mcp.REVISION,
    client_info=mcp.Implementation(name="caller", version="1.0"),
    client_capabilities=mcp.ClientCapabilities(),
)


async def main(*command: str) -> None:
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=1 << 26)
    assert process.stdin is not None and process.stdout is not None
    stdin, stdout = process.stdin, process.stdout
    connection = Connection(mcp.Router("server"), lambda data: stdin.write(data + b"\n"), META)

    async def read() -> None:
        while line := await stdout.readline():
            connection.receive(line)
        await connection.close()

    reading = asyncio.create_task(read())
    params = mcp.CallToolRequestParams(name="wait", arguments={"seconds": 0})
    call = connection.peer.call(
        mcp.CallToolRequest(params=params),  # the peer sets `id`, and `_meta` to META
        deadline=asyncio.get_running_loop().time() + 60,
        on_progress=lambda done: print(done.progress, file=sys.stderr),
    )
    try:
        result = await call
        if isinstance(result, mcp.CallToolResult):
            print(*(block.text for block in result.content if isinstance(block, mcp.TextContent)))
    finally:
        stdin.close()
        await reading
        await process.wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
