"""Convert messages between 2026-07-28 and 2026-07-28+io.modelcontextprotocol/ui: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter

UNCHANGED = MethodAdapter()
UNCHANGED_NOTIFICATION = MethodAdapter(is_request=False)


# Up, from 2026-07-28 to 2026-07-28+io.modelcontextprotocol/ui


UP = Adapter(
    source="2026-07-28",
    target="2026-07-28+io.modelcontextprotocol/ui",
    methods={
        "client": {
            "completion/complete": UNCHANGED,
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "prompts/get": UNCHANGED,
            "prompts/list": UNCHANGED,
            "resources/list": UNCHANGED,
            "resources/read": UNCHANGED,
            "resources/templates/list": UNCHANGED,
            "server/discover": UNCHANGED,
            "subscriptions/listen": UNCHANGED,
            "tools/call": UNCHANGED,
            "tools/list": UNCHANGED,
        },
        "server": {
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/message": UNCHANGED_NOTIFICATION,
            "notifications/progress": UNCHANGED_NOTIFICATION,
            "notifications/prompts/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/updated": UNCHANGED_NOTIFICATION,
            "notifications/subscriptions/acknowledged": UNCHANGED_NOTIFICATION,
            "notifications/tools/list_changed": UNCHANGED_NOTIFICATION,
        },
    },
)


# Down, from 2026-07-28+io.modelcontextprotocol/ui to 2026-07-28


DOWN = Adapter(
    source="2026-07-28+io.modelcontextprotocol/ui",
    target="2026-07-28",
    methods={
        "client": {
            "completion/complete": UNCHANGED,
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "prompts/get": UNCHANGED,
            "prompts/list": UNCHANGED,
            "resources/list": UNCHANGED,
            "resources/read": UNCHANGED,
            "resources/templates/list": UNCHANGED,
            "server/discover": UNCHANGED,
            "subscriptions/listen": UNCHANGED,
            "tools/call": UNCHANGED,
            "tools/list": UNCHANGED,
        },
        "server": {
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/message": UNCHANGED_NOTIFICATION,
            "notifications/progress": UNCHANGED_NOTIFICATION,
            "notifications/prompts/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/updated": UNCHANGED_NOTIFICATION,
            "notifications/subscriptions/acknowledged": UNCHANGED_NOTIFICATION,
            "notifications/tools/list_changed": UNCHANGED_NOTIFICATION,
        },
    },
)
