"""Convert the JSON of `published_data` to the text of TypeScript modules.

A module has only the members that the npm package reads. A member that is null, false or empty is omitted if
its absence means the same. Unlike JSON files, modules need no import attributes, and bundlers include only
the data that a program uses.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from mcpgen.emit.render import render

JsonObject: TypeAlias = dict[str, Any]

# The values of these members are JSON values or schemas, where null, false and empty have a meaning.
_VALUES = frozenset({"value", "type", "fits", "unfit"})
_TYPES = {"types": "RevisionTypes", "extensions": "ExtensionTypes", "conversions": "Conversion"}


def data_files(published: Mapping[str, JsonObject]) -> dict[str, str]:
    """Return the text of each data module, by path."""
    table = published["revisions.json"]
    rows = [{"revision": row["revision"], "requestMeta": row["requestMeta"]} for row in table["revisions"]]
    facts = {"revisions": rows, "naming": table["naming"]}
    files = {
        "data/facts.ts": _module("The revisions, and how a message names its revision.", "Facts", 2, facts),
        "data/ways.ts": _module("The plans between two ends, in order.", "Ways", 2, table["ways"]),
    }
    for path, data in published.items():
        kind, _, name = path.removesuffix(".json").partition("/")
        if not name:
            continue
        compact = plan_data(data) if kind == "conversions" else _types(data)
        kind = "extensions" if "extension" in data else kind
        files[f"data/{kind}/{name}.ts"] = _module(f"The {_heading(kind, data)}.", _TYPES[kind], 3, compact)
    return files


def _heading(kind: str, data: JsonObject) -> str:
    if kind == "conversions":
        return f"plan of the conversion from {data['source']} to {data['target']}"
    return f"corrected schema of {data.get('revision') or data.get('extension')}"


def _types(data: JsonObject) -> JsonObject:
    """Return the types of a revision or extension, without the members that the npm package does not read."""
    unread = {"$schema", "format", "errors"}
    methods = {
        name: _compact({key: one for key, one in row.items() if key != "params"})
        for name, row in data["methods"].items()
    }
    return {name: value for name, value in data.items() if name not in unread} | {"methods": methods}


def plan_data(plan: JsonObject) -> JsonObject:
    """Return the plan of a conversion, without the members that the npm package does not read."""
    rows = {
        side: {
            name: _compact({key: one for key, one in row.items() if key != "fidelity"})
            for name, row in methods.items()
        }
        for side, methods in plan["methods"].items()
    }
    functions = {name: _compact(node) for name, node in plan["functions"].items()}
    top = {
        name: value for name, value in plan.items() if name not in ("$schema", "format") and value is not None
    }
    return top | {"functions": functions, "methods": rows, "errors": _compact(plan["errors"])}


def _compact(node: Any) -> Any:
    """Return a JSON value without members that are null, false or empty, at every depth.

    The values of members in `_VALUES` are not changed.
    """
    if isinstance(node, list):
        return [_compact(one) for one in node]
    if not isinstance(node, dict):
        return node
    found = {name: one if name in _VALUES else _compact(one) for name, one in node.items()}
    return {
        name: one
        for name, one in found.items()
        if name == "value" or (one is not None and (name == "type" or not _is_empty(one)))
    }


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value in ([], {})


def _module(heading: str, type_: str, depth: int, data: JsonObject) -> str:
    """Return the text of a module that exports `data`. `depth` is the number of folders from `src` to it."""
    source = "../" * depth + "published.ts"
    context = {"heading": heading, "type": type_, "source": source, "text": _literal(data)}
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
