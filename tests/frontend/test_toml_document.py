"""TOML sources: each conforms to the JSON Schema of its first line, and every violation has its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mcpgen.adapters.actions import VERBS
from mcpgen.frontend.json_schema import metaschema_violations
from mcpgen.frontend.toml_document import Form, form_schema, parse_toml, read_toml
from mcpgen.frontend.toml_edit import quoted
from mcpgen.problems import Refused
from support.paths import ROOT

FORMS: tuple[Form, ...] = get_args(Form)
SOURCES = sorted((ROOT / "schema").rglob("*.toml"))
# Keywords with one meaning in draft-04 and draft-07: editors implement one or the other.
COMMON = {
    *("$schema", "title", "description", "definitions", "$ref", "type", "enum", "anyOf", "properties"),
    *("required", "additionalProperties", "minProperties", "items", "minItems", "uniqueItems", "pattern"),
}


def subschemas(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a schema and every schema in it, the alternatives of an `anyOf` apart."""
    yield schema
    for name in ("properties", "definitions"):
        for below in schema.get(name, {}).values():
            yield from subschemas(below)
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), dict):
            yield from subschemas(schema[name])


def refusals(toml: str, form: Form) -> list[str]:
    """Return the lines with which a document is refused; none where it is not."""
    try:
        read_toml(toml.encode(), "f.toml", form)
    except Refused as refused:
        return [str(problem) for problem in refused.problems]
    return []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_source_names_its_schema_in_its_first_line(path: Any) -> None:
    """Editors find the schema through `#:schema`, and the source conforms to that schema."""
    first = path.read_text("utf-8").partition("\n")[0]
    match = re.fullmatch(r"#:schema ((?:\./|(?:\.\./)+)(\w+)\.schema\.json)", first)
    assert match, first
    assert (path.parent / match[1]).resolve() == ROOT / "schema" / f"{match[2]}.schema.json"
    form = next(form for form in FORMS if form == match[2])
    assert read_toml(path.read_bytes(), path.name, form).data


@pytest.mark.parametrize("form", FORMS)
def test_a_form_is_a_schema_that_editors_can_read(form: Form) -> None:
    """A form is a valid draft-07 schema of keywords that draft-04 shares, with nothing beside a `$ref`."""
    schema = form_schema(form)
    assert not list(metaschema_violations(schema))
    for one in subschemas(schema):
        assert set(one) <= COMMON
        assert "$ref" not in one or set(one) == {"$ref"}


@pytest.mark.parametrize("form", FORMS)
def test_a_form_explains_every_key_and_says_what_to_write(form: Form) -> None:
    """Every property has a description for the editor, every subschema a title for the error message."""
    schema = form_schema(form)
    for one in subschemas(schema):
        assert "$ref" in one or re.match(r"(an? |the |true |some )", one["title"]), one
        for name, below in one.get("properties", {}).items():
            named = below.get("$ref", "").rpartition("/")[2]
            assert (schema["definitions"][named] if named else below)["description"].endswith("."), name


def test_the_form_of_changes_knows_the_verbs() -> None:
    """The form completes verbs that exist, and describes all."""
    verb = form_schema("changes")["definitions"]["verb"]
    assert set(verb["anyOf"][0]["enum"]) <= set(VERBS)
    assert all(re.search(rf"\b{name}\b", verb["description"]) for name in VERBS)


OVERLAY = ", ".join(form_schema("overlay")["properties"])


@pytest.mark.parametrize(
    "form, toml, line",
    [
        ("overlay", "[[nmae]]\n", f"1: unknown key 'nmae'; the keys here are {OVERLAY}"),
        ("overlay", "name = 5\n", "1: 'name' is 5; write an array of tables: [[name]]"),
        (
            "overlay",
            '[open]\ntype = "A"\n',
            '1: \'open\' is {"type": "A"}; write an array of tables: [[open]]',
        ),
        ("overlay", '\n[[open]]\ntype = "A"\n', "2: the key 'reason' is missing; add it"),
        ("overlay", '[[open]]\ntype = "A"\nreason = " "\n', "3: 'reason' is empty; write a sentence"),
        (
            "overlay",
            '[[open]]\ntype = "A"\nmaping = true\nreason = "r"\n',
            "3: unknown key 'maping'; the keys here are type, mapping, defect, reason",
        ),
        (
            "overlay",
            '[[open]]\ntype = ["A"]\nreason = "r"\n',
            "2: 'type' is [\"A\"]; write the name of a type",
        ),
        (
            "overlay",
            '[[name]]\nname = "A"\nat = "/x"\nreason = "r"\n',
            "3: 'at' is \"/x\"; write an array of JSON Pointers",
        ),
        (
            "overlay",
            '[[name]]\nname = "A"\nat = ["/a", "b"]\nreason = "r"\n',
            "3: item 2 of 'at' is \"b\"; write a JSON Pointer such as /$defs/Tool/properties/name",
        ),
        (
            "overlay",
            '[[error]]\nname = "A"\ncode = "1"\nreason = "r"\n',
            "3: 'code' is \"1\"; write an integer",
        ),
        (
            "overlay",
            '[[error]]\nname = "import os; A"\ncode = 1\nreason = "r"\n',
            "2: 'name' is \"import os; A\"; write the name of a constant such as PARSE_ERROR",
        ),
        (
            "overlay",
            '[[gate]]\ncapability = "srver:x"\nmethods = ["m"]\nreason = "r"\n',
            "2: 'capability' is \"srver:x\"; write a side and a path such as server:tools.listChanged",
        ),
        ("changes", "changes = 1", "1: unknown key 'changes'; the keys here are change"),
        ("changes", "change = [1]", "1: item 1 of 'change' is 1; write a table: [[change]]"),
        (
            "docs",
            "[type.Tool]",
            "1: unknown key 'type'; the keys here are plain, pages, fields, types, methods, errors",
        ),
        ("docs", "[types]\nTool = 1", "2: 'Tool' is 1; write a table"),
        ("docs", "[types.Tool]", "1: the key 'doc' is missing; add it"),
        ("docs", '[types.Tool]\ndoc = " "', "2: 'doc' is empty; write a sentence"),
        (
            "docs",
            '[errors.E]\ndoc = "E."\nfields = {}',
            "3: unknown key 'fields'; the keys here are doc, doc_in, page",
        ),
        ("docs", "[fields]\na = 1", "2: 'a' is 1; write a sentence, or a table with doc and doc_in"),
        ("docs", "plain = 1", "1: 'plain' is 1; write an array of member names"),
        ("docs", '\n[pages]\n"a.b" = [1]', "3: item 1 of 'a.b' is 1; write a page such as server/tools"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_a_violation_is_one_line_that_says_what_to_write(form: Form, toml: str, line: str) -> None:
    """Unknown and missing keys and values of another form are each refused at their line."""
    assert refusals(toml, form) == [f"f.toml:{line}"]


def test_all_violations_are_listed_in_the_order_of_their_lines() -> None:
    """One refusal holds every violation, line 9 before line 10."""
    toml = "\n" * 7 + '[[order]]\ntype = ""\nvalues = []\nvalue = 1\n'
    assert [line.partition(" ")[0] for line in refusals(toml, "overlay")] == [
        *("f.toml:8:", "f.toml:9:", "f.toml:10:", "f.toml:11:")
    ]


@pytest.mark.parametrize(
    "toml, message",
    [
        (b"a = \n", "not TOML: invalid value"),
        (b'reason = "\xe9"', "not UTF-8 (byte 10)"),
        (b"a = " + b"9" * 10_000, "not TOML: "),
        (b"a = " + b"[" * 100_000, "is nested deeper than 64 levels; "),
        (b"a = " + b"{a = " * 100_000, "is nested deeper than 64 levels; "),
        (b"[a" + b".a" * 1_000 + b"]", "is nested deeper than 64 levels; "),
        (b"\xef\xbb\xbfplain = []", "begins with a byte order mark; save the file as UTF-8 without it"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_no_toml_is_refused(toml: bytes, message: str) -> None:
    """Invalid TOML, another encoding, endless integers and endless nesting end in one line."""
    with pytest.raises(Refused) as refused:
        read_toml(toml, "f.toml", "overlay")
    (problem,) = refused.value.problems
    assert re.sub(r":\d+:", ":", str(problem), count=1).startswith(f"f.toml: {message}")


# TOML values that JSON does not have, and how a message shows each.
NOT_JSON = {
    "1979-05-27": "1979-05-27",
    "07:32:00": "07:32:00",
    "1979-05-27T07:32:00": "1979-05-27 07:32:00",
    "1979-05-27T07:32:00Z": "1979-05-27 07:32:00+00:00",
    "nan": "nan",
    "-inf": "-inf",
    "1e999": "inf",
}
TABLES: dict[Form, tuple[str, str]] = {
    "overlay": ('[[correction]]\nat = "/a"\nvalue = {}\nreason = "r"', "value"),
    "changes": ("[[change]]\nid = {}", "id"),
    "docs": ("[types.Tool]\ndoc = {}", "doc"),
}


@pytest.mark.parametrize("form", TABLES)
@pytest.mark.parametrize("written", NOT_JSON)
@pytest.mark.parametrize("nested", ["{}", "[1, {}]", "{{a = [{}]}}"])
def test_a_value_that_json_cannot_state_is_refused(form: Form, written: str, nested: str) -> None:
    """A date, a time, an infinite number and NaN are refused in every file, at every depth, at their line."""
    table, key = TABLES[form]
    (line,) = refusals(table.format(nested.format(written)), form)
    name = {"{}": f"'{key}'", "[1, {}]": f"item 2 of '{key}'", "{{a = [{}]}}": "item 1 of 'a'"}[nested]
    number = 3 if form == "overlay" else 2
    is_number = NOT_JSON[written].endswith(("nan", "inf"))
    kind, step = ("number", "a number") if is_number else ("value", "it in quotes")
    assert line == (
        f"f.toml:{number}: {name} is {NOT_JSON[written]}, which is not a JSON {kind}; write {step}"
    )


@pytest.mark.parametrize("path", SOURCES[::3], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_such_a_value_is_refused_in_place_of_every_value(path: Any) -> None:
    """The same holds for the value of each key of the shipped files."""
    lines = path.read_text("utf-8").splitlines()
    form = next(form for form in FORMS if f"{form}.schema.json" in lines[0])
    key = re.compile(r"\w+ = (?=.*[^\[{]$)")
    keys = [(at, found[0]) for at, line in enumerate(lines) if (found := key.match(line))]
    assert keys
    for at, start in Random(1).sample(keys, min(len(keys), 20)):
        edited = "\n".join([*lines[:at], f"{start}1979-05-27", *lines[at + 1 :]])
        said = f"f.toml:{at + 1}: {start[:-3]!r} is 1979"
        assert any(line.startswith(said) for line in refusals(edited, form))


@pytest.mark.parametrize("character", ["\\u0000", "\\u0007", "\\r", "\\u007f", "\\u0085", "\\uFEFF"])
def test_a_control_character_in_a_description_is_refused(character: str) -> None:
    """Compilers refuse a comment with such a character. Other files state names, which may have any."""
    shown = ascii((parse_toml(f'a = "{character}"') or {})["a"])
    for toml in ('[types.A]\ndoc = "a {}"', '[fields]\na = {{doc = "a", doc_in = {{"1" = "{}"}}}}'):
        (line,) = refusals(toml.format(character), "docs")
        assert f"has the control character {shown}; remove it" in line
    assert refusals(f'[[open]]\ntype = "A{character}"\nreason = "r"', "overlay") == []


def test_every_key_that_starts_a_line_has_that_line() -> None:
    """Tables, arrays of tables, dotted and quoted keys have the line that they start."""
    toml = """
plain = ["id"]
[[ change ]]   # a comment
id = "A"
[change.up]
"a b.c" = "keep"
'x' = "drop"
[[change]]
down = { "*" = "keep" }
[types."a\\tb".fields]
one.two = 1
"""
    document = read_toml(b"", "f.toml", "docs")
    assert document.line("anything") == 1
    with pytest.raises(Refused):
        read_toml(toml.encode(), "f.toml", "changes")
    from mcpgen.frontend import toml_document

    assert toml_document._lines(toml) == {
        ("plain",): 2,
        ("change", 0): 3,
        ("change", 0, "id"): 4,
        ("change", 0, "up"): 5,
        ("change", 0, "up", "a b.c"): 6,
        ("change", 0, "up", "x"): 7,
        ("change", 1): 8,
        ("change", 1, "down"): 9,
        ("types", "a\tb", "fields"): 10,
        ("types", "a\tb", "fields", "one", "two"): 11,
    }


@pytest.mark.parametrize("path", SOURCES[::3], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_damaged_source_is_read_or_refused_with_located_lines(path: Any) -> None:
    """A source with a line removed, repeated, moved or cut off never raises anything but `Refused`."""
    random = Random(1)
    lines = path.read_text("utf-8").splitlines()[:150]
    form = next(form for form in FORMS if f"{form}.schema.json" in lines[0])
    for _ in range(120):
        damaged = list(lines)
        index, other = random.randrange(1, len(lines)), random.randrange(1, len(lines))
        match random.randrange(4):
            case 0:
                del damaged[index]
            case 1:
                damaged.insert(other, damaged[index])
            case 2:
                damaged[index], damaged[other] = damaged[other], damaged[index]
            case _:
                damaged[index] = damaged[index][: random.randrange(len(damaged[index]) + 1)]
        for line in refusals("\n".join(damaged), form):
            assert re.match(r"f\.toml(:\d+)?: ", line) and "\n" not in line


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
@example("\x7f\x9b31m\u202e\U000e0001")
def test_a_quoted_text_is_printable(text: str) -> None:
    """A scaffold on a terminal has no character that the terminal obeys, and is read as the same text."""
    assert quoted(text).isprintable() and parse_toml(f"a = {quoted(text)}") == {"a": text}
