"""Adapters between two small protocols, whose client has one request with a member `x` in its params."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import decide_pair, read_entries, source_of
from mcpgen.emit.render import render
from mcpgen.ir import Protocol
from support.adapter_package import adapter_package


@contextmanager
def converting(old: Protocol, new: Protocol, text: str) -> Iterator[Any]:
    """Yield a function that converts the value of `x`, up or down, and returns the value and the losses."""
    ends = [old, new]
    entries = read_entries(text.encode(), source_of("old", "new"))
    pair = decide_pair(*ends, entries)
    with adapter_package("renamed_values", generate.files(ends, [pair], render)) as package:

        def convert(value: Any, source: str, **options: Any) -> Any:
            target = "new" if source == "old" else "old"
            frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"x": value}}
            try:
                message, losses = package.convert(frame, source, target, sender="client", **options)
            except package.NoCounterpart:
                return "refused", []
            return message["params"].get("x", "absent"), [(loss.kind, loss.pointer) for loss in losses]

        convert.package = package  # type: ignore[attr-defined]
        yield convert


def named(protocol: Protocol, revision: str) -> Protocol:
    """Return a protocol under the name of a revision."""
    return Protocol(**{**protocol.__dict__, "revision": revision})
