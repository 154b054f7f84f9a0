"""Constructs of JSON Schema that no released revision has, each with a small definition.

`CONSTRUCTS` maps the name of a construct to definitions. The first has the construct, and refers to the
others. Every definition has valid and invalid values.
"""

from __future__ import annotations

from typing import Any

from support.small_schemas import DIALECT, TEXT, record, ref, union

WHOLE: dict[str, Any] = {"type": "integer"}
NULL: dict[str, Any] = {"type": "null"}
A, B = record({"a": TEXT}, ["a"]), record({"b": WHOLE}, ["b"])
CLOSED = record({"a": TEXT}, ["a"], additionalProperties=False)
NEVER: dict[str, Any] = {"not": {}}


def tagged(constant: Any, value: dict[str, Any]) -> dict[str, Any]:
    """Return an object with a constant and a value."""
    return record({"t": {"const": constant}, "v": value}, ["t"])


def all_of(*parts: Any) -> dict[str, Any]:
    """Return an intersection."""
    return {"allOf": list(parts)}


CONSTANTS: dict[str, Any] = {
    "BooleanConstants": record({"ok": {"const": True}, "no": {"type": "boolean", "const": False}}, ["ok"]),
    "Fraction": {"const": 1.5},
    "WholeFraction": {"const": 1.0},
    "ArrayConstant": {"const": [1, {"a": True}]},
    "ObjectConstant": {"const": {"a": [1.0]}},
    "MixedConstants": {"enum": [True, "a", None, 2, [], {"x": 1}]},
    "MixedMembers": record({"m": {"enum": [True, "a", None, 2, []]}, "n": {"const": {}}}),
    "LargeConstant": {"enum": [2**70, "a"]},
    "ConstantUnion": union({"type": "string", "const": "a"}, {"type": "string", "const": "b"}, NULL),
    "ConstantItems": {"type": "array", "items": union({"const": "a"}, {"type": "string", "const": "b"})},
    "BooleanOrText": record({"m": union({"const": True}, TEXT)}),
}
OBJECTS: dict[str, Any] = {
    "Closed": CLOSED,
    "Empty": {"type": "object", "additionalProperties": False},
    "ClosedInside": record({"c": CLOSED, "l": {"type": "array", "items": CLOSED}}),
    "ClosedUnion": union(CLOSED, record({"b": WHOLE}, additionalProperties=False)),
    "ClosedByAllOf": all_of(CLOSED, record({"b": WHOLE})),
    "Forbidden": record({"a": False, "b": NEVER, "c": TEXT}),
    "ForbiddenInOpen": record({"a": False, "c": TEXT}, additionalProperties={}),
    "ForbiddenInTyped": record({"a": False, "c": TEXT}, additionalProperties=TEXT),
    "NoItems": {"type": "array", "items": False},
    "NoValues": {"type": "object", "additionalProperties": NEVER},
    "RequiredAlone": record({"a": TEXT}, ["a", "b"]),
    "RequiredNames": {"type": "object", "additionalProperties": TEXT, "required": ["a"]},
    "WithoutType": {"properties": {"a": TEXT}, "required": ["a"]},
    "LimitsWithoutType": {"minimum": 3, "maxLength": 2},
    "ObjectOrNull": {"type": ["object", "null"], "properties": {"a": TEXT}, "required": ["a"]},
    "MemberObjectOrNull": record({"m": {"type": ["object", "null"], "properties": {"a": TEXT}}}),
    "NamesByPattern": {
        "type": "object",
        "propertyNames": {"pattern": "^[a-k]+$"},
        "additionalProperties": WHOLE,
    },
    "NamesByEnum": {
        "type": "object",
        "propertyNames": {"enum": ["a", "k"]},
        "additionalProperties": WHOLE,
    },
    "NamesByUnion": {
        "type": "object",
        "propertyNames": union({"const": "a"}, {"const": "ab"}),
        "required": ["a"],
        "additionalProperties": TEXT,
    },
    "AnyName": {"type": "object", "propertyNames": {"type": "string"}, "additionalProperties": {}},
    "NamesInClosed": record(
        {"a": TEXT, "z2": TEXT}, propertyNames={"maxLength": 1}, additionalProperties=False
    ),
    "NamesOrText": record({"n": {"type": ["object", "string"], "propertyNames": {"minLength": 2}}}),
}
COMBINED: dict[str, Any] = {
    "Restated": all_of(
        record({"x": {"type": "string", "maxLength": 2}}),
        record({"x": {"type": "string", "minLength": 1}}, ["x"]),
    ),
    "RestatedObject": all_of(
        record({"x": A, "y": WHOLE}), record({"x": B, "y": {"type": "number", "minimum": 1}}, ["x"])
    ),
    "RestatedAsUnion": all_of(record({"x": union(A, TEXT)}), record({"x": union(B, NULL, TEXT)}, ["x"])),
    "AnyOfBeside": {**record({"k": TEXT}), "anyOf": [{"required": ["k"]}, {"required": ["l"]}]},
    "AnyOfInAllOf": all_of(A, union(B, record({"c": TEXT}, ["c"]))),
    "AllOfInAnyOf": union(all_of(A, B), all_of(A, record({"t": {"const": "x"}}, ["t"]))),
    "Unions": all_of(union(A, B, TEXT), union(B, TEXT, NULL)),
    "Scalars": all_of({"type": "string"}, {"minLength": 1}, {"maxLength": 2}),
    "Numbers": all_of({"type": "number", "minimum": 0}, {"type": ["integer", "null"], "maximum": 3}),
    "Constants": all_of({"enum": ["a", "b", "abc", 1]}, TEXT, {"maxLength": 2}),
    "Patterns": all_of({"type": "string", "pattern": "^a|^x"}, {"type": "string", "pattern": "b$|1$"}),
    "Arrays": all_of({"type": "array", "items": TEXT}, {"type": "array", "items": {"maxLength": 1}}),
    "TypedRest": all_of(
        record({"a": TEXT}), {"type": "object", "additionalProperties": {"type": "string", "maxLength": 2}}
    ),
    "OneOfKinds": {"oneOf": [TEXT, WHOLE, A]},
    "OneOfTags": {"oneOf": [tagged("x", WHOLE), tagged("y", TEXT)]},
    "OneOfBooleans": {"oneOf": [tagged(True, WHOLE), tagged(False, TEXT)]},
    "OneOfClosed": {"oneOf": [CLOSED, B]},
    "NeverInUnion": union(TEXT, NEVER, WHOLE),
    "TrueInAllOf": all_of(True, TEXT),
    "BothNumbers": {"type": ["integer", "number", "null"], "minimum": 1},
    "OpenLimits": {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 3},
}
REFERRING: dict[str, tuple[Any, dict[str, Any]]] = {
    "AllOfReference": (all_of(ref("AllOfReferenceBase")), {"Base": A}),
    "BesideReference": ({**ref("BesideReferenceBase"), "required": ["q"]}, {"Base": A}),
    "ScalarReference": (
        record({"s": all_of(ref("ScalarReferenceBase"), {"type": "string", "maxLength": 2})}),
        {"Base": TEXT},
    ),
    "Annotated": (all_of(ref("AnnotatedBase"), {"default": "a"}), {"Base": {"enum": ["a", "b"]}}),
    "Tree": (
        all_of(
            record({"v": WHOLE}),
            union(record({"child": ref("Tree")}, ["child"]), record({"leaf": TEXT}, ["leaf"])),
        ),
        {},
    ),
    "BothRecursive": (
        all_of(ref("BothRecursiveOne"), ref("BothRecursiveOther")),
        {
            "One": record({"n": ref("BothRecursiveOne"), "x": TEXT}),
            "Other": record({"n": ref("BothRecursiveOther"), "x": {"type": "string", "minLength": 1}}),
        },
    ),
    "NestedDefinitions": (
        {
            **record({"m": {"$ref": "#/$defs/NestedDefinitions/$defs/In"}}),
            "$defs": {"In": record({"i": WHOLE}, ["i"])},
            "$schema": DIALECT,
        },
        {},
    ),
    "PlaceAsDefinition": (
        record({"p": {"$ref": "#/$defs/PlaceAsDefinitionBase/properties/a"}}),
        {"Base": A},
    ),
}
CONSTRUCTS: dict[str, dict[str, Any]] = {
    name: {name: schema} for group in (CONSTANTS, OBJECTS, COMBINED) for name, schema in group.items()
} | {
    name: {name: schema, **{name + other: below for other, below in others.items()}}
    for name, (schema, others) in REFERRING.items()
}
