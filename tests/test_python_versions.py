"""Python 3.10 to 3.15: the generated package imports, decodes and type-checks; builds are identical."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from mcpgen.emit.module_contexts import PUBLIC

VERSIONS = ("3.10", "3.11", "3.12", "3.13", "3.14", "3.15")
USE = '''
"""A program that uses the package as its documentation says, for the type checkers."""

import mcp_revisions as mr
from mcp_revisions import v2025_11_25 as mcp
from mcp_revisions import v2026_07_28 as latest


def names(data: bytes) -> list[str]:
    result = mcp.decode(data, mcp.ListToolsResult)
    return [tool.name for tool in result.tools]


def call(data: bytes) -> str:
    try:
        message = mcp.decode_message(data, sender="client")
    except mr.DecodeError as error:
        return f"{error.pointer}: {error.reason} ({error.code})"
    if isinstance(message, mcp.CallToolRequest):
        return message.params.name
    return ""


def text(block: mcp.ContentBlock) -> str:
    if isinstance(block, mcp.TextContent):
        return block.text
    return mcp.encode(block).decode()


def older(frame: dict[str, object]) -> int:
    done = mr.convert(frame, latest.REVISION, mcp.REVISION, sender="client")
    return len(done.losses)
'''
READ = """
import json, sys
import mcp_revisions as mr

answers, counts = {"client": "server", "server": "client"}, {}
for line in open(sys.argv[1], encoding="utf-8"):
    revision, sender, answering, frame = json.loads(line)
    module = mr.revision(revision)
    data = json.dumps(frame, ensure_ascii=False).encode()
    message = module.decode_message(data, sender=sender, answering=answering)
    assert json.loads(module.encode(message)) == frame, frame
    counts[revision] = counts.get(revision, 0) + 1
for source in mr.REVISIONS:
    for target in mr.REVISIONS:
        params = {"progressToken": 1, "progress": 2}
        frame = {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}
        assert mr.convert(frame, source, target, sender="server").message["params"]["progress"] == 2
print(json.dumps(counts))
"""


@cache
def interpreter(version: str) -> str | None:
    """Return a Python of this version, of those on the path and those that pyenv keeps."""
    kept = sorted(
        Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob(f"versions/{version}.*/bin/python")
    )
    here = [sys.executable] if sys.version.startswith(f"{version}.") else []
    for candidate in (*here, *map(str, kept), shutil.which(f"python{version}")):
        if candidate is None:
            continue
        asked = [candidate, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        if done.stdout.strip() == version:
            return candidate
    return None


def required(version: str) -> str:
    """Return a Python of this version, or skip."""
    found = interpreter(version)
    if found is None:
        pytest.skip(f"there is no Python {version} here")
    return found


def outside(executable: str, packages: Path, cwd: Path, *arguments: str) -> str:
    """Run a Python that sees only the given packages; return its output."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env |= {"PYTHONPATH": str(packages), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [executable, "-s", *arguments]
    done = subprocess.run(command, env=env, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def install(version: str, target: Path, root: Path, *requirements: str) -> None:
    """Put packages for another Python into a folder."""
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        required(version),
        "--quiet",
        "--disable-pip-version-check",
    ]
    options = ["install", "--target", str(target), "--constraint", str(root / "constraints.txt")]
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run([*pip, *options, *requirements], env=env, check=True)


def accepted(root: Path) -> Iterator[list[object]]:
    """Yield recorded messages that their revision accepts: revision, sender, method answered, frame."""
    import mcp_revisions as mr

    for path in sorted((root / "tests" / "recordings").glob("python-????-??-??.jsonl")):
        revision = path.stem.removeprefix("python-")
        module, asked = mr.revision(revision), {}
        for row in map(json.loads, path.read_text("utf-8").splitlines()):
            sender, frame = row["from"], row["message"]
            if not isinstance(frame, dict):
                continue
            other = {"client": "server", "server": "client"}[sender]
            if "method" in frame:
                asked[sender, frame.get("id")] = frame["method"]
            answering = None if "method" in frame else asked.get((other, frame.get("id")))
            try:
                module.decode_message(json.dumps(frame).encode(), sender=sender, answering=answering)
            except ValueError:
                continue
            yield [revision, sender, answering, frame]


@pytest.mark.parametrize("version", VERSIONS)
def test_output_decodes(version: str, root: Path, built: Path, tmp_path: Path) -> None:
    """With msgspec alone, all modules import, and recorded messages survive decode and encode."""
    executable = required(version)
    packages = tmp_path / "packages"
    install(version, packages, root, "msgspec")
    shutil.copytree(built / "mcp_revisions", packages / "mcp_revisions")
    for path in (packages / "mcp_revisions").glob("adapters/*.py"):
        outside(
            executable, packages, tmp_path, "-W", "error", "-c", f"import mcp_revisions.adapters.{path.stem}"
        )
    (tmp_path / "read.py").write_text(READ)
    rows = list(accepted(root))
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    counts = json.loads(outside(executable, packages, tmp_path, "-W", "error", "read.py", "rows.jsonl"))
    assert len(counts) == 5 and sum(counts.values()) == len(rows) > 200


@pytest.mark.parametrize(
    "version", [pytest.param(name, marks=[pytest.mark.long] * (name != "3.10")) for name in VERSIONS]
)
def test_another_python_builds_the_same(version: str, root: Path, built: Path, tmp_path: Path) -> None:
    """The generator runs with its declared requirements alone and writes the same files on every Python."""
    executable, packages, wheels = required(version), tmp_path / "packages", tmp_path / "wheels"
    hatch = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    for project in (root, root / "generated"):
        subprocess.run(hatch, cwd=project, capture_output=True, check=True)
    install(version, packages, root, *map(str, wheels.iterdir()))
    outside(executable, packages, tmp_path, "-m", "mcpgen", "build", "--out", "out")
    own, other = built / "mcp_revisions", tmp_path / "out" / "mcp_revisions"
    names = sorted(path.relative_to(own) for path in own.rglob("*") if path.suffix in (".py", ".typed"))
    assert names == sorted(path.relative_to(other) for path in other.rglob("*") if path.is_file())
    for name in names:
        assert (own / name).read_bytes() == (other / name).read_bytes(), name


@pytest.fixture(scope="module")
def program(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the package and a program that uses it."""
    folder = tmp_path_factory.mktemp("program")
    shutil.copytree(built / "mcp_revisions", folder / "mcp_revisions")
    names = "".join(f"    mr.{name}\n" for name, _, _ in PUBLIC)
    (folder / "use.py").write_text(f"{USE}\n\ndef every_public_name() -> None:\n{names}")
    return folder


def test_mypy_accepts_the_output(program: Path) -> None:
    """The package and a program that uses it pass `mypy --strict`, as the oldest Python reads them."""
    options = ["--strict", "--python-version", "3.10", "--config-file", os.devnull]
    command = [
        sys.executable,
        "-m",
        "mypy",
        *options,
        "--cache-dir",
        str(program / "cache"),
        "mcp_revisions",
        "use.py",
    ]
    done = subprocess.run(command, cwd=program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_pyright_accepts_the_output(program: Path) -> None:
    """The package and a program that uses it pass pyright."""
    settings = {"include": ["mcp_revisions", "use.py"], "pythonVersion": "3.10"}
    (program / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable]
    env = {**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    done = subprocess.run(command, cwd=program, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
