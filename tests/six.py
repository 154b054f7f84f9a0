"""Run the test suite in a copy of the checkout that has one revision more, `2026-12-31`: `make six`.

An invented file is ingested with its proposals accepted, descriptions are written, the package is built, and
the pages that list revisions are written. No test may suppose the number of revisions.

    python tests/six.py [ARGUMENT OF PYTEST]...
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mcpgen import schema_folder
from mcpgen.classes.descriptions import STAND_IN
from support.invented_changes import Types, arm, member, text, without
from support.paths import ROOT
from support.waiting_proposals import waiting_names

REVISION = "2026-12-31"  # before the revisions that the tests invent
OPTIONS = ("--revision", REVISION, "--accept-proposals", "--commit", "0" * 40)
INGEST = ("mcpgen", "ingest", "official.json", *OPTIONS)
# The steps of docs/new-revision.md: ingest, build, and the files that `make golden` and `make pages` write.
STEPS = (
    ("mcpgen", "build"),
    ("mcpgen", "build", "--language", "typescript"),
    ("support.reference_pages",),
    ("support.inferences",),
)


def official() -> dict[str, Any]:
    """Return the latest file with changes of names that no test changes.

    A method, an optional member, a required member and values of two enumerations, one of them with an order,
    are added. A member is removed.
    """
    sources = schema_folder.packaged().sources
    schema: dict[str, Any] = json.loads(sources[f"schema/{schema_folder.revisions()[-1]}/schema.json"])
    types: Types = schema["$defs"]
    types["InspectToolRequestParams"] = deepcopy(types["RequestParams"])
    types["InspectToolRequest"] = deepcopy(types["CallToolRequest"])
    types["InspectToolRequest"]["properties"]["method"]["const"] = "tools/inspect"
    types["InspectToolRequest"]["properties"]["params"]["$ref"] = "#/$defs/InspectToolRequestParams"
    types["InspectToolResult"] = deepcopy(types["Result"])
    types["Role"]["enum"].append("developer")
    types["LoggingLevel"]["enum"].append("trace")
    for edit in (
        member("InspectToolRequestParams", "name", text(), required=True),
        member("InspectToolResult", "tool", {"$ref": "#/$defs/Tool"}, required=True),
        arm("ClientRequest", "InspectToolRequest", added=True),
        arm("ServerResult", "InspectToolResult", added=True),
        member("CallToolResult", "elapsedMs", {"type": "integer"}),
        member("PromptArgument", "kind", text(), required=True),
        without("Implementation", "description"),
    ):
        edit(types)
    return schema


def copied(folder: Path) -> Path:
    """Return a copy of the files of the checkout that are tracked, as they are on disk."""
    copy = folder / "six"
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, names.stdout.split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    shared = ROOT.parent / "shared"
    if shared.is_dir():  # the official files, where they are at hand
        (folder / "shared").symlink_to(shared.resolve())
    return copy


def with_six_revisions(folder: Path) -> tuple[Path, dict[str, str]]:
    """Return a copy of the checkout with the invented revision, and the environment of its commands."""
    copy = copied(folder)
    paths = [str(copy / name) for name in ("bridge", "codegen", "generated", "tests")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}

    def run(*arguments: str) -> None:
        subprocess.run([sys.executable, "-m", *arguments], cwd=copy, env=environment, check=True)

    file, descriptions = copy / "official.json", copy / "schema" / "docs.toml"
    file.write_text(json.dumps(official()))
    run(*INGEST)
    named = (f"--accept={name}" for name in waiting_names(copy / "schema", REVISION))
    run("mcpgen", "ingest", "--revision", REVISION, *named)
    file.unlink()
    stubs = descriptions.read_text("utf-8")
    descriptions.write_text(stubs.replace(f'"{STAND_IN}', '"Invented: '), "utf-8")
    for step in STEPS:
        run(*step)
    return copy, environment


def main(arguments: list[str]) -> int:
    """Run the suite in a copy with six revisions; return the exit status of pytest."""
    with TemporaryDirectory() as folder:
        copy, environment = with_six_revisions(Path(folder))
        command = [sys.executable, "-m", "pytest", *arguments]
        return subprocess.run(command, cwd=copy, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
