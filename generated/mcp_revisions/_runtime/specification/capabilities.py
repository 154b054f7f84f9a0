"""Capability gates: may this side send this message, given what both sides declared?

In: a revision, the sending side, a frame or a method name, and the capabilities that client and server
declared, as plain JSON trees. Out: a `Verdict`. Rules: the gate of a method is the `capability` of its row in
`METHODS`; this module adds only the gates that depend on what a message holds (`EXTRA`). A capability is
declared by its presence, a flag by `true`; `"elicitation": {}` declares the form mode
(client/elicitation#capabilities). The code is the one that the receiver answers with where the specification
prescribes one: -32601 for a method that is not offered, -32602 for an undeclared elicitation mode or for
tools in sampling (2025-11-25), -32021 for any client capability from 2026-07-28 on, none for what is not
answered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Literal, NamedTuple

import msgspec

from ..json_tree import mapping, tree
from ..revisions import within

Side = Literal["client", "server"]
_OTHER: dict[str, Side] = {"client": "server", "server": "client"}
_NOT_FOUND, _INVALID_PARAMS, _CAPABILITY, _URL_REQUIRED = -32601, -32602, -32021, -32042


class Verdict(msgspec.Struct, frozen=True):
    """Whether a message may be sent; if not, the gate that is shut, the code that answers it, and its data.

    `ok` with a `gate` is a message that may be sent and that the specification advises against.
    """

    ok: bool
    gate: str | None = None
    code: int | None = None
    reason: str = ""
    data: dict[str, Any] | None = None

    def __bool__(self) -> bool:
        """Return whether the message may be sent."""
        return self.ok


class Gate(NamedTuple):
    """A capability that a message needs because of what it holds."""

    method: str
    needs: str
    when: Callable[[Mapping[str, Any]], bool]
    since: str
    until: str | None = None
    should: bool = False  # "SHOULD NOT" be sent without it, where the others are "MUST NOT"
    ignored: bool = False  # the receiver ignores the part that needs it, so nothing is answered


def _mode(params: Mapping[str, Any]) -> object:
    return params.get("mode", "form")


_TASKS = ("2025-11-25", "2025-11-25")
EXTRA = (
    Gate("elicitation/create", "client:elicitation.form", lambda p: _mode(p) == "form", "2025-11-25"),
    Gate("elicitation/create", "client:elicitation.url", lambda p: _mode(p) == "url", "2025-11-25"),
    Gate(
        "sampling/createMessage",
        "client:sampling.tools",
        lambda p: "tools" in p or "toolChoice" in p,
        "2025-11-25",
    ),
    Gate(
        "sampling/createMessage",
        "client:sampling.context",
        lambda p: p.get("includeContext") in ("thisServer", "allServers"),
        "2025-11-25",
        should=True,
    ),
    *(
        Gate(method, f"receiver:tasks.requests.{path}", lambda p: "task" in p, *_TASKS, ignored=True)
        for method, path in (
            ("tools/call", "tools.call"),
            ("sampling/createMessage", "sampling.createMessage"),
            ("elicitation/create", "elicitation.create"),
        )
    ),
)
# Methods of the tasks extension, which the schema of 2026-07-28 leaves out (SEP-2663).
_TASKS_EXTENSION = "io.modelcontextprotocol/tasks"
_EXTENSION = {method: _TASKS_EXTENSION for method in ("tasks/get", "tasks/update", "tasks/cancel")}
# What each member of a `subscriptions/listen` filter needs; what is not granted is left out of the
# acknowledgement.
FILTER = {
    "toolsListChanged": "tools.listChanged",
    "promptsListChanged": "prompts.listChanged",
    "resourcesListChanged": "resources.listChanged",
    "resourceSubscriptions": "resources.subscribe",
}


def allows(
    revision: str,
    sender: str,
    message: Any,
    *,
    client: Any = None,
    server: Any = None,
    methods: Mapping[str, Any] | None = None,
) -> Verdict:
    """Say whether a side may send a frame, or a method whatever its params, or name the gate that is shut.

    `client` and `server` are the capabilities that each declared; none are as good as `{}`. `methods` is the
    revision's `METHODS`, looked up if it is not given. Responses are judged too: an input-required result by
    the requests in it, and error -32042. Raise `ValueError` for an unknown side, or a revision that is not in
    the package.
    """
    if sender not in _OTHER:
        raise ValueError(f"{sender!r} is no side: client or server")
    frame: Any = message if isinstance(message, str) else tree(message)
    declared_by = {side: tree(value) for side, value in (("client", client), ("server", server))}
    known = _methods(revision) if methods is None else methods
    worst = Verdict(True)
    for method, params, embedded in _sent(frame):
        verdict = _judge(revision, sender, method, params, embedded, declared_by, known)
        if not verdict.ok:
            return verdict
        worst = verdict if verdict.gate else worst
    if isinstance(frame, Mapping) and isinstance(frame.get("error"), Mapping):
        return _error(revision, sender, frame["error"], declared_by["client"])
    return worst


def declared(capabilities: Any, path: str) -> bool:
    """Say whether capabilities declare a dotted path: by presence, a flag by `true`; `elicitation: {}` is form."""
    value = tree(capabilities)
    for part in path.split("."):
        if not isinstance(value, Mapping):
            return False
        if path == "elicitation.form" and part == "form" and not ("form" in value or "url" in value):
            return True
        value = value.get(part)
    return value is not None and value is not False


def granted(filter: Mapping[str, Any], server: Any) -> dict[str, Any]:
    """Return the part of a `subscriptions/listen` filter that a server with these capabilities acknowledges."""
    return {
        name: value for name, value in filter.items() if declared(server, FILTER.get(name, "?")) and value
    }


def required(path: str) -> dict[str, Any]:
    """Return the data of error -32021 for a dotted client capability: the object that would have declared it."""
    nested: dict[str, Any] = {}
    for part in reversed(path.split(".")):
        nested = {part: nested}
    return {"requiredCapabilities": nested}


def _sent(frame: Any) -> Iterator[tuple[str, Mapping[str, Any], bool | None]]:
    # What a message asks of its receiver: method, params, and whether it travels in a result.
    if isinstance(frame, str):
        yield frame, {}, None
    elif isinstance(frame, list):
        for item in frame:
            yield from _sent(item)
    elif isinstance(frame, Mapping) and "method" in frame:
        yield str(frame["method"]), mapping(frame.get("params")), False
    elif isinstance(frame, Mapping):
        result = mapping(frame.get("result"))
        if result.get("resultType") == "input_required":
            for request in mapping(result.get("inputRequests")).values():
                request = mapping(request)
                yield str(request.get("method")), mapping(request.get("params")), True


def _judge(
    revision: str,
    sender: str,
    name: str,
    params: Mapping[str, Any],
    embedded: bool | None,
    declared_by: Mapping[str, Any],
    methods: Mapping[str, Any],
) -> Verdict:
    method = methods.get(name)
    if method is None:
        extension = _EXTENSION.get(name) if within(revision, "2026-07-28") and sender == "client" else None
        if extension and extension in mapping(mapping(declared_by["server"]).get("extensions")):
            return Verdict(True)
        gate = f"server:extensions[{extension}]" if extension else None
        return Verdict(False, gate, _NOT_FOUND, f"{revision} has no {name}")
    if sender not in method.senders:
        return Verdict(False, None, _NOT_FOUND, f"in {revision} the {sender} does not send {name}")
    if embedded is not None and embedded != (method.kind == "embedded"):
        way = "inside" if method.kind == "embedded" else "outside"
        return Verdict(False, None, _NOT_FOUND, f"in {revision} {name} travels {way} input-required results")
    advice = Verdict(True)
    answered = method.kind != "notification"
    for needs, extra in _needs(revision, method, params):
        owner, path = needs.split(":", 1)
        owner = {"sender": sender, "receiver": _OTHER[sender]}.get(owner, owner)
        if declared(declared_by[owner], path):
            continue
        gate, reason = (
            f"{owner}:{path}",
            f"the {owner} did not declare {path}, which {name} needs in {revision}",
        )
        if extra is not None and extra.should:
            advice = Verdict(True, gate, None, reason)
            continue
        code = _code(revision, owner, path) if answered and not (extra and extra.ignored) else None
        return Verdict(False, gate, code, reason, required(path) if code == _CAPABILITY else None)
    return advice


def _needs(revision: str, method: Any, params: Mapping[str, Any]) -> Iterator[tuple[str, Gate | None]]:
    extra = [
        gate
        for gate in EXTRA
        if params
        and gate.method == method.name
        and within(revision, gate.since, gate.until)
        and gate.when(params)
    ]
    # An undeclared mode has a code of its own, also where no mode is declared
    # (client/elicitation#error-handling).
    if method.capability and not any(
        gate.method == "elicitation/create" and not gate.ignored for gate in extra
    ):
        yield f"{method.owner}:{method.capability}", None
    yield from ((gate.needs, gate) for gate in extra)


def _code(revision: str, owner: str, path: str) -> int:
    if owner == "client" and within(revision, "2026-07-28"):
        return _CAPABILITY
    late = within(revision, "2025-11-25") and (path.startswith("elicitation") or path == "sampling.tools")
    return _INVALID_PARAMS if owner == "client" and late else _NOT_FOUND


def _error(revision: str, sender: str, error: Mapping[str, Any], client: Any) -> Verdict:
    if error.get("code") != _URL_REQUIRED or sender != "server":
        return Verdict(True)
    if not within(revision, "2025-11-25", "2025-11-25"):
        return Verdict(False, None, None, f"{revision} has no error {_URL_REQUIRED}")
    if declared(client, "elicitation.url"):
        return Verdict(True)
    return Verdict(
        False, "client:elicitation.url", None, f"the client did not declare elicitation.url in {revision}"
    )


def _methods(revision: str) -> Mapping[str, Any]:
    package: Any = import_module(__name__.rsplit(".", 3)[0])
    methods: Mapping[str, Any] = package.revision(revision).METHODS
    return methods
