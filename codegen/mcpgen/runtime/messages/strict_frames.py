"""Decode parsed messages strictly: requests, notifications, responses, error responses and batches.

The members of a message determine its kind (`frame_kinds`). A batch holds only calls or only responses.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, Literal

from msgspec import inspect as mi

from ..errors import INVALID_PARAMS, INVALID_REQUEST, DecodeError, too_deep
from .build_lock import type_node
from .container_decoders import ObjectShape, object_decoder
from .frame_kinds import FrameKind, check_batch, check_call, id_of, kind_of
from .frames import ErrorResponse, Method, Response
from .mismatch import DecodeFn, DecodeState, Mismatch, shown
from .options import FrameOptions, Unknown, answered_method
from .printed_decoders import ValueDecoder
from .revision_tables import RevisionTables
from .strict_decoder import DecoderFactory
from .union_decoders import declared_members, required_members
from .unknown_members import Skipped, unknown_pointers, with_skipped


class StrictFrames:
    """Decodes parsed messages of one revision with the strict decoders."""

    def __init__(self, tables: RevisionTables, factory: DecoderFactory) -> None:
        self._tables = tables
        self._factory = factory
        self._answerable: set[tuple[str, str]] = set()  # the methods that each sender is known to answer
        self._calls: dict[tuple[str, str, FrameKind], DecodeFn] = {}
        self._responses: dict[tuple[str, str | None, bool, bool], DecodeFn] = {}

    def decode(self, parsed: Any, options: FrameOptions) -> Any:
        """Decode a parsed message, or a batch to a list. Raise `DecodeError` if a message is invalid."""
        answering = options.answering
        if isinstance(answering, str) and (options.sender, answering) not in self._answerable:
            try:
                known = self._tables.request(answering, options.sender)
            except DecodeError as error:
                raise error.about(id_of(parsed)) from None
            if known is not None:
                self._answerable.add((options.sender, answering))
        return self._batch(parsed, options) if type(parsed) is list else self._one(parsed, options)

    def finish(self, value: Any, state: DecodeState, unknown: Unknown) -> Any:
        """Attach the skipped items to a decoded value, and return it.

        With `unknown="error"`, raise `DecodeError` if there are unknown members.
        """
        if state.skipped:
            skipped = [Skipped(m.pointer, self._tables.decode_error(m).reason) for m in state.skipped]
            value = with_skipped(value, tuple(skipped))
        if unknown == "error" and state.unknown and (found := unknown_pointers(value)):
            first = found[0]
            more = f", and {len(found) - 1} more" if len(found) > 1 else ""
            code = INVALID_PARAMS if first.startswith("/params/") else INVALID_REQUEST
            raise DecodeError(first, f"a member unknown to {self._tables.revision}{more}", code)
        return value

    def _batch(self, parsed: list[Any], options: FrameOptions) -> list[Any]:
        if not self._tables.batches:
            reason = f"expected an object, got an array; {self._tables.revision} has no batches"
            raise DecodeError("", reason, INVALID_REQUEST)
        if not parsed:
            raise DecodeError("", "an empty batch", INVALID_REQUEST)
        made: list[Any] = []
        try:
            for item in parsed:
                kind_of(item)
                made.append(self._one(item, options))
        except DecodeError as error:
            raise error.about(id_of(parsed[len(made)])).in_item(len(made)) from None
        check_batch(parsed)
        return made

    def _one(self, parsed: Any, options: FrameOptions) -> Any:
        """Decode one message that is not a batch. A `DecodeError` gets the id of the message."""
        state = DecodeState()
        if options.unknown == "drop":
            state.drop = True
        try:
            kind, answering = kind_of(parsed), options.answering
            if kind in ("request", "notification"):
                if isinstance(answering, str):
                    self._tables.answered(answering, options.sender)
                    reason = f"expected the answer to {answering}, got a call of {shown(parsed['method'])}"
                    raise DecodeError("", reason, INVALID_REQUEST)
                decode = self._call(options.sender, parsed["method"], kind)
            else:
                if callable(answering):
                    answering = self._answered(answering, parsed.get("id"), options.sender)
                decode = self._response(answering, options) if kind == "result" else self._error_response
            message = decode(parsed, state)
            if state.skipped or options.unknown == "error":
                for mismatch in state.skipped:
                    mismatch.path.append("result")
                return self.finish(message, state, options.unknown)
            return message
        except Mismatch as mismatch:
            raise self._tables.frame_error(mismatch).about(id_of(parsed)) from None
        except RecursionError:
            raise too_deep().about(id_of(parsed)) from None
        except DecodeError as error:
            error.about(id_of(parsed))
            raise

    def _call(self, sender: str, name: Any, kind: FrameKind) -> DecodeFn:
        """Return the decoder of a request or notification.

        Raise `Mismatch` if `sender` (the client or the server) may not send the method `name`. Raise
        `DecodeError` if the message is a notification although the method is a request, or the reverse.
        """
        try:
            return self._calls[sender, name, kind]
        except (KeyError, TypeError):  # the first call of the method, or a name without a hash
            method = self._tables.call(name, sender)
            check_call(kind, is_request=method.kind == "request")
            is_vendor = method.name in self._tables.vendor
            made = self._vendor_call(method) if is_vendor else self._factory.message(method.type)
            self._calls[sender, name, kind] = made
            return made

    def _vendor_call(self, method: Method) -> DecodeFn:
        """Return the decoder of a vendor's request or notification.

        Its params must also fit the type that all params of the revision have in common.
        """
        decode = self._vendor_value(self._tables.params_type(method.kind), method.params)
        members = {
            "jsonrpc": ValueDecoder("jsonrpc", (), self._factory.decoder(Literal["2.0"]), "2.0"),
            "method": ValueDecoder("method", (str,), self._factory.decoder(str)),
            "params": ValueDecoder("params", (), decode),
        }
        if method.kind == "request":
            members["id"] = ValueDecoder("id", (str, int), self._factory.decoder(str | int))
        return object_decoder(ObjectShape(method.type, members, tuple(members)))

    def _vendor_value(self, common: Any, own: Any) -> DecodeFn:
        """Return a decoder for a vendor's params or result, which must be valid for both `common` and `own`.

        The value is decoded as `own`, without the members of `common` that are not valid there, such as
        `_meta`.
        """
        check, decode = self._factory.decoder(common), self._factory.decoder(own)
        refused = _refused_members(own, common)

        def decode_both(value: Any, state: DecodeState) -> Any:
            check(value, DecodeState())
            if refused:
                value = {name: each for name, each in value.items() if name not in refused}
            return decode(value, state)

        return decode_both

    def _answered(self, answering: Callable[[Any], str | None], id: Any, sender: str) -> str | None:
        """Call the function `answering` with the id of a response, and return the method of its request."""
        name = answered_method(answering, id)
        if name is not None:
            self._tables.request(name, sender)
        return name

    def _response(self, answering: str | None, options: FrameOptions) -> DecodeFn:
        """Return the decoder of a response with a result."""
        skip, completes = options.invalid_items == "skip", options.absent_result_type == "complete"
        key = options.sender, answering, skip, completes
        decode = self._responses.get(key)
        if decode is None:
            result: DecodeFn = partial(self._untyped_result, options.sender)
            ordinary = self._tables.result_type(options.sender)
            if answering is not None:
                results = self._tables.answered(answering, options.sender).results
                if answering in self._tables.vendor:
                    result = self._vendor_value(ordinary, results[0])
                else:
                    ordinary, result = results[0], self._factory.results(results, skip)
            if completes and "resultType" in required_members(ordinary):
                result = partial(_completed, result)
            decode = self._responses[key] = self._envelope(Response, "result", result)
        return decode

    def _untyped_result(self, sender: str, value: Any, state: DecodeState) -> Any:
        """Decode a result if the answered method is not known. Return the result as plain JSON.

        The result must fit the type that all results of the revision have in common.
        """
        self._factory.decoder(self._tables.result_type(sender))(value, DecodeState())
        return value

    @cached_property
    def _error_response(self) -> DecodeFn:
        shape = self._tables.error_shape
        return self._envelope(ErrorResponse, "error", self._factory.decoder(shape.type), shape.id_required)

    def _envelope(self, cls: Any, member: str, decode: DecodeFn, id_required: bool = True) -> DecodeFn:
        members = {
            "jsonrpc": ValueDecoder("jsonrpc", (), self._factory.decoder(Literal["2.0"]), "2.0"),
            "id": ValueDecoder("id", (str, int), self._factory.decoder(str | int)),
            member: ValueDecoder(member, (), decode),
        }
        required = ("jsonrpc", "id", member) if id_required else ("jsonrpc", member)
        closed = member in self._tables.closed_envelopes
        return object_decoder(ObjectShape(cls, members, required, closed=closed))


def _refused_members(own: Any, common: Any) -> frozenset[str]:
    """Return the members of the protocol's type `common` that are not valid in a vendor's type `own`.

    If `own` is a mapping whose values must have a certain type, these are all members of `common`. If it is a
    struct that forbids unknown members, these are the members of `common` that it does not declare.
    """
    node = type_node(own)
    if isinstance(node, mi.DictType) and not isinstance(node.value_type, mi.AnyType):
        return declared_members(common)
    if isinstance(node, mi.StructType) and node.forbid_unknown_fields:
        return declared_members(common) - {field.encode_name for field in node.fields}
    return frozenset()


def _completed(decode: DecodeFn, value: Any, state: DecodeState) -> Any:
    """Decode a result. If it has no `resultType`, decode it as a complete result."""
    if type(value) is dict and "resultType" not in value:
        value = {**value, "resultType": "complete"}
    return decode(value, state)
