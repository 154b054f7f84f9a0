"""Old package: the files of a generated package → the revisions and extensions that a build keeps.

A build of some revisions does not change the others in its folder. The constants in the interface of each
folder tell what it contains.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from mcpgen.emit.folders import PACKAGE
from mcpgen.emit.revision_table import FILE, method_names, table_rows
from mcpgen.frontend.extensions import FOLDER
from mcpgen.names import module
from mcpgen.runtime.endpoints import JOINT

CHAIN = "adapters/__init__.py"
_CONSTANT = re.compile(
    r"^(REVISION|EXTENSIONS|IDENTIFIER|EXTENDS|CHAIN)(?:: .+)? = (\([^)]*\)|.+)$", re.MULTILINE
)


def held_revisions(files: Mapping[str, str]) -> list[str]:
    """Return the revisions of a package."""
    folders = _interfaces(files).items()
    return [facts["REVISION"] for path, facts in folders if "/" not in path and "REVISION" in facts]


def held_extensions(files: Mapping[str, str]) -> dict[str, str]:
    """Return the folders of extensions in a package by identifier."""
    found = _interfaces(files).items()
    return {facts["IDENTIFIER"]: path.split("/")[1] for path, facts in found if "IDENTIFIER" in facts}


def held_compositions(files: Mapping[str, str]) -> dict[str, str]:
    """Return the folders of composed revisions in a package, by their names at run time."""
    return {
        JOINT.join([facts["REVISION"], *facts["EXTENSIONS"]]): path.split("/")[1]
        for path, facts in _interfaces(files).items()
        if "EXTENSIONS" in facts
    }


def kept_files(present: Mapping[str, str], written: Iterable[str]) -> dict[str, str]:
    """Return the files of an old package that belong to revisions which are not built now."""
    folders = set(map(module, written))
    revisions = [revision for revision in held_revisions(present) if module(revision) not in folders]
    kept = {
        path
        for path, facts in _interfaces(present).items()
        if facts.get("EXTENDS", facts.get("REVISION")) in revisions
    }
    files = {path: text for path, text in present.items() if path.rpartition("/")[0] in kept}
    if any(path.startswith(f"{FOLDER}/") for path in files):
        files[f"{FOLDER}/__init__.py"] = PACKAGE
    composed = tuple(map(module, held_compositions(files)))
    adapters = {path: text for path, text in present.items() if path.startswith("adapters/")}
    return files | {path: text for path, text in adapters.items() if any(name in path for name in composed)}


def kept_rows(present: Mapping[str, str], known: Iterable[str]) -> dict[str, str]:
    """Return the facts about other revisions of an old package, as expressions."""
    rows = table_rows(present.get(FILE, ""))
    return {name: rows[name] for name in held_revisions(present) if name in rows and name not in known}


def kept_methods(present: Mapping[str, str], known: Iterable[str]) -> list[str]:
    """Return the method names of an old package if it has revisions that are not built now, else []."""
    return method_names(present.get(FILE, "")) if kept_rows(present, known) else []


def without_forgotten(present: Mapping[str, str], pinned: Collection[str]) -> dict[str, str]:
    """Return an old package without revisions that its adapters convert and that are no longer pinned."""
    chain = _facts(present.get(CHAIN, "")).get("CHAIN", ())
    folders = {module(revision) for revision in chain if revision not in pinned}
    return {path: text for path, text in present.items() if path.partition("/")[0] not in folders}


def _interfaces(files: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return the constants in the interface of each revision, extension and composed revision, by folder."""
    depths = {path: path.count("/") for path in files if path.endswith("/__init__.py")}
    return {
        path.rpartition("/")[0]: _facts(files[path])
        for path, depth in depths.items()
        if (depth == 1 and path.startswith("v")) or (depth == 2 and path.startswith(f"{FOLDER}/"))
    }


def _facts(source: str) -> dict[str, Any]:
    return {name: ast.literal_eval(value) for name, value in _CONSTANT.findall(source)}
