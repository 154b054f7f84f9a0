"""Print the adapters between all adjacent revisions.

The result has a module for each pair of adjacent revisions, and for each extension with its revision. It also
has a module for each revision whose values an adapter checks, and the ordered list of revisions. `actions`
parses the decisions, `method_planner` makes the plans, and `extension_plans` changes them for tasks.
`printer` prints the plans, and the templates join the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from mcpgen.adapters import fast_path
from mcpgen.adapters.actions import ActionTable, Citations, cited_by, names_of
from mcpgen.adapters.decisions import Decided, DecidedPair, Entry, Wording, source_of
from mcpgen.adapters.extension_plans import has_counterpart, with_tasks
from mcpgen.adapters.method_planner import MethodPlanner
from mcpgen.adapters.plan import DIRECTIONS, AdapterPlan, PairPlan
from mcpgen.adapters.planner import TypePlanner
from mcpgen.adapters.printer import ValueShapes, adapter_module, table_module
from mcpgen.compare.alignment import align
from mcpgen.compare.changes import changes_of
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.frontend.extensions import joined
from mcpgen.ir import Extension, Protocol, Record
from mcpgen.names import module
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.runtime.conversion.rules import RULES
from mcpgen.runtime.conversion.rules.registry import ConversionRule
from mcpgen.runtime.endpoints import revision_in, with_extensions

_REMOVED, _REFUSED = (
    Wording(text, text)
    for text in (
        "Only the extension defines this, so it was removed.",
        "Only the extension defines this, so this message was refused.",
    )
)
_EXTENSION = Entry("R-EXT", "Extensions", "docs/extensions.md", (), (), (), _REMOVED, 0, refusal=_REFUSED)


def files(
    protocols: Sequence[Protocol],
    decided: Sequence[DecidedPair],
    render: Callable[[str, Mapping[str, object]], str],
    rules: Mapping[str, ConversionRule] = RULES,
    extensions: Iterable[Extension] = (),
) -> dict[str, str]:
    """Return the source files of `adapters/` by path. `decided` has the decisions for each pair."""
    chain = tuple(protocol.revision for protocol in protocols)
    found = {"adapters/__init__.py": render("adapters.py.jinja", {"chain": repr(chain)})}
    tables: dict[str, ValueShapes] = {}
    plans: dict[tuple[str, str], PairPlan] = {}
    for pair, *ends in pairs(protocols, decided, extensions, rules):
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
    protocols: Sequence[Protocol],
    decided: Sequence[DecidedPair],
    extensions: Iterable[Extension] = (),
    rules: Mapping[str, ConversionRule] = RULES,
) -> Iterator[tuple[PairPlan, Protocol, Protocol]]:
    """Yield a plan for each pair of adjacent revisions, and then the plans for extensions.

    Each plan comes with its older and its newer protocol. A revision with an extension has the name that the
    runtime uses, such as `2026-07-28+io.modelcontextprotocol/tasks`.
    """
    neighbours = [(plan(pair, rules), pair.alignment.old, pair.alignment.new) for pair in decided]
    yield from neighbours
    for extension in extensions:
        base = next(protocol for protocol in protocols if protocol.revision == extension.extends)
        name = with_extensions(base.revision, extension.identifier)
        composed = replace(joined(base, [extension]), revision=name)
        alignment = align(base, composed)
        pair = DecidedPair(alignment, tuple(map(_decided, changes_of(alignment))))
        yield plan(pair), base, composed
        for planned, older, newer in neighbours:
            is_next = newer.revision == base.revision
            if is_next and all(has_counterpart(extension, one) for one in planned.adapters):
                adapters = tuple(with_tasks(one, name, _server_info(base)) for one in planned.adapters)
                yield PairPlan(older.revision, name, cited_by(adapters), adapters), older, composed


def module_name(older: str, newer: str) -> str:
    """Return the name of the generated module for two revisions: `v2025_06_18_to_v2025_11_25`."""
    return f"{module(older)}_to_{module(newer)}"


def _server_info(protocol: Protocol) -> str:
    """Return the key of `_meta` by which a result names its server, or '' if the protocol has no such key."""
    record = protocol.definitions.get("ResultMetaObject")
    names = [field.name for field in record.fields] if isinstance(record, Record) else []
    return next((name for name in names if name.endswith("/serverInfo")), "")


def _decided(change: ProtocolChange) -> Decided:
    """Return a change that an extension makes, with the one entry that all changes by extensions share.

    The entry states no actions, so the planner chooses what the adapter does.
    """
    return Decided(change, _EXTENSION)


def plan(pair: DecidedPair, rules: Mapping[str, ConversionRule] = RULES) -> PairPlan:
    """Return the plan for two adjacent revisions.

    Refuse an action that the adapter cannot carry out, and a change whose actions leave a value undecided.
    All problems are reported together.
    """
    alignment, older, newer = pair.alignment, pair.alignment.old, pair.alignment.new
    source = source_of(older.revision, newer.revision)
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
