"""Generate: the protocols of a chain × the decided changes between neighbours → the source of `adapters/`.

In: the IR of every revision, oldest first, and the `Decided` changes between each and the next. Out: a
module for each pair of neighbours, a table of value shapes for each revision that an adapter checks values
of, and the chain. `actions` reads the decisions, `method_planner` makes the plan, `printer` spells it, the
templates join the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from mcpgen.adapters.actions import ActionTable
from mcpgen.adapters.citations import Citations, cited
from mcpgen.adapters.decisions import Decided, source_of
from mcpgen.adapters.method_planner import MethodPlanner
from mcpgen.adapters.plan import AdapterPlan, Direction, PairPlan
from mcpgen.adapters.planner import TypePlanner
from mcpgen.adapters.printer import adapter_module, table_module
from mcpgen.adapters.value_shapes import ValueShapes
from mcpgen.ir import Protocol
from mcpgen.problems import Problem, Refused


def files(
    protocols: Sequence[Protocol],
    decided: Sequence[Sequence[Decided]],
    render: Callable[[str, Mapping[str, object]], str],
) -> dict[str, str]:
    """Return the source of `adapters/` by path; `decided` holds the changes of each pair of neighbours."""
    chain = tuple(protocol.revision for protocol in protocols)
    shapes = [ValueShapes(protocol) for protocol in protocols]
    found = {"adapters/__init__.py": render("adapters.py.jinja", {"chain": repr(chain)})}
    for index, decisions in enumerate(decided):
        pair = plan(protocols[index], protocols[index + 1], decisions)
        context = adapter_module(pair, shapes[index], shapes[index + 1])
        found[f"adapters/{module_name(pair.older, pair.newer)}.py"] = render("adapter.py.jinja", context)
    for table in shapes:
        if table.constants():
            found[f"adapters/{table.module}.py"] = render("value_shapes.py.jinja", table_module(table))
    return found


def module_name(older: str, newer: str) -> str:
    """Return the name of the module that holds the adapters of a pair."""
    return f"v{older}_to_v{newer}".replace("-", "_")


def plan(older: Protocol, newer: Protocol, decided: Sequence[Decided]) -> PairPlan:
    """Return the plan of two neighbours; refuse with every change whose decision does not say enough."""
    source = source_of(older.revision, newer.revision)
    citations = Citations(older, newer, decided)
    adapters: list[AdapterPlan] = []
    problems: list[Problem] = []
    directions: tuple[Direction, ...] = ("up", "down")
    for direction in directions:
        one, other = (older, newer) if direction == "up" else (newer, older)
        actions = ActionTable(decided, direction, source)
        types = TypePlanner(direction, one, other, actions, citations, source)
        adapters.append(MethodPlanner(types).plan())
        problems += [*types.problems, *actions.idle()]
    if problems:
        raise Refused(problems)
    return PairPlan(older.revision, newer.revision, cited(adapters), tuple(adapters))
