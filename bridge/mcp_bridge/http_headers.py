"""The HTTP headers that mirror a frame, and the HTTP status of an error (2026-07-28, Streamable HTTP).

A client copies the revision, the method, the name and the arguments that a tool marks with `x-mcp-header`
into headers, so that proxies can route without reading the body. A server refuses a request whose headers
differ from its body, because a proxy may have routed it wrongly.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mcp_revisions import DecodeError
from mcp_revisions.jsonrpc import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, shown

from mcp_bridge.core.frames import meta_of, params_of
from mcp_bridge.core.revisions import first_stateless, reserved_key
from mcp_bridge.http_syntax import HEADER_NAME, HEADER_VALUE

SESSION = "mcp-session-id"
VERSION = "mcp-protocol-version"
METHOD = "mcp-method"
NAME = "mcp-name"
PARAM = "mcp-param-"
LAST_EVENT = "last-event-id"
VERSION_META = reserved_key("protocolVersion")

# The codes of errors for which the specification of the transport states an HTTP status. Invalid params
# (-32602) has none, because a tool may refuse its arguments with this code. A client that gets 400 may
# believe that the server has an older revision.
HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION = (
    first_stateless().errors[name]
    for name in ("HEADER_MISMATCH", "MISSING_REQUIRED_CLIENT_CAPABILITY", "UNSUPPORTED_PROTOCOL_VERSION")
)
STATUS = {
    **dict.fromkeys((PARSE_ERROR, INVALID_REQUEST), 400),
    **dict.fromkeys((HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION), 400),
    METHOD_NOT_FOUND: 404,
}

_NAMED_BY = {
    **{"tools/call": "name", "prompts/get": "name", "resources/read": "uri"},
    **{"tasks/get": "taskId", "tasks/update": "taskId", "tasks/cancel": "taskId"},
}
_BASE64 = re.compile(r"=\?base64\?(.*)\?=", re.DOTALL)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,400})(?:\.[0-9]{1,400})?(?:[eE][+-]?[0-9]{1,4})?")
_SAFE_INTEGER = 2**53 - 1
TOOLS = 10_000  # tools whose marked arguments are remembered
MARKS = 4096  # characters of the name and the marks of such a tool


@dataclass(frozen=True)
class Challenge:
    """A server's request for authorization: the status 401 or 403, and the header `WWW-Authenticate`.

    `reason` is the message of the error in the body, or '' if there is none.
    """

    status: int
    header: str
    reason: str = ""

    @property
    def message(self) -> str:
        """The message of the error with which the bridge answers the request."""
        reason = self.reason or "authorization is missing or insufficient"
        return f"the server answers {self.status}: {reason}"

    @property
    def data(self) -> dict[str, Any]:
        """The `data` of the error with which the bridge answers the request."""
        return {"status": self.status, "www-authenticate": self.header}


def encoded(value: str) -> str:
    """Return a text as a header value: unchanged if it is visible ASCII, otherwise in Base64."""
    if HEADER_VALUE.fullmatch(value) and not _BASE64.fullmatch(value):
        return value
    return f"=?base64?{base64.b64encode(value.encode()).decode()}?="


def decoded(value: str) -> str | None:
    """Return the text that `encoded` made into this header value, or None if the value is malformed."""
    found = _BASE64.fullmatch(value)
    if found is None:
        return value if HEADER_VALUE.fullmatch(value) else None
    try:
        return base64.b64decode(found[1], validate=True).decode()
    except (binascii.Error, ValueError):
        return None


def mirrored(frame: dict[str, Any], parameters: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return the headers that repeat facts of a request: its revision, method, name and marked arguments.

    `parameters` has the path of the marked argument for each header name.
    """
    method, params = frame["method"], params_of(frame)
    found = {METHOD: encoded(method)}
    version = meta_of(frame).get(VERSION_META)
    if isinstance(version, str):
        found[VERSION] = encoded(version)
    name = params.get(_NAMED_BY.get(method, ""))
    if isinstance(name, str):
        found[NAME] = encoded(name)
    for header, path in parameters.items():
        text = _header_text(_at(params.get("arguments"), path))
        if text is not None:
            found[PARAM + header] = encoded(text)
    return found


def misnamed(frame: dict[str, Any]) -> DecodeError | None:
    """Return an error if a request has no name for its header, otherwise None.

    The name is that of the tool or prompt, the URI of the resource, or the id of the task.
    """
    member = _NAMED_BY.get(frame["method"])
    params = params_of(frame)
    if member is None or isinstance(params.get(member), str):
        return None
    if member not in params:
        return DecodeError("/params", f"{member!r} is missing", INVALID_PARAMS)
    return DecodeError(f"/params/{member}", f"expected a string, got {shown(params[member])}", INVALID_PARAMS)


def mismatch(
    frame: dict[str, Any], headers: Mapping[str, str], parameters: Mapping[str, tuple[str, ...]]
) -> str | None:
    """Return the first difference between a request and the headers that repeat its facts, or None."""
    params = params_of(frame)
    stated = {VERSION: meta_of(frame).get(VERSION_META), METHOD: frame.get("method")}
    if frame.get("method") in _NAMED_BY:
        stated[NAME] = params.get(_NAMED_BY[frame["method"]])
    for header, value in stated.items():
        given = headers.get(header)
        if given is None:
            return f"the header {header} is missing"
        text = decoded(given) if header == NAME else given
        if text is None:
            return f"the header {header} is malformed"
        if text != value:
            return f"the header {header} is {shown(text)}, but the body has {shown(value)}"
    for header, path in parameters.items():
        problem = _parameter_mismatch(header, headers.get(PARAM + header), _at(params.get("arguments"), path))
        if problem is not None:
            return problem
    return None


def parameters_of(tool: Mapping[str, Any]) -> dict[str, tuple[str, ...]] | None:
    """Return the arguments that a tool marks with `x-mcp-header`: their paths, by lower-case header name.

    Return None for a tool with an invalid `x-mcp-header`. A client hides such a tool.
    """
    found: dict[str, tuple[str, ...]] = {}
    schema = tool.get("inputSchema")
    marks = list(_marks(schema, (), reachable=True))
    for name, path, kind in marks:
        if path is None or not isinstance(name, str) or not HEADER_NAME.fullmatch(name):
            return None
        if kind not in ("string", "integer", "boolean") or name.lower() in found:
            return None
        found[name.lower()] = path
    return found


def _marks(
    schema: Any, path: tuple[str, ...], *, reachable: bool
) -> Iterator[tuple[Any, tuple[str, ...] | None, Any]]:
    """Yield each `x-mcp-header` in a schema, with the path and the JSON type of the marked argument.

    The path is None if some keyword other than `properties` leads to the argument. `reachable` says whether
    only `properties` led to `schema`.
    """
    waiting: list[tuple[Any, tuple[str, ...], bool, bool]] = [(schema, path, reachable, False)]
    while waiting:
        value, at, is_reachable, is_map = waiting.pop()
        if isinstance(value, list):
            waiting += [(item, at, False, False) for item in value]
        if not isinstance(value, dict):
            continue
        if not is_map and "x-mcp-header" in value:
            yield value["x-mcp-header"], (at if is_reachable and at else None), value.get("type")
        for key, below in value.items():
            if is_map:
                waiting.append((below, (*at, key), is_reachable, False))
            elif key == "properties":
                waiting.append((below, at, is_reachable, True))
            elif key not in ("const", "default", "enum", "examples"):
                waiting.append((below, at, False, key in ("$defs", "definitions", "patternProperties")))


def _parameter_mismatch(header: str, given: str | None, value: Any) -> str | None:
    expected = _header_text(value)
    if given is None:
        return None if expected is None else f"the header {PARAM}{header} is missing"
    text = decoded(given)
    if text is None:
        return f"the header {PARAM}{header} is malformed"
    if expected is None:
        return f"the header {PARAM}{header} is {shown(text)}, but the body has no such argument"
    if not isinstance(value, (str, bool)):
        same = _NUMBER.fullmatch(text) is not None and float(text) == value
    else:
        same = text == expected
    return (
        None if same else f"the header {PARAM}{header} is {shown(text)}, but the body has {shown(expected)}"
    )


def _header_text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)) and abs(value) <= _SAFE_INTEGER and value == int(value):
        return str(int(value))  # an integer in JSON may be written as 42.0
    return value if isinstance(value, str) else None


def _at(arguments: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        if not isinstance(arguments, dict):
            return None
        arguments = arguments.get(key)
    return arguments


class ToolMarks:
    """The arguments that the schemas of tools mark with `x-mcp-header`. The number of tools is limited."""

    def __init__(self) -> None:
        self._paths: dict[str, dict[str, tuple[str, ...]]] = {}

    def learn(self, tool: Any) -> bool:
        """Record the arguments that a listed tool marks with `x-mcp-header`.

        A tool without marks is removed from the record. Return False if a mark is invalid. A client hides
        such a tool.
        """
        if not isinstance(tool, dict):
            return True
        name, found = tool.get("name"), parameters_of(tool)
        if isinstance(name, str):
            parameters = found or {}
            size = len(name) + sum(len(header) + sum(map(len, path)) for header, path in parameters.items())
            self._paths.pop(name, None)
            if parameters and size <= MARKS and len(self._paths) < TOOLS:
                self._paths[name] = parameters
        return found is not None

    def of(self, frame: dict[str, Any]) -> Mapping[str, tuple[str, ...]]:
        """Return the arguments that the tool of a call marks with `x-mcp-header`.

        The result has the path of each argument, by header name.
        """
        name = params_of(frame).get("name") if frame["method"] == "tools/call" else None
        return self._paths.get(name, {}) if isinstance(name, str) else {}
