"""PyPI `mcp` 1.x as a client that obeys lines: `python_v1.py URL MODE`. See `matrix.py` for the lines."""

from __future__ import annotations

import sys
from contextlib import AsyncExitStack
from typing import Any

import lines
from mcp import ClientSession, types
from mcp.client.streamable_http import streamablehttp_client


async def open_session(stack: AsyncExitStack) -> Any:
    """Return a session of the client."""
    read, write, _ = await stack.enter_async_context(streamablehttp_client(sys.argv[1]))
    session = await stack.enter_async_context(ClientSession(read, write, **lines.callbacks(types)))
    await session.initialize()
    return session


lines.obey(open_session)
