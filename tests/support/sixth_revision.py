"""A project with one more revision: invented changes of the latest revision, ingested and built.

`ingested` writes a schema folder with `mcpgen ingest --accept-proposals`, as a maintainer does. `package`
imports a build of some of its revisions.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from mcpgen import cli, pipeline, schema_folder
from mcpgen.frontend.carry_over import inheriting_text
from mcpgen.frontend.package_data import data_root
from mcpgen.frontend.sources import Sources, read_sources
from mcpgen.schema_folder import Selection, folder_of, read_pins
from support.invented_changes import CHANGES
from support.paths import ROOT
from support.waiting_proposals import waiting_names

BRIDGE = ROOT / "bridge" / "mcp_bridge"
REVISION = "2027-01-31"
# A method, two members, an enumeration value, and a member removed.
USUAL = (
    "method added",
    "optional members added",
    "enumeration value added",
    "optional member removed",
    "required member added",
)
_packages = count()


def official(names: Sequence[str], base: Sources) -> dict[str, Any]:
    """Return the schema file of the latest revision with some invented changes."""
    schema: dict[str, Any] = json.loads(base[f"schema/{list(read_pins(base))[-1]}/schema.json"])
    for name in names:
        CHANGES[name].edit(schema["$defs"])
    return schema


def ingested(names: Sequence[str], root: Path) -> Path:
    """Copy the schema folder, ingest a file with some invented changes, and accept the proposals.

    Proposals that must be accepted by name are accepted too. A change of a fact that only an overlay
    states is made by hand, and its proposals are accepted by a second `ingest`.
    """
    folder = Path(shutil.copytree(data_root("schema"), root / "schema"))
    file = root / "official.json"
    file.write_text(json.dumps(official(names, read_sources(folder))))
    options = ["--revision", REVISION, "--accept-proposals", "--schema-dir", str(folder)]
    assert cli.run(["ingest", str(file), "--commit", "0" * 40, *options]) == 0
    stated = [CHANGES[name].overlay for name in names if CHANGES[name].of_overlay]
    if stated:
        overlay = folder / REVISION / "overlay.toml"
        overlay.write_text("\n".join([overlay.read_text("utf-8"), *stated]), "utf-8")
        assert cli.run(["ingest", *options]) == 0
    named = [part for name in waiting_names(folder, REVISION) for part in ("--accept", name)]
    if named:
        assert cli.run(["ingest", "--revision", REVISION, *named, "--schema-dir", str(folder)]) == 0
    return folder


def sources(names: Sequence[str]) -> Sources:
    """Return a schema folder with a revision that has some invented changes. Its overlay is written by hand.

    The changes have no decisions.
    """
    found = dict(schema_folder.packaged().sources)
    changes = [CHANGES[name] for name in names]
    pins = json.loads(found["schema/pins.json"])
    latest = list(pins)[-1]
    overlay = "\n".join([inheriting_text(REVISION, latest), *(change.overlay for change in changes)])
    data = json.dumps(official(names, found), indent=2).encode()
    digest = hashlib.sha256(data).hexdigest()
    pins[REVISION] = {"commit": "0" * 40, "sha256": [digest], "snapshot": digest}
    return found | {
        "schema/pins.json": json.dumps(pins, indent=2).encode(),
        f"schema/{REVISION}/schema.json": data,
        f"schema/{REVISION}/overlay.toml": overlay.encode(),
    }


def build(folder: Sources, revisions: Sequence[str]) -> pipeline.Files:
    """Return the files of a package with some revisions, not formatted."""
    return pipeline.build(folder_of(folder), Selection(tuple(revisions)), style=str)


@contextmanager
def package(root: Path, files: Mapping[str, str]) -> Iterator[Any]:
    """Write the files of a package to a folder, and import the package until the context ends.

    `bridge_of` imports a bridge for it.
    """
    name = f"sixth{next(_packages)}"
    for path, text in files.items():
        (root / name / path).parent.mkdir(parents=True, exist_ok=True)
        (root / name / path).write_text(text, encoding="utf-8")
    sys.path.insert(0, str(root))
    try:
        yield importlib.import_module(name)
    finally:
        sys.path.remove(str(root))
        for module in [
            module for module in sys.modules if module.partition(".")[0] in (name, f"{name}_bridge")
        ]:
            del sys.modules[module]


def bridge_of(package: Any) -> Any:
    """Return `mcp_bridge` as it would be if a package were `mcp_revisions`, imported."""
    name = f"{package.__name__}_bridge"
    folder = Path(package.__file__).parent.with_name(name)
    sources = sorted(BRIDGE.rglob("*.py"))
    for path in () if folder.exists() else sources:
        text = path.read_text("utf-8").replace("mcp_revisions", package.__name__).replace("mcp_bridge", name)
        copy = folder / path.relative_to(BRIDGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
    return importlib.import_module(name)
