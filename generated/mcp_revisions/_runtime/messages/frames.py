"""Responses, which are the same in every revision, and the rows of a method table.

A response is generic in its result or error: `Response[CallToolResult]`, `ErrorResponse[Error]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, overload

import msgspec
from msgspec import UNSET, UnsetType

from .base import JSONRPC, Message

# Covariant, because receivers only read them: a `Response[Task]` is a `Response[Task | CallToolResult]`.
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from ..revision_table import MethodName

    class AnyError(Protocol):
        """The error of any revision."""

        @property
        def code(self) -> int:
            """Return the code."""
            ...

        @property
        def message(self) -> str:
            """Return the message."""
            ...

        @property
        def data(self) -> Any:
            """Return the data."""
            ...

    R_co = TypeVar("R_co", covariant=True, default=Any)
    E_co = TypeVar("E_co", covariant=True, default=AnyError)
else:
    from typing import TypeVar

    R_co = TypeVar("R_co", covariant=True)
    E_co = TypeVar("E_co", covariant=True)


class Method(msgspec.Struct, frozen=True, kw_only=True):
    """One method of a revision.

    `senders` are the sides that may send the method: `"client"`, `"server"`. `type` is the type of the
    message, and `params` that of its params. `results` are the types that may answer a request, the ordinary
    type first. An `"embedded"` request occurs inside a result, and is never a message itself. `capability` is
    the capability that the method needs (`"tools.listChanged"`), if any. `owner` is the side that declares
    the capability: `"client"` or `"server"`, or the message's `"sender"` or `"receiver"` if either side may
    send the method.
    """

    name: MethodName
    kind: Literal["request", "notification", "embedded"]
    senders: tuple[str, ...]
    type: Any
    params: Any = None
    results: tuple[Any, ...] = ()
    capability: str | None = None
    owner: Literal["client", "server", "sender", "receiver", "both"] | None = None

    @property
    def result(self) -> Any:
        """Return the ordinary result type, or `None` for a notification."""
        return self.results[0] if self.results else None


class Response(Message, Generic[R_co], kw_only=True):
    """The successful response to the request with the same `id`: `Response(id, result)`."""

    __positional__: ClassVar[tuple[str, ...]] = ("id", "result")
    jsonrpc: Literal["2.0"] = JSONRPC
    id: str | int
    result: R_co

    if TYPE_CHECKING:

        def __init__(self, id: str | int, result: R_co, *, jsonrpc: Literal["2.0"] = "2.0") -> None: ...


class ErrorResponse(Message, Generic[E_co], kw_only=True):
    """The error response to the request with the same `id`: `ErrorResponse(id, error)`.

    A response to a message whose id could not be read has no `id`.
    """

    __positional__: ClassVar[tuple[str, ...]] = ("id", "error")
    jsonrpc: Literal["2.0"] = JSONRPC
    id: str | int | UnsetType = UNSET
    error: E_co

    if TYPE_CHECKING:

        @overload
        def __init__(
            self, id: str | int | UnsetType, error: E_co, *, jsonrpc: Literal["2.0"] = "2.0"
        ) -> None: ...
        @overload
        def __init__(self, *, error: E_co, jsonrpc: Literal["2.0"] = "2.0") -> None: ...
        def __init__(self, *args: Any, **kwargs: Any) -> None: ...
