"""Evaluate JSON Schemas from peers in time and memory that are linear in the size of schema and value.

This module wraps a validator class of `jsonschema`, so that it counts steps. The wrapped validator raises
`InvalidSchema` when no steps are left, because references can reach one subschema on exponentially many
paths. The costs are:

- to apply a keyword to a value: one step, and 1/16 step for each member of the keyword's value and of the
  validated value;
- to create a validator: one step;
- for a constant: one step for each value inside it, but 1/32 step for each scalar in `enum`;
- for an error: one step, and one for each value inside the keyword's value and the validated value, because
  the message of the error shows both in full;
- to search for a pattern: (program size x length) / `_SEARCH` steps.

This module itself evaluates `pattern`, `patternProperties`, `additionalProperties` and `uniqueItems`, and
`jsonschema` all other keywords. `jsonschema` would run patterns with backtracking, which RE2 does not need,
and would compare each item of an array with all others. `unevaluatedProperties` and `unevaluatedItems`
collect the evaluated names again for each subschema, so their cost grows with the size of the schema.
`unevaluatedProperties` also runs patterns, so a schema that also has `patternProperties` is refused.

A pattern is an ECMA-262 expression. RE2 has no lookaround and no backreferences, because they need
backtracking, so such a pattern is refused. Escapes that only ECMA-262 has are rewritten.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..json_values import is_integer, walk

MISSING = (
    "jsonschema or google-re2 is not installed; run in a checkout of mcpgen: pip install './generated[forms]'"
)
STEPS, STEPS_PER_VALUE = 10_000, 30
_SEARCH = 250
_FRAMES = 5  # the most calls of Python functions for one nested keyword
_RESERVED = 150  # calls that the evaluation of the innermost keyword may need
_TEXT = 64  # characters of a text that count as one value
_UNEVALUATED = frozenset({"unevaluatedItems", "unevaluatedProperties"})
_BRIEF = frozenset({"required", "dependentRequired"})  # their errors name only one member
_MEMORY = 2 << 20  # bytes for one compiled pattern
_KEPT = 32  # compiled patterns of one evaluation
_ESCAPE = re.compile(r"\\(?:u\{([0-9A-Fa-f]+)\}|u([0-9A-Fa-f]{4})|c([A-Za-z])|.)", re.DOTALL)


class MissingExtra(ImportError):
    """Raised if the optional package `jsonschema` or `google-re2` is not installed."""


class InvalidSchema(ValueError):
    """Raised for a JSON Schema that cannot be used.

    `pointer` is the JSON Pointer to the cause in the schema. `reason` says in one line what is wrong.
    """

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(pointer, reason)
        self.pointer = pointer
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.pointer or '/'}: {self.reason}"


@cache
def available() -> bool:
    """Return whether the optional packages are installed. The result is cached."""
    return find_spec("jsonschema") is not None and find_spec("re2") is not None


def extra(name: str) -> Any:
    """Import a module of an optional package. Raise `MissingExtra` if it is not installed."""
    # Imported by name, so that type checkers of users without the extra report nothing.
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtra(MISSING) from error


def size_of(value: Any) -> int:
    """Return the number of values in a JSON value. A string counts once for every `_TEXT` characters."""
    size, left = 0, [value]
    while left:
        item = left.pop()
        size += 1
        if isinstance(item, str):
            size += len(item) // _TEXT
        elif isinstance(item, dict):
            size += sum(len(name) // _TEXT for name in item)
            left += item.values()
        elif isinstance(item, list):
            left += item
    return size


def _frames_left() -> int:
    """Return how many more nested calls Python allows here."""
    used, frame = 0, sys._getframe().f_back
    while frame is not None:
        used, frame = used + 1, frame.f_back
    return sys.getrecursionlimit() - used


class Evaluation:
    """One evaluation of a schema, with a limit of steps that all its validators share."""

    def __init__(self, schema: Any, value: Any, steps_per_value: int = STEPS_PER_VALUE) -> None:
        self.schema = schema
        self._size = size_of(schema)
        self._left = STEPS + steps_per_value * (self._size + size_of(value))
        self._depth, self._deepest = 0, (_frames_left() - _RESERVED) // _FRAMES  # nested keywords
        self._surcharge = 0  # further steps for each validator while unevaluated members are collected
        self._patterns: dict[str, Any] = {}  # compiled
        self._sizes: dict[int, int] = {}  # sizes of the values of keywords, by identity
        self._error: Any = extra("jsonschema").ValidationError

    def validator(self, kind: Any, schema: Any, formats: Mapping[str, Callable[[object], bool]]) -> Any:
        """Create a validator for a schema dialect. Its steps count against the limit of this evaluation.

        Raise `ValueError` if the schema has an invalid URI.
        """
        checker = extra("jsonschema").FormatChecker(formats=())
        for name, check in formats.items():
            checker.checks(name)(check)
        checker.evaluation = self  # validators pass their checker to the validators that they create
        registry = extra("jsonschema_specifications").REGISTRY
        return _bounded(kind)(schema, format_checker=checker, registry=registry)

    def evaluate(self, name: str, evaluate: Any, arguments: tuple[Any, Any, Any, Any]) -> Iterator[Any]:
        """Apply the keyword `name` of a schema, count the steps, and yield the errors.

        `evaluate` is the function of `jsonschema` for the keyword. `arguments` are the arguments of that
        function: the validator, the value of the keyword, the value to validate, and the schema.

        Raise `RecursionError` if keywords are nested so deeply that Python would soon raise it. Python must
        not raise it itself: `rpds`, a library that `jsonschema` uses, turns it into an exception that no
        `except Exception` catches.
        """
        _, rule, value, _ = arguments
        members = sum(len(each) for each in (rule, value) if isinstance(each, (dict, list)))
        self.take(1 + (members + (len(value) // _TEXT if isinstance(value, str) else 0)) // 16)
        if name in ("const", "enum"):
            scalars = len(rule) if name == "enum" else 1
            self.take(scalars // 32 + self._known_size(rule) - scalars)
        elif name in _UNEVALUATED:
            evaluate = self._unevaluated(name, evaluate)
        own: dict[str, Any] = {
            "additionalProperties": self._additional_properties,
            "pattern": self._pattern,
            "patternProperties": self._pattern_properties,
            "uniqueItems": self._unique_items,
        }
        if self._depth >= self._deepest:  # the limit is negative if the caller is deep already
            raise RecursionError
        self._depth += 1
        try:
            for error in own.get(name, evaluate)(*arguments) or ():
                self.take(1)
                if name not in _BRIEF and not hasattr(error, "is_counted"):
                    self.take(size_of(value) + self._known_size(rule))
                error.is_counted = True
                yield error
        finally:
            self._depth -= 1

    def take(self, steps: int) -> None:
        """Count `steps` steps. Raise `InvalidSchema` if the limit is exceeded."""
        self._left -= steps
        if self._left < 0:
            raise InvalidSchema(
                "", "checking the value takes too many steps for the size of the schema and the value"
            )

    def made(self) -> None:
        """Count the steps that the creation of a validator takes."""
        self.take(1 + self._surcharge)

    def _known_size(self, rule: Any) -> int:
        """Return `size_of` the value of a keyword, from a cache if it was computed before."""
        if not isinstance(rule, (dict, list, str)):
            return 1
        if id(rule) not in self._sizes:
            self._sizes[id(rule)] = size_of(rule)
        return self._sizes[id(rule)]

    def _unevaluated(self, name: str, evaluate: Any) -> Any:
        """Return a function that evaluates `unevaluatedProperties` or `unevaluatedItems` and counts steps."""

        def evaluated(check: Any, rule: Any, value: Any, schema: Any) -> Iterator[Any]:
            if not isinstance(value, (dict, list)):
                return
            if name == "unevaluatedProperties" and self._has_patterns():
                raise InvalidSchema(
                    "", "unevaluatedProperties together with patternProperties is not supported"
                )
            before, self._surcharge = self._surcharge, 1 + len(value) // 4
            self.take(len(value) * (len(value) + self._size) // 4)
            try:
                yield from evaluate(check, rule, value, schema) or ()
            finally:
                self._surcharge = before

        return evaluated

    def _has_patterns(self) -> bool:
        return any("patternProperties" in item for _, item in walk(self.schema) if isinstance(item, dict))

    def _unique_items(self, check: Any, rule: Any, value: Any, schema: Any) -> Iterator[Any]:
        if rule is True and isinstance(value, list):
            self.take(size_of(value) // 16)
            if len(set(map(_content, value))) < len(value):
                yield self._error("the array has equal items")

    # The keywords with patterns

    def _found(self, pattern: str, text: str) -> bool:
        compiled = self._patterns.get(pattern)
        if compiled is None:
            compiled = self._patterns[pattern] = _compiled(pattern)
            self.take(compiled.programsize // 16)
            if len(self._patterns) > _KEPT:
                del self._patterns[next(iter(self._patterns))]
        self.take(1 + compiled.programsize * len(text) // _SEARCH)
        return (
            compiled.search(text.encode("utf-8", "replace")) is not None
        )  # half of a surrogate pair is read as `?`

    def _pattern(self, check: Any, rule: Any, value: Any, schema: Any) -> Iterator[Any]:
        if isinstance(value, str) and not self._found(rule, value):
            yield self._error(f"{value!r} does not match {rule!r}")

    def _pattern_properties(self, check: Any, rule: Any, value: Any, schema: Any) -> Iterator[Any]:
        if isinstance(value, dict):
            for pattern, subschema in rule.items():
                for name, inner in value.items():
                    if self._found(pattern, name):
                        yield from check.descend(inner, subschema, path=name, schema_path=pattern)

    def _additional_properties(self, check: Any, rule: Any, value: Any, schema: Any) -> Iterator[Any]:
        if not isinstance(value, dict):
            return
        known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
        extras = [
            name
            for name in value
            if name not in known and not any(self._found(pattern, name) for pattern in patterns)
        ]
        if isinstance(rule, dict):
            for name in extras:
                yield from check.descend(value[name], rule, path=name)
        elif rule is False and extras:
            names = ", ".join(map(repr, sorted(extras)))
            yield self._error(f"Additional properties are not allowed: {names}")


def _content(value: Any) -> Any:
    """Convert a JSON value to a hashable value. Equal JSON values give equal results.

    A peer cannot predict the hashes, so it cannot send many values with the same hash.
    """
    if isinstance(value, dict):
        return frozenset((name, _content(item)) for name, item in value.items())
    if isinstance(value, list):
        return list, tuple(map(_content, value))
    if is_integer(value):
        return int, hex(int(value))
    return value if isinstance(value, str) else (None, repr(value))


def _compiled(pattern: str) -> Any:
    """Compile a pattern with RE2. Raise `InvalidSchema` if RE2 does not support it."""
    re2 = extra("re2")
    options = re2.Options()
    options.log_errors, options.max_mem = False, _MEMORY
    try:
        return re2.compile(_ESCAPE.sub(_rewritten, pattern).encode(), options)
    except (re2.error, UnicodeEncodeError) as error:
        reason = error.args[0] if isinstance(error, re2.error) else "it has half of a surrogate pair"
        reason = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        shown = pattern if len(pattern) <= 60 else pattern[:57] + "..."
        raise InvalidSchema("", f"the pattern {shown!r} cannot be compiled: {reason[:100]}") from error


def _rewritten(escape: re.Match[str]) -> str:
    """Rewrite an escape of ECMA-262 in the syntax of RE2."""
    digits, four, control = escape.groups()
    if control is not None:
        return rf"\x{{{ord(control) % 32:x}}}"
    code = digits or four
    return escape[0] if code is None else rf"\x{{{code}}}"


@cache
def _bounded(kind: Any) -> Any:
    """Return a subclass of a `jsonschema` validator class that counts its steps.

    The steps are counted in an `Evaluation` that all validators of an evaluation share. The `Evaluation` is
    an attribute of their format checker, because a validator passes its format checker to the validators that
    it creates.
    """
    keywords = {name: partial(_counted, name, evaluate) for name, evaluate in kind.VALIDATORS.items()}
    bounded = extra("jsonschema.validators").extend(kind, keywords)
    evolve = bounded.evolve

    def evolved(check: Any, **changes: Any) -> Any:
        check.format_checker.evaluation.made()
        made = evolve(check, **changes)
        if type(made) is type(check):
            return made
        # A subschema with `$schema` would use the unbounded validator of its dialect.
        other: Any = type(made)
        return _bounded(other)(
            made.schema,
            format_checker=made.format_checker,
            registry=made._registry,
            _resolver=made._resolver,
        )

    bounded.evolve = evolved
    return bounded


def _counted(name: str, evaluate: Any, check: Any, *others: Any) -> Iterator[Any]:
    found: Iterator[Any] = check.format_checker.evaluation.evaluate(name, evaluate, (check, *others))
    return found
