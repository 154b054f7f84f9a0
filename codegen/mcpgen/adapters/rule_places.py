"""Check whether a decision file states a conversion rule where an adapter can call it.

The registry of rules says what each rule takes and gives (`OfMember`, `OfValue`). A rule must be able to
convert every valid value of the source. A rule without this information, such as one in `schema/rules.py`, is
called wherever a decision file states it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from mcpgen.compare.validity import is_valid
from mcpgen.compare.witness import counterexamples
from mcpgen.ir import (
    Anything,
    Array,
    Choice,
    Definition,
    Field,
    Map,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
    constant_of,
)
from mcpgen.runtime.conversion.rules.registry import ConversionRule, Of, OfMember, OfValue
from mcpgen.runtime.conversion.value_checks import NEVER, Shape, parts
from mcpgen.subtypes import Subtypes

CONTEXT = "RequestMetaObject"  # the type of `_meta` if each request states the client and the revision
SHOWN = 200  # the maximum characters of an example value in a message


class RulePlaces:
    """Says why conversion rules cannot be called in an adapter from `source` to `target`, if they cannot."""

    def __init__(self, source: Protocol, target: Protocol, rules: Mapping[str, ConversionRule]) -> None:
        self._source, self._target, self._rules = source, target, rules

    def of_member(
        self,
        rule: str,
        owner: Type,
        holder: Record,
        ends: tuple[Field | None, Field | None],
        converts: Callable[[], bool],
    ) -> str | None:
        """Return why a rule cannot be called for a member, or None if it can.

        `owner` is the object type in the source, and `holder` the one in the target. `ends` are the
        declarations of the member in both. `converts` returns whether the values of the member are valid in
        the target without the rule.
        """
        of = self._rules[rule].of
        if of is None:
            return None
        source, target = ends
        name = target.name if target else source.name if source else ""
        if not isinstance(of, OfMember) or of.member != name:
            return _stated(of)
        if source is None and not of.sets:
            return "does not set a member that the source does not declare"
        if target is not None and target.required and source and not source.required and not of.sets:
            return "does not set the member if it is absent, and the target requires it"
        if target is not None and target.required and of.removes:
            return "may remove the member, which the target requires"
        if complaint := self._untaken(of.takes, owner):
            return complaint
        if source and target and not of.mends and not converts():
            return "leaves values of the member that are invalid in the target"
        if of.sets and not self._states_context(target):
            return "sets a value that no request of the target has there"
        for each, value in of.gives.items():
            field = holder.field(each)
            type_ = field.type if field else Choice(()) if each in holder.absent else holder.open
            if (field is None and holder.closed) or (type_ and not is_valid(self._target, type_, value)):
                return f"sets `{each}` to values that are invalid in the target"
        return None

    def of_value(
        self, rule: str, source: Type, target: Type, *, whole: bool, converts: Callable[[], bool]
    ) -> str | None:
        """Return why a rule cannot be called with the values of a type or a variant, or None if it can.

        The new values must be valid for the type `target`. If `whole` is true, the rule is the only edit of a
        value. A value that it leaves unchanged must then be valid in the target already. `converts` returns
        whether this holds for all values of the type `source`.
        """
        of = self._rules[rule].of
        if of is None:
            return None
        if not isinstance(of, OfValue):
            return _stated(of)
        if complaint := self._untaken(of.takes, source):
            return complaint
        if not is_valid(self._target, target, of.gives):
            return "gives values that are invalid in the target"
        if whole and not converts() and not self._turns(of, source, target):
            return "does not change some values that are invalid in the target"
        return None

    def of_errors(self, rule: str) -> str | None:
        """Return why a rule cannot be called with error responses, or None if it can."""
        of = self._rules[rule].of
        return None if of in (None, "errors") else _stated(of)

    def _states_context(self, member: Field | None) -> bool:
        """Return whether a member of the target states the client and the revision of each request."""
        stated = self._target.definitions.get(CONTEXT)
        found = self._target.record_of(member.type) if member else None
        return isinstance(stated, Record) and found is not None and found.name == stated.name

    def _turns(self, of: OfValue, source: Type, target: Type) -> bool:
        """Return whether a rule makes each value of the type `source` valid for the type `target`.

        The rule replaces the value, or changes the members that would be invalid.
        """
        if self._untaken(of.turns, source) is None:
            return True
        ends = _without(self._source, source, of.mends), _without(self._target, target, of.mends)
        return bool(of.mends) and Subtypes(*ends).holds(source, target)

    def _untaken(self, shape: Shape, source: Type) -> str | None:
        """Return an error message if a rule cannot convert every value of the type `source`, otherwise None.

        `shape` describes the values that the rule can convert.
        """
        definitions: dict[str, Definition] = {}
        type_ = _type(shape, definitions)
        taken = replace(self._source, definitions=definitions)
        if Subtypes(self._source, taken).holds(source, type_):
            return None
        found = list(islice(counterexamples(self._source, source, taken, type_), 1))
        shown = f", such as {json.dumps(found[0])[:SHOWN]}" if found else ""
        return f"cannot convert every value of the source{shown}"


def _without(protocol: Protocol, type_: Type, members: Sequence[str]) -> Protocol:
    """Return a protocol without the declarations of some members of an object type."""
    record = protocol.record_of(type_)
    if record is None or not record.name:
        return protocol
    fields = tuple(field for field in record.fields if field.name not in members)
    return replace(
        protocol, definitions={**protocol.definitions, record.name: replace(record, fields=fields)}
    )


def _stated(of: Of) -> str:
    """Return an error message about a rule in a wrong place of a decision file: what the rule is for."""
    match of:
        case OfMember(member):
            return f"is only for a member `{member}`"
        case OfValue():
            return "is only for the values of a type or of a variant"
        case "errors":
            return "is only for `errors`"
        case "batches":
            return "is only for the change of JSON-RPC batches"
        case _:
            return "is not for decision files"


def _type(shape: Shape, definitions: dict[str, Definition]) -> Type:
    """Convert a shape to a type of the IR with the same values, and return the type.

    Its object types are added to `definitions`. If a shape is not simple, such as that of a string of limited
    length, the returned type has no values.
    """
    match shape:
        case None:
            return Anything()
        case "string" | "integer" | "number" | "boolean" | "null":
            return Scalar(shape)
        case ("choice", *values):
            return Choice(tuple(map(constant_of, values)))
        case ("array", items):
            return Array(_type(items, definitions))
        case ("union", *variants):
            return Union(tuple(_type(each, definitions) for each in variants))
        case ("map",):
            return Map(Anything())
        case ("map", values):
            return Map(_type(values, definitions))
        case ("object", *_):
            members, required, rest = parts(shape)
            fields = [
                Field(name, _type(each, definitions), name in required) for name, each in members.items()
            ]
            name = f"Object{len(definitions)}"
            definitions[name] = Record(name, tuple(fields), closed=rest == NEVER)
            return Ref(name)
        case _:
            return Choice(())
