"""The order of the revisions, and which revisions have a handshake, from the facts of `mcp_revisions`.

A revision that the package does not know counts as later than all others.
"""

from __future__ import annotations

from functools import cache, lru_cache

import mcp_revisions as mr
from mcp_revisions import RevisionFacts


@lru_cache(maxsize=256)  # a bridge calls this for every message
def facts_of(revision: str) -> RevisionFacts:
    """Return the facts about a revision; an unknown revision has those of the newest one."""
    return mr.facts(revision if revision in mr.known_revisions() else mr.known_revisions()[-1])


@cache
def with_handshake() -> tuple[str, ...]:
    """Return the revisions that open a session with `initialize`, oldest first."""
    return tuple(revision for revision in mr.known_revisions() if mr.facts(revision).handshake)


@cache
def per_request() -> tuple[str, ...]:
    """Return the stateless revisions, whose requests name their revision, oldest first."""
    return tuple(revision for revision in mr.known_revisions() if mr.facts(revision).per_request)


@cache
def first_stateless() -> RevisionFacts:
    """Return the facts about the first stateless revision, or about the last revision if there is none."""
    return facts_of(next(iter(per_request()), ""))


@cache
def reserved_key(name: str) -> str:
    """Return the `_meta` key for a name, such as `io.modelcontextprotocol/logLevel` for `logLevel`.

    All revisions use the same key for a name. If no revision has such a key, return `name`.
    """
    for facts in map(mr.facts, mr.known_revisions()):
        for keys in (facts.request_meta, facts.notification_meta, facts.result_meta):
            if name in keys:
                return keys[name]
    return name


@lru_cache(maxsize=256)  # a bridge calls this for every message
def position(revision: str) -> int:
    """Return the index of a revision in the order of publication; unknown revisions come last."""
    known = mr.known_revisions()
    return known.index(revision) if revision in known else len(known)


def reads_empty_events(revision: str) -> bool:
    """Return whether a client of a revision accepts a server-sent event with an id and no data.

    Only the text of the specification states this (basic/transports), and no schema. The revision that
    introduced such events also made the `id` of an error response optional. So this function looks at that
    `id`. Clients of older revisions expect JSON in each event.
    """
    return not facts_of(revision).error_id_required
