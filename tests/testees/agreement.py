"""Run every testee of the repository and write docs/agreement.md: `make agreement` (needs the registries).

In: the folders beside this file. Out: the report and the failure list of each run, and the page. With
`--check`, no list and no page is written: the exit status is 1 if a run differs from its list.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from support.node import NODE, npm  # noqa: E402

PAGE = ROOT / "docs" / "agreement.md"
BUILT = "build/testees"


class Run(NamedTuple):
    """A testee: its folder, its command, the part of the implementation that is asked, and its build.

    The commands run in the root of the repository. A testee with packages of npm or PyPI has no build
    command: it is copied to `build/testees`, and its packages are installed there.
    """

    name: str
    command: list[str]
    asked: str
    build: tuple[str, ...] = ()


def go_run(name: str, asked: str) -> Run:
    """Return the run of a testee of the module beside this file."""
    build = ("go", "-C", "tests/testees", "build", "-o", f"../../{BUILT}/{name}", f"./{name}")
    return Run(name, [f"{BUILT}/{name}"], asked, build)


RUNS = (
    Run("mcp_revisions", [sys.executable, "tests/testees/mcp_revisions/testee.py"], "decode and convert"),
    Run("typescript", [NODE, "typescript/test/testee.js"], "decode and convert"),
    Run(
        "go",
        [f"{BUILT}/mcprevisions"],
        "decode and convert",
        ("go", "-C", "go", "build", "-o", f"../{BUILT}/mcprevisions", "./cmd/testee"),
    ),
    Run(
        "mcp_types", [sys.executable, "tests/testees/mcp_types/testee.py"], "`parse_*` of `mcp_types.methods`"
    ),
    Run(
        "python_sdk_v1",
        [sys.executable, f"{BUILT}/python_sdk_v1/testee.py"],
        "pydantic types of `mcp.types`, as its session uses them",
    ),
    Run(
        "sdk_v1",
        [NODE, f"{BUILT}/sdk_v1/testee.js"],
        "zod schemas of `types.js`, as `Protocol` uses them",
    ),
    Run("sdk_v2", [NODE, f"{BUILT}/sdk_v2/testee.js"], "public zod schemas of the core"),
    Run("effect", [NODE, f"{BUILT}/effect/testee.js"], "payload and result codecs of `McpProtocol`"),
    go_run("go_sdk", "types of `mcp`, as its sessions use them"),
    go_run("mcp_go", "types of `mcp`, as its server and client use them"),
    Run(
        "rmcp",
        ["build/cargo/debug/rmcp-testee"],
        "`ClientJsonRpcMessage` and `ServerJsonRpcMessage`",
        (
            *("cargo", "build", "--quiet", "--target-dir", "build/cargo"),
            *("--manifest-path", "tests/testees/rmcp/Cargo.toml"),
        ),
    ),
    Run(
        "java_sdk",
        ["java", "-cp", f"{BUILT}/java_sdk/classes:{BUILT}/java_sdk/jars/*", "Testee"],
        "records of `McpSchema`, as its sessions use them",
        (
            *("mvn", "--quiet", "--batch-mode", "--file", "tests/testees/java_sdk/pom.xml"),
            *("compile", "dependency:copy-dependencies", f"-DoutputDirectory={ROOT}/{BUILT}/java_sdk/jars"),
        ),
    ),
)
HEAD = """# Agreement

This page shows which messages of mcpgen's corpus each implementation of MCP accepts, compared with the
corrected schema of each revision. `make agreement` writes this page. Each implementation is a
[testee](testees.md). The failure lists in [tests/testees](../tests/testees) name every difference. Beside
each list, a run writes `differences.jsonl`, which has each difference: the message, and both answers.

A difference is not always a defect. Types for several revisions must accept what any of them allows, and many
implementations are lenient on purpose. The column `supports` lists the revisions that an implementation says
it supports. The column `types` says what the types of the implementation are
for: one revision each, several revisions (an era), or all revisions (version-free).

- `accepts invalid`: the testee accepts a message that the revision's schema refuses. `refuses valid`: the
  testee refuses a message that the schema accepts.
- `other`: a different list of unknown members, or a different conversion.
- `skipped`: the implementation has no public function for the question, for example for a batch.

Each question counts once. The corpus is recorded traffic, and few of its messages are invalid in every
revision. A low count of `accepts invalid` therefore says little about hostile input.

| implementation | version | language | supports | types | asked |
|---|---|---|---|---|---|
"""


def main(check: bool) -> int:
    """Run every testee; write the page unless `check`.

    A testee whose toolchain is not installed is skipped. The page then has its last report.
    """
    status, about, tables = 0, [], []
    for run in RUNS:
        if run.build and shutil.which(run.build[0]) is None:
            print(f"{run.name}: not run, because `{run.build[0]}` is not installed")
        else:
            install(run)
            options = [] if check else ["--accept"]
            arguments = ["testees", *options, str(HERE / run.name), "--", *run.command]
            done = subprocess.run([sys.executable, "-m", "mcpgen", *arguments], cwd=ROOT, check=False)
            if done.returncode == 2:
                return 2
            status = max(status, done.returncode)
        report = json.loads((HERE / run.name / "report.json").read_text("utf-8"))
        testee = report["testee"]
        claim = (", ".join(sorted(testee["revisions"])), testee["claim"])
        cells = (testee["implementation"], testee["version"], testee["language"], *claim, run.asked)
        about.append(f"| {' | '.join(cells)} |\n")
        tables.append(table(testee, report["rows"]))
    if not check:
        PAGE.write_text(HEAD + "".join(about) + "".join(tables), "utf-8")
    return status if check else 0


def install(run: Run) -> None:
    """Build a testee, or copy it to build/testees and install its packages there.

    The packages of a testee in Python are installed beside it.
    """
    if run.build:
        subprocess.run(run.build, cwd=ROOT, check=True)
        return
    if not any(part.startswith(BUILT) for part in run.command):
        return
    folder = ROOT / BUILT / run.name
    folder.mkdir(parents=True, exist_ok=True)
    for pattern in ("testee.*", "package.json", "requirements.txt"):
        for path in (HERE / run.name).glob(pattern):
            shutil.copy(path, folder)
    if (folder / "requirements.txt").exists():
        options = ["--quiet", "--upgrade", "--target", str(folder), "-r", str(folder / "requirements.txt")]
        subprocess.run([sys.executable, "-m", "pip", "install", *options], check=True)
        return
    for path in HERE.glob("*.js"):
        shutil.copy(path, folder.parent)
    (folder.parent / "package.json").write_text('{"type": "module"}')
    npm("install", cwd=folder)


def table(testee: dict[str, Any], rows: dict[str, dict[str, int]]) -> str:
    """Return the section of a testee."""
    columns = ("frames", "accepts invalid", "refuses valid", "other", "skipped")
    lines = [f"\n## {testee['implementation']} {testee['version']} ({testee['language']})\n\n"]
    lines.append(f"| revision | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}\n")
    for row, counts in sorted(rows.items()):
        lines.append(f"| {row} | {' | '.join(str(counts.get(column, 0)) for column in columns)} |\n")
    return "".join(lines)


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
