"""Find the method, type, member or error code that a user means in `mcpgen explain`.

The user may give its exact name, or one of these: a member without its type (`isError`), a pointer from a
method or type (`tools/call/params/name`, `CallToolResult/content/0`), or a name in Python
(`v2025_11_25.Tool.input_schema`, `tools_call`). The module in a Python name selects the revision.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from mcpgen.ir import Alias, Array, Choice, ErrorCode, Field, Map, Method, Protocol, Record, Ref, Type, Union
from mcpgen.names import attributes, module, snake, unknown_revision
from mcpgen.runtime.json_values import tokens

_MODULES = re.compile(r"^(?:(?:mcp_revisions|v\d{4}\w*|mcp|mr|types|dicts)\.)+")


class RecordMember(NamedTuple):
    """A member of an object type, with the record (the object type) that declares it."""

    record: Record
    field: Field


Subject = Method | Record | Alias | RecordMember | ErrorCode


def find_subject(protocol: Protocol, name: str) -> Subject | None:
    """Return the method, type, member or error code with exactly this name, or None.

    An error code may be given by its number, with or without the minus sign.
    """
    if name in protocol.methods:
        return protocol.methods[name]
    if name in protocol.definitions:
        return protocol.definitions[name]
    owner, _, member = name.partition(".")
    record = protocol.definitions.get(owner)
    if isinstance(record, Record) and (field := record.field(member)) is not None:
        return RecordMember(record, field)
    # On a command line, `-32602` would be read as an option, so the minus may be omitted.
    return next((e for e in protocol.errors if name in (e.name, str(e.code), str(-e.code))), None)


def find(protocol: Protocol, spelling: str) -> tuple[str, Subject] | None:
    """Return the full name that the user means, and the method, type, member or error code with this name.

    Return None if the name is unknown.
    """
    for name in (spelling, protocol_name(protocol, spelling)):
        if name is not None and (subject := find_subject(protocol, name)) is not None:
            return name, subject
    return None


def members_named(protocol: Protocol, name: str) -> list[str]:
    """Return the members with a name, each as `Type.member`."""
    plain = name.strip("'\"` ")
    records = (each for each in protocol.definitions.values() if isinstance(each, Record))
    return [f"{record.name}.{plain}" for record in records if record.field(plain) is not None]


def type_beginning(protocol: Protocol, name: str) -> str | None:
    """Return the shortest type name that starts with a word: `audio` → `AudioContent`.

    Upper and lower case are equivalent. Return None if no type name starts with the word.
    """
    word = name.strip("'\"` ").capitalize()
    found = [each for each in protocol.definitions if re.match(rf"{re.escape(word)}(?=[A-Z]|$)", each)]
    return min(found, key=len, default=None) if word else None


def types_with_value(protocol: Protocol, value: str) -> list[str]:
    """Return the enumerations that have `value`, each by the name of the type or member that defines it."""
    found = []
    for name, definition in protocol.definitions.items():
        if isinstance(definition, Alias):
            stated = [(name, definition.type)]
        else:
            stated = [(f"{name}.{field.name}", field.type) for field in definition.fields]
        found += [at for at, type_ in stated if isinstance(type_, Choice) and value in type_.values]
    return found


def protocol_name(protocol: Protocol, spelling: str) -> str | None:
    """Return the name of the method, type or `Type.member` that the user means, or None."""
    plain = _MODULES.sub("", spelling.strip("'\"` "))
    if plain in protocol.methods or plain in protocol.definitions:
        return plain
    return _member(protocol, plain) or _method(protocol, plain) or _pointed(protocol, plain)[0]


def named_revision(spelling: str, revisions: Sequence[str]) -> str | None:
    """Return the revision whose module a Python name starts with: `v2025_11_25.Tool` → `2025-11-25`.

    Return None if the name starts with no module. Refuse the module of an unknown revision.
    """
    found = re.match(r"(?:mcp_revisions\.)?(v\d\w*)(?:\.|$)", spelling)
    if found is None:
        return None
    modules = {module(revision): revision for revision in revisions}
    if found[1] not in modules:
        raise unknown_revision(spelling, found[1], revisions, "is not the module of a revision")
    return modules[found[1]]


def near_names(protocols: Sequence[Protocol], others: Iterable[str], name: str) -> list[str]:
    """Return up to three names or pointers that are similar to a misspelled name, the most similar first.

    `others` are names that are searched in addition to those of the protocols.
    """
    plain = _MODULES.sub("", name)
    pointers = list(dict.fromkeys(near for each in reversed(protocols) for near in _pointed(each, plain)[1]))
    if pointers:
        return pointers[:3]
    known = {key: each for each in others for key in _keys(each)}
    known |= {key: each for protocol in protocols for each in _names(protocol) for key in _keys(each)}
    wanted = _letters(plain)
    near = [known[key] for key in get_close_matches(wanted, sorted(known), 6, 0.65)]
    return list(dict.fromkeys(near))[:3]


def _member(protocol: Protocol, plain: str) -> str | None:
    """Return the member for a Python attribute: `Tool.input_schema` → `Tool.inputSchema`.

    Return None if there is no such member.
    """
    owner, _, attribute = plain.partition(".")
    record = protocol.definitions.get(owner)
    if not isinstance(record, Record):
        return None
    spelled = attributes(field.name for field in record.fields)
    return next((f"{owner}.{name}" for name, found in spelled.items() if attribute in (found, name)), None)


def _method(protocol: Protocol, plain: str) -> str | None:
    """Return the method whose name in snake case is `plain`, or None."""
    return next((name for name in protocol.methods if snake(name) == plain), None)


def _pointed(protocol: Protocol, plain: str) -> tuple[str | None, list[str]]:
    """Return the full name to which a pointer leads, and a list of pointers that the user may mean instead.

    The pointer starts with a method or type, as in `tools/call/params/name` or `Tool/inputSchema`. If it
    leads nowhere, the name is None. Otherwise the list is empty.
    """
    parts = tokens(f"/{plain.strip('/')}")
    for cut in range(len(parts) - 1, 0, -1):
        head, start = "/".join(parts[:cut]), cut
        name: str | None = head if head in protocol.definitions else None
        if (method := protocol.methods.get(head)) is not None:
            ends = {"params": method.params, "result": next(iter(method.results), None)}
            name, start = ends.get(parts[cut]), cut + 1
            if parts[cut] not in ends:
                return None, [f"{head}/{near}" for near in get_close_matches(parts[cut], ends, 1)]
        if name is None:
            continue
        type_: Type = Ref(name)
        for end in range(start, len(parts)):
            step = _below(protocol, type_, parts[end])
            if step is None:
                near = get_close_matches(parts[end], _members(protocol, type_), 2)
                return None, ["/".join([*parts[:end], each]) for each in near]
            name, type_ = step[0] or name, step[1]
        return name, []
    return None, []


def _members(protocol: Protocol, type_: Type) -> list[str]:
    """Return the names of the members that values of a type may have."""
    records = (each for each in _alternatives(protocol, type_) if isinstance(each, Record))
    return [field.name for record in records for field in record.fields]


def _below(protocol: Protocol, type_: Type, part: str) -> tuple[str | None, Type] | None:
    """Follow one step of a pointer from a type, and return a name and the type that is reached.

    The name is `Type.member` for a member. For an array item or a map value, the name is that of the type, or
    None if the type has no name. Return None if the step leads nowhere.
    """
    here = list(_alternatives(protocol, type_))
    for each in here:
        if isinstance(each, Record) and (field := each.field(part)) is not None:
            return f"{each.name}.{part}", field.type
    for each in here:
        if isinstance(each, (Array, Map)):
            inner = each.items if isinstance(each, Array) else each.values
            return inner.name if isinstance(inner, Ref) else None, inner
    return None


def _alternatives(protocol: Protocol, type_: Type) -> Iterator[Type | Record]:
    """Yield the variants of a type after following references and flattening nested unions."""
    seen: list[Type | Record] = []
    waiting: list[Type | Record] = [type_]
    while waiting:
        each = waiting.pop(0)
        each = each if isinstance(each, Record) else protocol.resolve(each)
        if any(each is other for other in seen):
            continue
        seen.append(each)
        if isinstance(each, Union):
            waiting += each.variants
        else:
            yield each


def _names(protocol: Protocol) -> Iterator[str]:
    yield from protocol.methods
    yield from protocol.definitions
    for definition in protocol.definitions.values():
        if isinstance(definition, Record):
            yield from (f"{definition.name}.{field.name}" for field in definition.fields)
    for error in protocol.errors:
        yield from (error.name, str(error.code))


def _keys(name: str) -> Iterator[str]:
    """Yield a name without separators, and if it has a `/`, also with its last part first.

    `tools/call` yields `toolscall` and `calltools`. Names with similar keys are suggested to the user.
    """
    yield _letters(name)
    if "/" in name:
        *nouns, verb = name.split("/")
        yield _letters(verb + "".join(nouns))


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
