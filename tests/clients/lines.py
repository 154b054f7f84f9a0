"""Obey the lines of `matrix.py` with a client of PyPI `mcp`: the part that its releases share."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import anyio

CHANGED = "notifications/tools/list_changed"
Open = Callable[[AsyncExitStack], Any]


def say(**line: Any) -> None:
    """Write a line."""
    print(json.dumps(line), flush=True)


def callbacks(types: Any) -> dict[str, Any]:
    """Return the callbacks of a client, which report what they handle."""

    async def roots(context: Any) -> Any:
        say(handled="roots/list")
        return types.ListRootsResult(roots=[])

    async def elicit(context: Any, params: Any) -> Any:
        say(handled="elicitation/create")
        return types.ElicitResult(action="accept", content={})

    async def hear(message: Any) -> None:
        if isinstance(message, Exception):
            say(error=str(message))
        elif isinstance(getattr(message, "root", message), types.ToolListChangedNotification):
            say(handled=CHANGED)

    return {"list_roots_callback": roots, "elicitation_callback": elicit, "message_handler": hear}


class _Driver:
    """One client, which `connect` opens again."""

    def __init__(self, open: Open) -> None:
        self.open = open
        self.stack = AsyncExitStack()
        self.scopes: dict[int, anyio.CancelScope] = {}
        self.client: Any = None

    async def connect(self, id: int) -> None:
        """Open a session."""
        try:
            await self.stack.aclose()
            self.client = await self.open(self.stack)
            say(id=id, text="")
        except Exception as error:
            say(id=id, failed=f"{type(error).__name__}: {error}")

    async def call(self, id: int, tool: str) -> None:
        """Call a tool and report its answer."""

        async def progressed(progress: float, total: Any, message: Any = None) -> None:
            say(progress=progress)

        with anyio.CancelScope() as self.scopes[id]:
            try:
                result = await self.client.call_tool(tool, {}, progress_callback=progressed)
                say(id=id, text=result.content[0].text)
            except Exception as error:
                say(id=id, failed=f"{type(error).__name__}: {error}")
        if self.scopes[id].cancelled_caught:
            say(id=id, failed="cancelled")


async def _obey(open: Open) -> None:
    driver = _Driver(open)
    async with anyio.create_task_group() as tasks:
        while line := await anyio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True):
            order = json.loads(line)
            if "cancel" in order:
                driver.scopes[order["cancel"]].cancel()
            elif "call" in order:
                tasks.start_soon(driver.call, order["id"], order["call"])
            else:
                await driver.connect(order["id"])


def obey(open: Open) -> None:
    """Carry out the orders until stdin ends; `open` opens a client in a stack and returns it."""
    anyio.run(_obey, open)
