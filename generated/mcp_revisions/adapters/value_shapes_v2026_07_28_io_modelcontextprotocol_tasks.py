"""Value shapes of 2026-07-28+io.modelcontextprotocol/tasks, which the adapters to both neighbours check.

The module `value_checks` of the runtime defines the notation of shapes. `mcpgen build` writes this module.
"""

from __future__ import annotations

from .._runtime.conversion.value_checks import Shape

ICON_THEME: Shape = ("choice", "dark", "light")
ICON: Shape = (
    "object",
    {"mimeType": "string", "sizes": ("array", "string"), "src": "string", "theme": ICON_THEME},
    ("src",),
)
IMPLEMENTATION: Shape = (
    "object",
    {
        "description": "string",
        "icons": ("array", ICON),
        "name": "string",
        "title": "string",
        "version": "string",
        "websiteUrl": "string",
    },
    ("name", "version"),
)
CACHE_SCOPE: Shape = ("choice", "private", "public")
JSON_OBJECT: Shape = ("map",)
ELICITATION_CAPABILITY: Shape = ("object", {"form": JSON_OBJECT, "url": JSON_OBJECT})
SAMPLING_CAPABILITY: Shape = ("object", {"context": JSON_OBJECT, "tools": JSON_OBJECT})
CLIENT_CAPABILITIES: Shape = (
    "object",
    {
        "elicitation": ELICITATION_CAPABILITY,
        "experimental": ("map", JSON_OBJECT),
        "extensions": ("map", JSON_OBJECT),
        "roots": ("map",),
        "sampling": SAMPLING_CAPABILITY,
    },
)
LOGGING_LEVEL: Shape = (
    "choice",
    "debug",
    "info",
    "notice",
    "warning",
    "error",
    "critical",
    "alert",
    "emergency",
)
