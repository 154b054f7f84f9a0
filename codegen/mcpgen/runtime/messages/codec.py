"""The codec of one revision. It decodes JSON text to typed, validated objects, and encodes them.

A decode has two steps. First, msgspec decodes the text with types that forbid unknown members. These types
also forbid the undeclared members that objects such as `_meta` may have. msgspec first tries the most likely
type: for a response, the usual result of its method. If that fails, and the text looks like an error response
or another result of the method, msgspec tries that type. If msgspec accepts the text, the result is valid and
complete. If it refuses the text, the text is parsed, and the strict decoder decides exactly as JSON Schema
says. The strict decoder keeps unknown members (`unknown_members` says how), skips invalid items on request,
and writes the error. msgspec may refuse a valid text, but never accepts an invalid one.

Decoders are built on first use, under `build_lock`, and cached by the codec.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from operator import or_
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast, overload

import msgspec
from msgspec import UNSET

from ..errors import DecodeError, too_deep
from ..near_names import suggestion
from ..sides import OTHER
from .base import Message
from .build_lock import build_lock, json_decoder
from .caller_types import checked_type
from .encoder import Encoder, encode
from .frame_kinds import id_of
from .frames import ErrorResponse, Method, Response
from .json_text import as_bytes, parse, refuse_duplicates
from .message_text import ERROR_MARK, SEARCHED, answered
from .mismatch import DecodeState, Mismatch
from .options import (
    AbsentResultType,
    AnyAnswering,
    Data,
    FrameOptions,
    InvalidItems,
    JsonValue,
    Unknown,
    checked_answering,
    checked_kind,
    checked_option,
)
from .revision_tables import RevisionTables
from .strict_decoder import DecoderFactory
from .strict_frames import StrictFrames
from .type_info import has_bare_tag
from .union_decoders import required_members, variant_of_type

if TYPE_CHECKING:
    from .options import DecodeOptions, TypeForm, Unpack

T = TypeVar("T")
Decode: TypeAlias = Callable[[Any], Any]
# A text and a decoder. The decoder is tried only for messages that contain the text, because most messages
# that it accepts contain the text.
Candidate: TypeAlias = "tuple[bytes, Decode]"

# The exceptions of a msgspec decode after which the strict decoder must decide.
REFUSED = (msgspec.DecodeError, UnicodeError, RecursionError, Mismatch)
# The same, and the exceptions if a decoder is not built yet (LookupError), if the message is not text
# (TypeError), or if a buffer is not contiguous.
MISSED = (*REFUSED, LookupError, TypeError, AttributeError, BufferError)

# The default values of the options: each is one object, because comparing identity is fast.
_KEEP, _RAISE, _NO_METHODS = "keep", "raise", ()


class Codec(Encoder):
    """Decodes and encodes the messages of one revision."""

    @staticmethod
    def to_builtins(value: object) -> JsonValue:
        """Convert a typed object to plain JSON, including its unknown members. The result is a copy.

        Raises `EncodeError` for a value that JSON cannot represent.
        """
        return parse(encode(value))

    @property
    def pydantic_schemas(self) -> ModuleType:
        """Return the module that builds schemas for pydantic. It is imported on first use."""
        from . import pydantic_schemas

        return pydantic_schemas

    @staticmethod
    def json_schema(type_: object) -> dict[str, JsonValue]:
        """Return a JSON Schema (2020-12) that accepts exactly the values that `decode` accepts for a type.

        The type must be a generated type, a plain JSON type (`str`, `int`, `Literal`), or a union, list or
        dictionary of such types. Raises `TypeError` for any other type.
        """
        from .type_schema import json_schema

        return json_schema(type_)

    def __init__(
        self,
        revision: str,
        types: Any,
        methods: dict[str, Method],
        *,
        batches: bool,
        elsewhere: dict[tuple[str, str], str],
        peers: Mapping[str, str] = OTHER,
    ) -> None:
        self.revision = revision
        self.peers = peers
        self.methods = methods
        self.batches = batches
        self._tables = RevisionTables(revision, types, methods, batches, elsewhere, peers)
        self._factory = DecoderFactory()
        self._strict_frames = StrictFrames(self._tables, self._factory)
        self._type_decoders: dict[Any, Decode] = {}
        # By sender and answered method (`None` for calls): the decoder that most messages need, and the
        # candidates for the other messages.
        self._likely: dict[str, dict[Any, Decode]] = {side: {} for side in peers}
        self._others: dict[str, dict[Any, tuple[Candidate, ...]]] = {side: {} for side in peers}
        self._error_response = self._error_decoder()

    def message_types(self, name: str) -> Any:
        """Return the union called `name`, such as `ClientMessage`: all message types that a side sends.

        A revision module calls this for each attribute that it does not have. Raises `AttributeError` if no
        union has the name.
        """
        for side in self.peers:
            if name == f"{side.capitalize()}Message":
                responses = Response[Any] | ErrorResponse[self._tables.error_shape.type]  # type: ignore[name-defined]
                return reduce(or_, [*dict.fromkeys(self._tables.call_types(side)), responses])
        near = "" if name.startswith("_") else suggestion(name, vars(self._tables.types))
        raise AttributeError(f"MCP {self.revision} has no {name!r}{near}")

    def not_sent(self, method: object, sender: str) -> str:
        """Return why `sender` does not send a request or notification with this method, as an error message.

        The message also says which revisions or extensions have the method, or names a similar method.
        """
        return self._tables.not_sent(method, sender)

    @property
    def error_id_required(self) -> bool:
        """Return whether an error response must have an id."""
        return self._tables.error_shape.id_required

    @overload
    def decode(self, data: Data, type_: type[T], **options: Unpack[DecodeOptions]) -> T: ...
    @overload
    def decode(self, data: Data, type_: TypeForm[T], **options: Unpack[DecodeOptions]) -> T: ...
    def decode(
        self,
        data: Data,
        type_: Any,
        unknown: Unknown = "keep",
        invalid_items: InvalidItems = "raise",
        strict_json: bool = False,
    ) -> Any:
        """Decode JSON text, parsed JSON (`dict`, `list`) or a typed message as `type_`.

        `type_` may also be a type of your own that holds generated types: a `msgspec.Struct`, a dataclass, a
        `TypedDict`, a list, a dictionary, a union. Its own members follow the rules of msgspec.

        Raises `DecodeError` for an invalid value, `TypeError` for `data` or a type that is not supported, and
        `ValueError` for a number that JSON does not have.
        """
        if unknown is not _KEEP or invalid_items is not _RAISE:
            checked_option("unknown", unknown)
            checked_option("invalid_items", invalid_items)
        text = as_bytes(data)
        if strict_json is not False and checked_option("strict_json", strict_json):
            refuse_duplicates(text)
        decode = self._type_decoder(type_)
        try:
            return decode(text)
        except REFUSED:
            pass
        parsed, state = parse(text), DecodeState()
        state.drop = unknown == "drop"
        factory = self._factory
        decoder = factory.skipping(type_) if invalid_items == "skip" else factory.decoder(type_)
        id = id_of(parsed) if _is_message(type_) else None
        try:
            value = decoder(parsed, state)
            return self._strict_frames.finish(value, state, unknown)
        except Mismatch as mismatch:  # a variable that holds the error raised would make a reference cycle
            raise self._tables.decode_error(mismatch).about(id) from None
        except RecursionError:
            raise too_deep().about(id) from None
        except DecodeError as refused:
            raise refused.about(id) from None

    def decode_message(  # noqa: PLR0913, PLR0917 - all options of a decode
        self,
        data: Data,
        sender: str,
        answering: AnyAnswering | Method = None,
        unknown: Unknown = "keep",
        invalid_items: InvalidItems = "raise",
        strict_json: bool = False,
        absent_result_type: AbsentResultType = "raise",
        methods: Sequence[Method] = _NO_METHODS,
    ) -> Any:
        """Decode a JSON-RPC message that `sender` sent.

        `data` is JSON text, parsed JSON (dictionaries and lists) or a typed message.

        `answering` says which request a response answers. It is the method of that request, or a function
        that takes the `id` and returns the method. The function is called once for each response. If
        `answering` is None, a result stays parsed JSON. If `answering` is a method, requests and
        notifications are refused. If the revision has batches, an array is decoded to a list.

        `methods` are vendor methods to decode besides those of the revision. `answering` may also be the
        record of a vendor method.

        `absent_result_type="complete"` is for clients of servers that leave out the required member
        `resultType`. A result without that member is then decoded as a complete result.

        Raises `DecodeError`, with the message's `id`, for an invalid message. Raises `ValueError` for an
        unknown `sender`, for a result if `answering` is not a request of the revision, and for a number that
        JSON does not have. Raises `TypeError` for `data` that is not supported. An exception of `answering`
        passes through.
        """
        if unknown is not _KEEP:
            checked_option("unknown", unknown)
        if invalid_items is not _RAISE:
            checked_option("invalid_items", invalid_items)
        if absent_result_type is not _RAISE:
            checked_option("absent_result_type", absent_result_type)
        if strict_json is not False and checked_option("strict_json", strict_json):
            refuse_duplicates(as_bytes(data))
        if methods is not _NO_METHODS or (answering is not None and type(answering) is not str):
            if methods is not _NO_METHODS or isinstance(answering, Method):
                methods = checked_kind("methods", methods, (list, tuple), "a list of `VendorMethod`")
                own = (answering,) if isinstance(answering, Method) else ()
                name = answering.name if isinstance(answering, Method) else answering
                options = FrameOptions(sender, name, unknown, invalid_items, absent_result_type)
                return self.with_methods(*methods, *own)._decode_unlikely(data, options)
            if sender in self.peers:
                answering = answered(data, answering)
        try:
            return self._likely[sender][answering](data)
        except REFUSED:
            try:  # here, and not before the decode of a result: most responses are results
                if type(data) is bytes and data.rfind(ERROR_MARK, 0, SEARCHED) >= 0:
                    return self._error_response(data)
            except REFUSED:
                pass
        except MISSED:
            pass
        options = FrameOptions(
            sender, cast("AnyAnswering", answering), unknown, invalid_items, absent_result_type
        )
        return self._decode_unlikely(data, options)

    def decode_parsed(
        self,
        parsed: Any,
        sender: str,
        answering: AnyAnswering = None,
        *,
        unknown: Unknown = "keep",
        invalid_items: InvalidItems = "raise",
        absent_result_type: AbsentResultType = "raise",
    ) -> Any:
        """Decode a parsed message as `decode_message` does. The result shares values with `parsed`."""
        options = FrameOptions(
            checked_option("sender", sender, tuple(self.peers)),
            checked_answering(answering),
            checked_option("unknown", unknown),
            checked_option("invalid_items", invalid_items),
            checked_option("absent_result_type", absent_result_type),
        )
        return self._strict_frames.decode(parsed, options)

    def with_methods(self, *methods: Method) -> Codec:
        """Return a codec that also decodes these vendor methods. It shares the decoders of this codec.

        Raises `ValueError` if this codec already has a method of that name. Raises `TypeError` for a value
        that is not the record of a method.
        """
        new: dict[str, Method] = {}
        for method in methods:
            if not isinstance(method, Method):
                raise TypeError(f"methods: expected a `VendorMethod`, not {type(method).__name__}")
            if (new.get(method.name) or self.methods.get(method.name, method)) is not method:
                raise ValueError(f"methods: two methods have the name {method.name!r} in {self.revision}")
            new[method.name] = method
        return _widened(self, tuple(new.values())) if not new.keys() <= self.methods.keys() else self

    def common_params(self, frame: Mapping[str, Any], kind: str) -> Any:
        """Decode the params of a parsed message, and return them.

        The type to decode is the one that the params of all messages of this `kind` have in common.
        """
        return self._factory.decoder(self._tables.params_type(kind))(frame["params"], DecodeState())

    def completed(self, result: Any, sender: str) -> Any:
        """Return the result of a vendor method as plain JSON, with the `resultType` that results require."""
        plain = self.to_builtins(result)
        if "resultType" in required_members(self._tables.result_type(sender)):
            plain.setdefault("resultType", "complete")
        return plain

    @staticmethod
    def parse(data: Data) -> Any:
        """Convert JSON text or a typed message to parsed JSON. Raise `DecodeError` if text is not JSON."""
        return parse(as_bytes(data))

    def _decode_unlikely(self, data: Data, options: FrameOptions) -> Any:
        """Decode a message that the first decoder refused, or for which no decoder was built yet.

        The first decoder is the one that most messages of this kind need.
        """
        sender, answering = options.sender, options.answering
        if type(data) is not bytes:
            data = as_bytes(data)
            try:
                return self._likely[sender][answering](data)
            except MISSED:
                pass
        try:
            candidates: Sequence[Candidate] | None = self._others[sender].get(answering)
        except (LookupError, TypeError):
            candidates = None
        if candidates is None:  # the first message of its kind, a function, or an invalid `answering`
            checked_option("sender", sender, tuple(self.peers))
            checked_answering(answering)
            try:
                candidates = () if callable(answering) else self._candidates(sender, answering)
            except DecodeError as error:
                raise error.about(id_of(parse(data))) from None
        for mark, decode in candidates:
            if data.rfind(mark, 0, SEARCHED) >= 0:
                try:
                    return decode(data)
                except REFUSED:
                    pass
        return self._strict_frames.decode(parse(data), options)

    def _candidates(self, sender: str, answering: str | None) -> tuple[Candidate, ...]:
        """Return the msgspec decoders to try for a message of `sender`, each with a text.

        A decoder is tried only if the message contains its text. If `answering` is None, the decoders are
        those of requests and notifications, otherwise those of responses to that method. They are built on
        first use.
        """
        is_vendor = answering in self._tables.vendor
        if answering is not None and (self._tables.request(answering, sender) is None or is_vendor):
            return ((ERROR_MARK, self._error_response),)
        if answering not in self._likely[sender]:
            with build_lock:
                if answering is None:
                    (_, likely), *others = self._calls(sender)
                else:
                    (_, likely), *others = self._results(self._tables.answered(answering, sender).results)
                self._others[sender][answering] = tuple(others)
                self._likely[sender][answering] = likely
        likely = self._likely[sender][answering]
        return ((b"", likely), (ERROR_MARK, self._error_response), *self._others[sender][answering])

    def _calls(self, sender: str) -> list[Candidate]:
        """Return the decoders of the requests and notifications that `sender` sends.

        One decoder handles all types that msgspec distinguishes by the constant in `method`. Each other type
        has a decoder of its own.
        """
        types = {
            name: m.type for name, m in self.methods.items() if m.type in self._tables.call_types(sender)
        }
        tagged = [type_ for type_ in types.values() if type_.__struct_config__.tag_field == "method"]
        alone = {name: type_ for name, type_ in types.items() if type_ not in tagged}
        return [
            (b"", self._msgspec(reduce(or_, tagged, _never("method")))),
            *((b'"%b"' % name.encode(), self._msgspec(type_)) for name, type_ in alone.items()),
        ]

    def _results(self, types: Sequence[Any]) -> list[Candidate]:
        """Return the decoders of responses, one for each of the result types `types`."""
        guards = [type_.__guard__ for type_ in types if getattr(type_, "__guard__", None)]
        decoders = (self._msgspec(Response[type_]) for type_ in types)  # type: ignore[valid-type]
        return [
            (_mark(types[0], type_), _guarded(decode, type_, guards))
            for type_, decode in zip(types, decoders, strict=True)
        ]

    def _error_decoder(self) -> Decode:
        shape = self._tables.error_shape
        decode_any = self._msgspec(ErrorResponse[shape.type])  # type: ignore[name-defined]
        if not shape.id_required:
            return decode_any

        def decode_identified(text: Any) -> Any:
            message = decode_any(text)
            if message.id is UNSET:
                raise Mismatch("'id' is missing")
            return message

        return decode_identified

    def _type_decoder(self, type_: Any) -> Decode:
        try:
            made = self._type_decoders.get(type_)
        except TypeError:  # no hash
            made = None
        if made is None:
            checked_type(type_)
            tag_field = getattr(getattr(type_, "__struct_config__", None), "tag_field", None)
            if tag_field is None and has_bare_tag(type_):
                made = _refuse  # msgspec would accept an object without the tag
            else:
                made = self._msgspec(type_ if tag_field is None else type_ | _never(tag_field))
            self._type_decoders[type_] = made
        return made

    def _msgspec(self, type_: Any) -> Decode:
        return json_decoder(type_, self._without_unknown).decode

    def _without_unknown(self, type_: Any, value: Any) -> Any:
        """Decode a value of a type that msgspec does not know: a mapping, an untagged union or a constant.

        msgspec calls this method as its `dec_hook`. A value with unknown members is refused, as msgspec
        refuses structs with unknown members. The strict decoder then decodes the message and keeps the
        unknown members.
        """
        state = DecodeState()
        found = self._factory.decoder(type_)(value, state)
        if state.unknown:
            raise Mismatch("unknown members")
        return found


@lru_cache(maxsize=64)
def _widened(codec: Codec, methods: tuple[Method, ...]) -> Codec:
    from copy import copy  # imported here, because it imports `weakref`, and few programs need it

    made = copy(codec)
    made.methods = {**codec.methods, **{method.name: method for method in methods}}
    vendor = codec._tables.vendor | {method.name for method in methods if method.name not in codec.methods}
    made._tables = msgspec.structs.replace(codec._tables, methods=made.methods, vendor=vendor)
    made._strict_frames = StrictFrames(made._tables, made._factory)
    return made


@cache
def _never(tag_field: str) -> Any:
    """Return a msgspec type that no value fits. Its tag field is `tag_field`.

    Outside a union, msgspec does not require the tag of a type. If the type is in a union with the returned
    type, msgspec requires the tag.
    """
    return msgspec.defstruct("Never", [], tag_field=tag_field, tag="\0", namespace={"__post_init__": _refuse})


def _refuse(value: Any) -> None:
    raise Mismatch("the strict decoder decodes this value instead")


def _mark(likely: Any, other: Any) -> bytes:
    """Return a text to search in a response. If found, the result is probably of type `other`, not `likely`.

    The text is the name of a member that only `other` requires, or the text that identifies `other`. If there
    is no such text, return an empty text, which every response has.
    """
    likely, other = variant_of_type(likely, parse), variant_of_type(
        other, parse
    )  # only their members are read
    own = other.guard[1] if other.guard else min(other.required - likely.required, default=None)
    return b'"%b"' % own.encode() if type(own) is str else b""


def _guarded(decode: Decode, result: Any, guards: Sequence[tuple[str, Any]]) -> Decode:
    """Return a decoder that refuses a response whose result has another type than `result`.

    `guards` has the members and constants that identify the result types of the method, such as `resultType`
    with `input_required`. A result with the constant of another type is refused. The decoder compares only
    strings: if a constant is a number or a boolean, it refuses every response. The strict decoder then
    decodes the refused response.
    """
    own = getattr(result, "__guard__", None)
    if not guards:
        return decode
    if not all(type(value) is str for _, value in guards):
        return _refuse
    selecting: Sequence[tuple[str, str]] = guards if own is None else (own,)
    is_mapping = isinstance(result, type) and issubclass(result, Mapping)
    # Constants that select this type or another type, by attribute or name.
    values: dict[str, tuple[str, ...]] = {}
    for member, value in selecting:
        name = member if is_mapping else _attribute(result, member)
        values[name] = (*values.get(name, ()), value)

    def decode_guarded(text: Any) -> Any:
        message = decode(text)
        for name, stated in values.items():
            found = message.result.get(name) if is_mapping else getattr(message.result, name, None)
            if (found in stated) is (own is None):
                raise Mismatch("another result type")
        return message

    return decode_guarded


def _is_message(type_: Any) -> bool:
    """Return whether a type is the type of a whole message."""
    cls = getattr(type_, "__origin__", type_)
    return isinstance(cls, type) and issubclass(cls, Message)


def _attribute(result: Any, member: str) -> str:
    """Return the Python name for the member `member` of a result type, or "" if it is not declared."""
    wires: tuple[str, ...] = getattr(result, "__struct_encode_fields__", ())
    names: tuple[str, ...] = getattr(result, "__struct_fields__", ())
    return dict(zip(wires, names, strict=True)).get(member, "")
