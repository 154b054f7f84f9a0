"""Print the plan for a pair of revisions as a Python module.

All text of the module is made here and in `function_printer`. The template `adapter.py.jinja` only loops and
prints, and `emit.style` wraps long lines. Text from a schema or a decision file is printed only through
`repr`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from mcpgen.adapters.function_printer import FunctionPrinter, Shaper
from mcpgen.adapters.plan import (
    AdapterPlan,
    ChangeConstant,
    Function,
    MethodAdapter,
    MethodEntry,
    MethodRemoved,
    PairPlan,
    Renumbered,
    Replacement,
    assert_never,
    cited,
    reached,
    shared_functions,
)
from mcpgen.compare.validity import Shapes
from mcpgen.ir import Alias, Protocol, Ref, Scalar, Type
from mcpgen.names import module, snake
from mcpgen.runtime.conversion.value_checks import Shape

_UNCHANGED = {
    "UNCHANGED": "MethodAdapter()",
    "UNCHANGED_NOTIFICATION": "MethodAdapter(is_request=False)",
}
_STRING = r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*\""""
# The names that an adapter can import, by module of `_runtime/conversion`, in the order of import statements.
_IMPORTED = {
    "adapter_tables": ("Adapter", "MethodAdapter", "MethodRemoved"),
    "flat_edits": ("DropInner",),
    "log": (
        *("ConversionLog", "Path", "array", "check_array", "check_object"),
        *("expected", "in_order", "mapping"),
    ),
    "losses": ("Change",),
    "value_checks": ("fits",),
    "variant_choice": ("variant_of",),
}


def adapter_module(
    pair: PairPlan, older: ValueShapes, newer: ValueShapes, base: PairPlan | None = None
) -> dict[str, object]:
    """Return the variables of the template `adapter.py.jinja` for the adapters between two revisions.

    The shapes that the adapters use are added to `older` and `newer`. Functions and changes that are also in
    the module of the pair `base` are imported from that module.
    """
    changes = [change for change in pair.changes if base is None or change not in base.changes]
    tables = {"older": older, "newer": newer}
    shapers = [TableShaper(shapes, f"{name}.{{}}".format) for name, shapes in tables.items()]
    shared = shared_functions(pair, base) if base else set()
    sections = []
    for adapter in pair.adapters:
        source, target = shapers if adapter.name == "up" else shapers[::-1]
        named = {function.name: function for function in adapter.functions}
        functions = FunctionPrinter(adapter.functions, source, target)
        own = [function for function in adapter.functions if function.name not in shared]
        sections.append(
            {
                "heading": f"{adapter.name.capitalize()}, from {adapter.source} to {adapter.target}",
                "functions": [list(functions.lines(function)) for function in own],
                "name": adapter.name.upper(),
                "source": repr(adapter.source),
                "target": repr(adapter.target),
                "sides": [
                    {
                        "name": repr(side),
                        "methods": [f"{row.method!r}: {_method(row, named)}" for row in rows],
                    }
                    for side, rows in adapter.methods.items()
                ],
                "arguments": list(_arguments(adapter, target)),
            }
        )
    words = _words(sections) | {"Adapter", *(["Change"] if changes else [])}
    words |= {word for name in words & _UNCHANGED.keys() for word in _words(_UNCHANGED[name])}
    stated = [*map(_change, changes)]
    unchanged = [f"{name} = {value}" for name, value in _UNCHANGED.items() if name in words]
    return {
        "older": pair.older,
        "newer": pair.newer,
        "imports": [*_imports(words, tables), *_from_base(base, shared, words)],
        "groups": [group for group in (stated, unchanged) if group],
        "sections": sections,
    }


def _change(constant: ChangeConstant) -> str:
    """Return the statement that defines the constant of a change."""
    texts = [constant.id, constant.reason, *([constant.refusal] if constant.refusal else [])]
    return f"{constant.name} = Change({', '.join(map(repr, texts))})"


def _words(text: object) -> set[str]:
    """Return all names and keywords in Python source, without those in string literals.

    `text` may be nested lists of lines.
    """
    if isinstance(text, str):
        return set(re.findall(r"\w+", re.sub(_STRING, "", text)))
    values = text.values() if isinstance(text, dict) else text if isinstance(text, list) else ()
    return {word for value in values for word in _words(value)}


def _from_base(base: PairPlan | None, shared: set[str], words: set[str]) -> Iterator[str]:
    """Yield the statement that imports functions and changes from the module of the pair `base`.

    Only names that the module uses (`words`) are imported.
    """
    if base is not None:
        known = shared | {change.name for change in base.changes}
        used = [f"{name} as {name}" for name in sorted(known & words)]
        yield f"from .{module(base.older)}_to_{module(base.newer)} import {', '.join(used)}"


def _method(row: MethodEntry, functions: Mapping[str, Function]) -> str:
    match row:
        case MethodRemoved(change=change, code=code):
            return f"MethodRemoved({change.name}, {code!r})"
        case MethodAdapter():
            arguments = {
                "params": row.params,
                "result": row.result,
                "is_request": None if row.is_request else "False",
                "fidelity": None if row.fidelity == ("whole", "whole") else repr(row.fidelity),
                "changes": _changes(row, functions),
                "creates_params": "True" if row.creates_params else None,
                "drops_empty_params": "True" if row.drops_empty_params else None,
                "renamed": repr(row.renamed) if row.renamed else None,
                "renaming": row.renaming.name if row.renaming else None,
                "refused_from": repr(row.refused_from) if any(row.refused_from) else None,
            }
            stated = ", ".join(f"{name}={value}" for name, value in arguments.items() if value is not None)
            text = f"MethodAdapter({stated})"
            return next((name for name, value in _UNCHANGED.items() if text == value), text)
        case _:
            return assert_never(row)


def _changes(row: MethodAdapter, functions: Mapping[str, Function]) -> str | None:
    """Return, as Python source, the changes that the conversion of a method can report, or None for none.

    The source is a pair: the changes of the params, and those of the result.
    """
    parts = [
        dict.fromkeys(
            change.name for name in sorted(reached(functions, [part])) for change in cited(functions[name])
        )
        for part in (row.params, row.result)
    ]
    if row.renaming is not None:
        parts[0].setdefault(row.renaming.name)
    texts = [f"({', '.join(part)}{',' if len(part) == 1 else ''})" for part in parts]
    return f"({', '.join(texts)})" if any(parts) else None


def _arguments(adapter: AdapterPlan, target: Shaper) -> Iterator[str]:
    """Yield the keyword arguments for the constructor of an `Adapter`, except its methods."""
    match adapter.error:
        case Replacement(rule, change):
            yield f"error=rules.{rule}"
            yield f"error_change={change.name}"
        case Renumbered(codes):
            rows = ", ".join(
                f"rules.Renumbering({one}, {one}, {other}, change={change.name})"
                for one, other, change in codes
            )
            yield f"error=partial(rules.renumber, rows=({rows},))"
            yield f"error_change={codes[0][2].name}"
    if adapter.error_id:
        yield f"error_id={adapter.error_id.name}"
    if adapter.batches:
        yield f"batches={adapter.batches.name}"
    if adapter.capabilities:
        yield f"capabilities={adapter.capabilities}"
    if adapter.implementation:
        yield f"implementation={adapter.implementation}"
    if adapter.every_part:
        edit = adapter.every_part
        yield f"every_part=DropInner({edit.member!r}, {edit.names!r}, {edit.change.name})"
    if adapter.context:
        members = ", ".join(f"{name!r}: {target.fitting(type_)}" for name, type_ in adapter.context.items())
        yield f"context={{{members}}}"


def _imports(words: set[str], tables: Mapping[str, ValueShapes]) -> Iterator[str]:
    """Yield the import statements of an adapter module, for the names in `words`, which the module uses."""
    if "partial" in words:
        yield "from functools import partial"
    if "Any" in words:
        yield "from typing import Any\n"
    if "rules" in words:
        yield "from .._runtime.conversion import rules"
    for source, names in _IMPORTED.items():
        used = [name for name in names if name in words]
        if used:
            yield f"from .._runtime.conversion.{source} import {', '.join(used)}"
    yield from sorted(
        f"from . import {table.module} as {name}" for name, table in tables.items() if name in words
    )


# Modules of value shapes, one for each revision. A definition becomes a constant when an adapter first refers
# to it, except a scalar. The adapters of a revision share its module.


def table_module(shapes: ValueShapes) -> dict[str, object]:
    """Return the variables of the template `value_shapes.py.jinja` for the shapes of one revision's types."""
    return {
        "revision": shapes.revision,
        "constants": [f"{name}: Shape = {shape}" for name, shape in shapes.constants()],
    }


class _Code(str):
    """Python source inside a tuple or dictionary. If `repr` prints the tuple, the source has no quotes."""

    __repr__ = str.__str__


class ValueShapes:
    """The shapes for the types of one revision, printed as Python constants. A shape describes valid values.

    A definition has up to two constants: one to check values, and one with the suffix `_WHOLE`, which lists
    every declared member. The runtime needs all members to count the unknown members of a value.
    """

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._names: dict[tuple[str, bool], str] = {}  # the constant by definition and by `whole`
        self._texts: dict[str, str] = {}  # the expression of each constant, after the constants that it uses

    @property
    def revision(self) -> str:
        """The revision whose types have these shapes."""
        return self._protocol.revision

    @property
    def module(self) -> str:
        """The name of the generated module that contains the constants."""
        return f"value_shapes_{module(self.revision)}"

    def constants(self) -> tuple[tuple[str, str], ...]:
        """Return the Python constants whose values are shapes, as pairs of a name and an expression.

        An expression uses only constants that come earlier in the result.
        """
        return tuple(self._texts.items())

    def shapes(self, refer: Callable[[str], str], *, whole: bool = False) -> Shapes:
        """Return an object that makes shapes of types. Named types become references to constants.

        The function `refer` returns the expression by which a module refers to a constant, such as
        `older.TOOL`.
        """

        def named(name: str) -> Shape:
            definition = self._protocol.definitions[name]
            if isinstance(definition, Alias) and isinstance(definition.type, (Scalar, Ref)):
                return self.shapes(refer, whole=whole).of(definition.type)
            constant = self._constant(name, whole=whole)
            if constant in self._texts:
                return _Code(refer(constant))
            return "later", _Code(f"lambda: {constant}")  # a recursive type uses its own constant

        return Shapes(self._protocol, named, whole=whole)

    def _constant(self, name: str, *, whole: bool) -> str:
        if (name, whole) not in self._names:
            constant, taken = snake(f"{name}_whole" if whole else name).upper(), set(self._names.values())
            while constant in taken:
                constant += "_"
            self._names[name, whole] = constant
            self._texts[constant] = repr(self.shapes(str, whole=whole).definition(name))
        return self._names[name, whole]


@dataclass(frozen=True, slots=True)
class TableShaper:
    """Makes Python expressions for the shapes of a revision's types.

    The module with the expressions imports the module that has the constants of `table`. `refer` returns the
    expression for one of these constants, such as `older.TOOL`.
    """

    table: ValueShapes
    refer: Callable[[str], str]

    def fitting(self, type_: Type) -> str:
        """Return a Python expression for the shape of a type. It is `None` if every value is valid."""
        return repr(self.table.shapes(self.refer).of(type_))

    def variant(self, type_: Type, *, is_result: bool) -> str:
        """Return a Python expression for the shape of a union's variant, with every declared member."""
        return repr(self.table.shapes(self.refer, whole=True).variant(type_, is_result=is_result))
