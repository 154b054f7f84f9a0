"""Forms at their edges: repeated answers, keywords by revision."""

from __future__ import annotations

from typing import Any

import mcp_revisions as mr
import pytest

SCHEMA: dict[str, Any] = {"type": "object", "properties": {}}
WITH_FORMS = [revision for revision in mr.REVISIONS if revision >= "2025-06-18"]


@pytest.mark.parametrize(
    ("field", "answers", "value"),
    [
        ({"type": "string"}, ["first", "last"], "last"),
        ({"type": "string"}, ("first", "last"), "last"),
        ({"type": "string"}, ["only"], "only"),
        ({"type": "integer"}, ["1", "2", "3"], 3),
        ({"type": "number"}, ["1", "2.5"], 2.5),
        ({"type": "boolean"}, ["off", "on"], True),
        ({"type": "boolean"}, ["on", "off"], False),
        ({"type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"]}, ["A", "B"], "b"),
        ({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}, ["a", "b"], ["a", "b"]),
    ],
)
def test_the_last_of_several_answers_counts(field: dict[str, Any], answers: Any, value: Any) -> None:
    """A field of one value takes the last answer: HTML puts a hidden default before a box."""
    assert mr.forms.coerce({**SCHEMA, "properties": {"f": field}}, {"f": answers}) == {"f": value}


@pytest.mark.parametrize("kind", ["string", "integer", "boolean"])
def test_no_answer_of_several_is_no_answer(kind: str) -> None:
    """An empty list of answers leaves a field out that is not required."""
    assert mr.forms.coerce({**SCHEMA, "properties": {"f": {"type": kind}}}, {"f": []}) == {}


@pytest.mark.parametrize("revision", WITH_FORMS)
def test_a_form_names_its_dialect_from_2025_11_25(revision: str) -> None:
    """`$schema` came to forms with 2025-11-25; in 2025-06-18 it is outside the subset."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **SCHEMA}
    found = [problem.pointer for problem in mr.forms.unsupported(schema, revision=revision)]
    assert found == (["/$schema"] if revision == "2025-06-18" else [])


@pytest.mark.parametrize("keyword", ["$id", "$defs", "$ref", "additionalProperties", "allOf", "default"])
@pytest.mark.parametrize("revision", WITH_FORMS)
def test_other_keywords_of_a_form_are_outside_the_subset(revision: str, keyword: str) -> None:
    """A form has `type`, `properties`, `required`, and later `$schema`; each other keyword is named."""
    found = mr.forms.unsupported({**SCHEMA, keyword: {}}, revision=revision)
    assert [problem.pointer for problem in found] == [f"/{keyword}"]
