"""The command `mcpgen build --language typescript`: write the generated part of the npm package.

The input is the schema folder. The output is the data of each revision and conversion, the types, and an
entry point for each revision and for each pair of revisions. All modules are written together, or compared
with those on disk. The exit status is that of `mcpgen build`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from itertools import permutations
from pathlib import Path
from typing import Any

from mcpgen.adapters.own_rules import FILE as OWN_RULES
from mcpgen.adapters.own_rules import load_rules
from mcpgen.classes.descriptions import extension_descriptions, with_extensions
from mcpgen.classes.typescript import comment_lines, extension_context, types_context
from mcpgen.commands.export.published import published_data
from mcpgen.commands.schema_dir import located, opened
from mcpgen.commands.typescript_data import data_files
from mcpgen.commands.written_files import end_with_files
from mcpgen.emit import file_tree
from mcpgen.emit.render import render
from mcpgen.problems import Problem, refuse
from mcpgen.runtime.conversion.rules import RULES
from mcpgen.schema_folder import SchemaFolder

GENERATED = "src/generated"


def build_typescript(schema_dir: Path | None, out: Path, *, check: bool) -> int:
    """Write the generated modules of the npm package in `out`. Return the exit status.

    The folder of generated modules is replaced in one step. Conversion rules that exist only in Python are
    reported on stderr. If `check` is true, write nothing, and compare the modules with those in `out`.
    """
    if out.exists() and not out.is_dir():
        raise refuse(str(out), "is not a folder; choose another --out")
    target = out / GENERATED
    with nullcontext() if check else file_tree.locked(target), opened(schema_dir) as folder:
        return _build(folder, target, check=check)


def _build(folder: SchemaFolder, target: Path, *, check: bool) -> int:
    files, present = typescript_files(folder), file_tree.read(target)
    if rules := left_out(folder, files):
        lacking = (
            f"{', '.join(rules)}: rules that only Python has; a conversion that calls one raises RangeError"
        )
        print(located(Problem(OWN_RULES, lacking), folder.path), file=sys.stderr)

    def write() -> str:
        file_tree.write(files, target)
        return f"wrote {len(files)} files to {target}"

    command = "mcpgen build --language typescript"
    return end_with_files(target, files, present, command, check=check, write=write)


def typescript_files(folder: SchemaFolder) -> dict[str, str]:
    """Return the text of each generated file of the npm package, by its path below `src/generated`."""
    data = published_data(folder)
    files = data_files(data)
    for revision in folder.revisions:
        context = types_context(folder.protocol(revision), folder.descriptions)
        names = {"revision": revision, "quoted": json.dumps(revision)}
        files[f"entry/{revision}.ts"] = render("typescript/revision.ts.jinja", {**context, **names})
    for name in folder.extensions:
        extension = folder.extension(name)
        descriptions = with_extensions(
            folder.descriptions, [(extension, extension_descriptions(folder.sources, name))]
        )
        context = extension_context(folder.protocol(extension.extends), extension, descriptions)
        files[f"entry/extensions/{name}.ts"] = render("typescript/extension.ts.jinja", context)
    for source, target in permutations(folder.revisions, 2):
        steps = data["revisions.json"]["ways"][source][target]
        plans = [{"name": f"step{number}", "plan": step} for number, step in enumerate(steps, 1)]
        listed = ", ".join(plan["name"] for plan in plans)
        pair = {"source": source, "target": target, "plans": plans, "steps": listed}
        files[f"entry/{source}/to/{target}.ts"] = render("typescript/pair.ts.jinja", pair)
    files["revisions.ts"] = render(
        "typescript/revisions.ts.jinja", {**_names(folder), "changes": _changes(data)}
    )
    files["published.ts"] = render("typescript/published.ts.jinja", _imports(files))
    return files


def _changes(data: Mapping[str, Any]) -> list[dict[str, object]]:
    """Return the template variables of each change that the conversions report: its id, and a reason.

    If a change has several reasons, the first one is used.
    """
    plans = [plan for path, plan in data.items() if path.startswith("conversions/")]
    reasons: dict[str, str] = {}
    for plan in plans:
        for change in plan["changes"].values():
            reasons.setdefault(change["id"], change["reason"])
    ids = sorted(reasons, key=_numbered)
    return [{"quoted": json.dumps(id), "comment": comment_lines(reasons[id])} for id in ids]


def _numbered(change: str) -> list[tuple[int, str]]:
    """Return a key for sorting ids by their numbers, so that `T3.9` comes before `T3.10`."""
    return [(int(part) if part.isdigit() else -1, part) for part in re.split(r"(\d+)", change)]


def _names(folder: SchemaFolder) -> dict[str, object]:
    """Return the variables of `revisions.ts.jinja`."""
    extensions = [(name, folder.extension(name)) for name in folder.extensions]
    batching = [name for name in folder.revisions if folder.protocol(name).batches]
    rows = []
    for number, name in enumerate(folder.revisions, 1):
        types = f"revision{number}"
        lists = {
            side: f" | {types}.{side}Message[]" if name in batching else "" for side in ("Client", "Server")
        }
        messages = {side.lower(): f"{types}.{side}Message{more}" for side, more in lists.items()}
        rows.append({"revision": name, "quoted": json.dumps(name), "types": types, **messages})
    return {
        "revisions": rows,
        "listed": ", ".join(map(json.dumps, folder.revisions)),
        "latest": json.dumps(folder.revisions[-1]),
        "extensions": [
            {
                "file": name,
                "types": f"extension{number}",
                "quoted": json.dumps(one.identifier),
                "extends": json.dumps(one.extends),
            }
            for number, (name, one) in enumerate(extensions, 1)
        ],
        "identifiers": " | ".join(json.dumps(one.identifier) for _, one in extensions) or "never",
        "batching": " | ".join(map(json.dumps, batching)) or "never",
    }


def _imports(files: Mapping[str, str]) -> dict[str, object]:
    """Return the variables of `published.ts.jinja`: the data modules, grouped by kind."""
    paths = [path.removeprefix("data/").removesuffix(".ts") for path in files if path.startswith("data/")]
    paths = [path for path in paths if "/" in path and not path.startswith(("methods/", "shared/"))]
    names = {path: f"data{number}" for number, path in enumerate(paths, 1)}

    def listed(kind: str) -> str:
        return ", ".join(names[path] for path in paths if path.startswith(f"{kind}/"))

    def keyed(kind: str) -> str:
        found = [path for path in paths if path.startswith(f"{kind}/")]
        return ", ".join(f"{json.dumps(path.removeprefix(f'{kind}/'))}: {names[path]}" for path in found)

    return {
        "files": [{"name": name, "path": path} for path, name in names.items()],
        "revisions": listed("types"),
        "extensions": listed("extensions"),
        "naming": keyed("naming"),
        "conversions": keyed("conversions"),
    }


def left_out(folder: SchemaFolder, files: Mapping[str, str]) -> list[str]:
    """Return the names of rules that the conversions in `files` call, but that the npm package lacks.

    These are the user's rules in `schema/rules.py`, which exist only in Python.
    """
    text = "".join(files.values())
    own = load_rules(folder.sources).keys() - RULES.keys()
    return sorted(name for name in own if f'"rule": {json.dumps(name)}' in text)
