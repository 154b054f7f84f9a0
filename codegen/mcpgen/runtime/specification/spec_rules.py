"""Check messages against rules of the specification that a schema cannot express: `check` and `advise`.

`check` applies the rules in `RULES`, most of which have an error code. `advise` also applies the rules on
names, URLs, content and JSON Schemas. Both take the facts that the caller knows about the exchange
(`message_context`), and return findings. No rule changes which messages `decode` accepts. A rule that needs
an unknown fact finds nothing. Rules that validate with JSON Schema need the extra `mcp-revisions[forms]`; if
it is not installed, a finding `not-run` names each such rule. Rules on names and URLs search for words such
as `password`, so they may report too much or too little.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..errors import INVALID_PARAMS, error_response
from ..json_argument import as_json, listed
from ..messages.options import JsonValue, checked_kind, checked_text
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
"""All rules: those of `RULES`, and the rules without an error code."""


def check(  # noqa: PLR0913 (each known fact is optional, and named where it is passed)
    message: object,
    revision: str,
    *,
    sender: str | None = None,
    request: object = None,
    answering: str | None = None,
    prompts: object = None,
    tools: object = None,
    cursors: Iterable[str] | None = None,
    progress: Mapping[str | int, JsonValue] | None = None,
) -> tuple[Finding, ...]:
    """Apply the rules in `RULES` to a message of a revision, and return the findings.

    All other arguments are optional facts. For a response, `request` is the request that it answers, or
    `answering` is only its method. `prompts` and `tools` are the lists that the server offers, and `cursors`
    the cursors that it issued. `progress` maps each progress token to the last reported value.

    Raises `DecodeError` for text that is not JSON and for a value that is nested too deeply, `ValueError` for
    an unknown `sender`, and `TypeError` for a revision, fact or key of the wrong type.
    """
    facts = KnownFacts(sender, request, answering, prompts, tools, cursors, progress)
    return tuple(findings(RULES, message, revision, facts.checked()))


def advise(  # noqa: PLR0913 (each known fact is optional, and named where it is passed)
    message: object,
    revision: str,
    *,
    sender: str | None = None,
    request: object = None,
    answering: str | None = None,
    prompts: object = None,
    tools: object = None,
    cursors: Iterable[str] | None = None,
    progress: Mapping[str | int, JsonValue] | None = None,
) -> tuple[Finding, ...]:
    """Apply all rules, including advice without error codes, to a message, and return the findings.

    The arguments are those of `check`. Raises the exceptions of `check`.
    """
    facts = KnownFacts(sender, request, answering, prompts, tools, cursors, progress)
    return tuple(findings(ADVICE, message, revision, facts.checked()))


def resource_not_found(revision: str, id: str | int, uri: str) -> dict[str, JsonValue]:
    """Return the error response for a missing resource.

    The code is -32002 up to and including 2025-11-25, and -32602 after it.

    Raises `TypeError` for an argument of the wrong type.
    """
    checked_text("revision", revision)
    checked_kind("id", id, (str, int), "a string or an integer")
    checked_text("uri", uri)
    code = facts_of(revision).errors.get("RESOURCE_NOT_FOUND", INVALID_PARAMS)
    return error_response(id, code, "Resource not found", {"uri": uri})


def url_elicitation_required(
    revision: str, id: str | int, elicitations: object, message: str = "URL elicitation required"
) -> dict[str, JsonValue]:
    """Return the error response -32042, which asks the client to open URLs. Only 2025-11-25 has this error.

    `elicitations` are the params of the required `elicitation/create` requests. Raises `ValueError` for
    another revision or invalid elicitations, `DecodeError` for elicitations that are nested too deeply, and
    `TypeError` for another argument of the wrong type.
    """
    checked_text("revision", revision)
    checked_kind("id", id, (str, int), "a string or an integer")
    checked_text("message", message)
    if "URL_ELICITATION_REQUIRED" not in facts_of(revision).errors:
        raise ValueError(f"{revision} has no error {URL_ELICITATION_REQUIRED}")
    data = {"elicitations": listed(as_json(elicitations))}
    frame = error_response(id, URL_ELICITATION_REQUIRED, message, data)
    required = [rule for rule in RULES if rule.find is elicitation.url_elicitation_required_data]
    for finding in findings(required, frame, revision, KnownFacts()):
        raise ValueError(f"{finding.pointer}: {finding.reason}")
    return frame
