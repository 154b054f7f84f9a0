"""The exceptions for invalid input, for values that cannot be encoded, for handlers and for calls.

Input that is invalid raises only `DecodeError`.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from .json_values import JsonValue

Why: TypeAlias = Literal["error", "invalid", "cancelled", "timeout", "closed", "limit", "refused", "lost"]
"""Why a call has no result: the values of `CallError.why`."""
PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

NUMBER_LIMITS = "a number out of range; the limits are those of a double, and 4,300 digits for an integer"


def error_response(id: object, code: int, message: str, data: JsonValue = None) -> dict[str, JsonValue]:
    """Return a JSON-RPC error response. If `data` is None, the error has no member `data`.

    No revision of MCP allows the id null: if the id is unreadable, remove `id` before you send the response.
    """
    error = {"code": code, "message": message} | ({} if data is None else {"data": data})
    return {"jsonrpc": "2.0", "id": id, "error": error}


class DecodeError(ValueError):
    """Raised for invalid input: text that is not JSON, or a value that the revision does not allow.

    - `pointer`: the JSON Pointer to the invalid value; `""` is the whole input.
    - `reason`: one line that says what is wrong.
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
        """Set `id`, the id of the invalid message, and return this error."""
        self.id = id
        self.args = (self.pointer, self.reason, self.code, id)
        return self

    def in_item(self, index: int) -> DecodeError:
        """Return this error of a batch item as an error of the batch: `/index` is put before the pointer."""
        return DecodeError(f"/{index}{self.pointer}", self.reason, self.code, self.id)

    def __str__(self) -> str:
        line = f"{self.pointer}: {self.reason}" if self.pointer else self.reason
        return line if line.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)


def too_deep() -> DecodeError:
    """Return the `DecodeError` for a value that is nested too deeply to process."""
    return DecodeError("", "nested too deeply", PARSE_ERROR)


class EncodeError(ValueError):
    """Raised for a value that cannot be encoded, or that `encode(..., validate=True)` finds invalid.

    JSON cannot represent a lone surrogate, an infinite number, or an object of a foreign class. `encode` also
    refuses a value that is nested too deeply, and None for a member whose type does not allow null. `pointer`
    is the JSON Pointer to the value, or `""` if it is not known. `reason` says in one line what is wrong.
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

    The peer receives the code, the message and the data. If a handler raises any other exception, the peer
    receives an internal error without details.
    """

    code: int
    message: str
    data: JsonValue

    def __init__(self, code: int, message: str, data: JsonValue = None) -> None:
        super().__init__(code, message, data)
        self.code = code
        self.message = message
        self.data = data

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class CallError(Exception):
    """Raised for a call that has no result.

    `why` is the cause:

    - `"error"`: the other side sent an error response. `code`, `message` and `data` are those of the error.
    - `"invalid"`: the response is invalid in the revision, unreadable, or too large.
    - `"cancelled"`: this side cancelled the call or its task.
    - `"timeout"`: the deadline has passed, or a time limit of the bridge.
    - `"closed"`: the connection is closed.
    - `"limit"`: too many calls are open, or too much data is stored. The other side does not handle the call.
    - `"refused"`: the bridge refused the call, for example because the other side has no such method.
    - `"lost"`: the transport of the bridge got no response, for example only HTTP status 503.

    An error of the bridge also has a `code`, and may have `data`.
    """

    why: Why
    message: str
    code: int | None
    data: JsonValue

    def __init__(self, why: Why, message: str, code: int | None = None, data: JsonValue = None) -> None:
        super().__init__(why, message, code, data)
        self.why: Why = why
        self.message = message
        self.code = code
        self.data = data

    def __str__(self) -> str:
        return self.message if self.code is None else f"{self.code}: {self.message}"
