"""The registry of the specification's rules, and the loop that applies them to a message.

In: rules, a message, a revision, and the facts that a caller knows. Out: findings, in the order of the rules.
`rule` and `advice` register a function of `violations` with its severity, its section of the specification,
and the revisions that have the rule. If a rule needs an unknown fact, it finds nothing. If a rule needs
`jsonschema` (the extra `mcp-revisions[forms]`) and the package is missing, it is reported as `not-run`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from ..json_tree import MOST_TEXT, listed, mapping, tree
from ..json_values import linked_pointer
from ..revisions import within
from .bounded_evaluation import MISSING, available
from .message_context import KnownFacts, Location, MessageContext

Severity = Literal["must", "should", "not-run"]
# A location in the message, or its JSON Pointer, and the reason.
Violations = Iterator["tuple[Location | str, str]"]

_SPECIFICATION = "https://modelcontextprotocol.io/specification"


class MovedPage(NamedTuple):
    """A page of the specification that moved in a revision."""

    page: str
    to: str
    since: str


_MOVED = (MovedPage("basic/utilities/progress", "basic/patterns/progress", since="2026-07-28"),)


class Finding(msgspec.Struct, frozen=True):
    """A location in a message that breaks a rule, or (`not-run`) that a rule could not check."""

    rule: str
    severity: Severity
    pointer: str
    reason: str
    reference: str
    code: int | None = None


class SpecRule(NamedTuple):
    """A rule: its severity, its section, the function that finds violations, and the revisions that have it.

    Attributes:
        code: The prescribed error code for a request that breaks the rule.
        validates: Yields the locations that the rule validates with `jsonschema`; None if it does not use it.
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
        """Return the id: the name of the function, with hyphens."""
        return self.find.__name__.replace("_", "-")

    @property
    def summary(self) -> str:
        """Return the requirement: the docstring of the function."""
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
    """Register a function in `RULES`. `facts` are other fields of the `SpecRule`."""
    return _registered(RULES, severity, section, facts)


def advice(severity: Severity, section: str, **facts: Any) -> Callable[[F], F]:
    """Register a function in `ADVICE`. `facts` are other fields of the `SpecRule`."""
    return _registered(ADVICE, severity, section, facts)


def _registered(
    rules: list[SpecRule], severity: Severity, section: str, facts: dict[str, Any]
) -> Callable[[F], F]:
    def register(find: F) -> F:
        rules.append(SpecRule(severity, section, find, **facts))
        return find

    return register


def findings(rules: Iterable[SpecRule], message: Any, revision: str, facts: KnownFacts) -> Iterator[Finding]:
    """Yield the findings of rules in a message, or in each message of a batch.

    Raise `TypeError` for a revision that is not a string.
    """
    if not isinstance(revision, str):
        raise TypeError(f"revision: expected a string, not {type(revision).__name__}")
    applicable = {rule: MOST_TEXT for rule in rules if within(revision, rule.since, rule.until)}
    value, known = tree(message), facts.plain()
    yield from _findings(applicable, MessageContext(value, revision, known), "")
    for index, frame in enumerate(listed(value)):
        # An array in a batch is not a batch.
        context = MessageContext(mapping(frame), revision, known)
        yield from _findings(applicable, context, f"/{index}")


def _findings(left: dict[SpecRule, int], context: MessageContext, above: str) -> Iterator[Finding]:
    """Yield the findings of each rule until its character limit in `left` is used up. Update `left`."""
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
