"""Forms: content is judged as jsonschema does, with one problem a field; defaults, answers, the subset."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from itertools import pairwise
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp_revisions._runtime import revisions as order
from mcp_revisions._runtime.json_values import equal_json
from mcp_revisions._runtime.specification import forms, json_schema

from mcpgen.runtime.json_values import tokens
from support.paths import PAGES

ELICITATION = [json.loads(path.read_text()) for path in sorted(PAGES.glob("*-elicitation.json"))]
FIELDS = [(page["revision"], row) for page in ELICITATION for row in page["fields"]]
REQUESTS = [
    (page["revision"], m["message"], n["message"])
    for page in ELICITATION
    for m, n in pairwise(page["messages"])
    if "requestedSchema" in m["message"].get("params", {})
]


def form(**fields: Any) -> dict[str, Any]:
    """Return a form of optional fields."""
    return {"type": "object", "properties": fields}


@pytest.mark.parametrize(("revision", "row"), FIELDS)
def test_published_fields(revision: str, row: dict[str, Any]) -> None:
    """Every field that the elicitation pages show is inside the subset and judges values as the pages say."""
    schema = form(f=row["schema"])
    assert forms.unsupported(schema, revision=revision) == ()
    for value in row["accepts"]:
        assert forms.check({"f": value}, schema, revision=revision) == (), value
    for value in row["refuses"]:
        (problem,) = forms.check({"f": value}, schema, revision=revision)
        assert problem.pointer.split("/")[1] == "f" and problem.reason
        assert problem.expected == forms.describe(row["schema"])
    assert forms.defaults(schema, revision=revision) == ({"f": row["default"]} if "default" in row else {})
    assert [list(pair) for pair in forms.choices(row["schema"])] == row.get("choices", [])


@pytest.mark.parametrize(("revision", "request_", "answer"), REQUESTS)
def test_published_answers(revision: str, request_: dict[str, Any], answer: dict[str, Any]) -> None:
    """The content that a page shows as the answer to a form fits that form."""
    schema = request_["params"]["requestedSchema"]
    assert forms.unsupported(schema, revision=revision) == ()
    assert forms.check(answer["result"]["content"], schema, revision=revision) == ()


def test_one_problem_a_field_in_the_order_of_the_form() -> None:
    """A field that fails twice is named once, missing fields included, in the order of the form."""
    schema = form(
        name={"type": "string", "minLength": 3, "pattern": "^[a-z]+$"},
        age={"type": "integer", "minimum": 18},
        tags={"type": "array", "items": {"type": "string", "enum": ["a", "b"]}, "minItems": 3},
    ) | {"required": ["age", "extra"]}
    found = forms.check({"tags": ["q", "r"], "name": "1"}, schema)
    assert [p.pointer.split("/")[1] for p in found] == ["name", "age", "tags", "extra"]
    assert found[1] == forms.FieldProblem("/age", "required but missing", "a whole number of at least 18")


@pytest.mark.parametrize(
    ("value", "fits"), [(3, True), (3.0, True), (3.5, False), (True, False), ("3", False), (None, False)]
)
def test_whole_numbers(value: object, fits: bool) -> None:
    """An integer field takes whole numbers, also written `3.0`, and neither booleans nor text."""
    assert (not forms.check({"n": value}, form(n={"type": "integer"}))) is fits


@pytest.mark.parametrize(
    ("format", "good", "bad"),
    [
        (
            "email",
            ["a@b.c", "a.b+c@x-y.example", '"a b"@x.y', "a@[127.0.0.1]"],
            ["", "a", "@b", "a@", "a@b..c", "a b@c.d", ".a@b.c", "a@-b.c", "é@b.c", "a@b.c\n"],
        ),
        (
            "uri",
            ["https://x.y/z?q=%20#f", "urn:mcp:a", "mailto:a@b.c", "file:///a/b", "http://[::1]:80/", "a:"],
            ["", "x.y/z", "//x.y", "/a", "http://a b", "http://x/%zz", "1a:b", "http://x/\n", "http://é.x/"],
        ),
        (
            "date",
            ["2024-02-29", "2000-02-29", "0001-12-31"],
            [
                "",
                "2023-02-29",
                "1900-02-29",
                "2024-13-01",
                "2024-1-1",
                "20240101",
                "２０２４-01-01",
                "2024-01-01\n",
            ],
        ),
        (
            "date-time",
            [
                "2025-11-25T10:30:00Z",
                "2025-11-25t10:30:00.123+05:30",
                "1998-12-31T23:59:60Z",
                "1998-12-31T15:59:60.1-08:00",
            ],
            ["", "2025-11-25", "2025-11-25T10:30:00", "2025-11-25 10:30:00Z", "2025-11-25T24:00:00Z"]
            + [
                "2025-11-25T10:30Z",
                "2025-11-25T22:59:60Z",
                "2025-02-30T00:00:00Z",
                "2025-11-25T10:30:00+24:00",
            ],
        ),
    ],
)
def test_formats(format: str, good: list[str], bad: list[str]) -> None:
    """The four formats are those of RFC 5321, RFC 3986 and RFC 3339; other formats reject nothing."""
    schema = form(f={"type": "string", "format": format})
    assert [text for text in good if forms.check({"f": text}, schema)] == []
    assert [text for text in bad if not forms.check({"f": text}, schema)] == []
    assert forms.check({"f": "x"}, form(f={"type": "string", "format": "ipv4"})) == ()


def test_answers_become_typed_content() -> None:
    """Text and tick lists become the content that the form's types ask for; titles stand for values."""
    one = [{"const": "#f00", "title": "Red"}, {"const": "#0f0", "title": "Green"}]
    schema = form(
        name={"type": "string"},
        age={"type": "integer"},
        rate={"type": "number"},
        news={"type": "boolean"},
        terms={"type": "boolean"},
        colour={"type": "string", "oneOf": one},
        old={"type": "string", "enum": ["a", "b"], "enumNames": ["Ay", "Bee"]},
        many={"type": "array", "items": {"anyOf": one}},
        few={"type": "array", "items": {"type": "string", "enum": ["x", "y"]}},
        note={"type": "string"},
    ) | {"required": ["terms", "few"]}
    terminal = {
        "name": "Ann",
        "age": " 42 ",
        "rate": "1e-1",
        "news": "yes",
        "colour": "Red",
        "old": "Bee",
        "many": "Green, #f00",
        "note": "",
        "csrf": "1",
    }
    content = forms.coerce(schema, terminal)
    assert content == {
        "name": "Ann",
        "age": 42,
        "rate": 0.1,
        "news": True,
        "terms": False,
        "colour": "#f00",
        "old": "b",
        "many": ["#0f0", "#f00"],
        "few": [],
    }
    assert type(content["age"]) is int and forms.check(content, schema) == ()
    html = {"name": ["Ann"], "many": ["#f00", "#0f0"], "few": ["x"], "terms": ["on"]}
    assert forms.coerce(schema, html) == {
        "name": "Ann",
        "terms": True,
        "many": ["#f00", "#0f0"],
        "few": ["x"],
    }


@pytest.mark.parametrize("answer", ["twelve", "1_000", "1,5", "0x10", "1e999", "nan", "", "  "])
def test_unreadable_numbers_stay_for_check(answer: str) -> None:
    """What is no number is handed on as it is, so that `check` names the field; an empty one is no answer."""
    schema = form(n={"type": "number"})
    content = forms.coerce(schema, {"n": answer})
    assert content == ({"n": answer} if answer else {})
    assert bool(forms.check(content, schema)) is bool(answer)


OUTSIDE = [
    ("/properties/f", "nested object", {"type": "object", "properties": {}}),
    ("/properties/f/items", "arrays of objects", {"type": "array", "items": {"type": "object"}}),
    ("/properties/f/exclusiveMinimum", "'exclusiveMinimum'", {"type": "number", "exclusiveMinimum": 1}),
    ("/properties/f/format", "'ipv4'", {"type": "string", "format": "ipv4"}),
    ("/properties/f/type", "['string', 'null']", {"type": ["string", "null"]}),
    ("/properties/f", "one `type`", {"enum": ["a"]}),
    ("/properties/f", "choices must be strings", {"type": "string", "enum": [1]}),
    ("/properties/f/const", "'const'", {"type": "string", "const": "a"}),
    ("/properties/f/$ref", "'$ref'", {"type": "string", "$ref": "#/x"}),
]


@pytest.mark.parametrize(("pointer", "words", "field"), OUTSIDE)
def test_outside_the_subset(pointer: str, words: str, field: dict[str, Any]) -> None:
    """A nested object, an array of objects or any other keyword is named with its place."""
    (problem,) = forms.unsupported(form(f=field))
    assert problem.pointer == pointer and words in problem.reason


LATE = [
    {"type": "array", "items": {"type": "string", "enum": ["a"]}},
    {"type": "string", "oneOf": [{"const": "a", "title": "A"}]},
    {"type": "string", "default": "a"},
    {"type": "number", "default": 1},
    {"type": "string", "enum": ["a"], "default": "a"},
    {"type": "string", "pattern": "a"},
]


@pytest.mark.parametrize("field", LATE)
def test_what_came_with_2025_11_25(field: dict[str, Any]) -> None:
    """Multi-select, titled options, patterns and most defaults are outside the subset of 2025-06-18."""
    (problem,) = forms.unsupported(form(f=field), revision="2025-06-18")
    assert "2025-11-25" in problem.reason
    assert forms.defaults(form(f=field), revision="2025-06-18") == {}
    for revision in ("2025-11-25", "2026-07-28", "2031-01-01"):
        assert forms.unsupported(form(f=field), revision=revision) == ()


@pytest.mark.parametrize("revision", order.order()[:2])
def test_no_forms_before_2025_06_18(revision: str) -> None:
    """Revisions without elicitation say so."""
    assert "2025-06-18" in forms.unsupported(form(), revision=revision)[0].reason
    with pytest.raises(ValueError, match="2025-06-18"):
        forms.check({}, form(), revision=revision)


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "objct"}, "/type"),
        ({"type": "object", "properties": {"f": {"type": "string", "pattern": "("}}}, "pattern"),
        ({"type": "object", "properties": {"f": {"$ref": "https://example.com/s.json"}}}, "points outside"),
        ({"type": "object", "properties": {"f": {"$ref": "#/properties/f"}}}, "too deep"),
        ({"$schema": "https://example.com/dialect", "type": "object"}, "not supported"),
        ({"$schema": 7, "type": "object"}, "not supported"),
        ("form", "object or a boolean"),
    ],
)
def test_unusable_schemas(schema: Any, words: str) -> None:
    """A schema that is none, leads out of itself or never ends raises `InvalidSchema` and nothing else."""
    with pytest.raises(forms.InvalidSchema, match=words):
        forms.check({"f": "x"}, schema)


ALIKE: list[Any] = [
    *(1, 1.0, True, 0, -0.0, False, None, "1", "0x1", "None", 0.5, "0.5", -1, -2, 10**400, 1e300, int(1e300)),
    *([1], [1.0], [True], [-1], [-2], [], [[]], ["number", "0x1"]),
    *({}, {"a": 1}, {"a": 1.0}, {"a": True}, {"a": [1, {"b": 2}]}, {"a": [1.0, {"b": 2.0}]}),
]


def test_items_are_equal_as_json() -> None:
    """Two items are equal if JSON Schema calls them one value: `1` and `1.0` are, `1` and `true` are not."""
    schema = {"type": "object", "properties": {"f": {"uniqueItems": True}}}
    for one in ALIKE:
        for other in ALIKE:
            assert bool(forms.check({"f": [one, other]}, schema)) is equal_json(one, other), (one, other)


def test_without_the_extra() -> None:
    """Without jsonschema the module imports, fills forms in, and says which extra to install."""
    code = (
        "import sys; sys.modules['jsonschema'] = None\n"
        "from mcp_revisions import forms\n"
        "s = {'type': 'object', 'properties': {'n': {'type': 'integer', 'default': 1}}}\n"
        "assert forms.coerce(s, {'n': '2'}) == {'n': 2} and forms.defaults(s) == {'n': 1}\n"
        "try: forms.check({}, s)\n"
        "except forms.MissingExtra as error: print(error)\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "generated[forms]" in run.stdout


def test_generated_objects_do_as_well() -> None:
    """Schemas and contents may be the objects that a decode gives, whole or in parts."""
    mr = pytest.importorskip("mcp_revisions")
    module = mr.revision("2025-11-25")
    request, answer = next((r, a) for revision, r, a in REQUESTS if revision == "2025-11-25")
    params = module.decode_message(json.dumps(request), "server").params
    result = module.decode_message(json.dumps(answer), "client", "elicitation/create").result
    schema = params.requested_schema
    assert mr.forms.check(result.content, schema) == () and mr.forms.unsupported(schema) == ()
    assert mr.forms.check({}, schema)[0].pointer == "/name"
    empty = module.decode(b'{"action": "accept"}', module.ElicitResult)
    assert mr.forms.check(empty.content, schema)[0].pointer == ""
    assert mr.forms.coerce(schema, {"name": "octocat"}) == {"name": "octocat"}
    text = b'{"type": "string", "enum": ["a", "b"], "default": "b"}'
    field = module.decode(text, module.UntitledSingleSelectEnumSchema)
    assert mr.forms.choices(field) == (("a", "a"), ("b", "b"))
    assert mr.forms.defaults({"type": "object", "properties": {"f": field}}) == {"f": "b"}


texts = st.text(st.sampled_from("ab1@.-:/T é"), max_size=6)
titles = st.lists(st.sampled_from("abcd"), min_size=1, max_size=4, unique=True)
few = st.integers(0, 3)
FIELD = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("string")},
        optional={"minLength": few, "maxLength": few, "pattern": st.sampled_from(["^a", "b$", "[0-9]"])}
        | {"format": st.sampled_from(["email", "uri", "date", "date-time"]), "default": texts},
    ),
    st.fixed_dictionaries(
        {"type": st.sampled_from(["number", "integer"])},
        optional={"minimum": st.integers(-3, 3) | st.floats(-3, 3), "maximum": st.integers(-3, 3)},
    ),
    st.just({"type": "boolean"}),
    st.builds(lambda v: {"type": "string", "enum": v}, titles),
    st.builds(lambda v: {"type": "string", "enum": v, "enumNames": v[1:]}, titles),
    st.builds(lambda v: {"type": "string", "oneOf": [{"const": c, "title": c * 2} for c in v]}, titles),
    st.builds(
        lambda v, n: {"type": "array", "items": {"type": "string", "enum": v}, "minItems": n}, titles, few
    ),
    st.builds(
        lambda v, n: {
            "type": "array",
            "items": {"anyOf": [{"const": c, "title": c} for c in v]},
            "maxItems": n,
        },
        titles,
        few,
    ),
)
NAMES = st.sampled_from(["p", "q", "r/s", "t~"])
SCHEMA = st.builds(
    lambda fields, required: {"type": "object", "properties": fields, "required": required},
    st.dictionaries(NAMES, FIELD, max_size=4),
    st.lists(NAMES, max_size=2, unique=True),
)
VALUE = st.one_of(
    texts,
    st.sampled_from(["a", "b", "a@b.c", "a:b", "2024-02-29", "2024-02-29T00:00:00Z"]),
    st.integers(-4, 4),
    st.floats(-4, 4),
    st.booleans(),
    st.none(),
    st.lists(st.sampled_from("abcde"), max_size=4),
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SCHEMA, st.dictionaries(NAMES, VALUE, max_size=4))
def test_agrees_with_jsonschema(schema: dict[str, Any], content: dict[str, Any]) -> None:
    """On generated forms and contents `check` names exactly the fields in which jsonschema finds errors."""
    checker = jsonschema.FormatChecker(formats=())
    for name, accepts in json_schema.FORMATS.items():
        checker.checks(name)(lambda v, accepts=accepts: not isinstance(v, str) or accepts(v))
    wrong = set()
    for error in jsonschema.Draft202012Validator(schema, format_checker=checker).iter_errors(content):
        if error.validator == "required":
            wrong |= set(schema["required"]) - content.keys()
        else:
            wrong.add(error.absolute_path[0])
    found = forms.check(content, schema)
    assert {tokens(p.pointer)[0] for p in found} == wrong
    assert len(found) == len(wrong)
    assert forms.unsupported(schema) == ()


ODD = st.sampled_from(
    [
        "http://[::1",
        "#/properties/a",
        "#",
        "urn:a",
        "(",
        "string",
        "\ud800",
        "//",
        0,
        -1,
        1e308,
        2**70,
        True,
        None,
        [],
        {},
    ]
)
KEYWORD = st.sampled_from(
    [
        "$ref",
        "$id",
        "$anchor",
        "$dynamicRef",
        "$defs",
        "$schema",
        "type",
        "items",
        "enum",
        "const",
        "required",
        "pattern",
    ]
    + [
        "format",
        "minLength",
        "multipleOf",
        "anyOf",
        "oneOf",
        "not",
        "prefixItems",
        "uniqueItems",
        "properties",
        "a",
    ]
)
SOUND = st.fixed_dictionaries(
    {},
    optional={
        "$ref": st.sampled_from(["#", "#/properties/a", "#/nowhere", "other.json", "https://x.y/z", "%zz"]),
        "$id": st.sampled_from(["urn:a", "https://x.y/z", "//", "http://[::1"]),
        "type": st.sampled_from(["string", "integer", "array", "object", ["string", "null"]]),
        "multipleOf": st.sampled_from([1, 0.1, 1e-320, 2**70]),
        "pattern": st.sampled_from(["(", "[a-", "\\p{L}", "a"]),
        "items": st.sampled_from([True, {}, {"type": "object"}, {"$ref": "#"}]),
        "enum": st.lists(ODD, min_size=1, max_size=2),
        "not": st.just({}),
    },
)
ODDER = st.recursive(
    ODD | SOUND, lambda i: st.lists(i, max_size=2) | st.dictionaries(KEYWORD, i, max_size=3), max_leaves=8
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    ODDER | st.dictionaries(st.just("a"), SOUND | ODDER).map(lambda f: {"type": "object", "properties": f}),
    ODDER,
)
def test_odd_schemas_raise_one_error(schema: Any, content: Any) -> None:
    """Whatever schema and content come in, `check` raises `InvalidSchema` or nothing, the others nothing."""
    try:
        forms.check(content, schema)
    except forms.InvalidSchema as error:
        assert error.reason
    forms.unsupported(schema)
    forms.unsupported(schema, revision="2025-06-18")
    forms.defaults(schema)
    forms.describe(schema)
    forms.choices(schema)
    forms.coerce(schema, content if isinstance(content, dict) else {"a": content})


@settings(max_examples=200, deadline=None)
@given(FIELD, VALUE)
def test_typed_content_survives_coerce(field: dict[str, Any], value: Any) -> None:
    """What already fits its field is left as it is."""
    schema = form(f=field) | {"required": ["f"]}
    if not forms.check({"f": value}, schema):
        assert forms.coerce(schema, {"f": value}) == {"f": value}


def _deeper(calls: int, act: Any) -> Any:
    return _deeper(calls - 1, act) if calls else act()


@pytest.mark.parametrize(
    "schema",
    [
        {"not": {"$ref": "#"}},
        {"type": "object", "properties": {"a": {"not": {"$ref": "#/properties/a"}}}},
        {"allOf": [{"$ref": "#"}]},
        {"anyOf": [{"not": {"$ref": "#"}}]},
    ],
    ids=str,
)
def test_an_endless_schema_is_refused_wherever_the_recursion_ends(schema: Any) -> None:
    """The recursion may end inside a library whose error is no `Exception`. The caller's depth decides."""
    for calls in range(40):
        with pytest.raises(forms.InvalidSchema, match="nested too deeply"):
            _deeper(calls, lambda: forms.check({"a": 1}, schema))
    used = len(inspect.stack())
    for calls in range(sys.getrecursionlimit() - used - 200, sys.getrecursionlimit() - used, 7):
        with pytest.raises((forms.InvalidSchema, RecursionError)):  # the caller has used most of the calls
            _deeper(calls, lambda: forms.check({"a": 1}, schema))
