"""Models: class forms × class bodies → Python source of structs and aliases, by datamodel-code-generator.

The generator reads a JSON Schema that is written here: its names are safe in Python, and constants are its
only text from the input file. One call in this process states every option; `templates/classes/` prints the
classes. The names carry a prefix, removed afterwards, so that no definition collides with an import of the
generator.

Classes are sorted by name: the annotations of members are strings, which msgspec evaluates on first use.
Aliases follow, sorted by name too, except that an alias stands after the aliases in its value, which Python
evaluates on import. A new reference moves no class, and of the aliases only those that have to follow.
"""

from __future__ import annotations

import ast
import heapq
import io
import json
import tokenize
import warnings
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from mcpgen.classes.annotations import needs_own_annotation
from mcpgen.classes.class_bodies import emitted_member, emitted_names
from mcpgen.classes.class_forms import ClassForm
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    Map,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
    is_anything,
)

HELPERS = {
    "Annotated": "_t.Annotated",
    "Any": "_t.Any",
    "Literal": "_t.Literal",
    "TypeAlias": "_t.TypeAlias",
    "Meta": "_m.Meta",
    "NotRequired": "_NotRequired",
    "UnsetType": "_m.UnsetType",
}


class NamesDiffer(AssertionError):
    """The names that datamodel-code-generator emitted are not those of the IR."""


@dataclass(frozen=True)
class Statement:
    """The source that defines one name, the names that Python evaluates to define it, and its members."""

    name: str
    source: str
    named: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()
    is_class: bool = False


@dataclass(frozen=True)
class NameBody:
    """The body of a class that another module has: the generator needs the name, and no member."""

    template: ClassVar[str] = "dict_class.jinja2"
    bases: ClassVar[str] = ""
    docstring: ClassVar[str] = "pass"

    def statements(self, fields: object) -> tuple[str, ...]:
        """Return no statement."""
        return ()


def models(
    forms: Mapping[str, ClassForm],
    bodies: Mapping[str, Any],
    templates: Path,
    *,
    as_dicts: bool = False,
    own: Collection[str] | None = None,
) -> str:
    """Return the statements that define every class and alias, classes first, each part by name.

    The classes are structs, or `TypedDict`s with `as_dicts`; `bodies` are the values of their templates. With
    `own`, the statements of other names are left out: the module imports those names.
    """
    names = emitted_names(forms)
    written = forms if own is None else own
    source = _generated(
        {
            names[name]: _schema(name, form, forms, names, _is_printed(name, forms, written))
            for name, form in forms.items()
        },
        {
            names[name]: body if _is_printed(name, forms, written) else NameBody()
            for name, body in bodies.items()
        },
        templates / "classes",
        as_dicts,
    )
    own_names = {emitted: name for name, emitted in names.items()}
    statements = list(_statements(_restored(_without_imports(source), own_names)))
    _check_names(statements, forms, written)
    chosen = [one for one in statements if one.name in written]
    return "\n".join(statement.source for statement in _ordered(chosen))


def _is_printed(name: str, forms: Mapping[str, ClassForm], written: Collection[str]) -> bool:
    """Return whether the generator prints a definition whole: one of the module, or an alias of another."""
    return name in written or not isinstance(forms[name].definition, Record)


def load_generator() -> None:
    """Import datamodel-code-generator whole, which else imports most of itself on first use."""
    import datamodel_code_generator.model.msgspec
    import datamodel_code_generator.model.typed_dict
    import datamodel_code_generator.parser.jsonschema  # noqa: F401 - kept in `sys.modules`


def _generated(
    definitions: Mapping[str, Any], bodies: Mapping[str, Any], templates: Path, as_dicts: bool
) -> str:
    """Return the source that datamodel-code-generator writes for the definitions."""
    from datamodel_code_generator import InputFileType, LiteralType, PythonVersion, generate
    from datamodel_code_generator.enums import DataModelType

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they concern statements that our templates do not print
        source = generate(
            json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions}),
            input_file_type=InputFileType.JsonSchema,
            input_filename="protocol",
            output=None,
            output_model_type=DataModelType.TypingTypedDict if as_dicts else DataModelType.MsgspecStruct,
            base_class="" if as_dicts else "msgspec.Struct",
            custom_template_dir=templates,
            # a proxy, because a dict would be copied for every class
            extra_template_data=defaultdict(dict, {"#all#": {"bodies": MappingProxyType(dict(bodies))}}),
            target_python_version=PythonVersion.PY_310,
            keyword_only=True,
            snake_case_field=False,
            enum_field_as_literal=LiteralType.All,
            use_union_operator=True,
            use_standard_collections=True,
            use_annotated=True,
            skip_root_model=True,
            disable_timestamp=True,
            type_mappings=["byte=string", "uri=string", "uri-template=string"],
            formatters=[],
        )
    assert isinstance(source, str)
    return source


def _schema(
    name: str, form: ClassForm, forms: Mapping[str, ClassForm], names: Mapping[str, str], is_written: bool
) -> dict[str, Any]:
    """Return the JSON Schema that makes the generator print one definition, or a class of its name alone."""
    definition = form.definition
    if form.kind in (
        "untagged",
        "constants",
    ):  # printed by our template alone; an opaque type to the generator
        return {"customTypePath": f"ours.Opaque{names[name]}"}
    if isinstance(definition, Alias):
        definitions = {n: f.definition for n, f in forms.items()}
        return {} if is_anything(Ref(name), definitions) else _type(definition.type, names)
    if not is_written:
        return {"type": "object", "properties": {"unwritten": {}}}
    return {
        "type": "object",
        "properties": {
            emitted_member(form.attributes[f.name]): _type(f.type, names) for f in definition.fields
        },
        "required": [emitted_member(form.attributes[f.name]) for f in definition.fields if f.required],
    }


def _type(type_: Type, names: Mapping[str, str]) -> dict[str, Any]:
    if needs_own_annotation(type_):
        return {}
    match type_:
        case Anything():
            return {}
        case Scalar():
            bounds = {
                "minimum": type_.minimum,
                "maximum": type_.maximum,
                "minLength": type_.min_length,
                "maxLength": type_.max_length,
                "pattern": type_.pattern,
            }
            kind = ["integer", "number"] if type_.kind == "number" else type_.kind
            return {"type": kind, **{key: value for key, value in bounds.items() if value is not None}}
        case Choice(values):
            return {"enum": list(values)}
        case Array(items, least, most):
            sizes = {"minItems": least, "maxItems": most}
            return {
                "type": "array",
                "items": _type(items, names),
                **{key: value for key, value in sizes.items() if value is not None},
            }
        case Map(values):
            return {"type": "object", "additionalProperties": _type(values, names)}
        case Union(arms):
            return {"anyOf": [_type(arm, names) for arm in arms]}
        case Ref(name):
            return {"$ref": f"#/$defs/{names[name]}"}


def _without_imports(source: str) -> str:
    imports = [node for node in ast.parse(source).body if isinstance(node, (ast.Import, ast.ImportFrom))]
    return "\n".join(source.splitlines()[imports[-1].end_lineno :])


def _restored(source: str, names: Mapping[str, str]) -> str:
    """Return `source` with the definitions' own names and with qualified helpers; strings stay unchanged."""
    result: list[tuple[int, str]] = []
    previous = ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        text = token.string
        if token.type == tokenize.NAME and previous != ".":
            text = names.get(text) or HELPERS.get(text, text)
        previous = token.string
        result.append((token.type, text))
    return str(tokenize.untokenize(result))


def _statements(source: str) -> Iterator[Statement]:
    """Yield the statements of `source`, an alias with the docstring below."""
    lines = source.split("\n")
    nodes = [node for node in ast.parse(source).body if not isinstance(node, ast.Expr)]
    starts = [*(node.lineno - 1 for node in nodes), len(lines)]
    for node, start, end in zip(nodes, starts, starts[1:], strict=False):
        text = "\n".join(lines[start:end])
        match node:
            case ast.ClassDef(name, body=body):
                declared = [statement.target for statement in body if isinstance(statement, ast.AnnAssign)]
                members = frozenset(target.id for target in declared if isinstance(target, ast.Name))
                yield Statement(name, text, members=members, is_class=True)
            case ast.Assign([ast.Name(name)], ast.Call(args=[_, ast.Dict(keys=keys)])):
                wires = frozenset(str(key.value) for key in keys if isinstance(key, ast.Constant))
                yield Statement(name, text, members=wires, is_class=True)
            case ast.AnnAssign(ast.Name(name), value=ast.expr() as value) | ast.If(
                body=[ast.AnnAssign(ast.Name(name), value=ast.expr() as value)]
            ):
                named = frozenset(part.id for part in ast.walk(value) if isinstance(part, ast.Name))
                yield Statement(name, text, named)
            case _:
                yield Statement(ast.unparse(node), text)


def _ordered(statements: list[Statement]) -> Iterator[Statement]:
    """Yield the classes by name, then repeatedly the first alias by name whose own aliases are yielded."""
    yield from sorted((one for one in statements if one.is_class), key=lambda one: one.name)
    aliases = {one.name: one for one in statements if not one.is_class}
    sorter = TopologicalSorter({name: one.named & aliases.keys() for name, one in aliases.items()})
    sorter.prepare()
    ready: list[str] = []
    while sorter.is_active():
        for name in sorter.get_ready():
            heapq.heappush(ready, name)
        first = heapq.heappop(ready)
        yield aliases[first]
        sorter.done(first)


def _check_names(
    statements: list[Statement], forms: Mapping[str, ClassForm], written: Collection[str]
) -> None:
    """Assert that the statements define exactly the definitions, and the written classes their members."""
    found = {statement.name: statement.members for statement in statements}
    differing = sorted(set(forms).symmetric_difference(found))
    for name in set(written) & set(forms) & set(found):
        definition = forms[name].definition
        spellings = forms[name].attributes
        if isinstance(definition, Record) and found[name] not in (set(spellings), set(spellings.values())):
            differing.append(name)
    if differing:
        raise NamesDiffer(f"datamodel-code-generator and the IR disagree on {', '.join(differing)}")
