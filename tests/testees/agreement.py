"""Run every testee of the repository and write docs/agreement.md: `make agreement` (needs the registries).

In: the folders beside this file. Out: the report and the failure list of each run, and the page. With
`--check`, nothing is written: the exit status is 1 if a run differs from its list.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests"))
from support.node import NODE, npm  # noqa: E402

PAGE = ROOT / "docs" / "agreement.md"
# Run, command from the root, the part of the implementation that is asked.
RUNS: tuple[tuple[str, list[str], str], ...] = (
    ("mcp_revisions", [sys.executable, "tests/testees/mcp_revisions/testee.py"], "decode and convert"),
    ("typescript", [NODE, "typescript/test/testee.js"], "decode and convert"),
    ("go", ["go", "-C", "go", "run", "./cmd/testee"], "decode and convert"),
    ("mcp_types", [sys.executable, "tests/testees/mcp_types/testee.py"], "`parse_*` of `mcp_types.methods`"),
    (
        "python_sdk_v1",
        [sys.executable, "build/testees/python_sdk_v1/testee.py"],
        "pydantic types of `mcp.types`, as its session uses them",
    ),
    (
        "sdk_v1",
        [NODE, "build/testees/sdk_v1/testee.js"],
        "zod schemas of `types.js`, as `Protocol` uses them",
    ),
    ("sdk_v2", [NODE, "build/testees/sdk_v2/testee.js"], "public zod schemas of the core"),
    ("effect", [NODE, "build/testees/effect/testee.js"], "payload and result codecs of `McpProtocol`"),
)
HEAD = """# Agreement

Which messages of mcpgen's corpus each implementation of MCP accepts, compared with the corrected schema of
each revision. `make agreement` writes this page. Each implementation is a [testee](testees.md). The failure
lists in [tests/testees](../tests/testees) name every difference, and a run writes `differences.jsonl`, with
question and answers, beside them.

A difference is not always a defect. Types for several revisions must accept what any of them allows, and many
implementations are lenient on purpose. The column *claim* tells what each implementation says about itself.

- `accepts invalid`: the testee accepts a message that the revision's schema refuses. `refuses valid`: the
  reverse.
- `other`: a different list of unknown members, or a different conversion.
- `skipped`: the implementation has no public function for the question, for example for a batch.

Each question counts once. The corpus is recorded traffic, and few of its messages are invalid in every
revision. A low count of `accepts invalid` therefore says little about hostile input.

| implementation | version | language | claim | asked |
|---|---|---|---|---|
"""


def main(check: bool) -> int:
    """Run every testee; write the page unless `check`."""
    status, about, tables = 0, [], []
    for name, command, asked in RUNS:
        if "build" in command[1]:
            install(name)
        options = [] if check else ["--accept"]
        arguments = ["testees", *options, str(HERE / name), "--", *command]
        done = subprocess.run([sys.executable, "-m", "mcpgen", *arguments], cwd=ROOT, check=False)
        if done.returncode == 2:
            return 2
        status = max(status, done.returncode)
        report = json.loads((HERE / name / "report.json").read_text("utf-8"))
        testee = report["testee"]
        cells = (testee["implementation"], testee["version"], testee["language"], testee["claim"], asked)
        about.append(f"| {' | '.join(cells)} |\n")
        tables.append(table(testee, report["rows"]))
    if not check:
        PAGE.write_text(HEAD + "".join(about) + "".join(tables), "utf-8")
    return status if check else 0


def install(name: str) -> None:
    """Copy a testee to build/testees and install its packages there, beside a testee in Python."""
    folder = ROOT / "build" / "testees" / name
    folder.mkdir(parents=True, exist_ok=True)
    for pattern in ("testee.*", "package.json", "requirements.txt"):
        for path in (HERE / name).glob(pattern):
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
