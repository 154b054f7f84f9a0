"""Measure the schemas of the official TypeScript SDK over `JSON.parse`, where Node and npm are present.

In: every recorded call and every result that our decode accepts, of the revisions that the SDK knows. Out: a
table with the geometric mean of each revision. The SDK is installed in a temporary folder.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from math import exp, log
from pathlib import Path

import mcp_revisions as mr

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.traffic import messages

SDK = "@modelcontextprotocol/sdk@1.32.2"
REVISIONS = mr.REVISIONS[:4]  # what that release speaks


def frames() -> str:
    """Return a line for each distinct frame, as `typescript.mjs` reads it."""
    lines: dict[str, None] = {}
    for revision in REVISIONS:
        mcp = mr.revision(revision)
        for message in messages(revision):
            data = json.dumps(message.frame, separators=(",", ":"), ensure_ascii=False)
            answering = message.answering if message.answering in mcp.METHODS else None
            try:
                mcp.decode_message(data, message.sender, answering)
            except mr.DecodeError:
                continue
            if "error" in message.frame or ("result" in message.frame and answering is None):
                continue
            result = mcp.METHODS[answering].result.__name__ if answering else None
            result = "EmptyResult" if result == "Result" else result
            line = {"revision": revision, "result": result, "data": data}
            lines[json.dumps(line)] = None
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the table, or why there is none."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        print("the TypeScript SDK is not measured: Node and npm are not here")
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([npm, "install", "--silent", "--prefix", folder, SDK], check=True, capture_output=True)
        types = f"{folder}/node_modules/@modelcontextprotocol/sdk/dist/esm/types.js"
        command = [node, str(Path(__file__).with_name("typescript.mjs")), types]
        ran = subprocess.run(command, input=frames(), capture_output=True, text=True, check=True)
    ratios: dict[str, list[tuple[float, float]]] = {}
    for line in ran.stdout.splitlines():
        row = json.loads(line)
        ratios.setdefault(row["revision"], []).append((row["message"], row["both"]))
    print(f"official TypeScript SDK ({SDK}) over JSON.parse, geometric means")
    print("  revision  frames  the message's schema  envelope's and message's")
    for revision, found in ratios.items():
        message, both = (exp(sum(map(log, each)) / len(found)) for each in zip(*found, strict=True))
        print(f"{revision}  {len(found):6}  {message:20.2f}  {both:24.2f}")


if __name__ == "__main__":
    main()
