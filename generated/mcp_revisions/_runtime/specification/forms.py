"""Forms of `elicitation/create`: check content and forms, list defaults and choices, convert raw answers.

The schema, content and answers may be plain JSON, text or typed objects (`json_argument.as_json`). Only
`check` needs the extra `mcp-revisions[forms]`: it validates with `jsonschema`, including the formats `email`,
`uri`, `date` and `date-time`. `form_subset` has the keywords that a form may use in each revision. For a JSON
value, the functions raise an exception only if the value is nested too deeply. `check` also raises
`InvalidSchema`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from ..json_argument import as_json, listed, mapping
from ..json_values import json_pointer
from ..messages.options import JsonValue, checked_kind, checked_text
from ..revisions import latest
from . import form_subset
from .bounded_evaluation import InvalidSchema, MissingExtra
from .form_subset import FieldProblem
from .json_schema import errors, shortened

__all__ = [
    "FieldProblem",
    "InvalidSchema",
    "MissingExtra",
    "check",
    "choices",
    "coerce",
    "defaults",
    "describe",
    "unsupported",
]


def check(
    content: object, requested_schema: object, *, revision: str | None = None
) -> tuple[FieldProblem, ...]:
    """Validate submitted content against a form. Return at most one problem for each field, in form order.

    Raises `InvalidSchema` if the schema is not a valid JSON Schema, `MissingExtra` if `jsonschema` is not
    installed, `ValueError` for a revision without forms, `TypeError` for a revision that is not a string, and
    `DecodeError` for a value that is nested too deeply.
    """
    _demand_forms(_known(revision))
    content, schema = as_json(content), as_json(requested_schema)
    properties, other = _properties(schema), describe(schema)
    found: dict[str, tuple[list[str], FieldProblem]] = {}
    reported: set[tuple[int, int]] = set()
    for error in errors(schema, content):
        location = [str(part) for part in error.absolute_path]
        for path, reason in _located_reasons(error, location, reported):
            field = path[0] if path else ""
            if field not in found or location < found[field][0]:
                expected = describe(properties[field]) if field in properties else other
                found[field] = location, FieldProblem(json_pointer(path), reason, expected)
    order = {name: index for index, name in enumerate(["", *properties])}
    return tuple(found[name][1] for name in sorted(found, key=lambda name: order.get(name, len(order))))


def defaults(schema: object, *, revision: str | None = None) -> dict[str, JsonValue]:
    """Return the default values of a form by field name. Until 2025-06-18 only booleans have a default.

    Raises `DecodeError` for a value that is nested too deeply, and `TypeError` for a revision that is not a
    string.
    """
    fields = _properties(as_json(schema)).items()
    known = _known(revision)
    return {
        name: deepcopy(field["default"])
        for name, field in fields
        if "default" in field and "default" in form_subset.keywords(form_subset.kind_of_field(field), known)
    }


def choices(property: object) -> tuple[tuple[str, str], ...]:
    """Return the choices of a form field as pairs of value and title. Return () if it has none.

    Raises `DecodeError` for a value that is nested too deeply.
    """
    field = mapping(as_json(property))
    items = field.get("items")
    if field.get("type") == "array" and isinstance(items, dict):
        options, values, titles = items.get("anyOf"), items.get("enum"), None
    else:
        options, values, titles = field.get("oneOf"), field.get("enum"), field.get("enumNames")
    if isinstance(options, list):
        pairs = [o for o in options if isinstance(o, dict) and "const" in o]
        return tuple((o["const"], str(o.get("title", o["const"]))) for o in pairs)
    if not isinstance(values, list):
        return ()
    named = titles if isinstance(titles, list) else []
    return tuple((v, str(named[i] if i < len(named) else v)) for i, v in enumerate(values))


def coerce(schema: object, answers: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Convert raw answers to the types of a form's fields.

    `answers` maps field names to strings or lists of strings, as an HTML form sends them.

    - Answers to unknown fields are dropped. Empty answers are dropped, except for a field that is a required
      text.
    - A required boolean or array without an answer becomes `false` or `[]`, because HTML sends nothing for
      an unticked box.
    - The title of a choice becomes its value.
    - An answer that cannot be converted stays unchanged, so that `check` reports it.

    Raises `DecodeError` for a schema that is nested too deeply, and `TypeError` for answers that are not a
    dict.
    """
    checked_kind("answers", answers, Mapping, "a dict")
    asked = mapping(as_json(schema))
    required = {name for name in listed(asked.get("required")) if isinstance(name, str)}
    content: dict[str, Any] = {}
    for name, field in _properties(asked).items():
        answer = answers.get(name)
        kind = field.get("type")
        if isinstance(answer, (list, tuple)) and kind != "array":
            answer = answer[-1] if answer else None
        if answer is None or (answer == "" and kind != "string"):
            if name in required and isinstance(kind, str) and kind in _UNTICKED:
                content[name] = deepcopy(_UNTICKED[kind])
        elif answer != "" or name in required:
            content[name] = _typed(field, answer)
    return content


def describe(field: object) -> str:
    """Describe the value that a form field expects, such as `a whole number of 1 to 10`.

    Raises `DecodeError` for a value that is nested too deeply.
    """
    if not isinstance(field, dict):
        return "a value"
    kind, options = field.get("type"), choices(field)
    values = ", ".join(repr(value) for value, _ in options)
    match kind:
        case "array":
            return f"a list of {_span(field, 'minItems', 'maxItems', 'of ')}{values or 'values'}"
        case "string" if options:
            return f"one of {values}"
        case "string":
            text = form_subset.FORMATS.get(str(field.get("format")), "text")
            length = _span(field, "minLength", "maxLength", "characters")
            pattern = f" that matches {field['pattern']}" if "pattern" in field else ""
            return text + (f" of {length}" if length else "").rstrip() + pattern
        case "number" | "integer":
            span = _span(field, "minimum", "maximum", "")
            return _KIND_WORDS[kind] + (f" of {span}" if span else "")
        case _:
            return _KIND_WORDS.get(str(kind), "a value")


def unsupported(schema: object, *, revision: str | None = None) -> tuple[FieldProblem, ...]:
    """Return a problem for each part of a `requestedSchema` that the revision does not allow in a form.

    Raises `DecodeError` for a value that is nested too deeply, and `TypeError` for a revision that is not a
    string.
    """
    return tuple(form_subset.problems(as_json(schema), _known(revision)))


_KIND_WORDS = {
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}

# --- reasons of problems ----------------------------------------------------------------------------------


def _located_reasons(
    error: Any, path: list[str], reported: set[tuple[int, int]]
) -> Iterator[tuple[list[str], str]]:
    if error.validator == "required" and isinstance(error.instance, dict):
        # `jsonschema` reports an error for each missing name. All names are yielded for the first one.
        pair = (id(error.instance), id(error.validator_value))
        if pair in reported:
            return
        reported.add(pair)
        for name in error.validator_value:
            if name not in error.instance:
                yield [*path, name], "required but missing"
        return
    reason = _REASONS.get(error.validator)
    yield path, (
        reason.format(value=_shown(error.instance), rule=_shown(error.validator_value, quotes=False))
        if reason
        else shortened(error.message)
    )


_REASONS = {
    "type": "{value} has the wrong type",
    "enum": "{value} is not among the choices",
    "const": "{value} is not {rule}",
    "oneOf": "{value} is not among the choices",
    "anyOf": "{value} is not among the choices",
    "minLength": "{value} is shorter than {rule}",
    "maxLength": "{value} is longer than {rule}",
    "pattern": "{value} does not match {rule}",
    "format": "{value} is not a valid {rule}",
    "minimum": "{value} is less than {rule}",
    "maximum": "{value} is more than {rule}",
    "minItems": "fewer than {rule} chosen",
    "maxItems": "more than {rule} chosen",
}


def _shown(value: Any, quotes: bool = True) -> str:
    if isinstance(value, (dict, list)) and value:
        return shortened(repr(value), 60)
    if isinstance(value, str):
        value = value[:61]
    # `json`, because msgspec refuses half of a surrogate pair.
    text = value if isinstance(value, str) and not quotes else json.dumps(value, ensure_ascii=False)
    return shortened(text.encode("utf-8", "backslashreplace").decode(), 60)


def _span(field: dict[str, Any], low: str, high: str, unit: str) -> str:
    least, most = field.get(low), field.get(high)
    unit = f" {unit}" if unit else ""
    if least is not None and most is not None:
        return f"{least} to {most}{unit}"
    if least is not None:
        return f"at least {least}{unit}"
    return f"at most {most}{unit}" if most is not None else ""


# --- answers ----------------------------------------------------------------------------------------------

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?P<fraction>\.[0-9]*)?|\.[0-9]+)(?P<exponent>[eE][+-]?[0-9]+)?")
_YES = frozenset({"true", "on", "yes", "y", "1"})
_NO = frozenset({"false", "off", "no", "n", "0"})
_UNTICKED: dict[str, Any] = {"boolean": False, "array": []}


def _typed(field: dict[str, Any], answer: Any) -> Any:
    kind = field.get("type")
    offered = [(value, title) for value, title in choices(field) if isinstance(value, str)]
    values = {title: value for value, title in reversed(offered)} | {value: value for value, _ in offered}
    if kind == "array":
        if isinstance(answer, str):
            answer = [answer] if answer in values else [part.strip() for part in answer.split(",")]
        return (
            [values.get(a, a) if isinstance(a, str) else a for a in answer]
            if isinstance(answer, (list, tuple))
            else answer
        )
    if not isinstance(answer, str):
        return answer
    text = answer.strip()
    if kind == "boolean":
        return True if text.lower() in _YES else False if text.lower() in _NO else answer
    if kind in ("number", "integer"):
        return _number(text, answer)
    return values.get(answer, answer)


def _number(text: str, answer: str) -> Any:
    found = _NUMBER.fullmatch(text)
    if found is None:
        return answer
    if not found["exponent"] and not (found["fraction"] or text.lstrip("+-").startswith(".")):
        return int(text) if len(text) <= 4000 else answer
    value = float(text)
    return value if value - value == 0 else answer  # JSON has no infinity


def _properties(schema: Any) -> dict[str, dict[str, Any]]:
    fields = schema.get("properties") if isinstance(schema, dict) else None
    return {n: f for n, f in fields.items() if isinstance(f, dict)} if isinstance(fields, dict) else {}


def _known(revision: str | None) -> str:
    return latest() if revision is None else checked_text("revision", revision)


def _demand_forms(revision: str) -> None:
    if not form_subset.has_forms(revision):
        first = form_subset.first_with("form")
        raise ValueError(f"{revision} has no forms; {first} added elicitation")
