"""Parse: the meaning of each construct of a schema, the official files, and damaged files."""

from __future__ import annotations

import copy
import json
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcpgen import schema_folder
from mcpgen.classes.class_forms import class_forms
from mcpgen.frontend.load import load
from mcpgen.frontend.methods import assemble
from mcpgen.frontend.overlay import NO_OVERLAY, Overlay
from mcpgen.frontend.parse import parse
from mcpgen.frontend.read import file_source, read_protocol
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
    Union,
    is_anything,
)
from mcpgen.problems import Problem, Refused
from support.hostile_texts import TEXTS
from support.paths import ROOT, official_file
from support.small_schemas import TEXT, Workshop, exact, record, ref, schema, union

OFFICIAL = ROOT.parent / "shared" / "spec"
REVISIONS = schema_folder.revisions()
SNAPSHOTS = {r: json.loads((ROOT / "schema" / r / "schema.json").read_text("utf-8")) for r in REVISIONS}

official = pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official schemas are not here")


def parsed(definitions: dict[str, Any], warned: list[Problem] | None = None) -> dict[str, Definition]:
    """Return the IR of a schema with these definitions, without an overlay."""
    return parse(schema(definitions), NO_OVERLAY, "s.json", (warned if warned is not None else []).append)


# Constructs


@pytest.mark.parametrize(
    "written, meant",
    [
        ({}, Anything()),
        (True, Anything()),
        ({"type": "string", "format": "uri"}, Scalar("string", format="uri")),
        ({"type": "integer", "minimum": 1.5, "maximum": 3.5}, Scalar("integer", minimum=2, maximum=3)),
        ({"type": "number", "minimum": 0.5}, Scalar("number", minimum=0.5)),
        ({"type": "string", "minLength": 1.0}, Scalar("string", min_length=1)),
        ({"const": "a"}, Choice(("a",))),
        ({"enum": ["a", 1, None, "1", "a"]}, Choice(("a", 1, None, "1"))),
        (
            {"type": ["string", "null"], "minLength": 1},
            Union((Scalar("string", min_length=1), Scalar("null"))),
        ),
        ({"type": ["string"]}, Scalar("string")),
        ({"type": "array"}, Array(Anything())),
        ({"type": "array", "items": TEXT, "maxItems": 2}, Array(Scalar("string"), None, 2)),
        ({"type": "object"}, Map(Anything())),
        ({"type": "object", "additionalProperties": TEXT}, Map(Scalar("string"))),
        ({"type": "object", "properties": {}, "additionalProperties": True}, Map(Anything())),
        (ref("Other"), Ref("Other")),
        (union(TEXT, union(TEXT, {"type": "null"})), Union((Scalar("string"), Ref("TUnion")))),
    ],
    ids=lambda value: repr(value)[:50],
)
def test_what_a_schema_means(written: Any, meant: Any) -> None:
    """Each construct of the official files has one meaning in the IR."""
    found = parsed({"T": written, "Other": TEXT})["T"]
    assert isinstance(found, Alias)
    if isinstance(meant, Union) and any(isinstance(arm, Ref) for arm in meant.variants):
        assert isinstance(found.type, Union) and found.type.variants[0] == meant.variants[0]
    else:
        assert found.type == meant


def test_members_of_a_record() -> None:
    """Required, optional and nullable are three things; wire names and defaults are kept as they are."""
    found = parsed(
        {
            "T": record(
                {"a": TEXT, "b": {**TEXT, "default": "x"}, "_c": {"type": ["string", "null"]}}, ["a", "_c"]
            )
        }
    )["T"]
    assert isinstance(found, Record) and found.open is None
    assert [(f.name, f.required, f.default) for f in found.fields] == [
        ("a", True, None),
        ("b", False, "x"),
        ("_c", True, None),
    ]
    assert found.fields[2].type == Union((Scalar("string"), Scalar("null")))


def test_all_of_is_one_record() -> None:
    """`allOf` merges members and requirements; of two statements on a member the narrower one holds."""
    found = parsed(
        {
            "Base": record({"a": TEXT, "k": TEXT}, ["a"]),
            "T": {"allOf": [ref("Base"), record({"b": TEXT, "k": {**TEXT, "const": "t"}}, ["b", "k"])]},
        }
    )["T"]
    assert isinstance(found, Record)
    assert [(f.name, f.required) for f in found.fields] == [("a", True), ("k", True), ("b", True)]
    assert found.fields[1].type == Choice(("t",))


def test_anonymous_types_are_named_after_their_place() -> None:
    """Without an overlay an anonymous type is named after its place, numbered where taken, and reported."""
    inner = record({"x": TEXT})
    warned: list[Problem] = []
    found = parsed(
        {
            "T": record({"a": inner, "b-c": union(TEXT, inner)}),
            "TA": TEXT,
            "U": record({"d": {"type": "array", "items": {"enum": ["p", "q"]}}}),
        },
        warned,
    )
    assert set(found) == {"T", "TA", "TA2", "TBC", "TBCObject", "U", "UDItem"}
    assert [(p.location, re.findall(r"named (\w+)", p.message)[0]) for p in warned] == [
        ("s.json#/$defs/T/properties/a", "TA2"),
        ("s.json#/$defs/T/properties/b-c/anyOf/1", "TBCObject"),
        ("s.json#/$defs/T/properties/b-c", "TBC"),
        ("s.json#/$defs/U/properties/d/items", "UDItem"),
    ]


def test_anything_is_found_through_recursion() -> None:
    """A type that accepts every JSON value is recognised, by itself or by recursion, and no other type is."""
    kinds = [{"type": kind} for kind in ("string", "number", "boolean", "null")]
    found = parsed(
        {
            "All": union(*kinds, ref("List"), {"type": "object", "additionalProperties": ref("All")}),
            "List": {"type": "array", "items": ref("All")},
            "NoNull": union(*kinds[:3], ref("List"), {"type": "object"}),
            "Deep": union(*kinds, {"type": "array", "items": ref("NoNull")}, {"type": "object"}),
        }
    )
    assert [n for n in found if is_anything(Ref(n), found)] == ["All"]


# Behaviour: definitions, then values that the first one accepts and refuses.
NUMBERS = {"type": "integer"}
TAGGED_A, TAGGED_B = (record({"t": {"const": c, "type": "string"}}, ["t"]) for c in "ab")
EITHER = union(record({"a": TEXT}, ["a"]), record({"b": TEXT}, ["b"]))
SHAPES: list[tuple[dict[str, Any], list[Any], list[Any]]] = [
    ({"T": {"enum": ["a", 1, None, "1"]}}, ["a", 1, None, "1"], [True, 2, "b", 1.5]),
    ({"T": {"type": "integer", "minimum": 1.5}}, [2, 2**70], [1, 2.5, "2", True]),
    ({"T": {"type": "number", "minimum": 0.5, "maximum": 2}}, [0.5, 1, 2], [0, 0.4, 2.1, "1"]),
    ({"T": {"type": ["object", "array", "string"]}}, [{}, [], "", {"a": 1}], [1, None, True]),
    ({"T": {"type": ["string", "null"], "minLength": 1}}, ["a", None], ["", 1]),
    (
        {"T": record({"x": {"type": ["string", "integer"], "maxLength": 2}})},
        [{"x": "ab"}, {"x": 5}],
        [{"x": "abc"}],
    ),
    ({"T": record({"x": {"type": ["number", "null"], "minimum": 1}})}, [{"x": None}, {"x": 1.5}], [{"x": 0}]),
    ({"T": {"type": "array", "items": ref("T")}}, [[], [[]], [[[]], []]], [1, [1], [[1]], {}]),
    ({"T": {"type": "object", "additionalProperties": ref("T")}}, [{}, {"a": {}}], [1, {"a": 1}]),
    ({"T": union(TEXT, {"type": "array", "items": ref("T")})}, ["x", ["x", ["y"]]], [1, [1]]),
    (
        {
            "T": {"type": "object", "additionalProperties": ref("B")},
            "B": {"type": "array", "items": ref("T")},
        },
        [{}, {"a": [{"b": []}]}],
        [1, {"a": 1}, {"a": [[]]}],
    ),
    ({"T": record({"a": ref("T")})}, [{}, {"a": {"a": {}}}], [{"a": 1}]),
    ({"T": ref("M"), "M": ref("Z"), "Z": record({"a": ref("T")})}, [{"a": {}}], [1, {"a": 1}]),
    (
        {
            "T": union(ref("A"), ref("C")),
            "A": TAGGED_A,
            "C": record({**TAGGED_B["properties"], "n": ref("T")}, ["t"]),
        },
        [{"t": "a"}, {"t": "b", "n": {"t": "a"}}],
        [{"t": "c"}, {"n": {"t": "a"}}, {"t": "b", "n": {}}],
    ),
    (
        {"T": union(ref("M"), ref("B")), "M": ref("A"), "A": TAGGED_A, "B": TAGGED_B},
        [{"t": "b"}],
        [{"t": "q"}, {}],
    ),
    (
        {"T": union({"type": "array", "items": ref("B"), "minItems": 1}, TEXT), "B": EITHER},
        ["x", [{"a": "y"}]],
        [[], [{}]],
    ),
    ({"T": union(ref("Z"), {"type": "null"}), "Z": EITHER}, [None, {"b": "x"}], [{}, 1]),
    ({"T": {"type": "array", "items": ref("M")}, "M": ref("Z"), "Z": EITHER}, [[{"a": "x"}]], [{}, [1]]),
    ({"T": union(*({"type": "array", "items": i} for i in (TEXT, NUMBERS)))}, [[], ["a"], [1]], [["a", 1]]),
    ({"T": union(NUMBERS, {"type": "number"}, TEXT)}, [1, 1.5, "a"], [None, True]),
    ({"T": union({"enum": ["a", 1]}, {"type": "boolean"})}, ["a", 1, True], ["c", 3]),
    (
        {"T": union({"type": "object", "additionalProperties": TEXT}, record({"x": NUMBERS}, ["x"]))},
        [{}, {"a": "b"}, {"x": 1, "y": []}],
        [{"y": 1}, 1],
    ),
    (
        {"T": record({"a": TEXT}, ["a"], additionalProperties=ref("K")), "K": record({"q": NUMBERS}, ["q"])},
        [{"a": "x"}, {"a": "x", "z": {"q": 1}}],
        [{}, {"a": "x", "z": {}}],
    ),
    (
        {"T": record({"a": ref("N"), "b": ref("N")}, ["a"]), "N": union(TEXT, {"type": "null"})},
        [{"a": None}],
        [{}],
    ),
]


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """Return a folder to build small schemas in."""
    return Workshop(tmp_path_factory.mktemp("shapes"))


@pytest.mark.parametrize("order", ["as written", "reversed"])
def test_shapes_mean_what_they_say(workshop: Workshop, order: str) -> None:
    """Each shape accepts and refuses the values that its schema does, and round-trips, in any order."""
    definitions: dict[str, Any] = {}
    for number, (shape, _, _) in enumerate(SHAPES):
        renamed = json.dumps(shape).replace('"#/$defs/', f'"#/$defs/S{number}')
        definitions |= {f"S{number}{name}": definition for name, definition in json.loads(renamed).items()}
    if order == "reversed":
        definitions = dict(reversed(definitions.items()))
    mcp = workshop.build(schema(definitions))
    for number, (_, good, bad) in enumerate(SHAPES):
        for value in good:
            exact(mcp, f"S{number}T", value)
        for value in bad:
            with pytest.raises(ValueError):
                mcp.decode(json.dumps(value).encode(), getattr(mcp, f"S{number}T"))
                pytest.fail(f"shape {number} accepts {value}")


# Official files


def warnings_of(path: Path, revision: str, overlay: Overlay = NO_OVERLAY) -> tuple[Protocol, list[Problem]]:
    """Return the protocol of a schema file, and the warnings of its build."""
    warned: list[Problem] = []
    return read_protocol(file_source(path, overlay), revision, warned.append), warned


@official
@pytest.mark.parametrize("revision", REVISIONS)
def test_official_files_with_their_overlay(revision: str) -> None:
    """The official file with the pinned overlay gives the pinned protocol, without a warning."""
    overlay = schema_folder.packaged().schema(revision).overlay
    built, warned = warnings_of(official_file(revision), revision, overlay)
    assert not warned
    pinned = schema_folder.protocol(revision)
    assert dict(built.definitions) == dict(pinned.definitions)
    assert dict(built.methods) == dict(pinned.methods)
    assert built == pinned


PLAIN_RULES = ("the anonymous type is named ", "no result type is named after ", " is assumed to need ")


@official
@pytest.mark.parametrize("revision", REVISIONS)
def test_official_files_without_an_overlay(revision: str) -> None:
    """The official file alone gives the same methods, senders and official types, with located warnings."""
    path = official_file(revision)
    built, warned = warnings_of(path, revision)
    pinned = schema_folder.protocol(revision)
    named = set(SNAPSHOTS[revision].get("$defs") or SNAPSHOTS[revision]["definitions"])
    assert named <= set(built.definitions)
    assert {m.name: (m.kind, m.senders, m.message) for m in built.methods.values()} == {
        m.name: (m.kind, m.senders, m.message) for m in pinned.methods.values()
    }
    container = "$defs" if "$defs" in SNAPSHOTS[revision] else "definitions"
    assert warned
    for problem in warned:
        assert problem.location.startswith(f"{path}#/{container}/")
        assert any(words in problem.message for words in PLAIN_RULES), problem
        assert "\n" not in str(problem)
    for method in built.methods.values():
        if method.kind != "notification":
            assert method.results and set(method.results) <= set(built.definitions)


@official
@pytest.mark.parametrize(
    "revision",
    [r if r in ("2024-11-05", "2025-11-25") else pytest.param(r, marks=pytest.mark.long) for r in REVISIONS],
)
def test_official_files_build_under_any_name(revision: str, tmp_path: Path) -> None:
    """An official file without its overlay builds, under another name, a package that imports and decodes."""
    mcp = Workshop(tmp_path).build(official_file(revision).read_bytes())
    assert set(mcp.METHODS) == set(schema_folder.protocol(revision).methods)
    exact(mcp, "Tool", {"name": "t", "inputSchema": {"type": "object", "x-odd": 1}, "odd": None})
    exact(mcp, "CallToolRequest", CALLS[revision])
    message = mcp.decode_message(json.dumps(CALLS[revision]).encode(), sender="client")
    assert isinstance(message, mcp.CallToolRequest) and message.params.name == "t"


CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t", "arguments": {"a": 1}}}
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
CALLS: dict[str, Any] = dict.fromkeys(REVISIONS, CALL) | {
    "2026-07-28": {**CALL, "params": {"name": "t", "_meta": MODERN}}
}


@official
def test_2025_11_25_under_another_name_is_itself() -> None:
    """The name of a revision is a name only: the same file and overlay make the same types and methods."""
    overlay = schema_folder.packaged().schema("2025-11-25").overlay
    built, _ = warnings_of(OFFICIAL / "2025-11-25" / "schema.json", "draft-x.1", overlay)
    pinned = schema_folder.protocol("2025-11-25")
    assert built.revision == "draft-x.1"
    assert (built.definitions, built.methods, built.errors) == (
        pinned.definitions,
        pinned.methods,
        pinned.errors,
    )


# Damaged files

KEYWORDS = [
    *("type", "properties", "required", "additionalProperties", "allOf", "anyOf", "$ref", "const", "enum"),
    *("items", "minItems", "minimum", "maxLength", "pattern", "format", "default", "description", "title"),
    *("oneOf", "not", "customTypePath", "$id"),
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all values below a value."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for step, child in below for found in [(*path, step), *places(child, (*path, step))]]


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """Return the value at a path."""
    for step in path:
        value = value[step]
    return value


def invented(document: Any, paths: list[tuple[Any, ...]], chance: random.Random) -> Any:
    """Return a value that might stand in a schema, or should not."""
    other = copy.deepcopy(at(document, chance.choice(paths)))
    names = list(document.get("$defs") or document.get("definitions") or ["Tool"])
    return chance.choice(
        [
            other,
            chance.choice([5, -1, 0.5, None, True, False, [], {}, "x", 10**30, [1], {"type": "null"}]),
            chance.choice(TEXTS),
            {"$ref": f"#/{chance.choice(['$defs', 'definitions'])}/{chance.choice(names)}"},
            union(other, TEXT),
            {"allOf": [other, record({"more": TEXT})]},
            record({chance.choice(TEXTS): other}),
            {"type": chance.choice(["string", "integer", "object", "array"]), chance.choice(KEYWORDS): other},
            {"enum": [chance.choice(TEXTS), chance.choice([1, None, "x"])]},
        ]
    )


def damaged(document: Any, chance: random.Random) -> Any:
    """Return `document` with a few members removed, replaced, added, renamed or repeated."""
    document = copy.deepcopy(document)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        paths = places(document)
        if not paths:
            break
        path = chance.choice(paths)
        parent, step = at(document, path[:-1]), path[-1]
        value = copy.deepcopy(invented(document, paths, chance))  # a later edit may change it
        match chance.randrange(5), parent:
            case 0, _:
                del parent[step]
            case 1, dict():
                parent[chance.choice([*TEXTS, *KEYWORDS])] = value
            case 2, dict():
                parent[chance.choice(TEXTS)] = parent.pop(step)
            case 3, list():
                parent.append(value)
            case _:
                parent[step] = value
    return document


def located(problem: Problem) -> bool:
    """Return whether a problem is one line with a place in the file."""
    return problem.location.startswith("s.json") and "\n" not in str(problem) and bool(problem.message)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.sampled_from(REVISIONS), st.randoms(use_true_random=False))
def test_damaged_files_are_read_or_refused(revision: str, chance: random.Random) -> None:
    """A mutated snapshot is parsed, or refused with located lines, in bounded time."""
    document = damaged(SNAPSHOTS[revision], chance)
    data = json.dumps(document).encode()
    warned: list[Problem] = []
    began = time.process_time()
    try:
        loaded = load(data, "s.json", metaschema=False)
        found = parse(loaded, NO_OVERLAY, "s.json", warned.append)
        class_forms(assemble("small", found, NO_OVERLAY, "s.json", warned.append))
    except Refused as refused:
        assert refused.problems and all(map(located, refused.problems))
    except (AttributeError, LookupError, TypeError, ValueError):
        with pytest.raises(Refused) as metaschema:  # the stages rely on the metaschema
            load(data, "s.json")
        assert all(map(located, metaschema.value.problems))
    assert time.process_time() - began < 10  # CPU seconds; a sound file takes a twentieth of one
    assert all(map(located, warned))


@pytest.mark.long
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(REVISIONS), st.randoms(use_true_random=False))
def test_damaged_files_build_or_are_refused(
    tmp_path_factory: pytest.TempPathFactory, revision: str, chance: random.Random
) -> None:
    """A mutated snapshot becomes a package that imports, or is refused with located lines."""
    workshop = Workshop(tmp_path_factory.mktemp("damaged"))
    try:
        mcp = workshop.build(damaged(SNAPSHOTS[revision], chance))
    except Refused as refused:
        assert refused.problems and all("\n" not in str(problem) for problem in refused.problems)
    else:
        assert mcp.METHODS is not None
