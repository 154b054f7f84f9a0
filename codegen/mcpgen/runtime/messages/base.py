"""The base classes of the generated types, and the forms in which the generator writes types.

The forms (`base` imported under a private name, shown here as `_b`):

    class TextContent(_b.Struct, kw_only=True, tag_field="type", tag="text"):    tags: only in tagged unions
        type: ClassVar[_t.Literal["text"]] = "text"
        text: str
        meta: dict[str, _t.Any] | UnsetType = field(name="_meta", default=UNSET)

    class CallToolRequest(
        _b.Request["CallToolResult"],                      the result types (see `Request`)
        _b.Message,                                        `_b.FramedMessage` if the type lacks an envelope
        kw_only=True, tag_field="method", tag="tools/call",
    ):
        method: ClassVar[_t.Literal["tools/call"]] = "tools/call"
        jsonrpc: _t.Literal["2.0"] = _b.JSONRPC            in every message; only constructors fill it in
        id: RequestId = _b.prefilled("id")                 None until a `Peer` numbers the request
        params: CallToolRequestParams

    class PromptListChangedNotification(_b.Notification, _b.Message, ...):

    class RequestMetaObject(_b.OpenStruct, kw_only=True):  may have members with any name, of any type or of
        __additional__ = "int"                             the type that this expression names in the module

    class ToolInputSchema(_b.Mapping):                     a `dict` with free names; values stay plain JSON
        schema: _b.Member[str | UnsetType] = _b.Member("$schema")
        type: _b.Member[_t.Literal["object"]] = _b.Member("type", required=True)

    if _t.TYPE_CHECKING:
        AnyResourceContents: _t.TypeAlias = TextResourceContents | BlobResourceContents
    else:
        class AnyResourceContents(_b.Untagged):
            variants = ("TextResourceContents", "BlobResourceContents")  most specific first

    if _t.TYPE_CHECKING:
        Flag: _t.TypeAlias = _t.Literal[True]
    else:
        class Flag(_b.Constants):                          constants that a msgspec `Literal` cannot hold
            values = (True,)

    class EmptyResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
        __prefilled__ = {"result_type": "complete"}        the required members that constructors fill in
        result_type: str = _b.prefilled("resultType")

    class ListToolsResult(_b.Struct, kw_only=True):
        tools: _b.Items[Tool]                              a list; for type checkers, any sequence

    class Settings(_b.Struct, kw_only=True):
        __closed__ = True                                  every undeclared member is invalid

    class Account(_b.Struct, kw_only=True):
        __absent__ = ("secret",)                           only these undeclared members are invalid

    class InputRequiredResult(_b.Struct, kw_only=True):    a variant that this constant selects
        __guard__ = ("resultType", "input_required")

Rules:
- `ClassVar` is imported by its own name: msgspec recognizes only `ClassVar[` and `typing.ClassVar[` in an
  annotation.
- A named union, enumeration or scalar is defined at the end of the module (`ContentBlock: _t.TypeAlias =
  TextContent | ...`), after the types that it names. It is a real type and not a string, because a string
  cannot be an operand of `ContentBlock | UnsetType`. A recursive alias (`JSONValue`) is `_t.Any` at run time.
- The garbage collector does not track structs, because JSON values have no cycles. This (`gc=False`) saves
  7 % of a decode.
- A `Struct` forbids unknown members, so an object that msgspec decodes has none. The strict decoder puts
  unknown members on an instance of a subclass (`unknown_members.class_with_unknowns`).
- A `Mapping` costs a call into Python for each value. Use a `Mapping` if most members have free names (a JSON
  Schema, a payload). An open object that is usually empty (`Result`, `RequestParams`) is an `OpenStruct`,
  decoded in C.
- `unknown`, `additional`, `skipped` and `with_additional` are reserved: a JSON member with such a name gets
  another Python name. In a `Mapping`, the names of `dict` methods are reserved too.
- Every decode requires the envelope of a `Message`; only constructors fill in `jsonrpc`. A `FramedMessage`
  that is decoded by its type may lack the envelope, as its official type does. `jsonrpc` and `id` are then
  `UNSET`.
"""

from __future__ import annotations

import sys
import typing as _t
from types import MappingProxyType
from typing import ClassVar

import msgspec
from msgspec import UNSET as UNSET  # noqa: PLC0414 - exported as `mr.UNSET`
from msgspec import UnsetType as UnsetType  # noqa: PLC0414 - exported as `mr.UnsetType`

from ..json_values import Pointers, equal_json
from ..near_names import suggestion
from .unknown_members import (
    Skipped,
    UnknownMembers,
    class_with_unknowns,
    declared_class,
    declared_values,
    unknown_pointers,
)

T = _t.TypeVar("T")
# The key under which the metadata of a core schema holds the generated type.
TYPE_KEY = "mcp_revisions"
S = _t.TypeVar("S", bound="Struct")


def _representation(value: object) -> str:
    from .representation import representation

    return representation(value)


if _t.TYPE_CHECKING:
    Items: _t.TypeAlias = _t.Sequence[
        T
    ]  # for type checkers, constructors also take tuples and lists of subtypes
else:
    Items = list


# A default for type checkers; `Prefilled` supplies the value, and a decode requires the member.
JSONRPC: _t.Literal["2.0"] = msgspec.field()


def codec_of(type_: _t.Any) -> _t.Any:
    """Return the codec of the revision that defines a type.

    A response belongs to the revision that defines its result or error. Raises `TypeError` for a type that no
    revision defines.
    """
    for one in (
        type_,
        *_t.get_args(type_),
        *(below for each in _t.get_args(type_) for below in _t.get_args(each)),
    ):
        package, _, module = str(getattr(one, "__module__", "")).rpartition(".")
        if module == "types" and hasattr(sys.modules.get(package), "_codec"):
            return vars(sys.modules[package])["_codec"]
    raise TypeError(f"{type_}: name the type of the result or error, as in `Response[mcp.CallToolResult]`")


class PydanticType:
    """The methods by which pydantic gets the schemas of a generated class.

    The codec of the revision that defines the class builds the schemas.
    """

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: _t.Any, handler: _t.Any) -> _t.Any:
        return codec_of(source).pydantic_schemas.core_schema(source)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: _t.Any, handler: _t.Any) -> _t.Any:
        return codec_of(core["metadata"][TYPE_KEY]).pydantic_schemas.json_schema(core, handler)


class Struct(PydanticType, msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A JSON object with declared members. An absent optional member is `UNSET`."""

    __guard__: ClassVar[tuple[str, _t.Any] | None] = None
    __closed__: ClassVar[bool] = False
    __absent__: ClassVar[tuple[str, ...]] = ()
    __positional__: ClassVar[tuple[str, ...]] = ()

    if not _t.TYPE_CHECKING:
        __unknown_members__ = None
    else:

        @property
        def __unknown_members__(self) -> UnknownMembers | None: ...

    def __repr__(self) -> str:
        return _representation(self)

    @property
    def unknown(self) -> Pointers:
        """Return the JSON Pointers to all unknown members of this object and of the objects inside.

        A pointer of more than 1,024 characters is cut to its first 1,023, and ends with `…`.
        """
        return unknown_pointers(self)

    @property
    def additional(self) -> _t.Mapping[str, _t.Any]:
        """Return a read-only mapping of the undeclared members of this object."""
        kept = self.__unknown_members__
        return MappingProxyType({} if kept is None else kept.members)

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """Return the items inside this object that `invalid_items="skip"` left out."""
        kept = self.__unknown_members__
        return () if kept is None else kept.skipped

    def with_additional(self: S, members: _t.Mapping[str, _t.Any]) -> S:  # noqa: PYI019 - Self is 3.11
        """Return a copy of this object whose undeclared members are `members`, and no others.

        Raises `ValueError` if a name is that of a declared member, or is not allowed by the type.
        """
        cls = declared_class(self)
        taken = {*cls.__struct_encode_fields__, cls.__struct_config__.tag_field}
        for name in members:
            if name in taken:
                raise ValueError(f"{name} is a declared member of {cls.__name__}; set the attribute instead")
            if self.__closed__ or name in self.__absent__:
                raise ValueError(f"{name} is not an allowed member of {cls.__name__}")
        values = declared_values(self)
        if not members and not self.skipped:
            return _t.cast(S, cls(**values))
        kept = UnknownMembers(dict(members), self.skipped)
        return _t.cast(S, class_with_unknowns(cls)(**values, __unknown_members__=kept))


if _t.TYPE_CHECKING:
    from typing_extensions import TypeVar

    # Covariant, because a function that accepts more results accepts these.
    R_co = TypeVar("R_co", covariant=True, default=_t.Any)
    F_co = TypeVar("F_co", covariant=True, default=R_co)

    class Request(_t.Generic[R_co, F_co]):
        """A request whose results have the type `R_co`: the base class of all generated requests.

        `F_co` is the type of its final results: those that do not ask for input.
        """

else:

    class Request:
        """The base class of all generated requests.

        Type checkers know this class as `Request[R]`, where `R` is the union of the results that answer the
        request. For `async def call(request: mr.Request[R]) -> R`, they infer the type of the result from the
        request. `Request[R, F]` also has the type of the final results: `R` without an `InputRequiredResult`.
        At run time, the type arguments have no effect, and `METHODS` lists the results.
        """

        __slots__ = ()
        # A `Peer` numbers its requests. `encode` refuses a request whose id is still None.
        __prefilled__ = MappingProxyType({"jsonrpc": "2.0", "id": None})

        def __class_getitem__(cls, results):
            """Return this class, because type arguments have no effect at run time."""
            return cls


class Notification:
    """The base class of all generated notifications. `Peer.notify` takes them."""

    __slots__ = ()


class OpenStruct(Struct, kw_only=True):
    """A JSON object that may have members with any name. They do not count as unknown members."""

    __additional__: ClassVar[str | None] = None


def prefilled(name: str) -> _t.Any:
    """Return the msgspec field for a member called `name`, which constructors fill in (see `Prefilled`).

    Python code may call a constructor without this argument, so type checkers see a default. A decoded
    message must have the member.
    """
    return msgspec.field(name=name)


class Prefilled(msgspec.StructMeta):
    """The metaclass of classes whose constructors fill in the members in `__prefilled__`.

    If a constructor fills in None, as for the `id` of a request, set the member before you encode the object.
    A `Peer` sets it in the requests that it sends. The constructors accept the members in `__positional__` as
    positional arguments too. Their errors name the class. The metaclass has no effect on a decode, because
    msgspec's decoders do not call the metaclass.

    Other classes do not have this metaclass, because it makes a constructor several times slower.
    """

    if not _t.TYPE_CHECKING:

        @property
        def __signature__(cls):  # noqa: N805 - a metaclass, as `StructMeta` is
            """Return the parameters of the constructor, without those that it fills in itself."""
            found = super().__signature__
            kept = [
                one.replace(default=None) if name in cls.__prefilled__ else one
                for name, one in found.parameters.items()
                if cls.__prefilled__.get(name) is None
            ]
            positional = [
                one.replace(kind=one.POSITIONAL_OR_KEYWORD, default=one.empty)
                for name in cls.__positional__
                for one in kept
                if one.name == name
            ]
            others = [one for one in kept if one.name not in cls.__positional__]
            return found.replace(parameters=[*positional, *others])

        def __call__(cls, *args, **kwargs):  # noqa: D102, N805 - a metaclass, as `StructMeta` is
            if args:
                names = cls.__positional__
                if len(args) <= len(names) and kwargs.keys().isdisjoint(names[: len(args)]):
                    kwargs.update(zip(names, args, strict=False))
                    args = ()
            try:
                return super().__call__(*args, **{**cls.__prefilled__, **kwargs})
            except TypeError as error:
                unknown = next((name for name in kwargs if name not in cls.__struct_fields__), None)
                near = suggestion(unknown, cls.__struct_fields__)
                raise TypeError(f"{cls.__name__}: {error}{near}") from None


class Message(Struct, metaclass=Prefilled):
    """A JSON-RPC message: a request, a notification or a response."""

    __prefilled__: ClassVar[_t.Mapping[str, _t.Any]] = {"jsonrpc": "2.0"}


class FramedMessage(Message):
    """A message whose `jsonrpc` and `id` may be absent in `decode`, because its official type lacks them."""


class Mapping(PydanticType, dict[str, _t.Any]):
    """A JSON object that may have members with any name.

    It is a `dict` whose declared members are also typed attributes.
    """

    __slots__ = ()
    __additional__: ClassVar[str | None] = None
    __absent__: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        return _representation(self)


class Member(_t.Generic[T]):
    """A descriptor that reads and sets a declared member of a `Mapping`. An absent member is `UNSET`."""

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


class _ConstantsMeta(type):
    def __instancecheck__(cls, value: object) -> bool:
        constants = _t.cast("type[Constants]", cls)
        return any(equal_json(value, constant) for constant in constants.values)


class Constants(PydanticType, metaclass=_ConstantsMeta):
    """A type that consists of constants which msgspec's `Literal` cannot hold, such as `True`."""

    values: ClassVar[tuple[_t.Any, ...]] = ()


# For each union of JSON-RPC messages, the classes to construct instead.
_INSTEAD = {
    "JSONRPCResponse": "`Response` or `ErrorResponse`",
    "JSONRPCMessage": "a request, a notification, `Response` or `ErrorResponse`",
}


class _UntaggedMeta(type):
    def __call__(cls, *args: object, **kwargs: object) -> _t.NoReturn:
        union = _t.cast("type[Untagged]", cls)
        names = [variant for variant in union.variants if variant[0].isupper()]
        instead = _INSTEAD.get(cls.__name__) or " or ".join(f"`{name}`" for name in names) or "a JSON value"
        raise TypeError(f"{cls.__name__} is a union of types and has no constructor: build {instead}")

    def __instancecheck__(cls, value: object) -> bool:
        union = _t.cast("type[Untagged]", cls)  # msgspec checks the result of `dec_hook` with `isinstance`
        return isinstance(value, union.__classes__ or union.classes())


class Untagged(PydanticType, metaclass=_UntaggedMeta):
    """A union of types that no constant member tells apart. The strict decoder chooses the variant."""

    variants: ClassVar[tuple[str, ...]] = ()
    __classes__: ClassVar[tuple[type, ...] | None] = None

    @classmethod
    def types(cls) -> tuple[_t.Any, ...]:
        """Return the types of the variants, the most specific first."""
        names = vars(sys.modules[cls.__module__])
        return tuple(eval(variant, names) for variant in cls.variants)  # generated expressions

    @classmethod
    def classes(cls) -> tuple[type, ...]:
        """Return the Python classes of the values that a decode of this union may return."""
        if cls.__classes__ is None:
            cls.__classes__ = tuple(dict.fromkeys(_classes(cls.types())))
        return cls.__classes__


def _classes(types: tuple[_t.Any, ...]) -> _t.Iterator[type]:
    for t in types:
        origin = _t.get_origin(t)
        if isinstance(t, type) and origin is None:
            if issubclass(t, Constants):
                yield from map(type, t.values)
            else:
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
