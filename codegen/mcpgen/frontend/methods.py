"""Build the `Protocol` of a revision from its definitions and its overlay.

A message is a variant of a union such as `ClientRequest`, which tells its sender (`ROLES`). Every message is
merged with its JSON-RPC envelope (`envelopes`). The results of a request are those in the overlay, otherwise
those in its `XResultResponse`, otherwise the definition that is named after the request.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from mcpgen.frontend.envelopes import with_envelopes
from mcpgen.frontend.overlay import Overlay
from mcpgen.frontend.toml_edit import entry_text
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    Constant,
    Definition,
    ErrorCode,
    Field,
    FilterMember,
    Map,
    Method,
    MethodKind,
    Protocol,
    Record,
    Ref,
    Scalar,
    Side,
    Type,
    Union,
    constant_of,
    flatten,
)
from mcpgen.names import snake
from mcpgen.patterns import python_pattern
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.runtime.sides import OTHER
from mcpgen.subtypes import Subtypes, constants

EMBEDDED = "InputRequest"  # the union of requests that a server sends in a result
ROLES: dict[str, tuple[MethodKind, Side]] = {
    "ClientRequest": ("request", "client"),
    "ServerRequest": ("request", "server"),
    EMBEDDED: ("embedded", "server"),
    "ClientNotification": ("notification", "client"),
    "ServerNotification": ("notification", "server"),
}
SIDES: tuple[Side, Side] = ("client", "server")
# A request without a result type has the first of these that the revision defines.
PLAIN_RESULTS = ("EmptyResult", "Result")
LISTEN = "subscriptions/listen"
DEEPEST = 8  # the maximum number of dots in a capability path, because the types may be recursive
# Where overlay entries name parts of the schema: the table, the key that has the name, and what the name may
# be. For `[[guard]]`, see `_references`.
REFERENCES = (
    ("result", "method", "method"),
    ("result", "results", "type"),
    ("gate", "methods", "method"),
    ("ungated", "methods", "method"),
    ("metadata", "method", "method"),
    ("filter", "notification", "method"),
    ("known", "at", "type", "member"),
    ("deprecated", "what", "method", "type", "member"),
)

Definitions: TypeAlias = Mapping[str, Definition]


class MethodMessage(NamedTuple):
    """A message type with its method, its kind and one of its senders."""

    method: str
    type: str
    kind: MethodKind
    sender: Side


def assemble(
    revision: str,
    definitions: Definitions,
    overlay: Overlay,
    source: str,
    warn: Callable[[Problem], None],
    stated: Sequence[MethodMessage] | None = None,
    sides: tuple[Side, Side] = SIDES,
) -> Protocol:
    """Build the protocol of a revision from its definitions and its overlay.

    `stated` lists the messages. By default, they are found in unions such as `ClientRequest`. If the overlay
    does not state a fact, such as the result of a request, the generator assumes it, and `warn` receives a
    problem.
    """
    named = _with_roles_as_references(definitions)
    united: dict[str, str] = {}
    if stated is None:
        named, united = with_one_message_each(named)
    messages = list(_messages(named)) if stated is None else stated
    overlay = _with_effect(overlay, revision if stated is None else "the extension", named, messages)
    methods = _methods(named, messages, united, overlay, source, warn)
    results = dict.fromkeys(r for m in methods.values() if m.kind == "request" for r in m.results)
    kinds = [(message.type, message.kind) for message in messages]
    kinds = [*((name, kind) for name, united in united.items() for of, kind in kinds if of == united), *kinds]
    framed, in_response = with_envelopes(named, kinds, results if sides == SIDES else ())
    protocol = Protocol(
        revision,
        framed,
        {
            name: replace(
                method,
                params=_params(framed[method.message]),
                results=_results_in_response(method, in_response),
            )
            for name, method in sorted(methods.items())
        },
        tuple(ErrorCode(e["name"], e["code"], e.get("type")) for e in overlay.table("error")),
        batches=any(isinstance(variant, Array) for variant in flatten(Ref("JSONRPCMessage"), framed)),
        guards={entry["type"]: (entry["member"], entry["value"]) for entry in overlay.table("guard")},
        known={entry["at"]: tuple(entry["values"]) for entry in overlay.table("known")},
        ordered=tuple(entry["type"] for entry in overlay.table("order")),
        deprecated={entry["what"]: entry.get("use", "") for entry in overlay.table("deprecated")},
        prefilled={entry["member"]: entry["value"] for entry in overlay.table("prefilled")},
        metadata={entry["method"]: tuple(entry["keys"]) for entry in overlay.table("metadata")},
        sides=sides,
    )
    _report_unstated_gates(protocol, overlay, warn)
    return replace(protocol, filters=dict(_filters(protocol, overlay, source, warn)))


def unstated_errors(protocol: Protocol) -> list[Problem]:
    """Return a problem for each type of error whose code has no name in the overlay.

    Each problem contains an overlay entry that names the code.
    """
    known = {error.type for error in protocol.errors} | {error.code for error in protocol.errors}
    found = []
    for type_name in protocol.definitions:
        code = error_code(type_name, protocol.definitions)
        if isinstance(code, int) and not known & {type_name, code}:
            name = snake(type_name.removesuffix("Error")).upper()
            entry = entry_text(
                "error",
                name=name,
                code=code,
                type=type_name,
                reason="The schema's error type states this code.",
            )
            summary = f"{name} is {code}"
            known |= {code}  # the type of the member `error` may state the same code
            found.append(
                Problem(
                    type_name,
                    "has an error code without a name; add an [[error]] entry to the overlay",
                    entry=entry,
                    summary=summary,
                )
            )
    return found


def method_of(definition: Definition) -> str | None:
    """Return the method name that a message definition states, or None if it is not a message."""
    field = definition.field("method") if isinstance(definition, Record) else None
    if field is not None and isinstance(field.type, Choice) and len(field.type.values) == 1:
        value = field.type.values[0]
        return value if isinstance(value, str) else None
    return None


def error_code(name: str, definitions: Definitions) -> Constant:
    """Return the error code that a type of error has as a constant, or None.

    The member `code` may be in the type itself or in its member `error`.
    """
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


# Definitions


def _with_roles_as_references(definitions: Definitions) -> dict[str, Definition]:
    """Replace a message union that is written as a single message by a reference to that message.

    `ROLES` lists the message unions, such as `ClientNotification`. The official file of 2026-07-28 has one
    with a single message, written as a copy of the message.
    """
    result = dict(definitions)
    for role in ROLES:
        record = definitions.get(role)
        if isinstance(record, Record):
            for name, other in definitions.items():
                if name != role and other == replace(record, name=name):
                    result[role] = Alias(role, Ref(name), doc=record.doc, at=record.at)
                    break
    return result


def with_one_message_each(definitions: Definitions) -> tuple[dict[str, Definition], dict[str, str]]:
    """Merge message definitions that have the same sender and method and differ only in their params.

    The params of the merged message are the union of the original params. Return the definitions, and a
    mapping from each original message to its merged message.
    """
    result, united = dict(definitions), dict[str, str]()
    for role in ROLES:
        by_method: dict[str, list[Record]] = {}
        for variant in flatten(Ref(role), definitions):
            record = definitions[variant.name] if isinstance(variant, Ref) else None
            if isinstance(record, Record) and (method := method_of(record)) is not None:
                by_method.setdefault(method, []).append(record)
        for records in by_method.values():
            first, params = records[0], [record.field("params") for record in records]
            shapes = [_without_params(record) for record in records]
            if len(records) < 2 or None in params or any(shape != shapes[0] for shape in shapes):
                continue  # nothing to merge; `_methods` refuses messages that differ in more than params
            name = "Or".join(record.name for record in records)
            either = Union(tuple(field.type for field in params if field is not None))
            result[f"{name}Params"] = Alias(f"{name}Params", either, at=first.at)
            fields = (
                replace(field, type=Ref(f"{name}Params")) if field.name == "params" else field
                for field in first.fields
            )
            result[name] = replace(first, name=name, fields=tuple(fields))
            united |= {record.name: name for record in records}
    for role in ROLES if united else ():
        if role in result:
            variants = (
                Ref(united.get(variant.name, variant.name))
                for variant in flatten(Ref(role), definitions)
                if isinstance(variant, Ref)
            )
            result[role] = replace(_alias(result[role]), type=Union(tuple(dict.fromkeys(variants))))
    return result, united


def _without_params(record: Record) -> Record:
    """Return a message type without its name and its params, to compare it with other message types."""
    fields = (field for field in sorted(record.fields, key=lambda one: one.name) if field.name != "params")
    return replace(record, name="", fields=tuple(fields))


def _alias(definition: Definition) -> Alias:
    assert isinstance(definition, Alias)  # `_with_roles_as_references` has replaced records
    return definition


def _messages(definitions: Definitions) -> Iterator[MethodMessage]:
    """Yield each message with its method, kind and sender. A message that both sides send is yielded twice.

    A request that the server sends inside a result has no `id`. It is yielded only with the kind `embedded`,
    even if `ServerRequest` lists its definition too, as in some drafts.
    """
    embedded = flatten(Ref(EMBEDDED), definitions)
    for role, (kind, side) in ROLES.items():
        for variant in flatten(Ref(role), definitions):
            if role != EMBEDDED and variant in embedded:
                continue
            method = method_of(definitions[variant.name]) if isinstance(variant, Ref) else None
            if isinstance(variant, Ref) and method is not None:
                yield MethodMessage(method, variant.name, kind, side)


# Methods


def _methods(
    definitions: Definitions,
    messages: Sequence[MethodMessage],
    united: Mapping[str, str],
    overlay: Overlay,
    source: str,
    warn: Callable[[Problem], None],
) -> dict[str, Method]:
    """Return the methods to which messages belong, by name and in the order of the messages.

    `united` maps a message to the message into which it was merged.
    """
    stated = overlay.index("result", lambda entry: [entry["method"]])
    gates = overlay.index("gate", lambda entry: entry["methods"])
    methods: dict[str, Method] = {}
    guessed: dict[str, str] = {}  # the location of each method whose result is assumed
    for name, message, kind, side in messages:
        if name in methods and side in methods[name].senders and kind == "embedded":
            continue  # a result contains the request without `id`; the definition with `id` is the message
        if name in methods and side in methods[name].senders:
            raise refuse(
                f"{source}#{definitions[message].at}",
                f"has the same method {name!r} as {methods[name].message}, but they differ in more than "
                "the params; give one of them another method",
            )
        if name in methods:
            methods[name] = replace(methods[name], senders=(*methods[name].senders, side))
            continue
        results: tuple[str, ...] = ()
        if kind != "notification":
            at = f"{source}#{definitions[message].at}"
            parts = [part for part, whole in united.items() if whole == message] or [message]
            named = (result for part in parts for result in _named_results(part, definitions))
            results = tuple(stated[name]["results"]) if name in stated else tuple(dict.fromkeys(named))
            if not results:
                guessed[name] = at
                results = (_plain_result(name, definitions, at),)
        owner, _, capability = gates[name]["capability"].partition(":") if name in gates else (None, "", None)
        methods[name] = Method(
            name, kind, (side,), message, _params(definitions[message]), results, capability, owner
        )
    for name, at in guessed.items():
        _report_guess(methods, name, definitions, at, warn)
    return methods


def _params(message: Definition) -> str | None:
    """Return the name of the type of a message's `params`, or None if it has no params with a named type."""
    field: Field | None = message.field("params") if isinstance(message, Record) else None
    return field.type.name if field and isinstance(field.type, Ref) else None


def _results_in_response(method: Method, in_response: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the result types that a response to a method may contain.

    `in_response` maps a result type to the type of this result in a response. A request that is sent inside a
    result is not answered by a response. For such a request, the result types are returned unchanged.
    """
    if method.kind == "embedded":
        return method.results
    return tuple(in_response.get(name, name) for name in method.results)


def _named_results(request: str, definitions: Definitions) -> tuple[str, ...]:
    """Return the result types whose names derive from a request's name, or () if there are none.

    For `XRequest`, these are the results in `XResultResponse`, or `XResult` if there is no such type.
    """
    plain = request.removesuffix("Request") + "Result"
    response = definitions.get(plain + "Response")
    if isinstance(response, Record) and (result := response.field("result")):
        names = [variant.name for variant in flatten(result.type, definitions) if isinstance(variant, Ref)]
        return tuple(sorted(names, key=lambda name: name != plain))
    return (plain,) if plain in definitions else ()


def _report_guess(
    methods: Mapping[str, Method],
    name: str,
    definitions: Definitions,
    at: str,
    warn: Callable[[Problem], None],
) -> None:
    """Report to `warn` that the method `name` is assumed to have the empty result.

    The assumption is made because no result type is named after the method. The problem has an overlay entry
    to add. The entry lists the result types that belong to no method, because the method may return one of
    them.
    """
    (result,) = methods[name].results
    claimed = {each for method in methods.values() for each in method.results}
    union = Ref(f"{OTHER[methods[name].senders[0]].capitalize()}Result")
    listed = flatten(union, definitions) if union.name in definitions else []
    claimed |= {*PLAIN_RESULTS}
    unclaimed = [each.name for each in listed if isinstance(each, Ref) and each.name not in claimed]
    message = f"no result type is named after {name}, so {result} is assumed; "
    message += "to change it, add a [[result]] entry to the overlay"
    reason = "The schema file has no result type that is named after this method."
    found = {"unclaimed": unclaimed} if unclaimed else {}
    entry = entry_text("result", method=name, results=[result], reason=reason, **found)
    summary = f"{result} answers {name}"
    if unclaimed:
        summary += f", but no method returns {' or '.join(unclaimed)}"
    warn(Problem(at, message, entry=entry, summary=summary))


def _plain_result(method: str, definitions: Definitions, at: str) -> str:
    """Return the name of the empty result type, for a method that has no result type of its own."""
    for name in PLAIN_RESULTS:
        if name in definitions:
            return name
    message = f"the schema has no result type for {method}, and no {PLAIN_RESULTS[-1]}; add one of the two"
    raise refuse(at, message)


# The overlay


def _with_effect(
    overlay: Overlay, subject: str, definitions: Definitions, messages: Sequence[MethodMessage]
) -> Overlay:
    """Return an overlay without the inherited entries that have no effect in a revision.

    An entry has no effect if it names something that the revision does not have. Refuse such an entry if it
    is not inherited. Refuse an entry whose value the schema does not allow for the type or member that the
    entry names. Refuse a method that is in both `[[gate]]` and `[[ungated]]`. Refuse two errors with the same
    name or code. `subject` is the revision or the extension, for messages.
    """
    members = [*Protocol("", definitions, {}).members()]
    known = {
        "method": {message.method for message in messages},
        "type": set(definitions),
        "member": {f"{owner}.{field.name}" for owner, field in members},
    }
    problems: list[Problem] = []
    idle: dict[tuple[str, int], set[str]] = {}  # the names in each entry that the revision does not have
    for table, index, kinds, name in _references(overlay):
        if not any(name in known[kind] for kind in kinds):
            wanted = " or ".join(filter(None, (", ".join(kinds[:-1]), kinds[-1])))
            message = f"{subject} has no {wanted} {name}; remove the entry"
            problems += overlay.idle(table, index, message, name)
            idle.setdefault((table, index), set()).add(name)
    filled: dict[str, list[tuple[str, Type]]] = {}  # by name, the required members that have no constant
    for owner, field in members:
        if field.required and not (isinstance(field.type, Choice) and len(field.type.values) == 1):
            filled.setdefault(field.name, []).append((f"{owner}.{field.name}", field.type))
    for index, entry in enumerate(overlay.table("prefilled")):
        if entry["member"] not in filled:
            message = f"no type of {subject} requires {entry['member']} with more than one possible value"
            problems += overlay.idle("prefilled", index, f"{message}; remove the entry")
            idle["prefilled", index] = {entry["member"]}
    problems += _invalid_values(overlay, definitions, filled)
    problems += _invalid_results(overlay, definitions, messages)
    for index, entry in enumerate(overlay.table("error")):
        if "type" in entry and error_code(entry["type"], definitions) != entry["code"]:
            message = f"{entry['type']} does not have the code {entry['code']}; correct the entry"
            problems.append(overlay.contradiction("error", index, message))
    overlay.index("error", lambda entry: [entry["name"], str(entry["code"])])
    problems += _gated_twice(overlay)
    if problems:
        raise Refused(problems)
    return overlay.without(idle)


def _invalid_values(
    overlay: Overlay, definitions: Definitions, filled: Mapping[str, Sequence[tuple[str, Type]]]
) -> Iterator[Problem]:
    """Yield a problem for each invalid value in the entries `[[guard]]`, `[[known]]` and `[[prefilled]]`.

    A value is invalid if the schema does not allow it for the type or member that the entry names.

    A `[[known]]` entry for an enumeration is a problem too, because the schema itself lists the values.
    `filled` has the members that a `[[prefilled]]` entry sets, by name: their locations and types.
    """
    protocol = Protocol("", definitions, {})
    types: dict[str, Type] = {name: Ref(name) for name in definitions}
    types |= {f"{owner}.{field.name}": field.type for owner, field in protocol.members()}
    stated = [
        ("guard", index, [entry["value"]], f"{entry['type']}.{entry['member']}")
        for index, entry in enumerate(overlay.table("guard"))
    ]
    for index, entry in enumerate(overlay.table("known")):
        if not constants(protocol, types.get(entry["at"], Anything())):
            stated.append(("known", index, entry["values"], entry["at"]))
        else:
            message = f"{entry['at']} is an enumeration, so its values are in the schema; remove the entry"
            yield overlay.contradiction("known", index, message)
    for index, entry in enumerate(overlay.table("prefilled")):
        for at, _ in filled.get(entry["member"], ()):
            stated.append(("prefilled", index, [entry["value"]], at))
    accepted = {entry["pattern"] for entry in overlay.table("pattern")}
    for table, index, values, at in stated:
        for value in values:
            if not _allows(protocol, types.get(at, Anything()), value, accepted):
                message = f"{at} cannot be {json.dumps(value, ensure_ascii=False)}; correct the entry"
                yield overlay.contradiction(table, index, message)


def _allows(protocol: Protocol, type_: Type, value: Any, accepted: Container[str]) -> bool:
    """Return whether a type allows a constant. Only the patterns in `accepted` are run."""
    constant, subtypes = Choice((constant_of(value),)), Subtypes(protocol, protocol)

    def is_valid(variant: Type) -> bool:
        if isinstance(variant, Scalar) and variant.pattern is not None:
            pattern, variant = variant.pattern, replace(variant, pattern=None)
            if (
                pattern in accepted
                and isinstance(value, str)
                and not re.search(python_pattern(pattern), value)
            ):
                return False
        return subtypes.holds(constant, variant)

    return any(map(is_valid, protocol.variants(type_)))


def _invalid_results(
    overlay: Overlay, definitions: Definitions, messages: Sequence[MethodMessage]
) -> Iterator[Problem]:
    """Yield a problem for each `[[result]]` entry whose method has no result, or with an unusable result."""
    answered = {message.method for message in messages if message.kind != "notification"}
    for index, entry in enumerate(overlay.table("result")):
        if entry["method"] not in answered and any(one.method == entry["method"] for one in messages):
            message = f"{entry['method']} is a notification, so it has no result; remove the entry"
            yield overlay.contradiction("result", index, message)
        for name in dict.fromkeys(entry["results"]):
            if entry["results"].count(name) > 1:
                yield overlay.contradiction("result", index, f"{name} is named twice; name each result once")
            if flaw := result_flaw(name, definitions):
                yield overlay.contradiction("result", index, f"{flaw}; name the type of a result")


def result_flaw(name: str, definitions: Definitions) -> str:
    """Return why a type cannot be the result of a request, or '' if it can.

    A result is an object, and it is not a message.
    """
    for variant in flatten(Ref(name), definitions):
        record = definitions[variant.name] if isinstance(variant, Ref) else None
        if isinstance(record, Record) and (record.field("jsonrpc") or method_of(record) is not None):
            return f"{name} is a message, not a result"
        if record is None and not isinstance(variant, Anything | Map):
            return f"{name} is not an object type"
    return ""


def _gated_twice(overlay: Overlay) -> Iterator[Problem]:
    """Yield a problem for each method that is in both `[[gate]]` and `[[ungated]]`."""
    gates = overlay.index("gate", lambda entry: entry["methods"])
    for index, entry in enumerate(overlay.table("ungated")):
        for name in entry["methods"]:
            if name in gates:
                message = f"{name} is also in a [[gate]]; keep one of the two entries"
                yield Problem(overlay.located("ungated", index), message, subject=name)


def _report_unstated_gates(protocol: Protocol, overlay: Overlay, warn: Callable[[Problem], None]) -> None:
    """Report each method that is neither in `[[gate]]` nor in `[[ungated]]` of the overlay.

    For such a method, the overlay does not say whether it needs a capability. An overlay without `[[gate]]`
    is not checked.
    """
    stated = overlay.index("ungated", lambda entry: entry["methods"])
    unstated = [
        name for name, method in protocol.methods.items() if not method.capability and name not in stated
    ]
    if unstated and overlay.table("gate"):
        message = "is not in a [[gate]]; add it there, or to [[ungated]] if it needs no capability"
        if len(unstated) > 1:
            message = "are not in a [[gate]]; add them there, or to [[ungated]] if they need no capability"
        entries = [_proposed_gate(name, overlay) for name in unstated]
        summary = "; ".join(
            f"{name}: {'ungated' if entry.startswith('[[ungated]]') else entry.split(chr(10))[1]}"
            for name, entry in zip(unstated, entries, strict=True)
        )
        message, entry = f"{', '.join(unstated)} {message}", "\n\n".join(entries)
        warn(Problem(overlay.source, message, entry=entry, summary=summary))


def capability_paths(protocol: Protocol, name: str, prefix: str = "") -> Iterator[str]:
    """Yield the dotted path of each capability in the record `name`, such as `tools.listChanged`."""
    record = protocol.resolve(Ref(name)) if name in protocol.definitions else None
    for field in record.fields if isinstance(record, Record) else ():
        yield prefix + field.name
        match field.type:
            case Ref(below) if below != name and prefix.count(".") < DEEPEST:
                yield from capability_paths(protocol, below, f"{prefix}{field.name}.")


def _filters(
    protocol: Protocol, overlay: Overlay, source: str, warn: Callable[[Problem], None]
) -> Iterator[tuple[str, FilterMember]]:
    """Yield the members of the filter in `subscriptions/listen`, each with its capability and notification.

    The overlay should state the capability and the notification in `[[filter]]`. If it does not, they are
    derived from the name of the member if possible, and `warn` receives a problem.
    """
    stated = overlay.index("filter", lambda entry: [entry["member"]])
    known = [*capability_paths(protocol, "ServerCapabilities")]
    members = _filter_members(protocol)
    for index, (name, entry) in enumerate(stated.items()):
        for subject, names in ((name, members), (entry["capability"], known)):
            if subject not in names:
                message = f"the filter of {LISTEN} has no member or capability {subject}; remove the entry"
                if problems := overlay.idle("filter", index, message, subject):
                    raise Refused(problems)
    for name, member in members.items():
        if name in stated:
            yield name, FilterMember(stated[name]["capability"], stated[name].get("notification"))
            continue
        at = f"{source}#{member.at}"
        found = _named_filter(protocol, member, known)
        if found is None:
            message = (
                f"no capability or notification matches {name} in the filter of {LISTEN}; "
                "add a [[filter]] entry to the overlay"
            )
            warn(Problem(at, message, subject=name))
            continue
        facts = {"capability": found.capability, "notification": found.notification}
        stated_facts = {key: value for key, value in facts.items() if value is not None}
        text = entry_text("filter", member=name, **stated_facts, reason="The names match.")
        message = (
            f"{name} is assumed to need {found.capability}; to confirm it, add a [[filter]] to the overlay"
        )
        warn(Problem(at, message, entry=text, summary=f"{name}: {', '.join(stated_facts.values())}"))
        yield name, found


def _filter_members(protocol: Protocol) -> Mapping[str, Field]:
    """Return the members that the filter of `subscriptions/listen` declares, by name."""
    listen = protocol.methods.get(LISTEN)
    params = protocol.resolve(Ref(listen.params)) if listen is not None and listen.params else None
    member = params.field("notifications") if isinstance(params, Record) else None
    record = protocol.resolve(member.type) if member is not None else None
    return record.by_name if isinstance(record, Record) else {}


def _named_filter(protocol: Protocol, member: Field, known: Sequence[str]) -> FilterMember | None:
    """Return the capability and notification that the name of a filter member implies, or None.

    For example, `toolsListChanged` needs `tools.listChanged` and subscribes to
    `notifications/tools/list_changed`. A list such as `resourceSubscriptions` needs `resources.subscribe` and
    has no notification.
    """
    is_list = isinstance(protocol.resolve(member.type), Array)
    wanted = f"{member.name.removesuffix('Subscriptions')}s.subscribe" if is_list else member.name
    paths = (path for path in known if path.replace(".", "").lower() == wanted.replace(".", "").lower())
    names = (method.name for method in protocol.methods.values() if method.kind == "notification")
    asked = (
        name for name in names if re.sub("[/_]", "", name).lower() == f"notifications{member.name}".lower()
    )
    capability, notification = next(paths, None), None if is_list else next(asked, None)
    if capability is None or (notification is None and not is_list):
        return None
    return FilterMember(capability, notification)


def _proposed_gate(method: str, overlay: Overlay) -> str:
    """Return a proposed overlay entry that says whether a method needs a capability.

    The proposal is a `[[gate]]` entry if other methods with the same prefix need a capability. It then names
    that capability. Otherwise the proposal is an `[[ungated]]` entry.
    """
    prefix = method.rpartition("/")[0]
    near = [
        entry["capability"]
        for entry in overlay.table("gate")
        for name in entry["methods"]
        if prefix and name.rpartition("/")[0] == prefix
    ]
    if near:
        reason = f"The other methods in {prefix}/ need this capability."
        return entry_text("gate", capability=near[0], methods=[method], reason=reason)
    reason = "No method with this prefix needs a capability."
    return entry_text("ungated", methods=[method], reason=reason)


def _references(overlay: Overlay) -> Iterator[tuple[str, int, tuple[str, ...], str]]:
    """Yield each name in the entries of an overlay that refers to something in the schema.

    Each item has the table, the position of the entry, the kinds of thing that the name may refer to
    (`method`, `type` or `member`), and the name.
    """
    for table, key, *kinds in REFERENCES:
        for index, entry in enumerate(overlay.table(table)):
            names = entry.get(key, ())
            for name in [names] if isinstance(names, str) else names:
                yield table, index, tuple(kinds), name
    for index, entry in enumerate(overlay.table("guard")):
        yield "guard", index, ("member",), f"{entry['type']}.{entry['member']}"
