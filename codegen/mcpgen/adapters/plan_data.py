"""Publish the plan of an adapter as JSON in `conversions/S--T.json`, for interpreters in any language.

`schema/conversion.schema.json` describes the format, and docs/conversion-data.md says what each `kind` means.
An object of the plan becomes a JSON object whose `kind` is derived from its class: `RefuseMember` becomes
`refuseMember`. A change is replaced by its name in `changes`. A type becomes a JSON Schema. Its references
lead to `$defs`, which has the types of both revisions that the plan needs, as `source.NAME` and
`target.NAME`. Therefore an interpreter needs only this file. If a conversion rule can be published as edits
(`published_rules`), the file has these edits and not the name of the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeAlias

from mcpgen.adapters.plan import (
    AdapterPlan,
    CallRule,
    ChangeConstant,
    Drop,
    DropInside,
    Fits,
    HasMember,
    Is,
    MemberIs,
    MethodAdapter,
    MethodEntry,
    MethodRemoved,
    ObjectFunction,
    ReadAs,
    Refuse,
    Renumbered,
    Replacement,
    Set,
    Unchanged,
    Unfit,
    UnionFunction,
    Variant,
    assert_never,
)
from mcpgen.adapters.published_rules import rule_edits
from mcpgen.classes.corrected_schema import (
    DEFINITIONS,
    FORMAT,
    definition_schema,
    published_schema,
    type_schema,
)
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    JsonConstant,
    Map,
    Protocol,
    Ref,
    Scalar,
    Side,
    Type,
    Union,
    json_value,
    reachable,
    references,
)
from mcpgen.runtime.conversion.rules import RENUMBERINGS, Renumbering

JsonObject: TypeAlias = dict[str, Any]
_TYPES = (Anything, Scalar, Choice, Array, Map, Union, Ref)
# Attributes that are not published. A method is listed under its name, and `revisions.json` says which of the
# methods are requests. Interpreters do not need `known` and `replaces`.
_OMITTED = {"method", "is_request", "known", "replaces"}
_NAMES = {"rule": "call"}
_MORE: dict[type, JsonObject] = {Drop: {"when": None}, Set: {"when": None}, DropInside: {"clears": True}}


class PlanData:
    """Makes the content of `conversions/S--T.json` from the plan of one direction."""

    def __init__(
        self, plan: AdapterPlan, source: Protocol, target: Protocol, context_keys: Mapping[str, str]
    ):
        self._plan = plan
        self._protocols = {"source": source, "target": target}
        self._context_keys = context_keys
        self._named: dict[str, dict[str, None]] = {"source": {}, "target": {}}
        self._changes: dict[str, ChangeConstant] = {}

    def tree(self) -> JsonObject:
        """Return the content of `conversions/S--T.json` as a JSON value."""
        plan = self._plan
        body = {
            "everyPart": self._node(plan.every_part),
            "functions": {function.name: self._node(function) for function in plan.functions},
            "methods": {
                side: {row.method: self._node(row) for row in rows if not _is_unchanged(row)}
                for side, rows in plan.methods.items()
            },
            "errors": {
                "edit": self._error_edit(plan.error),
                "withoutId": self._node(plan.error_id),
                "withoutRequests": {side: self._node(self._last_request(side)) for side in plan.methods},
            },
            "batches": self._node(plan.batches),
            "capabilities": plan.capabilities,
            "implementation": plan.implementation,
            "context": [
                {"name": name, "key": self._context_keys[name], "type": self._type(type_, "target")}
                for name, type_ in plan.context.items()
            ],
        }
        return {
            "$schema": "../conversion.schema.json",
            "format": FORMAT,
            "source": plan.source,
            "target": plan.target,
            "changes": {name: _change(change) for name, change in sorted(self._changes.items())},
            **body,
            "$defs": {name: one for side in self._protocols for name, one in self._definitions(side)},
        }

    def _error_edit(self, call: Replacement | Renumbered | None) -> Any:
        """Return the JSON form of the conversion of error responses, or None if they do not change.

        The conversion renumbers error codes, or calls a conversion rule.
        """
        if isinstance(call, Renumbered):
            rows: list[tuple[Renumbering, ChangeConstant]]
            rows = [(Renumbering(one, one, other), change) for one, other, change in call.codes]
        elif call is not None and call.rule in RENUMBERINGS:
            rows = [(row, call.change) for row in RENUMBERINGS[call.rule]]
        else:
            return self._node(call)
        stated = [
            {**row._asdict(), "answering": list(row.answering), "change": self._node(change)}
            for row, change in rows
        ]
        return {"kind": "renumber", "rows": stated}

    def _union(self, union: UnionFunction) -> JsonObject:
        """Return the JSON form of a union's function. Its variants are in the order in which they are tested.

        Variants with tests come before variants that a tag identifies. If each valid value belongs to one of
        the variants, `expected` lists them, for the error about a value that belongs to none of them.
        """
        variants = list(union.variants)
        if union.tag is not None:
            variants.sort(key=lambda variant: not variant.tests)
        elif union.form is not None and variants[-1].tests:
            variants.append(Variant("", Unchanged()))
        is_whole = union.tag is not None or union.form is not None
        expected = " or ".join(variant.name for variant in union.variants) if is_whole else None
        stated = [self._variant(variant, union) for variant in variants]
        return {"kind": "union", "variants": stated, "expected": expected}

    def _variant(self, variant: Variant, union: UnionFunction) -> JsonObject:
        """Return the JSON form of a variant: the tests that its values pass, and the outcome for its values.

        A value must be valid for all types in `fits`, and for none in `unfit`. The test `readAs` is present
        if the other tests do not distinguish the variant from a later one.
        """
        tests = variant.tests
        if union.tag is not None and not tests:
            tests = (MemberIs(union.tag, (variant.tag,)),)
        members: JsonObject = {}
        fits: list[JsonObject] = []
        unfit: list[JsonObject] = []
        read_as: JsonObject = {}
        for test in tests:
            match test:
                case Is(form):
                    fits.append(published_schema({"type": form}))
                case Fits(type_):
                    fits.append(self._type(type_, "source"))
                case HasMember(member):
                    members[member] = published_schema({})
                case MemberIs(member, values):
                    members[member] = published_schema({"enum": [self._node(value) for value in values]})
                case Unfit(type_):
                    unfit.append(self._type(type_, "source"))
                case ReadAs():
                    read_as = {"readAs": self._read_as(test)}
                case _:
                    assert_never(test)
        if members:
            fits.insert(0, _object(members))
        elif union.form is not None:
            fits.insert(0, published_schema({"type": union.form}))
        return {"fits": fits, "unfit": unfit, **read_as, "outcome": self._node(variant.outcome)}

    def _read_as(self, test: ReadAs) -> JsonObject:
        """Return the JSON form of the test `ReadAs`, which asks for the variant that decode would choose.

        The JSON form has the types in the order in which decode tries them, and the index of the type that
        decode must choose.
        """
        types = [self._type(type_, "source") for type_ in test.types]
        return {"types": types, "index": test.index, "isResult": test.is_result}

    def _node(self, node: Any) -> Any:
        match node:
            case UnionFunction():
                return self._union(node)
            case ChangeConstant():
                self._changes[node.name] = node
                return node.name
            case Replacement():
                return {"kind": "rule", "rule": node.rule, "change": self._node(node.change)}
            case CallRule():
                change = self._node(node.change)
                if (as_edits := rule_edits(node.rule, change, always=node.always)) is not None:
                    return as_edits
                member = {"member": node.member, "rule": node.rule, "change": change}
                return [{"kind": "callRule", **member, "type": None, "always": node.always}]
            case ObjectFunction():
                edits = [self._node(edit) for edit in node.edits]
                flat = [one for edit in edits for one in (edit if isinstance(edit, list) else [edit])]
                return {"kind": "object", "call": self._node(node.rule), "edits": flat}
            case JsonConstant():
                return json_value(node)
            case tuple() | list():
                return [self._node(item) for item in node]
        if isinstance(node, _TYPES):
            return self._type(node, "target")
        if is_dataclass(node):
            stated = {
                _NAMES.get(field.name, _camel(field.name)): self._node(getattr(node, field.name))
                for field in fields(node)
                if field.name not in _OMITTED
                if not (isinstance(node, Refuse) and field.name == "type" and node.type is None)
                if field.name not in ("renamed", "renaming") or getattr(node, field.name) is not None
                if field.name != "refused_from" or any(getattr(node, field.name))
            }
            return {"kind": _kind(node), **stated, **_MORE.get(type(node), {})}
        return node

    def _type(self, type_: Type, side: str) -> JsonObject:
        named = self._named[side]
        for name in references(Alias("", type_)):
            named.setdefault(name)
        return published_schema(type_schema(type_, f"{DEFINITIONS}{side}."))

    def _definitions(self, side: str) -> Iterator[tuple[str, JsonObject]]:
        """Yield the types of one revision that the plan uses, by their names in `$defs`.

        `side` is `source` or `target`. A type has a name such as `source.Tool`.
        """
        protocol = self._protocols[side]
        for name in sorted(reachable(self._named[side], protocol.definitions)):
            schema = definition_schema(protocol.definitions[name], protocol.guards, f"{DEFINITIONS}{side}.")
            yield f"{side}.{name}", published_schema(schema)

    def _last_request(self, side: Side) -> ChangeConstant | None:
        """Return the change after which `side` has no request methods left, or None if it has some.

        A side that sends no requests cannot receive error responses, so the conversion refuses every error
        response to this side.
        """
        rows = self._plan.methods[side]
        if any(not isinstance(row, MethodRemoved) and row.is_request for row in rows):
            return None
        return next((r.change for r in rows if isinstance(r, MethodRemoved) and r.code is not None), None)


def _change(change: ChangeConstant) -> JsonObject:
    refusal = {"refusal": change.refusal} if change.refusal else {}
    return {"id": change.id, "reason": change.reason, **refusal}


def _is_unchanged(row: MethodEntry) -> bool:
    """Return whether a conversion changes no message of a method. If so, the method is not published."""
    return isinstance(row, MethodAdapter) and row == MethodAdapter(row.method, row.is_request)


def _object(members: JsonObject) -> JsonObject:
    """Return a JSON Schema for objects with the given members. Other members are allowed."""
    found = {"type": "object", "properties": members, "required": list(members), "plain": True}
    return {"kind": "object", **found}


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def _kind(node: Any) -> str:
    name = type(node).__name__.removesuffix("Function")
    return {"MethodAdapter": "passes", "MethodRemoved": "removed"}.get(name, name[0].lower() + name[1:])
