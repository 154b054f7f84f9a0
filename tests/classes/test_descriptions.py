"""The texts of `schema/docs.toml`: complete, well formed, our own, and read as documented."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from mcpgen import schema_folder
from mcpgen.classes.descriptions import NO_DESCRIPTIONS, Descriptions, read_descriptions, with_extensions
from mcpgen.ir import Alias, Anything, ErrorCode, Field, Method, Protocol, Record
from mcpgen.problems import Refused
from mcpgen.schema_folder import protocol, revisions
from support.paths import ROOT

SPEC = ROOT.parent / "shared" / "spec"
LEDGER = ROOT.parent / "shared" / "LEDGER.md"
REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
needs_spec = pytest.mark.skipif(
    not SPEC.is_dir(), reason="the official schema files are not at ../shared/spec"
)
each_revision = pytest.mark.parametrize("revision", REVISIONS)


@cache
def docs() -> Descriptions:
    """Return the descriptions of `schema/docs.toml`."""
    return read_descriptions((ROOT / "schema" / "docs.toml").read_bytes(), "schema/docs.toml")


@cache
def official(revision: str) -> dict[str, Any]:
    """Return the definitions of the official file."""
    schema = json.loads((SPEC / revision / "schema.json").read_text("utf-8"))
    definitions: dict[str, Any] = schema.get("$defs") or schema["definitions"]
    return definitions


def members(schema: dict[str, Any], revision: str) -> Iterator[str]:
    """Yield the members of an object schema, those that it gets through `allOf` included."""
    yield from schema.get("properties", {})
    for arm in schema.get("allOf", []):
        reference = arm.get("$ref")
        yield from members(official(revision)[reference.rsplit("/", 1)[1]] if reference else arm, revision)


def methods(node: Any) -> Iterator[str]:
    """Yield every constant that some schema demands under `method`."""
    if isinstance(node, dict):
        method = node.get("properties", {}).get("method", {})
        if isinstance(method, dict) and "const" in method:
            yield method["const"]
        yield from (found for value in node.values() for found in methods(value))
    elif isinstance(node, list):
        yield from (found for value in node for found in methods(value))


def descriptions(node: Any) -> Iterator[str]:
    """Yield every official description and title, wherever it stands."""
    if isinstance(node, dict):
        yield from (node[key] for key in ("description", "title") if isinstance(node.get(key), str))
        yield from (found for value in node.values() for found in descriptions(value))
    elif isinstance(node, list):
        yield from (found for value in node for found in descriptions(value))


def our_texts() -> list[tuple[str, str]]:
    """Return every text of ours with its place."""
    return [
        (".".join(place) + (f" ({revision})" if revision else ""), text)
        for place, description in docs().items()
        for revision, text in [("", description.doc), *description.doc_in.items()]
    ]


def words(text: str) -> tuple[str, ...]:
    """Return the words of a text in lower case, without punctuation."""
    return tuple(re.findall(r"[a-z0-9]+", text.lower()))


# Complete


@needs_spec
@each_revision
def test_every_official_definition_has_a_description(revision: str) -> None:
    """No definition of an official file is without a description."""
    assert [name for name in official(revision) if not docs().of_type(name, revision)] == []


@needs_spec
@each_revision
def test_every_official_member_has_a_description_or_is_plain(revision: str) -> None:
    """No member of an official definition is without a description, except those declared plain."""
    assert [
        f"{name}.{member}"
        for name, schema in official(revision).items()
        for member in members(schema, revision)
        if member not in docs().plain and not docs().of_member(name, member, revision)
    ] == []


@needs_spec
@each_revision
def test_every_official_method_has_a_description_and_a_page(revision: str) -> None:
    """No method of an official file is without a description and a link."""
    found = sorted(set(methods(official(revision))))
    assert found
    assert [name for name in found if not docs().of_method(name, revision)] == []
    assert [name for name in found if docs().page("methods", name, revision) is None] == []


@needs_spec
@each_revision
def test_every_official_definition_has_a_page(revision: str) -> None:
    """Every definition is linked, except plain JSON and the bare pair of names, which no page explains."""
    unexplained = {"JSONValue", "JSONObject", "JSONArray", "BaseMetadata"}
    unlinked = {name for name in official(revision) if docs().page("types", name, revision) is None}
    assert unlinked == unexplained & set(official(revision))


@pytest.mark.skipif(not LEDGER.is_file(), reason="LEDGER.md is not at ../shared")
def test_every_name_of_an_anonymous_type_has_a_description() -> None:
    """Every name in LEDGER section 8, and every member listed there, has a description."""
    section = LEDGER.read_text("utf-8").split("\n## 8.")[1].split("\n## 9.")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", section, re.MULTILINE)
    inline = {
        name
        for paragraph in re.findall(r"^Inline (?:enums|unions).*", section, re.MULTILINE)
        for assigned in re.findall(r"((?:`\w+`[,/]?)+)(?: \([^)]*\))? =", paragraph)
        for name in re.findall(r"\w+", assigned)
    }
    assert len(rows) == 54 and len(inline) == 18
    latest = REVISIONS[-1]
    assert [name for name in {*inline, "JSONObject"} if not docs().of_type(name, latest)] == []
    assert [name for name, _ in rows if not docs().of_type(name, latest)] == []
    assert [
        f"{name}.{member}"
        for name, listed in rows
        for member in re.findall(r"[$\w]+", listed)
        if member not in docs().plain and not docs().of_member(name, member, latest)
    ] == []


def test_every_pinned_revision_is_documented_and_nothing_else() -> None:
    """Every name of the pinned revisions has a description, and every description has a name."""
    protocols = [protocol(revision) for revision in revisions()]
    assert [str(problem) for p in protocols for problem in docs().missing(p)] == []
    assert [str(problem) for problem in docs().stale(protocols)] == []


# Well formed, and our own


def flaws(place: str, text: str) -> Iterator[str]:
    """Yield the flaws in the form of a text."""
    if not text.isascii() or not text.isprintable() or text != " ".join(text.split()):
        yield "more than plain words on one line"
    if not text.endswith(".") or text.endswith(".."):
        yield "no full stop at the end"
    if not (text[0].isupper() or text[0] == "`"):
        yield "no capital at the start"
    if len(text) > 240:
        yield f"{len(text)} characters, 240 at most"
    if len(re.findall(r"\.(?= |$)", text)) > (1 if "fields" in place.split(".") else 2):
        yield "too many sentences: two at most, one for a member"
    if re.match(r"This\b", text):
        yield "begins with 'This'"
    if re.search(r"\{[{%#]|[}%#]\}", text) or "\\" in text or '"""' in text:
        yield "template or docstring syntax"
    if text.count("`") % 2:
        yield "a code span that does not end"


def test_each_text_is_one_or_two_short_sentences() -> None:
    """A text is one or two plain sentences on one line, at most 240 characters, without template syntax."""
    assert [f"{place}: {flaw}" for place, text in our_texts() for flaw in flaws(place, text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "No stop",
        "a tool.",
        "A tool. ",
        "A  tool.",
        "A tool.\n",
        "A {{ tool }}.",
        "A. B. C.",
        "This is it.",
        "A `b.",
    ],
)
def test_a_flawed_text_is_noticed(text: str) -> None:
    """The check on the form of a text refuses each kind of flaw."""
    assert list(flaws("types.Tool", text)) != []


@needs_spec
def test_no_text_shares_eight_words_in_a_row_with_an_official_description() -> None:
    """Eight words in a row that also stand in an official description would be a copy."""
    runs = {
        run[i : i + 8]
        for revision in REVISIONS
        for description in descriptions(official(revision))
        for run in [words(description)]
        for i in range(len(run) - 7)
    }
    assert runs
    assert [
        f"{place}: {' '.join(run[i : i + 8])}"
        for place, text in our_texts()
        for run in [words(text)]
        for i in range(len(run) - 7)
        if run[i : i + 8] in runs
    ] == []


@needs_spec
def test_no_text_is_an_official_sentence_however_short() -> None:
    """None of our sentences equals a sentence of an official description, word for word."""
    theirs = {
        words(sentence)
        for revision in REVISIONS
        for description in descriptions(official(revision))
        for sentence in [description, *re.split(r"[.!?:](?:\s|$)|\n", description)]
    }
    ours = [(place, words(part)) for place, text in our_texts() for part in [text, *re.split(r"\.\s", text)]]
    assert [place for place, sentence in ours if sentence in theirs] == []


# Read as documented

SMALL = b"""
plain = ["id"]
[pages]
old = ["here"]
new = ["there", "both"]
[fields]
shared = "Shared."
[types.Thing]
doc = "A thing."
doc_in = { old = "An old thing." }
page = ["there#part", "here"]
fields.own = { doc = "Own.", doc_in = { old = "Old own." } }
fields.shared = "Not shared."
[types.Other]
doc = "Another."
page = "here"
[types.Third]
doc = "Yet another."
like = "Thing"
fields.shared = "Third."
[methods."do/it"]
doc = "Does it."
[errors.BAD]
doc = "Bad."
"""


def small_protocol(revision: str, *definitions: Record | Alias) -> Protocol:
    """Return a protocol with these definitions, one method and one error code."""
    method = Method("do/it", "request", ("client",), "Thing", None)
    return Protocol(revision, {d.name: d for d in definitions}, {"do/it": method}, (ErrorCode("BAD", -1),))


def record(name: str, *names: str) -> Record:
    """Return a record with members of these names."""
    return Record(name, tuple(Field(n, Anything(), True) for n in names))


def test_a_revision_reads_its_own_description_and_others_the_common_one() -> None:
    """`doc_in` overrides `doc` for the revisions it lists, for types and members alike."""
    small = read_descriptions(SMALL, "docs.toml")
    assert [small.of_type("Thing", r) for r in ("old", "new", "draft")] == [
        "An old thing.",
        "A thing.",
        "A thing.",
    ]
    assert [small.of_member("Thing", "own", r) for r in ("old", "new")] == ["Old own.", "Own."]


def test_a_member_reads_its_types_description_before_the_shared_one() -> None:
    """A type's own `fields` come first, then those of its `like`, then the shared ones, then ''."""
    small = read_descriptions(SMALL, "docs.toml")
    assert small.of_member("Thing", "shared", "new") == "Not shared."
    assert small.of_member("Other", "shared", "new") == "Shared."
    assert small.of_member("Third", "shared", "new") == "Third."
    assert small.of_member("Third", "own", "old") == "Old own."
    assert small.of_member("Unheard", "shared", "new") == ""
    assert small.of_member("Other", "own", "new") == small.of_type("Unheard", "new") == ""


def test_a_page_is_linked_only_where_the_revision_has_it() -> None:
    """The first page of the list that the revision has is linked, with its anchor; else there is no link."""
    small = read_descriptions(SMALL, "docs.toml")
    site = "https://modelcontextprotocol.io/specification"
    assert small.page("types", "Thing", "old") == f"{site}/old/here"
    assert small.page("types", "Thing", "new") == f"{site}/new/there#part"
    assert small.page("types", "Other", "new") is None
    assert small.page("types", "Thing", "draft") is None
    assert small.page("methods", "do/it", "new") is None


def test_what_a_protocol_has_and_the_file_has_not_is_missing() -> None:
    """Definitions, members, methods and error codes without a description are listed, each with its table."""
    small = read_descriptions(SMALL, "docs.toml")
    assert small.missing(small_protocol("new", record("Thing", "own", "id", "shared"))) == []
    method = Method("do/more", "request", ("client",), "Thing", None)
    more = Protocol(
        "new", {"Fourth": record("Fourth", "own", "$id")}, {"do/more": method}, (ErrorCode("WORSE", -2),)
    )
    lines = [str(problem) for problem in small.missing(more)]
    assert len(lines) == 5
    assert all(line.startswith("docs.toml: [") and "new" in line for line in lines)
    for said in ("[types.Fourth]", '[methods."do/more"]', "[errors.WORSE]", "'own'", "'$id'"):
        assert any(said in line for line in lines), said


def test_what_the_file_has_and_no_protocol_has_is_stale() -> None:
    """Descriptions, overrides and plain members that no protocol uses are listed."""
    small = read_descriptions(SMALL, "docs.toml")
    thing = record("Thing", "own", "shared", "id")
    others = record("Other", "shared"), record("Third", "shared", "own")
    everything = [small_protocol("old", thing, *others), small_protocol("new", thing)]
    assert small.stale(everything) == []
    without = [str(problem) for problem in small.stale([small_protocol("new", record("Thing", "own"))])]
    assert without == [
        "docs.toml: [fields.shared] matches nothing in any revision; remove it",
        "docs.toml: [types.Thing.fields.shared] matches nothing in any revision; remove it",
        "docs.toml: [types.Other] matches nothing in any revision; remove it",
        "docs.toml: [types.Third] matches nothing in any revision; remove it",
        "docs.toml: [types.Third.fields.shared] matches nothing in any revision; remove it",
        "docs.toml: [types.Thing.doc_in] is for old, which has no such name; remove it",
        "docs.toml: [types.Thing.fields.own.doc_in] is for old, which has no such name; remove it",
        "docs.toml: plain: no type has a member 'id' without a description; remove the name",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[types.Tool]", "d:1: the key 'doc' is missing; add it"),
        ('[methods.m]\ndoc = "M."\nlike = "X"', "d:3: unknown key 'like'"),
        (
            '[types.Tool]\ndoc = "T."\npage = "x"',
            "d:3: [types.Tool.page] names 'x', which is not in `pages`",
        ),
        (
            '[types.Tool]\ndoc = "T."\ndoc_in = {x = "X."}',
            "d:3: [types.Tool.doc_in] describes 'x', which `pages` does not list; add it there",
        ),
        (
            '[types.Tool]\ndoc = "T."\nlike = "X"',
            "d:3: [types.Tool.like] names 'X', which this file does not describe; correct the name",
        ),
        (
            '[fields]\na = { doc = "A.", doc_in = { x = "X." } }',
            "d:2: [fields.a.doc_in] describes 'x', which `pages` does not list; add it there",
        ),
        (
            '[types.Tool]\ndoc = "T."\nfields.a = { doc = "A.", doc_in = { x = "X." } }',
            "d:3: [types.Tool.fields.a.doc_in] describes 'x', which `pages` does not list; add it there",
        ),
        ("a = [x]", "d:1: not TOML: "),
    ],
)
def test_a_malformed_file_is_refused_with_its_place(text: str, line: str) -> None:
    """A malformed file is refused in one line that names line and key."""
    with pytest.raises(Refused) as refused:
        read_descriptions(text.encode(), "d")
    (problem,) = refused.value.problems
    assert str(problem).startswith(line)


@pytest.mark.parametrize("type_", ["Tool", "TurnParams"])
@pytest.mark.parametrize("revision", [docs(), NO_DESCRIPTIONS], ids=["described", "without descriptions"])
def test_an_addition_needs_no_descriptions(revision: Descriptions, type_: str) -> None:
    """An extension from a single file describes neither the type nor the members that it adds."""
    layer = replace(schema_folder.packaged().extension("tasks"), additions={type_: "More"})
    found = with_extensions(revision, [(layer, NO_DESCRIPTIONS)])
    assert found.of_member(type_, "more", "2026-07-28") == ""
    assert found.of_type(type_, "2026-07-28") == revision.of_type(type_, "2026-07-28")
    assert found.of_member(type_, "name", "2026-07-28") == revision.of_member(type_, "name", "2026-07-28")
