"""The codec of one revision: bytes → typed, validated objects, and back.

Two passes. The fast pass is one call into msgspec with types that forbid unknown members: what it accepts is valid
and complete. Whatever it refuses goes to the careful pass (`careful`), which decides by the letter of JSON Schema, keeps
unknown members, skips bad items when asked, and words the error. The fast pass may refuse what is valid, never the reverse.

Everything is built on first use and kept by the codec. Threads may build the same thing twice; either copy serves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property, reduce
from operator import or_
from types import ModuleType
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, cast, overload

import msgspec
from msgspec import UNSET

from ..errors import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, DecodeError, EncodeError
from .base import ASIDE, Aside, Skipped, unknown_members, with_skipped
from .frames import ErrorResponse, Method, Response
from .mismatch import Refusal, shown
from .msgspec_hooks import converter
from .strict_decoder import Build, Entry, Pass, Reader, enclosing, record
from .union_members import arm_of

T = TypeVar("T")
Data: TypeAlias = "bytes | bytearray | memoryview | str"
Unknown: TypeAlias = Literal["keep", "drop", "error"]
InvalidItems: TypeAlias = Literal["raise", "skip"]
Answering: TypeAlias = "str | Callable[[Any], str | None] | None"
Decode: TypeAlias = Callable[[Any], Any]

OTHER = {"client": "server", "server": "client"}
# What makes an object a request or notification, a response, an error response.
MEMBERS = ("method", "result", "error")
# How far into a frame the fast pass looks for "method" before it takes the frame for a response.
HEAD = 120
# What a fast decode raises for input that the careful pass has to judge.
REFUSED = (msgspec.DecodeError, UnicodeError, RecursionError, Refusal)


def encode(value: Any) -> bytes:
    """Return a value of generated types, or any plain JSON, as one JSON text; unknown members are written back."""
    try:
        return _PLAIN(value)
    except (TypeError, ValueError, RecursionError, OverflowError):
        pass
    # An `Aside` leaves a mark with a NUL, which JSON text cannot contain: taking the marks away splices its members in.
    try:
        text = _MARKED(value)
    except (TypeError, ValueError, RecursionError, OverflowError) as error:
        raise EncodeError(str(error)) from None
    return text.replace(_EMPTY_AFTER, b"").replace(_EMPTY_ALONE, b"").replace(_MEMBERS, b"")


def _write_aside(value: Any) -> Any:
    if type(value) is Aside:
        return msgspec.Raw(b"\0" + _MARKED(value.members)[1:-1] if value.members else b"\0\0")
    raise TypeError(f"{type(value).__name__} is no JSON value")


_PLAIN = msgspec.json.Encoder().encode
_MARKED = msgspec.json.Encoder(enc_hook=_write_aside).encode
_MEMBERS = b'"%b":\0' % ASIDE.encode()
_EMPTY_ALONE = _MEMBERS + b"\0"
_EMPTY_AFTER = b"," + _EMPTY_ALONE


# What keeps the likely decoder from its frame: there is none yet, it refuses, or the frame is too short.
UNLIKELY = (*REFUSED, LookupError, TypeError)
# Bytes 27 and 28 of `{"jsonrpc":"2.0","id":1,"error"`, or with an id of two digits: no usual result has these there, and a
# look at them costs a third of a search.
R, O_OR_R = 114, b"or"


class _Id(msgspec.Struct):
    """The id of a frame, everything else skipped."""

    id: str | int | msgspec.UnsetType = UNSET


class _ErrorShape(NamedTuple):
    """What a revision says of error responses."""

    type: Any
    id_required: bool


def _at_once(codec: Codec) -> Callable[..., Any]:
    """Return `decode_message`, made for small frames: of their time an attribute looked up is a tenth, and so are the
    defaults of three keyword-only parameters; so this is a closure, and its options are keyword-only for type checkers alone.
    """
    calls, ordinary, errors, otherwise = codec._calls, codec._ordinary, codec._errors, codec._decode_message

    def decode_message(
        data: Data,
        sender: str,
        answering: Answering = None,
        unknown: Unknown = "keep",
        invalid_items: InvalidItems = "raise",
        strict_json: bool = False,
    ) -> Any:
        """Return the JSON-RPC frame in `data`, sent by `sender`, or raise `DecodeError`.

        A response is typed by the method it answers (`answering`, or what it returns for the id); else its result stays plain
        JSON. Where the revision has batches, an array gives a list.
        """
        if strict_json:
            _strict(_bytes(data))
        try:
            if answering is None:
                return calls[sender](data)
            if data[27] == R and data[28] in O_OR_R:  # type: ignore[operator]  # no number in a `str`: no match
                return errors[sender][answering](data)  # type: ignore[index]
            return ordinary[sender][answering](data)  # type: ignore[index]  # a callable is no key
        except UNLIKELY:
            return otherwise(data, sender, answering, unknown, invalid_items)

    return decode_message


class Codec:
    """Decodes and encodes the messages of one revision."""

    def __init__(
        self,
        revision: str,
        types: ModuleType,
        methods: dict[str, Method],
        *,
        batches: bool = False,
        elsewhere: dict[tuple[str, str], str] | None = None,
    ) -> None:
        self.revision = revision
        self.types = types
        self.methods = methods
        self.batches = batches
        self.elsewhere = elsewhere or {}
        self.reader = Reader()
        self._decoders: dict[Any, Decode] = {}
        # The fast pass, by sender: the requests and notifications it may send, and by method what answers it: a result of the
        # ordinary type, an error, a result of another type.
        self._calls: dict[str, Decode] = {}
        self._ordinary: dict[str, dict[str | None, Decode]] = {side: {} for side in OTHER}
        self._errors: dict[str, dict[str | None, Decode]] = {side: {} for side in OTHER}
        self._others: dict[str, dict[str | None, list[Any]]] = {side: {} for side in OTHER}
        self.decode_message = _at_once(self)
        # The careful pass: by sender and method, its calls; by method and whether to skip, the responses to it.
        self._requests: dict[tuple[str, str], Build] = {}
        self._responses: dict[tuple[Any, bool], Build] = {}

    encode = staticmethod(encode)

    # -- one object ------------------------------------------------------------------------------------------------

    @overload
    def decode(
        self,
        data: Data,
        type_: type[T],
        *,
        unknown: Unknown = "keep",
        invalid_items: InvalidItems = "raise",
        strict_json: bool = False,
    ) -> T: ...
    @overload
    def decode(
        self,
        data: Data,
        type_: Any,
        *,
        unknown: Unknown = "keep",
        invalid_items: InvalidItems = "raise",
        strict_json: bool = False,
    ) -> Any: ...
    def decode(
        self,
        data: Data,
        type_: Any,
        unknown: Unknown = "keep",
        invalid_items: InvalidItems = "raise",
        strict_json: bool = False,
    ) -> Any:
        """Return the object of that type in `data`, or raise `DecodeError`."""
        text = _bytes(data)
        if strict_json:
            _strict(text)
        try:
            return self._decoder(type_)(text)
        except REFUSED:
            pass
        tree = _tree(text)
        state = Pass()
        state.drop = unknown == "drop"
        build = self.reader.lenient if invalid_items == "skip" else self.reader.build
        try:
            value = build(type_)(tree, state)
        except Refusal as refusal:
            raise self._refusal(refusal) from None
        except RecursionError:
            raise _too_deep() from None
        return self._finish(value, state, unknown)

    def _decoder(self, type_: Any) -> Decode:
        made = self._decoders.get(type_)
        if made is None:
            tag_field = getattr(getattr(type_, "__struct_config__", None), "tag_field", None)
            made = self._msgspec(type_ if tag_field is None else type_ | _never(tag_field))
            self._decoders[type_] = made
        return made

    def _msgspec(self, type_: Any) -> Decode:
        return cast(Decode, msgspec.json.Decoder(type_, dec_hook=self.reader.hook).decode)

    # -- one frame -------------------------------------------------------------------------------------------------

    def _decode_message(
        self, data: Data, sender: str, answering: Answering, unknown: Unknown, invalid_items: InvalidItems
    ) -> Any:
        """Return the frame in `data` where no decoder was ready for it, or the ready one refused it."""
        _side(sender)
        text = data if type(data) is bytes else _bytes(data)
        for decode in self._attempts(text, sender, answering):
            try:
                return decode(text)
            except REFUSED:
                pass
        tree = _tree(text)
        read = self._batch if type(tree) is list else self._message
        return read(tree, sender, answering, unknown, invalid_items == "skip")

    def decode_tree(
        self,
        tree: Any,
        sender: str,
        answering: Answering = None,
        *,
        unknown: Unknown = "keep",
        invalid_items: InvalidItems = "raise",
    ) -> Any:
        """Return the frame in a plain JSON tree, as `decode_message` does; it shares what it can with the tree."""
        read = self._batch if type(tree) is list else self._message
        return read(tree, _side(sender), answering, unknown, invalid_items == "skip")

    @staticmethod
    def tree(data: Data) -> Any:
        """Return the plain JSON value in `data`, or raise `DecodeError`."""
        return _tree(_bytes(data))

    @property
    def error_id_required(self) -> bool:
        """Return whether an error response must have an id."""
        return self._error_shape.id_required

    # The fast pass.

    def _attempts(self, text: bytes, sender: str, answering: Any) -> tuple[Decode, ...]:
        """Return the decoders to try, but for the one that was ready and refused."""
        tried = isinstance(answering, str) and answering in self._ordinary[sender]
        if callable(answering):
            if text.find(b'"method"', 0, HEAD) >= 0:
                return (self._calls.get(sender) or self._prepare_calls(sender),)
            try:
                found = _ID.decode(text).id
            except REFUSED:
                return ()
            answering = None if found is UNSET else answering(found)
        elif answering is None:
            if sender not in self._calls:
                return (self._prepare_calls(sender), self._decode_plain, self._decode_error)
            if text.find(b'"method"', 0, HEAD) >= 0:
                return ()
        if answering not in self._ordinary[sender]:
            self._prepare_answers(sender, answering)
        ordinary, (mark, *others) = self._ordinary[sender][answering], self._others[sender][answering]
        if text.find(mark) < 0:
            others = []
        if text.find(b'"error"', 0, HEAD) >= 0:
            return (self._errors[sender][answering], ordinary, *others)
        return tuple(others) if tried else (ordinary, *others)

    def _prepare_calls(self, sender: str) -> Decode:
        """Build the decoder of what `sender` calls."""
        types = tuple(m.type for m in self.methods.values() if sender in m.senders and m.kind != "embedded")
        made = self._calls[sender] = self._msgspec(reduce(or_, types, _never("method")))
        return made

    def _prepare_answers(self, sender: str, method: str | None) -> None:
        """Build the decoders of what `sender` answers to a method; the ordinary one last, as it stands for all."""
        if method is None:
            ordinary: Decode = self._decode_plain
            others: list[Any] = [b""]
        else:
            results = self._method(sender, method).results
            guard = next(filter(None, map(_guard, results)), None) if len(results) > 1 else None
            made = [_checked(self._msgspec(Response[r]), r, guard) for r in results]  # type: ignore[valid-type]
            ordinary, others = made[0], [_mark(results), *made[1:]]
        self._others[sender][method] = others
        self._errors[sender][method] = self._decode_error
        self._ordinary[sender][method] = ordinary

    @cached_property
    def _decode_plain(self) -> Decode:
        decode, check = self._msgspec(Response[dict[str, Any]]), self._result

        def checked(text: Any) -> Any:
            message = decode(text)
            check(message.result, Pass())
            return message

        return checked

    @cached_property
    def _decode_error(self) -> Decode:
        shape = self._error_shape
        decode = self._msgspec(ErrorResponse[shape.type])  # type: ignore[name-defined]
        if not shape.id_required:
            return decode

        def identified(text: Any) -> Any:
            message = decode(text)
            if message.id is UNSET:
                raise Refusal("'id' is missing")
            return message

        return identified

    # The careful pass, on the plain tree.

    def _batch(self, tree: list[Any], *asked: Any) -> list[Any]:
        """Return the frames of a batch: all are calls, or all are answers to calls."""
        if not self.batches:
            reason = f"expected an object, got an array; {self.revision} has no batches"
            raise DecodeError("", reason, INVALID_REQUEST)
        if not tree:
            raise DecodeError("", "an empty batch", INVALID_REQUEST)
        calls = [type(item) is dict and "method" in item for item in tree]
        answers = [type(item) is dict and ("result" in item or "error" in item) for item in tree]
        refused: DecodeError | None = None
        for members, meant in ((MEMBERS[:1], any(calls)), (MEMBERS[1:], all(answers) or not any(calls))):
            if meant:
                try:
                    return [self._item(index, item, *asked, members) for index, item in enumerate(tree)]
                except DecodeError as error:
                    refused = refused or error
        if any(calls) and not all(calls) and all(map(or_, calls, answers)):
            raise DecodeError("", "a batch holds either calls or responses, not both", INVALID_REQUEST)
        raise cast(DecodeError, refused)

    def _item(self, index: int, *asked: Any) -> Any:
        try:
            return self._message(*asked)
        except DecodeError as error:
            raise DecodeError(f"/{index}{error.pointer}", error.reason, error.code) from None

    def _message(
        self,
        tree: Any,
        sender: str,
        answering: Any,
        unknown: str,
        skip: bool,
        members: tuple[str, ...] = MEMBERS,
    ) -> Any:
        """Return the frame in `tree`: the first of call, response and error that it is and that fits."""
        if type(tree) is not dict:
            raise DecodeError("", f"expected an object, got {shown(tree)}", INVALID_REQUEST)
        first: Refusal | None = None
        for member in members:
            if member not in tree:
                continue
            state = Pass()
            if unknown == "drop":
                state.drop = True
            try:
                if member == "method":
                    message = self._read_call(tree, sender, state)
                elif member == "result":
                    message = self._read_response(tree, sender, answering, skip, state)
                else:
                    message = self._read_error(tree, state)
            except Refusal as refusal:
                first = first or refusal
            except RecursionError:
                raise _too_deep() from None
            else:
                if state.skipped or (unknown == "error" and state.unknown):
                    return self._finish(message, state, unknown)
                return message
        if first is None:
            raise DecodeError("", "a frame has 'method', 'result' or 'error'", INVALID_REQUEST)
        raise self._refusal(first, _code(first))

    def _read_call(self, tree: dict[str, Any], sender: str, state: Pass) -> Any:
        name = tree["method"]
        build = self._requests.get((sender, name)) if type(name) is str else None
        if build is None:
            method = self.methods.get(name) if type(name) is str else None
            if method is None or sender not in method.senders or method.kind == "embedded":
                refusal = Refusal(self._not_callable(name, method, sender), constant=name)
                refusal.path.append("method")
                raise refusal
            build = self._requests[sender, name] = self.reader.frame(method.type)
        return build(tree, state)

    def _not_callable(self, name: Any, method: Method | None, sender: str) -> str:
        if method is None:
            from .method_hints import hint

            meant = hint(name)
            return f"{shown(name)} is not a method of {self.revision}" + (f"; {meant}" if meant else "")
        if method.kind == "embedded":
            return f"{shown(name)} travels only inside a result in {self.revision}"
        return f"{shown(name)} is not for a {sender} to send in {self.revision}"

    def _read_response(
        self, tree: dict[str, Any], sender: str, answering: Any, skip: bool, state: Pass
    ) -> Any:
        if callable(answering):
            identity = tree.get("id")
            answering = answering(identity) if type(identity) in (str, int, float) else None
        build = self._responses.get((answering, skip))
        if build is None:
            result: Build = self._result
            if answering is not None:
                result = self.reader.results(self._method(sender, answering).results, skip)
            build = self._responses[answering, skip] = self._envelope(Response, "result", result, True)
        response = build(tree, state)
        for refusal in state.skipped:
            refusal.path.append("result")
        return response

    def _read_error(self, tree: dict[str, Any], state: Pass) -> Any:
        return self._error(tree, state)

    @cached_property
    def _error(self) -> Build:
        shape = self._error_shape
        return self._envelope(ErrorResponse, "error", self.reader.build(shape.type), shape.id_required)

    def _envelope(self, cls: Any, member: str, build: Build, id_required: bool) -> Build:
        entries = {
            "jsonrpc": Entry("jsonrpc", (), self.reader.build(Literal["2.0"])),
            "id": Entry("id", (str, int), self.reader.build(str | int)),
            member: Entry(member, (), build),
        }
        whole = record(cls, entries, [n for n in entries if n != "id" or id_required], {})
        if id_required and cls is ErrorResponse:  # which demands none
            return whole
        return enclosing(whole, converter(cls, self.reader.hook), frozenset(entries), member, build, None)

    def _result(self, value: Any, state: Pass) -> Any:
        """Return a result of an unknown method as it is, after checking what every result must be."""
        self.reader.build(getattr(self.types, "Result", dict[str, Any]))(value, Pass())
        return value

    @cached_property
    def _error_shape(self) -> _ErrorShape:
        for name in ("JSONRPCErrorResponse", "JSONRPCError"):
            cls = getattr(self.types, name, None)
            if cls is not None:
                fields = {field.encode_name: field for field in msgspec.structs.fields(cls)}
                return _ErrorShape(fields["error"].type, fields["id"].required)
        return _ErrorShape(Any, True)

    def _method(self, sender: str, name: str) -> Method:
        """Return the request method that `sender` answers."""
        method = self.methods.get(name)
        if method is None or not method.results:
            requests = ", ".join(m.name for m in self.methods.values() if m.results)
            raise ValueError(f"answering: {name!r} is no request of {self.revision}; these are: {requests}")
        if OTHER[_side(sender)] not in method.senders:
            raise DecodeError("", f"a {sender} does not answer {name} in {self.revision}", INVALID_REQUEST)
        return method

    # -- both ------------------------------------------------------------------------------------------------------

    def _finish(self, value: Any, state: Pass, unknown: str) -> Any:
        """Attach what was skipped; with `unknown="error"` refuse what has unknown members."""
        if state.skipped:
            value = with_skipped(
                value, tuple(Skipped(s.pointer, self._refusal(s).reason) for s in state.skipped)
            )
        if unknown == "error" and state.unknown:
            found = unknown_members(value)
            for first in found[:1]:
                more = len(found) - 1
                reason = f"a member unknown to {self.revision}" + (f", and {more} more" if more else "")
                raise DecodeError(
                    first, reason, INVALID_PARAMS if first.startswith("/params/") else INVALID_REQUEST
                )
        return value

    def _refusal(self, refusal: Refusal, code: int = INVALID_PARAMS) -> DecodeError:
        """Return the error that a refusal amounts to, with what other revisions know of the value."""
        reason = refusal.reason
        if len(refusal.allowed) > 1:
            reason += f" in {self.revision}"
        member = next((step for step in refusal.path if isinstance(step, str)), "")
        if isinstance(refusal.constant, str) and (other := self.elsewhere.get((member, refusal.constant))):
            reason += f"; {refusal.constant} exists {other}"
        return DecodeError(refusal.pointer, reason, code)


_ID = msgspec.json.Decoder(_Id)


@cache
def _never(tag_field: str) -> Any:
    """Return a type that no input has; in a union with it, a tagged type demands its tag."""
    return msgspec.defstruct("Never", [], tag_field=tag_field, tag="\0")


def _bytes(data: Data) -> bytes:
    if type(data) is bytes:
        return data
    if isinstance(data, str):
        try:
            return data.encode()
        except UnicodeEncodeError:
            raise DecodeError("", "not UTF-8: a lone surrogate", PARSE_ERROR) from None
    return bytes(memoryview(data))


def _tree(text: bytes) -> Any:
    """Return the plain JSON value in `text`."""
    try:
        return _TREE.decode(text)
    except UnicodeDecodeError:
        reason = "not UTF-8"
    except msgspec.ValidationError:
        reason = "a number out of range"
    except msgspec.DecodeError as error:
        reason = "not JSON: " + str(error).removeprefix("JSON is malformed: ")
    except RecursionError:
        raise _too_deep() from None
    raise DecodeError("", reason, PARSE_ERROR)


_TREE = msgspec.json.Decoder()


def _too_deep() -> DecodeError:
    return DecodeError("", "nested too deeply", PARSE_ERROR)


def _strict(text: bytes) -> None:
    """Refuse a member that is given twice; what else is wrong with the text is left to the decoder."""
    import json

    def check(pairs: list[tuple[str, Any]]) -> None:
        names = set()
        for name, _ in pairs:
            if name in names:
                raise DecodeError("", f"{shown(name)} is given twice in one object", PARSE_ERROR)
            names.add(name)

    try:
        json.loads(text.decode(), object_pairs_hook=check)
    except DecodeError:
        raise
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        pass


def _side(sender: str) -> str:
    if sender not in OTHER:
        raise ValueError(f'sender: "client" or "server", not {sender!r}')
    return sender


def _guard(type_: Any) -> tuple[str, str] | None:
    return getattr(type_, "__guard__", None)


def _mark(results: tuple[Any, ...]) -> bytes:
    """Return what the text of a result holds if it is of the second type, as a rule; nothing if that cannot be said."""
    if len(results) != 2:
        return b""
    ordinary, other = (arm_of(type_, None) for type_ in results)  # type: ignore[arg-type]
    own = other.guard[1] if other.guard else min(other.required - ordinary.required, default=None)
    return b"" if own is None else b'"%b"' % own.encode()


def _checked(decode: Decode, result: Any, guard: tuple[str, str] | None) -> Decode:
    """Return a decoder of responses that refuses a result type where the guard decides for another one."""
    if guard is None:
        return decode
    names = dict(zip(result.__struct_encode_fields__, result.__struct_fields__))
    member, value, wanted = names.get(guard[0], ""), guard[1], _guard(result) is not None

    def checked(text: Any) -> Any:
        message = decode(text)
        if (getattr(message.result, member, None) == value) is not wanted:
            raise Refusal("another result type")
        return message

    return checked


def _code(refusal: Refusal) -> int:
    """Return the JSON-RPC code for a frame that was refused."""
    if refusal.path and refusal.path[-1] == "params" or refusal.missing == ("params",) and not refusal.path:
        return INVALID_PARAMS
    if refusal.path == ["method"] and isinstance(refusal.constant, str):
        return METHOD_NOT_FOUND
    return INVALID_REQUEST
