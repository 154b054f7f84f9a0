"""A server whose revision the bridge finds out; `bridge_pair.py` checks every frame sent."""

from __future__ import annotations

import mcp_revisions as mr
import pytest

from support.bridge_pair import MODERN, Bridged, discovery, modern, welcome


@pytest.mark.parametrize("client", mr.REVISIONS)
def test_a_server_that_answers_the_probe_gets_no_handshake(client: str) -> None:
    """Rule 8: waiting frames go on; between equal revisions the bridge forwards from now on."""
    link = Bridged(client, "auto")
    first = (
        modern()
        if client == MODERN
        else {"protocolVersion": client, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    )
    (probe,) = link.ask("client", "tools/list" if client == MODERN else "initialize", first, id="x")
    assert probe["method"] == "server/discover" and link.bridge.server == "auto"
    (sent,) = link.answer("server", probe, discovery({"tools": {}}))
    assert link.bridge.server == MODERN and sent["method"] == (
        "tools/list" if client == MODERN else "server/discover"
    )
    if client == MODERN:
        assert sent["id"] == "x"
        raw = b'{"any": "thing"}'
        assert link.bridge.from_server(raw) == [("client", raw, ())]
    else:
        (answer,) = link.answer("server", sent, discovery({"tools": {}}))
        assert answer["id"] == "x" and answer["result"]["protocolVersion"] == client


@pytest.mark.parametrize("client", mr.REVISIONS)
@pytest.mark.parametrize("sign", ["error", "no versions", "silence", "-32022"])
def test_any_other_server_gets_a_handshake(client: str, sign: str) -> None:
    """Rule 8: `initialize` names the newest revision with a handshake; the server's answer settles it."""
    link = Bridged(client, "auto")
    hello = {"protocolVersion": client, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    method, params = ("tools/list", modern()) if client == MODERN else ("initialize", hello)
    (probe,) = link.ask("client", method, params, id="x")
    if sign == "error":
        sent = link.fail("server", probe, -32601)
    elif sign == "no versions":
        sent = link.answer("server", probe, discovery(supportedVersions=["2025-11-25"]))
    elif sign == "-32022":
        sent = link.fail("server", probe, -32022, data={"supported": ["2025-06-18"], "requested": MODERN})
    else:
        sent = link.tick(100.0)
    asked = sent[-1]
    assert asked["method"] == "initialize" and asked["params"]["protocolVersion"] == "2025-11-25"
    sent = link.answer("server", asked, welcome("2025-03-26", {"tools": {}}))
    assert link.bridge.server == "2025-03-26"
    if client == MODERN:
        assert [frame["method"] for frame in sent] == ["notifications/initialized", "tools/list"]
    else:
        assert sent[0]["id"] == "x" and sent[0]["result"]["protocolVersion"] == client


def test_a_server_of_unknown_revisions_alone_is_refused() -> None:
    """Rule 8: -32022 with unknown revisions alone leads to no handshake."""
    link = Bridged("2025-06-18", "auto")
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    (probe,) = link.ask("client", "initialize", hello, id="x")
    (refused,) = link.fail("server", probe, -32022, data={"supported": ["2030-01-01"], "requested": MODERN})
    assert (
        refused["id"] == "x"
        and refused["error"]["code"] == -32603
        and "2030-01-01" in refused["error"]["message"]
    )


def test_an_unknown_revision_is_refused() -> None:
    """A bridge takes revisions of the package; only the server's may be `auto`."""
    for client, server in (("2030-01-01", MODERN), (MODERN, "x"), ("auto", MODERN)):
        with pytest.raises(ValueError, match="no revision"):
            mr.Bridge(client, server)
