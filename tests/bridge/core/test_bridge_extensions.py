"""Extensions across a bridge: their declarations, and methods that no known revision has."""

from __future__ import annotations

import itertools
from typing import Any

import mcp_revisions as mr
import pytest

import mcp_bridge
from support.bridge_pair import MODERN, PER_REQUEST, PREFIX, Bridged, Frame, discovery, modern, welcome
from support.bridge_parts import LEGACY
from support.task_frames import TASKS

UI = "io.modelcontextprotocol/ui"
APPS: Frame = {"extensions": {UI: {"mimeTypes": ["text/html;profile=mcp-app"]}}}
PAIRS = list(itertools.permutations(mr.REVISIONS, 2))


def declaring(
    client: str, server: str, able: Frame, offered: Frame, **options: Any
) -> tuple[Bridged, Frame, Frame]:
    """Return a bridge after a handshake, and the capabilities that the server and the client were told."""
    link = Bridged(client, server, **options)
    link.judging = False
    if client in PER_REQUEST:
        (hello,) = link.ask("client", "server/discover", modern(capabilities=able, revision=client), id="d")
    else:
        params = {
            "protocolVersion": client,
            "capabilities": able,
            "clientInfo": {"name": "c", "version": "1"},
        }
        (hello,) = link.ask("client", "initialize", params, id="d")
    welcomed = discovery(offered, server) if server in PER_REQUEST else welcome(server, offered)
    answers = [frame for frame in link.answer("server", hello, welcomed) if "result" in frame]
    params = hello["params"]
    told = params["_meta"][f"{PREFIX}clientCapabilities"] if server in PER_REQUEST else params["capabilities"]
    return link, told, answers[0]["result"]["capabilities"]


@pytest.mark.parametrize("client, server", PAIRS)
def test_the_declaration_of_an_extension_crosses(client: str, server: str) -> None:
    """R-CAPS: what a side declares besides tasks reaches the other side, in the handshake and in requests."""
    link, told, offered = declaring(client, server, APPS, {**APPS, "tools": {}})
    assert told["extensions"] == offered["extensions"] == APPS["extensions"]
    params = modern(capabilities=APPS, revision=client) if client in PER_REQUEST else {}
    (listed,) = [frame for frame in link.ask("client", "tools/list", params) if "id" in frame]
    if server in PER_REQUEST:
        capabilities = listed["params"]["_meta"][f"{PREFIX}clientCapabilities"]
        assert capabilities["extensions"] == APPS["extensions"]


@pytest.mark.parametrize(
    "client, server", [(MODERN, old) for old in LEGACY] + [(old, MODERN) for old in LEGACY]
)
def test_the_extension_of_tasks_is_no_declaration_of_a_session(client: str, server: str) -> None:
    """R-TASK: tasks are declared in the words of each side, other extensions beside them as they are."""
    both = {"extensions": {**APPS["extensions"], TASKS: {}}}
    _, told, offered = declaring(client, server, both if client == MODERN else APPS, both)
    assert (told if client == MODERN else offered)["extensions"] == APPS["extensions"]


@pytest.mark.parametrize("client, server", [("2025-06-18", MODERN), (MODERN, "2025-06-18")])
@pytest.mark.parametrize(
    ("able", "offered", "missing"),
    [
        ({}, {}, "the client and the server must declare the extension in `capabilities.extensions`"),
        (APPS, {}, "the server must declare the extension in `capabilities.extensions`"),
        ({}, APPS, "the client must declare the extension in `capabilities.extensions`"),
        (
            APPS,
            {"extensions": {"acme/ui": {}}},
            "the client and the server declare different extensions in `capabilities.extensions`",
        ),
    ],
)
def test_the_refusal_of_an_unknown_method_names_the_missing_declaration(
    client: str, server: str, able: Frame, offered: Frame, missing: str
) -> None:
    """R-EXT: the message says which side must declare the extension."""
    link, _, _ = declaring(client, server, able, {**offered, "tools": {}})
    params = modern({"a": 1}, able, revision=client) if client in PER_REQUEST else {"a": 1}
    (sent,) = link.ask("client", "acme/open", params, id="x")
    assert sent["error"]["code"] == -32601
    assert "has no 'acme/open' from the client; " in sent["error"]["message"]
    assert sent["error"]["message"].endswith(missing)


@pytest.mark.parametrize("client, server", PAIRS)
@pytest.mark.parametrize("declared", [False, True])
@pytest.mark.parametrize("method", ["ui/open", ""])
def test_methods_that_no_revision_has(client: str, server: str, declared: bool, method: str) -> None:
    """R-EXT: they pass in a session, and across eras where both sides declared an extension."""
    able = APPS if declared else {}
    link, _, _ = declaring(client, server, able, {**able, "tools": {}})
    params = modern({"a": 1}, able, revision=client) if client in PER_REQUEST else {"a": 1}
    passes = declared or (client in PER_REQUEST) == (server in PER_REQUEST)
    (sent,) = link.ask("client", method, params, id="x")
    assert ("method" in sent) is passes
    if not passes:
        assert sent["error"]["code"] == -32601
        return
    assert sent["params"]["a"] == 1
    if server in PER_REQUEST:
        assert sent["params"]["_meta"][f"{PREFIX}protocolVersion"] == server
    else:
        assert not any(key.startswith(PREFIX) for key in sent["params"].get("_meta", {}))
    (told,) = link.answer("server", sent, {"b": 2})
    assert told["id"] == "x" and told["result"]["b"] == 2
    assert client not in PER_REQUEST or server in PER_REQUEST or told["result"]["resultType"] == "complete"
    (heard,) = link.tell("server", "ui/notifications/changed", {"c": 3})
    assert heard["method"] == "ui/notifications/changed"
    (input_request,) = link.ask("server", "ui/ask", {}, id="q")
    assert ("method" in input_request) is (client not in PER_REQUEST or server in PER_REQUEST)


@pytest.mark.parametrize("client, server", PAIRS)
def test_methods_that_no_revision_has_pass_without_a_declaration(client: str, server: str) -> None:
    """R-VENDOR: `unknown_methods="pass"` forwards requests, results and notifications across eras."""
    link, _, _ = declaring(client, server, {}, {"tools": {}}, unknown_methods="pass")
    params = modern({"a": 1}, {}, revision=client) if client in PER_REQUEST else {"a": 1}
    (sent,) = link.ask("client", "acme/open", params, id="x")
    assert (sent["method"], sent["params"]["a"]) == ("acme/open", 1)
    if server in PER_REQUEST:
        assert sent["params"]["_meta"][f"{PREFIX}protocolVersion"] == server
    else:
        assert not any(key.startswith(PREFIX) for key in sent["params"].get("_meta", {}))
    (told,) = link.answer(
        "server", sent, {"b": 2, **({"resultType": "complete"} if server in PER_REQUEST else {})}
    )
    assert told["result"].pop("_meta", None) is None or client in PER_REQUEST
    assert told["result"] == {"b": 2, **({"resultType": "complete"} if client in PER_REQUEST else {})}
    (heard,) = link.tell("server", "acme/changed", {"c": 3})
    assert (heard["method"], heard["params"]["c"]) == ("acme/changed", 3)
    (input_request,) = link.ask("server", "acme/ask", {}, id="q")
    assert ("method" in input_request) is (client not in PER_REQUEST or server in PER_REQUEST)


@pytest.mark.parametrize("client, server", [("2025-06-18", MODERN), (MODERN, "2025-06-18")])
def test_a_method_of_another_revision_does_not_pass(client: str, server: str) -> None:
    """`unknown_methods="pass"` is for methods that no revision and no extension has."""
    link, _, _ = declaring(client, server, {}, {"tools": {}}, unknown_methods="pass")
    params = modern({}, {}, revision=client) if client in PER_REQUEST else {}
    for method in ("tasks/list", "initialize" if client == MODERN else "subscriptions/listen"):
        (refused,) = link.ask("client", method, params)
        assert refused["error"]["code"] == -32601
    with pytest.raises(ValueError, match="unknown_methods: expected 'refuse' or 'pass', not 'keep'"):
        mcp_bridge.Bridge(client, server, unknown_methods="keep")  # type: ignore[arg-type]


def test_methods_of_other_revisions_are_no_methods_of_extensions() -> None:
    """A method that some revision has is refused where the revisions of the session lack it."""
    link, _, _ = declaring("2024-11-05", "2025-06-18", APPS, APPS)
    for method in ("tasks/list", "server/discover", "subscriptions/listen"):
        (refused,) = link.ask("client", method, {})
        assert refused["error"]["code"] == -32601


def test_a_composition_stands_for_its_revision() -> None:
    """`Bridge` takes what `compose` returns."""
    both: Any = mr.compose(MODERN, mr.extension(TASKS))
    bridge = mcp_bridge.Bridge(both, "2025-11-25")
    assert (bridge.client, bridge.server) == (MODERN, "2025-11-25")
    with pytest.raises(ValueError, match="is not a known revision"):
        mcp_bridge.Bridge(mr.extension(TASKS), "2025-11-25")  # type: ignore[arg-type]
