"""Render: IR, class forms, docstrings → the source of every generated file, by Jinja templates.

Everything that a template prints is computed here, in `context` functions; text that came from a schema reaches them
only as `repr` or as an escaped docstring.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mcpgen.classes.class_forms import Class, classes
from mcpgen.classes.docstrings import Described, literal
from mcpgen.classes.models import emitted_names, is_ours_to_spell, member
from mcpgen.classes.sentences import Docs
from mcpgen.emit.file_tree import MARK
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    Constant,
    Field,
    Map,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
    is_anything,
)
from mcpgen.names import module, snake

# What `mcp_revisions` offers beside its revisions: public name, module of the runtime, attribute (none: the module).
PUBLIC = (
    ("Bridge", "bridge.bridge", "Bridge"),
    ("BridgeLimits", "bridge.exchanges", "Limits"),
    ("Converted", "conversion.losses", "Converted"),
    ("Converter", "conversion.convert", "Converter"),
    ("DecodeError", "errors", "DecodeError"),
    ("EncodeError", "errors", "EncodeError"),
    ("Loss", "conversion.losses", "Loss"),
    ("LossError", "conversion.losses", "LossError"),
    ("NoCounterpart", "conversion.losses", "NoCounterpart"),
    ("ProtocolError", "errors", "ProtocolError"),
    ("advise", "specification.spec_advice", "advise"),
    ("capabilities", "specification.capabilities", ""),
    ("conduct", "specification.spec_rules", ""),
    ("convert", "conversion.convert", "convert"),
    ("converter", "conversion.convert", "converter"),
    ("fidelity", "conversion.fidelity", "fidelity"),
    ("forms", "specification.forms", ""),
    ("negotiate", "specification.negotiate", "negotiate"),
)

_SCALARS = {"string": "str", "integer": "int", "number": "int | float", "boolean": "bool", "null": "None"}
ENVELOPE = Choice(("2.0",))
_BASES = {"struct": "_b.Struct", "open": "_b.OpenStruct", "mapping": "_b.Mapping"}


class Renderer:
    """Renders the templates of one folder."""

    def __init__(self, templates: Path) -> None:
        import jinja2

        self.templates = templates
        self._environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(templates),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=False,
        )

    def render(self, template: str, context: Mapping[str, Any]) -> str:
        """Return `template` filled with `context`."""
        return self._environment.get_template(template).render(context)


def class_facts(protocol: Protocol, forms: Mapping[str, Class], described: Described) -> dict[str, Any]:
    """Return what `templates/classes/` prints for each struct and alias, beside the types."""
    names = emitted_names(forms)
    return {
        name: (
            _record_facts(form, form.definition, described, protocol.guards.get(name), names)
            if isinstance(form.definition, Record)
            else _alias_facts(form, protocol, described, names)
        )
        for name, form in forms.items()
    }


def _alias_facts(
    form: Class, protocol: Protocol, described: Described, names: Mapping[str, str]
) -> dict[str, Any]:
    alias = form.definition
    assert isinstance(alias, Alias)
    untagged = form.form == "untagged"
    return {
        "docstring": literal(described.types[alias.name], indent=4 if untagged else 0),
        "annotation": (
            "" if is_anything(Ref(alias.name), protocol.definitions) else expression(alias.type, names)
        ),
        "static": repr(expression(Union(form.arms))),
        "arms": repr(tuple(expression(arm) for arm in form.arms)) if untagged else "",
    }


def _record_facts(
    form: Class,
    record: Record,
    described: Described,
    guard: tuple[str, Constant] | None,
    names: Mapping[str, str],
) -> dict[str, Any]:
    documented = [
        (form.attributes[f.name], text)
        for f in record.fields
        if (text := described.members[record.name, f.name])
    ]
    text = described.types[record.name]
    if documented:
        listed = "\n".join(f"    {attribute}: {said}" for attribute, said in documented)
        text = f"{text.rstrip()}\n\nAttributes:\n{listed}\n"
    statements = []
    if form.tag:
        member, value = form.tag
        statements.append(f"{form.attributes[member]}: ClassVar[_t.Literal[{value!r}]] = {value!r}")
    if guard:
        statements.append(f"__guard__ = {guard!r}")
    if record.open not in (None, Anything()):
        assert record.open is not None
        statements.append(f"__additional__ = {expression(record.open)!r}")
    return {
        "base": _base(form, record),
        "mapping": form.form == "mapping",
        "options": f", tag_field={form.tag[0]!r}, tag={form.tag[1]!r}" if form.tag else "",
        "docstring": literal(text),
        "statements": statements,
        "members": [
            _member(form, f, described.members[record.name, f.name], names)
            for f in record.fields
            if form.tag is None or f.name != form.tag[0]
        ],
    }


def _base(form: Class, record: Record) -> str:
    """Return the base class of a record: a message where it has the JSON-RPC envelope, of its own or by its frame."""
    envelope = record.field("jsonrpc")
    if envelope is None or envelope.type != ENVELOPE or form.form != "struct":
        return _BASES[form.form]
    return "_b.FramedMessage" if envelope.framed else "_b.Message"


def _member(form: Class, field: Field, doc: str, names: Mapping[str, str]) -> dict[str, str]:
    """Return name, what surrounds the type, the default and the docstring of one member."""
    attribute = form.attributes[field.name]
    before, after = "", ""
    annotation = spelled(field.type, names, optional=not field.required)
    if form.form == "mapping":
        before, after = "_b.Member[", "]"
        default = f" = _b.Member({field.name!r}{', required=True' if field.required else ''})"
    elif field.name == "jsonrpc" and field.type == ENVELOPE:
        default = " = _b.JSONRPC"
    else:
        absent = "" if field.required else "_m.UNSET"
        if attribute != field.name:
            default = f" = _m.field(name={field.name!r}{f', default={absent}' if absent else ''})"
        else:
            default = f" = {absent}" if absent else ""
    return {
        "name": attribute,
        "emitted": member(attribute),
        "annotation": annotation,
        "before": before,
        "after": after,
        "default": default,
        "docstring": literal(doc) if doc else "",
    }


def spelled(type_: Type, names: Mapping[str, str], *, optional: bool = False) -> str:
    """Return the annotation of a member that datamodel-code-generator cannot spell, else nothing."""

    def needs(below: Type) -> bool:
        match below:
            case Array(inner) | Map(inner):
                return needs(inner)
            case Union(arms) if any(map(needs, arms)):
                return True
        return is_ours_to_spell(below)

    return expression(type_, names) + (" | _m.UnsetType" if optional else "") if needs(type_) else ""


def types_context(protocol: Protocol, forms: Mapping[str, Class], source: str) -> dict[str, Any]:
    """Return the context of `types.py.jinja`."""
    return {"revision": protocol.revision, "names": repr(sorted(forms)), "classes": source}


def methods_context(protocol: Protocol, docs: Docs | None, history: Sequence[Protocol]) -> dict[str, Any]:
    """Return the context of `methods.py.jinja`."""
    revision = protocol.revision
    return {
        "revision": revision,
        "methods": [
            {
                "name": repr(method.name),
                "kind": repr(method.kind),
                "senders": repr(method.senders),
                "message": method.message,
                "params": method.params,
                "results": method.results,
                "owner": repr(method.owner) if method.capability else "",
                "capability": repr(method.capability) if method.capability else "",
            }
            for method in protocol.methods.values()
        ],
        "errors": [
            {
                "name": error.name,
                "code": error.code,
                "docstring": (
                    literal(text) if (text := docs.error_doc(error.name, revision) if docs else "") else ""
                ),
            }
            for error in protocol.errors
        ],
        "error_names": repr({error.code: error.name for error in protocol.errors}),
        "orders": [
            {
                "name": snake(name).upper() + "S",
                "constants": repr(alias.type.values),
                "docstring": literal(f"The values of `{name}` in their true order."),
            }
            for name in protocol.ordered
            if isinstance(alias := protocol.definitions[name], Alias) and isinstance(alias.type, Choice)
        ],
        "batches": protocol.batches,
        "elsewhere": repr(elsewhere(protocol, history)),
    }


def revision_context(protocol: Protocol) -> dict[str, Any]:
    """Return the context of `revision.py.jinja`."""
    methods = protocol.methods.values()
    return {
        "revision": repr(protocol.revision),
        "docstring": literal(f"MCP {protocol.revision}: its message types, methods and codec.", indent=0),
        "handlers": [
            {
                "method": repr(method.name),
                "params": f"types.{method.params}" if method.params else "None",
                "result": " | ".join(f"types.{result}" for result in method.results) or "None",
            }
            for method in methods
            if method.kind != "embedded"
        ],
        "sides": [
            {
                "sender": repr(side),
                "alias": f"{side.capitalize()}Message",
                "types": " | ".join(
                    [f"types.{m.message}" for m in methods if side in m.senders and m.kind != "embedded"]
                    + ["Response[_t.Any]", "ErrorResponse[_t.Any]"]
                ),
                "docstring": literal(f"Whatever a {side} may send as a frame.", indent=0),
            }
            for side in ("client", "server")
        ],
        "batches": protocol.batches,
    }


def elsewhere(protocol: Protocol, history: Sequence[Protocol]) -> dict[tuple[str, str], str]:
    """Return in words where the tags exist that other revisions know and this one does not, by member and value."""
    if not any(other.revision == protocol.revision for other in history):
        return {}
    holders: dict[tuple[str, str], list[str]] = {}
    for other in history:
        for tag in dict.fromkeys(form.tag for form in classes(other).values() if form.tag):
            holders.setdefault((tag[0], str(tag[1])), []).append(other.revision)
    order = [other.revision for other in history]
    own = order.index(protocol.revision)
    result = {}
    for tag, revisions in sorted(holders.items()):
        if protocol.revision in revisions:
            continue
        first, last = revisions[0], revisions[-1]
        if first == last:
            where = f"only in {first}" if last != order[-1] else f"since {first}"
        else:
            where = f"since {first}" if order.index(first) > own else f"until {last}"
            if order.index(first) > own and last != order[-1]:
                where = f"from {first} to {last}"
        result[tag] = where
    return result


def package_context(held: Sequence[str]) -> dict[str, Any]:
    """Return the context of `package.py.jinja` for a package that holds these revisions, oldest first."""
    return {
        "mark": MARK,
        "revisions": repr(tuple(held)),
        "latest": repr(held[-1]),
        "modules": repr({revision: module(revision) for revision in held}),
        "lazy": repr({name: (f"._runtime.{source}", attribute) for name, source, attribute in PUBLIC}),
        "imports": [
            (
                f"from ._runtime.{source} import {attribute} as {name}"
                if attribute
                else f"from ._runtime.{source.rpartition('.')[0]} import {source.rpartition('.')[2]} as {name}"
            )
            for name, source, attribute in PUBLIC
        ],
    }


def expression(type_: Type, names: Mapping[str, str] | None = None) -> str:
    """Return a type as a Python expression in the names of the generated module, or those that `names` gives them."""
    match type_:
        case Anything():
            return "_t.Any"
        case Scalar(kind):
            meta = {
                "ge": type_.minimum,
                "le": type_.maximum,
                "min_length": type_.min_length,
                "max_length": type_.max_length,
                "pattern": type_.pattern,
            }
            if kind == "number":  # msgspec bounds one kind of number at a time
                return " | ".join(
                    dict.fromkeys((_constrained("int", _whole(meta)), _constrained("float", meta)))
                )
            return _constrained(_SCALARS[kind], meta)
        case Choice(values):
            return f"_t.Literal[{', '.join(map(repr, values))}]"
        case Array(items, least, most):
            return _constrained(
                f"list[{expression(items, names)}]", {"min_length": least, "max_length": most}
            )
        case Map(values):
            return f"dict[str, {expression(values, names)}]"
        case Union(arms):
            return " | ".join(expression(arm, names) for arm in arms)
        case Ref(name):
            return names[name] if names else name


def _whole(meta: Mapping[str, Any]) -> dict[str, Any]:
    """Return bounds of a number as the bounds that its integers have."""
    least, most = meta["ge"], meta["le"]
    return {
        "ge": least if least is None else math.ceil(least),
        "le": most if most is None else math.floor(most),
    }


def _constrained(type_: str, meta: Mapping[str, Any]) -> str:
    said = ", ".join(f"{key}={value!r}" for key, value in meta.items() if value is not None)
    return f"_t.Annotated[{type_}, _m.Meta({said})]" if said else type_
