"""The exceptions of the runtime: refused input, unencodable values, and the errors that handlers reply with.

A decode raises `DecodeError` for every refused input, and no other exception.
"""

from __future__ import annotations

from typing import Any

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603


def error_response(id: Any, code: int, message: str, data: Any = None) -> dict[str, Any]:
    """Return an error response; without `data` if that is None."""
    error = {"code": code, "message": message} | ({} if data is None else {"data": data})
    return {"jsonrpc": "2.0", "id": id, "error": error}


class DecodeError(ValueError):
    """Input that the revision does not allow.

    `pointer` is the JSON Pointer to the offending value (`""` is the whole input), `reason` one line with the
    expectation, `code` the JSON-RPC error code for the reply.
    """

    pointer: str
    reason: str
    code: int

    def __init__(self, pointer: str, reason: str, code: int = INVALID_PARAMS) -> None:
        super().__init__(pointer, reason, code)
        self.pointer = pointer
        self.reason = reason
        self.code = code

    def __str__(self) -> str:
        line = f"{self.pointer}: {self.reason}" if self.pointer else self.reason
        return line if line.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


def too_deep() -> DecodeError:
    """Return the error for a value nested beyond the stack."""
    return DecodeError("", "nested too deeply", PARSE_ERROR)


class EncodeError(ValueError):
    """A value that JSON cannot carry, or a member that is None where null is not allowed.

    Values that JSON cannot carry are a lone surrogate, a foreign object, nesting deeper than the stack.
    `pointer` is the JSON Pointer to the value, if it is known, and `reason` one line.
    """

    pointer: str
    reason: str

    def __init__(self, reason: str, pointer: str = "") -> None:
        super().__init__(reason, pointer)
        self.pointer = pointer
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.pointer}: {self.reason}" if self.pointer else self.reason


class ProtocolError(Exception):
    """The error that a handler raises to reply with an error response.

    Only its code, message and data reach the peer; any other exception of a handler is answered as an
    internal error without detail.
    """

    code: int
    message: str
    data: Any

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(code, message, data)
        self.code = code
        self.message = message
        self.data = data

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"
