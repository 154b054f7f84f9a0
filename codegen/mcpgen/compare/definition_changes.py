"""Find changes in the names of types, and in facts that only overlays state, such as deprecations.

An added or removed definition is left out if another change shows it already.
"""

from __future__ import annotations

import json
from dataclasses import replace

from mcpgen.compare.alignment import Alignment, Location, Objects
from mcpgen.compare.locations import NOBODY, NamedLocation, sent_by
from mcpgen.compare.protocol_change import Changes, ProtocolNode
from mcpgen.ir import Alias, ErrorCode, Field, Method, Protocol, Record, Ref, Type, referenced, types_of


def annotation_changes(changes: Changes) -> None:
    """Add the changes of facts that no JSON Schema states: deprecations, and known values of open strings.

    A fact about a method, type or member stays the same if only the name changes.
    """
    old, new = changes.alignment.protocols[0]
    renamed = _new_names(changes.alignment)
    known = {renamed.get(at, at): values for at, values in old.known.items()}
    for at in dict.fromkeys([*known, *new.known]):
        before, after = known.get(at, ()), new.known.get(at, ())
        location = _annotated(changes.alignment, at)
        if location.at not in (*old.methods, *new.methods) and None in location.owners:
            continue  # another change already reports that the type was added or removed
        for value in [*after, *before]:
            if (value in before) != (value in after):
                rule = "KNOWN_VALUE_ADDED" if value in after else "KNOWN_VALUE_REMOVED"
                changes.add(rule, location, detail=json.dumps(value))
    deprecated = {renamed.get(at, at): use for at, use in old.deprecated.items()}
    for at in dict.fromkeys([*deprecated, *new.deprecated]):
        if (at in deprecated) != (at in new.deprecated):
            rule = "DEPRECATED" if at in new.deprecated else "REINSTATED"
            use = new.deprecated.get(at) or deprecated.get(at, "")
            changes.add(rule, _annotated(changes.alignment, at), detail=f"use {use}" if use else "")


def _new_names(alignment: Alignment) -> dict[str, str]:
    """Return the new name of each renamed method, type and `Type.member`, by its old name."""
    found: dict[str, str] = {}
    for pair in alignment.methods:
        if pair.old is not None and pair.new is not None:
            found[pair.old.name] = pair.new.name
    for (old, new), node in alignment.types.items():
        if not isinstance(old, Ref) or not isinstance(new, Ref) or alignment.partner(0, old.name) != new:
            continue
        found[old.name] = new.name
        for member in node.members if isinstance(node, Objects) else ():
            if member.old is not None and member.new is not None and not any(member.within):
                found[f"{old.name}.{member.old.name}"] = f"{new.name}.{member.new.name}"
    return {before: after for before, after in found.items() if before != after}


def _annotated(alignment: Alignment, at: str) -> NamedLocation:
    """Return the location that `at` stands for in an overlay, with its names in both revisions.

    `at` is the name of a method, a type or a `Type.member`.
    """
    for protocol in alignment.protocols[0]:
        if at in protocol.methods:
            return NamedLocation(at, at, sent_by(protocol.methods[at].senders))
    name, _, member = at.partition(".")
    location = Location((Ref(name), Ref(name)), member) if member else None
    return replace(_location(alignment, name, name), at=at, was=at, location=location)


def definition_changes(changes: Changes) -> None:
    """Add the changes of definitions: renamed, extracted, inlined, added or removed.

    Call this last. It adds no change for an added or removed definition that another change in `changes`
    shows already.
    """
    alignment = changes.alignment
    old, new = alignment.protocols[0]
    found = list(changes)
    shown_old = old.reachable(referenced(*(type_ for change in found for type_ in _types(change.old))))
    shown_new = new.reachable(referenced(*(type_ for change in found for type_ in _types(change.new))))
    for name in new.definitions:
        _new_definition(changes, name, is_shown=name in shown_new)
    for name in old.definitions:
        if name not in new.definitions:
            _removed_definition(changes, name, is_shown=name in shown_old)
        elif (Ref(name), Ref(name)) not in alignment.locations:
            if alignment.partner(0, name) is not None:
                _add(changes, "TYPE_ADDED", None, name)
            else:
                _add(changes, "TYPE_REMOVED", name, None)


def _types(node: ProtocolNode | None) -> list[Type]:
    """Return the types that the `old` or `new` attribute of a change contains."""
    match node:
        case Record() | Alias():
            return types_of(node)
        case Field():
            return [node.type]
        case Method():
            return [Ref(name) for name in (node.message, *node.results, node.params) if name]
        case ErrorCode():
            return [Ref(node.type)] if node.type else []
        case _:
            return [] if node is None else [node]


def _new_definition(changes: Changes, name: str, *, is_shown: bool) -> None:
    """Add a change if the definition `name` of the new protocol is new, renamed, extracted or inlined.

    If `is_shown` is true, another change already shows the definition, and `TYPE_ADDED` is not added for it.
    """
    alignment = changes.alignment
    (old, new), other = alignment.protocols[0], alignment.partner(1, name)
    if isinstance(other, Ref) and alignment.partner(0, other.name) == Ref(name):
        if _is_inline(old, other.name) != _is_inline(new, name):
            rule = "TYPE_INLINED" if _is_inline(new, name) else "TYPE_EXTRACTED"
            _add(changes, rule, other.name, name)
        elif other.name != name and not _is_inline(new, name):
            _add(changes, "TYPE_RENAMED", other.name, name)
    elif _is_inline(new, name) or name in old.definitions:
        return
    elif other is not None:
        _add(changes, "TYPE_EXTRACTED", None, name)
    elif not is_shown:
        _add(changes, "TYPE_ADDED", None, name)


def _is_inline(protocol: Protocol, name: str) -> bool:
    """Return whether a type has no name in the official file, because it is written inline there."""
    return protocol.definitions[name].at.count("/") > 2


def _removed_definition(changes: Changes, name: str, *, is_shown: bool) -> None:
    """Add a change if the definition `name` of the old protocol was removed or inlined.

    If `is_shown` is true, another change already shows the definition, and `TYPE_REMOVED` is not added for
    it.
    """
    alignment = changes.alignment
    other = alignment.partner(0, name)
    is_renamed = isinstance(other, Ref) and alignment.partner(1, other.name) == Ref(name)
    if _is_inline(alignment.old, name) or is_renamed:
        return
    if other is not None:
        _add(changes, "TYPE_INLINED", name, None)
    elif not is_shown:
        _add(changes, "TYPE_REMOVED", name, None)


def _add(changes: Changes, rule: str, old_name: str | None, new_name: str | None) -> None:
    """Add a change of a definition.

    `old_name` or `new_name` is None if only one protocol has the definition.
    """
    old, new = changes.alignment.protocols[0]
    location = _location(changes.alignment, old_name, new_name)
    is_renamed = old_name is not None and new_name is not None and old_name != new_name
    changes.add(
        rule,
        location,
        old.definitions[old_name] if old_name is not None else None,
        new.definitions[new_name] if new_name is not None else None,
        f"{old_name} → {new_name}" if is_renamed else "",
    )


def _location(alignment: Alignment, old_name: str | None, new_name: str | None) -> NamedLocation:
    """Return the location of a definition, with its names in both revisions."""
    ends = list(zip((old_name, new_name), alignment.protocols[0], strict=True))
    before, after = (name if name in side.definitions else None for name, side in ends)
    senders = [side.senders.get(name or "", NOBODY) for name, side in ends]
    names = new_name or old_name or "", old_name or new_name or ""
    return NamedLocation(*names, sent_by(NOBODY.union(*senders)), (before, after))
