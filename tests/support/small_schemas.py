"""Small schemas, built in this process as `mcpgen build --schema` builds them.

`Workshop` builds schema files into one package in a folder, and imports the package.
"""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from mcpgen import pipeline
from mcpgen.frontend.overlay import NO_OVERLAY, read_overlay
from mcpgen.frontend.read import file_source, read_protocol
from mcpgen.names import module
from mcpgen.problems import Problem, Refused
from support.revision_folder import revision_files

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT: dict[str, Any] = {"type": "string"}
_packages = count()


def schema(definitions: dict[str, Any], **others: Any) -> dict[str, Any]:
    """Return a schema file with these definitions."""
    return {"$schema": DIALECT, "$defs": definitions, **others}


def record(
    properties: dict[str, Any], required: tuple[str, ...] | list[str] = (), **others: Any
) -> dict[str, Any]:
    """Return the schema of an object."""
    return {"type": "object", "properties": properties, "required": list(required), **others}


def ref(name: str) -> dict[str, Any]:
    """Return a reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def union(*arms: Any) -> dict[str, Any]:
    """Return the schema of a union."""
    return {"anyOf": list(arms)}


class Workshop:
    """Builds schema files into one package in a folder, each as a revision."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.package = f"small{next(_packages)}"
        self.revisions = count()
        self.warnings: list[Problem] = []
        root = folder / self.package
        shutil.copytree(Path(pipeline.__file__).parent / "runtime", root / "_runtime")
        (root / "__init__.py").write_text("")
        sys.path.insert(0, str(folder))

    def files(
        self,
        source: Any,
        revision: str = "small",
        *,
        overlay: str | None = None,
        keep_descriptions: bool = False,
    ) -> dict[str, str]:
        """Return the files that are built from a schema, given as a value or as bytes.

        Warnings are stored.
        """
        path = self.folder / "schema.json"
        path.write_bytes(source if isinstance(source, bytes) else json.dumps(source).encode())
        self.warnings = []
        stated = NO_OVERLAY if overlay is None else read_overlay(overlay.encode(), "overlay.toml")
        source = file_source(path, stated, keep_descriptions=keep_descriptions)
        return revision_files(read_protocol(source, revision, self.warnings.append))

    def build(self, source: Any, **options: Any) -> ModuleType:
        """Build a schema, and return the imported revision."""
        name = f"r{next(self.revisions)}"
        for path, text in self.files(source, name, **options).items():
            target = self.folder / self.package / path
            target.parent.mkdir(exist_ok=True)
            target.write_text(text, "utf-8")
        importlib.invalidate_caches()
        return importlib.import_module(f"{self.package}.{module(name)}")

    def refusal(self, source: Any, **options: Any) -> list[str]:
        """Return the lines that a user reads if a schema is refused, or '' if it is not."""
        try:
            self.files(source, **options)
        except Refused as refused:
            return [str(problem).replace(f"{self.folder}/", "") for problem in refused.problems]
        return []


def exact(mcp: ModuleType, name: str, value: Any) -> None:
    """Assert that `value` is decoded as the type `name`, and encoded back to the same value."""
    written = json.loads(mcp.encode(mcp.decode(json.dumps(value).encode(), getattr(mcp, name))))
    assert json.dumps(written, sort_keys=True) == json.dumps(value, sort_keys=True)


def refused(mcp: ModuleType, name: str, value: Any) -> bool:
    """Return whether a package refuses a value as the type `name`."""
    try:
        mcp.decode(json.dumps(value).encode(), getattr(mcp, name))
    except ValueError:
        return True
    return False
