"""The subset of JSON Schema that a form may use, by revision (client/elicitation#requested-schema).

In: a `requestedSchema` as a plain JSON tree, and a revision. Out: problems, each at a place of the schema. No
revision before 2025-06-18 has forms. Multi-select, titled options, and defaults of fields other than booleans
came with 2025-11-25.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from ..json_tree import within_limit
from ..json_values import json_pointer
from ..revisions import within

FIRST = "2025-06-18"  # the first revision with forms
RICH = "2025-11-25"  # the first revision with multi-select, titled options and all defaults
FORMATS = {
    "email": "an email address",
    "uri": "a URI with a scheme",
    "date": "a date as YYYY-MM-DD",
    "date-time": "a date and time with a zone, as 2025-11-25T10:30:00Z",
}
_COMMON = frozenset({"type", "title", "description"})
_FORM = frozenset({"type", "properties", "required"})
_KEYWORDS: dict[str, tuple[frozenset[str], frozenset[str]]] = {  # since 2025-06-18; since 2025-11-25
    # `pattern` is in the prose of 2025-11-25 alone, in no schema.
    "text": (_COMMON | {"minLength", "maxLength", "format"}, frozenset({"pattern", "default"})),
    "number": (_COMMON | {"minimum", "maximum"}, frozenset({"default"})),
    "yes-or-no": (_COMMON | {"default"}, frozenset()),
    "choice": (_COMMON | {"enum", "enumNames"}, frozenset({"default"})),
    "titled choice": (_COMMON, frozenset({"oneOf", "default"})),
    "multiple choice": (_COMMON, frozenset({"items", "minItems", "maxItems", "default"})),
}
_TYPES = ("string", "number", "integer", "boolean", "array")
_PathProblems = Iterator[tuple[list[str], str, str]]  # the path in a field, the reason, the expected form


class FieldProblem(msgspec.Struct, frozen=True):
    """A problem of one field: the place, the reason, and the expected value in words."""

    pointer: str
    reason: str
    expected: str


def problems(schema: Any, revision: str) -> Iterator[FieldProblem]:
    """Yield the parts of a `requestedSchema` that are outside the restricted subset of a revision."""
    return within_limit(_problems(schema, revision), lambda problem: (problem.pointer, problem.reason))


def _problems(schema: Any, revision: str) -> Iterator[FieldProblem]:
    if not within(revision, FIRST):
        yield FieldProblem("", f"{revision} has no forms: elicitation came with {FIRST}", f"{FIRST} or later")
        return
    rich = within(revision, RICH)
    if not isinstance(schema, dict) or schema.get("type") != "object":
        yield FieldProblem("/type", "a form is an object", "'object'")
        return
    for keyword in sorted(schema.keys() - (_FORM | {"$schema"} if rich else _FORM)):
        yield FieldProblem(json_pointer([keyword]), f"a form has no keyword {keyword!r}", _listed(_FORM))
    if not isinstance(schema.get("properties"), dict):
        yield FieldProblem("/properties", "a form has its fields under `properties`", "an object")
        return
    for name, field in schema["properties"].items():
        for path, reason, expected in _field_problems(field, rich):
            yield FieldProblem(json_pointer(["properties", name, *path]), reason, expected)


def _field_problems(field: Any, rich: bool) -> _PathProblems:
    found = _type_problem(field, "string, number, integer, boolean" + (" or array" if rich else ""), rich)
    if found is not None:
        yield found
        return
    shape = _shape(field)
    base, added = _KEYWORDS[shape]
    allowed = base | added if rich else base
    for keyword in sorted(field.keys() - allowed):
        late = f": it came with {RICH}" if keyword in added else ""
        yield [keyword], f"a {shape} field has no keyword {keyword!r}{late}", _listed(allowed)
    if shape == "text" and "format" in field and str(field["format"]) not in FORMATS:
        yield ["format"], f"forms have no format {field['format']!r}", _listed(frozenset(FORMATS))
    if shape == "multiple choice" and not _offers(field.get("items"), "anyOf"):
        reason = "a multi-select has items with `enum` or with `anyOf` of `const` and `title`"
        yield ["items"], reason, "a list of choices"
    if shape in ("choice", "titled choice") and not _offers(field, "oneOf"):
        reason = "choices are texts: `enum` of strings, or `oneOf` of `const` and `title`"
        yield [], reason, "a list of choices"


def _type_problem(field: Any, types: str, rich: bool) -> tuple[list[str], str, str] | None:
    """Return the problem of a field whose `type` no form has."""
    if not isinstance(field, dict) or "type" not in field:
        return [], "a field states one `type`", types
    kind, items = field["type"], field.get("items")
    is_list_of_objects = isinstance(items, dict) and (items.get("type") == "object" or "properties" in items)
    if kind == "object":
        return [], "a nested object: a form is flat", types
    if kind == "array" and is_list_of_objects:
        return (
            ["items"],
            "an array of objects: a form has primitive fields only",
            "items with `enum` or `anyOf`",
        )
    if kind == "array" and not rich:
        return [], f"multi-select came with {RICH}", types
    if not isinstance(kind, str) or kind not in _TYPES:
        return ["type"], f"a field of type {kind!r}", types
    return None


def _shape(field: dict[str, Any]) -> str:
    match field["type"]:
        case "array":
            return "multiple choice"
        case "boolean":
            return "yes-or-no"
        case "number" | "integer":
            return "number"
        case _:
            return "titled choice" if "oneOf" in field else "choice" if "enum" in field else "text"


def _offers(field: Any, titled: str) -> bool:
    """Say whether a field has well-formed choices, under the keyword `titled` or `enum`."""
    if not isinstance(field, dict):
        return False
    if titled in field:
        options = field[titled]
        return isinstance(options, list) and all(
            isinstance(o, dict) and isinstance(o.get("const"), str) and isinstance(o.get("title"), str)
            for o in options
        )
    values = field.get("enum")
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


@cache
def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names))
