"""Produce the statements of each class and alias, as variables of `templates/classes/`.

Text from a schema occurs in a statement only as `repr` or as an escaped docstring. Classes come first, sorted
by name. Their annotations are strings, which msgspec evaluates on first use. Aliases follow, also sorted by
name. Python evaluates the value of an alias on import, so an alias comes after the aliases in its value. This
order keeps the diff small: a new reference moves no class, and only those aliases that must move. In a
class, the required members come first. Objects are encoded in the order of their members.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterator, Mapping
from graphlib import TopologicalSorter
from types import MappingProxyType
from typing import Any, TypeAlias

from mcpgen.classes.class_forms import ClassForm
from mcpgen.classes.docstrings import Docstrings, literal
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    Constant,
    Definition,
    Field,
    Map,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
    is_anything,
    json_value,
    references,
    walk,
)
from mcpgen.ir import Protocol as McpProtocol
from mcpgen.patterns import python_pattern

ENVELOPE = Choice(("2.0",))
INPUT_REQUIRED = "InputRequiredResult"  # the result that asks for input, so the call goes on
_ITEMS: dict[type, str] = {list: "_t.Any", dict: "str, _t.Any"}
_SCALARS = {"string": "str", "integer": "int", "number": "int | float", "boolean": "bool", "null": "None"}
_BASES = {"struct": "_b.Struct", "open": "_b.OpenStruct", "mapping": "_b.Mapping"}


Body: TypeAlias = dict[str, object]
"""The name of a template of `classes/`, and the values that it prints."""
ALIAS, STRUCT, ANSWERED = "classes/alias.jinja", "classes/struct.jinja", "classes/answered.jinja"


def class_bodies(
    protocol: McpProtocol,
    forms: Mapping[str, ClassForm],
    docstrings: Docstrings,
    own: Collection[str] | None = None,
    parents: Mapping[str, ClassForm] = MappingProxyType({}),
    answered: Collection[str] = (),
) -> list[Body]:
    """Return the template, with its variables, for the class or alias of each definition.

    The result has the order in which the module defines the names.

    - `forms`: how Python represents each definition.
    - `own`: if given, only these definitions are returned.
    - `parents`: the forms of base classes, by record name. The class of such a record is a subclass, which
      declares only the members whose types differ.
    - `answered`: the requests in `parents` to which extensions add results. At run time, the class of such a
      request is a subclass of its class in the plain revision. Type checkers see a class without this base
      class.
    """
    written = {name: form for name, form in forms.items() if own is None or name in own}
    records = [form for form in written.values() if isinstance(form.definition, Record)]
    aliases = {name: form for name, form in written.items() if isinstance(form.definition, Alias)}
    bodies: dict[str, Body] = {
        name: _alias_body(form, protocol, docstrings.types[name]) for name, form in aliases.items()
    }
    classes = []
    for form in sorted(records, key=lambda form: form.definition.name):
        name = form.definition.name
        if name in answered:
            body = _answered_body(form, docstrings, protocol, parents[name], written)
        else:
            body = _record_body(form, docstrings, protocol, parents.get(name), written)
        classes.append(body)
    return [*classes, *(bodies[name] for name in in_order(aliases, protocol))]


def in_order(aliases: Mapping[str, ClassForm], protocol: McpProtocol) -> Iterator[str]:
    """Yield the names of aliases, sorted. An alias comes after the aliases that its value refers to."""
    sorter = TopologicalSorter(
        {name: aliases.keys() & _evaluated(form, protocol) for name, form in aliases.items()}
    )
    sorter.prepare()
    ready: list[str] = []
    while sorter.is_active():
        for name in sorter.get_ready():
            heapq.heappush(ready, name)
        first = heapq.heappop(ready)
        yield first
        sorter.done(first)


def _evaluated(form: ClassForm, protocol: McpProtocol) -> set[str]:
    """Return the names that Python looks up, at import time, to evaluate the value of an alias."""
    alias = form.definition
    is_free = form.recursive or is_anything(Ref(alias.name), protocol.definitions)
    return set() if is_free else set(references(alias))


def _alias_body(form: ClassForm, protocol: McpProtocol, docstring: str) -> Body:
    alias = form.definition
    assert isinstance(alias, Alias)
    if isinstance(alias.type, Choice) and form.kind == "constants":
        values = tuple(map(json_value, alias.type.values))
        return {
            "template": "classes/constants.jinja",
            "name": alias.name,
            "docstring": literal(docstring, indent=8),
            "static": _static_type(values),
            "constants": repr(values),
        }
    if form.kind == "untagged":
        static = annotation(Union(form.variants))
        return {
            "template": "classes/untagged.jinja",
            "name": alias.name,
            "docstring": literal(docstring, indent=8),
            "static": repr(static) if form.recursive else static,
            "variants": repr(tuple(annotation(variant) for variant in form.variants)),
        }
    unconstrained = is_anything(Ref(alias.name), protocol.definitions)
    type_ = Anything() if unconstrained else alias.type
    docstring = literal(docstring, indent=0)
    return {"template": ALIAS, "name": alias.name, "docstring": docstring, "annotation": annotation(type_)}


def _static_type(values: tuple[Any, ...]) -> str:
    """Return the type of some constants as source for type checkers.

    Type checkers refuse fractions, lists and dictionaries in a `Literal`, so these become types such as
    `float`.
    """
    literals = [repr(value) for value in values if isinstance(value, (str, int, type(None)))]
    others = [
        "float" if isinstance(value, float) else f"{type(value).__name__}[{_ITEMS[type(value)]}]"
        for value in values
        if isinstance(value, (float, list, dict))
    ]
    types = [f"_t.Literal[{', '.join(literals)}]"] * bool(literals) + list(dict.fromkeys(others))
    return " | ".join(types) or "_t.NoReturn"


def parent_of(name: str) -> str:
    """Return the alias under which a module imports a base class, such as `_Tool`.

    The module defines a subclass with the same name as the base class, such as `Tool`. `name` is this name.
    """
    return f"_{name}"


def _answered_body(
    form: ClassForm,
    docstrings: Docstrings,
    protocol: McpProtocol,
    parent: ClassForm,
    written: Collection[str],
) -> Body:
    """Return the body of a request's class if an extension adds results to the request.

    The body has two definitions of the class: one for type checkers, and one for run time.
    """
    static = _record_body(form, docstrings, protocol, None, written, indent=8)
    own = _record_body(form, docstrings, protocol, parent, written, indent=8)
    name, statements = form.definition.name, own["statements"]
    runtime = [f"{name} = {parent_of(name)}"]
    if isinstance(statements, tuple) and statements:
        body = (f"    {line}" for line in (own["docstring"], *statements))
        runtime = ["", f"class {name}({own['bases']}):", *body]
    return {**static, "template": ANSWERED, "runtime": runtime}


def _record_body(
    form: ClassForm,
    docstrings: Docstrings,
    protocol: McpProtocol,
    parent: ClassForm | None,
    written: Collection[str],
    indent: int = 4,
) -> Body:
    record = form.definition
    assert isinstance(record, Record)
    inherited = parent.definition.by_name if parent and isinstance(parent.definition, Record) else {}
    base = _base(form, record)
    bases = [base if parent is None else parent_of(record.name)]
    results = _results(record.name, protocol)
    is_numbered = bool(results) and base in ("_b.Message", "_b.FramedMessage")
    if parent is None and results:  # first, because its `__prefilled__` has the id
        final = [result for result in results if result != INPUT_REQUIRED]
        types = [results] if final == results else [results, final]
        bases.insert(0, f"_b.Request[{', '.join(repr(' | '.join(each)) for each in types)}]")
    elif parent is None and _is_notification(record.name, protocol):
        bases.insert(0, "_b.Notification")
    if form.kind != "mapping":
        bases.append("kw_only=True")
    if form.tag:
        bases += [f"tag_field={form.tag[0]!r}", f"tag={form.tag[1]!r}"]
    filled = _prefilled(form, record, protocol)
    inherits = {} if parent is None else _prefilled(parent, parent.definition, protocol)
    constants = [] if parent else list(_constants(form, record, docstrings, protocol, indent))
    if filled != inherits:
        values = {form.attributes[name]: value for name, value in filled.items()}
        constants.append(f"__prefilled__ = {values!r}")
    if filled and not inherits:
        bases.append("metaclass=_b.Prefilled")
    for field in record.required_first:
        is_wider = not set(written).isdisjoint(references(Alias(field.name, field.type)))
        if (is_wider or field.name not in inherited) and (form.tag is None or field.name != form.tag[0]):
            narrowed = "  # pyright: ignore[reportIncompatibleVariableOverride]" * (field.name in inherited)
            is_filled = field.name in filled or (is_numbered and field.name == "id")
            constants.append(_member(form, field, is_filled) + narrowed)
            if text := docstrings.members[record.name, field.name]:
                constants.append(literal(text, indent) + "\n")
    statements = (*constants[:-1], *(last.rstrip("\n") for last in constants[-1:]))
    docstring = literal(docstrings.types[record.name], indent) + "\n" * bool(statements)
    return {
        "template": STRUCT,
        "name": record.name,
        "docstring": docstring,
        "bases": ", ".join(bases),
        "statements": statements,
    }


def _constants(
    form: ClassForm,
    record: Record,
    docstrings: Docstrings,
    protocol: McpProtocol,
    indent: int,
) -> Iterator[str]:
    """Yield the statements of a class other than those that declare members, such as the one for its tag."""
    if form.tag:
        member, value = form.tag
        yield f"{form.attributes[member]}: ClassVar[_t.Literal[{value!r}]] = {value!r}"
        if text := docstrings.members[record.name, member]:
            yield literal(text, indent) + "\n"
    if guard := protocol.guards.get(record.name):
        yield f"__guard__ = {guard!r}"
    if record.open is not None and record.open != Anything():
        yield f"__additional__ = {annotation(record.open)!r}"
    if record.closed:
        yield "__closed__ = True"
    if record.absent:
        yield f"__absent__ = {record.absent!r}"


def _base(form: ClassForm, record: Record) -> str:
    """Return the base class for the class of a record, as source.

    For a JSON-RPC message, the base class is `_b.Message` or `_b.FramedMessage`. For another record, it is a
    class such as `_b.Struct`.
    """
    envelope = record.field("jsonrpc")
    if envelope is None or envelope.type != ENVELOPE or form.kind != "struct":
        return _BASES[form.kind]
    return "_b.FramedMessage" if envelope.framed else "_b.Message"


def _is_notification(message: str, protocol: McpProtocol) -> bool:
    return any(
        method.message == message and method.kind == "notification" for method in protocol.methods.values()
    )


def _results(message: str, protocol: McpProtocol) -> list[str]:
    """Return the names of the results that may answer a request, or [] if `message` is not a request."""
    methods = [method for method in protocol.methods.values() if method.message == message]
    return list(dict.fromkeys(result for method in methods for result in method.results))


def _prefilled(form: ClassForm, record: Definition, protocol: McpProtocol) -> dict[str, Constant]:
    """Return the required members that the constructor of a record fills in, each with its default value.

    The constructor fills in members with one possible value, and those in `protocol.prefilled`. A decode
    still requires them, because they distinguish the variants of a union. The `_meta` of a request becomes
    None, because the sender states it once for all its requests.
    """
    if isinstance(record, Alias) or _base(form, record) not in ("_b.Struct", "_b.OpenStruct"):
        return {}
    guard = dict([protocol.guards[record.name]]) if record.name in protocol.guards else {}
    found: dict[str, Constant] = {}
    is_params = any(method.results and method.params == record.name for method in protocol.methods.values())
    for field in record.fields:
        if not field.required or (form.tag is not None and form.tag[0] == field.name):
            continue
        if isinstance(field.type, Choice) and len(field.type.values) == 1:
            found[field.name] = field.type.values[0]
        elif field.name in protocol.prefilled:
            found[field.name] = guard.get(field.name, protocol.prefilled[field.name])
        elif field.name == "_meta" and is_params:
            found[field.name] = None
    return found


def _member(form: ClassForm, field: Field, prefilled: bool) -> str:
    """Return the statement that declares a member. If `prefilled` is true, the constructor fills it in."""
    attribute, type_ = form.attributes[field.name], _member_annotation(field.type)
    if not field.required:
        type_ = f"{type_} | _m.UnsetType"
    if form.kind == "mapping":
        required = ", required=True" if field.required else ""
        return f"{attribute}: _b.Member[{type_}] = _b.Member({field.name!r}{required})"
    if field.name == "jsonrpc" and field.type == ENVELOPE:
        return f"{attribute}: {type_} = _b.JSONRPC"
    if prefilled:
        return f"{attribute}: {type_} = _b.prefilled({field.name!r})"
    if attribute != field.name:
        default = "" if field.required else ", default=_m.UNSET"
        return f"{attribute}: {type_} = _m.field(name={field.name!r}{default})"
    return f"{attribute}: {type_}" + ("" if field.required else " = _m.UNSET")


# Annotations


def annotation(type_: Type) -> str:
    """Return a type as an annotation in the generated module, such as `list[Tool]`."""
    match type_:
        case Anything():
            return "_t.Any"
        case Scalar():
            return _scalar(type_)
        case Choice(values):
            return f"_t.Literal[{', '.join(map(repr, values))}]"
        case Array():
            return _array(type_, "list")
        case Map(values, limit):
            keys = "str" if limit is None else annotation(limit)
            return f"dict[{keys}, {annotation(values)}]"
        case Union(variants):
            return " | ".join(annotation(variant) for variant in variants)
        case Ref(name):
            return name


def _member_annotation(type_: Type) -> str:
    """Return the annotation of a member.

    Type checkers accept any sequence for a member that is an array. An array of text is a `list`, because a
    `str` is a sequence of text too.
    """
    if not isinstance(type_, Array):
        return annotation(type_)
    is_text = any(isinstance(one, Scalar) and one.kind == "string" for one in walk(type_.items))
    return _array(type_, "list" if is_text else "_b.Items")


def _array(type_: Array, generic: str) -> str:
    bounds = {"min_length": type_.min_items, "max_length": type_.max_items}
    return _constrained(f"{generic}[{annotation(type_.items)}]", bounds)


def _scalar(type_: Scalar) -> str:
    meta = {
        "ge": type_.minimum,
        "le": type_.maximum,
        "min_length": type_.min_length,
        "max_length": type_.max_length,
        "pattern": None if type_.pattern is None else python_pattern(type_.pattern),
    }
    if type_.kind != "number":
        return _constrained(_SCALARS[type_.kind], meta)
    integers = {
        **meta,
        "ge": None if type_.minimum is None else math.ceil(type_.minimum),
        "le": None if type_.maximum is None else math.floor(type_.maximum),
    }
    # msgspec supports limits for one numeric type only
    return " | ".join(dict.fromkeys((_constrained("int", integers), _constrained("float", meta))))


def _constrained(expression: str, meta: Mapping[str, Any]) -> str:
    bounds = ", ".join(f"{key}={value!r}" for key, value in meta.items() if value is not None)
    return f"_t.Annotated[{expression}, _m.Meta({bounds})]" if bounds else expression
