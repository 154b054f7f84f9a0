"""The arguments that tools of a server mark with `x-mcp-header`, learnt from listings of the tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcpgen.commands.bridge.diagnostics import report
from mcpgen.commands.bridge.http_headers import parameters_of
from mcpgen.runtime.bridge.frames import params_of

TOOLS = 10_000  # tools whose marked arguments are remembered
MARKS = 4096  # characters of the name and the marks of such a tool

Marks = dict[str, dict[str, tuple[str, ...]]]


class ToolMarks:
    """The paths of marked arguments, by tool and header."""

    def __init__(self, server: str) -> None:
        self._server = server  # in diagnostics
        self._parameters: Marks = {}

    def learn(self, result: Any) -> None:
        """Note the marks in a result of `tools/list`; hide tools with a wrong mark, as every client must."""
        tools = result.get("tools") if isinstance(result, dict) else None
        if not isinstance(tools, list):
            return
        kept = []
        for tool in tools:
            name = tool.get("name") if isinstance(tool, dict) else None
            parameters = parameters_of(tool) if isinstance(tool, dict) else {}
            if parameters is None:
                report(self._server, f"the tool {name!r} is hidden: a mark x-mcp-header is wrong")
                continue
            kept.append(tool)
            if isinstance(name, str):
                remember(self._parameters, name, parameters)
        result["tools"] = kept

    def of(self, frame: dict[str, Any]) -> Mapping[str, tuple[str, ...]]:
        """Return the marked arguments of the tool that a request calls."""
        return marks_of(self._parameters, frame)


def marks_of(marks: Marks, frame: dict[str, Any]) -> Mapping[str, tuple[str, ...]]:
    """Return the marked arguments of the tool that a frame calls."""
    name = params_of(frame).get("name") if frame["method"] == "tools/call" else None
    return marks.get(name, {}) if isinstance(name, str) else {}


def remember(marks: Marks, name: str, parameters: dict[str, tuple[str, ...]]) -> None:
    """Note the marks of a tool, within the bounds; a tool without marks is forgotten."""
    size = len(name) + sum(len(header) + sum(map(len, path)) for header, path in parameters.items())
    marks.pop(name, None)
    if parameters and size <= MARKS and len(marks) < TOOLS:
        marks[name] = parameters
