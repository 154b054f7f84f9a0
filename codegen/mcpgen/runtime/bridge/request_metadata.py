"""The metadata that a modern client states in each request, and the errors for metadata that is wrong.

In: the `_meta` of a request. Out: an error response without an id, or None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import INVALID_PARAMS, error_response
from ..revisions import facts_of
from .frames import Tree
from .rules import CAPABILITIES, LEVEL, UNSUPPORTED, VERSION


def metadata_error(meta: Any, revision: str) -> Tree | None:
    """Return the error for incomplete or wrong metadata of a request of a revision, None if valid."""
    facts = facts_of(revision)
    if (
        type(meta) is not dict
        or type(meta.get(VERSION)) is not str
        or type(meta.get(CAPABILITIES)) is not dict
    ):
        reason = f"/params/_meta: {VERSION} and {CAPABILITIES} are required"
        return error_response(None, INVALID_PARAMS, reason)
    if meta[VERSION] != revision:
        return unsupported_revision(meta[VERSION], [revision])
    levels = facts.levels
    if LEVEL in facts.request_meta.values() and LEVEL in meta and meta[LEVEL] not in levels:
        reason = f"/params/_meta: a level is one of {', '.join(levels)}"
        return error_response(None, INVALID_PARAMS, reason)
    return None


def unsupported_revision(named: str, supported: Sequence[str]) -> Tree:
    """Return the error for a request that names another revision than the supported ones, oldest first."""
    code = facts_of(supported[-1]).errors[UNSUPPORTED]
    data = {"supported": [*supported], "requested": named}
    return error_response(None, code, "Unsupported protocol version", data)
