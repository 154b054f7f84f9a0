"""Explain: the name of a method, type, member or error code × the pinned revisions → one screen of text.

Without a revision, the latest that has the name is explained; a name such as `v2024_11_05.Tool` selects one.
A page holds a sentence, the direction, the results, the gate, the members, the uses, the history and an
example, all read from the IR, `docs.toml` and the named changes. A name of the interface in Python has its
signature and docstring. A name that no revision has is refused with the nearest names, a name of other
revisions with those.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcpgen.classes.sentences import Sentences
from mcpgen.commands.explain_extension import extension_page, named_extension
from mcpgen.commands.explain_history import history, unreadable
from mcpgen.commands.explain_python import python_names, python_page
from mcpgen.commands.explain_rows import WIDTH, row, section
from mcpgen.commands.explain_spellings import named_revision, near_names, protocol_name
from mcpgen.commands.explain_subjects import RecordMember, Subject, find_subject
from mcpgen.compare.describe import describe
from mcpgen.compare.sample_values import SampleValues
from mcpgen.ir import (
    Alias,
    Array,
    ErrorCode,
    Map,
    Method,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
)
from mcpgen.ir import Union as OneOf
from mcpgen.layers import layer_sentences, with_layers
from mcpgen.problems import refuse
from mcpgen.runtime.messages.method_hints import hint
from mcpgen.schema_folder import SchemaFolder, packaged
from mcpgen.survey import check_pinned


def explain(name: str, revision: str | None = None, folder: SchemaFolder | None = None) -> str:
    """Return the page of a name; refuse a name that the revision, or every revision, lacks."""
    folder = folder or packaged()
    if not name.strip():
        raise refuse("NAME", "is empty; give a method, type, member, pointer, error code or name in Python")
    if revision is not None and "+" in revision and folder.is_known(revision):
        return _layered(folder, folder.protocol(revision), name)
    if revision is None:
        revision = named_revision(name, folder.revisions)
    if revision is not None:
        check_pinned(revision, folder.pins)
    found = _occurrences(folder, name, revision)
    page = _revision_page if found.names else _other_page
    return page(folder, name, revision, found)


class _Occurrences(NamedTuple):
    """Where a name is defined: its spelling by revision, the compositions, and the revisions left unread."""

    names: dict[str, str]
    layered: list[str]
    left_out: Mapping[str, str]


def _occurrences(folder: SchemaFolder, name: str, revision: str | None) -> _Occurrences:
    """Return where a name is defined; the revision that a user names must be readable."""
    left_out = unreadable(folder, revision)
    readable = [each for each in folder.revisions if each not in left_out]
    names = {r: known for r in readable if (known := _found_name(folder.protocol(r), name))}
    return _Occurrences(names, _compositions_with(folder, name), left_out)


def _revision_page(folder: SchemaFolder, name: str, revision: str | None, found: _Occurrences) -> str:
    """Return the page of a name in a revision, by default the latest that has the name."""
    having = list(found.names)
    if revision is not None and revision not in having:
        places = ", and in ".join([_revision_range(having, folder.revisions), *found.layered])
        raise refuse(name, f"is not in {revision}; it is in {places}")
    protocol = folder.protocol(revision or having[-1])
    name = found.names[protocol.revision]
    subject = find_subject(protocol, name)
    assert subject is not None
    lines = [*_page(folder, protocol, name, subject, having)]
    for one in found.layered:
        lines += ["", f"also in {one}: mcpgen explain {name} --revision {one}"]
    lines += [f"\n{one} is left out: {reason}" for one, reason in found.left_out.items()]
    return "\n".join(lines) + "\n"


def _other_page(folder: SchemaFolder, name: str, revision: str | None, found: _Occurrences) -> str:
    """Return the page of an extension, of a name of an extension, or of a name in Python."""
    if (extension := named_extension(folder, name)) is not None:
        return extension_page(extension)
    if found.layered and revision is None:
        return _layered(folder, folder.protocol(found.layered[0]), name)
    if (page := python_page(name, revision)) is not None:
        return page
    raise refuse(name, _unknown_name(name, folder))


def _compositions_with(folder: SchemaFolder, name: str) -> list[str]:
    """Return the compositions with an extension that defines a name."""
    extensions = map(folder.extension, folder.extensions)
    return [f"{one.extends}+{one.name}" for one in extensions if find_subject(one.alone, name) is not None]


def _layered(folder: SchemaFolder, protocol: Protocol, name: str) -> str:
    """Return the page of a name in a revision with extensions, which end the history."""
    subject = find_subject(protocol, name)
    if subject is None:
        raise refuse(name, f"is not in {protocol.revision}")
    base, *extensions = protocol.revision.split("+")
    further = [(folder.extension(one), layer_sentences(folder.sources, one)) for one in extensions]
    docs = with_layers(folder.sentences, further)
    skipped = unreadable(folder, base)
    readable = [revision for revision in folder.revisions if revision not in skipped]
    with_name = [each for each in readable if find_subject(folder.protocol(each), name) is not None]
    if base not in with_name:  # an extension defines the name, so other revisions have another thing
        with_name = []
    return "\n".join(_page(folder, protocol, name, subject, with_name, docs)) + "\n"


def _found_name(protocol: Protocol, name: str) -> str | None:
    """Return the name of the subject that a user names, or None."""
    return name if find_subject(protocol, name) is not None else protocol_name(protocol, name)


def example(protocol: Protocol, type_: Type, name: str = "") -> Any:
    """Return a small valid value of a type or member; its texts name the members that hold them."""
    known: dict[str, Any] = {place.rpartition(".")[2]: values[0] for place, values in protocol.known.items()}
    known |= {place[:1].lower() + place[1:]: value for place, value in known.items()}
    return _with_texts(
        SampleValues(protocol).smallest(type_),
        name,
        known | {"protocolVersion": protocol.revision.partition("+")[0], "requestId": 1},
    )


# --- the page ---------------------------------------------------------------------------------------------


def _page(
    folder: SchemaFolder,
    protocol: Protocol,
    name: str,
    found: Subject,
    having: list[str],
    sentences: Sentences | None = None,
) -> Iterator[str]:
    docs, revision = sentences or folder.sentences, protocol.revision
    match found:
        case Method():
            kind = {"embedded": "request inside a result"}.get(found.kind, found.kind)
            yield from _title(
                name, kind, revision, docs.of_method(name, revision), docs.page("methods", name, revision)
            )
            yield from _method(found)
            yield from _extension_gates(folder, protocol, name)
        case Record() | Alias():
            page = docs.page("types", name, revision)
            yield from _title(name, "type", revision, docs.of_type(name, revision), page)
            yield from _uses(protocol, name)
            yield from _extension_gates(folder, protocol, name)
        case RecordMember(record, field):
            sentence = docs.of_member(record.name, field.name, revision)
            page = docs.page("types", record.name, revision)
            yield from _title(name, "member", revision, sentence, page)
            yield from row("type", _type(field.type))
            yield from row("required", "yes" if field.required else "no")
        case ErrorCode():
            sentence, page = docs.of_error(found.name, revision), docs.page("errors", found.name, revision)
            yield from _title(f"{found.name} {found.code}", "error code", revision, sentence, page)
            if found.type is not None:
                yield from row("type", found.type)
    for replacement in _deprecated(protocol, name, found):
        yield from row("deprecated", replacement)
    yield from row("revisions", _revision_range(having, folder.revisions) if having else revision)
    match found:
        case Method(params=str(params)):
            yield from _members(protocol, docs, params, f"params: {params}")
        case Record() | Alias():
            yield from _members(protocol, docs, name, "members")
        case ErrorCode(type=str(error)):
            yield from _members(protocol, docs, error, "members")
        case _:
            pass
    yield from section("history", history(folder, protocol, name, found, having))
    yield from section("example", _examples(protocol, found))


def _title(name: str, kind: str, revision: str, sentence: str, page: str | None) -> Iterator[str]:
    yield f"{name} · {kind} of {revision}"
    if sentence:
        yield from textwrap.wrap(sentence, WIDTH)
    if page:
        yield page
    yield ""


def _method(method: Method) -> Iterator[str]:
    other = {"client": "server", "server": "client", "host": "app", "app": "host"}
    yield from row("sent by", " or ".join(f"the {side} to the {other[side]}" for side in method.senders))
    if method.results:
        yield from row("answered by", " or ".join(method.results))
    yield from row(
        "gate", f"{_declaring(method.owner)} `{method.capability}`" if method.capability else "none"
    )


def _extension_gates(folder: SchemaFolder, protocol: Protocol, name: str) -> Iterator[str]:
    """Yield a row for the results and members that each extension of a composition adds to a name."""
    for one in map(folder.extension, protocol.revision.split("+")[1:]):
        added = [*one.answers.get(name, ())]
        if name in one.additions:
            record = one.protocol.definitions[one.additions[name]]
            added += [field.name for field in record.fields] if isinstance(record, Record) else []
        if added and one.declared_by:
            sides = _declaring("both" if len(one.declared_by) > 1 else one.declared_by[0])
            yield from row("extension", f'{", ".join(added)} if {sides} `extensions["{one.identifier}"]`')


def _declaring(owner: str | None) -> str:
    return "both sides declare" if owner == "both" else f"the {owner} declares"


def _members(protocol: Protocol, docs: Sentences, name: str, label: str) -> Iterator[str]:
    definition = protocol.definitions[name]
    if isinstance(definition, Record):
        rows = list(_field_rows(docs, definition, protocol.revision))
        if definition.open is not None:
            rows.append(("…", _type(definition.open), "Further members are data."))
        yield from section(label, _table(rows))
    else:
        yield from section(label, textwrap.wrap(f"is {_type(definition.type)}", WIDTH - 2))
        arms = [arm.name for arm in getattr(definition.type, "arms", ()) if isinstance(arm, Ref)]
        for arm in arms if len(arms) <= 3 else ():
            yield from _members(protocol, docs, arm, arm)


def _field_rows(docs: Sentences, record: Record, revision: str) -> Iterator[tuple[str, str, str]]:
    for field in sorted(record.fields, key=lambda f: not f.required):
        name = field.name + ("" if field.required else "?")
        yield name, _type(field.type), docs.of_member(record.name, field.name, revision)


def _table(rows: list[tuple[str, str, str]]) -> Iterator[str]:
    name_width = min(max((len(name) for name, _, _ in rows), default=0), 28)
    type_width = min(max((len(type_) for _, type_, _ in rows), default=0), 30)
    for name, type_, sentence in rows:
        left = f"{name:<{name_width}}  {type_:<{type_width}}  "
        room = WIDTH - 2 - name_width - type_width - 4
        lines = textwrap.wrap(sentence, max(room, 30)) or [""]
        if len(left) > name_width + type_width + 4:
            yield left.rstrip()
            left = " " * (name_width + type_width + 4)
        yield (left + lines[0]).rstrip()
        yield from (" " * len(left) + line for line in lines[1:])


def _uses(protocol: Protocol, name: str) -> Iterator[str]:
    messages = [m.name for m in protocol.methods.values() if name in (m.message, m.params, *m.results)]
    places = [
        f"{definition.name}.{field.name}"
        for definition in protocol.definitions.values()
        if isinstance(definition, Record)
        for field in definition.fields
        if name in _referenced_names(field.type)
    ]
    places += [
        d.name
        for d in protocol.definitions.values()
        if isinstance(d, Alias) and name in _referenced_names(d.type)
    ]
    yield from row("of method", ", ".join(messages))
    yield from row(
        "used in", ", ".join(places[:8]) + (f" and {len(places) - 8} more" if len(places) > 8 else "")
    )


def _deprecated(protocol: Protocol, name: str, found: Subject) -> Iterator[str]:
    names = {name, *((found.message,) if isinstance(found, Method) else ())}
    names |= {m.name for m in protocol.methods.values() if m.message == name}
    for place, use in protocol.deprecated.items():
        owner, _, member = place.partition(".")
        if place in names:
            yield f"use {use}"
        elif member and owner in (name, found.params if isinstance(found, Method) else None):
            yield f"{member}: use {use}"


# --- examples ---------------------------------------------------------------------------------------------


def _examples(protocol: Protocol, found: Subject) -> Iterator[str]:
    match found:
        case Method():
            frame = example(protocol, Ref(found.message))
            yield _json(frame)
            if found.results and found.kind == "request":
                envelope = {"jsonrpc": "2.0", "id": frame.get("id", 1)}
                yield _json({**envelope, "result": example(protocol, Ref(found.results[0]))})
            elif found.results:
                yield _json(example(protocol, Ref(found.results[0])))
        case RecordMember(_, field):
            yield _json({field.name: example(protocol, field.type, field.name)})
        case ErrorCode():
            if found.type is not None:
                yield _json(example(protocol, Ref(found.type)))
        case _:
            yield _json(example(protocol, Ref(found.name)))


def _with_texts(value: Any, key: str, known: dict[str, Any]) -> Any:
    """Return a value whose empty strings are a known value of their member, else its name."""
    match value:
        case dict():
            named = known if "jsonrpc" not in value else {**known, "id": 1}
            return {name: _with_texts(inner, name, named) for name, inner in value.items()}
        case list():
            return [_with_texts(inner, key, known) for inner in value]
        case "":
            plain = key.rpartition("/")[2]
            return known.get(plain, plain or "text")
        case _:
            return value


def _json(value: Any) -> str:
    line = json.dumps(value, ensure_ascii=False)
    return (
        line
        if len(line) <= WIDTH - 2
        else json.dumps(value, ensure_ascii=False, indent=2).replace("\n", "\n  ")
    )


# --- words ------------------------------------------------------------------------------------------------


def _type(type_: Type) -> str:
    match type_:
        case Scalar(kind, least, most, shortest, longest, pattern, format):
            low, high = (least, most) if least is not None or most is not None else (shortest, longest)
            unit = " long" if least is None and most is None else ""
            bounds = f" {'' if low is None else f'{low:g}'}..{'' if high is None else f'{high:g}'}{unit}"
            shown = bounds if low is not None or high is not None else ""
            return kind + shown + (f" ({format})" if format else "") + (f" like {pattern}" if pattern else "")
        case Array(items, least_items, most_items) if least_items is not None or most_items is not None:
            return f"array of {_type(items)}, {least_items or 0}..{most_items or ''} items"
        case Array(items):
            return f"array of {_type(items)}"
        case OneOf(arms):
            return " | ".join(map(_type, arms))
        case _:
            return describe(type_)


def _referenced_names(type_: Type) -> set[str]:
    match type_:
        case Ref(name):
            return {name}
        case Array(inner) | Map(inner):
            return _referenced_names(inner)
        case OneOf(arms):
            return set().union(*map(_referenced_names, arms))
        case _:
            return set()


def _revision_range(having: list[str], revisions: Sequence[str]) -> str:
    order = list(revisions)
    if having == order:
        return "all"
    first, last = order.index(having[0]), order.index(having[-1])
    if having == order[first:]:
        return f"since {having[0]}" if len(having) > 1 else having[0]
    if having == order[first : last + 1] and len(having) > 1:
        return f"{having[0]} to {having[-1]}"
    return ", ".join(having)


def _unknown_name(name: str, folder: SchemaFolder) -> str:
    """Return the hint for a known mistake, else that no revision has the name, with the nearest names."""
    left_out = unreadable(folder)
    revisions = [folder.protocol(revision) for revision in folder.revisions if revision not in left_out]
    near = near_names(revisions, python_names(), name)
    return hint(name) or "is in no revision" + (f"; do you mean {' or '.join(near)}?" if near else "")
