"""Batches of 2025-03-26 over HTTP, end to end: frames that an official client wrote, and official servers.

Official servers read no batch themselves, so the server has another revision. `test_bridge_http_wire` has
batches for a server of 2025-03-26.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import mcp_revisions as mr
import pytest

from support.http_bridge import LegacyClient, frames, listening
from support.paths import PEERS, RECORDINGS

pytestmark = pytest.mark.long

BATCHES = "2025-03-26"
RECORDED = RECORDINGS / "everything-from-mcp-1.9.4-2025-03-26.jsonl"
ASKING = ("get-roots-list", "trigger-sampling-request")  # tools whose input requests other frames answer
# The requests of a batch run at once: an early end of a subscription is an error of the subscription.
APART = ("initialize", "notifications/initialized", "resources/unsubscribe")


def recorded() -> list[dict[str, Any]]:
    """Return the frames of PyPI `mcp` 1.9.4 after its handshake, without answers to the server."""
    lines = map(json.loads, RECORDED.read_text("utf-8").splitlines())
    sent = [line["message"] for line in lines if line["from"] == "client"]
    called = [frame for frame in sent if "method" in frame and frame["method"] not in APART]
    return [frame for frame in called if frame.get("params", {}).get("name") not in ASKING]


@pytest.mark.parametrize("accept", ["application/json", "application/json, text/event-stream"])
@pytest.mark.parametrize("revision", ["2024-11-05", "2025-11-25", "2026-07-28"])
def test_a_recorded_session_as_one_batch(revision: str, accept: str) -> None:
    """Each request of the batch has one answer, and every frame is valid in the revision of the client.

    The server is PyPI `mcp` 2.x at the revision. Sent one by one, the requests get the same kinds of answers.
    """
    batch = recorded()
    requests = [frame for frame in batch if "id" in frame]
    assert len(requests) > 15 and len(batch) > len(requests)
    server = [sys.executable, str(PEERS / "server_v2.py")]
    with listening("--client", "auto", "--server", revision, "--quiet", "--", *server) as url:
        outcomes = []
        for is_batch in (True, False):
            client = LegacyClient(url, BATCHES)
            assert frames(client.opening)[-1]["result"]["protocolVersion"] == BATCHES
            assert client.post({"jsonrpc": "2.0", "method": "notifications/initialized"}).status_code == 202
            found = []
            for sent in [batch] if is_batch else batch:
                answer = client.post(sent, accept=accept)
                assert answer.status_code == (200 if is_batch or "id" in sent else 202)
                came = frames(answer)
                found += came[0] if came and isinstance(came[0], list) else came
            package = mr.revision(BATCHES)
            for frame in found:
                answered = [one["method"] for one in requests if one["id"] == frame.get("id")]
                kind = {"answering": answered[0]} if "method" not in frame else {}
                package.decode_message(frame, sender="server", **kind)
            answers = {frame["id"]: frame for frame in found if "method" not in frame}
            assert len(answers) == sum("method" not in frame for frame in found) == len(requests)
            outcomes.append({id: "result" in frame for id, frame in answers.items()})
    assert outcomes[0] == outcomes[1] and sum(outcomes[0].values()) > 8
