"""Sessions with `server.py`, at 2026-07-28 and at every revision before it.

In: the server's command and a revision. Out: the recorded lines. At 2026-07-28 there is no handshake: every
request says which revision it speaks and what the client can do, and the server's questions come as results
that the client answers by asking again.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from everything import ROOTS, SAMPLE, capabilities, client_info
from wire import Answer, Frame, Session

LATEST = "2026-07-28"
README = "file:///project/readme.md"
CALLS: list[tuple[str, Frame]] = [
    ("add", {"a": 1, "b": 2}),
    ("add", {"a": 0.1, "b": 2}),
    ("show", {}),
    ("fail", {}),
    ("fail", {"protocol": True}),
    ("primes", {}),
    ("add", {"a": "not a number"}),
    ("no-such-tool", {}),
]
READS = (README, "file:///project/logo.png", "file:///project/none")


def answer(question: Frame) -> Frame:
    """Return what this client answers to a question of the server."""
    match question["method"]:
        case "elicitation/create" if question["params"].get("mode") == "url":
            return {"action": "accept"}
        case "elicitation/create":
            filled: Frame = {"name": "Ada", "age": 36, "news": True, "size": "s"}
            if "days" in question["params"]["requestedSchema"]["properties"]:
                filled["days"] = ["mon", "tue"]
            return {"action": "accept", "content": filled}
        case "sampling/createMessage" if "tools" in question["params"]:
            used = {"type": "tool_use", "id": "use-2", "name": "add", "input": {"a": 4, "b": 0.5}}
            return SAMPLE | {"content": [{"type": "text", "text": "Adding."}, used], "stopReason": "toolUse"}
        case "sampling/createMessage":
            time.sleep(0.5 if question["params"].get("systemPrompt") == "Take your time." else 0)
            return SAMPLE
        case "ping":
            return {}
        case _:
            return ROOTS


def before(session: Session, revision: str) -> None:
    """Hold the session as it goes up to 2025-11-25."""
    started = {
        "protocolVersion": revision,
        "capabilities": capabilities(revision),
        "clientInfo": client_info(revision),
    }
    answered = session.request("initialize", started, id=0)["result"]["protocolVersion"]
    if answered != revision:
        raise ValueError(f"asked for {revision}, the server speaks {answered}")
    session.notify("notifications/initialized")
    session.request("ping")
    ask: list[tuple[str, Frame]] = [("ask", {"kinds": ["opinion", "where"]}), ("hurry", {})]
    if revision >= "2025-06-18":
        ask.append(("ask", {"kinds": ["form"]}))
    if revision >= "2025-11-25":
        ask += [("ask", {"kinds": ["tools"]}), ("visit", {})]
    pages(session, lambda params: params or None)
    session.request("logging/setLevel", {"level": "info"})
    for name, arguments in [*CALLS, *ask, ("change", {})]:
        session.request("tools/call", {"name": name, "arguments": arguments})
    session.request("tools/call", {"name": "work", "_meta": {"progressToken": 1}}, id="work")
    session.start("tools/call", {"name": "sleep"}, id="sleep")
    session.notify("notifications/cancelled", {"requestId": "sleep", "reason": "Enough"})
    session.notify("notifications/roots/list_changed")
    session.request("resources/subscribe", {"uri": README})
    session.request("resources/unsubscribe", {"uri": README})
    common(session, revision, lambda params: params)


def pages(session: Session, given: Any) -> None:
    """List everything, page by page."""
    for method in ("tools/list", "resources/list", "resources/templates/list", "prompts/list"):
        response = session.request(method, given({}))
        while cursor := response["result"].get("nextCursor"):
            response = session.request(method, given({"cursor": cursor}))


def common(session: Session, revision: str, given: Any) -> None:
    """Read, get and complete, and make the mistakes that every revision allows."""
    for uri in READS:
        session.request("resources/read", given({"uri": uri}))
    session.request(
        "prompts/get", given({"name": "question", "arguments": {"subject": "tea", "tone": "dry"}})
    )
    session.request("prompts/get", given({"name": "question"}))
    started = {"argument": {"name": "subject", "value": "par"}}
    session.request(
        "completion/complete", given({"ref": {"type": "ref/prompt", "name": "question"}} | started)
    )
    if revision >= "2025-06-18":
        template = {"ref": {"type": "ref/resource", "uri": "file:///project/{path}"}} | started
        session.request("completion/complete", given(template | {"context": {"arguments": {"near": "x"}}}))
    session.send(
        {"jsonrpc": "2.0", "id": -1, "method": "prompts/list", "params": given({}), "x-envelope": [1.0, None]}
    )
    session.wait(lambda frame: frame.get("id") == -1)
    session.request("prompts/list", given({"x-params": {"deep": [True, {}]}}), id=2**53 + 1)
    session.request("com.example/no-such-method", given({}), id="unknown")
    session.request("tools/call", given({"arguments": {}}), id="nameless")


def latest(session: Session) -> None:
    """Hold the session as it goes at 2026-07-28."""
    info = client_info("2025-11-25")
    able: Frame = {
        "elicitation": {"form": {}, "url": {}},
        "sampling": {},
        "roots": {},
        "extensions": {"com.example/x": {}},
    }

    def given(params: Frame, **meta: Any) -> Frame:
        prefix = "io.modelcontextprotocol"
        always = {
            f"{prefix}/protocolVersion": LATEST,
            f"{prefix}/clientCapabilities": able,
            f"{prefix}/clientInfo": info,
        }
        return {
            "_meta": always | {key.replace("__", "/").replace("_", "."): value for key, value in meta.items()}
        } | params

    def call(name: str, arguments: Frame, **meta: Any) -> Frame:
        """Call a tool and answer its questions until it has no more."""
        return settle("tools/call", {"name": name, "arguments": arguments}, **meta)

    def settle(method: str, params: Frame, **meta: Any) -> Frame:
        response = session.request(method, given(params, **meta))
        while response.get("result", {}).get("resultType") == "input_required":
            asked = response["result"]
            replies = {key: answer(question) for key, question in asked["inputRequests"].items()}
            state = {"requestState": asked["requestState"]} if "requestState" in asked else {}
            response = session.request(method, given(params | {"inputResponses": replies} | state, **meta))
        return response

    session.request("server/discover", given({}), id=0)
    pages(session, given)
    listen = {"toolsListChanged": True, "promptsListChanged": True, "resourcesListChanged": True}
    session.start(
        "subscriptions/listen", given({"notifications": listen | {"resourceSubscriptions": [README]}}), "L1"
    )
    session.wait_for("notifications/subscriptions/acknowledged")
    for name, arguments in CALLS:
        call(name, arguments)
    call("change", {})
    session.wait_for("notifications/resources/updated")
    call("ask", {})
    call("visit", {})
    settle("resources/read", {"uri": "file:///project/secret.txt"})
    settle("prompts/get", {"name": "interview"})
    call("work", {}, progressToken="token-1")
    call("work", {}, progressToken=2, io_modelcontextprotocol__logLevel="debug", com_example__trace="t-1")
    call("work", {}, io_modelcontextprotocol__logLevel="error")
    session.start("tools/call", given({"name": "sleep"}), id="sleep")
    session.notify("notifications/cancelled", {"requestId": "sleep", "reason": "Enough"})
    second = session.start(
        "subscriptions/listen", given({"notifications": {"toolsListChanged": True}}), id=900
    )
    session.wait(lambda frame: "acknowledged" in str(frame.get("method")) and "900" in str(frame))
    session.notify("notifications/cancelled", {"requestId": second})
    call("change", {"close": True})
    session.wait(lambda frame: frame.get("id") == "L1")
    common(session, LATEST, given)
    session.request("ping", given({}), id="removed")
    session.request("tools/list", {}, id="no-meta")
    session.request("tools/list", {"_meta": {"progressToken": 1}}, id="half-meta")
    other = given({})
    other["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2030-01-01"
    session.request("tools/list", other, id="unsupported")
    poor = given({"name": "ask", "arguments": {}})
    poor["_meta"]["io.modelcontextprotocol/clientCapabilities"] = {}
    session.request("tools/call", poor, id="incapable")
    session.request("logging/setLevel", given({"level": "info"}), id="removed too")


def record(command: Sequence[str], revision: str) -> list[str]:
    """Hold the session and return its lines."""

    def replying(method: str) -> Answer:
        def reply(params: Frame) -> Any:
            if token := params.get("_meta", {}).get("progressToken"):
                progress = {"progressToken": token, "progress": 0.5, "total": 1}
                session.notify("notifications/progress", progress)
            return answer({"method": method, "params": params})

        return reply

    methods = ("elicitation/create", "sampling/createMessage", "roots/list", "ping")
    with Session(command, {method: replying(method) for method in methods}) as session:
        if revision == LATEST:
            latest(session)
        else:
            before(session, revision)
        time.sleep(0.2)
    return session.recording.lines
