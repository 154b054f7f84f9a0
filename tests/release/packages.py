"""Build every package and check it; install the files in fresh environments and run the main jobs of each.

    packages.py build DIST      build twice, compare the bytes, check metadata and contents
    packages.py install DIST    run the jobs with this Python, or with each of `--pythons`; needs no checkout
    packages.py assets DIST     write build/assets, the other files of a release: the export, an SBOM each

`build` needs `hatchling`, `twine`, npm and `typescript/dist`; `install` needs npm; `assets` needs
`cyclonedx-bom`. Exit 0, or 1 with a line for each fault.
"""

from __future__ import annotations

import argparse
import filecmp
import fnmatch
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
EPOCH = "1577836800"  # of every file in an archive
WINDOWS = sys.platform == "win32"
PROJECTS = {"mcp_revisions": "generated", "mcp_revisions_bridge": "bridge", "mcpgen": "."}
"""The name of each wheel, and the folder of its project."""

INFO = ("*.dist-info/METADATA", "*.dist-info/WHEEL", "*.dist-info/RECORD", "*.dist-info/licenses/LICENSE")
SOURCE = ("LICENSE", "PKG-INFO", "README.md", "pyproject.toml", ".gitignore")
CONTENTS = {
    "mcp_revisions-*.whl": ("mcp_revisions/*.py", "mcp_revisions/py.typed", *INFO),
    "mcp_revisions-*.tar.gz": ("mcp_revisions/*.py", "mcp_revisions/py.typed", *SOURCE),
    "mcp_revisions_bridge-*.whl": (
        "mcp_bridge/*.py",
        "mcp_bridge/py.typed",
        *INFO,
        "*.dist-info/entry_points.txt",
    ),
    "mcp_revisions_bridge-*.tar.gz": ("mcp_bridge/*.py", "mcp_bridge/py.typed", *SOURCE),
    "mcpgen-*.whl": (
        "mcpgen/*.py",
        "mcpgen/py.typed",
        "mcpgen/schema/*.json",
        "mcpgen/schema/*.toml",
        "mcpgen/templates/*.jinja",
        "mcpgen/templates/atlas/*.css",
        "mcpgen/templates/atlas/*.js",
        "mcpgen/recordings/*.jsonl",
        "mcpgen/recordings/README.md",
        "mcpgen/samples/*.jsonl",
        *INFO,
        "*.dist-info/entry_points.txt",
    ),
    "mcpgen-*.tar.gz": (
        ".github/*",
        "bridge/*",
        "codegen/*",
        "docs/*",
        "generated/*",
        "schema/*",
        "templates/*",
        "tests/*",
        "typescript/*",
        *("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile"),
        *(".pre-commit-hooks.yaml", "action.yml", "constraints.txt", "mkdocs.yml"),
        *SOURCE,
    ),
    "mcp-revisions-*.tgz": (
        *("LICENSE", "README.md", "package.json"),
        *("dist/index.js", "dist/core.js", "dist/*.js", "dist/*.d.ts"),
        "dist/generated/*.json",
    ),
}
"""The files of each archive: each name matches a pattern, each pattern a name; a star goes over slashes."""
UNWANTED = ("*.pyc", "*/node_modules/*", "*/.venv/*", "*/.hypothesis/*")

JOBS = {
    "decode": (
        "from mcp_revisions import v2025_11_25 as mcp\n"
        'frame = b\'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}\'\n'
        "print(mcp.decode_message(frame, sender='client').params.name)",
        "echo",
    ),
    "convert": (
        "import mcp_revisions as mr\n"
        "link = {'type': 'resource_link', 'uri': 'file:///a', 'name': 'a'}\n"
        "frame = {'jsonrpc': '2.0', 'id': 1, 'result': {'content': [link]}}\n"
        "older = mr.convert(frame, '2025-11-25', '2024-11-05', sender='server', answering='tools/call')\n"
        "print(older.message['result']['content'][0]['type'], older.losses[0].kind)",
        "text reshaped",
    ),
}
"""Jobs of every environment, since all packages need `mcp-revisions`: code, and its output."""
NPM_JOB = (
    'import { convert, decode } from "mcp-revisions";\n'
    'const frame = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo" } };\n'
    'const { message } = decode(frame, "2025-11-25", { sender: "client" });\n'
    'const link = { type: "resource_link", uri: "file:///a", name: "a" };\n'
    'const answer = { jsonrpc: "2.0", id: 1, result: { content: [link] } };\n'
    'const options = { sender: "server", answering: "tools/call" };\n'
    'const older = convert(answer, "2025-11-25", "2024-11-05", options);\n'
    "console.log(message.params.name, older.message.result.content[0].type, older.losses[0].kind);\n"
)


def main() -> int:
    """Run one of the jobs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("job", choices=["build", "install", "assets"])
    parser.add_argument("dist", type=Path)
    parser.add_argument("--pythons", nargs="+", default=[sys.executable])
    options = parser.parse_args()
    dist = options.dist.resolve()
    jobs = {
        "build": lambda: build(dist),
        "install": lambda: install(dist, options.pythons),
        "assets": lambda: assets(dist, ROOT / "build" / "assets"),
    }
    faults = list(jobs[options.job]())
    print("\n".join(faults) or f"{options.job}: {options.dist} is in order")
    return bool(faults)


# Build


def build(dist: Path) -> Iterator[str]:
    """Build into `dist`; yield the faults."""
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        again = Path(folder)
        for out in (dist, again):
            for project in PROJECTS.values():
                hatch = [sys.executable, "-m", "hatchling", "build", "-d", str(out)]
                run(hatch, ROOT / project, SOURCE_DATE_EPOCH=EPOCH)
            run(npm("pack", "--silent", "--pack-destination", str(out)), ROOT / "typescript")
        names = sorted(path.name for path in dist.iterdir())
        _, differing, missing = filecmp.cmpfiles(dist, again, names, shallow=False)
        for name in [*differing, *missing]:
            yield f"{name}: two builds differ"
    yield from contents(dist)
    files = [str(path) for path in dist.iterdir() if path.suffix != ".tgz"]
    run([sys.executable, "-m", "twine", "check", "--strict", *files], ROOT)


def contents(dist: Path) -> Iterator[str]:
    """Yield a line for each archive without its patterns, each name without a pattern, and the reverse."""
    archives = sorted(dist.iterdir())
    for archive in archives:
        found = [patterns for name, patterns in CONTENTS.items() if fnmatch.fnmatchcase(archive.name, name)]
        if len(found) != 1:
            yield f"{archive.name}: is no package of the project"
            continue
        names, patterns = files_of(archive), found[0]
        for name in names:
            if not any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns):
                yield f"{archive.name}: has {name}"
        for pattern in patterns:
            if not fnmatch.filter(names, pattern):
                yield f"{archive.name}: has no {pattern}"
        for pattern in UNWANTED:
            yield from (f"{archive.name}: has {name}" for name in fnmatch.filter(names, pattern))
    if len(archives) != len(CONTENTS):
        yield f"{dist.name}: has {len(archives)} files, not {len(CONTENTS)}"


def files_of(archive: Path) -> list[str]:
    """Return the names of the files of an archive; those of a source archive without its top folder."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            return wheel.namelist()
    with tarfile.open(archive) as source:
        return [member.name.partition("/")[2] for member in source if member.isfile()]


# Install


def install(dist: Path, pythons: list[str]) -> Iterator[str]:
    """Install each package of `dist` in an environment of its own and run its jobs; yield the faults."""
    for python in pythons:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for package in PROJECTS:
                here = installed(dist, package, folder / package, python)
                for job, (code, expected) in JOBS.items():
                    if run([str(here), "-c", code], folder).strip() != expected:
                        yield f"{python}: {package}: {job} gives another result"
                if package in COMMANDS:
                    yield from (f"{python}: {fault}" for fault in COMMANDS[package](here, folder))
                print(f"{python}: {package}: installed, and did its jobs", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (tarball,) = dist.glob("*.tgz")
        (folder / "package.json").write_text('{"private": true, "type": "module"}', "utf-8")
        (folder / "job.js").write_text(NPM_JOB, "utf-8")
        run(npm("install", "--silent", "--no-audit", "--no-fund", str(tarball)), folder)
        if run(["node", "job.js"], folder).strip() != "echo text reshaped":
            yield f"{tarball.name}: gives another result"
        print(f"{tarball.name}: installed, and did its job", flush=True)


def installed(dist: Path, package: str, folder: Path, python: str) -> Path:
    """Make an environment with a wheel of `dist` and its requirements, and return its Python."""
    (wheel,) = dist.glob(f"{package}-*.whl")
    run([python, "-m", "venv", str(folder)], dist)
    here = folder / ("Scripts/python.exe" if WINDOWS else "bin/python")
    pip = [str(here), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    run([*pip, "--find-links", str(dist), str(wheel)], folder)
    return here


def run_mcpgen(python: Path, folder: Path) -> Iterator[str]:
    """Build a revision, validate a log, and ask for the bridge that is not there; yield the faults."""
    mcpgen, out = str(python.with_name("mcpgen")), folder / "out"
    run([mcpgen, "build", "--revision", "2025-11-25", "--out", str(out)], folder)
    types = "from mcp_revisions import v2025_11_25 as mcp; print(mcp.__file__)"
    if str(out) not in run([str(python), "-c", types], folder, PYTHONPATH=str(out)):
        yield "mcpgen build: the package does not import"
    log = folder / "log.jsonl"
    log.write_text(LOG, "utf-8")
    if "2 messages" not in run([mcpgen, "validate", str(log), "--revision", "2025-11-25"], folder):
        yield "mcpgen validate: another count of messages"
    if "mcp-revisions-bridge" not in run([mcpgen, "bridge"], folder, status=2):
        yield "mcpgen bridge: does not say what to install"


def run_bridge(python: Path, folder: Path) -> Iterator[str]:
    """Connect an old client to a recorded server; yield the faults."""
    server = folder / "server.py"
    server.write_text(SERVER, "utf-8")
    command = [str(python.with_name("mcp-bridge")), "--server", "2025-11-25", "--", str(python), str(server)]
    answers = run(command, folder, stdin=CLIENT)
    if '"2024-11-05"' not in answers:
        yield "mcp-bridge: no handshake in the revision of the client"
    if '"text":"[a](file:///a)"' not in answers:
        yield "mcp-bridge: the result is not converted"


COMMANDS = {"mcpgen": run_mcpgen, "mcp_revisions_bridge": run_bridge}
"""What each package with a command does."""

LOG = """\
{"jsonrpc": "2.0", "id": 1, "method": "ping"}
{"jsonrpc": "2.0", "id": 1, "result": {}}
"""
CLIENT = """\
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},\
"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"link"}}
"""
SERVER = '''\
"""A server of 2025-11-25: it answers each method as it was recorded."""
import json, sys

info = {"name": "recorded", "version": "1"}
RECORDED = {
    "initialize": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info},
    "tools/call": {"content": [{"type": "resource_link", "uri": "file:///a", "name": "a"}]},
}
for line in sys.stdin:
    frame = json.loads(line)
    if "id" in frame:
        answer = {"jsonrpc": "2.0", "id": frame["id"], "result": RECORDED[frame["method"]]}
        print(json.dumps(answer), flush=True)
'''


# Assets


def assets(dist: Path, folder: Path) -> Iterator[str]:
    """Write the export of mcpgen's wheel and an SBOM of each wheel into `folder`; yield the faults."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        for package in PROJECTS:
            here = installed(dist, package, Path(name) / package, sys.executable)
            for origin in (Path(name) / package).rglob("direct_url.json"):
                origin.unlink()  # names a folder of this machine
            run([str(here), "-m", "pip", "uninstall", "--quiet", "--yes", "setuptools", "pip"], folder)
            bom = folder / f"{package}.cdx.json"
            run([sys.executable, "-m", "cyclonedx_py", "environment", str(here), "-o", str(bom)], folder)
            parts = {part["name"] for part in json.loads(bom.read_text("utf-8"))["components"]}
            if not {package.replace("_", "-"), "msgspec"} <= parts:
                yield f"{bom.name}: does not name its package"
            if package == "mcpgen":
                run([str(here.with_name("mcpgen")), "export", "--out", f"{name}/export"], folder)
        with tarfile.open(folder / "export.tar.gz", "w:gz") as archive:
            archive.add(f"{name}/export", "export")


def npm(*arguments: str) -> list[str]:
    """Return a command of npm."""
    return [shutil.which("npm") or "npm", *arguments]


def run(command: list[str], cwd: Path, stdin: str = "", status: int = 0, **more: str) -> str:
    """Run a command and return its output; end with its error where the exit status is another."""
    done = subprocess.run(
        command, cwd=cwd, env={**CLEAN, **more}, input=stdin, capture_output=True, text=True, check=False
    )
    if done.returncode != status:
        raise SystemExit(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout if status == 0 else done.stdout + done.stderr


if __name__ == "__main__":
    sys.exit(main())
