"""Build the npm package, and test its tarball as a user would install it: `make typescript`.

The input is `typescript/`. The output is `typescript/dist`, the tarball beside it, and a line on stdout for
each step, with the sizes of bundles. The tests of the package run against the tarball, installed in a new
folder. `package-lock.json` pins the compiler. npm is one of the development tools.
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
from support import bundles
from support.node import NODE, NoRegistryError, npm
from support.paths import ROOT
from support.waiting import CEILING

PACKAGE = ROOT / "typescript"


def compiler() -> list[str]:
    """Return the command of the pinned compiler, installed on first use."""
    pinned = json.loads((PACKAGE / "package.json").read_text("utf-8"))["devDependencies"]["typescript"]
    installed = PACKAGE / "node_modules" / "typescript" / "package.json"
    with file_tree.locked(PACKAGE / ".compiler"):  # tests in several processes may ask at once
        if not installed.exists() or json.loads(installed.read_text("utf-8"))["version"] != pinned:
            npm("ci", cwd=PACKAGE)
    return [NODE, str(PACKAGE / "node_modules" / "typescript" / "bin" / "tsc")]


def compiled(project: Path) -> str:
    """Return the errors of the compiler for a project, or '' if there are none."""
    command = [*compiler(), "--project", str(project)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=CEILING).stdout


def build() -> Path:
    """Build the package in its folder and return its tarball."""
    shutil.rmtree(PACKAGE / "dist", ignore_errors=True)
    if errors := compiled(PACKAGE / "tsconfig.build.json"):
        sys.exit(errors)
    shutil.copy(ROOT / "LICENSE", PACKAGE)
    for path in PACKAGE.glob("*.tgz"):
        path.unlink()
    (packed,) = json.loads(npm("pack", "--json", cwd=PACKAGE))
    return PACKAGE / str(packed["filename"])


def install(folder: Path, *packages: str) -> Path:
    """Build the package, and install it with other packages in a folder, as a user would.

    Return the tarball.
    """
    copy = folder / "package"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("node_modules", "dist", "*.tgz", ".*"))
    shutil.copy(ROOT / "LICENSE", copy)
    if errors := compiled(copy / "tsconfig.build.json"):
        raise AssertionError(errors)
    (packed,) = json.loads(npm("pack", "--json", cwd=copy))
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    tarball = copy / str(packed["filename"])
    npm("install", str(tarball), *packages, cwd=folder)
    return tarball


def tried(folder: Path) -> int:
    """Run the tests of the package that is installed in a folder.

    Return their number, or exit if one fails.
    """
    (folder / "test").mkdir()
    names = ("package", "session", "stateless")
    tests = [f"test/{name}.test.js" for name in names]
    for module in (*(f"{name}.test.js" for name in names), "runnable.js"):
        shutil.copy(PACKAGE / "test" / module, folder / "test")
    done = subprocess.run(
        [NODE, "--test", *tests],
        cwd=folder,
        env={**os.environ, "PACKAGE": "mcp-revisions"},
        capture_output=True,
        text=True,
        check=False,
    )
    passed = re.search(r"pass (\d+)", done.stdout)
    if done.returncode or passed is None:
        sys.exit(done.stdout)
    return int(passed[1])


def step(text: str) -> None:
    """Print the next step at once, because each step takes seconds."""
    print(text, flush=True)


def main() -> None:
    """Build, pack and test the package."""
    step("checking the types of typescript/src")
    if errors := compiled(PACKAGE / "tsconfig.json"):
        sys.exit(errors)
    step("building typescript/dist and packing it")
    made = build()
    with TemporaryDirectory() as name:
        folder = Path(name)
        step("installing the tarball and esbuild in a fresh folder")
        (folder / "package.json").write_text('{"private": true, "type": "module"}')
        npm("install", str(made), bundles.ESBUILD, cwd=folder)
        step("running the tests of the package there")
        step(f"{tried(folder)} tests pass")
        for bundle in bundles.BUNDLES:
            size, compressed, _ = bundles.measured(folder, bundle.code)
            step(f"{bundle.title}: {size / 1000:.1f} kB, {compressed / 1000:.1f} kB with gzip")
    step(f"{made}: {made.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    try:
        main()
    except NoRegistryError as error:
        sys.exit(f"make typescript needs npm's registry, which cannot be reached: {error}")
