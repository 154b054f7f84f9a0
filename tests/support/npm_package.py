"""Build the npm package and try its tarball as a user does: `make typescript`.

In: `typescript/`. Out: `typescript/dist`, the tarball beside it, and its size on stdout. The
tests of the package run against the tarball, installed in a fresh folder. The compiler is the one that
`package-lock.json` pins; npm comes with the development tools.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from mcpgen.emit import file_tree
from support.node import NODE, npm
from support.paths import ROOT
from support.waiting import CEILING

PACKAGE = ROOT / "typescript"


def compiler() -> list[str]:
    """Return the command of the pinned compiler, installed on first use."""
    pinned = json.loads((PACKAGE / "package.json").read_text("utf-8"))["devDependencies"]["typescript"]
    installed = PACKAGE / "node_modules" / "typescript" / "package.json"
    with file_tree.locked(PACKAGE / ".compiler"):  # tests in several processes may ask at once
        if not installed.exists() or json.loads(installed.read_text("utf-8"))["version"] != pinned:
            npm("ci", "--silent", "--no-audit", "--no-fund", cwd=PACKAGE)
    return [NODE, str(PACKAGE / "node_modules" / "typescript" / "bin" / "tsc")]


def compiled(project: Path) -> str:
    """Return what the compiler says about a project; "" is no error."""
    command = [*compiler(), "--project", str(project)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=CEILING).stdout


def build() -> Path:
    """Build the package and return its tarball."""
    shutil.rmtree(PACKAGE / "dist", ignore_errors=True)
    for project in ("tsconfig.json", "tsconfig.build.json"):
        if errors := compiled(PACKAGE / project):
            sys.exit(errors)
    shutil.copy(ROOT / "LICENSE", PACKAGE)
    for path in PACKAGE.glob("*.tgz"):
        path.unlink()
    (packed,) = json.loads(npm("pack", "--json", "--silent", cwd=PACKAGE))
    return PACKAGE / str(packed["filename"])


def tried(tarball: Path) -> str:
    """Install a tarball in a fresh folder, run the tests of the package there, and return their output."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "package.json").write_text('{"private": true, "type": "module"}')
        npm("install", "--silent", "--no-audit", "--no-fund", str(tarball), cwd=folder)
        (folder / "src").symlink_to(PACKAGE / "src")
        (folder / "test").mkdir()
        for module in ("package.test.js", "runnable.js"):
            shutil.copy(PACKAGE / "test" / module, folder / "test")
        command = [NODE, "--test", "test/package.test.js"]
        environment = {**os.environ, "PACKAGE": "mcp-revisions"}
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            sys.exit(done.stdout)
        return done.stdout


if __name__ == "__main__":
    made = build()
    passed = re.search(r"pass (\d+)", tried(made))
    count = passed[1] if passed else 0
    print(f"{made}: {made.stat().st_size:,} bytes; {count} tests pass with it in a fresh folder")
