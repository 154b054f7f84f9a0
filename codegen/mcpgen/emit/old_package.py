"""Find the revisions and extensions of an already generated package that a new build must keep.

A build of some revisions keeps the others in the same folder. The constants in the `__init__.py` of each
folder say what the folder contains.
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


def revisions_in_package(files: Mapping[str, str]) -> list[str]:
    """Return the revisions that a generated package contains."""
    folders = _interfaces(files).items()
    return [facts["REVISION"] for path, facts in folders if "/" not in path and "REVISION" in facts]


def extensions_in_package(files: Mapping[str, str]) -> dict[str, str]:
    """Return the extensions that a generated package contains: the folder of each identifier."""
    found = _interfaces(files).items()
    return {facts["IDENTIFIER"]: path.split("/")[1] for path, facts in found if "IDENTIFIER" in facts}


def compositions_in_package(files: Mapping[str, str]) -> dict[str, str]:
    """Return the folder of each revision with extensions in a generated package.

    The keys are names that the runtime uses, such as `2026-07-28+io.modelcontextprotocol/tasks`.
    """
    return {
        JOINT.join([facts["REVISION"], *facts["EXTENSIONS"]]): path.split("/")[1]
        for path, facts in _interfaces(files).items()
        if "EXTENSIONS" in facts
    }


def kept_files(present: Mapping[str, str], written: Iterable[str]) -> dict[str, str]:
    """Return the files of the old package `present` that a new build in the same folder keeps.

    The kept files belong to revisions that the build does not write. `written` are the revisions that it
    writes.
    """
    folders = set(map(module, written))
    revisions = [revision for revision in revisions_in_package(present) if module(revision) not in folders]
    kept = {
        path
        for path, facts in _interfaces(present).items()
        if facts.get("EXTENDS", facts.get("REVISION")) in revisions
    }
    files = {path: text for path, text in present.items() if path.rpartition("/")[0] in kept}
    if any(path.startswith(f"{FOLDER}/") for path in files):
        files[f"{FOLDER}/__init__.py"] = PACKAGE
    composed = tuple(map(module, compositions_in_package(files)))
    adapters = {path: text for path, text in present.items() if path.startswith("adapters/")}
    return files | {path: text for path, text in adapters.items() if any(name in path for name in composed)}


def kept_rows(present: Mapping[str, str], known: Iterable[str]) -> dict[str, str]:
    """Return the facts about revisions that only the old package has. The keys are the revisions.

    The facts are Python expressions from the revision table of the old package. `known` has the revisions of
    the current build.
    """
    rows = table_rows(present.get(FILE, ""))
    return {name: rows[name] for name in revisions_in_package(present) if name in rows and name not in known}


def kept_methods(present: Mapping[str, str], known: Iterable[str]) -> list[str]:
    """Return the method names that the old package lists, or [] if the build keeps none of its revisions."""
    return method_names(present.get(FILE, "")) if kept_rows(present, known) else []


def without_unpinned(present: Mapping[str, str], pinned: Collection[str]) -> dict[str, str]:
    """Return the files of an old package, without the folders of revisions that are no longer pinned."""
    chain = _facts(present.get(CHAIN, "")).get("CHAIN", ())
    folders = {module(revision) for revision in chain if revision not in pinned}
    return {path: text for path, text in present.items() if path.partition("/")[0] not in folders}


def _interfaces(files: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return the constants that the `__init__.py` of each folder in a generated package states, by folder.

    A folder is that of a revision, an extension or a revision with extensions.
    """
    depths = {path: path.count("/") for path in files if path.endswith("/__init__.py")}
    return {
        path.rpartition("/")[0]: _facts(files[path])
        for path, depth in depths.items()
        if (depth == 1 and path.startswith("v")) or (depth == 2 and path.startswith(f"{FOLDER}/"))
    }


def _facts(source: str) -> dict[str, Any]:
    return {name: ast.literal_eval(value) for name, value in _CONSTANT.findall(source)}
