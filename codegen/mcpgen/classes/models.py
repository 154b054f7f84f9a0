"""Models: the corrected JSON Schema of a revision → classes of another library, by datamodel-code-generator.

The generator reads the schema with the names of the wire, and prints with its own templates. Here its options
are stated, in one call. Its output is checked before use: each definition has one statement of its name, and
nothing else stands in the module.
"""

from __future__ import annotations

import ast
import json
import warnings
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from mcpgen.problems import Problem, Refused

Library: TypeAlias = Literal["typed-dict", "pydantic"]


def models(schema: dict[str, Any], library: Library) -> str:
    """Return the statements of the classes for a schema, with the imports first in a module of pydantic.

    Refuses a schema with a name that the generator changes.
    """
    from datamodel_code_generator import InputFileType, LiteralType, PythonVersion, generate
    from datamodel_code_generator.enums import DataModelType

    is_pydantic = library == "pydantic"
    kind = DataModelType.PydanticV2BaseModel if is_pydantic else DataModelType.TypingTypedDict
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they concern statements that are not printed here
        source = generate(
            json.dumps(schema),
            input_file_type=InputFileType.JsonSchema,
            input_filename="protocol",
            output=None,
            output_model_type=kind,
            target_python_version=PythonVersion.PY_310,
            enum_field_as_literal=LiteralType.All,
            use_union_operator=True,
            use_standard_collections=True,
            use_schema_description=True,
            use_field_description=True,
            allow_extra_fields=is_pydantic,
            use_missing_sentinel=is_pydantic,
            skip_root_model=True,
            special_field_name_prefix=None if is_pydantic else "",
            disable_timestamp=True,
            custom_class_name_generator=str,
            formatters=[],
        )
    assert isinstance(source, str)
    if not is_pydantic:
        _check_names(source, schema["$defs"])
    return source


def _check_names(source: str, definitions: dict[str, Any]) -> None:
    """Refuse a module whose statements do not define exactly the definitions, with their members."""
    found = dict(_defined(source))
    changed = [
        name
        for name, schema in definitions.items()
        if found.pop(name, None) != (set(schema["properties"]) if "properties" in schema else set())
    ]
    if changed or found:
        reason = "cannot be a dictionary: datamodel-code-generator changes its name or a member's"
        raise Refused(Problem(name, f"{reason}; choose another name") for name in (*changed, *found))


def _defined(source: str) -> Iterator[tuple[str, set[str]]]:
    """Yield the name that each statement defines with its members; the statement where it defines none."""
    for node in ast.parse(source).body:
        match node:
            case ast.ClassDef(name, body=body):
                targets = [one.target for one in body if isinstance(one, ast.AnnAssign)]
                yield name, {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.Assign([ast.Name(name)], ast.Call(args=[_, ast.Dict(keys=keys)])):
                yield name, {str(key.value) for key in keys if isinstance(key, ast.Constant)}
            case ast.AnnAssign(ast.Name(name)):
                yield name, set()
            case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant(str())):
                pass
            case _:
                yield ast.unparse(node), set()
