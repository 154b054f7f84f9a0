"""Generated adapters: from decisions to code, for the pinned revisions and for an invented one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import jsonschema_rs
import pytest

from mcpgen.adapters import generate
from mcpgen.adapters.actions import VERBS
from mcpgen.adapters.decisions import DecidedPair, decide_pair, read_entries
from mcpgen.adapters.extension_pairs import extension_pair
from mcpgen.adapters.own_rules import load_rules
from mcpgen.adapters.plan import MethodAdapter
from mcpgen.emit.render import render
from mcpgen.problems import Problem, Refused
from mcpgen.schema_folder import ALL, decided, load_for_build, packaged, protocol, revisions
from support.adapter_package import adapter_package
from support.invented_revision import BASE, DECISIONS, REVISION, SOURCE, invented, latest, schema
from support.paths import ROOT


def invented_decisions(text: str = DECISIONS) -> DecidedPair:
    """Return the invented revision with its changes decided."""
    return decide_pair(latest(), invented(), read_entries(text.encode(), SOURCE))


@pytest.fixture(scope="module")
def package() -> Iterator[Any]:
    """A package with the adapters of the pinned revisions up to `BASE` and of the invented one."""
    pinned = revisions()[: revisions().index(BASE) + 1]
    chain = [protocol(name) for name in pinned] + [invented()]
    steps = [decided(*pair) for pair in pairwise(pinned)] + [invented_decisions()]
    with adapter_package("mcp_next", generate.files(chain, steps, render)) as found:
        yield found


def valid(name: str, value: Any) -> bool:
    """Return whether a value fits a type of the invented schema."""
    types = schema()["$defs"]
    return bool(jsonschema_rs.validator_for({"$ref": f"#/$defs/{name}", "$defs": types}).is_valid(value))


def result(value: dict[str, Any]) -> dict[str, Any]:
    """Return a response frame."""
    return {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", **value}}


def page(*tools: dict[str, Any]) -> dict[str, Any]:
    """Return a response that lists tools."""
    return result({"tools": list(tools), "ttlMs": 0, "cacheScope": "private"})


TOOL = {"name": "a", "inputSchema": {"type": "object"}}
LISTED: dict[str, Any] = {"sender": "server", "answering": "tools/list"}
CALLED: dict[str, Any] = {"sender": "server", "answering": "tools/call"}


def block(**members: Any) -> dict[str, Any]:
    """Return a response with one content block."""
    return result({"content": [members]})


@pytest.mark.parametrize(
    ("up", "before", "after", "losses", "way"),
    [
        (True, page(TOOL), page({**TOOL, "category": "general"}), [("invented", "X.1")], LISTED),
        (True, page({**TOOL, "category": "own"}), page({**TOOL, "category": "own"}), [], LISTED),
        (
            True,
            page({**TOOL, "category": 5}),
            page({**TOOL, "category": "general"}),
            [("reshaped", "X.1")],
            LISTED,
        ),
        (False, page({**TOOL, "category": "own"}), page(TOOL), [("dropped", "X.1")], LISTED),
        (
            True,
            block(type="text", text="t", annotations={"priority": 1, "weight": "x", "audience": ["user"]}),
            block(type="text", text="t", annotations={"audience": ["user"]}),
            [("dropped", "X.4"), ("dropped", "X.4")],
            CALLED,
        ),
        (
            True,
            block(type="resource_link", uri="u", name="n", size=1),
            block(type="resource_link", uri="u", name="n"),
            [("dropped", "X.3")],
            CALLED,
        ),
        (
            False,
            block(type="resource_link", uri="u", name="n", size="1 kB"),
            block(type="resource_link", uri="u", name="n"),
            [("dropped", "X.3")],
            CALLED,
        ),
        (False, block(type="video", data="", mimeType="v"), None, [], CALLED),
        (
            False,
            result({"messages": [{"role": "system", "content": {"type": "text", "text": "t"}}]}),
            None,
            [],
            {"sender": "server", "answering": "prompts/get"},
        ),
    ],
)
def test_the_invented_revision_converts_both_ways(
    package: Any, up: bool, before: Any, after: Any, losses: list[tuple[str, str]], way: dict[str, Any]
) -> None:
    """What was decided about each kind of change is what happens to messages, in both directions."""
    source, target = (BASE, REVISION) if up else (REVISION, BASE)
    if after is None:
        with pytest.raises(package.NoCounterpart):
            package.convert(before, source, target, **way)
        return
    message, found = package.convert(before, source, target, **way)
    assert message == after
    assert [(loss.kind, loss.change) for loss in found] == losses
    name = {"tools/list": "ListToolsResult", "tools/call": "CallToolResult"}[way["answering"]]
    assert not up or valid(name, message["result"])


def test_methods_of_the_invented_revision(package: Any) -> None:
    """An added or renamed method has no counterpart; the reply says so in the revision of the sender."""
    meta = {
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": REVISION,
            "io.modelcontextprotocol/clientCapabilities": {},
        }
    }
    for method, source, target in (
        ("tools/describe", REVISION, BASE),
        ("completion/suggest", REVISION, BASE),
        ("completion/complete", BASE, REVISION),
    ):
        with pytest.raises(package.NoCounterpart) as raised:
            package.convert(
                {"jsonrpc": "2.0", "id": "i", "method": method, "params": meta},
                source,
                target,
                sender="client",
            )
        assert raised.value.reply["error"]["code"] == -32601 and raised.value.reply["id"] == "i"
        assert package.fidelity(method, source, target) == "none"


def test_a_chain_reaches_the_invented_revision(package: Any) -> None:
    """A revision more is a step more: the oldest one converts to the newest and back."""
    tools = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL]}}
    message, losses = package.convert(tools, "2024-11-05", REVISION, **LISTED)
    assert message["result"]["tools"] == [{**TOOL, "category": "general"}]
    assert sorted(loss.change for loss in losses) == ["T4.5", "T4.6", "T4.6", "X.1"]
    assert package.convert(message, REVISION, "2024-11-05", **LISTED).message == tools


# Decisions that cannot be carried out


def problems(text: str) -> list[str]:
    """Return the lines that refuse the plan of the invented revision with these decisions."""
    with pytest.raises(Refused) as raised:
        generate.plan(invented_decisions(text))
    return [str(problem) for problem in raised.value.problems]


@pytest.mark.parametrize(
    ("verb", "complaint"),
    [
        ("fill", "write a JSON value after `fill:`"),
        ("fill:general", "write a JSON value after `fill:`"),
        (
            "rule:make_category",
            "neither the package nor schema/rules.py registers a rule 'make_category'; "
            "correct the name, or write @rule() above the function in schema/rules.py",
        ),
        ("refuse:soon", "write a JSON-RPC error code of at most nine digits after `refuse:`"),
        ("drop:it", "write nothing after `drop`"),
        (
            "guess",
            f"must begin with a verb: {', '.join(VERBS)}",
        ),
    ],
)
def test_a_wrong_verb_is_refused_with_its_line(verb: str, complaint: str) -> None:
    """A text that is no action, or names no rule, is refused at the line of its entry."""
    text = DECISIONS.replace("""'fill:"general"'""", f"'{verb}'")
    assert problems(text) == [f"{SOURCE}:2: X.1: {verb!r}: {complaint}"]


def test_an_action_for_an_unknown_place_is_refused() -> None:
    """A place that neither revision has is a mistake, located at its entry."""
    said = "neither revision has a location 'Tool.nothing'; name one that `mcpgen diff` prints"
    text = DECISIONS.replace("""'fill:"general"'""", """'fill:"general"; drop@Tool.nothing'""")
    assert problems(text) == [f"{SOURCE}:2: up: drop: {said}"]


def test_a_required_member_needs_a_value() -> None:
    """`keep` does not decide about a member that becomes required: a value or a refusal must."""
    assert problems(DECISIONS.replace("""'fill:"general"'""", '"keep"')) == [
        f"{SOURCE}:2: up: FIELD_ADDED_REQUIRED Tool.category: an adapter cannot do `keep` here; "
        "write `refuse` or `fill:JSON`"
    ]


# The modules


def test_modules_do_not_depend_on_the_order_of_decisions() -> None:
    """The same decisions in another order give the same modules."""
    chain = [protocol("2025-06-18"), protocol("2025-11-25")]
    one = decided("2025-06-18", "2025-11-25")
    other = replace(one, changes=one.changes[::-1])
    assert generate.files(chain, [one], render) == generate.files(chain, [other], render)


@pytest.fixture(scope="module")
def modules() -> dict[str, ast.Module]:
    """The syntax trees of all generated modules of adapters, by name."""
    chain = [protocol(name) for name in revisions()]
    steps = [decided(*pair) for pair in pairwise(revisions())]
    return {path: ast.parse(text) for path, text in generate.files(chain, steps, render).items()}


def test_modules_define_and_import_no_name_that_nothing_uses(modules: dict[str, ast.Module]) -> None:
    """Each function, change and import is used in its module, each value shape in a module of adapters."""
    mentioned = {
        path: {
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
        }
        | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        for path, tree in modules.items()
    }
    everywhere = set().union(*mentioned.values())
    for path, tree in modules.items():
        for node in tree.body:
            names: list[str] = []
            match node:
                case ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(name)]):
                    names = [name]
                case ast.AnnAssign(target=ast.Name(name)):
                    assert name in everywhere | {"CHAIN", "UNCHANGED_SHAPES", "FLAT"}
                case ast.ImportFrom(module=module, names=aliases) if module != "__future__":
                    names = [alias.asname or alias.name for alias in aliases]
            assert set(names) <= mentioned[path] | {"UP", "DOWN"}, path


def test_a_type_is_checked_by_one_table_a_revision(modules: dict[str, ast.Module]) -> None:
    """Adapters hold no shape of an object or a union: the tables do."""
    for path, tree in modules.items():
        tuples = [node for node in ast.walk(tree) if isinstance(node, ast.Tuple) and node.elts]
        kinds = {node.elts[0].value for node in tuples if isinstance(node.elts[0], ast.Constant)}
        assert path.startswith(("adapters/value_shapes_", "adapters/fast_path_")) or not kinds & {
            "object",
            "union",
        }


def test_equal_revisions_need_no_functions() -> None:
    """Between a revision and itself nothing changes, so the plan holds the methods alone, all unchanged."""
    pair = generate.plan(decide_pair(latest(), replace(latest(), revision="again"), ()))
    assert not pair.changes and not any(adapter.functions for adapter in pair.adapters)
    for adapter in pair.adapters:
        for row in (row for rows in adapter.methods.values() for row in rows):
            assert row == MethodAdapter(row.method, isinstance(row, MethodAdapter) and row.is_request)


def test_the_package_holds_the_adapters_of_a_build() -> None:
    """What the pinned revisions and decisions print is what the checked-in package has, layout aside."""
    found, rules = load_for_build(packaged(), ALL, _refuse_warning), load_rules(packaged().sources)
    protocols = list(found.protocols.values())
    texts = generate.files(protocols, found.decisions, render, rules)
    package = ROOT / "generated" / "mcp_revisions"
    assert {path.relative_to(package).as_posix() for path in package.glob("adapters/*.py")} == texts.keys()
    for path, text in texts.items():
        held = (package / path).read_text("utf-8")
        assert ast.dump(ast.parse(held)) == ast.dump(ast.parse(text)), f"{path}: run mcpgen build"


def test_two_extensions_have_modules_of_their_own() -> None:
    """Identifiers that differ in a mark alone would write one module: the second is refused."""
    extension = load_for_build(packaged(), ALL, _refuse_warning).extensions[0]
    alike = replace(extension, identifier=extension.identifier.replace(".", "-"))
    base = protocol(extension.extends)
    with pytest.raises(Refused, match="would use a module that exists already; rename an extension"):
        generate.files([base], [extension_pair(base, one) for one in (extension, alike)], render)
    assert len(generate.files([base], [extension_pair(base, extension)], render)) > 2


def _refuse_warning(problem: Problem) -> None:
    raise AssertionError(problem)
