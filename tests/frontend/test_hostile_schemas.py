"""Hostile input: a schema file is untrusted.

What it holds either appears safely in a package that imports and reads and writes messages exactly, or is
refused with status 2 and located lines. Nothing in it is executed, nothing it refers to is opened, no line is
a traceback.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import json
import os
import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from unicodedata import normalize

import pytest

from mcpgen import cli, schema_folder
from mcpgen.classes.docstrings import literal
from mcpgen.frontend.load import load
from mcpgen.frontend.overlay import Overlay
from mcpgen.frontend.parse import parse
from mcpgen.frontend.schema_file import SchemaFile
from mcpgen.names import RESERVED_DEFINITIONS
from mcpgen.problems import Refused
from support.emitted_code import violations
from support.hostile_texts import CODE, TEXTS
from support.paths import ROOT
from support.small_schemas import DIALECT, TEXT, Workshop, exact, record, ref, refused, schema, union

UNREADABLE = re.compile(r'["\\\x00-\x1f]|~\Z')
CONSTANTS = [text for text in TEXTS if text != "\0"]
MEMBERS = [text for text in TEXTS if not UNREADABLE.search(text) or text == "a~b"]
# Names that Python changes in a class: mangled, or normalized.
CHANGED = [
    text
    for text in MEMBERS
    if text.isidentifier() and (text.startswith("__") or normalize("NFKC", text) != text)
]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """Return a folder to build small schemas in."""
    return Workshop(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="module", autouse=True)
def no_canary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Run all tests in a folder of their own, and assert at the end that the folder is empty."""
    before, folder = Path.cwd(), tmp_path_factory.mktemp("canary")
    os.chdir(folder)
    yield
    os.chdir(before)
    assert list(folder.iterdir()) == []


# Text in every place


@pytest.fixture(scope="module")
def everything(workshop: Workshop) -> ModuleType:
    """Return a package with every text as a constant, tag, enumeration value, default and description."""
    definitions: dict[str, Any] = {"Other": record({"k": {"const": "the other", "type": "string"}}, ["k"])}
    for i, text in enumerate(CONSTANTS):
        prose = {"description": text, "title": text, "$comment": text, "examples": [text]}
        constant = record({"k": {"const": text, "type": "string"}}, ["k"], **prose)
        definitions |= {
            f"Constant{i}": constant,
            f"Union{i}": {**union(ref(f"Constant{i}"), ref("Other")), **prose},
            f"Choice{i}": {"type": "string", "enum": [text, "other"], **prose},
            f"Prose{i}": record({"k": {**TEXT, "default": text, **prose}}, ["k"], **prose),
        }
    return workshop.build(schema(definitions), keep_descriptions=True)


def test_texts_are_constants(everything: ModuleType) -> None:
    """A constant, tag or enumeration value with any text in it accepts exactly that text."""
    for i, text in enumerate(CONSTANTS):
        exact(everything, f"Constant{i}", {"k": text})
        exact(everything, f"Union{i}", {"k": text})
        exact(everything, f"Union{i}", {"k": "the other"})
        exact(everything, f"Choice{i}", text)
        exact(everything, f"Prose{i}", {"k": "v"})
        exact(everything, f"Prose{i}", {"k": "v", "further": 1})
        assert refused(everything, f"Constant{i}", {"k": text + "x"})
        assert refused(everything, f"Union{i}", {"k": text + "x"})
        assert refused(everything, f"Choice{i}", text + "x")
        assert refused(everything, f"Prose{i}", {})


def test_defaults_are_not_applied(everything: ModuleType) -> None:
    """A default of the file never becomes a value."""
    assert refused(everything, "Prose0", {})


def test_kept_descriptions_are_docstrings(workshop: Workshop) -> None:
    """With `--keep-descriptions` a docstring is the description of the file, else our own description."""
    definitions = {
        f"Tool{i}": record({"k": {**TEXT, "description": text}}, ["k"], description=f"<{text}>")
        for i, text in enumerate(TEXTS)
    }
    kept, plain = (
        workshop.files(schema(definitions), keep_descriptions=keep)["vsmall/types.py"]
        for keep in (True, False)
    )
    kept_texts, plain_texts = _docstrings(kept), _docstrings(plain)
    for i, text in enumerate(TEXTS):
        assert "".join(f"<{text}>".split()) in "".join(kept_texts[f"Tool{i}"].split())
        assert plain_texts[f"Tool{i}"] == f"`Tool{i}` of small."
    assert not list(violations(kept))


def test_docstrings_say_exactly_what_they_are_given() -> None:
    """A docstring's source evaluates to the very text, and is a single constant."""
    for text in [*TEXTS, *(a + b for a in TEXTS[:30] for b in TEXTS[:30])]:
        assert ast.literal_eval(literal(text, indent=0)) == text


def _docstrings(source: str) -> dict[str, str]:
    classes = (node for node in ast.parse(source).body if isinstance(node, ast.ClassDef))
    return {node.name: ast.get_docstring(node) or "" for node in classes}


@pytest.fixture(scope="module")
def members(workshop: Workshop) -> ModuleType:
    """Return a package in which every text that can be is the name of a member, in each form of class."""
    definitions: dict[str, Any] = {
        "All": record(dict.fromkeys(MEMBERS, TEXT), MEMBERS),
        "AllOptional": record(dict.fromkeys(MEMBERS, TEXT)),
        "Kept": record({name: TEXT for name in MEMBERS if name not in CHANGED}),
        "AllMapping": record(dict.fromkeys(MEMBERS, TEXT), MEMBERS, additionalProperties={}),
    }
    for i, name in enumerate(MEMBERS):
        definitions |= {
            f"Required{i}": record({name: TEXT}, [name]),
            f"Mapping{i}": record({name: TEXT, "o": {"type": "integer"}}, [name], additionalProperties=True),
            f"One{i}": record({name: {"const": "one", "type": "string"}}, [name]),
            f"Two{i}": record({name: {"const": "two", "type": "string"}}, [name]),
            f"Union{i}": union(ref(f"One{i}"), ref(f"Two{i}")),
        }
    return workshop.build(schema(definitions))


def test_texts_are_member_names(members: ModuleType) -> None:
    """A member name that JSON writes without an escape round-trips, also as the tag of a union."""
    for i, name in enumerate(MEMBERS):
        for form in ("Required", "Mapping"):
            exact(members, f"{form}{i}", {name: "v"})
            exact(members, f"{form}{i}", {name: "v", "further member": [1]})
            assert refused(members, f"{form}{i}", {name: 1})
            assert refused(members, f"{form}{i}", {})
        exact(members, f"Union{i}", {name: "one"})
        exact(members, f"Union{i}", {name: "two", "further member": None})
        assert refused(members, f"Union{i}", {name: "three"})
    together = {name: str(i) for i, name in enumerate(MEMBERS)}
    for form in ("All", "AllOptional", "AllMapping"):
        exact(members, form, together)
        exact(members, form, {**together, "further member": {}})
    exact(members, "AllOptional", {})


def test_texts_are_members_of_dictionaries(members: ModuleType) -> None:
    """A `TypedDict` declares each member by its wire name; a name that Python changes makes a plain dict."""
    dicts = importlib.import_module(f"{members.__name__}.dicts")
    for i, name in enumerate(MEMBERS):
        found = getattr(dicts, f"Required{i}")
        assert found == dict[str, Any] if name in CHANGED else found.__required_keys__ == {name}
    for form in ("All", "AllOptional"):
        assert getattr(dicts, form) == dict[str, Any]
    assert set(dicts.Kept.__annotations__) == set(MEMBERS) - set(CHANGED)


@pytest.mark.parametrize("name", [t for t in TEXTS if t not in MEMBERS], ids=ascii)
def test_member_names_that_cannot_be_read_are_refused(workshop: Workshop, name: str) -> None:
    """A member name that msgspec cannot read is refused with one line at its place."""
    (line,) = workshop.refusal(schema({"Tool": record({name: TEXT})}))
    assert line.startswith("schema.json#/$defs/Tool/properties/")
    assert "cannot name a member" in line and "\n" not in line


NAMES = [
    "A",
    "a",
    "Foo",
    "foo",
    "FOO",
    "Foo_",
    "F_oo",
    "fOO",
    "Annotated",
    "Meta",
    "field",
] + [
    *(
        "List",
        "Model",
        "Enum",
        "RootModel",
        "BaseModel",
        "Z9",
        "Z9A",
        "Z9Foo",
    ),
    *(
        "Skipped",
        "UnknownMembers",
        "OpenStruct",
        "Member",
        "msgspec",
        "typing",
        "Callable",
        "datetime",
    ),
    *(
        "t",
        "m",
        "A" * 100,
        "Tool",
        "tool",
        "facts",
        "own",
        "class_name",
        "ABC",
        "Decimal",
        "Protocol",
        "Generic",
    ),
]
SHAPES: list[tuple[Any, Any, Any]] = [
    (record({"v": TEXT}, ["v"]), {"v": "a"}, {}),
    ({"type": "string", "enum": ["a", "b"]}, "a", "c"),
    ({"type": "integer", "minimum": 2}, 3, 1),
    ({"type": "array", "items": {"type": "number", "minimum": 1}}, [1.5, 2], [0]),
    (union(TEXT, record({"q": {}}, ["q"]), record({"r": {}}, ["r"])), {"r": 1}, {}),
    (record({"v": TEXT}, ["v"], additionalProperties=TEXT), {"v": "x", "w": "y"}, {"v": "x", "w": 1}),
]


def test_definition_names_do_not_clash(workshop: Workshop) -> None:
    """Definitions may share a name with a helper of Python, msgspec or datamodel-code-generator."""
    for turn in range(3):
        shapes = [SHAPES[(i + 2 * turn) % len(SHAPES)] for i in range(len(NAMES))]
        mcp = workshop.build(schema({name: shape[0] for name, shape in zip(NAMES, shapes, strict=True)}))
        for name, (_, good, bad) in zip(NAMES, shapes, strict=True):
            exact(mcp, name, good)
            assert refused(mcp, name, bad), name


def test_aliases_name_what_they_mean(workshop: Workshop) -> None:
    """An alias of definitions that share a name with a helper refers to the definitions."""
    names = [
        "Annotated",
        "Meta",
        "A",
        "Z9A",
        "Z9Z9A",
        "T_x",
        "Tx",
    ]
    arms = {name: record({"t": {"const": name, "type": "string"}}, ["t"]) for name in names}
    mcp = workshop.build(schema({"Tool": union(*map(ref, names), {"type": "null"}), **arms}))
    for name in names:
        exact(mcp, "Tool", {"t": name})
    assert refused(mcp, "Tool", {"t": "other"})


def test_members_do_not_shadow_definitions(workshop: Workshop) -> None:
    """A member may share its name with the type of another member."""
    mcp = workshop.build(
        schema(
            {
                "foo": record({"v": TEXT}, ["v"]),
                "bar": union(record({"q": {}}, ["q"]), record({"r": {}}, ["r"])),
                "Box": record({"foo": ref("foo"), "bar": ref("bar"), "other": ref("foo")}),
            }
        )
    )
    exact(mcp, "Box", {"foo": {"v": "x"}, "bar": {"r": 1}, "other": {"v": "y"}})
    assert refused(mcp, "Box", {"other": {}})


def test_the_package_keeps_its_own_names(workshop: Workshop) -> None:
    """No definition may take a public name of the package."""
    mcp = workshop.build(schema({"Tool": TEXT}))
    public = {name for name in vars(mcp) if not name.startswith("_")} - {"Tool"}
    assert public <= RESERVED_DEFINITIONS
    assert public >= {"REVISION", "METHODS", "decode", "encode", "decode_message"}


@pytest.mark.parametrize("name", [*CODE, "..", "a/b", "É", "", "class", "Struct", "A" * 101], ids=ascii)
def test_other_definition_names_are_refused(workshop: Workshop, name: str) -> None:
    """A definition that cannot name a Python class is refused with one line at its place."""
    (line,) = workshop.refusal(schema({"Tool": TEXT, name: TEXT}))
    assert line.startswith("schema.json#/$defs/") and "cannot name a type" in line and "\n" not in line


# Keywords


@pytest.mark.parametrize(
    "keyword, value",
    [
        ("customTypePath", "os.system"),
        ("customBasePath", "os.PathLike"),
        ("x-python-type", "os.system"),
        ("x-python-import", {"module": "os", "name": "system"}),
        ("x-enum-varnames", ["__import__('os')"]),
        ("x-propertyNames", {"pattern": "a"}),
        ("x-datamodel-code-generator-read-as-const", True),
        ("discriminator", {"propertyName": "type"}),
        ("nullable", True),
        ("$recursiveRef", "#"),
        ("$dynamicRef", "#/$defs/Other"),
        ("$anchor", "here"),
        ("$id", "http://127.0.0.1:9/other"),
        ("if", {}),
        ("patternProperties", {".*": {}}),
        ("prefixItems", [{}]),
        ("dependentRequired", {"a": ["b"]}),
        ("unevaluatedProperties", False),
        ("uniqueItems", True),
        ("multipleOf", 2),
        ("{{ 7*7 }}", 1),
        ("\n", 1),
    ],
)
@pytest.mark.parametrize("place", ["definition", "member", "arm", "item"])
def test_unknown_keywords_are_refused(workshop: Workshop, place: str, keyword: str, value: Any) -> None:
    """An unknown keyword is refused, above all a keyword that datamodel-code-generator obeys."""
    for shape in ({"type": "string"}, record({"a": TEXT}), {"type": "array", "items": {}}):
        odd = {**shape, keyword: value}
        definition = {
            "definition": odd,
            "member": record({"m": odd}),
            "arm": union({"type": "null"}, odd),
            "item": {"type": "array", "items": odd},
        }[place]
        (line,) = workshop.refusal(schema({"Tool": definition, "Other": TEXT}))
        assert (
            line.startswith("schema.json#/$defs/Tool")
            and "does not support the keyword" in line
            and "\n" not in line
        )


def test_unknown_keywords_of_the_file_are_refused(workshop: Workshop) -> None:
    """No keyword at the top of a file is ignored silently."""
    whole = {**schema({"Tool": TEXT}), "oneOf": [TEXT], "customTypePath": "os.system"}
    assert [line.partition(":")[0] for line in workshop.refusal(whole)] == [
        "schema.json#/customTypePath",
        "schema.json#/oneOf",
    ]
    workshop.files({**schema({"Tool": TEXT}), "$id": "http://127.0.0.1:9/", "title": "t", "$comment": "c"})


KEYWORD_VALUES = [
    5,
    -1,
    0.5,
    "x",
    "",
    [],
    {},
    None,
    True,
    False,
    [1],
    ["x", "x"],
    [None],
    {"a": 1},
    10**40,
    [[]],
]
KEYWORDS = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "allOf",
    "anyOf",
    "$ref",
    "const",
    "enum",
] + [
    *("items", "minItems", "maxItems", "minimum", "maximum", "minLength", "maxLength", "pattern", "format"),
    *("default", "description", "title", "examples", "deprecated"),
]
BASES: list[dict[str, Any]] = [
    {},
    *({"type": kind} for kind in ("string", "integer", "number", "boolean", "null", "object")),
    {"type": "array", "items": {}},
    record({"a": TEXT}),
    union(TEXT, {"type": "integer"}),
    {"type": ["string", "null"]},
]


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_wrong_values_of_keywords(workshop: Workshop, keyword: str) -> None:
    """A keyword with a value of another type is refused at its place, or read as JSON Schema defines."""
    for value in KEYWORD_VALUES:
        for base in BASES:
            for definition in ({**base, keyword: value}, record({"m": {**base, keyword: value}})):
                try:
                    read(workshop, schema({"Tool": definition}))
                except cli.Refused as refusal:
                    for problem in refusal.problems:
                        assert str(problem).startswith(("schema.json#/$defs/Tool", "schema.json#/$defs: "))
                        assert "\n" not in str(problem)


def read(workshop: Workshop, source: Any) -> None:
    """Take a schema through every stage that reads it; datamodel-code-generator and black stay out."""
    from mcpgen.classes.class_forms import class_forms
    from mcpgen.frontend.load import load
    from mcpgen.frontend.methods import assemble
    from mcpgen.frontend.overlay import Overlay
    from mcpgen.frontend.parse import parse

    overlay = Overlay("no overlay")
    loaded = load(json.dumps(source).encode(), "schema.json")
    definitions = parse(loaded, overlay, "schema.json", workshop.warnings.append)
    class_forms(assemble("small", definitions, overlay, "schema.json", workshop.warnings.append))


@pytest.mark.parametrize(
    "definition, at",
    [
        ({"$ref": "#/$defs/Nope"}, "/$ref"),
        ({"$ref": "#"}, "/$ref"),
        ({"$ref": ""}, "/$ref"),
        ({"$ref": "#/$defs/Other/properties/b"}, "/$ref"),
        ({"$ref": "#/$defs/Other/required"}, "/$ref"),
        ({"$ref": "#/$defs/Other", "allOf": [ref("Tool")]}, ""),
        ({"$ref": "#/$defs/%4fther"}, "/$ref"),
        ({"$ref": "#Other"}, "/$ref"),
        ({"$ref": "other.json#/$defs/Other"}, "/$ref"),
        ({"$ref": "file:///etc/passwd"}, "/$ref"),
        ({"$ref": "/etc/passwd"}, "/$ref"),
        ({"$ref": "http://127.0.0.1:9/schema.json"}, "/$ref"),
        ({"$ref": "https://json-schema.org/draft/2020-12/schema"}, "/$ref"),
        ({"$ref": "#/$defs/Tool"}, ""),
        (union(ref("Tool"), TEXT), ""),
        ({"allOf": [ref("Tool")]}, ""),
        ({"not": {"type": "string"}}, "/not"),
        ({"oneOf": [TEXT, {"type": "string", "minLength": 1}]}, "/oneOf"),
        ({"oneOf": [record({"a": TEXT}), record({"b": TEXT})]}, "/oneOf"),
        ({"type": "number", "exclusiveMinimum": 1}, "/exclusiveMinimum"),
        ({"type": "string", "minimum": 1}, "/minimum"),
        (record({"a": TEXT}, propertyNames={"pattern": "^a"}), "/propertyNames"),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "type": "string"}, "/$schema"),
        ({"type": "string", "pattern": "("}, "/pattern"),
        ({"type": "string", "pattern": "(" * 3000 + ")" * 3000}, "/pattern"),
        ({"type": "string", "pattern": "[[a]"}, "/pattern"),
        ({"type": "string", "pattern": "\\p{L}"}, "/pattern"),
        ({"enum": ["a" * 40 + "b"], "pattern": "^(a+)+$"}, ": no overlay permits the pattern"),
        ({"allOf": [{"const": "a" * 40 + "b"}, {"pattern": "^(a+)+$"}]}, ": no overlay permits"),
        (
            record({"a" * 40 + "b": TEXT}, additionalProperties=False, propertyNames={"pattern": "^(a+)+$"}),
            "/propertyNames: no overlay permits the pattern",
        ),
        ({"const": "\0"}, ""),
        ({"enum": ["a"], "type": "integer"}, ""),
        ({"type": "integer", "minimum": 2**63}, "/minimum"),
        ({"type": "string", "maxLength": 2**63}, "/maxLength"),
    ],
    ids=lambda value: json.dumps(value)[:60],
)
def test_what_cannot_be_meant_is_refused(workshop: Workshop, definition: Any, at: str) -> None:
    """Dangling and remote references, cycles and excesses are refused at their place."""
    (line,) = workshop.refusal(schema({"Tool": definition, "Other": record({"a": TEXT})}))
    assert line.startswith(f"schema.json#/$defs/Tool{at}"), line
    assert "\n" not in line


@pytest.mark.parametrize(
    "definition",
    [
        {"allOf": [ref("Other"), record({"a": {"type": "integer"}}, ["a"])]},
        {"allOf": [TEXT, {"type": "integer"}]},
        record({"a": TEXT}, ["b"], additionalProperties=False),
        record({"a": False}, ["a"]),
        union(False, {"not": {}}),
        False,
    ],
    ids=lambda value: json.dumps(value)[:60],
)
def test_contradictions_accept_no_value(workshop: Workshop, definition: Any) -> None:
    """A contradiction is built to a type that refuses every value; a member of it may only be absent."""
    holder = record({"m": ref("Tool"), "a": TEXT})
    mcp = workshop.build(schema({"Tool": definition, "Other": record({"a": TEXT}), "Holder": holder}))
    for value in (
        None,
        True,
        0,
        1,
        1.5,
        "",
        "a",
        [],
        [1],
        {},
        {"a": "x"},
        {"a": 1},
        {"b": 1},
        {"a": "x", "b": 1},
    ):
        assert refused(mcp, "Tool", value), value
        assert refused(mcp, "Holder", {"m": value}), value
    exact(mcp, "Holder", {"a": "x"})
    exact(mcp, "Other", {"a": "x"})


def test_references_are_never_opened(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """No stage opens a socket, or a file that the schema names."""
    secret = workshop.folder / "secret.json"
    secret.write_text(json.dumps(schema({"Tool": TEXT})))
    opened: list[Any] = []

    def watched(original: Any) -> Any:
        def call(path: Any, *arguments: Any, **options: Any) -> Any:
            opened.append(path)
            return original(path, *arguments, **options)

        return call

    def no_socket(*_: object, **__: object) -> Any:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", no_socket)
    monkeypatch.setattr(socket, "getaddrinfo", no_socket)
    monkeypatch.setattr(builtins, "open", watched(open))
    monkeypatch.setattr(os, "open", watched(os.open))
    for target in (str(secret), secret.as_uri(), "secret.json", "http://127.0.0.1:9/x", "//127.0.0.1:9/x"):
        for keyword in ("$ref", "$id", "$recursiveRef", "$dynamicRef"):
            for place in ({keyword: target}, record({"a": {keyword: target}})):
                assert workshop.refusal(schema({"Tool": place}))
        workshop.refusal({"$schema": target, "$defs": {"Tool": TEXT}})
        workshop.files({**schema({"Tool": TEXT}), "$id": target})
    assert secret not in map(Path, (path for path in opened if isinstance(path, (str, os.PathLike))))


# Size


def test_wide_and_deep_unions_are_refused(workshop: Workshop) -> None:
    """Unions of unions whose arms multiply, and chains too deep to walk, are refused at once."""
    wide: dict[str, Any] = {"Left30": TEXT, "Right30": {"type": "integer"}}
    for i in range(30):
        wide[f"Left{i}"] = wide[f"Right{i}"] = union(ref(f"Left{i + 1}"), ref(f"Right{i + 1}"))
    assert any("a union has more than 1000 variants" in line for line in workshop.refusal(schema(wide)))
    for link in (
        lambda below: below,
        lambda below: union(below, {"type": "integer"}),
        lambda below: {"type": "array", "items": below},
        lambda below: {"type": "object", "additionalProperties": below},
        lambda below: {"allOf": [below, record({"x": TEXT})]},
    ):
        chain = {f"T{i}": link(ref(f"T{i + 1}")) for i in range(150)} | {"T150": record({"y": TEXT})}
        for definitions in (chain, dict(reversed(chain.items()))):
            assert re.search(
                "levels deep; use fewer|nested references; use fewer",
                workshop.refusal(schema(definitions))[0],
            )


def test_too_many_types_are_refused(workshop: Workshop) -> None:
    """A file with more than a thousand types is refused before any type is parsed."""
    (line,) = workshop.refusal(schema({f"T{i}": TEXT for i in range(1001)}))
    assert line == "schema.json#/$defs: has more than 1000 types; give the JSON Schema of an MCP revision"


def test_a_long_enumeration_takes_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A schema judges none of its `enum` values by all of them: strings need one judgement of the type."""
    judged: list[Any] = []
    accepts = SchemaFile.accepts
    monkeypatch.setattr(SchemaFile, "accepts", lambda *call: judged.append(call) or accepts(*call))
    file = schema({"Long": {"type": "string", "enum": [f"value {i}" for i in range(50_000)]}})
    found = parse(load(json.dumps(file).encode(), "R"), Overlay("no overlay"), "R", lambda problem: None)
    assert len(judged) < 10 and list(found) == ["Long"]


def test_nested_anonymous_types_are_each_named_once(workshop: Workshop) -> None:
    """Anonymous types in anonymous types get distinct names; equal shapes in one place share a name."""
    nested: Any = TEXT
    for _ in range(14):
        nested = union({"type": "integer"}, {"type": "array", "items": nested})
    twice = union(record({"a": nested}, ["a"]), record({"b": TEXT}, ["b"]), record({"a": TEXT}, ["a"]))
    mcp = workshop.build(schema({"Tool": record({"x": twice, "y": twice}), "Deep": nested}))
    exact(mcp, "Tool", {"x": {"b": "t"}, "y": {"a": [[3]]}})
    exact(mcp, "Deep", [[[1]]])


# The command


def test_the_command_refuses_with_located_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`mcpgen build --schema` ends in status 2 with `location: message` lines and writes nothing."""
    good = json.dumps(schema({"Tool": TEXT})).encode()
    file, out = tmp_path / "s.json", tmp_path / "out"
    cases: dict[str, tuple[bytes | None, str, str]] = {
        "empty": (b"", "x", f"{file}:1:1: not JSON"),
        "truncated": (good[:-4], "x", f"{file}:1:"),
        "bom": (b"\xef\xbb\xbf" + good, "x", f"{file}:1:1: not JSON"),
        "latin": (b'{"\xe9": 1}', "x", f"{file}: not UTF-8"),
        "deep": (b"[" * 200_000 + b"]" * 200_000, "x", f"{file}: is nested deeper"),
        "absent": (None, "x", f"{file}: cannot be read: No such file"),
        **{
            f"revision {name!r}": (good, name, "--revision: ")
            for name in ("../up", "a/b", "", ".", "a\nb", "{{7*7}}", "'", "x" * 65, "é")
        },
    }
    for data, revision, expected in cases.values():
        if data is None:
            file.unlink()
        else:
            file.write_bytes(data)
        arguments = ["build", "--schema", str(file), "--revision", revision, "--out", str(out)]
        assert cli.run(arguments) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(expected) and captured.err.count("\n") == 1, captured.err
        assert not (out / "mcp_revisions").exists() and not (tmp_path / "up").exists()
    file.unlink(missing_ok=True)
    file.mkdir()
    assert cli.run(["build", "--schema", str(file), "--revision", "x", "--out", str(out)]) == 2
    assert capsys.readouterr().err == f"{file}: cannot be read: Is a directory\n"
    file.rmdir()
    file.write_bytes(good)
    monkeypatch.setattr(Path, "open", _denying(file))
    assert cli.run(["build", "--schema", str(file), "--revision", "x", "--out", str(out)]) == 2
    assert capsys.readouterr().err == f"{file}: cannot be read: Permission denied\n"


def _denying(denied: Path) -> Callable[..., Any]:
    """Return `Path.open` without the permission to open one file."""
    original = Path.open

    def open_(path: Path, *options: Any, **more: Any) -> Any:
        if path == denied:
            raise PermissionError(13, "Permission denied", str(path))
        return original(path, *options, **more)

    return open_


def test_locations_are_printed_on_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """File and member names with line ends and terminal codes in them cannot forge a line."""
    file = tmp_path / "evil\n\x1b[2Jname.json"
    file.write_text(json.dumps(schema({"Tool": {"a\nb: c\u2028\x1b": 1}})))
    assert cli.run(["build", "--schema", str(file), "--revision", "x", "--out", str(tmp_path / "out")]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "\x1b" not in err and "\u2028" not in err
    assert (
        "evil\\n\\x1b[2Jname.json#/$defs/Tool/a\\nb: c\\u2028\\x1b: mcpgen does not support the keyword"
        in err
    )


# What is emitted


@pytest.mark.parametrize("revision", schema_folder.revisions())
def test_generated_modules_hold_only_what_we_emit(revision: str) -> None:
    """A generated module consists of imports, constants, classes and aliases, with few calls."""
    folder = ROOT / "generated" / "mcp_revisions" / f"v{revision.replace('-', '_')}"
    for name in ("types.py", "dicts.py", "methods.py"):
        assert list(violations((folder / name).read_text("utf-8"))) == []


def test_hostile_modules_hold_only_what_we_emit(everything: ModuleType, members: ModuleType) -> None:
    """No text of a schema becomes a statement or a call."""
    for mcp in (everything, members):
        for name in ("types.py", "dicts.py", "methods.py"):
            module = Path(mcp.types.__file__).with_name(name)
            assert list(violations(module.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "import os",
        "x = open('f')",
        "def f(): ...",
        "class A(object): ...",
        "class A(_b.Struct):\n    def f(self): ...",
        "f()",
        "x: eval('1') = 2",
        "del x",
        "@f\nclass A(_b.Struct): ...",
        "x = lambda: 1",
    ],
)
def test_other_statements_are_found(source: str) -> None:
    """The check of emitted statements finds every other statement."""
    assert list(violations(source))


LEVELS: dict[str, Callable[[str, int], dict[str, Any]]] = {
    "required": lambda side, level: {"type": "object", "required": [f"{side}{level}"]},
    "members": lambda side, level: record({f"{side}{level}": TEXT, f"{side}a{level}": {"type": "integer"}}),
    "wide": lambda side, level: record({f"{side}{level}{number}": TEXT for number in range(60)}),
    "constants": lambda side, level: record({"kind": {"enum": [side, f"{level}"]}}),
    "union": lambda side, level: {
        "anyOf": [record({f"{side}{level}": TEXT}), record({f"{side}b{level}": TEXT})]
    },
}


@pytest.mark.parametrize("part", LEVELS)
@pytest.mark.parametrize("combine", ["anyOf", "nested"])
def test_unions_that_multiply_are_refused_soon(part: str, combine: str) -> None:
    """Levels of `anyOf` with two `allOf` of the next level are refused by one line, in bounded time."""
    made = LEVELS[part]
    definitions: dict[str, Any] = {"L14": record({"a": TEXT})}
    for level in range(14):
        arms = [{"allOf": [ref(f"L{level + 1}"), made(side, level)]} for side in ("x", "y")]
        definitions[f"L{level}"] = {"anyOf": arms} if combine == "anyOf" else {"allOf": [{"anyOf": arms}, {}]}
    start = time.process_time()
    with pytest.raises(Refused) as refusal:
        parse(load(json.dumps(schema(definitions)).encode(), "s"), Overlay("o"), "s", lambda problem: None)
    (problem,) = refusal.value.problems
    assert "expands to too many schemas" in problem.message
    assert time.process_time() - start < 20  # noqa: PLR2004 - CPU seconds, many times what it takes


def test_messages_of_hostile_methods(workshop: Workshop) -> None:
    """Method names with any text in them dispatch, and requests embedded in them keep their frames."""
    text = 'x\'"""\\\n{{ 7*7 }}\u2028'
    frame = {"jsonrpc": {"const": "2.0", "type": "string"}, "id": {"type": ["string", "integer"]}}
    call = record({**frame, "method": {"const": text, "type": "string"}}, ["jsonrpc", "id", "method"])
    other = record({**frame, "method": {"const": "other", "type": "string"}}, ["jsonrpc", "id", "method"])
    definitions = {
        "Result": record({}),
        "JSONRPCRequest": record({**frame, "method": TEXT}, ["jsonrpc", "id", "method"]),
        "CallRequest": call,
        "OtherRequest": other,
        "ClientRequest": union(ref("CallRequest"), ref("OtherRequest")),
    }
    mcp = workshop.build({"$schema": DIALECT, "$defs": definitions})
    assert list(mcp.METHODS) == ["other", text]
    data = json.dumps({"jsonrpc": "2.0", "id": 1, "method": text}).encode()
    message = mcp.decode_message(data, sender="client")
    assert isinstance(message, mcp.CallRequest) and message.method == text
    assert json.loads(mcp.encode(message)) == json.loads(data)
    assert [
        problem.location for problem in workshop.warnings if "no result type is named" in problem.message
    ] == [
        f"{workshop.folder}/schema.json#/$defs/CallRequest",
        f"{workshop.folder}/schema.json#/$defs/OtherRequest",
    ]
