"""PyPI `mcp` 2.x as a client that obeys lines: `python_v2.py TARGET MODE`. See `matrix.py` for the lines.

The target is a URL, or a command as a JSON array.
"""

from __future__ import annotations

import json
import sys
import warnings
from contextlib import AsyncExitStack
from typing import Any

import anyio
import lines
import mcp_types as types
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.subscriptions import SubscriptionLost
from mcp.shared.exceptions import MCPError

warnings.simplefilter("ignore")


async def open_client(stack: AsyncExitStack) -> Any:
    """Return a client that is connected."""
    target: Any = sys.argv[1]
    mode: Any = sys.argv[2]
    if target.startswith("["):
        command, *given = json.loads(target)
        target = StdioServerParameters(command=command, args=given)
    client = await stack.enter_async_context(Client(target, mode=mode, **lines.callbacks(types)))
    if mode == "auto":
        tasks = await stack.enter_async_context(anyio.create_task_group())
        stack.callback(tasks.cancel_scope.cancel)
        tasks.start_soon(listen, client)
    return client


async def listen(client: Client) -> None:
    """Subscribe, and again whenever the subscription ends, as a program does that wants every change."""
    while True:
        try:
            async with client.listen(tools_list_changed=True) as subscription:
                lines.say(listening=True)
                async for _ in subscription:
                    pass  # the message handler reports it
        except (SubscriptionLost, MCPError) as error:
            lines.say(error=str(error))
        await anyio.sleep(0.5)


lines.obey(open_client)
