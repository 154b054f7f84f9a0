"""Names that `mcpgen explain` takes: a name × a revision → a method, type, member or error code.

Understood beside the name itself: the bare name of a member (`isError`), a pointer from a method or type
(`tools/call/params/name`, `CallToolResult/content/0`), and names in Python (`v2025_11_25.Tool.input_schema`,
`tools_call`). The module of a revision in a name selects the revision.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from mcpgen.ir import Alias, Array, ErrorCode, Field, Map, Method, Protocol, Record, Ref, Type, Union
from mcpgen.names import attributes, module, snake, unknown_revision

_MODULES = re.compile(r"^(?:(?:mcp_revisions|v\d{4}\w*|mcp|mr|types|dicts)\.)+")


class RecordMember(NamedTuple):
    """A member and the record that declares it."""

    record: Record
    field: Field


Subject = Method | Record | Alias | RecordMember | ErrorCode


def find_subject(protocol: Protocol, name: str) -> Subject | None:
    """Return the method, type, member or error code of that name; the minus of a code is optional."""
    if name in protocol.methods:
        return protocol.methods[name]
    if name in protocol.definitions:
        return protocol.definitions[name]
    owner, _, member = name.partition(".")
    record = protocol.definitions.get(owner)
    if isinstance(record, Record) and (field := record.field(member)) is not None:
        return RecordMember(record, field)
    # A command line reads `-32602` as an option.
    return next((e for e in protocol.errors if name in (e.name, str(e.code), str(-e.code))), None)


def members_named(protocol: Protocol, name: str) -> list[str]:
    """Return the members, as `Type.member`, that have a bare name."""
    plain = name.strip("'\"` ")
    records = (each for each in protocol.definitions.values() if isinstance(each, Record))
    return [f"{record.name}.{plain}" for record in records if record.field(plain) is not None]


def protocol_name(protocol: Protocol, spelling: str) -> str | None:
    """Return the method, type or `Type.member` that a spelling stands for, or None."""
    plain = _MODULES.sub("", spelling.strip("'\"` "))
    if plain in protocol.methods or plain in protocol.definitions:
        return plain
    return _member(protocol, plain) or _method(protocol, plain) or _pointed(protocol, plain)


def named_revision(spelling: str, revisions: Sequence[str]) -> str | None:
    """Return the revision whose module a spelling names, None for no module; refuse an unknown module."""
    found = re.match(r"(?:mcp_revisions\.)?(v\d\w*)(?:\.|$)", spelling)
    if found is None:
        return None
    modules = {module(revision): revision for revision in revisions}
    if found[1] not in modules:
        raise unknown_revision(spelling, found[1], revisions, "is the module of no revision")
    return modules[found[1]]


def near_names(protocols: Sequence[Protocol], others: Iterable[str], name: str) -> list[str]:
    """Return the names, pointers and `others` that a misspelled name may mean, the nearest first."""
    plain = _MODULES.sub("", name)
    pointers = list(
        dict.fromkeys(near for each in reversed(protocols) for near in _near_pointers(each, plain))
    )
    if pointers:
        return pointers[:3]
    known = {key: each for each in others for key in _keys(each)}
    known |= {key: each for protocol in protocols for each in _names(protocol) for key in _keys(each)}
    wanted = _letters(plain)
    near = [known[key] for key in get_close_matches(wanted, sorted(known), 6, 0.65)]
    return list(dict.fromkeys(near))[:3]


def _member(protocol: Protocol, plain: str) -> str | None:
    """Return the member that a Python attribute stands for."""
    owner, _, attribute = plain.partition(".")
    record = protocol.definitions.get(owner)
    if not isinstance(record, Record):
        return None
    spelled = attributes(field.name for field in record.fields)
    return next((f"{owner}.{name}" for name, found in spelled.items() if attribute in (found, name)), None)


def _method(protocol: Protocol, plain: str) -> str | None:
    """Return the method that a Python name stands for."""
    return next((name for name in protocol.methods if snake(name) == plain), None)


def _pointed(protocol: Protocol, plain: str) -> str | None:
    """Return the type or member at the end of a pointer that starts with a method or a type."""
    parts = [part.replace("~1", "/").replace("~0", "~") for part in plain.strip("/").split("/")]
    for cut in range(len(parts) - 1, 0, -1):
        start = _start(protocol, "/".join(parts[:cut]), parts[cut])
        if start is not None:
            name, used = start
            found = _below(protocol, name, parts[cut + used :])
            return found and found[0]
    return None


def _start(protocol: Protocol, head: str, part: str) -> tuple[str, int] | None:
    """Return the type at the start of a pointer, and how many parts after the head name the type."""
    method = protocol.methods.get(head)
    if method is not None:
        name = {"params": method.params, "result": next(iter(method.results), None)}.get(part)
        return (name, 1) if name else None
    return (head, 0) if head in protocol.definitions else None


def _near_pointers(protocol: Protocol, plain: str) -> Iterator[str]:
    """Yield the pointers that a pointer with a misspelled part may mean."""
    parts = plain.strip("/").split("/")
    for cut in range(len(parts) - 1, 0, -1):
        head = "/".join(parts[:cut])
        if head in protocol.methods and parts[cut] not in ("params", "result"):
            for near in get_close_matches(parts[cut], ["params", "result"], 1):
                yield f"{head}/{near}"
        start = _start(protocol, head, parts[cut])
        if start is not None:
            name, used = start
            for end in range(cut + used, len(parts)):
                below = _below(protocol, name, parts[cut + used : end])
                members = _members(protocol, below[1]) if below else []
                if parts[end] not in members:
                    for near in get_close_matches(parts[end], members, 2):
                        yield "/".join([*parts[:end], near])
            return


def _members(protocol: Protocol, type_: Type) -> list[str]:
    """Return the names of the members of a type's values."""
    records = (each for each in _alternatives(protocol, type_) if isinstance(each, Record))
    return [field.name for record in records for field in record.fields]


def _below(protocol: Protocol, start: str, path: Iterable[str]) -> tuple[str, Type] | None:
    """Return the member at the end of a path below a type, the type itself for no path, with its type."""
    type_: Type = Ref(start)
    found = start
    for part in path:
        here = list(_alternatives(protocol, type_))
        member = next(
            ((each.name, field) for each in here if isinstance(each, Record) if (field := each.field(part))),
            None,
        )
        items = next((each for each in here if isinstance(each, (Array, Map))), None)
        if member is not None:
            found, type_ = f"{member[0]}.{part}", member[1].type
        elif items is not None:
            type_ = items.items if isinstance(items, Array) else items.values
            if isinstance(type_, Ref):
                found = type_.name
        else:
            return None
    return found, type_


def _alternatives(protocol: Protocol, type_: Type) -> Iterator[Type | Record]:
    """Yield the forms of a type's values: records, arrays, maps and scalars."""
    seen: list[Type | Record] = []
    waiting: list[Type | Record] = [type_]
    while waiting:
        each = waiting.pop(0)
        each = each if isinstance(each, Record) else protocol.resolve(each)
        if any(each is other for other in seen):
            continue
        seen.append(each)
        if isinstance(each, Union):
            waiting += each.arms
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
    """Yield the letters of a name; those of a method also with the verb first, as in `call_tool`."""
    yield _letters(name)
    if "/" in name:
        *nouns, verb = name.split("/")
        yield _letters(verb + "".join(nouns))


def _letters(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
