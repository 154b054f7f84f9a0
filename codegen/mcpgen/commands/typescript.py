"""The command `mcpgen build --language typescript`: protocols and decisions → part of the npm package.

In: the schema folder. Out: the published files, the types of each revision and extension, and the module that
imports the files; written as a whole, or compared. The exit status is that of `mcpgen build`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

from mcpgen.adapters.own_rules import FILE as OWN_RULES
from mcpgen.adapters.own_rules import load_rules
from mcpgen.classes.sentences import extension_sentences
from mcpgen.classes.typescript import extension_context, types_context
from mcpgen.commands.export.published import published_texts
from mcpgen.commands.schema_dir import located
from mcpgen.commands.written_files import end_with_files
from mcpgen.emit import file_tree
from mcpgen.emit.render import render
from mcpgen.problems import Problem, refuse
from mcpgen.runtime.conversion.rules import RULES
from mcpgen.schema_folder import SchemaFolder

GENERATED = "src/generated"


def build_typescript(folder: SchemaFolder, out: Path, *, check: bool) -> int:
    """Write the generated part of the package in `out`, or compare it; return the exit status."""
    if out.exists() and not out.is_dir():
        raise refuse(str(out), "is not a folder; choose another --out")
    target = out / GENERATED
    files, present = typescript_files(folder), file_tree.read(target)
    if rules := left_out(folder, files):
        lacking = f"{', '.join(rules)}: rules in Python alone; a conversion that calls one raises RangeError"
        print(located(Problem(OWN_RULES, lacking), folder.path), file=sys.stderr)

    def write() -> str:
        gone = {target / path: None for path in present.keys() - files.keys()}
        file_tree.replace_files({**{target / path: text for path, text in files.items()}, **gone})
        return f"wrote {len(files)} files to {target}"

    command = "mcpgen build --language typescript"
    return end_with_files(target, files, present, command, check=check, write=write)


def typescript_files(folder: SchemaFolder) -> dict[str, str]:
    """Return the text of each generated file by path."""
    files = published_texts(folder)
    for revision in folder.revisions:
        context = types_context(folder.protocol(revision), folder.sentences)
        files[f"types/{revision}.ts"] = render("typescript/types.ts.jinja", context)
    for name in folder.extensions:
        sentences = extension_sentences(folder.sources, name)
        extended = extension_context(folder.extension(name), sentences)
        files[f"types/{name}.ts"] = render("typescript/types.ts.jinja", extended)
    files["index.ts"] = render("typescript/index.ts.jinja", _index(folder, files))
    return files


def left_out(folder: SchemaFolder, files: Mapping[str, str]) -> list[str]:
    """Return the own rules of a schema folder that the files of conversions call."""
    text = "".join(files.values())
    own = load_rules(folder.sources).keys() - RULES.keys()
    return sorted(name for name in own if f'"rule": {json.dumps(name)}' in text)


def _index(folder: SchemaFolder, files: dict[str, str]) -> dict[str, object]:
    """Return the context of `index.ts.jinja`."""
    paths = [path for path in files if path.endswith(".json") and not path.endswith(".schema.json")]
    names = {path: f"file{number}" for number, path in enumerate(paths, 1)} | {"revisions.json": "revisions"}
    identifiers = [folder.extension(name).identifier for name in folder.extensions]
    batching = [name for name in folder.revisions if folder.protocol(name).batches]
    return {
        "files": [{"name": names[path], "path": path} for path in paths],
        "conversions": ", ".join(names[path] for path in paths if path.startswith("conversions/")),
        "types": ", ".join(names[path] for path in paths if path.startswith("types/")),
        "revisions": " | ".join(map(json.dumps, folder.revisions)),
        "batching": " | ".join(map(json.dumps, batching)) or "never",
        "extensions": " | ".join(map(json.dumps, identifiers)) or "never",
    }
