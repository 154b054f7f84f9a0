"""Rules that the specification's prose states for well-formed messages, with their error codes.

In: a frame, the revision, and the facts that the caller knows of the exchange (`frame_context`). Out:
findings. No rule changes which messages are accepted, and a rule that lacks a fact finds nothing.
`spec_advice` adds rules without an error code and rules that judge names, URLs and JSON Schemas.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, error_response
from ..json_tree import listed, tree
from ..messages.options import checked_kind, checked_text
from ..revisions import facts_of
from .frame_context import URL_ELICITATION_REQUIRED, KnownFacts, elicitation_mode
from .spec_rule import Finding, SpecRule, findings
from .violations import basic, client, elicitation, server, tools

__all__ = [
    "RULES",
    "Finding",
    "SpecRule",
    "check",
    "elicitation_mode",
    "error_response",
    "resource_not_found",
    "url_elicitation_required",
]

_ACTIONS = "client/elicitation#response-actions"
_PAGINATION = "server/utilities/pagination#error-handling"
_URL_REQUIRED = SpecRule(
    "must",
    "client/elicitation#url-elicitation-required-error",
    elicitation.url_elicitation_required_data,
    since="2025-11-25",
    until="2025-11-25",
)
RULES: tuple[SpecRule, ...] = (
    SpecRule("should", "server/prompts#error-handling", server.prompt_unknown, code=INVALID_PARAMS),
    SpecRule("should", "server/prompts#error-handling", server.prompt_argument_missing, code=INVALID_PARAMS),
    SpecRule("should", "server/tools#error-handling", tools.tool_unknown, code=INVALID_PARAMS),
    SpecRule(
        "must",
        "basic/utilities/tasks#tool-level-negotiation",
        tools.tool_task_support,
        since="2025-11-25",
        until="2025-11-25",
        code=METHOD_NOT_FOUND,
    ),
    SpecRule("should", _PAGINATION, server.cursor_unknown, code=INVALID_PARAMS),
    SpecRule("should", "server/resources#error-handling", server.resource_not_found_code),
    SpecRule("must", "basic#error-codes", basic.error_code_reserved, since="2026-07-28"),
    SpecRule(
        "must",
        "client/sampling#tool-result-messages",
        client.sampling_results_mixed,
        since="2025-11-25",
        code=INVALID_PARAMS,
    ),
    SpecRule(
        "must",
        "client/sampling#tool-use-and-result-balance",
        client.sampling_results_missing,
        since="2025-11-25",
        code=INVALID_PARAMS,
    ),
    SpecRule("must", "client/roots#root", client.root_uri),
    SpecRule("must", "basic/utilities/progress", basic.progress_increases),
    SpecRule("should", _ACTIONS, elicitation.elicitation_content_without_accept, since="2025-06-18"),
    SpecRule("should", _ACTIONS, elicitation.elicitation_content_of_url_mode, since="2025-11-25"),
    SpecRule("should", _ACTIONS, elicitation.elicitation_content_missing, since="2025-06-18"),
    _URL_REQUIRED,
    SpecRule(
        "must",
        "basic/patterns/mrtr#server-requirements-basic-workflow",
        basic.input_required_empty,
        since="2026-07-28",
    ),
    SpecRule(
        "must", "basic/patterns/mrtr#supported-requests", basic.input_required_method, since="2026-07-28"
    ),
    SpecRule(
        "must",
        "server/utilities/completion#completion-results",
        server.completion_values,
        until="2025-11-25",
    ),
    SpecRule(
        "must",
        "basic#batching",
        basic.batch_empty,
        since="2025-03-26",
        until="2025-03-26",
        code=INVALID_REQUEST,
    ),
    SpecRule(
        "must",
        "basic/lifecycle#initialization",
        basic.batch_initialize,
        since="2025-03-26",
        until="2025-03-26",
        code=INVALID_REQUEST,
    ),
)


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
    """Return the places of a frame that break a rule of a revision.

    `request` is the frame that a response answers (or `answering` the method alone). `prompts` and `tools`
    are the lists of the server, `cursors` the issued cursors. `progress` maps a progress token to the last
    reported value. Raise `DecodeError` for text that is no JSON, and for a deep value; `ValueError` for
    another `sender`; `TypeError` for a revision or a fact of another kind.
    """
    facts = KnownFacts(sender, request, answering, prompts, tools, cursors, progress)
    return tuple(findings(RULES, message, revision, facts.checked()))


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
    for finding in findings([_URL_REQUIRED], frame, revision, KnownFacts()):
        raise ValueError(f"{finding.pointer}: {finding.reason}")
    return frame
