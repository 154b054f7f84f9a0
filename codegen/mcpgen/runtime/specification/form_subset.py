"""The subset of JSON Schema that a form may use, by revision (client/elicitation#requested-schema).

`problems` finds the parts of a `requestedSchema` that a revision does not allow. The allowed keywords come
from the types of each revision (`RevisionFacts.forms`). `PROSE_KEYWORDS` adds those that only the text of the
specification mentions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from ..json_argument import within_limit
from ..json_values import json_pointer
from ..messages.mismatch import shown
from ..revisions import facts_of, order, within
from .json_schema import shortened

FORMATS = {  # formats with their descriptions
    "email": "an email address",
    "uri": "a URI with a scheme",
    "date": "a date as YYYY-MM-DD",
    "date-time": "a date and time with a zone, as 2024-02-29T10:30:00Z",
}
_COMMON = ("type", "title", "description")


class ProseKeyword(NamedTuple):
    """A keyword that the specification's text allows in a kind of field, but no schema file contains."""

    kind: str
    keyword: str
    since: str


PROSE_KEYWORDS = (ProseKeyword("text", "pattern", since="2025-11-25"),)
_TYPES = ("string", "number", "integer", "boolean", "array")
_PathProblems = Iterator[tuple[list[str], str, str]]  # the path in a field, the reason, the expected form


class FieldProblem(msgspec.Struct, frozen=True):
    """A problem of one form field: a JSON Pointer, the reason, and a description of the expected value."""

    pointer: str
    reason: str
    expected: str


def problems(schema: Any, revision: str) -> Iterator[FieldProblem]:
    """Yield a problem for each part of a `requestedSchema` that the revision does not allow in a form."""
    return within_limit(_problems(schema, revision), lambda problem: (problem.pointer, problem.reason))


def _problems(schema: Any, revision: str) -> Iterator[FieldProblem]:
    if not has_forms(revision):
        first = first_with("form")
        yield FieldProblem("", f"{revision} has no forms; {first} added elicitation", f"{first} or later")
        return
    allowed = keywords("form", revision)
    if not isinstance(schema, dict) or schema.get("type") != "object":
        yield FieldProblem("/type", "a form must be an object", "'object'")
        return
    for keyword in sorted(schema.keys() - allowed):
        expected = _listed(allowed - {"$schema"})
        yield FieldProblem(
            json_pointer([keyword]), f"a form cannot have the keyword {shown(keyword)}", expected
        )
    if not isinstance(schema.get("properties"), dict):
        yield FieldProblem("/properties", "a form needs its fields in `properties`", "an object")
        return
    for name, field in schema["properties"].items():
        for path, reason, expected in _field_problems(field, revision):
            yield FieldProblem(json_pointer(["properties", name, *path]), reason, expected)


def _field_problems(field: Any, revision: str) -> _PathProblems:
    has_lists = "multiple choice" in facts_of(revision).forms
    types = "string, number, integer, boolean" + (" or array" if has_lists else "")
    found = _type_problem(field, types, has_lists)
    if found is not None:
        yield found
        return
    shape = kind_of_field(field)
    allowed = keywords(shape, revision)
    for keyword in sorted(field.keys() - allowed):
        first = first_with(shape, keyword)
        late = f"; {first} added it" if first and not within(revision, first) else ""
        yield [keyword], f"a {shape} field cannot have the keyword {shown(keyword)}{late}", _listed(allowed)
    formats = facts_of(revision).formats
    if shape == "text" and "format" in field and str(field["format"]) not in formats:
        yield ["format"], f"forms do not have the format {shortened(repr(field['format']), 60)}", _listed(
            frozenset(formats)
        )
    if shape == "multiple choice" and not _offers(field.get("items"), "anyOf"):
        reason = "a multi-select field needs items with `enum`, or with `anyOf` of `const` and `title`"
        yield ["items"], reason, "a list of choices"
    if shape in ("choice", "titled choice") and not _offers(field, "oneOf"):
        reason = "choices must be strings: `enum`, or `oneOf` of `const` and `title`"
        yield [], reason, "a list of choices"


def _type_problem(field: Any, types: str, has_lists: bool) -> tuple[list[str], str, str] | None:
    """Return the problem of a form field with a wrong `type`, or None if the type is allowed.

    `types` names the allowed types, for the text of the problem. `has_lists` says whether the revision has
    multi-select fields.
    """
    if not isinstance(field, dict) or "type" not in field:
        return [], "a field needs one `type`", types
    kind, items = field["type"], field.get("items")
    is_list_of_objects = isinstance(items, dict) and (items.get("type") == "object" or "properties" in items)
    if kind == "object":
        return [], "a form cannot have nested objects", types
    if kind == "array" and is_list_of_objects:
        return (
            ["items"],
            "a form cannot have arrays of objects",
            "items with `enum` or `anyOf`",
        )
    if kind == "array" and not has_lists:
        return [], f"{first_with('multiple choice')} added multi-select fields", types
    if not isinstance(kind, str) or kind not in _TYPES:
        return ["type"], f"a field cannot have the type {shortened(repr(kind), 60)}", types
    return None


def has_forms(revision: str) -> bool:
    """Return whether a revision has elicitation forms (`requestedSchema`)."""
    return bool(facts_of(revision).forms)


@lru_cache(maxsize=256)
def keywords(kind: str, revision: str) -> frozenset[str]:
    """Return the keywords that a revision allows in a kind of field, or in the form itself (`form`)."""
    prose = [each.keyword for each in PROSE_KEYWORDS if each.kind == kind and within(revision, each.since)]
    return frozenset({*facts_of(revision).forms.get(kind, _COMMON), *prose})


@lru_cache(maxsize=256)
def first_with(kind: str, keyword: str = "type") -> str | None:
    """Return the first revision that allows a keyword in a kind of field, or None."""
    having = (
        revision
        for revision in order()
        if kind in facts_of(revision).forms and keyword in keywords(kind, revision)
    )
    return next(having, None)


def kind_of_field(field: Mapping[str, Any]) -> str:
    """Return the kind of a form field: a key of `RevisionFacts.forms`, such as `text` or `choice`."""
    match field.get("type"):
        case "array":
            return "multiple choice"
        case "boolean":
            return "yes-or-no"
        case "number" | "integer":
            return "number"
        case _:
            return "titled choice" if "oneOf" in field else "choice" if "enum" in field else "text"


def _offers(field: Any, titled: str) -> bool:
    """Return whether a form field, or the `items` of a multi-select field, has a valid list of choices.

    `titled` is the keyword for choices with titles, such as `oneOf`. If the field lacks it,
    the choices are in `enum`.
    """
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
