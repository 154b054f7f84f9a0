"""Produce `dicts.py` of a revision, which has a `TypedDict` for each object, and aliases.

Limits of values are omitted, because type checkers cannot express them. An object with free member names,
such as a JSON Schema, is a plain `dict`. So is an object with a member whose name Python would change in a
class: `__x`, or a name that NFKC normalization changes. An alias that contains itself is `Any`, because
Python cannot evaluate it.

datamodel-code-generator writes the source. The source is checked before it is used: it must define exactly
the names and members of the schema.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from unicodedata import normalize

from mcpgen.classes.class_forms import is_recursive
from mcpgen.classes.corrected_schema import described_schema
from mcpgen.classes.docstrings import Docstrings, literal
from mcpgen.classes.models import models
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    Definition,
    Map,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
    is_anything,
    reachable,
    with_types,
)
from mcpgen.problems import Problem, Refused


@dataclass(frozen=True)
class Dictionaries:
    """The source of the definitions in `dicts.py`, and the import from `typing` that they need."""

    typing: str
    source: str


def dict_types(protocol: Protocol, docs: Docstrings, own: Collection[str] | None = None) -> Dictionaries:
    """Return the `TypedDict` classes and aliases of a revision, or only those whose names are in `own`.

    Classes come first, sorted by name. Aliases follow, in an order that Python can evaluate. Each docstring
    has one line, because `types.py` has the full text.
    """
    docs = docs.shortened()
    own = protocol.definitions if own is None else own
    definitions: dict[str, Definition] = {
        name: _as_dict(protocol.definitions[name], protocol.definitions) if name in own else Record(name, ())
        # The definitions of other types are not printed, so only their names matter.
        for name in sorted(reachable(own, protocol.definitions))
    }
    schema = described_schema(replace(protocol, definitions=definitions), docs)
    source = models(schema, "typed-dict")
    nodes = ast.parse(source).body
    statements = list(_statements(source, nodes))
    _check_names(statements, schema["$defs"])
    written = [one for one in statements if one.name in own]
    classes = sorted((one for one in written if one.is_class), key=lambda one: one.name)
    others = [one.source + _docstring_below(one, docs) for one in written if not one.is_class]
    used = [
        alias
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module == "typing"
        for alias in node.names
        if alias.name != "TypedDict"
    ]
    names = ", ".join(["TYPE_CHECKING", *map(ast.unparse, used)])
    blocks = [*(one.source for one in classes), *(["\n\n".join(others)] if others else [])]
    end = "\n" if others else "\n\n"
    return Dictionaries(f"from typing import {names}", "\n\n\n".join(blocks) + end)


@dataclass(frozen=True)
class _Statement:
    """A statement of `dicts.py` that defines a name, with the members that it declares.

    If `is_call` is true, it has the form `X = TypedDict(...)`, which cannot contain a docstring.
    """

    name: str
    members: set[str]
    source: str
    is_class: bool
    is_call: bool


def _docstring_below(statement: _Statement, docs: Docstrings) -> str:
    return "\n" + literal(docs.types[statement.name], indent=0) if statement.is_call else ""


def _as_dict(definition: Definition, definitions: Mapping[str, Definition]) -> Definition:
    """Return a definition without the parts that a `TypedDict` or an alias cannot express, such as limits."""
    if isinstance(definition, Alias):
        is_free = is_anything(Ref(definition.name), definitions) or is_recursive(definition, definitions)
        is_free = is_free or definition.type == Choice(())  # `TypedDict` cannot express a type without values
        return replace(definition, type=Anything()) if is_free else with_types(definition, _unconstrained)
    if definition.mapping or any(_is_changed(field.name) for field in definition.fields):
        return Alias(definition.name, Map(Anything()), doc=definition.doc)
    return with_types(replace(definition, open=None, closed=False, absent=()), _unconstrained)


def _is_changed(name: str) -> bool:
    """Return whether Python would change a name in a class, by mangling or by normalization."""
    return name.isidentifier() and (name.startswith("__") or normalize("NFKC", name) != name)


def _unconstrained(type_: Type) -> Type:
    """Return a type without its limits, such as the length of a string. Types inside it are not changed."""
    match type_:
        case Scalar(kind):
            return Scalar(kind)
        case Array(items):
            return Array(items)
        case Map(values):
            return Map(values)
    return type_


def _statements(source: str, nodes: Sequence[ast.stmt]) -> Iterator[_Statement]:
    """Yield each statement of a module except imports, together with the docstring below it.

    If a statement does not define a name, its text is used as the name, so that `_check_names` refuses it.
    """
    lines = source.split("\n")
    ends = [*(node.lineno - 1 for node in nodes[1:]), len(lines)]
    for index, node in enumerate(nodes):
        members: set[str] = set()
        match node:
            case ast.ClassDef(name, body=body):
                targets = [one.target for one in body if isinstance(one, ast.AnnAssign)]
                members = {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.Assign([ast.Name(name)], ast.Call(args=[_, ast.Dict(keys=keys)])):
                members = {str(key.value) for key in keys if isinstance(key, ast.Constant)}
            case ast.AnnAssign(ast.Name(name)):
                pass
            case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant(str())):
                continue
            case _:
                name = ast.unparse(node)
        has_docstring = index + 1 < len(nodes) and isinstance(nodes[index + 1], ast.Expr)
        text = "\n".join(lines[node.lineno - 1 : ends[index + has_docstring]]).rstrip()
        if isinstance(node, ast.ClassDef):  # insert a blank line below its docstring
            text = re.sub(r"\A(class .+\n +\"{3}.*\n)(?=.)", r"\1\n", text)
        yield _Statement(name, members, text, isinstance(node, ast.ClassDef), isinstance(node, ast.Assign))


def _check_names(statements: Iterable[_Statement], definitions: Mapping[str, Any]) -> None:
    """Refuse a module that does not define exactly these definitions, with their members."""
    found = {one.name: one.members for one in statements}
    changed = [
        name
        for name, schema in definitions.items()
        if found.pop(name, None) != set(schema.get("properties", ()))
    ]
    if changed or found:
        reason = "cannot be a dictionary: datamodel-code-generator changes its name or a member's name"
        raise Refused(Problem(name, f"{reason}; choose another name") for name in (*changed, *found))
