"""Connect clients of any Model Context Protocol revision to servers of any other, over stdio and HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp_bridge.command import app
    from mcp_bridge.options import FrontOptions
    from mcp_bridge.problems import Refused

__version__ = "0.1.0"
__all__ = ["FrontOptions", "Refused", "app"]
_MODULES = {"FrontOptions": "options", "Refused": "problems", "app": "command"}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
