"""Load: strict JSON and a valid schema go through, everything else is refused where it stands."""

from __future__ import annotations

import json

import pytest

from mcpgen.frontend.load import MAX_DEPTH, load, read_json
from mcpgen.problems import Refused
from mcpgen.runtime.json_values import json_pointer, tokens

HEAD = b'{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {"A": '
PLAIN = HEAD + b'{"type": "string"}}}'


def refusal(data: bytes) -> str:
    """Return the line with which a file is refused."""
    with pytest.raises(Refused) as refused:
        load(data, "s.json")
    (problem,) = refused.value.problems
    return str(problem)


@pytest.mark.parametrize(
    "data, line",
    [
        (b"", "s.json:1:1: not JSON: a value is missing"),
        (b"\n\n  ", "s.json:3:3: not JSON: a value is missing"),
        (PLAIN[:-1], f"s.json:1:{len(PLAIN)}: not JSON: a comma or a closing bracket is missing"),
        (PLAIN + b"{}", f"s.json:1:{len(PLAIN) + 1}: not JSON: text follows the value"),
        (b"\xef\xbb\xbf" + PLAIN, "s.json:1:1: not JSON: a byte order mark"),
        (PLAIN.decode().encode("utf-16"), "s.json: not UTF-8 (byte 0); save the file as UTF-8"),
        (b'{"\xe9": 1}', "s.json: not UTF-8 (byte 2); save the file as UTF-8"),
        (b"[]", "s.json: is not a JSON object; give the JSON Schema of an MCP revision"),
        (b"null", "s.json: is not a JSON object; give the JSON Schema of an MCP revision"),
        (
            b"[" * 200_000 + b"]" * 200_000,
            f"s.json: is nested deeper than {MAX_DEPTH} levels; give a file with fewer levels",
        ),
        (
            b'{"a":' * 200_000 + b"1" + b"}" * 200_000,
            f"s.json: is nested deeper than {MAX_DEPTH} levels; give a file with fewer levels",
        ),
        (
            HEAD + b'{"type": "string", "type": "null"}}}',
            "s.json#/$defs/A: not strict JSON: the member 'type' occurs twice",
        ),
        (HEAD + b'{"const": NaN}}}', "s.json#/$defs/A/const: not strict JSON: NaN is not a JSON number"),
        (
            HEAD + b'{"minimum": -Infinity}}}',
            "s.json#/$defs/A/minimum: not strict JSON: -Infinity is not a JSON number",
        ),
        (HEAD + b'{"minimum": 1e999}}}', "s.json#/$defs/A/minimum: not strict JSON: 1e999 is out of range"),
        (
            HEAD + b'{"minimum": ' + b"9" * 5000 + b"}}}",
            "s.json#/$defs/A/minimum: not strict JSON: a number of 5000 digits is out of range",
        ),
        (
            HEAD + b'{"const": "\\ud800"}}}',
            "s.json#/$defs/A/const: contains an unpaired surrogate; remove or correct the \\uD8xx escape",
        ),
        (
            HEAD + b'{"\\udfff": 1}}}',
            "s.json#/$defs/A: contains an unpaired surrogate; remove or correct the \\uD8xx escape",
        ),
        (HEAD + b"5}}", "s.json#/$defs/A: not a valid JSON Schema: 5 is not of type 'object', 'boolean'"),
        (
            HEAD + b'{"required": 5}}}',
            "s.json#/$defs/A/required: not a valid JSON Schema: 5 is not of type 'array'",
        ),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_is_refused_is_located(data: bytes, line: str) -> None:
    """Each flaw of a file ends in one line with its place: line and column, byte, or JSON Pointer."""
    assert refusal(data) == line


@pytest.mark.parametrize(
    "document, location",
    [
        ({"$defs": {"A": {}}}, "s.json#/$schema"),
        ({"$schema": 5, "$defs": {"A": {}}}, "s.json#/$schema"),
        ({"$schema": "http://json-schema.org/draft-04/schema#", "definitions": {"A": {}}}, "s.json#/$schema"),
        ({"$schema": "http://127.0.0.1:9/schema", "$defs": {"A": {}}}, "s.json#/$schema"),
        ({"$schema": "https://json-schema.org/draft/2020-12/schema"}, "s.json"),
        ({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {}}, "s.json"),
        ({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": []}, "s.json"),
    ],
)
def test_only_known_dialects_with_definitions(document: object, location: str) -> None:
    """A file must name draft-07 or 2020-12, which are built in, and define something."""
    assert refusal(json.dumps(document).encode()).startswith(f"{location}: ")


@pytest.mark.parametrize(
    "dialect", ["http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-07/schema"]
)
def test_plain_files_are_read(dialect: str) -> None:
    """A valid file comes back as plain JSON, unchanged."""
    document = {"$schema": dialect, "definitions": {"A": {"type": "string"}}}
    assert load(json.dumps(document).encode(), "s.json") == document


def test_the_deepest_legal_nesting_is_read() -> None:
    """Nesting is refused beyond the limit and not at the limit, with the pointer of the value."""
    deep = b"[" * (MAX_DEPTH - 1) + b"1" + b"]" * (MAX_DEPTH - 1)
    read_json(deep, "s.json")
    with pytest.raises(Refused, match=r"^s.json#(/0){64}: is nested deeper than 64 levels; "):
        read_json(b"[" + deep + b"]", "s.json")


def test_every_error_of_the_metaschema_is_named() -> None:
    """All places that the metaschema refuses are listed at once, sorted."""
    data = HEAD + b'{"required": 5, "minimum": "x", "properties": []}}}'
    with pytest.raises(Refused) as refused:
        load(data, "s.json")
    assert [problem.location for problem in refused.value.problems] == [
        "s.json#/$defs/A/minimum",
        "s.json#/$defs/A/properties",
        "s.json#/$defs/A/required",
    ]


def test_pointers_escape() -> None:
    """A JSON Pointer escapes `~` and `/` (RFC 6901), and gives the path back."""
    assert json_pointer(("a/b", "~", 0)) == "/a~1b/~0/0"
    for path in ([], [""], ["a/b", "~", "~1", "/~"]):
        assert tokens(json_pointer(path)) == path
