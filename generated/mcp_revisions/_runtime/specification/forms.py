"""Forms of `elicitation/create`: is the content what the form asked for, what fills it in, what may it ask?

In: a `requestedSchema`, and content or raw answers, as plain JSON trees. Out: problems, one a field; default
values; choices; typed content. Rules: content is judged by `jsonschema` (the extra `mcp-revisions[forms]`),
and `check` finds no problem exactly when `jsonschema` finds none, `email`, `uri`, `date` and `date-time`
included. What a form may ask depends on the revision (client/elicitation#requested-schema): no forms before
2025-06-18; multi-select, titled options and defaults other than a boolean's from 2025-11-25. The other
functions need no extra.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import msgspec

from ..json_tree import listed, mapping, tree
from ..revisions import ORDER, within
from .json_schema import InvalidSchema, MissingExtra, errors, pointer

__all__ = [
    "InvalidSchema",
    "MissingExtra",
    "Problem",
    "check",
    "choices",
    "coerce",
    "defaults",
    "describe",
    "unsupported",
]

_FIRST = "2025-06-18"  # the revision that brought forms
_RICH = "2025-11-25"  # the revision that brought multi-select, titled options and defaults everywhere


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with one field: where, why, and in words what would have been right."""

    pointer: str
    reason: str
    expected: str


def check(content: Any, requested_schema: Any, *, revision: str = ORDER[-1]) -> tuple[Problem, ...]:
    """Return what is wrong with submitted content, one problem a field, in the order of the form.

    Raise `InvalidSchema` if the schema is no JSON Schema, `MissingExtra` without `jsonschema`, and
    `ValueError` for a revision without forms.
    """
    _demand_forms(revision)
    content, schema = tree(content), tree(requested_schema)
    properties = _properties(schema)
    found: dict[str, Problem] = {}
    for error in errors(schema, content):
        for path, reason in _places(error, content):
            field = path[0] if path else ""
            found.setdefault(field, Problem(pointer(path), reason, describe(properties.get(field, schema))))
    order = ["", *properties]
    return tuple(
        found[name] for name in sorted(found, key=lambda n: order.index(n) if n in order else len(order))
    )


def defaults(schema: Any, *, revision: str = ORDER[-1]) -> dict[str, Any]:
    """Return the values that a form starts with, by field name; up to 2025-06-18 only booleans have one."""
    fields = _properties(tree(schema)).items()
    rich = within(revision, _RICH)
    return {
        name: deepcopy(field["default"])
        for name, field in fields
        if "default" in field and (rich or field.get("type") == "boolean")
    }


def choices(property: Any) -> tuple[tuple[str, str], ...]:
    """Return the (value, title) pairs that a field offers, whatever its shape; none for a free field."""
    field = mapping(tree(property))
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


def coerce(schema: Any, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return typed content made of raw answers: text, or lists of text, as terminals and HTML forms yield them.

    Names that the form does not have are left out; so are empty answers, unless a text is required. What HTML
    leaves out although it was answered is filled in where it is required: an unticked box is `false`, no
    ticked box of several is `[]`. A title stands for its value. What cannot be read stays as it is, for
    `check` to name.
    """
    asked = mapping(tree(schema))
    required = listed(asked.get("required"))
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


def describe(field: Any) -> str:
    """Return in words what a field expects: `a whole number of 1 to 10`."""
    if not isinstance(field, dict):
        return "a value"
    kind, options = field.get("type"), choices(field)
    listed = ", ".join(repr(value) for value, _ in options)
    match kind:
        case "array":
            return f"a list of {_span(field, 'minItems', 'maxItems', 'of ')}{listed or 'values'}"
        case "string" if options:
            return f"one of {listed}"
        case "string":
            text = _FORMAT_WORDS.get(str(field.get("format")), "text")
            length = _span(field, "minLength", "maxLength", "characters")
            pattern = f" that matches {field['pattern']}" if "pattern" in field else ""
            return text + (f" of {length}" if length else "").rstrip() + pattern
        case "number" | "integer":
            span = _span(field, "minimum", "maximum", "")
            return _KIND_WORDS[kind] + (f" of {span}" if span else "")
        case _:
            return _KIND_WORDS.get(str(kind), "a value")


def unsupported(schema: Any, *, revision: str = ORDER[-1]) -> tuple[Problem, ...]:
    """Return what a `requestedSchema` uses outside the restricted subset of a revision, each part named."""
    if not within(revision, _FIRST):
        return (
            Problem("", f"{revision} has no forms: elicitation came with {_FIRST}", f"{_FIRST} or later"),
        )
    return tuple(_unsupported(tree(schema), within(revision, _RICH)))


# --- the restricted subset --------------------------------------------------------------------------------

_COMMON = frozenset({"type", "title", "description"})
_FORM = frozenset({"type", "properties", "required"})
_KEYWORDS: dict[str, tuple[frozenset[str], frozenset[str]]] = {  # since 2025-06-18; added by 2025-11-25
    # `pattern` is in the prose of 2025-11-25 alone, in no schema.
    "text": (_COMMON | {"minLength", "maxLength", "format"}, frozenset({"pattern", "default"})),
    "number": (_COMMON | {"minimum", "maximum"}, frozenset({"default"})),
    "yes-or-no": (_COMMON | {"default"}, frozenset()),
    "choice": (_COMMON | {"enum", "enumNames"}, frozenset({"default"})),
    "titled choice": (_COMMON, frozenset({"oneOf", "default"})),
    "multiple choice": (_COMMON, frozenset({"items", "minItems", "maxItems", "default"})),
}
_FORMAT_WORDS = {
    "email": "an email address",
    "uri": "a URI with a scheme",
    "date": "a date as YYYY-MM-DD",
    "date-time": "a date and time with a zone, as 2025-11-25T10:30:00Z",
}
_KIND_WORDS = {
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}


def _unsupported(schema: Any, rich: bool) -> Iterator[Problem]:
    if not isinstance(schema, dict) or schema.get("type") != "object":
        yield Problem("/type", "a form is an object", "'object'")
        return
    for keyword in sorted(schema.keys() - (_FORM | {"$schema"} if rich else _FORM)):
        yield Problem(pointer([keyword]), f"a form has no keyword {keyword!r}", _listed(_FORM))
    if not isinstance(schema.get("properties"), dict):
        yield Problem("/properties", "a form has its fields under `properties`", "an object")
        return
    for name, field in schema["properties"].items():
        for path, reason, expected in _field_faults(field, rich):
            yield Problem(pointer(["properties", name, *path]), reason, expected)


def _field_faults(field: Any, rich: bool) -> Iterator[tuple[list[str], str, str]]:
    kinds = "string, number, integer, boolean" + (" or array" if rich else "")
    if not isinstance(field, dict) or "type" not in field:
        yield [], "a field states one `type`", kinds
        return
    kind, items = field["type"], field.get("items")
    if kind == "object":
        yield [], "a nested object: a form is flat", kinds
        return
    if (
        kind == "array"
        and isinstance(items, dict)
        and (items.get("type") == "object" or "properties" in items)
    ):
        yield [
            "items"
        ], "an array of objects: a form has primitive fields only", "items with `enum` or `anyOf`"
        return
    if kind == "array" and not rich:
        yield [], f"multi-select came with {_RICH}", kinds
        return
    if not isinstance(kind, str) or kind not in ("string", "number", "integer", "boolean", "array"):
        yield ["type"], f"a field of type {kind!r}", kinds
        return
    shape = _shape(field)
    base, added = _KEYWORDS[shape]
    for keyword in sorted(field.keys() - base - (added if rich else frozenset())):
        late = f": it came with {_RICH}" if keyword in added else ""
        yield [keyword], f"a {shape} field has no keyword {keyword!r}{late}", _listed(
            base | added if rich else base
        )
    if shape == "text" and "format" in field and str(field["format"]) not in _FORMAT_WORDS:
        yield ["format"], f"the format {field['format']!r} is not one that forms have", _listed(_FORMAT_WORDS)
    if kind == "array" and not _offers(items, "anyOf"):
        yield [
            "items"
        ], "a multi-select has items with `enum` or with `anyOf` of `const` and `title`", "a list of choices"
    if shape in ("choice", "titled choice") and not _offers(field, "oneOf"):
        yield [], "choices are texts: `enum` of strings, or `oneOf` of `const` and `title`", "a list of choices"


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


# --- words for problems -----------------------------------------------------------------------------------


def _places(error: Any, content: Any) -> Iterator[tuple[list[str], str]]:
    path = [str(part) for part in error.absolute_path]
    if error.validator == "required" and isinstance(error.instance, dict):
        for name in error.validator_value:
            if name not in error.instance:
                yield [*path, name], "required, and missing"
        return
    reason = _REASONS.get(error.validator)
    yield path, (
        reason.format(value=_shown(error.instance), rule=error.validator_value) if reason else error.message
    )


_REASONS = {
    "type": "{value} has the wrong type",
    "enum": "{value} is not among the choices",
    "const": "{value} is not {rule!r}",
    "oneOf": "{value} is not among the choices",
    "anyOf": "{value} is not among the choices",
    "minLength": "{value} is shorter than {rule}",
    "maxLength": "{value} is longer than {rule}",
    "pattern": "{value} does not match {rule}",
    "format": "{value} is no valid {rule}",
    "minimum": "{value} is less than {rule}",
    "maximum": "{value} is more than {rule}",
    "minItems": "fewer than {rule} chosen",
    "maxItems": "more than {rule} chosen",
}


def _shown(value: Any) -> str:
    # Not msgspec's: a lone surrogate is to be shown, not refused.
    text = json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 60 else text[:57] + "..."


def _span(field: dict[str, Any], low: str, high: str, unit: str) -> str:
    least, most = field.get(low), field.get(high)
    unit = f" {unit}" if unit else ""
    if least is not None and most is not None:
        return f"{least} to {most}{unit}"
    if least is not None:
        return f"at least {least}{unit}"
    return f"at most {most}{unit}" if most is not None else ""


def _listed(names: Any) -> str:
    return ", ".join(sorted(names))


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


def _demand_forms(revision: str) -> None:
    if not within(revision, _FIRST):
        raise ValueError(f"{revision} has no forms: elicitation came with {_FIRST}")
