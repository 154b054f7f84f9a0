"""The rows of the rule tables, and the loop that applies them to a frame.

In: rows, a message, a revision, and the facts that a caller knows. Out: findings, in the order of the rows. A
row joins a function of `violations` to a severity, a section of the specification, and the revisions that
state the rule. A rule that lacks a fact finds nothing. A rule that needs `jsonschema`, the extra
`mcp-revisions[forms]`, is reported as `not-run` where the package is missing and the rule would apply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from ..revisions import within
from .frame_context import FrameContext, KnownFacts, frame_context
from .json_schema import MISSING, available

Severity = Literal["must", "should", "not-run"]
Violations = Iterator[tuple[str, str]]  # the JSON Pointer of a place in the frame, and the reason

# A rule stops after so many characters of pointers and reasons: long names stand in each pointer below.
MOST_TEXT = 250_000
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
    """A row: the severity and section of a rule, the function that finds violations, and the revisions.

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
    validates: Callable[[FrameContext], Iterator[str]] | None = None

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


def findings(rules: Iterable[SpecRule], message: Any, revision: str, facts: KnownFacts) -> Iterator[Finding]:
    """Yield the findings of some rules in a frame, and in each frame of a batch."""
    applicable = [rule for rule in rules if within(revision, rule.since, rule.until)]
    context = frame_context(message, revision, facts)
    for rule in applicable:
        severity, violations = _judge(rule, context)
        left = MOST_TEXT
        for pointer, reason in violations:
            yield Finding(rule.id, severity, pointer, reason, rule.reference(revision), rule.code)
            left -= len(pointer) + len(reason)
            if left < 0:
                break
    for index, frame in enumerate(context.batch or []):
        for finding in findings(applicable, frame, revision, facts):
            yield msgspec.structs.replace(finding, pointer=f"/{index}{finding.pointer}")


def _judge(rule: SpecRule, context: FrameContext) -> tuple[Severity, Iterable[tuple[str, str]]]:
    if rule.validates is None or available():
        return rule.severity, rule.find(context)
    return "not-run", [(pointer, MISSING) for pointer in rule.validates(context)][:1]
