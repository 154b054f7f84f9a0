"""A refusal frees the refused value: no exception is part of a circle, freed by the collector alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import mcp_revisions as mr
import msgspec
import pytest

from support.frame_mutations import mutated
from support.garbage import objects_in_cycles
from support.traffic import messages

REVISION = "2025-11-25"
MCP: Any = mr.revision(REVISION)
REFUSALS = (ValueError, TypeError, mr.NoCounterpart, msgspec.ValidationError)
FORM = {"type": "object", "properties": {"a": {"type": "string", "maxLength": 3}}, "required": ["a"]}


@dataclass
class Held:
    """A class of a caller that holds a tool."""

    tool: MCP.Tool
    by_name: dict[str, MCP.ContentBlock]


def doors(tree: Any, sender: Any, answering: str | None) -> dict[str, Callable[[], Any]]:
    """Return the doors of the package with a value that each may refuse; texts have a test of their own."""
    params = tree.get("params") if isinstance(tree, dict) else tree
    result = tree.get("result") if isinstance(tree, dict) else tree
    router = MCP.Router(sender, {})
    return {
        "decode a tree": lambda: MCP.decode_message(tree, sender, answering),
        "decode a type": lambda: MCP.decode(params, MCP.CallToolRequestParams),
        "decode a union": lambda: MCP.decode(result, MCP.ServerResult),
        "decode an untagged union": lambda: MCP.decode(params, MCP.ElicitRequestParams),
        "decode a type of the caller": lambda: MCP.decode({"tool": params, "by_name": result}, Held),
        "decode by a function": lambda: MCP.decode_message(tree, sender, lambda id: answering),
        "encode": lambda: MCP.encode(MCP.CallToolRequestParams(name=params)),
        "encode null": lambda: MCP.encode(MCP.CallToolRequestParams(name="a", arguments=None, task=params)),
        "convert a tree": lambda: mr.convert(
            tree, REVISION, "2024-11-05", sender=sender, answering=answering
        ),
        "convert and keep": lambda: mr.convert(
            tree, REVISION, "2024-11-05", sender=sender, answering=answering, keep=True
        ),
        "convert without loss": lambda: mr.convert(
            tree, REVISION, "2025-03-26", sender=sender, answering=answering, loss="error"
        ),
        "convert and validate": lambda: mr.convert(
            tree, REVISION, "2026-07-28", sender=sender, answering=answering, validate=True
        ),
        "a context": lambda: mr.converter(
            REVISION,
            "2026-07-28",
            sender=sender,
            context={"clientInfo": params, "clientCapabilities": result},
        ),
        "a route": lambda: finished(router.handle(json.dumps(tree))),
        "advice": lambda: mr.advise(tree, REVISION, answering=answering),
        "a form": lambda: mr.forms.check(params, FORM, revision=REVISION),
        "a schema": lambda: mr.forms.check({}, params, revision=REVISION),
        "a gate": lambda: mr.capabilities.allows(REVISION, sender, tree),
    }


def finished(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Return the result of a coroutine that awaits nothing; an event loop makes circles of its own."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("the coroutine awaits")


def values() -> Iterator[tuple[Any, Any, str | None]]:
    """Yield frames with faults, as trees, with their senders and the methods that they answer."""
    rng, recorded = Random(29), messages(REVISION)
    donors = [message.frame for message in recorded]
    for _ in range(25):
        message = rng.choice(recorded)
        known = message.answering if message.answering in MCP.METHODS else None
        yield mutated(mutated(message.frame, rng, donors), rng, donors), message.sender, known


def refuses(door: Callable[[], Any]) -> bool:
    """Return whether a door refuses its value; the exception is dropped."""
    try:
        found = door()
    except REFUSALS:
        return True
    return bool(isinstance(found, tuple) and found)  # problems are refusals too


@pytest.mark.parametrize("name", doors({}, "client", None))
def test_a_refusal_leaves_no_circle(name: str) -> None:
    """The parts of a refused value are freed when its exception is dropped."""
    refused = 0
    for case in values():
        door = doors(*case)[name]
        refused += refuses(door)  # which builds and caches what it needs
        assert objects_in_cycles(partial(refuses, door)) == 0, case
    assert refused or name in ("a route", "a gate", "encode null")
