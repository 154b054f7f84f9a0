"""The registry of the specification's rules, and the loop that applies them to a message.

The rules are functions in the package `violations`. The decorators `rule` and `advice` register each of them
with its severity, its section of the specification, and the revisions that have the rule. `findings` applies
rules in order. A rule that needs an unknown fact finds nothing. If a rule needs `jsonschema` (the extra
`mcp-revisions[forms]`) and the package is not installed, a finding `not-run` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from ..json_argument import MOST_TEXT, as_json, listed, mapping
from ..json_values import linked_pointer
from ..revisions import within
from .bounded_evaluation import MISSING, available
from .message_context import KnownFacts, Location, MessageContext

Severity = Literal["must", "should", "not-run"]
# A location in the message, or its JSON Pointer, and the reason.
Violations = Iterator["tuple[Location | str, str]"]

_SPECIFICATION = "https://modelcontextprotocol.io/specification"


class MovedPage(NamedTuple):
    """A page of the specification that has another path from the revision `since` on."""

    page: str
    to: str
    since: str


_MOVED = (MovedPage("basic/utilities/progress", "basic/patterns/progress", since="2026-07-28"),)


class Finding(msgspec.Struct, frozen=True):
    """A violation of a rule in a message. With severity `not-run`, the rule could not be checked.

    `rule` is the id of the rule, and `reference` the URL of its section. `pointer` is the JSON Pointer to the
    violation, and `reason` says what is wrong. `code` is the error code that the specification prescribes.
    """

    rule: str
    severity: Severity
    pointer: str
    reason: str
    reference: str
    code: int | None = None


class SpecRule(NamedTuple):
    """A rule of the specification.

    Attributes:
        severity: Whether the specification says MUST or SHOULD.
        section: The page and anchor of the rule in the specification.
        find: The function that yields the violations in a message.
        since, until: The first and the last revision with the rule. None sets no limit.
        code: The error code that the specification prescribes for a request that breaks the rule.
        validates: A function that yields the locations which the rule validates with `jsonschema`. None if
            the rule does not need `jsonschema`.
    """

    severity: Severity
    section: str
    find: Callable[[MessageContext], Violations]
    since: str | None = None
    until: str | None = None
    code: int | None = None
    validates: Callable[[MessageContext], Iterator[Location]] | None = None

    @property
    def id(self) -> str:
        """Return the id of the rule: the name of its function, with hyphens."""
        return self.find.__name__.replace("_", "-")

    @property
    def summary(self) -> str:
        """Return the requirement in one sentence: the docstring of the function."""
        return self.find.__doc__ or self.id

    def reference(self, revision: str) -> str:
        """Return the URL of the rule's section in a revision of the specification."""
        page, _, anchor = self.section.partition("#")
        for moved in _MOVED:
            if moved.page == page and within(revision, moved.since):
                page = moved.to
        return f"{_SPECIFICATION}/{revision}/{page}" + (f"#{anchor}" if anchor else "")


RULES: list[SpecRule] = []
"""Rules for valid messages. Most have an error code."""
ADVICE: list[SpecRule] = []
"""Rules without an error code, on names, URLs, content and JSON Schemas."""
F = TypeVar("F", bound=Callable[[MessageContext], Violations])


def rule(severity: Severity, section: str, **facts: Any) -> Callable[[F], F]:
    """Return a decorator that registers a function in `RULES`. `facts` are other fields of `SpecRule`."""
    return _registered(RULES, severity, section, facts)


def advice(severity: Severity, section: str, **facts: Any) -> Callable[[F], F]:
    """Return a decorator that registers a function in `ADVICE`. `facts` are other fields of `SpecRule`."""
    return _registered(ADVICE, severity, section, facts)


def _registered(
    rules: list[SpecRule], severity: Severity, section: str, facts: dict[str, Any]
) -> Callable[[F], F]:
    def register(find: F) -> F:
        rules.append(SpecRule(severity, section, find, **facts))
        return find

    return register


def findings(rules: Iterable[SpecRule], message: Any, revision: str, facts: KnownFacts) -> Iterator[Finding]:
    """Apply rules to a message, or to each message of a batch, and yield their findings.

    Raises `TypeError` for a revision that is not a string.
    """
    if not isinstance(revision, str):
        raise TypeError(f"revision: expected a string, not {type(revision).__name__}")
    applicable = {rule: MOST_TEXT for rule in rules if within(revision, rule.since, rule.until)}
    value, known = as_json(message), facts.plain()
    yield from _findings(applicable, MessageContext(value, revision, known), "")
    for index, frame in enumerate(listed(value)):
        # An array inside a batch is not a message.
        context = MessageContext(mapping(frame), revision, known)
        yield from _findings(applicable, context, f"/{index}")


def _findings(left: dict[SpecRule, int], context: MessageContext, above: str) -> Iterator[Finding]:
    """Apply rules to one message, and yield the findings. `above` is put before the pointer of each finding.

    `left` maps each rule to the number of characters that all its further findings together may have. This
    function reduces these numbers.
    """
    for rule, most in left.items():
        severity, violations = _violations_of(rule, context)
        characters = most
        for location, reason in violations if most >= 0 else ():
            pointer = above + (location if isinstance(location, str) else linked_pointer(location))
            yield Finding(rule.id, severity, pointer, reason, rule.reference(context.revision), rule.code)
            characters -= len(pointer) + len(reason)
            if characters < 0:
                break
        left[rule] = characters


def _violations_of(rule: SpecRule, context: MessageContext) -> tuple[Severity, Violations]:
    if rule.validates is None or available():
        return rule.severity, rule.find(context)
    return "not-run", ((location, MISSING) for location in islice(rule.validates(context), 1))
