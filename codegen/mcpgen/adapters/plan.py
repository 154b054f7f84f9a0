"""Steps: what an adapter does, as plain data that `templates/adapter.py.jinja` prints.

A `Function` edits the values of one type: an object by `Line`s, a union by `Arm`s. A `PassageRow` says what happens to one
method from one sender. Properties are texts for the template: Python literals and names, nothing that it would have to decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mcpgen.adapters.actions import Way


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that a function does. `kind` is the name of a macro in the template; the rest is what it prints."""

    kind: str  # drop, admit, require, refuse_present, refuse_absent, refuse_unfit, rule, rule_if, enter, each, values
    member: str = ""
    change: str = ""  # the name of a constant
    call: str = ""  # a function
    value: str = ""  # a Python literal
    shape: str = ""  # a Python expression
    code: int | None = None
    required: bool = False
    replaces: bool = False  # the called function returns what to put in the place

    @property
    def key(self) -> str:
        """Return the member as a Python literal."""
        return repr(self.member)

    @property
    def plain(self) -> str:
        """Return the Python type that alone decides whether a value has the shape, nothing if there is none."""
        return {"'string'": "str", "'boolean'": "bool", '("map", None)': "dict"}.get(self.shape, "")


@dataclass(frozen=True, slots=True)
class Arm:
    """One form of a union in the source: how to tell it, and what happens to it."""

    name: str
    tag: str = ""  # a Python literal of the tag, or
    test: str = ""  # a Python expression over `value`
    calls: tuple[str, ...] = ()
    rule: str = ""
    change: str = ""
    refused: bool = False
    code: int | None = None
    loop: bool = False  # the calls are for each item of an array
    replaces: bool = False

    @property
    def changes(self) -> bool:
        """Return whether anything happens to this form."""
        return bool(self.calls or self.rule or self.refused)


@dataclass(frozen=True, slots=True)
class Function:
    """The edit of one type: lines for an object, arms for a union, one loop for a container."""

    name: str
    type: str
    subject: str
    lines: tuple[Line, ...] = ()
    arms: tuple[Arm, ...] = ()
    tag: str = ""
    lossy: bool = False
    objects: bool = False  # every form of the union is an object

    @property
    def replaces(self) -> bool:
        """Return whether the function returns what to put in the place of its argument."""
        return bool(self.arms)

    @property
    def early(self) -> tuple[Arm, ...]:
        """Return the forms that are told before the tag is read."""
        return tuple(arm for arm in self.arms if self.tag and not arm.tag)

    @property
    def late(self) -> tuple[Arm, ...]:
        """Return the forms that are told by the tag, or one after the other where there is none."""
        return tuple(arm for arm in self.arms if not self.tag or (arm.tag and arm.changes))

    @property
    def still(self) -> str:
        """Return the tags of the forms that do not change, as a Python literal."""
        return "(" + "".join(f"{arm.tag}, " for arm in self.arms if arm.tag and not arm.changes) + ")"

    @property
    def key(self) -> str:
        """Return the member that tells the forms apart, as a Python literal."""
        return repr(self.tag)

    @property
    def forms(self) -> str:
        """Return the names of the forms as a Python literal."""
        return repr(" or ".join(arm.name for arm in self.arms))


@dataclass(frozen=True, slots=True)
class PassageRow:
    """A line of the method table."""

    method: str
    request: bool = True
    params: str | None = None
    result: str | None = None
    verdicts: tuple[str, str] = ("whole", "whole")
    fills: bool = False
    bare: bool = False
    gone: str | None = None
    code: int | None = None

    @property
    def key(self) -> str:
        """Return the method as a Python literal."""
        return repr(self.method)

    @property
    def whole(self) -> str:
        """Return the name of the passage of a method about which nothing changes, nothing for others."""
        return (
            ("REQUEST" if self.request else "NOTIFICATION")
            if self == PassageRow(self.method, self.request)
            else ""
        )

    @property
    def says(self) -> str:
        """Return the arguments of the passage."""
        said = {
            "params": self.params,
            "result": self.result,
            "is_request": None if self.request else "False",
            "fidelity": None if self.verdicts == ("whole", "whole") else repr(self.verdicts),
            "creates_params": "True" if self.fills else None,
            "drops_empty_params": "True" if self.bare else None,
        }
        return ", ".join(f"{name}={value}" for name, value in said.items() if value is not None)


@dataclass(frozen=True, slots=True)
class Steps:
    """Everything for one direction, ready to print."""

    name: Way
    source: str
    target: str
    functions: tuple[Function, ...]
    methods: Mapping[str, tuple[PassageRow, ...]]
    error: str | None
    error_change: str | None
    error_id: str | None
    batches: str | None
    capabilities: str | None
    implementation: str | None
    context: Mapping[str, str]

    @property
    def source_literal(self) -> str:
        """Return the source revision as a Python literal."""
        return repr(self.source)

    @property
    def target_literal(self) -> str:
        """Return the target revision as a Python literal."""
        return repr(self.target)


@dataclass(frozen=True, slots=True)
class ChangeConstant:
    """A change as the module cites it."""

    name: str
    id: str
    reason: str

    @property
    def literal(self) -> str:
        """Return the arguments of the constant."""
        return f"{self.id!r}, {self.reason!r}"


@dataclass(frozen=True, slots=True)
class Adapter:
    """The module of one pair of neighbours."""

    older: str
    newer: str
    changes: tuple[ChangeConstant, ...]
    shapes: tuple[tuple[str, str], ...]
    directions: tuple[Steps, Steps]

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the module imports from `conversion/log.py`: what its functions call."""
        lines = [line for d in self.directions for f in d.functions for line in f.lines]
        called = {"array": "each", "mapping": "values"}
        used = {name for name, kind in called.items() if any(line.kind == kind for line in lines)}
        functions = [f for d in self.directions for f in d.functions]
        return tuple(
            sorted({*used, *(("ConversionLog", "Path", "expected") if functions else ())}, key=str.lower)
        )

    @property
    def tables(self) -> tuple[str, ...]:
        """Return what the module imports from `conversion/adapter_tables.py`."""
        gone = [row for d in self.directions for rows in d.methods.values() for row in rows if row.gone]
        return tuple(sorted({"Adapter", "MethodAdapter", *(("MethodRemoved",) if gone else ())}))

    @property
    def fits(self) -> bool:
        """Return whether the module tests values against shapes itself."""
        functions = [f for d in self.directions for f in d.functions]
        return any(line.kind == "refuse_unfit" for f in functions for line in f.lines) or any(
            "fits(" in arm.test for f in functions for arm in f.arms
        )

    @property
    def rules(self) -> bool:
        """Return whether the module calls rules."""
        functions = [f for d in self.directions for f in d.functions]
        return (
            any(line.kind.startswith("rule") for f in functions for line in f.lines)
            or any(arm.rule for f in functions for arm in f.arms)
            or any(d.error for d in self.directions)
        )
