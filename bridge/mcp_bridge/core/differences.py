"""The differences that the bridge itself makes in a message, in addition to those of the conversion."""

from __future__ import annotations

from typing import Any

from mcp_revisions import Change, Loss, LossKind
from mcp_revisions.jsonrpc import loss_pointer

Path = tuple[str | int, ...]
"""The keys from the root of a message down to a value."""


class Differences(list[Loss]):
    """The differences that the bridge has made in one message, in order."""

    def report(self, kind: LossKind, at: Path, value: Any, change: Change) -> None:
        """Add a difference to this list. `at` is the path of the value in the message."""
        self.append(Loss(kind, loss_pointer(at), value, change.reason, change.id))

    def drop(self, owner: dict[str, Any], name: str, at: Path, change: Change) -> None:
        """Remove the member `name` of the object at the path `at`, and report the difference."""
        self.report("dropped", (*at, name), owner.pop(name), change)

    def fill(self, owner: dict[str, Any], name: str, value: Any, at: Path, change: Change) -> None:
        """Set the member `name` of the object at the path `at`.

        Report a difference if the member was absent or had another value.
        """
        if name not in owner:
            self.report("invented", (*at, name), value, change)
        elif owner[name] != value:
            self.report("reshaped", (*at, name), owner[name], change)
        owner[name] = value
