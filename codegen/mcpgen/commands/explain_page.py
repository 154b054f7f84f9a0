"""The page of `mcpgen explain`: a method, type, member or error code of a revision → lines for a screen.

A page holds a sentence, the direction, the results, the gate, the members, the uses, the history and an
example, all read from the IR, `docs.toml` and the named changes.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from mcpgen.adapters.decisions import Decided
from mcpgen.classes.sentences import Sentences
from mcpgen.commands.explain_names import RecordMember, Subject, find_subject, places_of
from mcpgen.commands.schema_dir import cite_files
from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.changes import find_changes
from mcpgen.compare.describe import describe
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.compare.sample_values import SampleValues
from mcpgen.ir import Alias, Array, ErrorCode, Method, Protocol, Record, Ref, Scalar, Type, referenced
from mcpgen.ir import Union as OneOf
from mcpgen.names import revision_span
from mcpgen.problems import Refused
from mcpgen.schema_folder import SchemaFolder

WIDTH = 100
LABEL = 12


def row(label: str, text: str) -> Iterator[str]:
    """Yield a label and its text; nothing where the text is empty."""
    if text:
        lines = textwrap.wrap(text, WIDTH - LABEL, break_on_hyphens=False)
        yield f"{label:<{LABEL}}{lines[0]}"
        yield from (" " * LABEL + line for line in lines[1:])


def section(title: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield a title and its lines; nothing where there are none."""
    if listed := list(lines):
        yield ""
        yield title
        yield from (f"  {line}" for line in listed)


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


def lines_of_page(
    folder: SchemaFolder,
    protocol: Protocol,
    name: str,
    found: Subject,
    having: list[str],
    sentences: Sentences | None = None,
) -> Iterator[str]:
    """Yield the lines of the page of a subject; `having` are the revisions that have the name."""
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
    yield from row("revisions", _having(having, folder.revisions) if having else revision)
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


def _having(revisions: list[str], order: Sequence[str]) -> str:
    return "all" if revisions == list(order) else revision_span(revisions, order)


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


def member_table(protocol: Protocol, docs: Sentences, members: Iterable[str]) -> Iterator[str]:
    """Yield a row for each member, named `Type.member`, with its type and sentence."""
    rows = []
    for name in members:
        found = find_subject(protocol, name)
        assert isinstance(found, RecordMember)
        mark = "" if found.field.required else "?"
        sentence = docs.of_member(found.record.name, found.field.name, protocol.revision)
        rows.append((name + mark, _type(found.field.type), sentence))
    yield from (f"  {line}" for line in _table(rows))


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
        if name in referenced(field.type)
    ]
    places += [
        d.name for d in protocol.definitions.values() if isinstance(d, Alias) and name in referenced(d.type)
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


# --- history


def unreadable(folder: SchemaFolder, wanted: str | None = None) -> dict[str, str]:
    """Return the revisions that cannot be read, and the first problem of each; refuse the wanted one."""
    found = {}
    for revision in folder.revisions:
        try:
            folder.protocol(revision)
        except Refused as refused:
            if revision == wanted:
                raise
            found[revision] = cite_files(str(refused.problems[0]), folder.path)
    return found


def history(
    folder: SchemaFolder, protocol: Protocol, name: str, found: Subject, having: Container[str]
) -> Iterator[str]:
    """Yield a line for each change of a name, from the first revision to the extensions of the protocol."""
    places, left_out = places_of(name, found), unreadable(folder)
    for old, new in pairwise(folder.revisions):
        if {old, new} & left_out.keys():
            continue
        if old in having and new in having:
            try:
                decided = folder.decided(old, new).changes
            except Refused as refused:
                yield f"{new}  {cite_files(str(refused.problems[0]), folder.path)}"
                continue
            yield from _history_of(new, name, places, decided)
        elif new in having:
            yield f"{new}  added"
        elif old in having:
            yield f"{new}  removed"
    base, _, extensions = protocol.revision.partition("+")
    if extensions:
        added = find_changes(folder.protocol(base), protocol)
        steps = [Decided(change, None, "", "") for change in added]
        yield from _history_of(protocol.revision, name, places, steps)


def _history_of(revision: str, name: str, places: frozenset[str], steps: Iterable[Decided]) -> Iterator[str]:
    """Yield the lines of the changes at some places that a revision made."""
    about = (step for step in steps if _is_about(step.change, places))
    for text in dict.fromkeys(_history_text(step, name) for step in about):
        yield from textwrap.wrap(
            text, WIDTH - 2, initial_indent=f"{revision}  ", subsequent_indent=" " * LABEL
        )


def _is_about(change: ProtocolChange, places: frozenset[str]) -> bool:
    """Return whether a change is at one of the places and shows on the wire."""
    own = {change.at, change.was, *(place.partition(".")[0] for place in (change.at, change.was))}
    return CHANGE_RULES[change.rule].kind != "definition" and bool(own & places)


def _history_text(step: Decided, name: str) -> str:
    change = step.change
    place = f"{change.at.removeprefix(f'{name}.')}: " if change.at != name else ""
    detail = f" ({change.detail})" if change.detail else ""
    entry = f" [{step.entry.id} {step.entry.title}, {step.entry.reference}]" if step.entry else ""
    return f"{place}{CHANGE_RULES[change.rule].purpose}{detail}{entry}"
