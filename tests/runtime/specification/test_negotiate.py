"""Negotiation: both eras, the error frames that each prescribes, and strings that nobody knows."""

from __future__ import annotations

import json
from typing import Any

import mcp_revisions as mr
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_revisions._runtime import revisions as order
from mcp_revisions._runtime.specification.negotiate import negotiate, newest

from mcpgen.schema_folder import revisions

R1, R2, R3, R4, R5, *_ = order.order()
FUTURE = "2031-01-01"


def test_the_order_is_that_of_the_pins() -> None:
    """The runtime's ordered list is the one of `schema/pins.json`."""
    assert revisions() == order.order()


@pytest.mark.parametrize("revision", order.with_handshake())
def test_a_supported_revision_is_echoed(revision: str) -> None:
    """A server that supports what `initialize` names answers with the same revision."""
    agreed = negotiate(revision, order.order())
    assert (agreed.revision, agreed.exact, agreed.method) == (revision, True, "initialize")
    assert agreed.reply(1) is None


@pytest.mark.parametrize("offered", [R2, "1.0.0", FUTURE, "", "draft", "2025-06-18 "])
def test_another_revision_is_answered_with_the_latest(offered: str) -> None:
    """A server answers an unsupported revision in `initialize` with its latest handshake revision."""
    agreed = negotiate(offered, [R4, R1, R3, R5])
    assert (agreed.revision, agreed.exact) == (R4, False) and agreed.reply(1) is None


@pytest.mark.parametrize("supported", [[], [R5], [R5, FUTURE]])
def test_nothing_to_answer_an_initialize_with(supported: list[str]) -> None:
    """Without a handshake revision, `initialize` is refused with -32602, `supported` and `requested`."""
    agreed = negotiate(R4, supported)
    assert agreed.revision is None
    assert agreed.reply("a") == {
        "jsonrpc": "2.0",
        "id": "a",
        "error": {
            "code": -32602,
            "message": "Unsupported protocol version",
            "data": {"supported": supported, "requested": R4},
        },
    }


@pytest.mark.parametrize(
    ("offered", "supported", "method"),
    [
        (R5, [R4], None),
        (R5, [], None),
        ("1900-01-01", [R5, R4], "server/discover"),
        (FUTURE, [R5], "server/discover"),
        (R4, [R5, R4], "server/discover"),
    ],
)
def test_a_request_that_names_what_is_not_supported(offered: str, supported: list[str], method: Any) -> None:
    """A request whose `_meta` names another revision is refused with -32022 and the same data."""
    agreed = negotiate(offered, supported, method=method)
    assert agreed.revision is None and (reply := agreed.reply(7)) is not None
    assert reply["error"]["code"] == -32022 and reply["id"] == 7
    assert reply["error"]["data"] == {"supported": supported, "requested": offered}


def test_the_eras_do_not_mix() -> None:
    """`initialize` never agrees on 2026-07-28, although both sides support it."""
    agreed = negotiate(R5, order.order(), method="initialize")
    assert (agreed.revision, agreed.exact) == (R4, False)
    assert negotiate(R5, order.order()).revision == R5
    assert negotiate(FUTURE, [R4, FUTURE], method="server/discover").revision == FUTURE
    assert negotiate(FUTURE, [R4, FUTURE]).revision == FUTURE


@pytest.mark.parametrize(
    ("offered", "supported", "revision", "method"),
    [
        ([R1, R5, R3], [R3, R5, R1], R5, "server/discover"),
        ([R4, R1], [R1, R4, R5], R4, "initialize"),
        ([R5, FUTURE], [FUTURE, R5], FUTURE, "server/discover"),
        (["b", "a"], ["a", "b"], "b", "server/discover"),
        ([R1], [R5], None, "server/discover"),
        ([], [R5], None, "server/discover"),
    ],
)
def test_a_client_takes_the_newest_of_both(
    offered: list[str], supported: list[str], revision: str | None, method: str
) -> None:
    """A client chooses the newest supported revision of a `server/discover` list, and the method."""
    agreed = negotiate(offered, supported)
    assert (agreed.revision, agreed.method) == (revision, method) and agreed.reply(1) is None


def stateless(revision: Any, **members: Any) -> dict[str, Any]:
    """Return a request that states a revision in its `_meta`."""
    meta = {"io.modelcontextprotocol/protocolVersion": revision}
    return {"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": {"_meta": meta}, **members}


@pytest.mark.parametrize("stated", ["2030-01-01", R4, ""])
def test_a_stateless_request_of_another_revision_is_refused(stated: str) -> None:
    """`admit` replies with -32022 to a request that states an unsupported revision."""
    for method in ("tools/list", "server/discover"):
        found = mr.admit(json.dumps(stateless(stated, method=method)))
        assert found.revision is None and found.reply is not None
        reply = json.loads(found.reply)
        assert (reply["id"], reply["error"]["code"]) == (7, -32022)
        assert reply["error"]["data"] == {"supported": list(order.order()), "requested": stated}
    del (notification := stateless(stated))["id"]
    assert mr.admit(notification) == mr.Admission()


def test_an_admitted_message_states_its_revision() -> None:
    """`admit` negotiates `initialize`, and returns neither revision nor reply if the message states none."""
    opening = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": FUTURE}}
    assert mr.admit(stateless(R5)) == mr.Admission(R5)
    assert mr.admit(stateless(R5), [R4]).reply is not None
    assert mr.admit(opening) == mr.Admission(R4)
    refused = mr.admit(opening, [R5])
    assert refused.revision is None and json.loads(refused.reply or "")["error"]["code"] == -32602
    for silent in ({**opening, "method": "ping"}, stateless(5), b"{", "[]", [stateless(R5)], {"params": 5}):
        assert mr.admit(silent) == mr.Admission()


def test_what_is_no_text_is_named() -> None:
    """A revision that is no text is a `TypeError` at the door."""
    for bad in (5, None, [R4, None]):
        with pytest.raises(TypeError):
            negotiate(bad, [R4])  # type: ignore[arg-type]


REVISION = st.sampled_from(order.order()) | st.text(max_size=12)


@given(REVISION | st.lists(REVISION, max_size=4), st.lists(REVISION, max_size=4))
def test_any_strings(offered: str | list[str], supported: list[str]) -> None:
    """Any strings negotiate: to a common revision, to a counter-offer, or to a refusal with a frame."""
    agreed = negotiate(offered, supported)
    if agreed.revision is not None:
        assert agreed.revision in supported
        assert not agreed.exact or agreed.revision in offered
    elif isinstance(offered, str):
        assert agreed.reply(1) is not None
    assert newest(supported) in (supported or [None])
