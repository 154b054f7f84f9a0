"""Violations of the chapter *client/elicitation*: forms, URLs, and the results of both modes.

Secrets and personal data are found by words in names and titles, so these rules may report too much or too
little.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlsplit

from ...json_argument import listed, mapping
from ...json_values import tokens, walk
from ...messages.mismatch import shown
from .. import forms
from ..bounded_evaluation import InvalidSchema
from ..json_schema import is_email, is_uri, shortened
from ..message_context import (
    URL_ELICITATION_REQUIRED,
    JsonObject,
    LocatedObjects,
    Location,
    MessageContext,
    client_results,
    elicitation_mode,
    location_of,
    requests_of,
)
from ..spec_rule import Violations, advice, rule

_SECRET = re.compile(
    r"pass(word|wd|phrase|code)|\bpwd\b|secret|credential|mnemonic|seed phrase|social security"
    r"|\b(auth|access|bearer|refresh|session|api|id) tokens?\b|\btoken\b(?! (count|limit|budget))"
    r"|(?<!primary )(?<!foreign )(?<!public )(?<!sort )(?<!hot )\bkey$|\b(api|access|private) keys?\b"
    r"|\b(cvv|cvc|pin|otp|ssn|iban)\b|\b(credit|debit) card|\bcard number"
    r"|\b(recovery|verification|one time) code",
    re.IGNORECASE,
)
_PERSONAL = re.compile(
    r"e ?mail|phone( number)?|(user|full|first|last|real) ?name|birth(day| ?date)|(street|home) ?address"
    r"|user|login|sig|signature|jwt|authorization",
    re.IGNORECASE,
)
_WORD_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[\s_.\-/]+")
_WORD = re.compile(r"[^\s<>\"]+")
_SCHEME = re.compile(r"\b(?:https?|ftp)://.", re.IGNORECASE)
_HOST = re.compile(r"\bwww\..", re.IGNORECASE)
_HOST_END = re.compile(r"\.[a-z]{2,}", re.IGNORECASE)
_LOCAL_HOST = re.compile(r"localhost|.*\.localhost|127\.[0-9.]+|::1", re.IGNORECASE)
_JWT = re.compile(r"eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*")


@rule("should", "client/elicitation#response-actions", since="2025-06-18")
def elicitation_content_without_accept(context: MessageContext) -> Violations:
    """An elicitation result should have `content` only with the action `accept`."""
    for location, result in client_results(context, "elicitation/create", "action"):
        if "content" in result and result.get("action") != "accept":
            yield (
                location,
                "content",
            ), f"only the action `accept` has content, not {shown(result.get('action'))}"


@rule("should", "client/elicitation#response-actions", since="2025-11-25")
def elicitation_content_of_url_mode(context: MessageContext) -> Violations:
    """The result of an elicitation in URL mode should not have `content`."""
    is_answer = context.answering == "elicitation/create"
    if is_answer and elicitation_mode(context.request_params) == "url" and "content" in context.result:
        yield "/result/content", "the result of a URL elicitation cannot have content"


@rule("should", "client/elicitation#response-actions", since="2025-06-18")
def elicitation_content_missing(context: MessageContext) -> Violations:
    """The result of an accepted form should have `content`."""
    if _is_accepted_form(context) and "content" not in context.result:
        yield "/result", "the result of an accepted form needs content"


def _is_accepted_form(context: MessageContext) -> bool:
    """Return whether a message is the result of an accepted form."""
    is_form = context.answering == "elicitation/create" and "requestedSchema" in context.request_params
    return is_form and context.result.get("action") == "accept"


@rule("must", "client/elicitation#url-elicitation-required-error", since="2025-11-25", until="2025-11-25")
def url_elicitation_required_data(context: MessageContext) -> Violations:
    """Error -32042 must list elicitations, each in URL mode and with an `elicitationId`."""
    if context.error.get("code") == URL_ELICITATION_REQUIRED:
        if not listed(mapping(context.error.get("data")).get("elicitations")):
            yield "/error/data", "the error must list the required elicitations"
        for location, params in requests_of(context, "elicitation/create"):
            if elicitation_mode(params) != "url":
                yield (location, "mode"), "a required elicitation must have URL mode"
            if not isinstance(params.get("elicitationId"), str):
                yield (location, "elicitationId"), "a required elicitation needs an id"


# --- forms ------------------------------------------------------------------------------------------------


def _forms(context: MessageContext) -> LocatedObjects:
    for location, params in requests_of(context, "elicitation/create"):
        if elicitation_mode(params) == "form":
            yield location, params


def _form_fields(context: MessageContext) -> Iterator[tuple[Location, str, JsonObject]]:
    """Yield the location, name and schema of every form field in a message."""
    for form, params in _forms(context):
        fields = location_of("requestedSchema", "properties", within=form)
        for name, field in mapping(mapping(params.get("requestedSchema")).get("properties")).items():
            yield (fields, name), name, mapping(field)


@advice("must", "client/elicitation#form-mode-security", since="2025-06-18")
def form_sensitive(context: MessageContext) -> Violations:
    """A form field must not ask for a password, key, token or other secret."""
    for location, name, field in _form_fields(context):
        secret = next(filter(None, map(_secret, (name, field.get("title"), field.get("format")))), None)
        if secret is not None:
            yield location, f"a form must not ask for a secret: {secret}"


@advice("should", "client/elicitation#safe-url-handling", since="2025-11-25")
def form_clickable_url(context: MessageContext) -> Violations:
    """A text in a form should not contain a clickable URL."""
    for location, params in _forms(context):
        for name in ("message", "requestedSchema"):
            for path, text in walk(params.get(name), (location, name)):
                link = _link(text) if isinstance(text, str) and path[1] != "$schema" else None
                if link is not None:
                    yield path, f"a form must not show a clickable URL: {link}"


def _link(text: str) -> str | None:
    """Return the first clickable URL in a text: with a scheme, or with a host that begins with `www.`."""
    # A single expression for the host would search for its end after every `www.` in a word.
    for word in _WORD.findall(text):
        url, host = _SCHEME.search(word), _HOST.search(word)
        if url is not None and (host is None or url.start() < host.start()):
            return str(word[url.start() :])
        ends = [end.end() for end in _HOST_END.finditer(word, host.end())] if host is not None else []
        if host is not None and ends:
            return str(word[host.start() : ends[-1]])
        if url is not None:
            return str(word[url.start() :])
    return None


@advice("must", "client/elicitation#requested-schema", since="2025-06-18")
def form_unsupported(context: MessageContext) -> Violations:
    """A form must use only the subset of JSON Schema that its revision allows."""
    for location, params in _forms(context):
        if "requestedSchema" in params:
            for problem in forms.unsupported(params["requestedSchema"], revision=context.revision):
                yield location_of(
                    "requestedSchema", *tokens(problem.pointer), within=location
                ), problem.reason


@advice("should", "schema#legacytitledenumschema", since="2025-11-25")
def form_legacy_names(context: MessageContext) -> Violations:
    """The titles of choices should be in `oneOf`, not in the outdated `enumNames`."""
    for location, _, field in _form_fields(context):
        if "enumNames" in field:
            yield (location, "enumNames"), "`enumNames` is outdated; use `oneOf` with `const` and `title`"


def accepted_contents(context: MessageContext) -> Iterator[Location]:
    """Yield the location of the content that `form_content_mismatch` validates."""
    if _is_accepted_form(context) and "content" in context.result:
        yield location_of("result", "content")


@advice("should", "client/elicitation#form-mode-security", since="2025-06-18", validates=accepted_contents)
def form_content_mismatch(context: MessageContext) -> Violations:
    """Submitted content should be valid under the schema of the form."""
    for location in accepted_contents(context):
        schema = context.request_params["requestedSchema"]
        try:
            for problem in forms.check(context.result["content"], schema, revision=context.revision):
                reason = f"{problem.reason}; expected {shortened(problem.expected)}"
                yield location_of(*tokens(problem.pointer), within=location), reason
        except InvalidSchema as error:
            yield location, f"the form cannot be used: {error}"


# --- URLs -------------------------------------------------------------------------------------------------


def _urls(context: MessageContext) -> Iterator[tuple[Location, str, SplitResult | None]]:
    """Yield the location, the text and the parts of each elicitation URL. An invalid URL has no parts."""
    for location, params in requests_of(context, "elicitation/create"):
        url = params.get("url")
        if elicitation_mode(params) == "url" and isinstance(url, str):
            yield (location, "url"), url, _split(url)


def _valid_urls(context: MessageContext) -> Iterator[tuple[Location, SplitResult, str]]:
    """Yield the location, the parts and the host of each valid elicitation URL."""
    for location, _, parts in _urls(context):
        if parts is not None and parts.hostname:
            yield location, parts, parts.hostname


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        return parts if is_uri(url) and parts.hostname and parts.port != 0 else None
    except ValueError:  # `port` raises it, too
        return None


@advice("must", "client/elicitation#url-mode-elicitation-requests", since="2025-11-25")
def url_invalid(context: MessageContext) -> Violations:
    """The URL of an elicitation must be valid and have a host."""
    for location, text, parts in _urls(context):
        if parts is None:
            yield location, f"not a valid URL: {shown(text)}"


@advice("should", "client/elicitation#safe-url-handling", since="2025-11-25")
def url_not_https(context: MessageContext) -> Violations:
    """The URL of an elicitation should use `https`, except in development."""
    for location, parts, host in _valid_urls(context):
        if parts.scheme.lower() != "https" and not _LOCAL_HOST.fullmatch(host):
            yield location, f"the URL must use https, not {parts.scheme}"


@advice("must", "client/elicitation#safe-url-handling", since="2025-11-25")
def url_sensitive(context: MessageContext) -> Violations:
    """The URL of an elicitation must not contain credentials or personal data of the user."""
    for location, parts, _ in _valid_urls(context):
        if parts.username is not None or parts.password is not None:
            yield location, "the URL has a user name or password before its host"
        for name, value in [*parse_qsl(parts.query), *parse_qsl(parts.fragment)]:
            if _secret(name) or _PERSONAL.fullmatch(_words(name)) or is_email(value) or _JWT.fullmatch(value):
                yield location, f"the URL has a credential or personal data: {name}"


@advice("should", "client/elicitation#safe-url-handling", since="2025-11-25")
def url_suspicious_host(context: MessageContext) -> Violations:
    """The host in the URL of an elicitation should not be written in Punycode."""
    for location, _, host in _valid_urls(context):
        if any(label.lower().startswith("xn--") for label in host.split(".")):
            yield location, f"the host is in Punycode: {host}"


def _secret(text: Any) -> str | None:
    """Return the part of a text that names a secret, or None."""
    found = _SECRET.search(_words(text)) if isinstance(text, str) else None
    return found[0] if found else None


def _words(name: str) -> str:
    return _WORD_BOUNDARY.sub(" ", name).strip()
