"""PyPI `mcp` 2.x as a client that obeys lines: `python_v2.py URL MODE`. See `matrix.py` for the lines."""

from __future__ import annotations

import sys
import warnings
from contextlib import AsyncExitStack
from typing import Any

import lines
import mcp_types as types
from mcp.client import Client

warnings.simplefilter("ignore")


async def open_client(stack: AsyncExitStack) -> Any:
    """Return a client that is connected."""
    mode: Any = sys.argv[2]
    return await stack.enter_async_context(Client(sys.argv[1], mode=mode, **lines.callbacks(types)))


lines.obey(open_client)
