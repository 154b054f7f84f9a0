"""Complete each message type with the rules of its JSON-RPC envelope.

A message must be valid for two types: its own, and `JSONRPCRequest`, `JSONRPCNotification` or the response
type. Up to 2025-06-18, the official message types omit `jsonrpc`, `id` and some members of `params`. In some
drafts, only the envelope restricts `params._meta`. Therefore messages, params and results get the missing
members, marked as `framed`. If both types declare a member, it gets the narrower one of its two types.

A result can also be a member of an object, such as `ListRootsResult` in `inputResponses`. There it has no
envelope. In this case, the result in a response gets a definition of its own, `ListRootsResultInFrame`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from mcpgen.ir import (
    RESPONSES,
    Alias,
    Definition,
    Field,
    Map,
    MethodKind,
    Record,
    Ref,
    Type,
    closure,
    is_any_object,
    is_anything,
    referenced,
    references,
    resolved,
    types_of,
)

FRAMES: dict[MethodKind, str] = {"request": "JSONRPCRequest", "notification": "JSONRPCNotification"}


def with_envelopes(
    definitions: dict[str, Definition], messages: Iterable[tuple[str, MethodKind]], results: Iterable[str]
) -> tuple[dict[str, Definition], Mapping[str, str]]:
    """Merge message types and result types with the types of their JSON-RPC envelopes.

    Return all definitions, and a mapping from each result type to the type of this result in a response. If
    the result occurs only in responses, its own type is changed, and the mapping names that type. If the
    result can also occur outside a response, its own type stays unchanged. The mapping may then name a new
    type, such as `ListRootsResultInFrame`.
    """
    envelopes = _Envelopes(dict(definitions))
    for name, kind in messages:
        envelopes.join_message(name, definitions.get(FRAMES.get(kind, "")))
    outside = _members(definitions)
    in_response = {name: envelopes.join_result(name, in_place=name not in outside) for name in results}
    return envelopes.definitions, in_response


def _members(definitions: Mapping[str, Definition]) -> Collection[str]:
    """Return the names of the types of members, in all objects except messages and responses.

    A result type among them also occurs outside responses.
    """

    def below(name: str) -> list[str]:
        definition = definitions.get(name)
        return references(definition) if isinstance(definition, Alias) else []

    records = (one for one in definitions.values() if isinstance(one, Record))
    types = (type_ for one in records if one.field("jsonrpc") is None for type_ in types_of(one))
    return closure(referenced(*types), below)


class _Envelopes:
    """Merges message types with the types of their JSON-RPC envelopes. `definitions` is changed in place."""

    def __init__(self, definitions: dict[str, Definition]) -> None:
        self.definitions = definitions

    def join_message(self, name: str, frame: Definition | None) -> None:
        """Merge a message type with its envelope type `frame`, and merge the params of both."""
        message = self.definitions[name]
        if not isinstance(message, Record) or not isinstance(frame, Record):
            return
        # A mapping cannot have the tag by which msgspec selects a message.
        message = replace(message, mapping=False)
        if message.field("jsonrpc") is None:
            added = (field for field in frame.fields if field.name not in ("method", "params"))
            message = _with_fields(message, (field for field in added if message.field(field.name) is None))
        params, outer = message.field("params"), frame.field("params")
        if outer is not None and self._is_free(outer.type):
            outer = None
        if params is None and outer is not None:
            message = replace(message, fields=(*message.fields, replace(outer, framed=True)))
        elif params is not None and outer is not None:
            type_ = self._narrower(params.type, outer.type, in_place=True)
            fields = (replace(f, type=type_) if f.name == "params" else f for f in message.fields)
            message = replace(message, fields=tuple(fields))
        self.definitions[name] = message

    def join_result(self, name: str, *, in_place: bool) -> str:
        """Merge a result type with the type of the member `result` in the response type.

        Return the name of the merged type. If `in_place` is false, it gets a new name, and the original type
        is not changed.
        """
        for response in filter(None, map(self.definitions.get, RESPONSES["result"])):
            field = response.field("result") if isinstance(response, Record) else None
            if field is not None and not self._is_free(field.type):
                joined = self._narrower(Ref(name), field.type, in_place=in_place)
                name = joined.name if isinstance(joined, Ref) else name
        return name

    def _is_free(self, type_: Type) -> bool:
        """Return whether a type accepts every object."""
        return is_any_object(type_, self.definitions) or is_anything(type_, self.definitions)

    def _narrower(self, own: Type, frame: Type, *, in_place: bool = False) -> Type:
        """Return a type for the values that both `own` and `frame` accept.

        If `in_place` is true, the definition to which `own` refers is replaced by this type.
        """
        if own == frame or is_anything(frame, self.definitions):
            return own
        mine, theirs = resolved(own, self.definitions), resolved(frame, self.definitions)
        is_object = isinstance(theirs, (Record, Map))
        if is_anything(own, self.definitions) or (is_object and self._is_free(own) and not in_place):
            return frame
        if not isinstance(theirs, Record) or not isinstance(mine, Record):
            return frame if is_object and isinstance(mine, Map) and self._is_free(own) else own
        joined = self._joined(mine, theirs)
        if joined.fields == mine.fields:
            return own
        if not in_place:
            name = f"{mine.name}InFrame"
            joined = replace(joined, name=name)
        self.definitions[joined.name] = joined
        return own if in_place else Ref(joined.name)

    def _joined(self, own: Record, frame: Record) -> Record:
        """Merge a message type with the type of its JSON-RPC envelope.

        The result has the members of both. A member that both declare gets the narrower one of its two types.
        """
        undeclared_is_free = not own.closed and (own.open is None or is_anything(own.open, self.definitions))
        added = [f for f in frame.fields if own.field(f.name) is None and f.name not in own.absent]
        fields = (self._joined_field(field, frame.field(field.name)) for field in own.fields)
        return _with_fields(replace(own, fields=tuple(fields)), added if undeclared_is_free else ())

    def _joined_field(self, own: Field, frame: Field | None) -> Field:
        if frame is None:
            return own
        type_ = self._narrower(own.type, frame.type)
        return replace(own, type=type_, required=own.required or frame.required)


def _with_fields(record: Record, added: Iterable[Field]) -> Record:
    """Return a record with the members `added` in front of its own. They are marked as `framed`.

    `framed` means that the member belongs to the JSON-RPC envelope, and that the official schema of the
    record does not declare it.
    """
    return replace(record, fields=(*(replace(field, framed=True) for field in added), *record.fields))
