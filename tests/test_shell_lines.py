"""Each shell line of the pages runs, in a folder that has the files which the line names.

Tutorials and `new-revision.md` show output and have tests of their own. Of a make target the recipe is
printed, as CI runs `make check`. A line that installs from a registry is `long`; a line whose package cannot
be had is skipped. The example server stands for the reader's `my_server.py`, a local server for a remote one.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from support.bridge_process import HELLO
from support.http_bridge import ACCEPT, ListeningBridge, Scripted, well
from support.paths import RECORDINGS, ROOT
from support.snippets import blocks, shell_lines
from support.waiting import CEILING

OWN_TESTS = {"new-revision.md", "tutorial-gateway.md", "tutorial-maintainer.md", "tutorial-test-tool.md"}
INDEX_PAGES = [ROOT / name / "README.md" for name in ("codegen", "bridge")]  # of the package index
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *INDEX_PAGES,
    *(path for path in sorted((ROOT / "docs").glob("*.md")) if path.name not in OWN_TESTS),
]
TEXTS = {path.relative_to(ROOT).as_posix().removeprefix("docs/"): path.read_text("utf-8") for path in PAGES}
LINES = {name: list(shell_lines(text)) for name, text in TEXTS.items()}
INSTALLS = sorted(
    {each for text in TEXTS.values() for each in re.findall(r"`(pip install [^`]*\.[^`]*)`", text)}
    | {line for lines in LINES.values() for line in lines if line.startswith("pip install ")}
)
SLOW = {"README.md"}  # a clone, an ingest and a build; `test_new_revision_page.py` runs others in every run
REGISTRIES = re.compile(r"\b(npx|uvx)\b")
NPX, SERVER = "npx -y @modelcontextprotocol/server-everything stdio", "python my_server.py"
REMOTE, EVERYTHING, PORT = "https://example.com/mcp", "http://127.0.0.1:3001/mcp", "127.0.0.1:8000"
PROTECTED = "https://mcp.example.com/mcp"  # here a server without a login, which `login` finds open
FRONT = f"http://{PORT}/mcp"
TREES = ("bridge", "codegen", "generated", "schema", "templates", "tests/recordings", "tests/data")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the files that the pages name: a schema folder, logs and a server."""
    session = (RECORDINGS / "python-2025-11-25.jsonl").read_bytes()
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "one.jsonl.gz").write_bytes(gzip.compress(session))
    (tmp_path / "session.json").write_text(json.dumps([json.loads(line) for line in session.splitlines()]))
    (tmp_path / "session.sse").write_bytes(b"".join(b"data: %s\n\n" % line for line in session.splitlines()))
    (tmp_path / "frames.jsonl").write_bytes(session)
    shutil.copy(ROOT / "docs" / "examples" / "stdio_server.py", tmp_path / "my_server.py")
    shutil.copytree(ROOT / "schema", tmp_path / "schema")
    shutil.copy(ROOT / "schema" / "2026-07-28" / "schema.json", tmp_path / "new.json")
    kubectl = tmp_path / "bin" / "kubectl"
    kubectl.parent.mkdir()
    kubectl.write_text(f"#!/bin/sh\ncat '{tmp_path}/frames.jsonl'\n")
    kubectl.chmod(0o755)
    return tmp_path


@pytest.fixture
def remote() -> Iterator[str]:
    """Serve a legacy server over HTTP and return its URL."""
    with Scripted(well) as server:
        yield server.url


def environment(folder: Path) -> dict[str, str]:
    """Return an environment whose commands are those of this interpreter and of the folder."""
    path = os.pathsep.join([str(folder / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**os.environ, "PATH": path}


def run(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line in a folder."""
    return subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )


def bridged(line: str, folder: Path) -> None:
    """Open a session through a bridge on standard input, and close it."""
    command = ["sh", "-c", f"exec {line}"]
    with subprocess.Popen(
        command, cwd=folder, env=environment(folder), stdin=-1, stdout=-1, stderr=-1, text=True
    ) as process:
        try:
            assert process.stdin and process.stdout and process.stderr
            process.stdin.write(json.dumps(HELLO) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
            process.stdin.close()
            assert process.wait(CEILING) in (0, 1)
            assert '"serverInfo"' in answer, (line, answer, process.stderr.read())
        finally:
            process.kill()


def listened(line: str, folder: Path) -> None:
    """Open a session with a bridge that listens."""
    import httpx2

    command = ["sh", "-c", f"exec {line.replace(PORT, '127.0.0.1:0')}"]
    with subprocess.Popen(
        command, cwd=folder, env=environment(folder), stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            said = process.stderr.readline()
            assert said.startswith("--listen: "), said
            opened = httpx2.post(said.split()[1], content=json.dumps(HELLO), headers=ACCEPT, timeout=CEILING)
            assert opened.status_code == 200 and "serverInfo" in opened.text, opened.text
        finally:
            process.terminate()


def mounted(line: str, folder: Path) -> None:
    """Open a session with a bridge that is part of another application."""
    import httpx2

    command = ["sh", "-c", f"exec {line.replace('--port 8000', '--port 0')}"]
    with subprocess.Popen(
        command, cwd=folder, env=environment(folder), stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            address = next((each for each in process.stderr if "running on" in each), "")
            found = re.search(r"http://[0-9.:]+", address)
            assert found is not None, address
            assert httpx2.get(f"{found[0]}/health", timeout=CEILING).text == "well"
            opened = httpx2.post(
                f"{found[0]}/mcp", content=json.dumps(HELLO), headers=ACCEPT, timeout=CEILING
            )
            assert opened.status_code == 200 and "serverInfo" in opened.text, opened.text
        finally:
            process.terminate()


def requested(line: str, folder: Path) -> None:
    """Send requests to a bridge that listens; each gets a result, and the last an answer of a tool."""
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    done = run(line, folder)
    assert done.returncode == 0, done.stderr
    assert '"result"' in done.stdout or "notifications/" in line, (line, done.stdout)


def obeyed(line: str, folder: Path) -> None:
    """Run a line of any kind; findings are an outcome, an unusable input is none."""
    if line.startswith("make "):
        done = run(line.replace("make ", "make --dry-run ", 1), ROOT)
        assert done.returncode == 0 and done.stdout, done.stderr
    elif line.startswith("pip install "):
        assert line in INSTALLS
    elif line.startswith("git clone "):
        if not (ROOT / ".git").exists():
            pytest.skip("a source distribution cannot be cloned")
        done = run(line.replace("REPOSITORY", f"--quiet --no-checkout '{ROOT}'"), folder)
        assert done.returncode == 0 and (folder / "mcpgen" / ".git").is_dir(), done.stderr
    elif line.startswith("source "):
        done = run(f"bash -c '{line.replace('.venv', sys.prefix)} && command -v mcpgen mcp-bridge'", folder)
        assert done.stdout.split() == [f"{sys.prefix}/bin/{name}" for name in ("mcpgen", "mcp-bridge")]
    elif "pytest" in line:
        done = run(f"{line.replace('.venv/bin/python', sys.executable)} --collect-only", ROOT)
        assert done.returncode == 0, done.stdout
    elif line.startswith("uvicorn "):
        mounted(line, folder)
    elif "--listen" in line:
        listened(line, folder)
    elif line.startswith(("mcp-bridge -", "mcpgen bridge -")):
        bridged(line, folder)
    else:
        done = run(line, folder)
        assert done.returncode in (0, 1), (line, done.stderr)
        assert "internal error" not in done.stderr and "not found" not in done.stderr, done.stderr
        assert done.stdout or done.stderr or ">" in line, line


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in SLOW else ())
        for name, lines in LINES.items()
        if lines
    ],
)
def test_shell_lines_run(name: str, folder: Path, remote: str) -> None:
    """Each line of a page runs, after the lines before it; a program of a registry has a stand-in."""
    for block in blocks(TEXTS[name], "python"):
        if "app = Starlette(" in block:
            (folder / "gateway.py").write_text(block.replace(REMOTE, remote), "utf-8")
    has_requests = any(line.startswith("curl ") for line in LINES[name])
    server = ("--", sys.executable, str(folder / "my_server.py"))
    with ListeningBridge(*server) if has_requests else nullcontext() as front:
        for line in LINES[name]:
            local = line.replace(NPX, SERVER)
            for address in (REMOTE, EVERYTHING, PROTECTED):
                local = local.replace(address, remote)
            if front is not None and line.startswith("curl "):
                requested(line.replace(FRONT, front.url), folder)
            elif not REGISTRIES.search(local):
                obeyed(local, folder)


@pytest.mark.long
@pytest.mark.parametrize("line", sorted({each for lines in LINES.values() for each in lines if NPX in each}))
def test_lines_with_a_program_of_npm_run(line: str, folder: Path) -> None:
    """Each line with a server of npm runs with that server."""
    if shutil.which("npx") is None:
        pytest.skip("npx is not installed")
    obeyed(line, folder)


@pytest.mark.long
@pytest.mark.parametrize(
    "line", [*INSTALLS, *sorted({each for lines in LINES.values() for each in lines if "uvx" in each})]
)
def test_installations_run(line: str, tmp_path: Path) -> None:
    """Each installation of the pages succeeds in an empty environment, from a copy of the checkout."""
    copy = tmp_path / "checkout"
    for name in TREES:
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (*ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / "LICENSE"):
        shutil.copy(path, copy)
    place = tmp_path / "environment"
    venv.create(place, with_pip=True)
    bin_folder = {"PATH": f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    commands = [line, "python -c 'import mcp_revisions as mr; print(mr.revision(mr.LATEST).REVISION)'"]
    if "uvx" in line:
        commands = ["pip install --quiet uv", line]
    elif ". ./generated" in line or "] ./generated" in line:
        commands.append("mcpgen revisions")
    for command in commands:
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=copy,
            env={**os.environ, **bin_folder},
            capture_output=True,
            text=True,
            check=False,
        )
        if "No matching distribution" in done.stderr and "mcp" not in done.stderr:
            pytest.skip(f"cannot be installed: {command}")
        assert done.returncode == 0, (command, done.stderr)


def test_every_page_with_output_has_its_test() -> None:
    """The pages that this file leaves out have blocks of commands, and exist."""
    for name in OWN_TESTS:
        assert (ROOT / "docs" / name).is_file()
    assert sum(map(len, LINES.values())) >= 15
    assert len(INSTALLS) >= 4
