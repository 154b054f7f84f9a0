"""Advice: all rules of the specification that no schema can state, MUST and SHOULD.

In: a frame, the revision, and the facts that the caller knows of the exchange, as for `spec_rules.check`.
Out: the findings of `spec_rules` and of the rules here, which judge names, URLs, content and JSON Schemas.
Advice never changes which messages are accepted. Rules that validate with JSON Schema need the extra
`mcp-revisions[forms]`; without the extra, a finding `not-run` names each such rule that applies. Names and
URLs are judged by their words, so advice can be wrong in both directions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from . import spec_rules
from .frame_context import KnownFacts
from .spec_rule import Finding, SpecRule, findings
from .violations import basic, deprecated, elicitation, server, tools

_FORM_SECURITY = "client/elicitation#form-mode-security"
_SAFE_URLS = "client/elicitation#safe-url-handling"
_URL_REQUESTS = "client/elicitation#url-mode-elicitation-requests"
_OUTPUT = "server/tools#output-schema"
RULES: tuple[SpecRule, ...] = (
    *spec_rules.RULES,
    SpecRule("must", _FORM_SECURITY, elicitation.form_sensitive, since="2025-06-18"),
    SpecRule("should", _SAFE_URLS, elicitation.form_clickable_url, since="2025-11-25"),
    SpecRule("must", "client/elicitation#requested-schema", elicitation.form_unsupported, since="2025-06-18"),
    SpecRule("should", "schema#legacytitledenumschema", elicitation.form_legacy_names, since="2025-11-25"),
    SpecRule(
        "should",
        _FORM_SECURITY,
        elicitation.form_content_mismatch,
        since="2025-06-18",
        validates=elicitation.accepted_contents,
    ),
    SpecRule("must", _URL_REQUESTS, elicitation.url_invalid, since="2025-11-25"),
    SpecRule("should", _SAFE_URLS, elicitation.url_not_https, since="2025-11-25"),
    SpecRule("must", _SAFE_URLS, elicitation.url_sensitive, since="2025-11-25"),
    SpecRule("should", _SAFE_URLS, elicitation.url_suspicious_host, since="2025-11-25"),
    SpecRule("must", "server/resources#common-uri-schemes", server.resource_uri_invalid),
    SpecRule("must", "schema#icon", server.icon_source, since="2025-11-25"),
    SpecRule("should", "server/tools#tool-names", tools.tool_name, since="2025-11-25"),
    SpecRule("should", "server/tools#tool-names", tools.tool_name_twice, since="2025-11-25"),
    SpecRule(
        "must",
        "basic#schema-validation",
        tools.tool_schema_invalid,
        since="2025-11-25",
        validates=tools.schemas_of_tools,
    ),
    SpecRule("must", _OUTPUT, tools.tool_output_missing, since="2025-06-18"),
    SpecRule(
        "must", _OUTPUT, tools.tool_output_mismatch, since="2025-06-18", validates=tools.structured_outputs
    ),
    SpecRule("should", "server/tools#structured-content", tools.tool_output_not_in_text, since="2025-06-18"),
    SpecRule("must", "server/tools#image-content", server.base64_invalid),
    SpecRule("must", "basic#meta", basic.meta_key, since="2025-06-18"),
    SpecRule("must", "basic/versioning#extension-negotiation", basic.extension_name, since="2026-07-28"),
    SpecRule("must", "server/tools#x-mcp-header", tools.tool_header, since="2026-07-28"),
    SpecRule("should", "deprecated", deprecated.deprecated_feature, since="2026-07-28"),
    SpecRule("should", "client/sampling#capabilities", deprecated.include_context, since="2025-11-25"),
    SpecRule("should", "basic#error-codes", basic.error_code_legacy, since="2026-07-28"),
)


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
    `TypeError` for a revision or a fact of another kind.
    """
    facts = KnownFacts(sender, request, answering, prompts, tools, cursors, progress)
    return tuple(findings(RULES, message, revision, facts.checked()))
