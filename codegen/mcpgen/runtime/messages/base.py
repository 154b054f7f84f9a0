"""What the generated types are made of: the base classes, and where unknown members live.

The forms that the generator writes (`base` imported under a private name, shown here as `_b`):

    class TextContent(_b.Struct, kw_only=True, tag_field="type", tag="text"):      only ever an arm of tagged unions
        type: ClassVar[_t.Literal["text"]] = "text"
        text: str
        meta: dict[str, _t.Any] | UnsetType = field(name="_meta", default=UNSET)

    class CallToolRequest(_b.Message, kw_only=True, tag_field="method", tag="tools/call"):
        method: ClassVar[_t.Literal["tools/call"]] = "tools/call"
        jsonrpc: _t.Literal["2.0"] = _b.JSONRPC            always so; a default for constructors alone
        id: RequestId                                      always required; where the official type has no envelope
        params: CallToolRequestParams                      (a framed member), the base is `_b.FramedMessage`

    class RequestMetaObject(_b.OpenStruct, kw_only=True):  further members are data; their type, unless any JSON value:
        __additional__ = "int"                             an expression in the names of the module

    class ToolInputSchema(_b.Mapping):                     free names are the rule: a `dict`; values stay plain JSON
        schema: _b.Member[str | UnsetType] = _b.Member("$schema")
        type: _b.Member[_t.Literal["object"]] = _b.Member("type", required=True)

    if _t.TYPE_CHECKING:
        AnyResourceContents: _t.TypeAlias = TextResourceContents | BlobResourceContents
    else:
        class AnyResourceContents(_b.Untagged):
            arms = ("TextResourceContents", "BlobResourceContents")     most specific first

    class InputRequiredResult(_b.Struct, kw_only=True):    as an arm taken only with this member so, and then first
        __guard__ = ("resultType", "input_required")

Rules:
- `ClassVar` is imported by its own name: msgspec knows it in an annotation only as `ClassVar[` or `typing.ClassVar[`.
- A named union, enumeration or scalar is a real type at the end of the module (`ContentBlock: _t.TypeAlias = TextContent | ...`),
  in an order in which each follows what it names: a string cannot stand in `ContentBlock | UnsetType`. A recursive one
  (`JSONValue`) is `_t.Any` at run time.
- Structs are not tracked by the garbage collector (`gc=False`, 7 % of a decode): a message holds JSON values, which have no cycles.
- A `Struct` forbids unknown members, so that msgspec's own decode is exact: what it accepts has none. The careful
  pass puts those that it finds in an `Aside`, on an instance of a subclass made for that (`beside`).
- A `Mapping` costs a call into Python for each value. It is for values whose names are free as a rule (a JSON Schema, a payload); an
  open object that is empty as a rule (`Result`, `RequestParams`, `NotificationParams`) is an `OpenStruct`, read in C.
- `unknown`, `additional`, `skipped` and `with_additional` are taken: a wire member of that name gets another Python name,
  in a `Mapping` also one that `dict` uses.
- The envelope of a `Message` is required in every decode, and only constructors fill in `jsonrpc`. A `FramedMessage` may lack it
  when decoded alone (the careful pass does that), as the official type does; `jsonrpc` and `id` are then `UNSET`.
"""

from __future__ import annotations

import threading
import typing as _t
from types import MappingProxyType
from typing import ClassVar

import msgspec
from msgspec import UNSET

T = _t.TypeVar("T")
S = _t.TypeVar("S", bound="Struct")

# A default for type checkers and constructors, none for msgspec: a decode demands the member (see `_MessageMeta`).
JSONRPC: _t.Literal["2.0"] = msgspec.field()

# The wire name of the field that holds an `Aside`; with a NUL after it, no JSON text contains it (see codec.encode).
ASIDE = "~"


class Skipped(msgspec.Struct, frozen=True):
    """An item that a decode with `invalid_items="skip"` left out."""

    pointer: str
    reason: str


class Aside:
    """The members that an object carried beyond the known ones, and what was skipped below it."""

    __slots__ = ("members", "skipped")

    def __init__(self, members: dict[str, _t.Any], skipped: tuple[Skipped, ...] = ()) -> None:
        self.members = members
        self.skipped = skipped

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Aside) and self.members == other.members and self.skipped == other.skipped

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self.members)


class Struct(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A JSON object with known members; absent optional ones are `UNSET`."""

    __guard__: ClassVar[tuple[str, str] | None] = None

    if not _t.TYPE_CHECKING:
        __aside__ = None
    else:

        @property
        def __aside__(self) -> Aside | None: ...

    @property
    def unknown(self) -> tuple[str, ...]:
        """Return a JSON Pointer to every member, here and below, that this revision does not know."""
        return unknown_members(self)

    @property
    def additional(self) -> _t.Mapping[str, _t.Any]:
        """Return the members of this object beyond the declared ones, read-only."""
        aside = self.__aside__
        return MappingProxyType({} if aside is None else aside.members)

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """Return what `invalid_items="skip"` left out below this object."""
        aside = self.__aside__
        return () if aside is None else aside.skipped

    def with_additional(self: S, members: _t.Mapping[str, _t.Any]) -> S:  # noqa: PYI019 - Self is 3.11
        """Return a copy whose members beyond the declared ones are exactly these."""
        cls = type(self)
        declared = getattr(cls, "__declared__", cls)
        values = {name: getattr(self, name) for name in declared.__struct_fields__}
        taken = {*declared.__struct_encode_fields__, declared.__struct_config__.tag_field}
        for name in members:
            if name in taken:
                raise ValueError(f"{name}: a declared member of {declared.__name__}")
        if not members and not self.skipped:
            return _t.cast(S, declared(**values))
        wider: _t.Any = beside(declared)
        return _t.cast(S, wider(**values, __aside__=Aside(dict(members), self.skipped)))


class OpenStruct(Struct, kw_only=True):
    """A JSON object with known members whose further members are data, not unknown ones."""

    __additional__: ClassVar[str | None] = None


class _MessageMeta(msgspec.StructMeta):
    """Fills in `jsonrpc` where Python constructs a message, and names what came by position (`__positional__`).

    msgspec's decoders do not come by here.
    """

    if not _t.TYPE_CHECKING:

        def __call__(cls, *args, **kwargs):
            kwargs.setdefault("jsonrpc", "2.0")
            names = cls.__positional__
            if len(args) > len(names) or not kwargs.keys().isdisjoint(names[: len(args)]):
                return super().__call__(*args, **kwargs)  # which says what is wrong
            return super().__call__(**dict(zip(names, args)), **kwargs)


class Message(Struct, metaclass=_MessageMeta):
    """A frame: a request, a notification, a response."""

    __positional__: ClassVar[tuple[str, ...]] = ()


class FramedMessage(Message):
    """A message whose official type leaves the envelope to its frame: decoded alone it may lack it."""


class Mapping(dict[str, _t.Any]):
    """A JSON object with free names, some of them known: a `dict` with typed accessors."""

    __slots__ = ()
    __additional__: ClassVar[str | None] = None


class Member(_t.Generic[T]):
    """A known member of a `Mapping`, read and written as an attribute; `UNSET` is absent."""

    __slots__ = ("name", "required")

    def __init__(self, name: str, *, required: bool = False) -> None:
        self.name = name
        self.required = required

    @_t.overload
    def __get__(self, instance: None, owner: type[Mapping]) -> Member[T]: ...
    @_t.overload
    def __get__(self, instance: Mapping, owner: type[Mapping]) -> T: ...
    def __get__(self, instance: Mapping | None, owner: type[Mapping]) -> _t.Any:
        return self if instance is None else instance.get(self.name, UNSET)

    def __set__(self, instance: Mapping, value: T) -> None:
        if value is UNSET:
            instance.pop(self.name, None)
        else:
            instance[self.name] = value


class _UntaggedMeta(type):
    def __instancecheck__(cls, value: object) -> bool:
        union = _t.cast("type[Untagged]", cls)  # msgspec asks this of all that a hook returns
        return isinstance(value, union.__classes__ or union.classes())


class Untagged(metaclass=_UntaggedMeta):
    """A union that no constant tells apart: a name for msgspec, which leaves the choice to `dec_hook`."""

    arms: ClassVar[tuple[str, ...]] = ()
    __classes__: ClassVar[tuple[type, ...] | None] = None

    @classmethod
    def types(cls) -> tuple[_t.Any, ...]:
        """Return the arms as types, in order."""
        import sys

        names = vars(sys.modules[cls.__module__])
        return tuple(eval(arm, names) for arm in cls.arms)  # our own generated expressions

    @classmethod
    def classes(cls) -> tuple[type, ...]:
        """Return the Python classes that the arms' values are instances of."""
        if cls.__classes__ is None:
            cls.__classes__ = tuple(dict.fromkeys(_classes(cls.types())))
        return cls.__classes__


def _classes(types: tuple[_t.Any, ...]) -> _t.Iterator[type]:
    for t in types:
        origin = _t.get_origin(t)
        if isinstance(t, type) and origin is None:
            yield from t.classes() if issubclass(t, Untagged) else (t,)
        elif origin is _t.Annotated:
            yield from _classes((_t.get_args(t)[0],))
        elif origin is _t.Literal:
            yield from map(type, _t.get_args(t))
        elif isinstance(origin, type) and origin.__name__ not in ("Union", "UnionType"):
            yield origin
        elif t is _t.Any:
            yield object
        elif t is None:
            yield type(None)
        else:
            yield from _classes(_t.get_args(t))


_lock = threading.Lock()


def beside(cls: type[S]) -> type[S]:
    """Return the subclass of `cls` whose instances hold an `Aside`; one for each class."""
    made = cls.__dict__.get("__beside__")
    if made is None:
        with _lock:
            made = cls.__dict__.get("__beside__")
            if made is None:
                namespace = {
                    "__module__": cls.__module__,
                    "__qualname__": cls.__qualname__,
                    "__doc__": cls.__doc__,
                    "__annotations__": {"__aside__": _t.Any},
                    "__aside__": msgspec.field(name=ASIDE, default=None),
                    "__declared__": cls,
                    "__reduce__": _reduce,
                }
                make: _t.Any = type(cls)
                made = make(cls.__name__, (cls,), namespace, kw_only=True)
                cls.__beside__ = made  # type: ignore[attr-defined]
    return _t.cast("type[S]", made)


def with_skipped(value: S, skipped: tuple[Skipped, ...]) -> S:
    """Return `value` with a record of what was left out below it."""
    aside = value.__aside__
    if aside is not None:
        aside.skipped = skipped
        return value
    values = {name: getattr(value, name) for name in value.__struct_fields__}
    wider: _t.Any = beside(type(value))
    return _t.cast(S, wider(**values, __aside__=Aside({}, skipped)))


def _reduce(self: _t.Any) -> _t.Any:
    values = {name: getattr(self, name) for name in self.__declared__.__struct_fields__}
    return _restore, (self.__declared__, values, self.__aside__.members, self.__aside__.skipped)


def _restore(
    cls: type[S], values: dict[str, _t.Any], members: dict[str, _t.Any], skipped: tuple[Skipped, ...]
) -> S:
    wider: _t.Any = beside(cls)
    return _t.cast(S, wider(**values, __aside__=Aside(members, skipped)))


def escape(name: str) -> str:
    """Return a member name as a JSON Pointer segment (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def unknown_members(value: object) -> tuple[str, ...]:
    """Return a JSON Pointer to every unknown member at or below `value`, in document order."""
    found: list[str] = []
    left: list[tuple[str, object]] = [("", value)]
    while left:
        at, value = left.pop()
        below: list[tuple[str, object]] = []
        if isinstance(value, msgspec.Struct):
            aside = getattr(value, "__aside__", None)
            names = getattr(type(value), "__declared__", type(value))
            for name, wire in zip(names.__struct_fields__, names.__struct_encode_fields__):
                below.append((f"{at}/{escape(wire)}", getattr(value, name)))
            if aside is not None and not isinstance(value, OpenStruct):
                found.extend(f"{at}/{escape(name)}" for name in aside.members)
        elif isinstance(value, dict):
            below = [(f"{at}/{escape(str(name))}", item) for name, item in value.items()]
        elif isinstance(value, (list, tuple)):
            below = [(f"{at}/{i}", item) for i, item in enumerate(value)]
        left.extend((p, v) for p, v in reversed(below) if isinstance(v, (msgspec.Struct, dict, list, tuple)))
    return tuple(found)
