"""Rules for elicitation: form fields, answers, and the capability."""

from __future__ import annotations

from typing import Any

from ...errors import INVALID_PARAMS
from ...json_values import names_in_order
from ..log import ConversionLog, Path, in_order, mapping
from ..losses import Change
from ..value_checks import NEVER, Shape
from .registry import JsonObject, OfMember, OfValue, rule

_OBJECT: Shape = ("object", {})
_OPTION = ("object", {"const": "string", "title": "string"}, ("const", "title"))
_OPTIONS = ("object", {"oneOf": ("array", _OPTION)}, ("oneOf",))
_TITLED = {"type": "string", "oneOf": [{"const": "", "title": ""}]}
_LEGACY = {"type": "string", "enum": [""], "enumNames": [""]}


@rule("R-ENUM", adapts=True, of=OfValue(_OBJECT, NEVER, _TITLED))
def titled_enum(schema: JsonObject, at: Path, log: ConversionLog, change: Change) -> JsonObject:
    """Convert `enum` and `enumNames` to `oneOf`, if both have the same number of strings."""
    values: Any = schema.get("enum")
    names: Any = schema.get("enumNames")
    if not are_strings(values) or not are_strings(names) or len(values) != len(names):
        return schema
    log.report("reshaped" if "oneOf" in schema else "respelled", at, schema, change)
    options = [{"const": value, "title": name} for value, name in zip(values, names, strict=True)]
    return _replaced(schema, "enum", "oneOf", options, ("enumNames", "oneOf"))


@rule("R-ENUM", leaves=("object", {"oneOf": NEVER}), of=OfValue(_OBJECT, _OPTIONS, _LEGACY))
def legacy_enum(schema: JsonObject, at: Path, log: ConversionLog, change: Change) -> JsonObject:
    """Convert `oneOf` with titled options to `enum` and `enumNames`, and remove the default."""
    options = schema.get("oneOf")
    if type(options) is not list or not all(_is_option(option) for option in options):
        return schema
    is_bare = all(option.keys() == {"const", "title"} for option in options)
    is_whole = is_bare and schema.keys().isdisjoint(("default", "enum", "enumNames"))
    log.report("respelled" if is_whole else "reshaped", at, schema, change)
    for k, option in enumerate(options):
        rest = [name for name in names_in_order(option) if name not in ("const", "title")]
        log.left_out(option, rest, ((at, "oneOf"), k), change)
    if "default" in schema:
        schema = {name: value for name, value in schema.items() if name != "default"}
    values = [option["const"] for option in options]
    changed = _replaced(schema, "oneOf", "enum", values, ("enum", "enumNames"))
    changed["enumNames"] = [option["title"] for option in options]
    return changed


_FORM = ("object", {"properties": ("map",), "required": None}, ("properties",))


@rule("R-ENUM", of=OfMember("properties", _FORM, {"properties": {}}, mends=True))
def no_multi_select(form: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop optional multi-select fields of a form.

    Refuse a form if such a field is required, or if it has no other fields.
    """
    properties, location = mapping(form, "properties", at), (at, "properties")
    multiple = [
        name for name, field in in_order(properties) if type(field) is dict and field.get("type") == "array"
    ]
    stated = form.get("required")
    required = {name for name in stated if type(name) is str} if type(stated) is list else ()
    for name in multiple:
        if len(multiple) == len(properties) or name in required:
            log.refuse((location, name), change, INVALID_PARAMS)
    for name in multiple:
        log.drop(properties, name, location, change)


def are_strings(value: Any) -> bool:
    """Return whether a value is a list of strings."""
    return type(value) is list and all(type(item) is str for item in value)


def _is_option(option: Any) -> bool:
    return type(option) is dict and type(option.get("const")) is str and type(option.get("title")) is str


def _replaced(schema: JsonObject, name: str, new: str, value: Any, removed: tuple[str, ...]) -> JsonObject:
    """Return a copy of a schema in which the member `new`, with `value`, replaces the member `name`.

    The new member has the position of the old one. The members in `removed` are omitted.
    """
    return {
        (new if key == name else key): (value if key == name else old)
        for key, old in schema.items()
        if key == name or key not in removed
    }


@rule("R-ERES", of=OfValue(("array", None), ("array", "string"), ""))
def single_answers(value: Any, at: Path, log: ConversionLog, change: Change) -> Any:
    """Convert a multi-select answer with one choice to that choice. Refuse an answer with none or several."""
    if len(value) != 1:
        log.refuse(at, change, INVALID_PARAMS)
    log.report("reshaped", at, value, change)
    return value[0]


@rule("R-ELICIT-CAP", of=OfMember("elicitation", _OBJECT, {}, removes=True))
def form_capability(capabilities: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop the capability `elicitation` if its only mode is the URL mode."""
    modes = capabilities["elicitation"]
    if type(modes) is dict and "url" in modes and "form" not in modes:
        log.drop(capabilities, "elicitation", at, change)
