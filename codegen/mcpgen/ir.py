"""The intermediate representation (IR): one revision as frozen values, for every stage after `parse`.

Two values of the IR are equal if they mean the same in messages. Equality ignores documentation (`doc`) and
location (`at`, a JSON Pointer into the official file). Therefore `old != new` finds a difference between two
revisions. The set of types is closed: handle a `Type` with `match`, and end with `assert_never`.

Terms: a *member* is a name with its value in a JSON object. A *field* is the declaration of a member in a
record. The *variants* of a union are its types.
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
    """A constant that is a JSON array or object. It is stored as canonical JSON text."""

    text: str


Constant: TypeAlias = str | int | float | bool | JsonConstant | None
ScalarKind: TypeAlias = Literal["string", "integer", "number", "boolean", "null"]
Side: TypeAlias = str  # `client`, `server`, or a side of an extension such as `host`
MethodKind: TypeAlias = Literal["request", "notification", "embedded"]

# The names of response types, newest first, by the member that only this kind of response has.
RESPONSES = {
    "error": ("JSONRPCErrorResponse", "JSONRPCError"),
    "result": ("JSONRPCResultResponse", "JSONRPCResponse"),
}
INTEGERS = range(-(2**63), 2**63)  # the range of integers that msgspec compares


def constant_of(value: Any) -> Constant:
    """Convert a JSON value to a constant of the IR. A number without a fraction becomes an integer."""
    if isinstance(value, (list, dict)):
        return JsonConstant(json.dumps(value, sort_keys=True, ensure_ascii=False))
    whole = isinstance(value, float) and value.is_integer()
    return int(value) if whole else cast(Constant, value)


def json_value(constant: Constant) -> Any:
    """Convert a constant of the IR to its JSON value."""
    return json.loads(constant.text) if isinstance(constant, JsonConstant) else constant


def is_literal(constant: Constant) -> bool:
    """Return whether msgspec accepts a constant in `Literal`: a string, a 64-bit integer or null."""
    if isinstance(constant, bool):
        return False
    return (
        constant is None or isinstance(constant, str) or (isinstance(constant, int) and constant in INTEGERS)
    )


# The Python types of each JSON type. `boolean` comes first, because a Python `bool` is an `int`.
_CLASSES: dict[str, type | tuple[type, ...]] = {
    "boolean": bool,
    "number": (int, float),
    "string": str,
    "null": type(None),
    "array": list,
    "object": dict,
}


def kind_of(value: Any) -> str:
    """Return the JSON type of a value, such as `"object"`. Integers are `"number"`."""
    return next(kind for kind, classes in _CLASSES.items() if isinstance(value, classes))


def has_type(value: Any, types: str | Collection[str]) -> bool:
    """Return whether a value has one of the JSON types in `types`.

    As in JSON Schema, `1.0` is an `"integer"`.
    """
    listed, kind = [types] if isinstance(types, str) else types, kind_of(value)
    return kind in listed or (kind == "number" and "integer" in listed and float(value).is_integer())


@dataclass(frozen=True, slots=True)
class Anything:
    """The type of every JSON value."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """The type of strings, numbers, booleans or null, with limits on the values."""

    kind: ScalarKind
    minimum: float | None = None
    maximum: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    format: str | None = None  # only an annotation: it does not restrict values


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A closed set of constants (`const` or `enum`), in the order of the schema file or of the overlay."""

    values: tuple[Constant, ...]

    def __eq__(self, other: object) -> bool:
        """Compare the constants by type and value, in any order.

        `1`, `1.0` and `True` are different constants.
        """
        return isinstance(other, Choice) and self._facts() == other._facts()

    def __hash__(self) -> int:
        """Return a hash that is equal for equal sets of constants."""
        return hash(self._facts())

    def _facts(self) -> frozenset[tuple[str, Constant]]:
        return frozenset((type(value).__name__, value) for value in self.values)


@dataclass(frozen=True, slots=True)
class Array:
    """A JSON array. All items have the same type."""

    items: Type
    min_items: int | None = None
    max_items: int | None = None


@dataclass(frozen=True, slots=True)
class Map:
    """A JSON object with free member names. All values have the same type. `names` limits the names."""

    values: Type
    names: Scalar | Choice | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Union:
    """The type of values that at least one variant accepts (`anyOf`), in the order of the schema file."""

    variants: tuple[Type, ...]

    def __eq__(self, other: object) -> bool:
        """Compare the variants in any order."""
        return isinstance(other, Union) and frozenset(self.variants) == frozenset(other.variants)

    def __hash__(self) -> int:
        """Return a hash that is equal for equal sets of variants."""
        return hash(frozenset(self.variants))


@dataclass(frozen=True, slots=True)
class Ref:
    """A reference to a definition of the same protocol, by its name."""

    name: str


Type: TypeAlias = Anything | Scalar | Choice | Array | Map | Union | Ref


@dataclass(frozen=True, slots=True)
class Field:
    """The declaration of a member in a record. `name` is the member's name in messages.

    `default` is only an annotation: decoders do not fill it in. `framed` is true for a member of the JSON-RPC
    envelope that the official schema does not declare in this type, such as `id` up to 2025-06-18. A message
    must have such a member. In the Python type, it is optional.
    """

    name: str
    type: Type
    required: bool
    default: Constant | tuple[Constant, ...] = field(default=None, compare=False)
    framed: bool = field(default=False, compare=False)
    doc: str = field(default="", compare=False)
    at: str = field(default="", compare=False)


@dataclass(frozen=True)  # slots would not allow the cached properties
class Record:
    """A JSON object with declared members. By default, undeclared members are allowed.

    - `closed`: no undeclared member is allowed.
    - `absent`: the members that are never allowed.
    - `open`: the type of undeclared members if senders may choose their names freely, as in `_meta` or in a
      JSON Schema. If it is None, undeclared members count as unknown members.
    - `opened`: whether `open` comes from the overlay because the schema file says nothing about undeclared
      members. It is false if the overlay corrects what the file says.
    - `mapping`: the Python class is a `dict`, because most member names are free.
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
        """Return the declaration of the member `name`, or None if the record does not declare it."""
        return self.by_name.get(name)

    @cached_property
    def by_name(self) -> Mapping[str, Field]:
        """The declarations of the members, by the members' names in messages."""
        return {field.name: field for field in self.fields}

    @cached_property
    def required(self) -> frozenset[str]:
        """The names of the required members."""
        return frozenset(field.name for field in self.fields if field.required)

    @cached_property
    def required_first(self) -> tuple[Field, ...]:
        """The declared members as generated types list them: first the required, then the optional ones."""
        return tuple(sorted(self.fields, key=lambda field: not field.required))


@dataclass(frozen=True, slots=True)
class Alias:
    """A definition that is not a record: a name for a union, an enumeration, a scalar or another type."""

    name: str
    type: Type
    doc: str = field(default="", compare=False)
    at: str = field(default="", compare=False)


Definition: TypeAlias = Record | Alias


@dataclass(frozen=True, slots=True)
class Method:
    """A request, a notification, or a request that is embedded in a result.

    - `message`, `params`, `results`: names of definitions. `params` is None if the message has none. The
      usual result is first in `results`.
    - `capability`: the dotted path of the capability that a peer must declare before the method may be sent.
    - `owner`: the side that must declare the capability, or `both`. If both sides send the message, it may be
      `sender` or `receiver`.
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
    """A JSON-RPC error code that the revision defines.

    `type` is the name of the definition of the error object, or None.
    """

    name: str
    code: int
    type: str | None = None
    doc: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class FilterMember:
    """A member of the filter of `subscriptions/listen`, such as `toolsListChanged`.

    `capability` is the path of the server capability that the member needs. `notification` is the method of
    the notifications that the member requests, or None if the member is a list, such as the URIs of
    resources.
    """

    capability: str
    notification: str | None = None


@dataclass(frozen=True)
class Protocol:
    """One revision: definitions in the order of the official file, methods, and facts from the overlay.

    - `batches`: whether JSON-RPC batches are allowed.
    - `guards`: the member and value that identify a variant of a union, by the name of the variant.
    - `known`: the values that the specification lists for an open string, by type or `Type.member`.
    - `ordered`: the enumerations whose order has a meaning, such as log levels.
    - `deprecated`: the replacement of each deprecated method, type or `Type.member`, or '' if it has none.
    - `prefilled`: the values that constructors fill in, by required member.
    - `metadata`: the keys of `_meta` that only the specification's prose defines, by method.
    - `filters`: the members of the filter of `subscriptions/listen`.
    - `sides`: the sides that exchange messages, in pairs such as client and server. An extension may add a
      pair.
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
        """Return the record to which a type refers, or the type at the end of a chain of aliases.

        A type that is not a reference is returned unchanged.
        """
        return resolved(type_, self.definitions)

    def body(self, type_: Type) -> Type | Record:
        """Return the record to which a type refers, or the type of the alias to which it refers.

        Only one reference is followed: the type of the alias may be a reference itself. A type that is not a
        reference is returned unchanged.
        """
        if not isinstance(type_, Ref):
            return type_
        definition = self.definitions[type_.name]
        return definition if isinstance(definition, Record) else definition.type

    def record_of(self, type_: Type) -> Record | None:
        """Return the record (object type) to which a type refers, or None if it is another type.

        A map is returned as a record that declares no members.
        """
        found = self.resolve(type_)
        return (
            Record("", (), open=found.values)
            if isinstance(found, Map)
            else found if isinstance(found, Record) else None
        )

    def response(self, member: Literal["error", "result"]) -> Record | None:
        """Return the definition of the responses with a `result` or an `error`, depending on `member`.

        If there is none, return None.
        """
        found = (self.definitions.get(name) for name in RESPONSES[member])
        return next((one for one in found if isinstance(one, Record) and one.field(member)), None)

    def variants(self, type_: Type) -> list[Type]:
        """Return the variants of a union, after following aliases and flattening nested unions.

        If the type is not a union, return it in a list.
        """
        return list(dict.fromkeys(flatten(type_, self.definitions)))

    def accepts_anything(self, type_: Type) -> bool:
        """Return whether a type accepts every JSON value."""
        return is_anything(type_, self.definitions)

    @cached_property
    def senders(self) -> Mapping[str, frozenset[Side]]:
        """The sides that may send each definition as a part of a message, by the name of the definition."""
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
        """The names of the definitions that a message can contain."""
        errors = [error.type for error in self.errors if error.type is not None]
        return frozenset(self.reachable(["JSONRPCMessage", *errors])) | self.senders.keys()

    def members(self) -> Iterator[tuple[str, Field]]:
        """Yield each declared member of each record, with the name of the record."""
        for name, record in self.definitions.items():
            yield from ((name, member) for member in record.fields) if isinstance(record, Record) else ()

    def reachable(self, roots: Iterable[str]) -> dict[str, None]:
        """Return the names in `roots`, and the names of all definitions that these refer to, at any depth.

        Names that the protocol does not define are ignored. The result is a dict, which keeps the order.
        """
        return reachable((name for name in roots if name in self.definitions), self.definitions)

    def along(self, record: Record, path: Sequence[str]) -> tuple[Field, ...]:
        """Return the declarations of the members on a path of member names, which starts in `record`.

        Return () if a name on the path is not declared.
        """
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
    """A definition of the revision that the schema file of an extension repeats.

    `difference` is the location at which the two definitions differ, or '' if they are equal. `name` is '' if
    the extension uses the definition of the revision. Otherwise, it is the name of the extension's definition
    in generated code.
    """

    type: str
    difference: str = ""
    name: str = ""


@dataclass(frozen=True)
class Extension:
    """An extension of one revision, with everything that it adds to the revision.

    - `protocol`: the definitions of the revision and of the extension, but only the methods of the extension.
    - `own`: the definitions of the extension.
    - `restated`: the definitions of the revision that the schema file of the extension repeats.
    - `answers`: the result types that the extension adds to methods of the revision, by method.
    - `additions`: maps an object type of the revision to a type of the extension. The extension adds the
      members of its type to the objects of the revision.
    - `declared_by`: the sides that must declare the extension.
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
        """The names of the definitions that the extension uses from its revision, sorted."""
        definitions = self.protocol.definitions
        named = {name for own in self.own for name in references(definitions[own])}
        for method in self.protocol.methods.values():
            named.update((method.message, *filter(None, [method.params]), *method.results))
        for frame in (*RESPONSES["error"], *RESPONSES["result"]):
            if frame in definitions:
                named.update((frame, *references(definitions[frame])))
        return tuple(sorted(named.difference(self.own)))

    @property
    def own_protocol(self) -> Protocol:
        """A protocol with only the definitions and methods of the extension."""
        definitions = {name: self.protocol.definitions[name] for name in self.own}
        return replace(self.protocol, definitions=definitions, batches=False)


def types_of(definition: Definition) -> list[Type]:
    """Return the types of a definition: the types of a record's members, or the type that an alias names."""
    if isinstance(definition, Alias):
        return [definition.type]
    below = [one.type for one in definition.fields]
    return below if definition.open is None else [*below, definition.open]


def references(definition: Definition) -> list[str]:
    """Return the names that a definition refers to, in order of occurrence, without duplicates."""
    return referenced(*types_of(definition))


def referenced(*types: Type) -> list[str]:
    """Return the names that the types refer to, in order of occurrence, without duplicates."""
    inside = (below for type_ in types for below in walk(type_))
    return list(dict.fromkeys(below.name for below in inside if isinstance(below, Ref)))


def walk(type_: Type) -> Iterator[Type]:
    """Yield a type and all types nested in it. References are yielded, not followed."""
    yield type_
    match type_:
        case Array(below) | Map(below):
            yield from walk(below)
        case Union(variants):
            for variant in variants:
                yield from walk(variant)


def mapped(type_: Type, change: Callable[[Type], Type]) -> Type:
    """Return a type in which `change` has replaced each nested type and then the type itself.

    Inner types are replaced before the types that contain them.
    """
    match type_:
        case Array(items):
            type_ = replace(type_, items=mapped(items, change))
        case Map(values):
            type_ = replace(type_, values=mapped(values, change))
        case Union(variants):
            type_ = Union(tuple(mapped(variant, change) for variant in variants))
    return change(type_)


def with_types(definition: Definition, change: Callable[[Type], Type]) -> Definition:
    """Return a definition in which `change` has replaced every type, inner types before outer ones."""
    if isinstance(definition, Alias):
        return replace(definition, type=mapped(definition.type, change))
    fields = tuple(replace(field, type=mapped(field.type, change)) for field in definition.fields)
    return replace(definition, fields=fields, open=definition.open and mapped(definition.open, change))


def resolved(type_: Type, definitions: Mapping[str, Definition]) -> Type | Record:
    """Return the record to which a type refers, or the type at the end of a chain of aliases.

    A type that is not a reference is returned unchanged.
    """
    while isinstance(type_, Ref):
        definition = definitions[type_.name]
        if isinstance(definition, Record):
            return definition
        type_ = definition.type
    return type_


def closure(roots: Iterable[_Node], below: Callable[[_Node], Iterable[_Node]]) -> dict[_Node, None]:
    """Return everything that can be reached from `roots`, depth first and without duplicates.

    The function `below` returns what can be reached from one item in one step. The result includes the roots.
    It is a dict, because a dict keeps the order.
    """
    found: dict[_Node, None] = {}
    pending = [*roots][::-1]
    while pending:
        node = pending.pop()
        if node not in found:
            found[node] = None
            pending += [*below(node)][::-1]
    return found


def reachable(roots: Iterable[str], definitions: Mapping[str, Definition]) -> dict[str, None]:
    """Return the names in `roots`, and the names of all definitions that these refer to, at any depth."""
    return closure(roots, lambda name: references(definitions[name]))


def same_shape(one: Definition, other: Definition) -> bool:
    """Return whether two definitions are equal, apart from the names of records and the order of fields."""
    if isinstance(one, Record) and isinstance(other, Record):
        mine, theirs = ((r.open, r.closed, frozenset(r.absent), frozenset(r.fields)) for r in (one, other))
        return mine == theirs
    return one == other


def flatten(type_: Type, definitions: Mapping[str, Definition]) -> list[Type]:
    """Return the variants of a type as a list. Aliases and nested unions are replaced by their variants."""
    match type_:
        case Union(variants):
            return [flat for variant in variants for flat in flatten(variant, definitions)]
        case Ref(name):
            definition = definitions.get(name)
            if isinstance(definition, Alias):
                return flatten(definition.type, definitions)
            return [type_] if definition is not None else []
    return [type_]


def is_any_object(type_: Type | Record, definitions: Mapping[str, Definition]) -> bool:
    """Return whether a type accepts exactly the JSON objects."""
    meant = type_ if isinstance(type_, Record) else resolved(type_, definitions)
    if isinstance(meant, Record):
        no_rule = not (meant.fields or meant.closed or meant.absent)
        return no_rule and (meant.open is None or is_anything(meant.open, definitions))
    return isinstance(meant, Map) and meant.names is None and is_anything(meant.values, definitions)


def is_anything(type_: Type, definitions: Mapping[str, Definition]) -> bool:
    """Return whether a type accepts every JSON value. A recursive union such as `JSONValue` may do so."""
    if not isinstance(type_, (Ref, Union)):
        return isinstance(type_, Anything)
    assumed = _aliases_below(type_, definitions)
    while True:  # assume it of every alias, and drop assumptions until the others imply all that remain
        kept = {n: alias for n, alias in assumed.items() if _covers(alias.type, definitions, assumed)}
        if len(kept) == len(assumed):
            return _covers(type_, definitions, assumed)
        assumed = kept


def _covers(type_: Type, definitions: Mapping[str, Definition], assumed: Mapping[str, Alias]) -> bool:
    """Return whether a type accepts every JSON value, if each alias in `assumed` does."""
    match type_:
        case Anything():
            return True
        case Ref(name):
            return name in assumed
        case Union():
            covered: set[str] = set()
            for variant in flatten(type_, definitions):
                match variant:
                    case Anything():
                        return True
                    case Scalar(kind) if variant == Scalar(kind):
                        covered.add(kind)
                    case Array(items, None, None) if _covers(items, definitions, assumed):
                        covered.add("array")
                    case Map(values, None) if _covers(values, definitions, assumed):
                        covered.add("object")
            return covered >= {"string", "number", "boolean", "null", "array", "object"}
        case _:
            return False


def _aliases_below(type_: Type, definitions: Mapping[str, Definition]) -> dict[str, Alias]:
    """Return the aliases to which a type refers, directly or through other aliases.

    References in records are not followed.
    """

    def aliases(*types: Type) -> dict[str, Alias]:
        named = ((name, definitions[name]) for name in referenced(*types))
        return {name: definition for name, definition in named if isinstance(definition, Alias)}

    found = closure(aliases(type_), lambda name: aliases(*types_of(definitions[name])))
    return aliases(*map(Ref, found))
