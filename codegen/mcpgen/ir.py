"""The protocol of one revision as frozen values: what the pipeline computes with after `parse`.

Equality means "the same on the wire": documentation (`doc`) and location (`at`, a JSON Pointer into the
official file) take no part in it, so a structural difference between two revisions is `old != new`.
The set of nodes is closed: consume it with `match` and end with `assert_never`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Constant: TypeAlias = str | int | float | bool | None
Kind: TypeAlias = Literal["string", "integer", "number", "boolean", "null"]
Side: TypeAlias = Literal["client", "server"]
MethodKind: TypeAlias = Literal["request", "notification", "embedded"]


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON value."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """One JSON value that is no container, of one kind."""

    kind: Kind
    minimum: float | None = None
    maximum: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    format: str | None = None  # an annotation: it never rejects a value


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """One of a few constants: `const` and `enum`, in the order of the file (or the overlay's true order)."""

    values: tuple[Constant, ...]

    def __eq__(self, other: object) -> bool:
        """Compare without regard to order, which is no fact of the wire; `1`, `1.0` and `True` stay apart."""
        return isinstance(other, Choice) and self._facts() == other._facts()

    def __hash__(self) -> int:
        """Hash what equality compares."""
        return hash(self._facts())

    def _facts(self) -> frozenset[tuple[str, Constant]]:
        return frozenset((type(value).__name__, value) for value in self.values)


@dataclass(frozen=True, slots=True)
class Array:
    """A JSON array whose items are all of one type."""

    items: Type
    min_items: int | None = None
    max_items: int | None = None


@dataclass(frozen=True, slots=True)
class Map:
    """A JSON object with free names, whose values are all of one type."""

    values: Type


@dataclass(frozen=True, slots=True, eq=False)
class Union:
    """A value that at least one arm accepts (`anyOf`), in the order of the file."""

    arms: tuple[Type, ...]

    def __eq__(self, other: object) -> bool:
        """Compare without regard to order, which is no fact of the wire."""
        return isinstance(other, Union) and frozenset(self.arms) == frozenset(other.arms)

    def __hash__(self) -> int:
        """Hash what equality compares."""
        return hash(frozenset(self.arms))


@dataclass(frozen=True, slots=True)
class Ref:
    """The definition of that name in the same protocol."""

    name: str


Type: TypeAlias = Anything | Scalar | Choice | Array | Map | Union | Ref


@dataclass(frozen=True, slots=True)
class Field:
    """A member of a record; `name` is the wire name. `default` is the file's annotation, never applied.

    `framed` marks a member that the official type leaves to the JSON-RPC frame (`id` and `jsonrpc` up to 2025-06-18):
    a frame must have it, the type decoded alone may lack it.
    """

    name: str
    type: Type
    required: bool
    default: Constant | tuple[Constant, ...] = field(default=None, compare=False)
    framed: bool = field(default=False, compare=False)
    doc: str = field(default="", compare=False)
    at: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A JSON object with known members.

    Further members are always legal. `open` says that the protocol intends them (`_meta`, a JSON Schema): they
    are then data, not unknown members, and each must fit that type; `opened`, that the overlay says so and the
    file, without being wrong, does not. `mapping` asks for a `dict` as its Python form, because free names are the rule there and known ones
    the exception.
    """

    name: str
    fields: tuple[Field, ...]
    open: Type | None = None
    opened: bool = field(default=False, compare=False)
    mapping: bool = field(default=False, compare=False)
    doc: str = field(default="", compare=False)
    at: str = field(default="", compare=False)

    def field(self, name: str) -> Field | None:
        """Return the member with that wire name."""
        return next((f for f in self.fields if f.name == name), None)


@dataclass(frozen=True, slots=True)
class Alias:
    """A second name for a type: a union, an enumeration, a constrained scalar."""

    name: str
    type: Type
    doc: str = field(default="", compare=False)
    at: str = field(default="", compare=False)


Definition: TypeAlias = Record | Alias


@dataclass(frozen=True, slots=True)
class Method:
    """A request, a notification, or a request that travels embedded in a result.

    `message` and `params` name definitions (`params` is `None` where the message has none); `results` names all
    that may answer it, the ordinary one first; `capability` is the dotted gate, `owner` the side
    that declares it: of the message its sender or receiver, where either side may send it.
    """

    name: str
    kind: MethodKind
    senders: tuple[Side, ...]
    message: str
    params: str | None
    results: tuple[str, ...] = ()
    capability: str | None = None
    owner: Literal["client", "server", "sender", "receiver"] | None = None
    doc: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class ErrorCode:
    """A JSON-RPC error code that the revision gives a meaning; `type` names its typed error, if there is one."""

    name: str
    code: int
    type: str | None = None
    doc: str = field(default="", compare=False)


@dataclass(frozen=True)
class Protocol:
    """Everything the wire knows in one revision. Definitions keep the order of the official file."""

    revision: str
    definitions: Mapping[str, Definition]
    methods: Mapping[str, Method]
    errors: tuple[ErrorCode, ...] = ()
    batches: bool = False  # JSON-RPC arrays are legal frames
    guards: Mapping[str, tuple[str, Constant]] = field(
        default_factory=dict
    )  # arm → member and value that admit it
    known: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # `Type.member` or type → known open values
    ordered: tuple[str, ...] = ()  # enumerations whose values stand in their true order
    deprecated: Mapping[str, str] = field(default_factory=dict)  # method, type or `Type.member` → what to use

    def resolve(self, type_: Type) -> Type | Record:
        """Follow references until a record or a type that is no reference."""
        while isinstance(type_, Ref):
            definition = self.definitions[type_.name]
            if isinstance(definition, Record):
                return definition
            type_ = definition.type
        return type_
