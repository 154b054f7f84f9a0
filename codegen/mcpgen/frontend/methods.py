"""Messages: the definitions of a revision → its methods, with uniform envelopes.

Who may send a message follows from the unions that hold it (`ROLES`). Every request and notification gets the
members of the JSON-RPC frame that it travels in (`jsonrpc`, `id`, what the frame says of `params`): up to 2025-06-18
the official types leave them to the frame. Results follow from `XResultResponse`, from naming, or from the overlay.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mcpgen.frontend.overlay import Overlay
from mcpgen.ir import (
    Alias,
    Array,
    Choice,
    Constant,
    Definition,
    ErrorCode,
    Method,
    MethodKind,
    Protocol,
    Record,
    Ref,
    Side,
    flatten,
)
from mcpgen.problems import Problem, Refused, refuse

ROLES: dict[str, tuple[MethodKind, Side]] = {
    "ClientRequest": ("request", "client"),
    "ServerRequest": ("request", "server"),
    "InputRequest": ("embedded", "server"),
    "ClientNotification": ("notification", "client"),
    "ServerNotification": ("notification", "server"),
}
FRAMES: dict[MethodKind, str] = {"request": "JSONRPCRequest", "notification": "JSONRPCNotification"}
_Definitions = dict[str, Definition]


def protocol(
    revision: str, definitions: _Definitions, overlay: Overlay, source: str, warn: Callable[[Problem], None]
) -> Protocol:
    """Return the protocol of a revision; what naming and the overlay leave open goes to `warn` with its plain rule."""
    definitions = _named_once(dict(definitions))
    methods: dict[str, Method] = {}
    results = overlay.index("result", lambda entry: [entry["method"]])
    gates = overlay.index("gate", lambda entry: list(entry["methods"]))
    for role, (kind, side) in ROLES.items():
        for name in _arms(role, definitions):
            method = method_of(definitions[name])
            if method is None:
                continue
            if method in methods:
                methods[method] = replace(methods[method], senders=(*methods[method].senders, side))
                continue
            if kind != "embedded":
                _frame(name, FRAMES[kind], definitions)
            message = definitions[name]
            assert isinstance(message, Record)
            params = message.field("params")
            answers: tuple[str, ...] = ()
            if kind != "notification":
                at, given = f"{source}#{message.at}", results.get(method)
                answers = tuple(given["results"]) if given else _results(name, definitions)
                if not answers:
                    answers = tuple(n for n in ("EmptyResult", "Result") if n in definitions)[:1]
                    if not answers:
                        raise refuse(at, f"no result for {method} by name, and no Result; define its result")
                    warn(Problem(at, f"no result for {method} by name; it is taken to answer {answers[0]}"))
            gate = gates.get(method)
            methods[method] = Method(
                method,
                kind,
                (side,),
                name,
                params.type.name if params and isinstance(params.type, Ref) else None,
                answers,
                gate["capability"].partition(":")[2] if gate else None,
                gate["capability"].partition(":")[0] if gate else None,
            )
    result = Protocol(
        revision,
        definitions,
        dict(sorted(methods.items())),
        _errors(definitions, overlay),
        batches=any(isinstance(arm, Array) for arm in flatten(Ref("JSONRPCMessage"), definitions)),
        guards={entry["type"]: (entry["member"], entry["value"]) for entry in overlay.table("guard")},
        known={entry["at"]: tuple(entry["values"]) for entry in overlay.table("known")},
        ordered=tuple(entry["type"] for entry in overlay.table("order")),
        deprecated={entry["what"]: entry.get("use", "") for entry in overlay.table("deprecated")},
    )
    _check(result, overlay)
    return result


def method_of(definition: Definition) -> str | None:
    """Return the constant `method` of a message, `None` for what is no message."""
    member = definition.field("method") if isinstance(definition, Record) else None
    if member is not None and isinstance(member.type, Choice) and len(member.type.values) == 1:
        value = member.type.values[0]
        return value if isinstance(value, str) else None
    return None


def _named_once(definitions: _Definitions) -> _Definitions:
    """Turn a role that repeats a message in full (`ClientNotification` of 2026-07-28) into a reference to it."""
    for role in ROLES:
        record = definitions.get(role)
        if isinstance(record, Record):
            twin = next(
                (n for n, d in definitions.items() if n != role and d == replace(record, name=n)),
                None,
            )
            if twin is not None:
                definitions[role] = Alias(role, Ref(twin), doc=record.doc, at=record.at)
    return definitions


def _arms(role: str, definitions: _Definitions) -> list[str]:
    return [arm.name for arm in flatten(Ref(role), definitions) if isinstance(arm, Ref)]


def _frame(name: str, frame: str, definitions: _Definitions) -> None:
    """Give a message the members of its frame that the official type leaves out."""
    message, envelope = definitions[name], definitions.get(frame)
    assert isinstance(message, Record)
    if not isinstance(envelope, Record) or message.field("jsonrpc"):
        return
    added = tuple(
        replace(member, framed=True)
        for member in envelope.fields
        if member.name not in ("method", "params") and message.field(member.name) is None
    )
    definitions[name] = replace(message, fields=(*added, *message.fields))
    params, framed = message.field("params"), envelope.field("params")
    if (
        params is None
        or framed is None
        or not isinstance(params.type, Ref)
        or not isinstance(framed.type, Ref)
    ):
        return
    own, outer = definitions[params.type.name], definitions[framed.type.name]
    if isinstance(own, Record) and isinstance(outer, Record):
        missing = tuple(replace(m, framed=True) for m in outer.fields if own.field(m.name) is None)
        definitions[own.name] = replace(own, fields=(*missing, *own.fields))


def _results(request: str, definitions: _Definitions) -> tuple[str, ...]:
    """Return what answers a request by its response type, else by its name; nothing if neither says it."""
    plain = request.removesuffix("Request") + "Result"
    response = definitions.get(plain + "Response")
    if isinstance(response, Record) and (member := response.field("result")):
        names = [arm.name for arm in flatten(member.type, definitions) if isinstance(arm, Ref)]
        return tuple(sorted(names, key=lambda name: name != plain))
    return (plain,) if plain in definitions else ()


def _errors(definitions: _Definitions, overlay: Overlay) -> tuple[ErrorCode, ...]:
    """Return the error codes of the overlay, in its order."""
    return tuple(
        ErrorCode(entry["name"], entry["code"], entry.get("type")) for entry in overlay.table("error")
    )


def error_code(name: str, definitions: _Definitions) -> Constant:
    """Return the constant `code` that a typed error states, directly or in its `error` member."""
    record = definitions.get(name)
    for member in ("error", "code"):
        field = record.field(member) if isinstance(record, Record) else None
        if field is None:
            continue
        if isinstance(field.type, Ref):
            record = definitions[field.type.name]
        if isinstance(field.type, Choice):
            return field.type.values[0]
    return None


def _check(protocol: Protocol, overlay: Overlay) -> None:
    """Refuse overlay entries about what the revision does not have."""
    methods, definitions = protocol.methods, dict(protocol.definitions)
    problems: list[Problem] = []

    def entries(table: str, complaint: Callable[[dict[str, object]], str | None]) -> None:
        for index, entry in enumerate(overlay.table(table)):
            if message := complaint(entry):
                problems.append(Problem(overlay.located(table, index), message))

    def absent(names: object, known: object, what: str) -> str | None:
        assert isinstance(known, (dict, set))
        unknown = [str(n) for n in (names if isinstance(names, list) else [names]) if n not in known]
        return f"no {what} {', '.join(unknown)} in {protocol.revision}; drop it" if unknown else None

    members = {f"{r.name}.{f.name}" for r in definitions.values() if isinstance(r, Record) for f in r.fields}
    entries(
        "result",
        lambda e: absent(e["method"], methods, "method") or absent(e["results"], definitions, "type"),
    )
    entries("gate", lambda e: absent(e["methods"], methods, "method"))
    entries("guard", lambda e: absent(f"{e['type']}.{e['member']}", members, "member"))
    entries("known", lambda e: absent(e["at"], members | set(definitions), "type or member"))
    entries(
        "deprecated", lambda e: absent(e["what"], members | set(definitions) | set(methods), "such thing")
    )
    entries(
        "error",
        lambda e: (
            f"{e['type']} does not state the code {e['code']}"
            if "type" in e and error_code(str(e["type"]), definitions) != e["code"]
            else None
        ),
    )
    if problems:
        raise Refused(problems)
