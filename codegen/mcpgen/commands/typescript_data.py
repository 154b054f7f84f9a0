"""Convert the JSON of `published_data` to the text of TypeScript modules.

A module has only the members that the npm package reads. A member that is null, false or empty is omitted if
its absence means the same. Unlike JSON files, modules need no import attributes, and bundlers include only
the data that a program uses.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from mcpgen.classes.corrected_schema import DEFINITIONS
from mcpgen.emit.render import render
from mcpgen.runtime.conversion.rules import RULES as CODED

JsonObject: TypeAlias = dict[str, Any]

# The values of these members are JSON values, where null, false and empty have a meaning.
_VALUES = frozenset({"value"})
# The values of these members are schemas or lists of schemas. An empty schema has a meaning.
_SCHEMAS = frozenset({"type", "types", "when", "items", "fits", "unfit"})
_TYPES = {
    "types": "RevisionTypes",
    "extensions": "ExtensionTypes",
    "conversions": "Conversion",
    "methods": "Methods",
    "naming": "readonly Naming[]",
}


def data_files(published: Mapping[str, JsonObject]) -> dict[str, str]:
    """Return the text of each data module, by path."""
    table = published["revisions.json"]
    files = {"data/ways.ts": _module("The plans between two ends, in order.", "Ways", 2, table["ways"])}
    for row in table["revisions"]:
        name = row["revision"]
        methods = {side: _calls(kinds) for side, kinds in row["methods"].items()}
        heading = f"The requests and notifications of {name}."
        files[f"data/methods/{name}.ts"] = _module(heading, "Methods", 3, methods)
        heading = f"How messages of {name} name their revision."
        files[f"data/naming/{name}.ts"] = _module(heading, "readonly Naming[]", 3, _compact(row["naming"]))
    for path, data in published.items():
        kind, _, name = path.removesuffix(".json").partition("/")
        if not name:
            continue
        compact = plan_data(data) if kind == "conversions" else _types(data)
        kind = "extensions" if "extension" in data else kind
        rules = sorted({*_rules(data["functions"]), *_rules(data["errors"])}) if kind == "conversions" else []
        files[f"data/{kind}/{name}.ts"] = _module(
            f"The {_heading(kind, data)}.", _TYPES[kind], 3, compact, [one for one in rules if one in CODED]
        )
    return files


def _calls(kinds: Mapping[str, str]) -> JsonObject:
    """Return the requests and notifications of a side. Embedded requests are never sent by themselves."""
    return {
        f"{one}s": [name for name, kind in kinds.items() if kind == one]
        for one in ("request", "notification")
    }


def _rules(node: Any) -> Iterator[str]:
    """Yield the rules that a part of a plan names."""
    if isinstance(node, dict):
        if isinstance(node.get("rule"), str):
            yield node["rule"]
        node = list(node.values())
    for inner in node if isinstance(node, list) else ():
        yield from _rules(inner)


def _heading(kind: str, data: JsonObject) -> str:
    if kind == "conversions":
        return f"plan of the conversion from {data['source']} to {data['target']}"
    return f"corrected schema of {data.get('revision') or data.get('extension')}"


def _types(data: JsonObject) -> JsonObject:
    """Return the types of a revision or extension, without the members that the npm package does not read."""
    unread = {"$schema", "format", "errors"}
    methods = {
        name: _compact({key: _name_of(one) for key, one in row.items() if key != "params"})
        for name, row in data["methods"].items()
    }
    found = {name: value for name, value in data.items() if name not in unread} | {"methods": methods}
    for table in {"$defs", "frames"} & found.keys():
        found[table] = {name: _schema(one) for name, one in found[table].items()}
    if "extension" in found:
        found["answers"] = {name: _name_of(results) for name, results in found["answers"].items()}
        found["additions"] = {_name_of(name): _name_of(owner) for name, owner in found["additions"].items()}
    return found


def plan_data(plan: JsonObject) -> JsonObject:
    """Return the plan of a conversion, without the members that the npm package does not read."""
    rows = {
        side: {
            name: _compact({key: one for key, one in row.items() if key != "fidelity"})
            for name, row in methods.items()
        }
        for side, methods in plan["methods"].items()
    }
    parts = {name: _compact(plan[name]) for name in ("functions", "errors", "context", "everyPart")}
    top = {
        name: value for name, value in plan.items() if name not in ("$schema", "format") and value is not None
    }
    definitions = {name: _schema(one) for name, one in plan["$defs"].items()}
    found = top | parts | {"methods": rows, "$defs": definitions}
    return {
        name: one for name, one in found.items() if name in ("functions", "methods") or not _is_empty(one)
    }


def _name_of(value: Any) -> Any:
    """Remove the common prefix from a reference, or from each reference in a list."""
    if isinstance(value, list):
        return [*map(_name_of, value)]
    return value.removeprefix(DEFINITIONS) if isinstance(value, str) else value


def _schema(schema: JsonObject) -> Any:
    """Return a schema without `kind`, because its other keywords imply it.

    A schema of kind `never` becomes `false`.
    """
    if schema["kind"] == "never":
        return False
    found: JsonObject = {}
    for keyword, value in schema.items():
        match keyword:
            case "items" | "additionalProperties" | "propertyNames":
                found[keyword] = _schema(value)
            case "anyOf":
                found[keyword] = [*map(_schema, value)]
            case "properties":
                found[keyword] = {name: _schema(one) for name, one in value.items()}
            case "$ref":
                found[keyword] = _name_of(value)
            case "kind":
                pass
            case _:
                found[keyword] = value
    return found


def _compact(node: Any) -> Any:
    """Return a part of a plan without members that are null, false or empty, at every depth.

    The values of members in `_VALUES` are not changed.
    """
    if isinstance(node, list):
        return [_compact(one) for one in node]
    if not isinstance(node, dict):
        return node
    found: JsonObject = {}
    for name, value in node.items():
        if name in _VALUES:
            found[name] = value
        elif name in _SCHEMAS and isinstance(value, dict):
            found[name] = _schema(value)
        elif name in _SCHEMAS and isinstance(value, list):
            found |= {name: [*map(_schema, value)]} if value else {}
        elif not _is_empty(inner := _compact(value)):
            found[name] = inner
    return found


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value in ([], {})


def _module(heading: str, type_: str, depth: int, data: Any, rules: Sequence[str] = ()) -> str:
    """Return the text of a module that exports `data`, with the `rules` that the data name.

    `depth` is the depth of its folder below `src`.
    """
    text = _literal(data) if isinstance(data, dict) else _expression(data)
    if rules:
        text = f"{text.removesuffix('}')}  rules: {{ {', '.join(rules)} }},\n}}"
    context = {
        "heading": heading,
        "imported": type_.removeprefix("readonly ").removesuffix("[]"),
        "type": type_,
        "source": "../" * depth,
        "rules": ", ".join(rules),
        "text": text,
    }
    return render("typescript/data.ts.jinja", context)


def _literal(data: JsonObject) -> str:
    """Return an object literal over several lines, so that a text diff stays small.

    Each member has its own line. If a member is a large object, its members have lines too.
    """
    lines = []
    for name, value in data.items():
        text = _expression(value)
        if isinstance(value, dict) and len(text) > 100:
            inner = "".join(f"    {_name(key)}: {_expression(one)},\n" for key, one in value.items())
            text = f"{{\n{inner}  }}"
        lines.append(f"  {_name(name)}: {text},\n")
    return f"{{\n{''.join(lines)}}}"


def _expression(value: Any) -> str:
    if isinstance(value, dict) and value:
        return f"{{ {', '.join(f'{_name(name)}: {_expression(one)}' for name, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_expression, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _name(name: str) -> str:
    """Return a member name for an object literal.

    `__proto__` is written as a computed name, because a plain `"__proto__"` would set the object's prototype.
    """
    return '["__proto__"]' if name == "__proto__" else json.dumps(name, ensure_ascii=False)
