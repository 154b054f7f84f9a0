"""Run the test suite in a copy of the checkout that has one revision more, `2026-12-31`: `make six`.

An invented file is ingested with its proposals accepted, the package is built, and the pages that list
revisions are written. No test may suppose the number of revisions.

    python tests/six.py [ARGUMENT OF PYTEST]...
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from mcpgen import schema_folder
from support.paths import ROOT
from support.sixth_revision import USUAL, official

REVISION = "2026-12-31"  # before the revisions that the tests invent
# The steps of docs/new-revision.md: ingest, build, and the files that `make golden` and `make pages` write.
STEPS = (
    ("mcpgen", "ingest", "official.json", "--revision", REVISION, "--accept-proposals", "--commit", "0" * 40),
    ("mcpgen", "build"),
    ("mcpgen.emit.reference_pages",),
    ("support.inferences",),
)


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


def main(arguments: list[str]) -> int:
    """Copy the checkout, add a revision, and run the suite; return the exit status of pytest."""
    with TemporaryDirectory() as folder:
        copy = copied(Path(folder))
        (copy / "official.json").write_text(json.dumps(official(USUAL, schema_folder.pinned_sources())))
        paths = [str(copy / name) for name in ("codegen", "generated", "tests")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        for step in STEPS:
            subprocess.run([sys.executable, "-m", *step], cwd=copy, env=environment, check=True)
        (copy / "official.json").unlink()
        command = [sys.executable, "-m", "pytest", *arguments]
        return subprocess.run(command, cwd=copy, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
