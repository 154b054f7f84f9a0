"""Published data as modules of TypeScript: the trees of `published_trees` → the text of each module by path.

A module has what the package reads, and no member that is null, false or empty where the absent member means
the same. Bundlers then need no import attributes, and a bundle has the data that it uses.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from mcpgen.emit.render import render

Tree: TypeAlias = dict[str, Any]

# Members whose value is JSON or a schema: null, false and empty mean something there.
_VALUES = frozenset({"value", "type", "fits", "unfit"})
_TYPES = {"types": "RevisionTypes", "extensions": "ExtensionTypes", "conversions": "Conversion"}


def data_files(trees: Mapping[str, Tree]) -> dict[str, str]:
    """Return the text of each module by path; extensions have a folder of their own."""
    table = trees["revisions.json"]
    rows = [{"revision": row["revision"], "requestMeta": row["requestMeta"]} for row in table["revisions"]]
    facts = {"revisions": rows, "naming": table["naming"]}
    files = {
        "data/facts.ts": _module("The revisions, and how a message names its revision.", "Facts", 2, facts),
        "data/ways.ts": _module("The plans between two ends, in order.", "Ways", 2, table["ways"]),
    }
    for path, tree in trees.items():
        kind, _, name = path.removesuffix(".json").partition("/")
        if not name:
            continue
        compact = plan_data(tree) if kind == "conversions" else _types(tree)
        kind = "extensions" if "extension" in tree else kind
        files[f"data/{kind}/{name}.ts"] = _module(f"The {_heading(kind, tree)}.", _TYPES[kind], 3, compact)
    return files


def _heading(kind: str, tree: Tree) -> str:
    if kind == "conversions":
        return f"plan of the conversion from {tree['source']} to {tree['target']}"
    return f"corrected schema of {tree.get('revision') or tree.get('extension')}"


def _types(tree: Tree) -> Tree:
    """Return the types of a revision or of an extension without what the package does not read."""
    unread = {"$schema", "format", "errors"}
    methods = {
        name: _compact({key: one for key, one in row.items() if key != "params"})
        for name, row in tree["methods"].items()
    }
    return {name: value for name, value in tree.items() if name not in unread} | {"methods": methods}


def plan_data(tree: Tree) -> Tree:
    """Return the plan of a conversion without what the package does not read."""
    rows = {
        side: {
            name: _compact({key: one for key, one in row.items() if key != "fidelity"})
            for name, row in methods.items()
        }
        for side, methods in tree["methods"].items()
    }
    functions = {name: _compact(node) for name, node in tree["functions"].items()}
    top = {
        name: value for name, value in tree.items() if name not in ("$schema", "format") and value is not None
    }
    return top | {"functions": functions, "methods": rows, "errors": _compact(tree["errors"])}


def _compact(node: Any) -> Any:
    """Return a node of a plan without the members that say nothing."""
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


def _module(heading: str, type_: str, depth: int, tree: Tree) -> str:
    """Return the module of a tree; `depth` is that of its folder below `src`."""
    source = "../" * depth + "published.ts"
    context = {"heading": heading, "type": type_, "source": source, "text": _literal(tree)}
    return render("typescript/data.ts.jinja", context)


def _literal(tree: Tree) -> str:
    """Return a tree as a literal with a line for each member of a member, which differences then name."""
    lines = []
    for name, value in tree.items():
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
    """Return the name of a member; `__proto__` in a literal would set the prototype."""
    return '["__proto__"]' if name == "__proto__" else json.dumps(name, ensure_ascii=False)
