"""The published revisions in their order, and the questions that rules ask of one: is it that revision or a later one?

In: revision strings, which are data: an unknown one is never an error. Out: booleans and positions.
A string that is not listed counts as later than every listed one (a draft, a revision of next year); nothing
here or elsewhere compares revision strings as text.
"""

from __future__ import annotations

from functools import lru_cache

# The revisions that open a session with `initialize`; the specification calls them legacy.
HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
# The revisions that state version and capabilities in every request; the specification calls them modern.
PER_REQUEST = ("2026-07-28",)
ORDER = HANDSHAKE + PER_REQUEST


def position(revision: str) -> int:
    """Return the place of a revision in the order of publication; unknown ones come last."""
    return ORDER.index(revision) if revision in ORDER else len(ORDER)


@lru_cache(maxsize=256)  # a bridge asks it of every frame
def within(revision: str, since: str, until: str | None = None) -> bool:
    """Say whether a revision is `since` or later, and not later than `until`."""
    place = position(revision)
    return position(since) <= place and (until is None or place <= position(until))
