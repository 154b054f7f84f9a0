"""Print the adapters as Python modules.

There is a module for each pair of adjacent revisions, and for each revision and the same revision with an
extension. If an adapter must check values of a revision, the checks are in a module for this revision. One
more module has the ordered list of revisions. `actions` parses the decisions, and `method_planner` makes the
plans. `printer` prints the plans, and the templates join the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from mcpgen.adapters import fast_path
from mcpgen.adapters.actions import ActionTable, Citations, cited_by, names_of
from mcpgen.adapters.certain_refusals import with_certain_refusals
from mcpgen.adapters.decisions import DecidedPair
from mcpgen.adapters.method_planner import MethodPlanner
from mcpgen.adapters.plan import DIRECTIONS, AdapterPlan, PairPlan
from mcpgen.adapters.planner import TypePlanner
from mcpgen.adapters.printer import ValueShapes, adapter_module, table_module
from mcpgen.ir import Protocol
from mcpgen.names import module
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.runtime.conversion.rules import RULES
from mcpgen.runtime.conversion.rules.registry import ConversionRule
from mcpgen.runtime.endpoints import revision_in


def files(
    protocols: Sequence[Protocol],
    decided: Sequence[DecidedPair],
    render: Callable[[str, Mapping[str, object]], str],
    rules: Mapping[str, ConversionRule] = RULES,
) -> dict[str, str]:
    """Return the source files of `adapters/` by path.

    `decided` has the decisions for each pair of revisions. A pair with extensions must come after the pair of
    the same revisions without them, because its module imports from the module of that pair.
    """
    chain = tuple(protocol.revision for protocol in protocols)
    found = {"adapters/__init__.py": render("adapters.py.jinja", {"chain": repr(chain)})}
    tables: dict[str, ValueShapes] = {}
    plans: dict[tuple[str, str], PairPlan] = {}
    for pair, *ends in pairs(decided, rules):
        older, newer = (tables.setdefault(end.revision, ValueShapes(end)) for end in ends)
        name = module_name(pair.older, pair.newer)
        if f"adapters/{name}.py" in found:
            message = f"{pair.newer} would use a module that exists already; rename an extension"
            raise refuse("schema/extensions", message)
        base = plans.get((pair.older, revision_in(pair.newer)))
        plans[pair.older, pair.newer] = pair
        context = adapter_module(pair, older, newer, base)
        found[f"adapters/{name}.py"] = render("adapter.py.jinja", context)
        shapes = fast_path.table_context(pair, ends, name, rules, base)
        found[f"adapters/{fast_path.module_name(pair)}.py"] = render("fast_path.py.jinja", shapes)
    for table in tables.values():
        if table.constants():
            found[f"adapters/{table.module}.py"] = render("value_shapes.py.jinja", table_module(table))
    return found


def pairs(
    decided: Iterable[DecidedPair], rules: Mapping[str, ConversionRule] = RULES
) -> Iterator[tuple[PairPlan, Protocol, Protocol]]:
    """Yield the plan for each pair of revisions, with the older and the newer protocol.

    `decided` has the pairs of revisions without extensions in the order of their revisions.
    """
    planned = {
        (each.alignment.old.revision, each.alignment.new.revision): (plan(each, rules), each.alignment)
        for each in decided
    }
    steps = [pair for ends, (pair, _) in planned.items() if ends == (*map(revision_in, ends),)]
    protocols = {one.revision: one for _, found in planned.values() for one in (found.old, found.new)}
    noted = {(pair.older, pair.newer): pair for pair in with_certain_refusals(steps, protocols)}
    for ends, (pair, alignment) in planned.items():
        yield noted.get(ends, pair), alignment.old, alignment.new


def module_name(older: str, newer: str) -> str:
    """Return the name of the generated module for two revisions: `v2025_06_18_to_v2025_11_25`."""
    return f"{module(older)}_to_{module(newer)}"


def plan(pair: DecidedPair, rules: Mapping[str, ConversionRule] = RULES) -> PairPlan:
    """Return the plan of the adapters between two revisions, in both directions.

    Refuse an action that the adapter cannot carry out, and a change whose actions leave a value undecided.
    All problems are reported together.
    """
    alignment, older, newer = pair.alignment, pair.alignment.old, pair.alignment.new
    source = pair.source
    names, citations = names_of(alignment), Citations(older, newer, pair.changes)
    tables = [ActionTable(pair.changes, direction, source, names, rules) for direction in DIRECTIONS]
    if any(table.problems for table in tables):
        raise Refused(problem for table in tables for problem in table.problems)
    adapters: list[AdapterPlan] = []
    problems: list[Problem] = []
    for direction, actions in zip(DIRECTIONS, tables, strict=True):
        types = TypePlanner(direction, alignment, actions, citations, source)
        adapters.append(MethodPlanner(types).plan())
        problems += [*types.problems, *actions.untaken(types.effects)]
    if problems:
        raise Refused(problems)
    return PairPlan(older.revision, newer.revision, cited_by(tuple(adapters)), tuple(adapters))
