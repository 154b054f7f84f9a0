"""Advice: what the specification states with MUST or SHOULD and no schema can see.

In: one frame, the revision, and what the caller remembers of the exchange, as for `spec_rules.check`. Out: findings of
the rules here and of the rules of spec_rules. No advice ever changes what is accepted. Rules about JSON Schemas need the
extra `mcp-revisions[forms]`; where it is missing and such a rule would apply, the finding says that it did not run.
Names and URLs are judged by their words: advice may be wrong in both directions, which is why it is advice.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from ..json_tree import listed, mapping
from ..revisions import ORDER
from . import forms, spec_rules
from .json_schema import MISSING, InvalidSchema, available, errors, is_email, is_uri, pointer, validator
from .spec_rules import Exchange, Finding, Found, Rule, answered, asking, blocks, mode, part, rule


def advise(
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
    """Return what the specification of a revision advises against in a frame; `spec_rules.check` explains the facts."""
    facts = (sender, request, answering, prompts, tools, cursors, progress)
    ready = available()
    runnable = [
        r if ready or r.needs is None else r._replace(severity="not-run", find=_not_run(r)) for r in RULES
    ]
    return tuple(spec_rules.findings(runnable, message, revision, facts))


def table() -> str:
    """Return all rules as a table in Markdown."""
    lines = ["| rule | severity | revisions | section | what it asks |", "|---|---|---|---|---|"]
    for r in sorted(RULES, key=lambda r: r.id):
        until = r.until or ""
        span = r.since if r.since == until else f"{r.since} – {until}".rstrip()
        latest = until or ORDER[-1]
        needs = f" Needs {r.needs}." if r.needs else ""
        code = f" Answered with {r.code}." if r.code else ""
        link = f"[{r.section}]({spec_rules.reference(r, latest)})"
        lines.append(f"| `{r.id}` | {r.severity} | {span} | {link} | {r.summary}{code}{needs} |")
    return "\n".join(lines) + "\n"


def _not_run(r: Rule) -> Any:
    # What the rule would look at is still found, so that only rules that would apply are reported.
    def find(exchange: Exchange) -> Found:
        place = next(_SUBJECTS[r.id](exchange), None)
        if place is not None:
            yield place, MISSING

    return find


_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
_FORMS, _RICH, _MODERN = "2025-06-18", "2025-11-25", "2026-07-28"

# --- forms ------------------------------------------------------------------------------------------------


def _forms(exchange: Exchange) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for where, params in asking(exchange, "elicitation/create"):
        if mode(params) == "form":
            yield where, params


_SECRET = re.compile(
    r"pass(word|wd|phrase|code)|\bpwd\b|secret|credential|mnemonic|seed phrase|social security"
    r"|\b(auth|access|bearer|refresh|session|api|id) tokens?\b|\btoken\b(?! (count|limit|budget))"
    r"|(?<!primary )(?<!foreign )(?<!public )(?<!sort )(?<!hot )\bkey$|\b(api|access|private) keys?\b"
    r"|\b(cvv|cvc|pin|otp|ssn|iban)\b|\b(credit|debit) card|\bcard number|\b(recovery|verification|one time) code",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[\s_.\-/]+")  # where a name falls into words
_LINK = re.compile(r"\b(?:https?|ftp)://[^\s<>\"]+|\bwww\.[^\s<>\"]+\.[a-z]{2,}", re.IGNORECASE)


def _secret(text: object) -> str | None:
    found = _SECRET.search(_words(text)) if isinstance(text, str) else None
    return found[0] if found else None


def _words(name: str) -> str:
    return _BETWEEN.sub(" ", name).strip()


@rule("must", "client/elicitation#form-mode-security", _FORMS)
def form_sensitive(exchange: Exchange) -> Found:
    """No field of a form asks, by name, title or format, for a password, key, token or other secret."""
    for where, params in _forms(exchange):
        for name, field in mapping(mapping(params.get("requestedSchema")).get("properties")).items():
            texts = (name, *(mapping(field).get(key) for key in ("title", "format")))
            found = next(filter(None, map(_secret, texts)), None)
            if found is not None:
                yield part_of(
                    where, "requestedSchema", "properties", name
                ), f"asks for a secret in form mode: {found}"


@rule("should", "client/elicitation#safe-url-handling", _RICH)
def form_clickable_url(exchange: Exchange) -> Found:
    """No text of a form holds a URL to click."""
    for where, params in _forms(exchange):
        shown = {"message": params.get("message"), "requestedSchema": params.get("requestedSchema")}
        for path, text in _strings(shown):
            found = _LINK.search(text) if path[-1] != "$schema" else None
            if found is not None:
                yield part_of(where, *path), f"a form shows a URL: {found[0]}"


@rule("must", "client/elicitation#requested-schema", _FORMS)
def form_unsupported(exchange: Exchange) -> Found:
    """A form stays within the restricted subset of JSON Schema."""
    for where, params in _forms(exchange):
        if "requestedSchema" in params:
            for problem in forms.unsupported(params["requestedSchema"], revision=exchange.revision):
                yield f"{where}/requestedSchema{problem.pointer}", problem.reason


@rule("should", "schema#legacytitledenumschema", _RICH)
def form_legacy_names(exchange: Exchange) -> Found:
    """Titles of choices are in `oneOf`, not in the legacy `enumNames`."""
    for where, params in _forms(exchange):
        for name, field in mapping(mapping(params.get("requestedSchema")).get("properties")).items():
            if "enumNames" in mapping(field):
                place = part_of(where, "requestedSchema", "properties", name, "enumNames")
                yield place, "`enumNames` is legacy; write `oneOf` of `const` and `title`"


def _contents(exchange: Exchange) -> Iterator[str]:
    asked = "requestedSchema" in exchange.asked and exchange.answers == "elicitation/create"
    if asked and exchange.result.get("action") == "accept" and "content" in exchange.result:
        yield "/result/content"


@rule("should", "client/elicitation#form-mode-security", _FORMS, needs="jsonschema")
def form_content_mismatch(exchange: Exchange) -> Found:
    """Submitted content fits the form."""
    for where in _contents(exchange):
        try:
            for p in forms.check(
                exchange.result["content"], exchange.asked["requestedSchema"], revision=exchange.revision
            ):
                yield f"{where}{p.pointer}", f"{p.reason}; expected {p.expected}"
        except InvalidSchema as error:
            yield where, f"the form cannot be used: {error}"


# --- URLs -------------------------------------------------------------------------------------------------


def _urls(exchange: Exchange) -> Iterator[tuple[str, str, Any]]:
    # Pointer, text and parts of every URL that a user is sent to; no parts where there is no reading it.
    for where, params in asking(exchange, "elicitation/create"):
        url = params.get("url")
        if mode(params) == "url" and isinstance(url, str):
            yield f"{where}/url", url, _parts(url)


def _parts(url: str) -> Any:
    try:
        parts = urlsplit(url)
        return parts if is_uri(url) and parts.hostname and parts.port != 0 else None
    except ValueError:  # of `port`, too
        return None


_LOCAL = re.compile(r"localhost|.*\.localhost|127\.[0-9.]+|::1", re.IGNORECASE)
_PERSONAL = re.compile(
    r"e ?mail|phone( number)?|(user|full|first|last|real) ?name|birth(day| ?date)|(street|home) ?address|user|login"
    r"|sig|signature|jwt|authorization",
    re.IGNORECASE,
)
_JWT = re.compile(r"eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*")


@rule("must", "client/elicitation#url-mode-elicitation-requests", _RICH)
def url_invalid(exchange: Exchange) -> Found:
    """The URL of an elicitation is a valid one, with a host."""
    for where, url, parts in _urls(exchange):
        if parts is None:
            yield where, f"no valid URL: {url!r}"


@rule("should", "client/elicitation#safe-url-handling", _RICH)
def url_not_https(exchange: Exchange) -> Found:
    """The URL of an elicitation is `https`, except in development."""
    for where, _, parts in _urls(exchange):
        if parts is not None and parts.scheme.lower() != "https" and not _LOCAL.fullmatch(parts.hostname):
            yield where, f"{parts.scheme}, not https"


@rule("must", "client/elicitation#safe-url-handling", _RICH)
def url_sensitive(exchange: Exchange) -> Found:
    """The URL of an elicitation holds no credentials and nothing about the user."""
    for where, _, parts in _urls(exchange):
        if parts is None:
            continue
        if parts.username is not None or parts.password is not None:
            yield where, "the URL holds a user name or password before its host"
        for name, value in [*parse_qsl(parts.query), *parse_qsl(parts.fragment)]:
            telling = _secret(name) or _PERSONAL.fullmatch(_words(name))
            if telling or is_email(value) or _JWT.fullmatch(value):
                yield where, f"the URL holds a credential or something about the user: {name}"


@rule("should", "client/elicitation#safe-url-handling", _RICH)
def url_suspicious_host(exchange: Exchange) -> Found:
    """The host of an elicitation's URL is written in plain letters, not in Punycode."""
    for where, _, parts in _urls(exchange):
        if parts is not None and any(label.lower().startswith("xn--") for label in parts.hostname.split(".")):
            yield where, f"the host is in Punycode: {parts.hostname}"


@rule("must", "server/resources#common-uri-schemes")
def resource_uri_invalid(exchange: Exchange) -> Found:
    """The URI of a resource is valid by RFC 3986."""
    for where, holder in _holders(exchange):
        uri = holder.get("uri")
        if isinstance(uri, str) and not is_uri(uri):
            yield f"{where}/uri", f"no valid URI: {uri!r}"


@rule("must", "schema#icon", _RICH)
def icon_source(exchange: Exchange) -> Found:
    """An icon comes from an `https`, `http` or `data` URI."""
    for path, icons in _members(exchange.frame, "icons"):
        for place, icon in enumerate(listed(icons)):
            src = mapping(icon).get("src")
            if isinstance(src, str) and not re.match(r"(https?|data):", src, re.IGNORECASE):
                yield part(*path, place, "src"), f"an icon from an unsafe place: {src[:40]!r}"


# --- tools ------------------------------------------------------------------------------------------------


def _tools(exchange: Exchange) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for place, tool in enumerate(listed(exchange.result.get("tools"))):
        yield f"/result/tools/{place}", mapping(tool)
    for where, params in asking(exchange, "sampling/createMessage"):
        for place, tool in enumerate(listed(params.get("tools"))):
            yield f"{where}/tools/{place}", mapping(tool)


_TOOL_NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")


@rule("should", "server/tools#tool-names", _RICH)
def tool_name(exchange: Exchange) -> Found:
    """A tool's name has 1 to 128 of the characters A-Z, a-z, 0-9, `_`, `-` and `.`."""
    for where, tool in _tools(exchange):
        name = tool.get("name")
        if isinstance(name, str) and not _TOOL_NAME.fullmatch(name):
            yield f"{where}/name", f"{name[:60]!r} is not 1 to 128 of A-Z, a-z, 0-9, _, - and ."


@rule("should", "server/tools#tool-names", _RICH)
def tool_name_twice(exchange: Exchange) -> Found:
    """No two tools of a list have the same name."""
    seen = set[str]()
    for where, tool in _tools(exchange):
        name = tool.get("name")
        if isinstance(name, str):
            if name in seen:
                yield f"{where}/name", f"a second tool is named {name!r}"
            seen.add(name)


def _schemas(exchange: Exchange) -> Iterator[str]:
    for where, tool in _tools(exchange):
        yield from (f"{where}/{name}" for name in ("inputSchema", "outputSchema") if name in tool)


@rule("must", "basic#schema-validation", _RICH, needs="jsonschema")
def tool_schema_invalid(exchange: Exchange) -> Found:
    """The schemas of a tool are valid in their dialect, JSON Schema 2020-12 if they name none."""
    for where, tool in _tools(exchange):
        for name in ("inputSchema", "outputSchema"):
            try:
                if name in tool:
                    validator(tool[name])
            except InvalidSchema as error:
                yield f"{where}/{name}{error.pointer}", error.reason


def _called(exchange: Exchange) -> Iterator[Mapping[str, Any]]:
    # The tool that a result answers for, where it states what it puts out and the call did not fail.
    final = exchange.result.get("resultType", "complete") == "complete" and "task" not in exchange.asked
    if (
        exchange.answers == "tools/call"
        and exchange.result
        and final
        and exchange.result.get("isError") is not True
    ):
        for tool in map(mapping, exchange.tools or []):
            if tool.get("name") == exchange.asked.get("name") and isinstance(
                tool.get("outputSchema"), Mapping
            ):
                yield tool


def _outputs(exchange: Exchange) -> Iterator[str]:
    for _ in _called(exchange):
        if "structuredContent" in exchange.result:
            yield "/result/structuredContent"


@rule("must", "server/tools#output-schema", _FORMS)
def tool_output_missing(exchange: Exchange) -> Found:
    """A tool with an output schema puts out structured content."""
    for _ in _called(exchange):
        if "structuredContent" not in exchange.result:
            yield "/result", "the tool has an output schema, and the result no structured content"


@rule("must", "server/tools#output-schema", _FORMS, needs="jsonschema")
def tool_output_mismatch(exchange: Exchange) -> Found:
    """Structured content fits the tool's output schema."""
    for tool in _called(exchange):
        for where in _outputs(exchange):
            try:
                for error in errors(tool["outputSchema"], exchange.result["structuredContent"]):
                    yield where + pointer(error.absolute_path), error.message
            except InvalidSchema as unusable:
                yield where, f"the output schema cannot be used: {unusable}"


@rule("should", "server/tools#structured-content", _FORMS)
def tool_output_not_in_text(exchange: Exchange) -> Found:
    """Structured content also comes as text, for clients that do not read it."""
    if "structuredContent" in exchange.result and "content" in exchange.result:
        found = [block for _, block in blocks(exchange.result["content"], "")]
        if not any(block.get("type") == "text" for block in found):
            yield "/result/content", "no text block repeats the structured content"


# --- content ----------------------------------------------------------------------------------------------


def _blocks(exchange: Exchange) -> Iterator[tuple[str, Mapping[str, Any]]]:
    yield from blocks(exchange.result.get("content"), "/result/content")
    for place, message in enumerate(listed(exchange.result.get("messages"))):
        yield from blocks(mapping(message).get("content"), f"/result/messages/{place}/content")
    for where, params in asking(exchange, "sampling/createMessage"):
        for place, message in enumerate(listed(params.get("messages"))):
            for spot, block in blocks(mapping(message).get("content"), f"{where}/messages/{place}/content"):
                yield spot, block
                yield from blocks(listed(block.get("content")), f"{spot}/content")
    for where, result in answered(exchange, "sampling/createMessage", "model"):
        if where != "/result":
            yield from blocks(result.get("content"), f"{where}/content")


def _holders(exchange: Exchange) -> Iterator[tuple[str, Mapping[str, Any]]]:
    # Everything that has the URI of a resource.
    for where, block in _blocks(exchange):
        if block.get("type") == "resource":
            yield f"{where}/resource", mapping(block.get("resource"))
        elif block.get("type") == "resource_link":
            yield where, block
    for name in ("contents", "resources"):
        yield from blocks(listed(exchange.result.get(name)), f"/result/{name}")
    if exchange.method in ("resources/read", "resources/subscribe", "notifications/resources/updated"):
        yield "/params", exchange.params


@rule("must", "server/tools#image-content")
def base64_invalid(exchange: Exchange) -> Found:
    """Images, audio and blobs are base64."""
    texts = [
        (f"{w}/data", b.get("data")) for w, b in _blocks(exchange) if b.get("type") in ("image", "audio")
    ]
    texts += [(f"{where}/blob", holder.get("blob")) for where, holder in _holders(exchange)]
    for where, text in texts:
        if isinstance(text, str):
            try:
                base64.b64decode(text.encode(), validate=True)
            except (binascii.Error, UnicodeEncodeError) as error:
                yield where, f"no base64: {error}"


# --- names ------------------------------------------------------------------------------------------------

_LABEL = r"[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_PREFIX = rf"{_LABEL}(?:\.{_LABEL})*/"
_NAME = r"(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?)?"
_META_KEY = re.compile(rf"(?:{_PREFIX})?{_NAME}")
_EXTENSION = re.compile(rf"{_PREFIX}{_NAME}")
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")


@rule("must", "basic#meta", _FORMS)
def meta_key(exchange: Exchange) -> Found:
    """A key of `_meta` is a name, after a prefix of dotted labels and a slash if it has one."""
    for path, meta in _members(exchange.frame, "_meta"):
        for key in mapping(meta):
            if not _META_KEY.fullmatch(key):
                yield part(*path, key), f"no key of _meta: {key[:60]!r}"


@rule("must", "basic/versioning#extension-negotiation", _MODERN)
def extension_name(exchange: Exchange) -> Found:
    """An extension is named like a key of `_meta`, with a prefix."""
    for path, capabilities in (
        (("result", "capabilities"), exchange.result.get("capabilities")),
        (("params", "_meta", _CAPABILITIES), mapping(exchange.params.get("_meta")).get(_CAPABILITIES)),
    ):
        for name in mapping(mapping(capabilities).get("extensions")):
            if not _EXTENSION.fullmatch(name):
                yield part(*path, "extensions", name), f"no name of an extension: {name[:60]!r}"


@rule("must", "server/tools#x-mcp-header", _MODERN)
def tool_header(exchange: Exchange) -> Found:
    """An `x-mcp-header` is a header's name, once in a tool, at a text, an integer or a boolean."""
    for where, tool in _tools(exchange):
        seen = set[str]()
        for path, name in _members(tool.get("inputSchema"), "x-mcp-header"):
            field = _at(tool["inputSchema"], path[:-1])
            if len(path) < 2 or path[-2] == "properties":
                continue
            place = where + part("inputSchema", *path)
            if not isinstance(name, str) or not _TOKEN.fullmatch(name):
                yield place, f"no name of a header: {str(name)[:60]!r}"
            elif name.lower() in seen:
                yield place, f"a second parameter has the header {name!r}"
            elif mapping(field).get("type") not in ("string", "integer", "boolean"):
                yield place, "only a string, an integer or a boolean goes into a header"
            seen.add(str(name).lower())


# --- deprecated -------------------------------------------------------------------------------------------

_DEPRECATED = {
    "roots/list": "roots are deprecated: pass paths as tool arguments, resource URIs or configuration",
    "sampling/createMessage": "sampling is deprecated: call a model provider directly",
    "notifications/message": "logging is deprecated: write to stderr, or use OpenTelemetry",
}


@rule("should", "deprecated", _MODERN)
def deprecated_feature(exchange: Exchange) -> Found:
    """Roots, sampling and logging are not taken up any more."""
    for method, reason in _DEPRECATED.items():
        for where, _ in asking(exchange, method):
            yield where.removesuffix("/params") + "/method", reason
    meta = mapping(exchange.params.get("_meta"))
    for name in ("roots", "sampling"):
        if name in mapping(meta.get(_CAPABILITIES)):
            yield part("params", "_meta", _CAPABILITIES, name), f"{name}: a deprecated capability"
    if "io.modelcontextprotocol/logLevel" in meta:
        yield part("params", "_meta", "io.modelcontextprotocol/logLevel"), _DEPRECATED[
            "notifications/message"
        ]
    if "logging" in mapping(exchange.result.get("capabilities")):
        yield "/result/capabilities/logging", "logging: a deprecated capability"


@rule("should", "client/sampling#capabilities", _RICH)
def include_context(exchange: Exchange) -> Found:
    """`includeContext` is `none` or absent."""
    for where, params in asking(exchange, "sampling/createMessage"):
        if params.get("includeContext") in ("thisServer", "allServers"):
            yield f"{where}/includeContext", f"{params['includeContext']!r} is deprecated: leave it out"


@rule("should", "basic#error-codes", _MODERN)
def error_code_legacy(exchange: Exchange) -> Found:
    """Codes of -32019 to -32000 are not used by new implementations."""
    code = exchange.error.get("code")
    if isinstance(code, int) and -32019 <= code <= -32000 and code != -32002:
        yield "/error/code", f"{code} has no meaning that a receiver may rely on"


# --- trees ------------------------------------------------------------------------------------------------


def part_of(where: str, *path: Any) -> str:
    """Return the JSON Pointer of a path below a pointer."""
    return where + part(*path)


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _strings(value: Any) -> Iterator[tuple[tuple[Any, ...], str]]:
    for path, item in _walk(value):
        if isinstance(item, str):
            yield path, item


def _members(value: Any, name: str) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for path, item in _walk(value):
        if path and path[-1] == name:
            yield path, item


def _walk(value: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    # Without recursion: how deep a frame is nested is the sender's choice.
    left: list[tuple[tuple[Any, ...], Any]] = [((), value)]
    while left:
        path, item = left.pop()
        yield path, item
        inner = (
            item.items() if isinstance(item, Mapping) else enumerate(item) if isinstance(item, list) else ()
        )
        left += reversed([((*path, key), child) for key, child in inner])


_SUBJECTS = {
    "form-content-mismatch": _contents,
    "tool-schema-invalid": _schemas,
    "tool-output-mismatch": _outputs,
}
RULES: tuple[Rule, ...] = spec_rules.RULES + tuple(v for v in list(vars().values()) if isinstance(v, Rule))
