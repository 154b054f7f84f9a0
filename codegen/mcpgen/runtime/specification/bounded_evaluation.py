"""Evaluate JSON Schemas of peers in time and memory that grow with the sizes of schema and value alone.

In: a validator of `jsonschema`. Out: a validator of the same dialect that counts steps and raises
`InvalidSchema` when they run out: references lead to one subschema along exponentially many ways. Counted are

- a keyword that is applied to a value, a validator that is made, an error: each a step;
- a member of the keyword and of the value: a sixteenth;
- a search for a pattern: a step for `_SEARCH` of program size x length.

Some keywords are evaluated here: `jsonschema` runs patterns with backtracking, and compares whole values for
each constant and each pair of items. `unevaluatedProperties` and `unevaluatedItems` collect names again for
each subschema, and are counted so; the former runs patterns too, so it is refused beside `patternProperties`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any

from ..json_values import walk
from .brief_values import Contents, brief
from .patterns import Patterns, is_found
from .schema_errors import InvalidSchema, extra

STEPS, STEPS_PER_VALUE = 10_000, 30
_SEARCH = 250
_TEXT = 64  # characters of a text that count as one value
_UNEVALUATED = frozenset({"unevaluatedItems", "unevaluatedProperties"})


def size_of(value: Any) -> int:
    """Return the number of values in a JSON value, long texts counted by length."""
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


class Evaluation:
    """The validators of one evaluation, which share a number of steps."""

    def __init__(self, schema: Any, value: Any, steps_per_value: int = STEPS_PER_VALUE) -> None:
        self.schema, self.value = brief(schema), brief(value)
        self._size = size_of(schema)
        self._left = STEPS + steps_per_value * (self._size + size_of(value))
        self._surcharge = 0  # for each validator that is made while unevaluated members are collected
        self._patterns = Patterns()
        self._error: Any = extra("jsonschema").ValidationError
        self._contents = Contents()

    def validator(self, kind: Any, schema: Any, formats: Mapping[str, Callable[[object], bool]]) -> Any:
        """Return a validator of a dialect that counts its steps here; raise `ValueError` for an odd URI."""
        checker = extra("jsonschema").FormatChecker(formats=())
        for name, check in formats.items():
            checker.checks(name)(check)
        checker.evaluation = self  # each validator hands its checker on to the validators that it makes
        registry = extra("jsonschema_specifications").REGISTRY
        return _bounded(kind)(schema, format_checker=checker, registry=registry)

    def evaluate(self, name: str, evaluate: Any, arguments: tuple[Any, Any, Any, Any]) -> Iterator[Any]:
        """Yield the errors of a keyword, and count the steps."""
        _, rule, value, _ = arguments
        members = sum(len(each) for each in (rule, value) if isinstance(each, (dict, list)))
        self.take(1 + (members + (len(value) // _TEXT if isinstance(value, str) else 0)) // 16)
        own: dict[str, Any] = {
            "additionalProperties": self._additional_properties,
            "const": self._const,
            "enum": self._enum,
            "pattern": self._pattern,
            "patternProperties": self._pattern_properties,
            "uniqueItems": self._unique_items,
        }
        evaluate = own.get(name, evaluate)
        if name in _UNEVALUATED:
            evaluate = self._unevaluated(name, evaluate)
        for error in evaluate(*arguments) or ():
            self.take(1)
            yield error

    def take(self, steps: int) -> None:
        """Count steps; raise `InvalidSchema` if none are left."""
        self._left -= steps
        if self._left < 0:
            raise InvalidSchema("", "the schema takes too many steps to evaluate for its size")

    def made(self) -> None:
        """Count a validator."""
        self.take(1 + self._surcharge)

    def _unevaluated(self, name: str, evaluate: Any) -> Any:
        """Return the evaluation of a keyword that collects the members which any subschema evaluates."""

        def evaluated(check: Any, rule: Any, value: Any, schema: Any) -> Iterator[Any]:
            if not isinstance(value, (dict, list)):
                return
            if name == "unevaluatedProperties" and self._has_patterns():
                raise InvalidSchema("", "unevaluatedProperties beside patternProperties is not evaluated")
            before, self._surcharge = self._surcharge, 1 + len(value) // 4
            self.take(len(value) * (len(value) + self._size) // 4)
            try:
                yield from evaluate(check, rule, value, schema) or ()
            finally:
                self._surcharge = before

        return evaluated

    def _has_patterns(self) -> bool:
        return any("patternProperties" in item for _, item in walk(self.schema) if isinstance(item, dict))

    # Comparisons

    def _const(self, check: Any, rule: Any, value: Any, schema: Any) -> Iterator[Any]:
        if self._contents.number(rule) != self._contents.number(value):
            yield self._error(f"{rule!r} was expected")

    def _enum(self, check: Any, rule: Any, value: Any, schema: Any) -> Iterator[Any]:
        if self._contents.number(value) not in self._contents.numbers(rule):
            yield self._error(f"{value!r} is not one of {rule!r}")

    def _unique_items(self, check: Any, rule: Any, value: Any, schema: Any) -> Iterator[Any]:
        if rule is True and isinstance(value, list) and len(self._contents.numbers(value)) < len(value):
            yield self._error("the array has equal items")

    # Patterns

    def _found(self, pattern: str, text: str) -> bool:
        is_new = pattern not in self._patterns
        compiled, size = self._patterns.compiled(pattern)
        self.take((size // 16 if is_new else 0) + 1 + size * len(text) // _SEARCH)
        return is_found(compiled, text)

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


@cache
def _bounded(kind: Any) -> Any:
    """Return the class of a dialect whose validators count their steps in the evaluation of their checker."""
    keywords = {name: partial(_counted, name, evaluate) for name, evaluate in kind.VALIDATORS.items()}
    bounded = extra("jsonschema.validators").extend(kind, keywords)
    evolve = bounded.evolve

    def evolved(check: Any, **changes: Any) -> Any:
        check.format_checker.evaluation.made()
        made = evolve(check, **changes)
        if type(made) is type(check):
            return made
        # A subschema with `$schema` would be evaluated by the unbounded validator of its dialect.
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
