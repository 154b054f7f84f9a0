"""Connect clients of any Model Context Protocol revision to servers of any other, over stdio and HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp_bridge.command import app, connect, serve, serve_stdio
    from mcp_bridge.core.bridge import Bridge
    from mcp_bridge.core.budget import Budget, Limits
    from mcp_bridge.core.frames import Ended, Frame
    from mcp_bridge.in_process import InputHandlers, ServerConnection
    from mcp_bridge.interactive_handlers import InputContext, interactive
    from mcp_bridge.options import FrontOptions
    from mcp_bridge.problems import Refused
    from mcp_bridge.task_handlers import ServerTasks

__version__ = "0.1.0"
__all__ = [
    "Bridge",
    "Budget",
    "Ended",
    "Frame",
    "FrontOptions",
    "InputContext",
    "InputHandlers",
    "Limits",
    "Refused",
    "ServerConnection",
    "ServerTasks",
    "app",
    "connect",
    "interactive",
    "serve",
    "serve_stdio",
]
_MODULES = {
    "Bridge": "core.bridge",
    "Budget": "core.budget",
    "Ended": "core.frames",
    "Frame": "core.frames",
    "FrontOptions": "options",
    "InputContext": "interactive_handlers",
    "InputHandlers": "in_process",
    "Limits": "core.budget",
    "Refused": "problems",
    "ServerConnection": "in_process",
    "ServerTasks": "task_handlers",
    "app": "command",
    "connect": "command",
    "interactive": "interactive_handlers",
    "serve": "command",
    "serve_stdio": "command",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
