"""Compute shapes and flat edits, with which the runtime converts many texts without parsing them completely.

An adapter has generated functions that edit a parsed message. For each function of one direction, this module
computes one of two things:

- A shape of unchanged values. A shape is a data structure that describes values (`value_checks` of the
  runtime). A value that fits the shape is not changed, and no difference is reported for it. A value that
  does not fit may stay unchanged too. A function without a shape may change every valid value.
- Flat edits, if the function only edits top-level members or `_meta` (`flat_edits` of the runtime). They list
  the members to set and to remove.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from mcpgen.adapters.plan import (
    AdapterPlan,
    CallRule,
    Convert,
    Drop,
    DropInside,
    DropOnly,
    DropOthers,
    Function,
    HasMember,
    Is,
    MemberEdit,
    MemberIs,
    MethodAdapter,
    Move,
    ObjectFunction,
    Outcome,
    PairPlan,
    RefuseMember,
    Replacement,
    Set,
    Unchanged,
    UnionFunction,
    Variant,
    Visit,
    assert_never,
    shared_functions,
)
from mcpgen.ir import Anything, Choice, Protocol, Record, Ref, Scalar, Type
from mcpgen.names import module
from mcpgen.runtime.conversion import flat_edits
from mcpgen.runtime.conversion.flat_edits import Flat, joined
from mcpgen.runtime.conversion.rules.registry import ConversionRule
from mcpgen.runtime.conversion.value_checks import NEVER, Shape, both, parts

OBJECT: Shape = ("object", {})
ARRAY: Shape = ("array", None)
NO_ARRAY: Shape = ("union", OBJECT, "string", "number", "boolean", "null")


class FastPath:
    """Computes the data with which the runtime converts JSON text without parsing all of it.

    The data are for the functions of an adapter in one direction. Each function has a shape or flat edits. A
    shape describes values: a text that fits the shape stays as it is, so the runtime copies it. Flat edits
    are the top-level members to set and to remove.
    """

    def __init__(
        self, functions: Iterable[Function], source: Protocol, rules: Mapping[str, ConversionRule]
    ) -> None:
        self._source, self._rules = source, rules
        self._functions = {function.name: function for function in functions}
        self._found: dict[str, Shape] = {}
        for name in self._functions:
            self._shape(name)

    def shapes(self) -> dict[str, Shape]:
        """Return, by function name, the shape of the values that the function does not change.

        A shape is a data structure that describes values. A function that may change every value is omitted.
        """
        return {name: shape for name, shape in self._found.items() if shape != NEVER}

    def flats(self) -> dict[str, Flat]:
        """Return, by function name, the edits of each function that only edits top-level members or `_meta`.

        Such edits (flat edits) read only the members that they name. A function that reads other members is
        therefore not in the result.
        """
        found = {name: self._flat(name) for name in self._found}
        edited = {name: flat for name, flat in found.items() if flat.edits and flat.others != NEVER}
        return {name: flat for name, flat in edited.items() if parts(flat.others)[2] is None}

    def _flat(self, name: str) -> Flat:
        match self._functions[name]:
            case ObjectFunction(edits=edits, rule=None) as function:
                record = self._record(Ref(function.type_name))
                return reduce(joined, (self._flat_edit(edit, record) for edit in edits), Flat(None))
            case UnionFunction(
                tag=None,
                form="object",
                variants=(*others, Variant(outcome=Convert(str() as last, None, None), tests=())),
            ):
                found = self._flat(last)
                unlike = (_unlike(each) for each in others if not _contradicts(each, found.others))
                return Flat(reduce(both, unlike, found.others), found.edits)
            case _:
                return Flat()

    def _flat_edit(self, edit: MemberEdit, record: Record | None) -> Flat:
        change: Any = getattr(edit, "change", None)
        match edit:
            case Drop(member, type=None) if record is None or member in record.by_name:
                return Flat(OBJECT, (flat_edits.DropMember(member, change),))
            case DropOnly(member, str() as value):
                return Flat(_object(member, ("choice", value)), (flat_edits.OmitMember(member, change),))
            case DropInside(member, names):
                return Flat(OBJECT, (flat_edits.DropInner(member, names, change),))
            case Set(member, value, always=True):
                return Flat(_object(member, NEVER), (flat_edits.FillMember(member, value, change),))
            case CallRule(rule=rule) if self._rules[rule].fills_request_meta:
                return Flat(OBJECT, (flat_edits.RequestMeta(change),))
            case _:
                return Flat(self._edit(edit, record))

    def _record(self, type_: Type | None) -> Record | None:
        """Return the record (object type) of the source revision to which a type refers, or None."""
        found = self._source.definitions.get(type_.name) if isinstance(type_, Ref) else None
        return found if isinstance(found, Record) else None

    def _shape(self, name: str) -> Shape:
        if name not in self._found:
            self._found[name] = NEVER  # a recursive call counts as one that may change every value
            match self._functions[name]:
                case ObjectFunction(edits=edits, rule=rule) as function:
                    record = self._record(Ref(function.type_name))
                    shapes = [self._edit(edit, record) for edit in edits]
                    found = reduce(both, shapes, both(OBJECT, self._rule(rule)))
                case UnionFunction(tag=None) as union:
                    found = self._untagged(union)
                case UnionFunction() as union:
                    found = self._tagged(union, str(union.tag))
                case other:
                    assert_never(other)
            del self._found[
                name
            ]  # added again at the end, so that a shape comes after the shapes that it contains
            self._found[name] = found
        return self._found[name]

    def _edit(
        self, edit: MemberEdit, record: Record | None
    ) -> Shape:  # noqa: C901, PLR0912 - a case for each kind
        """Return the shape that describes the objects that an edit does not change.

        If the edit may change every object, the shape is `NEVER`. `record` is the type of the objects, or
        None if it is unknown.
        """
        needed = frozenset() if record is None else record.required
        match edit:
            case Drop(member, type=None) | DropOnly(member) | RefuseMember(member, type=None):
                return _object(member, NEVER, required=member in needed)
            case Set(always=True, known=False):
                return NEVER  # the edit changes every valid object, which lacks the member
            case Move(path, target):
                return both(self._without(path, record), self._without(target, record))
            case Drop(member, type=type_):
                return _object(member, _fitting(type_))
            case DropOthers(declared=declared):
                return ("object", dict.fromkeys(declared), (), NEVER)
            case DropInside(member, names):
                inner = self._record(record.by_name[member].type) if record and member in needed else None
                changes_all = inner is not None and not inner.required.isdisjoint(names)
                return NEVER if changes_all else _object(member, ("object", dict.fromkeys(names, NEVER)))
            case Set(member, value, always=always, type=None):
                return _object(member, ("choice", value) if type(value) is str else NEVER, required=always)
            case Set(member, type=type_, always=always) | RefuseMember(member, type=type_, always=always):
                return _object(member, _fitting(type_), required=always)
            case CallRule(member, rule, always=always):
                absent: Shape = _object(member, NEVER)
                leaves = self._rules[rule].leaves
                return leaves if always or leaves != NEVER else absent
            case Visit(member, function, loop, always):
                return _object(member, _looped(self._shape(function), loop), required=always)
            case _:
                return assert_never(edit)

    def _without(self, path: Sequence[str], record: Record | None) -> Shape:
        """Return the shape of the objects that have no member at `path`, such as `("params", "task")`.

        If `params` is present, it must be an object. If `params` is required and must have `task`, the shape
        is `NEVER`.
        """
        member, *rest = path
        declared = record.field(member) if record else None
        below = self._without(rest, self._record(declared.type if declared else None)) if rest else NEVER
        return _object(member, below, required=declared is not None and declared.required)

    def _rule(self, rule: Replacement | None) -> Shape:
        return None if rule is None else self._rules[rule.rule].leaves

    def _outcome(self, outcome: Outcome) -> Shape:
        match outcome:
            case Unchanged():
                return None
            case Convert(function, loop, rule):
                inner = None if function is None else _looped(self._shape(function), loop)
                return both(inner, self._rule(rule))
            case _:
                return NEVER

    def _tagged(self, union: UnionFunction, tag: str) -> Shape:
        first = [self._unless(variant) for variant in union.variants if variant.tests]
        variants = [
            both(("object", {tag: ("choice", variant.tag)}, (tag,)), self._outcome(variant.outcome))
            for variant in union.variants
            if not variant.tests
        ]
        return both(reduce(both, first, OBJECT), _union(variants))

    def _untagged(self, union: UnionFunction) -> Shape:
        arrays = [variant for variant in union.variants if variant.tests == (Is("array"),)]
        others = [self._unless(variant) for variant in union.variants if variant not in arrays]
        start: Shape = None
        if union.form and not any(type(other) is tuple and other[0] == "map" for other in others):
            start = OBJECT if union.form == "object" else ARRAY  # a map already requires an object
        rest = reduce(both, others, start)
        if not arrays:
            return rest
        return _union([both(ARRAY, self._outcome(arrays[0].outcome)), both(rest, NO_ARRAY)])

    def _unless(self, variant: Variant) -> Shape:
        """Return the shape of the values that the conversion of a union's variant does not change.

        If this conversion may change every value, return a shape that no value of the variant fits.
        """
        found = self._outcome(variant.outcome)
        return _unlike(variant) if found == NEVER else found


def _unlike(variant: Variant) -> Shape:
    """Return a shape that no value of a variant fits, or `NEVER` if no shape can express this."""
    for test in variant.tests:
        match test:
            case HasMember(member):
                return _object(member, NEVER)
            case MemberIs(member, values) if None not in values:
                return _object(member, NEVER)
    return NEVER


def _contradicts(variant: Variant, shape: Shape) -> bool:
    """Return whether a shape excludes a variant: no value that fits the shape belongs to the variant."""
    members = parts(shape)[0] if type(shape) is tuple and shape[0] == "object" else {}
    for test in variant.tests:
        match test:
            case MemberIs(member, values) if None not in values:
                stated = members.get(member)
                if type(stated) is tuple and stated[0] == "choice" and set(values).isdisjoint(stated[1:]):
                    return True
    return False


def _looped(shape: Shape, loop: str | None) -> Shape:
    return shape if loop is None else ("array" if loop == "items" else "map", shape)


def _object(member: str, shape: Shape, *, required: bool = False) -> Shape:
    if required and shape == NEVER:
        return NEVER
    return ("object", {member: shape}, (member,)) if required else ("object", {member: shape})


def _union(shapes: Sequence[Shape]) -> Shape:
    found = [shape for shape in shapes if shape != NEVER]
    return NEVER if not found else found[0] if len(found) == 1 else ("union", *found)


def _fitting(type_: Type | None) -> Shape:
    """Return the shape of a type's valid values, or `NEVER` if the type is not simple.

    Simple types are any JSON value, booleans, strings without limits, and enumerations of strings.
    """
    match type_:
        case Anything():
            return None
        case Scalar("string" | "boolean" as kind, min_length=None, max_length=None, pattern=None):
            return kind
        case Choice(values) if all(type(value) is str for value in values):
            return ("choice", *values)
        case _:
            return NEVER


# Printing


def module_name(pair: PairPlan) -> str:
    """Return the name of the generated module with the shapes for two adjacent revisions."""
    return f"fast_path_{module(pair.older)}_to_{module(pair.newer)}"


def table_context(
    pair: PairPlan,
    sources: Sequence[Protocol],
    adapter: str,
    rules: Mapping[str, ConversionRule],
    base: PairPlan | None = None,
) -> dict[str, object]:
    """Return the variables of the template `fast_path.py.jinja` for a pair of revisions.

    `sources` are the protocols whose messages the two adapters convert. `adapter` is the name of the module
    with their functions. If the adapter imports functions from the adapter of another pair, `base` is that
    pair. The shapes and flat edits of these functions are then imported too.
    """
    found: dict[str, Shape] = {}
    flats: dict[str, Flat] = {}
    for plan, source in zip(pair.adapters, sources, strict=True):
        path = FastPath(plan.functions, source, rules)
        found |= path.shapes()
        flats |= {name: flat for name, flat in path.flats().items() if name in _of_methods(plan)}
    shared = shared_functions(pair, base) if base else set()
    flats = {name: flat for name, flat in flats.items() if name not in shared}
    names: dict[int, str] = {}  # the constants of the shapes that were printed before, by the id of the shape
    constants = []
    for name, shape in found.items():
        if name not in shared:
            text = names.get(id(shape)) or _text(shape, names)
            constants.append(f"{name.upper()}: Shape = {text}")
        if type(shape) is tuple:
            names.setdefault(id(shape), name.upper())
    rows = [f"adapter.{name}: {name.upper()}" for name in found if name not in shared]
    flat_rows = [f"adapter.{name}: {_flat_text(flat, names)}" for name, flat in flats.items()]
    used = {name.upper() for name in shared} & set(re.findall(r"\w+", " ".join([*constants, *flat_rows])))
    shapes = [*(f"{name} = base.{name}" for name in sorted(used)), *constants]
    return {
        "older": pair.older,
        "newer": pair.newer,
        "adapter": adapter,
        "imports": [f"from . import {module_name(base)} as base"] if base else [],
        "groups": [shapes] if shapes else [],
        "rows": [*(["**base.UNCHANGED_SHAPES"] if base else []), *rows],
        "flats": [*(["**base.FLAT"] if base else []), *flat_rows],
        "kinds": ", ".join(
            sorted({"Flat", *(type(edit).__name__ for flat in flats.values() for edit in flat.edits)})
        ),
    }


def _of_methods(plan: AdapterPlan) -> set[str | None]:
    """Return the names of the functions that convert params or results of methods.

    Only these functions are also written as edits of raw text (`flat_edits`).
    """
    entries = [entry for found in plan.methods.values() for entry in found]
    return {name for one in entries if isinstance(one, MethodAdapter) for name in (one.params, one.result)}


def _flat_text(flat: Flat, names: Mapping[int, str]) -> str:
    """Return flat edits as a Python expression. `names` has the constants of shapes that exist already."""
    edits: Iterable[Any] = flat.edits
    texts = [
        f"{type(edit).__name__}({', '.join([*map(repr, edit[:-1]), f'adapter.{edit.change.name}'])})"
        for edit in edits
    ]
    return f"Flat({_text(flat.others, names)}, ({', '.join(texts)},))"


def _text(shape: Any, names: Mapping[int, str]) -> str:
    """Return a shape as a Python expression. `names` has the constants of shapes that exist already."""
    if type(shape) is tuple:
        parts = [names.get(id(part)) or _text(part, names) for part in shape]
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    if type(shape) is dict:
        members = (f"{name!r}: {names.get(id(part)) or _text(part, names)}" for name, part in shape.items())
        return f"{{{', '.join(members)}}}"
    return repr(shape)
