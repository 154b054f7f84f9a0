"""The interface of every revision module, for code that learns the revision at run time.

A revision with extensions (`compose`) has the same interface.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar, overload

from .messages.base import Message
from .messages.frames import Method
from .messages.options import Data, JsonValue
from .router import Router

if TYPE_CHECKING:
    from .messages.options import DecodeOptions, TypeForm, Unpack
    from .revision_table import RevisionName

T = TypeVar("T")


class RevisionModule(Protocol):
    """The interface that all revision modules share.

    Type checkers see it as the type of `mr.revision(name)` if they do not know which revision `name` is.

    Use it as an annotation. A revision has more attributes: its types and the codes of its errors. If you
    only know the revision at run time, get them with `getattr(module, "Tool")`.
    """

    @property
    def REVISION(self) -> RevisionName:  # noqa: N802 - the name in a revision module
        """The name of the revision."""
        ...

    @property
    def METHODS(self) -> dict[str, Method]:  # noqa: N802
        """The methods of the revision, by name."""
        ...

    @property
    def ERRORS(self) -> dict[int, str]:  # noqa: N802
        """The error codes that the revision defines, with their names."""
        ...

    @property
    def BATCHES(self) -> bool:  # noqa: N802
        """Whether the revision has JSON-RPC batches."""
        ...

    @property
    def Router(self) -> Callable[..., Router]:  # noqa: N802
        """The class of routers for messages of the revision."""
        ...

    @property
    def decode_message(self) -> Callable[..., Message | Sequence[Message]]:
        """The function that decodes a JSON-RPC message."""
        ...

    @overload
    def decode(self, data: Data, type_: type[T], **options: Unpack[DecodeOptions]) -> T: ...
    @overload
    def decode(self, data: Data, type_: TypeForm[T], **options: Unpack[DecodeOptions]) -> T: ...

    def encode(self, value: object, validate: bool = False) -> bytes:
        """Encode an object of a generated type, or plain JSON, as one line of JSON."""
        ...

    def to_builtins(self, value: object) -> JsonValue:
        """Convert a typed object to plain JSON."""
        ...

    def json_schema(self, type_: object) -> Mapping[str, JsonValue]:
        """Return a JSON Schema of a type."""
        ...
