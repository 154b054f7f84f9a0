"""The headers that mirror a request: a server expects those that a client writes, and no others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import mcp_bridge
from mcp_bridge.core.revisions import first_stateless
from mcp_bridge.http_headers import (
    STATUS,
    Challenge,
    ToolMarks,
    decoded,
    encoded,
    mirrored,
    mismatch,
    parameters_of,
)
from support.http_bridge import modern


@pytest.mark.parametrize(
    "text", ["us-west1", "Hello, 世界", " padded ", "a\nb", "=?base64?x?=", "", "a b", "\t", "é"]
)
def test_a_header_value_comes_back(text: str) -> None:
    """Plain or in Base64, and never with a line break."""
    value = encoded(text)
    assert decoded(value) == text and value.isascii() and "\n" not in value


@pytest.mark.parametrize("value", ["=?base64?eA==!?=", "=?base64?e?=", "=?base64?/w==?=", "caf\xe9", "a\n"])
def test_a_header_value_that_nobody_writes_is_malformed(value: str) -> None:
    """Neither other characters in Base64 nor bytes that are no UTF-8 are read."""
    assert decoded(value) is None


def test_mirrored_headers_match() -> None:
    """The headers that a client makes are those that a server expects."""
    tool = {
        "inputSchema": {
            "properties": {
                "n": {"type": "integer", "x-mcp-header": "N"},
                "b": {"type": "boolean", "x-mcp-header": "B"},
                "in": {"properties": {"s": {"type": "string", "x-mcp-header": "S"}}},
            }
        }
    }
    parameters = parameters_of(tool)
    assert parameters == {"n": ("n",), "b": ("b",), "s": ("in", "s")}
    frame, _ = modern("tools/call", name="t", arguments={"n": 42, "b": False, "in": {"s": "x"}})
    headers = mirrored(frame, parameters)
    assert mismatch(frame, headers, parameters) is None
    for spelling in ("42.0", "4.2e1", "420E-1"):
        assert mismatch(frame, {**headers, "mcp-param-n": spelling}, parameters) is None
    # `float` reads these, and a proxy may read another number or none
    for spelling in (
        "4_2",
        "+42",
        "042",
        "42.",
        "\u0664\u0662",
        "42\n",
        "\u200242",
        "0x2A",
        "inf",
        "nan",
        "1e99999",
    ):
        assert mismatch(frame, {**headers, "mcp-param-n": encoded(spelling)}, parameters) is not None
    for name in headers:
        assert mismatch(frame, {**headers, name: "other"}, parameters) is not None
        assert mismatch(frame, {k: v for k, v in headers.items() if k != name}, parameters) is not None
    absent, _ = modern("tools/call", name="t", arguments={"n": None})
    assert mismatch(absent, mirrored(absent, parameters), parameters) is None
    assert "no such argument" in (
        mismatch(absent, {**mirrored(absent, parameters), "mcp-param-n": "1"}, parameters) or ""
    )


@pytest.mark.parametrize("code", [*first_stateless().errors.values(), -32000])
def test_an_error_has_the_status_of_the_transport(code: int) -> None:
    """Method not found is 404, an error of the transport 400; an error of a handler has no status.

    Clients take 400 for a server of an older revision, so invalid params of a tool must not become 400.
    """
    without = {-32603, -32602, -32000}
    assert STATUS.get(code) == (None if code in without else 404 if code == -32601 else 400)


@pytest.mark.parametrize(
    "value, text",
    [
        (2**53 - 1, "9007199254740991"),
        (-(2**53 - 1), "-9007199254740991"),
        (2**53, None),
        (-(2**53), None),
        (True, "true"),
        (False, "false"),
        (1.5, None),
        (None, None),
        ([1], None),
        ("=?base64?x?=", "=?base64?PT9iYXNlNjQ/eD89?="),
    ],
)
def test_a_marked_argument_is_mirrored_where_a_header_can_say_it(value: Any, text: str | None) -> None:
    """An integer that a proxy may read as another number has no header, nor has a value of another kind."""
    frame, _ = modern("tools/call", name="t", arguments={"n": value})
    headers = mirrored(frame, {"n": ("n",)})
    assert headers.get("mcp-param-n") == text
    assert mismatch(frame, headers, {"n": ("n",)}) is None
    absent = {name: value for name, value in headers.items() if name != "mcp-param-n"}
    assert mismatch(frame, absent, {"n": ("n",)}) == (
        None if text is None else "the header mcp-param-n is missing"
    )
    wrong = {**headers, "mcp-param-n": "=?base64?!?="}
    assert mismatch(frame, wrong, {"n": ("n",)}) == "the header mcp-param-n is malformed"


@pytest.mark.parametrize(
    "schema, expected",
    [
        ({"properties": {"x-mcp-header": {"type": "string", "x-mcp-header": "A"}}}, {"a": ("x-mcp-header",)}),
        ({"properties": {"x-mcp-header": {"type": "string"}}}, {}),
        ({"patternProperties": {"x-mcp-header": {"type": "string"}}}, {}),
        ({"$defs": {"x-mcp-header": {"type": "string"}}}, {}),
        ({"$defs": {"a": {"type": "string", "x-mcp-header": "A"}}}, None),
        ({"properties": {"a": {"const": {"x-mcp-header": "A"}}}}, {}),
        ({"x-mcp-header": "A", "type": "string"}, None),
        (None, {}),
    ],
)
def test_a_mark_stands_at_an_argument_alone(schema: Any, expected: Any) -> None:
    """A property may have the name of a mark; a mark elsewhere makes the tool invalid."""
    assert parameters_of({"inputSchema": schema}) == expected


@pytest.mark.parametrize(
    "properties",
    [
        {"a": {"type": "string", "x-mcp-header": ""}},
        {"a": {"type": "string", "x-mcp-header": "a b"}},
        {"a": {"type": "number", "x-mcp-header": "A"}},
        {"a": {"type": "string", "x-mcp-header": "A"}, "b": {"type": "string", "x-mcp-header": "a"}},
        {"a": {"type": "array", "items": {"type": "string", "x-mcp-header": "A"}}},
        {"a": {"anyOf": [{"type": "string", "x-mcp-header": "A"}]}},
    ],
)
def test_a_wrong_mark_makes_a_tool_invalid(properties: dict[str, Any]) -> None:
    """The specification names each of these."""
    assert parameters_of({"inputSchema": {"properties": properties}}) is None


def test_the_error_of_a_challenge_says_what_the_server_answers() -> None:
    """With the reason in its body, else with one that holds for each."""
    assert Challenge(401, "Bearer", "expired").message == "the server answers 401: expired"
    assert Challenge(403, "").message == "the server answers 403: authorization is missing or insufficient"
    assert Challenge(403, "Bearer").data == {"status": 403, "www-authenticate": "Bearer"}


def test_the_package_has_the_names_that_it_lists() -> None:
    """Each is imported on first use; any other name is none."""
    assert {*mcp_bridge.__all__} <= {*dir(mcp_bridge)}
    assert all(getattr(mcp_bridge, name) for name in mcp_bridge.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'absent'"):
        mcp_bridge.absent  # noqa: B018
    assert mcp_bridge.__version__


def test_marks_of_tools_are_bounded() -> None:
    """Tools without marks, and tools with long names or marks, are not remembered."""
    marks = ToolMarks()

    def learned(name: str, *arguments: str) -> Mapping[str, tuple[str, ...]]:
        properties = {each: {"type": "string", "x-mcp-header": "x"} for each in arguments}
        assert marks.learn({"name": name, "inputSchema": {"type": "object", "properties": properties}})
        return marks.of({"method": "tools/call", "params": {"name": name}})

    assert not learned("plain") and not learned("n" * 10_000, "a") and not learned("long", "a" * 10_000)
    assert learned("marked", "a") == {"x": ("a",)}
    assert learned("n" * 4094, "a") and not learned("n" * 4095, "a")
    assert marks.learn(7) and not marks.learn({"name": "wrong", "inputSchema": {"x-mcp-header": "x"}})
    assert (
        marks.learn({"name": 7}) and marks.of({"method": "prompts/get", "params": {"name": "marked"}}) == {}
    )
    assert not learned("marked")
    for number in range(9998):
        learned(f"tool {number}", "a")
    assert learned("last", "a") and not learned("beyond", "a"), "ten thousand, with the one of 4094 letters"
