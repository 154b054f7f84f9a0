"""Build the JSON document with all revisions, descriptions and decisions, for tools in other languages.

`schema/export.schema.json` defines the document. Each revision is complete in itself. A name has `since` and
`until`, the first and the last of the consecutive revisions that have it. `until` is null if the newest
revision has the name. The members of a record are in the order of the official file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from mcpgen.adapters.decisions import Decided, Entry, source_of
from mcpgen.classes.descriptions import Descriptions
from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.frontend.envelopes import FRAMES
from mcpgen.frontend.methods import capability_paths
from mcpgen.ir import (
    RESPONSES,
    Alias,
    Anything,
    Array,
    Choice,
    Definition,
    ErrorCode,
    Extension,
    Field,
    Map,
    Method,
    Protocol,
    Record,
    Ref,
    Scalar,
    Side,
    Type,
    Union,
)

JsonObject: TypeAlias = dict[str, Any]

FORMAT = 1
CAPABILITY_TYPES: dict[Side, str] = {"client": "ClientCapabilities", "server": "ServerCapabilities"}
# Shape of a message, the members by which the shape is recognised, and the possible names of its envelope
# type.
SHAPES: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("request", ("method", "id"), (FRAMES["request"],)),
    ("notification", ("method",), (FRAMES["notification"],)),
    ("error", ("error",), RESPONSES["error"]),
    ("result", ("result",), RESPONSES["result"]),
)
PROPOSALS = "https://github.com/modelcontextprotocol/modelcontextprotocol/issues/"


@dataclass(frozen=True)
class History:
    """The protocols to export, oldest first, and the decided changes between each of them and the next."""

    protocols: Sequence[Protocol]
    decisions: Sequence[Sequence[Decided]]
    descriptions: Descriptions
    pins: Mapping[str, Mapping[str, Any]]

    def run(self, revision: str, has: Callable[[Protocol], bool]) -> JsonObject:
        """Return the first and the last of consecutive revisions that have a name, as `since` and `until`.

        `revision` is one of these revisions. The function `has` returns whether a protocol has the name.
        `until` is None if the newest revision has it.
        """
        revisions = [protocol.revision for protocol in self.protocols]
        first = last = revisions.index(revision)
        while first > 0 and has(self.protocols[first - 1]):
            first -= 1
        while last + 1 < len(revisions) and has(self.protocols[last + 1]):
            last += 1
        return {
            "since": revisions[first],
            "until": None if last + 1 == len(revisions) else revisions[last],
        }


def document(
    history: History,
    fidelity: Iterable[JsonObject],
    extensions: Iterable[tuple[Extension, Descriptions]] = (),
    extended: Mapping[tuple[str, str], Sequence[Decided]] | None = None,
) -> JsonObject:
    """Return the content of `protocol.json`.

    - `history`: the pinned revisions and the decided changes between them.
    - `fidelity`: an item for each method, sender and pair of revisions, as `MessageChecker.fidelity` yields
      them.
    - `extensions`: each extension, with our descriptions of its types and methods.
    - `extended`: the decided changes between two revisions of which the newer one has an extension. The key
      is the pair of names, such as `("A", "B+tasks")`.
    """
    return {
        "$schema": "export.schema.json",
        "format": FORMAT,
        "revisions": [_revision(history, protocol) for protocol in history.protocols],
        "pairs": [
            *(
                _pair(older.revision, newer.revision, decided)
                for (older, newer), decided in zip(
                    pairwise(history.protocols), history.decisions, strict=True
                )
            ),
            *(_pair(older, newer, decided) for (older, newer), decided in (extended or {}).items()),
        ],
        "fidelity": list(fidelity),
        "extensions": [_extension(*each) for each in extensions],
    }


def _extension(extension: Extension, descriptions: Descriptions) -> JsonObject:
    """Return the entry of an extension in `protocol.json`.

    The types in the entry may refer to types of the revision that the extension extends.
    """
    own_protocol = extension.own_protocol
    history = History([own_protocol], [], descriptions, {})
    return {
        "identifier": extension.identifier,
        "name": extension.name,
        "extends": extension.extends,
        "sides": list(own_protocol.sides),
        "declaredBy": list(extension.declared_by),
        "methods": [_method(history, own_protocol, method) for method in own_protocol.methods.values()],
        "types": [
            _type(history, own_protocol, definition) for definition in own_protocol.definitions.values()
        ],
        "answers": [{"method": name, "results": list(found)} for name, found in extension.answers.items()],
        "additions": [{"type": name, "membersOf": owner} for name, owner in extension.additions.items()],
        "restated": [
            {"type": one.type, "differsAt": one.difference or None, "name": one.name or None}
            for one in extension.restated
        ],
    }


def type_json(type_: Type) -> JsonObject:
    """Return a type as a JSON object with a `kind`. A limit is omitted if the type does not have it."""
    match type_:
        case Anything():
            return {"kind": "any"}
        case Scalar():
            bounds = {
                "minimum": type_.minimum,
                "maximum": type_.maximum,
                "minLength": type_.min_length,
                "maxLength": type_.max_length,
                "pattern": type_.pattern,
                "format": type_.format,
            }
            return {"kind": type_.kind, **_present(bounds)}
        case Choice(values):
            return {"kind": "constants", "values": list(values)}
        case Array(items, least, most):
            return {
                "kind": "array",
                "items": type_json(items),
                **_present({"minItems": least, "maxItems": most}),
            }
        case Map(values):
            return {"kind": "object", "values": type_json(values)}
        case Union(arms):
            return {"kind": "union", "members": [type_json(arm) for arm in arms]}
        case Ref(name):
            return {"kind": "reference", "name": name}


def reference_url(reference: str) -> str:
    """Return the URL that a reference stands for.

    A reference is itself a URL, or it names a SEP or a pull request by its number. For a number, return the
    URL of the issue with this number.
    """
    if reference.startswith("https://"):
        return reference
    return PROPOSALS + "".join(character for character in reference if character.isdigit())


def _revision(history: History, protocol: Protocol) -> JsonObject:
    pin = history.pins.get(protocol.revision, {})
    return {
        "revision": protocol.revision,
        "source": {"commit": pin.get("commit"), "sha256": list(pin.get("sha256", []))},
        "batches": protocol.batches,
        "frames": list(_frames(protocol)),
        "methods": [_method(history, protocol, method) for method in protocol.methods.values()],
        "types": [_type(history, protocol, definition) for definition in protocol.definitions.values()],
        "errors": [_error(history, protocol, error) for error in protocol.errors],
        "capabilities": [
            {"path": path, "declaredBy": side, **_capability(history, protocol, side, path)}
            for side in CAPABILITY_TYPES
            for path in capability_paths(protocol, CAPABILITY_TYPES[side])
        ],
    }


def _frames(protocol: Protocol) -> Iterator[JsonObject]:
    for shape, members, names in SHAPES:
        envelope = next((name for name in names if isinstance(protocol.definitions.get(name), Record)), None)
        yield {
            "shape": shape,
            "members": list(members),
            "envelope": envelope,
            "method": "method" if "method" in members else None,
            "body": "result" if shape == "result" else None,
        }


def _method(history: History, protocol: Protocol, method: Method) -> JsonObject:
    revision, docs = protocol.revision, history.descriptions
    gate = {"capability": method.capability, "declaredBy": method.owner} if method.capability else None
    return {
        "name": method.name,
        "kind": method.kind,
        "senders": list(method.senders),
        "message": method.message,
        "params": method.params,
        "results": list(method.results),
        "gate": gate,
        "deprecated": protocol.deprecated.get(method.name, protocol.deprecated.get(method.message)),
        **history.run(revision, lambda other: method.name in other.methods),
        "doc": method.doc or docs.of_method(method.name, revision),
        "page": docs.page("methods", method.name, revision),
    }


def _type(history: History, protocol: Protocol, definition: Definition) -> JsonObject:
    name, revision, docs = definition.name, protocol.revision, history.descriptions
    body: JsonObject
    match definition:
        case Record(fields=fields, open=open_type):
            body = {
                "kind": "record",
                "members": [_member(history, protocol, name, field) for field in fields],
                "furtherMembers": open_type and type_json(open_type),
            }
        case Alias(type=aliased):
            body = {"kind": "alias", "type": type_json(aliased)}
    guard = protocol.guards.get(name)
    return {
        "name": name,
        **body,
        "guard": guard and {"member": guard[0], "value": guard[1]},
        "knownValues": list(protocol.known.get(name, ())),
        "ordered": name in protocol.ordered,
        "deprecated": protocol.deprecated.get(name),
        **history.run(revision, lambda other: name in other.definitions),
        "doc": definition.doc or docs.of_type(name, revision),
        "page": docs.page("types", name, revision),
    }


def _member(history: History, protocol: Protocol, owner: str, field: Field) -> JsonObject:
    member, revision = f"{owner}.{field.name}", protocol.revision

    def has(other: Protocol) -> bool:
        record = other.definitions.get(owner)
        return isinstance(record, Record) and record.field(field.name) is not None

    return {
        "name": field.name,
        "required": field.required,
        "inEnvelope": field.framed,
        "type": type_json(field.type),
        "default": list(field.default) if isinstance(field.default, tuple) else field.default,
        "knownValues": list(protocol.known.get(member, ())),
        "deprecated": protocol.deprecated.get(member),
        **history.run(revision, has),
        "doc": field.doc or history.descriptions.of_member(owner, field.name, revision),
    }


def _error(history: History, protocol: Protocol, error: ErrorCode) -> JsonObject:
    revision, docs = protocol.revision, history.descriptions

    def has(other: Protocol) -> bool:
        return any((error.name, error.code) == (each.name, each.code) for each in other.errors)

    return {
        "name": error.name,
        "code": error.code,
        "type": error.type,
        **history.run(revision, has),
        "doc": error.doc or docs.of_error(error.name, revision),
        "page": docs.page("errors", error.name, revision),
    }


# --- capabilities -----------------------------------------------------------------------------------------


def _capability(history: History, protocol: Protocol, side: Side, path: str) -> JsonObject:
    sides, owner = (side, None, "sender", "receiver"), CAPABILITY_TYPES[side]
    gated = [m.name for m in protocol.methods.values() if m.capability == path and m.owner in sides]
    return {
        "methods": gated,
        **history.run(protocol.revision, lambda other: path in capability_paths(other, owner)),
    }


# --- changes ----------------------------------------------------------------------------------------------


def _pair(older: str, newer: str, decided: Sequence[Decided]) -> JsonObject:
    entries: dict[Entry, list[Decided]] = {}
    for one in decided:
        if one.entry is not None:
            entries.setdefault(one.entry, []).append(one)
    return {
        "older": older,
        "newer": newer,
        "decidedIn": source_of(older, newer),
        "named": [
            {
                "id": entry.id,
                "title": entry.title,
                "reference": entry.reference,
                "url": reference_url(entry.reference),
                "reason": entry.explanation,
                "changes": [_change(one) for one in covered],
            }
            for entry, covered in sorted(entries.items(), key=lambda item: (item[0].source, item[0].line))
        ],
        "unnamed": [_change(one) for one in decided if one.entry is None],
    }


def _change(one: Decided) -> JsonObject:
    change = one.change
    return {
        "rule": change.rule,
        "kind": CHANGE_RULES[change.rule].kind,
        "purpose": CHANGE_RULES[change.rule].purpose,
        "place": change.at,
        "formerPlace": change.was,
        "detail": change.detail,
        "sender": change.sender,
        "toOld": change.to_old,
        "toNew": change.to_new,
        "up": one.up,
        "down": one.down,
    }


def _present(values: Mapping[str, Any]) -> JsonObject:
    return {name: value for name, value in values.items() if value is not None}
