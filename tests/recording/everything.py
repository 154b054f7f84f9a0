"""Record a session with the reference server `server-everything`, at one of the revisions it negotiates.

In: the server's command and a revision. Out: the recorded lines. The client declares what its revision knows
and answers what the server asks; it asks for everything the server offers, and then for what it does not.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from wire import Frame, Refusal, Session

REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
TEXT, BLOB = "demo://resource/dynamic/text/1", "demo://resource/dynamic/blob/2"
FORM = {
    "name": "Ada Lovelace",
    "check": True,
    "email": "ada@example.com",
    "homepage": "https://example.com/ada",
    "birthdate": "1815-12-10",
    "integer": 7,
}
ROOTS = {"roots": [{"uri": "file:///project/alpha", "name": "alpha"}, {"uri": "file:///project/beta"}]}
SAMPLE = {
    "role": "assistant",
    "content": {"type": "text", "text": "Four."},
    "model": "example-model-1",
    "stopReason": "endTurn",
}


def capabilities(revision: str) -> Frame:
    """Return all that a client of `revision` can declare."""
    declared: Frame = {
        "roots": {"listChanged": True},
        "sampling": {},
        "experimental": {"com.example/x": {"on": True}},
    }
    if revision >= "2025-06-18":
        declared["elicitation"] = {}
    if revision >= "2025-11-25":
        declared["elicitation"] = {"form": {}, "url": {}}
        declared["sampling"] = {"context": {}, "tools": {}}
        requests: Frame = {"sampling": {"createMessage": {}}, "elicitation": {"create": {}}}
        declared["tasks"] = {"list": {}, "cancel": {}, "requests": requests}
    return declared


def client_info(revision: str) -> Frame:
    """Return all that an implementation of `revision` can say of itself."""
    info: Frame = {"name": "recorder", "version": "1.0.0"}
    if revision >= "2025-06-18":
        info["title"] = "The recorder"
    if revision >= "2025-11-25":
        icon = {"src": "https://example.com/icon.png", "mimeType": "image/png", "sizes": ["48x48"]}
        info |= {"description": "Records sessions", "websiteUrl": "https://example.com", "icons": [icon]}
    return info


class Person:
    """The user of the client: answers sampling, elicitation and roots, some later (tasks of 2025-11-25)."""

    def __init__(self, revision: str) -> None:
        self.revision = revision
        self.actions = iter(("accept", "accept", "decline", "cancel"))
        self.refuses = False
        self.later: dict[str, Frame] = {}
        self.answers = {
            "roots/list": lambda params: ROOTS,
            "sampling/createMessage": self.sample,
            "elicitation/create": self.elicit,
            "tasks/get": lambda params: self.task(params["taskId"], "completed"),
            "tasks/result": self.payload,
            "ping": lambda params: {},
        }

    def task(self, id: str, status: str) -> Frame:
        at = "2026-01-02T03:04:05Z"
        task = {
            "taskId": id,
            "status": status,
            "createdAt": at,
            "lastUpdatedAt": at,
            "ttl": 60000,
            "pollInterval": 200,
        }
        return task | ({"statusMessage": "done"} if status == "completed" else {})

    def now_or_later(self, params: Frame, result: Frame) -> Frame:
        if "task" not in params:
            return result
        id = f"client-task-{len(self.later) + 1}"
        self.later[id] = result
        return {"task": self.task(id, "working")}

    def payload(self, params: Frame) -> Frame:
        related = {"io.modelcontextprotocol/related-task": {"taskId": params["taskId"]}}
        result: Frame = self.later[params["taskId"]]
        return result | {"_meta": related}

    def sample(self, params: Frame) -> Frame:
        if self.refuses:
            raise Refusal(-1, "User rejected sampling request")
        return self.now_or_later(params, SAMPLE)

    def elicit(self, params: Frame) -> Frame:
        if params.get("mode") == "url":
            return {"action": "accept"}
        properties = params["requestedSchema"]["properties"]
        if "interpretation" in properties:
            return {"action": "accept", "content": {"interpretation": "snake"}}
        if "favoriteColor" in properties:
            content = {"name": "Ada", "favoriteColor": "Blue", "agreeToTerms": True}
            return self.now_or_later(params, {"action": "accept", "content": content})
        match next(self.actions):
            case "accept" if self.revision == "2025-11-25" and not hasattr(self, "chose"):
                self.chose = True
                several = {
                    "untitledMultipleSelectEnum": ["Piano", "Drums"],
                    "titledMultipleSelectEnum": ["fish-1"],
                }
                return {"action": "accept", "content": FORM | several}
            case "accept":
                return {"action": "accept", "content": FORM | {"number": 3.25}}
            case action:
                return {"action": action}


def record(command: Sequence[str], revision: str) -> list[str]:
    """Hold the session and return its lines."""
    person = Person(revision)
    with Session(command, person.answers) as session:
        started = {
            "protocolVersion": revision,
            "capabilities": capabilities(revision),
            "clientInfo": client_info(revision),
        }
        answered = session.request("initialize", started, id=0)["result"]["protocolVersion"]
        if answered != revision:
            raise ValueError(f"asked for {revision}, the server speaks {answered}")
        session.notify("notifications/initialized")
        session.wait_for("roots/list", 5)
        session.request("ping")
        offered = session.request("tools/list")["result"]["tools"]
        session.request("tools/list", {"_meta": {"com.example/trace": "t-1"}}, id="tools-again")
        tools(session, {tool["name"] for tool in offered}, person)
        prompts(session)
        resources(session)
        completions(session, revision)
        logging(session)
        if revision == "2025-11-25":
            tasks(session)
        mistakes(session)
        session.notify("notifications/roots/list_changed")
        session.wait(
            lambda frame: "Roots updated" in str(frame.get("params", {}).get("data")),
            since=len(session.frames) - 1,
        )
        session.request("ping", {"_meta": {"progressToken": "unused"}}, id="last")
    return session.recording.lines


def call(session: Session, name: str, arguments: Frame | None = None, **others: Any) -> Frame:
    """Call one tool and return the response frame."""
    given = {} if arguments is None else {"arguments": arguments}
    return session.request("tools/call", {"name": name} | given | others)


def tools(session: Session, offered: set[str], person: Person) -> None:
    """Call every tool that the server offers to this client, in ways that succeed and in ways that fail."""
    call(session, "echo", {"message": 'héllo ✓ "quoted"\n'})
    call(session, "get-sum", {"a": 1, "b": 2.5})
    call(session, "get-tiny-image", {})
    for kind in ("error", "success", "debug"):
        call(session, "get-annotated-message", {"messageType": kind, "includeImage": kind == "debug"})
    call(session, "get-env")
    call(session, "get-resource-links", {"count": 3})
    call(session, "get-resource-reference", {"resourceType": "Text", "resourceId": 1})
    call(session, "get-resource-reference", {"resourceType": "Blob", "resourceId": 2})
    call(session, "get-structured-content", {"location": "Chicago"})
    packed = {"name": "hello.txt.gz", "data": "data:text/plain;base64,SGVsbG8="}
    call(session, "gzip-file-as-resource", packed | {"outputType": "resourceLink"})
    call(session, "gzip-file-as-resource", packed | {"outputType": "resource"})
    session.request("resources/read", {"uri": "demo://resource/session/hello.txt.gz"})
    slow = {"duration": 0.3, "steps": 3}
    for token in ("token-1", 7):
        call(session, "trigger-long-running-operation", slow, _meta={"progressToken": token})
    cancelled = {"name": "trigger-long-running-operation", "arguments": {"duration": 2, "steps": 2}}
    id = session.start("tools/call", cancelled | {"_meta": {"progressToken": "token-2"}}, id="to-cancel")
    session.notify("notifications/cancelled", {"requestId": id, "reason": "Took too long"})
    if "get-roots-list" in offered:
        call(session, "get-roots-list")
    if "trigger-sampling-request" in offered:
        call(session, "trigger-sampling-request", {"prompt": "What is two and two?", "maxTokens": 20})
        person.refuses = True
        call(session, "trigger-sampling-request", {"prompt": "Refuse this"})
        person.refuses = False
    if "trigger-elicitation-request" in offered:
        for _ in range(4):
            call(session, "trigger-elicitation-request")
    if "trigger-url-elicitation" in offered:
        place = {"url": "https://example.com/sign-in", "elicitationId": "elicitation-1"}
        call(session, "trigger-url-elicitation", place)
        call(session, "trigger-url-elicitation", place | {"errorPath": True})
    for name in ("trigger-sampling-request-async", "trigger-elicitation-request-async"):
        if name in offered:
            call(session, name, {"prompt": "Later, please"} if "sampling" in name else {})


def prompts(session: Session) -> None:
    """List and get every prompt, and one that is not there."""
    session.request("prompts/list", {})
    session.request("prompts/get", {"name": "simple-prompt"})
    session.request(
        "prompts/get", {"name": "args-prompt", "arguments": {"city": "Paris", "state": "Île-de-France"}}
    )
    session.request(
        "prompts/get", {"name": "completable-prompt", "arguments": {"department": "Sales", "name": "Eve"}}
    )
    for kind in ("Text", "Blob"):
        session.request(
            "prompts/get", {"name": "resource-prompt", "arguments": {"resourceType": kind, "resourceId": "1"}}
        )
    session.request("prompts/get", {"name": "args-prompt"})
    session.request("prompts/get", {"name": "no-such-prompt"})


def resources(session: Session) -> None:
    """List, read, subscribe to and leave resources, and read one that is not there."""
    session.request("resources/list")
    session.request("resources/templates/list", {})
    session.request("resources/read", {"uri": "demo://resource/static/document/extension.md"})
    session.request("resources/read", {"uri": TEXT})
    session.request("resources/read", {"uri": BLOB}, id="blob")
    session.request("resources/read", {"uri": "demo://resource/none"})
    session.request("resources/subscribe", {"uri": TEXT})
    call(session, "toggle-subscriber-updates")
    session.wait_for("notifications/resources/updated")
    call(session, "toggle-subscriber-updates")
    session.request("resources/unsubscribe", {"uri": TEXT})


def completions(session: Session, revision: str) -> None:
    """Complete the argument of a prompt and the variable of a template."""

    def complete(ref: Frame, name: str, value: str, **others: Any) -> None:
        session.request(
            "completion/complete", {"ref": ref, "argument": {"name": name, "value": value}} | others
        )

    prompt = {"type": "ref/prompt", "name": "completable-prompt"}
    complete(prompt, "department", "")
    complete(prompt, "department", "S")
    if revision >= "2025-06-18":
        complete(prompt, "name", "", context={"arguments": {"department": "Engineering"}})
        complete(prompt | {"title": "Team"}, "name", "z")
    complete({"type": "ref/resource", "uri": "demo://resource/dynamic/text/{resourceId}"}, "resourceId", "12")
    complete({"type": "ref/prompt", "name": "no-such-prompt"}, "x", "")


def logging(session: Session) -> None:
    """Choose a level and receive a message of the server's log."""
    for level in ("emergency", "debug"):
        session.request("logging/setLevel", {"level": level})
    call(session, "toggle-simulated-logging")
    session.wait(lambda frame: "-level" in str(frame.get("params", {}).get("data")))
    call(session, "toggle-simulated-logging")


def tasks(session: Session) -> None:
    """Run a tool as a task to its end, cancel another, and ask for one that is not there."""
    research = {"name": "simulate-research-query", "task": {"ttl": 60000}}
    session.request("tools/call", {"name": "simulate-research-query", "arguments": {"topic": "no task"}})
    asked = session.request("tools/call", research | {"arguments": {"topic": "python", "ambiguous": True}})
    id = asked["result"]["task"]["taskId"]
    session.request("tasks/get", {"taskId": id})
    session.request("tasks/list")
    session.request("tasks/result", {"taskId": id})
    session.request("tasks/get", {"taskId": id})
    dropped = session.request("tools/call", research | {"arguments": {"topic": "cancelled"}})["result"][
        "task"
    ]["taskId"]
    session.request("tasks/cancel", {"taskId": dropped})
    session.request("tasks/list", {})
    session.request("tasks/result", {"taskId": dropped})
    session.request("tasks/get", {"taskId": "no-such-task"})
    at = "2026-01-02T03:04:05Z"
    told = {
        "taskId": "client-task-1",
        "status": "completed",
        "createdAt": at,
        "lastUpdatedAt": at,
        "ttl": None,
    }
    session.notify("notifications/tasks/status", told)


def mistakes(session: Session) -> None:
    """Ask for what no revision has, and leave out what every revision demands."""
    session.request("com.example/no-such-method", {"x": [1, 2.0, None]}, id="unknown")
    session.request("tools/call", {"arguments": {"message": "nameless"}})
    session.request("tools/call", {"name": "no-such-tool", "arguments": {}})
    session.request("tools/call", {"name": "echo", "arguments": {}})
    session.request("logging/setLevel", {"level": "loud"})
    session.request("resources/read", {})
    session.notify("notifications/no-such-notification", {"x": 1})
    time.sleep(0.1)
