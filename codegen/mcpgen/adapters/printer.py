"""Printer: the plan of a pair → the text of its module, in parts that `templates/adapter.py.jinja` joins.

Every decision about the text is made here and in `function_printer`; the template loops and prints, and
`emit.style` wraps long lines. Text from a schema or a decision reaches the module as `repr` alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mcpgen.adapters.function_printer import FunctionPrinter, Table, wrapped
from mcpgen.adapters.plan import (
    AdapterPlan,
    MethodAdapter,
    MethodEntry,
    MethodRemoved,
    PairPlan,
    assert_never,
    shared_functions,
)
from mcpgen.adapters.value_shapes import ValueShapes
from mcpgen.names import module

_UNCHANGED = {
    "UNCHANGED": "MethodAdapter()",
    "UNCHANGED_NOTIFICATION": "MethodAdapter(is_request=False)",
}
# The modules of `_runtime/conversion` and their names, in the order of an import sorter.
_IMPORTED = {
    "adapter_tables": ("Adapter", "MethodAdapter", "MethodRemoved"),
    "flat_edits": ("DropInner",),
    "log": ("ConversionLog", "Path", "array", "expected", "mapping"),
    "losses": ("Change",),
    "value_checks": ("fits",),
}


def adapter_module(
    pair: PairPlan, older: ValueShapes, newer: ValueShapes, base: PairPlan | None = None
) -> dict[str, object]:
    """Return the context of `templates/adapter.py.jinja`; add the mentioned shapes to their tables.

    Functions and changes that the pair has in common with `base` are imported from the module of `base`.
    """
    changes = [change for change in pair.changes if base is None or change not in base.changes]
    uses = {"Adapter"} | ({"Change"} if changes else set())
    tables = Table("older", older, uses), Table("newer", newer, uses)
    shared = shared_functions(pair, base) if base else set()
    sections = []
    for adapter in pair.adapters:
        source, target = tables if adapter.name == "up" else tables[::-1]
        functions = FunctionPrinter(adapter.functions, source, target, uses)
        own = [function for function in adapter.functions if function.name not in shared]
        sections.append(
            {
                "heading": f"{adapter.name.capitalize()}, from {adapter.source} to {adapter.target}",
                "functions": [list(functions.lines(function)) for function in own],
                "name": adapter.name.upper(),
                "source": repr(adapter.source),
                "target": repr(adapter.target),
                "sides": [
                    {"name": repr(side), "methods": [f"{row.method!r}: {_method(row, uses)}" for row in rows]}
                    for side, rows in adapter.methods.items()
                ],
                "arguments": list(_arguments(adapter, target, uses)),
            }
        )
    stated = [f"{c.name} = Change({c.id!r}, {wrapped(c.reason)})" for c in changes]
    unchanged = [f"{name} = {value}" for name, value in _UNCHANGED.items() if name in uses]
    return {
        "older": pair.older,
        "newer": pair.newer,
        "imports": [*_imports(uses, tables), *_from_base(base, shared, sections)],
        "groups": [group for group in (stated, unchanged) if group],
        "sections": sections,
    }


def _from_base(base: PairPlan | None, shared: set[str], sections: object) -> Iterator[str]:
    """Yield the import of the functions and changes that sections name and a base defines."""
    if base is not None:
        known = shared | {change.name for change in base.changes}
        used = [f"{name} as {name}" for name in sorted(known & set(re.findall(r"\w+", repr(sections))))]
        yield f"from .{module(base.older)}_to_{module(base.newer)} import {', '.join(used)}"


def table_module(shapes: ValueShapes) -> dict[str, object]:
    """Return the context of `templates/value_shapes.py.jinja`."""
    return {
        "revision": shapes.revision,
        "constants": [f"{name}: Shape = {shape}" for name, shape in shapes.constants()],
    }


def _method(row: MethodEntry, uses: set[str]) -> str:
    match row:
        case MethodRemoved(change=change, code=code):
            uses.add("MethodRemoved")
            return f"MethodRemoved({change.name}, {code!r})"
        case MethodAdapter():
            uses.add("MethodAdapter")
            arguments = {
                "params": row.params,
                "result": row.result,
                "is_request": None if row.is_request else "False",
                "fidelity": None if row.fidelity == ("whole", "whole") else repr(row.fidelity),
                "creates_params": "True" if row.creates_params else None,
                "drops_empty_params": "True" if row.drops_empty_params else None,
                "renamed": repr(row.renamed) if row.renamed else None,
                "renaming": row.renaming.name if row.renaming else None,
            }
            stated = ", ".join(f"{name}={value}" for name, value in arguments.items() if value is not None)
            text = f"MethodAdapter({stated})"
            for name, value in _UNCHANGED.items():
                if text == value:
                    uses.add(name)
                    return name
            return text
        case _:
            return assert_never(row)


def _arguments(adapter: AdapterPlan, target: Table, uses: set[str]) -> Iterator[str]:
    """Yield the arguments of an `Adapter` that stand after its methods."""
    if adapter.error:
        uses.add("rules")
        yield f"error=rules.{adapter.error.rule}"
        yield f"error_change={adapter.error.change.name}"
    if adapter.error_id:
        yield f"error_id={adapter.error_id.name}"
    if adapter.batches:
        yield f"batches={adapter.batches.name}"
    if adapter.capabilities:
        yield f"capabilities={adapter.capabilities}"
    if adapter.implementation:
        yield f"implementation={adapter.implementation}"
    if adapter.every_part:
        uses.add("DropInner")
        edit = adapter.every_part
        yield f"every_part=DropInner({edit.member!r}, {edit.names!r}, {edit.change.name})"
    if adapter.context:
        members = ", ".join(f"{name!r}: {target.shape(type_)}" for name, type_ in adapter.context.items())
        yield f"context={{{members}}}"


def _imports(uses: set[str], tables: Iterable[Table]) -> Iterator[str]:
    """Yield the import statements of the names that a module uses, in the order of an import sorter."""
    if "Any" in uses:
        yield "from typing import Any\n"
    if "rules" in uses:
        yield "from .._runtime.conversion import rules"
    for source, names in _IMPORTED.items():
        used = [name for name in names if name in uses]
        if used:
            yield f"from .._runtime.conversion.{source} import {', '.join(used)}"
    yield from sorted(table.statement for table in tables if table.name in uses)
