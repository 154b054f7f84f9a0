"""Reasons of invalid messages, which Python, Go and TypeScript share.

`tests/data/reasons.jsonl` holds one invalid message a line, with the pointer, the code and the reason of its
error. The tests of the Go module and of the npm package read the file too.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import mcp_revisions
import pytest

LINES = (Path(__file__).parents[2] / "data" / "reasons.jsonl").read_text("utf-8").splitlines()


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_an_invalid_message_has_the_reason_that_every_language_gives(line: str) -> None:
    """A reason names the variant that the sender probably meant, or all variants that were tried."""
    case = json.loads(line)
    mcp: Any = mcp_revisions.revision(case["revision"])
    with pytest.raises(mcp_revisions.DecodeError) as caught:
        mcp.decode_message(json.dumps(case["frame"]), sender=case["sender"], answering=case["answering"])
    found = caught.value
    assert (found.pointer, found.code, found.reason) == (case["pointer"], case["code"], case["reason"])
