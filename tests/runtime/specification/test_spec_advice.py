"""Advice: each rule broken and kept; a rule without its package is reported; no message is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_revisions._runtime import revisions as order
from mcp_revisions._runtime.specification import spec_rule, spec_rules

from support.frames import JSON, METHOD, embedded, error, request, result, sample
from support.paths import PAGES, SPEC

EXAMPLES_2026 = SPEC / "2026-07-28" / "examples"
R1, R2, R3, R4, R5, *_ = order.order()


def form(message: str = "m", **fields: Any) -> dict[str, Any]:
    """Return a form request."""
    return request(
        "elicitation/create", message=message, requestedSchema={"type": "object", "properties": fields}
    )


def url(address: str) -> dict[str, Any]:
    """Return a request in URL mode."""
    return request("elicitation/create", mode="url", message="m", url=address, elicitationId="e")


def tool(name: str = "f", **members: Any) -> dict[str, Any]:
    """Return the list of one tool."""
    return result(tools=[{"name": name, "inputSchema": {"type": "object"}, **members}])


TEXT = {"type": "string"}
BLOCK = {"type": "text", "text": "t"}
OUT = {
    "name": "f",
    "outputSchema": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
}
CALL = {"request": request("tools/call", name="f"), "tools": [OUT]}
META = "io.modelcontextprotocol/clientCapabilities"

# rule → revision, facts, what breaks it with the place, what keeps it
EXAMPLES: list[tuple[str, str, dict[str, Any], Any, str, Any]] = [
    *(("form-sensitive", R3, {}, form(**{name: TEXT}), f"/params/requestedSchema/properties/{name}",
     form(user=TEXT))
      for name in ("password", "apiKey", "API_KEY", "access-token", "githubToken", "clientSecret",
          "cardNumber", "pin", "key", "licenseKey", "pwd", "ssn")),
    ("form-sensitive", R5, {}, embedded(form(x={"type": "string", "title": "Your passphrase"})),
     "/result/inputRequests/k/params/requestedSchema/properties/x",
     embedded(form(max_tokens=TEXT, tokenLimit=TEXT, passport=TEXT, email=TEXT, monkey=TEXT, primaryKey=TEXT,
                   keyword=TEXT, publicKey=TEXT, keyPoints=TEXT))),
    ("form-clickable-url", R4, {}, form("See https://x.y/z"), "/params/message", form("See the page of x")),
    ("form-clickable-url", R4, {}, form(a={"type": "string", "description": "as on www.example.com"}),
     "/params/requestedSchema/properties/a/description", form(a={"type": "string", "format": "uri"})),
    ("form-unsupported", R3, {}, form(a={"type": "array", "items": {"type": "string", "enum": ["x"]}}),
     "/params/requestedSchema/properties/a", form(a={"type": "boolean"})),
    ("form-legacy-names", R4, {}, form(a={"type": "string", "enum": ["x"], "enumNames": ["X"]}),
     "/params/requestedSchema/properties/a/enumNames", form(a={"type": "string", "enum": ["x"]})),
    ("form-content-mismatch", R3, {"request": form(a={"type": "integer"})}, result(action="accept",
     content={"a": "1"}),
     "/result/content/a", result(action="accept", content={"a": 1})),
    *(("url-invalid", R4, {}, url(bad), "/params/url", url("https://mcp.example.com/ui/set_api_key"))
      for bad in ("", "example.com/a", "https://", "https:///a", "https://a b/", "https://x:y/",
          "mailto:a@b.c")),
    *(("url-not-https", R4, {}, url(bad), "/params/url", url(good))
      for bad, good in (("http://x.y/", "http://localhost:3/"), ("ftp://x.y/", "http://127.0.0.1/"),
                        ("javascript://x.y/", "http://[::1]/"), ("http://localhost.x.y/", "HTTPS://x.y/"))),
    *(("url-sensitive", R4, {}, url(bad), "/params/url", url("https://x.y/c?elicitationId=550e&state=a#top"))
      for bad in ("https://u:p@x.y/", "https://u@x.y/", "https://x.y/?api_key=1",
          "https://x.y/?access_token=1",
                  "https://x.y/?user=joe", "https://x.y/?q=joe%40example.com", "https://x.y/#jwt=1",
                  "https://x.y/?q=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqb2UifQ.c2ln")),
    ("url-suspicious-host", R4, {}, url("https://xn--pple-43d.com/"), "/params/url",
     url("https://apple.com/")),
    ("resource-uri-invalid", R1, {}, result(contents=[{"uri": "a b", "text": "t"}]), "/result/contents/0/uri",
     result(contents=[{"uri": "file:///a%20b", "text": "t"}])),
    ("resource-uri-invalid", R3, {}, result(content=[{"type": "resource_link", "uri": "x.rs", "name": "x"}]),
     "/result/content/0/uri", result(content=[{"type": "resource_link", "uri": "git://x.rs", "name": "x"}])),
    ("icon-source", R4, {}, tool(icons=[{"src": "javascript:alert(1)"}]), "/result/tools/0/icons/0/src",
     tool(icons=[{"src": "https://x.y/i.png"}, {"src": "data:image/png;base64,"}])),
    *(("tool-name", R4, {}, tool(bad), "/result/tools/0/name", tool(good))
      for bad, good in (("", "getUser"), ("a b", "DATA_EXPORT_v2"), ("a,b", "admin.tools.list"), ("é", "a-b"),
                        ("x" * 129, "x" * 128), ("a\n", "a"))),
    ("tool-name-twice", R4, {}, result(tools=[{"name": "f"}, {"name": "g"}, {"name": "f"}]),
     "/result/tools/2/name",
     result(tools=[{"name": "f"}, {"name": "F"}])),
    ("tool-schema-invalid", R4, {}, tool(inputSchema={"type": "objekt"}), "/result/tools/0/inputSchema/type",
     tool(inputSchema={"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"})),
    ("tool-schema-invalid", R5, {}, tool(outputSchema={"type": "object",
     "properties": {"a": {"minLength": "1"}}}),
     "/result/tools/0/outputSchema/properties/a/minLength", tool(outputSchema={"type": "array",
     "items": True})),
    ("tool-schema-invalid", R4, {}, tool(inputSchema={"$schema": "https://x.y/d", "type": "object"}),
     "/result/tools/0/inputSchema/$schema", tool(inputSchema={"type": "object", "pattern": "\\p{L}"})),
    ("tool-output-missing", R3, CALL, result(content=[]), "/result", result(content=[], isError=True)),
    ("tool-output-missing", R5, CALL, result(content=[], resultType="complete"), "/result",
     result(resultType="input_required", requestState="s")),
    ("tool-output-mismatch", R3, CALL, result(content=[BLOCK], structuredContent={"n": 1.5}),
     "/result/structuredContent/n", result(content=[BLOCK], structuredContent={"n": 1})),
    ("tool-output-not-in-text", R3, {}, result(content=[], structuredContent={}), "/result/content",
     result(content=[BLOCK], structuredContent={})),
    *(("base64-invalid", R1, {}, result(content=[{"type": "image", "data": bad, "mimeType": "image/png"}]),
       "/result/content/0/data", result(content=[{"type": "image", "data": good, "mimeType": "image/png"}]))
      for bad, good in (("a", ""), ("AAA", "AAA="), ("AA-_", "AA+/"), ("AA\nAA", "AAAA"), ("é", "AAAAAAA="))),
    ("base64-invalid", R1, {}, result(contents=[{"uri": "a:b", "blob": "?"}]), "/result/contents/0/blob",
     result(contents=[{"uri": "a:b", "blob": "AAAA"}])),
    ("base64-invalid", R2, {}, sample(("user", {"type": "audio", "data": "!", "mimeType": "audio/wav"})),
     "/params/messages/0/content/data", sample(("user", BLOCK))),
    ("deprecated-feature", R5, {}, embedded(request("roots/list")), "/result/inputRequests/k/method",
     embedded(form())),
    ("deprecated-feature", R5, {}, request("notifications/message", level="info", data=1), "/method",
     request("notifications/progress", progressToken=1, progress=1)),
    ("deprecated-feature", R5, {}, request("tools/list", _meta={META: {"sampling": {}}}),
     "/params/_meta/io.modelcontextprotocol~1clientCapabilities/sampling",
     request("tools/list", _meta={META: {"elicitation": {}}})),
    ("deprecated-feature", R5, {}, result(capabilities={"logging": {}}), "/result/capabilities/logging",
     result(capabilities={"tools": {}})),
    ("include-context", R4, {}, request("sampling/createMessage", messages=[], includeContext="allServers"),
     "/params/includeContext", request("sampling/createMessage", messages=[], includeContext="none")),
    ("error-code-legacy", R5, {}, error(-32001), "/error/code", error(-32603)),
    *(("meta-key", R3, {}, request("ping", _meta={bad: 1}), f"/params/_meta/{bad.replace('/', '~1')}",
       request("ping", _meta={good: 1}))
      for bad, good in (("a b", "progressToken"), ("1x/a", "com.example/a-b.c_d"), ("/a", "com.example/"),
          ("-a", "a"))),
    ("meta-key", R4, {}, tool(_meta={"é": 1}), "/result/tools/0/_meta/é",
     tool(_meta={"io.modelcontextprotocol/x": 1})),
    ("extension-name", R5, {}, result(capabilities={"extensions": {"ui": {}}}),
     "/result/capabilities/extensions/ui",
     result(capabilities={"extensions": {"io.modelcontextprotocol/ui": {}}})),
    *(("tool-header", R5, {}, tool(inputSchema={"properties": bad}),
     f"/result/tools/0/inputSchema/properties/{at}/x-mcp-header",
       tool(inputSchema={"properties": {"a": {"type": "string", "x-mcp-header": "A"},
       "x-mcp-header": {"type": "number"}}}))
      for at, bad in (("a", {"a": {"type": "string", "x-mcp-header": ""}}), ("a", {"a": {"type": "string",
          "x-mcp-header": "a\n"}}),
                      ("a", {"a": {"type": "number", "x-mcp-header": "A"}}), ("a", {"a": {"type": "string",
                       "x-mcp-header": 1}}),
                      ("b", {k: {"type": "string", "x-mcp-header": v} for k, v in (("a", "X"), ("b",
                       "x"))}))),
]  # fmt: skip


def of(name: str, message: Any, revision: str, facts: dict[str, Any]) -> list[spec_rules.Finding]:
    """Return what one rule finds."""
    return [f for f in spec_rules.advise(message, revision, **facts) if f.rule == name]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: f"{e[0]}-{e[1]}")
def test_each_rule_broken_and_kept(example: tuple[str, str, dict[str, Any], Any, str, Any]) -> None:
    """A rule finds the violation at its place, nothing in a correct frame, nothing in other revisions."""
    name, revision, facts, bad, where, good = example
    rule = next(rule for rule in spec_rules.ADVICE if rule.id == name)
    before = copy.deepcopy(bad)
    assert [(f.pointer, f.severity) for f in of(name, bad, revision, facts)] == [(where, rule.severity)]
    assert of(name, good, revision, facts) == [] and bad == before
    for other in order.order():
        if not order.within(other, rule.since, rule.until):
            assert of(name, bad, other, facts) == []


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("see https://a.b/c?d=1 there", "https://a.b/c?d=1"),
        ("(WWW.shop.example.co.uk.)", "WWW.shop.example.co.uk"),
        ("ftp://a", "ftp://a"),
        ("http://www.a.bc", "http://www.a.bc"),
        ("www.http://q", "http://q"),
        ("xhttp://a, www.x, no www. dot", None),
    ],
)
def test_the_whole_link_of_a_form_is_named(text: str, link: str | None) -> None:
    """The advice names the link from its scheme, or from `www.` to its last label."""
    found = [finding.reason for finding in of("form-clickable-url", form(text), R4, {})]
    assert found == ([] if link is None else [f"a form must not show a clickable URL: {link}"])


def test_every_rule_has_an_example() -> None:
    """No rule goes without an example that breaks it; advice includes the rules of spec_rules."""
    own = [rule.id for rule in spec_rules.ADVICE if rule not in spec_rules.RULES]
    assert {e[0] for e in EXAMPLES} == set(own) and set(spec_rules.RULES) < set(spec_rules.ADVICE)
    assert len({rule.id for rule in spec_rules.ADVICE}) == len(spec_rules.ADVICE)
    assert all(rule.summary.endswith(".") and rule.section for rule in spec_rules.ADVICE)


@pytest.mark.parametrize("name", [rule.id for rule in spec_rules.ADVICE if rule.validates])
def test_without_the_extra(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that needs jsonschema says that it did not run where it would apply, and is silent elsewhere."""
    monkeypatch.setattr(spec_rule, "available", lambda: False)
    _, revision, facts, bad, _, good = next(e for e in EXAMPLES if e[0] == name)
    for message in (bad, good):
        (found,) = of(name, message, revision, facts)
        assert found.severity == "not-run" and "generated[forms]" in found.reason
    assert of(name, request("ping"), revision, facts) == []


@pytest.mark.parametrize("path", sorted(PAGES.glob("2*.json")), ids=lambda p: p.stem)
def test_published_pages_are_good_advice(path: Path) -> None:
    """What the specification's pages show draws no advice, but for a link that a page shows on purpose."""
    page = json.loads(path.read_text())
    for row in page["messages"]:
        found = spec_rules.advise(
            row["message"], page["revision"], sender=row["from"], answering=row.get("answering")
        )
        assert found == (), row


@pytest.mark.skipif(not EXAMPLES_2026.is_dir(), reason="the official examples are not here")
def test_official_examples() -> None:
    """The official examples of 2026-07-28 break no MUST, except with placeholder data and reserved codes."""
    broken = set()
    for path in sorted(EXAMPLES_2026.glob("*/*.json")):
        value = json.loads(path.read_text())
        frames = [value, {"jsonrpc": "2.0", "id": 1, "result": value}]
        for frame in frames:
            broken |= {(f.rule, path.stem) for f in spec_rules.advise(frame, R5) if f.severity == "must"}
    assert {rule for rule, _ in broken} <= {"base64-invalid", "error-code-reserved"}, broken


@given(
    JSON
    | METHOD.map(
        lambda m: {"method": m, "params": {"requestedSchema": {"properties": {"a": 1}}, "url": "//["}}
    ),
    JSON,
)
def test_nonsense_raises_nothing(frame: Any, facts: Any) -> None:
    """Whatever JSON comes in, advice returns findings and raises nothing."""
    for revision in (R3, R5):
        spec_rules.advise(frame, revision, request=facts, tools=facts if isinstance(facts, list) else [facts])


# Of a tree that no JSON text has: names that are no text.
KEYS = st.none() | st.integers() | st.floats() | st.booleans() | st.binary() | st.tuples(st.integers())


def _places(value: Any) -> Iterator[tuple[dict[Any, Any], Any]]:
    """Yield each object of a tree with each of its keys."""
    if isinstance(value, dict):
        yield from ((value, key) for key in value)
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _places(item)


NAMED = {"a/b": 1, META: {"extensions": {"a/b": {}}, "sampling": {"tools": {}}}}


@given(
    st.sampled_from(
        [example[3] for example in EXAMPLES] + [request("tools/call", name="t", _meta=NAMED)] * 9
    ),
    st.lists(st.tuples(st.integers(0, 99), KEYS), min_size=1, max_size=3),
)
def test_a_tree_with_a_name_that_is_no_text_is_refused(frame: Any, changes: list[tuple[int, Any]]) -> None:
    """Wherever a program has put it: no rule meets such a name."""
    frame = copy.deepcopy(frame)
    for place, key in changes:
        places = list(_places(frame))
        holder, name = places[place % len(places)]
        holder[key] = holder.pop(name)
    for message, known in ((frame, None), ({}, frame)):
        with pytest.raises(TypeError, match="^the key .* of an object is not a string$"):
            spec_rules.advise(message, R5, sender="client", request=known)
