"""The published revisions in their order, and comparisons of a revision with that order.

In: revision strings. Out: positions and booleans. An unknown revision (a draft, a revision of next year) is
no error: the unknown revision counts as later than every published revision. No code compares revisions as
text.
"""

from __future__ import annotations

from functools import lru_cache

# Revisions that open a session with `initialize`, called legacy by the specification.
HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
# Revisions that state version and capabilities in every request, called modern by the specification.
PER_REQUEST = ("2026-07-28",)
ORDER = HANDSHAKE + PER_REQUEST


def position(revision: str) -> int:
    """Return the place of a revision in the order of publication; unknown revisions come last."""
    return ORDER.index(revision) if revision in ORDER else len(ORDER)


@lru_cache(maxsize=256)  # a bridge calls this for every frame
def within(revision: str, since: str, until: str | None = None) -> bool:
    """Say whether a revision is `since` or later, and `until` or earlier."""
    place = position(revision)
    return position(since) <= place and (until is None or place <= position(until))
