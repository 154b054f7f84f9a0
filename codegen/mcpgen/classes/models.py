"""Generate pydantic models or other classes from a JSON Schema, with datamodel-code-generator.

Only this module calls datamodel-code-generator. It passes a schema with the names that members have in
messages. The templates are those of datamodel-code-generator.
"""

from __future__ import annotations

import json
import warnings
from typing import Any, Literal, TypeAlias

Library: TypeAlias = Literal["typed-dict", "pydantic"]


def models(schema: dict[str, Any], library: Library) -> str:
    """Return the source of the classes for a schema. For pydantic, the source includes the imports."""
    from datamodel_code_generator import InputFileType, LiteralType, PythonVersion, generate
    from datamodel_code_generator.enums import DataModelType

    is_pydantic = library == "pydantic"
    kind = DataModelType.PydanticV2BaseModel if is_pydantic else DataModelType.TypingTypedDict
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the warnings are about generated statements that are not kept
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
            use_single_line_docstring=True,
            allow_extra_fields=is_pydantic,
            use_missing_sentinel=is_pydantic,
            skip_root_model=True,
            special_field_name_prefix=None if is_pydantic else "",
            disable_timestamp=True,
            custom_class_name_generator=str,
            formatters=[],
        )
    assert isinstance(source, str)
    return source
