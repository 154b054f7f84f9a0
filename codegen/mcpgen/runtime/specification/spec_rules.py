"""Check messages against rules of the specification that a schema cannot express: `check` and `advise`.

In: a message, the revision, and the facts that the caller knows about the exchange (`message_context`). Out:
findings. `check` applies the rules for valid messages, with their error codes. `advise` applies all rules,
MUST and SHOULD, including those on names, URLs, content and JSON Schemas. No rule changes which messages are
accepted. If a rule needs an unknown fact, it finds nothing. Rules that validate with JSON Schema need the
extra `mcp-revisions[forms]`; if it is missing, a finding `not-run` names each such rule. Names and URLs are
checked by the words in them, so advice may report too much or too little.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import INVALID_PARAMS, error_response
from ..json_tree import listed, tree
from ..messages.options import checked_kind, checked_text
from ..revisions import facts_of
from . import spec_rule
from .message_context import URL_ELICITATION_REQUIRED, KnownFacts, elicitation_mode
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
    """Return the findings of `RULES` in a message of a revision.

    For a response, `request` is the request, or `answering` its method. `prompts` and `tools` are the lists
    of the server, `cursors` the issued cursors. `progress` maps a progress token to the last reported value.
    Raise `DecodeError` for text that is not JSON and for a value that is nested too deeply, `ValueError` for
    an unknown `sender`, `TypeError` for a revision, fact or key of the wrong type.
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
    """Return the findings of all rules, advice included, in a message of a revision.

    The arguments are those of `check`. Raises the exceptions of `check`.
    """
    facts = KnownFacts(sender, request, answering, prompts, tools, cursors, progress)
    return tuple(findings(ADVICE, message, revision, facts.checked()))


def resource_not_found(revision: str, id: str | int, uri: str) -> dict[str, Any]:
    """Return the error response for a missing resource: -32002 until 2025-11-25, then -32602.

    Raise `TypeError` for an argument of the wrong type.
    """
    checked_text("revision", revision)
    checked_kind("id", id, (str, int), "a string or an integer")
    checked_text("uri", uri)
    code = facts_of(revision).errors.get("RESOURCE_NOT_FOUND", INVALID_PARAMS)
    return error_response(id, code, "Resource not found", {"uri": uri})


def url_elicitation_required(
    revision: str, id: str | int, elicitations: Any, message: str = "URL elicitation required"
) -> dict[str, Any]:
    """Return an error response with -32042, which only 2025-11-25 has.

    Raise `ValueError` for another revision or invalid elicitations, `DecodeError` for elicitations that are
    nested too deeply, `TypeError` for another argument of the wrong type.
    """
    checked_text("revision", revision)
    checked_kind("id", id, (str, int), "a string or an integer")
    checked_text("message", message)
    if "URL_ELICITATION_REQUIRED" not in facts_of(revision).errors:
        raise ValueError(f"{revision} has no error {URL_ELICITATION_REQUIRED}")
    data = {"elicitations": listed(tree(elicitations))}
    frame = error_response(id, URL_ELICITATION_REQUIRED, message, data)
    required = [rule for rule in RULES if rule.find is elicitation.url_elicitation_required_data]
    for finding in findings(required, frame, revision, KnownFacts()):
        raise ValueError(f"{finding.pointer}: {finding.reason}")
    return frame
