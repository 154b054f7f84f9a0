"""Explain: the name of a method, type, member or error code × the pinned revisions → one screen of text.

In: a name, and a revision (without one, the newest that has the name). Out: what it is, who sends it, what answers it,
its gate, its members, where it is used, what changed with each revision, and an example. Everything is read from the
IR, our sentences and the named changes; nothing is said that a build would not know too. A name that no revision has is
refused with the nearest ones, a name of other revisions with those.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, NamedTuple

from mcpgen import pipeline
from mcpgen.adapters.decisions import Decided
from mcpgen.classes.sentences import Sentences
from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.describe import describe
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.compare.sample_values import SampleValues
from mcpgen.ir import Alias, Array, ErrorCode, Field, Map, Method, Protocol, Record, Ref, Scalar, Type
from mcpgen.ir import Union as OneOf
from mcpgen.problems import refuse
from mcpgen.runtime.messages.method_hints import hint

WIDTH = 100
LABEL = 12


class Member(NamedTuple):
    """A member together with the record that has it."""

    record: Record
    field: Field


Subject = Method | Record | Alias | Member | ErrorCode


def explain(name: str, revision: str | None = None) -> str:
    """Return what a person wants to know of a name; refuse names that the revision, or every revision, lacks."""
    having = [r for r in pipeline.revisions() if subject(pipeline.protocol(r), name) is not None]
    if revision is not None and revision not in pipeline.revisions():
        pipeline.protocol(revision)
    if not having:
        raise refuse(name, _unheard_of(name))
    if revision is not None and revision not in having:
        raise refuse(name, f"is not in {revision}; it is in {_span(having)}")
    protocol = pipeline.protocol(revision or having[-1])
    found = subject(protocol, name)
    assert found is not None
    return "\n".join(_page(protocol, name, found, having)) + "\n"


def subject(protocol: Protocol, name: str) -> Subject | None:
    """Return what a name means in a revision: a method, a type, `Type.member`, or an error's code or name."""
    if name in protocol.methods:
        return protocol.methods[name]
    if name in protocol.definitions:
        return protocol.definitions[name]
    owner, _, member = name.partition(".")
    record = protocol.definitions.get(owner)
    if isinstance(record, Record) and (field := record.field(member)) is not None:
        return Member(record, field)
    # A code may come without its sign, which a shell takes for an option.
    return next((e for e in protocol.errors if name in (e.name, str(e.code), str(-e.code))), None)


def example(protocol: Protocol, type_: Type, name: str = "") -> Any:
    """Return a small valid value of a type, or of a member of that name, with texts that tell what they are."""
    known: dict[str, Any] = {place.rpartition(".")[2]: values[0] for place, values in protocol.known.items()}
    known |= {place[:1].lower() + place[1:]: value for place, value in known.items()}
    return _telling(
        SampleValues(protocol).smallest(type_),
        name,
        known | {"protocolVersion": protocol.revision, "requestId": 1},
    )


# --- the page ---------------------------------------------------------------------------------------------


def _page(protocol: Protocol, name: str, found: Subject, having: list[str]) -> Iterator[str]:
    docs, revision = pipeline.sentences(), protocol.revision
    match found:
        case Method():
            kind = {"embedded": "request inside a result"}.get(found.kind, found.kind)
            yield from _title(
                name, kind, revision, docs.of_method(name, revision), docs.page("methods", name, revision)
            )
            yield from _method(found)
        case Record() | Alias():
            page = docs.page("types", name, revision)
            yield from _title(name, "type", revision, docs.of_type(name, revision), page)
            yield from _used(protocol, name)
        case Member(record, field):
            sentence = docs.of_member(record.name, field.name, revision)
            page = docs.page("types", record.name, revision)
            yield from _title(name, "member", revision, sentence, page)
            yield from _row("type", _type(field.type))
            yield from _row("required", "yes" if field.required else "no")
        case ErrorCode():
            sentence, page = docs.of_error(found.name, revision), docs.page("errors", found.name, revision)
            yield from _title(f"{found.name} {found.code}", "error code", revision, sentence, page)
            if found.type is not None:
                yield from _row("type", found.type)
    for what in _deprecated(protocol, name, found):
        yield from _row("deprecated", what)
    yield from _row("revisions", _span(having))
    match found:
        case Method(params=str(params)):
            yield from _members(protocol, docs, params, f"params: {params}")
        case Record() | Alias():
            yield from _members(protocol, docs, name, "members")
        case ErrorCode(type=str(error)):
            yield from _members(protocol, docs, error, "members")
        case _:
            pass
    yield from _section("history", list(_history(protocol, name, found, having)))
    yield from _section("example", list(_examples(protocol, found)))


def _title(name: str, kind: str, revision: str, sentence: str, page: str | None) -> Iterator[str]:
    yield f"{name} · {kind} of {revision}"
    if sentence:
        yield from textwrap.wrap(sentence, WIDTH)
    if page:
        yield page
    yield ""


def _method(method: Method) -> Iterator[str]:
    other = {"client": "server", "server": "client"}
    yield from _row("sent by", " or ".join(f"the {side} to the {other[side]}" for side in method.senders))
    if method.results:
        yield from _row("answered by", " or ".join(method.results))
    gate = f"the {method.owner} declares `{method.capability}`" if method.capability else "none"
    yield from _row("gate", gate)


def _members(protocol: Protocol, docs: Sentences, name: str, label: str) -> Iterator[str]:
    definition = protocol.definitions[name]
    if isinstance(definition, Record):
        rows = list(_field_rows(docs, definition, protocol.revision))
        if definition.open is not None:
            rows.append(("…", _type(definition.open), "Further members are data."))
        yield from _section(label, list(_table(rows)))
    else:
        yield from _section(label, textwrap.wrap(f"is {_type(definition.type)}", WIDTH - 2))
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


def _used(protocol: Protocol, name: str) -> Iterator[str]:
    messages = [m.name for m in protocol.methods.values() if name in (m.message, m.params, *m.results)]
    places = [
        f"{definition.name}.{field.name}"
        for definition in protocol.definitions.values()
        if isinstance(definition, Record)
        for field in definition.fields
        if name in _names(field.type)
    ]
    places += [
        d.name for d in protocol.definitions.values() if isinstance(d, Alias) and name in _names(d.type)
    ]
    yield from _row("of method", ", ".join(messages))
    yield from _row(
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


# --- history ----------------------------------------------------------------------------------------------


def _history(protocol: Protocol, name: str, found: Subject, having: list[str]) -> Iterator[str]:
    revisions = pipeline.revisions()
    about = _about(name, found)
    for old, new in pairwise(revisions):
        if new in having and old not in having:
            yield f"{new}  new"
        told: dict[str, None] = {}
        for step in pipeline.decided(old, new):
            if new in having and old in having and _concerns(step.change, about):
                told[_said(step, name)] = None
        for text in told:
            yield from textwrap.wrap(text, WIDTH - 2, initial_indent=f"{new}  ", subsequent_indent=" " * 12)
        if old in having and new not in having:
            yield f"{new}  gone"


def _about(name: str, found: Subject) -> frozenset[str]:
    match found:
        case Method():
            return frozenset({name, found.message, found.params or name, *found.results[:1]})
        case ErrorCode():
            return frozenset({found.name, str(found.code), found.type or found.name})
        case _:
            return frozenset({name})


# What no frame shows: names, and members that the frame had all along.
_QUIET = ("TYPE_RENAMED", "TYPE_EXTRACTED", "TYPE_INLINED", "MESSAGE_", "FIELD_DECLARED", "FIELD_UNDECLARED")


def _concerns(change: ProtocolChange, about: frozenset[str]) -> bool:
    places = {change.at, change.was, *(p.partition(".")[0] for p in (change.at, change.was))}
    return not change.rule.startswith(_QUIET) and bool(about & places)


def _said(step: Decided, name: str) -> str:
    change = step.change
    place = change.at.removeprefix(f"{name}.") if change.at != name else ""
    detail = f" ({change.detail})" if change.detail else ""
    entry = f" [{step.entry.id} {step.entry.title}, {step.entry.reference}]" if step.entry else ""
    return f"{place}{': ' if place else ''}{CHANGE_RULES[change.rule].purpose}{detail}{entry}"


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
        case Member(_, field):
            yield _json({field.name: example(protocol, field.type, field.name)})
        case ErrorCode():
            if found.type is not None:
                yield _json(example(protocol, Ref(found.type)))
        case _:
            yield _json(example(protocol, Ref(found.name)))


def _telling(value: Any, key: str, known: dict[str, Any]) -> Any:
    # An empty text becomes one of those that the member is known to have, else the member's own name.
    match value:
        case dict():
            named = known if "jsonrpc" not in value else {**known, "id": 1}
            return {name: _telling(inner, name, named) for name, inner in value.items()}
        case list():
            return [_telling(inner, key, known) for inner in value]
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


def _row(label: str, text: str) -> Iterator[str]:
    if text:
        lines = textwrap.wrap(text, WIDTH - LABEL, break_on_hyphens=False)
        yield f"{label:<{LABEL}}{lines[0]}"
        yield from (" " * LABEL + line for line in lines[1:])


def _section(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield title
        yield from (f"  {line}" for line in lines)


def _type(type_: Type) -> str:
    match type_:
        case Scalar(kind, least, most, shortest, longest, pattern, format):
            low, high = (least, most) if least is not None or most is not None else (shortest, longest)
            unit = " long" if least is None and most is None else ""
            bounds = f" {'' if low is None else f'{low:g}'}..{'' if high is None else f'{high:g}'}{unit}"
            said = bounds if low is not None or high is not None else ""
            return kind + said + (f" ({format})" if format else "") + (f" like {pattern}" if pattern else "")
        case Array(items, least_items, most_items) if least_items is not None or most_items is not None:
            return f"array of {_type(items)}, {least_items or 0}..{most_items or ''} items"
        case Array(items):
            return f"array of {_type(items)}"
        case OneOf(arms):
            return " | ".join(map(_type, arms))
        case _:
            return describe(type_)


def _names(type_: Type) -> set[str]:
    match type_:
        case Ref(name):
            return {name}
        case Array(inner) | Map(inner):
            return _names(inner)
        case OneOf(arms):
            return set().union(*map(_names, arms))
        case _:
            return set()


def _span(having: list[str]) -> str:
    order = list(pipeline.revisions())
    if having == order:
        return "all"
    first, last = order.index(having[0]), order.index(having[-1])
    if having == order[first:]:
        return f"since {having[0]}" if len(having) > 1 else having[0]
    if having == order[first : last + 1] and len(having) > 1:
        return f"{having[0]} to {having[-1]}"
    return ", ".join(having)


def _unheard_of(name: str) -> str:
    known: Iterable[str] = {
        n for r in pipeline.revisions() for p in (pipeline.protocol(r),) for n in (*p.methods, *p.definitions)
    }
    meant = hint(name)
    near = get_close_matches(name, sorted(known), 3)
    return meant or "is in no revision" + (f"; do you mean {' or '.join(near)}?" if near else "")
