"""Published plans: the files keep their schemas, and an interpreter of them equals the printed adapters."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import jsonschema
import mcp_revisions as mr
import pytest
from mcp_revisions._runtime.conversion import request_context
from mcp_revisions._runtime.conversion.chain import plan_along
from mcp_revisions._runtime.conversion.convert import Converter
from mcp_revisions._runtime.conversion.rules import RULES
from plan_interpreter import Plan

from mcpgen import schema_folder
from mcpgen.commands.export.published import published_data
from mcpgen.frontend.package_data import data_root
from mcpgen.schema_folder import packaged
from support.agreement import frames
from support.exported import corpus
from support.paths import ROOT
from support.task_frames import BOTH, LEGACY, MODERN, OFFICIAL, TASKS, task_cases


@cache
def trees() -> dict[str, dict[str, Any]]:
    """Return the published files by path."""
    return published_data(packaged())


@cache
def plans() -> dict[str, dict[str, Any]]:
    """Return the published plans by path."""
    return {path: tree for path, tree in trees().items() if path.startswith("conversions/")}


@cache
def schema(name: str) -> dict[str, Any]:
    """Return a schema of the published files."""
    found: dict[str, Any] = json.loads((data_root("schema") / name).read_text("utf-8"))
    return found


def test_a_method_without_edits_is_not_published() -> None:
    """A published method is removed, renamed, or has params or a result that are edited."""
    rows = [row for plan in plans().values() for side in plan["methods"].values() for row in side.values()]
    edited = ("params", "result", "renamed", "createsParams", "dropsEmptyParams")
    passing = [row for row in rows if row["kind"] == "passes"]
    assert passing and all(any(row.get(name) for name in edited) for row in passing)


SCHEMAS = {"any", "never", "reference", "constants", "union", "array", "object"}  # kinds of schemas
SCHEMAS |= {"string", "integer", "number", "boolean", "null"}


def kinds(tree: Any) -> Iterator[str]:
    """Yield the `kind` of every node of a tree."""
    if isinstance(tree, dict):
        if isinstance(tree.get("kind"), str):
            yield tree["kind"]
        for inner in tree.values():
            yield from kinds(inner)
    elif isinstance(tree, list):
        for inner in tree:
            yield from kinds(inner)


def path_between(source: str, target: str) -> list[dict[str, Any]]:
    """Return the plans of the shortest path from a revision to another."""
    return [plans()[f"conversions/{name}.json"] for name in trees()["revisions.json"]["ways"][source][target]]


def methods_of(end: str) -> dict[str, Any]:
    """Return the published kinds of the methods of a revision, or of one with extensions, by side."""
    table = trees()["revisions.json"]
    revision, *extensions = end.split("+")
    rows = [row["methods"] for row in table["revisions"] if row["revision"] == revision]
    rows += [row["methods"] for row in table["extensions"] if row["identifier"] in extensions]
    return {side: {name: kind for row in rows for name, kind in row[side].items()} for side in rows[0]}


@cache
def interpreted(source: str, target: str, sender: str) -> Converter:
    """Return the converter of the interpreted plans between two revisions."""
    adapters = [Plan(tree, methods_of(tree["source"])).adapter() for tree in path_between(source, target)]
    plan = plan_along(source, target, sender, adapters)
    return Converter(plan, plan.least_context, "report")


def outcome(convert: Any, frame: Any, answering: str | None) -> Any:
    """Return the outcome of a conversion as a value to compare."""
    try:
        message, losses = convert(copy.deepcopy(frame), answering)
    except mr.DecodeError as error:
        return error.pointer, error.code, error.reason
    except mr.NoCounterpart as error:
        return error.pointer, error.change, error.reason, error.reply
    except (TypeError, ValueError) as error:
        return repr(error)
    return json.dumps(message), repr(losses)


@pytest.fixture(autouse=True)
def _checks_by_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check the members of a context by the types of the plan, which are JSON Schemas here."""
    _read_by_schema(monkeypatch, "conversions/2025-11-25--2026-07-28.json")


def _read_by_schema(monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    from mcp_revisions._runtime.conversion import log

    plan = Plan(plans()[path], {})
    printed = log.fits

    def fits(value: Any, shape: Any) -> bool:
        return plan.fits(value, shape) if type(shape) is dict else printed(value, shape)

    monkeypatch.setattr(log, "fits", fits)
    assert request_context.NAMES


def disagreements(cases: list[tuple[str, Any, str, str | None]]) -> list[Any]:
    """Return the cases for which interpreter and printed adapters differ, with their targets."""
    found = []
    for source, frame, sender, answering in cases:
        for target in mr.REVISIONS:
            if target != source:
                printed = outcome(mr.converter(source, target, sender=sender), frame, answering)
                read = outcome(interpreted(source, target, sender), frame, answering)
                if printed != read:
                    found.append((source, target, sender, answering, frame, printed, read))
    return found


def test_each_file_keeps_its_schema() -> None:
    """A file is valid by the schema that it names, which is a valid schema itself."""
    steps = {step for pair in pairwise(mr.REVISIONS) for step in (pair, pair[::-1])}
    assert steps <= {(tree["source"], tree["target"]) for tree in plans().values()}
    for path, tree in trees().items():
        stated = schema(tree["$schema"].rpartition("/")[2])
        jsonschema.Draft202012Validator.check_schema(stated)
        assert jsonschema.Draft202012Validator(stated).is_valid(tree), path


@pytest.mark.parametrize("kept", ["_protocol", "_extension", "_decided"])
def test_the_files_do_not_depend_on_the_objects_that_are_kept(kept: str) -> None:
    """A part of the folder that was read again, as in a long chain, is the same to the others."""
    trees()
    getattr(schema_folder, kept).cache_clear()
    assert published_data(packaged()) == trees()


def test_a_plan_with_an_unknown_kind_or_format_is_refused() -> None:
    """The kinds are closed: the schema refuses a plan with any other, as a reader must."""
    judge = jsonschema.Draft202012Validator(schema("conversion.schema.json"))
    for path, tree in plans().items():
        assert not judge.is_valid({**tree, "format": 2}), path
        changed = copy.deepcopy(tree)
        name = next(iter(changed["functions"]))
        changed["functions"][name]["kind"] = "guess"
        assert not judge.is_valid(changed), path


def test_the_plans_hold_every_rule_that_they_name() -> None:
    """A rule of a plan is one of the runtime; the page for readers specifies each under its name."""
    named = {rule for tree in plans().values() for rule in _rules(tree)}
    assert named <= RULES.keys()
    page = (ROOT / "docs" / "conversion-data.md").read_text("utf-8")
    assert [name for name in sorted(named) if f"### `{name}`" not in page] == []


def test_every_kind_of_the_schema_occurs_or_is_a_kind_of_the_plan() -> None:
    """The schema and the plans agree about the kinds."""
    stated = schema("conversion.schema.json")["$defs"]
    declared = {
        one["properties"]["kind"]["const"] for one in stated.values() if "kind" in one.get("properties", {})
    }
    used = {
        kind for tree in plans().values() for kind in kinds({k: v for k, v in tree.items() if k != "$defs"})
    }
    assert used <= declared | SCHEMAS
    assert {"dropItems", "truncate", "fillContext", "rule", "renumber"} <= used


def test_every_schema_has_the_kind_that_its_keywords_say() -> None:
    """A reader can tell schemas apart by `kind` only, at every depth; `false` does not occur."""
    found = [one for tree in trees().values() for one in schemas(tree)]
    assert len(found) > 3_000
    for one in found:
        told = [kind for keyword, kind in KEYWORDS.items() if keyword in one]
        assert one["kind"] == (told[0] if told else one.get("type", "any")), one
        assert len(told) < 2 and not (told and "type" in one), one


KEYWORDS = {"$ref": "reference", "enum": "constants", "anyOf": "union", "not": "never"}


def schemas(tree: Any) -> Iterator[dict[str, Any]]:
    """Yield every schema of a published file, at every depth."""
    if isinstance(tree, list):
        for inner in tree:
            yield from schemas(inner)
    elif isinstance(tree, dict):
        for name, inner in tree.items():
            if name in ("type", "when", "items", "additionalProperties", "propertyNames"):
                yield from [inner] if isinstance(inner, dict) else ()
                yield from schemas(inner)
            elif name in ("fits", "unfit", "anyOf"):
                yield from inner
                yield from schemas(inner)
            elif name in ("$defs", "properties", "frames"):
                yield from inner.values()
                yield from schemas([*inner.values()])
            elif name not in ("value", "enum", "not", "guard"):
                yield from schemas(inner)


def test_the_interpreter_equals_the_printed_adapters_on_the_corpus() -> None:
    """Every frame of the corpus has the same outcome, losses and words included, to every revision."""
    cases = [(e["revision"], e["frame"], e["sender"], e["answering"]) for e in corpus() if not e["context"]]
    assert len(cases) > 400
    assert disagreements(cases) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_the_interpreter_equals_the_printed_adapters_on_mutated_and_hostile_frames(seed: int) -> None:
    """So has every frame with small and large faults."""
    cases = [(f.revision, f.tree, f.sender, f.answering) for f in frames(Random(seed), 700)]
    assert disagreements(cases) == []


@pytest.mark.skipif(not OFFICIAL.exists(), reason="needs the official file of the extension")
@pytest.mark.parametrize("seed", [3, 4])
def test_the_interpreter_equals_the_runtime_on_tasks(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Valid and mutated frames of tasks have the same outcome to and from a revision with their extension."""
    _read_by_schema(monkeypatch, "conversions/2025-11-25--2026-07-28+tasks.json")
    found = []
    for revision, sender, answering, tree in task_cases(seed, 100):
        both = f"{MODERN}+{TASKS}"
        for target in (MODERN, LEGACY, mr.REVISIONS[0]) if revision == MODERN else (both,):
            source = both if revision == MODERN else revision
            ends = [BOTH if name == both else name for name in (source, target)]
            known = outcome(mr.converter(*ends, sender=sender), tree, answering)
            read = outcome(interpreted(source, target, sender), tree, answering)
            if known != read:
                found.append((source, target, sender, answering, tree, known, read))
    assert found == []


def _rules(tree: Any) -> set[str]:
    if isinstance(tree, dict):
        own = {tree["rule"]} if isinstance(tree.get("rule"), str) else set()
        return own.union(*map(_rules, tree.values()))
    return set().union(*map(_rules, tree)) if isinstance(tree, list) else set()
