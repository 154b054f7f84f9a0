"""Adapters: neighbouring `Protocol`s and what was decided about their changes → the source of `adapters/`.

In: the IR of every revision, and the `Decided` changes between each and the next. Out: one module for each pair of neighbours,
both directions, and the list of the chain. `clauses` reads the decisions, `walk` computes the steps, `steps` is
what they are, `templates/adapter.py.jinja` prints them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mcpgen.adapters.decisions import Decided
from mcpgen.adapters.plan import Adapter
from mcpgen.adapters.planner import Citations, Walk
from mcpgen.adapters.value_shapes import Shapes
from mcpgen.ir import Protocol
from mcpgen.problems import Refused


def files(
    protocols: Sequence[Protocol],
    decided: Sequence[Sequence[Decided]],
    render: Callable[[str, Mapping[str, object]], str],
) -> dict[str, str]:
    """Return the source of `adapters/`, by path: one module for each pair of neighbours, and what lists the chain.

    `protocols` are all revisions, oldest first, and `decided` what is decided between each and the next.
    """
    chain = tuple(protocol.revision for protocol in protocols)
    found = {"adapters/__init__.py": render("adapters.py.jinja", {"chain": repr(chain)})}
    for older, newer, decisions in zip(protocols, protocols[1:], decided, strict=False):
        path = f"adapters/{module_name(older.revision, newer.revision)}.py"
        found[path] = render("adapter.py.jinja", context(adapter(older, newer, decisions)))
    return found


def context(adapter: Adapter) -> dict[str, object]:
    """Return the context of `templates/adapter.py.jinja`."""
    return {"adapter": adapter}


def module_name(older: str, newer: str) -> str:
    """Return the name of the module that holds the adapters of a pair."""
    return f"v{older.replace('-', '_')}_to_v{newer.replace('-', '_')}"


def adapter(older: Protocol, newer: Protocol, decided: Sequence[Decided]) -> Adapter:
    """Return the adapter of two neighbours, or refuse with every change that needs a decision and has none."""
    shapes, changes = Shapes(), Citations(older, newer, decided)
    up = Walk("up", older, newer, decided, shapes, changes)
    down = Walk("down", newer, older, decided, shapes, changes)
    directions = up.steps(), down.steps()
    problems = up.problems + down.problems
    if problems:
        raise Refused(problems)
    return Adapter(
        older.revision, newer.revision, changes.constants(directions), shapes.constants(), directions
    )
