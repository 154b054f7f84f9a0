"""The types that all revisions share: those of responses, and `Method` for the entries of `METHODS`.

A response type is generic in its result or error: `Response[CallToolResult]`, `ErrorResponse[Error]`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeAlias, overload

import msgspec
from msgspec import UNSET, UnsetType

from ..revision_table import MethodName
from .base import JSONRPC, Message

# Covariant, because receivers only read them: a `Response[Task]` is a `Response[Task | CallToolResult]`.
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    class AnyError(Protocol):
        """An error object, with the members that it has in every revision."""

        @property
        def code(self) -> int:
            """Return the code."""
            ...

        @property
        def message(self) -> str:
            """Return the message."""
            ...

        @property
        def data(self) -> object:
            """Return the data."""
            ...

    R_co = TypeVar("R_co", covariant=True, default=object)
    E_co = TypeVar("E_co", covariant=True, default=AnyError)
else:
    from typing import TypeVar

    R_co = TypeVar("R_co", covariant=True)
    E_co = TypeVar("E_co", covariant=True)


StructClass: TypeAlias = type[msgspec.Struct]


class Method(msgspec.Struct, frozen=True, kw_only=True):
    """One method of a revision.

    - `kind`: `"request"`, `"notification"`, or `"embedded"` for a request that occurs only inside a result.
    - `senders`: the sides that may send the method.
    - `type`, `params`: the type of the message, and the type of its params.
    - `results`: the types of the results that may answer a request, the ordinary one first.
    - `capability`: the capability that the method needs, such as `"tools.listChanged"`, or None.
    - `owner`: the side that declares the capability: `"client"`, `"server"` or `"both"`. If either side may
      send the method, `owner` is `"sender"` or `"receiver"`: the sender or the receiver of the message.
    """

    name: MethodName
    kind: Literal["request", "notification", "embedded"]
    senders: tuple[str, ...]
    type: StructClass
    params: Any = None
    results: tuple[Any, ...] = ()
    capability: str | None = None
    owner: Literal["client", "server", "sender", "receiver", "both"] | None = None

    @property
    def result(self) -> Any:
        """Return the ordinary result type, or `None` for a notification."""
        return self.results[0] if self.results else None


class Response(Message, Generic[R_co], kw_only=True):
    """The successful response to the request with the same `id`. Construct it with `Response(id, result)`."""

    __positional__: ClassVar[tuple[str, ...]] = ("id", "result")
    jsonrpc: Literal["2.0"] = JSONRPC
    id: str | int
    result: R_co

    if TYPE_CHECKING:

        def __init__(self, id: str | int, result: R_co, *, jsonrpc: Literal["2.0"] = "2.0") -> None: ...


class ErrorResponse(Message, Generic[E_co], kw_only=True):
    """The error response to the request with the same `id`. Construct it with `ErrorResponse(id, error)`.

    If the id of the request could not be read, the `id` is `UNSET`.
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
        def __init__(self, *args: object, **kwargs: object) -> None: ...
