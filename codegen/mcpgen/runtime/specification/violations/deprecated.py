"""Uses of features that the specification deprecates."""

from __future__ import annotations

from ...json_tree import mapping
from ...revisions import reserved_key
from ..frame_context import FrameContext, place_of, requests_of
from ..spec_rule import Violations, advice

_LOGGING = "logging is deprecated: write to stderr, or use OpenTelemetry"
_METHODS = {
    "roots/list": "roots are deprecated: pass paths as tool arguments, resource URIs or configuration",
    "sampling/createMessage": "sampling is deprecated: call a model provider directly",
    "notifications/message": _LOGGING,
}


@advice("should", "deprecated", since="2026-07-28")
def deprecated_feature(context: FrameContext) -> Violations:
    """New implementations use neither roots nor sampling nor logging."""
    for method, reason in _METHODS.items():
        for place, _ in requests_of(context, method):
            assert place is not None
            yield (place[0], "method"), reason
    meta = mapping(context.params.get("_meta"))
    capabilities, level = reserved_key("clientCapabilities"), reserved_key("logLevel")
    for name in ("roots", "sampling"):
        if name in mapping(meta.get(capabilities)):
            yield place_of("params", "_meta", capabilities, name), f"a deprecated capability: {name}"
    if level in meta:
        yield place_of("params", "_meta", level), _LOGGING
    if "logging" in mapping(context.result.get("capabilities")):
        yield "/result/capabilities/logging", "a deprecated capability: logging"


@advice("should", "client/sampling#capabilities", since="2025-11-25")
def include_context(context: FrameContext) -> Violations:
    """`includeContext` is `none` or absent."""
    for place, params in requests_of(context, "sampling/createMessage"):
        if params.get("includeContext") in ("thisServer", "allServers"):
            yield (place, "includeContext"), f"{params['includeContext']!r} is deprecated: leave it out"
