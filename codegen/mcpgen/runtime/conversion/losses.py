"""The results of a conversion: `Converted` with its `Loss`es, and the exceptions for refused messages.

The pointer (RFC 6901) and the value of an `invented` loss are those in the converted message. Those of all
other kinds are those in the source message. Differences of the kinds in `LOSSLESS` lose nothing. For example,
`respelled` means that the target revision has another form for the same value. This form may be that the
member is absent.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple

import msgspec

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from ..messages.options import JsonValue

    M_co = TypeVar("M_co", covariant=True, default=Any)
else:
    from typing import TypeVar

    M_co = TypeVar("M_co", covariant=True)

LossKind = Literal["dropped", "invented", "weakened", "reshaped", "respelled"]
LOSSLESS: frozenset[LossKind] = frozenset(("invented", "respelled"))
"""The kinds of differences that lose nothing. `loss="error"` accepts them."""


class Change(NamedTuple):
    """A change between two neighbouring revisions.

    - `id`: the id that losses report, such as `T2.7`.
    - `reason`: the reason that losses report.
    - `refusal`: the reason that the error for a refused message reports. If empty, it is `reason`.
    """

    id: str
    reason: str
    refusal: str = ""

    @property
    def why_refused(self) -> str:
        """The reason that the error for a refused message reports."""
        return self.refusal or self.reason


class Loss(NamedTuple):
    """A difference between a message and its conversion.

    - `kind`: `dropped`, `invented` (added), `weakened` (less precise), `reshaped` (another structure) or
      `respelled` (nothing is lost: another form, or no member, means the same).
    - `pointer`: the JSON Pointer to the value. A pointer of more than 1,024 characters is cut to its first
      1,023, and ends with `…`.
    - `value`: the value before the conversion. For `invented`, the value after it.
    - `reason`: one sentence that explains the difference to a person.
    - `change`: the id of the change between the revisions, such as `T2.6`.
    """

    kind: LossKind
    pointer: str
    value: JsonValue
    reason: str
    change: str


class Converted(msgspec.Struct, Generic[M_co], eq=False, gc=False):
    """A converted message and its losses. It unpacks as `message, losses`.

    For a batch, `message` is a list of messages. The losses are computed on first access, and are in the
    order of the edits.
    """

    message: M_co
    _losses: Any = ()  # the losses, or the log that computes them

    @property
    def losses(self) -> tuple[Loss, ...]:
        """Return the losses."""
        if type(self._losses) is not tuple:
            self._losses = self._losses.losses()
        found: tuple[Loss, ...] = self._losses
        return found

    def __iter__(self) -> Iterator[Any]:
        return iter((self.message, self.losses))

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> Any:
        return (self.message, self.losses)[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Converted | tuple) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Converted, (self.message, self.losses)

    def __repr__(self) -> str:
        return f"Converted(message={self.message!r}, losses={self.losses!r})"


if TYPE_CHECKING:
    # Type checkers give each variable of `message, losses = convert(...)` its own type only for a tuple.
    # A function that returns `Converted` can return a pair, also where mypy infers only `ConvertedPair[Any]`.
    class ConvertedPair(Converted[M_co], tuple[M_co, tuple[Loss, ...]]):  # type: ignore[misc]
        """A `Converted` as type checkers see it: unpacking it gives the types of `message` and `losses`."""

else:
    ConvertedPair = Converted


class LossError(ValueError):
    """Raised with `loss="error"` if the conversion would lose values.

    `losses` has the differences that lose something: none of them is of a kind in `LOSSLESS`.

    Also raised if `keep` cannot store the lost values. Then `reason` says why, and `losses` is empty.
    """

    losses: tuple[Loss, ...]
    reason: str

    def __init__(self, losses: tuple[Loss, ...], reason: str = "") -> None:
        super().__init__(losses, reason)
        self.losses = losses
        self.reason = reason

    def __str__(self) -> str:
        if self.reason or not self.losses:
            return self.reason
        first = self.losses[0]
        more = f" (and {len(self.losses) - 1} more)" if len(self.losses) > 1 else ""
        return f"{first.kind} {first.pointer}: {first.reason} [{first.change}]{more}"


class NoCounterpart(ValueError):
    """Raised for a message that has no equivalent in the target revision.

    - `reply`: the JSON-RPC error response to send to the sender of a request, in the source revision. It has
      the type of the message: `dict`, `bytes` or `str`. For a notification or a response it is None.
    - `reason`: one sentence for the sender that says why.
    - `change`: the id of the change between the revisions.
    - `pointer`: the JSON Pointer to the value in the message that prevents the conversion.
    """

    reply: Any
    reason: str
    change: str
    pointer: str

    def __init__(self, reply: Any, reason: str, change: str, pointer: str = "") -> None:
        super().__init__(reply, reason, change, pointer)
        self.reply = reply
        self.reason = reason
        self.change = change
        self.pointer = pointer

    def __str__(self) -> str:
        return f"{self.reason} [{self.change}]"
