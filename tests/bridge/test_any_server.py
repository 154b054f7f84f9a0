"""The example of a client over its own transport, with servers of one revision each."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import ROOT

EXAMPLE = ROOT / "docs" / "examples" / "any_server.py"
CEILING = 120  # seconds
# A server that knows only the methods of its revision, and logs each method on stderr.
SERVER = """
import json, sys

revision = sys.argv[1]
text = {"content": [{"type": "text", "text": f"a server of {revision}"}]}
about = {"capabilities": {"tools": {}}}
if revision == "2026-07-28":
    found = {"supportedVersions": [revision], "ttlMs": 0, "cacheScope": "private"}
    results = {"server/discover": about | found, "tools/call": text}
    results = {method: {"resultType": "complete", **result} for method, result in results.items()}
else:
    opened = {"protocolVersion": revision, "serverInfo": {"name": "s", "version": "1"}}
    results = {"initialize": about | opened, "tools/call": text}
for line in sys.stdin:
    frame = json.loads(line)
    print(frame["method"], file=sys.stderr, flush=True)
    if "id" in frame:
        refused = {"error": {"code": -32601, "message": "no such method"}}
        answer = {"result": results[frame["method"]]} if frame["method"] in results else refused
        print(json.dumps({"jsonrpc": "2.0", "id": frame["id"], **answer}), flush=True)
"""
ASKED = {
    "2025-06-18": ["server/discover", "initialize", "notifications/initialized", "tools/call"],
    "2026-07-28": ["server/discover", "tools/call"],
}


@pytest.mark.parametrize("revision", ASKED)
def test_a_client_with_its_own_transport_calls_servers_of_other_revisions(
    revision: str, tmp_path: Path
) -> None:
    """The call is the first message of the client, before any tick of its clock."""
    server = tmp_path / "server_of_one_revision.py"
    server.write_text(SERVER, "utf-8")
    command = [sys.executable, str(EXAMPLE), sys.executable, str(server), revision]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=CEILING, check=False)
    assert (ended.returncode, ended.stdout) == (0, f"a server of {revision}\n"), ended.stderr
    assert ended.stderr.split("\n")[:-1] == ASKED[revision]
