"""Messages written by hand, and hypothesis strategies for JSON in them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from mcpgen.runtime.errors import error_response

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["method", "params", "result", "error", "messages", "content", "type", "roots", "inputRequests"]
        )
        | st.text(max_size=3),
        inner,
        max_size=4,
    ),
    max_leaves=12,
)
METHOD = st.sampled_from(
    ["prompts/get", "tools/call", "sampling/createMessage", "elicitation/create", "notifications/progress"]
)


def request(method: str, **params: Any) -> dict[str, Any]:
    """Return a request."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def result(**members: Any) -> dict[str, Any]:
    """Return a response with a result."""
    return {"jsonrpc": "2.0", "id": 1, "result": members}


def error(code: int, **data: Any) -> dict[str, Any]:
    """Return an error response."""
    return error_response(1, code, "m", data or None)


def sample(*messages: tuple[str, Any]) -> dict[str, Any]:
    """Return a sampling request with messages from (role, content) pairs."""
    return request(
        "sampling/createMessage", messages=[{"role": r, "content": c} for r, c in messages], maxTokens=1
    )


def embedded(frame: dict[str, Any]) -> dict[str, Any]:
    """Return an input-required result that contains a request."""
    inner = {"method": frame["method"], "params": frame["params"]}
    return result(resultType="input_required", inputRequests={"k": inner})
