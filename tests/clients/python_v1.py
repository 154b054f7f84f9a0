"""PyPI `mcp` 1.x as a client that obeys lines: `python_v1.py TARGET MODE`. See `matrix.py` for the lines.

The target is a URL, or a command as a JSON array.
"""

from __future__ import annotations

import json
import sys
from contextlib import AsyncExitStack
from typing import Any

import lines
from mcp import ClientSession, types
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamablehttp_client


async def open_session(stack: AsyncExitStack) -> Any:
    """Return a session of the client."""
    if sys.argv[1].startswith("["):
        command, *given = json.loads(sys.argv[1])
        server = StdioServerParameters(command=command, args=given)
        read, write = await stack.enter_async_context(stdio_client(server))
    else:
        read, write, _ = await stack.enter_async_context(streamablehttp_client(sys.argv[1]))
    session = await stack.enter_async_context(ClientSession(read, write, **lines.callbacks(types)))
    await session.initialize()
    return session


lines.obey(open_session)
