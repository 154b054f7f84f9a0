"""Dictionaries: `Protocol` × docstrings → a `TypedDict` for each record, in wire names, and the aliases.

The classes come from the same generator as the structs (`models`), by forms of their own. Constraints are
left out, because type checkers know none. An object with free names (a JSON Schema) is a plain `dict`. A
record with a wire name that no class can declare, such as `$schema`, is written as a call of `TypedDict`.
"""

from __future__ import annotations

import keyword
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from mcpgen.classes.annotations import annotation
from mcpgen.classes.class_bodies import PREFIX, AliasBody, GeneratorField, emitted_member, emitted_names
from mcpgen.classes.class_forms import ClassForm
from mcpgen.classes.docstrings import Docstrings, literal
from mcpgen.classes.models import HELPERS, models
from mcpgen.ir import Alias, Anything, Array, Definition, Map, Record, Ref, Scalar, Type, Union, is_anything
from mcpgen.ir import Protocol as McpProtocol
from mcpgen.names import attributes


@dataclass(frozen=True)
class DictBody:
    """The docstring and members of a `TypedDict`; `members` are the sentences by wire name."""

    template: ClassVar[str] = "dict_class.jinja2"
    docstring: str
    members: Mapping[str, str]

    def statements(self, fields: Iterable[GeneratorField]) -> Iterator[str]:
        """Yield the statements below the docstring, with the types of the generator."""
        spelled = {field.name: field.type_hint for field in fields}
        for wire, sentence in self.members.items():
            yield f"{wire}: {spelled[emitted_member(wire)]}"
            if sentence:
                yield literal(sentence) + "\n"
        if not self.members:
            yield "pass"


@dataclass(frozen=True)
class DictCallBody:
    """The docstring of a `TypedDict` that is written as a call, and its members by wire name."""

    template: ClassVar[str] = "dict_call.jinja2"
    docstring: str
    name: str
    members: str


def dict_types(
    protocol: McpProtocol,
    forms: Mapping[str, ClassForm],
    docs: Docstrings,
    templates: Path,
    own: Collection[str] | None = None,
) -> str:
    """Return the statements that define the dictionaries of a revision, or only those of `own` names."""
    found = {name: _dict_form(form, protocol) for name, form in forms.items()}
    names = emitted_names(found)
    bodies = {name: _body(form, docs, names) for name, form in found.items()}
    return models(found, bodies, templates, as_dicts=True, own=own)


def _dict_form(form: ClassForm, protocol: McpProtocol) -> ClassForm:
    """Return the form of a definition as a dictionary, or as an alias."""
    definition: Definition = form.definition
    if isinstance(definition, Record):
        if definition.mapping:
            return ClassForm(Alias(definition.name, Map(Anything())), "alias", {})
        fields = tuple(replace(field, type=_unconstrained(field.type)) for field in definition.fields)
        record = replace(definition, fields=fields)
        wires = [field.name for field in fields]
        own = dict(zip(wires, wires, strict=True)) if _is_class(record) else attributes(wires)
        return ClassForm(record, "struct", own)
    unknown = (
        form.recursive
        or form.kind == "constants"
        or is_anything(Ref(form.definition.name), protocol.definitions)
    )
    type_ = Anything() if unknown else _unconstrained(definition.type)
    return ClassForm(replace(definition, type=type_), "alias", {})


def _is_class(record: Record) -> bool:
    """Return whether the wire names of a record can be declared in a class."""
    return all(_is_declarable(field.name) for field in record.fields)


def _is_declarable(wire: str) -> bool:
    """Return whether a class can declare a wire name."""
    if not wire.isascii() or not wire.isidentifier() or keyword.iskeyword(wire):
        return False
    # Python mangles `__`; `models` replaces its helpers and the prefixed names of definitions in statements.
    return not wire.startswith(("__", PREFIX)) and wire not in HELPERS


def _unconstrained(type_: Type) -> Type:
    """Return a type without bounds, which no type checker knows."""
    match type_:
        case Scalar(kind):
            return Scalar(kind)
        case Array(items):
            return Array(_unconstrained(items))
        case Map(values):
            return Map(_unconstrained(values))
        case Union(arms):
            return Union(tuple(map(_unconstrained, arms)))
    return type_


def _body(form: ClassForm, docs: Docstrings, names: Mapping[str, str]) -> AliasBody | DictBody | DictCallBody:
    definition, docstring = form.definition, docs.types[form.definition.name]
    if isinstance(definition, Alias):
        return AliasBody(literal(docstring, indent=0), annotation(definition.type, names))
    if _is_class(definition):
        return DictBody(
            literal(docstring),
            {field.name: docs.members[definition.name, field.name] for field in definition.fields},
        )
    members = {
        field.name: annotation(field.type) if field.required else f"_NotRequired[{annotation(field.type)}]"
        for field in definition.fields
    }
    return DictCallBody(literal(docstring, indent=0), repr(definition.name), repr(members))
