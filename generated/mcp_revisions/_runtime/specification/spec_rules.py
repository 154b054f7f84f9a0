"""The rules of the specification that no schema can state: `check` and `advise`.

In: a frame, the revision, and the facts that the caller knows of the exchange (`frame_context`). Out:
findings. `check` has the rules that the prose states for well-formed messages, with their error codes.
`advise` has all rules, MUST and SHOULD, also those that judge names, URLs, content and JSON Schemas. No rule
changes which messages are accepted, and a rule that lacks a fact finds nothing. Rules that validate with JSON
Schema need the extra `mcp-revisions[forms]`; without the extra, a finding `not-run` names each such rule that
applies. Names and URLs are judged by their words, so advice can be wrong in both directions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import INVALID_PARAMS, error_response
from ..json_tree import listed, tree
from ..messages.options import checked_kind, checked_text
from ..revisions import facts_of
from . import spec_rule
from .frame_context import URL_ELICITATION_REQUIRED, KnownFacts, elicitation_mode
from .spec_rule import Finding, SpecRule, findings
from .violations import elicitation

__all__ = [
    "ADVICE",
    "RULES",
    "Finding",
    "SpecRule",
    "advise",
    "check",
    "elicitation_mode",
    "error_response",
    "resource_not_found",
    "url_elicitation_required",
]

RULES = tuple(spec_rule.RULES)
ADVICE = (*RULES, *spec_rule.ADVICE)
"""All rules."""


def check(  # noqa: PLR0913 (each known fact is optional, and named where it is passed)
    message: Any,
    revision: str,
    *,
    sender: str | None = None,
    request: Any = None,
    answering: str | None = None,
    prompts: Any = None,
    tools: Any = None,
    cursors: Iterable[str] | None = None,
    progress: Mapping[Any, Any] | None = None,
) -> tuple[Finding, ...]:
    """Return the places of a frame that break one of `RULES` in a revision.

    `request` is the frame that a response answers (or `answering` the method alone). `prompts` and `tools`
    are the lists of the server, `cursors` the issued cursors. `progress` maps a progress token to the last
    reported value. Raise `DecodeError` for text that is no JSON, and for a deep value; `ValueError` for
    another `sender`; `TypeError` for a revision or a fact of another kind, and for a key that is no text.
    """
    facts = KnownFacts(sender, request, answering, prompts, tools, cursors, progress)
    return tuple(findings(RULES, message, revision, facts.checked()))


def advise(  # noqa: PLR0913 (each known fact is optional, and named where it is passed)
    message: Any,
    revision: str,
    *,
    sender: str | None = None,
    request: Any = None,
    answering: str | None = None,
    prompts: Any = None,
    tools: Any = None,
    cursors: Iterable[str] | None = None,
    progress: Mapping[Any, Any] | None = None,
) -> tuple[Finding, ...]:
    """Return the places of a frame that break a rule or advice of a revision; `check` explains the facts.

    Raise `DecodeError` for text that is no JSON, and for a deep value; `ValueError` for another `sender`;
    `TypeError` for a revision or a fact of another kind, and for a key that is no text.
    """
    facts = KnownFacts(sender, request, answering, prompts, tools, cursors, progress)
    return tuple(findings(ADVICE, message, revision, facts.checked()))


def resource_not_found(revision: str, id: str | int, uri: str) -> dict[str, Any]:
    """Return the error for a `resources/read` of a missing resource: -32002 until 2025-11-25, then -32602.

    Raise `TypeError` for an argument of another kind.
    """
    checked_text("revision", revision)
    checked_kind("id", id, (str, int), "a text or a whole number")
    checked_text("uri", uri)
    code = facts_of(revision).errors.get("RESOURCE_NOT_FOUND", INVALID_PARAMS)
    return error_response(id, code, "Resource not found", {"uri": uri})


def url_elicitation_required(
    revision: str, id: str | int, elicitations: Any, message: str = "URL elicitation required"
) -> dict[str, Any]:
    """Return error -32042 of 2025-11-25.

    Raise `ValueError` for another revision or invalid elicitations, `DecodeError` for deep ones, `TypeError`
    for another argument of another kind.
    """
    checked_text("revision", revision)
    checked_kind("id", id, (str, int), "a text or a whole number")
    checked_text("message", message)
    if "URL_ELICITATION_REQUIRED" not in facts_of(revision).errors:
        raise ValueError(f"{revision} has no error {URL_ELICITATION_REQUIRED}")
    data = {"elicitations": listed(tree(elicitations))}
    frame = error_response(id, URL_ELICITATION_REQUIRED, message, data)
    required = [rule for rule in RULES if rule.find is elicitation.url_elicitation_required_data]
    for finding in findings(required, frame, revision, KnownFacts()):
        raise ValueError(f"{finding.pointer}: {finding.reason}")
    return frame
