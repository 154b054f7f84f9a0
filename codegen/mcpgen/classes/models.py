"""Models: a `Protocol` × its class forms → Python source of structs and aliases, by datamodel-code-generator.

The generator sees a JSON Schema of our own making, with names that are safe in Python and no text from the input
file but constants. It is called once, in process, with every option stated; `templates/classes/` prints the classes.
Its names carry a prefix that is taken off again, so that no definition can collide with what it imports.
"""

from __future__ import annotations

import ast
import io
import json
import tokenize
import warnings
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mcpgen.classes.class_forms import Class
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

PREFIX = "Z9"
HELPERS = {
    "Annotated": "_t.Annotated",
    "Any": "_t.Any",
    "Literal": "_t.Literal",
    "TypeAlias": "_t.TypeAlias",
    "Meta": "_m.Meta",
    "UnsetType": "_m.UnsetType",
}


class NamesDiffer(AssertionError):
    """The names that datamodel-code-generator emitted are not those of the IR."""


def models(forms: Mapping[str, Class], facts: Mapping[str, Any], templates: Path) -> str:
    """Return the statements that define every struct and alias, dependencies first.

    `facts` says for each definition what `templates/classes/` prints beside the types.
    """
    from datamodel_code_generator import InputFileType, LiteralType, PythonVersion, generate
    from datamodel_code_generator.enums import DataModelType

    names = emitted_names(forms)
    definitions = {names[name]: _schema(name, form, forms, names) for name, form in forms.items()}
    told = MappingProxyType({names[n]: f for n, f in facts.items()})  # a dict would be copied for every class
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what it prints, only the types of members are kept
        source = generate(
            json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions}),
            input_file_type=InputFileType.JsonSchema,
            input_filename="protocol",
            output=None,
            output_model_type=DataModelType.MsgspecStruct,
            base_class="msgspec.Struct",
            custom_template_dir=templates / "classes",
            extra_template_data=defaultdict(dict, {"#all#": {"facts": told}}),
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
    body = _arranged(_restored(_statements(source), {emitted: name for name, emitted in names.items()}))
    _check_names(body, forms)
    return body


def emitted_names(forms: Mapping[str, Class]) -> dict[str, str]:
    """Return a distinct name for each definition that the generator leaves as it is."""
    result: dict[str, str] = {}
    for name in forms:
        emitted = PREFIX + name.replace("_", "").capitalize() if "_" in name else PREFIX + name
        while emitted in result.values():
            emitted += "Z"
        result[name] = emitted
    return result


def member(attribute: str) -> str:
    """Return what the generator is told a member is called: a name that it has no use of its own for."""
    return PREFIX.lower() + attribute


def _schema(name: str, form: Class, forms: Mapping[str, Class], names: Mapping[str, str]) -> dict[str, Any]:
    """Return the JSON Schema that makes the generator print one definition."""
    definition = form.definition
    if form.form == "untagged":  # printed whole by the alias template; for the generator an opaque type
        return {"customTypePath": f"ours.Opaque{names[name]}"}
    if isinstance(definition, Alias):
        definitions = {n: f.definition for n, f in forms.items()}
        return {} if is_anything(Ref(name), definitions) else _type(definition.type, names)
    return {
        "type": "object",
        "properties": {member(form.attributes[f.name]): _type(f.type, names) for f in definition.fields},
        "required": [member(form.attributes[f.name]) for f in definition.fields if f.required],
    }


def _type(type_: Type, names: Mapping[str, str]) -> dict[str, Any]:
    if is_ours_to_spell(type_):
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


def is_ours_to_spell(type_: Type) -> bool:
    """Return whether the generator would spell a type with names of its own: bounds on a number, or within a union."""
    match type_:
        case Scalar("number"):
            return is_bounded(type_)
        case Union(arms):
            return any(is_bounded(arm) for arm in arms)
        case _:
            return False


def is_bounded(type_: Type) -> bool:
    """Return whether a type limits the values of its kind."""
    match type_:
        case Scalar(kind, format=format):
            return type_ != Scalar(kind, format=format)
        case Array(items, least, most):
            return (least, most) != (None, None) or is_bounded(items)
        case _:
            return False


def _statements(source: str) -> str:
    """Return what follows the imports."""
    imports = [n for n in ast.parse(source).body if isinstance(n, (ast.Import, ast.ImportFrom))]
    return "\n".join(source.splitlines()[imports[-1].end_lineno :])


def _restored(source: str, names: Mapping[str, str]) -> str:
    """Return `source` with the definitions' own names and with helpers under private modules; strings stay."""
    result: list[tuple[int, str]] = []
    previous = ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        text = token.string
        if token.type == tokenize.NAME and previous != ".":
            text = names.get(text) or HELPERS.get(text, text)
        previous = token.string
        result.append((token.type, text))
    return str(tokenize.untokenize(result))


def _arranged(source: str) -> str:
    """Return `source` with each alias after what it names, and otherwise in the order that it has."""
    lines = source.split("\n")
    heads = [node for node in ast.parse(source).body if not isinstance(node, ast.Expr)]
    parts: dict[str, tuple[str, list[str]]] = {}
    for head, following in zip(heads, [*heads[1:], None]):
        text = "\n".join(lines[head.lineno - 1 : following.lineno - 1 if following else None])
        value = head.value if isinstance(head, ast.AnnAssign) else None
        named = [node.id for node in ast.walk(value) if isinstance(node, ast.Name)] if value else []
        parts[_defined(head)] = text, named
    arranged: dict[str, str] = {}

    def place(name: str) -> None:
        if name in parts and name not in arranged:
            text, named = parts[name]
            for other in named:
                place(other)
            arranged[name] = text

    for name in parts:
        place(name)
    return "\n".join(arranged.values())


def _defined(node: ast.stmt) -> str:
    """Return the name that a statement defines, or the statement where it is none of ours."""
    match node:
        case ast.ClassDef(name) | ast.AnnAssign(ast.Name(name)) | ast.If(orelse=[ast.ClassDef(name)]):
            return name
        case _:
            return ast.unparse(node)


def _check_names(source: str, forms: Mapping[str, Class]) -> None:
    """Assert that exactly the definitions are defined: no invented name, none lost, no member but the IR's."""
    found: dict[str, set[str]] = {}
    for node in ast.parse(source).body:
        if not isinstance(node, ast.Expr):
            members = node.body if isinstance(node, ast.ClassDef) else []
            found[_defined(node)] = {
                s.target.id
                for s in members
                if isinstance(s, ast.AnnAssign) and isinstance(s.target, ast.Name)
            }
    differing = sorted(set(forms).symmetric_difference(found))
    for name in set(forms) & set(found):
        definition = forms[name].definition
        if isinstance(definition, Record) and found[name] != set(forms[name].attributes.values()):
            differing.append(name)
    if differing:
        raise NamesDiffer(f"datamodel-code-generator and the IR disagree on {', '.join(differing)}")
