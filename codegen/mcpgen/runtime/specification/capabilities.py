"""Check whether a side may send a message, given the capabilities that both sides declared.

`allows` takes a revision, the sender, a message or a method name, and the capabilities of client and server.
It returns a `Permission`. A *gate* is the capability that a message, or a part of it, needs. Rules:

- The gate of a method is its `capability` in `METHODS`. `CONTENT_GATES` adds the gates that depend on the
  params of a message. A composition adds the gates of its extensions: for methods, for members of params, and
  for results. A side declares an extension by its identifier in `extensions`.
- A capability is declared if it is present. A boolean capability must be `true`. `"elicitation": {}` declares
  the form mode (client/elicitation#capabilities).
- The specification prescribes the error code with which the receiver answers. It is -32601 for an unsupported
  method. In 2025-11-25 it is -32602 for an undeclared elicitation mode and for tools in sampling. From
  2026-07-28 on it is -32021 for every client capability. There is no code if the message gets no response.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from types import NoneType
from typing import Any, NamedTuple

import msgspec

from ..endpoints import Composed
from ..errors import INVALID_PARAMS, METHOD_NOT_FOUND
from ..json_argument import as_json, mapping
from ..messages.frames import Method
from ..messages.mismatch import shown
from ..messages.options import JsonValue, checked_kind, checked_option, checked_text
from ..revisions import facts_of, filters
from ..sides import OTHER
from ..task_names import TASKS
from .declared_paths import EXTENSION, declares, steps
from .message_context import URL_ELICITATION_REQUIRED, elicitation_mode

_MISSING = "MISSING_REQUIRED_CLIENT_CAPABILITY"


class Permission(msgspec.Struct, frozen=True):
    """Whether a side may send a message (`ok`).

    If `ok` is false, `gate` is the missing capability (`side:path`), and `reason` says why the message is not
    allowed. `code` and `data` are those of the error with which the receiver answers. `code` is None if the
    receiver does not answer.

    If `ok` is true and `gate` is set, the message is allowed, but the specification advises against it.
    """

    ok: bool
    gate: str | None = None
    code: int | None = None
    reason: str = ""
    data: dict[str, JsonValue] | None = None

    def __bool__(self) -> bool:
        """Return whether the message may be sent."""
        return self.ok


class Gate(NamedTuple):
    """A capability that a message of `method` needs if its params have certain values.

    The gate has no effect in a revision that does not define the capability.

    Attributes:
        needs: The side and the dotted path of the capability: `client:elicitation.url`.
        when: A function that takes the params and returns whether they need the capability.
        should: Whether such a message SHOULD NOT be sent without the capability, instead of MUST NOT.
        ignored: Whether the receiver ignores the part that needs the capability, without an error.
    """

    method: str
    needs: str
    when: Callable[[Mapping[str, JsonValue]], bool]
    should: bool = False
    ignored: bool = False

    @property
    def path(self) -> str:
        """Return the dotted path of the capability, such as `elicitation.url`."""
        return self.needs.partition(":")[2]


def _task_gate(method: str, path: str) -> Gate:
    needs = f"receiver:tasks.requests.{path}"
    return Gate(method, needs, lambda params: "task" in params, ignored=True)


CONTENT_GATES = (
    Gate("elicitation/create", "client:elicitation.form", lambda params: elicitation_mode(params) == "form"),
    Gate("elicitation/create", "client:elicitation.url", lambda params: elicitation_mode(params) == "url"),
    Gate(
        "sampling/createMessage",
        "client:sampling.tools",
        lambda params: "tools" in params or "toolChoice" in params,
    ),
    Gate(
        "sampling/createMessage",
        "client:sampling.context",
        lambda params: params.get("includeContext") in ("thisServer", "allServers"),
        should=True,
    ),
    _task_gate("tools/call", "tools.call"),
    _task_gate("sampling/createMessage", "sampling.createMessage"),
    _task_gate("elicitation/create", "elicitation.create"),
)
# Methods of the tasks extension, for revisions that have extensions; no schema defines them (SEP-2663).
EXTENSION_METHODS = {name: TASKS for name in ("tasks/get", "tasks/update", "tasks/cancel")}


class _Declared(NamedTuple):
    """A revision, the sender of a message, and the capabilities that each side declared."""

    revision: str
    sender: str
    declared_by: Mapping[str, JsonValue]

    def owner(self, side: str) -> str:
        """Return which side `side` means for this message: `client` or `server`.

        `side` may also be `sender` or `receiver`.
        """
        return {"sender": self.sender, "receiver": OTHER[self.sender]}.get(side, side)


class _SentMethod(NamedTuple):
    """A method that a message asks the receiver to run, with its params.

    `embedded` is true for an input request inside a result, false for a request or notification of its own,
    and None if only the name of the method is known. `params` is empty if they are not known.
    """

    name: str
    params: Mapping[str, JsonValue]
    embedded: bool | None


class ExtensionGate(NamedTuple):
    """A part of a message that needs an extension: a member of params, or a kind of result.

    - `identifier`: the extension.
    - `declared_by`: the sides that must declare it.
    - `method`: the method of the message.
    - `path`: the path of a member of the params or of the result.
    - `value`: a result needs the extension if the member at `path` has this value. Params need the extension
      if they have the member at `path`, and `value` is then None.
    """

    identifier: str
    declared_by: tuple[str, ...]
    method: str
    path: tuple[str, ...]
    value: str | None = None


def allows(
    revision: str | Composed,
    sender: str,
    message: object,
    *,
    client: object = None,
    server: object = None,
    methods: Mapping[str, Method] | None = None,
) -> Permission:
    """Return whether the side `sender` may send a message. `message` may also be the name of a method.

    - `client`, `server`: the capabilities that the sides declared. The default is `{}`.
    - `methods`: the `METHODS` of the revision. The default is the `METHODS` of the revision in this package.

    If the message is an `InputRequiredResult`, its input requests are checked. If a server sends the error
    `URL_ELICITATION_REQUIRED` (-32042), the revision must have this error, and the client must have declared
    `elicitation.url`. A result may also be passed without its response.

    Raises `ValueError` for an unknown side or revision, `DecodeError` for text that is not JSON and for a
    value that is nested too deeply, and `TypeError` for a revision or methods of another type.
    """
    checked_option("sender", sender)
    gates: Sequence[ExtensionGate] = ()
    if not isinstance(revision, str):
        if not hasattr(revision, "gates"):
            raise TypeError(
                f"revision: expected a name or a revision with extensions, not {type(revision).__name__}"
            )
        gates, methods, revision = revision.gates, methods or revision.METHODS, revision.REVISION
    checked_kind("methods", methods, (NoneType, Mapping), "the table `METHODS` of a revision module")
    frame: Any = message if isinstance(message, str) else as_json(message)
    if isinstance(frame, Mapping) and frame.keys().isdisjoint(("method", "result", "error")):
        frame = {"result": frame}
    sides = _Declared(revision, sender, {"client": as_json(client), "server": as_json(server)})
    known = _methods(revision) if methods is None else methods
    permission = Permission(True)
    for sent in _sent(frame):
        found = _permission(sides, sent, known.get(sent.name))
        if not found.ok:
            return found
        permission = found if found.gate else permission
    for gate in gates:
        if _is_used(gate, frame) and not (found := _gate_permission(sides, gate)).ok:
            return found
    if isinstance(frame, Mapping) and isinstance(frame.get("error"), Mapping):
        return _error_permission(sides, frame["error"])
    return permission


def declared(capabilities: object, path: str) -> bool:
    """Return whether capabilities declare the capability at a dotted path, such as `tools.listChanged`.

    `elicitation: {}` declares `elicitation.form`. The path of an extension is `extensions["IDENTIFIER"]`.
    Only the values on the path are read. Raises `DecodeError` for text that is not JSON, and `TypeError` for
    a path that is not a string.
    """
    return declares(capabilities, checked_text("path", path))


def granted(filter: Mapping[str, JsonValue], server: object) -> dict[str, JsonValue]:
    """Return the members of a `subscriptions/listen` filter that a server's capabilities allow.

    `server` has the capabilities of the server. Raises `DecodeError` for a value that is nested too deeply,
    and `TypeError` for a filter that is not a dict.
    """
    checked_kind("filter", filter, Mapping, "a dict")
    known = filters()
    return {
        name: value
        for name, value in filter.items()
        if value and name in known and declared(server, known[name])
    }


def required(path: str) -> dict[str, JsonValue]:
    """Return the `data` of error -32021 for a missing client capability.

    `required("sampling.tools")` is `{"requiredCapabilities": {"sampling": {"tools": {}}}}`. Raises
    `TypeError` for a path that is not a string.
    """
    nested: dict[str, Any] = {}
    for part in reversed(steps(checked_text("path", path))):
        nested = {part: nested}
    return {"requiredCapabilities": nested}


def _sent(frame: Any) -> Iterator[_SentMethod]:
    """Yield the methods that a message, or each message of a batch, asks the receiver to run."""
    if isinstance(frame, str):
        yield _SentMethod(frame, {}, None)
    elif isinstance(frame, list):
        for item in map(mapping, frame):
            yield from _sent(item)
    elif isinstance(frame, Mapping) and "method" in frame:
        yield _SentMethod(_named(frame["method"]), mapping(frame.get("params")), False)
    elif isinstance(frame, Mapping):
        result = mapping(frame.get("result"))
        if result.get("resultType") == "input_required":
            for request in map(mapping, mapping(result.get("inputRequests")).values()):
                yield _SentMethod(_named(request.get("method")), mapping(request.get("params")), True)


def _named(method: object) -> str:
    return method if isinstance(method, str) else shown(method)


def _permission(sides: _Declared, sent: _SentMethod, method: Any) -> Permission:
    """Return whether the sender may send a method. `method` is its entry in `METHODS`, or None."""
    revision, sender, declared_by = sides
    if method is None:
        return _extension_permission(sides, sent.name)
    if sender not in method.senders:
        reason = f"in {revision} a {sender} does not send {sent.name}"
        return Permission(False, None, METHOD_NOT_FOUND, reason)
    is_embedded = method.kind == "embedded"
    if sent.embedded is not None and sent.embedded != is_embedded:
        where = "inside" if is_embedded else "outside"
        reason = f"in {revision} {sent.name} is only sent {where} an InputRequiredResult"
        return Permission(False, None, METHOD_NOT_FOUND, reason)
    permission = Permission(True)
    for needs, gate in _needs(revision, method, sent.params):
        side, path = needs.split(":", 1)
        owner = sides.owner(side)
        if declares(declared_by[owner], path):
            continue
        reason = f"in {revision} {sent.name} needs {path}, which the {owner} did not declare"
        if gate is not None and gate.should:
            permission = Permission(True, f"{owner}:{path}", None, reason)
            continue
        is_answered = method.kind != "notification" and not (gate and gate.ignored)
        return _refused(revision, owner, path, reason, is_answered=is_answered)
    return permission


def _refused(revision: str, owner: str, path: str, reason: str, *, is_answered: bool = True) -> Permission:
    """Return the `Permission` that denies a message because `owner` did not declare the capability `path`.

    The `Permission` has an error code only if `is_answered` is true: then the receiver answers with an error.
    """
    code = _code(revision, owner, path) if is_answered else None
    data = required(path) if code == facts_of(revision).errors.get(_MISSING) else None
    return Permission(False, f"{owner}:{path}", code, reason, data)


def _extension_permission(sides: _Declared, name: str) -> Permission:
    """Return whether the sender may send a method that only an extension defines."""
    extension = None
    if "extensions" in facts_of(sides.revision).capabilities and sides.sender == "client":
        extension = EXTENSION_METHODS.get(name)
    if extension and extension in mapping(mapping(sides.declared_by["server"]).get("extensions")):
        return Permission(True)
    gate = f"server:extensions[{extension}]" if extension else None
    return Permission(False, gate, METHOD_NOT_FOUND, f"{sides.revision} has no {name}")


def _is_used(gate: ExtensionGate, frame: Any) -> bool:
    """Return whether a message has the part that needs the extension of `gate`."""
    if not isinstance(frame, Mapping):
        return False
    is_answer = gate.value is not None
    if not is_answer and frame.get("method") != gate.method:
        return False
    value = frame.get("result" if is_answer else "params")
    for name in gate.path:
        value = mapping(value).get(name)
    return value == gate.value if is_answer else value is not None


def _gate_permission(sides: _Declared, gate: ExtensionGate) -> Permission:
    """Return whether the sides declared the extension that `gate` needs."""
    path = f'{EXTENSION}{gate.identifier}"]'
    for owner in sorted(gate.declared_by, reverse=True):
        if declares(sides.declared_by[owner], path):
            continue
        part = f"{gate.path[-1]} {gate.value}" if gate.value is not None else "/".join(gate.path)
        reason = f"{part} in {gate.method} needs {path}, which the {owner} did not declare"
        return _refused(sides.revision, owner, path, reason)
    return Permission(True)


def _needs(revision: str, method: Any, params: Mapping[str, Any]) -> Iterator[tuple[str, Gate | None]]:
    """Yield each capability that a message needs, as a pair of `side:path` and a `Gate`.

    The `Gate` is from `CONTENT_GATES`, and states which params need the capability. It is None if the method
    needs the capability with any params.
    """
    known = facts_of(revision).capabilities
    gates = [
        gate
        for gate in CONTENT_GATES
        if params and gate.method == method.name and gate.path in known and gate.when(params)
    ]
    # An undeclared mode has its own error code, even if the client declares no elicitation
    # (client/elicitation#error-handling).
    has_mode = any(gate.method == "elicitation/create" and not gate.ignored for gate in gates)
    if method.capability and not has_mode:
        for owner in ("server", "client") if method.owner == "both" else (method.owner,):
            yield f"{owner}:{method.capability}", None
    yield from ((gate.needs, gate) for gate in gates)


def _code(revision: str, owner: str, path: str) -> int:
    facts = facts_of(revision)
    if owner != "client":
        return METHOD_NOT_FOUND
    if _MISSING in facts.errors:
        return facts.errors[_MISSING]
    has_modes = "elicitation.form" in facts.capabilities
    is_part = path == "sampling.tools" or (path.startswith("elicitation") and has_modes)
    return INVALID_PARAMS if is_part else METHOD_NOT_FOUND


def _error_permission(sides: _Declared, error: Mapping[str, Any]) -> Permission:
    if error.get("code") != URL_ELICITATION_REQUIRED or sides.sender != "server":
        return Permission(True)
    if URL_ELICITATION_REQUIRED not in facts_of(sides.revision).errors.values():
        return Permission(False, None, None, f"{sides.revision} has no error {URL_ELICITATION_REQUIRED}")
    if declares(sides.declared_by["client"], "elicitation.url"):
        return Permission(True)
    reason = f"the client did not declare elicitation.url in {sides.revision}"
    return Permission(False, "client:elicitation.url", None, reason)


def _methods(revision: str) -> Mapping[str, Any]:
    package: Any = import_module(__name__.rsplit(".", 3)[0])
    methods: Mapping[str, Any] = package.revision(revision).METHODS
    return methods
