"""The order of the revisions, and lookups in the table of their facts.

`mcpgen build` derives the facts from the schema and the overlay of each revision, and writes them to
`revision_table.py`. The table has all revisions, including those that a partial build leaves out. The
generator also imports parts of the runtime; there the table is empty.

An unknown revision, such as a draft, is not an error. It counts as later than every known revision, and has
the facts of the last known one. No code compares revisions as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import get_args

from .revision_facts import RevisionFacts
from .revision_table import FACTS, RevisionName


@cache
def order() -> tuple[str, ...]:
    """Return the known revisions, oldest first."""
    return tuple(FACTS)


def revision_name(text: str) -> RevisionName:
    """Return `text`, typed as the name of a revision. Use it for a name that is only known at run time.

    The name may include extensions, as in `2026-07-28+io.modelcontextprotocol/tasks`. Raises `ValueError` if
    this package does not contain the revision.
    """
    names = get_args(RevisionName)
    for name in names:
        if name == text:
            return name  # type: ignore[no-any-return]
    raise ValueError(f"{text!r:.100} is not a revision of this package; these are: {', '.join(names)}")


def latest() -> str:
    """Return the last known revision."""
    return order()[-1]


@cache
def with_handshake() -> tuple[str, ...]:
    """Return the known revisions with a handshake (`initialize`), oldest first."""
    return tuple(revision for revision, facts in FACTS.items() if facts.handshake)


@cache
def per_request() -> tuple[str, ...]:
    """Return the known stateless revisions, oldest first. In these, each request states its revision."""
    return tuple(revision for revision, facts in FACTS.items() if facts.per_request)


def facts_of(revision: str) -> RevisionFacts:
    """Return the facts about a revision. For an unknown revision, return those of the last known revision."""
    return FACTS[revision] if revision in FACTS else FACTS[latest()]


def first_stateless() -> RevisionFacts:
    """Return the facts about the first stateless revision.

    If the package has no stateless revision, return the facts about the last revision.
    """
    return facts_of(next(iter(per_request()), ""))


@cache
def reserved_key(name: str) -> str:
    """Return the `_meta` key that ends with `name`: `clientInfo` → `io.modelcontextprotocol/clientInfo`.

    All known revisions use the same prefix. If no known revision has such a key, return `name` unchanged.
    """
    for facts in FACTS.values():
        for keys in (facts.request_meta, facts.notification_meta, facts.result_meta):
            if name in keys:
                return keys[name]
    return name


@cache
def filters() -> Mapping[str, str]:
    """Return all members of a `subscriptions/listen` filter, each with the server capability it needs."""
    return {name: path for facts in FACTS.values() for name, path in facts.filters.items()}


@lru_cache(maxsize=256)
def position(revision: str) -> int:
    """Return the index of a revision in the order of publication. An unknown revision counts as the last."""
    known = order()
    return known.index(revision) if revision in known else len(known)


@lru_cache(maxsize=256)  # a bridge calls this for every message
def within(revision: str, since: str | None, until: str | None = None) -> bool:
    """Return whether a revision is between `since` and `until`, both included. None sets no limit."""
    index = position(revision)
    return (since is None or position(since) <= index) and (until is None or index <= position(until))
