"""Subject of a page of `mcpgen explain`: a name × a revision → a method, type, member or error code."""

from __future__ import annotations

from typing import NamedTuple

from mcpgen.ir import Alias, ErrorCode, Field, Method, Protocol, Record


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


def places_of(name: str, found: Subject) -> frozenset[str]:
    """Return the places whose changes belong to the history of a name."""
    match found:
        case Method():
            return frozenset({name, found.message, found.params or name, *found.results[:1]})
        case ErrorCode():
            return frozenset({found.name, str(found.code), found.type or found.name})
        case _:
            return frozenset({name})
