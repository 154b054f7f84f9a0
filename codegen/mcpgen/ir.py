"""The intermediate representation (IR): one revision as frozen values, for every stage after `parse`.

Equality means "the same on the wire". Equality ignores documentation (`doc`) and location (`at`, a JSON
Pointer into the official file), so a difference between two revisions is `old != new`. The set of nodes is
closed: handle a `Type` with `match`, and end with `assert_never`.

Terms: a *member* is a name with its value in a JSON object. A *field* is the declaration of a member in a
record. The *variants* of a union are its types (`Union.arms`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias, TypeVar, cast

from mcpgen.runtime.sides import OTHER

_Node = TypeVar("_Node", bound=Hashable)


@dataclass(frozen=True, slots=True)
class JsonConstant:
    """An array or object constant, as canonical JSON."""

    text: str


Constant: TypeAlias = str | int | float | bool | JsonConstant | None
ScalarKind: TypeAlias = Literal["string", "integer", "number", "boolean", "null"]
Side: TypeAlias = str  # `client`, `server`, or a side of an extension such as `host`
MethodKind: TypeAlias = Literal["request", "notification", "embedded"]

# The types of responses, newest name first, by the member that distinguishes them.
RESPONSES = {
    "error": ("JSONRPCErrorResponse", "JSONRPCError"),
    "result": ("JSONRPCResultResponse", "JSONRPCResponse"),
}
INTEGERS = range(-(2**63), 2**63)  # the range of integers that msgspec compares


def constant_of(value: Any) -> Constant:
    """Return a JSON value as a constant. A number without a fraction becomes an integer."""
    if isinstance(value, (list, dict)):
        return JsonConstant(json.dumps(value, sort_keys=True, ensure_ascii=False))
    whole = isinstance(value, float) and value.is_integer()
    return int(value) if whole else cast(Constant, value)


def json_value(constant: Constant) -> Any:
    """Return a constant as a JSON value."""
    return json.loads(constant.text) if isinstance(constant, JsonConstant) else constant


def is_literal(constant: Constant) -> bool:
    """Return whether msgspec reads a constant in a `Literal`: a string, an integer of 64 bits, or null."""
    if isinstance(constant, bool):
        return False
    return (
        constant is None or isinstance(constant, str) or (isinstance(constant, int) and constant in INTEGERS)
    )


# The JSON types and their Python types. A Python `bool` is an `int`; an integer is a number.
_CLASSES: dict[str, type | tuple[type, ...]] = {
    "boolean": bool,
    "number": (int, float),
    "string": str,
    "null": type(None),
    "array": list,
    "object": dict,
}


def kind_of(value: Any) -> str:
    """Return the JSON type of a value."""
    return next(kind for kind, classes in _CLASSES.items() if isinstance(value, classes))


def has_type(value: Any, types: str | Collection[str]) -> bool:
    """Return whether a value has one of the JSON types."""
    listed, kind = [types] if isinstance(types, str) else types, kind_of(value)
    return kind in listed or (kind == "number" and "integer" in listed and float(value).is_integer())


@dataclass(frozen=True, slots=True)
class Anything:
    """Any JSON value."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A JSON value of one type, not an array or object."""

    kind: ScalarKind
    minimum: float | None = None
    maximum: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    format: str | None = None  # an annotation: it does not reject values


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A closed set of constants (`const`, `enum`). The schema file or the overlay gives their order."""

    values: tuple[Constant, ...]

    def __eq__(self, other: object) -> bool:
        """Compare constants by type and value, in any order: `1`, `1.0` and `True` differ."""
        return isinstance(other, Choice) and self._facts() == other._facts()

    def __hash__(self) -> int:
        """Return a hash that agrees with equality."""
        return hash(self._facts())

    def _facts(self) -> frozenset[tuple[str, Constant]]:
        return frozenset((type(value).__name__, value) for value in self.values)


@dataclass(frozen=True, slots=True)
class Array:
    """A JSON array with one type for all items."""

    items: Type
    min_items: int | None = None
    max_items: int | None = None


@dataclass(frozen=True, slots=True)
class Map:
    """A JSON object with free names and one type for all values. `names` limits the names."""

    values: Type
    names: Scalar | Choice | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Union:
    """A value that at least one variant accepts (`anyOf`). `arms` are the variants, in file order."""

    arms: tuple[Type, ...]

    def __eq__(self, other: object) -> bool:
        """Compare variants in any order."""
        return isinstance(other, Union) and frozenset(self.arms) == frozenset(other.arms)

    def __hash__(self) -> int:
        """Return a hash that agrees with equality."""
        return hash(frozenset(self.arms))


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference to a definition of the same protocol, by name."""

    name: str


Type: TypeAlias = Anything | Scalar | Choice | Array | Map | Union | Ref


@dataclass(frozen=True, slots=True)
class Field:
    """The declaration of a member in a record. `name` is the wire name.

    `default` is an annotation, which no decoder applies. `framed` marks a member that the official type
    leaves to the JSON-RPC envelope (`id` and `jsonrpc` up to 2025-06-18): required in a message, optional in
    the type.
    """

    name: str
    type: Type
    required: bool
    default: Constant | tuple[Constant, ...] = field(default=None, compare=False)
    framed: bool = field(default=False, compare=False)
    doc: str = field(default="", compare=False)
    at: str = field(default="", compare=False)


@dataclass(frozen=True)  # no slots, because of the cached properties
class Record:
    """A JSON object with declared members.

    Undeclared members are allowed unless the record is `closed`; members in `absent` are never allowed.
    `open` is the type of undeclared members that are data (`_meta`, a JSON Schema), not unknown members.
    `opened` marks an `open` that the overlay adds to a correct file. `mapping` makes the Python class a
    `dict`, because most names are free.
    """

    name: str
    fields: tuple[Field, ...]
    open: Type | None = None
    opened: bool = field(default=False, compare=False)
    mapping: bool = field(default=False, compare=False)
    closed: bool = False
    absent: tuple[str, ...] = ()
    doc: str = field(default="", compare=False)
    at: str = field(default="", compare=False)

    def field(self, name: str) -> Field | None:
        """Return the declaration of the member with a wire name, or None."""
        return self.by_name.get(name)

    @cached_property
    def by_name(self) -> Mapping[str, Field]:
        """The declarations by wire name."""
        return {field.name: field for field in self.fields}

    @cached_property
    def required(self) -> frozenset[str]:
        """The wire names of the required members."""
        return frozenset(field.name for field in self.fields if field.required)


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
    """A request, a notification, or a request that is embedded in a result.

    `message`, `params` (None if there are none) and `results` (the usual one first) name definitions.
    `capability` is the path of the capability that the method needs. `owner` is the side that declares it, or
    `both`. If both sides may send the message, `owner` is its sender or its receiver.
    """

    name: str
    kind: MethodKind
    senders: tuple[Side, ...]
    message: str
    params: str | None
    results: tuple[str, ...] = ()
    capability: str | None = None
    owner: Literal["client", "server", "sender", "receiver", "both"] | None = None
    doc: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class ErrorCode:
    """A JSON-RPC error code with a meaning in the revision. `type` names its typed error, if there is one."""

    name: str
    code: int
    type: str | None = None
    doc: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class FilterMember:
    """A member of the filter of `subscriptions/listen`: the capability of the server that allows it.

    `notification` is the notification that the member subscribes to, None if the member is a list.
    """

    capability: str
    notification: str | None = None


@dataclass(frozen=True)
class Protocol:
    """One revision: definitions in the order of the official file, methods, and facts of the overlay.

    `batches`: whether JSON-RPC batches are allowed. `guards` maps a variant of a union to the member and
    value that select it. `known` maps a type or `Type.member` to the values that the specification lists for
    an open string. `ordered` names the enumerations whose order has a meaning. `deprecated` maps a method,
    type or `Type.member` to its replacement. `prefilled` maps a member to the value that constructors fill in
    if the type requires it. `metadata` maps a method to its keys of `_meta` that no schema states. `filters`
    are the members of the filter of `subscriptions/listen`. `sides` send the messages. They are in pairs:
    each side sends to the other of its pair.
    """

    revision: str
    definitions: Mapping[str, Definition]
    methods: Mapping[str, Method]
    errors: tuple[ErrorCode, ...] = ()
    batches: bool = False
    guards: Mapping[str, tuple[str, Constant]] = field(default_factory=dict)
    known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ordered: tuple[str, ...] = ()
    deprecated: Mapping[str, str] = field(default_factory=dict)
    prefilled: Mapping[str, Constant] = field(default_factory=dict)
    metadata: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    filters: Mapping[str, FilterMember] = field(default_factory=dict)
    sides: tuple[Side, ...] = ("client", "server")

    def resolve(self, type_: Type) -> Type | Record:
        """Follow references to a record, or to a type that is not a reference."""
        return resolved(type_, self.definitions)

    def body(self, type_: Type) -> Type | Record:
        """Follow a reference by one step. Return any other type unchanged."""
        if not isinstance(type_, Ref):
            return type_
        definition = self.definitions[type_.name]
        return definition if isinstance(definition, Record) else definition.type

    def record_of(self, type_: Type) -> Record | None:
        """Return a type as a record, or None. A map becomes a record without declared members."""
        found = self.resolve(type_)
        return (
            Record("", (), open=found.values)
            if isinstance(found, Map)
            else found if isinstance(found, Record) else None
        )

    def response(self, member: Literal["error", "result"]) -> Record | None:
        """Return the type of responses with a member (`result` or `error`), or None."""
        found = (self.definitions.get(name) for name in RESPONSES[member])
        return next((one for one in found if isinstance(one, Record) and one.field(member)), None)

    def union_members(self, type_: Type) -> list[Type]:
        """Return the variants of a union, with aliases followed and unions flattened, or only the type."""
        return list(dict.fromkeys(flatten(type_, self.definitions)))

    def accepts_anything(self, type_: Type) -> bool:
        """Return whether the type accepts every JSON value."""
        return is_anything(type_, self.definitions)

    @cached_property
    def senders(self) -> Mapping[str, frozenset[Side]]:
        """The sides that send each definition, by name."""
        found: dict[str, frozenset[Side]] = {}
        for side, other in OTHER.items():
            sent = [m.message for m in self.methods.values() if side in m.senders]
            sent += [m.params for m in self.methods.values() if side in m.senders and m.params is not None]
            sent += [name for m in self.methods.values() if other in m.senders for name in m.results]
            for name in self.reachable(sent):
                found[name] = found.get(name, frozenset()) | {side}
        return found

    @cached_property
    def on_wire(self) -> frozenset[str]:
        """The definitions that a message can contain."""
        errors = [error.type for error in self.errors if error.type is not None]
        return frozenset(self.reachable(["JSONRPCMessage", *errors])) | self.senders.keys()

    def members(self) -> Iterator[tuple[str, Field]]:
        """Yield the name of a record and its member, for each member of each record."""
        for name, record in self.definitions.items():
            yield from ((name, member) for member in record.fields) if isinstance(record, Record) else ()

    def reachable(self, roots: Iterable[str]) -> dict[str, None]:
        """Return the definitions that roots name, directly or indirectly. Unknown roots are ignored."""
        return reachable((name for name in roots if name in self.definitions), self.definitions)

    def along(self, record: Record, path: Sequence[str]) -> tuple[Field, ...]:
        """Return the member at each step of a path from `record`. Return () if a step is missing."""
        found: list[Field] = []
        below: Type | Record = record
        for name in path:
            member = below.field(name) if isinstance(below, Record) else None
            if member is None:
                return ()
            found.append(member)
            below = self.resolve(member.type)
        return tuple(found)


@dataclass(frozen=True)
class Restated:
    """A definition that an extension repeats from its revision, and the decision if it differs.

    `difference` is the location of the difference, '' if they are equal. `name` is the name of the
    extension's own type, '' if the type of the revision is used.
    """

    type: str
    difference: str = ""
    name: str = ""


@dataclass(frozen=True)
class Extension:
    """The layer of an extension on a revision.

    `protocol` has the definitions of both, and the methods of the extension. `own` names the definitions of
    the extension, `restated` those that its file repeats from the revision. `answers` are additional results
    of methods of the revision, `additions` are records whose members are added to an object of the revision.
    `declared_by` are the sides that must declare the extension.
    """

    name: str
    identifier: str
    extends: str
    protocol: Protocol
    own: tuple[str, ...]
    restated: tuple[Restated, ...] = ()
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    additions: Mapping[str, str] = field(default_factory=dict)
    declared_by: tuple[Side, ...] = ()

    @property
    def imported(self) -> tuple[str, ...]:
        """Return the definitions of the revision that the extension uses."""
        definitions = self.protocol.definitions
        named = {name for own in self.own for name in references(definitions[own])}
        for method in self.protocol.methods.values():
            named.update((method.message, *filter(None, [method.params]), *method.results))
        for frame in (*RESPONSES["error"], *RESPONSES["result"]):
            if frame in definitions:
                named.update((frame, *references(definitions[frame])))
        return tuple(sorted(named.difference(self.own)))

    @property
    def alone(self) -> Protocol:
        """Return the part of the protocol that the extension defines."""
        definitions = {name: self.protocol.definitions[name] for name in self.own}
        return replace(self.protocol, definitions=definitions, errors=(), ordered=(), batches=False)


def types_of(definition: Definition) -> list[Type]:
    """Return the types in a definition."""
    if isinstance(definition, Alias):
        return [definition.type]
    below = [one.type for one in definition.fields]
    return below if definition.open is None else [*below, definition.open]


def references(definition: Definition) -> list[str]:
    """Return the names of the definitions that a definition refers to, in order, without duplicates."""
    return referenced(*types_of(definition))


def referenced(*types: Type) -> list[str]:
    """Return the names of the definitions that types refer to, in order, without duplicates."""
    inside = (below for type_ in types for below in walk(type_))
    return list(dict.fromkeys(below.name for below in inside if isinstance(below, Ref)))


def walk(type_: Type) -> Iterator[Type]:
    """Yield a type and the types inside it, without following references."""
    yield type_
    match type_:
        case Array(below) | Map(below):
            yield from walk(below)
        case Union(arms):
            for arm in arms:
                yield from walk(arm)


def mapped(type_: Type, change: Callable[[Type], Type]) -> Type:
    """Apply `change` to every nested type, innermost first, then to the type itself."""
    match type_:
        case Array(items):
            type_ = replace(type_, items=mapped(items, change))
        case Map(values):
            type_ = replace(type_, values=mapped(values, change))
        case Union(arms):
            type_ = Union(tuple(mapped(arm, change) for arm in arms))
    return change(type_)


def with_types(definition: Definition, change: Callable[[Type], Type]) -> Definition:
    """Apply a change to each type inside a definition, like `mapped`."""
    if isinstance(definition, Alias):
        return replace(definition, type=mapped(definition.type, change))
    fields = tuple(replace(field, type=mapped(field.type, change)) for field in definition.fields)
    return replace(definition, fields=fields, open=definition.open and mapped(definition.open, change))


def resolved(type_: Type, definitions: Mapping[str, Definition]) -> Type | Record:
    """Follow references to a record, or to a type that is not a reference."""
    while isinstance(type_, Ref):
        definition = definitions[type_.name]
        if isinstance(definition, Record):
            return definition
        type_ = definition.type
    return type_


def closure(roots: Iterable[_Node], below: Callable[[_Node], Iterable[_Node]]) -> dict[_Node, None]:
    """Return roots and everything that they lead to, without duplicates. `below` returns the next nodes."""
    found: dict[_Node, None] = {}
    pending = [*roots][::-1]
    while pending:
        node = pending.pop()
        if node not in found:
            found[node] = None
            pending += [*below(node)][::-1]
    return found


def reachable(roots: Iterable[str], definitions: Mapping[str, Definition]) -> dict[str, None]:
    """Return the definitions that roots name, directly or indirectly, including the roots."""
    return closure(roots, lambda name: references(definitions[name]))


def same_shape(one: Definition, other: Definition) -> bool:
    """Return whether two definitions of one name accept the same values. Ignore the order of fields."""
    if isinstance(one, Record) and isinstance(other, Record):
        mine, theirs = ((r.open, r.closed, frozenset(r.absent), frozenset(r.fields)) for r in (one, other))
        return mine == theirs
    return one == other


def flatten(type_: Type, definitions: Mapping[str, Definition]) -> list[Type]:
    """Return the variants of a type, with aliases and unions expanded. References to records stay."""
    match type_:
        case Union(arms):
            return [flat for arm in arms for flat in flatten(arm, definitions)]
        case Ref(name):
            definition = definitions.get(name)
            if isinstance(definition, Alias):
                return flatten(definition.type, definitions)
            return [type_] if definition is not None else []
    return [type_]


def is_any_object(type_: Type | Record, definitions: Mapping[str, Definition]) -> bool:
    """Return whether a type accepts every object and nothing else."""
    meant = type_ if isinstance(type_, Record) else resolved(type_, definitions)
    if isinstance(meant, Record):
        no_rule = not (meant.fields or meant.closed or meant.absent)
        return no_rule and (meant.open is None or is_anything(meant.open, definitions))
    return isinstance(meant, Map) and meant.names is None and is_anything(meant.values, definitions)


def is_anything(type_: Type, definitions: Mapping[str, Definition]) -> bool:
    """Return whether a type accepts every JSON value, by itself or by recursion (`JSONValue`)."""
    if not isinstance(type_, (Ref, Union)):
        return isinstance(type_, Anything)
    assumed = _aliases_below(type_, definitions)
    while True:  # the greatest fixed point: remove each assumption that the others do not support
        kept = {n: alias for n, alias in assumed.items() if _covers(alias.type, definitions, assumed)}
        if len(kept) == len(assumed):
            return _covers(type_, definitions, assumed)
        assumed = kept


def _covers(type_: Type, definitions: Mapping[str, Definition], assumed: Mapping[str, Alias]) -> bool:
    """Return whether a type accepts every JSON value if each alias of `assumed` does."""
    match type_:
        case Anything():
            return True
        case Ref(name):
            return name in assumed
        case Union():
            covered: set[str] = set()
            for arm in flatten(type_, definitions):
                match arm:
                    case Anything():
                        return True
                    case Scalar(kind) if arm == Scalar(kind):
                        covered.add(kind)
                    case Array(items, None, None) if _covers(items, definitions, assumed):
                        covered.add("array")
                    case Map(values, None) if _covers(values, definitions, assumed):
                        covered.add("object")
            return covered >= {"string", "number", "boolean", "null", "array", "object"}
        case _:
            return False


def _aliases_below(type_: Type, definitions: Mapping[str, Definition]) -> dict[str, Alias]:
    """Return the aliases that a type refers to without a record in between."""

    def aliases(*types: Type) -> dict[str, Alias]:
        named = ((name, definitions[name]) for name in referenced(*types))
        return {name: definition for name, definition in named if isinstance(definition, Alias)}

    found = closure(aliases(type_), lambda name: aliases(*types_of(definitions[name])))
    return aliases(*map(Ref, found))
