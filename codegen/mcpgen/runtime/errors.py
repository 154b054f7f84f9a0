"""The exceptions of the runtime: invalid input, values that cannot be encoded, and errors of handlers.

A decode raises `DecodeError` for every invalid input, and no other exception.
"""

from __future__ import annotations

from typing import Any

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603


def error_response(id: Any, code: int, message: str, data: Any = None) -> dict[str, Any]:
    """Return an error response. If `data` is None, it has no `data`."""
    error = {"code": code, "message": message} | ({} if data is None else {"data": data})
    return {"jsonrpc": "2.0", "id": id, "error": error}


class DecodeError(ValueError):
    """Raised for input that the revision does not allow.

    - `pointer`: the JSON Pointer to the invalid value; `""` is the whole input.
    - `reason`: what was expected, in one line.
    - `code`: the JSON-RPC error code for the reply.
    - `id`: the `id` of the invalid message. It is None for text that is not JSON, for a message without a
      valid `id`, and for a value that is not a message.
    """

    pointer: str
    reason: str
    code: int
    id: str | int | None

    def __init__(
        self, pointer: str, reason: str, code: int = INVALID_PARAMS, id: str | int | None = None
    ) -> None:
        super().__init__(pointer, reason, code, id)
        self.pointer = pointer
        self.reason = reason
        self.code = code
        self.id = id

    def about(self, id: str | int | None) -> DecodeError:
        """Set the id of the refused message, and return the error itself."""
        self.id = id
        self.args = (self.pointer, self.reason, self.code, id)
        return self

    def in_item(self, index: int) -> DecodeError:
        """Return the error of an item as one of its batch: the pointer starts with `index`, the id stays."""
        return DecodeError(f"/{index}{self.pointer}", self.reason, self.code, self.id)

    def __str__(self) -> str:
        line = f"{self.pointer}: {self.reason}" if self.pointer else self.reason
        return line if line.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


def too_deep() -> DecodeError:
    """Return the error for a value that is nested deeper than the stack allows."""
    return DecodeError("", "nested too deeply", PARSE_ERROR)


class EncodeError(ValueError):
    """Raised for a value that cannot be encoded, or that `encode(..., validate=True)` finds invalid.

    JSON cannot carry a lone surrogate, an object of another class, or a value nested deeper than the stack. A
    member that is None although its type does not allow null is refused too. `pointer` is the JSON Pointer to
    the value, if it is known, and `reason` says in one line what is wrong.
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
    """Raise this in a handler to reply with an error response.

    Only the code, the message and the data reach the peer. Any other exception of a handler becomes an
    internal error without details.
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
