"""Convert the JSON of `published_data` to the text of TypeScript modules.

A module has only the members that the npm package reads. If an absent member means the same as a null, false
or empty one, the member is omitted. Unlike JSON files, modules need no import attributes, and bundlers
include only the data that a program uses.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from mcpgen.classes.corrected_schema import DEFINITIONS
from mcpgen.commands.typescript_shared import SharedParts, member_name
from mcpgen.emit.render import render
from mcpgen.ir import closure
from mcpgen.runtime.conversion.rules import RULES as CODED

JsonObject: TypeAlias = dict[str, Any]

# The values of these members are JSON values, where null, false and empty have a meaning.
_VALUES = frozenset({"value"})
# The values of these members are schemas or lists of schemas. An empty schema has a meaning.
_SCHEMAS = frozenset({"type", "types", "when", "items", "fits", "unfit"})
# The members that name a change.
_CITING = frozenset({"change", "removal", "renaming", "withoutId", "batches"})
# The members that name a function.
_CALLS = frozenset({"function", "params", "result", "capabilities", "implementation"})
_TYPES = {
    "types": "RevisionTypes",
    "extensions": "ExtensionTypes",
    "conversions": "Conversion",
    "methods": "Methods",
    "naming": "readonly Naming[]",
}


def data_files(published: Mapping[str, JsonObject]) -> dict[str, str]:
    """Return the text of each data module of the npm package, by path, made from the published data."""
    table = published["revisions.json"]
    none = SharedParts()
    files = {
        "data/ways.ts": _module(
            "For each two revisions, the plans that convert from one to the other, in order of use.",
            "Ways",
            2,
            table["ways"],
            none,
        )
    }
    for row in table["revisions"]:
        name = row["revision"]
        methods: JsonObject = {side: _calls(kinds) for side, kinds in row["methods"].items()}
        if _error_id_required(published[f"types/{name}.json"]):
            methods["errorIdRequired"] = True
        heading = f"The requests and notifications of {name}."
        files[f"data/methods/{name}.ts"] = _module(heading, "Methods", 3, methods, none)
        heading = f"How messages of {name} name their revision."
        files[f"data/naming/{name}.ts"] = _module(
            heading, "readonly Naming[]", 3, _compact(row["naming"]), none
        )
    heading = "The names of the methods that a revision or an extension defines."
    files["data/methods/defined.ts"] = _module(heading, "MethodNames", 3, _defined(published), none)
    plans = [data for path, data in published.items() if path.startswith("conversions/")]
    names = ShortNames(plans)
    for folder, convert in (("conversions", lambda plan: plan_data(names.plan(plan))), ("types", _types)):
        found = {path: data for path, data in published.items() if path.startswith(f"{folder}/")}
        compact = {path: convert(data) for path, data in found.items()}
        shared = SharedParts(compact.values())
        for path, data in found.items():
            kind = "extensions" if "extension" in data else folder
            rules = _rules(data["functions"]) | _rules(data["errors"]) if kind == "conversions" else set()
            name = path.removeprefix(f"{folder}/").removesuffix(".json")
            files[f"data/{kind}/{name}.ts"] = _module(
                f"The {_heading(kind, data)}.",
                _TYPES[kind],
                3,
                compact[path],
                shared,
                sorted(rules & CODED.keys()),
            )
        context = {"folder": folder, "declarations": shared.declarations()}
        files[f"data/shared/{folder}.ts"] = render("typescript/shared.ts.jinja", context)
    return files


def _calls(kinds: Mapping[str, str]) -> JsonObject:
    """Return the names of the requests and of the notifications in `kinds`, which maps methods to kinds.

    Embedded requests, which occur only inside results, are left out.
    """
    return {
        f"{one}s": [name for name, kind in kinds.items() if kind == one]
        for one in ("request", "notification")
    }


def _defined(published: Mapping[str, JsonObject]) -> list[str]:
    """Return the names of the methods of all revisions and extensions, sorted."""
    types = [data for path, data in published.items() if path.startswith("types/")]
    return sorted({name for data in types for name in data["methods"]})


def _error_id_required(types: JsonObject) -> bool:
    """Return whether an error response of a revision must have an `id`."""
    error = types["frames"]["error"]
    while "$ref" in error:
        error = types["$defs"][_name_of(error["$ref"])]
    return "id" in error.get("required", ())


def _rules(node: Any) -> set[str]:
    """Return the names of the conversion rules that a part of a plan calls."""
    own = {node["rule"]} if isinstance(node, dict) and isinstance(node.get("rule"), str) else set()
    inside = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return own.union(*map(_rules, inside))


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
    """Return a published plan of a conversion, in the form that the npm package reads.

    Members that the npm package does not need are left out. The published plan names changes by id; here the
    changes themselves replace their ids.
    """
    plan = _cited({name: one for name, one in plan.items() if name != "changes"}, plan["changes"])
    rows = {
        side: {
            name: _compact({key: one for key, one in row.items() if key not in ("fidelity", "refusedFrom")})
            for name, row in methods.items()
        }
        for side, methods in plan["methods"].items()
    }
    parts = {name: _compact(plan[name]) for name in ("functions", "errors", "context", "everyPart")}
    parts["functions"] = {name: _without_kind(one, "object") for name, one in parts["functions"].items()}
    top = {
        name: value for name, value in plan.items() if name not in ("$schema", "format") and value is not None
    }
    definitions = {name: _schema(one) for name, one in plan["$defs"].items()}
    found = top | parts | {"methods": rows, "$defs": definitions}
    return {
        name: one for name, one in found.items() if name in ("functions", "methods") or not _is_empty(one)
    }


def _without_kind(node: JsonObject, usual: str) -> JsonObject:
    """Return a function of a plan, as JSON. Its member `kind` is left out if it equals `usual`."""
    return {name: value for name, value in node.items() if (name, value) != ("kind", usual)}


class ShortNames:
    """Gives short names to the functions and types of plans, because a bundler keeps every name.

    Types that are equal have the same name in all plans. Functions that are equal have the same name in a
    plan.
    """

    def __init__(self, plans: Sequence[JsonObject]) -> None:
        functions = sorted({name for plan in plans for name in plan["functions"]})
        self._functions = {name: f"f{number}" for number, name in enumerate(functions)}
        self._types = {text: f"t{number}" for number, text in enumerate(_type_texts(plans))}

    def plan(self, plan: JsonObject) -> JsonObject:
        """Return a published plan with short names for its functions and types."""
        types = {name: self._types[_type_text(plan, name)] for name in plan["$defs"]}
        names = self._functions
        while True:  # functions can become equal after the functions that they call have the same name
            functions = {names[name]: _named(one, types, names) for name, one in plan["functions"].items()}
            texts: dict[str, str] = {}
            merged = {name: texts.setdefault(json.dumps(one), name) for name, one in functions.items()}
            if all(name == kept for name, kept in merged.items()):
                break
            names = {name: merged.get(short, short) for name, short in names.items()}
        definitions = {types[name]: _named(one, types, names) for name, one in plan["$defs"].items()}
        whole = {**_named(plan, types, names), "functions": functions}
        found: JsonObject = _inlined({**whole, "$defs": definitions}, definitions, _recursive(definitions))
        return found


def _type_texts(plans: Sequence[JsonObject]) -> list[str]:
    return sorted({_type_text(plan, name) for plan in plans for name in plan["$defs"]})


def _type_text(plan: JsonObject, name: str) -> str:
    """Return a text that identifies a type of a plan: equal types, and no others, have the same text.

    The text is the name of the type, followed by the definitions of the types that it uses.
    """
    definitions, side = plan["$defs"], name.partition(".")[0]
    every = {one: definitions[one] for one in closure([name], lambda one: _used(definitions[one]))}
    return f"{name} {json.dumps(every, sort_keys=True)}".replace(f"{side}.", "")


def _named(node: Any, types: Mapping[str, str], functions: Mapping[str, str]) -> Any:
    """Return a part of a plan in which types and functions have other names.

    `types` and `functions` map the old names to the new ones.
    """
    if isinstance(node, list):
        return [_named(one, types, functions) for one in node]
    if not isinstance(node, dict):
        return node
    found: JsonObject = {}
    for name, value in node.items():
        if name in _CALLS and isinstance(value, str):
            found[name] = functions[value]
        elif name == "$ref" and isinstance(value, str):
            found[name] = DEFINITIONS + types[value.removeprefix(DEFINITIONS)]
        else:
            found[name] = value if name in _VALUES else _named(value, types, functions)
    return found


def _used(schema: JsonObject) -> list[str]:
    """Return the names of the definitions to which a schema refers."""
    return re.findall(rf'"\$ref": "{re.escape(DEFINITIONS)}([^"]+)"', json.dumps(schema))


def _recursive(definitions: Mapping[str, JsonObject]) -> set[str]:
    """Return the names of the definitions that contain themselves."""

    def below(name: str) -> list[str]:
        return _used(definitions[name])

    return {name for name in definitions if name in closure(below(name), below)}


def _inlined(node: Any, definitions: Mapping[str, JsonObject], kept: set[str]) -> Any:
    """Return a part of a plan in which each reference is replaced by the definition that it refers to.

    References to the definitions in `kept` are not replaced.
    """
    if isinstance(node, list):
        return [_inlined(one, definitions, kept) for one in node]
    if not isinstance(node, dict):
        return node
    reference = node.get("$ref")
    name = reference.removeprefix(DEFINITIONS) if isinstance(reference, str) else None
    if name is not None and name not in kept:
        return _inlined(definitions[name], definitions, kept)
    return {
        key: (
            {one: _inlined(value[one], definitions, kept) for one in sorted(kept)}
            if key == "$defs"
            else value if key in _VALUES else _inlined(value, definitions, kept)
        )
        for key, value in node.items()
    }


def _cited(node: Any, changes: Mapping[str, JsonObject]) -> Any:
    """Return a part of a plan in which the changes themselves replace their ids."""
    if isinstance(node, list):
        return [_cited(one, changes) for one in node]
    if not isinstance(node, dict):
        return node
    found: JsonObject = {}
    for name, value in node.items():
        if name in _CITING and isinstance(value, str):
            found[name] = changes[value]
        elif name == "withoutRequests":
            found[name] = {side: one and changes[one] for side, one in value.items()}
        else:
            found[name] = value if name in _VALUES else _cited(value, changes)
    return found


def _name_of(value: Any) -> Any:
    """Return the name that a reference leads to, or the names for a list: `#/$defs/Tool` gives `Tool`."""
    if isinstance(value, list):
        return [*map(_name_of, value)]
    return value.removeprefix(DEFINITIONS) if isinstance(value, str) else value


def _schema(schema: JsonObject) -> Any:
    """Return a schema without the keyword `kind`, at any depth, because the other keywords imply it.

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
    """Return a part of a plan without members that are null, false or empty, at any depth.

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
            schemas = [*map(_schema, value)]
            if name in ("fits", "unfit"):  # these schemas only check values, and need not know all members
                schemas = [{key: one for key, one in each.items() if key != "plain"} for each in schemas]
            found |= {name: schemas} if value else {}
        elif not _is_empty(inner := _compact(value)):
            found[name] = inner
    return found


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value in ([], {})


def _module(
    heading: str, type_: str, depth: int, data: Any, shared: SharedParts, rules: Sequence[str] = ()
) -> str:
    """Return the text of a TypeScript module that exports `data`.

    The module imports the `rules` that the data names. `depth` is the depth of the module's folder below
    `src`.
    """
    text = _literal(data, shared) if isinstance(data, dict) else shared.expression(data)
    folder = "conversions" if type_ == _TYPES["conversions"] else "types"
    if rules:
        text = f"{text.removesuffix('}')}  rules: {{ {', '.join(rules)} }},\n}}"
    names = shared.names_in(text)
    context = {
        "heading": heading,
        "imported": type_.removeprefix("readonly ").removesuffix("[]"),
        "type": type_,
        "source": "../" * depth,
        "rules": [", ".join(rules)] if rules else [],
        "folder": folder,
        "parts": [", ".join(names)] if names else [],
        "text": text,
    }
    return render("typescript/data.ts.jinja", context)


def _literal(data: JsonObject, shared: SharedParts) -> str:
    """Return an object literal over several lines, so that a text diff stays small.

    Each member has a line. If a member is a large object, each of its members has a line too.
    """
    lines = []
    for name, value in data.items():
        text = shared.expression(value)
        if isinstance(value, dict) and len(text) > 100:
            inner = "".join(f"    {member_name(key)}: {shared.literal(one)},\n" for key, one in value.items())
            text = f"{{\n{inner}  }}"
        lines.append(f"  {member_name(name)}: {text},\n")
    return f"{{\n{''.join(lines)}}}"
