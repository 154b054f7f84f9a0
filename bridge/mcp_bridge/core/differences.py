"""The differences that the bridge itself makes in a message, beside those of a conversion."""

from __future__ import annotations

from typing import Any

from mcp_revisions import Change, Loss, LossKind
from mcp_revisions.jsonrpc import json_pointer

Path = tuple[str | int, ...]
"""The keys from the root of a message down to a value."""


class Differences(list[Loss]):
    """The differences of one message in the order in which they were made."""

    def report(self, kind: LossKind, at: Path, value: Any, change: Change) -> None:
        """Report a difference at `at`."""
        self.append(Loss(kind, json_pointer(at), value, change.reason, change.id))

    def drop(self, owner: dict[str, Any], name: str, at: Path, change: Change) -> None:
        """Remove the member `name` of the object at `at`, and report it."""
        self.report("dropped", (*at, name), owner.pop(name), change)

    def fill(self, owner: dict[str, Any], name: str, value: Any, at: Path, change: Change) -> None:
        """Set the member `name` of the object at `at`. Report a member that was absent or different."""
        if name not in owner:
            self.report("invented", (*at, name), value, change)
        elif owner[name] != value:
            self.report("reshaped", (*at, name), owner[name], change)
        owner[name] = value
