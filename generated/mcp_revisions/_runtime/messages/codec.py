"""The codec of one revision: JSON text to typed, validated objects, and back.

A decode has two steps. First, one call of msgspec with types that forbid unknown members: an accepted text is
valid and complete. Inside that call, the strict decoder decodes the values that msgspec has no type for. A
refused text is parsed to a plain tree for the strict decoder. It decides by the letter of JSON Schema, keeps
unknown members, skips bad items when asked, and words the error. msgspec may refuse a valid text, and never
accepts an invalid text.

Decoders are built on first use, under `build_lock`, and cached by the codec.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from itertools import repeat
from operator import or_
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, overload

import msgspec
from msgspec import UNSET

from ..errors import too_deep
from ..sides import OTHER
from .build_lock import build_lock, json_decoder
from .caller_types import checked_type
from .encoder import encode
from .frames import ErrorResponse, Method, Response
from .json_text import as_bytes, parse, refuse_duplicates
from .mismatch import DecodeState, Mismatch
from .options import (
    Answering,
    Data,
    FrameOptions,
    InvalidItems,
    Unknown,
    answered_method,
    checked_answering,
    checked_option,
)
from .revision_tables import RevisionTables
from .strict_decoder import DecoderFactory
from .strict_frames import StrictFrames
from .type_info import has_bare_tag

if TYPE_CHECKING:
    from .options import DecodeOptions, TypeForm, Unpack

T = TypeVar("T")
Decode: TypeAlias = Callable[[Any], Any]

# The exceptions of a msgspec decode for a text that the strict decoder has to judge.
REFUSED = (msgspec.DecodeError, UnicodeError, RecursionError, Mismatch)
# Those, and the exceptions of a lookup for a decoder that is not built yet, or of a buffer in pieces.
MISSED = (*REFUSED, LookupError, TypeError, AttributeError, BufferError)


_ERROR = b'"error"'
_BEGIN = 64  # of a text, where an error is looked for

# The usual values of the options: one object each, which a call compares faster than text.
_KEEP, _RAISE = "keep", "raise"


class _FrameHead(msgspec.Struct):
    """The members of a frame that select its decoder; all others are passed over."""

    id: Any = None
    method: str | msgspec.UnsetType = UNSET


class Codec:
    """Decodes and encodes the messages of one revision."""

    encode = staticmethod(encode)

    @staticmethod
    def to_builtins(value: Any) -> Any:
        """Return a value of generated types as a plain tree of new objects, unknown members included.

        Raises `EncodeError` for a value that JSON cannot carry.
        """
        return parse(encode(value))

    @property
    def schemas(self) -> ModuleType:
        """Return the module of JSON Schemas, which answers pydantic too, imported on first use."""
        from . import type_schema

        return type_schema

    @staticmethod
    def json_schema(type_: Any) -> dict[str, Any]:
        """Return a JSON Schema (2020-12) that accepts exactly the values that a decode of a type accepts.

        Raises `TypeError` for a type that is neither generated nor plain JSON (`str`, `int`, `Literal`), nor
        a union, list or dictionary of such types.
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
        # By sender and answered method, or `None` for the calls of that sender: the decoder that most frames
        # need, and those that are tried for the others.
        self._likely: dict[str, dict[Any, Decode]] = {side: {} for side in peers}
        self._others: dict[str, dict[Any, list[Decode]]] = {side: {} for side in peers}
        self._error_response = self._error_decoder()

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
        """Return the object of that type in `data`: JSON text, a plain tree or a typed message.

        `type_` may be a type of the caller that holds generated types: a `msgspec.Struct`, a dataclass, a
        `TypedDict`, a list, a dictionary, a union. Its own members follow the rules of msgspec.

        Raises `DecodeError` for the value, `TypeError` for `data` or a type of another kind, `ValueError`
        for a tree with a number that JSON does not have.
        """
        if unknown is not _KEEP or invalid_items is not _RAISE:
            checked_option("unknown", unknown)
            checked_option("invalid_items", invalid_items)
        text = as_bytes(data)
        if strict_json is not False and checked_option("strict_json", strict_json):
            refuse_duplicates(text)
        try:
            return self._type_decoder(type_)(text)
        except REFUSED:
            pass
        tree, state = parse(text), DecodeState()
        state.drop = unknown == "drop"
        factory = self._factory
        decoder = factory.skipping(type_) if invalid_items == "skip" else factory.decoder(type_)
        try:
            value = decoder(tree, state)
        except Mismatch as mismatch:
            raise self._tables.decode_error(mismatch) from None
        except RecursionError:
            raise too_deep() from None
        return self._strict_frames.finish(value, state, unknown)

    def decode_message(
        self,
        data: Data,
        sender: str,
        answering: Answering = None,
        unknown: Unknown = "keep",
        invalid_items: InvalidItems = "raise",
        strict_json: bool = False,
    ) -> Any:
        """Return the JSON-RPC frame in `data` (JSON text, a plain tree, a typed message), sent by `sender`.

        A response is typed by the method that it answers (`answering`, or its result for the id); without
        one, the result stays plain JSON. A call is refused where `answering` names a method. Where the
        revision has batches, an array gives a list. A callable `answering` is asked once for each response.

        Raises `DecodeError` for the frame. Raises `ValueError` for an unknown `sender`, for a method in
        `answering` that is no request, and for a tree with a number that JSON does not have. Raises
        `TypeError` for `data` of another kind. An exception of `answering` passes through.
        """
        if unknown is not _KEEP or invalid_items is not _RAISE:
            checked_option("unknown", unknown)
            checked_option("invalid_items", invalid_items)
        if strict_json is not False and checked_option("strict_json", strict_json):
            refuse_duplicates(as_bytes(data))
        try:
            decode = self._likely[sender][answering]
            if answering is not None and data.find(_ERROR, 0, _BEGIN) >= 0:  # type: ignore[union-attr, arg-type]
                decode = self._error_response  # a failed decode costs twice this one
            return decode(data)
        except MISSED:
            return self._decode_unlikely(data, sender, answering, unknown, invalid_items)

    def decode_tree(
        self,
        tree: Any,
        sender: str,
        answering: Answering = None,
        *,
        unknown: Unknown = "keep",
        invalid_items: InvalidItems = "raise",
    ) -> Any:
        """Return the frame in a plain JSON tree, as `decode_message` does; both share values."""
        options = FrameOptions(
            checked_option("sender", sender, tuple(self.peers)),
            checked_answering(answering),
            checked_option("unknown", unknown),
            checked_option("invalid_items", invalid_items),
        )
        return self._strict_frames.decode(tree, options)

    @staticmethod
    def parse(data: Data) -> Any:
        """Return the plain JSON value in `data`, or raise `DecodeError`."""
        return parse(as_bytes(data))

    def _decode_unlikely(
        self, data: Data, sender: str, answering: Answering, unknown: Unknown, invalid_items: InvalidItems
    ) -> Any:
        """Return the frame in a text that its likely decoder refused, or that had no decoder yet."""
        if type(data) is not bytes:
            return self.decode_message(as_bytes(data), sender, answering, unknown, invalid_items)
        if not isinstance(sender, str) or sender not in self.peers:
            checked_option("sender", sender, tuple(self.peers))
        if answering is None or isinstance(answering, str):
            for decode in self._candidates(data, sender, answering):
                try:
                    return decode(data)
                except REFUSED:
                    pass
        else:
            checked_answering(answering)
            method = _answered(data, answering)
            if not callable(method):
                return self.decode_message(data, sender, method, unknown, invalid_items)
        return self._strict_frames.decode(
            parse(data), FrameOptions(sender, answering, unknown, invalid_items)
        )

    def _candidates(self, data: bytes, sender: str, answering: str | None) -> list[Decode]:
        """Return the decoders that are left to try for a text; build those of its kind on first use."""
        if answering not in self._likely[sender]:
            with build_lock:
                likely, *others = (
                    self._calls(sender) if answering is None else self._results(answering, sender)
                )
                self._others[sender][answering] = others
                self._likely[sender][answering] = likely
            return [likely, self._error_response, *others]
        others = self._others[sender][answering]
        return others if data.find(_ERROR) < 0 else [self._error_response, *others]

    def _calls(self, sender: str) -> list[Decode]:
        """Return the decoder of a side's calls; the strict decoder reads a call without a tag."""
        types = self._tables.call_types(sender)
        tagged = [type_ for type_ in types if type_.__struct_config__.tag_field == "method"]
        return [self._msgspec(reduce(or_, tagged, _never("method")))]

    def _results(self, answering: str, sender: str) -> list[Decode]:
        """Return the decoders of responses to a method, one for each type of its results."""
        types = self._tables.answered(answering, sender).results
        guards = [type_.__guard__ for type_ in types if getattr(type_, "__guard__", None)]
        decoders = [self._msgspec(Response[type_]) for type_ in types]  # type: ignore[valid-type]
        return decoders if len(types) == 1 else [*map(_guarded, decoders, types, repeat(guards))]

    def _error_decoder(self) -> Decode:
        shape = self._tables.error_shape
        decode = self._msgspec(ErrorResponse[shape.type])  # type: ignore[name-defined]
        if not shape.id_required:
            return decode

        def decode_identified(text: Any) -> Any:
            message = decode(text)
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
        """Decode a mapping, an untagged union or a constant, for which msgspec asks its `dec_hook`.

        A value with unknown members is refused, as msgspec refuses all others, so that they are counted once.
        """
        state = DecodeState()
        found = self._factory.decoder(type_)(value, state)
        if state.unknown:
            raise Mismatch("unknown members")
        return found


_HEAD = msgspec.json.Decoder(_FrameHead)


def _answered(text: bytes, answering: Callable[[Any], str | None]) -> Answering:
    """Return the method that a response answers, `None` for a call, or `answering` if only the tree tells."""
    try:
        head = _HEAD.decode(text)
    except REFUSED:
        return answering
    if head.method is not UNSET:
        return None
    return answered_method(answering, head.id)


@cache
def _never(tag_field: str) -> Any:
    """Return a type that no input has; msgspec demands the tag of a tagged type only in a union."""
    return msgspec.defstruct("Never", [], tag_field=tag_field, tag="\0", namespace={"__post_init__": _refuse})


def _refuse(value: Any) -> None:
    raise Mismatch("left to the strict decoder")


def _guarded(decode: Decode, result: Any, guards: Sequence[tuple[str, str]]) -> Decode:
    """Return a decoder of responses that refuses a result for which a guard selects another type."""
    own = getattr(result, "__guard__", None)
    selecting = [(_attribute(result, member), value) for member, value in ([own] if own else guards)]

    def decode_guarded(text: Any) -> Any:
        message = decode(text)
        for attribute, value in selecting:
            if (getattr(message.result, attribute, None) == value) is (own is None):
                raise Mismatch("another result type")
        return message

    return decode_guarded if selecting else decode


def _attribute(result: Any, member: str) -> str:
    """Return the Python name of a member of a result, '' where the type declares none."""
    wires: tuple[str, ...] = getattr(result, "__struct_encode_fields__", ())
    names: tuple[str, ...] = getattr(result, "__struct_fields__", ())
    return dict(zip(wires, names, strict=True)).get(member, "")
