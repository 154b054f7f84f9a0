"""Parts of messages that tests of the bridge share."""

from __future__ import annotations

from support.bridge_pair import LEGACY, Frame

__all__ = ["LEGACY"]

FORM: Frame = {
    "message": "Who?",
    "requestedSchema": {"type": "object", "properties": {"n": {"type": "string"}}},
}
SAMPLE: Frame = {"messages": [{"role": "user", "content": {"type": "text", "text": "2+2?"}}], "maxTokens": 9}
SAMPLED: Frame = {"role": "assistant", "content": {"type": "text", "text": "4"}, "model": "m"}
TEXT: Frame = {"content": [{"type": "text", "text": "done"}]}
FILTER: Frame = {"toolsListChanged": True, "resourceSubscriptions": ["file:///a", "file:///b"]}
SUBSCRIBING: Frame = {"resources": {"subscribe": True, "listChanged": True}, "tools": {"listChanged": True}}


def input_required(input_requests: Frame, state: str | None = "S") -> Frame:
    """Return an input-required result."""
    result: Frame = {"resultType": "input_required"}
    if input_requests:
        result["inputRequests"] = input_requests
    return result | ({} if state is None else {"requestState": state})


def elicitation(params: Frame | None = None) -> Frame:
    """Return an input request for a form."""
    return {"method": "elicitation/create", "params": params or FORM}
