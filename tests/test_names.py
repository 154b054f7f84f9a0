"""Names: wire names as Python spells them, and the names that cannot be spelled."""

from __future__ import annotations

import keyword

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcpgen.names import (
    MAPPING_MEMBERS,
    RESERVED_MEMBERS,
    attribute,
    attributes,
    check_definition_name,
    check_member_name,
    check_revision_name,
    module,
    pascal,
    snake,
)
from mcpgen.problems import Refused


@pytest.mark.parametrize(
    "wire, spelled",
    [
        ("name", "name"),
        ("inputSchema", "input_schema"),
        ("mimeType", "mime_type"),
        ("URLMode", "url_mode"),
        ("ttlMs", "ttl_ms"),
        ("_meta", "meta"),
        ("$schema", "schema"),
        ("io.modelcontextprotocol/clientInfo", "client_info"),
        ("x-mcp-header", "x_mcp_header"),
        ("class", "class_"),
        ("None", "none"),
        ("unknown", "unknown_"),
        ("list", "list_"),
        ("1st", "n1st"),
        ("", "member"),
        ("__init__", "init"),
        ("{{ 7*7 }}", "n7_7"),
        ("é", "ue9"),
        ("名前", "u540d_u524d"),
        ("../../etc", "etc"),
    ],
)
def test_attributes_are_plain_snake_case(wire: str, spelled: str) -> None:
    """Any wire name becomes the attribute that a Python author would choose."""
    assert attribute(wire) == spelled


@pytest.mark.parametrize(
    "name, spelled",
    [("CallToolResult", "call_tool_result"), ("tools/call", "tools_call"), ("JSONRPCError", "jsonrpc_error")]
    + [("List", "list"), ("class", "class"), ("$", "")],
)
def test_snake_case_keeps_every_word(name: str, spelled: str) -> None:
    """A name in snake case keeps its prefix and may be a keyword: code adds to it before it is used alone."""
    assert snake(name) == spelled


@pytest.mark.parametrize(
    "wire, part",
    [("inputSchema", "InputSchema"), ("_meta", "Meta"), ("tools/call", "ToolsCall"), ("é", "Ue9"), ("", "")],
)
def test_type_names_are_joined_words(wire: str, part: str) -> None:
    """A wire name becomes a part of a type name with its own capitals kept."""
    assert pascal(wire) == part


@given(st.lists(st.text(max_size=12), unique=True, max_size=8))
def test_attributes_are_safe_and_distinct(names: list[str]) -> None:
    """The attributes of any wire names are distinct ASCII identifiers, public and free to use."""
    for taken in ((), MAPPING_MEMBERS):
        spelled = attributes(names, taken)
        assert list(spelled) == names
        assert len(set(spelled.values())) == len(names)
        for one in spelled.values():
            assert one.isascii() and one.isidentifier() and not one.startswith("_")
            assert not keyword.iskeyword(one)
            assert one not in RESERVED_MEMBERS | set(taken)


def test_clashing_spellings_are_told_apart_in_order() -> None:
    """Names that share a spelling get `_` appended, the first one in the file's order none."""
    assert attributes(["fooBar", "foo_bar", "foo-bar"]) == {
        "fooBar": "foo_bar",
        "foo_bar": "foo_bar_",
        "foo-bar": "foo_bar__",
    }
    assert attributes(["items"], taken=MAPPING_MEMBERS) == {"items": "items_"}


@pytest.mark.parametrize(
    "name",
    ["", "1A", "a b", "a.b", "É", "A\n", "_t", "__init__", "A" * 101, "None", "list", "match", "Struct"]
    + ["METHODS", "decode", "Router", "DecodeError", "../x", "{{x}}", 'A"', "import os", "Any", "TypedDict"],
)
def test_what_cannot_name_a_type_is_refused(name: str) -> None:
    """A definition name that is no ASCII identifier, or is taken, is refused at its place."""
    with pytest.raises(Refused) as refused:
        check_definition_name(name, "s.json#/$defs")
    assert [problem.location for problem in refused.value.problems] == ["s.json#/$defs"]


@pytest.mark.parametrize("name", ["Tool", "tool", "Annotated", "Meta", "Z9", "A" * 100, "A_b"])
def test_what_can_name_a_type(name: str) -> None:
    """Names that only look dangerous are legal: 2024-11-05 defines a type `Annotated`."""
    check_definition_name(name, "")


@pytest.mark.parametrize("name", ['a"b', "a\\b", "\0", "a\nb", "\x1f", "~"])
def test_what_cannot_name_a_member_is_refused(name: str) -> None:
    """A member name that needs an escape in JSON is refused, because msgspec cannot read it; so is `~`."""
    with pytest.raises(Refused, match="cannot name a member"):
        check_member_name(name, "s.json#/x")


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../x", "a/b", "a\\b", "/abs", "a..b", "-a", "a-", "a b", "a\n", "é", "x" * 65, "\0"]
    + ["{{ x }}", "'", '"', "2025_11_25"],
)
def test_what_cannot_name_a_revision_is_refused(name: str) -> None:
    """A revision names a folder and a module: letters, digits, `-` and `.`, and no way up."""
    with pytest.raises(Refused) as refused:
        check_revision_name(name)
    assert "\n" not in str(refused.value.problems[0])


def test_revisions_name_modules() -> None:
    """The module of a revision is `v` and its name, with `_` for every dot and hyphen."""
    for name, spelled in {"2025-11-25": "v2025_11_25", "draft": "vdraft", "2.0-rc.1": "v2_0_rc_1"}.items():
        check_revision_name(name)
        assert module(name) == spelled
