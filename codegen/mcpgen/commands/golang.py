"""The command `mcpgen build --language go`: write the generated part of the Go module.

The input is the schema folder, and the import path of the module in its `go.mod`. The output is Go files, and
the published data, which the module embeds. All files are written together, or compared with the present
ones. The exit status is that of `mcpgen build`. The templates print code as gofmt formats it, so Go need not
be installed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import nullcontext
from itertools import permutations
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

from mcpgen.classes.golang import GoTypes, exported, extension_package, revision_package
from mcpgen.commands.export.published import published_data, published_texts
from mcpgen.commands.schema_dir import opened
from mcpgen.commands.written_files import end_with_files
from mcpgen.emit import file_tree
from mcpgen.emit.render import render
from mcpgen.frontend.sources import read_file
from mcpgen.ir import Extension
from mcpgen.problems import refuse
from mcpgen.runtime.endpoints import with_extensions
from mcpgen.schema_folder import SchemaFolder

JsonObject: TypeAlias = dict[str, Any]

PACKAGE = "mcprevisions"  # also the import path, until the module is in a repository
_MODULE = re.compile(r"^module[ \t]+([\w.~-]+(?:/[\w.~-]+)*)[ \t]*$", re.ASCII | re.MULTILINE)
# The paths of generated files. No other file has such a path.
_GENERATED = re.compile(r"generated(_test)?\.go|data/.*|v[^/]*/([^/]*/)?types\.go")


def build_go(schema_dir: Path | None, out: Path, *, check: bool) -> int:
    """Write the generated files of the Go module in `out`. Return the exit status.

    All files change in one step. Files that are no longer generated are removed. If `check` is true, write
    nothing, and compare the files in `out` with the files that would be written.
    """
    if out.exists() and not out.is_dir():
        raise refuse(str(out), "is not a folder; choose another --out")
    with nullcontext() if check else file_tree.writing(out), opened(schema_dir) as folder:
        return _build(folder, out, check=check)


def _build(folder: SchemaFolder, out: Path, *, check: bool) -> int:
    files = go_files(folder, module_path(out))
    present = {path: text for path, text in file_tree.read(out).items() if _GENERATED.fullmatch(path)}

    def write() -> str:
        gone = dict.fromkeys(present.keys() - files.keys())
        file_tree.update({**files, **gone}, out)
        return f"wrote {len(files)} files to {out}"

    return end_with_files(out, files, present, "mcpgen build --language go", check=check, write=write)


def module_path(out: Path) -> str:
    """Return the import path of the Go module in a folder. Refuse a folder whose `go.mod` states none."""
    path = out / "go.mod"
    if not path.exists():
        return PACKAGE
    found = _MODULE.search(read_file(path, str(path)).decode("utf-8", "replace"))
    if found is None:
        raise refuse(str(path), f"needs a line such as `module {PACKAGE}`")
    return found[1]


def go_files(folder: SchemaFolder, module: str = PACKAGE) -> dict[str, str]:
    """Return the text of each generated file of the Go module, by path. `module` is its import path."""
    texts = published_texts(folder)
    data = {f"data/{path}": text for path, text in texts.items() if not path.endswith(".schema.json")}
    files = {**data, "generated.go": render("go/generated.go.jinja", _names(folder))}
    for revision in folder.revisions:
        package = revision_package(revision)
        names: dict[str, object] = {
            "package": package,
            "revision": revision,
            "module": module,
            "root": PACKAGE,
            "constant": f"Revision{exported(revision)}",
            "decoder": f"Decoder{exported(revision)}",
        }
        context = GoTypes(folder.protocol(revision), folder.descriptions).context(names)
        files[f"{package}/types.go"] = render("go/types.go.jinja", context)
    for name in folder.extensions:
        path, text = _extension_types(folder, name, module)
        files[path] = text
    revisions = [{"package": revision_package(revision)} for revision in folder.revisions]
    every = {"module": module, "root": PACKAGE, "revisions": revisions}
    files["generated_test.go"] = render("go/generated_test.go.jinja", every)
    return files


def _extension_types(folder: SchemaFolder, name: str, module: str) -> tuple[str, str]:
    """Return the path and the text of the Go file with the types of an extension."""
    extension = folder.extension(name)
    base, package = revision_package(extension.extends), extension_package(name)
    names: dict[str, object] = {
        "package": package,
        "base": base,
        "revision": extension.extends,
        "identifier": extension.identifier,
        "composed": json.dumps(with_extensions(extension.extends, extension.identifier)),
        "root": PACKAGE,
        "decoder": _extension_decoder(extension),
    }
    types = GoTypes(extension.protocol, folder.descriptions, extension)
    context = types.context(names)
    body = render("go/type_declarations.go.jinja", context)
    decodes = bool(context["decodes"])
    used = {
        "encoding/json": decodes or "json." in body,
        "fmt": "fmt." in body,
        module: True,
        f"{module}/internal/members": "members." in body,
        f"{module}/{base}": decodes or f"{base}." in body,
    }
    imports = [path for path, is_used in used.items() if is_used]
    own = [path for path in imports if path.startswith(module)]
    context |= {"imports": [path for path in imports if path not in own], "own_imports": own}
    return f"{base}/{package}/types.go", render("go/extension.go.jinja", context)


def _extension_decoder(extension: Extension) -> str:
    return f"Decoder{exported(extension.extends)}{exported(extension.name)}"


def _names(folder: SchemaFolder) -> JsonObject:
    """Return the template variables of `generated.go.jinja`."""
    data = published_data(folder)
    paths = {path: PurePosixPath(path) for path in data if "/" in path}
    plans = {path.stem: f"plan{n}" for n, path in enumerate(_in(paths, "conversions"), 1)}
    types = {path.stem: f"types{n}" for n, path in enumerate(_in(paths, "types"), 1)}
    variables = {"conversions": plans, "types": types}
    kinds = {"conversions": "planFile", "types": "typesFile"}
    revisions = [
        {
            "revision": name,
            "quoted": json.dumps(name),
            "constant": f"Revision{exported(name)}",
            "decoder": f"Decoder{exported(name)}",
            "types": types[name],
        }
        for name in folder.revisions
    ]
    constants = {one["revision"]: one["constant"] for one in revisions}
    ways = data["revisions.json"]["ways"]
    return {
        "revisions": revisions,
        "latest": revisions[-1]["constant"],
        "names": f"[]Revision{{{', '.join(constants.values())}}}",
        "changes": [json.dumps(id) for id in _change_ids(data)],
        "extensions": [_extension(folder, name, types) for name in folder.extensions],
        "pairs": [
            {
                "source": source,
                "target": target,
                "pair": f"Pair{exported(source)}To{exported(target)}",
                "from": constants[source],
                "to": constants[target],
                "plans": f"[]*planFile{{{', '.join(f'&{plans[step]}' for step in ways[source][target])}}}",
            }
            for source, target in permutations(folder.revisions, 2)
        ],
        "files": [
            {"path": str(path), "variable": variables[kind][path.stem], "type": kinds[kind]}
            for path in paths.values()
            for kind in [path.parts[0]]
        ],
        "plans": [{"quoted": json.dumps(name), "variable": variable} for name, variable in plans.items()],
    }


def _change_ids(data: Mapping[str, Any]) -> list[str]:
    """Return the ids that a loss or a refusal of the published data can cite, sorted."""
    plans = [one for path, one in data.items() if path.startswith("conversions/")]
    changes = [change for plan in plans for change in plan["changes"].values()]
    rows = [row for one in data["revisions.json"]["revisions"] for row in one["naming"]]
    return sorted({one["id"] for one in (*changes, *rows)})


def _in(paths: dict[str, PurePosixPath], kind: str) -> list[PurePosixPath]:
    return [path for path in paths.values() if path.parts[0] == kind]


def _extension(folder: SchemaFolder, name: str, types: dict[str, str]) -> JsonObject:
    extension = folder.extension(name)
    return {
        "constant": f"Extension{exported(name)}",
        "quoted": json.dumps(extension.identifier),
        "extends": extension.extends,
        "types": types[name],
        "base": types[extension.extends],
        "decoder": _extension_decoder(extension),
    }
