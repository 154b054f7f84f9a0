"""Print the functions of an adapter's plan as Python source.

Text from a schema or a decision file is printed only through `repr`.
"""

from __future__ import annotations

import keyword
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Protocol

from mcpgen.adapters.plan import (
    Become,
    CallRule,
    ChangeConstant,
    Convert,
    Drop,
    DropInside,
    DropOnly,
    DropOthers,
    Fits,
    Form,
    Function,
    HasMember,
    Is,
    Loop,
    MemberEdit,
    MemberIs,
    Move,
    ObjectFunction,
    Outcome,
    ReadAs,
    Refuse,
    RefuseMember,
    Set,
    Test,
    Unchanged,
    Unfit,
    UnionFunction,
    Variant,
    Visit,
    assert_never,
)
from mcpgen.ir import Anything, Constant, Type, json_value
from mcpgen.names import snake

# Names that the body of a printed function uses. Its first parameter must have another name.
_TAKEN = {"at", "log", "rules", "array", "mapping", "fits", "expected", "older", "newer"} | {
    *("check_array", "check_object"),
    *("items", "item", "i", "members", "name", "here", "kind", "read"),
}
_CLASSES: dict[Form, str] = {"array": "list", "object": "dict"}


class Shaper(Protocol):
    """Makes Python expressions for shapes: data structures that describe the valid values of types."""

    def fitting(self, type_: Type) -> str:
        """Return a Python expression for the shape of a type. The shape describes its valid values."""

    def variant(self, type_: Type, *, is_result: bool) -> str:
        """Return a Python expression for the shape of a union's variant, with every declared member.

        The runtime needs all members, because `variant_of` counts the unknown members of a value.
        """


class FunctionPrinter:
    """Prints the functions of one adapter as Python source."""

    def __init__(self, functions: Sequence[Function], source: Shaper, target: Shaper) -> None:
        self._functions = {function.name: function for function in functions}
        self._source, self._target = source.fitting, target.fitting
        self._variant_shape = source.variant

    def lines(self, function: Function) -> Iterator[str]:
        """Yield the Python source of a function of the adapter, line by line."""
        subject = _subject(function.type_name) if isinstance(function, ObjectFunction) else "value"
        returns = self._returns(function.name)
        hint = "Any" if returns else "None"
        yield f"def {function.name}({subject}: Any, at: Path, log: ConversionLog) -> {hint}:"
        match function:
            case ObjectFunction():
                body = self._object(function, subject)
            case UnionFunction():
                body = self._union(function, returns)
            case _:
                assert_never(function)
        yield from _indented(body)

    def _returns(self, name: str, seen: frozenset[str] = frozenset()) -> bool:
        """Return whether the printed function `name` returns the converted value.

        All other printed functions edit their argument in place.

        `seen` has the functions that are being examined, so that recursive calls end.
        """
        match self._functions[name]:
            case ObjectFunction(rule=rule):
                return rule is not None
            case UnionFunction(variants=variants):
                outcomes = [variant.outcome for variant in variants if isinstance(variant.outcome, Convert)]
                inner = {
                    outcome.function for outcome in outcomes if outcome.function and outcome.loop is None
                } - seen
                if any(isinstance(variant.outcome, Become) for variant in variants):
                    return True
                return any(outcome.rule for outcome in outcomes) or any(
                    self._returns(function, seen | {name}) for function in inner
                )
            case other:
                return assert_never(other)

    def _call(self, name: str, value: str, location: str, into: str) -> str:
        """Return the Python statement that calls the printed function `name` on a value.

        If the function returns a new value, the statement assigns it to `into`.
        """
        target = f"{into} = " if self._returns(name) else ""
        return f"{target}{name}({value}, {location}, log)"

    def _loop(self, name: str, loop: Loop, container: str, path: str) -> Iterator[str]:
        if loop == "items":
            yield f"for i, item in enumerate({container}):"
            yield f"    {self._call(name, 'item', f'({path}, i)', f'{container}[i]')}"
        else:
            yield f"for name, item in in_order({container}):"
            yield f"    {self._call(name, 'item', f'({path}, name)', f'{container}[name]')}"

    def _rule(self, rule: str, value: str, change: ChangeConstant) -> str:
        return f"rules.{rule}({value}, at, log, {change.name})"

    # Objects

    def _object(self, function: ObjectFunction, subject: str) -> Iterator[str]:
        yield f"check_object({subject}, at)"
        if function.rule:
            call = self._rule(function.rule.rule, subject, function.rule.change)
            yield f"{subject} = {call}" if function.edits else f"return {call}"
        for edit in function.edits:
            yield from self._edit(edit, subject)
        if function.rule and function.edits:
            yield f"return {subject}"

    def _edit(self, edit: MemberEdit, subject: str) -> Iterator[str]:
        if isinstance(edit, Move):
            options = [f"{name}={getattr(edit, name)}" for name in ("makes", "clears") if getattr(edit, name)]
            changes = f"({edit.change.name}, {edit.removal.name})"
            arguments = [repr(edit.source), repr(edit.target), "at", changes, *options]
            yield f"log.move({subject}, {', '.join(arguments)})"
            return
        key = repr(edit.member)
        match edit:
            case Drop(change=change, type=type_):
                name, shape = ("drop", "") if type_ is None else ("admit", f"{self._target(type_)}, ")
                yield f"if {key} in {subject}:"
                yield f"    log.{name}({subject}, {key}, {shape}at, {change.name})"
            case DropOthers(declared=declared, change=change, type=type_):
                shape = "" if type_ is None else f", {self._target(type_)}"
                yield f"log.drop_others({subject}, {declared!r}, at, {change.name}{shape})"
            case DropOnly(value=value, change=change):
                yield f"if {key} in {subject}:"
                yield f"    log.drop_only({subject}, {key}, {value!r}, at, {change.name})"
            case DropInside(names=names, change=change):
                yield f"if {key} in {subject}:"
                yield f"    log.drop_inside({subject}, {key}, {names!r}, at, {change.name})"
            case Set(value=value, type=type_, change=change, always=always):
                name, shape = ("fill", "") if type_ is None else ("require", f", {self._target(type_)}")
                call = f"log.{name}({subject}, {key}, {value!r}{shape}, at, {change.name})"
                yield from [call] if always else _under(f"if {key} in {subject}:", [call])
            case RefuseMember():
                yield from self._refusal(edit, subject)
            case CallRule(rule=rule, change=change, always=always):
                call = self._rule(rule, subject, change)
                yield from [call] if always else _under(f"if {key} in {subject}:", [call])
            case Visit():
                yield from self._visit(edit, subject)
            case _:
                assert_never(edit)

    def _refusal(self, edit: RefuseMember, subject: str) -> Iterator[str]:
        key, location = repr(edit.member), f"(at, {edit.member!r})"
        if edit.always:
            yield from _under(f"if {key} not in {subject}:", [_refuse("at", edit.change, edit.code)])
        if edit.type is None:
            condition = f"{key} in {subject}"
        elif edit.type == Anything():
            return
        else:
            condition = f"{key} in {subject} and not fits({subject}[{key}], {self._target(edit.type)})"
        yield from _under(f"if {condition}:", [_refuse(location, edit.change, edit.code)])

    def _visit(self, edit: Visit, subject: str) -> Iterator[str]:
        key = repr(edit.member)
        if edit.loop is None:
            value = f"{subject}.get({key})" if edit.always else f"{subject}[{key}]"
            body = [self._call(edit.function, value, f"(at, {key})", f"{subject}[{key}]")]
        else:
            container, helper = ("items", "array") if edit.loop == "items" else ("members", "mapping")
            body = [
                f"{container}, here = {helper}({subject}, {key}, at), (at, {key})",
                *self._loop(edit.function, edit.loop, container, "here"),
            ]
        yield from body if edit.always else _under(f"if {key} in {subject}:", body)

    # Unions

    def _union(self, union: UnionFunction, returns: bool) -> Iterator[str]:
        description = repr(" or ".join(variant.name for variant in union.variants))
        if union.tag is None:
            yield from self._untagged(union, description)
        else:
            yield from self._tagged(union, union.tag, returns, description)
        if returns:
            yield "return value"

    def _tagged(self, union: UnionFunction, tag: str, returns: bool, description: str) -> Iterator[str]:
        by_outcome: dict[Outcome, list[Constant]] = {Unchanged(): []}
        for variant in union.variants:
            if variant.tests:
                yield from _under(f"if {self._tests(variant)}:", self._outcome(variant.outcome))
                yield "    return value" if returns else "    return"
            else:
                by_outcome.setdefault(variant.outcome, []).append(variant.tag)
        unchanged = by_outcome.pop(Unchanged())
        yield f"kind = value.get({tag!r}) if type(value) is dict else None"
        word = "if"
        for outcome, tags in by_outcome.items():
            yield from _under(f"{word} {_is_one_of('kind', tags)}:", self._outcome(outcome))
            word = "elif"
        last = f"{word} {_is_one_of('kind', unchanged, negated=True)}:" if unchanged else "else:"
        yield from _under(last, [f"raise expected({description}, at)"])

    def _untagged(self, union: UnionFunction, description: str) -> Iterator[str]:
        if union.form:
            yield f"check_{union.form}(value, at, {description})"
        tests = [test for variant in union.variants for test in variant.tests if isinstance(test, ReadAs)]
        shared = {test.types: test for test in tests[1:] if test.types == tests[0].types}
        for test in shared.values():
            yield f"read = {self._reading(test)}"
        word = "if"
        for outcome, group in groupby(union.variants, key=lambda variant: variant.outcome):
            conditions = dict.fromkeys(self._tests(variant, shared) for variant in group)
            if "" not in conditions:
                parts = conditions if len(conditions) == 1 else [f"({each})" for each in conditions]
                yield from _under(f"{word} {' or '.join(parts)}:", self._outcome(outcome))
                word = "elif"
            elif not isinstance(outcome, Unchanged):
                rest = self._outcome(outcome)
                yield from rest if word == "if" else _under("else:", rest)

    def _reading(self, test: ReadAs) -> str:
        shapes = ", ".join(self._variant_shape(type_, is_result=test.is_result) for type_ in test.types)
        return f"variant_of(value, ({shapes}))"

    def _tests(self, variant: Variant, shared: Container[tuple[Type, ...]] = ()) -> str:
        """Return the Python condition that is true for the values of a variant of a union.

        The test `ReadAs` asks which variant decode would choose. If several variants of the union have a
        `ReadAs` test with the same types, the printed function calls decode once and assigns the index of the
        variant to `read`. `shared` has the types of these tests, whose conditions use `read`.
        """
        return " and ".join(self._test(test, shared) for test in variant.tests)

    def _test(self, test: Test, shared: Container[tuple[Type, ...]] = ()) -> str:
        match test:
            case Is(form):
                return f"type(value) is {_CLASSES[form]}"
            case Fits(type_):
                return f"fits(value, {self._source(type_)})"
            case HasMember(member):
                return f"{member!r} in value"
            case MemberIs(member, values) if all(each is None or type(each) is str for each in values):
                return _is_one_of(f"value.get({member!r})", values)
            case MemberIs(member, values):  # in Python, 1 equals True
                return f"fits(value.get({member!r}), {('choice', *values)!r})"
            case Unfit(type_):
                return f"not fits(value, {self._source(type_)})"
            case ReadAs():
                read = "read" if test.types in shared else self._reading(test)
                return f"{read} in ({test.index}, -1)"
            case _:
                return assert_never(test)

    def _outcome(self, outcome: Outcome) -> Iterator[str]:
        match outcome:
            case Unchanged():
                yield "pass"
            case Refuse(change, code, type_):
                refusal = _refuse("at", change, code)
                if type_ is None:
                    yield refusal
                else:
                    yield from _under(f"if not fits(value, {self._target(type_)}):", [refusal])
            case Become(constant, change):
                yield f"value = log.become({json_value(constant)!r}, value, at, {change.name})"
            case Convert(function, loop, rule):
                if function and loop:
                    yield from self._loop(function, loop, "value", "at")
                elif function:
                    yield self._call(function, "value", "at", "value")
                if rule:
                    yield f"value = {self._rule(rule.rule, 'value', rule.change)}"
            case _:
                assert_never(outcome)


def _refuse(path: str, change: ChangeConstant, code: int | None = None) -> str:
    return f"log.refuse({path}, {change.name}{'' if code is None else f', {code}'})"


def _is_one_of(value: str, constants: Sequence[Constant], negated: bool = False) -> str:
    if len(constants) == 1:
        return f"{value} {'!=' if negated else '=='} {constants[0]!r}"
    return f"{value} {'not in' if negated else 'in'} {tuple(constants)!r}"


def _subject(type_name: str) -> str:
    """Return the last word of a type's name, to name the parameter of a printed function.

    For example, `CallToolResult` gives `result`.
    """
    *before, word = snake(type_name).split("_")
    if word == "object" and before:
        word = before[-1]
    return f"{word}_" if keyword.iskeyword(word) or word in _TAKEN else word


def _indented(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield f"    {line}"


def _under(head: str, lines: Iterable[str]) -> Iterator[str]:
    yield head
    yield from _indented(lines)
