"""Adapters as the generator makes them: from decisions to code, for the pinned revisions and for one that does not exist."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from types import ModuleType
from typing import Any

import jsonschema_rs
import pytest

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import Decided, decide, read_entries
from mcpgen.compare.changes import find
from mcpgen.emit.render import Renderer
from mcpgen.emit.style import style
from mcpgen.pipeline import data_root, decided, protocol, revisions
from mcpgen.problems import Refused
from support.invented_revision import BASE, DECISIONS, REVISION, SOURCE, invented, latest, schema
from support.paths import ROOT

RENDER = Renderer(data_root("templates")).render
PACKAGE = "mcp_next"


def invented_decisions(text: str = DECISIONS) -> tuple[Decided, ...]:
    return decide(find(latest(), invented()), read_entries(text.encode(), SOURCE), SOURCE)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """A package with the adapters of all pinned revisions and of the invented one."""
    root = tmp_path_factory.mktemp("next")
    folder = root / PACKAGE
    (folder / "adapters").mkdir(parents=True)
    shutil.copytree(ROOT / "codegen" / "mcpgen" / "runtime", folder / "_runtime")
    (folder / "__init__.py").write_text(
        "from ._runtime.conversion.convert import *\n"
        "from ._runtime.conversion.fidelity import fidelity\n"
        "from ._runtime.conversion.losses import NoCounterpart\n"
    )
    chain = [protocol(name) for name in revisions()] + [invented()]
    steps = [decided(*pair) for pair in pairwise(revisions())] + [invented_decisions()]
    for path, text in generate.files(chain, steps, RENDER).items():
        (folder / path).write_text(text, encoding="utf-8")
    sys.path.insert(0, str(root))
    try:
        yield importlib.import_module(PACKAGE)
    finally:
        sys.path.remove(str(root))
        for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
            del sys.modules[name]


def valid(name: str, value: Any) -> bool:
    types = schema()["$defs"]
    return bool(jsonschema_rs.validator_for({"$ref": f"#/$defs/{name}", "$defs": types}).is_valid(value))


def result(value: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "result": {"resultType": "complete", **value}}


def page(*tools: dict[str, Any]) -> dict[str, Any]:
    return result({"tools": list(tools), "ttlMs": 0, "cacheScope": "private"})


TOOL = {"name": "a", "inputSchema": {"type": "object"}}
LISTED: dict[str, Any] = {"sender": "server", "answering": "tools/list"}
CALLED: dict[str, Any] = {"sender": "server", "answering": "tools/call"}


def block(**members: Any) -> dict[str, Any]:
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
    """A method that was added or renamed has no counterpart, and the answer to it says so in the sender's revision."""
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


# ---- decisions that cannot be carried out --------------------------------------------------------------------------


def problems(text: str) -> list[str]:
    with pytest.raises(Refused) as raised:
        generate.adapter(latest(), invented(), invented_decisions(text))
    return [str(problem) for problem in raised.value.problems]


@pytest.mark.parametrize(
    ("verb", "complaint"),
    [
        ("fill", "`fill:` takes a JSON value"),
        ("fill:general", "`fill:` takes a JSON value"),
        ("rule:make_category", "codegen/mcpgen/runtime/rules.py has no function 'make_category'"),
        ("refuse:soon", "`refuse:` takes a JSON-RPC error code"),
        ("drop:it", "`drop` takes nothing"),
        ("guess", "a verb is one of keep, drop, const, fill, refuse, rule, instead"),
    ],
)
def test_a_wrong_verb_is_refused_with_its_line(verb: str, complaint: str) -> None:
    """What is no clause, and a rule that does not exist, is refused at the line of its entry."""
    text = DECISIONS.replace("""'fill:"general"'""", f"'{verb}'")
    assert problems(text) == [f"{SOURCE}:2: X.1: {verb!r}: {complaint}"]


def test_a_clause_for_a_place_that_does_not_change_is_refused() -> None:
    """A place that no step comes by is a mistake, and located."""
    text = DECISIONS.replace("""'fill:"general"'""", """'fill:"general"; drop@Tool.nothing'""")
    assert problems(text) == [f"{SOURCE}:2: up: drop: nothing changes at 'Tool.nothing'; remove the clause"]


def test_a_required_member_needs_a_value() -> None:
    """To keep what is not there is no decision: a member that becomes required must be filled, or the frame refused."""
    assert problems(DECISIONS.replace("""'fill:"general"'""", '"keep"')) == [
        f"{SOURCE}: Tool.category: a member becomes required upward; say `up` for it"
    ]


# ---- the modules ---------------------------------------------------------------------------------------------------


def test_modules_do_not_depend_on_the_order_of_decisions() -> None:
    """The same decisions give the same module, whatever order they come in."""
    older, newer = protocol("2025-06-18"), protocol("2025-11-25")
    one = decided("2025-06-18", "2025-11-25")
    text = RENDER("adapter.py.jinja", generate.context(generate.adapter(older, newer, one)))
    assert text == RENDER("adapter.py.jinja", generate.context(generate.adapter(older, newer, one)))
    compile(style(text), "adapter", "exec")


@pytest.mark.parametrize("pair", list(pairwise(revisions())))
def test_a_module_has_a_function_for_each_type_that_changes_and_no_other(pair: tuple[str, str]) -> None:
    """Every function is called from the tables or from another one; every shape and every change is used."""
    adapter = generate.adapter(protocol(pair[0]), protocol(pair[1]), decided(*pair))
    text = RENDER("adapter.py.jinja", generate.context(adapter))
    for steps in adapter.directions:
        for function in steps.functions:
            assert text.count(function.name) > 1, function.name
    for name in [change.name for change in adapter.changes] + [name for name, _ in adapter.shapes]:
        assert len([part for part in text.split(name) if part]) > 2, name


def test_equal_revisions_need_no_functions() -> None:
    """Between a revision and itself nothing changes, so nothing is generated but the table of methods."""
    adapter = generate.adapter(latest(), replace(latest(), revision="again"), ())
    assert not adapter.changes and not adapter.shapes
    assert all(not steps.functions for steps in adapter.directions)
    assert all(row.whole for steps in adapter.directions for rows in steps.methods.values() for row in rows)
