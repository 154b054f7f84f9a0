"""Frames that are the same in every revision (responses), and the row of a method table.

A response is typed by what it carries: `Response[CallToolResult]`, `ErrorResponse[Error]`.
"""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from .base import JSONRPC, Message

R = TypeVar("R")
E = TypeVar("E")


class Method(msgspec.Struct, frozen=True, kw_only=True):
    """What a revision says of one method.

    `senders` may send it (`"client"`, `"server"`); `type` is its message, `params` the type of its params, `results`
    are all that may answer it, the ordinary one first; `capability` is the gate (`"tools.listChanged"`), if there
    is one, and `owner` the side that has to declare it (`"client"`, `"server"`, or the message's `"sender"` or
    `"receiver"` where either side may send it). An `"embedded"` request travels inside a result, never as a frame.
    """

    name: str
    kind: Literal["request", "notification", "embedded"]
    senders: tuple[str, ...]
    type: Any
    params: Any = None
    results: tuple[Any, ...] = ()
    capability: str | None = None
    owner: Literal["client", "server", "sender", "receiver"] | None = None

    @property
    def result(self) -> Any:
        """Return the ordinary result type, `None` for a notification."""
        return self.results[0] if self.results else None


class Response(Message, Generic[R], kw_only=True):
    """The answer to the request with the same `id`: `Response(id, result)`."""

    __positional__: ClassVar[tuple[str, ...]] = ("id", "result")
    jsonrpc: Literal["2.0"] = JSONRPC
    id: str | int
    result: R


class ErrorResponse(Message, Generic[E], kw_only=True):
    """The refusal of the request with the same `id`: `ErrorResponse(id, error)`; without one, of what could not be read."""

    __positional__: ClassVar[tuple[str, ...]] = ("id", "error")
    jsonrpc: Literal["2.0"] = JSONRPC
    id: str | int | UnsetType = UNSET
    error: E
