"""Violations of the chapter *basic*: batches, progress, error codes, names, and deprecated features."""

from __future__ import annotations

import re
from typing import Any

from ...errors import INVALID_REQUEST
from ...json_argument import mapping
from ...json_values import is_integer, walk
from ...revisions import facts_of, reserved_key
from ..message_context import MessageContext, location_of, requests_of
from ..spec_rule import Violations, advice, rule

_NAME = r"(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?)?"
_META_KEY = re.compile(rf"(?:[A-Za-z][A-Za-z0-9.-]*/)?{_NAME}")
# A repeated group takes memory for each repetition, so `_LABEL_FAULT` checks the labels of a prefix.
_LABEL_FAULT = re.compile(r"\.[^A-Za-z]|[^A-Za-z0-9][./]")


@rule("must", "basic#batching", since="2025-03-26", until="2025-03-26", code=INVALID_REQUEST)
def batch_empty(context: MessageContext) -> Violations:
    """A batch must not be empty."""
    if context.batch is not None and not context.batch:
        yield "", "the batch is empty"


@rule("must", "basic/lifecycle#initialization", since="2025-03-26", until="2025-03-26", code=INVALID_REQUEST)
def batch_initialize(context: MessageContext) -> Violations:
    """`initialize` must not be part of a batch."""
    for index, frame in enumerate(context.batch or []):
        if mapping(frame).get("method") == "initialize":
            yield f"/{index}/method", "`initialize` is part of a batch"


@rule("must", "basic/utilities/progress")
def progress_increases(context: MessageContext) -> Violations:
    """The progress for a token must increase with each notification."""
    token, value = context.params.get("progressToken"), context.params.get("progress")
    if context.method == "notifications/progress" and context.progress and isinstance(token, (str, int)):
        last = context.progress.get(token)
        if isinstance(last, (int, float)) and isinstance(value, (int, float)) and value <= last:
            yield "/params/progress", f"progress must increase; the last value was {last}"


@rule("must", "basic#error-codes", since="2026-07-28")
def error_code_reserved(context: MessageContext) -> Violations:
    """An error code from -32099 to -32020 must be one that the revision defines."""
    code: Any = context.error.get("code")
    is_defined = code in facts_of(context.revision).errors.values()
    if is_integer(code) and -32099 <= code <= -32020 and not is_defined:
        yield "/error/code", f"{code} is a reserved code that this revision does not define"


@advice("should", "basic#error-codes", since="2026-07-28")
def error_code_legacy(context: MessageContext) -> Violations:
    """New implementations should not use error codes from -32019 to -32000."""
    code: Any = context.error.get("code")
    if is_integer(code) and -32019 <= code <= -32000 and code != -32002:
        yield "/error/code", f"{code} has no defined meaning; use another code"


@rule("must", "basic/patterns/mrtr#server-requirements-basic-workflow", since="2026-07-28")
def input_required_empty(context: MessageContext) -> Violations:
    """An `InputRequiredResult` must have input requests, a request state, or both."""
    result = context.result
    is_empty = not result.get("inputRequests") and "requestState" not in result
    if result.get("resultType") == "input_required" and is_empty:
        yield "/result", "the InputRequiredResult has no input requests and no request state"


@rule("must", "basic/patterns/mrtr#supported-requests", since="2026-07-28")
def input_required_method(context: MessageContext) -> Violations:
    """Only `tools/call`, `prompts/get` and `resources/read` may be answered by an `InputRequiredResult`."""
    admitted = (None, *facts_of(context.revision).input_methods)
    input_required = context.result.get("resultType") == "input_required"
    if input_required and context.answering not in admitted:
        yield "/result/resultType", f"{context.answering} cannot have an InputRequiredResult"


@advice("must", "basic#meta", since="2025-06-18")
def meta_key(context: MessageContext) -> Violations:
    """A key of `_meta` must be a name, optionally with a prefix of dotted labels and a slash."""
    for path, value in walk(context.frame):
        if path is not None and path[1] == "_meta":
            for key in mapping(value):
                if not _is_meta_key(key):
                    yield (path, key), f"not a valid key of _meta: {key[:60]!r}"


@advice("must", "basic/versioning#extension-negotiation", since="2026-07-28")
def extension_name(context: MessageContext) -> Violations:
    """The name of an extension must be a valid key of `_meta` with a prefix."""
    meta, key = mapping(context.params.get("_meta")), reserved_key("clientCapabilities")
    for path, capabilities in (
        (("result", "capabilities"), context.result.get("capabilities")),
        (("params", "_meta", key), meta.get(key)),
    ):
        for name in mapping(mapping(capabilities).get("extensions")):
            if "/" not in name or not _is_meta_key(name):
                location = location_of(*path, "extensions", name)
                yield location, f"not a valid extension name: {name[:60]!r}"


def _is_meta_key(key: str) -> bool:
    """Return whether a key is valid in `_meta`."""
    prefix = key[: key.find("/") + 1]
    return _META_KEY.fullmatch(key) is not None and _LABEL_FAULT.search(prefix) is None


# --- deprecated features ----------------------------------------------------------------------------------

_LOGGING = "logging is deprecated: write to stderr, or use OpenTelemetry"
_DEPRECATED_METHODS = {
    "roots/list": "roots are deprecated: pass paths as tool arguments, resource URIs or configuration",
    "sampling/createMessage": "sampling is deprecated: call a model provider directly",
    "notifications/message": _LOGGING,
}


@advice("should", "deprecated", since="2026-07-28")
def deprecated_feature(context: MessageContext) -> Violations:
    """New implementations should not use roots, sampling or logging, which are deprecated."""
    for method, reason in _DEPRECATED_METHODS.items():
        for location, _ in requests_of(context, method):
            assert location is not None
            yield (location[0], "method"), reason
    meta = mapping(context.params.get("_meta"))
    capabilities, level = reserved_key("clientCapabilities"), reserved_key("logLevel")
    for name in ("roots", "sampling"):
        if name in mapping(meta.get(capabilities)):
            yield location_of("params", "_meta", capabilities, name), f"the capability {name} is deprecated"
    if level in meta:
        yield location_of("params", "_meta", level), _LOGGING
    if "logging" in mapping(context.result.get("capabilities")):
        yield "/result/capabilities/logging", "the capability logging is deprecated"


@advice("should", "client/sampling#capabilities", since="2025-11-25")
def include_context(context: MessageContext) -> Violations:
    """`includeContext` should be `none` or absent; its other values are deprecated."""
    for location, params in requests_of(context, "sampling/createMessage"):
        if params.get("includeContext") in ("thisServer", "allServers"):
            yield (location, "includeContext"), f"{params['includeContext']!r} is deprecated: leave it out"
