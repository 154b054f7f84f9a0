"""The registry of the rules of the specification, and the loop that applies them to a frame.

In: rules, a message, a revision, and the facts that a caller knows. Out: findings, in the order of the rules.
`rule` and `advice` register a function of `violations` with its severity, its section of the specification,
and the revisions that state the rule. A rule that lacks a fact finds nothing. A rule that needs `jsonschema`,
the extra `mcp-revisions[forms]`, is reported as `not-run` where the package is missing and the rule would
apply.
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
from .frame_context import FrameContext, KnownFacts, Place

Severity = Literal["must", "should", "not-run"]
# A place in the frame, or its JSON Pointer, and the reason.
Violations = Iterator["tuple[Place | str, str]"]

_SPECIFICATION = "https://modelcontextprotocol.io/specification"


class MovedPage(NamedTuple):
    """A page of the specification that has another address since a revision."""

    page: str
    to: str
    since: str


_MOVED = (MovedPage("basic/utilities/progress", "basic/patterns/progress", since="2026-07-28"),)


class Finding(msgspec.Struct, frozen=True):
    """A place in a frame that breaks a rule, or (`not-run`) that a rule could not judge."""

    rule: str
    severity: Severity
    pointer: str
    reason: str
    reference: str
    code: int | None = None


class SpecRule(NamedTuple):
    """The severity and section of a rule, the function that finds violations, and the revisions.

    Attributes:
        code: The error code that the specification prescribes for a request that breaks the rule.
        validates: Yields the places that the rule validates with `jsonschema`; None if it needs no package.
    """

    severity: Severity
    section: str
    find: Callable[[FrameContext], Violations]
    since: str | None = None
    until: str | None = None
    code: int | None = None
    validates: Callable[[FrameContext], Iterator[Place]] | None = None

    @property
    def id(self) -> str:
        """Return the id: the name of the function, with hyphens."""
        return self.find.__name__.replace("_", "-")

    @property
    def summary(self) -> str:
        """Return the requirement: the docstring of the function."""
        return self.find.__doc__ or self.id

    def reference(self, revision: str) -> str:
        """Return the address of the section of a revision that states the rule."""
        page, _, anchor = self.section.partition("#")
        for moved in _MOVED:
            if moved.page == page and within(revision, moved.since):
                page = moved.to
        return f"{_SPECIFICATION}/{revision}/{page}" + (f"#{anchor}" if anchor else "")


RULES: list[SpecRule] = []
"""The rules for well-formed messages, most with an error code."""
ADVICE: list[SpecRule] = []
"""The rules without an error code that judge names, URLs, content and JSON Schemas."""
F = TypeVar("F", bound=Callable[[FrameContext], Violations])


def rule(severity: Severity, section: str, **facts: Any) -> Callable[[F], F]:
    """Register a function in `RULES`; `facts` are further fields of the `SpecRule`."""
    return _registered(RULES, severity, section, facts)


def advice(severity: Severity, section: str, **facts: Any) -> Callable[[F], F]:
    """Register a function in `ADVICE`; `facts` are further fields of the `SpecRule`."""
    return _registered(ADVICE, severity, section, facts)


def _registered(
    rules: list[SpecRule], severity: Severity, section: str, facts: dict[str, Any]
) -> Callable[[F], F]:
    def register(find: F) -> F:
        rules.append(SpecRule(severity, section, find, **facts))
        return find

    return register


def findings(rules: Iterable[SpecRule], message: Any, revision: str, facts: KnownFacts) -> Iterator[Finding]:
    """Yield the findings of some rules in a frame, and in each frame of a batch; `TypeError` for no text."""
    if not isinstance(revision, str):
        raise TypeError(f"revision: a {type(revision).__name__} is no text")
    applicable = {rule: MOST_TEXT for rule in rules if within(revision, rule.since, rule.until)}
    value, known = tree(message), facts.plain()
    yield from _findings(applicable, FrameContext(value, revision, known), "")
    for index, frame in enumerate(listed(value)):
        # An array in a batch is no batch.
        context = FrameContext(mapping(frame), revision, known)
        yield from _findings(applicable, context, f"/{index}")


def _findings(left: dict[SpecRule, int], context: FrameContext, above: str) -> Iterator[Finding]:
    """Yield the findings of rules that have characters left, and take the characters of each."""
    for rule, most in left.items():
        severity, violations = _judge(rule, context)
        characters = most
        for place, reason in violations if most >= 0 else ():
            pointer = above + (place if isinstance(place, str) else linked_pointer(place))
            yield Finding(rule.id, severity, pointer, reason, rule.reference(context.revision), rule.code)
            characters -= len(pointer) + len(reason)
            if characters < 0:
                break
        left[rule] = characters


def _judge(rule: SpecRule, context: FrameContext) -> tuple[Severity, Violations]:
    if rule.validates is None or available():
        return rule.severity, rule.find(context)
    return "not-run", ((place, MISSING) for place in islice(rule.validates(context), 1))
