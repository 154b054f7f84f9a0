"""Class bodies: class forms × docstrings → the statements of each definition, for `templates/classes/`.

Text that came from a schema is in a statement only as `repr` or as an escaped docstring. The class generator
spells the types of most members: `RecordBody.statements` takes them from the fields of the generator.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeAlias

from mcpgen.classes.annotations import annotation, needs_own_annotation
from mcpgen.classes.class_forms import ClassForm
from mcpgen.classes.docstrings import Docstrings, literal
from mcpgen.ir import Alias, Anything, Choice, Constant, Field, Record, Ref, Union, is_anything, json_value
from mcpgen.ir import Protocol as McpProtocol

PREFIX = "Z9"
ENVELOPE = Choice(("2.0",))
_ITEMS: dict[type, str] = {list: "_t.Any", dict: "str, _t.Any"}
_BASES = {"struct": "_b.Struct", "open": "_b.OpenStruct", "mapping": "_b.Mapping"}


class GeneratorField(Protocol):
    """A field of datamodel-code-generator, as its templates see the field."""

    name: str
    type_hint: str

    @property
    def annotated(self) -> str | None:
        """Return the type with its constraints, or None without constraints."""


@dataclass(frozen=True)
class MemberStatement:
    """The statement that declares a member; the generator spells the type where `annotation` is ''."""

    attribute: str
    annotation: str
    wrapper: str
    default: str
    docstring: str

    def lines(self, spelled: str) -> Iterator[str]:
        """Yield the statement and its docstring, with the type that the generator spelled."""
        type_ = self.annotation or spelled
        yield f"{self.attribute}: {f'{self.wrapper}[{type_}]' if self.wrapper else type_}{self.default}"
        if self.docstring:
            yield self.docstring + "\n"


@dataclass(frozen=True)
class RecordBody:
    """The bases, docstring, constants and members of a class."""

    bases: str
    docstring: str
    constants: tuple[str, ...]
    members: tuple[MemberStatement, ...]

    def statements(self, fields: Iterable[GeneratorField]) -> Iterator[str]:
        """Yield the statements below the docstring; `fields` are the generator's."""
        yield from self.constants
        spelled = {field.name: field.annotated or field.type_hint for field in fields}
        for member in self.members:
            yield from member.lines(spelled[emitted_member(member.attribute)])


@dataclass(frozen=True)
class AliasBody:
    """The docstring and type of an alias."""

    template: ClassVar[str] = "alias.jinja2"
    docstring: str
    annotation: str


@dataclass(frozen=True)
class UntaggedBody:
    """The docstring and arms of an untagged union, and its type for type checkers."""

    template: ClassVar[str] = "untagged.jinja2"
    docstring: str
    static: str
    arms: str


@dataclass(frozen=True)
class ConstantsBody:
    """The docstring and values of an enumeration that the runtime compares, and its type for checkers."""

    template: ClassVar[str] = "constants.jinja2"
    docstring: str
    static: str
    values: str


Body: TypeAlias = RecordBody | AliasBody | UntaggedBody | ConstantsBody


def class_bodies(
    protocol: McpProtocol, forms: Mapping[str, ClassForm], docstrings: Docstrings
) -> dict[str, Body]:
    """Return the body of every definition, in the order of `forms`."""
    names = emitted_names(forms)
    return {
        name: (
            _record_body(form, form.definition, docstrings, protocol, names)
            if isinstance(form.definition, Record)
            else _alias_body(form, form.definition, protocol, docstrings.types[name], names)
        )
        for name, form in forms.items()
    }


def emitted_names(forms: Mapping[str, ClassForm]) -> dict[str, str]:
    """Return for each definition a distinct name that the generator prints unchanged."""
    result: dict[str, str] = {}
    used: set[str] = set()
    for name in forms:
        emitted = PREFIX + name.replace("_", "").capitalize() if "_" in name else PREFIX + name
        while emitted in used:
            emitted += "Z"
        used.add(emitted)
        result[name] = emitted
    return result


def emitted_member(attribute: str) -> str:
    """Return for an attribute a name that the generator prints unchanged."""
    return PREFIX.lower() + attribute


def _alias_body(
    form: ClassForm, alias: Alias, protocol: McpProtocol, docstring: str, names: Mapping[str, str]
) -> AliasBody | UntaggedBody | ConstantsBody:
    if isinstance(alias.type, Choice) and form.kind == "constants":
        values = tuple(map(json_value, alias.type.values))
        return ConstantsBody(literal(docstring), _static_type(values), repr(values))
    if form.kind == "untagged":
        static = annotation(Union(form.arms))
        return UntaggedBody(
            literal(docstring),
            repr(static) if form.recursive else static,
            repr(tuple(annotation(arm) for arm in form.arms)),
        )
    unconstrained = is_anything(Ref(alias.name), protocol.definitions)
    type_ = Anything() if unconstrained else alias.type
    return AliasBody(literal(docstring, indent=0), annotation(type_, names))


def _static_type(values: tuple[Any, ...]) -> str:
    """Return the type of constants for type checkers, which know literals of scalars without fractions."""
    literals = [repr(value) for value in values if isinstance(value, (str, int, type(None)))]
    others = [
        "float" if isinstance(value, float) else f"{type(value).__name__}[{_ITEMS[type(value)]}]"
        for value in values
        if isinstance(value, (float, list, dict))
    ]
    return " | ".join([f"_t.Literal[{', '.join(literals)}]"] * bool(literals) + list(dict.fromkeys(others)))


def _record_body(
    form: ClassForm,
    record: Record,
    docstrings: Docstrings,
    protocol: McpProtocol,
    names: Mapping[str, str],
) -> RecordBody:
    guard, filled = protocol.guards.get(record.name), _prefilled(form, record, protocol)
    bases, constants = [_base(form, record)], []
    if form.kind != "mapping":
        bases.append("kw_only=True")
    if form.tag:
        member, value = form.tag
        bases += [f"tag_field={member!r}", f"tag={value!r}"]
        constants.append(f"{form.attributes[member]}: ClassVar[_t.Literal[{value!r}]] = {value!r}")
        if text := docstrings.members[record.name, member]:
            constants.append(literal(text) + "\n")
    if filled:
        bases.append("metaclass=_b.Prefilled")
        values = {form.attributes[name]: value for name, value in filled.items()}
        constants.append(f"__prefilled__ = {values!r}")
    if guard:
        constants.append(f"__guard__ = {guard!r}")
    if record.open is not None and record.open != Anything():
        constants.append(f"__additional__ = {annotation(record.open)!r}")
    if record.closed:
        constants.append("__closed__ = True")
    if record.absent:
        constants.append(f"__absent__ = {record.absent!r}")
    return RecordBody(
        ", ".join(bases),
        literal(docstrings.types[record.name]),
        tuple(constants),
        tuple(
            _member(form, field, docstrings.members[record.name, field.name], names, field.name in filled)
            for field in record.fields
            if form.tag is None or field.name != form.tag[0]
        ),
    )


def _base(form: ClassForm, record: Record) -> str:
    """Return the base class of a record: a message class where the record has the JSON-RPC envelope."""
    envelope = record.field("jsonrpc")
    if envelope is None or envelope.type != ENVELOPE or form.kind != "struct":
        return _BASES[form.kind]
    return "_b.FramedMessage" if envelope.framed else "_b.Message"


def _prefilled(form: ClassForm, record: Record, protocol: McpProtocol) -> dict[str, Constant]:
    """Return the required members that the constructor of a struct fills in, with their values."""
    if _base(form, record) not in ("_b.Struct", "_b.OpenStruct"):
        return {}
    guard = dict([protocol.guards[record.name]]) if record.name in protocol.guards else {}
    required = {field.name for field in record.fields if field.required}
    return {
        name: guard.get(name, value)
        for name, value in protocol.prefilled.items()
        if name in required and (form.tag is None or form.tag[0] != name)
    }


def _member(
    form: ClassForm, field: Field, docstring: str, names: Mapping[str, str], prefilled: bool
) -> MemberStatement:
    attribute, wrapper = form.attributes[field.name], ""
    if form.kind == "mapping":
        wrapper = "_b.Member"
        default = f" = _b.Member({field.name!r}{', required=True' if field.required else ''})"
    elif field.name == "jsonrpc" and field.type == ENVELOPE:
        default = " = _b.JSONRPC"
    elif prefilled:
        default = f" = _b.prefilled({field.name!r})"
    elif attribute != field.name:
        default = f" = _m.field(name={field.name!r}{'' if field.required else ', default=_m.UNSET'})"
    else:
        default = "" if field.required else " = _m.UNSET"
    own = ""
    if needs_own_annotation(field.type):
        own = annotation(field.type, names) + ("" if field.required else " | _m.UnsetType")
    return MemberStatement(attribute, own, wrapper, default, literal(docstring) if docstring else "")
