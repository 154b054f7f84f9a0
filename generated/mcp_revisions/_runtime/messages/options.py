"""The options of a decode: their types, their checks, and `FrameOptions` with the options for one message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from ..json_values import JsonValue
from ..revision_table import MethodName

if TYPE_CHECKING:
    from typing_extensions import TypedDict, TypeForm, Unpack

    from .frames import Method

    __all__ = ["JsonValue", "MethodName", "TypeForm", "Unpack"]

# JSON text, parsed JSON, or typed messages.
Data: TypeAlias = (
    bytes | bytearray | memoryview | str | Mapping[str, object] | list[JsonValue] | msgspec.Struct
)
Unknown: TypeAlias = Literal["keep", "drop", "error"]
InvalidItems: TypeAlias = Literal["raise", "skip"]
AbsentResultType: TypeAlias = Literal["raise", "complete"]
# The argument is the id. It is `Any`, so that a function may accept only the ids that its user sends.
AnsweredMethod: TypeAlias = Callable[[Any], str | None]
Answering: TypeAlias = MethodName | AnsweredMethod | None
# The same, after the runtime has checked it.
AnyAnswering: TypeAlias = str | AnsweredMethod | None

if TYPE_CHECKING:

    class DecodeOptions(TypedDict, total=False):
        """The option arguments that `decode` and `decode_message` share, for type checkers."""

        unknown: Unknown
        invalid_items: InvalidItems
        strict_json: bool

    class MessageOptions(DecodeOptions, total=False):
        """The option arguments of `decode_message`, for type checkers."""

        absent_result_type: AbsentResultType
        methods: Sequence[Method]


OPTIONS: dict[str, tuple[Any, ...]] = {
    "sender": ("client", "server"),
    "unknown": ("keep", "drop", "error"),
    "invalid_items": ("raise", "skip"),
    "absent_result_type": ("raise", "complete"),
    "loss": ("report", "error", "allow"),
    "unknown_methods": ("refuse", "pass"),
    "part": ("request", "result"),
    "method": ("initialize", "server/discover"),
    "strict_json": (False, True),
    "validate": (False, True),
    "details": (False, True),
}
"""The allowed values of each option that the public functions share."""


def checked_option(name: str, value: Any, values: tuple[Any, ...] = ()) -> Any:
    """Return `value`, or raise `ValueError` if the option `name` does not allow it.

    `OPTIONS` has the values that each option allows. The argument `values` replaces these, for example with
    the sides of an extension.
    """
    values = values or OPTIONS[name]
    for one in values:
        if value is one or (type(value) is str and value == one):
            return value
    listed = f"{', '.join(map(repr, values[:-1]))} or {values[-1]!r}"
    raise ValueError(f"{name}: expected {listed}, not {value!r:.100}")


def checked_kind(name: str, value: Any, kinds: type | tuple[type, ...], expected: str) -> Any:
    """Return `value` if it is an instance of `kinds`. Otherwise raise `TypeError`.

    The message names the argument `name` and describes the `expected` value, as in `a dict`.
    """
    if isinstance(value, kinds):
        return value
    raise TypeError(f"{name}: expected {expected}, not {type(value).__name__}")


def checked_text(name: str, value: Any) -> str:
    """Return `value`. Raise `TypeError` unless it is a `str`."""
    return checked_kind(name, value, str, "a string")  # type: ignore[no-any-return]


def texts(values: Iterable[str], name: str) -> tuple[str, ...]:
    """Return `values`, which are revisions, as a tuple. A single string becomes a tuple of one string.

    `name` is the name of the argument in errors. Raise `TypeError` for a value that is neither a string nor
    an iterable of strings.
    """
    if not isinstance(values, Iterable):
        raise TypeError(f"{name}: expected an iterable of revisions, not {type(values).__name__}")
    texts = (values,) if isinstance(values, str) else tuple(values)
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"{name}: expected a string as revision, not {type(text).__name__}")
    return texts


def checked_answering(answering: AnyAnswering) -> AnyAnswering:
    """Return `answering`. Raise `ValueError` unless it is a `str`, a callable or None."""
    if answering is None or isinstance(answering, str) or callable(answering):
        return answering
    kind = type(answering).__name__
    raise ValueError(f"answering: expected the name of a method, or a function of an id, not {kind}")


def answered_method(answering: AnsweredMethod, id: Any) -> str | None:
    """Call the function `answering` with the id of a response, and return the method that it returns.

    If the id is invalid, return None without calling the function. An exception of `answering` passes
    through. Raise `ValueError` if `answering` returns a value that is neither a `str` nor None.
    """
    found = answering(id) if type(id) in (str, int, float) else None
    if found is None or isinstance(found, str):
        return found
    raise ValueError(f"answering: the function returned a {type(found).__name__}, not the name of a method")


class FrameOptions(msgspec.Struct, frozen=True):
    """The values of the options in one call of `decode_message`."""

    sender: str
    answering: AnyAnswering = None
    unknown: Unknown = "keep"
    invalid_items: InvalidItems = "raise"
    absent_result_type: AbsentResultType = "raise"

    @property
    def method(self) -> str | None:
        """Return `answering` if it is the name of a method. Return None if it is a function or None."""
        return self.answering if isinstance(self.answering, str) else None
