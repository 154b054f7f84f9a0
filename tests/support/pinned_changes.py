"""The changes between pinned revisions, computed once in a process."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from mcpgen.compare.changes import find_changes
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.schema_folder import protocol, revisions

REVISIONS = revisions()
PAIRS = list(combinations(REVISIONS, 2))  # older first


@cache
def pinned_changes(old: str, new: str) -> tuple[ProtocolChange, ...]:
    """Return the changes between two pinned revisions."""
    return find_changes(protocol(old), protocol(new))
