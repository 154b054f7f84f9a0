"""The codec of one revision: bytes → typed, validated objects, and back.

Two passes. The fast pass is one call into msgspec with types that forbid unknown members: what it accepts is valid
and complete. Whatever it refuses goes to the careful pass (`careful`), which decides by the letter of JSON Schema, keeps
unknown members, skips bad items when asked, and words the error. The fast pass may refuse what is valid, never the reverse.

Everything is built on first use and kept by the codec. Threads may build the same thing twice; either copy serves.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from types import ModuleType
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, Union, cast, overload

import msgspec
from msgspec import UNSET

from .base import ASIDE, JSONRPC, JSONRPC_OPTIONAL, Aside, Skipped, unknown_members, with_skipped
from .careful import STRICT, Build, Entry, Pass, Reader, Refusal, record, shown
from .errors import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, DecodeError, EncodeError
from .frames import ErrorResponse, Method, Response

T = TypeVar("T")
Data: TypeAlias = "bytes | bytearray | memoryview | str"
Unknown: TypeAlias = Literal["keep", "drop", "error"]
InvalidItems: TypeAlias = Literal["raise", "skip"]
Answering: TypeAlias = "str | Callable[[Any], str | None] | None"
Decode: TypeAlias = Callable[[bytes], Any]

OTHER = {"client": "server", "server": "client"}
# How far into a frame the fast pass looks for "method" before it takes the frame for a response.
HEAD = 120
# What a fast decode raises for input that the careful pass has to judge.
REFUSED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError, Refusal)


def encode(value: Any) -> bytes:
    """Return a value of generated types, or any plain JSON, as one JSON text; unknown members are written back."""
    try:
        text = _ENCODER.encode(value)
    except (TypeError, ValueError, RecursionError, OverflowError) as error:
        raise EncodeError(str(error)) from None
    # An `Aside` leaves a mark with a NUL, which JSON text cannot contain: taking the marks away splices its members in.
    if b"\0" in text:
        text = text.replace(_EMPTY_AFTER, b"").replace(_EMPTY_ALONE, b"").replace(_MEMBERS, b"")
    return text


_MEMBERS = b'"%b":\0' % ASIDE.encode()
_EMPTY_ALONE = _MEMBERS + b"\0"
_EMPTY_AFTER = b"," + _EMPTY_ALONE


def _write_aside(value: Any) -> Any:
    if type(value) is Aside:
        return msgspec.Raw(b"\0" + _ENCODER.encode(value.members)[1:-1] if value.members else b"\0\0")
    raise TypeError(f"{type(value).__name__} is no JSON value")


_ENCODER = msgspec.json.Encoder(enc_hook=_write_aside)


class _Id(msgspec.Struct):
    """The id of a frame, everything else skipped."""

    id: str | int | msgspec.UnsetType = UNSET


class _Asked(NamedTuple):
    """What a caller of `decode_message` asked for."""

    sender: str
    answering: Any
    unknown: str
    skip: bool


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
        self._calls: dict[str, Decode] = {}
        self._answers: dict[tuple[str, str], Decode] = {}

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
        *,
        unknown: Unknown = "keep",
        invalid_items: InvalidItems = "raise",
        strict_json: bool = False,
    ) -> Any:
        """Return the object of that type in `data`, or raise `DecodeError`."""
        text = _bytes(data)
        if strict_json:
            _strict(text)
        try:
            value = self._decoder(type_)(text)
        except REFUSED:
            value = ...
        if value is not ... and (all(map(_settle, value)) if type(value) is list else _settle(value)):
            return value
        tree = _tree(text)
        state = Pass(drop=unknown == "drop")
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
            made = self._msgspec(type_ if tag_field is None else Union[type_, _never(tag_field)])
            self._decoders[type_] = made
        return made

    def _msgspec(self, type_: Any) -> Decode:
        return cast(Decode, msgspec.json.Decoder(type_, dec_hook=self._hook).decode)

    def _hook(self, type_: Any, value: Any) -> Any:
        return self.reader.build(type_)(value, STRICT)

    # -- one frame -------------------------------------------------------------------------------------------------

    def decode_message(
        self,
        data: Data,
        sender: str,
        answering: Answering = None,
        *,
        unknown: Unknown = "keep",
        invalid_items: InvalidItems = "raise",
        strict_json: bool = False,
    ) -> Any:
        """Return the JSON-RPC frame in `data`, sent by `sender`, or raise `DecodeError`.

        A response is typed by the method it answers (`answering`, or what it returns for the id); else its result stays plain
        JSON. Where the revision has batches, an array gives a list.
        """
        text = data if type(data) is bytes else _bytes(data)
        if strict_json:
            _strict(text)
        try:
            if type(answering) is str:
                message = (self._answers.get((sender, answering)) or self._answer(sender, answering))(text)
                if message is not None:
                    return message
            elif text.find(b'"method"', 0, HEAD) >= 0:
                message = (self._calls.get(sender) or self._call(sender))(text)
                jsonrpc = message.jsonrpc
                if jsonrpc is not JSONRPC and jsonrpc is not JSONRPC_OPTIONAL:
                    if getattr(message, "id", None) is not UNSET:
                        return message
            else:
                message = self._response(text, sender, answering)
                if message is not None:
                    return message
        except REFUSED:
            pass
        tree = _tree(text)
        asked = _Asked(_side(sender), answering, unknown, invalid_items == "skip")
        return self._batch(tree, asked) if type(tree) is list else self._message(tree, asked)

    # The fast pass: decoders that return a frame, or `None` for what the careful pass has to judge.

    def _call(self, sender: str) -> Decode:
        """Return the decoder of the requests and notifications that one side may send."""
        _side(sender)
        types = [m.type for m in self.methods.values() if sender in m.senders and m.kind != "embedded"]
        made = self._calls[sender] = self._msgspec(Union[tuple([*types, _never("method")])])
        return made

    def _answer(self, sender: str, method: str) -> Decode:
        """Return the decoder of the responses to a method; it tries every type that may answer it."""
        results = self._method(sender, method).results
        guard = next((g for g in map(_guard, results) if g), None) if len(results) > 1 else None
        arms = [(self._msgspec(Response[r]), *_test(r, guard)) for r in results]  # type: ignore[valid-type]
        refused = self._refused

        def read(text: bytes) -> Any:
            for decode, member, value, wanted in arms:
                try:
                    message = decode(text)
                except msgspec.ValidationError:
                    continue
                if member is None or (getattr(message.result, member, None) == value) is wanted:
                    return message if message.jsonrpc is not JSONRPC else None
            return refused(text)

        self._answers[sender, method] = read
        return read

    def _response(self, text: bytes, sender: str, answering: Any) -> Any:
        """Return a response whose method depends on its id, or stays unknown."""
        if answering is not None:
            found = _ID.decode(text).id
            method = answering(found) if found is not UNSET else None
            if method is not None:
                return (self._answers.get((sender, method)) or self._answer(sender, method))(text)
        try:
            message = self._decoder(Response[dict[str, Any]])(text)
        except msgspec.ValidationError:
            return self._refused(text)
        self._result(message.result, STRICT)
        return message if message.jsonrpc is not JSONRPC else None

    def _refused(self, text: bytes) -> Any:
        """Return the error response in `text`."""
        shape = self._error_shape
        message = self._decoder(ErrorResponse[shape.type])(text)  # type: ignore[name-defined]
        if message.jsonrpc is JSONRPC or (message.id is UNSET and shape.id_required):
            return None
        return message

    # The careful pass, on the plain tree.

    def _batch(self, tree: list[Any], asked: _Asked) -> list[Any]:
        if not self.batches:
            raise DecodeError(
                "", f"expected an object, got an array; {self.revision} has no batches", INVALID_REQUEST
            )
        if not tree:
            raise DecodeError("", "an empty batch", INVALID_REQUEST)
        messages = []
        for index, item in enumerate(tree):
            try:
                messages.append(self._message(item, asked))
            except DecodeError as error:
                raise DecodeError(f"/{index}{error.pointer}", error.reason, error.code) from None
        if len({isinstance(message, (Response, ErrorResponse)) for message in messages}) > 1:
            raise DecodeError("", "a batch holds either calls or responses, not both", INVALID_REQUEST)
        return messages

    def _message(self, tree: Any, asked: _Asked) -> Any:
        """Return the frame in `tree`: the first of call, response and error that it is and that fits."""
        if type(tree) is not dict:
            raise DecodeError("", f"expected an object, got {shown(tree)}", INVALID_REQUEST)
        first: Refusal | None = None
        for member, read in (
            ("method", self._read_call),
            ("result", self._read_response),
            ("error", self._read_error),
        ):
            if member not in tree:
                continue
            state = Pass(drop=asked.unknown == "drop")
            try:
                return self._finish(read(tree, asked, state), state, asked.unknown)
            except Refusal as refusal:
                first = first or refusal
            except RecursionError:
                raise _too_deep() from None
        if first is None:
            raise DecodeError("", "a frame has 'method', 'result' or 'error'", INVALID_REQUEST)
        raise self._refusal(first, _code(first))

    def _read_call(self, tree: dict[str, Any], asked: _Asked, state: Pass) -> Any:
        name = tree["method"]
        method = self.methods.get(name) if type(name) is str else None
        if method is None or asked.sender not in method.senders or method.kind == "embedded":
            refusal = Refusal(self._not_callable(name, method, asked.sender), constant=name)
            refusal.path.append("method")
            raise refusal
        message = self.reader.build(method.type)(tree, state)
        absent = [n for n in ("jsonrpc", "id") if getattr(message, n, None) is UNSET]
        if absent:
            raise Refusal(f"{absent[0]!r} is missing")
        return message

    def _not_callable(self, name: Any, method: Method | None, sender: str) -> str:
        if method is None:
            return f"{shown(name)} is not a method of {self.revision}"
        if method.kind == "embedded":
            return f"{shown(name)} travels only inside a result in {self.revision}"
        return f"{shown(name)} is not for a {sender} to send in {self.revision}"

    def _read_response(self, tree: dict[str, Any], asked: _Asked, state: Pass) -> Any:
        answering, identity = asked.answering, tree.get("id")
        if callable(answering):
            answering = answering(identity) if type(identity) in (str, int, float) else None
        result: Build = self._result
        if answering is not None:
            result = self.reader.results(self._method(asked.sender, answering).results, asked.skip)
        response = self._envelope(Response, "result", result, True)(tree, state)
        for refusal in state.skipped:
            refusal.path.append("result")
        return response

    def _read_error(self, tree: dict[str, Any], asked: _Asked, state: Pass) -> Any:
        shape = self._error_shape
        return self._envelope(ErrorResponse, "error", self.reader.build(shape.type), shape.id_required)(
            tree, state
        )

    def _envelope(self, cls: Any, member: str, build: Build, id_required: bool) -> Build:
        entries = {
            "jsonrpc": Entry("jsonrpc", None, self.reader.build(Literal["2.0"])),
            "id": Entry("id", None, self.reader.build(Union[str, int])),
            member: Entry(member, None, build),
        }
        return record(cls, entries, [n for n in entries if n != "id" or id_required], {})

    def _result(self, value: Any, state: Pass) -> Any:
        """Return a result of an unknown method as it is, after checking what every result must be."""
        self.reader.build(getattr(self.types, "Result", dict[str, Any]))(value, Pass())
        return value

    @cached_property
    def _error_shape(self) -> _ErrorShape:
        """What the revision says of error responses."""
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
            if found:
                more = f", and {len(found) - 1} more" if len(found) > 1 else ""
                code = INVALID_PARAMS if found[0].startswith("/params/") else INVALID_REQUEST
                raise DecodeError(found[0], f"a member unknown to {self.revision}{more}", code)
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


class _ErrorShape(NamedTuple):
    type: Any
    id_required: bool


_ID = msgspec.json.Decoder(_Id)


@cache
def _never(tag_field: str) -> Any:
    """Return a type that no input has; in a union with it, a tagged type demands its tag."""
    return msgspec.defstruct("Never", [], tag_field=tag_field, tag="\0")


def _bytes(data: Data) -> bytes:
    if isinstance(data, str):
        try:
            return data.encode()
        except UnicodeEncodeError:
            raise DecodeError("", "not UTF-8: a lone surrogate", PARSE_ERROR) from None
    return bytes(data)


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


def _test(type_: Any, guard: tuple[str, str] | None) -> tuple[str | None, Any, bool]:
    """Return what an arm's value must show: the attribute, the value, and whether it must be that or must not."""
    if guard is None:
        return None, None, False
    names = dict(zip(type_.__struct_encode_fields__, type_.__struct_fields__))
    return names.get(guard[0]), guard[1], _guard(type_) is not None


def _code(refusal: Refusal) -> int:
    """Return the JSON-RPC code for a frame that was refused."""
    if refusal.path and refusal.path[-1] == "params" or refusal.missing == ("params",) and not refusal.path:
        return INVALID_PARAMS
    if refusal.path == ["method"] and isinstance(refusal.constant, str):
        return METHOD_NOT_FOUND
    return INVALID_REQUEST


def _settle(value: Any) -> bool:
    """Say whether an object that was decoded alone has the envelope that its type demands; drop one that it did without."""
    jsonrpc = getattr(value, "jsonrpc", None)
    if jsonrpc is JSONRPC_OPTIONAL:
        value.jsonrpc = UNSET
    return jsonrpc is not JSONRPC
